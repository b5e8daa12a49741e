"""Random Xiangqi boards for the tests: played ones and placed ones, the latter with pawns crowded on few files."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from duiyi import Position, TextError, load_game

GAME = load_game("xiangqi")
_PALACE = [row * 9 + file for row in (7, 8, 9) for file in (3, 4, 5)]
_ADVISORS = [66, 68, 76, 84, 86]
_ELEPHANTS = [47, 51, 63, 67, 71, 83, 87]


def board_text(pieces: dict[int, str]) -> str:
    """The board of a position text for pieces by cell."""
    ranks = []
    for row in range(10):
        rank, empty = "", 0
        for letter in (pieces.get(row * 9 + file, "") for file in range(9)):
            empty += not letter
            if letter:
                rank, empty = rank + (str(empty) if empty else "") + letter, 0
        ranks.append(rank + (str(empty) if empty else ""))
    return "/".join(ranks)


def placed(rng: random.Random) -> Position:
    """A legal position with pieces put anywhere they may stand; pawns like to share files."""
    while True:
        pieces: dict[int, str] = {}
        for is_red in (True, False):
            files = rng.sample(range(9), rng.randint(1, 4))
            own: list[tuple[str, Sequence[int]]] = [("K", _PALACE)]
            own += [(letter, range(90)) for letter in "RRNNCC" if rng.random() < 0.6]
            own += [("A", _ADVISORS)] * rng.randint(0, 2) + [("B", _ELEPHANTS)] * rng.randint(0, 2)
            own += [("P", [row * 9 + file for row in range(5) for file in files])] * rng.randint(0, 5)
            for letter, cells in own:
                free = [cell for cell in (cells if is_red else [89 - cell for cell in cells]) if cell not in pieces]
                if free:
                    pieces[rng.choice(free)] = letter if is_red else letter.lower()
        try:
            return GAME.position(f"{board_text(pieces)} {rng.choice('wb')}")
        except TextError:  # the side that has moved stands in check
            continue


def played(rng: random.Random, plies: int) -> Position:
    """A position of a random game."""
    position: Position = GAME.initial()
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.after(rng.choice(moves))
    return position


placed_positions = st.integers(0, 2**32).map(lambda seed: placed(random.Random(seed)))
played_positions = st.tuples(st.integers(0, 2**32), st.integers(0, 200)).map(
    lambda drawn: played(random.Random(drawn[0]), drawn[1])
)
