"""Does each generation of AI beat the one before it? ``python benchmarks/generations.py [GAME ...] [--write]``

Neighbours meet at equal time from paired openings with the seats swapped. With ``--write`` the results go into
``src/duiyi/engines/generations.json``, which the ladder page shows, and ``generations.md`` beside this file, and are
drawn as ``docs/pictures/generations.png``. Games given by name replace their rows and leave the others; with ``--newer
alphazero`` only that generation meets the one before it anew.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

from duiyi import Limits, SpecError, load_game
from duiyi.arena import Match
from duiyi.engines import load_player

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = ROOT / "src" / "duiyi" / "engines" / "generations.json"
PICTURE = ROOT / "docs" / "pictures" / "generations.png"
GAMES = ("reversi", "gomoku", "nogo", "xiangqi", "chinese_checkers")
GENERATIONS = ("greedy", "minimax(depth=3)", "alphabeta", "mcts", "alphazero")


def measure(spec: str, games: int, seconds: float, concurrency: int, only: str | None) -> list[dict[str, Any]]:
    """A row for every pair of neighbours, the newer first, or for one of them."""
    game = load_game(spec)
    known = [name for name in GENERATIONS if _exists(name, spec)]
    rows = []
    for older, newer in itertools.pairwise(known):
        if only not in (None, newer):
            continue
        report = Match(game, [newer, older], games, Limits(seconds=seconds), concurrency=concurrency, grace=2.0).run()
        rows.append(
            {
                "game": spec,
                "newer": newer,
                "older": older,
                "games": report.games,
                "wins": report.wins,
                "draws": report.draws,
                "losses": report.losses,
                "score": report.score,
                "elo": report.elo,
                "interval": report.interval,
                "faults": len(report.faults),
                "seconds": seconds,
            }
        )
        print(json.dumps(rows[-1]), flush=True)
    return rows


def _exists(name: str, spec: str) -> bool:
    try:
        load_player(name, load_game(spec))
    except SpecError:
        return False
    return True


def _order(row: dict[str, Any]) -> tuple[int, int]:
    game = GAMES.index(row["game"]) if row["game"] in GAMES else len(GAMES)
    return game, GENERATIONS.index(row["newer"])


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        "| game | newer | older | games | + = - | score | Elo (95 %) | seconds a move |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        low, high = ("?" if bound is None else f"{bound:+.0f}" for bound in row["interval"])
        result = f"{row['wins']} {row['draws']} {row['losses']} | {100 * row['score']:.0f} %"
        players = f"{row['game']} | `{row['newer']}` | `{row['older']}`"
        elo = f"{row['elo']:+.0f} ({low} to {high})"
        lines.append(f"| {players} | {row['games']} | {result} | {elo} | {row['seconds']} |")
    return "\n".join(lines) + "\n"


def _rest() -> str:
    """What stands below the table and was written by hand."""
    path = HERE / "generations.md"
    _, mark, rest = path.read_text().partition("\n## ") if path.exists() else ("", "", "")
    return mark + rest


def draw(rows: list[dict[str, Any]]) -> None:
    """The scores as bars, a group for every game."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 4.2), layout="constrained")
    labels, place, ticks = [], 0.0, []
    colours = {"minimax(depth=3)": "#8aa399", "alphabeta": "#2f6f5e", "mcts": "#c08a3e", "alphazero": "#a3483f"}
    for spec in GAMES:
        start = place
        for row in (row for row in rows if row["game"] == spec):
            axes.bar(place, 100 * row["score"], 0.8, color=colours.get(row["newer"], "#555555"))
            is_low = row["score"] < 0.35  # then the words stand on the bar, not in it
            axes.annotate(
                f"{row['newer'].split('(')[0]}\nv. {row['older'].split('(')[0]}",
                (place, 100 * row["score"] + 2 if is_low else 2),
                rotation=90,
                ha="center",
                va="bottom",
                fontsize=7,
                color="#333333" if is_low else "white",
            )
            place += 1
        if place > start:
            ticks.append((start + place - 1) / 2)
            labels.append(spec.replace("_", " "))
            place += 0.8
    axes.axhline(50, color="#444444", linewidth=1)
    axes.set_xticks(ticks, labels)
    axes.set_ylim(0, 100)
    axes.set_ylabel("score of the newer generation, %")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(PICTURE, dpi=110)


def main() -> None:
    """Read the words and run."""
    words = argparse.ArgumentParser(description="Neighbouring generations meet at equal time.")
    words.add_argument("game", nargs="*", default=list(GAMES))
    words.add_argument("--games", type=int, default=40)
    words.add_argument("--seconds", type=float, default=0.1)
    words.add_argument("--concurrency", type=int, default=2)
    words.add_argument("--newer", choices=GENERATIONS[1:], help="only this generation and the one before it")
    words.add_argument("--write", action="store_true")
    given = words.parse_args()
    rows = json.loads(RESULTS.read_text()) if given.write and RESULTS.exists() else []
    for spec in given.game:
        new = measure(spec, given.games, given.seconds, given.concurrency, given.newer)
        replaced = {(row["game"], row["newer"]) for row in new}
        rows = [row for row in rows if (row["game"], row["newer"]) not in replaced] + new
        if given.write:
            rows.sort(key=_order)
            RESULTS.write_text(json.dumps(rows, indent=1) + "\n")
            text = "# Generations\n\nMade by `python benchmarks/generations.py --write`: neighbours meet at equal time "
            text += "from paired openings with the seats swapped.\n\n"
            (HERE / "generations.md").write_text(text + table(rows) + _rest())
            draw(rows)
    print(table(rows))


if __name__ == "__main__":
    main()
