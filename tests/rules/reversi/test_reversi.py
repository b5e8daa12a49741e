"""The rules of Reversi, one test per rule."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duiyi import GameOver, IllegalMove, RulesError, TextError, load_game, perft
from duiyi.games.reversi import read_transcript, write_transcript
from tests.places import cases, suite_rows

GAME = load_game("reversi")
CASES = cases("reversi")
# Published figures, a pass counted as a ply: the table of RULES, from aartbik's perft page and confirmed by
# three programs.
PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]


@pytest.mark.parametrize("depth", range(1, 11))
def test_perft_from_the_start(depth: int) -> None:
    assert perft(GAME.initial(), depth) == PERFT[depth - 1]


@pytest.mark.parametrize("case", CASES["perft"], ids=lambda case: case["position"])
def test_perft_of_the_cases(case: dict[str, Any]) -> None:
    position = GAME.position(case["position"])
    assert perft(position, case["depth"]) == case["perft"]
    moves = [GAME.move_text(move) for move in position.legal_moves()]
    assert (moves == ["pass"]) == case["forced_pass"]


@pytest.mark.parametrize("case", CASES["endgames"][:8], ids=lambda case: case["position"])
def test_every_best_move_of_the_endgame_cases_is_legal(case: dict[str, Any]) -> None:
    position = GAME.position(case["position"])
    assert position.board().count("") == case["empties"]
    assert all(position.is_legal(GAME.parse_move(text)) for text in case["best"])


def test_every_problem_of_the_public_suite_can_be_read() -> None:
    for row in suite_rows("reversi_ffo.csv"):
        position = GAME.position(f"{row['board']} {row['side']}")
        assert position.outcome() is None
        assert GAME.position(position.text()) == position


def test_a_move_turns_discs_in_every_direction() -> None:
    position = GAME.position("x2x2x1/1o1o1o2/2ooo3/xoo1ooox/2ooo3/1o1o1o2/x2o2x1/3x4 x")
    after = position.after(GAME.parse_move("d4"))
    assert after.text() == "x2x2x1/1x1x1x2/2xxx3/xxxxxxxx/2xxx3/1x1x1x2/x2x2x1/3x4 o"


def test_turned_discs_turn_no_others() -> None:
    after = GAME.position("8/8/8/xo6/o7/x7/8/8 x").after(GAME.parse_move("c4"))
    assert after.text() == "8/8/8/xxx5/o7/x7/8/8 o"


def test_a_seat_that_can_turn_nothing_must_pass() -> None:
    position = GAME.position("xxxxxxxo/xxxxxxx1/8/8/8/8/8/8 x")
    assert [GAME.move_text(move) for move in position.legal_moves()] == ["pass"]
    assert position.after(GAME.parse_move("pass")).to_move == 1


def test_a_seat_that_can_move_may_not_pass() -> None:
    with pytest.raises(IllegalMove, match="only when no disc can be turned"):
        GAME.initial().after(GAME.parse_move("pass"))


def test_the_game_is_over_at_once_when_neither_seat_can_move() -> None:
    position = GAME.position("8/8/8/3xx3/3xx3/8/8/8 o")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((1.0, 0.0), "disc_count")
    assert outcome.words == ("Black wins, 4 to 0 discs", "黑方胜，黑 4 子，白 0 子")
    assert position.legal_moves() == []
    with pytest.raises(GameOver):
        position.after(0)


def test_equal_discs_draw() -> None:
    outcome = GAME.position("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo/oooooooo/oooooooo x").outcome()
    assert outcome is not None
    assert outcome.scores == (0.5, 0.5)
    assert outcome.words.en == "a draw, 32 discs each"


def test_illegal_moves_say_why() -> None:
    why = GAME.initial().why_illegal(GAME.parse_move("d4"))
    assert why is not None
    assert (why.code, why.words.zh, why.cells) == ("occupied", "d4 已有棋子", (27,))
    stuck = GAME.position("xxxxxxxo/xxxxxxx1/8/8/8/8/8/8 x").why_illegal(GAME.parse_move("a5"))
    assert stuck is not None
    assert stuck.code == "must_pass"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8/8/8/3qx3/3xo3/8/8/8 x", r"character 8 \('q'\)"),
        ("8/8/8/3ox3/3xo3/8/8 x", "8 ranks, there are 7"),
        ("8/8/8/3ox4/3xo3/8/8/8 x", "at most 8 points in rank 4"),
        ("8/8/8/3ox2/3xo3/8/8/8 x", "rank 4 of width 8"),
        ("8/8/8/3ox3/3xo3/8/8/8", "got 1 fields"),
        ("8/8/8/3ox3/3xo3/8/8/8 z", "expected 'x' or 'o', got 'z'"),
    ],
)
def test_malformed_positions_name_the_place(text: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        GAME.position(text)


@pytest.mark.parametrize("text", ["i1", "a9", "a0", "a", "aa", "a01", "f5 ", "", "a-1"])
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(TextError, match="expected a file a-h"):
        GAME.parse_move(text)


@pytest.mark.parametrize("size", [3, 5, 7, 18, 0, -8, "big"])
def test_odd_and_foreign_sizes_are_refused(size: object) -> None:
    with pytest.raises(RulesError):
        load_game(f"reversi(size={size})")


@given(board=st.lists(st.sampled_from("-XO"), min_size=64, max_size=64), side=st.sampled_from("xo"))
def test_both_forms_of_a_text_give_the_same_position(board: list[str], side: str) -> None:
    position = GAME.position("".join(board) + " " + side)
    assert GAME.position(position.text()) == position


@settings(max_examples=300)
@given(st.text(alphabet="xo/ 0123456789XO-abcxyz", max_size=90))
def test_garbage_is_refused_with_a_clear_error(text: str) -> None:
    try:
        position = GAME.position(text)
    except TextError as error:
        assert "expected" in str(error)
    else:
        assert GAME.position(position.text()) == position


def test_transcripts_leave_passes_out_and_readers_put_them_in() -> None:
    rng, passes = random.Random(2), 0
    for _ in range(20):
        position, moves = GAME.initial(), []
        while position.outcome() is None:
            moves.append(rng.choice(position.legal_moves()))
            position = position.after(moves[-1])
        text = write_transcript(GAME.initial(), moves)
        assert "pass" not in text
        assert read_transcript(GAME.initial(), text) == moves
        passes += moves.count(GAME.parse_move("pass"))
    assert passes > 0


def test_a_transcript_with_an_impossible_move_names_it() -> None:
    with pytest.raises(TextError, match=r"move 2 \(a1\)"):
        read_transcript(GAME.initial(), "f5a1")
