"""The examples as their first lines say they are called, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from duiyi.records import Header, Record
from tests.places import ROOT


def run(folder: Path, *words: str) -> str:
    """What a script prints; it must end well."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "MPLCONFIGDIR": str(folder / "mpl")}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def game(names: tuple[str, str]) -> Record:
    return Record.from_moves("reversi", "f5 d6 c3 d3 c4 f4", header=Header(names=names))


def test_a_folder_of_games_is_reviewed(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    game(("Ann", "Bob")).save(games / "one.sgf")
    game(("Bob", "Cid")).save(games / "two.ggf")
    (games / "bad.oth").write_text("f5f5")
    rows = run(tmp_path, "examples/review_folder.py", str(games), "--nodes", "100").splitlines()
    assert sorted(row.split()[1] for row in rows) == ["Ann", "Bob", "Cid"]
    assert all(0 <= float(row.split()[0]) <= 100 for row in rows)


def test_a_curve_is_plotted(tmp_path: Path) -> None:
    game(("Ann", "Bob")).save(tmp_path / "game.sgf")
    picture = tmp_path / "curve.png"
    run(tmp_path, "examples/plot_win_rates.py", str(tmp_path / "game.sgf"), str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_tournament_ends_in_a_table(tmp_path: Path) -> None:
    table = run(tmp_path, "examples/tournament.py", "nogo(size=3)", "2")
    assert sorted(line.split()[0] for line in table.splitlines()[1:]) == [
        "crowder",
        "greedy",
        "mcts",
        "minimax(depth=2)",
    ]
