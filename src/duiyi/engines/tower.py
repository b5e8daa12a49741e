"""Networks in eight bits that the core runs itself, faster than ONNX Runtime does.

Only those of our own making: `duiyi.learn` names the layers. Others, and those in full precision, are left to the
library.
"""

from __future__ import annotations

import math
from pathlib import Path

from duiyi import _core
from duiyi.base import Game
from duiyi.engines.onnx_file import Array, OnnxFile

__all__ = ["edge_of", "load_tower", "places_of"]

_GROUP = 16  # channels that the core takes at a time


def load_tower(path: Path, game: Game, threads: int = 1) -> _core.Tower | None:
    """The network of a file in the core; None where the core cannot run it, or not faster."""
    if not _core.has_fast_towers():
        return None
    try:
        tower = _tower(OnnxFile(path), game, threads)
    except (KeyError, OSError, ValueError):  # full precision, channels that do not suit the core, another graph
        return None
    return tower if tower.sizes == (math.prod(game.feature_shape), game.num_moves, game.seats) else None


def places_of(game: Game) -> tuple[int, ...]:
    """Where each point of the board stands on a plane.

    >>> from duiyi import load_game
    >>> places_of(load_game("chinese_checkers"))[:2]
    (4, 21)
    """
    import numpy as np

    _, rows, columns = game.feature_shape
    cells = len(game.initial().board())
    if cells == rows * columns:
        return tuple(range(cells))
    # The board lies on the planes with a margin: its holes are a plane of their own.
    holes = [plane.ravel() for plane in game.initial().features() if np.count_nonzero(plane) == cells]
    return tuple(int(place) for place in np.flatnonzero(holes[0]))


def edge_of(file: OnnxFile) -> Array:
    """What a plane of ones adds to the first layer, by channel and point; raises `KeyError` for graphs without it."""
    for node in file.nodes.values():
        if node.kind == "Add":
            return file.weights[next((name for name in node.inputs if name in file.weights), "Add")]
    raise KeyError("Add")


def _tower(file: OnnxFile, game: Game, threads: int) -> _core.Tower:
    import numpy as np

    convs, linears = {}, {}
    for node in file.nodes.values():
        if node.kind == "Conv" and not node.name.endswith("/out"):
            convs[node.name] = _conv(file, *node.inputs)
        elif node.kind in ("Conv", "Gemm"):
            weight, bias = (file.weights[name] for name in node.inputs[1:])
            linears[node.name] = np.ascontiguousarray(weight.reshape(len(weight), -1)), np.ascontiguousarray(bias)
    if len(convs["stem"][1]) % _GROUP:
        raise ValueError("channels by sixteens")
    _, rows, columns = game.feature_shape
    points = edge_of(file).reshape(-1, rows * columns).T.astype(np.float32)
    is_pairs = len(linears["policy/out"][0]) > 1
    places = list(places_of(game)) if is_pairs else []
    return _core.Tower(rows, columns, convs, linears, np.ascontiguousarray(points), places, threads)


def _conv(file: OnnxFile, data: str, weight: str, bias: str) -> tuple[Array, Array, Array, float, int]:
    import numpy as np

    _, in_scale, in_zero = file.bytes_of(data)
    numbers, scale, zero = file.bytes_of(weight)
    if numbers.dtype != np.int8 or zero.any() or np.abs(numbers).max(initial=0) > 64:
        raise ValueError("weights of seven bits with a sign")
    scales = np.ascontiguousarray(np.broadcast_to(scale, len(numbers)).astype(np.float32))
    return np.ascontiguousarray(numbers), scales, file.numbers_of(bias), float(in_scale), int(in_zero)
