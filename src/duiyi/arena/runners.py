"""Where games are played: in this process, or in worker processes that may die without taking the match with them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from functools import partial
from typing import Protocol

import msgspec

from duiyi.arena.conditions import Conditions, Played
from duiyi.arena.contenders import Contender, Ticket, load_contender
from duiyi.arena.playing import Turn, fault_game
from duiyi.arena.worker import Job, Setup, answer_of, play_fresh
from duiyi.base import Game

__all__ = ["LocalRunner", "ProcessRunner", "Runner", "WorkerError"]

_MARGIN = 5.0  # seconds beyond the allowed time after which a worker that says nothing is killed
_TAIL = 4000  # bytes of a worker's complaints that are kept
_LONGEST_LINE = 2**24
_PROGRAM = "from duiyi.arena.worker import main; main()"


class WorkerError(RuntimeError):
    """A worker failed before any player had a turn: no player is to blame."""


class Runner(Protocol):
    """Plays one game at a time."""

    async def play(self, job: Job) -> Played:
        """Play a game to its end."""
        ...

    async def close(self) -> None:
        """Free everything."""
        ...


class LocalRunner:
    """Plays in this process: for players that are objects or local functions."""

    def __init__(
        self, game: Game, contenders: Sequence[Contender], names: Sequence[str], conditions: Conditions
    ) -> None:
        self._game, self._conditions, self._names = game, conditions, names
        self._makers = [partial(load_contender, contender, game) for contender in contenders]

    async def play(self, job: Job) -> Played:
        """Play a game to its end."""
        return await play_fresh(self._game, self._makers, job, self._conditions, self._names)

    async def close(self) -> None:
        """Nothing is held between games."""


class ProcessRunner:
    """Plays in a process of its own, which is replaced when it dies."""

    def __init__(self, game: Game, tickets: Sequence[Ticket], names: Sequence[str], conditions: Conditions) -> None:
        module = type(game).__module__
        self._names, self._seats = names, game.seats
        self._setup = Setup(
            game=game.spec,
            module="" if module.startswith("duiyi.") else module,
            path=tuple(sys.path),
            tickets=tuple(tickets),
            names=tuple(names),
            conditions=conditions,
        )
        self._process: asyncio.subprocess.Process | None = None
        self._complaints = b""
        self._listening: asyncio.Task[None] | None = None

    async def play(self, job: Job) -> Played:
        """Play a game to its end; if the worker dies or hangs, the player whose turn it was has lost."""
        process = self._process or await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        last: Turn | None = None
        moves: list[str] = []
        try:
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            await process.stdin.drain()
            while True:
                allowed = None if last is None else last.allowed + _MARGIN
                line = await asyncio.wait_for(process.stdout.readline(), allowed)
                if not line.endswith(b"\n"):
                    break
                answer = answer_of(line)
                if answer.played is not None:
                    return answer.played
                last = answer.turn
                if last is not None and last.ply > len(job.opening.moves.split()):
                    moves.append(last.played)
            kind, detail = "crash", "the process ended"
        except (BrokenPipeError, ConnectionResetError):
            kind, detail = "crash", "the process ended"
        except TimeoutError:
            kind, detail = "overrun", "no move, and no answer to being stopped"
        except BaseException:
            await self.close()
            raise
        status = await self._end()
        if last is None:
            raise WorkerError(f"a worker process ended before the game began{status}")
        return fault_game(job.appointment, job.opening, self._names, last.seat, kind, detail + status, moves)

    async def close(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._end()

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, limit=_LONGEST_LINE
        )
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(self._setup) + b"\n")
        self._complaints = b""
        self._listening = asyncio.create_task(self._listen(self._process))
        return self._process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Keep the end of what the worker complains of."""
        assert process.stderr is not None
        while chunk := await process.stderr.read(_TAIL):
            self._complaints = (self._complaints + chunk)[-_TAIL:]

    async def _end(self) -> str:
        """Kill the process; returns how it ended, in words."""
        process, self._process = self._process, None
        if process is None:
            return ""
        died = process.returncode is not None
        with contextlib.suppress(ProcessLookupError):
            if not died:
                # What has closed its output is about to end by itself, and its status says why.
                with contextlib.suppress(TimeoutError):
                    if process.stdout is not None and process.stdout.at_eof():
                        await asyncio.wait_for(process.wait(), 1.0)
                        died = True
                if not died:
                    process.kill()
        status = await process.wait()
        if process.stdin is not None:
            process.stdin.close()
        if self._listening is not None:
            await asyncio.wait({self._listening}, timeout=1.0)
            self._listening.cancel()
        words = self._complaints.decode(errors="replace").strip().splitlines()
        return f" (status {status}{': ' + words[-1][:300] if words else ''})"
