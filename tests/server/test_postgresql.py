"""The same on PostgreSQL, from the system's packages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from duiyi.server.store import Database
from duiyi.server.store.tables import metadata
from tests.server.harness import clients, run, seated, serving
from tests.server.killing import kill_again_and_again
from tests.server.postgresql_server import HAS_POSTGRESQL
from tests.server.test_accounts import fresh


@pytest.mark.parametrize("fixture", HAS_POSTGRESQL)
def test_games_accounts_and_search_work_on_postgresql(fixture: str, request: pytest.FixtureRequest) -> None:
    async def play(url: str) -> None:
        with serving(url) as server:
            async with clients(server, 2) as (ann, bob):
                for client in (ann, bob):
                    await client.account(fresh("Elephant"))
                    await client.open()
                clock = {"kind": "sudden_death", "seconds": 60}
                room, started = await seated([ann, bob], rated=True, hints=False, clock=clock)
                await ann.command("play", room, base=started["turn"], move="5")
                await bob.command("play", room, base=started["turn"] + 1, move="1")
                await bob.command("resign", room)
                query = {"player": ann.user["name"], "game": "noughts", "result": "win", "position": "o...x...."}
                page = (await ann.http.get("/api/records", params=query)).json()
                assert [record["id"] for record in page["records"]] == [f"{room}-1"]
                profile = (await ann.http.get(f"/api/users/{ann.user['name']}")).json()
                assert profile["ratings"][0]["rating"] > 1500
                assert (await ann.http.get("/api/export")).status_code == 200
                for path in (
                    "/api/users/%00",
                    "/api/records?reason=%00",
                    "/api/records/%00",
                    "/api/leaderboard?pool=%00",
                ):
                    assert (await ann.http.get(path)).status_code == 422
                nobody = await ann.http.post("/api/login", json={"name": "\0", "password": "correct horse"})
                assert nobody.status_code == 401
                await bob.command("offer", room, kind="rematch", id="\0 '; DROP TABLE events; --")
                assert (await bob.command("say", room, text="\0 好 \U0001f600", channel="table"))["t"] == "ok"
                odd = {"settings": {"theme": "\0"}}
                assert (await ann.http.put("/api/settings", json=odd)).status_code == 200
                assert (await ann.http.get("/api/settings")).json() == odd
                assert (await ann.http.post("/api/delete-account", json={"old": "correct horse"})).status_code == 200

    run(play(request.getfixturevalue(fixture)))


@pytest.mark.parametrize("fixture", HAS_POSTGRESQL)
def test_kills_lose_nothing_on_postgresql(fixture: str, request: pytest.FixtureRequest) -> None:
    with serving(request.getfixturevalue(fixture)) as server:
        run(kill_again_and_again(server, kills=2, rooms=3, seed=2))


@pytest.mark.parametrize("fixture", ["sqlite", *HAS_POSTGRESQL])
def test_the_migrations_make_the_tables_that_the_code_uses(
    fixture: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = str(tmp_path / "duiyi.db") if fixture == "sqlite" else request.getfixturevalue(fixture)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def compare() -> list[object]:
        database = await Database.open(url)
        try:
            async with database.read() as connection:
                return await connection.run_sync(differences)
        finally:
            await database.close()

    assert asyncio.run(compare()) == []
