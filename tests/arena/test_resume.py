"""Matches that are interrupted and taken up again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duiyi.analysis import Limits
from duiyi.arena import Conditions, LogError, Match, Progress, Report
from duiyi.arena.log import GameLog, Heading
from tests.arena import scripted
from tests.places import ROOT

HEADING = Heading(game="nogo(size=4)", players=(), pairing="", conditions=Conditions(), openings="")
PLAYERS = [scripted.random_mover, scripted.unhurried]

SCRIPT = """
import sys
from duiyi import Limits
from duiyi.arena import Match
from tests.arena import scripted
players = [scripted.random_mover, scripted.unhurried]
Match("nogo(size=4)", players, 12, Limits(nodes=1), concurrency=2, resume=sys.argv[1]).run()
"""


def run(path: Path | None, games: int = 12, played: list[Progress] | None = None) -> Report:
    seen = [] if played is None else played
    return Match("nogo(size=4)", PLAYERS, games, Limits(nodes=1), processes=False, resume=path).run(seen.append)


def test_a_killed_match_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)], cwd=ROOT)
    while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 4):
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = path.read_bytes().count(b"\n") - 1
    assert 3 <= kept < 12
    seen: list[Progress] = []
    report = run(path, played=seen)
    assert seen[0].done == kept
    assert len(seen) - 1 == 12 - kept
    assert report == run(None)


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = run(path, games=6)
    data = path.read_bytes()
    path.write_bytes(data[:-30])
    seen: list[Progress] = []
    assert run(path, games=6, played=seen) == whole
    assert len(seen) == 2
    assert path.read_bytes().count(b"\n") == 7
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = run(path, games=4)
    seen: list[Progress] = []
    assert run(path, games=4, played=seen) == first
    assert [progress.played for progress in seen] == [None]


def test_more_games_may_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    run(path, games=3)
    assert run(path, games=8) == run(None, games=8)


def test_the_games_of_another_match_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    run(path, games=2)
    with pytest.raises(LogError, match="expected nodes 5, found 1; give another file"):
        Match("nogo(size=4)", PLAYERS, 2, Limits(nodes=5), processes=False, resume=path).run()
    with pytest.raises(LogError, match="expected game 'nogo\\(size=3\\)'"):
        Match("nogo(size=3)", PLAYERS, 2, processes=False, resume=path).run()


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary\n")
    with pytest.raises(LogError, match="expected the games of a match"):
        run(path)
    assert path.read_text() == "dear diary\n"


def test_two_matches_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"

    def begin_another(progress: Progress) -> None:
        with pytest.raises(LogError, match="another match writing"):
            GameLog(path, HEADING)

    Match("nogo(size=4)", PLAYERS, 2, processes=False, resume=path).run(begin_another)
