"""Counting lines of play, the check that every rule book must pass.

>>> from duiyi import load_game
>>> perft(load_game("nogo(size=3)").initial(), 3)
496
"""

from __future__ import annotations

from collections.abc import Iterator

from duiyi.base import Move, Position
from duiyi.games.native import NativePosition

__all__ = ["perft", "perft_divide"]


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` plies from a position; a pass is a ply.

    A game that ends earlier counts nothing, except in Reversi, where it counts as one leaf. Native games are
    counted in the core.
    """
    if depth < 0:
        raise ValueError(f"depth: expected 0 or more, got {depth}")
    if depth == 0:
        return 1
    if isinstance(position, NativePosition):
        return position.native.perft(depth)
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)


def perft_divide(position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """The same count move by move, yielded as each is done.

    >>> from duiyi import load_game
    >>> game = load_game("reversi")
    >>> [(game.move_text(move), nodes) for move, nodes in perft_divide(game.initial(), 3)]
    [('d3', 14), ('c4', 14), ('f5', 14), ('e6', 14)]
    """
    if depth < 1:
        raise ValueError(f"depth: expected 1 or more, got {depth}")
    for move in position.legal_moves():
        yield move, perft(position.after(move), depth - 1)
