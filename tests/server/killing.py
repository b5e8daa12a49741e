"""Games under load while the server is killed again and again: what was acknowledged must be there, once."""

from __future__ import annotations

import asyncio
import itertools
import random
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from duiyi import wire
from duiyi.rooms import Room
from duiyi.server.store import Database
from duiyi.server.store.tables import events as events_table
from tests.server.harness import PATIENCE, Client, Server
from tests.server.serve_toys import load_any

__all__ = ["Pair", "kill_again_and_again", "verify_log"]

_LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, AssertionError)


@dataclass
class Pair:
    """Two people in one room who play as fast as the server lets them, game after game."""

    server: Server
    game: str
    random: random.Random
    people: list[Client] = field(default_factory=list)
    room: str = ""
    acknowledged: dict[str, str] = field(default_factory=dict)
    """Command id to user, for every move that the server said was done."""
    refused: list[dict[str, Any]] = field(default_factory=list)
    progress: int = 0
    pending: tuple[int, dict[str, Any]] | None = None
    _ids: itertools.count[int] = field(default_factory=itertools.count)

    async def sit_down(self) -> None:
        """Open the room and begin."""
        self.people = [await (await Client(self.server).guest()).open() for _ in range(2)]
        host, other = self.people
        self.room = await host.room(self.game, seats=("me", "open"), stand_in=None, public=False)
        for person in self.people:
            await person.hello(self.room)
        await other.command("sit", self.room, seat=1)
        await other.command("ready", self.room)
        await host.command("ready", self.room)

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop, over all crashes."""
        while not stop.is_set():
            try:
                await self._play_on(stop)
            except _LOST:
                await self._come_back(stop)

    async def close(self) -> None:
        """Leave."""
        for person in self.people:
            await person.close()

    async def _play_on(self, stop: asyncio.Event) -> None:
        state = await self.people[0].hello(self.room)
        while not stop.is_set():
            if self.pending is None:
                self.pending = self._next(state)
            who, command = self.pending
            person = self.people[who]
            await person.send(**command)
            answer = await self._answer(person, command["id"])
            if answer["t"] == "ok":
                self.acknowledged[command["id"]] = person.user["id"]
                self.progress += 1
            else:
                self.refused.append(answer)
            self.pending = None
            state = await self.people[0].hello(self.room)

    def _next(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        head = {"room": self.room, "id": f"{self.room}-{next(self._ids)}"}
        seats = {seat["owner"]["id"]: number for number, seat in enumerate(state["seats"])}
        if state["phase"] != "playing":
            offered = bool(state.get("offers"))
            return int(offered), {"t": "offer", "kind": "rematch", **head}
        who = next(
            n for n, person in enumerate(self.people) if seats[person.user["id"]] == state["position"]["to_move"]
        )
        move = self.random.choice(state["position"]["legal"])["text"]
        return who, {"t": "play", "base": state["turn"], "move": move, **head}

    @staticmethod
    async def _answer(person: Client, command: str) -> dict[str, Any]:
        while True:
            frame = await person.receive()
            if frame["t"] in ("ok", "no") and frame["id"] == command:
                return frame

    async def _come_back(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                for person in self.people:
                    person.frames.clear()
                    await person.open()
                    await person.hello(self.room)
                return
            except _LOST:
                await asyncio.sleep(0.05)


async def kill_again_and_again(
    server: Server, kills: int, rooms: int, seed: int, game: str = "reversi"
) -> dict[str, int]:
    """Kill the server at random moments under load; after each start every room must go on. Counts what happened."""
    chance = random.Random(seed)
    pairs = [Pair(server, game, random.Random(seed + number)) for number in range(rooms)]
    for pair in pairs:
        await pair.sit_down()
    stop = asyncio.Event()
    tasks = [asyncio.create_task(pair.play(stop)) for pair in pairs]
    try:
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.1, 0.7))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            before = [pair.progress for pair in pairs]
            async with asyncio.timeout(PATIENCE):
                while any(pair.progress == progress for pair, progress in zip(pairs, before, strict=True)):
                    await asyncio.sleep(0.02)
    finally:
        stop.set()
        await asyncio.wait(tasks, timeout=PATIENCE)
        for pair in pairs:
            await pair.close()
    refused = [answer for pair in pairs for answer in pair.refused if answer["code"] != "stale"]
    assert not refused, refused[:3]
    acknowledged = {command: user for pair in pairs for command, user in pair.acknowledged.items()}
    found = await verify_log(server.config["database"], [pair.room for pair in pairs], acknowledged)
    return {"kills": kills, "rooms": rooms, "acknowledged": len(acknowledged), **found}


async def verify_log(database: str, rooms: list[str], acknowledged: dict[str, str]) -> dict[str, int]:
    """Every acknowledged command is in the log, once, and every log rebuilds its room; counts, or an error."""
    opened = await Database.open(database)
    try:
        async with opened.read() as connection:
            query = select(events_table).where(events_table.c.room.in_(rooms))
            rows = (await connection.execute(query.order_by(events_table.c.room, events_table.c.seq))).mappings().all()
    finally:
        await opened.close()
    moves: dict[str, int] = {}
    logs: dict[str, list[wire.Event]] = {room: [] for room in rooms}
    for row in rows:
        event = wire.decode_event(row["body"])
        logs[row["room"]].append(event)
        if isinstance(event, wire.Moved) and event.id is not None:
            moves[event.id] = moves.get(event.id, 0) + 1
            assert acknowledged.get(event.id, event.by) == event.by
    doubled = [command for command, count in moves.items() if count > 1]
    assert not doubled, f"made twice: {doubled[:5]}"
    known = {event.id for log in logs.values() for event in log}
    missing = [command for command in acknowledged if command not in known]
    assert not missing, f"acknowledged but lost: {missing[:5]}"
    for log in logs.values():
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        Room.replay(log, load_any)
    return {"events": len(rows), "lost": len(missing), "doubled": len(doubled)}
