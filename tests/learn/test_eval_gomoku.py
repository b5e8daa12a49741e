"""Gomoku's learnt evaluation: rows, files, the same values here and in the core, a fit that finds."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import torch

from duiyi import Limits, RulesError, _core, load_game
from duiyi.engines import analyse, load_engine
from duiyi.learn.eval_fit import UNKNOWN, read_rows
from duiyi.learn.eval_gomoku import FitSettings, _Batch, fit
from duiyi.learn.gomoku_net import CHANNELS, HIDDEN, SHIPPED, Network, multisets, read_net, values, write_net
from duiyi.learn.gomoku_rows import CELLS, NOTHING, SHAPES, play_game, points, row_type, shapes

_RULES = ("freestyle", "standard", "caro", "renju")


def _games(count: int, nodes: int = 20) -> np.ndarray:
    return np.concatenate([play_game(seed, nodes, "off") for seed in range(count)])


def _stones(row: np.void) -> np.ndarray:
    """By cell: 1 for black, 2 for white."""
    black, white = (np.unpackbits(row[name], bitorder="little")[:CELLS] for name in ("black", "white"))
    return black + 2 * white


def _text(row: np.void) -> str:
    lines = "/".join("".join(".xo"[stone] for stone in line) for line in _stones(row).reshape(15, 15))
    lines = re.sub(r"\.+", lambda empty: str(len(empty[0])), lines)
    return f"{lines} {'xo'[row['side']]}"


def _random_net(channels: int, hidden: int) -> Network:
    chance = np.random.default_rng(channels)
    found = Network(
        chance.integers(-100, 100, (2, SHAPES, channels)),
        chance.integers(-900, 900, (2, SHAPES)),
        chance.integers(-50, 50, (4, 2)),
        chance.integers(-200, 200, (channels, hidden)),
        chance.integers(-100_000, 100_000, hidden),
        chance.integers(-300, 300, hidden),
    )
    found.points[:, NOTHING] = found.direct[:, NOTHING] = 0
    return found


def test_shapes_are_numbered_alike_here_and_in_the_core() -> None:
    row = np.zeros(1, row_type)
    for cell in (112, 113, 114):  # three in the middle of the empty board
        row["black"][0, cell // 8] |= 1 << cell % 8
    seen = shapes(row)[0]
    assert (seen[112] == NOTHING).all()
    open_four = multisets()[seen[111, 0]]
    assert open_four[12] == 1, "beside an open three a stone makes an open four"
    assert open_four[[2, 3]].sum() == 3
    assert (seen[:, 1] != seen[:, 0]).any()
    row["side"] = 1
    assert (shapes(row)[0] == seen[:, ::-1]).all()


def test_points_are_counted_by_kind() -> None:
    rows = _games(2)
    found, seen = points(rows, piece=3), shapes(rows).astype(int)
    for number in range(len(rows)):
        part = slice(found.first[number], found.first[number + 1])
        kinds, counts = np.unique(seen[number, :, 0] * SHAPES + seen[number, :, 1], return_counts=True)
        is_something = kinds != NOTHING * (SHAPES + 1)
        assert found.kinds[part].tolist() == kinds[is_something].tolist()
        assert found.counts[part].tolist() == counts[is_something].tolist()


def test_bytes_that_are_no_rows_are_refused() -> None:
    with pytest.raises(RulesError, match="expected rows of 64 bytes, got 63"):
        _core.gomoku_shapes(bytes(63))
    row = np.zeros(1, row_type)
    row["rule"] = 4
    with pytest.raises(RulesError, match="expected a rule and a side, got 4 and 0"):
        shapes(row)


@pytest.mark.parametrize("sizes", [(CHANNELS, HIDDEN), (5, 3)])
def test_the_core_and_whole_numbers_here_give_the_same_values(tmp_path: Path, sizes: tuple[int, int]) -> None:
    path = tmp_path / "random.net"
    write_net(path, _random_net(*sizes))
    rows = _games(40)[::5]
    expected = values(read_net(path), rows)
    found = [_core.evaluate_gomoku(_text(row), _RULES[row["rule"]], str(path)) for row in rows]
    assert found == expected.tolist()
    assert set(rows["rule"]) == {0, 1, 2, 3}
    assert set(rows["side"]) == {0, 1}
    assert len(set(found)) > 20


def test_the_core_ships_the_network_of_the_package() -> None:
    rows = _games(6)[::3]
    expected = values(read_net(SHIPPED), rows)
    assert [_core.evaluate_gomoku(_text(row), _RULES[row["rule"]]) for row in rows] == expected.tolist()


@pytest.mark.parametrize("spec", ["gomoku", "gomoku(rule=renju)", "gomoku(size=19)"])
def test_alphabeta_plays_with_a_file_with_the_shipped_network_or_without(spec: str) -> None:
    game = load_game(spec)
    position = game.initial()
    for move in ("h8", "g9", "g8", "f8", "h9"):
        position = position.after(game.parse_move(move))
    engines = ("alphabeta", f'alphabeta(net="{SHIPPED}")', "alphabeta(net=off)")
    shipped, same, off = (analyse(load_engine(name, game), position, Limits(depth=4, seed=1)).nodes for name in engines)
    assert shipped == same != off


def test_weights_that_could_overflow_are_refused(tmp_path: Path) -> None:
    game, path = load_game("gomoku"), tmp_path / "bad.net"
    for part, place in (("points", (0, 0, 0)), ("points", (1, NOTHING, 0)), ("mix", (0, 0)), ("direct", (0, NOTHING))):
        bad = _random_net(4, 4)
        getattr(bad, part)[place] = 32_000
        bad.mix[1:, 0] = 20_000
        write_net(path, bad)
        with pytest.raises(RulesError, match="fit into their bits"):
            load_engine(f'alphabeta(net="{path}")', game)


def test_a_game_is_decided_by_its_seed_and_its_rows_are_whole() -> None:
    first, again, other = (play_game(seed, nodes=40, net="off") for seed in (5, 5, 6))
    assert (first == again).all()
    assert len(first) != len(other) or (first != other).any()
    for row in first:
        stones = _stones(row)
        assert (stones < 3).all()
        assert np.count_nonzero(stones) == row["ply"]
        assert np.count_nonzero(stones == 1) - np.count_nonzero(stones == 2) == row["side"]
    with pytest.raises(RulesError, match="expected one node"):
        play_game(1, nodes=0)


def test_games_have_one_result_and_positions_off_their_way_have_none() -> None:
    for seed in range(6):
        rows = play_game(seed, nodes=40, net="off")
        known = rows[rows["result"] != UNKNOWN]
        for_black = np.where(known["side"] == 0, known["result"], -known["result"])
        assert len(set(for_black)) <= 1
        assert (np.diff(known["ply"].astype(int)) > 0).all()
    assert (_games(6, nodes=40)["result"] == UNKNOWN).any()


def test_rows_are_read_from_arrays_and_from_files_that_still_grow(tmp_path: Path) -> None:
    rows = _games(1)
    np.save(tmp_path / "rows.npy", rows)
    (tmp_path / "rows.bin").write_bytes(rows.tobytes() + b"the begin of a row")
    assert (read_rows(tmp_path / "rows.npy", row_type) == rows).all()
    assert (read_rows(tmp_path / "rows.bin", row_type) == rows).all()


def _twos(count: int) -> np.ndarray:
    """Two stones a side; whoever has them side by side wins."""
    chance = np.random.default_rng(3)
    rows = np.zeros(count, row_type)
    for row in rows:
        side = chance.integers(2)
        lead = int(chance.integers(2))
        for colour, line in (("black", 3), ("white", 11)):
            first = 15 * line + int(chance.integers(4, 7))
            apart = 1 if (colour == "black") == (lead == 1) else 7
            for cell in (first, first + apart):
                row[colour][cell // 8] |= 1 << cell % 8
        result = (1 if lead else -1) * (1 if side == 0 else -1)
        row["side"], row["result"], row["score"] = side, result, 600 * result
    return rows


def test_a_fit_finds_that_joined_stones_win() -> None:
    heard: list[float] = []
    rows = _twos(2000)
    settings = FitSettings(epochs=20, channels=8, hidden=8)
    network, errors = fit(rows, settings, lambda epoch, found: heard.append(found.target))
    assert errors.target < 0.01
    assert len(heard) == 20
    assert heard[-1] < heard[0] / 2
    found = values(network, rows)
    assert (np.sign(found) == rows["result"]).mean() > 0.98, "in whole numbers too"


def test_a_fit_with_a_seed_repeats_itself() -> None:
    first, again, other = (
        fit(_twos(600), FitSettings(epochs=2, channels=6, hidden=4, seed=seed))[0] for seed in (1, 1, 2)
    )
    assert all((one == two).all() for one, two in zip(first, again, strict=True))
    assert (first.points != other.points).any()


def test_a_fit_goes_on_from_a_network_also_when_it_is_wider() -> None:
    rows = _twos(1500)
    start, before = fit(rows, FitSettings(epochs=20, channels=6, hidden=6))
    _, anew = fit(rows, FitSettings(epochs=1, channels=10, hidden=8))
    _, further = fit(rows, FitSettings(epochs=1, channels=10, hidden=8), start=start)
    assert abs(further.target - before.target) < 0.3 * (anew.target - before.target)


def test_sums_over_points_and_their_gradients_are_those_of_plain_sums() -> None:
    rows = _games(3)
    batch = _Batch(rows)
    channels = torch.randn(len(batch.own), 3, requires_grad=True)
    own, enemy = np.moveaxis(shapes(rows).astype(np.int64), 2, 0)
    place = {(int(a), int(b)): number for number, (a, b) in enumerate(zip(batch.own, batch.enemy, strict=True))}
    wanted = torch.stack(
        [
            torch.stack([channels[place[pair]] for pair in zip(*both, strict=True) if pair in place]).sum(0)
            for both in zip(own.tolist(), enemy.tolist(), strict=True)
        ]
    )
    pull = torch.randn_like(wanted)
    (gradient,) = torch.autograd.grad((wanted * pull).sum(), channels)
    found = batch.add_up(channels)
    assert torch.allclose(found, wanted, rtol=1e-3, atol=1e-2)
    (found_gradient,) = torch.autograd.grad((found * pull).sum(), channels)
    assert torch.allclose(found_gradient, gradient, rtol=1e-3, atol=1e-2)
