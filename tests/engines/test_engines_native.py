"""The native engines behind the `Engine` protocol: streams, stopping, equal answers."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any, cast

import pytest

from duiyi import Analysis, GameOver, Limits, load_game
from duiyi.engines import analyse, load_engine, load_player
from duiyi.engines.settle import clock_share, settle

GAMES = ("chinese_checkers", "chinese_checkers(seats=3)", "nogo", "reversi", "xiangqi", "gomoku", "gomoku(rule=renju)")


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("name", ["alphabeta", "mcts"])
def test_one_seed_gives_one_answer_whatever_was_searched_before(spec: str, name: str) -> None:
    game = load_game(spec)
    engine = load_engine(name, game)
    limits = Limits(nodes=1500, seed=5, lines=2)
    first = analyse(engine, game.initial(), limits)
    analyse(engine, game.initial().after(first.best), Limits(nodes=500))
    again = analyse(engine, game.initial(), limits)
    other = analyse(load_engine(name, game), game.initial(), limits)
    assert (first.lines, first.nodes, first.depth) == (again.lines, again.nodes, again.depth)
    assert (first.lines, first.nodes, first.depth) == (other.lines, other.nodes, other.depth)


@pytest.mark.parametrize("spec", GAMES)
def test_lines_come_best_first_and_begin_differently(spec: str) -> None:
    game = load_game(spec)
    start = game.initial()
    if spec.startswith("gomoku"):
        start = start.after(game.parse_move("h8"))  # the first stone has one good place
    found = analyse(load_engine("alphabeta", game), start, Limits(depth=3, lines=4, seed=1))
    assert len(found.lines) == 4
    assert len({line.moves[0] for line in found.lines}) == 4
    if game.seats == 2:  # beyond two, rates are those at the end of each line
        rates = [line.rates[start.to_move] for line in found.lines]
        assert rates == sorted(rates, reverse=True)
    for line in found.lines:
        place = start
        for move in line.moves:
            place = place.after(move)


def test_closing_the_stream_stops_the_search() -> None:
    game = load_game("xiangqi")
    engine = load_engine("alphabeta", game)

    async def first_report() -> Analysis:
        async with aclosing(cast(Any, engine.analyse(game.initial(), Limits(seconds=600)))) as stream:
            async for analysis in stream:
                return cast(Analysis, analysis)
        raise AssertionError("no report")

    async def run() -> Analysis:
        early = await asyncio.wait_for(first_report(), 60)
        # The engine is free again: a second search does not wait for ten minutes.
        await asyncio.wait_for(load_player("alphabeta", game).choose(game.initial(), Limits(depth=1)), 60)
        return early

    early = asyncio.run(run())
    assert not early.final
    assert 0.0 <= early.progress < 0.5


def test_cancelling_the_reader_stops_the_search() -> None:
    game = load_game("gomoku")
    player = load_player("mcts", game)

    async def run() -> None:
        task = asyncio.create_task(player.choose(game.initial().after(game.parse_move("h8")), Limits(seconds=600)))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 60)

    asyncio.run(run())


def test_the_event_loop_goes_on_while_an_engine_thinks() -> None:
    game = load_game("reversi")
    engine = load_engine("alphabeta", game)

    async def run() -> int:
        async def think() -> None:
            async for _ in engine.analyse(game.initial(), Limits(seconds=0.4)):
                pass

        task, ticks = asyncio.create_task(think()), 0
        while not task.done():
            ticks += 1
            await asyncio.sleep(0.01)
        return ticks

    assert asyncio.run(run()) >= 5


def test_the_last_analysis_is_final_and_the_others_are_not() -> None:
    game = load_game("nogo")

    async def collect() -> list[Analysis]:
        return [found async for found in load_engine("mcts", game).analyse(game.initial(), Limits(seconds=0.5))]

    found = asyncio.run(collect())
    assert [analysis.final for analysis in found] == [False] * (len(found) - 1) + [True]
    assert [analysis.progress for analysis in found] == sorted(analysis.progress for analysis in found)
    assert found[-1].progress == 1.0
    assert len(found) <= 8


def test_a_finished_game_cannot_be_analysed() -> None:
    game = load_game("reversi")
    over = game.position("xxxxxxxx/8/8/8/8/8/8/8 o")
    with pytest.raises(GameOver):
        analyse(load_engine("alphabeta", game), over)
    with pytest.raises(GameOver):
        asyncio.run(load_player("greedy", game).choose(over, Limits()))


def test_repetition_is_known_to_the_search() -> None:
    # Red has checked back and forth twice; going on would lose by perpetual check, so the engine does something else.
    game = load_game("xiangqi")
    text = "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1"
    position = game.position(text, "e2d2 d9e9 d2e2 e9d9 e2d2 d9e9")
    found = analyse(load_engine("alphabeta", game), position, Limits(depth=5, seed=1))
    assert game.move_text(found.best) != "d2e2"


def test_a_clock_is_shared_out_over_the_moves_to_come() -> None:
    assert clock_share(Limits(), 0) is None
    assert clock_share(Limits(clocks=(300.0, 10.0)), 0) == 10.0
    share = clock_share(Limits(clocks=(0.2, 10.0), increment=5.0), 0)
    assert share is not None
    assert share < 0.1
    start = load_game("reversi").initial()
    assert settle(Limits(clocks=(60.0, 60.0), seconds=0.5), Limits(), start).seconds == 0.5
    assert settle(Limits(clocks=(60.0, 60.0)), Limits(), start).clocks is None
