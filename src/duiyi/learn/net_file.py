"""Files of small networks in whole numbers: a line that says what it is, sizes, a checksum, one array after the other.

The core reads the same files: `cpp/core/weights_file.hpp`.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.games import write_atomically

__all__ = ["NetFormat", "divided"]

_SIZES = 3


class NetFormat(NamedTuple):
    """What one kind of file holds."""

    game: str
    magic: bytes
    kinds: tuple[str, ...]
    """Of the arrays' numbers, as numpy calls them."""
    shapes: Callable[[int, int, int], Sequence[tuple[int, ...]]]
    """Of the arrays, by the three sizes in the head."""

    def write(self, path: Path, sizes: tuple[int, int, int], parts: Sequence[NDArray[np.int64]]) -> None:
        """Write a file that the core reads: `alphabeta(net=FILE)`; it is there whole or not at all."""
        body = b"".join(part.astype(kind).tobytes() for part, kind in zip(parts, self.kinds, strict=True))
        write_atomically(path, self.magic + struct.pack("<4I", *sizes, zlib.crc32(body)) + body)

    def read(self, path: Path) -> list[NDArray[np.int64]]:
        """Read what `write` wrote; raises `ValueError` for anything else.

        >>> from tempfile import TemporaryDirectory
        >>> little = NetFormat("Nim", b"nim 1\\n", ("<i2",), lambda piles, _, __: [(piles,)])
        >>> with TemporaryDirectory() as folder:
        ...     little.write(Path(folder, "a.net"), (2, 0, 0), [np.array([3, -5])])
        ...     little.read(Path(folder, "a.net"))[0].tolist()
        [3, -5]
        """
        data = path.read_bytes()
        first = len(self.magic) + 4 * (_SIZES + 1)
        if not data.startswith(self.magic) or len(data) < first:
            raise ValueError(
                f"expected a network of {self.game} that begins with {self.magic!r}, got {data[:20]!r} in {path}"
            )
        *sizes, told = struct.unpack("<4I", data[len(self.magic) : first])
        shapes = self.shapes(*sizes)
        lengths = [math.prod(shape) * int(kind[-1]) for shape, kind in zip(shapes, self.kinds, strict=True)]
        expected, found = (sum(lengths), told), (len(data) - first, zlib.crc32(data[first:]))
        if expected != found:
            raise ValueError(f"expected bytes and checksum {expected}, got {found} in {path}")
        parts = []
        for shape, kind, length in zip(shapes, self.kinds, lengths, strict=True):
            parts.append(np.frombuffer(data[first : first + length], kind).astype(np.int64).reshape(shape))
            first += length
        return parts


def divided(values: NDArray[np.int64], by: int) -> NDArray[np.int64]:
    """Towards zero, as C++ divides.

    >>> divided(np.array([7, -7]), 2).tolist()
    [3, -3]
    """
    return np.asarray(np.sign(values) * (np.abs(values) // by))
