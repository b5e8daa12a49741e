"""Repetitions: who is to blame under each rule, and the sentences that say so."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings

from duiyi import Outcome, Position, load_game
from tests.rules.xiangqi.boards import played_positions

RULES = ("axf", "computer", "cxa", "simple")
GAME = load_game("xiangqi")
CANNON_CHASES_ROOK = "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w"


def ending(text: str, cycle: str, rule: str = "axf", lead: str = "") -> Outcome:
    """The end of a game in which a cycle is played twice; it must be open before the last move."""
    game = load_game(f"xiangqi(repetition={rule})")
    moves = [*lead.split(), *cycle.split(), *cycle.split()]
    before = game.position(text, " ".join(moves[:-1]))
    assert before.outcome() is None
    outcome = before.after(game.parse_move(moves[-1])).outcome()
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("rule", RULES)
def test_perpetual_check_loses_under_every_rule(rule: str) -> None:
    outcome = ending("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1d1 d9e9 d1e1 e9d9", rule)
    assert (outcome.scores, outcome.reason) == ((0.0, 1.0), "perpetual_check")
    assert outcome.words == (
        "Red has given check with every move until the position stood for the third time: Black wins",
        "红方长将，同一局面第三次出现，判黑方胜",
    )
    assert outcome.cells == (3,)


@pytest.mark.parametrize("rule", RULES)
def test_mutual_perpetual_check_draws_under_every_rule(rule: str) -> None:
    outcome = ending("9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w", "e3d3 d6e6 d3e3 e6d6", rule)
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "repetition")
    assert outcome.words.zh == "双方长将，同一局面第三次出现，判和"


@pytest.mark.parametrize("rule", RULES)
def test_moves_that_threaten_nothing_draw(rule: str) -> None:
    outcome = ending(GAME.initial().text(), "a0a1 a9a8 a1a0 a8a9", rule)
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "repetition")
    assert outcome.words.en == "the position stands for the third time and nobody is to blame: a draw"


@pytest.mark.parametrize("rule", RULES)
def test_a_cannon_that_chases_a_rook_loses_even_if_the_rook_is_protected(rule: str) -> None:
    outcome = ending(CANNON_CHASES_ROOK, "a7b7 a2b2 b7a7 b2a2", rule, lead="c2a2")
    assert (outcome.scores, outcome.reason) == ((0.0, 1.0), "perpetual_chase")
    assert outcome.words == (
        "Red chases the rook on a7 for the third time: Black wins",
        "红方第三次长捉 a7 的车，判黑方胜",
    )


def test_the_victim_of_a_chase_is_named() -> None:
    outcome = ending("3k5/9/9/9/9/9/3r5/9/9/3NK4 w", "d0c2 d3c3 c2d0 c3d3")
    assert outcome.words.en == "Black chases the unprotected horse on d0 for the third time: Red wins"
    assert outcome.words.zh == "黑方第三次长捉 d0 的无根马，判红方胜"
    assert [GAME.shape().cells[cell].label for cell in outcome.cells] == ["d0"]


def test_soldiers_and_generals_may_chase() -> None:
    assert (
        ending("2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w", "a6b6 a5b5 b6a6 b5a5", lead="a4a5").reason
        == "repetition"
    )


def test_two_chasers_draw() -> None:
    text = "4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w"
    outcome = ending(text, "h8f7 h6h7 f7g5 h7g7 g5i6 g7g6 i6h8 g6h6", lead="f6h6")
    assert outcome.scores == (0.5, 0.5)
    assert outcome.words.zh == "双方均为禁止着法，同一局面第三次出现，判和"


def test_a_chase_across_checks_is_judged_by_axf_and_not_by_the_computer_rule() -> None:
    case = "9/4a3n/4k4/9/9/9/9/4B4/2RnK4/c4A3 w", "c1c0 a0a1 c0c1 a1a0"
    assert ending(*case, "axf").scores == (0.0, 1.0)
    assert ending(*case, "computer").scores == (0.5, 0.5)


def test_check_and_chase_in_turn_lose_under_cxa_alone() -> None:
    """一将一捉: the rook checks from c9 and attacks the horse from c5."""
    case = "4k4/4a3c/9/9/2R1n4/9/9/9/9/4K4 w", "c5c9 e8d9 c9c5 d9e8"
    assert {rule: ending(*case, rule).scores for rule in RULES} == {
        "axf": (0.5, 0.5), "computer": (0.5, 0.5), "cxa": (0.0, 1.0), "simple": (0.5, 0.5)
    }  # fmt: skip
    outcome = ending(*case, "cxa")
    assert outcome.reason == "perpetual_chase"
    assert "mixes checks or threats of mate with chasing the unprotected horse on e5" in outcome.words.en
    assert outcome.words.zh == "红方将、杀与捉 e5 的无根马交替进行，同一局面第三次出现，判黑方胜"


def test_check_and_threat_of_mate_in_turn_lose_under_cxa_alone() -> None:
    """一将一杀: the rook checks from h8 and threatens mate from h9."""
    case = "7R1/1N3k3/9/8n/5r3/9/9/9/9/4K4 w", "h9h8 f8f7 h8h9 f7f8"
    assert {rule: ending(*case, rule).winners for rule in RULES} == {
        "axf": (0, 1), "computer": (0, 1), "cxa": (1,), "simple": (0, 1)
    }  # fmt: skip
    assert ending(*case, "cxa").words.zh == "红方步步将军或要杀，同一局面第三次出现，判黑方胜"


def test_the_simple_rule_sees_the_moved_piece_alone() -> None:
    """The general's step lets the advisor attack the rook, but the advisor has not moved."""
    case = "4k4/1r2a4/3RN4/9/9/9/9/4K4/9/9 w", "e7g8 e9f9 g8e7 f9e9"
    assert ending(*case, "axf").winners == (0,)
    assert ending(*case, "simple").winners == (0, 1)


def test_under_the_simple_rule_a_general_that_may_not_take_back_protects_all_the_same() -> None:
    case = "6N2/4ak3/9/9/5n3/3R5/9/9/5K3/9 w", "d4e4 e8d7 e4d4 d7e8"
    assert ending(*case, "axf").winners == (1,)
    assert ending(*case, "simple").winners == (0, 1)


def test_a_position_counts_its_occurrences_since_the_last_capture() -> None:
    cycle = "a0a1 a9a8 a1a0 a8a9"
    position = GAME.position(GAME.initial().text(), f"{cycle} b2b9 a9b9")
    assert GAME.position(position.text()) == position, "a capture empties the memory"
    again = GAME.position(GAME.initial().text(), cycle)
    assert again.key == GAME.initial().key
    assert again != GAME.initial()
    assert again.outcome() is None


def test_equal_boards_with_other_histories_differ() -> None:
    one = GAME.position(GAME.initial().text(), "a0a1 a9a8 i0i1")
    two = GAME.position(GAME.initial().text(), "i0i1 a9a8 a0a1")
    assert (one.key, one.text()) == (two.key, two.text())
    assert one != two


@settings(max_examples=25, deadline=None)
@given(played_positions)
def test_repr_and_pickle_rebuild_the_value_with_its_history(position: Position) -> None:
    assert eval(repr(position), {"load_game": load_game}) == position
    assert pickle.loads(pickle.dumps(position)) == position


def test_without_a_repetition_rule_a_game_may_repeat_for_ever() -> None:
    """For records of games whose arbiter let them go on."""
    game = load_game("xiangqi(repetition=none,natural=0)")
    assert game.position(game.initial().text(), "h0g2 h9g7 g2h0 g7h9 " * 5).outcome() is None
