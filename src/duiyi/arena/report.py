"""What a match has shown so far: results, Elo with intervals, meetings, ratings, faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import isfinite
from typing import TypeAlias

import msgspec

from duiyi.arena.conditions import Fault, Played
from duiyi.arena.elo import PAIR_SCORES, Tally, elo_of_score, score_interval
from duiyi.arena.ratings import Duel, duels_of_ranking, fit_ratings
from duiyi.arena.schedule import seatings
from duiyi.arena.sprt import Sprt, SprtState

__all__ = ["Interval", "Meeting", "Report", "Scoreboard", "Standing"]

Interval: TypeAlias = tuple[float | None, float | None]
"""Bounds with 95 % confidence; None where nothing bounds it."""


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """How one player fared against another (or against all others)."""

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    score_interval: tuple[float, float]
    elo: float
    """Finite even when every game was won: then as if half a game more had been lost."""
    interval: Interval
    """Of the Elo; open above when every game was won, below when every game was lost."""
    pairs: tuple[int, ...]
    """Pairs (blocks) by score, worst first: two losses, ..., two wins; other scores of blocks go to the nearest."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rating among all, relative to the anchor."""

    name: str
    rating: float
    interval: tuple[float, float]
    games: int
    score: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match, seen from the first player; `meetings` and `standings` tell about everybody."""

    game: str
    players: tuple[str, ...]
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    elo: float
    interval: Interval
    pairs: tuple[int, ...]
    faults: tuple[Fault, ...]
    meetings: tuple[Meeting, ...]
    standings: tuple[Standing, ...]
    sprt: SprtState | None = None

    def summary(self) -> dict[str, object]:
        """The object that ``duiyi match --json`` prints."""
        found: dict[str, object] = {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "elo": self.elo,
            "interval": self.interval,
            "faults": self.faults,
        }
        if self.sprt is not None:
            found["sprt"] = self.sprt
        if len(self.players) > 2:
            found["standings"] = [
                {"name": one.name, "rating": one.rating, "interval": one.interval} for one in self.standings
            ]
        return found


class _Account:
    """Games of one side against another: results, and the mean scores of complete blocks."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = 0
        self.points = 0.0
        self.singles: Counter[float] = Counter()
        self.blocks: Counter[float] = Counter()

    def add(self, score: float) -> None:
        self.wins += score > 0.5
        self.draws += score == 0.5
        self.losses += score < 0.5
        self.points += score
        self.singles[score] += 1

    def tally(self) -> Tally:
        """Of complete blocks; of single games while there is no complete block."""
        return Tally(self.blocks or self.singles)

    def meeting(self, first: str, second: str) -> Meeting:
        games = self.wins + self.draws + self.losses
        score = self.points / games if games else 0.5
        low, high = score_interval(self.tally())
        pairs = [0] * len(PAIR_SCORES)
        for value, count in self.blocks.items():
            pairs[round(value * (len(pairs) - 1))] += count
        shrunk = min(max(score, 0.5 / (games + 1)), (games + 0.5) / (games + 1))
        return Meeting(
            first=first,
            second=second,
            games=games,
            wins=self.wins,
            draws=self.draws,
            losses=self.losses,
            score=round(score, 6),
            score_interval=(round(low, 6), round(high, 6)),
            elo=round(elo_of_score(shrunk if score in (0.0, 1.0) else score), 1),
            interval=(_elo_bound(low), _elo_bound(high)),
            pairs=tuple(pairs),
        )


class Scoreboard:
    """Adds up finished games.

    In a game of more than two seats a player's score against another is the share of seat pairs in which it came
    before the other; more than a half is a win.
    """

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        lineups: Sequence[tuple[int, ...]],
        stop: Sprt | None = None,
        anchor: int = 0,
    ) -> None:
        self.game, self.players, self.lineups, self.stop = game, tuple(players), lineups, stop
        self.anchor = anchor
        self.done = 0
        self.faults: list[Fault] = []
        self._field = _Account()
        self._meetings: defaultdict[tuple[int, int], _Account] = defaultdict(_Account)
        self._open: defaultdict[tuple[int, int], list[Played]] = defaultdict(list)
        self._duels: Counter[tuple[int, int, float, float]] = Counter()

    def add(self, played: Played) -> None:
        """Count one game."""
        self.done += 1
        if played.fault is not None:
            self.faults.append(played.fault)
        for duel in duels_of_ranking(played.players, played.scores):
            self._duels[duel] += 1
        for account, first, others in self._accounts(played):
            account.add(_share(played, first, others))
        block = self._open[played.lineup, played.round]
        block.append(played)
        if len(block) == len(seatings(self.lineups[played.lineup], len(played.players))):
            for account, first, others in self._accounts(played):
                mean = sum(_share(game, first, others) for game in block) / len(block)
                account.blocks[round(mean, 9)] += 1
            del self._open[played.lineup, played.round]

    def sprt(self) -> SprtState | None:
        """Where the sequential test of the first player stands."""
        return None if self.stop is None else self.stop.state(Tally(self._field.blocks))

    def report(self) -> Report:
        """Everything, computed now."""
        field = self._field.meeting(self.players[0], "all" if len(self.players) > 2 else self.players[1])
        return Report(
            game=self.game,
            players=self.players,
            games=field.games,
            wins=field.wins,
            draws=field.draws,
            losses=field.losses,
            score=field.score,
            elo=field.elo,
            interval=field.interval,
            pairs=field.pairs,
            faults=tuple(self.faults),
            meetings=tuple(
                account.meeting(self.players[one], self.players[two])
                for (one, two), account in sorted(self._meetings.items())
            ),
            standings=self._standings(),
            sprt=self.sprt(),
        )

    def _accounts(self, played: Played) -> list[tuple[_Account, int, frozenset[int]]]:
        present = sorted(set(played.players))
        found = [
            (self._meetings[one, two], one, frozenset({two}))
            for place, one in enumerate(present)
            for two in present[place + 1 :]
        ]
        if 0 in present:
            found.append((self._field, 0, frozenset(present) - {0}))
        return found

    def _standings(self) -> tuple[Standing, ...]:
        duels = [Duel(one, two, score, weight * count) for (one, two, score, weight), count in self._duels.items()]
        fitted = fit_ratings(duels, len(self.players), anchor=self.anchor)
        games: defaultdict[int, int] = defaultdict(int)
        points: defaultdict[int, float] = defaultdict(float)
        for (one, two), account in self._meetings.items():
            total = account.wins + account.draws + account.losses
            games[one] += total
            games[two] += total
            points[one] += account.points
            points[two] += total - account.points
        return tuple(
            Standing(
                name=name,
                rating=round(fitted[player].rating, 1),
                interval=(round(fitted[player].low, 1), round(fitted[player].high, 1)),
                games=games[player],
                score=round(points[player] / games[player], 6) if games[player] else 0.5,
            )
            for player, name in enumerate(self.players)
        )


def _elo_bound(score: float) -> float | None:
    elo = elo_of_score(score)
    return round(elo, 1) if isfinite(elo) else None


def _share(played: Played, first: int, others: frozenset[int]) -> float:
    """The share of pairs of seats in which `first` came before one of the others; equal counts half."""
    results = [
        0.5 + 0.5 * ((played.scores[mine] > played.scores[theirs]) - (played.scores[mine] < played.scores[theirs]))
        for mine, player in enumerate(played.players)
        if player == first
        for theirs, other in enumerate(played.players)
        if other in others
    ]
    return sum(results) / len(results)
