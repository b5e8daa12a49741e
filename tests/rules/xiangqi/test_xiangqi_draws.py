"""The natural-move limit with its discount for checks, insufficient material, and what goes before what."""

from __future__ import annotations

import pytest

from duiyi import load_game

GAME = load_game("xiangqi")


def reason(text: str, moves: str = "", spec: str = "xiangqi") -> str | None:
    outcome = load_game(spec).position(text, moves).outcome()
    return outcome.reason if outcome else None


@pytest.mark.parametrize(("natural", "plies"), [(60, 120), (50, 100)])
def test_plies_without_a_capture_draw(natural: int, plies: int) -> None:
    spec = f"xiangqi(natural={natural})"
    assert reason(f"3k5/9/9/9/9/9/9/9/R8/5K3 w - - {plies - 2} 70", "a1a2", spec) is None
    assert reason(f"3k5/9/9/9/9/9/9/9/R8/5K3 w - - {plies - 1} 70", "a1a2", spec) == "natural_limit"
    outcome = load_game(spec).position(f"3k5/9/9/9/9/9/9/9/R8/5K3 w - - {plies} 70").outcome()
    assert outcome is not None
    assert outcome.words == (
        f"{natural} moves of both sides without a capture: a draw", f"双方连续 {natural} 回合没有吃子，判和"
    )  # fmt: skip


def test_without_a_limit_nothing_is_counted() -> None:
    assert reason("3k5/9/9/9/9/9/9/9/R8/5K3 w - - 5000 2501", "a1a2", "xiangqi(natural=0)") is None


def test_a_soldier_move_does_not_reset_the_count_and_a_capture_does() -> None:
    assert reason("3k5/9/9/9/9/8P/9/9/9/5K3 w - - 119 70", "i4i5") == "natural_limit"
    position = GAME.position("3k5/9/9/9/8p/8P/9/9/9/5K3 w - - 119 70", "i4i5")
    assert position.outcome() is None
    assert position.text().split()[4] == "0"


def test_ten_checks_of_a_side_are_counted_and_the_rest_with_their_replies_are_not() -> None:
    """Fourteen checks by the rooks: no position comes back and nothing is taken."""
    board = "4k4/9/4b4/9/9/9/R8/8R/9/3K5 w"
    text = (
        "a3a9 e9e8 a9e9 e8f8 e9f9 f8e8 f9f8 e8e9 f8e8 e9f9 i2i9 e7g9 e8e9 f9f8 e9f9 f8e8 f9f8 e8e7 f8e8 e7f7 "
        "e8e7 f7f8 e7f7 f8e8 i9i8 e8e9 f7e7 e9f9"
    )
    line = text.split()
    assert GAME.position(board, text).text().split()[4] == "28", "the text shows every ply"
    # Begun at 100, ten checks and their replies make 120; begun at 99 they make 119, and more checks add nothing.
    assert reason(f"{board} - - 100 1", " ".join(line[:19])) is None
    assert reason(f"{board} - - 100 1", " ".join(line[:20])) == "natural_limit"
    assert reason(f"{board} - - 99 1", text) is None
    assert reason(f"{board} - - 99 1", f"{text} e7e6") == "natural_limit"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", True),  # bare generals
        ("2bak1b2/4a4/9/9/9/9/9/9/4A4/2BA1KB2 w", True),  # defenders alone
        ("3k5/9/9/9/9/9/9/9/4C4/5K3 w", True),  # a cannon without a screen of its own
        ("3k1a3/9/9/9/9/9/9/9/4C4/4K4 w", True),  # against one advisor
        ("3k1a3/9/9/9/9/9/9/4B4/4C4/5K3 w", False),  # with an elephant as a screen
        ("3k1a3/4a4/9/9/9/9/9/9/C8/5K3 w", True),  # against two advisors, no mate at once
        ("3k5/9/9/9/9/9/9/9/4C4/3A1K3 w", False),  # with an advisor as a screen
        ("3k5/9/1c7/9/9/9/9/9/4C4/5K3 w", True),  # a cannon each, no advisors
        ("3k1a3/9/1c7/9/9/9/9/9/4C4/4K4 w", False),
        ("3k5/9/9/9/9/9/9/C8/4C4/5K3 w", False),  # two cannons of one side
        ("3k5/9/9/9/9/9/9/9/R8/5K3 w", False),
        ("3k5/9/9/9/9/9/9/9/N8/5K3 w", False),
        ("3k5/9/9/9/8P/9/9/9/9/5K3 w", False),
    ],
)
def test_insufficient_material(text: str, drawn: bool) -> None:
    assert (reason(text) == "insufficient_material") == drawn
    colours_exchanged = "/".join(reversed(text.split()[0].swapcase().split("/"))) + " b"
    assert (reason(colours_exchanged) == "insufficient_material") == drawn


def test_two_advisors_and_a_cannon_play_on_when_there_is_a_mate_at_once() -> None:
    text = "3ak4/4a4/9/9/9/9/9/3K5/9/C8 w"
    assert reason(text) is None
    assert reason(text, "a0a9") == "checkmate"
    assert reason(text, "a0a1") == "insufficient_material"


def test_mate_goes_before_the_limit() -> None:
    assert reason("3k5/9/9/9/9/9/9/9/8R/4K4 w - - 119 70", "i1d1") == "checkmate"


def test_a_verdict_goes_before_the_limit() -> None:
    assert (
        reason("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 112 70", "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9") == "perpetual_check"
    )


def test_the_limit_goes_before_material() -> None:
    assert reason("3k5/9/9/9/9/9/9/9/9/4K4 w - - 120 70") == "natural_limit"
