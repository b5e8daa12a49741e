"""`duiyi bestmove GAME`: what an engine would play."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from typing import Annotated, Any, cast

import msgspec
import typer

from duiyi import load_game
from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, GameOver, Position
from duiyi.engines import load_engine

__all__ = ["command"]


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. reversi or nogo(size=9)")],
    position: Annotated[str | None, typer.Option(help="a position's text instead of the start")] = None,
    moves: Annotated[str, typer.Option(help="moves played since, separated by spaces")] = "",
    engine: Annotated[str, typer.Option(help="an engine's spec, e.g. alphabeta or mcts(nodes=10000)")] = "champion",
    seconds: Annotated[float | None, typer.Option(min=0.001, help="time to think")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="nodes to search")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="plies to search")] = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="threads to search with")] = 1,
    lines: Annotated[int, typer.Option(min=1, help="best lines to show")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="the same seed gives the same search")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Print the best move that an engine finds; with no limit it is a short look."""
    rules = load_game(game)
    start = rules.initial().text() if position is None else position
    place = rules.position(start, moves)
    if place.outcome() is not None:
        raise GameOver(f"expected a game that goes on, got one that is over: {place.text()}")
    limits = Limits(seconds=seconds, nodes=nodes, depth=depth, threads=threads, lines=lines, seed=seed)
    found = asyncio.run(_search(engine, rules, place, limits))
    if as_json:
        print(msgspec.json.encode(_as_object(rules, found)).decode())
        return
    for line in found.lines:
        rates = " ".join(f"{100 * rate:.1f}%" for rate in line.rates)
        ends = "" if line.end_in is None else f"  ends in {abs(line.end_in)}"
        print(f"{rates}{ends}  {' '.join(rules.move_text(move) for move in line.moves)}")
    speed = found.nodes / max(found.seconds, 1e-9)
    print(f"depth {found.depth}, {found.nodes} nodes, {found.seconds:.2f} s, {speed / 1e3:.0f} k/s")
    print(f"bestmove {rules.move_text(found.best)}")


async def _search(spec: str, rules: Game, place: Position, limits: Limits) -> Analysis:
    engine = load_engine(spec, rules)
    last: Analysis | None = None
    async with aclosing(cast(Any, engine.analyse(place, limits))) as stream:
        async for last in stream:
            if sys.stderr.isatty():
                words = f"{100 * last.progress:3.0f}%  depth {last.depth}  {last.nodes} nodes"
                print(f"{words + '  ' + rules.move_text(last.best):<70}", end="\r", file=sys.stderr)
    if sys.stderr.isatty():
        print(" " * 70, end="\r", file=sys.stderr)
    await engine.close()
    assert last is not None
    return last


def _as_object(rules: Game, found: Analysis) -> dict[str, object]:
    return {
        "move": rules.move_text(found.best),
        "rates": [round(rate, 6) for rate in found.rates],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "line": [rules.move_text(move) for move in found.lines[0].moves],
        "lines": [
            {
                "line": [rules.move_text(move) for move in line.moves],
                "rates": [round(rate, 6) for rate in line.rates],
                "score": line.score,
                "share": line.share,
                "end_in": line.end_in,
            }
            for line in found.lines
        ],
    }
