"""The puzzles that come with the package: out of games that our own engines played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import groupby, zip_longest

import msgspec

from duiyi.games.registry import load_game
from duiyi.review.puzzles import Puzzle
from duiyi.review.symmetry import board_key

__all__ = ["choose_puzzles", "load_puzzles"]


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """All of them, by game and rating.

    >>> puzzle = load_puzzles()[0]
    >>> load_game(puzzle.game).position(puzzle.start).to_move == puzzle.to_move
    True
    """
    text = files("duiyi.review").joinpath("puzzles.json").read_bytes()
    return tuple(msgspec.json.decode(text, type=list[Puzzle]))


def choose_puzzles(found: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of each game, spread from the easy to the hard ones, no two of them mirror images.

    >>> choose_puzzles(load_puzzles()[:5], 2)[0].rating <= choose_puzzles(load_puzzles()[:5], 2)[1].rating
    True
    """
    seen: set[tuple[str, int]] = set()
    kept: list[Puzzle] = []
    for puzzle in found:
        key = puzzle.game, board_key(load_game(puzzle.game).position(puzzle.start))
        if key not in seen:
            seen.add(key)
            kept.append(puzzle)
    kept.sort(key=lambda puzzle: (_name(puzzle), puzzle.rating, puzzle.id))
    chosen: list[Puzzle] = []
    for _, group in groupby(kept, key=_name):
        chosen += _spread(list(group), most)
    return chosen


def _spread(puzzles: list[Puzzle], most: int) -> list[Puzzle]:
    """One of every hundred points of rating after the other, so that the many easy ones do not crowd out the rest."""
    steps = [list(group) for _, group in groupby(puzzles, key=lambda puzzle: puzzle.rating // 100)]
    taken: list[Puzzle] = []
    for row in zip_longest(*steps):
        rest = [puzzle for puzzle in row if puzzle is not None]
        count = min(len(rest), most - len(taken))
        taken += [rest[number * len(rest) // count] for number in range(count)]
    return sorted(taken, key=lambda puzzle: (puzzle.rating, puzzle.id))


def _name(puzzle: Puzzle) -> str:
    return puzzle.game.partition("(")[0]
