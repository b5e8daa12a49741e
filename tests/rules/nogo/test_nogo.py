"""The rules of NoGo, one test per rule."""

from __future__ import annotations

import random

import numpy as np
import pytest

from duiyi import GameOver, IllegalMove, Outcome, Position, RulesError, load_game, perft
from duiyi.games.nogo import NoGo

GAME = load_game("nogo(size=5)")
COURSE = load_game("nogo(size=5,rule=course)")
# Of RULES, counted by two independent programs.
PERFT = {
    "nogo(size=3)": [9, 72, 496, 2832, 12768, 41328, 80352, 43776, 0],
    "nogo": [81, 6480, 511912, 39927264],
}


def cells(names: str) -> tuple[int, ...]:
    return tuple(GAME.parse_move(name) for name in names.split())


def end_of(position: Position) -> Outcome:
    outcome = position.outcome()
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("spec", PERFT)
def test_perft_from_the_start(spec: str) -> None:
    assert [perft(load_game(spec).initial(), depth) for depth in range(1, len(PERFT[spec]) + 1)] == PERFT[spec]


@pytest.mark.parametrize("size", range(3, 20))
def test_three_plies_lose_only_the_eight_captures_in_the_corners(size: int) -> None:
    n = size * size
    assert perft(load_game(f"nogo(size={size})").initial(), 3) == n * (n - 1) * (n - 2) - 8


def test_black_begins_and_seats_alternate() -> None:
    position = GAME.initial()
    assert position.to_move == 0
    position = position.after(GAME.parse_move("A1"))
    assert (position.to_move, position.text()) == (1, "5/5/5/5/x4 o")


def test_the_last_liberty_of_an_enemy_group_may_not_be_taken() -> None:
    position = GAME.position("oo3/xx3/5/5/5 x")
    why = position.why_illegal(GAME.parse_move("C5"))
    assert why is not None
    assert (why.code, why.cells) == ("capture", cells("A5 B5"))
    assert why.words == ("C5 would capture A5 and B5", "落在 C5 会吃掉 A5、B5")
    with pytest.raises(IllegalMove, match="C5 would capture A5 and B5"):
        position.after(GAME.parse_move("C5"))


def test_a_move_may_not_take_the_last_liberty_of_two_groups_at_once() -> None:
    why = GAME.position("xo1ox/1xxx1/5/5/5 x").why_illegal(GAME.parse_move("C5"))
    assert why is not None
    assert (why.code, why.cells) == ("capture", cells("B5 D5"))


def test_an_enemy_group_with_another_liberty_may_be_approached() -> None:
    assert GAME.position("oo3/x4/5/5/5 x").is_legal(GAME.parse_move("B4"))


def test_a_stone_without_a_liberty_may_not_be_placed() -> None:
    why = GAME.position("1x3/x4/5/5/5 o").why_illegal(GAME.parse_move("A5"))
    assert why is not None
    assert (why.code, why.cells) == ("suicide", cells("A5"))
    assert why.words == ("a stone on A5 would have no liberty", "落在 A5 的棋子没有气")


def test_the_last_liberty_of_the_own_group_may_not_be_filled() -> None:
    why = GAME.position("o1x2/xx3/5/5/5 o").why_illegal(GAME.parse_move("B5"))
    assert why is not None
    assert (why.code, why.cells) == ("suicide", cells("A5 B5"))
    assert why.words.en == "B5 would take the last liberty of its own A5"


def test_a_point_without_empty_neighbours_may_join_a_group_with_another_liberty() -> None:
    position = GAME.position("o1oo1/xxx2/5/5/5 o")
    assert position.is_legal(GAME.parse_move("B5"))


def test_a_capture_that_would_also_be_suicide_is_called_a_capture() -> None:
    why = GAME.position("xox2/1ox2/oox2/xx3/5 x").why_illegal(GAME.parse_move("A4"))
    assert why is not None
    assert (why.code, why.cells) == ("capture", cells("B5 B4 A3 B3"))


def test_of_a_large_group_the_first_stones_are_named() -> None:
    why = GAME.position("ooooo/xxxx1/5/5/5 x").why_illegal(GAME.parse_move("E4"))
    assert why is not None
    assert why.words.en == "E4 would capture A5, B5, C5, D5 and E5"
    why = GAME.position("ooooo/oxxxx/1x3/5/5 x").why_illegal(GAME.parse_move("A3"))
    assert why is not None
    assert why.words.en == "A3 would capture A5, B5, C5, D5, E5 and A4"
    why = GAME.position("ooooo/oxxxo/1x2x/5/5 x").why_illegal(GAME.parse_move("A3"))
    assert why is not None
    assert why.words == (
        "A3 would capture A5, B5, C5, D5, E5, A4 and 1 more",
        "落在 A3 会吃掉 A5、B5、C5、D5、E5、A4 等 7 子",
    )
    assert len(why.cells) == 7


def test_a_taken_point_may_not_be_played() -> None:
    why = GAME.position("x4/5/5/5/5 o").why_illegal(GAME.parse_move("A5"))
    assert why is not None
    assert (why.code, why.words.en, why.cells) == ("occupied", "A5 is already taken", (0,))


def test_a_seat_without_a_legal_move_loses() -> None:
    position = load_game("nogo(size=2)").position("x1/1x o")
    end = end_of(position)
    assert (end.scores, end.reason, end.cells) == ((1.0, 0.0), "no_legal_move", (1, 2))
    assert end.words == ("Black wins: White has no legal move", "黑方胜：白方无处可下")
    assert position.legal_moves() == []
    with pytest.raises(GameOver):
        position.after(1)


def test_the_other_seat_goes_on_in_the_same_position() -> None:
    assert load_game("nogo(size=2)").position("x1/1x x").outcome() is None


def test_moves_only_ever_disappear() -> None:
    rng = random.Random(1)
    for _ in range(50):
        position = GAME.initial()
        before = {0: set(range(25)), 1: set(range(25))}
        while position.outcome() is None:
            moves = position.legal_moves()
            assert set(moves) <= before[position.to_move]
            before[position.to_move] = set(moves)
            position = position.after(rng.choice(moves))


def test_the_course_rule_lets_every_empty_point_be_played() -> None:
    position = COURSE.position("oo3/xx3/5/5/5 x")
    assert position.legal_moves() == [cell for cell, code in enumerate(position.board()) if not code]


def test_under_the_course_rule_a_capture_loses_at_once() -> None:
    lost = COURSE.position("oo3/xx3/5/5/5 x").after(COURSE.parse_move("C5"))
    end = end_of(lost)
    assert (end.scores, end.reason, end.cells) == ((0.0, 1.0), "capture", cells("A5 B5"))
    assert end.words == ("White wins: Black captured A5 and B5 with C5", "白方胜：黑方下 C5 吃掉 A5、B5")
    assert lost.legal_moves() == []
    assert lost.board()[2] == "x"
    with pytest.raises(GameOver):
        lost.after(4)


def test_under_the_course_rule_suicide_loses_at_once() -> None:
    alone = end_of(COURSE.position("1x3/x4/5/5/5 o").after(0))
    assert (alone.scores, alone.reason, alone.cells) == ((1.0, 0.0), "suicide", (0,))
    assert alone.words == ("Black wins: White's stone on A5 has no liberty", "黑方胜：白方下在 A5 的棋子没有气")
    group = end_of(COURSE.position("o1x2/xx3/5/5/5 o").after(1))
    assert (group.reason, group.cells) == ("suicide", cells("A5 B5"))
    assert group.words.en == "Black wins: White took the last liberty of its own A5 with B5"


def test_under_the_course_rule_a_seat_with_only_losing_moves_must_play_one() -> None:
    game = load_game("nogo(size=2,rule=course)")
    position = game.position("x1/1x o")
    assert position.outcome() is None
    assert {end_of(position.after(move)).reason for move in position.legal_moves()} == {"suicide"}


def test_a_position_lost_under_the_course_rule_is_rebuilt_from_the_one_before() -> None:
    lost = COURSE.position("oo3/xx3/5/5/5 x").after(2)
    assert repr(lost) == "load_game('nogo(size=5,rule=course)').position('oo3/xx3/5/5/5 x', 'C5')"
    assert COURSE.position("oo3/xx3/5/5/5 x", "C5") == lost


@pytest.mark.parametrize("depth", range(1, 5))
def test_perft_of_the_course_rule_counts_every_empty_point_after_lines_without_a_loss(depth: int) -> None:
    assert perft(COURSE.initial(), depth) == perft(GAME.initial(), depth - 1) * (26 - depth)


def test_features_show_stones_legal_points_and_liberties_of_both_seats() -> None:
    game = load_game("nogo(rows=2,cols=3)")
    expected = {
        "own stones": "010 000",
        "other stones": "100 010",
        "own legal points": "001 001",
        "other legal points": "000 101",
        "own groups with one liberty": "010 000",
        "other groups with one liberty": "100 000",
        "own groups with two liberties": "000 000",
        "other groups with two liberties": "000 010",
        "the board": "111 111",
        "own sealed regions": "000 000",
        "other sealed regions": "000 000",
    }
    planes = game.position("xo1/1x1 o").features()
    assert planes.shape == (15, 2, 3)
    for plane, (name, rows) in zip(planes, expected.items(), strict=False):
        assert np.array_equal(plane, [[int(value) for value in row] for row in rows.split()]), name


def test_features_show_regions_that_are_sealed() -> None:
    planes = load_game("nogo(size=4)").position("1x1x/xxxx/oooo/4 o").features()
    assert not planes[9].any()
    assert planes[10].tolist() == [[1, 0, 1, 0], [0] * 4, [0] * 4, [0] * 4]


@pytest.mark.parametrize("spec", ["nogo(rows=3,cols=5)", "nogo(size=6)", "nogo"])
def test_features_show_what_a_stone_takes_besides_its_own_point(spec: str) -> None:
    game, chance = load_game(spec), random.Random(4)
    for _ in range(6):
        position = game.initial()
        while position.outcome() is None:
            planes = position.features()
            board, side = position.text().split()
            for seat, text in enumerate((side, "o" if side == "x" else "x")):
                turned = game.position(f"{board} {text}")
                own, other = turned.features()[2:4]
                takes_own, takes_others = planes[11 + seat], planes[13 + seat]
                expected = np.zeros((2, *own.shape))
                for move in turned.legal_moves():
                    theirs, ours = turned.after(move).features()[2:4]
                    place = np.unravel_index(move, own.shape)
                    expected[0][place] = min(1, (own.sum() - ours.sum() - own[place]) / 4)
                    expected[1][place] = min(1, (other.sum() - theirs.sum() - other[place]) / 4)
                assert np.array_equal(takes_own, expected[0])
                assert np.array_equal(takes_others, expected[1])
            position = position.after(chance.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("spec", "count"), [("nogo(size=4)", 8), ("nogo(rows=3,cols=4)", 4), ("nogo(rows=4,cols=3)", 4)]
)
def test_squares_have_eight_symmetries_and_rectangles_four(spec: str, count: int) -> None:
    game = load_game(spec)
    images = {
        tuple(game.symmetric_cell(symmetry, cell) for cell in range(12)) for symmetry in range(game.num_symmetries)
    }
    assert len(images) == game.num_symmetries == count


def test_the_shape_names_points_as_gtp_does() -> None:
    shape = load_game("nogo").shape()
    assert (shape.cells[0].label, shape.cells[8].label, shape.cells[80].label) == ("A9", "J9", "J1")
    assert shape.cells[0].neighbours == (1, 9)
    assert (shape.skin, shape.input) == ("nogo", "place")


def test_rows_and_columns_may_differ() -> None:
    game = load_game("nogo(rows=3,cols=5)")
    assert isinstance(game, NoGo)
    assert (game.rows, game.cols, game.num_moves) == (3, 5, 15)
    assert game.initial().text() == "5/5/5 x"


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("nogo(size=9)", "nogo"),
        ("nogo(rows=9,cols=9,rule=legal)", "nogo"),
        ("nogo(cols=4,rows=4)", "nogo(size=4)"),
        ("nogo(size=7,cols=5)", "nogo(rows=7,cols=5)"),
        ("nogo(rule=course,size=13)", "nogo(size=13,rule=course)"),
    ],
)
def test_a_board_has_one_spec_however_it_is_asked_for(spec: str, canonical: str) -> None:
    assert load_game(spec).spec == canonical
    assert load_game(spec) == load_game(canonical)


@pytest.mark.parametrize("options", ["size=1", "size=20", "rows=1,cols=5", "size=big", "rule=go", "komi=7"])
def test_foreign_options_are_refused(options: str) -> None:
    with pytest.raises(RulesError, match="expected"):
        load_game(f"nogo({options})")
