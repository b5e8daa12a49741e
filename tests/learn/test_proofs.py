"""What the tree proves by itself: wins by fours, the last discs and the last moves need no network."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from duiyi import Limits, load_game
from duiyi.engines.solve import solve
from duiyi.games.native import NativePosition
from duiyi.learn.forest import Root, Thinker
from duiyi.learn.games import Row, SearchedGame, pack_games, read_games, write_games
from duiyi.learn.jobs import learnable
from duiyi.learn.judge import Ignorant, judge_run
from duiyi.learn.run import Run
from duiyi.learn.settings import settings_for
from duiyi.learn.warm import native_engine
from tests.places import cases


def look(position: NativePosition, simulations: int, **options: str) -> Root:
    game = position.game
    thinker = Thinker(game, Ignorant(game), {"root": "puct", **options}, trees=1)
    thinker.begin(0, position, simulations, fresh=True)
    while True:
        thinker.step()
        for _, root in thinker.done([0]):
            return root


@pytest.mark.parametrize("case", cases("gomoku")["vcf"], ids=lambda case: str(case["position"]))
def test_a_win_by_fours_is_proven_by_few_simulations(case: dict[str, Any]) -> None:
    position = learnable("gomoku").position(case["position"])
    root = look(position, 300)
    assert root.is_proven
    assert root.rates[position.to_move] == 1.0
    after = position.after(root.moves[0][0])
    assert after.outcome() is not None or solve(after.after(after.legal_moves()[0]), seconds=5).value == "win"


def test_no_win_by_fours_is_claimed_where_there_is_none() -> None:
    for case in cases("gomoku")["no_vcf"]:
        position = learnable("gomoku").position(case["position"])
        root = look(position, 100)
        assert not (root.is_proven and root.rates[position.to_move] == 1.0 and (root.moves[0][5] or 0) > 5)


def test_the_last_discs_of_reversi_are_solved() -> None:
    game = learnable("reversi")
    chance = random.Random(5)
    seen = set()
    for _ in range(40):
        position = game.initial()
        while position.outcome() is None and position.board().count("") > 12:
            position = position.after(chance.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        margin = solve(position).value
        assert isinstance(margin, int)
        root = look(position, 200)
        value = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
        assert root.is_proven
        assert root.rates[position.to_move] == value
        seen.add(value)
        assert not look(position, 5, guided="off").is_proven
    assert {0.0, 1.0} <= seen


def test_the_last_moves_of_nogo_are_counted() -> None:
    game = learnable("nogo")
    chance = random.Random(8)
    seen = set()
    unguided = 0
    for _ in range(20):
        position = game.initial()
        while position.outcome() is None and len(position.legal_moves()) > 8:
            position = position.after(chance.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        won = solve(position).value == "win"
        root = look(position, 50)
        assert root.is_proven
        assert root.rates[position.to_move] == float(won)
        if won:
            assert solve(position.after(root.moves[0][0])).value == "loss"
        seen.add(won)
        unguided += look(position, 50, guided="off").is_proven
    assert seen == {True, False}
    assert unguided < 20


def test_results_of_old_games_are_put_right_as_far_back_as_the_end_can_be_proven(tmp_path: Path) -> None:
    game = learnable("nogo(rows=3,cols=4)")
    assert solve(game.initial()).value == "loss"
    chance = random.Random(3)
    games = []
    for number in range(8):
        position, moves = game.initial(), []
        while position.outcome() is None:
            moves.append(chance.choice(position.legal_moves()))
            position = position.after(moves[-1])
        rows = tuple(Row.of(ply, [move], [1.0], [0.5, 0.5]) for ply, move in enumerate(moves))
        games.append(SearchedGame(tuple(moves), rows, (1.0, 0.0) if number % 2 else (0.0, 1.0), "resign", 0))
    run = Run(tmp_path / "old")
    run.create(settings_for(game))
    write_games(run.games_of("00001-000"), pack_games(games))
    assert judge_run(tmp_path / "old", tmp_path / "new", workers=1) == (8, 4)
    for one, old in zip(read_games(Run(tmp_path / "new").games_of("00001-000")), games, strict=True):
        assert one.scores == (0.0, 1.0)
        assert one.rows == old.rows[:1]  # from the second ply on the second seat's win is proven
    assert Run(tmp_path / "new").settings().game == game.spec


def test_a_smaller_board_of_reversi_is_searched_without_the_solver() -> None:
    position = load_game("reversi(size=6)").initial()
    assert isinstance(position, NativePosition)
    assert not look(position, 50).is_proven


@pytest.mark.parametrize(
    ("spec", "text", "move"),
    [("xiangqi", "4k4/9/9/9/r3p4/4P4/R8/9/9/4K4 w", "a3a5"), ("xiangqi", "3k5/9/r8/4p4/R3P4/9/9/9/9/4K4 b", "a7a5")],
)
def test_the_evaluation_advises_where_the_network_knows_nothing(spec: str, text: str, move: str) -> None:
    game = learnable(spec)
    position = game.position(text)
    alone, advised = look(position, 200), look(position, 200, advice="1")
    assert alone.rates[position.to_move] == pytest.approx(0.5, abs=0.01)
    assert advised.rates[position.to_move] > 0.8
    assert game.move_text(advised.moves[0][0]) == move


def test_advice_is_given_to_every_seat() -> None:
    position = learnable("chinese_checkers(seats=3)").initial()
    advised = look(position, 30, advice="0.5").rates
    assert sum(advised) == pytest.approx(1.5, abs=0.3)
    assert advised != look(position, 30).rates


@pytest.mark.parametrize("spec", ["xiangqi", "chinese_checkers(seats=3)"])
def test_a_glance_of_the_evaluation_spares_the_network(spec: str) -> None:
    game, asked = learnable(spec), []
    for glances in ("0", "1", "3"):
        options = {"root": "puct", "advice": "0.5", "glances": glances}
        thinker = Thinker(game, Ignorant(game), options, trees=1)
        thinker.begin(0, game.initial(), 300, fresh=True)
        while not (roots := list(thinker.done([0]))):
            thinker.step()
        asked.append(thinker.evaluations)
        root = roots[0][1]
        assert root.simulations == 300
        assert sum(move[1] for move in root.moves) == 300
        assert sum(root.rates) == pytest.approx(game.seats / 2, abs=0.3)
    assert asked[0] > 1.5 * asked[1] > 1.5 * 1.5 * asked[2] > 0


def test_a_glance_alone_finds_what_the_evaluation_sees() -> None:
    game = learnable("xiangqi")
    position = game.position("4k4/9/9/9/r3p4/4P4/R8/9/9/4K4 w")
    root = look(position, 200, advice="0.5", glances="2")
    assert game.move_text(root.moves[0][0]) == "a3a5"
    with pytest.raises(ValueError, match="expected no advice"):
        look(learnable("nogo").initial(), 10, glances="1")


def _last_plies(spec: str, count: int) -> list[NativePosition]:
    game = learnable(spec)
    engine = native_engine("alphabeta(depth=1)", game)
    positions = [game.initial()]
    while positions[-1].outcome() is None:
        positions.append(positions[-1].after(engine.search(positions[-1], Limits(seed=1)).best))
    return positions[-1 - count : -1]


@pytest.mark.parametrize("spec", ["chinese_checkers", "chinese_checkers(seats=3)"])
def test_a_tree_that_needs_no_network_any_more_still_returns(spec: str) -> None:
    for position in _last_plies(spec, 5):
        thinker = Thinker(position.game, Ignorant(position.game), {"root": "puct"}, trees=1)
        thinker.begin(0, position, 10**6, fresh=True)
        for _ in range(60):
            thinker.step()


def test_the_last_move_of_a_race_between_two_is_proven() -> None:
    last = _last_plies("chinese_checkers", 1)[0]
    root = look(last, 500)
    assert root.is_proven
    assert last.after(root.moves[0][0]).outcome() is not None
    assert root.rates[last.to_move] == 1.0
