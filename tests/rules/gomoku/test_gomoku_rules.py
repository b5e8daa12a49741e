"""The rules of Gomoku and Renju, one test per rule."""

from __future__ import annotations

import math

import numpy as np
import pytest

from duiyi import GameOver, IllegalMove, RulesError, load_game, perft
from duiyi.base import Explanation, Game, Position
from tests.rules.gomoku.ranks import write_rank

FREE = load_game("gomoku")
STANDARD = load_game("gomoku(rule=standard)")
CARO = load_game("gomoku(rule=caro)")
RENJU = load_game("gomoku(rule=renju)")
EMPTY = "/".join(["15"] * 15)


def on_rank_8(game: Game, rank: str, side: str = "x") -> Position:
    """A board whose only stones stand on the middle rank."""
    return game.position("/".join(["15"] * 7 + [rank] + ["15"] * 7) + " " + side)


def winner(position: Position, move: str) -> str | None:
    outcome = position.after(position.game.parse_move(move)).outcome()
    return None if outcome is None else "xo"[outcome.winners[0]]


def why(position: Position, move: str) -> Explanation:
    explanation = position.why_illegal(position.game.parse_move(move))
    assert explanation is not None
    return explanation


def points(game: Game, *texts: str) -> tuple[int, ...]:
    return tuple(sorted(game.parse_move(text) for text in texts))


def test_perft_is_a_falling_product_as_long_as_nobody_can_win() -> None:
    assert perft(FREE.initial(), 3) == math.perm(225, 3)
    assert perft(load_game("gomoku(size=5,rule=renju)").initial(), 4) == math.perm(25, 4)
    assert perft(load_game("gomoku(size=22)").initial(), 2) == math.perm(484, 2)


def test_perft_counts_the_choices_of_an_opening() -> None:
    assert perft(load_game("gomoku(size=5,opening=swap)").initial(), 5) == math.perm(25, 3) * 2 * 22
    taraguchi = load_game("gomoku(size=9,opening=taraguchi10)").initial()
    assert [perft(taraguchi, depth) for depth in range(1, 7)] == [1, 2, 16, 32, 32 * 23, 32 * 23 * 2]


def test_perft_counts_nothing_below_a_finished_game() -> None:
    game = load_game("gomoku(size=5)")
    position = game.position("1xxxx/1oox1/oxoox/xooxo/oxo1o x")
    assert (perft(position, 1), perft(position, 2)) == (4, 9)


def test_freestyle_wins_with_five_or_more() -> None:
    assert winner(on_rank_8(FREE, "3xxxx8"), "h8") == "x"
    assert winner(on_rank_8(FREE, "3xxx1xx6"), "g8") == "x"


def test_standard_wins_with_exactly_five() -> None:
    assert winner(on_rank_8(STANDARD, "3xxxx8"), "h8") == "x"
    assert winner(on_rank_8(STANDARD, "3xxx1xx6"), "g8") is None


def test_caro_wins_unless_enemy_stones_stand_at_both_ends() -> None:
    assert winner(on_rank_8(CARO, "2oxxxx8"), "h8") == "x"
    assert winner(on_rank_8(CARO, "2oxxxx1o6"), "h8") is None
    assert winner(on_rank_8(CARO, "xxxx1o9"), "e8") == "x", "the edge does not block"
    assert winner(on_rank_8(CARO, "3xxx1xx6"), "g8") is None


def test_renju_lets_white_win_with_six_but_not_black() -> None:
    assert winner(on_rank_8(RENJU, "3ooo1oo6", "o"), "g8") == "o"
    assert why(on_rank_8(RENJU, "3xxx1xx6"), "g8").code == "overline"


def test_a_five_goes_before_everything_forbidden() -> None:
    both = RENJU.position("7x7/7x7/7x7/7x7/7x7/15/15/4xxx8/15/15/15/15/15/15/15 x")
    assert both.outcome() is not None, "a five on the board is the end"
    position = RENJU.position("15/15/7x7/7x7/7x7/7x7/15/5xx1x6/15/8x6/9x5/15/15/15/15 x")
    assert winner(position, "h9") == "x"


def test_a_black_overline_under_renju_is_no_row() -> None:
    assert on_rank_8(RENJU, "3xxxxxx6", "o").outcome() is None
    assert on_rank_8(RENJU, "3oooooo6").outcome() is not None


def test_two_fours_on_one_line_are_forbidden() -> None:
    explanation = why(on_rank_8(RENJU, "3x1x1x1x5"), "g8")
    assert explanation.code == "double_four"
    assert explanation.cells == points(RENJU, "d8", "f8", "g8", "h8", "j8")


def test_a_straight_four_is_one_four() -> None:
    assert on_rank_8(RENJU, "4xxx8").is_legal(RENJU.parse_move("h8"))


def test_a_double_three_names_its_stones() -> None:
    position = RENJU.position("15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15 x")
    explanation = why(position, "h8")
    assert explanation.code == "double_three"
    assert explanation.cells == points(RENJU, "h8", "h9", "h10", "g8", "f8")
    assert explanation.words.zh == "h8 是黑方禁手：同时形成两个活三（三三）"


def test_a_three_that_cannot_become_a_straight_four_does_not_count() -> None:
    blocked = RENJU.position("15/15/15/15/7o7/7x7/7x7/5xx8/15/15/15/15/15/15/15 x")
    assert blocked.is_legal(RENJU.parse_move("h8"))


def test_white_has_no_forbidden_points() -> None:
    position = RENJU.position("15/15/15/15/15/7o7/7o7/5oo8/15/15/15/15/15/15/15 o")
    assert len(position.legal_moves()) == 221


def test_a_seat_left_with_forbidden_points_draws() -> None:
    game = load_game("gomoku(size=6,rule=renju)")
    position = game.position("xxxx1x/oooxoo/xxoxxo/ooxoox/xxoxxo/ooxoox x")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "board_full")
    assert outcome.words == ("a draw: only forbidden points are left to Black", "和棋：黑方只剩禁手点")
    assert game.position(position.text().replace(" x", " o")).outcome() is None


def test_the_end_shows_the_winning_row() -> None:
    position = on_rank_8(FREE, "3xxxx8").after(FREE.parse_move("h8"))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.cells == points(FREE, "d8", "e8", "f8", "g8", "h8")
    assert outcome.words == ("Black wins with five in a row", "黑方五子连珠获胜")
    assert position.legal_moves() == []
    with pytest.raises(GameOver):
        position.after(0)


def test_a_taken_point_is_refused() -> None:
    position = FREE.position(EMPTY + " x", "h8")
    with pytest.raises(IllegalMove, match="h8 is already taken"):
        position.after(FREE.parse_move("h8"))


def test_any_stones_may_be_set_up() -> None:
    position = on_rank_8(RENJU, "xx1oooo8")
    assert (position.to_move, len(position.legal_moves())) == (0, 219)


def test_features_show_the_board_to_the_seat_that_moves() -> None:
    black = on_rank_8(RENJU, "3x1x1xo6")
    white = on_rank_8(RENJU, "3x1x1xo6", "o")
    assert black.features().shape == RENJU.feature_shape == (14, 15, 15)
    own, enemy, next_black, forbidden = black.features()[:4]
    assert (own.sum(), enemy.sum(), next_black.min(), forbidden.sum()) == (3, 1, 1, 0)
    assert np.array_equal(white.features()[:2], black.features()[1::-1])
    assert white.features()[2].max() == 0
    assert on_rank_8(RENJU, "3x1x1x1x5").features()[3, 7, 6] == 1


def test_features_show_what_a_stone_would_threaten_on_each_point() -> None:
    planes = on_rank_8(FREE, "3xxx9", "x").features()
    twos, threes, open_threes, fours, winning = planes[3:8, 7]
    assert [int(column) for column in np.flatnonzero(fours)] == [1, 2, 6, 7]
    assert [int(column) for column in np.flatnonzero(winning)] == [2, 6], "an open four"
    assert [int(column) for column in np.flatnonzero(threes)] == [0, 8]
    assert not open_threes.any()
    assert not planes[8:].any(), "the enemy has no stone there"
    assert twos.sum() == 0
    answered = on_rank_8(FREE, "3xxx9", "o").features()
    assert np.array_equal(answered[8:], planes[3:8])
    assert not answered[3:8].any()


def test_features_of_an_opening_show_its_phase() -> None:
    game = load_game("gomoku(opening=swap)")
    start = game.initial().features()
    assert start.shape == (23, 15, 15)
    assert [plane for plane in range(23) if start[plane].all()] == [2, 3, 5]
    choosing = game.position(EMPTY + " x place 0 -", "h8 h9 h10").features()
    assert [plane for plane in range(23) if choosing[plane].all()] == [6]
    assert (choosing[0].sum(), choosing[1].sum()) == (1, 2), "the second seat has white until it has chosen"


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries_keep_what_is_forbidden(symmetry: int) -> None:
    position = RENJU.position("15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/xxx1xx9 x")
    stones = [(cell, code) for cell, code in enumerate(position.board()) if code]
    board = [""] * 225
    for cell, code in stones:
        board[RENJU.symmetric_cell(symmetry, cell)] = code
    rows = [write_rank(board[start : start + 15]) for start in range(0, 225, 15)]
    image = RENJU.position("/".join(rows) + " x")
    expected = {RENJU.symmetric_move(symmetry, move) for move in position.legal_moves()}
    assert set(image.legal_moves()) == expected


def test_choices_are_their_own_image() -> None:
    game = load_game("gomoku(opening=swap2)")
    for move in range(225, game.num_moves):
        assert {game.symmetric_move(symmetry, move) for symmetry in range(8)} == {move}


@pytest.mark.parametrize(
    "spec",
    ["gomoku(size=4)", "gomoku(size=23)", "gomoku(rule=go)", "gomoku(opening=swap3)", "gomoku(width=9)"]
    + [f"gomoku(opening=taraguchi10,size={size})" for size in (7, 8, 16)],
)
def test_specs_that_make_no_game_are_refused(spec: str) -> None:
    with pytest.raises(RulesError, match="expected"):
        load_game(spec)
