"""Why a table of states never converges and shared weights do: ``python benchmarks/td.py FOLDER [--write]``.

Runs are kept in the folder and go on where they were. With ``--write`` the curves go into ``td.json`` beside this file
and are drawn as ``docs/pictures/td.png``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from duiyi.learn.td import TdSettings
from duiyi.learn.td_run import learn_td

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "docs" / "pictures" / "td.png"

RUNS = {
    "table": ("table of states", TdSettings(game="reversi", values="table", trace=0.7, rate=0.1, score_games=200)),
    "shared0": ("shared weights, lambda 0", TdSettings(game="reversi", trace=0.0, score_games=200)),
    "shared0b": ("shared weights, lambda 0, another seed", TdSettings(game="reversi", seed=2, score_games=200)),
    "shared7": ("shared weights, lambda 0.7", TdSettings(game="reversi", trace=0.7, score_games=200)),
}


def curve(folder: Path, settings: TdSettings, rounds: int) -> list[tuple[int, float]]:
    """Games and score after every round."""
    lines = folder / "progress.jsonl"
    done = len(lines.read_text().splitlines()) if lines.exists() else 0
    if done < rounds:
        learn_td(folder, None if done else settings, rounds=rounds - done)
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    return [(row["games"], row["score"]) for row in rows]


def draw(curves: dict[str, list[tuple[int, float]]]) -> None:
    """One line each."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.8), layout="constrained")
    styles = {
        "table": ("#a3483f", "-"),
        "shared0": ("#2f6f5e", "-"),
        "shared0b": ("#2f6f5e", "--"),
        "shared7": ("#c08a3e", "-"),
    }
    for name, points in curves.items():
        colour, line = styles[name]
        label = RUNS[name][0]
        axes.plot([games for games, _ in points], [100 * score for _, score in points], line, color=colour, label=label)
    axes.set_xlabel("games of self-play")
    axes.set_ylabel("score against `greedy`, %")
    axes.set_ylim(0, None)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(PICTURE, dpi=110)


def main() -> None:
    """Read the words and run."""
    words = argparse.ArgumentParser(description="A table of states beside shared weights.")
    words.add_argument("folder", type=Path)
    words.add_argument("--rounds", type=int, default=12)
    words.add_argument("--write", action="store_true")
    given = words.parse_args()
    curves = {name: curve(given.folder / name, told, given.rounds) for name, (_, told) in RUNS.items()}
    for name, points in curves.items():
        print(f"{RUNS[name][0]:40}", " ".join(f"{games}: {score:.3f}" for games, score in points[1::2]))
    if given.write:
        (HERE / "td.json").write_text(json.dumps(curves) + "\n")
        draw(curves)


if __name__ == "__main__":
    main()
