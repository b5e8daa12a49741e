"""Xiangqi's learnt evaluation: numbers of places, files, the same values here and in the core, a fit that finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from duiyi import Limits, RulesError, _core, load_game
from duiyi.engines import analyse, load_engine
from duiyi.learn.eval_fit import read_rows
from duiyi.learn.eval_xiangqi import FitSettings, fit, sum_rows
from duiyi.learn.xiangqi_net import (
    HIDDEN,
    PLACES,
    SETS,
    SHIPPED,
    STAGES,
    Network,
    numbers,
    read_net,
    values,
    write_net,
)
from duiyi.learn.xiangqi_rows import inputs, play_game, row_type

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


def _random_net(hidden: int, sets: int = SETS) -> Network:
    chance = np.random.default_rng(hidden)
    rows = chance.integers(-90, 90, (sets * PLACES + 1, hidden))
    rows[-1] = 0
    direct = chance.integers(-3000, 3000, sets * PLACES + 1)
    direct[-1] = 0
    return Network(
        rows,
        chance.integers(-200, 200, hidden),
        chance.integers(-128, 129, (STAGES, 2 * hidden)),
        chance.integers(-100, 100, STAGES),
        direct,
    )


def _text(row: np.void) -> str:
    cells = ["1"] * 90
    for piece, cell in zip(row["piece"][: row["count"]], row["cell"][: row["count"]], strict=True):
        letter = "KABNRCP"[piece & 7]
        cells[cell] = letter if piece < 8 else letter.lower()
    ranks = "/".join("".join(cells[first : first + 9]) for first in range(0, 90, 9))
    for count in range(9, 1, -1):
        ranks = ranks.replace("1" * count, str(count))
    return f"{ranks} {'wb'[row['side']]}"


def _filled(rows: np.ndarray, sets: int = SETS) -> list[np.ndarray]:
    """Both views, filled up with the last number of all."""
    seen = inputs(rows, sets=sets)
    views = np.full((2 * len(rows), 32), sets * PLACES)
    views[np.arange(32) < np.concatenate([rows["count"], rows["count"]])[:, None]] = seen.numbers
    return [views[: len(rows)], views[len(rows) :]]


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


def test_a_side_whose_king_stands_on_the_right_sees_the_mirror_of_what_it_saw_on_the_left() -> None:
    rows = _random_rows(40)
    rows["cell"][:, 0], rows["cell"][:, 1] = 84, 5
    mirrored = rows.copy()
    mirrored["cell"] = rows["cell"] // 9 * 9 + 8 - rows["cell"] % 9
    assert (inputs(mirrored).numbers == inputs(rows).numbers).all()
    assert set((inputs(rows).numbers // PLACES).tolist()) == {3}
    assert (inputs(mirrored, sets=1).numbers != inputs(rows, sets=1).numbers).any()


@pytest.mark.parametrize(("hidden", "sets"), [(HIDDEN, SETS), (12, SETS), (HIDDEN, 1)])
def test_the_core_and_whole_numbers_here_give_the_same_values(tmp_path: Path, hidden: int, sets: int) -> None:
    path = tmp_path / "random.net"
    write_net(path, _random_net(hidden, sets))
    rows = np.concatenate([play_game(seed, nodes=30, net="off") for seed in range(8)])[::5]
    expected = values(read_net(path), *_filled(rows, sets))
    assert [_core.evaluate_xiangqi(_text(row), str(path)) for row in rows] == expected.tolist()
    assert len({int(row["side"]) for row in rows}) == 2
    assert len(set(expected.tolist())) > 20


def test_the_core_ships_the_network_of_the_package() -> None:
    rows = play_game(7, nodes=30)[::3]
    shipped = read_net(SHIPPED)
    expected = values(shipped, *_filled(rows, len(shipped.rows) // PLACES))
    assert [_core.evaluate_xiangqi(_text(row)) for row in rows] == expected.tolist()


def test_alphabeta_plays_with_a_file_with_the_shipped_network_or_without() -> None:
    game = load_game("xiangqi")
    specs = ("alphabeta", f'alphabeta(net="{SHIPPED}")', "alphabeta(net=off)")
    shipped, same, off = (
        analyse(load_engine(spec, game), game.initial(), Limits(depth=6, seed=1)).nodes for spec in specs
    )
    assert shipped == same != off


def test_weights_that_could_overflow_are_refused(tmp_path: Path) -> None:
    game, path = load_game("xiangqi"), tmp_path / "bad.net"
    huge = _random_net(4)
    huge.rows[0, 0] = 2000
    write_net(path, huge)
    with pytest.raises(RulesError, match="fit into 16 bits"):
        load_engine(f'alphabeta(net="{path}")', game)


def test_a_game_is_decided_by_its_seed_and_its_rows_are_whole() -> None:
    first, again, other = (play_game(seed, nodes=40, net="off") for seed in (5, 5, 6))
    assert (first == again).all()
    assert len(first) != len(other) or (first != other).any()
    assert set(np.unique(first["result"])) <= {-1, 0, 1}
    assert (np.abs(first["result"]) == abs(first["result"][0])).all(), "one result for the whole game"
    assert (first["count"] <= 32).all()
    assert (np.diff(first["ply"].astype(int)) > 0).all()
    with pytest.raises(RulesError, match="expected one node"):
        play_game(1, nodes=0)


def test_rows_are_read_from_arrays_and_from_files_that_still_grow(tmp_path: Path) -> None:
    rows = _random_rows(9)
    np.save(tmp_path / "rows.npy", rows)
    (tmp_path / "rows.bin").write_bytes(rows.tobytes() + b"the begin of a row")
    assert (read_rows(tmp_path / "rows.npy", row_type) == rows).all()
    assert (read_rows(tmp_path / "rows.bin", row_type) == rows).all()


def test_a_fit_finds_that_a_rook_more_wins() -> None:
    heard: list[float] = []
    settings = FitSettings(epochs=40, hidden=16, decay=0.3)
    network, errors = fit(_random_rows(4000), settings, lambda epoch, found: heard.append(found.target))
    own, enemy = (network.direct[numbers()[whose, _ROOK]].mean() for whose in (0, 1))
    assert own > 0 > enemy
    assert errors.target < 0.01
    assert len(heard) == 40
    assert heard[-1] < heard[0] / 2


def test_a_fit_with_a_seed_repeats_itself() -> None:
    first, again, other = (fit(_random_rows(600), FitSettings(epochs=2, hidden=8, seed=seed))[0] for seed in (1, 1, 2))
    assert all((one == two).all() for one, two in zip(first, again, strict=True))
    assert (first.rows != other.rows).any()


def test_a_fit_goes_on_from_a_network_also_when_it_is_wider() -> None:
    rows = _random_rows(2000)
    start, before = fit(rows, FitSettings(epochs=30, hidden=8, decay=0.3))
    _, anew = fit(rows, FitSettings(epochs=1, hidden=12))
    _, further = fit(rows, FitSettings(epochs=1, hidden=12), start=start)
    assert abs(further.target - before.target) < 0.3 * (anew.target - before.target)


def test_sums_of_rows_and_their_gradients_are_those_of_embeddings() -> None:
    seen = inputs(_random_rows(5000))
    weights = torch.randn(SETS * PLACES + 1, 5, dtype=torch.float32, requires_grad=True)
    wanted = torch.nn.functional.embedding_bag(
        torch.from_numpy(seen.numbers), weights, torch.from_numpy(seen.first), mode="sum", include_last_offset=True
    )
    pull = torch.randn_like(wanted)
    (gradient,) = torch.autograd.grad((wanted * pull).sum(), weights)
    found = sum_rows(weights, seen)
    assert torch.allclose(found, wanted, atol=1e-5)
    (found_gradient,) = torch.autograd.grad((found * pull).sum(), weights)
    assert torch.allclose(found_gradient, gradient, atol=1e-3)
