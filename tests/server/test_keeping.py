"""What the server keeps for people besides their games: settings, records from elsewhere; and what it has measured."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from duiyi import wire
from duiyi.analysis import Limits
from duiyi.arena import LadderResult
from duiyi.arena.report import Standing
from duiyi.engines.levels import Level
from duiyi.records import json as record_json
from duiyi.records.formats import FORMATS
from duiyi.records.record import Header, Record
from duiyi.server import measured
from tests.server.harness import Client, Server, clients, run
from tests.server.test_accounts import fresh


def test_settings_follow_a_person_and_are_nobody_elses(server: Server) -> None:
    async def keep() -> None:
        async with clients(server, 2) as (ann, bob):
            assert (await ann.http.get("/api/settings")).json() == {"settings": {}}
            wanted: dict[str, Any] = {"settings": {"theme": "ink", "volume": 0.5, "coordinates": True}}
            assert (await ann.http.put("/api/settings", json=wanted)).json() == wanted
            assert (await ann.http.get("/api/settings")).json() == wanted
            assert (await bob.http.get("/api/settings")).json() == {"settings": {}}
            await ann.account(fresh("Keeper"))
            assert (await ann.http.get("/api/settings")).json() == wanted
            assert (await ann.http.get("/api/export")).json()["settings"] == wanted["settings"]
            assert (await ann.http.post("/api/delete-account", json={"old": "correct horse"})).status_code == 200
            assert (await ann.http.get("/api/settings")).status_code == 401

    run(keep())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ('{"settings": {"a": [1]}}', 422),
        ('{"settings": {"a": null}}', 422),
        ('{"settings": 3}', 422),
        ("{}", 422),
        (json.dumps({"settings": {str(number): "x" * 90 for number in range(100)}}), 413),
    ],
)
def test_settings_are_plain_and_small(server: Server, body: str, status: int) -> None:
    async def put() -> None:
        async with clients(server) as (ann,):
            assert (await ann.http.put("/api/settings", content=body)).status_code == status

    run(put())


def test_a_game_from_elsewhere_is_its_owners_and_opens_by_its_link(server: Server) -> None:
    record = Record.from_moves("reversi", "f5 d6 c3", header=Header(names=("黑 first", "second"))).branch(2, "c5")

    async def keep() -> None:
        async with clients(server, 2) as (ann, bob):
            await ann.account(fresh("Collector"))
            answer = await ann.http.post("/api/records", content=record_json.write(record))
            name = answer.json()["id"]
            for player in (None, ann.user["name"]):
                query = {"game": "reversi", **({"player": player} if player else {})}
                page = (await ann.http.get("/api/records", params=query)).json()["records"]
                assert [row["imported"] for row in page if row["id"] == name] == [True]
                found = (await bob.http.get("/api/records", params=query)).json()["records"]
                assert name not in [row["id"] for row in found]
            detail = (await bob.http.get(f"/api/records/{name}")).json()
            assert [move["text"] for move in detail["moves"]] == ["f5", "d6", "c3"]
            assert detail["summary"]["reason"] == "unfinished"
            assert [player["name"] for player in detail["summary"]["players"]] == ["黑 first", "second"]
            own = (await bob.http.get(f"/api/records/{name}/file/duiyi.json")).content
            assert record_json.read(own) == [record]
            assert len((await bob.http.get(f"/api/records/{name}/positions")).json()["positions"]) == 4
            await ann.http.post("/api/delete-account", json={"old": "correct horse"})
            assert (await bob.http.get(f"/api/records/{name}")).status_code == 404

    run(keep())


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'{"duiyi_record":1,"game":"reversi","moves":[{"move":"a1"}]}', b'{"duiyi_record":1,"game":"no"}'],
)
def test_what_is_no_record_is_not_kept(server: Server, body: bytes) -> None:
    async def keep() -> None:
        async with clients(server) as (ann,):
            assert (await ann.http.post("/api/records", content=body)).status_code == 422
        stranger = Client(server)
        assert (await stranger.http.post("/api/records", content=body)).status_code == 401
        await stranger.close()

    run(keep())


def test_every_format_is_listed_with_its_games(server: Server) -> None:
    async def ask() -> None:
        async with clients(server) as (ann,):
            listed = {row["name"]: row for row in (await ann.http.get("/api/formats")).json()}
            assert set(listed) == set(FORMATS)
            assert listed["sgf"] == {"name": "sgf", "title": "SGF", "suffixes": [".sgf"], "writes": True, "games": []}
            assert listed["xqf"]["games"] == ["xiangqi"]
            assert not listed["ccbridge"]["writes"]

    run(ask())


def test_a_ladder_lists_what_was_measured_the_strongest_first(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    players = (
        Standing(name="level(5)", rating=-20.0, interval=(-60.0, 20.0), games=80, score=0.4),
        Standing(name="alphabeta(depth=6)", rating=310.5, interval=(250.0, 371.0), games=80, score=0.9),
    )
    result = LadderResult(
        game="reversi", limits=Limits(), games=40, seed=0, anchor="level(5)", players=players, meetings=()
    )
    monkeypatch.setattr(measured, "_ladders", lambda: [result])
    monkeypatch.setattr(measured, "level_of", lambda game, level: Level(level=level, engine="greedy", regret=0.1))
    rows = {row.engine: row for row in measured.ladder_of("reversi", "reversi").rows}
    assert next(iter(rows)) == "alphabeta(depth=6)"
    assert rows["alphabeta(depth=6)"].generation == "alphabeta"
    assert rows["level(5)"].title == wire.Words("Level 5", "5 级")
    assert (rows["level(5)"].interval, rows["level(5)"].games) == (40.0, 80)

    async def ask() -> None:
        async with clients(server) as (ann,):
            answer = (await ann.http.get("/api/ladder", params={"game": "reversi"})).json()
            assert (answer["game"], answer["made"]) == ("reversi", None)
            assert isinstance(answer["rows"], list)
            assert (await ann.http.get("/api/ladder", params={"game": "ludo"})).status_code == 422

    run(ask())


def test_training_runs_are_read_though_half_a_line_is_written(tmp_path: Path, server: Server) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "no run"))
    for folder in (first, second, third):
        folder.mkdir()
    (first / "config.json").write_text('{"kind": "alphazero", "game": "nogo", "minutes": 10}')
    (first / "progress.jsonl").write_text('{"step": 1, "minutes": 2.5, "loss": 1.5}\n[3]\n{"step": 2, "minu')
    (second / "config.json").write_text('{"kind": "td", "game": "reversi", "minutes": 3}')
    (second / "progress.jsonl").write_text('{"step": 9, "minutes": 3.1}\n')
    os.utime(second / "progress.jsonl", (1_000_000, 1_000_000))
    (tmp_path / "file").write_text("")
    runs = measured.training_runs(tmp_path).runs
    assert [(run.name, run.kind, run.game, run.state) for run in runs] == [
        ("first", "alphazero", "nogo", "running"),
        ("second", "td", "reversi", "done"),
    ]
    assert runs[0].progress == ({"step": 1, "minutes": 2.5, "loss": 1.5},)
    assert runs[1].updated == 1_000_000_000
    assert measured.training_runs(tmp_path, now=time.time() + 3600).runs[0].state == "stopped"

    async def ask() -> None:
        async with clients(server) as (ann,):
            assert (await ann.http.get("/api/training")).json() == {"runs": []}

    run(ask())
