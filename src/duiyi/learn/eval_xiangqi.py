"""Xiangqi's evaluation from own games: fit a small network to the rows of self-play and write it as C++.

Rows come from `cpp/bench/selfplay_xiangqi.cpp`; the network is described in `cpp/games/xiangqi/net.hpp`.

    python -m duiyi.learn.eval_xiangqi ROWS... --out cpp/games/xiangqi/net_weights.cpp
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Network", "inputs", "numbers", "row_type", "source"]

row_type = np.dtype(
    [
        ("side", "u1"),
        ("count", "u1"),
        ("result", "i1"),
        ("ply", "u1"),
        ("score", "<i2"),
        ("piece", "u1", 32),
        ("cell", "u1", 32),
    ]
)
"""A quiet position with the score of a small search and the result of its game, both for the side to move."""

HIDDEN, STAGES, UNIT = 32, 4, 180.0
ONE, WEIGHT, DIRECT = 255, 64, 16
"""Fixed-point scales of activations, output weights and direct values, as in `net.hpp`."""

SHARE = 0.7
"""Of the search's score in what is learnt; the rest is the result."""

_TYPES, _CELLS, _FILES = 7, 90, 9


class Network(NamedTuple):
    """The weights as whole numbers, ready to be written."""

    rows: NDArray[np.int64]
    bias: NDArray[np.int64]
    output: NDArray[np.int64]
    output_bias: NDArray[np.int64]
    direct: NDArray[np.int64]


@cache
def numbers() -> NDArray[np.int64]:
    """The number of an own (0) or enemy (1) piece of a type on a cell as its viewer sees it; -1 where none can be.

    >>> int(numbers().max()) + 1
    692
    """
    found = np.full((2, _TYPES, _CELLS), -1, np.int64)
    number = 0
    for whose in range(2):
        for kind in range(_TYPES):
            for cell in range(_CELLS):
                if _can_stand(kind, 9 - cell // _FILES, cell % _FILES):
                    found[whose, kind, cell if whose == 0 else int(_over(np.int64(cell)))] = number
                    number += 1
    return found


def _can_stand(kind: int, up: int, file: int) -> bool:
    if kind in (0, 1):
        return up <= 2 and 3 <= file <= 5 and (kind == 0 or (up + file) % 2 == 1)
    if kind == 2:
        return (up == 2 and file % 4 == 0) or (up in (0, 4) and file % 4 == 2)
    return kind != 6 or up >= 5 or (up in (3, 4) and file % 2 == 0)


def _over(cell: NDArray[np.int64] | np.int64) -> NDArray[np.int64]:
    return np.asarray((9 - cell // _FILES) * _FILES + cell % _FILES)


def inputs(rows: NDArray[np.void], *, mirrored: bool = False) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of the pieces as the mover and as the other side see them, filled up with the number of nothing.

    >>> row = np.zeros(1, row_type)
    >>> row["count"], row["piece"][0, :2], row["cell"][0, :2] = 2, (0, 8), (85, 4)
    >>> [view[0, :3].tolist() for view in inputs(row)]
    [[7, 353, 692], [353, 7, 692]]
    """
    is_there = np.arange(32)[None, :] < rows["count"][:, None]
    cell = rows["cell"].astype(np.int64)
    if mirrored:
        cell = cell // _FILES * _FILES + 8 - cell % _FILES
    kind = np.minimum(rows["piece"] & 7, _TYPES - 1)
    mover = rows["side"].astype(np.int64)[:, None]
    views = []
    for viewer in (mover, 1 - mover):
        whose = (rows["piece"] >> 3 != viewer).astype(np.int64)
        number = numbers()[whose, kind, np.where(viewer == 0, cell, _over(cell))]
        views.append(np.where(is_there & (number >= 0), number, int(numbers().max()) + 1))
    return views[0], views[1]


def fit(rows: NDArray[np.void], epochs: int = 4, seed: int = 1) -> tuple[Network, list[float]]:
    """Fit the network; the mean squared error of the held-out twentieth comes after every epoch."""
    import torch

    size = int(numbers().max()) + 1
    chance = torch.Generator().manual_seed(seed)
    straight, mirrored = inputs(rows), inputs(rows, mirrored=True)
    sides = [[torch.from_numpy(view) for view in views] for views in (straight, mirrored)]
    stage = torch.from_numpy(np.minimum((rows["count"].astype(np.int64) - 2) * STAGES // 31, STAGES - 1))
    rate = SHARE / (1 + np.exp(-rows["score"] / UNIT)) + (1 - SHARE) * (rows["result"] + 1) / 2
    target = torch.from_numpy(rate.astype(np.float32))
    # Rows of one game stand together: whole blocks are held out, so that no game is on both sides.
    held_out = (torch.rand(len(rows) // 200 + 1, generator=chance) < 0.05)[torch.arange(len(rows)) // 200]
    learnt, held = torch.nonzero(~held_out)[:, 0], torch.nonzero(held_out)[:, 0]

    hidden = torch.randn(size + 1, HIDDEN, generator=chance) * 0.08
    hidden[size] = 0
    worth = torch.tensor([0, 110, 115, 280, 620, 300, 60]) / UNIT / 2
    direct = torch.zeros(size + 1, 1)
    for whose, sign in ((0, 1.0), (1, -1.0)):
        for kind in range(_TYPES):
            found = numbers()[whose, kind]
            direct[found[found >= 0], 0] = sign * float(worth[kind])
    bias, output_bias = torch.full((HIDDEN,), 0.1), torch.zeros(STAGES)
    output = torch.randn(STAGES, 2 * HIDDEN, generator=chance) * 0.1
    parts = [part.requires_grad_() for part in (hidden, output, direct, bias, output_bias)]

    def error(index: torch.Tensor, side: int) -> torch.Tensor:
        own, other = sides[side][0][index], sides[side][1][index]
        bag = torch.nn.functional.embedding_bag
        views = [bag(view, hidden, mode="sum", padding_idx=size) + bias for view in (own, other)]
        active = torch.cat(views, 1).clamp(0, 1) ** 2
        plain = bag(own, direct, mode="sum", padding_idx=size) - bag(other, direct, mode="sum", padding_idx=size)
        value = (active * output[stage[index]]).sum(1) + output_bias[stage[index]] + plain[:, 0]
        return ((torch.sigmoid(value) - target[index]) ** 2).mean()

    batch = min(8192, len(learnt))
    steps = len(learnt) // batch
    groups = [{"params": parts[:2], "weight_decay": 0.3}, {"params": parts[2:], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=epochs * steps + 1, pct_start=0.1)
    errors = []
    for epoch in range(epochs):
        order = learnt[torch.randperm(len(learnt), generator=chance)]
        for step in range(steps):
            optimizer.zero_grad()
            error(order[step * batch : (step + 1) * batch], (step + epoch) % 2).backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            with torch.no_grad():  # products of an activation and a weight must fit into 16 bits
                hidden.clamp_(-1.98, 1.98)
                output.clamp_(-1.98, 1.98)
        with torch.no_grad():
            errors.append(float(error(held, 0)) if len(held) else float("nan"))

    def whole(part: torch.Tensor, scale: float) -> NDArray[np.int64]:
        return np.rint(part.detach().numpy() * scale).astype(np.int64)

    network = Network(
        whole(hidden, ONE),
        whole(bias, ONE),
        whole(output, WEIGHT),
        whole(output_bias, UNIT),
        whole(direct[:, 0], UNIT * DIRECT),
    )
    return network, errors


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


def _main() -> None:
    parser = argparse.ArgumentParser(description="Fit the evaluation of Xiangqi to rows of self-play.")
    parser.add_argument("rows", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=4)
    words = parser.parse_args()
    rows = np.concatenate([np.fromfile(path, row_type) for path in words.rows])
    network, errors = fit(rows, words.epochs)
    words.out.write_text(source(network))
    print(f"{len(rows)} rows; held-out error by epoch: {', '.join(f'{error:.5f}' for error in errors)}")


if __name__ == "__main__":
    _main()
