"""`duiyi bench`: node-count signature and speed per game."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from duiyi import load_game
from duiyi.engines.bench import BENCHES, bench

__all__ = ["command"]


def command(
    games: Annotated[list[str] | None, typer.Argument(help="games' specs; all of the bench by default")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Run the fixed task of every game with one thread; the nodes are the same on every machine."""
    results = []
    for spec in games or BENCHES:
        results.append(bench(load_game(spec)))
        if sys.stderr.isatty():
            print(f"{spec}: {results[-1].nodes} nodes", file=sys.stderr)
    if as_json:
        listed = [
            {
                "game": found.game,
                "nodes": found.nodes,
                "visits": found.visits,
                "nodes_per_second": round(found.nodes / max(found.seconds, 1e-9)),
                "visits_per_second": round(found.visits / max(found.visit_seconds, 1e-9)),
            }
            for found in results
        ]
        print(msgspec.json.encode({"signature": sum(found.nodes for found in results), "games": listed}).decode())
        return
    table = Table("game", "nodes", "nodes/s", "visits", "visits/s", box=None, header_style="bold")
    for found in results:
        speeds = found.nodes / max(found.seconds, 1e-9), found.visits / max(found.visit_seconds, 1e-9)
        table.add_row(found.game, str(found.nodes), f"{speeds[0]:.0f}", str(found.visits), f"{speeds[1]:.0f}")
    Console().print(table)
    print(f"signature {sum(found.nodes for found in results)}")
