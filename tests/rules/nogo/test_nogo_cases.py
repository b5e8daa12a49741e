"""Every NoGo case, and everything the public figures say about the rules, where they exist."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from duiyi import Position, load_game, perft
from duiyi.games.native import NativePosition
from tests.places import cases, suite

CASES = cases("nogo")
FIGURES = suite("nogo.json")
_MOST_POSITIONS = 30_000  # of a level, so that counting stays a matter of seconds
_MOST_POINTS = 14  # of a board that plain Python solves in seconds; the native tests go on from here


def spec_of(board: str) -> str:
    rows, cols = board.split("x")
    return f"nogo(rows={rows},cols={cols})"


def wins(position: Position, known: dict[int, bool]) -> bool:
    """Plain negamax with a table: does the seat to move win?"""
    if position.key not in known:
        known[position.key] = any(not wins(position.after(move), known) for move in position.legal_moves())
    return known[position.key]


def winning_moves(position: Position) -> set[str]:
    known: dict[int, bool] = {}
    return {position.game.move_text(move) for move in position.legal_moves() if not wins(position.after(move), known)}


@pytest.mark.parametrize("case", CASES["positions"], ids=lambda case: case["position"])
def test_legal_moves_and_perft_of_the_cases(case: dict[str, Any]) -> None:
    game = load_game(case["game"])
    position = game.position(case["position"])
    assert position.text() == case["position"]
    assert sorted(game.move_text(move) for move in position.legal_moves()) == sorted(case["legal"])
    assert perft(position, case["depth"]) == case["perft"]
    assert (position.outcome() is not None) == case["finished"]


@pytest.mark.parametrize("case", CASES["endgames"], ids=lambda case: case["position"])
def test_winning_moves_of_the_endgame_cases(case: dict[str, Any]) -> None:
    position = load_game(case["game"]).position(case["position"])
    assert position.board().count("") == case["empties"]
    assert len(position.legal_moves()) == case["legal"]
    assert winning_moves(position) == set(case["winning_moves"])
    assert bool(case["winning_moves"]) == (case["value"] == "win") == (case["winner"] == "xo"[position.to_move])


@pytest.mark.parametrize("case", CASES["course"], ids=lambda case: f"{case['position']} {case['move']}")
def test_losing_moves_of_the_course_cases(case: dict[str, Any]) -> None:
    game = load_game(case["game"])
    position = game.position(case["position"])
    outcome = position.after(game.parse_move(case["move"])).outcome()
    assert outcome is not None
    assert outcome.reason == case["reason"]
    assert outcome.winners == (1 - position.to_move,)
    forbidden = load_game(case["game"].replace(",rule=course", "")).position(case["position"])
    why = forbidden.why_illegal(game.parse_move(case["move"]))
    assert why is not None
    assert (why.code, why.cells) == (case["reason"], outcome.cells)


@pytest.mark.parametrize("board", FIGURES.get("perft", {}))
def test_perft_of_the_public_figures(board: str) -> None:
    start = load_game(spec_of(board)).initial()
    counts = FIGURES["perft"][board]
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("board", [board for board in FIGURES.get("levels", {}) if board[0] != "1"])
def test_positions_and_games_level_by_level(board: str) -> None:
    """Each level holds the positions reached by that many plies, with the number of ways to reach them."""
    start = load_game(spec_of(board)).initial()
    level, ways = {start.key: start}, Counter({start.key: 1})
    for figures in FIGURES["levels"][board]["levels"]:
        assert len(level) == figures["positions"]
        assert ways.total() == int(figures["sequences"])
        ending = sum(ways[key] for key, position in level.items() if position.outcome() is not None)
        assert ending == int(figures["games_ending_here"])
        if figures["positions"] > _MOST_POSITIONS:
            return
        after: dict[int, Position] = {}
        counts: Counter[int] = Counter()
        for key, position in level.items():
            for move in position.legal_moves():
                reached = position.after(move)
                after[reached.key] = reached
                counts[reached.key] += ways[key]
        level, ways = after, counts
    assert not level


SOLVED = {"2x2": "WWWW", "2x3": "", "2x4": "", "2x5": ".W.W..W.W.", "3x3": "WWWWWWWWW", "3x4": ""}


@pytest.mark.parametrize("board", SOLVED)
def test_small_boards_are_won_by_the_known_seat(board: str) -> None:
    game = load_game(spec_of(board))
    expected = {game.move_text(cell) for cell, sign in enumerate(SOLVED[board]) if sign == "W"}
    assert winning_moves(game.initial()) == expected


def small_boards() -> list[str]:
    boards = [tuple(map(int, board.split("x"))) for board in FIGURES.get("winner", {})]
    return [f"{rows}x{cols}" for rows, cols in boards if min(rows, cols) > 1 and rows * cols <= _MOST_POINTS]


@pytest.mark.parametrize("board", small_boards())
def test_winners_of_the_public_figures(board: str) -> None:
    figures = FIGURES["winner"][board]
    game = load_game(spec_of(board))
    signs = figures.get("winning_first_moves_rowmajor", "")
    assert winning_moves(game.initial()) == {game.move_text(cell) for cell, sign in enumerate(signs) if sign == "W"}
    assert bool(signs) == (figures["winner"] == "first")


@pytest.mark.parametrize("size", [size for size in (5, 9, 15) if f"random_playout_{size}x{size}" in FIGURES])
def test_random_games_are_as_long_as_measured(size: int) -> None:
    figures = FIGURES[f"random_playout_{size}x{size}"]
    start = load_game(f"nogo(size={size})").initial()
    assert isinstance(start, NativePosition)
    games, plies, finished, scores = start.native.playouts(5000, seed=1)
    assert finished == games == sum(scores)
    assert plies / games == pytest.approx(figures["mean_length"], rel=0.005)
    assert scores[0] / games == pytest.approx(figures["black_win_rate"], abs=0.03)
