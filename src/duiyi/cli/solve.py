"""`duiyi solve GAME`: the exact value of a position."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from duiyi import load_game
from duiyi.engines.solve import solve

__all__ = ["command"]


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. reversi or nogo(size=4)")],
    position: Annotated[str | None, typer.Option(help="a position's text instead of the start")] = None,
    moves: Annotated[str, typer.Option(help="moves played since, separated by spaces")] = "",
    threads: Annotated[int, typer.Option(min=1, max=256, help="threads to search with")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="give up after so long")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Print the value for the seat to move: the margin where the game counts, else win, loss, draw or unknown."""
    rules = load_game(game)
    start = rules.initial().text() if position is None else position
    found = solve(rules.position(start, moves), seconds, threads)
    best = [rules.move_text(move) for move in found.moves]
    if as_json:
        result = {"value": found.value, "moves": best, "nodes": found.nodes, "seconds": round(found.seconds, 3)}
        print(msgspec.json.encode(result).decode())
        return
    value = f"{found.value:+d}" if isinstance(found.value, int) else found.value
    print(f"{value}  {' '.join(best)}".rstrip())
    print(f"{found.nodes} nodes, {found.seconds:.2f} s, {found.nodes / max(found.seconds, 1e-9) / 1e6:.1f} M/s")
