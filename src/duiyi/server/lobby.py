"""The lobby: open rooms and running public games, and quick pairing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from duiyi import wire
from duiyi.base import RulesError
from duiyi.rooms.view import card
from duiyi.server.connections import Connection, Shared
from duiyi.server.errors import BadGame
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
        self._far: dict[str, tuple[str, wire.RoomCard]] = {}
        """Rooms of other nodes: the node and the card."""
        house.changed = self._room_changed
        house.bus.subscribe("cards", self._hear_cards)
        house.bus.subscribe("cards?", lambda node: self._tell_others(self._house.rooms))

    def rooms(self) -> tuple[wire.RoomCard, ...]:
        """The rooms that everybody may see, those waiting for people first."""
        near = [card(live.room.state, live.watchers) for live in self._house.rooms.values() if _is_shown(live)]
        shown = [*near, *(one for code, (_, one) in self._far.items() if code not in self._house.rooms)]
        shown.sort(key=lambda one: (one.phase != "open", -one.created))
        return tuple(shown[:200])

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
            raise BadGame(error) from None
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

    def ask_others(self) -> None:
        """Ask other nodes for their rooms."""
        self._house.bus.publish("cards?", self._house.bus.node)

    def drop_cards_of_the_dead(self, living: set[str]) -> None:
        """Rooms of nodes that are dead are not shown until another node has them."""
        for code, (node, _) in list(self._far.items()):
            if node not in living:
                del self._far[code]
                self._show(wire.CardFrame(code, self._card(code)))

    def _room_changed(self, code: str) -> None:
        self._changed.add(code)
        if self._flush is None and (self._watchers or self._house.bus.is_shared):
            self._flush = asyncio.get_running_loop().call_later(_EVERY, self._send_changes)

    def _send_changes(self) -> None:
        self._flush = None
        changed, self._changed = self._changed, set()
        for code in changed:
            self._show(wire.CardFrame(code, self._card(code)))
        self._tell_others(changed)

    def _card(self, code: str) -> wire.RoomCard | None:
        live = self._house.rooms.get(code)
        return card(live.room.state, live.watchers) if live is not None and _is_shown(live) else None

    def _show(self, frame: wire.CardFrame) -> None:
        if self._watchers:
            shared = Shared.of(frame)
            for watcher in self._watchers:
                watcher.send_shared(shared)

    def _tell_others(self, codes: Iterable[str]) -> None:
        bus = self._house.bus
        if bus.is_shared:
            frames = [wire.CardFrame(code, self._card(code)) for code in codes]
            bus.publish("cards", wire.encode((bus.node, frames)).decode())

    def _hear_cards(self, message: str) -> None:
        node, frames = msgspec.json.decode(message, type=tuple[str, list[wire.CardFrame]])
        if node == self._house.bus.node:
            return
        for frame in frames:
            if frame.card is not None:
                self._far[frame.room] = (node, frame.card)
            elif self._far.get(frame.room, (node,))[0] == node:
                self._far.pop(frame.room, None)
            else:
                continue
            self._show(frame)


def _is_shown(live: LiveRoom) -> bool:
    state = live.room.state
    is_joinable = state.phase == "open" and any(state.is_free(seat) for seat in range(len(state.seats)))
    is_watchable = state.phase in ("playing", "paused") and state.settings.spectators
    return state.settings.public and (is_joinable or is_watchable)


def _suits(seeker: Seeker, user: wire.User, wanted: wire.Seek) -> bool:
    theirs = seeker.seek
    is_same = (theirs.game, theirs.clock, theirs.rated) == (wanted.game, wanted.clock, wanted.rated)
    return is_same and seeker.user.id != user.id and not seeker.connection.is_closed
