"""Networks in eight bits: the core beside ONNX Runtime, one thread, CPU time for one position; ``--write`` keeps it.

python benchmarks/nets.py --write
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from duiyi.engines.alphazero_net import Floats, net_path, open_session
from duiyi.engines.tower import load_tower
from duiyi.games.native import NativeGame
from duiyi.learn.jobs import learnable

RESULTS = Path(__file__).resolve().parent / "nets.json"
GAMES = ("nogo", "gomoku", "reversi", "xiangqi", "chinese_checkers")
BATCHES = (1, 8, 32)
ROUNDS, SHORTEST = 7, 0.15  # of a round, in seconds


def positions(game: NativeGame, count: int) -> Floats:
    """Planes of positions from random games."""
    rows: list[Floats] = []
    chance, position = np.random.default_rng(3), game.initial()
    while len(rows) < count:
        rows.append(position.features())
        moves = position.legal_moves()
        position = position.after(int(chance.choice(moves))) if moves else game.initial()
    return np.stack(rows).astype(np.float32)


def microseconds(run: Callable[[], Any], rows: int) -> float:
    """CPU time of one row."""
    count, began = 0, time.process_time()
    while time.process_time() - began < SHORTEST:
        run()
        count += rows
    return (time.process_time() - began) / count * 1e6


def measure(spec: str) -> list[dict[str, float | int | str]]:
    """Both in turns, so that whatever else the machine does meets them alike."""
    game = learnable(spec)
    tower = load_tower(net_path(game), game)
    if tower is None:
        raise SystemExit("this processor has no instructions for networks in eight bits")
    session, name = open_session(net_path(game), game, 1)
    found: list[dict[str, float | int | str]] = []
    for batch in BATCHES:
        rows = positions(game, batch)
        logits = np.empty((batch, game.num_moves), np.float32)
        rates = np.empty((batch, game.seats), np.float32)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(microseconds(partial(tower.run, rows, logits, rates), batch))
            theirs.append(microseconds(partial(session.run, ["policy", "value"], {name: rows}), batch))
        ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
        found.append(
            {
                "game": spec,
                "batch": batch,
                "core": round(statistics.median(ours), 1),
                "onnxruntime": round(statistics.median(theirs), 1),
                "ratio": round(statistics.median(ratios), 2),
                "least": round(min(ratios), 2),
                "most": round(max(ratios), 2),
            }
        )
        print(found[-1], file=sys.stderr)
    return found


def main() -> int:
    """Read the words and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the results")
    words = parser.parse_args()
    results = [row for spec in GAMES for row in measure(spec)]
    if words.write:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
