"""`duiyi analyse`, as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duiyi.cli import main
from duiyi.records import Record

MOVES = "f5 d6 c3 d3 c4 f4 c5 b3 c2"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "game.sgf"
    Record.from_moves("reversi", MOVES).save(path)
    return path


def _run(*words: object) -> int:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    code = end.value.code
    assert isinstance(code, int)
    return code


def test_a_game_is_reviewed_in_all_forms(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("report.html", "report.png", "report.json", "annotated.sgf", "annotated.duiyi.json")
    outs = [game.with_name(name) for name in names]
    words = [word for out in outs for word in ("--out", out)]
    assert _run("analyse", game, "--nodes", 200, "--engines", "alphabeta mcts", *words) == 0
    assert "accuracy" in capsys.readouterr().out
    assert outs[0].read_text(encoding="utf-8").startswith("<!doctype html>")
    assert outs[1].read_bytes().startswith(b"\x89PNG")
    assert len(json.loads(outs[2].read_bytes())["opinions"]) == 2
    for path in outs[3:]:
        again = Record.load(path)
        assert again.mainline == tuple(MOVES.split())
        assert [note.engine for note in again.moves[0].notes] == ["alphabeta", "mcts"]


def test_the_review_is_one_object_of_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("analyse", game, "--nodes", 100, "--engine", "alphabeta", "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert len(first["opinions"][0]["thoughts"]) == 10
    assert (game.parent / "cache" / "duiyi" / "analyses.db").exists()
    assert _run("analyse", game, "--nodes", 100, "--engine", "alphabeta", "--json") == 0
    assert json.loads(capsys.readouterr().out) == first


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--out", "report.docx"), 2, "--out: expected .html"),
        (("--language", "fr"), 2, "--language: expected en or zh"),
        (("--number", "2"), 1, "--number from 1 to 1"),
        (("--engine", "deepmind"), 2, "expected an engine among"),
        (("--out", "nowhere/report.html"), 2, "--out: expected a folder that is there, got 'nowhere'"),
        (("--out", "game.pgn"), 1, "expected a game of xiangqi for PGN, found reversi"),
    ],
)
def test_wrong_words_are_refused_in_one_line(
    game: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, said: str
) -> None:
    assert _run("analyse", game, *words) == status
    error = capsys.readouterr().err.strip()
    assert said in error
    assert "\n" not in error


def test_a_picture_without_its_library_is_refused_before_the_work(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duiyi.cli.analyse.find_spec", lambda name: None)
    assert _run("analyse", game, "--out", game.with_name("curve.png")) == 2
    assert "pip install 'duiyi[pictures]'" in capsys.readouterr().err
