"""One command on its way through a room: who, when, and the stamp of the events it causes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypedDict

from duiyi.base import Game
from duiyi.rooms.errors import Refused
from duiyi.rooms.state import RoomState
from duiyi.wire import Seat, SeatChanged, User

__all__ = ["Deed", "Stamp"]


class Stamp(TypedDict):
    """What every event carries."""

    room: str
    seq: int
    at: int
    by: str | None
    id: str | None


@dataclass(frozen=True)
class Deed:
    """The room before the next event, and the circumstances of the command."""

    state: RoomState
    now: int
    load: Callable[[str], Game]
    by: User | None = None
    id: str | None = None
    lag: int = 0
    keys: Collection[int] = ()
    """Seats whose invite link the person holds."""

    @property
    def stamp(self) -> Stamp:
        """The head of the next event."""
        user = self.by.id if self.by is not None else None
        return Stamp(room=self.state.code, seq=self.state.seq + 1, at=self.now, by=user, id=self.id)

    @property
    def person(self) -> User:
        """Who gave the command; only the server gives one without a person."""
        if self.by is None:
            raise Refused("not_seated")
        return self.by

    def seat_changed(self, seat: int, state: Seat, cause: str) -> SeatChanged:
        """The event of a changed seat."""
        return SeatChanged(seat=seat, state=state, cause=cause, **self.stamp)  # type: ignore[arg-type]

    def must_be_host(self) -> None:
        """Refuse unless the host gave the command."""
        if self.state.host is None or self.person.id != self.state.host.id:
            raise Refused("not_host")

    def must_not_be_on(self) -> None:
        """Refuse while a game is on."""
        if self.state.is_on:
            raise Refused("game_on")

    def must_be_on(self) -> None:
        """Refuse unless a game is on."""
        if not self.state.is_on:
            raise Refused("no_game")

    def own_seat(self, wanted: int | None = None) -> int:
        """The seat that the person means: the named one, the only one, or the one to move."""
        own = self.state.seats_of(self.person.id)
        if wanted is not None:
            if wanted not in own:
                raise Refused("not_seated")
            return wanted
        if not own:
            raise Refused("not_seated")
        if len(own) == 1:
            return own[0]
        if self.state.is_on and self.state.position.to_move in own:
            return self.state.position.to_move
        raise Refused("which_seat")
