"""`duiyi perft GAME DEPTH`: count lines of play."""

from __future__ import annotations

import sys
import time
from typing import Annotated

import msgspec
import typer

from duiyi import load_game, perft, perft_divide
from duiyi.base import Position

__all__ = ["command"]


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. reversi or nogo(size=9)")],
    depth: Annotated[int, typer.Argument(min=0, help="plies")],
    position: Annotated[str | None, typer.Option(help="a position's text instead of the start")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="count move by move")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Count the lines of exactly DEPTH plies."""
    rules = load_game(game)
    start = rules.initial() if position is None else rules.position(position)
    began = time.perf_counter()
    counts = _count_each(start, depth)
    # A finished position has no moves to count by: the core knows what it is worth.
    nodes = sum(counts.values()) if counts else perft(start, depth)
    seconds = time.perf_counter() - began
    if as_json:
        result = {
            "game": rules.spec,
            "position": start.text(),
            "depth": depth,
            "nodes": nodes,
            "seconds": round(seconds, 3),
        }
        if divide:
            result["moves"] = counts
        print(msgspec.json.encode(result).decode())
        return
    if divide:
        for text, count in counts.items():
            print(f"{text}: {count}")
    print(f"{nodes} nodes, {seconds:.2f} s, {nodes / max(seconds, 1e-9) / 1e6:.1f} M/s")


def _count_each(start: Position, depth: int) -> dict[str, int]:
    """Counts by the first move; long ones show how far they are on stderr."""
    counts: dict[str, int] = {}
    if depth == 0:
        return counts
    total = len(start.legal_moves())
    began = shown = time.perf_counter()
    for move, nodes in perft_divide(start, depth):
        counts[start.game.move_text(move)] = nodes
        now = time.perf_counter()
        if now - shown > 0.5 and sys.stderr.isatty():
            shown = now
            print(
                f"\r{len(counts)}/{total} moves, {sum(counts.values())} nodes, {now - began:.1f} s",
                end="",
                file=sys.stderr,
            )
    if shown != began:
        print(file=sys.stderr)
    return counts
