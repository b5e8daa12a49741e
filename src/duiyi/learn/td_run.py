"""A TD run: rounds of games, a measurement after each, the best weights kept. The folder is the run, as in `run`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from duiyi.analysis import Limits
from duiyi.arena import Match
from duiyi.games.registry import load_game
from duiyi.learn.games import write_atomically
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
    began, before, done = time.monotonic(), run.state.minutes, 0
    while rounds is None or done < rounds:
        if minutes is not None and run.state.step >= 0 and time.monotonic() - began >= 60 * minutes:
            break
        tell(run.round(lambda: before + (time.monotonic() - began) / 60))
        done += 1
    return run.best


class _TdRun:
    def __init__(self, folder: Path, settings: TdSettings | None) -> None:
        self.folder = folder
        config, state = folder / "config.json", folder / "state.json"
        if settings is not None:
            if config.exists():
                raise ValueError(f"learn td: expected an empty folder, got {folder}, where a run is; use --resume")
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(config, msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
        elif not config.exists():
            raise ValueError(f"learn td: expected a run in {folder}, found no config.json")
        self.settings = msgspec.json.decode(config.read_bytes(), type=TdSettings)
        self.state = msgspec.json.decode(state.read_bytes(), type=_State) if state.exists() else _State()
        self.game = load_game(self.settings.game)
        if self.game.seats != 2:
            raise ValueError(f"learn td: expected a game for two seats, got {self.game.spec}")
        for text in self.settings.starts:
            self.game.position(text)
        self.values = values_for(self.game, self.settings.values)
        self.best = folder / "best.values"
        if self.state.step >= 0:
            self.values.load(self._weights(self.state.step))

    def round(self, minutes: Callable[[], float]) -> TdLine:
        """Some games, then a match with the anchor. The state comes last: what was begun after it is done again."""
        step = self.state.step + 1
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
        promoted = report.score > self.state.best
        if promoted:
            self.values.save(self.best)
            if isinstance(self.values, PatternValues):
                self.values.export(self.folder / "best.patterns")
        line = TdLine(
            step=step,
            minutes=round(minutes(), 2),
            games=self.state.games + self.settings.round,
            loss=round(sum(errors) / max(1, len(errors)), 4),
            score=round(report.score, 4),
            elo=round(max(-1200.0, min(1200.0, report.elo)), 1),
            promoted=promoted,
        )
        with (self.folder / "progress.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        best = max(self.state.best, report.score)
        self.state = _State(step, line.minutes, line.games, best)
        write_atomically(self.folder / "state.json", msgspec.json.encode(self.state) + b"\n")
        self._weights(step - 1).unlink(missing_ok=True)
        return line

    def _weights(self, step: int) -> Path:
        return self.folder / f"{step:05d}.values"
