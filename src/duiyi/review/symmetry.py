"""One key for all positions that a symmetry of the board makes equal: what a library searches by."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from duiyi.base import Game, Position

__all__ = ["board_key"]


def board_key(position: Position) -> int:
    """A 64-bit hash of the board and the seat to move, the same for mirrored and turned boards, in every process.

    History, counters and the rules' options do not matter: the same stones under other rules are the same board.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku")
    >>> first, second = (game.initial().after(game.parse_move(text)) for text in ("c3", "m13"))
    >>> board_key(first) == board_key(second), board_key(first) == board_key(game.initial())
    (True, False)
    """
    codes = position.board()
    names, numbers = _numbered(frozenset(codes))
    cells = np.frombuffer(bytes(itemgetter(*codes)(numbers)), dtype=np.uint8)
    images, size = cells[_images(position.game)].tobytes(), len(codes)
    smallest = min([images[start : start + size] for start in range(0, len(images), size)])
    told = f"{position.game.name} {position.to_move} {names} ".encode()
    return int.from_bytes(hashlib.blake2b(told + smallest, digest_size=8).digest(), "big")


@lru_cache(maxsize=256)
def _numbered(codes: frozenset[str]) -> tuple[str, dict[str, int]]:
    """The codes that a board holds, in order, and the number of each."""
    names = sorted(codes)
    return ",".join(names), {code: number for number, code in enumerate(names)}


@lru_cache(maxsize=64)
def _images(game: Game) -> npt.NDArray[np.intp]:
    """For every symmetry, which cell of the board lands on each cell of its image."""
    count = len(game.initial().board())
    images = np.empty((game.num_symmetries, count), dtype=np.intp)
    for symmetry in range(game.num_symmetries):
        for cell in range(count):
            images[symmetry, game.symmetric_cell(symmetry, cell)] = cell
    return images
