"""Players that do as they are told, for matches whose results are known beforehand."""

from __future__ import annotations

import asyncio
import os
import random
import time

from duiyi.analysis import Limits
from duiyi.base import Game, Move, Position

__all__ = [
    "broken",
    "crashing",
    "dying",
    "first",
    "hanging",
    "illegal",
    "last",
    "noisy",
    "random_mover",
    "sleeping",
    "unhurried",
]


class Scripted:
    """Plays the legal move that a rule picks, after some plies misbehaves as told."""

    def __init__(self, name: str, pick: int = 0) -> None:
        self.name, self.pick = name, pick

    async def choose(self, position: Position, limits: Limits) -> Move:
        return sorted(position.legal_moves())[self.pick]


class RandomMover(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        return random.Random(limits.seed).choice(position.legal_moves())


class Unhurried(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        await asyncio.sleep(0.02)
        return await super().choose(position, limits)


class Crashing(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        raise RuntimeError("out of ideas")


class Illegal(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        legal = set(position.legal_moves())
        return next((move for move in range(position.game.num_moves) if move not in legal), -1)


class Sleeping(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        await asyncio.sleep(60)
        return position.legal_moves()[0]


class Hanging(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        time.sleep(60)
        return position.legal_moves()[0]


class Dying(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        os.write(2, b"segmentation fault, more or less\n")
        os._exit(139)


class Noisy(Scripted):
    async def choose(self, position: Position, limits: Limits) -> Move:
        print("thinking aloud", flush=True)
        os.write(1, b'{"played": null}\n')
        return await super().choose(position, limits)


def first(game: Game) -> Scripted:
    return Scripted("first")


def last(game: Game) -> Scripted:
    return Scripted("last", -1)


def random_mover(game: Game) -> Scripted:
    return RandomMover("random")


def unhurried(game: Game) -> Scripted:
    return Unhurried("unhurried")


def crashing(game: Game) -> Scripted:
    return Crashing("crashing")


def illegal(game: Game) -> Scripted:
    return Illegal("illegal")


def sleeping(game: Game) -> Scripted:
    return Sleeping("sleeping")


def hanging(game: Game) -> Scripted:
    return Hanging("hanging")


def dying(game: Game) -> Scripted:
    return Dying("dying")


def noisy(game: Game) -> Scripted:
    return Noisy("noisy")


def broken(game: Game) -> Scripted:
    raise OSError("no such program")
