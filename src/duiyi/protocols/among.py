"""A search that may begin with some of the legal moves only: ``searchmoves``, ``banmoves``, allowed points."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Collection
from contextlib import aclosing
from typing import Any, cast

import msgspec

from duiyi.analysis import Analysis, Engine, Limits, Line
from duiyi.base import Move, Position
from duiyi.engines.settle import settle
from duiyi.engines.sync import last_analysis

__all__ = ["analyse_among"]

_FEW_BANNED = 6  # up to so many banned moves, asking for that many lines more is the better search
_FIRST_NODES = 500
_ROUNDS = 40


async def analyse_among(
    engine: Engine, position: Position, limits: Limits, only: Collection[Move]
) -> AsyncIterator[Analysis]:
    """Stream what an engine finds when the first move must be one of `only`.

    >>> import asyncio
    >>> from duiyi import load_game
    >>> from duiyi.engines import load_engine
    >>> game = load_game("reversi")
    >>> async def look():
    ...     only, engine = {game.parse_move("c4")}, load_engine("alphabeta", game)
    ...     found = [found async for found in analyse_among(engine, game.initial(), Limits(nodes=3000), only)]
    ...     return game.move_text(found[-1].best)
    >>> asyncio.run(look())
    'c4'
    """
    banned = [move for move in position.legal_moves() if move not in only]
    if len(banned) <= _FEW_BANNED:
        is_found = False
        async for analysis in _without(engine, position, limits, banned):
            is_found = True
            yield analysis
        if is_found:
            return
    async for analysis in _each(engine, position, settle(limits, Limits(), position), only):
        yield analysis


async def _without(engine: Engine, position: Position, limits: Limits, banned: list[Move]) -> AsyncIterator[Analysis]:
    """One search with enough lines that an allowed one is among them; nothing if the engine knows of none."""
    more = msgspec.structs.replace(limits, lines=limits.lines + len(banned))
    async with aclosing(cast(Any, engine.analyse(position, more))) as found:
        async for analysis in found:
            lines = tuple(line for line in analysis.lines if line.moves[0] not in banned)[: limits.lines]
            if lines:
                yield msgspec.structs.replace(analysis, lines=lines)


async def _each(engine: Engine, position: Position, limits: Limits, only: Collection[Move]) -> AsyncIterator[Analysis]:
    """Search after every allowed move in turn, twice as long in each round, the most promising first."""
    began, nodes, depth, seat = time.perf_counter(), 0, 0, position.to_move
    lines: dict[Move, Line] = {}
    for round_number in range(_ROUNDS):
        budget, is_exhausted = _FIRST_NODES << round_number, True
        order = sorted(only, key=lambda move: -lines[move].rates[seat] if move in lines else 0.0)
        for move in order:
            seconds = None if limits.seconds is None else limits.seconds - (time.perf_counter() - began)
            left = None if limits.nodes is None else limits.nodes - nodes
            if lines and ((seconds is not None and seconds <= 0) or (left is not None and left <= 0)):
                break
            share = msgspec.structs.replace(
                limits,
                seconds=seconds if seconds is None else max(0.001, seconds),
                nodes=budget if left is None else max(1, min(budget, left)),
                depth=None if limits.depth is None else max(1, limits.depth - 1),
                lines=1,
            )
            lines[move], spent, reached = await _after(engine, position, move, share)
            nodes, depth = nodes + spent, max(depth, reached + 1)
            is_exhausted = is_exhausted and spent < budget
        else:
            if not is_exhausted:  # else nothing is left that more nodes could find within the depth
                yield _analysis(lines, limits, depth, nodes, began, seat, is_final=False)
                continue
        break
    yield _analysis(lines, limits, depth, nodes, began, seat, is_final=True)


async def _after(engine: Engine, position: Position, move: Move, limits: Limits) -> tuple[Line, int, int]:
    """What a move is worth: its line, the nodes it cost and the depth that was reached."""
    child = position.after(move)
    outcome = child.outcome()
    if outcome is not None:
        sign = 1 if outcome.scores[position.to_move] > 0.5 else -1
        end = None if len(set(outcome.scores)) == 1 else sign
        return Line(moves=(move,), rates=outcome.scores, end_in=end), 1, 0
    found = await last_analysis(engine, child, limits)
    best = found.lines[0]
    is_same = child.to_move == position.to_move
    end_in = None
    if best.end_in is not None and position.game.seats == 2:
        further = best.end_in + (1 if best.end_in > 0 else -1)
        end_in = further if is_same else -further
    score = best.score if best.score is None or is_same else -best.score
    line = Line(moves=(move, *best.moves), rates=best.rates, score=score, end_in=end_in)
    return line, found.nodes, found.depth


def _analysis(
    lines: dict[Move, Line], limits: Limits, depth: int, nodes: int, began: float, seat: int, *, is_final: bool
) -> Analysis:
    seconds = time.perf_counter() - began
    used = [1.0 if is_final else 0.0]
    used += [] if limits.seconds is None else [seconds / limits.seconds]
    used += [] if limits.nodes is None else [nodes / limits.nodes]
    best = sorted(lines.values(), key=lambda line: -line.rates[seat])
    return Analysis(
        lines=tuple(best[: limits.lines]),
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        progress=min(1.0, max(used)),
        final=is_final,
    )
