"""The house from inside: rooms that sleep and wake, writes that fail, what is shown when."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from duiyi import wire
from duiyi.server import house as house_module
from duiyi.server.app import create_app
from duiyi.server.config import Config
from duiyi.server.connections import Connection, Shared
from duiyi.server.errors import ProblemError
from duiyi.server.live import Ask
from duiyi.server.services import Services, open_services
from tests.server.serve_toys import ToyEngines, load_any


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Services]:
    """A server's parts without its network."""
    config = Config(database=str(folder / "duiyi.db"), network_log="-", engine_pace=0.0)
    services = await open_services(config, ToyEngines(), load_any)
    try:
        yield services
    finally:
        await services.stop()


async def a_game(services: Services, *seats: wire.SeatPlan, **settings: Any) -> tuple[wire.User, Any]:
    """A guest with a room."""
    user, _, _ = await services.accounts.new_guest("test")
    wanted = wire.CreateRoom(settings=wire.Settings(game="noughts", **settings), seats=seats)
    return user, await services.house.open(user, wanted)


def test_a_game_that_waits_for_its_people_sleeps_and_wakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sleep() -> None:
        async with opened(tmp_path) as services:
            user, live = await a_game(services, wire.SeatPlan("me"), wire.SeatPlan("me"))
            await live.ask(Ask(wire.Play(1, "5", room=live.code, id="m"), user))
            monkeypatch.setattr(house_module, "_KEPT_SECONDS", -1.0)
            await services.house.sweep()
            assert services.house.rooms == {}
            (shown,) = await services.house.cards_of(user.id)
            again = services.house.rooms[shown.room]
            assert again.room.state.ply == 1
            assert await again.ask(Ask(wire.Play(2, "1", room=live.code, id="n"), user)) == wire.Ok(
                "n", again.room.state.seq
            )
            await services.house.sweep()
        async with opened(tmp_path) as services:
            assert services.house.rooms == {}, "what sleeps is not loaded at the start"
            assert len(await services.house.cards_of(user.id)) == 1

    asyncio.run(sleep())


def test_a_running_clock_keeps_a_room_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stay() -> None:
        async with opened(tmp_path) as services:
            _, live = await a_game(services, wire.SeatPlan("me"), wire.SeatPlan("me"), clock=wire.SuddenDeath(60))
            monkeypatch.setattr(house_module, "_KEPT_SECONDS", -1.0)
            await services.house.sweep()
            assert services.house.rooms == {live.code: live}

    asyncio.run(stay())


def test_what_could_not_be_written_is_not_shown_and_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        async with opened(tmp_path) as services:
            user, live = await a_game(services, wire.SeatPlan("me"), wire.SeatPlan("me"))
            shown: list[str] = []
            watcher = Connection(None, "test")
            monkeypatch.setattr(Connection, "send_text", lambda self, text: shown.append(text))
            live.follow(watcher, None)
            await asyncio.sleep(0.05)

            async def broken(*_: Any) -> None:
                raise OperationalError("insert", {}, Exception("disk full"))

            with monkeypatch.context() as patch:
                patch.setattr(services.writer, "_commit", broken)
                refused = await live.ask(Ask(wire.Play(1, "5", room=live.code, id="m"), user))
            assert isinstance(refused, wire.No)
            assert refused.code == "internal"
            assert not any('"t":"moved"' in text for text in shown)
            assert live.room.state.ply == 0
            done = await live.ask(Ask(wire.Play(1, "5", room=live.code, id="m"), user))
            assert isinstance(done, wire.Ok)
            assert any('"t":"moved"' in text for text in shown)

    asyncio.run(fail())


def test_an_event_is_durable_before_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def order() -> None:
        async with opened(tmp_path) as services:
            user, live = await a_game(services, wire.SeatPlan("me"), wire.SeatPlan("me"))
            story: list[str] = []
            commit = services.writer._commit

            async def told(batch: Any) -> None:
                await commit(batch)
                story.append("durable")

            monkeypatch.setattr(services.writer, "_commit", told)
            monkeypatch.setattr(
                Connection, "send_text", lambda self, text: story.append("shown") if "moved" in text else None
            )
            live.follow(Connection(None, "test"), None)
            await asyncio.sleep(0.05)
            await live.ask(Ask(wire.Play(1, "5", room=live.code, id="m"), user))
            assert story == ["durable", "shown"]

    asyncio.run(order())


def test_a_room_keeps_bytes_of_what_it_has_sent_and_no_objects_for_the_collector(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as services:
            user, live = await a_game(services, wire.SeatPlan("me"), wire.SeatPlan("me"))
            live.follow(Connection(None, "test"), None)
            for turn, move in enumerate("5123", 1):
                await live.ask(Ask(wire.Play(turn, move, room=live.code, id=move), user))
            await asyncio.sleep(0)
            # Asked by type: other tests leave objects here that do not like to be asked for their class.
            kept = [one for one in gc.get_objects() if type(one) in (wire.PositionView, wire.MoveView, Shared)]
            assert kept == [], "a look at the young objects of five hundred rooms stops all clocks"

    gc.collect()
    asyncio.run(play())


def test_too_many_rooms_of_one_person_are_refused(tmp_path: Path) -> None:
    async def crowd() -> None:
        async with opened(tmp_path) as services:
            user, _ = await a_game(services, wire.SeatPlan("me"))
            wanted = wire.CreateRoom(settings=wire.Settings(game="noughts"), seats=(wire.SeatPlan("me"),))
            for _ in range(services.config.max_rooms_per_user - 1):
                await services.house.open(user, wanted)
            with pytest.raises(ProblemError, match="too many"):
                await services.house.open(user, wanted)

    asyncio.run(crowd())


def test_secrets_are_made_at_the_first_start_and_kept(tmp_path: Path) -> None:
    async def keys() -> list[str]:
        found = []
        for name in ("one.db", "one.db", "two.db"):
            services = await open_services(Config(database=str(tmp_path / name), network_log="-", engines="-"))
            found.append(services.house.invite_key("K3F9", 1))
            assert services.house.keys("K3F9", 1, found[-1]) == (1,)
            assert services.house.keys("K3F9", 0, found[-1]) == ()
            await services.stop()
        return found

    first, again, other = asyncio.run(keys())
    assert first == again != other


def test_health_says_when_the_database_is_away_and_a_log_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    async def fall_ill() -> None:
        (tmp_path / "file").write_text("", encoding="utf-8")
        config = Config(database=str(tmp_path / "duiyi.db"), network_log=str(tmp_path / "file" / "log"), engines="-")
        app = create_app(config)
        async with app.router.lifespan_context(app):
            services = app.state.services
            services.network_log.line(0, 0, "recv", "here", "Play")
            services.network_log._flush(services.network_log._taken())
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                assert (await client.get("/health")).status_code == 200
                database, services.database = services.database, _Away()
                answer = await client.get("/health")
                services.database = database
                assert (answer.status_code, answer.json()["status"]) == (503, "no database")

    asyncio.run(fall_ill())


class _Away:
    """A database that does not answer."""

    def read(self) -> object:
        raise OperationalError("select 1", {}, OSError("connection refused"))


def test_a_slow_reader_is_cut_off() -> None:
    async def read() -> None:
        connection = Connection(None, "test")
        for number in range(600):
            connection.send(wire.Pong(number, 0))
        assert connection.is_closed

    asyncio.run(read())
