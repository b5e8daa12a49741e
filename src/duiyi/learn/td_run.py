"""A TD run: rounds of games, a measurement after each, the best weights kept. The folder is the run, as in `run`."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import msgspec

from duiyi.analysis import Limits
from duiyi.arena import Match
from duiyi.games.registry import load_game
from duiyi.learn.rounds import RoundFolder, go_on
from duiyi.learn.td import TdPlayer, TdSettings, learn_from, play
from duiyi.learn.td_values import PatternValues, values_for

__all__ = ["TdLine", "learn_td"]


class TdLine(msgspec.Struct, frozen=True, kw_only=True):
    """One round in ``progress.jsonl``."""

    step: int
    minutes: float
    games: int
    loss: float
    """Mean squared difference between the values met and the result."""
    score: float
    """Against the anchor, in 0..1."""
    elo: float
    promoted: bool


class _State(msgspec.Struct, frozen=True):
    step: int = -1
    minutes: float = 0.0
    games: int = 0
    best: float = -1.0


def learn_td(
    folder: Path,
    settings: TdSettings | None = None,
    *,
    minutes: float | None = None,
    rounds: int | None = None,
    tell: Callable[[TdLine], None] = lambda line: None,
) -> Path:
    """Learn until the minutes or rounds are over, and give the best weights; without settings go on with the run."""
    run = _TdRun(folder, settings)
    go_on(run, minutes, rounds, tell)
    return run.best


class _TdRun:
    def __init__(self, folder: Path, settings: TdSettings | None) -> None:
        self.folder = folder
        self._run = RoundFolder(folder, "td", settings, TdSettings, _State)
        self.settings = self._run.settings
        self.game = load_game(self.settings.game)
        if self.game.seats != 2:
            raise ValueError(f"learn td: expected a game for two seats, got {self.game.spec}")
        for text in self.settings.starts:
            self.game.position(text)
        self.values = values_for(self.game, self.settings.values)
        self.best = folder / "best.values"
        if self._run.state is not None:
            self.values.load(self._weights(self._run.state.step))

    @property
    def minutes(self) -> float | None:
        return None if self._run.state is None else self._run.state.minutes

    def round(self, minutes: Callable[[], float]) -> TdLine:
        """Some games, then a match with the anchor."""
        before = self._run.state or _State()
        step = before.step + 1
        rng = random.Random((self.settings.seed << 32) + step)
        errors: list[float] = []
        for _ in range(self.settings.round):
            steps, last = play(self.game, self.values, self.settings, rng)
            learn_from(steps, last, self.values, self.settings)
            outcome = last.outcome()
            if outcome is not None:
                errors += [(2 * outcome.scores[s.position.to_move] - 1 - s.value) ** 2 for s in steps]
        report = Match(
            self.game,
            [TdPlayer(self.values, self.settings.depth), self.settings.anchor],
            self.settings.score_games,
            Limits(depth=1),
            seed=self.settings.seed,
        ).run()
        self.values.save(self._weights(step))
        promoted = report.score > before.best
        if promoted:
            self.values.save(self.best)
            if isinstance(self.values, PatternValues):
                self.values.export(self.folder / "best.patterns")
        line = TdLine(
            step=step,
            minutes=round(minutes(), 2),
            games=before.games + self.settings.round,
            loss=round(sum(errors) / max(1, len(errors)), 4),
            score=round(report.score, 4),
            elo=round(max(-1200.0, min(1200.0, report.elo)), 1),
            promoted=promoted,
        )
        self._run.commit(_State(step, line.minutes, line.games, max(before.best, report.score)), line)
        self._weights(step - 1).unlink(missing_ok=True)
        return line

    def _weights(self, step: int) -> Path:
        return self.folder / f"{step:05d}.values"
