"""Gomoku: nodes per second of one thread on positions of real games, in seconds of the processor.

    python benchmarks/gomoku.py --nodes 200000

Strength is measured by `duiyi match`: benchmarks/gomoku.md has the commands.
"""

from __future__ import annotations

import argparse
import time

from duiyi import Limits, load_game
from duiyi.engines import analyse, load_engine

# Games against Pela, up to the point where nothing is decided yet.
GAMES = (
    "k4 j5 j6 h4 e4 h5 h6 i7 g6 i6 i5 i8",
    "l8 e7 e4 g4 h7 g5 j7 f6 h4 g7",
    "i10 d5 j4 g6 k7 k8 l6 m7 j6 j5",
    "l6 k9 d12 i5 g4 j8 i7 k8 l8 j9",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200_000)
    options = parser.parse_args()
    for spec in ("gomoku", "gomoku(rule=standard)", "gomoku(rule=caro)", "gomoku(rule=renju)"):
        game = load_game(spec)
        nodes, seconds, depths = 0, 0.0, []
        for text in GAMES:
            position = game.initial()
            for move in text.split():
                position = position.after(game.parse_move(move))
            began = time.process_time()
            found = analyse(load_engine("alphabeta", game), position, Limits(nodes=options.nodes, seed=1))
            seconds += time.process_time() - began
            nodes += found.nodes
            depths.append(found.depth)
        print(f"{spec}: {nodes / seconds:,.0f} nodes/s, depths {depths}")


if __name__ == "__main__":
    main()
