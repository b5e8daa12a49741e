"""The sequential probability ratio test: play until the result is clear, and no longer.

The ratio is the generalised one over pairs of games (see `duiyi.arena.elo`), computed exactly; the bounds are Wald's.
"""

from __future__ import annotations

import math

import msgspec

from duiyi.arena.elo import Tally, log_likelihood_ratio, score_of_elo

__all__ = ["Sprt", "SprtState"]


class SprtState(msgspec.Struct, frozen=True):
    """Where a sequential test stands. `verdict` is ``"accepted"`` (elo1), ``"rejected"`` (elo0) or None.

    >>> Sprt(0, 10).state(Tally({})).verdict is None
    True
    """

    llr: float
    lower: float
    upper: float
    verdict: str | None


class Sprt(msgspec.Struct, frozen=True):
    """Stop when the first engine is clearly at least `elo1` stronger, or clearly at most `elo0`.

    `alpha` is the chance to accept elo1 when elo0 is true, `beta` that to accept elo0 when elo1 is true.

    >>> test = Sprt(elo0=0, elo1=2.716)
    >>> tuple(round(bound, 3) for bound in test.bounds)
    (-2.944, 2.944)
    >>> tally = Tally.of_pairs([13, 37, 50, 25, 3])
    >>> round(test.llr(tally), 5), round(test.approximate_llr(tally), 5)
    (-0.53777, -0.55966)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"sprt: expected elo0 below elo1, got {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"sprt: expected alpha and beta between 0 and 0.5, got {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: below the first elo0 is accepted, above the second elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """The exact generalised log-likelihood ratio."""
        return log_likelihood_ratio(tally, score_of_elo(self.elo0), score_of_elo(self.elo1))

    def approximate_llr(self, tally: Tally) -> float:
        """The same by the normal approximation, as many programs print it."""
        if tally.units == 0 or tally.variance == 0:
            return 0.0
        score0, score1 = score_of_elo(self.elo0), score_of_elo(self.elo1)
        return tally.units * (score1 - score0) * (2 * tally.mean - score0 - score1) / (2 * tally.variance)

    def state(self, tally: Tally) -> SprtState:
        """Ratio, bounds and verdict."""
        lower, upper = self.bounds
        llr = self.llr(tally)
        verdict = "accepted" if llr >= upper else "rejected" if llr <= lower else None
        return SprtState(llr, lower, upper, verdict)
