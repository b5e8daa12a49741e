"""Import of ten thousand records: `python benchmarks/records.py [--games N] [--markdown]`.

Random games of usual lengths are written in every format, then read back; reading checks every move by the rules. The
files are made first and are not part of the time.
"""

from __future__ import annotations

import argparse
import platform
import random
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import track

from duiyi import load_game
from duiyi.records import FORMATS, Record, write_record, write_records
from duiyi.records.bulk import find_files, import_files

# Format, game, plies of a usual game
PLAN = [
    ("json", "reversi", 60),
    ("json", "xiangqi", 80),
    ("json", "gomoku(rule=renju)", 40),
    ("json", "nogo", 45),
    ("json", "chinese_checkers(seats=3)", 100),
    ("sgf", "gomoku(rule=renju)", 40),
    ("sgf", "reversi", 60),
    ("sgf", "nogo", 45),
    ("transcript", "reversi", 60),
    ("ggf", "reversi", 60),
    ("wthor", "reversi", 60),
    ("pgn", "xiangqi", 80),
    ("dhtmlxq", "xiangqi", 80),
    ("xqf", "xiangqi", 80),
    ("piskvork", "gomoku", 40),
    ("renlib", "gomoku(rule=renju)", 40),
    ("rif", "gomoku(rule=renju)", 40),
    ("gomocalc", "gomoku", 40),
    ("botzone", "nogo", 45),
    ("course", "nogo(rule=course)", 30),
    ("paths", "chinese_checkers(seats=3)", 100),
]


def random_game(spec: str, plies: int, rng: random.Random) -> Record:
    """A game of random moves of about that length."""
    game = load_game(spec)
    position = game.initial()
    moves: list[int] = []
    while position.outcome() is None and len(moves) < plies:
        moves.append(rng.choice(position.legal_moves()))
        position = position.after(moves[-1])
    return Record.from_moves(game, moves)


def write_files(folder: Path, number: int, rng: random.Random) -> int:
    """Write that many records, a file each or a collection of a hundred where the format holds many."""
    share = max(1, number // len(PLAN))
    for row, (name, spec, plies) in enumerate(track(PLAN, "writing", console=Console(stderr=True), transient=True)):
        records = [random_game(spec, plies, rng) for _ in range(share)]
        here = folder / f"{row:02d}"
        here.mkdir()
        suffix = FORMATS[name].suffixes[0]
        holds_many = FORMATS[name].holds_many or hasattr(FORMATS[name].module, "write_many")
        for start in range(0, share, 100 if holds_many else 1):
            chunk = records[start : start + 100] if holds_many else records[start : start + 1]
            data = write_records(chunk, name) if holds_many else write_record(chunk[0], name)
            (here / f"{start:06d}{suffix}").write_bytes(data)
    return share * len(PLAN)


def main() -> None:
    """Measure, format by format and all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--markdown", action="store_true", help="print the page benchmarks/records.md")
    arguments = parser.parse_args()
    rng = random.Random(1)
    rows: list[tuple[str, str, int, float]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        total = write_files(folder, arguments.games, rng)
        for row, (name, spec, _) in enumerate(track(PLAN, "reading", console=Console(stderr=True), transient=True)):
            files = find_files([folder / f"{row:02d}"])
            began = time.process_time()
            results = list(import_files(files))
            seconds = time.process_time() - began
            assert not any(one.errors for one in results)
            rows.append((FORMATS[name].title, spec, sum(len(one.records) for one in results), seconds))
    assert sum(records for _, _, records, _ in rows) == total
    seconds = sum(spent for *_, spent in rows)
    if arguments.markdown:
        print("# Import of records\n")
        print("Random games of usual lengths, read with every move checked by the rules, in seconds of one processor.")
        words = f"`python benchmarks/records.py --games {arguments.games} --markdown`"
        print(f"Made by {words}, Python {platform.python_version()}.\n")
        print("| format | game | records | records/s |\n|---|---|---:|---:|")
        for title, spec, records, spent in rows:
            print(f"| {title} | `{spec}` | {records} | {records / spent:,.0f} |")
        print(f"| **all** | | **{total}** | **{total / seconds:,.0f}** |")
        return
    for title, spec, records, spent in rows:
        print(f"{title:24} {spec:28} {records:6} records {records / spent:10,.0f} /s")
    print(f"{'all':53} {total:6} records {total / seconds:10,.0f} /s")


if __name__ == "__main__":
    main()
