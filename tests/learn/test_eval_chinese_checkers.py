"""The learnt evaluation of Chinese Checkers: files, the same values here and in the core, a fit that finds."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from duiyi import Limits, Position, _core, load_game
from duiyi.engines import analyse, load_engine
from duiyi.learn.chinese_checkers_rows import UNKNOWN, play_game, row_of, row_type
from duiyi.learn.chinese_checkers_weights import (
    HALF_TURN,
    PARTS,
    SHIPPED,
    SIZE,
    TABLES,
    costs,
    hand_made,
    leads,
    read_weights,
    standings,
    turned_over,
    write_weights,
)
from duiyi.learn.eval_chinese_checkers import FitSettings, fit, main


def _random_tables(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-900, 900, (TABLES, SIZE))


def _walk(seats: int, seed: int) -> list[Position]:
    """Positions of a quick game with some random moves, from the start until somebody is home."""
    game = load_game(f"chinese_checkers(seats={seats})")
    engine, chance = load_engine("alphabeta", game), random.Random(seed)
    position: Position = game.initial()
    found = []
    while position.outcome() is None and position.text().split()[3] == "-":
        found.append(position)
        move = analyse(engine, position, Limits(nodes=60, seed=1)).lines[0].moves[0]
        if chance.random() < 0.1:
            move = chance.choice(sorted(position.legal_moves()))
        position = position.after(move)
    return found


def _rows(position: Position, seats: int) -> np.ndarray:
    rows = np.zeros(seats, row_type)
    for seat in range(seats):
        rows[seat] = (*row_of(position, seats, seat), UNKNOWN, UNKNOWN, 0)
    return rows


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_core_and_whole_numbers_here_give_the_same_values(seats: int, tmp_path: Path) -> None:
    path = tmp_path / "random.weights"
    write_weights(path, _random_tables(seats))
    by_hand = np.tile(hand_made(), (TABLES, 1))
    late = 0
    for position in _walk(seats, seats)[::3]:
        rows = _rows(position, seats)
        late += int(((rows["men"] >= 111).sum(axis=1) >= 7).sum())
        for net, tables in ((str(path), read_weights(path)), ("", read_weights(SHIPPED)), ("off", by_hand)):
            expected = standings(tables, rows)
            expected[position.to_move] += HALF_TURN
            assert _core.evaluate_chinese_checkers(position.text(), seats, net) == expected.tolist()
    assert late > 2, "armies that are nearly home are another sum"


def test_every_camp_sees_the_same_whatever_the_weights(tmp_path: Path) -> None:
    path = tmp_path / "random.weights"
    write_weights(path, _random_tables(1))
    game = load_game("chinese_checkers(seats=6)")
    position = game.initial()
    # One step of the same marble, a sixth of a turn further for every seat.
    x, y, to_x, to_y = -1, 5, 0, 4
    for _ in range(6):
        found = _core.evaluate_chinese_checkers(position.text(), 6, str(path))
        found[position.to_move] -= HALF_TURN
        moved = position.to_move
        assert len(set(found[:moved])) <= 1
        assert len(set(found[moved:])) == 1
        assert moved == 0 or found[0] != found[moved]
        position = position.after(game.parse_move(f"{x},{y}:{to_x},{to_y}"))
        x, y, to_x, to_y = x + y, -x, to_x + to_y, -to_x
    found = _core.evaluate_chinese_checkers(position.text(), 6, str(path))
    assert found == [found[1] + HALF_TURN] + [found[1]] * 5


@pytest.mark.parametrize("spec", ["chinese_checkers", "chinese_checkers(seats=3)", "chinese_checkers(seats=6)"])
def test_alphabeta_plays_with_a_file_with_the_shipped_weights_or_without(spec: str, tmp_path: Path) -> None:
    game = load_game(spec)
    path = tmp_path / "random.weights"
    write_weights(path, read_weights(SHIPPED) + _random_tables(2) // 20)
    nets = ("alphabeta", f'alphabeta(net="{SHIPPED}")', "alphabeta(net=off)", f'alphabeta(net="{path}")')
    scores = [
        [
            (line.moves, line.score)
            for line in analyse(load_engine(name, game), game.initial(), Limits(depth=2, lines=5, seed=1)).lines
        ]
        for name in nets
    ]
    assert scores[0] == scores[1]
    assert scores[0] != scores[2] != scores[3] != scores[0]


def test_the_plan_for_the_way_home_judges_by_the_same_weights(tmp_path: Path) -> None:
    path = tmp_path / "other.weights"
    tables = read_weights(SHIPPED)
    tables[:, PARTS.late] *= 3
    write_weights(path, tables)
    game = load_game("chinese_checkers(seats=3)")
    position = next(
        position
        for position in reversed(_walk(3, 1))
        if 7 <= (_rows(position, 3)[position.to_move]["men"] >= 111).sum() < 9  # a plan that does not end the game
    )
    found = [
        analyse(load_engine(name, game), position, Limits(nodes=300, seed=1)).lines[0].score
        for name in ("alphabeta", f'alphabeta(net="{path}")')
    ]
    assert found[0] != found[1]


def test_weights_of_other_sizes_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected 3 tables of 401 weights"):
        write_weights(tmp_path / "bad.weights", hand_made()[None, :])


def test_rows_know_their_turns_and_results_only_after_the_last_stray_move() -> None:
    games = [play_game(seed, nodes=30) for seed in (*range(12), 19)]
    assert {int(rows["seats"][0]) for rows in games} == {2, 3, 6}
    for rows in games:
        known = np.flatnonzero(rows["turns"] != UNKNOWN)
        assert (rows["turns"][known] > 0).all()
        if rows["seats"][0] == 2 and len(known):
            assert known.tolist() == list(range(known[0], len(rows)))
            assert (rows["result"][known] != UNKNOWN).all()
            own, other = rows[known[-1] :: -2], rows[known[-1] - 1 :: -2]
            assert own["turns"][0] == 1
            assert own["result"][0] == 1
            assert other["result"][0] == 0
            last = len(known) // 2
            assert np.diff(own["turns"][:last].astype(int)).tolist() == [1] * (last - 1)
    assert any((rows["turns"] == UNKNOWN).any() and (rows["turns"] != UNKNOWN).any() for rows in games)


def test_the_lead_is_the_same_for_the_other_seat_but_for_the_turn() -> None:
    rows = next(rows for rows in (play_game(seed, nodes=20) for seed in range(9)) if rows["seats"][0] == 2)
    tables = read_weights(SHIPPED)
    assert (leads(tables, rows) - HALF_TURN == HALF_TURN - leads(tables, turned_over(rows))).all()


def test_the_fit_finds_weights_that_explain_the_turns() -> None:
    rows = np.concatenate([play_game(seed, nodes=20) for seed in range(40)])
    rows = rows[rows["seats"] == 2]
    hidden = hand_made() + np.where(np.arange(SIZE) < PARTS.cells.stop, 40, 0)  # every man costs more
    rows["turns"] = np.clip(np.rint(costs(hidden, rows) / 100), 1, 254)
    tables, errors = fit(rows, FitSettings(duel=0, smooth=0.001, single=1))
    assert errors.turns < 0.6 < np.sqrt(np.mean((costs(hand_made(), rows) / 100 - rows["turns"]) ** 2))
    mirrored = tables[0][:121].reshape(-1)[[1, 2]]
    assert mirrored[0] == mirrored[1]


def test_rows_of_several_files_are_fitted_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for seed in range(2):
        files.append(str(tmp_path / f"{seed}.npy"))
        np.save(files[-1], play_game(seed, nodes=20))
    main([*files, "--out", str(tmp_path / "out.weights")])
    assert "of winning rates" in capsys.readouterr().out
    assert (read_weights(tmp_path / "out.weights") != hand_made()).any()
