"""Elo from pairs: known values, and intervals that hold what they promise."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from duiyi.arena import Tally, elo_of_score, score_interval, score_of_elo


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.640065), (-100, 0.359935), (400, 10 / 11)])
def test_elo_and_score_are_two_words_for_one_thing(elo: float, score: float) -> None:
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-9)


def test_a_perfect_score_is_infinitely_strong() -> None:
    assert (elo_of_score(1.0), elo_of_score(0.0)) == (math.inf, -math.inf)


def test_with_many_pairs_the_interval_is_the_normal_one() -> None:
    tally = Tally.of_pairs([1300, 3700, 5000, 2500, 300])
    reach = 1.959964 * math.sqrt(tally.variance / tally.units)
    low, high = score_interval(tally)
    assert low == pytest.approx(tally.mean - reach, abs=1e-4)
    assert high == pytest.approx(tally.mean + reach, abs=1e-4)


def test_pairs_that_all_ended_alike_leave_doubt() -> None:
    for counts in ([0, 0, 8, 0, 0], [0, 8, 0, 0, 0]):
        low, high = score_interval(Tally.of_pairs(counts))
        assert high - low > 0.1


def test_doubt_shrinks_with_every_pair() -> None:
    widths = [high - low for low, high in (score_interval(Tally.of_pairs([0, 0, n, 0, 0])) for n in (2, 8, 32, 128))]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.02


def test_winning_everything_bounds_the_score_from_below_only() -> None:
    low, high = score_interval(Tally.of_pairs([0, 0, 0, 0, 10]))
    assert high == 1.0
    # The likelihood of ten pairs won is low**10; at the bound it is exp(-1.92).
    assert low == pytest.approx(math.exp(-1.9207 / 10), abs=2e-3)


def test_nothing_played_says_nothing() -> None:
    assert score_interval(Tally({})) == (0.0, 1.0)


def test_the_interval_mirrors_when_wins_and_losses_change_places() -> None:
    low, high = score_interval(Tally.of_pairs([1, 5, 9, 4, 2]))
    back = score_interval(Tally.of_pairs([2, 4, 9, 5, 1]))
    assert (1 - high, 1 - low) == pytest.approx(back, abs=1e-9)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(2)
    shares = [0.05, 0.2, 0.4, 0.25, 0.1]
    truth = sum(share * score for share, score in zip(shares, (0, 0.25, 0.5, 0.75, 1), strict=True))
    runs, covered = 600, 0
    for _ in range(runs):
        drawn = Counter(chance.choices((0.0, 0.25, 0.5, 0.75, 1.0), shares, k=60))
        low, high = score_interval(Tally(drawn))
        covered += low <= truth <= high
    assert 0.93 <= covered / runs <= 0.97


def test_openings_that_decide_the_game_cost_no_precision_in_pairs() -> None:
    # The first seat wins nearly always: as pairs this is a clear result, as single games it would be a coin.
    pairs = score_interval(Tally.of_pairs([0, 0, 90, 0, 10]))
    singles = score_interval(Tally({0.0: 90, 1.0: 110}))
    assert pairs[0] > 0.5
    assert singles[0] < 0.5


def test_counts_that_are_no_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="expected five counts"):
        Tally.of_pairs([1, 2, 3])
