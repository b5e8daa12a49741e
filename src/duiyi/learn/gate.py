"""Is it better? Matches between networks, and between a network and another engine, with all games in lock-step.

Every opening is played twice with the seats swapped; statistics are over pairs, as in the arena.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import msgspec

from duiyi.analysis import Limits
from duiyi.arena.elo import Tally, elo_of_score, score_interval
from duiyi.arena.openings import generate_openings
from duiyi.arena.sprt import Sprt
from duiyi.games.native import NativeGame, NativePosition
from duiyi.learn.forest import Asked, Thinker
from duiyi.learn.selfplay import search_options
from duiyi.learn.settings import Settings
from duiyi.learn.warm import native_engine

__all__ = ["Chooser", "EngineChooser", "NetChooser", "Verdict", "meet", "openings_for"]

_AT_ONCE = 16  # openings played in lock-step, twice each


class Chooser(Protocol):
    """Chooses moves in many games at once."""

    def choose(self, positions: dict[int, NativePosition]) -> dict[int, int]:
        """A move for every position, by the number of its game."""
        ...

    def forget(self) -> None:
        """New games begin."""
        ...


class NetChooser:
    """A network with a search of fixed size and no noise."""

    def __init__(self, game: NativeGame, net: Asked, settings: Settings, simulations: int, seed: int = 1) -> None:
        self._thinker = Thinker(game, net, search_options(settings), trees=2 * _AT_ONCE, seed=seed)
        self._simulations = simulations
        self._is_fresh = True

    def choose(self, positions: dict[int, NativePosition]) -> dict[int, int]:
        for number, position in positions.items():
            self._thinker.begin(number, position, self._simulations)
        open_games, chosen = set(positions), {}
        while open_games:
            self._thinker.step()
            for number, root in list(self._thinker.done(open_games)):
                chosen[number] = root.moves[0][0]
                open_games.discard(number)
        return chosen

    def forget(self) -> None:
        """Trees notice by themselves: a position that is not theirs makes them start anew."""


class EngineChooser:
    """A native engine by its spec, one game after the other."""

    def __init__(self, game: NativeGame, spec: str, seed: int = 1) -> None:
        self._engine = native_engine(spec, game)
        self._seed = seed

    def choose(self, positions: dict[int, NativePosition]) -> dict[int, int]:
        return {
            number: self._engine.search(position, Limits(seed=self._seed + number)).best
            for number, position in positions.items()
        }

    def forget(self) -> None:
        """With a seed every search starts from nothing."""


class Verdict(msgspec.Struct, frozen=True):
    """The result of the first: games, score, Elo with its interval, and whether the test is convinced."""

    games: int
    score: float
    elo: float
    low: float
    high: float
    is_better: bool


def openings_for(game: NativeGame, count: int, seed: int) -> list[list[int]]:
    """Balanced openings; a small game that has fewer is played from them again."""
    found: list[list[int]] = []
    for opening in generate_openings(game, seed):
        found.append([game.parse_move(text) for text in opening.moves.split()])
        if len(found) == count:
            break
    found = found or [[]]
    return [found[i % len(found)] for i in range(count)]


def meet(
    game: NativeGame,
    one: Chooser,
    two: Chooser,
    games: int,
    seed: int = 0,
    stop: Sprt | None = None,
    max_plies: int = 600,
) -> Verdict:
    """Let two meet over a number of games, or until the test is sure."""
    counts: Counter[float] = Counter()
    tally = Tally(counts)
    openings = openings_for(game, max(1, games // 2), seed)
    for first in range(0, len(openings), _AT_ONCE):
        for score in _play(game, one, two, openings[first : first + _AT_ONCE], max_plies):
            counts[score] += 1
        tally = Tally(counts)
        if stop is not None and stop.state(tally).verdict is not None:
            break
    low, high = score_interval(tally)
    verdict = None if stop is None else stop.state(tally).verdict
    is_better = verdict == "accepted" or (verdict is None and tally.mean >= 0.55)
    return Verdict(2 * tally.units, tally.mean, _elo(tally.mean), _elo(low), _elo(high), is_better)


def _play(game: NativeGame, one: Chooser, two: Chooser, openings: Sequence[list[int]], max_plies: int) -> list[float]:
    """The mean score of the first in every pair of games."""
    one.forget()
    two.forget()
    positions: dict[int, NativePosition] = {}
    for number in range(2 * len(openings)):
        position = game.initial()
        for move in openings[number // 2]:
            position = position.after(move)
        positions[number] = position
    scores: dict[int, float] = {}
    plies = 0
    while positions and plies < max_plies:
        plies += 1
        for chooser, side in ((one, 0), (two, 1)):
            # In game 2k the first has the even seats, in game 2k+1 the odd ones.
            turn = {n: p for n, p in positions.items() if (p.to_move + n) % 2 == side}
            for number, move in (chooser.choose(turn) if turn else {}).items():
                positions[number] = positions[number].after(move)
                outcome = positions[number].native.outcome()
                if outcome is not None:
                    own = [s for seat, s in enumerate(outcome[0]) if (seat + number) % 2 == 0]
                    scores[number] = sum(own) / len(own)
                    del positions[number]
    return [(scores.get(2 * i, 0.5) + scores.get(2 * i + 1, 0.5)) / 2 for i in range(len(openings))]


def _elo(score: float) -> float:
    """Elo within bounds, so that it can be written down."""
    return round(max(-1200.0, min(1200.0, elo_of_score(score))), 1)
