"""Reversi's learnt evaluation: the fit finds what is there, and the core adds up the same weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from duiyi import Limits, Position, RulesError, SpecError, load_game
from duiyi.engines import analyse, load_engine
from duiyi.engines.solve import solve
from duiyi.learn import eval_reversi
from duiyi.learn.eval_reversi import FitSettings
from duiyi.learn.reversi_patterns import MOBILITIES, STAGES, layout, stage_of, write_weights
from duiyi.learn.reversi_rows import play_game, row_type

_WEIGHTS = layout().size + 2 * MOBILITIES


def _random_weights(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-40, 40, (STAGES, _WEIGHTS)) / 100


def test_the_core_adds_up_the_weights_of_the_file(tmp_path: Path) -> None:
    weights = _random_weights(1)
    path = tmp_path / "random.patterns"
    write_weights(path, weights)
    game = load_game("reversi")
    engine = load_engine(f'alphabeta(net="{path}",depth=1)', game)
    rows = np.concatenate([play_game(seed, nodes=20) for seed in range(3)])
    compared = 0
    for row in rows[::7]:
        position = game.position(_text(row))
        children = [position.after(move) for move in position.legal_moves()]
        if (
            any(child.outcome() is not None or child.legal_moves() == [64] for child in children)
            or 64 in position.legal_moves()
        ):
            continue
        own = np.array([_row(child) for child in children], dtype=row_type)
        stage = stage_of(int(np.bitwise_count(own["own"][0] | own["other"][0])))
        expected = max(-100 * eval_reversi._predict(own, weights[stage]))
        found = analyse(engine, position, Limits(seed=1)).lines[0].score
        assert found == pytest.approx(min(max(expected, -6400), 6400))
        compared += 1
    assert compared > 5


def _row(position: Position) -> tuple[int, int, int, int, int]:
    board, mover = position.text().split()
    cells = "".join(" " * int(letter) if letter.isdigit() else letter for letter in board.replace("/", ""))
    own = sum(1 << i for i, cell in enumerate(cells) if cell == mover)
    other = sum(1 << i for i, cell in enumerate(cells) if cell not in (mover, " "))
    return own, other, 0, 0, 0


def _text(row: np.void) -> str:
    own, other = int(row["own"]), int(row["other"])
    cells = ["x" if own >> i & 1 else "o" if other >> i & 1 else "1" for i in range(64)]
    ranks = ["".join(cells[8 * rank : 8 * rank + 8]) for rank in range(8)]
    for count in range(8, 1, -1):
        ranks = [rank.replace("1" * count, str(count)) for rank in ranks]
    return "/".join(ranks) + " x"


def test_the_fit_finds_weights_that_explain_the_values() -> None:
    rows = np.concatenate([play_game(seed, nodes=20) for seed in range(40)])
    discs = np.bitwise_count(rows["own"]).astype(int) - np.bitwise_count(rows["other"])
    rows["margin"], rows["is_exact"] = discs, 1  # something that patterns can say exactly
    found = eval_reversi.fit(rows, FitSettings(penalty=0.1, held_out=0.1))
    assert np.nanmean(found.errors) < 0.5 * float(np.abs(discs).mean())


def test_what_is_learnt_is_the_score_and_the_margin_and_the_margin_alone_where_it_is_exact() -> None:
    rows = np.array([(1, 2, 1000, 4, 0), (1, 2, 1000, 4, 1)], row_type)
    assert eval_reversi._target(rows, 0.75).tolist() == [8.5, 4.0]


def test_rows_before_the_end_have_the_score_of_a_search_and_the_margin_of_the_game() -> None:
    rows = play_game(3, nodes=200)
    discs = np.bitwise_count(rows["own"] | rows["other"])
    middle = rows["is_exact"] == 0
    assert (discs[middle] < 50).all()
    assert (discs[~middle] >= 50).all()
    assert middle.sum() > 10
    assert len({int(row["score"]) for row in rows[middle]}) > 5
    # Every disc adds one, and the margin changes its sign with the seat to move.
    assert (np.diff(discs[middle]) <= 1).all()
    assert len(set(np.abs(rows["margin"][middle]).tolist())) == 1


def test_rows_of_the_end_have_the_margin_of_perfect_play() -> None:
    game = load_game("reversi")
    rows = play_game(3, nodes=20)
    for row in rows[rows["is_exact"] == 1][::6]:
        position = game.position(_text(row))
        assert position.outcome() is None
        assert solve(position).value == row["margin"] == row["score"] // 100


def test_a_bad_file_of_weights_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.patterns"
    path.write_bytes(b"duiyi reversi patterns 1\nshort")
    with pytest.raises(RulesError, match="expected a file of Reversi patterns"):
        load_engine(f'alphabeta(net="{path}")', load_game("reversi"))
    with pytest.raises(SpecError, match="expected net to be a file"):
        load_engine('alphabeta(net="nowhere")', load_game("reversi"))
    with pytest.raises(SpecError, match="not learnt"):
        load_engine(f'alphabeta(net="{path}")', load_game("reversi(size=6)"))


def test_near_the_end_the_engine_knows_the_exact_margin() -> None:
    game = load_game("reversi")
    position = game.position("3xxx1o/o2xxx1o/oxxxoxxo/oxxxooxx/2oxoooo/1xoooxxo/2ooooxo/oooooooo o")
    found = analyse(load_engine("alphabeta", game), position, Limits(nodes=2_000_000, seed=1, lines=3))
    assert {game.move_text(line.moves[0]) for line in found.lines[:2]} == {"a7", "g1"}
    assert found.lines[0].score == 2600
    assert found.lines[0].rates == (0.0, 1.0)
