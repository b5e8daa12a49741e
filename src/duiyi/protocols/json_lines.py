"""Analysis by JSON lines, as KataGo offers it: ids of the client's choice, answers in any order, partial results.

Every question names a game's moves and the turns to look at. Positions wait in a queue by priority and are taken by
as many workers as were asked for, each with an engine of its own; questions can be terminated at any time.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import msgspec

from duiyi.analysis import Analysis
from duiyi.base import Game, Move, Position
from duiyi.protocols.json_text import (
    Question,
    answer,
    no_result,
    outcome_answer,
    positions_of,
    read_question,
)
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import Session, one_line

__all__ = ["JsonLines"]


@dataclass(order=True, unsafe_hash=True)
class _Job:
    """One position of one question."""

    rank: int
    number: int
    question: Question = field(compare=False, hash=False)
    turn: int = field(compare=False, hash=False)
    position: Position = field(compare=False, hash=False)
    only: set[Move] | None = field(compare=False, hash=False)
    stop: asyncio.Event = field(compare=False, hash=False, default_factory=asyncio.Event)


class JsonLines(Session):
    """One client.

    >>> from duiyi.protocols import converse
    >>> converse("json", "reversi", '{"id":"a","moves":["f5"],"maxDepth":1}')[0][:49]
    '{"id":"a","isDuringSearch":false,"turnNumber":1,"'
    """

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self._waiting: list[_Job] = []
        self._running: set[_Job] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._minds: dict[str, list[Mind]] = {game.spec: [mind]}
        self._counter = 0

    async def handle(self, line: str) -> None:
        if not line.strip():
            return
        try:
            question = read_question(line.encode("utf-8", "replace"))
        except (msgspec.DecodeError, RecursionError) as error:
            self._send({"error": one_line(error), **_id_of(line)})
            return
        if question.action is not None:
            self._act(question)
            return
        try:
            positions = positions_of(question, self.game)
            only = {turn: _only(question, position) for turn, position in positions.items()}
        except ValueError as error:
            self._send({"error": one_line(error), "id": question.id})
            return
        for turn, position in positions.items():
            self._counter += 1
            heapq.heappush(self._waiting, _Job(-question.priority, self._counter, question, turn, position, only[turn]))
        self._employ()

    def failed(self, line: str, error: Exception) -> None:
        self._send({"error": one_line(error)})

    async def close(self) -> None:
        """All that was asked is answered first, unless nobody listens any more."""
        while self._tasks and not self.is_done:
            await asyncio.wait(self._tasks)
            await asyncio.sleep(0)
        for task in self._tasks:
            task.cancel()
        for minds in self._minds.values():
            for mind in minds:
                await mind.close()

    def _send(self, message: dict[str, Any]) -> None:
        self.say(msgspec.json.encode(message).decode())

    # Work

    def _employ(self) -> None:
        while self._waiting and len(self._tasks) < self.workers and not self.is_done:
            job = heapq.heappop(self._waiting)
            self._running.add(job)
            task = asyncio.create_task(self._work(job))
            self._tasks.add(task)
            task.add_done_callback(self._dismiss)

    def _dismiss(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.failed("", error)
        self._employ()

    async def _work(self, job: _Job) -> None:
        try:
            await self._look(job)
        finally:
            self._running.discard(job)

    async def _look(self, job: _Job) -> None:
        outcome = job.position.outcome()
        if outcome is not None:
            self._send(outcome_answer(job.question, job.turn, outcome))
            return
        shown = 0.0

        def report(analysis: Analysis) -> None:
            nonlocal shown
            every = job.question.report_during_search_every
            if every is not None and analysis.seconds - shown >= every:
                shown = analysis.seconds
                self._send(answer(job.question, job.turn, job.position, analysis))

        mind = self._hire(job.position.game)
        try:
            analysis = await mind.think(job.position, job.question.limits, job.stop, report, job.only)
        finally:
            self._minds[job.position.game.spec].append(mind)
        message = answer(job.question, job.turn, job.position, analysis)
        self._send({**message, "warning": one_line(mind.trouble)} if mind.trouble else message)

    def _hire(self, game: Game) -> Mind:
        """An idle engine for a game, or a new one."""
        idle = self._minds.setdefault(game.spec, [])
        if idle:
            return idle.pop()
        mind = Mind(game, self.mind.spec)
        mind.threads, mind.seconds = self.mind.threads, self.mind.seconds
        return mind

    # Actions

    def _act(self, question: Question) -> None:
        echo = {"id": question.id, "action": question.action}
        if question.action == "query_version":
            self._send({**echo, "version": version("duiyi")})
        elif question.action == "clear_cache":
            for minds in self._minds.values():
                for mind in minds:
                    mind.forget()
            self._send(echo)
        elif question.action == "terminate" and question.terminate_id is not None:
            self._terminate(question.terminate_id, question.turn_numbers)
            self._send({**echo, "terminateId": question.terminate_id})
        elif question.action == "terminate_all":
            self._terminate(None, question.turn_numbers)
            self._send(echo)
        else:
            known = "query_version, clear_cache, terminate (with terminateId), terminate_all"
            self._send({"error": f"action: expected one of {known}", "id": question.id})

    def _terminate(self, name: str | None, turns: list[int] | None) -> None:
        def is_meant(job: _Job) -> bool:
            return (name is None or job.question.id == name) and (turns is None or job.turn in turns)

        for job in filter(is_meant, self._running):
            job.stop.set()
        dropped = [job for job in self._waiting if is_meant(job)]
        self._waiting = [job for job in self._waiting if not is_meant(job)]
        heapq.heapify(self._waiting)
        for job in sorted(dropped):
            self._send(no_result(job.question, job.turn))


def _only(question: Question, position: Position) -> set[Move] | None:
    """The first moves that the question allows, or None for all."""
    if not question.allow_moves and not question.avoid_moves:
        return None
    game, legal = position.game, position.legal_moves()
    allowed = {game.parse_move(text) for rule in question.allow_moves for text in rule.moves} or set(legal)
    return allowed - {game.parse_move(text) for rule in question.avoid_moves for text in rule.moves}


def _id_of(line: str) -> dict[str, Any]:
    """The id of a question that is wrong otherwise, so that the client knows which."""
    try:
        message = msgspec.json.decode(line.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return {}
    return {"id": message["id"]} if isinstance(message, dict) and isinstance(message.get("id"), str) else {}
