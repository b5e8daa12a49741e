"""Jobs: pieces of work that any process can do and that come out the same wherever they run."""

from __future__ import annotations

import time
from functools import lru_cache

import msgspec

from duiyi.engines.alphazero_net import Net
from duiyi.games.native import NativeGame
from duiyi.games.registry import load_game
from duiyi.learn.games import pack_games
from duiyi.learn.selfplay import play_job
from duiyi.learn.settings import Settings
from duiyi.learn.warm import play_warm_job

__all__ = ["Done", "Job", "learnable", "work"]


class Job(msgspec.Struct, frozen=True):
    """Some games to be played: by a network file against itself, or (without one) by the warm engine."""

    name: str
    games: int
    seed: int
    net: str | None
    may_resign: bool = True


class Done(msgspec.Struct, frozen=True):
    """A job's games, packed, and what they cost."""

    name: str
    packed: bytes
    games: int
    positions: int
    evaluations: int
    seconds: float


def learnable(spec: str) -> NativeGame:
    """A game of the core; the forests know no other.

    >>> learnable("nogo").name
    'nogo'
    """
    game = load_game(spec)
    if not isinstance(game, NativeGame):
        raise ValueError(f"learn: expected a native game, got {spec!r}")
    return game


def work(settings: Settings, job: Job) -> Done:
    """Do a job, here and now."""
    began = time.process_time()
    game = learnable(settings.game)
    if job.net is None:
        played = play_warm_job(game, settings, job.games, job.seed)
    else:
        net = _net(job.net, settings.game)
        played = play_job(game, net, settings, job.games, job.seed, job.may_resign)
    return Done(
        job.name,
        pack_games(played.games),
        len(played.games),
        played.positions,
        played.evaluations,
        time.process_time() - began,
    )


@lru_cache(maxsize=1)
def _net(path: str, game: str) -> Net:
    return Net(path, load_game(game))
