"""Texts of NoGo: positions, moves as in GTP, and the notation of the course protocol."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duiyi import TextError, load_game
from duiyi.games.nogo import NoGo
from duiyi.games.nogo_notation import course_text, parse_course_move, read_course_record, write_course_record

GAME = NoGo()
SIDES = st.integers(2, 19)


@st.composite
def played_positions(draw: st.DrawFn) -> tuple[NoGo, str]:
    """A board and the text of a position of a random game on it."""
    game = NoGo(rows=draw(SIDES), cols=draw(SIDES), rule=draw(st.sampled_from(["legal", "course"])))
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = game.initial()
    for _ in range(draw(st.integers(0, 60))):
        moves = position.legal_moves()
        if not moves:
            break
        after = position.after(rng.choice(moves))
        if after.outcome() is not None:
            break
        position = after
    return game, position.text()


@given(played_positions())
def test_reading_a_text_and_writing_it_again_gives_the_same_text(played: tuple[NoGo, str]) -> None:
    game, text = played
    assert game.position(text).text() == text
    assert game.position(f"  {text} ") == game.position(text)


@given(SIDES, SIDES)
def test_every_move_is_read_as_it_is_written_in_either_case(rows: int, cols: int) -> None:
    game = NoGo(rows=rows, cols=cols)
    for move in range(game.num_moves):
        text = game.move_text(move)
        assert game.parse_move(text) == game.parse_move(text.lower()) == move
        assert "I" not in text
        assert parse_course_move(game, course_text(game, move)) == move
        assert parse_course_move(game, course_text(game, move).lower()) == move


@settings(max_examples=500)
@given(
    st.lists(st.sampled_from(["x", "o", "1", "2", "3", "12", "/", "q"]), max_size=8),
    st.sampled_from(["x", "o", "X", ""]),
)
def test_garbage_is_refused_and_what_is_read_is_written_back(board: list[str], side: str) -> None:
    text = f"{''.join(board)} {side}"
    try:
        position = load_game("nogo(rows=2,cols=3)").position(text)
    except TextError:
        return
    assert position.text() == text


@settings(max_examples=300)
@given(st.text(max_size=30))
def test_any_characters_are_refused_without_a_crash(text: str) -> None:
    with pytest.raises(TextError, match="expected"):
        GAME.position(text)
    try:
        move = GAME.parse_move(text)
    except TextError:
        return
    assert GAME.move_text(move) == text.upper()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("3/1q1/3 x", r"character 4 \('q'\)"),
        ("3/3 x", "3 ranks, there are 2"),
        ("3/4/3 x", "at most 3 points in rank 2"),
        ("3/2/3 x", "rank 2 of width 3"),
        ("3/03/3 x", "begins with 1 to 9"),
        ("3/3/3", "two fields, board and side to move, found 1"),
        ("3/3/3 x -", "two fields, board and side to move, found 3"),
        ("3/3/3 b", "expected x or o, found 'b'"),
        ("xo1/o2/3 x", "the group of A3 has none"),
        ("3/xx1/oxx x", "the group of A1 has none"),
    ],
)
def test_malformed_positions_name_the_place(text: str, complaint: str) -> None:
    for spec in ("nogo(size=3)", "nogo(size=3,rule=course)"):
        with pytest.raises(TextError, match=complaint):
            load_game(spec).position(text)


@pytest.mark.parametrize("text", ["I5", "K5", "A10", "A0", "A", "5A", "A05", "A1 ", "", "pass", "resign", "é1", "Aé"])
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(TextError, match="expected a column A to J without I and a row 1 to 9"):
        GAME.parse_move(text)


def test_the_two_notations_name_the_same_points() -> None:
    pairs = {"A1": "A9", "A9": "J9", "I1": "A1", "I9": "J1", "E5": "E5", "B7": "G8", "H9": "J2"}
    for course, gtp in pairs.items():
        assert GAME.move_text(parse_course_move(GAME, course)) == gtp
        assert course_text(GAME, GAME.parse_move(gtp)) == course


@pytest.mark.parametrize("text", ["J1", "A10", "A0", "A", "1A", "A01", "", "G", "A1 ", "A１"])
def test_malformed_moves_of_the_course_are_refused(text: str) -> None:
    with pytest.raises(TextError, match="from A1 to I9"):
        parse_course_move(GAME, text)


def test_a_move_beyond_the_board_has_no_course_text() -> None:
    with pytest.raises(ValueError, match="expected 0 to 80"):
        course_text(GAME, 81)


@pytest.mark.parametrize(
    ("line", "ending", "steps"),
    [("A1 B2 E9 G", "resign", 4), ("A1 B2 T", "time", 3), ("A1 B2", None, 2), ("G", "resign", 1), ("", None, 0)],
)
def test_a_record_of_the_course_is_read_and_written(line: str, ending: str | None, steps: int) -> None:
    record = read_course_record(GAME, line)
    assert (record.ending, record.steps) == (ending, steps)
    assert write_course_record(GAME, record.moves, record.ending) == line


def test_a_record_of_the_course_may_end_with_a_losing_move() -> None:
    line = "A1 A2 E5 B1"
    assert write_course_record(GAME, read_course_record(NoGo(rule="course"), line).moves) == line
    with pytest.raises(TextError, match=r"step 4 \(B1\): A8 would capture A9"):
        read_course_record(GAME, line)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("A1 A1", r"step 2 \(A1\): A9 is already taken"),
        ("A1 G B2", r"step 2 \(G\): move: expected"),
        ("A1 J1", r"step 2 \(J1\): move: expected"),
        ("A1 A2 E5 B1 C3", r"step 5 \(C3\): the game is over"),
        ("A1 A2 E5 B1 G", r"step 5 \(G\): the game was over"),
    ],
)
def test_a_broken_record_of_the_course_names_the_step(line: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        read_course_record(NoGo(rule="course"), line)
