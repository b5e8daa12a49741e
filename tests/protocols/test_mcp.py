"""Tools for language models, used by the SDK's own client: in memory, through pipes, over HTTP, and with a server."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.server import MCPServer

from duiyi.protocols.mcp import make_server
from duiyi.protocols.mcp_tables import OwnTables, ServerTables
from tests.server.harness import Server, serving

MAIN = "from duiyi.cli import main; main()"


def own() -> MCPServer:
    return make_server(OwnTables(seconds=0.05))


def talk(server: Any, work: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    async def inner() -> None:
        async with Client(server) as client:
            await asyncio.wait_for(work(client), 120)

    asyncio.run(inner())


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """A tool's words; it must not fail."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return str(result.content[0].text)  # type: ignore[union-attr]


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The words of a tool that must fail."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.content
    return str(result.content[0].text)  # type: ignore[union-attr]


def room_of(text: str) -> str:
    found = re.match(r"Room (\w+):", text)
    assert found, text
    return found[1]


def first_move(text: str) -> str:
    found = re.search(r"Legal moves: (\S+)", text)
    assert found, text
    return found[1]


async def a_game(client: Client) -> None:
    """List, start, look, play to the end against an engine."""
    assert "nogo: NoGo 不围棋" in await call(client, "list_games")
    shown = await call(client, "start_room", game="nogo(size=3)", opponent="greedy")
    room = room_of(shown)
    assert re.search(r"Seat 0 \(Black\): .* - you", shown)
    assert "Seat 1 (White): greedy" in shown
    assert f"{room}: nogo(size=3), playing" in await call(client, "list_rooms")
    assert "It is your turn." in await call(client, "show_board", room=room)
    for _ in range(9):
        if "The game is over" in shown:
            break
        shown = await call(client, "play", room=room, move=first_move(shown))
    assert "The game is over" in shown


@pytest.mark.parametrize("transport", ["memory", "pipes"])
def test_a_model_plays_a_whole_game_at_a_table_of_its_own(transport: str) -> None:
    pipes = StdioServerParameters(command=sys.executable, args=["-c", MAIN, "mcp", "--seconds", "0.05"])
    talk(own() if transport == "memory" else pipes, a_game)


def test_the_tools_speak_streamable_http() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-c", MAIN, "mcp", "--http", "--port", str(port), "--seconds", "0.05"]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:

        async def wait() -> None:
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    await writer.wait_closed()
                    return
                except OSError:
                    await asyncio.sleep(0.1)

        asyncio.run(asyncio.wait_for(wait(), 60))
        talk(f"http://127.0.0.1:{port}/mcp", a_game)
    finally:
        process.terminate()
        process.wait(30)


def test_a_model_sits_down_in_the_rooms_of_a_server(tmp_path: Path) -> None:
    with serving(str(tmp_path / "duiyi.db")) as running:
        talk(make_server(ServerTables(running.url)), a_game)
        talk(make_server(ServerTables(running.url)), lambda client: a_meeting(client, running))


async def a_meeting(client: Client, running: Server) -> None:
    """One model opens a room, another joins it; they play each other."""
    shown = await call(client, "start_room", game="reversi", opponent="open")
    room = room_of(shown)
    assert "free" in shown
    async with Client(make_server(ServerTables(running.url), wait=0.0)) as other:
        assert room in await call(other, "list_rooms")
        await call(client, "join_room", room=room)
        shown = await call(other, "join_room", room=room.lower())
        assert "It is not your turn." in shown
        assert "not your turn" in await refused(other, "play", room=room, move="f5")
        playing = asyncio.create_task(call(client, "play", room=room, move="f5"))
        while "It is your turn." not in (shown := await call(other, "show_board", room=room)):
            await asyncio.sleep(0.05)
        await call(other, "play", room=room, move="d6")
        assert "It is your turn." in await playing
        assert "The game is over" in await call(client, "resign", room=room)
        assert "there is nothing here" in await refused(other, "show_board", room="NOWHERE")


def test_analysis_explanation_and_records() -> None:
    async def work(client: Client) -> None:
        found = await call(client, "analyse", game="reversi", moves="f5 d6", engine="alphabeta(depth=3)", lines=2)
        assert re.search(r"^1\. .*Black \d+ %", found, re.MULTILINE)
        assert re.search(r"^2\. ", found, re.MULTILINE)
        told = await call(client, "explain_move", game="xiangqi", move="h2h9", engine="alphabeta(depth=3)")
        assert "It costs" in told
        assert "The engine prefers" in told
        told = await call(client, "explain_move", game="xiangqi", move="a0a9")
        assert told.startswith("a0a9 is not legal: ")
        mate = "xxxx5/oooo5/9/9/9/9/9/9/9 x"
        told = await call(client, "explain_move", game="gomoku(size=9)", position=mate, move="e9", engine="greedy")
        assert "It ends the game: Black wins" in told
        read = await call(client, "import_record", text="f5d6c3", name="game.oth")
        assert "reversi: unknown players" in read
        assert "moves: f5 d6 c3" in read
        assert "expected" in await refused(client, "import_record", text="f5f5", name="game.oth")

    talk(own(), work)


def test_what_cannot_be_is_said_and_harms_nothing() -> None:
    async def work(client: Client) -> None:
        assert "expected a game" in await refused(client, "start_room", game="chess")
        assert "seat from 0 to 1" in await refused(client, "start_room", game="reversi", seat=7)
        assert "programs are named" in await refused(
            client, "start_room", game="xiangqi", opponent='external(protocol=uci,command="ls")'
        )
        assert "programs are named" in await refused(
            client, "analyse", game="xiangqi", engine='external(protocol=uci,command="ls")'
        )
        assert "expected an engine" in await refused(client, "start_room", game="reversi", opponent="magic")
        assert "expected a room" in await refused(client, "play", room="NONE", move="f5")
        assert "over" in await refused(client, "analyse", game="nogo(size=2)", moves="A1 B2 A2")
        room = room_of(await call(client, "start_room", game="reversi", opponent="greedy"))
        assert "a1" in await refused(client, "play", room=room, move="a1")
        assert "expected" in await refused(client, "play", room=room, move="nonsense")
        assert "The game is over" in await call(client, "resign", room=room)

    talk(own(), work)
