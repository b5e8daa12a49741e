"""`duiyi engines`: the programs of the user's file, each asked for a move."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from duiyi.engines.external_file import Health, Program, check_program, default_file, read_programs

__all__ = ["command"]


def command(
    file: Annotated[Path | None, typer.Option(help="a TOML file instead of the user's own")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="time for the move")] = 0.2,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Start every configured program, ask it for a move, and say how it did; fails when one of them does."""
    programs = read_programs(file)
    results = asyncio.run(_check(list(programs.values()), seconds))
    if as_json:
        rows = [
            {"name": program.name, "game": program.game, "protocol": program.protocol, **msgspec.structs.asdict(health)}
            for program, health in results
        ]
        print(msgspec.json.encode({"engines": rows}).decode())
    elif not results:
        print(f"no programs: list them in {file or default_file()}")
    else:
        table = Table("name", "game", "protocol", "", "seconds", "message", box=None, header_style="bold")
        for program, health in results:
            row = (program.name, program.game, program.protocol, health.state, f"{health.seconds:.2f}", health.message)
            table.add_row(*row)
        Console(soft_wrap=True).print(table)
    if any(health.state != "ok" for _, health in results):
        raise typer.Exit(1)


async def _check(programs: list[Program], seconds: float) -> list[tuple[Program, Health]]:
    return [(program, await check_program(program, seconds)) for program in programs]
