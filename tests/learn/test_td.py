"""Learning from differences in time: what moves, which way, and that shared weights learn where a table does not."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from duiyi import Limits, Position, load_game
from duiyi.engines import analyse, load_engine
from duiyi.learn.td import TdSettings, choose, learn_from, play
from duiyi.learn.td_run import learn_td
from duiyi.learn.td_values import PatternValues, PlaneValues, TableValues, values_for


def _wins(position: Position) -> bool:
    """Whether the seat to move wins a game without draws, by plain search."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.scores[position.to_move] == 1.0
    return any(not _wins(position.after(move)) for move in position.legal_moves())


@pytest.mark.parametrize("settings", [{"trace": 0.7}, {"trace": 0.0}, {"steps": 3}, {"depth": 2}, {"discount": 0.9}])
def test_every_kind_of_return_learns_to_play_a_small_board_perfectly(settings: dict[str, float]) -> None:
    told = TdSettings(game="nogo(rows=2,cols=3)", epsilon=0.3, opening_plies=2, rate=0.3, **settings)  # type: ignore[arg-type]
    game = load_game(told.game)
    values, rng = TableValues(), random.Random(2)
    for _ in range(400):
        steps, last = play(game, values, told, rng)
        learn_from(steps, last, values, told)
    met = [position for position in _all(game.initial()) if position.outcome() is None]
    right = [_wins(p.after(choose(p, values, told.depth)[0].move)) != _wins(p) for p in met]
    assert sum(right) / len(right) > 0.95


def _all(position: Position) -> list[Position]:
    seen, todo = {position}, [position]
    while todo:
        here = todo.pop()
        if here.outcome() is not None:
            continue
        for child in (here.after(move) for move in here.legal_moves()):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return list(seen)


def test_what_an_accident_led_to_is_not_learnt_by_the_position_before_it() -> None:
    told = TdSettings(game="nogo(rows=2,cols=2)", trace=1.0, rate=1.0)
    game = load_game(told.game)
    values = TableValues()
    steps, last = play(game, values, told, random.Random(1))
    steps = [step._replace(is_free=number == 0, greedy=0.25) for number, step in enumerate(steps)]
    learn_from(steps, last, values, told)
    assert values.of([steps[0].position])[0] == pytest.approx(0.25)


def test_shared_weights_say_something_about_positions_never_met() -> None:
    game = load_game("reversi")
    start = game.initial()
    mirror = start.after(game.parse_move("f5"))
    twin = start.after(game.parse_move("d3"))  # the same up to a symmetry
    values, table = PatternValues(), TableValues()
    for one in (values, table):
        one.learn(mirror, 1.0, 0.5)
    assert values.of([twin])[0] == pytest.approx(values.of([mirror])[0])
    assert values.of([twin])[0] > 0
    assert table.of([twin])[0] == 0


def test_learnt_patterns_play_in_alphabeta(tmp_path: Path) -> None:
    game = load_game("reversi")
    values = PatternValues()
    values.weights[1:] = np.random.default_rng(1).integers(-3, 3, len(values.weights) - 1) / 1600
    values.export(tmp_path / "td.patterns")
    position = game.initial().after(game.parse_move("f5"))
    engine = load_engine(f'alphabeta(net="{tmp_path / "td.patterns"}",depth=1)', game)
    found = analyse(engine, position, Limits(seed=1)).lines[0]
    best = choose(position, values)[0]
    assert found.score == pytest.approx(100 * PatternValues.DISCS * np.arctanh(best.value), abs=1.0)


def test_a_run_goes_on_where_it_was_and_ends_alike(tmp_path: Path) -> None:
    told = TdSettings(game="nogo(size=3)", round=20, score_games=4, seed=5)
    learn_td(tmp_path / "whole", told, rounds=3)
    learn_td(tmp_path / "parts", told, rounds=1)
    (tmp_path / "parts" / "00001.values").write_bytes(b"begun and not finished")
    learn_td(tmp_path / "parts", rounds=2)
    assert (tmp_path / "parts" / "00002.values").read_bytes() == (tmp_path / "whole" / "00002.values").read_bytes()
    with pytest.raises(ValueError, match="where a run is"):
        learn_td(tmp_path / "parts", told)
    with pytest.raises(ValueError, match="found no config"):
        learn_td(tmp_path / "nothing")


def test_games_start_from_chosen_positions() -> None:
    game = load_game("nogo(size=3)")
    start = game.initial().after(4).text()
    told = TdSettings(game="nogo(size=3)", starts=(start,), opening_plies=0)
    steps, _ = play(game, values_for(game, "shared"), told, random.Random(1))
    assert steps[0].position.text() == start


def test_any_game_with_features_can_learn() -> None:
    for spec in ("gomoku(size=5)", "chinese_checkers(rules=ruc)", "xiangqi"):
        game = load_game(spec)
        values = PlaneValues(game)
        told = TdSettings(game=spec, max_plies=12)
        steps, last = play(game, values, told, random.Random(1))
        learn_from(steps, last, values, told)
        assert np.isfinite(values.weights).all()
