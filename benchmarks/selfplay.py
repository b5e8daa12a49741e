"""Self-play moves per second beside alpha-zero-general and AlphaZero_Gomoku: same board, network size, simulations.

The peers are not part of this repository: give the folders of their checkouts. Every program runs alone, one process
and one thread, and is measured in CPU seconds of its own process, so a busy machine changes little.

    python benchmarks/selfplay.py --othello PATH/alpha-zero-general --gomoku PATH/AlphaZero_Gomoku --seconds 20
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

# Our towers have about as many multiplications as the peers' networks at 64 channels (Othello) and as shipped (Gomoku).
CASES: dict[str, dict[str, Any]] = {
    "reversi 8x8": {"game": "reversi", "peer": "othello", "blocks": 2, "channels": 64, "simulations": 100},
    "gomoku 8x8": {"game": "gomoku(size=8)", "peer": "gomoku", "blocks": 2, "channels": 48, "simulations": 400},
    "gomoku 15x15": {"game": "gomoku(size=15)", "peer": "gomoku", "blocks": 2, "channels": 48, "simulations": 400},
}

OTHELLO = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
import numpy as np, torch
torch.set_num_threads(1)
from othello.OthelloGame import OthelloGame
OthelloGame.stringRepresentation = lambda self, board: board.tobytes()
from othello.pytorch.NNet import NNetWrapper, args
args["num_channels"], args["cuda"] = 64, False
from MCTS import MCTS
class Args(dict):
    __getattr__ = dict.__getitem__
game = OthelloGame(8)
net = NNetWrapper(game)
moves, began = 0, time.process_time()
while time.process_time() - began < float(sys.argv[2]):
    board, player, step = game.getInitBoard(), 1, 0
    tree = MCTS(game, net, Args(numMCTSSims=int(sys.argv[3]), cpuct=1))
    while game.getGameEnded(board, player) == 0 and time.process_time() - began < float(sys.argv[2]):
        step += 1
        chances = tree.getActionProb(game.getCanonicalForm(board, player), temp=int(step < 15))
        board, player = game.getNextState(board, player, np.random.choice(len(chances), p=chances))
        moves += 1
print(json.dumps({"moves": moves, "seconds": time.process_time() - began}))
"""

GOMOKU = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
import torch
torch.set_num_threads(1)
from game import Board
from mcts_alphaZero import MCTSPlayer
from policy_value_net_pytorch import PolicyValueNet
size = int(sys.argv[4])
net = PolicyValueNet(size, size)
player = MCTSPlayer(net.policy_value_fn, c_puct=5, n_playout=int(sys.argv[3]), is_selfplay=1)
moves, began = 0, time.process_time()
while time.process_time() - began < float(sys.argv[2]):
    board = Board(width=size, height=size, n_in_row=5)
    board.init_board()
    player.reset_player()
    while not board.game_end()[0] and time.process_time() - began < float(sys.argv[2]):
        board.do_move(player.get_action(board, temp=1.0, return_prob=1)[0])
        moves += 1
print(json.dumps({"moves": moves, "seconds": time.process_time() - began}))
"""


def ours(case: dict[str, Any], seconds: float, int8: bool) -> float:
    """Our moves per CPU second: every move a full search, no help from proofs of the game."""
    import numpy as np

    from duiyi.engines.alphazero_net import Net
    from duiyi.learn.export import export_net, quantize_net
    from duiyi.learn.jobs import learnable
    from duiyi.learn.net import Network, layout_of
    from duiyi.learn.selfplay import play_job
    from duiyi.learn.settings import Settings

    game = learnable(case["game"])
    settings = Settings(
        game=game.spec,
        simulations=case["simulations"],
        full_share=1.0,
        guided=False,
        opening_share=0.0,
        resign_below=0.0,
        slots=16,
        max_plies=8,
    )
    with tempfile.TemporaryDirectory() as folder:
        path, twin = Path(folder) / "net.onnx", Path(folder) / "int8.onnx"
        export_net(Network(layout_of(game, case["blocks"], case["channels"])), path)
        if int8:
            quantize_net(path, twin, np.repeat(game.initial().features()[None], 64, axis=0))
        net = Net(twin if int8 else path, game)
        moves, job, began = 0, 0, time.process_time()
        while time.process_time() - began < seconds:
            moves += play_job(game, net, settings, 16, job).positions
            job += 1
        return moves / (time.process_time() - began)


def theirs(case: dict[str, Any], folder: Path, seconds: float) -> float:
    """A peer's moves per CPU second, by its own classes in a process of its own."""
    size = "15" if "15" in case["game"] else "8"
    script = OTHELLO if case["peer"] == "othello" else GOMOKU
    words = [sys.executable, "-c", script, str(folder), str(seconds), str(case["simulations"]), size]
    found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()[-1])
    return float(found["moves"] / found["seconds"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--othello", type=Path, help="a checkout of alpha-zero-general")
    parser.add_argument("--gomoku", type=Path, help="a checkout of AlphaZero_Gomoku")
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds for each")
    parser.add_argument("--only", help="one of the cases")
    words = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    for name, case in CASES.items():
        if words.only is not None and name != words.only:
            continue
        row = results[name] = {
            "fp32": ours(case, words.seconds, int8=False),
            "int8": ours(case, words.seconds, int8=True),
        }
        folder = words.othello if case["peer"] == "othello" else words.gomoku
        if folder is not None:
            row["peer"] = theirs(case, folder, words.seconds)
            row["ratio_fp32"], row["ratio_int8"] = row["fp32"] / row["peer"], row["int8"] / row["peer"]
        print(name, {key: round(value, 2) for key, value in row.items()}, file=sys.stderr)
    print(json.dumps(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
