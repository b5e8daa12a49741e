"""`duiyi engine GAME --protocol P`: be an engine for other programs, on standard input and output."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from duiyi import load_game
from duiyi.protocols import PROTOCOLS, serve
from duiyi.protocols.lines import line_writer, stdin_lines
from duiyi.protocols.mind import Mind

__all__ = ["command"]


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. xiangqi or nogo(size=9)")],
    protocol: Annotated[str, typer.Option(help=f"one of {', '.join(PROTOCOLS)}")],
    engine: Annotated[str, typer.Option(help="an engine's spec, e.g. mcts or level(5)")] = "champion",
    threads: Annotated[int, typer.Option(min=1, max=256, help="threads of a search")] = 1,
) -> None:
    """Answer a host program until it says goodbye or closes the pipe."""
    rules = load_game(game)
    mind = Mind(rules, engine)
    mind.threads = threads
    asyncio.run(_talk(protocol, mind))


async def _talk(protocol: str, mind: Mind) -> None:
    await serve(protocol, mind.game, mind, stdin_lines(), line_writer())
