"""One key for all positions that a symmetry of the board makes equal: what a library searches by."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from duiyi.base import Game, Position
from duiyi.games.native import NativePosition

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
    codes, numbers = position.native.numbered_board() if isinstance(position, NativePosition) else _numbered(position)
    cells = np.frombuffer(numbers, dtype=np.uint8)
    images, size = cells[_images(position.game)].tobytes(), len(numbers)
    smallest = min([images[start : start + size] for start in range(0, len(images), size)])
    told = f"{position.game.name} {position.to_move} {','.join(codes)} ".encode()
    return int.from_bytes(hashlib.blake2b(told + smallest, digest_size=8).digest(), "big")


def _numbered(position: Position) -> tuple[list[str], bytes]:
    """What the native core tells of its own positions: the codes in order, and the number of every cell's code."""
    board = position.board()
    codes = sorted(set(board))
    numbers = {code: number for number, code in enumerate(codes)}
    return codes, bytes([numbers[code] for code in board])


@lru_cache(maxsize=64)
def _images(game: Game) -> npt.NDArray[np.intp]:
    """For every symmetry, which cell of the board lands on each cell of its image."""
    count = len(game.initial().board())
    images = np.empty((game.num_symmetries, count), dtype=np.intp)
    for symmetry in range(game.num_symmetries):
        for cell in range(count):
            images[symmetry, game.symmetric_cell(symmetry, cell)] = cell
    return images
