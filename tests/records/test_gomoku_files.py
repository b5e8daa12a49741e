"""Gomoku and Renju files written by hand: Piskvork, RenLib, RenjuNet, gomocalc."""

from __future__ import annotations

import pytest

from duiyi.records import Record, RecordError, gomocalc, piskvork, read_records, renlib, rif


def test_psq_counts_from_one_and_rows_from_the_top() -> None:
    text = (
        "Piskvorky 20x20, 11:11, 1\r\n1,1,0\r\n20,20,1250\r\n10,5,30\r\nC:\\ai\\pbrain-a.exe\r\npbrain-b.zip\r\n-1\r\n"
    )
    (record,) = read_records(text.encode(), "0_1.psq")
    assert record.game == "gomoku(size=20)"
    assert record.mainline == ("a20", "t1", "j16")
    assert [step.seconds for step in record.moves] == [None, 1.25, 0.03]
    assert record.header.names == ("C:\\ai\\pbrain-a.exe", "pbrain-b.zip")
    assert record.outcome is None


def test_rec_counts_from_zero_and_has_the_names_first() -> None:
    (record,) = read_records(b"first\nsecond\n7,7,0\n8,7,10\n", "game.rec")
    assert record.mainline == ("h8", "i8")
    assert record.header.names == ("first", "second")


def test_a_psq_past_six_in_a_row_was_played_by_the_standard_rule() -> None:
    black = [(1, 1), (2, 1), (3, 1), (5, 1), (6, 1), (4, 1), (8, 1)]
    white = [(1, 15), (2, 15), (3, 15), (5, 14), (6, 13), (8, 12)]
    lines = [f"{x},{y},0" for pair in zip(black, [*white, (9, 9)], strict=True) for x, y in pair]
    (record,) = piskvork.read("\n".join(["Piskvorky 15x15, 0:0, 0", *lines]).encode())
    assert record.game == "gomoku(rule=standard)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Piskvorky 20x15, 0:0, 0\n1,1,0", "expected a square board, found 20x15"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0", "line 3, column 1: expected a legal move, found 'a15'"),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0", "expected a point on a board of 15x15, found 15,0"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\nname\n2,2,0", "line 4, column 1: expected no move after the names"),
        ("Piskvorky 99x99, 0:0, 0\n1,1,0", "expected a game, found"),
        ("hello", "expected 'Piskvorky 15x15' or moves such as 7,7,0, found 'hello'"),
    ],
)
def test_bad_piskvork(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        piskvork.read(text.encode(), "x.psq")


HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


def test_renlib_with_siblings_comments_and_board_texts() -> None:
    body = (
        b"\x00\x00"  # the root
        b"\x78\x08" + "天元".encode("gbk") + b"\x08more\x00"  # h8 with two lines of comment
        b"\x68\x80"  # h9, and there is another second move
        b"\x5a\x51\x00\x01A\x00"  # j10, marked, with a text on the board; nothing after it
        b"\x69\x40"  # i9 instead of h9
    )
    (record,) = read_records(HEADER + body, "x.lib")
    assert record.game == "gomoku(rule=renju)"
    assert record.mainline == ("h8", "h9", "j10")
    assert record.moves[0].comment == "天元\nmore"
    assert record.moves[2].comment == "A"
    assert record.moves[2].marks == ("*",)
    assert record.moves[1].variations[0][0].move == "i9"


def test_renlib_from_the_corners_tells_the_orientation() -> None:
    assert renlib.read(HEADER + b"\x00\x00\x01\x00\x0f\x00\xe1\x00\xef\x40")[0].mainline == ("a15", "o15", "a1", "o1")


def test_renlib_of_old_versions_has_no_root_and_other_comments() -> None:
    body = b"\x78\x20cente\xf2\x68\x40"
    (record,) = renlib.read(b"\xffRenLib\xff\x03\x00" + b"\xff" * 10 + body)
    assert record.moves[0].comment == "center"
    assert record.mainline == ("h8", "h9")


def test_a_library_that_shows_a_forbidden_point_is_read_as_gomoku() -> None:
    # Black's h8, after stones on h7, h6, g8 and f8, is a double three: legal only without forbidden points.
    points = [0x88, 0x01, 0x98, 0x0F, 0x77, 0xE1, 0x76, 0xEF, 0x78]
    body = b"\x00\x00" + b"".join(bytes([point, 0x00]) for point in points[:-1]) + bytes([points[-1], 0x40])
    (record,) = renlib.read(HEADER + body)
    assert record.game == "gomoku"
    assert len(record.moves) == 9


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "byte 20: expected two bytes of a node, found 0"),
        (b"\x00\x00\x10\x40", "byte 22: expected a point of 15x15, found 0x10"),
        (b"\x00\x00\x78\x00\x78\x40", "byte 24: expected a legal move, found 'h8'"),
        (b"\x00\x00\x78\x00\x00\x40", "byte 24: expected a stone, for Gomoku knows no pass"),
        (b"\x00\x00\x78\x48no end", "byte 24: expected a zero at the end of a text"),
    ],
)
def test_bad_renlib(body: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        renlib.read(HEADER + body, "x.lib")


DATABASE = """<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0">
<players><player id="3" name="Ann" surname="Lee" country="1"/><player id="4" name="Bob" surname="Ray"/></players>
<tournaments><tournament id="9" name="World Championship" year="1999" start="1999-08-01"/></tournaments>
<rules><rule id="1" name="RIF"><info>old rule</info></rule></rules>
<openings><opening id="5" name="direct 5" abbr="5d"/></openings>
<games>
<game id="1" publisher="3" tournament="9" round="2" rule="1" black="3" white="4" bresult="0.5" opening="5" swap="">
<move>h8 h9 h10 i10</move><info>good &amp; short</info></game>
<game id="2" black="4" white="3" bresult="0"><move/></game>
<game id="3" black="4" white="3" bresult="0"><move>h8 i9</move></game>
</games></database>"""


def test_renjunet_xml_with_its_lists() -> None:
    first, second = read_records(DATABASE.encode(), "x.rif")
    assert first.mainline == ("h8", "h9", "h10", "i10")
    assert first.game == "gomoku(rule=renju)"
    header = first.header
    assert header.names == ("Ann Lee", "Bob Ray")
    assert (header.event, header.date, header.round, header.opening) == (
        "World Championship",
        "1999-08-01",
        "2",
        "direct 5",
    )
    assert header.extra == {"rule": "RIF"}
    assert first.comment == "good & short"
    assert first.outcome is not None
    assert first.outcome.reason == "agreement"
    assert second.outcome is not None
    assert second.outcome.scores == (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<database><games>", "expected well-formed XML, found no element found"),
        ("<database><games/></database>", "expected a <game> with moves"),
        (
            "<database><games><game><move>h8 h8</move></game></games></database>",
            "line 1: move 2: expected a legal move",
        ),
        (
            '<!DOCTYPE database [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><database>&b;</database>',
            "expected XML without a document type",
        ),
        ('<!DOCTYPE d SYSTEM "file:///etc/passwd"><database/>', "expected XML without a document type"),
    ],
)
def test_bad_renjunet(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        rif.read(text.encode(), "x.rif")


def test_gomocalc_strings() -> None:
    records = gomocalc.read(b"# two games\nH8 i9G10\nh8o15 renju\nt20 a1 size=20 standard\n")
    assert [record.mainline for record in records] == [("h8", "i9", "g10"), ("h8", "o15"), ("t20", "a1")]
    assert [record.game for record in records] == ["gomoku", "gomoku(rule=renju)", "gomoku(size=20,rule=standard)"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("h8h8", "line 1, column 3: expected a legal move, found 'h8'"),
        ("h8 hello", "line 1, column 3: expected a point such as h8, found 'hello'"),
        ("p16", "expected a move, found 'p16'"),
        ("", "found no points"),
    ],
)
def test_bad_gomocalc(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        gomocalc.read(text.encode(), "x")


def test_choices_of_an_opening_have_no_place_in_these_formats() -> None:
    record = Record.from_moves("gomoku(opening=swap)", "h8 h9 g7 black")
    for module in (piskvork, renlib, rif, gomocalc):
        with pytest.raises(RecordError, match="expected a game of gomoku without opening choices"):
            module.write(record)
