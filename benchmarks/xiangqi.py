"""Speed and strength of the Xiangqi engine: `python benchmarks/xiangqi.py`; results are in xiangqi.md.

Speed is nodes a second of CPU time on fixed positions, with one and with two threads in one run. Strength is a match
against Fairy-Stockfish where it is installed. On a busy machine a program that takes long to start must not lose by
the clock: the grace is generous, and faults are listed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time

from duiyi import Limits, load_game
from duiyi.arena import Match
from duiyi.engines import analyse, load_engine

POSITIONS = (
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1",
    "2bakab1r/6n2/2n1c4/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1N2/9/R1BAKAB2 w - - 0 1",
    "3akab2/9/4b4/p3p3p/2n6/4P1P2/P7P/2N1B4/4A4/2BAK4 w - - 0 1",
    "4kab2/4a4/4b1n2/p3p3p/6p2/2P1C4/P3P1c1P/4B1N2/4A4/3AK1B2 b - - 0 1",
)


def speed(depth: int) -> float:
    """Thousands of nodes a second of CPU time, one thread."""
    game = load_game("xiangqi")
    engine = load_engine("alphabeta", game)
    nodes, seconds = 0, 0.0
    for text in POSITIONS:
        began = time.process_time()
        nodes += analyse(engine, game.position(text), Limits(depth=depth, seed=1)).nodes
        seconds += time.process_time() - began
    return nodes / seconds / 1000


def threads(seconds: float) -> float:
    """Nodes of two threads in a time over those of one; asks for two idle cores."""
    game = load_game("xiangqi")
    nodes = []
    for count in (1, 2):
        engine = load_engine("alphabeta", game)
        nodes.append(analyse(engine, game.initial(), Limits(seconds=seconds, threads=count, seed=1)).nodes)
    return nodes[1] / nodes[0]


def strength(games: int, seconds: float) -> str:
    """A match against Fairy-Stockfish as Debian packs it (11.1, without networks)."""
    command = shutil.which("fairy-stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
    if command is None:
        return "fairy-stockfish is not installed"
    peer = f'external(protocol=uci,command="{command}",name=fairy-stockfish)'
    report = Match("xiangqi", ["alphabeta", peer], games, Limits(seconds=seconds), seed=8, grace=20.0).run()
    return str(report.summary())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5)
    words = parser.parse_args()
    print(f"{speed(words.depth):.0f} thousand nodes a CPU second")
    print(f"two threads: {threads(3.0):.2f} times the nodes of one")
    if words.games:
        print(strength(words.games, words.seconds))
