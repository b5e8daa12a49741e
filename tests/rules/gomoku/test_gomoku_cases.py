"""Gomoku and Renju by the cases: forbidden points, winners, draws, and the public suite where it exists."""

from __future__ import annotations

import re
from typing import Any

import pytest

from duiyi import load_game
from duiyi.base import Game, Position
from tests.places import cases, suite

CASES = cases("gomoku")
SUITE = suite("renju_forbidden.json")
RENJU = load_game("gomoku(rule=renju)")


def forbidden(position: Position) -> dict[str, str]:
    """Every empty point that black may not play, with its kind."""
    game = position.game
    found = {}
    for cell, code in enumerate(position.board()):
        why = position.why_illegal(cell)
        assert (why is None) == position.is_legal(cell)
        if why is not None and code == "":
            found[game.move_text(cell)] = why.code
    return found


def text_of(rows: list[str]) -> str:
    """A board of the suite (fifteen strings of X, O and .) as our text, black to move."""
    board = "/".join(rows).lower()
    return re.sub(r"\.+", lambda run: str(len(run.group())), board) + " x"


@pytest.mark.parametrize("case", CASES["renju"], ids=lambda case: case["position"])
def test_forbidden_points_of_the_cases(case: dict[str, Any]) -> None:
    position = RENJU.position(case["position"])
    assert sum(map(bool, position.board())) == case["stones"]
    assert forbidden(position) == case["forbidden"]
    legal = {RENJU.move_text(move) for move in position.legal_moves()}
    empty = {RENJU.move_text(cell) for cell, code in enumerate(position.board()) if not code}
    assert legal == empty - set(case["forbidden"])


@pytest.mark.parametrize("rule", ["freestyle", "standard", "caro"])
def test_winners_of_the_cases(rule: str) -> None:
    game = load_game(f"gomoku(rule={rule})")
    for case in CASES["winner"][rule]:
        position = game.position(case["position"])
        assert position.outcome() is None, case
        after = position.after(game.parse_move(case["move"]))
        outcome = after.outcome()
        if case["winner"] is None:
            assert outcome is None, case
            continue
        assert outcome is not None, case
        assert outcome.reason == "five_in_row"
        assert outcome.winners == (0 if case["winner"] == "x" else 1,), case
        assert game.parse_move(case["move"]) in outcome.cells, case
        assert len(outcome.cells) >= 5
        assert game.position(after.text()) == after, "the same when it is set up"


@pytest.mark.parametrize("case", CASES["draws"], ids=lambda case: case["game"])
def test_the_last_point_draws(case: dict[str, Any]) -> None:
    game: Game = load_game(case["game"])
    outcome = game.position(case["position"]).after(game.parse_move(case["move"])).outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "board_full")


@pytest.mark.parametrize("case", CASES["vcf"], ids=lambda case: case["position"])
def test_the_winning_lines_of_the_cases_end_in_a_five(case: dict[str, Any]) -> None:
    game = load_game("gomoku")
    position = game.position(case["position"], " ".join(case["line"][:-1]))
    attacker = position.to_move
    assert position.outcome() is None
    outcome = position.after(game.parse_move(case["line"][-1])).outcome()
    assert outcome is not None
    assert outcome.winners == (attacker,)


@pytest.mark.parametrize("point", SUITE.get("points", []), ids=lambda point: point["id"])
def test_points_of_the_public_renju_suite(point: dict[str, Any]) -> None:
    position = RENJU.position(text_of(point["board"]))
    why = position.why_illegal(RENJU.parse_move(point["move"]))
    assert (why.code if why else None) == point["kind"]
    assert (why is not None) == point["forbidden"]


@pytest.mark.parametrize("board", SUITE.get("boards", []), ids=lambda board: board["id"])
def test_boards_of_the_public_renju_suite(board: dict[str, Any]) -> None:
    position = RENJU.position(text_of(board["board"]))
    expected = {point.lower(): kind for point, kind in board["all_forbidden"].items()}
    plane = position.features()[3]
    assert {RENJU.move_text(int(cell)) for cell in plane.ravel().nonzero()[0]} == set(expected)
    if position.outcome() is None:  # one board parts its problems by long white rows, which end a game
        assert forbidden(position) == expected
