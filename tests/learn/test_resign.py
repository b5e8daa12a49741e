"""Resignation, and how it is watched: some games are played on, to see whether giving up would have been wrong."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from duiyi.engines.alphazero_net import Floats
from duiyi.learn.jobs import learnable
from duiyi.learn.loop import Trainer, train
from duiyi.learn.run import ProgressLine, Run
from duiyi.learn.selfplay import Played, play_job
from duiyi.learn.settings import Settings
from duiyi.learn.workers import HereExecutor

SETTINGS = Settings(
    game="nogo(size=5)", blocks=1, channels=8, slots=8, simulations=2, fast_simulations=2, guided=False, opening_plies=2
)


class Doubter:
    """A network that calls every position even; with a high bound for resigning both seats always give up."""

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        count = len(planes)
        return np.zeros((count, 25), np.float32), np.full((count, 2), 0.5, np.float32)


def played(control: float, may_resign: bool = True) -> Played:
    settings = msgspec.structs.replace(SETTINGS, resign_below=0.6, resign_control=control)
    return play_job(learnable(SETTINGS.game), Doubter(), settings, 16, 3, may_resign)


def test_a_seat_without_hope_twice_resigns() -> None:
    games = played(control=0.0).games
    assert {game.ending for game in games} == {"resign"}
    assert not any(game.would_resign or game.regret for game in games)


def test_games_played_on_tell_how_often_resigning_was_wrong() -> None:
    games = played(control=1.0).games
    assert all(game.would_resign for game in games)
    wrong = sum(game.regret for game in games)
    assert 0 < wrong < len(games), "of seats that always give up some win and some lose"
    assert all(game.ending != "resign" for game in games)


def test_a_job_may_forbid_resigning() -> None:
    assert all(game.ending != "resign" for game in played(control=0.0, may_resign=False).games)


def test_nobody_resigns_after_resigning_was_wrong_too_often(tmp_path: Path) -> None:
    tiny = msgspec.structs.replace(SETTINGS, game="nogo(size=3)", games=2, games_per_job=2, window=100, batch=8)
    run = Run(tmp_path)
    line = list(train(tmp_path, tiny, iterations=1))[-1]

    def may_resign(last: ProgressLine) -> bool:
        run.commit(run.state(), last)
        return all(job.may_resign for job in Trainer(run, HereExecutor(), lambda phase: None)._jobs(2))

    assert may_resign(msgspec.structs.replace(line, resigned=40, resign_regret=0.025))
    assert not may_resign(msgspec.structs.replace(line, resigned=40, resign_regret=0.1))
