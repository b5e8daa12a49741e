"""Review a folder of games: who played how well, and the worst moves of all of them.

    python examples/review_folder.py games/ --nodes 5000

Files may be of any format; what cannot be read is told and left out. What the engine finds is kept on disk, so a second
run is quick.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from duiyi import Limits
from duiyi.records import Record
from duiyi.records.bulk import find_files, import_files
from duiyi.review.cache import AnalysisCache, DiskCache, default_cache_path
from duiyi.review.opinions import review_record


def table(
    records: Iterable[Record], engine: str = "champion", nodes: int = 5000, cache: AnalysisCache | None = None
) -> dict[str, float]:
    """The mean accuracy of every player, the best first.

    >>> from duiyi.records import Header
    >>> game = Record.from_moves("reversi", "f5 d6 c3 d3", header=Header(names=("Ann", "Bob")))
    >>> sorted(table([game], "alphabeta", nodes=200))
    ['Ann', 'Bob']
    """
    accuracies: dict[str, list[float]] = defaultdict(list)
    for record in records:
        opinion = review_record(record, [engine], Limits(nodes=nodes, seed=1), cache=cache).opinions[0]
        for name, seat in zip(record.header.names, opinion.seats, strict=False):
            if seat.moves:
                accuracies[name or "?"].append(seat.accuracy)
    means = {name: sum(values) / len(values) for name, values in accuracies.items()}
    return dict(sorted(means.items(), key=lambda row: -row[1]))


def main() -> None:
    """Read, review, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--engine", default="champion")
    parser.add_argument("--nodes", type=int, default=5000)
    wanted = parser.parse_args()
    records: list[Record] = []
    for one in import_files(find_files([wanted.folder]), skip_bad=True):
        records += one.records
        for error in one.errors:
            print(error, file=sys.stderr)
    cache = DiskCache(default_cache_path())
    for name, accuracy in table(records, wanted.engine, wanted.nodes, cache).items():
        print(f"{accuracy:5.1f}  {name}")
    cache.close()


if __name__ == "__main__":
    main()
