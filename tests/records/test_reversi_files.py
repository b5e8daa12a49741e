"""Reversi files written by hand: transcripts, OBF, GGF, WTHOR."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from duiyi.records import Record, RecordError, ggf, obf, read_records, transcript, wthor

START = "---------------------------O*------*O---------------------------"
FFO40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"


def test_transcripts_in_any_case_with_spaces_and_comments() -> None:
    records = transcript.read(b"F5D6C3\n\n# a remark\nf5 d6 c4 % the other\n", "games.oth")
    assert [record.mainline for record in records] == [("f5", "d6", "c3"), ("f5", "d6", "c4")]


def test_passes_are_put_in_and_may_be_written() -> None:
    game = Record.from_moves("reversi", "f5").rules
    position = game.initial()
    texts: list[str] = []
    # Walk the first legal moves until somebody must pass.
    while position.outcome() is None:
        move = position.legal_moves()[0]
        texts.append(game.move_text(move))
        position = position.after(move)
        if texts[-1] == "pass" and position.outcome() is None:
            move = position.legal_moves()[0]
            texts.append(game.move_text(move))
            break
    assert "pass" in texts
    bare = "".join(text for text in texts if text != "pass")
    for spelled in (bare, "".join(texts).replace("pass", "pa"), "".join(texts).replace("pass", "--")):
        assert transcript.read(spelled.encode())[0].mainline == tuple(texts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f5\nf5d6d6", "line 2, column 5: expected a legal move, found 'd6' .d6 is already taken"),
        ("f5 hello", "line 1, column 3: expected a square such as f5, found 'hello'"),
        ("f5pa", "line 1, column 3: expected a legal move, found 'pass'"),
        ("# nothing\n", "expected a transcript such as f5d6c3, found no moves"),
    ],
)
def test_bad_transcripts(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        transcript.read(text.encode(), "x")


def test_obf_positions_with_values() -> None:
    (record,) = obf.read(f"{FFO40} X; A2:+38; B1:-2;  % FFO 40\n".encode(), "x.obf")
    assert record.position_at(0).to_move == 0
    assert [(note.moves, note.score) for note in record.notes] == [(("a2",), 38.0), (("b1",), -2.0)]
    assert record.comment == "FFO 40"
    assert obf.read(obf.write(record)) == [record]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XO X;", "line 1, column 1: expected 64 squares"),
        (f"{FFO40} X; A1:+3;", "expected a legal move before its value, found 'A1'"),
        (f"{FFO40} X; A2:soon;", "expected a value such as A2:.38, found 'A2:soon'"),
        ("% none\n", "found no position"),
    ],
)
def test_bad_obf(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        obf.read(text.encode(), "x.obf")


def test_ggf_as_the_server_writes_it() -> None:
    rows = " ".join(START[row : row + 8] for row in range(0, 64, 8))
    text = (
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]RB[2196.37]RW[2200.35]"
        f"TI[05:00//02:00]TY[8]RE[+0.000]BO[8 {rows} *]B[d3//0.01]W[C5/1.50/2.25]B[f6];)\n"
    )
    (record,) = ggf.read(text.encode(), "x.ggf")
    assert record.mainline == ("d3", "c5", "f6")
    assert record.start is None
    assert record.header.names == ("Saio1200", "Saio3000")
    assert record.header.ratings == (2196.37, 2200.35)
    assert record.header.time_control == "05:00//02:00"
    assert [step.seconds for step in record.moves] == [0.01, 2.25, None]
    assert record.moves[1].notes[0].score == 1.5
    assert record.outcome is not None
    assert record.outcome.reason == "agreement"


def test_ggf_archives_hold_pairs_of_games_and_reasons() -> None:
    game = f"(;GM[Othello]PB[a]PW[b]TY[s8r18]RE[-64.00:t]BO[8 {START} *]B[f5];)"
    records = ggf.read(f"2 {game}{game}\n1 {game}".encode())
    assert len(records) == 3
    assert records[0].outcome is not None
    assert (records[0].outcome.scores, records[0].outcome.reason) == ((0.0, 1.0), "time")
    assert records[0].header.extra == {"TY": "s8r18"}
    assert ggf.read(ggf.write(records[0])) == records[:1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"(;GM[Othello]BO[8 {START} *]W[f5];)", "expected a move of Black, found W"),
        (f"(;GM[Othello]BO[8 {START} *]B[f5]W[f5];)", "expected a legal move"),
        ("(;GM[Othello]BO[8 --- *];)", r"expected BO\[size squares side\]"),
        ("(;GM[Othello]B[f5]", "found the end of the file"),
        ("nothing here", r"expected '\(;' of a GGF game"),
    ],
)
def test_bad_ggf(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        ggf.read(text.encode(), "x.ggf")


def database(*games: bytes, count: int | None = None, size: int = 8) -> bytes:
    number = len(games) if count is None else count
    return struct.pack("<BBBBiHHBBBB", 20, 24, 5, 17, number, 0, 1999, size, 0, 22, 0) + b"".join(games)


def game_bytes(*squares: str, discs: int = 40) -> bytes:
    moves = bytes(int(square[1]) * 10 + ord(square[0]) - 96 for square in squares)
    return struct.pack("<HHHBB60s", 1, 0, 2, discs, 36, moves)


def test_wthor_with_the_names_beside_it(tmp_path: Path) -> None:
    (tmp_path / "WTH_1999.wtb").write_bytes(database(game_bytes("f5", "d6", "c3"), game_bytes("f5", "f6", discs=32)))
    names = b"".join(name.ljust(20, b"\0") for name in (b"Tamenori Hideshi", b"???", b"Borassi Michele"))
    (tmp_path / "WTHOR.JOU").write_bytes(bytes(16) + names)
    events = b"".join(name.ljust(26, b"\0") for name in (b"Diverses parties", b"Championnat du Monde"))
    (tmp_path / "WTHOR.TRN").write_bytes(bytes(16) + events)
    first, second = Record.load_all(tmp_path / "WTH_1999.wtb")
    assert first.mainline == ("f5", "d6", "c3")
    assert first.header.names == ("Tamenori Hideshi", "Borassi Michele")
    assert first.header.event == "Championnat du Monde"
    assert first.header.date == "1999"
    assert first.outcome is not None
    assert first.outcome.scores == (1.0, 0.0)
    assert second.outcome is not None
    assert second.outcome.scores == (0.5, 0.5)


def test_wthor_without_lists_has_no_names() -> None:
    (record,) = read_records(database(game_bytes("f5")))
    assert record.header.names == ()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"short", "byte 5: expected a header of 16 bytes, found 5 bytes"),
        (database(game_bytes("f5"), count=2), "byte 4: expected 152 bytes for 2 games, found 84 bytes"),
        (database(size=10), "byte 12: expected a board of 8x8"),
        (database(game_bytes("f5", "f5")), "byte 25: expected a legal move"),
        (database(game_bytes("f5", "f9")), "byte 25: expected a move from 11 to 88, found 96"),
    ],
)
def test_bad_wthor(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        wthor.read(data, "x.wtb")
