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
    images = _images(position.game)
    codes, image = (
        position.native.first_image(images) if isinstance(position, NativePosition) else _first(position, images)
    )
    told = f"{position.game.name} {position.to_move} {','.join(codes)} ".encode()
    return int.from_bytes(hashlib.blake2b(told + image, digest_size=8).digest(), "big")


def _first(position: Position, images: npt.NDArray[np.uint16]) -> tuple[list[str], bytes]:
    """What the native core tells of its own positions: the codes in order, the numbers of the first image's cells."""
    board = position.board()
    codes = sorted(set(board))
    numbers = {code: number for number, code in enumerate(codes)}
    cells = np.array([numbers[code] for code in board], np.uint8)
    return codes, min(image.tobytes() for image in cells[images])


@lru_cache(maxsize=64)
def _images(game: Game) -> npt.NDArray[np.uint16]:
    """For every symmetry, which cell of the board lands on each cell of its image."""
    count = len(game.initial().board())
    images = np.empty((game.num_symmetries, count), dtype=np.uint16)
    for symmetry in range(game.num_symmetries):
        for cell in range(count):
            images[symmetry, game.symmetric_cell(symmetry, cell)] = cell
    return images
