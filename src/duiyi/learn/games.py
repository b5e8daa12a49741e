"""Games as the learner keeps them: the moves, what each search made of its position, and the result.

Planes are not stored: they are made again from the moves, so games stay small (a few hundred bytes) and outlive
changes of the planes. A file holds the games of one job.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

__all__ = ["Row", "SearchedGame", "pack_games", "read_games", "unpack_games", "write_atomically", "write_games"]

_SCALE = 65535


class Row(msgspec.Struct, frozen=True, array_like=True):
    """What a full search found at a ply: shares of moves to learn, and its expected scores by absolute seat."""

    ply: int
    moves: bytes
    shares: bytes
    rates: tuple[float, ...]

    @staticmethod
    def of(ply: int, moves: Sequence[int], shares: Sequence[float], rates: Sequence[float]) -> Row:
        """A row with its numbers packed; shares too small to count are left out.

        >>> Row.of(3, [7, 9], [0.75, 0.25], [0.5, 0.5]).policy()[0].tolist()
        [7, 9]
        """
        packed = np.rint(np.asarray(shares) * _SCALE).astype(np.uint16)
        kept = packed > 16
        return Row(
            ply, np.asarray(moves, np.uint16)[kept].tobytes(), packed[kept].tobytes(), tuple(round(r, 4) for r in rates)
        )

    def policy(self) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint16]], np.ndarray[tuple[int], np.dtype[np.uint16]]]:
        """Moves and their shares, of 65535."""
        return np.frombuffer(self.moves, np.uint16), np.frombuffer(self.shares, np.uint16)


class SearchedGame(msgspec.Struct, frozen=True, array_like=True):
    """A game with its searches: all moves from the start; `ending` is the rules' reason or how it was cut."""

    moves: tuple[int, ...]
    rows: tuple[Row, ...]
    scores: tuple[float, ...]
    ending: str
    opening: int
    """Plies that were not chosen but drawn."""
    regret: bool = False
    """In a game without resignation: whether the seat that would have resigned did not lose."""
    would_resign: bool = False
    """In a game without resignation: whether a seat would have resigned."""


def pack_games(games: Sequence[SearchedGame]) -> bytes:
    """Games as bytes, for files and for the way from a worker.

    >>> unpack_games(pack_games([]))
    ()
    """
    return zlib.compress(msgspec.msgpack.encode(games), 6)


def unpack_games(packed: bytes) -> tuple[SearchedGame, ...]:
    """The other way."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=tuple[SearchedGame, ...])


def write_atomically(path: Path, content: bytes) -> None:
    """A file is there whole or not at all, whenever the process dies."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def write_games(path: Path, packed: bytes) -> None:
    """Keep the games of a job."""
    write_atomically(path, packed)


def read_games(path: Path) -> tuple[SearchedGame, ...]:
    """The games of a job."""
    return unpack_games(path.read_bytes())
