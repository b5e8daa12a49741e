"""`duiyi learn td`: learning from differences in time: a value moves towards the value of what came after it.

A game is played with the values themselves: the best next position by a search of `depth` plies, sometimes another one
(epsilon). When it is over, its positions learn backwards. With ``depth`` above 1 it is TD-leaf: what learns is the
position at the end of the expected line.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from duiyi.analysis import Limits
from duiyi.base import Game, Move, Position
from duiyi.learn.td_values import Values

__all__ = ["Choice", "TdPlayer", "TdSettings", "choose", "learn_from", "play"]


class TdSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is told; ``config.json`` of its folder.

    >>> TdSettings(game="reversi").trace
    0.0
    """

    game: str
    kind: str = "td"
    values: str = "shared"
    """``shared`` weights, or a ``table`` of states to see it fail."""
    seed: int = 1
    rate: float = 0.5
    """How far a value moves towards its target (over the active weights together)."""
    trace: float = 0.0
    """Lambda: 0 looks one ply ahead, 1 to the result."""
    steps: int = 0
    """Above 0: n-step returns of so many plies instead of lambda."""
    discount: float = 1.0
    """By ply: below 1, near wins are worth more than far ones."""
    epsilon: float = 0.1
    """Share of moves that are drawn at random."""
    depth: int = 1
    """Plies searched; above 1 is TD-leaf."""
    opening_plies: int = 4
    """Random plies at the start of a game."""
    starts: tuple[str, ...] = ()
    """Texts of positions to start from, instead of the first."""
    max_plies: int = 400
    round: int = 500
    """Games between two measurements."""
    score_games: int = 100
    anchor: str = "greedy"


class Choice(NamedTuple):
    """A move, what it is worth for the mover, and the position at the end of the line (None: the game ends there)."""

    move: Move
    value: float
    leaf: Position | None
    is_own: bool
    """Whether the leaf's seat to move is the mover."""


class Step(NamedTuple):
    """A position of a game with what is to be learnt there."""

    position: Position
    value: float
    """For the seat to move, now."""
    greedy: float
    """Of the best move."""
    is_free: bool
    """Whether another move was played to explore."""
    learner: Position | None
    """Whose weights move: the position itself, or the leaf of its line."""
    is_own: bool


def choose(position: Position, values: Values, depth: int = 1) -> list[Choice]:
    """All moves, best first, by a plain search of some plies.

    >>> from duiyi import load_game
    >>> from duiyi.learn.td_values import TableValues
    >>> len(choose(load_game("reversi").initial(), TableValues()))
    4
    """
    moves = position.legal_moves()
    children = [position.after(move) for move in moves]
    found: list[Choice] = []
    waiting: list[tuple[Move, Position]] = []
    for move, child in zip(moves, children, strict=True):
        outcome = child.outcome()
        if outcome is not None:
            found.append(Choice(move, 2.0 * outcome.scores[position.to_move] - 1.0, None, True))
        elif depth > 1:
            reply = choose(child, values, depth - 1)[0]
            same = child.to_move == position.to_move
            value = reply.value if same else -reply.value
            found.append(Choice(move, value, reply.leaf, reply.is_own == same))
        else:
            waiting.append((move, child))
    if waiting:
        for (move, child), worth in zip(waiting, values.of([child for _, child in waiting]), strict=True):
            same = child.to_move == position.to_move
            found.append(Choice(move, float(worth) if same else -float(worth), child, same))
    return sorted(found, key=lambda choice: -choice.value)


def play(game: Game, values: Values, settings: TdSettings, rng: random.Random) -> tuple[list[Step], Position]:
    """One game of the values against themselves; the last position may be unfinished when the cap is reached."""
    position = game.position(rng.choice(settings.starts)) if settings.starts else game.initial()
    for _ in range(rng.randrange(settings.opening_plies + 1)):
        if position.outcome() is None:
            position = position.after(rng.choice(position.legal_moves()))
    steps: list[Step] = []
    while position.outcome() is None and len(steps) < settings.max_plies:
        best = choose(position, values, settings.depth)
        explores = rng.random() < settings.epsilon
        picked = rng.choice(best) if explores else rng.choice([one for one in best if one.value == best[0].value])
        if settings.depth == 1:
            steps.append(Step(position, float(values.of([position])[0]), best[0].value, explores, position, True))
        else:
            steps.append(Step(position, best[0].value, best[0].value, explores, best[0].leaf, best[0].is_own))
        position = position.after(picked.move)
    return steps, position


def learn_from(steps: Sequence[Step], last: Position, values: Values, settings: TdSettings) -> None:
    """Move values towards what came after, backwards from the end.

    Behind a move that only explored, the return starts anew from the best move's value: what an accident led to says
    nothing about the position before it.
    """
    outcome = last.outcome()
    targets = [0.0] * len(steps)
    for i in range(len(steps) - 1, -1, -1):
        here = steps[i]
        if here.is_free:
            targets[i] = settings.discount * here.greedy
            continue
        if i + 1 == len(steps):
            end = 0.0 if outcome is None else 2.0 * outcome.scores[here.position.to_move] - 1.0
            targets[i] = settings.discount * end
            continue
        after = steps[i + 1]
        sign = 1.0 if after.position.to_move == here.position.to_move else -1.0
        if settings.steps > 0:
            targets[i] = _n_step(steps, i, outcome is None, targets, settings)
        else:
            mixed = (1.0 - settings.trace) * after.value + settings.trace * targets[i + 1]
            targets[i] = settings.discount * sign * mixed
    for here, target in zip(steps, targets, strict=True):
        if here.learner is not None:
            values.learn(here.learner, target if here.is_own else -target, settings.rate)


def _n_step(steps: Sequence[Step], i: int, is_cut: bool, targets: Sequence[float], settings: TdSettings) -> float:
    """The value `steps` plies later, or the result when the game was over before, as the seat of ply `i` sees it."""
    later = i
    worth = 1.0
    while later + 1 < len(steps) and later - i < settings.steps and not (later > i and steps[later].is_free):
        later += 1
        worth *= settings.discount
    is_result = later + 1 == len(steps) and later - i < settings.steps and not is_cut
    value = targets[later] if is_result else steps[later].value
    sign = 1.0 if steps[later].position.to_move == steps[i].position.to_move else -1.0
    return worth * sign * value


class TdPlayer:
    """A player that takes the best next position by its values.

    >>> import asyncio
    >>> from duiyi import load_game
    >>> from duiyi.learn.td_values import TableValues
    >>> start = load_game("nogo(size=3)").initial()
    >>> asyncio.run(TdPlayer(TableValues()).choose(start, Limits(seed=1))) in start.legal_moves()
    True
    """

    def __init__(self, values: Values, depth: int = 1, name: str = "td") -> None:
        self.name = name
        self._values, self._depth = values, depth

    async def choose(self, position: Position, limits: Limits) -> Move:
        """The best move; among equals one by the seed."""
        best = choose(position, self._values, self._depth)
        rng = random.Random() if limits.seed is None else random.Random(limits.seed ^ position.key)
        return rng.choice([one for one in best if one.value == best[0].value]).move
