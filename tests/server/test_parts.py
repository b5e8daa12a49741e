"""The small parts: settings, buckets, figures, specs, the example bot, the documents."""

from __future__ import annotations

import asyncio
import re
import threading
import tomllib
from pathlib import Path
from typing import Any

import bot
import msgspec
import pytest

from duiyi import load_game, wire
from duiyi.server.buckets import RATES, Buckets, Rate
from duiyi.server.config import Config, load_config
from duiyi.server.engines import Engines, check_spec
from duiyi.server.errors import ProblemError
from duiyi.server.metrics import Histogram
from duiyi.server.store.database import database_url
from tests.server.harness import ROOT, Client, Server, clients, run
from tests.server.test_accounts import fresh


def test_the_example_configuration_shows_every_setting_with_its_default() -> None:
    text = (ROOT / "deploy" / "duiyi.toml").read_text(encoding="utf-8")
    shown = tomllib.loads(text)
    defaults = msgspec.to_builtins(Config()) | {"origins": [], "trusted_proxies": []}
    assert shown == {name: value for name, value in defaults.items() if value is not None}
    for name, value in defaults.items():
        assert value is not None or f"# {name} = " in text, f"{name} has no default: show it in a comment"


def test_the_document_about_the_server_names_every_setting() -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1] for row in re.findall(r"^\| `[a-z_`, ]+\|.+\|$", text, flags=re.MULTILINE)]
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert {field.name for field in msgspec.structs.fields(Config)} - named == set()


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "duiyi.toml"
    file.write_text('port = 1\nhost = "a"\ndatabase = "x"\n', encoding="utf-8")
    config = load_config(
        str(file), {"DUIYI_PORT": "2", "DUIYI_HOST": "b", "DUIYI_ORIGINS": "http://a,http://b"}, port=3
    )
    assert (config.database, config.host, config.port, config.origins) == ("x", "b", 3, ("http://a", "http://b"))


@pytest.mark.parametrize(
    ("text", "said"), [("prot = 1", "unknown field"), ('port = "many"', "int"), ("port = 1.5", "int")]
)
def test_a_wrong_setting_is_an_error_that_names_it(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "duiyi.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        load_config(str(file), {})


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    buckets = Buckets({"say": Rate(2, 0.5)}, clock=lambda: now[0])
    assert [buckets.wait("say", "ann") for _ in range(3)] == [0.0, 0.0, 2.0]
    assert buckets.wait("say", "bob") == 0.0
    now[0] = 2.0
    assert buckets.wait("say", "ann") == 0.0
    now[0] = 1000.0
    assert buckets.wait("say", "eve") == 0.0
    assert len(buckets._levels) == 1, "full buckets are forgotten"


def test_people_behind_one_address_have_buckets_of_their_own_but_not_without_end() -> None:
    buckets = Buckets({"room": Rate(2, 1)}, clock=lambda: 0.0)
    assert [buckets.wait("room", "10.0.0.7", "ann") for _ in range(3)][-1] > 0
    assert buckets.wait("room", "10.0.0.8", "ann") == 0.0
    crowd = [buckets.wait("room", "10.0.0.7", f"user{number}") for number in range(30)]
    assert crowd[:10] == [0.0] * 10
    assert crowd[-1] > 0


def test_every_limit_lets_something_through() -> None:
    assert all(rate.burst >= 1 and rate.per_second > 0 for rate in RATES.values())


def test_a_histogram_knows_its_quantiles() -> None:
    histogram = Histogram()
    for milliseconds in range(100):
        histogram.add(milliseconds / 1000)
    assert histogram.quantile(0.5) == 0.05
    assert histogram.quantile(1.0) == 0.1


@pytest.mark.parametrize(
    "spec", ["level(1)", "level(12)", "greedy", "mcts(nodes=1000)", "alphabeta(depth=6,seconds=2)"]
)
def test_people_may_choose_among_our_engines(spec: str) -> None:
    assert check_spec(spec) == spec


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "level",
        "level(0)",
        "level(1,2)",
        "level(13)",
        "mcts(memory=99999)",
        "alphabeta(depth=0)",
        "mcts(nodes=inf)",
        "mcts(nodes=0.5)",
        "mcts(nodes=1_000)",
        "level(５)",
        "x(",
        "greedy(5)",
    ],
)
def test_people_may_not_choose_anything_else(spec: str) -> None:
    with pytest.raises(ProblemError):
        check_spec(spec)


def test_the_engines_of_the_installation_can_all_be_chosen_and_one_plays() -> None:
    async def think() -> None:
        engines = Engines(workers=1)
        game = load_game("reversi(size=4)")
        try:
            for choice in engines.choices(game):
                check_spec(choice.spec)
                engines.player(choice.spec, game)
            from duiyi.analysis import Limits

            move = await engines.player("level(3)", game).choose(game.initial(), Limits(seconds=0.1))
            assert game.initial().is_legal(move)
        finally:
            await engines.close()

    asyncio.run(think())


@pytest.mark.parametrize("text", ["mysql://host/x", "oracle://x"])
def test_other_databases_are_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected a file, sqlite"):
        database_url(text)


@pytest.mark.parametrize("name", ["server.md", "server.zh-CN.md"])
def test_the_message_tables_name_every_command_and_event(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    words = set(re.findall(r"`([a-z_]+)`|\"t\":\"([a-z_]+)\"", text))
    named = {word for pair in words for word in pair if word}
    kinds: Any = [*wire.Command.__args__, *wire.Event.__args__, *wire.ClientFrame.__args__, *wire.ServerFrame.__args__]
    tags = {str(kind.__struct_config__.tag) for kind in kinds}
    assert tags - named - {"seeking"} == set()


def test_the_example_bot_plays_a_game(server: Server) -> None:
    async def play() -> None:
        async with clients(server) as (ann,):
            await ann.account(fresh("Maker"))
            token = (await ann.http.post("/api/bots", json={"name": fresh("Bot")})).json()["token"]
            await ann.open()
            room = await ann.room(seats=("me", "open"))
            await ann.hello(room)
            ended: list[str] = []
            thread = threading.Thread(target=lambda: ended.append(bot.play(server.url, token, room, 1)))
            thread.start()
            await ann.until("seat", cause="ready")
            await ann.command("ready", room)
            await ann.command("hand_over", room, engine="greedy")
            await ann.until("finished")
            await asyncio.to_thread(thread.join, 20)
            assert ended == ["five_in_row"]

    run(play())


def test_an_anonymous_visitor_watches_but_commands_nothing(server: Server) -> None:
    async def watch() -> None:
        async with clients(server) as (ann,):
            room = await ann.room(seats=("me", "open"))
            visitor = await Client(server).open()
            assert (await visitor.hello(room))["phase"] == "open"
            assert (await visitor.command("sit", room, seat=1))["code"] == "no_session"
            await visitor.close()

    run(watch())
