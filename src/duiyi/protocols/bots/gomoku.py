"""Gomoku 15x15 without forbidden moves: five or more in a row win."""

from __future__ import annotations

from typing import Any

SIZE = 15
POINTS = SIZE * SIZE
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
# All stretches of five points, and for every point the stretches that it lies on.
FIVES = [
    tuple((row + step * down) * SIZE + column + step * right for step in range(5))
    for row in range(SIZE)
    for column in range(SIZE)
    for down, right in DIRECTIONS
    if row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE
]
THROUGH: list[list[tuple[int, ...]]] = [[] for _ in range(POINTS)]
for five in FIVES:
    for place in five:
        THROUGH[place].append(five)
# What a stretch is worth that holds so many stones of one side and none of the other.
WORTH = (0, 1, 8, 60, 500, 100000)
MOST_MOVES = 14


class Board:
    """Stones 1 and -1 on 225 points, the side to move and the last point."""

    def __init__(self, stones: tuple[int, ...] = (0,) * POINTS, side: int = 1, last: int = -1) -> None:
        self.stones = stones
        self.side = side
        self.last = last

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        near = {
            point
            for place, stone in enumerate(self.stones)
            if stone
            for point in self._around(place)
            if not self.stones[point]
        }
        empty = [point for point in range(POINTS) if not self.stones[point]]
        if not near:
            return [POINTS // 2] if not self.stones[POINTS // 2] else empty[:1]
        return sorted(near, key=self._promise, reverse=True)[:MOST_MOVES]

    def after(self, move: int) -> Board:
        stones = list(self.stones)
        stones[move] = self.side
        return Board(tuple(stones), -self.side, move)

    def result(self) -> float | None:
        if self.last >= 0 and any(all(self.stones[p] == -self.side for p in five) for five in THROUGH[self.last]):
            return 0.0
        return None if 0 in self.stones else 0.5

    def value(self) -> float:
        own = other = 0
        for stretch in FIVES:
            total = count = 0
            for point in stretch:
                stone = self.stones[point]
                if stone:
                    total += stone
                    count += 1
            if count and abs(total) == count:
                if total * self.side > 0:
                    own += WORTH[count]
                else:
                    other += WORTH[count]
        return 1.2 * own - other

    def _promise(self, point: int) -> int:
        """What a stone of either side on a point would do."""
        worth = 0
        for stretch in THROUGH[point]:
            stones = [self.stones[place] for place in stretch if self.stones[place]]
            if stones and abs(sum(stones)) == len(stones):
                worth += WORTH[len(stones) + 1] + (stones[0] == self.side)
            elif not stones:
                worth += 1
        return worth

    def _around(self, place: int) -> list[int]:
        row, column = divmod(place, SIZE)
        return [
            r * SIZE + c
            for r in range(max(0, row - 2), min(SIZE, row + 3))
            for c in range(max(0, column - 2), min(SIZE, column + 3))
        ]


START = Board()


def read(state: Any, turn: Any) -> int | None:
    return None if turn["x"] < 0 else int(turn["y"]) * SIZE + int(turn["x"])


def write(move: int) -> dict[str, int]:
    return {"x": -1, "y": -1} if move < 0 else {"x": move % SIZE, "y": move // SIZE}
