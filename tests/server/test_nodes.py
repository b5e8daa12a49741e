"""Two server processes on one PostgreSQL and one Redis: one set of rooms."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from duiyi.server.redis_bus import RedisBus
from tests.server.harness import PATIENCE, Client, Server, run
from tests.server.killing import verify_log
from tests.server.postgresql_server import HAS_POSTGRESQL
from tests.server.redis_server import HAS_REDIS, redis_server
from tests.server.test_accounts import fresh

_LEASE = 1.0


Pair = tuple[Server, Server]


@pytest.fixture(scope="module", params=HAS_REDIS)
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers that know of each other, on PostgreSQL; where that is not installed, on one file."""
    if HAS_POSTGRESQL:
        database = request.getfixturevalue("postgresql")
    else:
        database = str(tmp_path_factory.mktemp("nodes") / "duiyi.db")
    with redis_server() as bus, ThreadPoolExecutor(2) as threads:
        pair = Server(database, bus=bus, lease_seconds=_LEASE), Server(database, bus=bus, lease_seconds=_LEASE)
        list(threads.map(Server.start, pair))
        try:
            yield pair
        finally:
            for server in pair:
                if server.process is not None:
                    server.kill()


async def guest(server: Server) -> Client:
    """A guest with an open socket."""
    return await (await Client(server).guest()).open()


async def a_game(ann: Client, bob: Client) -> tuple[str, int]:
    """A room of Ann's in which Bob sits, wherever he is connected; the game is on."""
    room = await ann.room(seats=("me", "open"), stand_in=None)
    await ann.hello(room)
    assert (await bob.hello(room))["room"] == room
    assert (await bob.command("sit", room, seat=1))["t"] == "ok"
    await bob.command("ready", room)
    await ann.command("ready", room)
    turn: int = (await ann.hello(room))["turn"]
    return room, turn


def test_people_on_two_nodes_play_in_one_room(nodes: Pair) -> None:
    async def play(first: Server, second: Server) -> None:
        ann, bob = await guest(first), await guest(second)
        room, turn = await a_game(ann, bob)
        assert (await ann.command("play", room, base=turn, move="5"))["t"] == "ok"
        seen = await bob.until("moved")
        assert (seen["move"], seen["position"]["board"][4]) == ("5", "x")
        wrong = await bob.command("play", room, base=turn + 1, move="5")
        assert (wrong["t"], wrong["room"]) == ("no", room)
        assert (await bob.command("play", room, base=turn + 1, move="1"))["t"] == "ok"
        await ann.until("moved", move="1")
        await bob.command("say", room, text="你好", channel="table")
        assert (await ann.until("chat"))["text"] == "你好"
        people = {person["user"]["id"] for person in (await _last(ann, "people"))["people"]}
        assert people == {ann.user["id"], bob.user["id"]}
        shown = (await bob.http.get(f"/api/rooms/{room}")).json()
        assert [move["text"] for move in shown["moves"]] == ["5", "1"]
        command = {"t": "resign", "room": room, "id": "by-http"}
        assert (await bob.http.post(f"/api/rooms/{room}/commands", json=command)).json()["t"] == "ok"
        record = (await ann.until("finished"))["record"]
        assert (await bob.http.get(f"/api/records/{record}")).json()["summary"]["scores"] == [1.0, 0.0]
        for client in (ann, bob):
            await client.close()

    run(play(*nodes))


def test_when_a_node_is_killed_the_other_takes_its_rooms_and_nothing_is_lost(nodes: Pair) -> None:
    async def play(first: Server, second: Server) -> None:
        ann, bob = await guest(first), await guest(second)
        room, turn = await a_game(ann, bob)
        acknowledged = {}
        for move, player in (("5", ann), ("1", bob)):
            command = f"{room}-{move}"
            assert (await player.command("play", room, base=turn, move=move, id=command))["t"] == "ok"
            acknowledged[command] = player.user["id"]
            turn += 1
        lonely = await ann.room(seats=("me", "level(1)"), clock={"kind": "fischer", "seconds": 60, "increment": 1})
        first.kill()
        await _until_closed(bob)  # whoever used the dead node comes back
        await bob.open()
        ann.server = second  # as a proxy in front of both would do
        await ann.open()
        state = await _snapshot(bob, room)
        assert [move["text"] for move in state["moves"]] == ["5", "1"]
        await _snapshot(ann, room)
        again = await ann.command("play", room, base=turn - 2, move="5", id=f"{room}-5")
        assert again["repeated"], "a command that was done is not done again"
        turn = (await ann.hello(room))["turn"]
        for move, player in (("2", ann), ("3", bob)):
            command = f"{room}-{move}"
            assert (await player.command("play", room, base=turn, move=move, id=command))["t"] == "ok"
            acknowledged[command] = player.user["id"]
            turn += 1
        await _until_shown(bob, lonely)
        found = await verify_log(second.config["database"], [room, lonely], acknowledged)
        assert (found["lost"], found["doubled"]) == (0, 0)
        for client in (ann, bob):
            await client.close()
        await asyncio.to_thread(first.start)

    run(play(*nodes))


def test_lobby_pairing_and_sessions_are_one_on_all_nodes(nodes: Pair) -> None:
    async def meet(first: Server, second: Server) -> None:
        ann, bob = await guest(first), await guest(second)
        room = await ann.room(seats=("me", "open"))
        await _until_shown(bob, room)
        await ann.send(t="seek", id="s1", game="noughts")
        await asyncio.sleep(0.2)
        await bob.send(t="seek", id="s2", game="noughts")
        pairs = [await ann.until("paired"), await bob.until("paired")]
        assert pairs[0]["room"] == pairs[1]["room"]
        assert {pair["seat"] for pair in pairs} == {0, 1}
        for client in (ann, bob):
            assert (await client.hello(pairs[0]["room"]))["phase"] == "playing"
        await ann.account(fresh("Everywhere"))
        bob.http.cookies = ann.http.cookies
        assert (await bob.http.get("/api/me")).json()["user"]["id"] == ann.user["id"]
        rooms = (await bob.http.get("/api/me")).json()["rooms"]
        assert pairs[0]["room"] in {card["room"] for card in rooms}
        await ann.http.post("/api/logout-everywhere")
        async with asyncio.timeout(PATIENCE):
            while (await bob.http.get("/api/me")).json().get("user") is not None:
                await asyncio.sleep(0.05)
        for client in (ann, bob):
            await client.close()

    run(meet(*nodes))


def test_who_looks_for_a_game_finds_one_though_the_node_that_pairs_has_died(nodes: Pair) -> None:
    async def meet(first: Server, second: Server) -> None:
        second.kill()
        ann = await guest(first)
        await _until_pairing_here(ann)
        await asyncio.to_thread(second.start)
        bob, cid = await guest(second), await guest(second)
        await bob.send(t="seek", id="b", game="noughts")  # on its way to the first node, which remembers it
        await asyncio.sleep(0.2)
        first.kill()
        await _until_closed(bob)  # the page comes back then, and says again what it looks for
        pairs = await asyncio.gather(_paired(bob, "b"), _paired(cid, "c"))
        assert pairs[0]["room"] == pairs[1]["room"]
        for client in (ann, bob, cid):
            await client.close()
        await asyncio.to_thread(first.start)

    run(meet(*nodes))


def test_a_stopped_node_hands_its_rooms_over(nodes: Pair) -> None:
    async def play(first: Server, second: Server) -> None:
        ann, bob = await guest(first), await guest(second)
        room, turn = await a_game(ann, bob)
        await ann.command("play", room, base=turn, move="5")
        await asyncio.to_thread(first.stop)
        await _until_closed(bob)
        await bob.open()
        state = await _snapshot(bob, room)
        assert (await bob.command("play", room, base=state["turn"], move="1"))["t"] == "ok"
        for client in (ann, bob):
            await client.close()
        await asyncio.to_thread(first.start)

    run(play(*nodes))


@pytest.mark.parametrize("bus", HAS_REDIS)
def test_a_lease_is_one_nodes_until_released_or_dead(bus: str) -> None:
    async def take(url: str) -> None:
        lost: list[int] = []
        first, second = RedisBus(url, _LEASE), RedisBus(url, _LEASE)
        for node in (first, second):
            await node.start(lambda: lost.append(1))
        assert await first.lease("K3F9")
        assert await first.lease("K3F9")
        assert not await second.lease("K3F9")
        assert await second.holder("K3F9") == first.node
        await first.release("K3F9")
        assert await second.lease("K3F9")
        await second.release("K3F9")
        assert await first.lease("K3F9")
        assert await second.nodes() == {first.node, second.node}
        await first._redis.delete(f"duiyi:node:{first.node}")  # as if it had been silent for too long
        assert await second.orphans() == ["K3F9"]
        assert await second.lease("K3F9")
        assert await first.holder("K3F9") == second.node
        async with asyncio.timeout(PATIENCE):
            while not lost:
                await asyncio.sleep(0.01)
        assert not await first.lease("K3F9")
        for node in (first, second):
            await node.close()

    with redis_server() as url:
        run(take(url))


def test_a_node_that_was_thought_dead_gives_its_rooms_up(nodes: Pair) -> None:
    async def play(url: str, first: Server, second: Server) -> None:
        ann, bob = await guest(first), await guest(second)
        room = await ann.room(seats=("me", "me"), stand_in=None)
        await ann.hello(room)
        other = RedisBus(url, _LEASE)
        await other.start(lambda: None)
        (holder,) = [node for node in await other.nodes() if node == await other.holder(room)]
        await other._redis.delete(f"duiyi:node:{holder}")
        await _until_closed(ann)
        bob.http.cookies = ann.http.cookies
        await bob.open()
        state = await _snapshot(bob, room)
        assert (await bob.command("play", room, base=state["turn"], move="5"))["t"] == "ok"
        await ann.open()
        assert len((await _snapshot(ann, room))["moves"]) == 1
        for client in (ann, bob):
            await client.close()
        await other.close()

    run(play(nodes[0].config["bus"], *nodes))


async def _until_closed(client: Client) -> None:
    """Whoever used a node that is gone is sent away, to come back."""
    try:
        while True:
            await client.receive()
    except ConnectionClosed:
        return


async def _last(client: Client, kind: str) -> dict[str, Any]:
    found = [frame for frame in client.frames if frame["t"] == kind]
    return found[-1] if found else await client.until(kind)


async def _snapshot(client: Client, room: str) -> dict[str, Any]:
    """The room, over all closed sockets until a living node has it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await client.send(t="hello", room=room)
                while True:
                    frame = await client.receive()
                    if frame["t"] == "snapshot":
                        return frame
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.05)
                await client.open()


async def _until_shown(client: Client, room: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while room not in {card["room"] for card in (await client.http.get("/api/rooms")).json()["rooms"]}:
            await asyncio.sleep(0.05)


async def _until_pairing_here(client: Client) -> None:
    """Until the client's own node is the one that pairs: its lobby shows who looks for a game, and then nobody."""
    while True:
        with contextlib.suppress(ConnectionClosed):
            await client.send(t="seek", id="mine", game="noughts")
            await client.send(t="lobby", on=True)
            if (await client.until("rooms")).get("seeks"):
                await client.send(t="unseek", id="mine")
                return
        await asyncio.sleep(0.1)
        await client.open()


async def _paired(client: Client, seek: str) -> dict[str, Any]:
    """Look for a game as the page does: again after every welcome."""
    while True:
        with contextlib.suppress(ConnectionClosed):
            await client.open()
            await client.send(t="seek", id=seek, game="noughts")
            return await client.until("paired")
