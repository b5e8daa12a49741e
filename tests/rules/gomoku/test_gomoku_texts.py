"""Texts of Gomoku: positions, moves, and strings of moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duiyi import TextError, load_game
from duiyi.base import Game, Move
from duiyi.games.gomoku import read_gomocalc, write_gomocalc
from tests.rules.gomoku.ranks import write_rank

GAME = load_game("gomoku")
SMALL = load_game("gomoku(size=5,opening=swap2)")
TARAGUCHI = load_game("gomoku(size=9,opening=taraguchi10)")
EMPTY = "/".join(["15"] * 15)
FOUR = "9/9/3o5/4o4/4xx3/9/9/9/9"
TEN = "a1,b1,c1,d1,e1,f1,g1,h1,i1,a2"


def complaint_about(game: Game, text: str) -> str | None:
    """The error that a position text gives, or None when it can be read."""
    try:
        game.position(text)
    except TextError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (EMPTY, "expected a board and the side to move; got 1 fields"),
        (EMPTY + " x play 0 -", "got 5 fields"),
        (EMPTY + " X", "expected 'x' or 'o', got 'X'"),
        (EMPTY.replace("15", "16", 1) + " x", "at most 15 points in rank 1"),
        (EMPTY.replace("15", "14", 1) + " x", "rank 1 of width 15"),
        (EMPTY.replace("15", "7X7", 1) + " x", r"found character 2 \('X'\)"),
        (EMPTY.replace("15", "xxxxx5ooooo", 1) + " x", "rows of both"),
    ],
)
def test_malformed_positions_say_what_was_expected(text: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        GAME.position(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5/5/5/5/5 x", "5/5/5/5/5 x play 0 -"),
        ("5/5/5/5/5 x place", "5/5/5/5/5 x place 0 -"),
        ("5/5/5/5/5 o play 1", "5/5/5/5/5 o play 1 -"),
        ("xox2/5/5/5/5 o choose 0 -", "xox2/5/5/5/5 o choose 0 -"),
    ],
)
def test_missing_fields_mean_play_seat_0_and_no_offers(text: str, read: str) -> None:
    assert SMALL.position(text).text() == read


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("5/5/5/5/5 o place 0 -", "expected 'x' in this phase, got 'o'"),
        ("xox2/5/5/5/5 x choose 0 -", "expected 'o' in this phase, got 'x'"),
        ("xox2/5/5/5/5 x two 0 -", "expected 'o' in this phase"),
        ("xxo2/o4/5/5/5 o place 0 -", "expected the stones of 'place', found 2 black and 2 white"),
        ("xx3/5/5/5/5 x place 0 -", "found 2 black and 0 white"),
        ("5/5/5/5/5 o choose 0 -", "expected the stones of 'choose'"),
        ("5/5/5/5/5 x branch 0 -", "phase: expected one of .* got 'branch'"),
        ("5/5/5/5/5 x place 1 -", "seat of black: expected '0', got '1'"),
        ("5/5/5/5/5 x play 2 -", "expected '0' or '1', got '2'"),
        ("5/5/5/5/5 x play 0 a1", "offers: expected '-' in this phase, got 'a1'"),
        ("5/5/5/5/5 x play 0 - -", "got 6 fields"),
    ],
)
def test_texts_that_contradict_their_phase_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        SMALL.position(text)


@pytest.mark.parametrize("tail", ["x offer 1 a1,b1", f"x pick 0 {TEN}", "x offer 0 -", "x branch 1 -", "x five 0 -"])
def test_phases_of_taraguchi_are_read_and_written(tail: str) -> None:
    assert TARAGUCHI.position(f"{FOUR} {tail}").text() == f"{FOUR} {tail}"


@pytest.mark.parametrize(
    ("tail", "complaint"),
    [
        ("x offer 0 a1,a1", "expected empty points that differ by more than symmetry, got 'a1'"),
        ("x offer 0 e5", "got 'e5'"),
        ("x offer 0 A1", "got 'A1'"),
        ("x offer 0 keep", "got 'keep'"),
        ("x offer 0 a1,", "expected a file a-i"),
        (f"x offer 0 {TEN}", "fewer than ten points"),
        ("x pick 0 a1", "ten points, got 1"),
        (f"x pick 0 {TEN},b2", "expected '-' or ten points"),
        ("o pick 0 " + TEN, "expected 'x' in this phase"),
        ("x five 0 a1", "offers: expected '-' in this phase"),
    ],
)
def test_offers_are_checked_as_they_are_read(tail: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        TARAGUCHI.position(f"{FOUR} {tail}")


@pytest.mark.parametrize("text", ["p1", "a16", "a0", "a", "11", "a01", "h8 ", "", "a-1", "swap", "h8h8", "ä1"])
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(TextError, match="expected a file a-o and a rank 1-15"):
        GAME.parse_move(text)


def test_moves_are_read_in_either_case_and_written_in_small_letters() -> None:
    assert GAME.move_text(GAME.parse_move("H8")) == "h8"
    assert SMALL.move_text(SMALL.parse_move("Black")) == "black"
    assert (GAME.parse_move("a15"), GAME.parse_move("o1")) == (0, 224), "cells are counted from the top left"


@given(
    rows=st.lists(st.lists(st.sampled_from("xo.."), min_size=7, max_size=7), min_size=7, max_size=7),
    side=st.sampled_from("xo"),
    rule=st.sampled_from(["freestyle", "standard", "caro", "renju"]),
)
def test_texts_are_read_and_written_alike(rows: list[list[str]], side: str, rule: str) -> None:
    game = load_game(f"gomoku(size=7,rule={rule})")
    text = "/".join(write_rank([code.strip(".") for code in row]) for row in rows) + " " + side
    complaint = complaint_about(game, text)
    if complaint is not None:
        assert "rows of both" in complaint
        return
    position = game.position(text)
    assert position.text() == text
    assert position.board() == [code.strip(".") for row in rows for code in row]
    assert game.position(position.text()) == position
    assert position.to_move == "xo".index(side)


@settings(max_examples=300)
@given(st.text(alphabet="xo/ 0123456789XO-abcdeplaychosetw,", max_size=60))
def test_garbage_is_refused_with_a_clear_error(text: str) -> None:
    complaint = complaint_about(SMALL, text)
    if complaint is not None:
        assert "expected" in complaint
    else:
        position = SMALL.position(text)
        assert SMALL.position(position.text()) == position


@given(st.text(max_size=6))
def test_move_texts_are_points_and_choices_alone(text: str) -> None:
    known = {SMALL.move_text(move): move for move in range(SMALL.num_moves)}
    if text.isascii() and text.lower() in known:
        assert SMALL.parse_move(text) == known[text.lower()]
        return
    with pytest.raises(TextError, match="expected a file a-e"):
        SMALL.parse_move(text)


@given(seed=st.integers(0, 2**32), count=st.integers(0, 60))
def test_strings_of_moves_are_read_and_written_alike(seed: int, count: int) -> None:
    rng = random.Random(seed)
    position = GAME.initial()
    moves: list[Move] = []
    while len(moves) < count and position.outcome() is None:
        moves.append(rng.choice(position.legal_moves()))
        position = position.after(moves[-1])
    assert read_gomocalc(GAME.initial(), write_gomocalc(GAME.initial(), moves)) == moves


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("h8g7h8", r"move 3 \(h8\): h8 is already taken"),
        ("h8?", r"expected a point such as h8, found '\?' at character 3"),
        ("h8z1", "expected a file a-o"),
    ],
)
def test_a_string_with_an_impossible_move_names_it(text: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        read_gomocalc(GAME.initial(), text)


def test_a_string_holds_no_choices() -> None:
    moves = [SMALL.parse_move(text) for text in ("a1", "b1", "c1", "black")]
    with pytest.raises(TextError, match="expected stones alone, got the choice 'black'"):
        write_gomocalc(SMALL.initial(), moves)
