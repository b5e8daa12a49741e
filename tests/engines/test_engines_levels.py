"""Levels: weak but sane, never blind to a win in one from level 4 on, and not always the same."""

from __future__ import annotations

from itertools import pairwise

import pytest

from duiyi import Limits, load_game
from duiyi.base import Game
from duiyi.engines import analyse, choose, load_engine, load_player
from duiyi.engines.levels import LEVELS, level_of


@pytest.mark.parametrize("game", ["default", "chinese_checkers", "nogo", "reversi", "xiangqi", "gomoku"])
def test_higher_levels_take_more_care(game: str) -> None:
    levels = [level_of(game, number) for number in range(1, LEVELS + 1)]
    assert [level.level for level in levels] == list(range(1, LEVELS + 1))
    assert all(0 < level.regret < 0.5 for level in levels)
    ratings = [level.rating.elo for level in levels if level.rating is not None]
    assert ratings == sorted(ratings)
    for lower, higher in pairwise(levels):
        assert lower.engine != higher.engine or lower.regret > higher.regret


@pytest.mark.parametrize("level", [4, 5, 8, 12])
@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("gomoku", "15/15/15/15/15/15/15/5xxxx6/15/15/4oooo7/15/15/15/15 x"),
        ("xiangqi", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"),
        ("chinese_checkers", "1/2/3/4/DDDDDDDDDD3/12/11/10/9/10/11/12/7A5/AAA1/AAA/AA/A A"),
        ("nogo(rows=2,cols=2)", "1x/2 x"),
        ("reversi(size=4)", "xxxo/xxo1/xoox/xxxx x"),
    ],
)
def test_a_win_in_one_is_never_missed_from_level_4_on(level: int, spec: str, text: str) -> None:
    game = load_game(spec)
    position = game.position(text)
    for seed in range(5):
        after = position.after(choose(load_player(f"level({level})", game), position, Limits(seed=seed, nodes=3000)))
        outcome = after.outcome()
        assert outcome is not None
        assert outcome.scores[position.to_move] == 1.0


def _first_moves(game: Game, level: int) -> set[int]:
    player = load_player(f"level({level})", game)
    start = game.initial()
    return {choose(player, start, Limits(seed=seed, nodes=500)) for seed in range(12)}


@pytest.mark.parametrize("spec", ["reversi", "xiangqi", "nogo", "chinese_checkers"])
def test_openings_vary(spec: str) -> None:
    assert len(_first_moves(load_game(spec), 5)) > 1


@pytest.mark.parametrize("spec", ["reversi", "xiangqi", "gomoku"])
def test_the_regret_of_a_weak_level_is_bounded(spec: str) -> None:
    game = load_game(spec)
    level = level_of(spec, 3)
    position = game.initial()
    for seed in range(8):
        lines = analyse(load_engine(level.engine, game), position, Limits(lines=200, seed=seed)).lines
        rates = {line.moves[0]: line.rates[position.to_move] for line in lines}
        move = choose(load_player("level(3)", game), position, Limits(seed=seed))
        assert rates[move] >= max(rates.values()) - level.regret - 1e-9
        position = position.after(move)


def test_the_same_seed_makes_the_same_choice() -> None:
    game = load_game("reversi")
    first, again = (choose(load_player("level(2)", game), game.initial(), Limits(seed=4)) for _ in range(2))
    assert first == again
