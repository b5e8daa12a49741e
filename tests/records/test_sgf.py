"""SGF files written by hand, in the dialects that programs write."""

from __future__ import annotations

import random

import pytest
from sgfmill import sgf as sgfmill

from duiyi.records import Record, RecordError, read_records, write_record
from duiyi.records.sgf import read
from tests.records.games import WRITERS, rich_record


def one(text: str, encoding: str = "utf-8") -> Record:
    (record,) = read(text.encode(encoding), "game.sgf")
    return record


def test_a_renju_game_with_variations_and_comments() -> None:
    record = one(
        """(;FF[4]GM[4]SZ[15]RU[Renju]PB[Ann]PW[Bob]BR[5 dan]WR[2100]EV[Cup]DT[2020-01-02]RE[B+R]
        C[before]
        ;B[hh];W[hg](;B[ih]TE[1]BL[118.5];W[jh]C[why \\] not])(;B[gg]N[other]))"""
    )
    assert record.game == "gomoku(rule=renju)"
    assert record.mainline == ("h8", "h9", "i8", "j8")
    assert record.comment == "before"
    assert record.moves[2].marks == ("!",)
    assert record.moves[2].clock == 118.5
    assert record.moves[3].comment == "why ] not"
    assert record.moves[2].variations[0][0].move == "g9"
    assert record.moves[2].variations[0][0].comment == "other"
    assert record.header.names == ("Ann", "Bob")
    assert record.header.ratings == (None, 2100.0)
    assert record.header.extra == {"BR": "5 dan"}
    assert record.outcome is not None
    assert (record.outcome.scores, record.outcome.reason) == ((1.0, 0.0), "resign")


def test_points_may_be_the_boards_own_labels() -> None:
    assert one("(;GM[4];B[h8];W[H9])").mainline == ("h8", "h9")
    assert one("(;GM[2];B[f5];W[D6])").mainline == ("f5", "d6")


def test_reversi_with_a_pass_and_the_discs_set_up() -> None:
    record = one("(;GM[2]SZ[8]AB[ed][de]AW[dd][ee];B[fe];W[df])")
    assert record.start is None
    assert record.mainline == ("f5", "d6")
    start = "8/8/8/8/8/8/8/xo6 o"
    passed = Record.from_moves("reversi", "pass c8", start=start)
    assert read_records(write_record(passed, "sgf")) == [passed]
    assert one("(;GM[2]AB[ah]AW[bh]PL[W];W[];B[ch])") == passed
    assert one("(;GM[2]AB[ah]AW[bh]PL[W];W[tt];B[ch])") == passed


def test_nogo_is_go_with_its_rule_named() -> None:
    assert one("(;GM[1]SZ[9]RU[NoGo];B[ee];W[aa])").mainline == ("E5", "A9")
    assert one("(;GM[1]SZ[5:3]RU[No-Go];B[ec])").game == "nogo(rows=3,cols=5)"
    assert one("(;GM[1]SZ[9]RU[NoGo course];B[ee])").game == "nogo(rule=course)"
    with pytest.raises(RecordError, match=r"expected GM\[4\] Gomoku, GM\[2\] Reversi, or GM\[1\] with RU\[NoGo\]"):
        one("(;GM[1]SZ[19];B[pd])")


def test_stones_set_up_in_rectangles_and_taken_away_again() -> None:
    record = one("(;GM[4]AB[aa:ca]AW[hh]AE[ba];PL[W];W[ab])")
    assert record.start == "x1x12/15/15/15/15/15/15/7o7/15/15/15/15/15/15/15 o"
    assert record.mainline == ("a14",)


def test_white_may_begin() -> None:
    record = one("(;GM[4];W[hh];B[ii])")
    assert record.start is not None
    assert record.start.endswith(" o")


def test_a_file_without_a_rule_is_read_by_one_that_fits() -> None:
    six = ";B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[ea];W[eo];B[fa];W[fo];B[da];W[oo]"
    assert one(f"(;GM[4]{six})").game == "gomoku(rule=standard)"
    with pytest.raises(RecordError, match="the game is over: Black wins with five in a row"):
        one(f"(;GM[4]RU[freestyle]{six})")


def test_an_overline_is_refused_to_black_in_renju_with_the_reason() -> None:
    moves = ";B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[ea];W[eo];B[fa];W[ho];B[da]"
    with pytest.raises(RecordError, match=r"line 1, column .*a15 is forbidden|d15 is forbidden to Black"):
        one(f"(;GM[4]RU[renju]{moves})")


def test_chinese_encodings_even_where_a_character_holds_a_bracket() -> None:
    # The second byte of this character is ']' in GBK: reading by bytes would end the comment.
    assert "昡".encode("gbk")[1:] == b"]"
    record = one("(;GM[4]CA[GB2312]PB[昡];B[hh]C[昡五子])", "gbk")
    assert record.header.names == ("昡", "")
    assert record.moves[0].comment == "昡五子"


def test_old_long_names_and_text_around_the_game() -> None:
    assert one("Here it is: (;GaMe[4]SiZe[15];Black[hh];White[ii]) bye").mainline == ("h8", "i7")


def test_a_collection_holds_many_games() -> None:
    assert [record.game for record in read(b"(;GM[4];B[hh])\n(;GM[2];B[fe])")] == ["gomoku", "reversi"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[4];B[hh];B[ii])", "line 1, column 14: expected a move of White, found B"),
        ("(;GM[4];B[hh]W[ii])", "expected one move in a node, found several"),
        ("(;GM[4];B[hh];W[hh])", "column 14: expected a legal move, found 'h8' .h8 is already taken"),
        ("(;GM[4];B[zz])", "expected a point on a board of 15x15, found 'zz'"),
        ("(;GM[4];B[hh];AB[aa])", "expected set-up stones before the first move only"),
        ("(;GM[4]SZ[99];B[hh])", "expected a game, found"),
        ("(;GM[4]\n;B[hh]", r"line 2, column 7: expected '\)' at the end of the game, found the end of the file"),
        ("(;GM[4];B[hh)", "expected a property, ';'"),
        ("hello", r"expected '\(;' of an SGF game, found 'hello'"),
        ("", "found nothing"),
        ("(;GM[4];B[];W[hh])", "expected a move, found 'pass'"),
        ("(;GM[4]DUIYI[gomoku];B[hh]DYN[{])", "expected notes in JSON"),
        ("(;GM[40];B[hh])", r"found GM\[40\]"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        one(text)


# sgfmill knows square boards only.
@pytest.mark.parametrize("spec", [spec for spec in WRITERS["sgf"] if "rows" not in spec])
def test_another_library_sees_the_same_tree(spec: str) -> None:
    rng = random.Random(spec)
    for _ in range(5):
        record = rich_record(spec, "sgf", rng)
        game = sgfmill.Sgf_game.from_bytes(write_record(record, "sgf"))
        nodes = list(game.get_main_sequence())
        assert len(nodes) == len(record.moves) + 1
        assert game.get_root().get("PB") == "棋手0" or "opening" in spec
        for node, step in zip(nodes[1:], record.moves, strict=True):
            assert (node.get("C") if node.has_property("C") else "") == step.comment
            assert len(node.parent) == 1 + len(step.variations)


def test_names_follow_the_colours_when_an_opening_swaps_them() -> None:
    record = one("(;GM[4]DUIYI[gomoku(opening=swap)]PB[x]PW[y];B[hh];W[hg];B[gg];DYM[black])")
    assert record.header.names == ("y", "x")
    assert read_records(write_record(record, "sgf")) == [record]
    assert b"PB[x]" in write_record(record, "sgf")
