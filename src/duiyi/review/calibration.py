"""What an engine's rate means: a curve per game and search, fitted to the results of games that it played.

A game's options have curves of their own where its engines judge otherwise there: Reversi's weights are those of 8x8.

An engine turns its score into a rate by one fixed unit per game. The curve stretches that rate, on the scale of its
log-odds, until it says how often such a position was really won. ``benchmarks/calibration.py`` makes the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from duiyi.base import Game
from duiyi.engines.load import read_engine_spec
from duiyi.spec import SpecError

__all__ = ["Curve", "calibrated", "curve_of"]

_CERTAIN = 1e-6


class Curve(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One fitted curve, and how it was made."""

    slope: float = 1.0
    """Factor of the log-odds: above 1 the engine is too shy, below 1 too sure of itself."""
    games: int = 0
    positions: int = 0
    nodes: int = 0
    error_before: float = 0.0
    """Mean square error of the engine's own rates against the results."""
    error: float = 0.0
    """The same of the fitted ones."""
    sure_score: float | None = None
    """The engine's score, in its own unit, that wins three games of four."""

    def rate(self, rate: float) -> float:
        """The fitted rate of an engine's rate.

        >>> round(Curve(slope=2.0).rate(0.75), 2), Curve(slope=2.0).rate(1.0)
        (0.9, 1.0)
        """
        if not _CERTAIN < rate < 1 - _CERTAIN:
            return rate
        odds = self.slope * math.log(rate / (1 - rate))
        return 1 / (1 + math.exp(-odds))


def curve_of(game: Game, engine: str) -> Curve:
    """The curve of an engine's spec in a game; one that was never measured changes nothing.

    >>> from duiyi import load_game
    >>> curve_of(load_game("reversi"), "greedy").slope
    1.0
    """
    try:
        request = read_engine_spec(engine, game)
    except SpecError:
        return Curve()
    if request.is_teaching:
        return Curve()
    curves = [_table().get(key, {}).get(request.generation) for key in (game.spec, game.name)]
    return next((curve for curve in curves if curve is not None), Curve())


def calibrated(curve: Curve, rates: Sequence[float], end_in: int | None = None) -> tuple[float, ...]:
    """The rates of all seats by a curve; a proven end stays what it is, and the sum stays the same.

    >>> [round(rate, 2) for rate in calibrated(Curve(slope=2.0), (0.75, 0.25))]
    [0.9, 0.1]
    """
    if end_in is not None or curve.slope == 1.0:
        return tuple(rates)
    fitted = [curve.rate(rate) for rate in rates]
    factor = sum(rates) / sum(fitted) if sum(fitted) > 0 else 1.0
    return tuple(min(1.0, rate * factor) for rate in fitted)


@cache
def _table() -> dict[str, dict[str, Curve]]:
    """Game, or its whole spec, -> search -> curve, from ``calibration.json`` beside this file."""
    text = files("duiyi.review").joinpath("calibration.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, Curve]])
