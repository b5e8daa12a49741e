"""The lobby: open rooms and running public games, and quick pairing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from duiyi import wire
from duiyi.base import RulesError
from duiyi.rooms.view import card
from duiyi.server.connections import Connection
from duiyi.server.errors import ProblemError
from duiyi.server.house import House
from duiyi.server.live import LiveRoom

__all__ = ["Lobby"]

_EVERY = 0.5
"""Seconds between two updates of the lobby: cards of one moment are sent together."""


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks for a game, on one socket."""

    connection: Connection
    user: wire.User
    seek: wire.Seek


class Lobby:
    """Who watches the list of rooms, and who looks for a game."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._watchers: set[Connection] = set()
        self._changed: set[str] = set()
        self._flush: asyncio.TimerHandle | None = None
        self._seekers: dict[tuple[str, str], Seeker] = {}
        house.bus.subscribe("room", self._room_changed)

    def rooms(self) -> tuple[wire.RoomCard, ...]:
        """The rooms that everybody may see, those waiting for people first."""
        shown = [live for live in self._house.rooms.values() if _is_shown(live)]
        shown.sort(key=lambda live: (live.room.state.phase != "open", -live.room.state.created_at))
        return tuple(card(live.room.state, live.watchers) for live in shown[:200])

    def watch(self, connection: Connection, is_on: bool) -> None:
        """Show the lobby to a socket, or no more."""
        connection.watches_lobby = is_on
        if is_on:
            self._watchers.add(connection)
            connection.send(wire.LobbyFrame(self.rooms(), tuple(self.seeks())))
        else:
            self._watchers.discard(connection)

    def seeks(self) -> list[wire.SeekFrame]:
        """Who looks for what."""
        return [
            wire.SeekFrame(seeker.seek.game, seeker.seek.clock, seeker.seek.rated, seeker.user)
            for seeker in self._seekers.values()
        ]

    async def seek(self, connection: Connection, user: wire.User, seek: wire.Seek) -> None:
        """Pair somebody with whoever wants the same, or remember what they want."""
        try:
            game = self._house.load(seek.game)
        except RulesError as error:
            raise ProblemError("bad_game", wire.Words(str(error), str(error))) from None
        wanted = wire.Seek(seek.id, game.spec, seek.clock, seek.rated and user.kind != "guest")
        self._seekers.pop((user.id, seek.id), None)
        alike = [seeker for seeker in self._seekers.values() if _suits(seeker, user, wanted)]
        if len(alike) < game.seats - 1:
            self._seekers[user.id, seek.id] = Seeker(connection, user, wanted)
            return
        party = [*alike[: game.seats - 1], Seeker(connection, user, wanted)]
        for seeker in party:
            self._seekers.pop((seeker.user.id, seeker.seek.id), None)
        live = await self._open(party, wanted)
        for seat, seeker in enumerate(party):
            seeker.connection.send(wire.Paired(seeker.seek.id, live.code, seat))

    def unseek(self, user: wire.User, seek: str) -> None:
        """Stop looking."""
        self._seekers.pop((user.id, seek), None)

    def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        self._watchers.discard(connection)
        for key, seeker in list(self._seekers.items()):
            if seeker.connection is connection:
                del self._seekers[key]

    async def _open(self, party: list[Seeker], wanted: wire.Seek) -> LiveRoom:
        settings = wire.Settings(
            game=wanted.game,
            clock=wanted.clock,
            rated=wanted.rated,
            hints=False,
            stand_in=None if wanted.rated else "level(5)",
        )
        return await self._house.open_paired([seeker.user for seeker in party], settings)

    def _room_changed(self, code: str) -> None:
        self._changed.add(code)
        if self._watchers and self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(_EVERY, self._send_changes)

    def _send_changes(self) -> None:
        self._flush = None
        changed, self._changed = self._changed, set()
        for code in changed:
            live = self._house.rooms.get(code)
            is_shown = live is not None and _is_shown(live)
            frame = wire.CardFrame(
                code, card(live.room.state, live.watchers) if live is not None and is_shown else None
            )
            text = wire.encode(frame).decode()
            for watcher in self._watchers:
                watcher.send_text(text)


def _is_shown(live: LiveRoom) -> bool:
    state = live.room.state
    is_joinable = state.phase == "open" and any(state.is_free(seat) for seat in range(len(state.seats)))
    is_watchable = state.phase in ("playing", "paused") and state.settings.spectators
    return state.settings.public and (is_joinable or is_watchable)


def _suits(seeker: Seeker, user: wire.User, wanted: wire.Seek) -> bool:
    theirs = seeker.seek
    is_same = (theirs.game, theirs.clock, theirs.rated) == (wanted.game, wanted.clock, wanted.rated)
    return is_same and seeker.user.id != user.id and not seeker.connection.is_closed
