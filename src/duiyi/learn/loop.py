"""The loop: self-play, window, fit, export, gate, again and again, until the minutes are used up; then a last fit.

>>> from tempfile import TemporaryDirectory
>>> from duiyi.learn.settings import Settings
>>> with TemporaryDirectory() as folder:
...     small = Settings(game="nogo(rows=2,cols=3)", games=4, games_per_job=4, simulations=4, window=256, blocks=1)
...     [line.step for line in train(folder, small, iterations=1)]
[0, 1]
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
import torch

from duiyi.arena.sprt import Sprt
from duiyi.engines.alphazero_net import Net
from duiyi.engines.planes import planes_mark
from duiyi.learn.adopt import adopt
from duiyi.learn.export import compare, export_net, quantize_net
from duiyi.learn.fit import Exam, Learner, Losses
from duiyi.learn.games import SearchedGame, pack_games, read_games, write_atomically, write_games
from duiyi.learn.gate import EngineChooser, NetChooser, Verdict, meet
from duiyi.learn.jobs import Done, Job, learnable
from duiyi.learn.net import aux_planes, layout_of
from duiyi.learn.run import Phase, ProgressLine, Run, State
from duiyi.learn.settings import Settings
from duiyi.learn.warm import warm_net
from duiyi.learn.window import Window
from duiyi.learn.workers import Executor, HereExecutor

__all__ = ["Trainer", "train"]

_CALIBRATION = 512  # rows
_KEPT_BACK = 50  # one game in so many
_EXAM = 2048  # rows at most
_LAST_RATE = 0.05  # of the learning rate, at the end of a fit to another engine's games and of the last fit
_LAST_SHARE = 0.25  # of the run's minutes, at most for the last fit
_REGRET_OVER, _RESIGNED_LEAST = 10, 20  # iterations, and games in which a seat would have resigned
# Agreement on the best move, and score against its original, below which self-play does without int8
_GOOD_TWIN, _TWIN_SCORE = 0.8, 0.35


def train(
    folder: str | Path,
    settings: Settings | None = None,
    *,
    minutes: float | None = None,
    iterations: int | None = None,
    executor: Executor | None = None,
    on_phase: Callable[[Phase], None] | None = None,
) -> Iterator[ProgressLine]:
    """Begin a run with settings, or go on with the one in the folder without them; one line for every iteration."""
    run = Run(folder)
    if settings is not None:
        run.create(settings)
    executor = executor or HereExecutor()
    trainer = Trainer(run, executor, on_phase or (lambda phase: None))
    done = 0
    while not trainer.is_over(minutes) and (iterations is None or done < iterations or trainer.state.step < 0):
        done += trainer.state.step >= 0
        yield trainer.iterate()
    if trainer.is_over(minutes) and trainer.wants_last_fit():
        yield trainer.iterate(trainer.last_batches(minutes))


class Trainer:
    """A run with its learner and window in memory."""

    def __init__(self, run: Run, executor: Executor, on_phase: Callable[[Phase], None]) -> None:
        self.run, self.settings = run, run.settings()
        self._executor, self._tell = executor, on_phase
        torch.set_num_threads(executor.workers)
        self.game = learnable(self.settings.game)
        layout = layout_of(self.game, self.settings.blocks, self.settings.channels)
        self.learner = Learner(layout, self.settings)
        self.window = Window(self.game, self.settings, layout.places, aux_planes(self.game))
        self._seconds_a_batch = 0.0
        run.tidy()
        self.state = run.state()
        if self.state.step >= 0:
            self.learner.load(run.checkpoint(self.state.step))
            self._refill()

    def is_over(self, minutes: float | None) -> bool:
        """Whether the budget is used up, but for what the last fit will need."""
        kept = self.last_batches(minutes) * self._seconds_a_batch / 60
        return minutes is not None and self.state.minutes + kept >= minutes

    def wants_last_fit(self) -> bool:
        """Not after the first iteration, whose rate falls, too, nor twice in a row."""
        return self.state.step > 0 and self.last_batches(None) > 0 and not self.run.progress()[-1].is_last

    def last_batches(self, minutes: float | None) -> int:
        """Of the last fit: as often over the window as asked for, but in no more than its share of the minutes."""
        whole = round(self.window.size * self.settings.last_epochs / self.settings.batch)
        if minutes is None or self._seconds_a_batch == 0:
            return whole
        return min(whole, math.ceil(minutes * 60 * _LAST_SHARE / self._seconds_a_batch))

    def iterate(self, last_batches: int = 0) -> ProgressLine:
        """One iteration; the first makes a network from nothing or another engine's games, a last fit plays none."""
        is_last = last_batches > 0
        began, step = time.monotonic(), self.state.step + 1
        done = [] if is_last else self._play(step)
        played = time.monotonic() - began
        games = self._games(step)
        exam = self._examine(games) if step > 0 else None  # its own games are an exam before they are a lesson
        is_beginner = step == self.learner.steps == 0  # else it has seen the games that are kept back
        lessons = _lessons(step, games)
        rows = self.window.add(lessons)
        chance = np.random.default_rng([self.settings.seed, step])
        self._tell(Phase(step, "fit"))
        if step == 0 and rows > 0:
            self._adopt(chance)
        losses = self._fit(step, rows, chance, last_batches)
        if is_beginner:
            exam = self._examine(games[::_KEPT_BACK])
        self.learner.save(self.run.checkpoint(step))
        self._tell(Phase(step, "export"))
        agreement = self._export(step, chance)
        verdict, anchor, twin = self._measure(step, is_last)
        state, promoted = self._next_state(step, began, len(games), verdict)
        positions = sum(one.positions for one in done)
        line = ProgressLine(
            step,
            round(state.minutes, 3),
            state.games,
            state.rows,
            positions,
            round(losses.loss, 4),
            round(losses.policy, 4),
            round(losses.value, 4),
            games_per_hour=round(sum(one.games for one in done) / played * 3600, 1) if done else None,
            positions_per_second=round(positions / played, 1) if done else None,
            plies=_mean([len(game.moves) for game in games]),
            first_seat=_mean([game.scores[0] for game in games]),
            elo=None if verdict is None else round(self.state.best_elo + verdict.elo, 1),
            promoted=promoted,
            anchor=None if anchor is None else self.settings.anchor,
            anchor_score=None if anchor is None else round(anchor.score, 3),
            anchor_elo=None if anchor is None else anchor.elo,
            int8_agreement=agreement,
            int8_score=None if twin is None else round(twin.score, 3),
            resigned=sum(game.would_resign for game in games),
            resign_regret=_regret(games),
            top_move=None if exam is None else exam.top_move,
            rate_error=None if exam is None else exam.rate_error,
            endings=dict(Counter(game.ending for game in games)),
            is_last=is_last,
        )
        self.state = state
        self.run.commit(state, line)
        self.run.drop_old(step, state.best_step)
        return line

    # The parts of an iteration

    def _fit(self, step: int, rows: int, chance: np.random.Generator, last_batches: int) -> Losses:
        reuse = self.settings.warm_epochs if step == 0 else self.settings.reuse
        batches = last_batches or round(rows * reuse / self.settings.batch)
        last_rate = _LAST_RATE if step == 0 or last_batches else 1.0
        began = time.monotonic()
        losses = self.learner.fit(self.window, batches, chance, last_rate)
        self._seconds_a_batch = (time.monotonic() - began) / max(1, batches)
        return losses

    def _jobs(self, step: int) -> list[Job]:
        settings = self.settings
        games = settings.warm_games if step == 0 else settings.games
        net = warm_net(self.game, settings) if step == 0 else self._selfplay_net(step - 1)
        may_resign = self._may_resign()
        sizes = [min(settings.games_per_job, games - first) for first in range(0, games, settings.games_per_job)]
        return [
            Job(f"{step:05d}-{number:03d}", size, _seed(settings.seed, step, number), net, may_resign)
            for number, size in enumerate(sizes)
        ]

    def _may_resign(self) -> bool:
        """Not while resigning has been wrong too often; games in which nobody resigns go on measuring it."""
        lines = self.run.progress()[-_REGRET_OVER:]
        regrets = sum(line.resigned * (line.resign_regret or 0.0) for line in lines)
        return regrets <= self.settings.resign_regret * max(_RESIGNED_LEAST, sum(line.resigned for line in lines))

    def _examine(self, games: Sequence[SearchedGame]) -> Exam | None:
        """How the network answers positions of games that it has not learnt from."""
        settings = msgspec.structs.replace(self.settings, window=_EXAM, window_share=1.0, window_least=_EXAM)
        window = Window(self.game, settings, self.learner.network.layout.places, aux_planes(self.game))
        return self.learner.examine(window) if window.add(games) else None

    def _play(self, step: int) -> list[Done]:
        if step == 0 and self.settings.warm_run:
            self._borrow(Run(self.settings.warm_run))
            return []
        jobs = self._jobs(step)
        total = sum(job.games for job in jobs)
        left = [job for job in jobs if not self.run.games_of(job.name).is_file()]
        games = total - sum(job.games for job in left)
        positions = 0
        self._tell(Phase(step, "self-play", games, total))
        done = []
        for one in self._executor.run(self.settings, left):
            write_games(self.run.games_of(one.name), one.packed)
            games, positions = games + one.games, positions + one.positions
            self._tell(Phase(step, "self-play", games, total, positions))
            done.append(msgspec.structs.replace(one, packed=b""))
        return done

    def _borrow(self, other: Run) -> None:
        """Take the newest games of another run, and its weights where they fit."""
        if other.settings().game != self.settings.game:
            raise ValueError(f"learn: expected warm_run to be a run of {self.settings.game}, got {other.folder}")
        missing = self.settings.warm_games
        for path in sorted((other.folder / "games").glob("*.games"), reverse=True):
            if missing <= 0:
                break
            games = read_games(path)[-missing:]
            write_games(self.run.games_of(f"00000-{path.stem}"), pack_games(games))
            missing -= len(games)
        theirs, weights = other.settings(), other.checkpoint(other.state().step)
        same_size = (theirs.blocks, theirs.channels) == (self.settings.blocks, self.settings.channels)
        if same_size and weights.is_file():  # a run that only has games has no weights yet
            self.learner.load(weights)

    def _adopt(self, chance: np.random.Generator) -> None:
        """Begin with the weights of the network that played the first games, where it has this one's size."""
        file = None if self.settings.warm_run else warm_net(self.game, self.settings)
        if file is not None and adopt(self.learner.network, Path(file), self.window.draw(_CALIBRATION, chance).planes):
            self.learner.average.load_state_dict(self.learner.network.state_dict())

    def _export(self, step: int, chance: np.random.Generator) -> float | None:
        notes = {
            "game": self.settings.game,
            "planes": planes_mark(self.game),
            "step": str(step),
            "games": str(self.state.games),
        }
        path = self.run.net(step)
        export_net(self.learner.average, path, notes)
        if not self.settings.int8 or self.window.total == 0:
            return None
        batch, twin = self.window.draw(_CALIBRATION, chance), self.run.net(step, int8=True)
        quantize_net(path, twin, batch.planes)
        moves = None if batch.legal is None else np.where(batch.legal, batch.moves, batch.moves[:, :1])
        return round(compare(path, twin, self.settings.game, batch.planes, moves).top_move, 4)

    def _selfplay_net(self, step: int) -> str:
        twin = self.run.net(step, int8=True)
        if not twin.is_file():
            return str(self.run.net(step))
        lines = self.run.progress()
        is_alike = not lines or (lines[-1].int8_agreement or 0.0) >= _GOOD_TWIN
        scores = [line.int8_score for line in lines if line.int8_score is not None]
        is_strong = not scores or scores[-1] >= _TWIN_SCORE
        return str(twin if is_alike and is_strong else self.run.net(step))

    def _measure(self, step: int, is_last: bool) -> tuple[Verdict | None, Verdict | None, Verdict | None]:
        """Matches with the best so far and with the anchor, and of the int8 twin with its original."""
        settings = self.settings
        if step == 0 or (step % settings.gate_every != 0 and not is_last):
            return None, None, None
        self._tell(Phase(step, "gate"))
        seed = _seed(settings.seed, step, 999)
        new = self._chooser(step, 1)
        against_best = meet(
            self.game, new, self._chooser(self.state.best_step, 2), settings.gate_games, seed, Sprt(0, 60)
        )
        twin = anchor = None
        if self.run.net(step, int8=True).is_file():
            twin = meet(self.game, self._chooser(step, 3, int8=True), new, settings.gate_games, seed)
        if settings.anchor_games > 0:
            anchor = meet(self.game, new, EngineChooser(self.game, settings.anchor), settings.anchor_games, seed)
        return against_best, anchor, twin

    def _chooser(self, step: int, seed: int, int8: bool = False) -> NetChooser:
        net = Net(self.run.net(step, int8), self.game)
        return NetChooser(self.game, net, self.settings, self.settings.gate_simulations, seed)

    def _next_state(self, step: int, began: float, games: int, verdict: Verdict | None) -> tuple[State, bool | None]:
        old = self.state
        promoted = None if verdict is None else verdict.is_better
        best_step, best_elo = old.best_step, old.best_elo
        if step == 0 or promoted:
            best_step = step
            best_elo = 0.0 if verdict is None else round(old.best_elo + verdict.elo, 1)
            for int8 in (False, True):
                if self.run.net(step, int8).is_file():
                    _copy(self.run.net(step, int8), self.run.best(int8))
        minutes = old.minutes + (time.monotonic() - began) / 60
        return State(step, minutes, old.games + games, self.window.total, best_step, best_elo), promoted

    def _refill(self) -> None:
        """Fill the window from the newest games of the run."""
        lines = {line.step: line.rows for line in self.run.progress()}
        first = self.state.step
        while first > 0 and self.state.rows - lines.get(first - 1, 0) < self.settings.window:
            first -= 1
        self.window.total = lines.get(first - 1, 0)
        for step in range(first, self.state.step + 1):
            self.window.add(_lessons(step, self._games(step)))

    def _games(self, step: int) -> list[SearchedGame]:
        return [game for path in self.run.games_of_step(step) for game in read_games(path)]


def _lessons(step: int, games: Sequence[SearchedGame]) -> Sequence[SearchedGame]:
    """What is learnt from: all games, but of another engine's some are kept back for an exam."""
    return games if step > 0 else [game for number, game in enumerate(games) if number % _KEPT_BACK != 0]


def _seed(seed: int, step: int, number: int) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed} {step} {number}".encode(), digest_size=6).digest(), "big")


def _mean(numbers: Sequence[float]) -> float | None:
    return round(sum(numbers) / len(numbers), 3) if numbers else None


def _regret(games: Sequence[SearchedGame]) -> float | None:
    """Of the games without resignation in which a seat would have resigned, the share that it did not lose."""
    resigned = sum(game.would_resign for game in games)
    return round(sum(game.regret for game in games) / resigned, 4) if resigned else None


def _copy(source: Path, target: Path) -> None:
    write_atomically(target, source.read_bytes())
