"""The network of Xiangqi's evaluation in whole numbers, as the core has it: see `cpp/games/xiangqi/net.hpp`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["DIRECT", "FEATURES", "HIDDEN", "ONE", "STAGES", "UNIT", "WEIGHT", "Network", "numbers", "source", "views"]

HIDDEN, FEATURES, STAGES = 32, 692, 4
"""Sizes; another `HIDDEN` here and in `net.hpp` (`NET_HIDDEN`) is all that another size needs."""

ONE, WEIGHT, DIRECT, UNIT = 255, 64, 16, 180
"""Fixed-point scales of activations, output weights and direct values; an output of 1 in units of the evaluation."""

_TYPES, _CELLS, _FILES = 7, 90, 9


class Network(NamedTuple):
    """The weights as whole numbers."""

    rows: NDArray[np.int64]
    bias: NDArray[np.int64]
    output: NDArray[np.int64]
    output_bias: NDArray[np.int64]
    direct: NDArray[np.int64]


@cache
def numbers() -> NDArray[np.int64]:
    """The number of an own (0) or enemy (1) piece of a type on a cell as its viewer sees it; -1 where none can be.

    >>> int(numbers().max()) + 1 == FEATURES
    True
    """
    found = np.full((2, _TYPES, _CELLS), -1, np.int64)
    number = 0
    for whose in range(2):
        for kind in range(_TYPES):
            for cell in range(_CELLS):
                if _can_stand(kind, 9 - cell // _FILES, cell % _FILES):
                    found[whose, kind, cell if whose == 0 else _over(cell)] = number
                    number += 1
    return found


@cache
def views() -> NDArray[np.int64]:
    """By viewer (red first) and 96 * piece + cell: the number of a piece (three bits of kind, then colour).

    >>> views().shape, int(views()[0, 96 * 4 + 89]), int(views()[1, 96 * 12 + 8])
    ((2, 1536), 200, 200)
    """
    found = np.full((2, 16, 96), FEATURES, np.int64)
    for viewer in range(2):
        for color in range(2):
            for kind in range(_TYPES):
                for cell in range(_CELLS):
                    number = numbers()[int(color != viewer), kind, cell if viewer == 0 else _over(cell)]
                    found[viewer, 8 * color + kind, cell] = number if number >= 0 else FEATURES
    return found.reshape(2, -1)


def source(network: Network) -> str:
    """The network as the C++ file that the core is built with.

    >>> zero = np.zeros((1, 1), np.int64)
    >>> source(Network(zero, zero[0], zero, zero[0], zero[0])).splitlines()[0]
    '// Made by `python -m duiyi.learn.eval_xiangqi`: do not edit.'
    """
    lines = ["// Made by `python -m duiyi.learn.eval_xiangqi`: do not edit.", '#include "games/xiangqi/net.hpp"', ""]
    lines += ["namespace duiyi::xiangqi {", "", "// clang-format off", "constinit const NetWeights NET = {", "{{"]
    lines += [f"{{{_listed(row)}}}," for row in network.rows] + ["}},", f"{{{_listed(network.bias)}}},", "{{"]
    lines += [f"{{{_listed(row)}}}," for row in network.output]
    lines += ["}},", f"{{{_listed(network.output_bias)}}},", f"{{{_listed(network.direct)}}},", "};"]
    return "\n".join([*lines, "// clang-format on", "", "}  // namespace duiyi::xiangqi", ""])


def _listed(values: Iterable[int]) -> str:
    return ",".join(str(int(value)) for value in values)


def _can_stand(kind: int, up: int, file: int) -> bool:
    if kind in (0, 1):
        return up <= 2 and 3 <= file <= 5 and (kind == 0 or (up + file) % 2 == 1)
    if kind == 2:
        return (up == 2 and file % 4 == 0) or (up in (0, 4) and file % 4 == 2)
    return kind != 6 or up >= 5 or (up in (3, 4) and file % 2 == 0)


def _over(cell: int) -> int:
    return (9 - cell // _FILES) * _FILES + cell % _FILES
