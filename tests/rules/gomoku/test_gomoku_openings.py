"""The openings of Gomoku: who acts, what may be answered, who has which colour."""

from __future__ import annotations

import pytest

from duiyi import IllegalMove, load_game
from duiyi.base import Game, Position
from duiyi.games.gomoku import black_seat

SWAP = load_game("gomoku(opening=swap)")
SWAP2 = load_game("gomoku(opening=swap2)")
TARAGUCHI = load_game("gomoku(rule=renju,opening=taraguchi10)")
FOUR_STONES = "h8 keep h9 keep h10 keep h11"


def play(game: Game, moves: str) -> Position:
    return game.position(game.initial().text(), moves)


def tail(position: Position) -> str:
    """What the text says after the board."""
    return position.text().split(" ", 1)[1]


def answers(position: Position) -> list[str]:
    return [position.game.move_text(move) for move in position.legal_moves()]


def refusal(position: Position, move: str) -> tuple[str, str]:
    why = position.why_illegal(position.game.parse_move(move))
    assert why is not None
    return why.code, why.words.en


def test_swap_gives_three_stones_to_the_first_seat() -> None:
    position = SWAP.initial()
    for move, side in (("h8", "x"), ("h9", "o"), ("h10", "x")):
        assert (position.to_move, tail(position)) == (0, f"{side} place 0 -")
        position = position.after(SWAP.parse_move(move))
    assert (position.to_move, tail(position)) == (1, "o choose 0 -")
    assert answers(position) == ["black", "white"]


@pytest.mark.parametrize(("choice", "seat"), [("black", 0), ("white", 1)])
def test_swap_lets_the_second_seat_choose_its_colour(choice: str, seat: int) -> None:
    position = play(SWAP, f"h8 h9 h10 {choice}")
    assert position.to_move == seat, "white plays the fourth stone"
    assert black_seat(position) == 1 - seat
    assert tail(position) == f"o play {1 - seat} -"
    assert position.after(SWAP.parse_move("a1")).to_move == 1 - seat


def test_the_seat_that_took_black_wins_with_black() -> None:
    outcome = play(SWAP, "h8 a1 h9 black a2 h10 a3 h11 a5 h12").outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.words.en) == ((0.0, 1.0), "Black wins with five in a row")


def test_swap2_may_ask_for_two_more_stones() -> None:
    position = play(SWAP2, "h8 h9 h10")
    assert answers(position) == ["black", "white", "two"]
    position = play(SWAP2, "h8 h9 h10 two")
    assert (position.to_move, tail(position)) == (1, "o two 0 -")
    position = position.after(SWAP2.parse_move("a1"))
    assert (position.to_move, tail(position)) == (1, "x two 0 -")
    position = position.after(SWAP2.parse_move("a2"))
    assert (position.to_move, tail(position)) == (0, "o choose2 0 -")
    assert answers(position) == ["black", "white"]
    white = position.after(SWAP2.parse_move("white"))
    assert (white.to_move, tail(white)) == (0, "o play 1 -")
    black = position.after(SWAP2.parse_move("black"))
    assert (black.to_move, tail(black)) == (1, "o play 0 -")


def test_taraguchi_stones_lie_in_growing_squares() -> None:
    counts = []
    position = TARAGUCHI.initial()
    for move in ("h8", "h9", "h10", "h11"):
        counts.append(len(position.legal_moves()))
        position = position.after(TARAGUCHI.parse_move(move))
        if move != "h11":
            position = position.after(TARAGUCHI.parse_move("keep"))
    assert counts == [1, 9 - 1, 25 - 2, 49 - 3]
    fifth = position.after(TARAGUCHI.parse_move("keep"))
    assert (fifth.to_move, tail(fifth), len(fifth.legal_moves())) == (0, "x five 0 -", 81 - 4)


def test_taraguchi_asks_the_other_seat_after_each_of_three_stones() -> None:
    position = play(TARAGUCHI, "h8")
    assert (position.to_move, tail(position), answers(position)) == (1, "o choose 0 -", ["keep", "swap"])
    position = play(TARAGUCHI, "h8 swap")
    assert (position.to_move, tail(position)) == (0, "o place 1 -"), "seat 0 has white now and puts the second stone"
    position = play(TARAGUCHI, "h8 swap h9")
    assert (position.to_move, tail(position)) == (1, "x choose 1 -")
    position = play(TARAGUCHI, "h8 swap h9 swap")
    assert (position.to_move, tail(position)) == (0, "x place 0 -")


def test_taraguchi_branches_after_the_fourth_stone() -> None:
    position = play(TARAGUCHI, FOUR_STONES)
    assert (position.to_move, tail(position)) == (0, "x branch 0 -")
    assert answers(position) == ["keep", "swap", "ten"]
    swapped = play(TARAGUCHI, f"{FOUR_STONES} swap")
    assert (swapped.to_move, tail(swapped)) == (1, "x five 1 -")
    fifth = play(TARAGUCHI, f"{FOUR_STONES} swap g7")
    assert (fifth.to_move, tail(fifth), answers(fifth)) == (0, "o choose 1 -", ["keep", "swap"])
    sixth = play(TARAGUCHI, f"{FOUR_STONES} swap g7 swap")
    assert (sixth.to_move, tail(sixth)) == (1, "o play 0 -")


def test_taraguchi_black_may_offer_ten_points_of_which_white_picks_one() -> None:
    position = play(TARAGUCHI, f"{FOUR_STONES} ten")
    assert (position.to_move, tail(position)) == (0, "x offer 0 -")
    names = ["g8", "g7", "g6", "g5", "g4", "g3", "g2", "g1", "h1", "h2"]
    for count, name in enumerate(names, 1):
        assert position.to_move == 0
        position = position.after(TARAGUCHI.parse_move(name))
        assert position.text().endswith(" " + ",".join(names[:count]))
        assert position.board().count("x") == 2, "an offer is no stone"
    assert (position.to_move, tail(position)) == (1, "x pick 0 " + ",".join(names))
    assert sorted(answers(position)) == sorted(names)
    assert refusal(position, "a1") == ("not_offered", "a1 is not one of the offered points")
    picked = position.after(TARAGUCHI.parse_move("g5"))
    assert picked.board()[TARAGUCHI.parse_move("g5")] == "x"
    assert (picked.to_move, tail(picked)) == (1, "o play 0 -")


def test_taraguchi_refuses_offers_that_are_the_same_by_symmetry() -> None:
    upright = play(TARAGUCHI, f"{FOUR_STONES} ten g8")
    assert refusal(upright, "i8") == ("symmetric_duplicate", "i8 is the same as g8 by symmetry")
    assert refusal(upright, "g8") == ("already_offered", "g8 has already been offered")
    assert len(upright.legal_moves()) == 221 - 2
    crooked = play(TARAGUCHI, "h8 keep h9 keep i10 keep g11 ten g8")
    assert crooked.is_legal(TARAGUCHI.parse_move("i8"))
    assert len(crooked.legal_moves()) == 221 - 1
    slanting = play(TARAGUCHI, "h8 keep i9 keep j10 keep k11 ten h9")
    assert refusal(slanting, "i8")[0] == "symmetric_duplicate"


def test_stones_outside_the_square_are_refused_with_its_size() -> None:
    position = play(TARAGUCHI, "h8 keep")
    with pytest.raises(IllegalMove, match="central 3x3 square"):
        position.after(TARAGUCHI.parse_move("h10"))
    why = position.why_illegal(TARAGUCHI.parse_move("h10"))
    assert why is not None
    assert len(why.cells) == 9


def test_answers_belong_to_their_phase_alone() -> None:
    for game in (SWAP, SWAP2, TARAGUCHI):
        for choice in range(225, game.num_moves):
            assert not game.initial().is_legal(choice)
            assert refusal(game.initial(), game.move_text(choice))[0] == "not_a_choice"
    choosing = play(SWAP, "h8 h9 h10")
    assert refusal(choosing, "a1") == ("choice_due", "a choice comes first: Take Black, Take White")
    assert refusal(choosing, "two") == ("not_a_choice", "“Put two more stones” cannot be answered now")


def test_without_an_opening_there_are_no_choices() -> None:
    game = load_game("gomoku")
    assert game.num_moves == 225
    assert game.initial().text() == "/".join(["15"] * 15) + " x"
    assert [game.seat_words(seat).zh for seat in (0, 1)] == ["黑方", "白方"]
    assert black_seat(game.initial()) == 0
