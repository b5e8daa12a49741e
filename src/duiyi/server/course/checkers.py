"""A Chinese Checkers client of the course at an ordinary table.

Room numbers that nobody knows open a room of ``chinese_checkers(rules=ruc)`` with 15 seconds a turn, which has as many
seats as there are players; a room's own code leads to that room. A number that ends in ``+2`` brings two engines.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any

from duiyi import wire
from duiyi.base import GameOver, IllegalMove, Position, TextError
from duiyi.games.chinese_checkers import ChineseCheckersPosition
from duiyi.server.course.hall import Hall, Member
from duiyi.server.course.messages import CheckersOp, Fault, Message, course_names, is_name
from duiyi.server.course.table import Table
from duiyi.server.course.visitor import Visitor
from duiyi.server.errors import ProblemError
from duiyi.server.services import Services

__all__ = ["CheckersClient"]

_PATH = re.compile(r"-?[0-9]{1,2}(?: -?[0-9]{1,2}){3,}", re.ASCII)


class CheckersError(Exception):
    """A request that is answered by ``ERROR_OP``."""

    def __init__(self, fault: Fault, words: str) -> None:
        super().__init__(words)
        self.fault = fault


class CheckersClient(Member):
    """One client: its requests become commands, and what happens at the table becomes messages."""

    def __init__(self, services: Services, hall: Hall, address: str, send: Callable[[Message], None]) -> None:
        super().__init__()
        self._services = services
        self._hall = hall
        self._address = address
        self._send = send
        self._number = ""
        """The room as the client calls it."""
        self._shown: dict[str, bool] = {}
        """Who the client knows to be there, and whether ready."""
        self._tasks: set[asyncio.Task[object]] = set()

    async def take(self, message: Message) -> None:
        """Do what a request asks, or say why not."""
        try:
            match message.op:
                case CheckersOp.JOIN_ROOM:
                    await self._join(message.data1, message.data2)
                case CheckersOp.LEAVE_ROOM:
                    await self._leave(message.data1, message.data2)
                case CheckersOp.PLAYER_READY:
                    await self._ready(message.data1)
                case CheckersOp.MOVE:
                    await self._move(message.data1, message.data2)
                case _:
                    raise CheckersError(Fault.INVALID_REQ, f"a client does not send {message.op}")
        except CheckersError as error:
            self._send(Message(CheckersOp.ERROR, str(int(error.fault)), str(error)))
        except ProblemError as error:
            self._send(Message(CheckersOp.ERROR, str(int(Fault.OTHER_ERROR)), error.words.en))

    def refuse(self, why: str) -> None:
        """A line that cannot be read."""
        self._send(Message(CheckersOp.ERROR, str(int(Fault.INVALID_REQ)), why))

    @property
    def step(self) -> int:
        """The ply of the game, for the log."""
        return -1 if self.table is None or not self.table.is_on else self.table.turn

    async def close(self) -> None:
        """The client is gone: before a game its seat becomes free, in a game its clock runs on."""
        for task in self._tasks:
            task.cancel()
        if self.visitor is not None:
            if self.table is not None and not self.table.is_on:
                await self._hall.leave(self, self.table.room)
            self._hall.forget(self)
            await self.visitor.close()

    # What the client asks

    async def _join(self, number: str, name: str) -> None:
        if self.table is not None:
            raise CheckersError(Fault.INVALID_JOIN, "leave your room first")
        await asyncio.gather(*self._tasks, return_exceptions=True)  # it may just be leaving the last one
        if not is_name(name) or not number.strip() or len(number) > 40:
            raise CheckersError(Fault.INVALID_JOIN, "expected a room and a name of up to 20 letters, digits and _")
        if self.visitor is None or self.visitor.user.name != name:
            if self.visitor is not None:
                await self.visitor.close()
            self.visitor = await Visitor.enter(self._services, name, self._address, self._hear)
        code = await self._hall.find(number)
        if code is not None:
            live = await self._services.house.find(code)
            if live is None or live.room.state.game.name != "chinese_checkers":
                raise CheckersError(Fault.INVALID_JOIN, "this room plays another game")
            if live.room.state.is_on:
                raise CheckersError(Fault.ROOM_IS_RUNNING, "a game is on in this room")
            if name in course_names(live.room.state.seats).values():
                raise CheckersError(Fault.INVALID_JOIN, f"{name} is taken in this room")
        self._number, self._shown = number, {}
        before = await self._hall.join(self, number, code)
        if before is None:
            self.table = None
            raise CheckersError(Fault.INVALID_JOIN, "this room is full")
        self._shown = dict(before)
        flags = "".join("01"[ready] for ready in before.values())
        self._send(Message(CheckersOp.JOIN_ROOM_REPLY, " ".join(before), flags))
        self._shown[name] = False
        self.catch_up()

    async def _leave(self, number: str, name: str) -> None:
        table, visitor = self._inside()
        if number not in (self._number, table.room) or name not in ("", visitor.user.name):
            raise CheckersError(Fault.NOT_IN_ROOM, "you are in another room, or under another name")
        await self._hall.leave(self, table.room)

    async def _ready(self, name: str) -> None:
        table, visitor = self._inside()
        if name not in ("", visitor.user.name):
            raise CheckersError(Fault.INVALID_REQ, f"you are {visitor.user.name}")
        if table.is_on:
            raise CheckersError(Fault.ROOM_IS_RUNNING, "the game is on already")
        self.is_ready = True
        answer = await visitor.ask(wire.Ready, table.room)
        if isinstance(answer, wire.No):
            raise CheckersError(Fault.OTHER_ERROR, answer.words.en)

    async def _move(self, camp: str, path: str) -> None:
        table, visitor = self._inside()
        position = table.position
        if table.phase != "playing" or position is None:
            raise CheckersError(Fault.ROOM_NOT_RUNNING, "no game is on")
        seat = table.seat_of(visitor.user.id)
        if seat is None or position.to_move != seat or camp != _camp(position, seat):
            raise CheckersError(Fault.OUTTURN_MOVE, f"camp {_camp(position, position.to_move)} is to move")
        if not _PATH.fullmatch(path):
            raise CheckersError(Fault.INVALID_MOVE, "expected a path such as 0 0 2 0 2 2")
        assert isinstance(position, ChineseCheckersPosition)
        try:
            move, _ = position.parse_path(path)
        except (TextError, IllegalMove, GameOver, ValueError) as error:
            raise CheckersError(Fault.INVALID_MOVE, str(error)) from None
        self._hall.paths[table.room] = (table.turn, path)
        text = position.game.move_text(move)
        answer = await visitor.ask(wire.Play, table.room, base=table.turn, move=text)
        if isinstance(answer, wire.No):
            fault = Fault.INVALID_MOVE if answer.code in ("illegal", "bad_move") else Fault.OUTTURN_MOVE
            raise CheckersError(fault, answer.words.en)

    def _inside(self) -> tuple[Table, Visitor]:
        if self.table is None or self.visitor is None:
            raise CheckersError(Fault.NOT_IN_ROOM, "join a room first")
        return self.table, self.visitor

    # What the client is told

    def _hear(self, frame: wire.ServerFrame) -> None:
        table = self.table
        if table is None or getattr(frame, "room", table.room) != table.room:
            return
        names = course_names(table.seats)
        turn = table.turn
        table.fold(frame)
        self.seen.set()
        match frame:
            case wire.SeatChanged() | wire.Configured() | wire.Snapshot():
                self.catch_up()
            case wire.Started():
                self._tell_start(frame)
            case wire.Moved():
                self._tell_move(table, frame, turn)
            case wire.Removed():
                self._tell_removal(table, frame.seat, frame.reason, names)
                self._tell_turn(frame.at)
            case wire.Finished():
                self._tell_end(table, frame, names)
            case wire.Closed():
                self._send(Message(CheckersOp.CLOSE_ROOM, self._number))
                self._hall.forget(self)
            case _:
                pass

    def catch_up(self) -> None:
        """Tell who came, went and became ready since the last time."""
        table = self.table
        if table is None or table.is_on or not self._shown or not self._hall.is_settled(table):
            return
        names = course_names(table.seats)
        now = {name: _is_ready(table.seats[seat]) for seat, name in sorted(names.items())}
        for name in [name for name in self._shown if name not in now]:
            self._send(Message(CheckersOp.LEAVE_ROOM, name))
        for name, ready in now.items():
            if name not in self._shown:
                self._send(Message(CheckersOp.JOIN_ROOM, name))
            if ready and not self._shown.get(name, False):
                self._send(Message(CheckersOp.PLAYER_READY, name))
        self._shown = {name: ready or self._shown.get(name, False) for name, ready in now.items()}

    def _tell_start(self, frame: wire.Started) -> None:
        table = self.table
        assert table is not None
        assert table.position is not None
        names = course_names(frame.seats)
        for _, name in sorted(names.items()):
            if not self._shown.get(name, False):  # whoever's readiness began the game
                self._send(Message(CheckersOp.PLAYER_READY, name))
        order = sorted(names)
        camps = " ".join(_camp(table.position, seat) for seat in order)
        self._shown = dict.fromkeys((names[seat] for seat in order), False)
        self.is_ready = False
        self._send(Message(CheckersOp.START_GAME, " ".join(names[seat] for seat in order), camps))
        self._tell_turn(frame.at)

    def _tell_turn(self, at: int) -> None:
        """Whose turn it is; whoever can only pass is passed over, and does so by our hand."""
        table, visitor = self._inside()
        position = table.position
        if position is None or position.outcome() is not None:
            return
        if [position.game.move_text(move) for move in position.legal_moves()] == ["pass"]:
            if table.seat_of(visitor.user.id) == position.to_move:
                self._later(visitor.ask(wire.Play, table.room, base=table.turn, move="pass"))
            return
        self._send(Message(CheckersOp.START_TURN, _camp(position, position.to_move), str(at // 1000)))

    def _tell_move(self, table: Table, frame: wire.Moved, turn: int) -> None:
        assert self.visitor is not None
        own = table.seat_of(self.visitor.user.id)
        before = table.before
        if before is not None and frame.move != "pass" and frame.seat != own:
            known = self._hall.paths.get(table.room)
            path = known[1] if known is not None and known[0] == turn else _path(before, frame.move)
            self._send(Message(CheckersOp.MOVE, _camp(before, frame.seat), path))
        if own is not None and before is not None and table.position is not None:
            camp = _camp(before, own)
            if camp in _finished(table.position) and camp not in _finished(before):
                self._send(Message(CheckersOp.END_TURN))
        self._tell_turn(frame.at)

    def _tell_removal(self, table: Table, seat: int, reason: str, names: dict[int, str]) -> None:
        camp = table.game.seat_words(seat).en[-1]
        self._send(Message(CheckersOp.MOVE, camp, "-1"))
        if reason != "time" and seat in names:
            self._send(Message(CheckersOp.LEAVE_ROOM, names[seat]))
            self._shown.pop(names[seat], None)

    def _tell_end(self, table: Table, frame: wire.Finished, names: dict[int, str]) -> None:
        """The ranking of those who were not taken out; then the client has left the room, as its course says."""
        out = set(table.removed)
        if frame.outcome.reason in ("time", "resign", "abandon"):
            for result in frame.settlement:
                if result.score == 0 and result.seat not in out:
                    out.add(result.seat)
                    self._tell_removal(table, result.seat, frame.outcome.reason, names)
        ranked = sorted(frame.settlement, key=lambda result: result.rank)
        order = [result.seat for result in ranked if result.seat not in out]
        self._send(Message(CheckersOp.END_GAME, " ".join(names[seat] for seat in order if seat in names)))
        self._shown = {}
        self._later(self._hall.leave(self, table.room))

    def _later(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_ready(seat: wire.Seat) -> bool:
    """Engines always are."""
    return seat.ready or seat.owner is None


def _camp(position: Position, seat: int) -> str:
    return position.game.seat_words(seat).en[-1]


def _path(before: Position, move: str) -> str:
    assert isinstance(before, ChineseCheckersPosition)
    return before.path_text(before.game.parse_move(move), course=True)


def _finished(position: Position) -> str:
    return position.text().split()[3]
