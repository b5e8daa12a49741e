"""Texts of Xiangqi: FEN and coordinates, what is forgiven and what is not."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duiyi import Position, TextError, load_game
from tests.rules.xiangqi.boards import placed_positions, played_positions

GAME = load_game("xiangqi")
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_the_start_is_written_with_six_fields() -> None:
    assert GAME.initial().text() == START


@pytest.mark.parametrize(
    "text",
    [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
        f"  {START}  ",
    ],
)
def test_short_and_other_forms_of_the_start_are_read(text: str) -> None:
    assert GAME.position(text) == GAME.initial()


def test_the_counters_of_the_text_go_on() -> None:
    position = GAME.position("3k5/9/9/9/9/9/9/9/R8/5K3 b - - 7 12", "d9d8 a1a2")
    assert position.text() == "9/3k5/9/9/9/9/9/R8/9/5K3 b - - 9 13"


BAD = {
    "": "expected board and side",
    "w": "expected board and side",
    "3k5/9/9/9/9/9/9/9/9/4K4": "expected board and side",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0": "got 5 fields",
    "3k5/9/9/9/9/9/9/9/9/4K4 x": "'w' or 'r' for red, 'b' for black, got 'x'",
    "3k5/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1": "'-' as third and fourth field",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1": "plies without a capture: expected a whole number from 0",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 00 1": "got '00'",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0": "number of the move: expected a whole number from 1",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 99999999999 1": "plies without a capture",
    "3k5/9/9/9/9/9/9/9/9 w": "10 ranks, there are 9",
    "3k5/9/9/9/9/9/9/9/9/4K4/9 w": "only 10 ranks",
    "3k5/9/9/9/9/9/9/9/9/4K3 w": "width 9, it has 8",
    "3k5/9/9/9/9/9/9/9/9/4K5 w": "at most 9 points in rank 10",
    "3k5/9/9/9/9/9/9/9/9/4K3Q w": "character 24 ('Q')",
    "9/9/9/9/9/9/9/9/9/4K4 w": "a black general, found none",
    "3k5/9/9/9/9/9/9/9/9/3KK4 w": "at most 1 of red general, found one more on e0",
    "3k5/9/9/9/9/9/9/RRR6/9/4K4 w": "at most 2 of red rook, found one more on c2",
    "3k5/9/9/9/9/9/9/9/9/6K2 w": "a point that a red general can reach, found it on g0",
    "3k5/9/9/9/9/9/9/9/9/4K1A2 w": "a red advisor can reach, found it on g0",
    "3k5/9/9/9/9/9/9/9/9/4KB3 w": "a red elephant can reach, found it on f0",
}


@pytest.mark.parametrize("text", BAD)
def test_a_text_that_makes_no_position_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(TextError) as caught:
        GAME.position(text)
    assert BAD[text] in str(caught.value)


@settings(max_examples=60, deadline=None)
@given(st.one_of(placed_positions, played_positions))
def test_reading_a_text_and_writing_it_again_gives_the_same_text(position: Position) -> None:
    again = GAME.position(position.text())
    assert again.text() == position.text()
    assert again.key == position.key
    assert again.board() == position.board()


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=60), st.text("kabnrcpKABNRCP123456789/ wb-", max_size=80)))
@example("\x00" * 5000)
def test_garbage_is_a_text_error(text: str) -> None:
    for read in (GAME.position, GAME.parse_move):
        try:
            read(text)
        except TextError:
            continue


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(START) - 1), st.characters())
def test_one_wrong_character_gives_a_position_or_a_text_error(place: int, character: str) -> None:
    try:
        position = GAME.position(START[:place] + character + START[place + 1 :])
    except TextError:
        return
    assert GAME.position(position.text()) == position


def test_every_move_is_read_as_it_is_written() -> None:
    for move in range(GAME.num_moves):
        text = GAME.move_text(move)
        assert (
            GAME.parse_move(text) == GAME.parse_move(text.upper()) == GAME.parse_move(f"{text[:2]}-{text[2:]}") == move
        )


@pytest.mark.parametrize("text", ["", "h2", "h2e", "j2e2", "h2--e2", "h2e2x", "hh22", "a10a9", "炮二平五"])
def test_a_move_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="move: expected"):
        GAME.parse_move(text)
