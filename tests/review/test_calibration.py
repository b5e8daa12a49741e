"""What a rate means."""

from __future__ import annotations

import random

import pytest
from benchmarks.calibration import Sample, fitted

from duiyi import load_game
from duiyi.review.calibration import Curve, calibrated, curve_of


@pytest.mark.parametrize("spec", ["reversi", "nogo", "gomoku", "xiangqi", "chinese_checkers"])
@pytest.mark.parametrize("engine", ["alphabeta", "mcts", "alphazero"])
def test_every_real_engine_has_a_measured_curve(spec: str, engine: str) -> None:
    curve = curve_of(load_game(spec), engine)
    assert curve.games >= 100
    assert 0.05 < curve.slope < 10
    assert curve.error <= curve.error_before + 0.001


@pytest.mark.parametrize("size", [6, 10, 12, 14, 16])
def test_reversi_has_curves_for_boards_that_its_weights_do_not_know(size: int) -> None:
    other = load_game(f"reversi(size={size})")
    for engine in ("alphabeta", "mcts"):
        assert curve_of(other, engine) != curve_of(load_game("reversi"), engine)
    assert curve_of(load_game("xiangqi(natural=50)"), "alphabeta") == curve_of(load_game("xiangqi"), "alphabeta")


def test_the_champion_and_its_limits_use_the_curve_of_their_search() -> None:
    game = load_game("nogo(size=7)")
    assert curve_of(game, "champion") == curve_of(game, "mcts(nodes=50)") != curve_of(game, "alphabeta")
    assert curve_of(game, "external(protocol=gtp,command=x)") == Curve()


def test_a_proven_end_stays_what_it_is() -> None:
    assert calibrated(Curve(slope=0.3), (1.0, 0.0), end_in=5) == (1.0, 0.0)


def test_the_order_and_the_sum_of_the_rates_stay() -> None:
    before = (0.7, 0.5, 0.3)
    after = calibrated(Curve(slope=1.8), before)
    assert sum(after) == pytest.approx(sum(before))
    assert sorted(after, reverse=True) == list(after)


def test_a_fit_finds_the_slope_of_made_up_results() -> None:
    chance, true = random.Random(1), Curve(slope=1.7)
    samples = []
    for _ in range(20000):
        rate = chance.uniform(0.02, 0.98)
        samples.append(Sample(rate, float(chance.random() < true.rate(rate)), None, 1.0))
    found = fitted(samples, 1, 1)
    assert found.slope == pytest.approx(1.7, abs=0.08)
    assert found.error < found.error_before
