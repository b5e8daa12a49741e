"""Puzzles: exactly one move wins."""

from __future__ import annotations

from collections import Counter

import pytest

from duiyi import load_game
from duiyi.engines.solve import solve
from duiyi.records import Record
from duiyi.review.puzzle_set import choose_puzzles, load_puzzles
from duiyi.review.puzzles import Puzzle, find_puzzles, puzzle_of


def _sample() -> list[Puzzle]:
    """Every eighth of the committed puzzles: to prove all of them again takes minutes."""
    return list(load_puzzles()[::8])


@pytest.mark.parametrize("puzzle", _sample(), ids=lambda puzzle: puzzle.id)
def test_a_committed_puzzle_is_proven_again(puzzle: Puzzle) -> None:
    found = puzzle_of(load_game(puzzle.game).position(puzzle.start), seconds=20)
    assert found is not None
    assert (found.id, found.line[0], found.to_move) == (puzzle.id, puzzle.line[0], puzzle.to_move)


def test_every_line_is_legal_and_every_goal_in_both_languages() -> None:
    for puzzle in load_puzzles():
        record = Record.from_moves(puzzle.game, puzzle.line, start=puzzle.start)
        assert record.position_at(0).to_move == puzzle.to_move
        assert puzzle.goal.en
        assert puzzle.goal.zh


def test_every_game_has_puzzles_from_easy_to_hard() -> None:
    counts = Counter(puzzle.game.partition("(")[0] for puzzle in load_puzzles())
    assert set(counts) == {"reversi", "nogo", "gomoku", "xiangqi", "chinese_checkers"}
    assert min(counts.values()) >= 40
    assert len({puzzle.id for puzzle in load_puzzles()}) == len(load_puzzles())


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("xiangqi", "4k4/R8/9/9/9/9/9/8R/9/3K5 w"),  # a rook mates, the other leaves no move: two wins in one
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
        ("gomoku", "15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/oo1o11 x"),  # five on either side
    ],
)
def test_no_win_or_two_wins_are_no_puzzle(spec: str, text: str) -> None:
    assert puzzle_of(load_game(spec).position(text)) is None


def test_a_win_by_threes_is_not_called_one_by_fours() -> None:
    # Two open twos cross at k7: the solver wins by threes, but no stone makes a four yet.
    crossing = "15/15/15/15/9x5/10o4/15/10o4/9o5/6x1x6/15/9x5/15/15/15 o"
    position = load_game("gomoku").position(crossing)
    assert solve(position, 5.0).value == "win"
    assert puzzle_of(position) is None


def test_a_line_of_fours_threatens_five_at_every_move() -> None:
    for puzzle in load_puzzles():
        if puzzle.game.startswith("gomoku"):
            record = Record.from_moves(puzzle.game, puzzle.line, start=puzzle.start)
            assert record.position_at(len(puzzle.line)).outcome() is not None
            for ply in range(1, len(puzzle.line), 2):
                board, side = record.position_at(ply).text().split()
                threat = record.rules.position(f"{board} {'o' if side == 'x' else 'x'}")
                assert any(threat.after(move).outcome() for move in threat.legal_moves()), puzzle.id


def test_a_finished_game_and_a_game_without_solvers_have_no_puzzles() -> None:
    record = Record.from_moves("gomoku", "h8 a1 h9 a2 h10 a3 h11 a4 h12")
    assert puzzle_of(record.position_at(9)) is None
    assert len(list(find_puzzles(record, seconds=0.5))) == 0


def test_a_choice_is_spread_and_holds_no_mirror_images() -> None:
    reversi = [puzzle for puzzle in load_puzzles() if puzzle.game == "reversi"]
    chosen = choose_puzzles([*reversi, *reversi], 10)
    ratings = [puzzle.rating for puzzle in chosen]
    assert len(chosen) == len({puzzle.id for puzzle in chosen}) == 10
    assert ratings == sorted(ratings)
    assert ratings[0] < 900 < 1500 < ratings[-1]
