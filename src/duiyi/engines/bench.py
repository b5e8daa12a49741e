"""A fixed task for every game: how many nodes it takes is the engine's signature, how long is its speed."""

from __future__ import annotations

import random
from typing import NamedTuple

from duiyi.analysis import Limits
from duiyi.base import Game, Position
from duiyi.engines.load import load_engine
from duiyi.engines.sync import analyse

__all__ = ["BENCHES", "Bench", "bench", "bench_positions"]

BENCHES = {
    "chinese_checkers": 6,
    "chinese_checkers(seats=3)": 6,
    "nogo": 6,
    "reversi": 9,
    "xiangqi": 8,
    "gomoku": 7,
    "gomoku(rule=renju)": 7,
}
"""The games of the bench and the depth that alpha-beta searches in each."""

_PLIES = (0, 8, 20)  # of random play before each position
_VISITS = 2000  # of the tree search


class Bench(NamedTuple):
    """What one game's task took."""

    game: str
    nodes: int
    visits: int
    seconds: float
    visit_seconds: float


def bench(game: Game) -> Bench:
    """Search the fixed positions of a game with one thread and a fixed seed: the same nodes on every machine.

    >>> from duiyi import load_game
    >>> bench(load_game("nogo(size=4)")).visits > 0
    True
    """
    depth = BENCHES.get(game.spec, 4)
    deep, broad = load_engine("alphabeta", game), load_engine("mcts", game)
    nodes, visits, seconds, visit_seconds = 0, 0, 0.0, 0.0
    for position in bench_positions(game):
        found = analyse(deep, position, Limits(depth=depth, seed=1))
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
        found = analyse(broad, position, Limits(nodes=_VISITS, seed=1))
        visits, visit_seconds = visits + found.nodes, visit_seconds + found.seconds
    return Bench(game.spec, nodes, visits, seconds, visit_seconds)


def bench_positions(game: Game) -> list[Position]:
    """Positions after some plies of random play, the same every time.

    >>> from duiyi import load_game
    >>> len(bench_positions(load_game("reversi")))
    3
    """
    chance = random.Random(20260101)
    found = []
    position = game.initial()
    for ply in range(max(_PLIES) + 1):
        if position.outcome() is not None:
            break
        if ply in _PLIES:
            found.append(position)
        position = position.after(chance.choice(sorted(position.legal_moves())))
    return found
