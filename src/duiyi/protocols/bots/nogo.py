"""NoGo 9x9: captures and suicides are forbidden, and who cannot move has lost."""

from __future__ import annotations

from typing import Any

SIZE = 9
POINTS = SIZE * SIZE
NEIGHBOURS = [
    [
        (row + down) * SIZE + column + right
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    ]
    for row in range(SIZE)
    for column in range(SIZE)
]


class Board:
    """Stones 1 and -1 on 81 points, and the side to move."""

    def __init__(self, stones: tuple[int, ...] = (0,) * POINTS, side: int = 1) -> None:
        self.stones = stones
        self.side = side
        self._legal: tuple[list[int], list[int]] | None = None

    def moves(self) -> list[int]:
        own, other = self._both()
        shared = set(other)
        return sorted(own, key=lambda point: point not in shared)

    def after(self, move: int) -> Board:
        stones = list(self.stones)
        stones[move] = self.side
        return Board(tuple(stones), -self.side)

    def result(self) -> float | None:
        return None if self._both()[0] else 0.0

    def value(self) -> float:
        own, other = self._both()
        return float(len(own) - len(other))

    def _both(self) -> tuple[list[int], list[int]]:
        """Legal points of the side to move and of the other."""
        if self._legal is None:
            liberties = self._liberties()
            sides = (self.side, -self.side)
            own, other = (
                [point for point in range(POINTS) if not self.stones[point] and self._may(point, side, liberties)]
                for side in sides
            )
            self._legal = own, other
        return self._legal

    def _liberties(self) -> list[set[int]]:
        """For every stone the liberties of its group."""
        found: list[set[int]] = [set()] * POINTS
        seen = [False] * POINTS
        for start in range(POINTS):
            if not self.stones[start] or seen[start]:
                continue
            group, free, stack = [], set(), [start]
            seen[start] = True
            while stack:
                point = stack.pop()
                group.append(point)
                for near in NEIGHBOURS[point]:
                    if not self.stones[near]:
                        free.add(near)
                    elif self.stones[near] == self.stones[start] and not seen[near]:
                        seen[near] = True
                        stack.append(near)
            for point in group:
                found[point] = free
        return found

    def _may(self, point: int, side: int, liberties: list[set[int]]) -> bool:
        lives = False
        for near in NEIGHBOURS[point]:
            stone = self.stones[near]
            if not stone:
                lives = True
            elif stone == side:
                lives = lives or len(liberties[near]) > 1
            elif len(liberties[near]) == 1:
                return False
        return lives


START = Board()


def read(state: Any, turn: Any) -> int | None:
    return None if turn["x"] < 0 else int(turn["y"]) * SIZE + int(turn["x"])


def write(move: int) -> dict[str, int]:
    return {"x": -1, "y": -1} if move < 0 else {"x": move % SIZE, "y": move // SIZE}
