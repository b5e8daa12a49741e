"""The border: other sites, large bodies, headers, limits, nonsense of every kind."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from duiyi import wire
from tests.server.harness import Client, Server, clients, run, seated, serving


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://[bad"},
        {"Origin": "null", "Host": ""},
    ],
)
def test_another_site_changes_nothing_here(server: Server, headers: dict[str, str]) -> None:
    answer = httpx.post(f"{server.url}/api/guest", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


def test_our_own_pages_and_programs_pass(server: Server) -> None:
    for headers in ({}, {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}):
        assert httpx.post(f"{server.url}/api/guest", headers=headers).status_code == 200


def test_the_socket_asks_where_its_page_comes_from(server: Server) -> None:
    async def knock() -> None:
        url = server.url.replace("http", "ws") + "/socket"
        with pytest.raises(InvalidStatus):
            await connect(url, origin="http://evil.example")  # type: ignore[arg-type]
        with pytest.raises(InvalidStatus):
            await connect(url, additional_headers={"Sec-Fetch-Site": "cross-site"})
        async with connect(url, origin=server.url) as socket:  # type: ignore[arg-type]
            assert json.loads(await socket.recv())["t"] == "welcome"

    run(knock())


def test_pages_may_load_nothing_from_elsewhere_and_run_no_inline_script(server: Server) -> None:
    for path in ("/", "/api/me", "/docs", "/r/K3F9"):
        answer = httpx.get(f"{server.url}{path}")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "<script>" not in answer.text


def test_every_page_of_the_site_is_the_one_page_and_nothing_else_is_a_file(server: Server) -> None:
    assert httpx.get(f"{server.url}/r/K3F9").headers["content-type"].startswith("text/html")
    for path in (
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/base.py",
        "/assets/../../base.py",
        "/api/nothing",
        "/x.py",
        "/..%5cbase.py",
    ):
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code in (200, 404)
        assert "import" not in answer.text[:200]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("PUT", "/api/rooms", 405),
        ("GET", "/api/games/a%0Ab", 404),
        ("POST", "/r/K3F9", 405),
    ],
)
def test_what_is_not_there_is_refused_in_words(server: Server, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, server.url + path)
    assert answer.status_code == status
    assert msgspec.json.decode(answer.content, type=wire.Problem).words.zh


def test_a_large_body_is_refused(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/login", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def pieces() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    assert httpx.post(f"{server.url}/api/login", content=pieces()).status_code == 413


def test_who_hangs_up_in_the_middle_of_a_request_is_no_failure(server: Server) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    for _ in range(3):
        with socket.create_connection((host, int(port))) as raw:
            raw.sendall(b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
        with socket.create_connection((host, int(port))) as raw:
            raw.sendall(b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
    assert httpx.get(f"{server.url}/health").status_code == 200


@pytest.mark.parametrize("host", ["e" * 3000, 'evil"><script>', ""])
def test_a_link_is_made_of_hosts_only(server: Server, host: str) -> None:
    async def invite() -> None:
        async with clients(server) as (ann,):
            room = await ann.room(seats=("me", "open"))
            answer = await ann.http.get(f"/api/rooms/{room}/invite", headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")

    run(invite())


@pytest.mark.parametrize("suffix", ["a%22b.sgf", "x%0d%0aSet-Cookie:%20a=b.sgf", "%E4%BD%A0.sgf", "sgf%00", "nothing"])
def test_no_suffix_writes_a_header(server: Server, suffix: str) -> None:
    async def download() -> None:
        async with clients(server) as (ann,):
            room = await ann.room("reversi", seats=("me", "me"))
            await ann.command("resign", room, seat=0)
            answer = await ann.http.get(f"/api/records/{room}-1/file/{suffix}")
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")

    run(download())


def test_the_api_describes_itself_with_the_shapes_of_the_wire(server: Server) -> None:
    document = httpx.get(f"{server.url}/openapi.json").json()
    body = document["paths"]["/api/rooms"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/CreateRoom"}
    assert "Settings" in document["components"]["schemas"]
    text = json.dumps(document)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in document["components"]["schemas"]
    page = httpx.get(f"{server.url}/docs").text
    assert "POST /api/rooms" in page


def test_health_and_metrics_answer(server: Server) -> None:
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
    figures = httpx.get(f"{server.url}/metrics").text
    for name in ("duiyi_rooms ", "duiyi_sockets ", "duiyi_engine_queue ", 'duiyi_loop_lag_seconds_bucket{le="0.02"}'):
        assert name in figures


def test_a_large_frame_is_refused_and_a_huge_one_ends_the_socket(server: Server) -> None:
    async def shout() -> None:
        async with clients(server) as (ann,):
            await ann.send_text("x" * 40_000)
            assert (await ann.until("no"))["code"] == "too_large"
            await ann.send(t="ping", n=1)
            await ann.until("pong")
            await ann.send_text("x" * 70_000)
            with pytest.raises(ConnectionClosed):
                await ann.until("never")

    run(shout())


def test_one_line_per_network_command_is_logged(server: Server) -> None:
    async def play() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            await ann.command("play", room, id="logged", base=started["turn"], move="5")
            command = {"t": "play", "room": room, "id": "by http", "base": started["turn"] + 1, "move": "5"}
            assert (await bob.http.post(f"/api/rooms/{room}/commands", json=command)).json()["code"] == "illegal"
            await asyncio.sleep(1.0)

    run(play())
    path = Path(server.config["network_log"])
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    sent = [line for line in lines if '"logged"' in line["data"]]
    assert [(line["way"], line["op"], line["step"]) for line in sent] == [("recv", "Play", 0), ("send", "Ok", 1)]
    refused = [line for line in lines if '"by http"' in line["data"]]
    assert [(line["way"], line["op"], line["step"]) for line in refused] == [("recv", "Play", 1), ("send", "No", 1)]
    assert sent[0]["address"].startswith("127.0.0.1:")
    assert set(sent[0]) == {"time", "step", "way", "address", "op", "data"}


def test_who_floods_is_slowed_down(tmp_path: Path) -> None:
    async def flood() -> None:
        with serving(str(tmp_path / "duiyi.db"), rate_factor=1.0) as server:
            async with clients(server, 2) as (ann, bob):
                room, _ = await seated([ann, bob])
                codes = [(await ann.command("say", room, text=f"message {n}")).get("code") for n in range(14)]
                assert codes[0] is None
                assert codes[-1] == "too_fast"
                answers = [(await ann.http.post("/api/recover", json={"code": "WRONG"})) for _ in range(25)]
                assert answers[-1].status_code == 429
                assert int(answers[-1].headers["retry-after"]) >= 1
                for _ in range(200):
                    await bob.send(t="ping", n=1)
                refused = await bob.until("no")
                assert refused["code"] == "too_fast"

                async def go_on() -> None:
                    while True:
                        await bob.send(t="ping", n=1)
                        await bob.receive()

                with pytest.raises(ConnectionClosed):
                    await go_on()
                await bob.drop()

    run(flood())


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_TAGS = sorted(
    str(kind.__struct_config__.tag)
    for kind in msgspec.inspect.type_info(wire.ClientFrame).types  # type: ignore[attr-defined]
    for kind in [kind.cls]
)
_FIELDS = st.sampled_from(
    ["room", "id", "seat", "move", "base", "kind", "engine", "settings", "text", "since", "moves", "game", "n"]
)
_FRAMES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    _JSON.map(json.dumps),
    st.builds(
        lambda tag, fields: json.dumps({"t": tag, **fields}),
        st.sampled_from(_TAGS),
        st.dictionaries(_FIELDS, _JSON, max_size=6),
    ),
)


def test_whatever_comes_over_the_socket_the_server_lives_and_the_room_too(server: Server) -> None:
    async def talk(frames: list[str | bytes], room: str, real: list[dict[str, Any]]) -> None:
        async with clients(server) as (eve,):
            await eve.hello(room)
            for frame in frames:
                await eve.send_text(frame)
            for command in real:
                await eve.send(**{**command, "room": room, "id": secrets.token_hex(4)})
            await eve.send(t="ping", n=77)
            await eve.until("pong", n=77)
            assert all(frame.get("code") != "internal" for frame in eve.frames)
            assert (await eve.hello(room))["phase"] == "playing"

    async def room_of_two() -> str:
        host = await (await Client(server).guest()).open()
        code = await host.room("counting", seats=("me", "me", "me"))
        await host.close()
        return code

    code = run(room_of_two())
    real = st.fixed_dictionaries(
        {"t": st.sampled_from(_TAGS)},
        optional={
            "seat": st.integers(-9, 9),
            "base": st.integers(0, 3),
            "move": st.text(max_size=9),
            "kind": st.sampled_from(["draw", "rematch", "x"]),
            "accept": st.booleans(),
            "engine": st.text(min_size=1, max_size=30),
            "user": st.text(max_size=9),
            "text": st.text(max_size=30),
        },
    )

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(_FRAMES, max_size=12), st.lists(real, max_size=12))
    def fuzz(frames: list[str | bytes], commands: list[dict[str, Any]]) -> None:
        run(talk(frames, code, commands))

    fuzz()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    path=st.sampled_from(
        [
            "/api/guest",
            "/api/register",
            "/api/login",
            "/api/recover",
            "/api/rename",
            "/api/password",
            "/api/bots",
            "/api/rooms",
            "/api/rooms/ABCD/commands",
            "/api/position",
            "/api/delete-account",
        ]
    ),
    body=_JSON.map(json.dumps)
    | st.text(max_size=60)
    | st.dictionaries(
        st.sampled_from(["name", "password", "code", "settings", "seats", "game", "start", "moves", "old", "new"]),
        _JSON,
    ).map(json.dumps),
)
def test_no_body_makes_the_server_fail(server: Server, path: str, body: str) -> None:
    with httpx.Client(base_url=server.url) as client:
        client.post("/api/guest")
        answer = client.post(path, content=body.encode("utf-8", "surrogatepass"))
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        msgspec.json.decode(answer.content, type=wire.Problem)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    path=st.sampled_from(
        ["/api/records", "/api/leaderboard", "/api/users/{0}", "/api/games/{0}", "/api/records/{0}", "/api/rooms/{0}"]
    ),
    words=st.text(max_size=40),
    query=st.dictionaries(
        st.sampled_from(["game", "player", "result", "rated", "position", "before", "pool"]), st.text(max_size=20)
    ),
)
def test_no_query_makes_the_server_fail(server: Server, path: str, words: str, query: dict[str, str]) -> None:
    name = quote(words.encode("utf-8", "ignore").decode() or "x", safe="")
    texts = {key: value.encode("utf-8", "ignore").decode() for key, value in query.items()}
    assert httpx.get(server.url + path.format(name), params=texts).status_code < 500
