"""Chinese Checkers by numbers: perft tables, every case, the crossing in 27 moves."""

from __future__ import annotations

from typing import Any

import pytest

from duiyi import load_game, perft
from tests.places import cases, suite
from tests.rules.chinese_checkers.boards import CAMPS, set_up

CASES = cases("chinese_checkers")
SUITE = suite("chinese_checkers.json")
# The tables of RULES, confirmed by two programs and, without camp limits, by open_spiel; from depth 5 on by one.
PERFT = {
    (2, "ruc"): [14, 196, 4760, 115600, 3188520, 87946884],
    (3, "ruc"): [14, 196, 2744, 66640, 1618400],
    (4, "ruc"): [14, 199, 2786, 39601, 958384],
    (6, "ruc"): [14, 199, 2828, 40189, 571130],
    (2, "standard"): [14, 196, 4648, 110224, 2947496],
    (3, "standard"): [14, 196, 2744, 65072, 1543136],
    (4, "standard"): [14, 197, 2758, 38809, 922945],
    (6, "standard"): [14, 197, 2772, 39005, 548842],
}


@pytest.mark.parametrize(("seats", "rules"), PERFT)
def test_perft_from_the_start(seats: int, rules: str) -> None:
    start = load_game(f"chinese_checkers(seats={seats},rules={rules})").initial()
    counts = PERFT[seats, rules]
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


def test_tsinghua_counts_as_standard_before_the_first_deadline() -> None:
    assert perft(load_game("chinese_checkers(rules=tsinghua)").initial(), 4) == 110224


@pytest.mark.parametrize(
    ("rules", "case"),
    [(rules, case) for case in CASES["positions"] for rules in ("ruc", "standard") if rules in case],
    ids=lambda value: value if isinstance(value, str) else value["position"],
)
def test_legal_moves_and_perft_of_the_cases(rules: str, case: dict[str, Any]) -> None:
    game = load_game(f"chinese_checkers(seats={case['seats']},rules={rules})")
    position = game.position(case["position"])
    assert position.text() == case["position"]
    assert {game.move_text(move) for move in position.legal_moves()} == set(case[rules]["legal"])
    for depth, count in case[rules]["perft"].items():
        assert perft(position, int(depth)) == count


@pytest.mark.parametrize("seating", SUITE.get("perft", {}))
@pytest.mark.parametrize(("name", "rules"), [("0_free", "ruc"), ("1_standard", "standard")])
def test_perft_of_the_public_figures(seating: str, name: str, rules: str) -> None:
    start = load_game(f"chinese_checkers(seats={len(seating)},rules={rules})").initial()
    counts = SUITE["perft"][seating][name]
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


# One way across, found by a beam search of ours; fewer than 27 moves are impossible (Bell, Integers 9 (2009) G01).
CROSSING = (
    "-4,5:-3,4 -4,7:-2,3 -2,6:-2,2 -2,2:-2,1 -4,8:-2,0 -4,6:-2,2 -3,5:-1,-1 -1,-1:0,-2 -3,7:1,-3 "
    "-1,5:-1,-1 -3,4:-2,4 -3,6:1,-4 -2,1:2,-5 2,-5:3,-6 -2,3:4,-7 -2,5:2,-5 -2,4:-2,3 2,-5:3,-5 "
    "-2,3:4,-5 -2,2:-2,1 -2,1:2,-5 0,-2:4,-8 -2,0:2,-6 -1,-1:0,-2 0,-2:4,-6 1,-3:3,-7 1,-4:1,-5"
)


@pytest.mark.parametrize("rules", ["standard", "ruc", "tsinghua"])
def test_a_lone_army_crosses_in_27_moves(rules: str) -> None:
    _cross(rules, CROSSING.split())


@pytest.mark.parametrize("rules", ["standard", "ruc"])
@pytest.mark.parametrize("way", [SUITE["solo_27_move_solution_A_to_D"]] if SUITE else [], ids=["published"])
def test_the_published_crossing_replays(way: list[list[int]], rules: str) -> None:
    _cross(rules, [f"{a},{b}:{c},{d}" for a, b, c, d in way])


def _cross(rules: str, moves: list[str]) -> None:
    assert len(moves) == 27
    position = set_up(f"chinese_checkers(rules={rules})", {"A": CAMPS["A"]}, "A")
    game = position.game
    for move in moves:
        assert position.outcome() is None
        if position.to_move == 1:
            position = position.after(game.parse_move("pass"))
        position = position.after(game.parse_move(move))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((1.0, 0.0), "all_home")
