"""What an engine's rate means: `python benchmarks/calibration.py [GAME ...] [--engine E] [--games N] [--nodes N]`.

An engine plays itself at fixed nodes from random openings, with a random move now and then early in the game so that
all kinds of positions come up. Every rate that it gives is noted beside the result, and the slope of a logistic curve
is fitted to them by game and search; a game with options, as ``"reversi(size=10)"``, gets a curve of its own. The table
goes to ``src/duiyi/review/calibration.json``; ``--records FILE`` keeps
the games. The same seed gives the same games. A longer run, over night:

    nice python benchmarks/calibration.py --games 5000 --nodes 20000 --write
    nice python benchmarks/calibration.py --games 2000 --nodes 20000 --engine mcts --write
    nice python benchmarks/calibration.py --games 1000 --nodes 2000 --engine alphazero --write
"""

from __future__ import annotations

import argparse
import math
import random
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.progress import track

from duiyi import Limits, load_game
from duiyi.arena.openings import generate_openings
from duiyi.base import Game
from duiyi.engines import load_engine
from duiyi.engines.alphazero import AlphaZeroEngine
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame
from duiyi.records import Record, write_records
from duiyi.review.calibration import Curve

TABLE = Path(__file__).resolve().parents[1] / "src/duiyi/review/calibration.json"
GAMES = ("reversi", "nogo", "gomoku", "xiangqi", "chinese_checkers")
CARELESS = 0.15
"""How often an early move is a random one; only what comes after the last of them counts."""
EARLY = 40
LONGEST = 240
"""Moves of a game, unless its board has more points."""


class Sample(NamedTuple):
    """One rate and what became of it."""

    rate: float
    result: float
    score: float | None
    weight: float


def main() -> None:
    """Play, fit, print, and write on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_to_fit", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--engine", default="alphabeta", choices=("alphabeta", "mcts", "alphazero"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, help="write the games to this file")
    parser.add_argument("--write", action="store_true", help="put the curves into the package")
    wanted = parser.parse_args()
    kept: list[Record] = []
    for spec in wanted.games_to_fit:
        game = load_game(spec)
        assert isinstance(game, NativeGame)
        samples, records = played(game, wanted.engine, wanted.games, wanted.nodes, wanted.seed)
        kept += records
        curve = fitted(samples, len(records), wanted.nodes)
        print(f"{spec:<18} {wanted.engine:<10} {msgspec.json.encode(curve).decode()}", flush=True)
        if wanted.write:
            table = msgspec.json.decode(TABLE.read_bytes(), type=dict[str, dict[str, Curve]])
            table.setdefault(game.spec, {})[wanted.engine] = curve
            TABLE.write_bytes(msgspec.json.format(msgspec.json.encode(table, order="sorted"), indent=2) + b"\n")
    if wanted.records is not None:
        wanted.records.write_bytes(write_records(kept, "x.duiyi.jsonl"))


def played(game: NativeGame, engine: str, games: int, nodes: int, seed: int) -> tuple[list[Sample], list[Record]]:
    """Self-play, and the rates that the engine gave on the way."""
    samples: list[Sample] = []
    records: list[Record] = []
    openings = islice(generate_openings(game, seed, judge=None), games)
    console = Console(stderr=True)
    for number, opening in enumerate(track(openings, total=games, description=game.spec, console=console)):
        moves, noted = one_game(game, engine, opening.moves, nodes, random.Random(f"{game.spec} {seed} {number}"))
        record = Record.from_moves(game.spec, moves)
        outcome = record.outcome
        records.append(record)
        if outcome is None:
            continue
        for rates, score, to_move in noted:
            samples += [
                Sample(rate, result, score if seat == to_move else None, 1 / len(noted))
                for seat, (rate, result) in enumerate(zip(rates, outcome.scores, strict=True))
            ]
    return samples, records


def one_game(
    game: Game, engine_name: str, opening: str, nodes: int, chance: random.Random
) -> tuple[list[str], list[tuple[tuple[float, ...], float | None, int]]]:
    """The moves of a game, and the engine's word on each position where nothing is proven yet."""
    engine = load_engine(f"{engine_name}(memory=8)", game)  # with the weights that ship
    assert isinstance(engine, NativeEngine | AlphaZeroEngine)
    moves = opening.split()
    position = game.initial()
    for text in moves:
        position = position.after(game.parse_move(text))
    noted: list[tuple[tuple[float, ...], float | None, int]] = []
    careful_from = chance.randrange(EARLY)
    longest = max(LONGEST, len(game.shape().cells))
    while position.outcome() is None and len(moves) < longest:
        analysis = engine.search(position, Limits(nodes=nodes, seed=chance.randrange(1 << 30)))
        best = analysis.lines[0]
        if best.end_in is None:
            noted.append((best.rates, best.score, position.to_move))
        move = best.moves[0]
        if best.end_in is None and len(moves) < careful_from and chance.random() < CARELESS:
            move = chance.choice(position.legal_moves())
            noted.clear()
        moves.append(game.move_text(move))
        position = position.after(move)
    return moves, noted


def fitted(samples: list[Sample], games: int, nodes: int) -> Curve:
    """The slope that makes the results most likely, by Newton's method on the mean cross-entropy."""
    points = [(math.log(s.rate / (1 - s.rate)), s.result, s.weight) for s in samples if 1e-4 < s.rate < 1 - 1e-4]
    slope = 1.0
    for _ in range(50):
        first = second = 0.0
        for odds, result, weight in points:
            rate = 1 / (1 + math.exp(-slope * odds))
            first += weight * odds * (rate - result)
            second += weight * odds * odds * rate * (1 - rate)
        step = first / max(second, 1e-9)
        slope = min(10.0, max(0.05, slope - step))
        if abs(step) < 1e-6:
            break
    curve = Curve(slope=slope)
    total = sum(s.weight for s in samples)
    before = sum(s.weight * (s.rate - s.result) ** 2 for s in samples) / total
    after = sum(s.weight * (curve.rate(s.rate) - s.result) ** 2 for s in samples) / total
    return Curve(
        slope=round(slope, 3),
        games=games,
        positions=len(samples),
        nodes=nodes,
        error_before=round(before, 4),
        error=round(after, 4),
        sure_score=_sure_score(samples, slope),
    )


def _sure_score(samples: list[Sample], slope: float) -> float | None:
    """The score that wins three of four: the engine's unit, stretched by the slope."""
    units = sorted(
        s.score / math.log(s.rate / (1 - s.rate))
        for s in samples
        if s.score is not None and abs(s.score) < 20000 and 0.05 < abs(s.rate - 0.5) < 0.45
    )
    return round(units[len(units) // 2] * math.log(3) / slope, 2) if units else None


if __name__ == "__main__":
    main()
