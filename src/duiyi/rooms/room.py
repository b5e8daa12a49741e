"""A room: commands in, events out. No sockets, no clock of its own, no database.

>>> from duiyi.games.registry import load_game
>>> from duiyi.wire import Play, Settings, Sit, Start, User
>>> ann, bob = User("u1", "Ann"), User("u2", "Bob")
>>> room = Room.open("K3F9", Settings(game="reversi"), ann, load_game, now=0)
>>> for seat, user in enumerate((ann, bob)):
...     _ = room.apply(Sit(seat, room="K3F9", id="sit"), now=10, by=user)
...     events = room.apply(wire.Ready(room="K3F9", id="ready"), now=20, by=user)
>>> [type(event).__name__ for event in events]
['SeatChanged', 'Started']
>>> room.apply(Play(1, "f5", room="K3F9", id="m1"), now=1000, by=ann)[0].move
'f5'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from duiyi import wire
from duiyi.base import Game
from duiyi.rooms import offers, playing, seating, takeover, talking
from duiyi.rooms.deed import Deed
from duiyi.rooms.errors import Refused
from duiyi.rooms.fold import fold, opened
from duiyi.rooms.orders import Begin, EngineAnswer, EngineMove, Expire, Order, Present, Restart, Tick
from duiyi.rooms.state import RoomState

__all__ = ["Room"]

_HANDLERS: dict[type, Callable[[Deed, Any], Iterator[wire.Event]]] = {
    wire.Sit: seating.sit,
    wire.Stand: seating.stand,
    wire.Ready: seating.ready,
    wire.PlaceEngine: seating.place_engine,
    wire.Kick: seating.kick,
    wire.Invite: seating.invite,
    wire.Configure: seating.configure,
    wire.Start: seating.start,
    wire.Leave: seating.leave,
    wire.Close: seating.close,
    wire.Play: playing.play,
    wire.Premove: playing.premove,
    wire.Resign: playing.resign,
    wire.MakeOffer: offers.offer,
    wire.Answer: offers.answer,
    wire.HandOver: takeover.hand_over,
    wire.TakeBack: takeover.take_back,
    wire.Claim: takeover.claim,
    wire.Say: talking.say,
    wire.Mute: talking.mute,
    wire.HintRequest: talking.hint,
    Tick: takeover.tick,
    Present: takeover.present,
    Restart: takeover.restart,
    EngineMove: playing.engine_move,
    EngineAnswer: offers.engine_answer,
    Begin: seating.begin_paired,
    Expire: seating.expire,
}


class Room:
    """A table with seats, people and engines; all it knows is `state`, and that comes from its events."""

    def __init__(self, state: RoomState, load: Callable[[str], Game], opening: wire.Created) -> None:
        self.state = state
        self.opening = opening
        self._load = load

    @classmethod
    def open(cls, code: str, settings: wire.Settings, host: wire.User, load: Callable[[str], Game], now: int) -> Room:
        """A new room; `opening` is its first event. Raises `Refused`, `RulesError` or `TextError` for bad settings."""
        seating.check_settings(settings)
        game = load(settings.game)
        seating.check_start(settings, game)
        event = wire.Created(settings=settings, host=host, seats=game.seats, room=code, seq=1, at=now, by=host.id)
        return cls(opened(event, game), load, event)

    @classmethod
    def replay(cls, events: Iterable[wire.Event], load: Callable[[str], Game]) -> Room:
        """The room of a log."""
        log = iter(events)
        first = next(log)
        if not isinstance(first, wire.Created):
            raise ValueError(f"log: expected the event 'created' first, got {type(first).__name__}")
        room = cls(opened(first, load(first.settings.game)), load, first)
        for event in log:
            if event.seq != room.state.seq + 1:
                raise ValueError(f"log of {first.room}: expected event {room.state.seq + 1}, got {event.seq}")
            fold(room.state, event, load)
        return room

    def apply(
        self,
        order: Order,
        now: int,
        by: wire.User | None = None,
        lag: int = 0,
        keys: Collection[int] = (),
    ) -> list[wire.Event]:
        """Carry out a command at a time (ms) and say what happened; raises `Refused` when nothing may happen.

        A command whose id was done before is not done again: the answer is an empty list, and `done` knows its event.
        `lag` is what the network took, `keys` are the seats whose invite link the person holds.
        """
        state = self.state
        command_id = getattr(order, "id", None)
        if by is not None and command_id is not None and self.done(by.id, command_id) is not None:
            return []
        if state.phase == "closed":
            raise Refused("closed")
        deed = Deed(state, max(now, state.at), self._load, by, command_id, lag, keys)
        events: list[wire.Event] = []
        for event in _HANDLERS[type(order)](deed, order):
            fold(state, event, self._load)
            events.append(event)
        return events

    def done(self, user: str, command_id: str) -> int | None:
        """The number of the last event of a command that was done, or None."""
        return self.state.done.get(user, {}).get(command_id)

    @property
    def next_deadline(self) -> int | None:
        """When (ms) the room wants a `Tick`, or None."""
        return takeover.next_deadline(self.state)
