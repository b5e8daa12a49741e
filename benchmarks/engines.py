"""How fast the searches are: ``python benchmarks/engines.py [--seconds 3] [--repeats 3] [--write]``.

Nodes a second of one thread (visits for ``mcts``), the same with two threads in the same run, and what the solvers do.
A middle game is searched, reached by a fixed walk; the median and the spread of the repeats are given.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
from pathlib import Path

from duiyi import Limits, Position, load_game
from duiyi.engines import load_engine
from duiyi.engines.native import NativeEngine
from duiyi.engines.solve import solve

HERE = Path(__file__).resolve().parent

SEARCHES = (
    ("xiangqi", "alphabeta", 1_000_000.0),
    ("xiangqi", "mcts", None),
    ("gomoku", "alphabeta", 400_000.0),
    ("gomoku(rule=renju)", "alphabeta", None),
    ("reversi", "alphabeta", None),
    ("reversi", "mcts", None),
    ("nogo", "alphabeta", None),
    ("nogo", "mcts", 50_000.0),
    ("chinese_checkers", "alphabeta", 500_000.0),
    ("chinese_checkers(seats=6)", "alphabeta", None),
    ("chinese_checkers(seats=6)", "mcts", None),
)


def middle_game(spec: str) -> Position:
    """A position after a few moves of a weak search, always the same; early enough that no search ends by a proof."""
    game = load_game(spec)
    plies = 4 if game.name == "gomoku" else 12
    position: Position = game.initial()
    engine, rng = load_engine("alphabeta(nodes=300)", game), random.Random(7)
    assert isinstance(engine, NativeEngine)
    for ply in range(plies):
        move = (
            rng.choice(position.legal_moves())
            if ply < 2
            else engine.search(position, Limits(seed=ply)).lines[0].moves[0]
        )
        position = position.after(move)
    return position


def rate(spec: str, search: str, threads: int, seconds: float) -> float:
    """Nodes a second of one fresh search."""
    game = load_game(spec)
    engine = load_engine(search, game)
    assert isinstance(engine, NativeEngine)
    found = engine.search(middle_game(spec), Limits(seconds=seconds, threads=threads))
    return found.nodes / found.seconds


def rows(seconds: float, repeats: int) -> list[str]:
    """The table's lines."""
    lines = ["| game | search | one thread | spread | to reach | two threads / one |", "|---|---|---|---|---|---|"]
    for spec, search, goal in SEARCHES:
        one, ratios = [], []
        for _ in range(repeats):
            one.append(rate(spec, search, 1, seconds))
            ratios.append(rate(spec, search, 2, seconds) / one[-1])
        wanted = "" if goal is None else f"{goal / 1e3:.0f} k"
        speed = f"{statistics.median(one) / 1e3:.0f} k/s | {min(one) / 1e3:.0f} - {max(one) / 1e3:.0f} k"
        gain = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} - {max(ratios):.2f})"
        lines.append(f"| {spec} | {search} | {speed} | {wanted} | {gain} |")
        print(lines[-1], flush=True)
    lines += ["", "| solved | value | nodes | seconds | M nodes/s |", "|---|---|---|---|---|"]
    ffo_40 = "o2oooox/1oooooox/ooxxooox/ooxoooxx/ooooooxx/3oooox/4o2x/8 x"
    tasks = (
        ("reversi", ffo_40, "FFO 40"),
        ("nogo(size=4)", None, "NoGo 4x4"),
        ("nogo(rows=3,cols=6)", None, "NoGo 3x6"),
        ("chinese_checkers", "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1 A", "a lone army"),
    )
    for spec, text, name in tasks:
        game = load_game(spec)
        found = solve(game.initial() if text is None else game.position(text))
        millions = found.nodes / max(found.seconds, 1e-9) / 1e6
        lines.append(f"| {name} | {found.value} | {found.nodes} | {found.seconds:.2f} | {millions:.1f} |")
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Read the words and run."""
    words = argparse.ArgumentParser(description="Speed of the searches.")
    words.add_argument("--seconds", type=float, default=3.0)
    words.add_argument("--repeats", type=int, default=3)
    words.add_argument("--write", action="store_true")
    given = words.parse_args()
    lines = rows(given.seconds, given.repeats)
    if given.write:
        made = f"Made by `python benchmarks/engines.py --write` on {platform.machine()}, wall clock"
        head = f"# Speed of the searches\n\n{made}, {given.repeats} repeats of {given.seconds:g} s.\n\n"
        (HERE / "engines.md").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
