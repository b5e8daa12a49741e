"""Wins that are near are found, in every game, and are really there."""

from __future__ import annotations

import pytest

from duiyi import Limits, load_game
from duiyi.engines import analyse, load_engine

# A win for the seat to move, with the plies it takes.
WINS = [
    ("gomoku", "15/15/15/15/15/15/15/5xxxx6/15/15/4oooo7/15/15/15/15 x", 1),
    ("gomoku", "15/15/15/15/15/15/15/6xxx6/8o6/15/7o7/15/15/15/15 x", 3),
    ("gomoku(rule=renju)", "15/15/15/15/15/15/15/6xxx6/8o6/15/7o7/15/15/15/15 x", 3),
    ("gomoku(rule=standard)", "15/15/15/15/15/15/6ooo6/6xx7/8x6/15/15/15/15/15/15 o", 3),
    ("xiangqi", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1", 1),
    ("xiangqi", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 119 60", 1),  # mate goes before the natural limit
    ("xiangqi", "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1", 3),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 117 60", 3),
    ("chinese_checkers", "1/2/3/4/DDDDDDDDDD3/12/11/10/9/10/11/12/7A5/AAA1/AAA/AA/A A", 1),
    ("nogo(rows=2,cols=2)", "1x/2 x", 1),
    ("reversi(size=4)", "xxxo/xxo1/xoox/xxxx x", 1),
]


@pytest.mark.parametrize(("spec", "text", "plies"), WINS)
@pytest.mark.parametrize("name", ["alphabeta", "mcts"])
def test_a_near_win_is_found_and_can_be_played(spec: str, text: str, plies: int, name: str) -> None:
    game = load_game(spec)
    position = start = game.position(text)
    left = plies + 2  # reductions may find a longer way first
    while (outcome := position.outcome()) is None:
        found = analyse(load_engine(name, game), position, Limits(nodes=30_000, seed=1))
        if position.to_move == start.to_move:
            assert found.lines[0].end_in is not None
            assert 1 <= found.lines[0].end_in <= left
            assert found.rates[position.to_move] == 1.0
            left = found.lines[0].end_in
        position = position.after(found.best)
        left -= 1
    assert outcome.scores[start.to_move] == 1.0


@pytest.mark.parametrize(("spec", "text"), [(spec, text) for spec, text, plies in WINS if plies == 1])
@pytest.mark.parametrize("name", ["greedy", "minimax", "alphabeta(selective=off,depth=1)"])
def test_a_win_in_one_is_exact_at_one_ply(spec: str, text: str, name: str) -> None:
    game = load_game(spec)
    found = analyse(load_engine(name, game), game.position(text), Limits(depth=1))
    assert found.lines[0].end_in == 1


def test_a_loss_that_cannot_be_helped_is_put_off() -> None:
    game = load_game("xiangqi")
    position = game.position("4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1").after(game.parse_move("a1a8"))
    found = analyse(load_engine("alphabeta", game), position, Limits(depth=6, seed=1))
    assert found.lines[0].end_in is not None
    assert found.lines[0].end_in < 0


def test_a_four_is_stopped() -> None:
    game = load_game("gomoku")
    position = game.position("15/15/15/15/15/15/15/5xxxxo5/8o6/15/7o7/15/15/15/15 o")
    for name in ("alphabeta", "mcts", "greedy"):
        limits = Limits(nodes=2000, seed=1)
        assert game.move_text(analyse(load_engine(name, game), position, limits).best) == "e8", name
