"""Openings: the same for the same seed, no two alike, nobody winning."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import islice

import pytest

import connect_four
from duiyi import load_game
from duiyi.analysis import Analysis, Limits, Line
from duiyi.arena import Opening, generate_openings, openings
from duiyi.arena.openings import canonical_board, opening_plies
from duiyi.arena.playing import opening_position
from duiyi.base import Game, Position
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame

GAMES = ["reversi", "nogo", "gomoku", "xiangqi", "chinese_checkers", "chinese_checkers(seats=3)"]


def take(game: Game, count: int, seed: int = 0, judge: str | None = None) -> list[Opening]:
    return list(islice(generate_openings(game, seed, judge=judge), count))


@pytest.mark.parametrize("spec", GAMES)
def test_the_same_seed_gives_the_same_openings(spec: str) -> None:
    game = load_game(spec)
    assert take(game, 4, seed=3) == take(game, 4, seed=3)
    assert take(game, 4, seed=3) != take(game, 4, seed=4)


@pytest.mark.parametrize("spec", GAMES)
def test_openings_are_legal_and_of_the_usual_length(spec: str) -> None:
    game = load_game(spec)
    for opening in take(game, 4):
        assert len(opening.moves.split()) == opening_plies(game)
        assert opening_position(game, opening).outcome() is None


def test_no_two_openings_are_alike_up_to_symmetry() -> None:
    game = load_game("reversi")
    found = [canonical_board(opening_position(game, opening)) for opening in take(game, 60)]
    assert len(set(found)) == 60


def test_a_small_board_runs_out_of_openings() -> None:
    game = load_game("nogo(size=3)")
    # One stone on nine points: a corner, an edge, or the centre.
    assert len(list(generate_openings(game, plies=1, judge=None))) == 3


def test_no_plies_mean_the_beginning_alone() -> None:
    assert list(generate_openings(load_game("reversi"), plies=0)) == [Opening()]


def test_nobody_wins_at_once_after_an_opening() -> None:
    game = load_game("connect_four")
    assert isinstance(game, connect_four.ConnectFour)
    for opening in islice(generate_openings(game, plies=10), 40):
        position = opening_position(game, opening)
        assert all(position.after(move).outcome() is None for move in position.legal_moves())


class _Judge:
    """Thinks that the seat to move is better the more moves it has: enough to tell openings apart."""

    name = "judge"

    async def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        moves = position.legal_moves()
        rate = min(1.0, len(moves) / 14)
        rates = (rate, 1 - rate) if position.to_move == 0 else (1 - rate, rate)
        yield Analysis(
            lines=(Line(moves=(moves[0],), rates=rates),), depth=1, nodes=1, seconds=0, progress=1, final=True
        )

    async def close(self) -> None:
        """Holds nothing."""


def test_openings_that_the_judge_finds_lopsided_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "load_engine", lambda spec, game: _Judge())
    game = load_game("reversi")
    counts = [len(opening_position(game, opening).legal_moves()) for opening in take(game, 30, judge="judge")]
    unjudged = [len(opening_position(game, opening).legal_moves()) for opening in take(game, 30)]
    assert all(0.35 <= count / 14 <= 0.65 for count in counts)
    assert not all(0.35 <= count / 14 <= 0.65 for count in unjudged)


def test_attacks_that_a_short_look_misses_make_no_opening_of_gomoku(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("gomoku")
    assert isinstance(game, NativeGame)
    engine = NativeEngine("alphabeta", game)

    def rates() -> list[float]:
        found = (opening_position(game, opening) for opening in take(game, 2, seed=9, judge="champion"))
        return [engine.search(position, Limits(nodes=200_000, seed=1)).rates[0] for position in found]

    assert all(0.35 <= rate <= 0.65 for rate in rates())
    monkeypatch.setattr(openings, "_SECOND_LOOK", {})
    assert not all(0.35 <= rate <= 0.65 for rate in rates())
