"""`duiyi engine GAME --protocol P`: be an engine for other programs, on standard input and output."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from duiyi import load_game
from duiyi.base import Game
from duiyi.protocols import PROTOCOLS, serve
from duiyi.protocols.lines import line_writer, stdin_lines
from duiyi.protocols.mind import Mind

__all__ = ["command"]


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. xiangqi or nogo(size=9)")],
    protocol: Annotated[str, typer.Option(help=f"one of {', '.join(PROTOCOLS)}")],
    engine: Annotated[str, typer.Option(help="an engine's spec, e.g. mcts or level(5)")] = "champion",
    threads: Annotated[int, typer.Option(min=1, max=256, help="threads of a search")] = 1,
    seconds: Annotated[float | None, typer.Option(help="thinking time where the protocol does not say")] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="json: positions at the same time")] = 1,
    keep_running: Annotated[bool, typer.Option("--keep-running", help="botzone: one process for all turns")] = False,
    export: Annotated[
        Path | None, typer.Option(help="botzone: write a bot in one file of plain Python instead")
    ] = None,
) -> None:
    """Answer a host program until it says goodbye or closes the pipe."""
    if seconds is not None and not 0 < seconds < 1e6:
        raise typer.BadParameter(f"--seconds: expected a number above 0, got {seconds}")
    rules = load_game(game)
    if export is not None:
        _export(rules, protocol, export)
        return
    mind = Mind(rules, engine)
    mind.threads = threads
    mind.seconds = seconds
    asyncio.run(_talk(protocol, mind, workers, keep_running))


def _export(game: Game, protocol: str, path: Path) -> None:
    from duiyi.protocols.bots.export import export_bot

    if protocol != "botzone":
        raise typer.BadParameter(f"--export: expected --protocol botzone, got {protocol}")
    path.write_text(export_bot(game), encoding="utf-8")
    print(f"{path}: a bot for {game.title.en}, {path.stat().st_size} bytes")


async def _talk(protocol: str, mind: Mind, workers: int, keep_running: bool) -> None:
    lines, write = stdin_lines(), line_writer()
    await serve(protocol, mind.game, mind, lines, write, workers=workers, keep_running=keep_running)
