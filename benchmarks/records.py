"""Import of ten thousand records: `python benchmarks/records.py [--games N] [--trips N] [--markdown]`.

Random games of usual lengths are written in every format, then read back; reading checks every move by the rules. The
files are made first and are not part of the time. Then all of them go into a new library by `duiyi library import`,
which writes them and the keys of all their positions to a database. At last so many random games of every game, to
their end or cut short, with comments and variations where the format holds them, go through every format and must come
back equal.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track

from duiyi import load_game
from duiyi.records import FORMATS, Record, read_records, write_record, write_records
from duiyi.records.bulk import find_files, import_files

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.records.games import WRITERS, random_record, rich_record

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


def into_library(folder: Path, database: Path) -> tuple[int, float, float]:
    """Import everything as a user would; games kept, processor seconds and wall seconds, start-up included."""
    words = ["library", "import", str(folder), "--database", str(database), "--json"]
    began, spent = time.perf_counter(), _children()
    run = [sys.executable, "-c", "from duiyi.cli.main import main; main()", *words]
    report = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)
    assert not report["refused"]
    return int(report["imported"]), _children() - spent, time.perf_counter() - began


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def round_trips(number: int) -> dict[str, tuple[int, int, int]]:
    """By game: games that went through each format, formats with their variants, and plies."""
    games: Counter[str] = Counter()
    cases: Counter[str] = Counter()
    plies: Counter[str] = Counter()
    every = [(name, spec) for name, specs in WRITERS.items() for spec in specs]
    for name, spec in track(every, "round trips", console=Console(stderr=True), transient=True):
        game, rng = spec.partition("(")[0], random.Random(f"trip {name} {spec}")
        for _ in range(number):
            record = random_record(spec, rng, 60) if name == "obf" else rich_record(spec, name, rng)
            (again,) = read_records(write_record(record, name), "", name)
            if name == "obf":  # it holds positions only
                end = record.position_at(len(record.moves))
                assert again.position_at(0).text() == end.text(), (name, record)
            else:
                assert again == record, (name, record)
            plies[game] += len(record.moves)
        games[game] += number
        cases[game] += 1
    return {game: (games[game], cases[game], plies[game]) for game in games}


def main() -> None:
    """Measure, format by format and all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--trips", type=int, default=0, help="round trips of each game through each format")
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
        kept, spent, wall = into_library(folder, folder / "library.db")
        assert kept == total
    assert sum(records for _, _, records, _ in rows) == total
    seconds = sum(took for *_, took in rows)
    trips = round_trips(arguments.trips) if arguments.trips else {}
    if arguments.markdown:
        print("# Import of records\n")
        print("Random games of usual lengths, read with every move checked by the rules, in seconds of one processor.")
        words = f"`python benchmarks/records.py --games {arguments.games} --trips {arguments.trips} --markdown`"
        print(f"Made by {words}, Python {platform.python_version()}.\n")
        print("| format | game | records | records/s |\n|---|---|---:|---:|")
        for title, spec, records, took in rows:
            print(f"| {title} | `{spec}` | {records} | {records / took:,.0f} |")
        print(f"| **all** | | **{total}** | **{total / seconds:,.0f}** |")
        print("\n`duiyi library import` of all of them into a new SQLite file, start-up included:")
        print(f"{wall:.1f} s by the clock on ", end="")
        print(f"{os.cpu_count()} cores, **{total / wall:,.0f} records a second**; {spent:.1f} s of processor time.")
        if trips:
            print("\n## Round trips\n\nRecord to format to record, equal in every part that the format holds.\n")
            print("| game | formats and variants | games | plies | unequal |\n|---|---:|---:|---:|---:|")
        for game, (count, cases, plies) in trips.items():
            print(f"| {game} | {cases} | {count:,} | {plies:,} | 0 |")
        return
    for title, spec, records, took in rows:
        print(f"{title:24} {spec:28} {records:6} records {records / took:10,.0f} /s")
    print(f"{'all':53} {total:6} records {total / seconds:10,.0f} /s")
    print(f"{'library':53} {total:6} records {total / wall:10,.0f} /s by the clock")
    for game, (count, cases, plies) in trips.items():
        print(f"{game}: {count} round trips through {cases} formats and variants, {plies} plies, all equal")


if __name__ == "__main__":
    main()
