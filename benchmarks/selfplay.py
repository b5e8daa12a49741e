"""Self-play moves per second beside alpha-zero-general and AlphaZero_Gomoku: same board, network and simulations.

The peers are not part of this repository: give the folders of their checkouts. Every program runs alone, one process
and one thread, and is measured in CPU seconds of its own process, so a busy machine changes little. Our side runs the
peers' own layers (batch normalisation folded), in full precision and as int8. ``--pair`` also lets
two of our processes run at the same time, by the clock: that needs an idle machine. ``--write`` keeps the results in
``selfplay.json`` beside this file.

    python benchmarks/selfplay.py --othello PATH/alpha-zero-general --gomoku PATH/AlphaZero_Gomoku --seconds 20 --pair
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

import numpy as np

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "selfplay.json"

CASES: dict[str, dict[str, Any]] = {
    "reversi 8x8": {"game": "reversi", "peer": "othello", "simulations": 100, "plies": 60},
    "gomoku 8x8": {"game": "gomoku(size=8)", "peer": "gomoku", "simulations": 400, "plies": 20},
    "gomoku 15x15": {"game": "gomoku", "peer": "gomoku", "simulations": 400, "plies": 12},
}
"""Our games end after so many plies: about what the peers play of a game in the time, so both see the same boards."""

OTHELLO_CHANNELS = 64  # the peer's setting: its 512 keep any program busy with the network alone

OTHELLO = f"""
import json, sys, time, types
sys.path.insert(0, sys.argv[1])
sys.modules.setdefault("tqdm", types.SimpleNamespace(tqdm=iter))  # bars for training, which does not take place
import numpy as np, torch
torch.set_num_threads(1)
from othello.OthelloGame import OthelloGame
OthelloGame.stringRepresentation = lambda self, board: board.tobytes()  # NumPy 2.3 has no tostring
from othello.pytorch.NNet import NNetWrapper, args
args["num_channels"], args["cuda"] = {OTHELLO_CHANNELS}, False
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
print(json.dumps({{"moves": moves, "seconds": time.process_time() - began}}))
"""

GOMOKU = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
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


class Layers:
    """A peer's network, layer by layer, with random weights; for our planes and moves."""

    def __init__(self, shape: tuple[int, int, int], num_moves: int, peer: str) -> None:
        self._chance = np.random.default_rng(1)
        self._nodes: list[Any] = []
        self._weights: list[Any] = []
        planes, rows, columns = shape
        self._shape, self._num_moves = shape, num_moves
        if peer == "othello":
            wide = OTHELLO_CHANNELS
            x = self._conv("planes", planes, wide, 3, 1)
            for padding in (1, 0, 0):
                x = self._conv(x, wide, wide, 3, padding)
            x = self._relu(self._linear(self._flat(x), wide * (rows - 4) * (columns - 4), 1024))
            hidden = self._relu(self._linear(x, 1024, 512))
            self._heads(hidden, 512, hidden, 512)
        else:
            x = self._conv("planes", planes, 32, 3, 1)
            x = self._conv(self._conv(x, 32, 64, 3, 1), 64, 128, 3, 1)
            policy = self._flat(self._conv(x, 128, 4, 1, 0))
            value = self._flat(self._conv(x, 128, 2, 1, 0))
            value = self._relu(self._linear(value, 2 * rows * columns, 64))
            self._heads(policy, 4 * rows * columns, value, 64)

    def save(self, path: Path) -> None:
        """Write the network as our engine reads it: logits by move, rates by seat."""
        from onnx import TensorProto, helper

        graph = helper.make_graph(
            self._nodes,
            "peer",
            [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", *self._shape])],
            [
                helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", self._num_moves]),
                helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch", 2]),
            ],
            self._weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        path.write_bytes(model.SerializeToString())

    def _heads(self, policy: str, policy_size: int, value: str, value_size: int) -> None:
        self._op("Identity", [self._linear(policy, policy_size, self._num_moves)], "policy")
        self._op("Softmax", [self._linear(value, value_size, 2)], "value", axis=1)

    def _conv(self, x: str, inputs: int, outputs: int, size: int, padding: int) -> str:
        weights = [self._random(outputs, inputs, size, size), self._random(outputs)]
        return self._relu(self._op("Conv", [x, *weights], kernel_shape=[size, size], pads=[padding] * 4))

    def _linear(self, x: str, inputs: int, outputs: int) -> str:
        return self._op("Gemm", [x, self._random(inputs, outputs), self._random(outputs)])

    def _flat(self, x: str) -> str:
        return self._op("Flatten", [x])

    def _relu(self, x: str) -> str:
        return self._op("Relu", [x])

    def _random(self, *shape: int) -> str:
        from onnx import numpy_helper

        spread = float(np.prod(shape[1:])) ** -0.5 if len(shape) > 2 else shape[0] ** -0.5
        name = f"weight_{len(self._weights)}"
        self._weights.append(numpy_helper.from_array(self._chance.normal(0, spread, shape).astype(np.float32), name))
        return name

    def _op(self, kind: str, inputs: list[str], output: str | None = None, **words: Any) -> str:
        from onnx import helper

        output = output or f"{kind.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], name=output, **words))
        return output


def ours(case: dict[str, Any], seconds: float, int8: bool) -> dict[str, float]:
    """Our moves: every move a full search, no help from candidates or proofs of the game."""
    from duiyi.engines.alphazero_net import Net
    from duiyi.learn.export import quantize_net
    from duiyi.learn.jobs import learnable
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
        max_plies=case["plies"],
    )
    with tempfile.TemporaryDirectory() as folder:
        path, twin = Path(folder) / "net.onnx", Path(folder) / "int8.onnx"
        Layers(game.feature_shape, game.num_moves, case["peer"]).save(path)
        if int8:
            quantize_net(path, twin, np.repeat(game.initial().features()[None], 64, axis=0))
        net = Net(twin if int8 else path, game)
        moves, job, began, clock = 0, 0, time.process_time(), time.monotonic()
        while time.process_time() - began < seconds:
            moves += play_job(game, net, settings, 16, job).positions
            job += 1
        return {"moves": moves, "seconds": time.process_time() - began, "clock": time.monotonic() - clock}


def theirs(case: dict[str, Any], folder: Path, seconds: float) -> float:
    """A peer's moves per CPU second, by its own classes in a process of its own."""
    size = "15" if case["game"] == "gomoku" else "8"
    script = OTHELLO if case["peer"] == "othello" else GOMOKU
    words = [sys.executable, "-c", script, str(folder), str(seconds), str(case["simulations"]), size]
    found = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
    return float(found["moves"] / found["seconds"])


def pair(name: str, seconds: float) -> float:
    """Moves per second of the clock of two processes at the same time, over those of one alone."""
    words = [sys.executable, str(HERE / "selfplay.py"), "--only", name, "--child", "--seconds", str(seconds)]

    def rate(count: int) -> float:
        children = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        found = [json.loads(child.communicate()[0]) for child in children]
        return float(sum(one["moves"] / one["clock"] for one in found))

    alone = rate(1)
    return rate(2) / alone


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--othello", type=Path, help="a checkout of alpha-zero-general")
    parser.add_argument("--gomoku", type=Path, help="a checkout of AlphaZero_Gomoku")
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds for each")
    parser.add_argument("--only", choices=list(CASES), help="one of the cases")
    parser.add_argument("--pair", action="store_true", help="also two processes beside one, by the clock")
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    words = parser.parse_args()
    chosen = {name: case for name, case in CASES.items() if words.only in (None, name)}
    if words.child:
        print(json.dumps(ours(chosen[words.only], words.seconds, int8=True)))
        return 0
    results: dict[str, dict[str, float]] = {}
    for name, case in chosen.items():
        row = results[name] = {"simulations": case["simulations"]}
        for kind in ("fp32", "int8"):
            found = ours(case, words.seconds, int8=kind == "int8")
            row[kind] = found["moves"] / found["seconds"]
        folder = words.othello if case["peer"] == "othello" else words.gomoku
        if folder is not None:
            row["peer"] = theirs(case, folder, words.seconds)
            row["ratio_fp32"], row["ratio_int8"] = row["fp32"] / row["peer"], row["int8"] / row["peer"]
        if words.pair:
            row["pair"] = pair(name, words.seconds)
        results[name] = row = {key: round(value, 2) for key, value in row.items()}
        print(name, row, file=sys.stderr)
    if words.write:
        RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
