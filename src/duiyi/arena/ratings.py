"""Ratings of many players from their meetings: Bradley-Terry by maximum likelihood, with intervals.

The chance of i against j is 1/(1+10^(-(r_i - r_j)/400)); a draw is half a win. Every pair of players that met gets
`prior` drawn games more, so that a player who won everything still has a rating; and a normal prior, so wide that
it moves nothing that was measured, keeps players apart that never met.

More than two seats make a ranking, which is taken apart into pairs of seats, each with the weight 3/(seats+1). The
pairs of one ranking are not independent; with this weight the precision claimed for equal players is the true one:
a seat's number of beaten rivals then has the variance (S-1)(S+1)/12, against (S-1)/4 for independent pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Duel", "Fitted", "duels_of_ranking", "fit_ratings"]

_NATURAL = math.log(10) / 400  # one Elo in natural units
_WIDE = 3000 * _NATURAL  # standard deviation of the normal prior
_Matrix = npt.NDArray[np.float64]


class Duel(NamedTuple):
    """`first` scored `score` (0..1) against `second`; `weight` says for how many games it counts."""

    first: int
    second: int
    score: float
    weight: float = 1.0


class Fitted(NamedTuple):
    """A rating with its interval, both relative to the anchor."""

    rating: float
    low: float
    high: float


def duels_of_ranking(players: Sequence[int], scores: Sequence[float]) -> list[Duel]:
    """A played game as duels between all seats with different players.

    >>> duels_of_ranking([0, 1], [1.0, 0.0])
    [Duel(first=0, second=1, score=1.0, weight=1.0)]
    >>> [duel.weight for duel in duels_of_ranking([0, 1, 2], [0.5, 1.0, 0.0])]
    [0.75, 0.75, 0.75]
    """
    weight = 3 / (len(players) + 1)
    return [
        Duel(players[a], players[b], 0.5 + 0.5 * ((scores[a] > scores[b]) - (scores[a] < scores[b])), weight)
        for a in range(len(players))
        for b in range(a + 1, len(players))
        if players[a] != players[b]
    ]


def fit_ratings(
    duels: Iterable[Duel],
    players: int,
    *,
    anchor: int = 0,
    anchor_rating: float = 0.0,
    prior: float = 1.0,
    confidence: float = 0.95,
) -> list[Fitted]:
    """The most likely ratings with the anchor fixed.

    >>> strong, weak = fit_ratings([Duel(0, 1, 0.75, 400)], 2, anchor=1)
    >>> round(strong.rating), weak.rating
    (190, 0.0)
    """
    if not 0 <= anchor < players:
        raise ValueError(f"anchor: expected a player from 0 to {players - 1}, got {anchor}")
    points = np.zeros((players, players))
    for duel in duels:
        points[duel.first, duel.second] += duel.weight * duel.score
        points[duel.second, duel.first] += duel.weight * (1 - duel.score)
    met = (points + points.T) > 0
    points += met * prior / 2
    ratings, information = _climb(points)
    spread = _spread(np.linalg.inv(information), anchor)
    width = NormalDist().inv_cdf(0.5 + confidence / 2)
    fitted = []
    for player in range(players):
        rating = anchor_rating + float(ratings[player] - ratings[anchor]) / _NATURAL
        reach = width * float(spread[player]) / _NATURAL
        fitted.append(Fitted(rating, rating - reach, rating + reach))
    return fitted


def _climb(points: _Matrix) -> tuple[_Matrix, _Matrix]:
    """Newton's method on a concave function; halves a step that goes too far."""
    games = points + points.T
    ratings = np.zeros(len(points))
    value = _log_likelihood(points, ratings)
    information = np.eye(len(points))
    for _ in range(200):
        chances = _chances(ratings)
        slope = (points - games * chances).sum(axis=1) - ratings / _WIDE**2
        weights = games * chances * chances.T
        information = np.diag(weights.sum(axis=1) + 1 / _WIDE**2) - weights
        step = np.linalg.solve(information, slope)
        size = 1.0
        while size > 1e-9 and (better := _log_likelihood(points, ratings + size * step)) < value:
            size /= 2
        if size <= 1e-9 or float(np.abs(step).max()) < 1e-10:
            break
        ratings, value = ratings + size * step, better
    return ratings, information


def _chances(ratings: _Matrix) -> _Matrix:
    # tanh does not overflow where exp would.
    chances: _Matrix = 0.5 + 0.5 * np.tanh((ratings[:, None] - ratings[None, :]) / 2)
    return chances


def _log_likelihood(points: _Matrix, ratings: _Matrix) -> float:
    losses = np.logaddexp(0.0, ratings[None, :] - ratings[:, None])
    return float(-(points * losses).sum() - (ratings**2).sum() / (2 * _WIDE**2))


def _spread(covariance: npt.NDArray[np.floating[Any]], anchor: int) -> npt.NDArray[Any]:
    """Standard deviations of the differences to the anchor."""
    variance = np.diag(covariance) + covariance[anchor, anchor] - 2 * covariance[:, anchor]
    spread: npt.NDArray[Any] = np.sqrt(np.maximum(variance, 0.0))
    return spread
