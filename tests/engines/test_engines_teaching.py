"""The teaching engines are right where the native ones are, on games small enough for Python."""

from __future__ import annotations

import random

import pytest

from duiyi import Limits, Position, load_game
from duiyi.engines import analyse, load_engine
from tests.engines.tic_tac_toe import TicTacToe


def _random_position(spec: str, seed: int, plies: int) -> Position | None:
    chance = random.Random(seed)
    position: Position = load_game(spec).initial()
    for _ in range(plies):
        position = position.after(chance.choice(position.legal_moves()))
        if position.outcome() is not None:
            return None
    return position


@pytest.mark.parametrize("spec", ["nogo(rows=2,cols=3)", "nogo(size=3)", "reversi(size=4)"])
@pytest.mark.parametrize("seed", range(4))
def test_teaching_and_native_engines_agree_on_who_wins(spec: str, seed: int) -> None:
    position = _random_position(spec, seed, 4)
    if position is None:
        return
    game = position.game
    native = analyse(load_engine("alphabeta", game), position, Limits(depth=20, seed=1))
    for name in ("teaching.minimax", "teaching.alphabeta"):
        plain = analyse(load_engine(name, game), position, Limits(depth=14, seconds=60))
        if plain.rates[0] == 0.5:
            assert native.lines[0].end_in is None
        else:
            assert native.rates == pytest.approx(plain.rates), name


def test_tic_tac_toe_is_a_draw() -> None:
    found = analyse(load_engine("alphabeta", TicTacToe()), TicTacToe().position("x...o...."), Limits(depth=9))
    assert found.rates == (0.5, 0.5)


@pytest.mark.parametrize("name", ["greedy", "minimax", "alphabeta", "mcts"])
def test_a_win_in_one_is_taken(name: str) -> None:
    found = analyse(load_engine(name, TicTacToe()), TicTacToe().position("xx.oo...."), Limits(nodes=400, seed=3))
    assert found.best == 2


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "mcts"])
def test_a_loss_in_one_is_prevented(name: str) -> None:
    found = analyse(load_engine(name, TicTacToe()), TicTacToe().position("xx..o...."), Limits(nodes=2000, seed=3))
    assert found.best == 2


def test_alphabeta_needs_fewer_nodes_than_minimax_for_the_same_value() -> None:
    position = TicTacToe().position("x...o....")
    plain = analyse(load_engine("minimax", TicTacToe()), position, Limits(depth=5))
    pruned = analyse(load_engine("alphabeta", TicTacToe()), position, Limits(depth=5))
    assert plain.rates == pruned.rates
    assert pruned.nodes < plain.nodes / 2


def test_the_same_seed_plays_the_same_games() -> None:
    first, again = (
        analyse(load_engine("mcts", TicTacToe()), TicTacToe().initial(), Limits(nodes=300, seed=9)) for _ in range(2)
    )
    assert first.lines == again.lines


def test_several_lines_come_best_first() -> None:
    for name in ("greedy", "minimax", "alphabeta", "mcts"):
        found = analyse(load_engine(name, TicTacToe()), TicTacToe().position("x...o...."), Limits(nodes=500, lines=3))
        assert len(found.lines) == 3, name
        order = [line.share if name == "mcts" else line.rates[0] for line in found.lines]
        assert order == sorted(order, reverse=True), name  # type: ignore[type-var]


def test_three_seats_are_served_too() -> None:
    game = load_game("chinese_checkers(seats=3)")
    for name in ("teaching.greedy", "teaching.alphabeta(depth=1)"):
        found = analyse(load_engine(name, game), game.initial(), Limits(seconds=20))
        assert len(found.rates) == 3
