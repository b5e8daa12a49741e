"""Puzzles made from games: positions in which exactly one move wins, proven by a solver or a full-width search.

How it is proven depends on the game. Where a solver gives exact values, every other move is proven not to win. In
Gomoku the goal is a win by continuous fours, and no other four begins one. Elsewhere the goal is an end within so many
moves, and a search that leaves nothing out has seen that no other move reaches it in time.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from duiyi.analysis import Analysis, Limits
from duiyi.base import Move, Position, Words
from duiyi.engines.load import CHAMPIONS
from duiyi.engines.native import NativeEngine
from duiyi.engines.solve import Solution, has_solver, solve
from duiyi.games.native import NativeGame
from duiyi.records.record import Record

__all__ = ["Puzzle", "find_puzzles", "puzzle_of"]

_FEWEST_MOVES = 3
"""With fewer legal moves there is nothing to choose."""
_EXACT = {"reversi": 16, "nogo": 13}
"""How many plies before the end the exact solvers are asked: earlier they take too long."""
_FOURS = 16
"""How many plies before the end a win by fours is looked for: earlier there are too few stones for one."""
_SHORTEST_END, _LONGEST_END = 3, 7
"""Plies of an end that is searched in full width: an end in one move is no puzzle."""
_LOOK = Limits(nodes=3000, lines=2, seed=1)
_LONG_LOOK = Limits(nodes=30_000, lines=2, seed=1)
_HOPEFUL = 0.5
"""The rate below which a short look ends the matter."""
_FULL_NODES = 3_000_000
_FIRST_BUDGET, _LAST_BUDGET = 32, 65536


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position with one winning move.

    `line` begins with it; `rating` grows with the effort that an engine needs to find and keep it.
    """

    id: str
    game: str
    start: str
    to_move: int
    goal: Words
    rating: int
    line: tuple[str, ...]


class _Proof(NamedTuple):
    move: Move
    goal: Words
    line: tuple[Move, ...]


def find_puzzles(record: Record, seconds: float = 1.0) -> Iterator[Puzzle]:
    """The puzzles in a game; each question to a solver may take so many seconds.

    >>> record = Record.from_moves("gomoku", "h8 a1 h9 a3 h10 a5 h11")
    >>> list(find_puzzles(record, seconds=0.1))
    []
    """
    positions = list(record.positions())
    near = _FOURS if record.rules.name == "gomoku" else _EXACT.get(record.rules.name, len(positions))
    for position in positions[max(0, len(positions) - 1 - near) :]:
        found = puzzle_of(position, seconds)
        if found is not None:
            yield found


def puzzle_of(position: Position, seconds: float = 1.0) -> Puzzle | None:
    """The puzzle in a position, if there is one.

    >>> from duiyi import load_game
    >>> game = load_game("xiangqi")
    >>> puzzle_of(game.position("4ka3/4a4/9/9/9/3r5/4R4/4B4/4n1p2/4K4 b")).goal.en
    'Black to move and mate in 3'
    """
    game = position.game
    if not isinstance(game, NativeGame) or position.outcome() is not None:
        return None
    # What a puzzle shows is the board: it must hold without the moves that led to it.
    place = game.position(position.text())
    if place.outcome() is not None or len(place.legal_moves()) < _FEWEST_MOVES:
        return None
    proof = _proof(place, seconds)
    if proof is None:
        return None
    text = place.text()
    return Puzzle(
        id=f"{game.name}-{hashlib.blake2b(f'{game.spec} {text}'.encode(), digest_size=5).hexdigest()}",
        game=game.spec,
        start=text,
        to_move=place.to_move,
        goal=proof.goal,
        rating=_rating(place, proof),
        line=tuple(game.move_text(move) for move in proof.line),
    )


def _proof(position: Position, seconds: float) -> _Proof | None:
    game = position.game
    assert isinstance(game, NativeGame)
    if game.name == "gomoku":
        return _by_fours(position, seconds)
    if game.name in _EXACT and has_solver(game):
        return _by_values(position, seconds)
    return _by_full_search(position)


def _by_values(position: Position, seconds: float) -> _Proof | None:
    """One move wins; the exact values of all others say that they do not."""
    found = solve(position, seconds)
    if _worth(found) != 1:
        return None
    seat, winning = position.to_move, []
    for move in position.legal_moves():
        after = position.after(move)
        outcome = after.outcome()
        if outcome is not None:
            worth: int | None = 1 if outcome.scores[seat] > 0.5 else -1
        else:
            worth = _worth(solve(after, seconds))
            worth = worth if worth is None or after.to_move == seat else -worth
        if worth is None:
            return None
        if worth == 1:
            winning.append(move)
        if len(winning) > 1:
            return None
    who = position.game.seat_words(seat)
    goal = Words(f"{who.en} to move and win: only one move does it", f"{who.zh}先行取胜，只有一着")
    return _Proof(winning[0], goal, (winning[0],))


def _by_fours(position: Position, seconds: float) -> _Proof | None:
    """Continuous fours win, and by one first move only; a search sees no other win either."""
    # A short look saves most questions: the search follows fours itself, so it sees an end where they lead to one.
    best = _search(position, _LOOK).lines[0]
    if best.end_in is None or best.end_in < _SHORTEST_END:
        return None
    found = solve(position, seconds)
    if found.value != "win" or len(found.moves) != 1:
        return None
    looked = _search(position, _LONG_LOOK)
    if any(line.end_in is not None and line.end_in > 0 and line.moves[0] != found.moves[0] for line in looked.lines):
        return None
    line = _played_out(position, found.moves[0], seconds)
    # The solver wins by open threes too, where it cannot say that no other move does; five in one move is no puzzle.
    if len(line) < 3 or not _is_all_fours(position, line):
        return None
    who = position.game.seat_words(position.to_move)
    goal = Words(f"{who.en} to move and win by continuous fours", f"{who.zh}先行，连续冲四取胜")
    return _Proof(found.moves[0], goal, line)


def _is_all_fours(position: Position, line: tuple[Move, ...]) -> bool:
    """Whether every move of the seat to move, up to its five, threatens one."""
    for number, move in enumerate(line[:-1]):
        position = position.after(move)
        if number % 2 == 0:
            board, other = position.text().split()[:2]
            threat = position.game.position(f"{board} {'o' if other == 'x' else 'x'}")
            if not any(threat.after(five).outcome() is not None for five in threat.legal_moves()):
                return False
    return position.after(line[-1]).outcome() is not None


def _played_out(position: Position, move: Move, seconds: float) -> tuple[Move, ...]:
    """The fours to their end: each is answered as an engine answers it, as a rule in the only way there is."""
    line = [move]
    position = position.after(move)
    while position.outcome() is None:
        reply = _search(position, Limits(nodes=500, seed=1)).best
        position = position.after(reply)
        if position.outcome() is not None or (found := solve(position, seconds)).value != "win":
            break
        line += [reply, found.moves[0]]
        position = position.after(found.moves[0])
    return tuple(line)


def _by_full_search(position: Position) -> _Proof | None:
    """An end in so many moves that one first move alone reaches, seen by a search that leaves nothing out."""
    if _search(position, _LOOK).rates[position.to_move] < _HOPEFUL:
        return None
    looked = _search(position, _LONG_LOOK)
    best = looked.lines[0]
    if best.end_in is None or not _SHORTEST_END <= best.end_in <= _LONGEST_END:
        return None
    if _ends_within(looked, 1, best.end_in):
        return None
    # One ply more than the end: a seat that cannot move is seen only by looking for its moves.
    depth = best.end_in + 1
    full = _search(position, Limits(depth=depth, nodes=_FULL_NODES, lines=2, seed=1), 16, selective="off")
    end_in = full.lines[0].end_in
    if full.depth < depth or end_in is None or end_in < _SHORTEST_END or _ends_within(full, 1, end_in):
        return None
    turns = (end_in + 1) // 2
    who = position.game.seat_words(position.to_move)
    if position.game.name == "xiangqi":
        goal = Words(f"{who.en} to move and mate in {turns}", f"{who.zh}先行，{turns} 步杀")
    else:
        goal = Words(f"{who.en} to move and finish in {turns}", f"{who.zh}先行，{turns} 步内取胜")
    return _Proof(full.lines[0].moves[0], goal, full.lines[0].moves)


def _ends_within(looked: Analysis, number: int, plies: int) -> bool:
    if number >= len(looked.lines):
        return False
    end_in = looked.lines[number].end_in
    return end_in is not None and 0 < end_in <= plies


def _search(position: Position, limits: Limits, memory: int = 1, **options: str) -> Analysis:
    """A fresh search; most are short looks, for which clearing a large table would take longer than the search."""
    game = position.game
    assert isinstance(game, NativeGame)
    return NativeEngine("alphabeta", game, options={"memory": str(memory), **options}).search(position, limits)


def _worth(found: Solution) -> int | None:
    """1 for a win of the seat to move, -1 for a loss, 0 for a draw, None when it is not known."""
    if isinstance(found.value, int):
        return (found.value > 0) - (found.value < 0)
    return {"win": 1, "loss": -1, "draw": 0}.get(found.value)


def _rating(position: Position, proof: _Proof) -> int:
    """From the effort to find the move, and from how many there are to choose from.

    The effort is the smallest node budget at which the game's engine plays the move, there and with every larger one.
    In Gomoku the engine follows fours to their end whatever its budget, so their number counts, two budgets each.
    """
    game = position.game
    assert isinstance(game, NativeGame)
    engine = NativeEngine(CHAMPIONS.get(game.name, "alphabeta"), game, options={"memory": "16"})
    budget = _LAST_BUDGET
    needed = 2 * _LAST_BUDGET
    while budget >= _FIRST_BUDGET and engine.search(position, Limits(nodes=budget, seed=1)).best == proof.move:
        needed = budget
        budget //= 2
    effort = math.log2(needed / _FIRST_BUDGET)
    if game.name == "gomoku":
        effort = max(effort, 2.0 * (len(proof.line) // 2 - 1))
    choices = math.log2(len(position.legal_moves()))
    return round(500 + 110 * effort + 40 * choices)
