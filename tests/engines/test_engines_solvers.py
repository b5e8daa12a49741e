"""The games' own solvers, on our cases and on the public suites beside the repository."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest

from duiyi import Game, load_game
from duiyi.engines.solve import has_solver, solve
from duiyi.games.native import NativeGame
from tests.places import cases, suite, suite_rows


def _texts(game: Game, moves: tuple[int, ...]) -> list[str]:
    return sorted(game.move_text(move) for move in moves)


@pytest.mark.parametrize(
    "spec", ["reversi", "reversi(size=6)", "nogo", "nogo(rows=3,cols=6)", "gomoku", "chinese_checkers"]
)
def test_the_game_has_a_solver_of_its_own(spec: str) -> None:
    game = load_game(spec)
    assert isinstance(game, NativeGame)
    assert has_solver(game)


@pytest.mark.parametrize("case", cases("reversi")["endgames"], ids=lambda case: str(case["position"]))
def test_a_reversi_endgame_has_its_exact_margin_and_best_moves(case: dict[str, Any]) -> None:
    game = load_game("reversi")
    found = solve(game.position(case["position"]))
    assert (found.value, _texts(game, found.moves)) == (case["value"], sorted(case["best"]))


@pytest.mark.parametrize(
    "row", [row for row in suite_rows("reversi_ffo.csv") if int(row["id"]) in (40, 41)], ids=lambda row: row["id"]
)
def test_a_position_of_the_ffo_suite_has_its_exact_margin(row: dict[str, str]) -> None:
    game = load_game("reversi")
    assert solve(game.position(f"{row['board']} {row['side']}")).value == int(row["score"])


def test_two_threads_find_the_same_margin() -> None:
    game = load_game("reversi")
    for case in cases("reversi")["endgames"][:4]:
        found = solve(game.position(case["position"]), threads=2)
        assert (found.value, _texts(game, found.moves)) == (case["value"], sorted(case["best"]))


@pytest.mark.parametrize("case", cases("nogo")["endgames"], ids=lambda case: str(case["position"]))
def test_a_nogo_endgame_has_its_value_and_all_winning_moves(case: dict[str, Any]) -> None:
    game = load_game(case["game"])
    found = solve(game.position(case["position"]))
    assert (found.value, _texts(game, found.moves)) == (case["value"], sorted(case["winning_moves"]))


def test_the_second_seat_wins_nogo_on_four_by_four() -> None:
    assert solve(load_game("nogo(size=4)").initial()).value == "loss"


@pytest.mark.parametrize("case", cases("gomoku")["vcf"], ids=lambda case: str(case["position"]))
def test_a_win_by_continuous_fours_is_found_and_really_wins(case: dict[str, Any]) -> None:
    game = load_game("gomoku")
    position = game.position(case["position"])
    found = solve(position, seconds=10)
    assert found.value == "win"
    assert set(case["first_moves"]) & set(_texts(game, found.moves))


@pytest.mark.parametrize("case", cases("gomoku")["no_vcf"], ids=lambda case: str(case["position"]))
def test_no_win_is_claimed_where_there_is_none(case: dict[str, Any]) -> None:
    assert solve(load_game("gomoku").position(case["position"]), seconds=2).value != "win"


def _confirmed_puzzles() -> list[dict[str, Any]]:
    """Those of the public suite with a known line of fours, from its source or from a plain search."""
    puzzles = suite("vcf.json").get("puzzles", [])
    return [p for p in puzzles if p["kind"] == "VCF" and (p.get("first_moves") or isinstance(p["vcf_check"], dict))]


@pytest.mark.parametrize("puzzle", _confirmed_puzzles(), ids=lambda puzzle: puzzle["id"])
def test_a_confirmed_puzzle_of_fours_is_solved(puzzle: dict[str, Any]) -> None:
    game = load_game("gomoku(rule=renju)")
    board = "/".join(_run_lengths(row) for row in puzzle["board"])
    found = solve(game.position(f"{board} {'x' if puzzle['side'] == 'black' else 'o'}"), seconds=10)
    assert found.value == "win"


def _puzzles_of_threats() -> list[dict[str, Any]]:
    """Those of the public suite that fours and open threes win; the rest need slower threats."""
    names = ("black", "white", "counter", "forbidden_breaker", "dual_forbiddens")
    wanted = {f"quintet_test_vct_{name}" for name in names}
    return [puzzle for puzzle in suite("vcf.json").get("puzzles", []) if puzzle["id"] in wanted]


@pytest.mark.parametrize("puzzle", _puzzles_of_threats(), ids=lambda puzzle: puzzle["id"])
def test_a_puzzle_of_fours_and_threes_is_solved(puzzle: dict[str, Any]) -> None:
    game = load_game("gomoku(rule=renju)")
    board = "/".join(_run_lengths(row) for row in puzzle["board"])
    found = solve(game.position(f"{board} {'x' if puzzle['side'] == 'black' else 'o'}"), seconds=10)
    assert found.value == "win"


def _run_lengths(row: str) -> str:
    text = re.sub(r"\.+", lambda dots: str(len(dots.group())), row)
    return text.lower()


def test_a_lone_army_is_home_in_27_moves() -> None:
    game = load_game("chinese_checkers")
    position = game.position("A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1 A")
    turns = 0
    while position.outcome() is None:
        if position.to_move == 0:
            found = solve(position)
            assert found.value == "win"
            position, turns = position.after(found.moves[0]), turns + 1
        else:
            position = position.after(position.legal_moves()[0])
    assert turns == 27


def test_a_stopped_solver_says_unknown_and_the_process_goes_on() -> None:
    position = load_game("reversi").initial()
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(solve(position, seconds=0.2)))
    thread.start()
    thread.join()
    assert found[0].value == "unknown"
