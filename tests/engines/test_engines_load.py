"""Specs of engines and players."""

from __future__ import annotations

import pytest

from duiyi import Engine, Limits, Player, SpecError, load_game
from duiyi.engines import analyse, choose, engine_names, load_engine, load_player
from duiyi.engines.load import read_engine_spec
from duiyi.engines.native import NativeEngine
from duiyi.engines.pool import EnginePool
from duiyi.engines.teaching.engine import TeachingEngine
from tests.engines.tic_tac_toe import TicTacToe

GAMES = ("chinese_checkers", "chinese_checkers(seats=6)", "nogo", "reversi", "xiangqi", "gomoku", "gomoku(rule=renju)")
GENERATIONS = ("greedy", "minimax", "alphabeta", "mcts")


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("name", [*GENERATIONS, "champion", "level(3)"])
def test_every_engine_answers_in_every_game_with_a_legal_move(spec: str, name: str) -> None:
    game = load_game(spec)
    player = load_player(name, game)
    assert isinstance(player, Player)
    assert choose(player, game.initial(), Limits(nodes=200, seed=1)) in game.initial().legal_moves()


@pytest.mark.parametrize("name", [*GENERATIONS, "champion"])
def test_a_game_of_ones_own_is_served_by_the_teaching_engines(name: str) -> None:
    engine = load_engine(name, TicTacToe())
    assert isinstance(engine, TeachingEngine)
    assert isinstance(engine, Engine)
    found = analyse(engine, TicTacToe().initial(), Limits(nodes=100, seed=1))
    assert found.final
    assert found.best in range(9)


def test_a_native_game_is_served_by_the_native_engines_unless_teaching_is_asked_for() -> None:
    game = load_game("reversi")
    assert isinstance(load_engine("mcts", game), NativeEngine)
    assert isinstance(load_engine("teaching.mcts", game), TeachingEngine)


def test_limits_in_the_spec_are_the_engines_own() -> None:
    game = load_game("reversi")
    assert analyse(load_engine("alphabeta(depth=3)", game), game.initial()).depth == 3
    assert analyse(load_engine("alphabeta(nodes=500)", game), game.initial(), Limits(depth=50)).nodes <= 500
    assert analyse(load_engine("alphabeta(depth=9)", game), game.initial(), Limits(depth=2)).depth == 2


@pytest.mark.parametrize(
    "spec",
    [
        "oracle",
        "alphabeta(speed=3)",
        "alphabeta(5)",
        "alphabeta(",
        "minimax(depth=deep)",
        "minimax(depth=0)",
        "mcts(nodes=-4)",
        "greedy(memory=5)",
        "level",
        "level(0)",
        "level(13)",
        "level(x)",
    ],
)
def test_a_wrong_spec_is_an_error_that_says_what_was_expected(spec: str) -> None:
    with pytest.raises(SpecError, match="expected"):
        load_player(spec, load_game("reversi"))


def test_names_are_listed_weakest_generation_first() -> None:
    assert tuple(engine_names(load_game("nogo"))[:4]) == GENERATIONS


def test_reading_a_spec_makes_no_engine() -> None:
    request = read_engine_spec("champion(memory=32,depth=4)", load_game("nogo(size=7)"))
    assert request.generation == "mcts"
    assert request.limits.depth == 4
    assert request.options == {"memory": "32"}


def test_the_champion_is_a_network_where_that_is_the_strongest() -> None:
    expected = {
        "nogo": "alphazero",
        "nogo(size=13)": "mcts",
        "chinese_checkers": "alphazero",
        "chinese_checkers(seats=3)": "alphabeta",
        "xiangqi": "alphabeta",
    }
    assert {spec: read_engine_spec("champion", load_game(spec)).generation for spec in expected} == expected


def test_a_program_of_this_machine_is_an_engine_here_but_not_in_a_pool() -> None:
    game = load_game("xiangqi")
    spec = 'external(protocol=uci,command="no-such-program",name=Nobody)'
    assert load_player(spec, game).name == "Nobody"
    with pytest.raises(SpecError, match="expected an engine"):
        EnginePool(workers=1).engine(spec, game)
