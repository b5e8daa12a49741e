"""A worker process of a match: `main` reads games to play and answers with results.

One JSON object a line on both sides. The worker says whose turn begins before it asks a player, so that whoever waits
knows the culprit when the process dies or hangs. When its input ends, because the match ended or was killed, it ends.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from duiyi.analysis import Player
from duiyi.arena.conditions import Conditions, Opening, Played
from duiyi.arena.contenders import Ticket, close_player, load_ticket
from duiyi.arena.playing import Turn, fault_game, play_game
from duiyi.arena.schedule import Appointment
from duiyi.base import Game
from duiyi.games.registry import load_game

__all__ = ["Answer", "Job", "Setup", "answer_of", "main", "play_fresh"]

_LOADING = 120.0  # seconds for a player to come up


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what all games of this worker have in common."""

    game: str
    module: str
    """Imported first: it may register the game."""
    path: tuple[str, ...]
    """``sys.path`` of the match."""
    tickets: tuple[Ticket, ...]
    names: tuple[str, ...]
    conditions: Conditions


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A game to play."""

    appointment: Appointment
    opening: Opening


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a worker says: somebody begins to think, or a game is finished."""

    turn: Turn | None = None
    played: Played | None = None


def answer_of(line: bytes) -> Answer:
    """An answer from its line.

    >>> answer_of(b'{"turn":{"seat":0,"ply":3,"allowed":1.5}}').turn.ply
    3
    """
    return msgspec.json.decode(line, type=Answer)


async def play_fresh(
    game: Game,
    makers: Sequence[Callable[[], Player]],
    job: Job,
    conditions: Conditions,
    names: Sequence[str],
    on_turn: Callable[[Turn], None] = lambda turn: None,
) -> Played:
    """One game with players made for it: nothing learnt in one game helps in the next, so every game can be repeated.

    `makers` and `names` are by player. A player that cannot be made loses.
    """
    seats = job.appointment.players
    present: dict[int, Player] = {}
    by_seat: list[Player] = []
    try:
        for seat, player in enumerate(seats):
            on_turn(Turn(seat=seat, ply=-1, allowed=_LOADING))
            # A player in several seats is made several times: the seats must not share a memory.
            try:
                present[seat] = makers[player]()
            except Exception as error:
                detail = f"{type(error).__name__}: {error}"
                return fault_game(job.appointment, job.opening, names, seat, "crash", detail)
            by_seat.append(present[seat])
        return await play_game(game, job.appointment, job.opening, by_seat, conditions, names, on_turn)
    finally:
        for made in present.values():
            await close_player(made)


def _read_lines(loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[bytes]) -> None:
    """Feed the queue from standard input; leave at once at its end, even in the middle of a search."""
    for line in sys.stdin.buffer:
        loop.call_soon_threadsafe(queue.put_nowait, line)
    os._exit(0)


async def _serve(out: int) -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    threading.Thread(target=_read_lines, args=(asyncio.get_running_loop(), queue), daemon=True).start()
    setup = msgspec.json.decode(await queue.get(), type=Setup)
    sys.path[:] = setup.path
    if setup.module:
        importlib.import_module(setup.module)
    game = load_game(setup.game)

    def say(answer: Answer) -> None:
        os.write(out, msgspec.json.encode(answer) + b"\n")

    makers = [partial(load_ticket, ticket, game) for ticket in setup.tickets]
    while True:
        job = msgspec.json.decode(await queue.get(), type=Job)
        played = await play_fresh(game, makers, job, setup.conditions, setup.names, lambda turn: say(Answer(turn=turn)))
        say(Answer(played=played))


def main() -> None:
    """Serve until the input ends."""
    # Players may print: what they print must not mix with the answers.
    out = os.dup(1)
    os.dup2(2, 1)
    asyncio.run(_serve(out))
