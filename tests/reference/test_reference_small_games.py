"""Reversi, NoGo and Chinese Checkers of the references against published figures and the rule cases of `tests/data`."""

from __future__ import annotations

import doctest
import json
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from . import chinese_checkers, common, nogo, reversi
from .chinese_checkers import HOLES, HOLES_OF, RANKS, ChineseCheckers, Hole
from .common import EMPTY, Reference, perft, read_spec, write_ranks

DATA = Path(__file__).parents[1] / "data"


def cases(game: str, group: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / f"{game}.json").read_text("utf-8"))[group]
    return found


# What holds for all three


@pytest.mark.parametrize("module", [common, reversi, nogo, chinese_checkers], ids=lambda module: module.__name__)
def test_the_examples_of_the_docstrings_run(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(
    ("module", "spec", "plies"),
    [
        (reversi, "reversi", 200),
        (reversi, "reversi(size=4)", 200),
        (reversi, "reversi(size=10)", 200),
        (nogo, "nogo", 200),
        (nogo, "nogo(rows=3,cols=7)", 200),
        (nogo, "nogo(size=5,rule=course)", 200),
        (nogo, "nogo(rows=19,cols=2)", 200),
        (chinese_checkers, "chinese_checkers", 120),
        (chinese_checkers, "chinese_checkers(seats=3,rules=ruc,hop=long)", 120),
        (chinese_checkers, "chinese_checkers(rules=tsinghua)", 120),
        (chinese_checkers, "chinese_checkers(seats=6)", 120),
    ],
)
def test_random_games_survive_their_texts_and_end_without_legal_moves(module: Any, spec: str, plies: int) -> None:
    options = read_spec(spec)[1]
    choose = random.Random(7).choice
    for _ in range(3):
        position: Reference = module.start(options)
        for _ in range(plies):
            if position.outcome():
                break
            text, moves = position.text(), position.legal_moves()
            again: Reference = module.read(text, options)
            assert (again.text(), again.state(), again.to_move()) == (text, position.state(), position.to_move())
            assert again.legal_moves() == moves != set()
            following = position.after(choose(sorted(moves)))
            assert position.text() == text, "after() must not change the position it starts from"
            position = following
        outcome = position.outcome()
        if outcome:
            assert position.legal_moves() == set()
            assert len(outcome[0]) == position.seats
            assert sum(outcome[0]) == position.seats / 2
        else:
            assert module is chinese_checkers


AD = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/DDDD/DDD/DD/D"
LONE_A = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1"


@pytest.mark.parametrize(
    ("module", "spec", "text", "fault"),
    [
        (reversi, "reversi", "8/8/8/3ox3/3xo3/8/8 x", "7 ranks, expected 8"),
        (reversi, "reversi", "8/8/8/3ox3/3xo3/8/8/8", "expected 2 fields"),
        (reversi, "reversi", "8/8/8/3ox3/3xo3/8/8/8 w", "got 'w'"),
        (reversi, "reversi", "8/8/8/3ox3/3xo3/8/8/8 x 1", "expected 2 fields"),
        (reversi, "reversi", "8/8/8/3ox3/3xo3/8/8/8  x", "expected 2 fields"),
        (reversi, "reversi", "8/8/8/3ox3/3xo4/8/8/8 x", "rank 5 .* has 9 points"),
        (reversi, "reversi", "8/8/8/3ox3/3xz3/8/8/8 x", "'z' at character 3 of rank 5"),
        (reversi, "reversi", "8/8/8/3ox3/3xo03/8/8/8 x", "'0' at character 4 of rank 5"),
        (reversi, "reversi", "-" * 63 + " X", "or 64 squares"),
        (reversi, "reversi", "-" * 63 + "? X", "'[?]' at character 64"),
        (reversi, "reversi(size=6)", "8/8/8/3ox3/3xo3/8/8/8 x", "8 ranks, expected 6"),
        (nogo, "nogo(size=3)", "xo1/ox1/3 x", "group of A3 .* no liberty"),
        (nogo, "nogo(size=3,rule=course)", "xo1/o2/3 x", "group of A3 .* no liberty"),
        (nogo, "nogo(size=3)", "3/3/3 X", "got 'X'"),
        (nogo, "nogo(size=3)", "03/3/3 x", "'0' at character 1 of rank 1"),
        (nogo, "nogo(rows=2,cols=15)", "15/16 x", "rank 2 .* has 16 points"),
        (nogo, "nogo(rows=2,cols=15)", "15/1111111115 x", "'1111111115' at character 1 of rank 2"),
        (chinese_checkers, "chinese_checkers", f"{AD}", "expected 2 to 5 fields"),
        (chinese_checkers, "chinese_checkers", f"{AD} B 0 - -", "camp to move .* got 'B'"),
        (chinese_checkers, "chinese_checkers", f"{AD} AD 0 - -", "camp to move .* got 'AD'"),
        (chinese_checkers, "chinese_checkers", f"{AD} A 01 - -", "plies .* got '01'"),
        (chinese_checkers, "chinese_checkers", f"{AD} A -1 - -", "plies .* got '-1'"),
        (chinese_checkers, "chinese_checkers", f"{AD} A 0 A -", "neither finished nor out, got 'A'"),
        (chinese_checkers, "chinese_checkers", f"{AD} A 0 D- -", "different camps .* got 'D-'"),
        (chinese_checkers, "chinese_checkers", f"{AD} A 0 - D", "camp D has 10 marbles .* at most 0"),
        (chinese_checkers, "chinese_checkers", f"{AD[:-1]}B A 0 - -", "'B' at character 1 of rank 17"),
        (chinese_checkers, "chinese_checkers", f"{AD[:-1]}A A 0 - -", "camp A has 11 marbles"),
        (chinese_checkers, "chinese_checkers", f"{LONE_A} A 0 D D", "finished and out at once"),
        (chinese_checkers, "chinese_checkers(seats=3)", f"{LONE_A} A 0 - EC", "order of their letters"),
        (chinese_checkers, "chinese_checkers(seats=3)", f"{LONE_A} A 0 CC -", "different camps .* got 'CC'"),
    ],
)
def test_a_malformed_text_is_an_error_that_names_the_fault(module: Any, spec: str, text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        module.read(text, read_spec(spec)[1])


@pytest.mark.parametrize(
    ("module", "options", "fault"),
    [
        (reversi, {"size": 7}, "size=7 is not one of"),
        (reversi, {"size": 18}, "size=18 is not one of"),
        (reversi, {"rule": "legal"}, "unknown option 'rule'"),
        (nogo, {"size": 1}, "size=1 is not one of"),
        (nogo, {"size": 20}, "size=20 is not one of"),
        (nogo, {"rows": 3}, "both rows and cols"),
        (nogo, {"rows": 3, "cols": 3, "size": 3}, "both rows and cols"),
        (nogo, {"rule": "go"}, "rule=go is not one of"),
        (chinese_checkers, {"seats": 5}, "seats=5 is not one of"),
        (chinese_checkers, {"seats": 3, "rules": "tsinghua"}, "for 2 seats"),
        (chinese_checkers, {"hop": "high"}, "hop=high is not one of"),
    ],
)
def test_an_option_that_the_game_does_not_have_is_an_error(
    module: Any, options: Mapping[str, object], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        module.start(options)


@pytest.mark.parametrize(
    ("position", "move", "fault"),
    [
        (reversi.start({}), "pass", "is not legal"),
        (reversi.start({}), "a1", "is not legal"),
        (reversi.start({}), "d4", "is not legal"),
        (nogo.start({}), "I5", "is not legal"),
        (nogo.read("x1o/ooo/3 o", {"size": 3}), "B3", "is not legal"),
        (chinese_checkers.start({}), "pass", "is not legal"),
        (chinese_checkers.start({}), "-4,8:-4,6", "is not legal"),
        (chinese_checkers.start({}), "1,-5:1,-4", "is not legal"),
        (chinese_checkers.start({}), "-1,5:-1,5", "is not legal"),
        (chinese_checkers.start({}), "-1,5", "expected a move"),
        (chinese_checkers.start({}), "-1,5:8,8", "no hole 8,8"),
    ],
)
def test_an_illegal_move_is_an_error(position: Reference, move: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        position.after(move)


# Reversi


def test_reversi_perft_gives_the_published_figures() -> None:
    counts = [perft(reversi.start({}), depth, finished_is_leaf=True) for depth in range(1, 7)]
    assert counts == [4, 12, 56, 244, 1396, 8200]


@pytest.mark.parametrize("case", cases("reversi", "perft"), ids=lambda case: case["position"])
def test_reversi_perft_of_the_cases(case: dict[str, Any]) -> None:
    position = reversi.read(case["position"], {})
    assert position.text() == case["position"]
    assert len(position.discs) == case["discs"]
    assert (position.legal_moves() == {"pass"}) == case["forced_pass"]
    if case["perft"] < 20000:
        leaves = perft(position, case["depth"], finished_is_leaf=True)
        assert leaves == case["perft"]
        assert leaves - perft(position, case["depth"]) == case["finished_games_inside"]


@pytest.mark.parametrize("case", cases("reversi", "endgames"), ids=lambda case: case["position"])
def test_the_best_moves_of_reversi_endgames_are_legal(case: dict[str, Any]) -> None:
    position = reversi.read(case["position"], {})
    assert 64 - len(position.discs) == case["empties"]
    assert position.legal_moves() >= set(case["best"])


def test_reversi_ends_at_once_when_neither_seat_can_move() -> None:
    assert reversi.read("xxx5/8/8/8/8/8/8/8 o", {}).outcome() == ((1.0, 0.0), "disc_count")
    assert reversi.read("x6o/8/8/8/8/8/8/8 o", {}).outcome() == ((0.5, 0.5), "disc_count")
    assert reversi.read("8/8/8/8/8/8/8/8 x", {}).outcome() == ((0.5, 0.5), "disc_count")


def test_reversi_passes_only_when_the_other_seat_can_still_move() -> None:
    position = reversi.read("xo6/8/8/8/8/8/8/8 o", {})
    assert position.legal_moves() == {"pass"}
    assert position.after("pass").text() == "xo6/8/8/8/8/8/8/8 x"
    assert position.after("pass").after("c1").outcome() == ((1.0, 0.0), "disc_count")


def test_reversi_turns_runs_in_all_eight_directions() -> None:
    position = reversi.read("x2x2x1/1o1o1o2/2ooo3/xoo1oox1/2ooo3/1o1o1o2/x2x2x1/8 x", {})
    assert position.after("d4").text() == "x2x2x1/1x1x1x2/2xxx3/xxxxxxx1/2xxx3/1x1x1x2/x2x2x1/8 o"


# NoGo


def test_nogo_perft_gives_the_known_figures() -> None:
    assert [perft(nogo.start({"size": 3}), depth) for depth in range(1, 6)] == [9, 72, 496, 2832, 12768]
    assert [perft(nogo.start({"size": 4}), depth) for depth in range(1, 4)] == [16, 240, 3352]
    for size in (5, 6):
        points = size * size
        assert perft(nogo.start({"size": size}), 3) == points * (points - 1) * (points - 2) - 8


@pytest.mark.parametrize(
    ("rows", "cols", "games", "positions", "first_wins"),
    [(2, 2, 16, 25, True), (2, 3, 320, 177, False), (2, 4, None, None, False), (3, 3, 90720, 3884, True)],
)
def test_small_nogo_boards_have_the_known_games_positions_and_winner(
    rows: int, cols: int, games: int | None, positions: int | None, first_wins: bool
) -> None:
    lines: dict[object, int] = {}
    wins: dict[object, bool] = {}

    def explore(position: Reference) -> None:
        state = position.state()
        if state in lines:
            return
        children = [position.after(move) for move in position.legal_moves()]
        for child in children:
            explore(child)
        lines[state] = sum(lines[child.state()] for child in children) or 1
        wins[state] = any(not wins[child.state()] for child in children)

    start = nogo.start({"rows": rows, "cols": cols})
    explore(start)
    assert wins[start.state()] == first_wins
    if games:
        assert (lines[start.state()], len(lines)) == (games, positions)


@pytest.mark.parametrize("case", cases("nogo", "positions"), ids=lambda case: case["position"])
def test_nogo_positions_of_the_cases(case: dict[str, Any]) -> None:
    position = nogo.read(case["position"], read_spec(case["game"])[1])
    assert position.text() == case["position"]
    assert position.legal_moves() == set(case["legal"])
    if case["finished"]:
        assert position.outcome() == ((0.0, 1.0) if position.to_move() == 0 else (1.0, 0.0), "no_legal_move")
    else:
        assert position.outcome() is None
    if case["perft"] < 20000:
        assert perft(position, case["depth"]) == case["perft"]


@pytest.mark.parametrize("case", cases("nogo", "course"), ids=lambda case: f"{case['position']} {case['move']}")
def test_a_losing_move_of_the_nogo_course_is_accepted_and_ends_the_game(case: dict[str, Any]) -> None:
    options = read_spec(case["game"])[1]
    position = nogo.read(case["position"], options)
    assert position.legal_moves() == empty_points(position)
    mover = position.to_move()
    lost = position.after(case["move"])
    assert lost.outcome() == (tuple(float(seat != mover) for seat in (0, 1)), case["reason"])
    assert lost.legal_moves() == set()
    strict = nogo.read(case["position"], {**options, "rule": "legal"})
    assert case["move"] not in strict.legal_moves()


def empty_points(position: nogo.Nogo) -> set[str]:
    board = [(column, row) for column in range(position.columns) for row in range(position.rows)]
    return {nogo.point_text(point) for point in board if point not in position.stones}


# Chinese Checkers

SOLO_CROSSING = """
-1,5:-1,4 -3,7:-1,3 -4,6:0,2 0,2:1,1 -4,8:2,0 -2,6:0,2 -2,5:2,-1 2,-1:2,-2 -4,7:2,-3
-1,4:-2,4 -4,5:2,-1 -3,6:3,-4 1,1:3,-5 3,-5:2,-5 -1,3:1,-5 -3,5:3,-5 -2,4:-1,3 3,-5:3,-6
-1,3:3,-7 0,2:1,1 1,1:3,-5 2,-2:4,-8 2,0:4,-6 2,-1:2,-2 2,-2:2,-6 2,-3:4,-7 3,-4:4,-5
"""


def star(marbles: Mapping[str, Iterable[Hole]], fields: str, **options: object) -> ChineseCheckers:
    """Return a position with these marbles of each camp; `fields` is the rest of the text."""
    owner = {hole: camp for camp, holes in marbles.items() for hole in holes}
    board = write_ranks([[owner.get(hole, EMPTY) for hole in rank] for rank in RANKS])
    return chinese_checkers.read(f"{board} {fields}", options)


def targets(position: ChineseCheckers, origin: str) -> set[str]:
    return {move.split(":")[1] for move in position.legal_moves() if move.split(":")[0] == origin}


def camp(letter: str, *without: Hole) -> list[Hole]:
    return [hole for hole in HOLES_OF[letter] if hole not in without]


def test_the_star_has_121_holes_and_six_camps_of_ten() -> None:
    assert len(HOLES) == 121
    assert [len(rank) for rank in RANKS] == [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
    assert [len(holes) for holes in HOLES_OF.values()] == [10] * 6


@pytest.mark.parametrize(
    ("seats", "rules", "counts"),
    [
        (2, "ruc", [14, 196, 4760]),
        (3, "ruc", [14, 196, 2744]),
        (4, "ruc", [14, 199, 2786, 39601]),
        (6, "ruc", [14, 199, 2828, 40189]),
        (2, "standard", [14, 196, 4648]),
        (3, "standard", [14, 196, 2744]),
        (4, "standard", [14, 197, 2758, 38809]),
        (6, "standard", [14, 197, 2772, 39005]),
    ],
)
def test_chinese_checkers_perft_gives_the_known_figures(seats: int, rules: str, counts: list[int]) -> None:
    start = chinese_checkers.start({"seats": seats, "rules": rules})
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("rules", ["ruc", "standard"])
@pytest.mark.parametrize("case", cases("chinese_checkers", "positions"), ids=lambda case: case["position"])
def test_chinese_checkers_positions_of_the_cases(case: dict[str, Any], rules: str) -> None:
    position = chinese_checkers.read(case["position"], {"seats": case["seats"], "rules": rules})
    assert position.text() == case["position"]
    if rules in case:
        assert position.legal_moves() == set(case[rules]["legal"])
        assert {"2": perft(position, 2)} == case[rules]["perft"]


@pytest.mark.parametrize("rules", ["ruc", "standard"])
def test_a_lone_army_crosses_in_27_moves_while_the_empty_seat_passes(rules: str) -> None:
    position = star({"A": camp("A")}, "A", rules=rules)
    for number, move in enumerate(SOLO_CROSSING.split(), start=1):
        assert position.outcome() is None
        position = position.after(move)
        if number < 27:
            assert position.legal_moves() == {"pass"}
            position = position.after("pass")
    assert position.outcome() == ((1.0, 0.0), "all_home")
    assert position.text().split(" ")[1:] == ["D", "53", "A", "-"]


def test_a_chain_may_lead_through_the_hole_it_left_but_not_end_there() -> None:
    # Three hops around a triangle lead back to the origin, from where another goes on to the left.
    position = star({"A": [(0, 0)], "D": [(1, 0), (2, -1), (1, -1), (-1, 0)]}, "A")
    assert {"2,0", "2,-2", "-2,0"} <= targets(position, "0,0")
    assert "0,0" not in targets(position, "0,0")
    assert position.after("0,0:2,0:2,-2:0,0:-2,0").state() == position.after("0,0:-2,0").state()


def test_the_moving_marble_is_no_pivot() -> None:
    marbles = {"A": [(0, 0)], "D": [(1, 0), (2, -1)]}
    assert "2,-2" in targets(star(marbles, "A", hop="long"), "0,0")
    assert "-2,2" not in targets(star(marbles, "A", hop="long"), "0,0")


def test_a_path_that_is_not_made_of_hops_is_an_error() -> None:
    position = star({"A": [(0, 0)], "D": [(1, 0)]}, "A")
    assert position.after("0,0:2,0").marbles[2, 0] == "A"
    with pytest.raises(ValueError, match="no hop leads"):
        position.after("0,0:0,1:2,0")


def test_short_hops_need_an_adjacent_marble_and_long_hops_an_equal_distance() -> None:
    marbles = {"A": [(-3, 0)], "D": [(-1, 0)]}
    near = {"-2,0", "-3,1", "-4,1", "-4,0", "-3,-1", "-2,-1"}
    assert targets(star(marbles, "A"), "-3,0") == near
    assert targets(star(marbles, "A", hop="long"), "-3,0") == near | {"1,0"}
    blocked = {"A": [(-3, 0)], "D": [(-1, 0), (0, 0)]}
    assert targets(star(blocked, "A", hop="long"), "-3,0") == near


def test_standard_stops_in_no_foreign_camp_and_leaves_no_goal() -> None:
    marbles = {"A": [(4, 0), (1, -5), (5, -1)]}
    standard, free = star(marbles, "A"), star(marbles, "A", rules="ruc")
    assert targets(standard, "4,0") == {"3,0", "3,1", "4,-1"}
    assert targets(free, "4,0") == {"3,0", "3,1", "4,-1", "4,1", "6,-2"}
    assert targets(standard, "1,-5") == {"2,-5", "2,-6"}
    assert targets(free, "1,-5") == {"2,-5", "2,-6", "1,-4", "0,-4"}


def test_a_man_set_up_in_a_foreign_camp_may_leave_but_not_move_inside() -> None:
    position = star({"A": [(5, -2)]}, "A")
    assert targets(position, "5,-2") == {"4,-1", "4,-2"}


def test_a_marble_hops_through_a_foreign_camp() -> None:
    position = star({"A": [(4, -1)], "D": [(5, -2), (5, -3)]}, "A")
    assert "4,-3" in targets(position, "4,-1")
    assert "6,-3" not in targets(position, "4,-1")


def test_a_full_goal_with_one_own_marble_is_enough_in_standard_and_not_in_ruc() -> None:
    marbles = {"A": [(1, -4), (0, 0)], "D": camp("D", (1, -5))}
    done = star(marbles, "A").after("1,-4:1,-5")
    assert (done.finished, done.outcome()) == ("A", ((1.0, 0.0), "all_home"))
    assert star(marbles, "A", rules="ruc").after("1,-4:1,-5").outcome() is None


def test_a_man_coming_home_fills_the_last_hole_of_the_other() -> None:
    marbles = {"A": camp("D", (1, -5)), "D": [(1, -4), (0, 0)]}
    done = star(marbles, "D 7").after("1,-4:1,-5")
    assert done.outcome() == ((1.0, 0.0), "all_home")
    assert done.text().split(" ")[1:] == ["D", "8", "A", "-"]


@pytest.mark.parametrize(("mover", "scores"), [("A", (1.0, 0.0)), ("D", (0.0, 1.0))])
def test_the_mover_finishes_before_the_others(mover: str, scores: tuple[float, float]) -> None:
    both_home = star({"A": camp("D"), "D": camp("A")}, mover)
    assert both_home.legal_moves() == {"pass"}
    done = both_home.after("pass")
    assert (done.finished, done.outcome()) == (mover, (scores, "all_home"))


def test_a_stuck_seat_passes_which_counts_as_a_ply() -> None:
    position = star({"A": [(4, -7), (3, -7), (4, -6), (2, -6)], "D": [(4, -8)]}, "D 3")
    assert position.legal_moves() == {"pass"}
    assert position.after("pass").text().split(" ")[1:] == ["A", "4", "-", "-"]


def test_finished_seats_are_skipped_without_a_ply_and_ranked_in_order() -> None:
    marbles = {"A": [*camp("D", (1, -5)), (1, -4)], "C": [*camp("F", (-5, 4)), (-4, 4)], "E": camp("E")}
    position = star(marbles, "A", seats=3, rules="ruc").after("1,-4:1,-5")
    assert position.outcome() is None
    assert position.text().split(" ")[1:] == ["C", "1", "A", "-"]
    position = position.after("-4,4:-4,3").after("-1,-4:0,-4")
    assert position.text().split(" ")[1:] == ["C", "3", "A", "-"]
    position = position.after("-4,3:-5,4")
    assert position.outcome() == ((1.0, 0.5, 0.0), "all_home")
    assert position.text().split(" ")[1:] == ["E", "4", "AC", "-"]


def test_a_removed_seat_takes_its_marbles_away_and_the_others_play_on() -> None:
    start = chinese_checkers.start({"seats": 4, "rules": "ruc"})
    assert start.remove(2).text().split(" ")[1:] == ["A", "0", "-", "D"]
    position = start.remove(2).remove(0)
    assert position.text().split(" ")[1:] == ["B", "0", "-", "AD"]
    assert set(position.marbles.values()) == {"B", "E"}
    with pytest.raises(ValueError, match="no longer playing"):
        position.remove(0)
    assert position.outcome() is None
    assert position.remove(1).outcome() == ((0.0, 0.0, 0.0, 1.0), "time")


def test_a_removed_seat_ranks_behind_one_that_is_still_on_the_way() -> None:
    position = star({"A": camp("D"), "C": camp("C"), "E": camp("F")}, "C 60 A", seats=3, rules="ruc")
    assert position.remove(2).outcome() == ((1.0, 0.5, 0.0), "all_home")
    assert position.remove(1).outcome() == ((1.0, 0.0, 0.5), "all_home")


@pytest.mark.parametrize(("mover", "first_ply"), [("A", 0), ("D", 1)])
@pytest.mark.parametrize(
    ("earlier_rounds", "at_home", "loses"),
    [
        (18, 9, False),
        (19, 6, True),
        (19, 5, False),
        (20, 9, False),
        (24, 3, True),
        (24, 2, False),
        (29, 1, True),
        (29, 0, False),
    ],
)
def test_the_tsinghua_deadlines_count_the_marbles_still_at_home(
    mover: str, first_ply: int, earlier_rounds: int, at_home: int, loses: bool
) -> None:
    other = "D" if mover == "A" else "A"
    middle = [(4, 0), *((x, 0) for x in range(-4, 4)), (0, -2)]
    marbles = {mover: camp(mover)[:at_home] + middle[: 10 - at_home], other: [(x, 3) for x in range(-6, 4)]}
    fields = f"{mover} {2 * earlier_rounds + first_ply}"
    lost = (float(other == "A"), float(other == "D")), "home_deadline"
    assert star(marbles, fields, rules="tsinghua").after("4,0:4,-1").outcome() == (lost if loses else None)
    assert star(marbles, fields, rules="standard").after("4,0:4,-1").outcome() is None


def test_finishing_goes_before_a_missed_deadline() -> None:
    marbles = {"A": [*camp("A", (-4, 8)), (1, -4)], "D": camp("D", (1, -5))}
    assert star(marbles, "A 38", rules="tsinghua").after("1,-4:1,-5").outcome() == ((1.0, 0.0), "all_home")


@pytest.mark.parametrize(
    ("white", "scores"),
    [((0, 1), (0.0, 1.0)), ((1, 0), (0.5, 0.5)), ((1, -1), (1.0, 0.0))],
)
def test_at_the_cap_the_remaining_distance_ranks(white: Hole, scores: tuple[float, float]) -> None:
    marbles = {"A": [(-1, 1)], "D": [white]}
    assert star(marbles, "A 798").after("-1,1:0,0").outcome() is None
    assert star(marbles, "A 799").after("-1,1:0,0").outcome() == (scores, "distance")


def test_at_the_cap_finished_seats_lead_and_removed_ones_score_nothing() -> None:
    marbles = {"A": [(0, 0)], "B": camp("E"), "D": [(1, 0)]}
    capped = star(marbles, "A 1600 B E", seats=4, rules="ruc")
    assert capped.outcome() == ((0.5, 1.0, 0.5, 0.0), "distance")
    assert capped.legal_moves() == set()
