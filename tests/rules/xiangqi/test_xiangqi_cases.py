"""Every Xiangqi case, and the public perft rows and verdicts where they exist."""

from __future__ import annotations

from typing import Any

import pytest

from duiyi import Outcome, load_game, perft
from duiyi.base import Game
from tests.places import cases, suite_rows

CASES = cases("xiangqi")
GAME = load_game("xiangqi")
COMPUTER = load_game("xiangqi(repetition=computer)")
ROWS = suite_rows("xiangqi_perft.csv")
VERDICTS = suite_rows("xiangqi_repetition.csv")
# chessprogramming.org, Chinese Chess Perft Results
START = [44, 1920, 79666, 3290240, 133312995]


def winner(outcome: Outcome | None) -> str:
    assert outcome is not None
    return "draw" if len(outcome.winners) > 1 else ("red", "black")[outcome.winners[0]]


def verdict(game: Game, text: str, moves: list[str]) -> Outcome | None:
    """The outcome after the moves; the game must be open before the last."""
    position = game.position(text)
    for move in moves:
        assert position.outcome() is None
        position = position.after(game.parse_move(move))
    return position.outcome()


@pytest.mark.parametrize("case", CASES["positions"], ids=lambda case: case["position"])
def test_legal_moves_and_perft_of_the_cases(case: dict[str, Any]) -> None:
    position = GAME.position(case["position"])
    assert position.text() == case["position"]
    assert {GAME.move_text(move) for move in position.legal_moves()} == set(case["legal"])
    assert len(position.legal_moves()) == len(case["legal"])
    assert perft(position, case["depth"]) == case["perft"]
    assert sum(map(bool, position.board())) == case["pieces"]


@pytest.mark.parametrize("case", CASES["repetition"], ids=lambda case: f"{case['kind']} {case['position']}")
def test_verdicts_of_the_cases(case: dict[str, Any]) -> None:
    outcome = verdict(GAME, case["position"], case["moves"])
    assert winner(outcome) == case["winner"]
    assert outcome is not None
    assert outcome.reason == case["reason"]
    assert winner(verdict(COMPUTER, case["position"], case["moves"])) == case["computer"]


def test_perft_from_the_start() -> None:
    assert [perft(GAME.initial(), depth) for depth in range(1, 6)] == START


@pytest.mark.parametrize("fen", sorted({row["fen"] for row in ROWS}))
def test_perft_of_the_public_rows(fen: str) -> None:
    """Every row under 150 million: about a second a position."""
    position = GAME.position(fen)
    rows = {
        int(row["depth"]): int(row["nodes"]) for row in ROWS if row["fen"] == fen and int(row["nodes"]) < 150_000_000
    }
    assert {depth: perft(position, depth) for depth in rows} == rows


@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: f"{row['comment']} {row['fen']}")
def test_public_verdicts(row: dict[str, str]) -> None:
    """One row plays on after the third time; our game is over then, with the same verdict."""
    position = GAME.position(row["fen"])
    for move in row["moves"].split():
        if position.outcome() is not None:
            break
        position = position.after(GAME.parse_move(move))
    assert winner(position.outcome()) == row["winner"]
