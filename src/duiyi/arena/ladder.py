"""`Ladder`: the generations and the levels of a game measured against each other, on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from duiyi.analysis import Limits
from duiyi.arena.contenders import names_of
from duiyi.arena.match import Match, Progress
from duiyi.arena.report import Meeting, Report, Standing
from duiyi.arena.schedule import lineups
from duiyi.base import Game
from duiyi.engines import engine_names, load_player
from duiyi.games.registry import load_game
from duiyi.spec import SpecError

__all__ = ["LEVELS", "Ladder", "LadderResult", "default_engines", "ladder_lineups"]

LEVELS = tuple(f"level({number})" for number in range(1, 13))
_GENERATIONS = ("greedy", "minimax", "alphabeta", "mcts", "alphazero")
_BRIDGES = (2, 5, 8, 11)  # levels (from 0) that every generation meets, so that both chains share one scale


class LadderResult(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder as it is kept in a file: ratings with intervals, and every meeting.

    >>> result = LadderResult(game="nogo", limits=Limits(), games=2, seed=0, anchor="mcts", players=(), meetings=())
    >>> LadderResult.from_json(result.to_json()) == result
    True
    """

    game: str
    limits: Limits
    games: int
    """For each meeting."""
    seed: int
    anchor: str
    """The player whose rating is 0."""
    players: tuple[Standing, ...]
    """In the order of the ladder."""
    meetings: tuple[Meeting, ...]
    faults: int = 0

    def rating_of(self, name: str) -> Standing:
        """A player's standing; raises `KeyError` for one that is not on the ladder."""
        for standing in self.players:
            if standing.name == name:
                return standing
        raise KeyError(name)

    def to_json(self) -> str:
        """The text of the file: indented, so that changes can be read."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"

    @staticmethod
    def from_json(text: str | bytes) -> LadderResult:
        """A ladder from its file."""
        return msgspec.json.decode(text, type=LadderResult)


class Ladder:
    """A match of many players whose result is ratings.

    `scheme` is ``chain`` (each against its next two neighbours in the order given) or ``round_robin``. Without
    `engines` it is all levels and generations that the game has: two chains, joined by meetings of every generation
    with four levels.

    >>> Ladder("reversi", engines=["greedy", "minimax", "alphabeta"], games=2).match.lineups
    [(0, 1), (0, 2), (1, 2)]
    """

    def __init__(
        self,
        game: Game | str,
        engines: Sequence[str] | None = None,
        games: int = 40,
        limits: Limits | None = None,
        *,
        scheme: str = "chain",
        anchor: str | None = None,
        seed: int = 0,
        concurrency: int = 1,
        records: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> None:
        rules = load_game(game) if isinstance(game, str) else game
        names = list(default_engines(rules) if engines is None else engines)
        if scheme not in ("chain", "round_robin"):
            raise ValueError(f"scheme: expected chain or round_robin, got {scheme!r}")
        numbered = names_of(names)
        self.anchor = anchor or numbered[0]
        if self.anchor not in numbered:
            raise ValueError(f"anchor: expected one of {', '.join(numbered)}, got {self.anchor!r}")
        self.match = Match(
            rules,
            names,
            games,
            limits,
            pairing=lineups(len(names), 2, "round_robin") if scheme == "round_robin" else ladder_lineups(names),
            anchor=numbered.index(self.anchor),
            seed=seed,
            concurrency=concurrency,
            records=records,
            resume=resume,
        )

    def run(self, progress: Callable[[Progress], None] | None = None) -> LadderResult:
        """Play all meetings and rate the players."""
        return self.result_of(self.match.run(progress))

    async def run_async(self, progress: Callable[[Progress], None] | None = None) -> LadderResult:
        """The same inside an event loop."""
        return self.result_of(await self.match.run_async(progress))

    def result_of(self, report: Report) -> LadderResult:
        """The ladder of a report, which may be that of an unfinished match."""
        return LadderResult(
            game=report.game,
            limits=self.match.conditions.limits,
            games=self.match.games,
            seed=self.match.conditions.seed,
            anchor=self.anchor,
            players=report.standings,
            meetings=report.meetings,
            faults=len(report.faults),
        )


def default_engines(game: Game) -> list[str]:
    """The levels, weakest first, then the generations that the game has.

    >>> [name for name in default_engines(load_game("reversi")) if "level" not in name][:3]
    ['greedy', 'minimax', 'alphabeta']
    """
    known = engine_names(game)
    generations = [name for name in _GENERATIONS if name in known]
    return [*(name for name in LEVELS if _exists(name, game)), *generations]


def ladder_lineups(names: Sequence[str]) -> list[tuple[int, ...]]:
    """Who meets whom in a chain: neighbours one and two apart; levels and generations apart, joined by bridges.

    >>> ladder_lineups(["level(1)", "level(2)", "level(3)", "greedy", "minimax"])
    [(0, 1), (0, 2), (1, 2), (3, 4), (2, 3), (2, 4)]
    """
    levels = [place for place, name in enumerate(names) if name in LEVELS]
    others = [place for place, name in enumerate(names) if name not in LEVELS]
    found: list[tuple[int, ...]] = []
    for chain in (levels, others):
        if len(chain) > 1:
            found += [tuple(chain[place] for place in pair) for pair in lineups(len(chain), 2, "neighbours")]
    bridges = [levels[place] for place in _BRIDGES if place < len(levels)] or levels[-1:]
    return found + [(min(level, other), max(level, other)) for level in bridges for other in others]


def _exists(name: str, game: Game) -> bool:
    try:
        load_player(name, game)
    except SpecError:
        return False
    return True
