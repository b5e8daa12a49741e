"""`duiyi convert`: one file, many files, folders, and the report of what was refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from duiyi.cli.convert import command
from duiyi.records import Record


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    (games / "deep").mkdir(parents=True)
    Record.from_moves("reversi", "f5 d6 c3").save(games / "one.sgf")
    Record.from_moves("reversi", "f5 f6").save(games / "deep" / "two.ggf")
    (games / "bad.oth").write_text("f5d6\nf5f5\n")
    (games / "notes.txt").write_text("no game")
    return games


def test_one_file_to_another(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command([folder / "one.sgf", tmp_path / "one.wtb"]) == 0
    assert Record.load(tmp_path / "one.wtb").mainline == ("f5", "d6", "c3")
    assert capsys.readouterr().out == "1 record of 1 file written as WTHOR\n"


def test_a_folder_to_one_file_with_a_report(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command([folder, tmp_path / "all.sgf"]) == 1
    assert len(Record.load_all(tmp_path / "all.sgf")) == 2
    captured = capsys.readouterr()
    assert "2 records of 2 files written as SGF; 2 refused" in captured.out
    assert "bad.oth: line 2, column 3: expected a legal move, found 'f5'" in captured.err
    assert "notes.txt: byte 0: expected the content of a known format" in captured.err


def test_good_games_of_a_bad_file_on_request(tmp_path: Path, folder: Path) -> None:
    assert command([folder / "bad.oth", tmp_path / "out.oth"]) == 1
    assert not (tmp_path / "out.oth").exists()
    assert command([folder / "bad.oth", tmp_path / "out.oth"], skip_bad=True) == 1
    assert (tmp_path / "out.oth").read_text() == "f5d6\n"


def test_a_folder_to_a_folder(tmp_path: Path, folder: Path) -> None:
    out = tmp_path / "out"
    assert command([folder, out], target="transcript") == 1
    assert sorted(path.name for path in out.iterdir()) == ["one.oth", "two.oth"]
    command([folder, out], target="transcript")
    assert sorted(path.name for path in out.iterdir()) == ["one.oth", "one_2.oth", "two.oth", "two_2.oth"]


def test_many_games_into_a_format_that_holds_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.gomocalc").write_text("h8h9\nh8i9\n")
    assert command([tmp_path / "games.gomocalc", tmp_path / "game.psq"]) == 1
    assert "expected one record for Piskvork, found 2 records" in capsys.readouterr().err
    assert command([tmp_path / "games.gomocalc", tmp_path / "out"], target="piskvork") == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["games-0001.psq", "games-0002.psq"]


def test_the_report_as_json(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command([folder, tmp_path / "all.ggf"], as_json=True) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["files"], report["records"], report["format"]) == (2, 2, "ggf")
    assert [refused["place"] for refused in report["refused"]] == ["line 2, column 3", "byte 0"]


def test_pgn_in_a_chosen_notation(tmp_path: Path) -> None:
    Record.from_moves("xiangqi", "h2e2 h9g7").save(tmp_path / "a.xqf")
    for notation, text in (("chinese", "炮二平五"), ("wxf", "C2.5"), ("iccs", "H2-E2")):
        assert command([tmp_path / "a.xqf", tmp_path / "a.pgn"], notation=notation) == 0
        assert text in (tmp_path / "a.pgn").read_text(encoding="utf-8")


def test_a_format_that_cannot_hold_the_game_leaves_no_file(tmp_path: Path, folder: Path) -> None:
    assert command([folder / "one.sgf", tmp_path / "one.pgn"]) == 1
    assert not (tmp_path / "one.pgn").exists()


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "flat").write_text("no folder")
    with pytest.raises(OSError, match=r"flat/one.sgf: expected a file that can be written, found "):
        command([folder / "one.sgf", tmp_path / "flat" / "one.sgf"])


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command([tmp_path / "none.sgf", tmp_path / "out.sgf"]) == 1
    assert "expected a file that can be read, found No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (["a.sgf"], {}, "expected what to read and what to write"),
        (["a.sgf", "b.foo"], {}, "OUT: expected a suffix among .duiyi.json"),
        (["a.sgf", "b.cbl"], {}, "can be read only"),
        (["a.sgf", "b.sgf"], {"target": "foo"}, "expected a format among json"),
        (["a.sgf", "b.pgn"], {"notation": "foo"}, "--notation: expected chinese, wxf or iccs, got 'foo'"),
    ],
)
def test_wrong_words_are_told(words: list[str], options: dict[str, str], message: str) -> None:
    with pytest.raises(typer.BadParameter, match=message):
        command([Path(word) for word in words], **options)  # type: ignore[arg-type]
