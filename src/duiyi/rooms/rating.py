"""Glicko-2 ratings (M. Glickman, *Example of the Glicko-2 system*, 2022), one game to a rating period.

A game of more than two seats is a ranking: every pair of seats counts as a game between the two, with the weight
1/(seats-1), so that a game of six moves a rating about as far as a game of two.

>>> winner, loser = rated_game((Rating(), Rating()), (1.0, 0.0))
>>> round(winner.rating), round(loser.rating)
(1662, 1338)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

__all__ = ["Rating", "rated_game"]

_SCALE = 173.7178
_TAU = 0.5
_LEAST, _MOST = 45.0, 350.0
_DAY = 86_400.0


class Rating(msgspec.Struct, frozen=True):
    """A rating with its uncertainty; `deviation` grows again while nobody plays.

    >>> Rating(deviation=60).after_days(365).deviation > 60
    True
    """

    rating: float = 1500.0
    deviation: float = _MOST
    volatility: float = 0.06

    def after_days(self, days: float) -> Rating:
        """The rating after a time without games: one rating period is taken for a week."""
        spread = math.hypot(self.deviation / _SCALE, self.volatility * math.sqrt(max(0.0, days) / 7))
        return msgspec.structs.replace(self, deviation=min(_MOST, spread * _SCALE))


def rated_game(ratings: Sequence[Rating], scores: Sequence[float]) -> tuple[Rating, ...]:
    """The ratings after a game with these scores (higher is better; equal is a draw between the two).

    >>> three = rated_game((Rating(), Rating(), Rating()), (1.0, 0.5, 0.0))
    >>> three[0].rating > three[1].rating > three[2].rating
    True
    >>> abs(three[1].rating - 1500) < 1e-9
    True
    """
    if len(ratings) != len(scores) or len(ratings) < 2:
        raise ValueError(f"ratings: expected one score for each of two or more, got {len(ratings)} and {len(scores)}")
    weight = 1 / (len(ratings) - 1)
    return tuple(
        _updated(
            own,
            [
                (other, 0.5 + 0.5 * ((scores[seat] > scores[rival]) - (scores[seat] < scores[rival])))
                for rival, other in enumerate(ratings)
                if rival != seat
            ],
            weight,
        )
        for seat, own in enumerate(ratings)
    )


def _updated(own: Rating, results: list[tuple[Rating, float]], weight: float) -> Rating:
    """Steps 2 to 8 of the paper."""
    mu, phi = (own.rating - 1500) / _SCALE, own.deviation / _SCALE
    information = surprise = 0.0
    for other, score in results:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / _SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - 1500) / _SCALE)))
        information += weight * g * g * expected * (1 - expected)
        surprise += weight * g * (score - expected)
    variance = 1 / information
    sigma = _volatility(phi, own.volatility, variance, variance * surprise)
    spread = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + information)
    deviation = min(_MOST, max(_LEAST, spread * _SCALE))
    return Rating(1500 + _SCALE * (mu + spread * spread * surprise), deviation, sigma)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        denominator = phi * phi + variance + power
        return power * (delta * delta - denominator) / (2 * denominator * denominator) - (x - a) / (_TAU * _TAU)

    left, right = a, math.log(max(delta * delta - phi * phi - variance, 1e-12))
    if delta * delta <= phi * phi + variance:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        right = a - steps * _TAU
    at_left, at_right = f(left), f(right)
    while abs(right - left) > 1e-6:
        middle = left + (left - right) * at_left / (at_right - at_left)
        at_middle = f(middle)
        if at_middle * at_right <= 0:
            left, at_left = right, at_right
        else:
            at_left /= 2
        right, at_right = middle, at_middle
    return math.exp(left / 2)
