"""Reversi 8x8; a pass is move 64."""

from __future__ import annotations

from typing import Any

SIZE = 8
PASS = 64
# What a square is worth: corners much, their neighbours little.
WORTH = [
    *(100, -20, 10, 5, 5, 10, -20, 100),
    *(-20, -50, -2, -2, -2, -2, -50, -20),
    *(10, -2, 1, 1, 1, 1, -2, 10),
    *(5, -2, 1, 0, 0, 1, -2, 5),
]
WORTH += [*WORTH[24:32], *WORTH[16:24], *WORTH[8:16], *WORTH[0:8]]
# From every square the squares in each of the eight directions.
RAYS = [
    [
        [
            (row + step * down) * SIZE + column + step * right
            for step in range(1, SIZE)
            if 0 <= row + step * down < SIZE and 0 <= column + step * right < SIZE
        ]
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if down or right
    ]
    for row in range(SIZE)
    for column in range(SIZE)
]


class Board:
    """Discs 1 and -1 on 64 squares, and the side to move."""

    def __init__(self, discs: tuple[int, ...], side: int) -> None:
        self.discs = discs
        self.side = side
        self._moves: list[int] | None = None

    def moves(self) -> list[int]:
        if self._moves is None:
            own = self._squares(self.side)
            self._moves = own or ([PASS] if self._squares(-self.side) else [])
        return self._moves

    def after(self, move: int) -> Board:
        if move == PASS:
            return Board(self.discs, -self.side)
        discs = list(self.discs)
        discs[move] = self.side
        for square in self._turned(move, self.side):
            discs[square] = self.side
        return Board(tuple(discs), -self.side)

    def result(self) -> float | None:
        if self.moves():
            return None
        lead = sum(self.discs) * self.side
        return 0.5 if lead == 0 else float(lead > 0)

    def value(self) -> float:
        placed = sum(WORTH[square] * disc for square, disc in enumerate(self.discs)) * self.side
        return placed + 8.0 * (len(self._squares(self.side)) - len(self._squares(-self.side)))

    def _squares(self, side: int) -> list[int]:
        found = [square for square in range(PASS) if not self.discs[square] and self._turned(square, side)]
        return sorted(found, key=lambda square: -WORTH[square])

    def _turned(self, square: int, side: int) -> list[int]:
        turned: list[int] = []
        for ray in RAYS[square]:
            line: list[int] = []
            for place in ray:
                if self.discs[place] == -side:
                    line.append(place)
                    continue
                if self.discs[place] == side:
                    turned += line
                break
        return turned


START = Board(tuple({27: -1, 28: 1, 35: 1, 36: -1}.get(square, 0) for square in range(PASS)), 1)


def read(state: Any, turn: Any) -> int | None:
    if turn["x"] >= 0:
        return int(turn["y"]) * SIZE + int(turn["x"])
    return PASS if state.moves() == [PASS] else None


def write(move: int) -> dict[str, int]:
    return {"x": -1, "y": -1} if move in (-1, PASS) else {"x": move % SIZE, "y": move // SIZE}
