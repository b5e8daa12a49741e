"""NoGo on 9x9: nodes per second, and games against a GTP program such as HaHaNoGo; a resignation is a loss.

    python benchmarks/nogo.py --peer "hahanogo 50000" --engine alphabeta --nodes 500000 --games 20

The time of both sides is the processor's, so other work on the machine does not tell: choose `--nodes` so that the
two come out equal. Openings are those of `duiyi match`, each played with both colours.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from collections import Counter

from duiyi import Limits, load_game
from duiyi.arena.elo import Tally, score_interval
from duiyi.arena.openings import generate_openings
from duiyi.base import Position
from duiyi.engines import analyse, load_engine
from duiyi.engines.external_points import read_vertex, vertex_text

GAME = load_game("nogo")


class Peer:
    """A GTP program that may answer without a blank after the sign, and to every word that it does not know."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.seconds, self.moves = 0.0, 0
        for line in ("boardsize 9", "clear_board"):
            self._ask(line)

    def play(self, position: Position, move: int) -> None:
        self._ask(f"play {'bw'[position.to_move]} {vertex_text(GAME, move)}")

    def choose(self, position: Position) -> int | None:
        """Its move, or None when it resigns."""
        before = self._used()
        word = self._ask(f"genmove {'bw'[position.to_move]}")
        self.seconds, self.moves = self.seconds + self._used() - before, self.moves + 1
        return None if word.lower() == "resign" else read_vertex(GAME, word)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        while not (answer := self._process.stdout.readline()).startswith("="):
            if not answer:
                raise SystemExit(f"expected an answer to {line!r}, got the end of the program")
        self._process.stdout.readline()
        return answer[1:].strip()

    def _used(self) -> float:
        with open(f"/proc/{self._process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="command of the GTP program; without one only the speed is measured")
    parser.add_argument("--engine", default="mcts")
    parser.add_argument("--nodes", type=int, default=55000, help="of a move; visits or simulations of a tree")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    engine = load_engine(options.engine, GAME)
    began = time.process_time()
    found = analyse(engine, GAME.initial(), Limits(nodes=options.nodes, seed=1))
    print(f"{found.nodes / (time.process_time() - began):,.0f} nodes/s of one thread from the first position")
    if not options.peer:
        return
    scores: list[float] = []
    spent, turns, peer_spent, peer_turns = 0.0, 0, 0.0, 0
    openings = generate_openings(GAME, seed=1)
    for number in range(options.games):
        if number % 2 == 0:
            opening = next(openings).moves
        peer, position = Peer(options.peer), GAME.initial()
        for text in opening.split():
            move = GAME.parse_move(text)
            peer.play(position, move)
            position = position.after(move)
        engine = load_engine(options.engine, GAME)
        score = None
        while score is None and position.outcome() is None:
            if position.to_move == number % 2:
                began = time.process_time()
                move = analyse(engine, position, Limits(nodes=options.nodes)).lines[0].moves[0]
                spent, turns = spent + time.process_time() - began, turns + 1
                peer.play(position, move)
            else:
                answer = peer.choose(position)
                if answer is None or not position.is_legal(answer):
                    score = 1.0
                    break
                move = answer
            position = position.after(move)
        if score is None:
            outcome = position.outcome()
            assert outcome is not None
            score = outcome.scores[number % 2]
        peer_spent, peer_turns = peer_spent + peer.seconds, peer_turns + peer.moves
        peer.close()
        scores.append(score)
        print(
            f"{number + 1} games: {sum(scores):g} won; {spent / max(1, turns):.2f} s a move, "
            f"peer {peer_spent / max(1, peer_turns):.2f} s",
            file=sys.stderr,
        )
    means = [(first + second) / 2 for first, second in zip(scores[::2], scores[1::2], strict=False)]
    low, high = score_interval(Tally(Counter(means)))
    print(f"{sum(scores):g} of {len(scores)} won: {low:.0%} to {high:.0%} by pairs")
    print(f"{spent / turns:.2f} s of processor a move, the peer {peer_spent / peer_turns:.2f} s")


if __name__ == "__main__":
    main()
