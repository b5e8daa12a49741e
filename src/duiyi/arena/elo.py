"""Elo from game pairs: scores, the likelihood of a mean, and intervals that stay honest when every pair ended alike.

Two games from one opening with the seats swapped are not independent: in a game that the first seat wins, one win and
one loss come together. So the unit of all statistics here is the *pair* (for more seats: the block of all rotations),
with its mean score in 0..1. In games of two seats that mean takes five values, hence "pentanomial".

Source of the constrained maximum: M. Van den Bergh, *Comments on normalized Elo* and *A practical introduction to the
GSPRT*; A. Owen, *Empirical Likelihood* (2001), chapter 2, for the interval.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

__all__ = ["PAIR_SCORES", "Tally", "elo_of_score", "log_likelihood_ratio", "score_interval", "score_of_elo"]

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Mean scores of a pair of games: two losses, loss and draw, ..., two wins."""

_ZERO = 1e-3  # stands for a count of nothing: nothing that has not been seen yet is impossible
_STEPS = 100  # more than halving needs; Newton needs ten
_HALVINGS = 40  # of an interval within 0..1: finer than anybody reads


def score_of_elo(elo: float) -> float:
    """The score to be expected against somebody `elo` weaker.

    >>> round(score_of_elo(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The difference in Elo that explains a score; infinite for 0 and 1.

    >>> round(elo_of_score(0.75))
    191
    >>> elo_of_score(1.0)
    inf
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


class Tally:
    """How often each mean score of a pair (or block) came up.

    >>> tally = Tally.of_pairs([13, 37, 50, 25, 3])
    >>> tally.units, round(tally.mean, 4)
    (128, 0.4375)
    """

    def __init__(self, counts: Mapping[float, int]) -> None:
        self.counts = {score: counts.get(score, 0) for score in sorted({*PAIR_SCORES, *counts})}
        self.units = sum(self.counts.values())

    @staticmethod
    def of_pairs(counts: Sequence[int]) -> Tally:
        """From the five counts of pairs, worst first."""
        if len(counts) != len(PAIR_SCORES) or min(counts) < 0:
            raise ValueError(f"pairs: expected five counts, worst first, got {list(counts)!r}")
        return Tally(dict(zip(PAIR_SCORES, counts, strict=True)))

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(score * count for score, count in self.counts.items()) / self.units

    @property
    def variance(self) -> float:
        """The variance of the score of one pair."""
        mean = self.mean
        return sum((score - mean) ** 2 * count for score, count in self.counts.items()) / self.units

    def shares(self) -> tuple[list[float], list[float], float]:
        """Scores, their shares without a zero among them, and the number of units that the shares stand for."""
        counts = [count or _ZERO for count in self.counts.values()]
        units = sum(counts)
        return list(self.counts), [count / units for count in counts], units


def log_likelihood_ratio(tally: Tally, score0: float, score1: float) -> float:
    """ln(L1/L0): how much better a mean of `score1` explains the tally than `score0`, each with its best distribution.

    >>> tally = Tally.of_pairs([13, 37, 50, 25, 3])
    >>> round(log_likelihood_ratio(tally, score_of_elo(0), score_of_elo(2.716)), 5)
    -0.53777
    """
    if tally.units == 0:
        return 0.0
    scores, shares, units = tally.shares()
    most0, most1 = _most_likely(scores, shares, score0), _most_likely(scores, shares, score1)
    terms = (share * math.log(one / zero) for share, zero, one in zip(shares, most0, most1, strict=True))
    return units * math.fsum(terms)


def score_interval(tally: Tally, confidence: float = 0.95) -> tuple[float, float]:
    """The mean scores that the tally does not contradict, by the likelihood ratio.

    Unlike mean ± deviations it cannot leave 0..1, and it does not shrink to a point when all pairs ended alike.

    >>> low, high = score_interval(Tally.of_pairs([13, 37, 50, 25, 3]))
    >>> round(low, 3), round(high, 3)
    (0.396, 0.479)
    >>> low, high = score_interval(Tally.of_pairs([0, 0, 10, 0, 0]))
    >>> round(low, 3), round(high, 3)
    (0.412, 0.588)
    """
    if tally.units == 0:
        return 0.0, 1.0
    allowed = NormalDist().inv_cdf(0.5 + confidence / 2) ** 2 / 2
    mean = tally.mean
    scores, shares, units = tally.shares()

    def contradicts(score: float) -> bool:
        most = _most_likely(scores, shares, score)
        return units * math.fsum(p * math.log(p / q) for p, q in zip(shares, most, strict=True)) > allowed

    def bound(inside: float, outside: float) -> float:
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if contradicts(middle) else (middle, outside)
        return inside

    return (0.0 if mean == 0 else bound(mean, 0.0)), (1.0 if mean == 1 else bound(mean, 1.0))


def _most_likely(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that makes the observed shares most likely.

    It is ``share / (1 + t * (score - mean))`` with the one t for which the mean comes out right; the slope below falls
    as t grows, so Newton's method finds it, and halving where Newton would leave the interval.
    """
    mean = min(max(mean, scores[0] + 1e-12), scores[-1] - 1e-12)
    gaps = [score - mean for score in scores]
    low, high, t = -1 / gaps[-1], -1 / gaps[0], 0.0
    for _ in range(_STEPS):
        slope = bend = 0.0
        for gap, share in zip(gaps, shares, strict=True):
            term = gap / (1 + t * gap)
            slope += share * term
            bend += share * term * term
        low, high = (t, high) if slope > 0 else (low, t)
        before, t = t, t + slope / bend
        if not low < t < high:
            t = (low + high) / 2
        if abs(t - before) <= 1e-13 * abs(t):
            break
    return [share / (1 + t * gap) for gap, share in zip(gaps, shares, strict=True)]
