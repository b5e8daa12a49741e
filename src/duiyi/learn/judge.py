"""Games judged anew: where the tree can prove who wins, a game's result is put right.

    python -m duiyi.learn.judge RUN OUT --workers 2

A seat that was winning and did not see it teaches a false result to everything before. So one goes back from the end of
a game as far as the tree alone, without a network, proves a win of the seat to move: that is the result, and searches
from there on are not learnt from. OUT is a run again, for ``warm_run``.
"""

from __future__ import annotations

import argparse
import shutil
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from duiyi.engines.alphazero_net import Floats
from duiyi.games.native import NativeGame, NativePosition
from duiyi.learn.forest import Root, Thinker
from duiyi.learn.games import SearchedGame, pack_games, read_games, write_games
from duiyi.learn.jobs import learnable
from duiyi.learn.run import Run
from duiyi.learn.workers import worker_pool

__all__ = ["Ignorant", "judge_run", "judged"]

_MISSES = 2  # plies without a proof, before one stops to look further back
_SIMULATIONS = 1000  # the more of them, the farther a proof is looked for


def judged(game: NativeGame, old: SearchedGame) -> SearchedGame:
    """A game of two seats with the result that can be proven, where one can.

    >>> from duiyi.learn.games import Row
    >>> wrong = SearchedGame((0, 3), (Row.of(1, [3], [1.0], [0.5, 0.5]),), (0.0, 1.0), "resign", 0)
    >>> judged(learnable("nogo(size=2)"), wrong).scores
    (1.0, 0.0)
    """
    positions = [game.initial()]
    for move in old.moves:
        if positions[-1].outcome() is not None:
            break
        positions.append(positions[-1].after(move))
    first, misses = None, 0
    for ply in range(len(positions) - 1, -1, -1):
        if positions[ply].outcome() is not None:
            continue
        if _is_won(game, positions[ply]):
            first, misses = ply, 0
        else:
            misses += 1
            if misses == _MISSES:
                break
    if first is None:
        return old
    winner = positions[first].to_move
    scores = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    return msgspec.structs.replace(old, scores=scores, rows=tuple(row for row in old.rows if row.ply < first))


class Ignorant:
    """In the place of a network, for proofs need none: every move alike, all seats even."""

    def __init__(self, game: NativeGame) -> None:
        self._moves, self._seats = game.num_moves, game.seats

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        return np.zeros((len(planes), self._moves), np.float32), np.full((len(planes), self._seats), 0.5, np.float32)


@cache
def _thinker(spec: str) -> Thinker:
    game = learnable(spec)
    return Thinker(game, Ignorant(game), {"root": "puct"}, trees=1)


def _is_won(game: NativeGame, position: NativePosition) -> bool:
    root = _look(_thinker(game.spec), position)
    return root.is_proven and root.rates[position.to_move] == 1.0


def _look(thinker: Thinker, position: NativePosition) -> Root:
    thinker.begin(0, position, _SIMULATIONS, fresh=True)
    while True:
        thinker.step()
        for _, root in thinker.done([0]):
            return root


def judge_run(folder: Path, out: Path, workers: int = 1) -> tuple[int, int]:
    """Judge all games of a run into another folder: how many there are, and how many got another result."""
    run = Run(folder)
    spec = run.settings().game
    if learnable(spec).seats != 2:
        raise ValueError(f"learn judge: expected a game of two seats, got {spec}")
    (out / "games").mkdir(parents=True, exist_ok=True)
    (out / "checkpoints").mkdir(exist_ok=True)
    paths = sorted((folder / "games").glob("*.games"))
    todo = [(spec, path, out / "games" / path.name) for path in paths if not (out / "games" / path.name).is_file()]
    count = changed = 0
    with worker_pool(workers) as pool:
        for games, others in pool.map(_judge_file, todo):
            count, changed = count + games, changed + others
    for path in (folder / "config.json", folder / "state.json", run.checkpoint(run.state().step)):
        if path.is_file():
            shutil.copy(path, out / path.relative_to(folder))
    return count, changed


def _judge_file(job: tuple[str, Path, Path]) -> tuple[int, int]:
    spec, path, out = job
    game = learnable(spec)
    before = read_games(path)
    after = [judged(game, one) for one in before]
    write_games(out, pack_games(after))
    return len(after), sum(one.scores != other.scores for one, other in zip(before, after, strict=True))


def _main() -> None:
    parser = argparse.ArgumentParser(
        description="Put the results of a run's games right where the tree can prove them."
    )
    parser.add_argument("run", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--workers", type=int, default=1)
    words = parser.parse_args()
    count, changed = judge_run(words.run, words.out, words.workers)
    print(f"{count} games, {changed} with another result")


if __name__ == "__main__":
    _main()
