"""`duiyi library` and `duiyi puzzles`, as a user calls them."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from duiyi import load_game
from duiyi.cli import library, main
from duiyi.records import Header, Record
from duiyi.review.puzzle_set import load_puzzles
from duiyi.server.imports import make_rows


def _run(*words: object) -> int:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    code = end.value.code
    assert isinstance(code, int)
    return code


def test_a_folder_is_imported_and_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    Record.from_moves("reversi", "f5 d6 c3", header=Header(names=("Ann", "Bob"))).save(folder / "a.sgf")
    Record.from_moves("reversi", "e6 f4 c3", header=Header(names=("Cid", "Ann"))).save(folder / "b.sgf")
    (folder / "c.oth").write_text("f5f5")
    database = ("--database", tmp_path / "library.db")
    assert _run("library", "import", folder, *database, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["files"], report["imported"], len(report["refused"])) == (3, 2, 1)
    position = Record.from_moves("reversi", "f5 d6").position_at(2).text()
    words = ("library", "search", *database, "--game", "reversi", "--position", position)
    assert _run(*words, "--json") == 0
    assert json.loads(capsys.readouterr().out)["total"] == 2
    assert _run(*words, "--player", "cid") == 0
    out = capsys.readouterr().out
    assert "Cid - Ann" in out
    assert "1 of 1 games" in out


def test_a_helper_that_is_killed_loses_nothing_that_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ann", "bob", "cid"):
        Record.from_moves("reversi", "f5 d6 c3", header=Header(names=(name, "eve"))).save(tmp_path / f"{name}.sgf")

    def make_or_die(records: tuple[Record, ...], now: int) -> Any:
        if records[0].header.names[0] == "bob":
            os.kill(os.getpid(), signal.SIGKILL)
        return make_rows(records, now)

    # Every file is a job of its own, and none is read ahead of the one before.
    monkeypatch.setattr(library, "_BYTES", 1)
    monkeypatch.setattr(library, "_AHEAD", 1)
    monkeypatch.setattr(library, "make_rows", make_or_die)
    database = ("--database", tmp_path / "library.db")
    assert _run("library", "import", *sorted(tmp_path.glob("*.sgf")), *database) == 1
    told = capsys.readouterr()
    assert told.out == "1 game of 1 file imported; 0 refused\n"
    (line,) = told.err.strip().splitlines()
    assert "a helper process was killed" in line
    assert line.endswith(f"1 file done, 2 files left: import again from {tmp_path / 'bob.sgf'} on")
    assert _run("library", "search", *database, "--json") == 0
    assert [one["players"][0]["name"] for one in json.loads(capsys.readouterr().out)["games"]] == ["ann"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("burn",), "expected import or search"),
        (("import",), "expected files"),
        (("search", "--position", "x"), "--game"),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("library", *words) == 2
    assert said in capsys.readouterr().err


def test_files_without_games_are_named_and_the_work_has_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("no game")
    assert _run("puzzles", tmp_path, tmp_path / "none.sgf") == 1
    told = capsys.readouterr()
    assert told.out == "0 puzzles in 0 games; 2 refused\n"
    assert "notes.txt: byte 0: expected the content of a known format" in told.err
    assert _run("analyse", tmp_path / "none.sgf") == 1
    assert "none.sgf: expected a file that can be read, found No such file" in capsys.readouterr().err


def test_puzzles_are_found_in_a_file_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.game == "reversi")
    game = load_game("reversi")
    position, moves = game.position(puzzle.start), []
    while position.outcome() is None:
        moves.append(game.move_text(position.legal_moves()[0]))
        position = position.after(position.legal_moves()[0])
    Record.from_moves("reversi", moves, start=puzzle.start).save(tmp_path / "end.duiyi.json")
    assert _run("puzzles", tmp_path / "end.duiyi.json", "--json", "--out", tmp_path / "puzzles.json") == 0
    found = json.loads(capsys.readouterr().out)["puzzles"]
    assert puzzle.id in [one["id"] for one in found]
    assert json.loads((tmp_path / "puzzles.json").read_bytes()) == found
