"""Xiangqi's learnt evaluation: the numbering of places, the committed weights, and a fit that finds what is there."""

from __future__ import annotations

import re

import numpy as np
import torch

from duiyi.learn.eval_xiangqi import FitSettings, fit, inputs, row_type, sum_rows
from duiyi.learn.xiangqi_net import FEATURES, HIDDEN, STAGES, Network, numbers, source
from tests.places import ROOT

_WEIGHTS = ROOT / "cpp" / "games" / "xiangqi" / "net_weights.cpp"
_ROOK = 4


def _random_rows(count: int) -> np.ndarray:
    """Kings and up to two rooks a side; a rook more wins."""
    chance = np.random.default_rng(3)
    rows = np.zeros(count, row_type)
    for row in rows:
        rooks = chance.integers(0, 3, 2)
        cells = chance.permutation(np.arange(27, 63))[: rooks.sum()]
        row["count"] = 2 + rooks.sum()
        row["piece"][: row["count"]] = [0, 8] + [_ROOK] * rooks[0] + [8 + _ROOK] * rooks[1]
        row["cell"][: row["count"]] = [85, 4, *cells]
        row["side"] = chance.integers(2)
        lead = int(rooks[0] - rooks[1]) * (1 if row["side"] == 0 else -1)
        row["score"], row["result"] = 400 * lead, np.sign(lead)
    return rows


def test_both_sides_number_their_own_pieces_alike() -> None:
    row = np.zeros(2, row_type)
    row["count"] = 3
    row["piece"][0, :3], row["cell"][0, :3] = (0, 8, 4), (85, 4, 81)
    row["piece"][1, :3], row["cell"][1, :3] = (8, 0, 12), (4, 85, 0)
    row["side"] = (0, 1)
    own, other = inputs(row).numbers.reshape(2, 2, 3)
    assert own[0].tolist() == own[1].tolist()
    assert other[0].tolist() == other[1].tolist()
    assert own[0].tolist() != other[0].tolist()


def test_a_mirrored_position_has_other_numbers_and_the_mirror_of_it_the_first() -> None:
    rows = _random_rows(20)
    mirrored = rows.copy()
    mirrored["cell"] = rows["cell"] // 9 * 9 + 8 - rows["cell"] % 9
    assert (inputs(mirrored).numbers == inputs(rows, mirrored=True).numbers).all()
    assert (inputs(mirrored).numbers != inputs(rows).numbers).any()


def test_the_committed_weights_fit_their_integers() -> None:
    lists = [
        [int(word) for word in found.split(",")] for found in re.findall(r"\{(-?\d[-\d,]*)\}", _WEIGHTS.read_text())
    ]
    size = FEATURES
    rows, bias, output, last = lists[: size + 1], lists[size + 1], lists[size + 2 : size + 2 + STAGES], lists[-2:]
    assert {len(row) for row in rows} == {len(bias)} == {HIDDEN}
    assert rows[-1] == [0] * HIDDEN, "a piece that cannot be there counts nothing"
    assert [len(row) for row in output] == [2 * HIDDEN] * STAGES
    assert [len(values) for values in last] == [STAGES, size + 1]
    # 32 pieces and the bias stay within 16 bits, an activation times a weight too.
    assert 32 * max(abs(value) for row in rows for value in row) + max(map(abs, bias)) < 1 << 15
    assert 255 * max(abs(value) for row in output for value in row) < 1 << 15


def test_a_fit_finds_that_a_rook_more_wins() -> None:
    heard = []
    settings = FitSettings(epochs=40, batch=1024)
    network, errors = fit(_random_rows(4000), settings, lambda epoch, found: heard.append(found.target))
    own, enemy = (network.direct[numbers()[whose, _ROOK]].mean() for whose in (0, 1))
    assert own > 0 > enemy
    assert errors.target < 0.01
    assert len(heard) == 40
    assert heard[-1] < heard[0] / 2


def test_a_fit_with_a_seed_repeats_itself() -> None:
    first, again, other = (
        fit(_random_rows(600), FitSettings(epochs=2, batch=128, hidden=8, seed=seed))[0] for seed in (1, 1, 2)
    )
    assert all((one == two).all() for one, two in zip(first, again, strict=True))
    assert (first.rows != other.rows).any()


def test_sums_of_rows_and_their_gradients_are_those_of_embeddings() -> None:
    seen = inputs(_random_rows(5000))
    weights = torch.randn(FEATURES + 1, 5, dtype=torch.float32, requires_grad=True)
    wanted = torch.nn.functional.embedding_bag(
        torch.from_numpy(seen.numbers), weights, torch.from_numpy(seen.first), mode="sum", include_last_offset=True
    )
    pull = torch.randn_like(wanted)
    (gradient,) = torch.autograd.grad((wanted * pull).sum(), weights)
    found = sum_rows(weights, seen)
    assert torch.allclose(found, wanted, atol=1e-5)
    (found_gradient,) = torch.autograd.grad((found * pull).sum(), weights)
    assert torch.allclose(found_gradient, gradient, atol=1e-3)


def test_the_source_holds_every_weight() -> None:
    network = Network(*(np.arange(6).reshape(shape) for shape in ((3, 2), (6,), (2, 3), (6,), (6,))))
    assert (
        re.findall(r"\{([\d,]+)\}", source(network))
        == ["0,1", "2,3", "4,5", "0,1,2,3,4,5", "0,1,2", "3,4,5"] + ["0,1,2,3,4,5"] * 2
    )
