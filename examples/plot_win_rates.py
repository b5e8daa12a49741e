"""Plot the win-rate curve of a game with Matplotlib, as two engines see it.

python examples/plot_win_rates.py game.sgf curve.png
"""

from __future__ import annotations

import sys
from pathlib import Path

from duiyi import Limits
from duiyi.records import Record
from duiyi.review.opinions import review_record


def curves(record: Record, engines: list[str], nodes: int = 2000) -> dict[str, list[float]]:
    """The rate of the first seat after every ply, by engine.

    >>> rates = curves(Record.from_moves("reversi", "f5 d6 c3"), ["alphabeta", "mcts"], nodes=200)
    >>> [(name, len(rates[name])) for name in rates]
    [('alphabeta', 4), ('mcts', 4)]
    """
    review = review_record(record, engines, Limits(nodes=nodes, seed=1))
    return {opinion.engine: [thought.rates[0] for thought in opinion.thoughts] for opinion in review.opinions}


def main(game: Path, picture: Path) -> None:
    """Draw the curves of a game into a picture."""
    from matplotlib.figure import Figure

    record = Record.load(game)
    figure = Figure(figsize=(9, 3), layout="constrained")
    axes = figure.subplots()
    for engine, rates in curves(record, ["alphabeta", "mcts"]).items():
        axes.plot(rates, label=engine)
    axes.axhline(0.5, color="grey", linestyle=":")
    axes.set(xlabel="ply", ylabel=f"win rate of {record.rules.seat_words(0).en}", ylim=(0, 1))
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
