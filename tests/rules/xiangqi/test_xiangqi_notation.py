"""Chinese four characters, WXF and ICCS: written, read, and never ambiguous."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duiyi import IllegalMove, Position, TextError, load_game
from duiyi.games.xiangqi_notation import parse_any, to_chinese, to_iccs, to_wxf
from tests.rules.xiangqi.boards import placed_positions, played_positions

GAME = load_game("xiangqi")
START = GAME.initial().text()
TWO_FILES = "3k5/2P1P4/2P1P4/9/9/9/9/9/9/4K4 w"
THREE = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w"
FOUR = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w"
FIVE = "P8/P2k5/P8/P8/P8/9/9/9/9/5K3 w"

# (position, move, Chinese, WXF)
WRITTEN = [
    (START, "h2e2", "炮二平五", "C2.5"),
    (START, "b0c2", "马八进七", "H8+7"),
    (START, "c3c4", "兵七进一", "P7+1"),
    (START, "a0a1", "车九进一", "R9+1"),
    (START, "d0e1", "仕六进五", "A6+5"),
    (START, "g0e2", "相三进五", "E3+5"),
    (START, "e0e1", "帅五进一", "K5+1"),
    (START.replace(" w", " b"), "h9g7", "马８进７", "H8+7"),
    (START.replace(" w", " b"), "h7e7", "炮８平５", "C8.5"),
    (START.replace(" w", " b"), "e9e8", "将５进１", "K5+1"),
    (START.replace(" w", " b"), "d9e8", "士４进５", "A4+5"),
    # two on a file
    ("3k5/9/9/9/4C4/9/9/4C4/9/5K3 w", "e5a5", "前炮平九", "C+.9"),
    ("3k5/9/9/9/4C4/9/9/4C4/9/5K3 w", "e2e1", "后炮退一", "C--1"),
    ("5k3/9/9/4r4/9/9/4r4/9/9/3K5 b", "e3e2", "前车进１", "R++1"),
    ("5k3/9/9/4r4/9/9/4r4/9/9/3K5 b", "e6i6", "后车平９", "R-.9"),
    ("3k5/9/9/2N6/9/9/2N6/9/9/5K3 w", "c3d5", "后马进六", "H-+6"),
    # advisors and elephants are told apart by their direction
    ("4k4/9/9/9/9/9/8p/3A5/9/3A1K3 w", "d2e1", "仕六退五", "A6-5"),
    ("4k4/9/9/9/9/9/8p/3A5/9/3A1K3 w", "d0e1", "仕六进五", "A6+5"),
    # soldiers sharing a file: two, three, four, five
    ("3k5/9/4P4/4P4/9/9/9/9/9/5K3 w", "e7d7", "前兵平六", "P+.6"),
    ("3k5/9/4P4/4P4/9/9/9/9/9/5K3 w", "e6d6", "后兵平六", "P-.6"),
    (THREE, "e7d7", "前兵平六", "P+.6"),
    (THREE, "e6f6", "中兵平四", "P3.4"),
    (THREE, "e5f5", "后兵平四", "P-.4"),
    (FOUR, "e8f8", "一兵平四", "++.4"),
    (FOUR, "e7f7", "二兵平四", "P+.4"),
    (FOUR, "e6f6", "三兵平四", "P-.4"),
    (FOUR, "e5f5", "四兵平四", "--.4"),
    (FIVE, "a9b9", "一兵平八", "++.8"),
    (FIVE, "a7b7", "三兵平八", "P3.8"),
    (FIVE, "a5b5", "五兵平八", "--.8"),
    ("5k3/9/9/9/9/4p4/4p4/4p4/9/3K5 b", "e3f3", "中卒平６", "P3.6"),
    # two crowded files: numbered from the mover's right, each from the front
    (TWO_FILES, "e8f8", "一兵平四", "5+.4"),
    (TWO_FILES, "e7d7", "二兵平六", "5-.6"),
    (TWO_FILES, "c8b8", "三兵平八", "7+.8"),
    (TWO_FILES, "c7d7", "四兵平六", "7-.6"),
    ("3k5/2P1P4/2P1P4/2P6/9/9/9/9/9/4K4 w", "c7b7", "四兵平八", "73.8"),
    # a lone soldier on file 3 owns P3, so the middle of three takes its file
    ("3k5/9/4P4/4P1P2/4P4/9/9/9/9/5K3 w", "e6f6", "中兵平四", "53.4"),
    ("3k5/9/4P4/4P1P2/4P4/9/9/9/9/5K3 w", "g6f6", "兵三平四", "P3.4"),
]


@pytest.mark.parametrize(("text", "move", "chinese", "wxf"), WRITTEN)
def test_moves_are_written_and_read(text: str, move: str, chinese: str, wxf: str) -> None:
    position = GAME.position(text)
    number = GAME.parse_move(move)
    assert to_chinese(position, number) == chinese
    assert to_wxf(position, number) == wxf
    assert to_iccs(position, number) == f"{move[:2]}-{move[2:]}".upper()
    for written in (chinese, wxf, move, to_iccs(position, number)):
        assert GAME.move_text(parse_any(position, written)) == move


@pytest.mark.parametrize(
    ("text", "written", "move"),
    [
        (START, "砲二平五", "h2e2"),
        (START, "炮2平5", "h2e2"),
        (START, "炮２平５", "h2e2"),
        (START, " 炮 二 平 五 ", "h2e2"),
        (START, "C2=5", "h2e2"),
        (START, "c2.5", "h2e2"),
        (START, "Ｃ２．５", "h2e2"),
        (START, "傌八進七", "b0c2"),
        (START, "馬八上七", "b0c2"),
        (START, "N8+7", "b0c2"),
        (START, "俥九進一", "a0a1"),
        (START, "B3+5", "g0e2"),
        (START, "象三进五", "g0e2"),
        (START, "帥五進一", "e0e1"),
        (START.replace(" w", " b"), "馬8進7", "h9g7"),
        (START.replace(" w", " b"), "马八进七", "h9g7"),
        (START.replace(" w", " b"), "h8+7", "h9g7"),
        ("5k3/9/9/4r4/9/9/4r4/9/9/3K5 b", "後車平9", "e6i6"),
        ("4k4/9/9/9/9/9/8p/3A5/9/3A1K3 w", "前仕退五", "d2e1"),
        # other ways with soldiers
        (TWO_FILES, "后七平六", "c7d7"),
        (TWO_FILES, "前五平四", "e8f8"),
        (TWO_FILES, "二7平6", "c7d7"),
        (TWO_FILES, "前兵平八", "c8b8"),  # only one of the two front soldiers can go there
        (THREE, "二兵平四", "e6f6"),
        (THREE, "中五平四", "e6f6"),
        (THREE, "25=4", "e6f6"),
        (FOUR, "前兵平四", "e8f8"),
        ("3k5/9/4P4/4P4/9/9/9/9/9/5K3 w", "5-.6", "e6d6"),
        # the file of two cannons, when one move alone fits
        ("3k5/9/9/9/4C4/9/9/4C4/9/5K3 w", "炮五进四", "e5e9"),
    ],
)
def test_what_others_write_is_read(text: str, written: str, move: str) -> None:
    assert GAME.move_text(parse_any(GAME.position(text), written)) == move


@pytest.mark.parametrize(
    ("text", "written", "complaint"),
    [
        (TWO_FILES, "后兵平六", "means several moves here: c7d7, e7d7"),
        ("3k5/9/9/9/4C4/9/9/4C4/9/5K3 w", "炮五平九", "means several moves here: e2a2, e5a5"),
        (START, "炮二平二", "no legal move here is written"),
        (START, "马二进四", "no legal move here is written"),
        (START, "h2f5", "is not legal here: the cannon does not move like that"),
        (START, "", "expected four signs such as 炮二平五, C2.5 or h2e2, got ''"),
        (START, "炮二平", "expected four signs"),
        (START, "炮二平五五", "expected four signs"),
        (START, "X2.5", "expected four signs"),
        (START, "Fc.5", "expected four signs"),
        (START, "炮" * 5000, "expected four signs"),
    ],
)
def test_what_means_nothing_or_too_much_is_refused(text: str, written: str, complaint: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_any(GAME.position(text), written)
    assert complaint in str(caught.value)


def test_an_illegal_move_has_no_name() -> None:
    for write in (to_chinese, to_wxf, to_iccs):
        with pytest.raises(IllegalMove):
            write(GAME.initial(), GAME.parse_move("e5e6"))


@settings(max_examples=150, deadline=None)
@given(st.one_of(placed_positions, placed_positions, played_positions))
def test_every_legal_move_is_read_as_it_is_written_and_no_two_share_a_text(position: Position) -> None:
    legal = position.legal_moves()
    for write in (to_chinese, to_wxf, to_iccs):
        texts = [write(position, move) for move in legal]
        assert len(set(texts)) == len(legal)
        assert [parse_any(position, text) for text in texts] == legal
    assert all(len(to_chinese(position, move)) == len(to_wxf(position, move)) == 4 for move in legal)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=8) | st.text("帅仕相马车炮兵前中后一二三1234+-.=进退平KAEHRCP", min_size=4, max_size=4))
def test_any_text_is_a_move_or_a_text_error(text: str) -> None:
    position = GAME.position(THREE)
    try:
        move = parse_any(position, text)
    except TextError:
        return
    assert position.is_legal(move)
