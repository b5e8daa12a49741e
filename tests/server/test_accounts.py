"""Guests, accounts, sessions, recovery, export, deletion, bots."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import Client, Server, clients, run, seated


def fresh(name: str) -> str:
    """A name that no other test has."""
    return f"{name} {secrets.token_hex(3)}"


def test_a_visitor_is_nobody_until_they_want_to_play(server: Server) -> None:
    async def visit() -> None:
        client = Client(server)
        assert (await client.http.get("/api/me")).json() == {}
        refused = await client.http.post("/api/rooms", json={"settings": {"game": "noughts"}})
        assert (refused.status_code, refused.json()["code"]) == (401, "no_session")
        await client.guest()
        assert (await client.http.get("/api/me")).json()["user"]["id"] == client.user["id"]
        assert (await client.http.post("/api/guest")).json()["user"]["id"] == client.user["id"]
        await client.close()

    run(visit())


def test_the_cookie_is_for_this_site_and_not_for_scripts(server: Server) -> None:
    cookie = httpx.post(f"{server.url}/api/guest").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_guest_comes_back_on_another_device_with_the_recovery_code(server: Server) -> None:
    async def recover() -> None:
        first, second = Client(server), Client(server)
        code = (await first.http.post("/api/guest")).json()["recovery"]
        again = await second.http.post("/api/recover", json={"code": f"{code[:8]}-{code[8:]}".lower()})
        assert again.json()["user"] == (await first.http.get("/api/me")).json()["user"]
        assert (await second.http.post("/api/recover", json={"code": "WRONG"})).status_code == 401
        await first.close()
        await second.close()

    run(recover())


def test_a_guests_games_move_to_the_account(server: Server) -> None:
    async def register() -> None:
        async with clients(server, 2) as (ann, bob):
            room, _ = await seated([ann, bob])
            await ann.command("resign", room)
            running, _ = await seated([ann, bob])
            guest = ann.user["id"]
            name = fresh("Ann")
            await ann.account(name)
            with pytest.raises(ConnectionClosed):
                await ann.until("never")
            await ann.open()
            assert (await ann.hello(running))["you"]["seats"] == [0], "a game that is on goes on"
            turn = next(frame["turn"] for frame in ann.frames if frame["t"] == "started" and frame["room"] == running)
            assert (await ann.command("play", running, base=turn, move="5"))["t"] == "ok"
            assert ann.user == {"id": guest, "name": name, "kind": "account"}
            page = (await ann.http.get("/api/records", params={"player": name})).json()
            assert [record["id"] for record in page["records"]] == [f"{room}-1"]
            assert page["records"][0]["players"][0]["name"] == name

    run(register())


def test_names_are_unique_whatever_their_case_and_width(server: Server) -> None:
    async def register() -> None:
        name = fresh("Li Bai")
        first, second = Client(server), Client(server)
        await first.account(name)
        for taken in (name.upper(), f"  {name} ", name.replace("L", "Ｌ")):
            answer = await second.http.post("/api/register", json={"name": taken, "password": "correct horse"})
            assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
        for bad in ("x", "<b>", "Guest 12", "a" * 25):
            answer = await second.http.post("/api/register", json={"name": bad, "password": "correct horse"})
            assert answer.status_code == 422
        await first.close()
        await second.close()

    run(register())


def test_logging_in_tells_nobody_which_names_exist(server: Server) -> None:
    async def log_in() -> None:
        name = fresh("Du Fu")
        owner, other = Client(server), Client(server)
        await owner.account(name, "right password")
        right = await other.http.post("/api/login", json={"name": name, "password": "right password"})
        assert right.json()["user"] == owner.user
        wrong = await other.http.post("/api/login", json={"name": name, "password": "wrong password"})
        nobody = await other.http.post("/api/login", json={"name": fresh("Nobody"), "password": "wrong password"})
        assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json()) == (401, wrong.json())
        await owner.close()
        await other.close()

    run(log_in())


def test_logging_out_everywhere_ends_all_sessions(server: Server) -> None:
    async def log_out() -> None:
        name = fresh("Wang Wei")
        first, second = Client(server), Client(server)
        await first.account(name)
        await second.http.post("/api/login", json={"name": name, "password": "correct horse"})
        sessions = (await first.http.get("/api/sessions")).json()
        assert len(sessions) == 2
        assert sum(session.get("current", False) for session in sessions) == 1
        await first.open()
        await second.open()
        await second.http.post("/api/logout-everywhere")
        assert (await first.http.get("/api/me")).json() == {}
        for left_open in (first, second):
            with pytest.raises(ConnectionClosed):
                await left_open.until("never")
        await first.close()
        await second.close()

    run(log_out())


def test_a_new_password_ends_the_other_sessions(server: Server) -> None:
    async def change() -> None:
        name = fresh("Su Shi")
        first, second = Client(server), Client(server)
        await first.account(name)
        await second.http.post("/api/login", json={"name": name, "password": "correct horse"})
        wrong = await first.http.post("/api/password", json={"old": "not it at all", "new": "battery staple"})
        assert wrong.status_code == 401
        await second.open()
        await first.http.post("/api/password", json={"old": "correct horse", "new": "battery staple"})
        await first.open()
        with pytest.raises(ConnectionClosed):
            await second.until("never")
        await first.send(t="ping", n=1)
        await first.until("pong")
        assert (await first.http.get("/api/me")).json()["user"]["name"] == name
        assert (await second.http.get("/api/me")).json() == {}
        await first.close()
        await second.close()

    run(change())


def test_export_and_deletion_cover_all_that_is_kept(server: Server) -> None:
    async def leave() -> None:
        async with clients(server, 2) as (ann, bob):
            name = fresh("Li Qingzhao")
            await ann.account(name)
            await ann.open()
            robot = fresh("Robot")
            await ann.http.post("/api/bots", json={"name": robot})
            room, _ = await seated([ann, bob])
            await ann.command("say", room, text="a secret of mine", channel="table")
            await ann.command("resign", room)
            kept = (await ann.http.get("/api/export")).json()
            assert kept["records"][0]["summary"]["id"] == f"{room}-1"
            assert kept["chat"][0]["text"] == "a secret of mine"
            assert [bot["name"] for bot in kept["bots"]] == [robot]
            log = Path(server.config["network_log"])
            assert "a secret of mine" not in log.read_text(encoding="utf-8")
            refused = await ann.http.post("/api/delete-account", json={"old": "wrong"})
            assert refused.status_code == 401
            assert (await ann.http.post("/api/delete-account", json={"old": "correct horse"})).status_code == 200
            assert (await ann.http.get("/api/me")).json() == {}
            assert (await bob.http.get(f"/api/users/{name}")).status_code == 404
            record = (await bob.http.get(f"/api/records/{room}-1")).json()
            assert record["summary"]["players"][0]["name"] == "-"
            state = await bob.hello(room)
            assert state.get("chat", []) == []
            assert state["seats"][0]["owner"]["name"] == state["host"]["name"] == "-"
            assert (await bob.http.get(f"/api/users/{robot}")).status_code == 404
            with pytest.raises(ConnectionClosed):
                await ann.until("never")
            await bob.send(t="hello", room=room, since=1)
            assert name not in json.dumps(await bob.until("snapshot"))

    run(leave())


def test_a_bot_is_listed_and_its_token_ends_with_it(server: Server) -> None:
    async def end() -> None:
        async with clients(server, 2) as (ann, bob):
            assert (await ann.http.post("/api/bots", json={"name": "Robot"})).status_code == 403
            await ann.account(fresh("Owner"))
            made = (await ann.http.post("/api/bots", json={"name": fresh("Robot")})).json()
            assert (await ann.http.get("/api/bots")).json() == [made["user"]]
            headers = {"Authorization": f"Bearer {made['token']}"}
            assert (await bob.http.delete(f"/api/bots/{made['user']['id']}")).status_code == 404
            async with connect(server.url.replace("http", "ws") + "/socket", additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["user"] == made["user"]
                assert (await ann.http.delete(f"/api/bots/{made['user']['id']}")).json() == []
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
            assert httpx.get(f"{server.url}/api/me", headers=headers).json() == {}

    run(end())


def test_a_guest_gets_the_seat_of_a_running_game_back_by_the_recovery_code(server: Server) -> None:
    async def lose_the_phone() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            code = (await ann.http.post("/api/recovery")).json()["recovery"]
            await ann.drop()
            other = Client(server)
            again = (await other.http.post("/api/recover", json={"code": code})).json()
            assert again["user"]["id"] == ann.user["id"]
            assert [card["room"] for card in (await other.http.get("/api/me")).json()["rooms"]] == [room]
            await other.open()
            assert (await other.hello(room))["you"]["seats"] == [0]
            assert (await other.command("play", room, base=started["turn"], move="5"))["t"] == "ok"
            await other.close()

    run(lose_the_phone())


def test_a_bot_plays_by_token(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            await ann.account(fresh("Owner"))
            made = (await ann.http.post("/api/bots", json={"name": fresh("Robot")})).json()
            headers = {"Authorization": f"Bearer {made['token']}"}
            await ann.open()
            room = await ann.room(seats=("me", "open"))
            await ann.hello(room)
            async with httpx.AsyncClient(base_url=server.url, headers=headers) as bot:
                commands: list[dict[str, object]] = [{"t": "sit", "seat": 1}, {"t": "ready"}]
                for number, command in enumerate(commands):
                    answer = await bot.post(
                        f"/api/rooms/{room}/commands", json={"room": room, "id": f"b{number}", **command}
                    )
                    assert answer.json()["t"] == "ok"
                await ann.command("ready", room)
                state = await ann.hello(room)
                await ann.command("play", room, base=state["turn"], move="5")
                async with bot.stream("GET", f"/api/rooms/{room}/stream") as stream:
                    lines = (json.loads(line) async for line in stream.aiter_lines() if line)
                    snapshot = await anext(lines)
                    assert snapshot["t"] == "snapshot"
                    assert snapshot["you"]["seats"] == [1]
                    play = {"t": "play", "room": room, "id": "m", "base": snapshot["turn"], "move": "1"}
                    assert (await bot.post(f"/api/rooms/{room}/commands", json=play)).json()["t"] == "ok"
                    moved = await anext(frame async for frame in lines if frame["t"] == "moved")
                    assert moved["move"] == "1"
            async with connect(server.url.replace("http", "ws") + "/socket", additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["user"]["kind"] == "bot"

    run(play())
