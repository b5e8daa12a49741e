"""How the pieces move, and why a move is refused: one test per rule."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings

from duiyi import Explanation, GameOver, IllegalMove, Position, load_game
from tests.rules.xiangqi.boards import placed_positions, played_positions

GAME = load_game("xiangqi")


def moves_of(text: str, point: str) -> set[str]:
    """The points that the piece on a point may go to."""
    texts = [GAME.move_text(move) for move in GAME.position(text).legal_moves()]
    return {move[2:] for move in texts if move[:2] == point}


def refusal(text: str, move: str) -> Explanation:
    position = GAME.position(text)
    why = position.why_illegal(GAME.parse_move(move))
    assert why is not None
    with pytest.raises(IllegalMove) as caught:
        position.after(GAME.parse_move(move))
    assert caught.value.explanation == why
    return why


def points(why: Explanation) -> list[str]:
    labels = [cell.label for cell in GAME.shape().cells]
    return [labels[cell] for cell in why.cells]


def test_a_horse_goes_one_straight_and_one_aslant() -> None:
    assert moves_of("3k5/9/9/9/4N4/9/9/9/9/5K3 w", "e5") == {"d7", "f7", "g6", "g4", "f3", "d3", "c4", "c6"}


def test_a_piece_beside_the_horse_blocks_its_leg() -> None:
    text = "4k4/9/9/9/9/9/9/4P4/4N4/3K5 w"
    assert moves_of(text, "e1") == {"c0", "c2", "g0", "g2"}
    why = refusal(text, "e1d3")
    assert (why.code, points(why)) == ("horse_leg", ["e2"])
    assert why.words == ("the piece on e2 blocks the horse's leg", "e2 有子蹩住马腿")


def test_a_general_in_check_on_the_other_seat_s_turn_is_not_taken() -> None:
    """Such a position cannot be played to, but it can be set up; the notes on the flying general do."""
    text = "4k4/9/9/9/9/9/9/9/4R4/4K4 w"
    assert "e9" not in moves_of(text, "e1")
    assert "e5" in moves_of(text, "e1")
    assert refusal(text, "e1e9").code == "general_is_not_taken"
    assert refusal(text, "e1d1").code == "generals_face"
    in_check = "5n3/3k5/9/9/9/9/9/9/3K5/3C5 w"
    assert moves_of(in_check, "d0") == set()
    assert moves_of(in_check, "d1") == {"e1"}


def test_an_elephant_needs_a_free_eye_and_stays_on_its_side() -> None:
    text = "3k5/9/9/9/9/2B6/3p5/9/9/5K3 w"
    assert moves_of(text, "c4") == {"a2"}
    assert (refusal(text, "c4e2").code, points(refusal(text, "c4e2"))) == ("elephant_eye", ["d3"])
    assert refusal(text, "c4e6").words == ("elephants may not cross the river", "相（象）不能过河")


def test_advisors_and_generals_stay_in_the_palace() -> None:
    assert moves_of("3k5/9/9/9/9/9/8p/9/4A4/5K3 w", "e1") == {"d0", "d2", "f2"}
    assert moves_of("3k5/9/9/9/9/9/8p/5K3/9/9 w", "f2") == {"e2", "f1"}
    assert refusal("3k5/9/9/9/9/9/8p/5K3/9/9 w", "f2g2").words == (
        "the general may not leave the palace",
        "帅不能走出九宫",
    )
    assert refusal("3k5/9/9/9/9/9/8p/3A5/9/5K3 w", "d2c3").code == "palace"


def test_a_soldier_goes_sideways_only_across_the_river_and_never_back() -> None:
    assert moves_of("3k5/9/9/9/9/P8/9/9/9/5K3 w", "a4") == {"a5"}
    assert moves_of("3k5/9/9/9/P8/9/9/9/9/5K3 w", "a5") == {"a6", "b5"}
    assert moves_of("5k3/9/9/9/9/p8/9/9/9/3K5 b", "a4") == {"a3", "b4"}
    assert refusal("3k5/9/9/9/9/P8/9/9/9/5K3 w", "a4b4").code == "soldier_sideways"
    assert refusal("3k5/9/9/9/P8/9/9/9/9/5K3 w", "a5a4").code == "soldier_backward"


def test_a_cannon_captures_over_exactly_one_piece() -> None:
    text = "3k5/9/1n7/1r7/1P7/1C7/9/9/9/5K3 w"
    assert "b6" in moves_of(text, "b4")
    assert refusal(text, "b4b7").code == "cannon_screen"
    assert points(refusal(text, "b4b7")) == ["b7", "b5", "b6"]
    assert refusal(text, "b4b8").code == "path_blocked"
    assert refusal("3k5/9/1n7/9/9/1C7/9/9/9/5K3 w", "b4b7").words.en == (
        "a cannon captures over exactly one piece; 0 stand between"
    )


def test_the_generals_may_not_face_each_other() -> None:
    text = "4k4/9/9/9/9/9/8p/9/4C4/4K4 w"
    assert moves_of(text, "e1") == {f"e{rank}" for rank in range(2, 9)}
    why = refusal(text, "e1d1")
    assert (why.code, points(why)) == ("generals_face", ["e0", "e9"])
    assert why.words == ("the generals would face each other", "将帅不能照面")
    assert moves_of("3k5/9/9/9/9/9/8p/9/9/4K4 w", "e0") == {"e1", "f0"}


def test_a_check_must_be_answered() -> None:
    why = refusal("3k5/9/9/9/9/4r4/9/9/8R/4K4 w", "i1i2")
    assert (why.code, points(why)) == ("check_not_answered", ["e0", "e4"])
    assert why.words == ("this leaves the check by the rook on e4 standing", "没有应将：e4 的车仍在将军")


def test_a_move_may_not_expose_the_general() -> None:
    why = refusal("3k5/9/9/9/9/4r4/9/9/4R4/4K4 w", "e1d1")
    assert (why.code, points(why)) == ("exposes_king", ["e0", "e4"])
    assert refusal("3k5/9/9/9/9/5r3/9/9/9/4K4 w", "e0f0").code == "king_attacked"


def test_no_piece_may_step_before_a_hollow_cannon() -> None:
    text = "3k5/9/9/9/4c4/9/9/9/2R6/4K4 w"
    assert "e1" not in moves_of(text, "c1")
    assert (refusal(text, "c1e1").code, points(refusal(text, "c1e1"))) == ("exposes_king", ["e0", "e5"])


def test_one_of_two_screens_may_not_leave() -> None:
    text = "3k5/9/9/4c4/9/4p4/9/9/4R4/4K4 w"
    assert moves_of(text, "e1") == {"e2", "e3"}
    assert refusal(text, "e1e4").code == "exposes_king"  # it would take one screen and be the other


def test_the_screen_may_leave_to_end_a_check_by_a_cannon() -> None:
    assert moves_of("3k5/9/9/4c4/9/9/9/9/4R4/4K4 w", "e1") >= {"a1", "i1", "e6"}


def test_the_other_refusals() -> None:
    text = GAME.initial().text()
    assert refusal(text, "e5e6").words == ("there is no piece on e5", "e5 没有棋子")
    assert refusal(text, "a6a5").words == ("the soldier on a6 is not yours", "a6 的卒不是你的棋子")
    assert refusal(text, "a0a0").code == "same_point"
    assert refusal(text, "a0b0").words == ("your own horse stands on b0", "b0 上是自己的马")
    assert refusal(text, "a0b1").words == ("the rook does not move like that", "车不能这样走")
    assert (refusal(text, "a0a5").code, points(refusal(text, "a0a5"))) == ("path_blocked", ["a3"])


def test_a_seat_without_moves_loses_in_check_or_not() -> None:
    stalemate = GAME.position("3k5/4P4/9/9/9/9/9/9/9/4K4 b").outcome()
    assert stalemate is not None
    assert (stalemate.scores, stalemate.reason) == ((1.0, 0.0), "stalemate")
    assert stalemate.words == ("Black has no legal move: Red wins", "黑方被困毙，红方胜")
    mate = GAME.position("3k5/R8/9/9/9/9/9/9/9/4K4 w", "a8a9").outcome()
    assert mate is None
    mate = GAME.position("3k5/9/9/9/9/9/9/9/8R/4K4 w", "i1d1").outcome()
    assert mate is not None
    assert (mate.scores, mate.reason, mate.words.en) == ((1.0, 0.0), "checkmate", "Black is checkmated: Red wins")
    assert points(Explanation("", mate.words, mate.cells)) == ["d9", "d1"]


def test_nobody_moves_when_the_game_is_over() -> None:
    position = GAME.position("3k5/4P4/9/9/9/9/9/9/9/4K4 b")
    assert position.legal_moves() == []
    with pytest.raises(GameOver):
        position.after(GAME.parse_move("d9d8"))


@settings(max_examples=30, deadline=None)
@given(placed_positions)
def test_every_move_is_either_legal_or_refused_with_a_sentence(position: Position) -> None:
    legal = set(position.legal_moves())
    over = position.outcome() is not None
    for move in range(0, GAME.num_moves, 7):
        why = position.why_illegal(move)
        assert (why is None) == (move in legal) == position.is_legal(move)
        assert why is None or over or ("{" not in why.words.en and why.words.zh and why.cells)


@settings(max_examples=30, deadline=None)
@given(played_positions)
def test_left_and_right_are_alike(position: Position) -> None:
    mirrored = "/".join(rank[::-1] for rank in position.text().split()[0].split("/"))
    other = GAME.position(f"{mirrored} {position.text().split()[1]}")
    here = GAME.position(" ".join(position.text().split()[:2]))
    assert {GAME.symmetric_move(1, move) for move in here.legal_moves()} == set(other.legal_moves())
    assert GAME.symmetric_cell(1, 0) == 8
    assert [other.board()[GAME.symmetric_cell(1, cell)] for cell in range(90)] == here.board()


def test_the_planes_show_the_board_to_the_seat_to_move() -> None:
    planes = GAME.position("3k5/9/9/9/9/9/9/9/R8/4K4 b - - 30 16").features()
    assert planes.shape == GAME.feature_shape == (23, 10, 9)
    assert planes[0, 9, 5] == planes[7, 0, 4] == planes[11, 1, 8] == 1
    assert planes[:14].sum() == 3
    assert planes[20].min() == planes[20].max() == 0.25
    assert planes[21:].max() == 0


def test_the_planes_show_attacks_and_what_hangs() -> None:
    planes = GAME.position("4k4/4a4/9/9/4p4/9/P3R1c2/9/9/4K4 w").features()
    own, other, own_twice, other_twice, own_loose, other_loose = planes[14:20]
    assert own[6, 6] == own[4, 4] == 1, "the rook attacks the cannon and the pawn"
    assert own[6, 7] == 0, "but nothing behind them"
    assert np.argwhere(own_twice).tolist() == [[8, 4]], "rook and king"
    assert other[6, 0] == 1, "the cannon attacks the pawn over the rook"
    assert np.argwhere(other_twice).tolist() == [[0, 3], [0, 5]]
    assert np.argwhere(other_loose).tolist() == [[4, 4], [6, 6]]
    assert own_loose.max() == 0, "the rook protects the pawn"
    assert GAME.position("4k4/4R4/9/9/9/9/9/9/9/4K4 b").features()[22].min() == 1


def test_both_sides_see_the_same_board_when_colours_are_exchanged() -> None:
    chance, position = random.Random(4), GAME.initial()
    for _ in range(60):
        position = position.after(chance.choice(position.legal_moves()))
        if position.outcome():
            break
        board, side, *_ = position.text().split()
        here = GAME.position(f"{board} {side}")
        there = GAME.position(f"{board[::-1].swapcase()} {'wb'[side == 'w']}")
        assert np.array_equal(here.features(), there.features())
        seen = [{GAME.seen_move(p.to_move, move) for move in p.legal_moves()} for p in (here, there)]
        assert seen[0] == seen[1]
