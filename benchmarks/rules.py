"""Speed of the rules, in one run beside open_spiel and pyffish: ``python benchmarks/rules.py [--write]``.

Every figure is CPU time of one thread, repeated; the median is given with the lowest and the highest.
``--write`` puts the table into benchmarks/rules.md.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyffish
import pyspiel

from duiyi import _core, load_game, perft
from duiyi.games.native import NativePosition

REPEATS = 5
OUT = Path(__file__).with_suffix(".md")


class Row:
    """One measured rate: units per CPU second, several times."""

    def __init__(self, name: str, unit: str, rates: list[float], goal: float | None = None) -> None:
        self.name, self.unit, self.rates, self.goal = name, unit, rates, goal
        self.median = statistics.median(rates)

    def cells(self) -> list[str]:
        spread = f"{_short(min(self.rates))} - {_short(max(self.rates))}"
        unit = " x" if self.unit == "x" else f" {self.unit}/s"
        return [self.name, _short(self.median) + unit, spread, _short(self.goal)]


def rate(work: Callable[[], int], repeats: int = REPEATS) -> list[float]:
    """Units of work per CPU second of this process, `repeats` times after one warm-up."""
    work()
    rates = []
    for _ in range(repeats):
        began = time.process_time()
        units = work()
        rates.append(units / max(time.process_time() - began, 1e-9))
    return rates


def perft_rows() -> list[Row]:
    wanted = [
        ("reversi", 11, 250e6),
        ("xiangqi", 5, 35e6),
        ("chinese_checkers(rules=ruc)", 6, 25e6),
        ("nogo", 4, None),
        ("gomoku", 3, None),
        ("gomoku(rule=renju)", 3, None),
    ]
    rows = []
    for spec, depth, goal in wanted:
        start = load_game(spec).initial()
        rows.append(Row(f"{spec} perft({depth})", "leaves", rate(partial(perft, start, depth)), goal))
    return rows


def playout_rows() -> list[Row]:
    rows = []
    for spec, games, goal in (
        ("nogo", 20000, 60e3),
        ("reversi", 20000, None),
        ("gomoku", 5000, None),
        ("xiangqi", 500, None),
        ("chinese_checkers", 20, None),
    ):
        native = _native(spec)
        rows.append(
            Row(
                f"{spec} random playouts in the core",
                "games",
                rate(partial(_games, native, games)),
                goal,
            )
        )
    # perft(3) does and undoes every line of one and of two plies, patterns and all, and only counts the third.
    start, pairs = load_game("gomoku").initial(), 225 + 225 * 224
    moves = rate(lambda: 20 * pairs if [perft(start, 3) for _ in range(20)] else 0)
    rows.append(Row("gomoku move+undo with line patterns", "pairs", moves, 1.5e6))
    return rows


def _games(native: _core.Position, games: int) -> int:
    return native.playouts(games, 1, 2000)[0]


def peer_rows() -> list[Row]:
    return [
        *_against_open_spiel("reversi", "othello", 2000, 40, 1000),
        # open_spiel's Xiangqi knows no repetition and stops at 500 plies; its Chinese Checkers has no camp limits.
        # There both sides draw a random turn hop by hop, not from a list of whole turns.
        *_against_open_spiel("xiangqi(repetition=none,natural=0)", "xiangqi", 300, 4, 500),
        *_against_open_spiel("chinese_checkers(rules=ruc)", "chinese_checkers", 200, 3, 600),
        *_against_pyffish(),
    ]


def _against_open_spiel(spec: str, peer: str, games: int, peer_games: int, cap: int) -> list[Row]:
    native = _native(spec)
    ours = rate(lambda: native.playouts(games, 1, cap)[1])
    theirs = rate(lambda: _peer_playouts(peer, peer_games, cap), repeats=3)
    return [
        Row(f"{spec} random plies, driven in the core", "plies", ours),
        Row(f"{peer} random plies, open_spiel from Python", "plies", theirs),
        _ratio(f"{spec}: core / open_spiel", ours, theirs, 50),
        *_from_python(spec, theirs),
    ]


def _from_python(spec: str, theirs: list[float]) -> list[Row]:
    """The same loop written in Python on our positions."""

    def plies() -> int:
        rng, count = random.Random(1), 0
        position = load_game(spec).initial()
        for _ in range(300):
            moves = position.legal_moves()
            if not moves:
                position = load_game(spec).initial()
                continue
            position = position.after(rng.choice(moves))
            count += 1
        return count

    ours = rate(plies)
    return [
        Row(f"{spec} random plies, our positions from Python", "plies", ours),
        _ratio(f"{spec}: our Python / open_spiel's Python", ours, theirs, None),
    ]


def _peer_playouts(name: str, games: int, cap: int) -> int:
    """Whole turns played: open_spiel's Chinese Checkers takes a chain hop by hop, which is one turn."""
    rng, turns = random.Random(1), 0
    game = pyspiel.load_game(name)
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(cap):
            if state.is_terminal():
                break
            mover = state.current_player()
            state.apply_action(rng.choice(state.legal_actions()))
            turns += state.current_player() != mover
    return turns


def _against_pyffish() -> list[Row]:
    game = load_game("xiangqi")
    positions = [game.initial()]
    rng = random.Random(3)
    for _ in range(60):
        positions.append(positions[-1].after(rng.choice(positions[-1].legal_moves())))
    fens = [position.text() for position in positions]
    ours = rate(lambda: sum(len(position.legal_moves()) for _ in range(50) for position in positions))
    from_text = rate(lambda: sum(len(game.position(fen).legal_moves()) for _ in range(20) for fen in fens))
    theirs = rate(lambda: sum(len(pyffish.legal_moves("xiangqi", fen, [])) for fen in fens), repeats=3)
    return [
        Row("xiangqi legal moves listed, from Python", "moves", ours),
        Row("xiangqi legal moves listed, from Python, FEN read each time", "moves", from_text),
        Row("xiangqi legal moves listed, pyffish", "moves", theirs),
        _ratio("xiangqi lists: ours / pyffish", ours, theirs, 20),
        _ratio("xiangqi lists with FEN: ours / pyffish", from_text, theirs, None),
    ]


def _ratio(name: str, ours: list[float], theirs: list[float], goal: float | None) -> Row:
    low, high = min(ours) / max(theirs), max(ours) / min(theirs)
    return Row(f"**{name}**", "x", [low, statistics.median(ours) / statistics.median(theirs), high], goal)


def _native(spec: str) -> _core.Position:
    position = load_game(spec).initial()
    assert isinstance(position, NativePosition)
    return position.native


def _short(value: float | None) -> str:
    if value is None:
        return ""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {letter}"
    return f"{value:.3g}"


def table(rows: list[Row]) -> str:
    lines = ["| what | median | lowest - highest | to reach |", "|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row.cells()) + " |" for row in rows])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the table into benchmarks/rules.md")
    arguments = parser.parse_args()
    rows = [*perft_rows(), *playout_rows(), *peer_rows()]
    text = table(rows)
    print(text)
    if arguments.write:
        version = pyspiel.__version__ if hasattr(pyspiel, "__version__") else "from PyPI"
        OUT.write_text(
            "# Speed of the rules\n\n"
            "Made by `python benchmarks/rules.py --write`: one process, one thread, CPU time, "
            f"{REPEATS} repeats (peers 3), on {platform.machine()}, "
            f"Python {platform.python_version()}, open_spiel {version}.\n"
            "Peers run in the same process. A ratio's range is the worst pairing to the best.\n\n" + text + "\n",
            encoding="utf-8",
        )
    missed = [row.name for row in rows if row.goal and row.median < row.goal]
    if missed:
        print("not reached: " + ", ".join(missed), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
