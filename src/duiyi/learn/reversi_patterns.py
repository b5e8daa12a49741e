"""The patterns of Reversi's learnt evaluation: where they lie, how boards become numbers, how weights become a file.

The native core reads the file (`cpp/games/reversi/patterns.cpp`) and keeps the same kinds in the same order.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["KINDS", "MAGIC", "MOBILITIES", "STAGES", "Layout", "layout", "stage_of", "write_weights"]

MAGIC = b"duiyi reversi patterns 1\n"
STAGES = 15
MOBILITIES = 32

KINDS: tuple[tuple[int, ...], ...] = (
    (0, 1, 2, 3, 4, 5, 6, 7, 9, 14),
    (0, 1, 2, 8, 9, 10, 16, 17, 18),
    (0, 1, 2, 3, 4, 8, 9, 10, 11, 12),
    tuple(range(8, 16)),
    tuple(range(16, 24)),
    tuple(range(24, 32)),
    *(tuple(first + 9 * i for i in range(8 - first)) for first in range(5)),
)
"""One pattern of every kind; its first cell is the lowest digit of the index: 0 empty, 1 own, 2 other."""


class Layout(NamedTuple):
    """Every pattern on the board: its cells, the kind's folding, and the kind's first weight."""

    places: tuple[tuple[tuple[int, ...], NDArray[np.int64], int], ...]
    size: int


def stage_of(discs: int) -> int:
    """The stage of a position by its discs, four to a stage.

    >>> stage_of(4), stage_of(63)
    (0, 14)
    """
    return min(max((discs - 4) // 4, 0), STAGES - 1)


def layout() -> Layout:
    """All patterns with their weights' numbers, where mirror images share a weight.

    >>> len(layout().places), layout().size
    (46, 113877)
    """
    places: list[tuple[tuple[int, ...], NDArray[np.int64], int]] = []
    first = 0
    for kind in KINDS:
        folding = _folding(kind)
        seen: set[frozenset[int]] = set()
        for symmetry in range(8):
            cells = _transformed(kind, symmetry)
            if frozenset(cells) not in seen:
                seen.add(frozenset(cells))
                places.append((cells, folding, first))
        first += int(folding.max()) + 1
    return Layout(tuple(places), first)


def write_weights(path: Path, stages: NDArray[np.float64]) -> None:
    """Write weights in discs, a row of patterns, moves and replies per stage, as the core reads them."""
    hundredths = np.clip(np.rint(stages * 100), -32767, 32767).astype("<i2")
    if hundredths.shape != (STAGES, layout().size + 2 * MOBILITIES):
        raise ValueError(
            f"expected {STAGES} stages of {layout().size + 2 * MOBILITIES} weights, got {hundredths.shape}"
        )
    temporary = path.with_suffix(path.suffix + ".part")
    temporary.write_bytes(MAGIC + hundredths.tobytes())
    temporary.replace(path)


def _transformed(cells: tuple[int, ...], symmetry: int) -> tuple[int, ...]:
    """The cells under one of the eight symmetries: quarter turns, then a mirror."""
    for _ in range(symmetry // 2):
        cells = tuple(cell % 8 * 8 + 7 - cell // 8 for cell in cells)
    return tuple(cell // 8 * 8 + 7 - cell % 8 for cell in cells) if symmetry % 2 else cells


def _folding(kind: tuple[int, ...]) -> NDArray[np.int64]:
    """By index: the number of its weight. Numbers go up with the least index of each pair of mirror images."""
    indices = np.arange(3 ** len(kind))
    first = indices
    for symmetry in range(1, 8):
        image = _transformed(kind, symmetry)
        if set(image) != set(kind) or image == kind:
            continue
        moved = sum(indices // 3**i % 3 * 3 ** kind.index(cell) for i, cell in enumerate(image))
        first = np.minimum(first, moved)
    return np.unique(first, return_inverse=True)[1].astype(np.int64)
