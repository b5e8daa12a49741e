"""`Review`: a played game as engines see it, ply by ply.

>>> from duiyi.records import Record
>>> review = review_record(Record.from_moves("reversi", "f5 d6 c3 d3 c4"), ["minimax(depth=2)"], Limits(depth=2))
>>> opinion = review.opinions[0]
>>> len(opinion.thoughts), opinion.seats[0].moves
(6, 3)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from duiyi.analysis import Analysis, Engine, Limits
from duiyi.base import Game, Position
from duiyi.engines.load import load_engine
from duiyi.engines.sync import last_analysis
from duiyi.records.record import Record
from duiyi.review.cache import AnalysisCache, NoCache, analysis_key
from duiyi.review.calibration import Curve, calibrated, curve_of
from duiyi.review.judge import Judged, SeatReview, judge, seat_reviews, turning_points
from duiyi.review.order import ply_order

__all__ = ["Comparison", "Idea", "Opinion", "Review", "Thought", "compare", "review", "review_record", "thought_of"]

Progress = Callable[[int, int], None]


class Idea(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line that an engine considered: its moves as texts, and the rates of all seats, calibrated."""

    moves: tuple[str, ...]
    rates: tuple[float, ...]
    score: float | None = None
    share: float | None = None
    end_in: int | None = None


class Thought(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an engine thinks of one position; at the end of a game there is nothing to think about but the result."""

    rates: tuple[float, ...]
    ideas: tuple[Idea, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    is_end: bool = False


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """One engine's view of the whole game."""

    engine: str
    thoughts: tuple[Thought, ...]
    """The start and the position after each move."""
    moves: tuple[Judged, ...]
    seats: tuple[SeatReview, ...]
    turning_points: tuple[Judged, ...]
    curve: Curve


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How far two engines are of one mind."""

    engines: tuple[str, str]
    same_best: float
    """Share of the positions in which both would play the same."""
    mean_difference: float
    """Of the rate of the seat to move, 0..1."""
    widest: int
    """The ply at which they differ most."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A game and what one engine or several think of it."""

    record: Record
    limits: Limits
    opinions: tuple[Opinion, ...]
    comparisons: tuple[Comparison, ...] = ()


async def review(
    record: Record,
    engines: Sequence[str] = ("champion",),
    limits: Limits | None = None,
    *,
    cache: AnalysisCache | None = None,
    progress: Progress | None = None,
    load: Callable[[str, Game], Engine] = load_engine,
) -> Review:
    """Let engines look at every ply, coarse to fine. `progress` is told how many of how many looks are done."""
    asked = limits or Limits(seconds=0.2, lines=3)
    positions = list(record.positions())
    movers = _movers(record, positions)
    done = 0
    total = len(positions) * len(engines)

    def tell() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    opinions = []
    for spec in engines:
        engine = load(spec, record.rules)
        try:
            found = await _thoughts(positions, engine, spec, asked, cache or NoCache(), tell)
        finally:
            await engine.close()
        opinions.append(_opinion(spec, record, found, movers))
    pairs = [(one, two) for index, one in enumerate(opinions) for two in opinions[index + 1 :]]
    compared = tuple(compare(one, two, movers) for one, two in pairs)
    return Review(record=record, limits=asked, opinions=tuple(opinions), comparisons=compared)


def review_record(
    record: Record,
    engines: Sequence[str] = ("champion",),
    limits: Limits | None = None,
    *,
    cache: AnalysisCache | None = None,
    progress: Progress | None = None,
) -> Review:
    """`review` for programs without an event loop.

    >>> review_record(Record.from_moves("nogo(size=3)", "a1"), ["greedy"]).opinions[0].engine
    'greedy'
    """
    return asyncio.run(review(record, engines, limits, cache=cache, progress=progress))


def thought_of(position: Position, analysis: Analysis, curve: Curve) -> Thought:
    """An engine's analysis in words of the review; with more than two seats the best line for the mover comes first.

    >>> from duiyi import load_game
    >>> from duiyi.engines.sync import analyse
    >>> game = load_game("reversi")
    >>> found = analyse(load_engine("minimax", game), game.initial(), Limits(depth=1))
    >>> len(thought_of(game.initial(), found, Curve()).rates)
    2
    """
    game = position.game
    ideas = [
        Idea(
            moves=tuple(game.move_text(move) for move in line.moves),
            rates=calibrated(curve, line.rates, line.end_in),
            score=line.score,
            share=line.share,
            end_in=line.end_in,
        )
        for line in analysis.lines
    ]
    if game.seats > 2:
        ideas.sort(key=lambda idea: -idea.rates[position.to_move])
    return Thought(
        rates=ideas[0].rates if ideas else (),
        ideas=tuple(ideas),
        depth=analysis.depth,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 3),
    )


def compare(one: Opinion, two: Opinion, movers: Sequence[int | None]) -> Comparison:
    """How far two opinions on the same game agree.

    >>> opinion = review_record(Record.from_moves("nogo(size=3)", "a1 c3"), ["greedy"]).opinions[0]
    >>> compare(opinion, opinion, [0, 1, 0]).same_best
    1.0
    """
    both = [
        (ply, first, second)
        for ply, (first, second) in enumerate(zip(one.thoughts, two.thoughts, strict=True))
        if first.ideas and second.ideas
    ]
    same = sum(first.ideas[0].moves[:1] == second.ideas[0].moves[:1] for _, first, second in both)
    gaps = {
        ply: abs(first.rates[seat] - second.rates[seat])
        for ply, first, second in both
        if (seat := movers[ply] if ply < len(movers) else 0) is not None
    }
    return Comparison(
        engines=(one.engine, two.engine),
        same_best=same / max(1, len(both)),
        mean_difference=sum(gaps.values()) / max(1, len(gaps)),
        widest=max(gaps, key=lambda ply: gaps[ply]) if gaps else 0,
    )


async def _thoughts(
    positions: Sequence[Position],
    engine: Engine,
    spec: str,
    limits: Limits,
    cache: AnalysisCache,
    tell: Callable[[], None],
) -> dict[int, Thought]:
    curve = curve_of(positions[0].game, spec)
    found: dict[int, Thought] = {}
    for ply in ply_order(0, len(positions)):
        position = positions[ply]
        outcome = position.outcome()
        if outcome is not None:
            found[ply] = Thought(rates=outcome.scores, is_end=True)
        else:
            key = analysis_key(position, spec, limits)
            analysis = cache.find(key)
            if analysis is None:
                analysis = await last_analysis(engine, position, limits)
                cache.keep(key, analysis)
            found[ply] = thought_of(position, analysis, curve)
        tell()
    return found


def _opinion(spec: str, record: Record, found: dict[int, Thought], movers: Sequence[int | None]) -> Opinion:
    thoughts = tuple(found[ply] for ply in range(len(found)))
    best = [
        bool(thought.ideas) and thought.ideas[0].moves[:1] == (step.move,)
        for thought, step in zip(thoughts, record.moves, strict=False)
    ]
    moves = judge([thought.rates for thought in thoughts], movers, best)
    return Opinion(
        engine=spec,
        thoughts=thoughts,
        moves=tuple(moves),
        seats=tuple(seat_reviews(moves, record.rules.seats)),
        turning_points=tuple(turning_points(moves)),
        curve=curve_of(record.rules, spec),
    )


def _movers(record: Record, positions: Sequence[Position]) -> list[int | None]:
    """The seat that makes each move; nobody moves where a seat is taken out."""
    return [
        None if step.move.startswith("out:") else position.to_move
        for step, position in zip(record.moves, positions, strict=False)
    ]
