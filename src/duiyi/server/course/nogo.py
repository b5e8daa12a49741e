"""A NoGo client of the course at an ordinary table. We are its peer: whoever sits opposite speaks through us.

The protocol has no rooms. ``READY_OP`` finds somebody who waits for the other colour, else opens a room where browser
players can sit down; after a while an engine does. ``/join CODE`` and ``/engine level(8)``, sent as chat, choose.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from duiyi import wire
from duiyi.base import TextError
from duiyi.games.nogo import NoGo
from duiyi.games.nogo_notation import course_text, parse_course_move
from duiyi.server.course.messages import Message, NoGoOp, course_names, is_name
from duiyi.server.course.table import Table
from duiyi.server.course.visitor import Visitor
from duiyi.server.engines import check_spec
from duiyi.server.errors import ProblemError
from duiyi.server.services import Services

__all__ = ["NoGoClient"]

_GAME = "nogo(rule=course)"
_ENDS = {"time": NoGoOp.TIMEOUT_END, "resign": NoGoOp.GIVEUP_END, "abandon": NoGoOp.GIVEUP_END}
_END_OPS = (NoGoOp.TIMEOUT_END, NoGoOp.SUICIDE_END, NoGoOp.GIVEUP_END)
_LONGEST_CHAT = 400


class NoGoClient:
    """One client and its game."""

    def __init__(self, services: Services, address: str, send: Callable[[Message], None]) -> None:
        self._services = services
        self._address = address
        self._send = send
        self._visitor: Visitor | None = None
        self._table: Table | None = None
        self._wish: tuple[str, str] | None = None
        """What the client chose by chat: ``join`` or ``engine``, and which."""
        self._is_wrong = False
        """Whether the client has lost by a move that the room cannot even play."""
        self._end: NoGoOp | None = None
        """How the game that the client won has ended: it will say so."""
        self._claim: NoGoOp | None = None
        """What the client says has ended a game that is still on here."""
        self._asked_again = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, message: Message) -> None:
        """Do what a message asks."""
        try:
            match message.op:
                case NoGoOp.READY:
                    await self._ready(message.data1, message.data2)
                case NoGoOp.REJECT:
                    await self._reject()
                case NoGoOp.MOVE:
                    await self._move(message.data1)
                case NoGoOp.GIVEUP:
                    await self._give_up()
                case NoGoOp.TIMEOUT_END | NoGoOp.SUICIDE_END | NoGoOp.GIVEUP_END:
                    self._ended(NoGoOp(message.op))
                case NoGoOp.LEAVE:
                    await self._leave()
                case NoGoOp.CHAT:
                    await self._chat(message.data1)
                case _:
                    self._say(f"expected an operator from 200000 to 200008, got {message.op}")
        except ProblemError as error:
            self._send(Message(NoGoOp.REJECT, "duiyi", error.words.en))

    def refuse(self, why: str) -> None:
        """A line that cannot be read."""
        self._say(why)

    @property
    def step(self) -> int:
        """The turn of the game, for the log."""
        return -1 if self._table is None or not self._table.is_on else self._table.turn

    async def close(self) -> None:
        """The client is gone; in a game its clock runs on."""
        for task in self._tasks:
            task.cancel()
        if self._visitor is not None:
            if self._table is not None and not self._table.is_on:
                await self._visitor.ask(wire.Leave, self._table.room)
            await self._visitor.close()

    # What the client asks

    async def _ready(self, name: str, colour: str) -> None:
        if not is_name(name) or colour not in ("b", "w", ""):
            self._send(Message(NoGoOp.REJECT, "duiyi", "expected a name of letters, digits and _, and b or w"))
            return
        table, visitor = self._table, self._visitor
        if table is not None and table.is_on:
            self._send(Message(NoGoOp.REJECT, self._opponent(table), "a game is on"))
            return
        if table is not None and visitor is not None and self._asked_again:
            await visitor.ask(wire.Answer, table.room, kind="rematch", accept=True)
            return
        if table is not None and table.phase == "open":
            return  # we are looking for somebody already
        seat = 1 if colour == "w" else 0
        if table is not None and visitor is not None and self._can_go_on(table, visitor, seat):
            answer = await visitor.ask(wire.MakeOffer, table.room, kind="rematch")
            if isinstance(answer, wire.Ok):
                return
        await self._begin(name, seat)

    def _can_go_on(self, table: Table, visitor: Visitor, seat: int) -> bool:
        """Whether the same person is there for another game; the seats change hands."""
        own = table.seat_of(visitor.user.id)
        if own is None or own == seat or self._wish is not None:
            return False
        return table.seats[1 - own].owner is not None and table.seats[1 - own].online

    async def _begin(self, name: str, seat: int) -> None:
        last, self._table = self._table, None
        if self._visitor is not None and last is not None:
            await self._visitor.ask(wire.Leave, last.room)
            await self._visitor.forget(last.room)
        if self._visitor is not None and self._visitor.user.name != name:
            await self._visitor.close()
            self._visitor = None
        if self._visitor is None:
            self._visitor = await Visitor.enter(self._services, name, self._address, self._hear)
        visitor = self._visitor
        kind, what = self._wish or ("", "")
        self._wish = None
        room = what if kind == "join" else "" if kind == "engine" else self._somebody_waiting(seat)
        if room:
            self._table = Table(room)
            await visitor.follow(room)
            answer = await visitor.ask(wire.Sit, room, seat=seat)
        else:
            room = await visitor.open(_settings(self._services.config.course_nogo_seconds), seat)
            self._table = Table(room)
            await visitor.follow(room)
            engine = what if kind == "engine" else self._services.config.course_engine
            self._later(self._bring_engine(room, 1 - seat, engine, 0.0 if kind else self._services.config.course_wait))
            answer = wire.Ok("")
        if isinstance(answer, wire.Ok):
            answer = await visitor.ask(wire.Ready, room)
        if isinstance(answer, wire.No):
            self._table = None
            self._send(Message(NoGoOp.REJECT, "duiyi", answer.words.en))

    def _somebody_waiting(self, seat: int) -> str:
        """A public room of the course's rules whose other seat is taken by somebody who is there."""
        for card in self._services.lobby.rooms():
            is_ours = card.phase == "open" and card.settings.game == _GAME
            if is_ours and card.seats[1 - seat].online and not card.settings.rated:
                here = card.seats[seat]
                if here.owner is None and isinstance(here.controller, wire.Person) and not here.invited:
                    return card.room
        return ""

    async def _bring_engine(self, room: str, seat: int, engine: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self._table is not None and self._table.room == room and self._visitor is not None:
            controller = wire.AI(engine)
            answer = await self._visitor.ask(wire.PlaceEngine, room, seat=seat, controller=controller)
            if isinstance(answer, wire.Ok):
                await self._visitor.ask(wire.Ready, room)

    async def _reject(self) -> None:
        if self._table is not None and self._visitor is not None and self._asked_again:
            self._asked_again = False
            await self._visitor.ask(wire.Answer, self._table.room, kind="rematch", accept=False)

    async def _move(self, text: str) -> None:
        table, visitor = self._table, self._visitor
        if table is None or visitor is None or table.position is None or table.phase != "playing":
            self._say("no game is on")
            return
        if table.position.to_move != table.seat_of(visitor.user.id):
            self._say("it is not your turn")
            return
        game = table.game
        assert isinstance(game, NoGo)
        try:
            move = game.move_text(parse_course_move(game, text))
        except TextError:
            move = ""
        if move:
            answer = await visitor.ask(wire.Play, table.room, base=table.turn, move=move)
            if isinstance(answer, wire.Ok) or answer.code not in ("illegal", "bad_move"):
                return
        self._is_wrong = True  # an illegal move loses; the room knows no such move, so its player gives up there
        await visitor.ask(wire.Resign, table.room)

    async def _give_up(self) -> None:
        if self._table is not None and self._visitor is not None:
            await self._visitor.ask(wire.Resign, self._table.room)

    def _ended(self, op: NoGoOp) -> None:
        """The winner says how the game ended, and the loser repeats it."""
        table, visitor = self._table, self._visitor
        if table is None or visitor is None:
            return
        if self._end is not None and op == self._end:
            self._send(Message(op, self._opponent(table)))
            self._end = None
        elif table.is_on:
            self._claim = op
            if op is not NoGoOp.TIMEOUT_END:
                self._say("the game is not over here")

    async def _leave(self) -> None:
        table, visitor = self._table, self._visitor
        self._table = None
        if table is not None and visitor is not None:
            if table.is_on:
                await visitor.ask(wire.Resign, table.room)
            await visitor.ask(wire.Leave, table.room)
        raise ConnectionResetError("the client has left")

    async def _chat(self, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        if word == "/engine":
            self._wish = ("engine", check_spec(rest.strip()))
            self._say(f"the next game is against {rest.strip()}")
        elif word == "/join":
            live = await self._services.house.find(rest.strip().upper())
            if live is None or live.room.state.game.spec != _GAME:
                self._say(f"expected the code of a room of {_GAME}")
            else:
                self._wish = ("join", live.code)
                self._say(f"the next game is in room {live.code}")
        elif self._table is None or self._visitor is None:
            self._say("nobody is here yet; try READY, /join CODE or /engine level(5)")
        elif text.strip():
            await self._visitor.ask(wire.Say, self._table.room, text=text[:_LONGEST_CHAT])

    # What the client is told

    def _hear(self, frame: wire.ServerFrame) -> None:
        table, visitor = self._table, self._visitor
        if table is None or visitor is None or getattr(frame, "room", table.room) != table.room:
            return
        table.fold(frame)
        own = table.seat_of(visitor.user.id)
        match frame:
            case wire.Started() if own is not None:
                self._end = self._claim = None
                self._is_wrong = self._asked_again = False
                self._send(Message(NoGoOp.READY, self._opponent(table)))
            case wire.Moved() if frame.seat != own:
                game = table.game
                assert isinstance(game, NoGo)
                point = course_text(game, game.parse_move(frame.move))
                self._send(Message(NoGoOp.MOVE, point, str(frame.at)))
            case wire.Finished() if own is not None:
                self._tell_end(table, own, frame.outcome)
            case wire.OfferChanged() if frame.kind == "rematch":
                self._tell_rematch(table, own, frame)
            case wire.Chatted() if frame.user.id != visitor.user.id:
                opposite = own is not None and table.seats[1 - own].owner
                is_opponent = isinstance(opposite, wire.User) and opposite.id == frame.user.id
                self._say(frame.text if is_opponent else f"{frame.user.name}: {frame.text}")
            case wire.Closed():
                self._send(Message(NoGoOp.REJECT, "duiyi", "the room is closed"))
                self._table = None
            case _:
                pass

    def _tell_end(self, table: Table, own: int, outcome: wire.OutcomeView) -> None:
        op = _ENDS.get(outcome.reason, NoGoOp.SUICIDE_END)
        if outcome.scores[own] < 1:
            self._send(Message(NoGoOp.SUICIDE_END if self._is_wrong else op, self._opponent(table)))
            return
        if op is NoGoOp.GIVEUP_END:
            self._send(Message(NoGoOp.GIVEUP, self._opponent(table)))
        self._end = op
        if self._claim == op:
            self._ended(op)

    def _tell_rematch(self, table: Table, own: int | None, frame: wire.OfferChanged) -> None:
        if frame.offer is not None and own is not None and frame.offer.seat != own:
            self._asked_again = True
            colour = "w" if frame.offer.seat == 0 else "b"  # the seats change hands
            self._send(Message(NoGoOp.READY, self._opponent(table), colour))
        elif frame.offer is None and frame.declined_by not in (None, own):
            self._send(Message(NoGoOp.REJECT, self._opponent(table)))
        elif frame.offer is None:
            self._asked_again = False

    def _opponent(self, table: Table) -> str:
        own = None if self._visitor is None else table.seat_of(self._visitor.user.id)
        names = course_names(table.seats)
        return next((name for seat, name in names.items() if seat != own), "duiyi")

    def _say(self, text: str) -> None:
        self._send(Message(NoGoOp.CHAT, text))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _settings(seconds: int) -> wire.Settings:
    return wire.Settings(game=_GAME, clock=wire.PerMove(seconds), takeback="none", hints=False, stand_in=None)
