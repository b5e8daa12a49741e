"""A table to test at: people, a room of a toy game, and short words for commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duiyi import wire
from duiyi.base import Game
from duiyi.rooms import Order, Room
from tests.rooms.toys import load_toy

__all__ = ["ANN", "BOB", "CAT", "PEOPLE", "Table"]

ANN, BOB, CAT = (wire.User(f"u{name}", name, "account") for name in ("Ann", "Bob", "Cat"))
PEOPLE = (ANN, BOB, CAT)


class Table:
    """A room with a clock in hand and all its events."""

    def __init__(
        self, game: str = "noughts", host: wire.User = ANN, load: Callable[[str], Game] = load_toy, **settings: Any
    ) -> None:
        self.now = 1_000_000
        self.room = Room.open("ROOM", wire.Settings(game=game, **settings), host, load, self.now)
        self.log: list[wire.Event] = [self.room.opening]
        self.count = 0

    @property
    def state(self) -> Any:
        """The room's state."""
        return self.room.state

    def do(
        self, command: type[Any], /, by: wire.User | None = ANN, lag: int = 0, keys: tuple[int, ...] = (), **fields: Any
    ) -> list[Any]:
        """Carry out a command of a person."""
        self.count += 1
        fields.setdefault("id", f"c{self.count}")
        return self.order(command(room="ROOM", **fields), by, lag, keys)

    def order(self, order: Order, by: wire.User | None = None, lag: int = 0, keys: tuple[int, ...] = ()) -> list[Any]:
        """Carry out an order."""
        events = self.room.apply(order, self.now, by, lag, keys)
        self.log += events
        return events

    def wait(self, milliseconds: int) -> Table:
        """Let time pass."""
        self.now += milliseconds
        return self

    def seat_all(self, *people: wire.User) -> Table:
        """People take the seats in order; all are ready, so the game begins."""
        for seat, person in enumerate(people):
            self.do(wire.Sit, person, seat=seat)
        for person in dict.fromkeys(people):
            self.do(wire.Ready, person)
        return self

    def play(self, by: wire.User, move: str, **more: Any) -> list[Any]:
        """Play a move in the position on the board."""
        return self.do(wire.Play, by, base=self.state.turn, move=move, **more)

    def replayed(self, load: Callable[[str], Game] = load_toy) -> Room:
        """The room of the log, after its way through JSON."""
        return Room.replay((wire.decode_event(wire.encode(event)) for event in self.log), load)
