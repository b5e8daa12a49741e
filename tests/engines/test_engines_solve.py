"""Exact values where they can be checked by hand or by plain minimax."""

from __future__ import annotations

import pytest

from duiyi import GameOver, Position, load_game
from duiyi.engines.solve import solve
from tests.engines.tic_tac_toe import TicTacToe


def _wins(position: Position) -> bool:
    """Whether the seat to move wins a game without draws."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.scores[position.to_move] == 1.0
    return any(not _wins(position.after(move)) for move in position.legal_moves())


@pytest.mark.parametrize("spec", ["nogo(rows=2,cols=2)", "nogo(rows=2,cols=3)", "nogo(rows=2,cols=4)", "nogo(size=3)"])
def test_small_nogo_boards_have_the_value_of_plain_minimax(spec: str) -> None:
    start = load_game(spec).initial()
    found = solve(start)
    assert found.value == ("win" if _wins(start) else "loss")
    for move in found.moves:
        assert not _wins(start.after(move))


def test_a_mate_is_a_win_with_its_first_move() -> None:
    game = load_game("xiangqi")
    found = solve(game.position("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"))
    assert (found.value, [game.move_text(move) for move in found.moves]) == ("win", ["b0b9"])


def test_what_takes_too_long_is_unknown() -> None:
    assert solve(load_game("xiangqi").initial(), seconds=0.05).value == "unknown"


def test_a_finished_game_and_a_foreign_one_are_errors() -> None:
    with pytest.raises(GameOver):
        solve(load_game("reversi").position("xxxxxxxx/8/8/8/8/8/8/8 o"))
    with pytest.raises(ValueError, match="native"):
        solve(TicTacToe().initial())
