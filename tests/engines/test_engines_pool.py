"""The pool: crashes, hangs and overruns cost one search, which is tried once more."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import aclosing
from typing import Any, cast

import pytest

from duiyi import Analysis, Limits, load_game
from duiyi.engines.pool import EngineFault, EnginePool, Fault
from duiyi.engines.teaching.engine import TeachingEngine
from tests.engines.tic_tac_toe import TicTacToe

GAME = load_game("xiangqi")
LONG = Limits(seconds=60)


async def _read_first(pool: EnginePool, spec: str = "alphabeta", limits: Limits = LONG) -> Analysis:
    async with aclosing(cast(Any, pool.engine(spec, GAME).analyse(GAME.initial(), limits))) as stream:
        async for analysis in stream:
            return cast(Analysis, analysis)
    raise AssertionError("no analysis")


def _pids(pool: EnginePool) -> list[int]:
    return [process.pid for process in pool._all]


def test_a_pool_answers_as_the_engine_itself_does() -> None:
    async def run() -> None:
        limits = Limits(depth=4, seed=1)
        async with EnginePool(workers=2) as pool:
            found = [analysis async for analysis in pool.engine("alphabeta", GAME).analyse(GAME.initial(), limits)]
            moves = await asyncio.gather(
                *(pool.player(f"level({level})", GAME).choose(GAME.initial(), limits) for level in (1, 2, 3, 4))
            )
        assert found[-1].final
        assert found[-1].depth == 4
        assert all(move in GAME.initial().legal_moves() for move in moves)

    asyncio.run(run())


def test_closing_the_stream_frees_the_worker_at_once() -> None:
    async def run() -> None:
        async with EnginePool(workers=1) as pool:
            await asyncio.wait_for(_read_first(pool), 30)
            pids = _pids(pool)
            found = await asyncio.wait_for(pool.player("alphabeta", GAME).choose(GAME.initial(), Limits(depth=2)), 30)
            assert found in GAME.initial().legal_moves()
            assert len(pids) == 1
            assert pool.faults == []

    asyncio.run(run())


def test_a_worker_that_dies_is_replaced_and_the_search_done_again() -> None:
    faults: list[Fault] = []

    async def run() -> Analysis:
        async with EnginePool(workers=1, on_fault=faults.append) as pool:
            found: list[Analysis] = []
            async for analysis in pool.engine("alphabeta", GAME).analyse(GAME.initial(), Limits(seconds=1.0)):
                found.append(analysis)
                if len(found) == 1:
                    os.kill(_pids(pool)[0], signal.SIGKILL)
            assert pool.faults == faults
            return found[-1]

    last = asyncio.run(run())
    assert last.final
    assert [(fault.kind, fault.is_retried) for fault in faults] == [("crash", True)]


def test_a_worker_that_freezes_is_noticed() -> None:
    async def run() -> list[Fault]:
        async with EnginePool(workers=1, patience=5.0) as pool:
            player = pool.player("alphabeta", GAME)
            await player.choose(GAME.initial(), Limits(depth=1))
            os.kill(_pids(pool)[0], signal.SIGSTOP)
            await player.choose(GAME.initial(), Limits(depth=1))
            return pool.faults

    assert [fault.kind for fault in asyncio.run(run())] == ["hang"]


def test_a_search_that_outgrows_the_memory_fails_twice_and_then_for_good() -> None:
    async def run() -> list[Fault]:
        async with EnginePool(workers=1, megabytes=150) as pool:
            with pytest.raises(EngineFault, match="memory"):
                async for _ in pool.engine("alphabeta(memory=512)", GAME).analyse(GAME.initial(), LONG):
                    pass
            # The pool lives on.
            assert (await _read_first(pool, "alphabeta(memory=8)", Limits(depth=2))).lines
            return pool.faults

    assert [(fault.kind, fault.is_retried) for fault in asyncio.run(run())] == [("memory", True), ("memory", False)]


def test_a_question_that_makes_no_sense_is_an_error_and_no_fault() -> None:
    async def run() -> None:
        async with EnginePool(workers=1) as pool:
            with pytest.raises(ValueError, match="memory"):
                await _read_first(pool, "alphabeta(memory=lots)")
            assert pool.faults == []
            assert (await _read_first(pool, limits=Limits(depth=1))).lines

    asyncio.run(run())


def test_a_game_known_to_this_process_only_is_thought_about_here() -> None:
    async def run() -> None:
        async with EnginePool(workers=1) as pool:
            assert isinstance(pool.engine("alphabeta", TicTacToe()), TeachingEngine)
            assert _pids(pool) == []

    asyncio.run(run())


def test_history_travels_with_the_position() -> None:
    position = GAME.position("3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", "e2d2 d9e9 d2e2 e9d9 e2d2 d9e9")

    async def run() -> int:
        async with EnginePool(workers=1) as pool:
            return await pool.player("alphabeta", GAME).choose(position, Limits(depth=5, seed=1))

    assert GAME.move_text(asyncio.run(run())) != "d2e2"


def test_closing_the_pool_ends_every_process() -> None:
    async def run() -> list[int]:
        pool = EnginePool(workers=2)
        await asyncio.gather(*(_read_first(pool, limits=Limits(depth=1)) for _ in range(2)))
        pids = _pids(pool)
        await pool.close()
        return pids

    for pid in asyncio.run(run()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
