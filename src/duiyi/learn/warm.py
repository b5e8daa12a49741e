"""A warm start: games of another engine to learn from, so that self-play need not begin with random moves."""

from __future__ import annotations

import random

from duiyi.analysis import Limits
from duiyi.engines.alphazero_net import net_path
from duiyi.engines.load import load_engine
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame, NativePosition
from duiyi.learn.games import Row, SearchedGame
from duiyi.learn.selfplay import Played
from duiyi.learn.settings import Settings
from duiyi.spec import SpecError, parse_spec

__all__ = ["native_engine", "play_warm_job", "warm_net"]

_LINES = 24  # of a tree search, whose shares of visits are learnt
_TRIES, _FAIR = 8, 0.15  # attempts at an opening after which both may still win
_STRAYS = 8  # the better moves by a look at each, from which a stray one is drawn


def native_engine(spec: str, game: NativeGame) -> NativeEngine:
    """An engine of the core by its spec.

    >>> from duiyi.learn.jobs import learnable
    >>> native_engine("mcts(nodes=50)", learnable("nogo")).name
    'mcts(nodes=50)'
    """
    engine = load_engine(spec, game)
    if not isinstance(engine, NativeEngine):
        raise ValueError(f"learn: expected an engine of the core (greedy, minimax, alphabeta, mcts), got {spec!r}")
    return engine


def warm_net(game: NativeGame, settings: Settings) -> str | None:
    """The network's file where the warm engine is one: it plays against itself as the run's own networks will.

    >>> from duiyi.learn.jobs import learnable
    >>> warm_net(learnable("nogo"), Settings(game="nogo")) is None
    True
    """
    spec = parse_spec(settings.warm_engine)
    if spec.name != "alphazero":
        return None
    if spec.values or set(spec.options) - {"net"}:
        raise SpecError(
            f"learn: expected warm_engine to be alphazero or alphazero(net=FILE), got {settings.warm_engine!r}; "
            "the run's own settings say how it searches"
        )
    return str(net_path(game, spec.options.get("net")))


def play_warm_job(game: NativeGame, settings: Settings, games: int, seed: int) -> Played:
    """Games of the settings' warm engine against itself, from random openings."""
    engine = native_engine(settings.warm_engine, game)
    evaluation = NativeEngine("greedy", game)
    played = [
        _play(game, settings, engine, evaluation, random.Random(f"warm {seed} {number}")) for number in range(games)
    ]
    return Played(tuple(played), sum(len(one.moves) for one in played), 0)


def _play(
    game: NativeGame, settings: Settings, engine: NativeEngine, evaluation: NativeEngine, chance: random.Random
) -> SearchedGame:
    moves = _opening(game, settings, engine, chance)
    opening = len(moves)
    position: NativePosition = game.initial()
    for move in moves:
        position = position.after(move)
    # A search without shares of visits would only divide its time among the lines: its best move is learnt alone.
    lines = _LINES if parse_spec(settings.warm_engine).name == "mcts" else 1
    rows: list[Row] = []
    for ply in range(opening, settings.max_plies):
        found = engine.search(position, Limits(lines=lines, seed=chance.getrandbits(32)))
        shares = [line.share or 0.0 for line in found.lines]
        if sum(shares) == 0:
            shares[0] = 1.0
        total = sum(shares)
        rows.append(Row.of(ply, [line.moves[0] for line in found.lines], [s / total for s in shares], found.rates))
        move = found.best
        if chance.random() < settings.warm_stray and found.lines[0].end_in is None:
            looked = evaluation.search(position, Limits(lines=_STRAYS, seed=1))
            move = chance.choice(looked.lines).moves[0]
        elif ply < opening + settings.warm_plies:
            move = chance.choices(found.lines, shares)[0].moves[0]
        moves.append(move)
        position = position.after(move)
        outcome = position.native.outcome()
        if outcome is not None:
            return SearchedGame(tuple(moves), tuple(rows), tuple(outcome[0]), outcome[1], opening)
    judged = evaluation.search(position, Limits(depth=1, nodes=1000, seed=1))
    return SearchedGame(tuple(moves), tuple(rows), judged.rates, "cut", opening)


def _opening(game: NativeGame, settings: Settings, engine: NativeEngine, chance: random.Random) -> list[int]:
    """Some random plies; where they decide the game at once, others are drawn."""
    for _ in range(_TRIES):
        position, moves = game.initial(), []
        for _ in range(chance.randint(0, 2 * settings.opening_plies)):
            if position.native.outcome() is not None:
                break
            moves.append(chance.choice(_near(position)))
            position = position.after(moves[-1])
        if position.native.outcome() is None:
            rates = engine.search(position, Limits(seed=1)).rates
            if game.seats > 2 or min(rates) >= _FAIR:
                return moves
    return []


def _near(position: NativePosition) -> list[int]:
    """Random opening moves: on a wide empty board those in its middle half, as people open."""
    moves = position.legal_moves()
    if position.game.name != "gomoku":
        return moves
    _, rows, columns = position.game.feature_shape
    middle = [
        move
        for move in moves
        if move >= rows * columns or (abs(move // columns - rows // 2) <= 4 and abs(move % columns - columns // 2) <= 4)
    ]
    return middle or moves
