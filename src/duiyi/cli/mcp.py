"""`duiyi mcp`: tools for language models, on standard input and output or over HTTP."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from duiyi.protocols.mcp import make_server
from duiyi.protocols.mcp_tables import OwnTables, ServerTables, Tables

__all__ = ["command"]


def command(
    server: Annotated[str, typer.Option(help="URL of a running server whose rooms to play in; else tables here")] = "",
    token: Annotated[str, typer.Option(help="a bot's token for it, or $DUIYI_TOKEN; else a guest")] = "",
    http: Annotated[bool, typer.Option("--http", help="streamable HTTP at /mcp instead of standard input")] = False,
    host: Annotated[str, typer.Option(help="with --http: address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="with --http: port")] = 8765,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="an engine's time for a move at tables here")] = 1.0,
) -> None:
    """Serve tools (list games, start or join a room, show, play, analyse, explain, import) until the client leaves."""
    token = token or os.environ.get("DUIYI_TOKEN", "")
    tables: Tables = ServerTables(server, token) if server else OwnTables(seconds)
    tools = make_server(tables)
    if http:
        tools.run("streamable-http", host=host, port=port)
    else:
        tools.run("stdio")
