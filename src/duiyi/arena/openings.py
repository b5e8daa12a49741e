"""Balanced openings: random legal plies after which nobody is winning yet, no two alike up to symmetry.

The same seed gives the same openings, in the same order, however many are taken.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator

from duiyi.analysis import Analysis, Engine, Limits
from duiyi.arena.conditions import Opening
from duiyi.base import Game, Move, Position
from duiyi.engines.load import CHAMPIONS, load_engine
from duiyi.engines.sync import last_analysis
from duiyi.engines.teaching.engine import TeachingEngine

__all__ = ["canonical_board", "generate_openings", "opening_plies"]

_PLIES = {"reversi": 8, "xiangqi": 6, "gomoku": 5, "nogo": 6, "chinese_checkers": 4}
_TRIES = 40  # candidates for one opening; the best of them is taken when none is even
_EVEN = 0.3  # the bias that is even enough: expected scores from 0.35 to 0.65
_LOOK = 3000  # nodes
# In Gomoku a short look misses attacks: of thirty openings that seemed even to it, eight were all but won after 4 s.
_SECOND_LOOK = {"gomoku": 200_000}
_CENTRE = 4.5  # Gomoku: stones within this distance of the centre, as people open


def opening_plies(game: Game) -> int:
    """How many random plies an opening of this game has; every seat moves equally often in games of three and more.

    >>> from duiyi import load_game
    >>> opening_plies(load_game("reversi")), opening_plies(load_game("chinese_checkers(seats=6)"))
    (8, 12)
    """
    plies = _PLIES.get(game.name, 4)
    return plies if game.seats == 2 else 2 * game.seats


def generate_openings(
    game: Game, seed: int = 0, plies: int | None = None, judge: str | None = "champion"
) -> Iterator[Opening]:
    """Openings without end, or until no new one is found.

    `judge` names the engine that looks whether the seats are even; None, or a game that only the slow teaching engines
    know, means a look of two plies that nobody wins at once.

    >>> from duiyi import load_game
    >>> openings = generate_openings(load_game("nogo(size=5)"), seed=7, plies=2, judge=None)
    >>> one, two = next(openings), next(openings)
    >>> one != two, len(one.moves.split())
    (True, 2)
    """
    plies = opening_plies(game) if plies is None else plies
    if plies == 0:
        yield Opening()
        return
    chance = random.Random(f"{game.spec} {plies} {seed}")
    look = _Look(game, judge)
    seen: set[object] = set()
    while True:
        best: tuple[float, Opening, object] | None = None
        for _ in range(_TRIES):
            walk = _walk(game, plies, chance)
            if walk is None or (board := canonical_board(walk[1])) in seen:
                continue
            bias = look.bias(walk[1])
            if best is None or bias < best[0]:
                best = bias, Opening(walk[0]), board
            if bias <= _EVEN:
                break
        if best is None:
            return
        seen.add(best[2])
        yield best[1]


def canonical_board(position: Position) -> object:
    """What is the same for all positions that a symmetry of the board makes equal.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku")
    >>> corners = [game.initial().after(game.parse_move(text)) for text in ("a1", "o15")]
    >>> canonical_board(corners[0]) == canonical_board(corners[1])
    True
    """
    game, board = position.game, position.board()
    images = []
    for symmetry in range(game.num_symmetries):
        image = [""] * len(board)
        for cell, code in enumerate(board):
            image[game.symmetric_cell(symmetry, cell)] = code
        images.append(tuple(image))
    return min(images), position.to_move


def _walk(game: Game, plies: int, chance: random.Random) -> tuple[str, Position] | None:
    """Random legal moves; None when the game was over before."""
    position, texts = game.initial(), []
    for _ in range(plies):
        moves = _sensible(position)
        if not moves:
            return None
        move = chance.choice(moves)
        texts.append(game.move_text(move))
        position = position.after(move)
    return None if position.outcome() is not None else (" ".join(texts), position)


def _sensible(position: Position) -> list[Move]:
    """The moves to choose from. Far-flung stones make empty Gomoku openings: there only the middle counts."""
    moves = position.legal_moves()
    if position.game.name != "gomoku":
        return moves
    cells = position.game.shape().cells
    middle = max(cell.x for cell in cells) / 2

    def is_near(move: Move) -> bool:
        return all(
            max(abs(cells[cell].x - middle), abs(cells[cell].y - middle)) <= _CENTRE for cell in position.path(move)
        )

    return [move for move in moves if is_near(move)] or moves


class _Look:
    """How far a position is from even: 0 even, 1 and more decided."""

    def __init__(self, game: Game, judge: str | None) -> None:
        if judge == "champion":  # a network would take ten times as long, and even is even to both
            judge = CHAMPIONS.get(game.name, "alphabeta")
        engine = None if judge is None else load_engine(judge, game)
        # A teaching engine knows every game but needs seconds for a look; two plies by the rules are enough then.
        self._engine = None if isinstance(engine, TeachingEngine) else engine
        self._second = _SECOND_LOOK.get(game.name)

    def bias(self, position: Position) -> float:
        if _is_decided(position):
            return 2.0
        if self._engine is None:
            return 0.0
        bias = self._seen(self._engine, position, _LOOK)
        if bias <= _EVEN and self._second is not None:
            bias = self._seen(self._engine, position, self._second)
        return bias

    @staticmethod
    def _seen(engine: Engine, position: Position, nodes: int) -> float:
        rates = _analysis(engine, position, Limits(nodes=nodes, seed=1)).rates
        even = sum(rates) / len(rates)
        return max(abs(rate - even) for rate in rates) / 0.5


def _is_decided(position: Position) -> bool:
    """Whether the seat to move wins at once, or cannot prevent that the next one does."""
    me = position.to_move
    safe = False
    for move in position.legal_moves():
        after = position.after(move)
        if (outcome := after.outcome()) is not None:
            if outcome.winners == (me,):
                return True
            continue
        if not safe:
            rival = after.to_move
            ends = (after.after(reply).outcome() for reply in after.legal_moves())
            safe = rival == me or not any(end is not None and end.winners == (rival,) for end in ends)
    return not safe


def _analysis(engine: Engine, position: Position, limits: Limits) -> Analysis:
    """A look from a thread of its own: callers may or may not have an event loop running."""
    found: list[Analysis | BaseException] = []

    def work() -> None:
        try:
            found.append(asyncio.run(last_analysis(engine, position, limits)))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work, name="duiyi-opening")
    thread.start()
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]
