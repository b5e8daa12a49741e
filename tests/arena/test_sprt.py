"""The sequential test: published values, Wald's bounds, and how often it errs."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from duiyi.arena import Sprt, Tally, score_of_elo

# Values of the public fishtest and fastchess implementations, recomputed independently.
PAIRS = [13, 37, 50, 25, 3]


def test_the_exact_ratio_has_the_published_value() -> None:
    assert Sprt(0, 2.716).llr(Tally.of_pairs(PAIRS)) == pytest.approx(-0.53777, abs=5e-6)


def test_the_normal_approximation_has_the_published_value() -> None:
    assert Sprt(0, 2.716).approximate_llr(Tally.of_pairs(PAIRS)) == pytest.approx(-0.55966, abs=5e-6)


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.292535, 4.499810), abs=1e-6)


def test_mirrored_results_have_the_opposite_ratio_of_mirrored_claims() -> None:
    forwards = Sprt(-3, 7).llr(Tally.of_pairs(PAIRS))
    backwards = Sprt(-7, 3).llr(Tally.of_pairs(PAIRS[::-1]))
    assert forwards == pytest.approx(-backwards, abs=1e-9)


def test_no_games_decide_nothing() -> None:
    assert Sprt(0, 10).state(Tally({})).verdict is None


def test_one_sided_results_are_decided_soon() -> None:
    test = Sprt(0, 50)
    assert test.state(Tally.of_pairs([0, 0, 0, 0, 30])).verdict == "accepted"
    assert test.state(Tally.of_pairs([30, 0, 0, 0, 0])).verdict == "rejected"


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "accepted"), (60.0, "rejected")])
def test_it_errs_no_more_often_than_promised(truth: float, wrong: str) -> None:
    chance = random.Random(11)
    test = Sprt(0, 60)
    score = score_of_elo(truth)
    # Pairs of two independent games, a third of them drawn.
    win, draw = score - 1 / 6, 1 / 3
    errors, runs = 0, 200
    for _ in range(runs):
        counts: Counter[float] = Counter()
        verdict = None
        while verdict is None:
            for _ in range(4):
                games = chance.choices((1.0, 0.5, 0.0), (win, draw, 1 - win - draw), k=2)
                counts[sum(games) / 2] += 1
            verdict = test.state(Tally(counts)).verdict
        errors += verdict == wrong
    assert errors / runs <= 0.08


@pytest.mark.parametrize("values", [(5, 5), (9, 1)])
def test_claims_in_the_wrong_order_are_refused(values: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="expected elo0 below elo1"):
        Sprt(*values)


def test_impossible_error_rates_are_refused() -> None:
    with pytest.raises(ValueError, match="alpha and beta"):
        Sprt(0, 5, alpha=0.7)
