"""Renju on the board of Gomoku: Black wins with exactly five and keeps away from every point that may be forbidden."""

from __future__ import annotations

from duiyi.protocols.bots.gomoku import DIRECTIONS, MOST_MOVES, POINTS, SIZE, Board, read, write

__all__ = ["START", "read", "write"]


class RenjuBoard(Board):
    """Black is 1. A three counts as one although its fourth stone might be forbidden itself: some legal points are
    left out, none that is forbidden is played."""

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        order = super().moves()
        if self.side < 0:
            return order
        allowed = [point for point in order if not self.is_risky(point)]
        if not allowed:
            empty = (point for point in range(POINTS) if not self.stones[point])
            allowed = [point for point in empty if not self.is_risky(point)][:MOST_MOVES]
        return allowed

    def after(self, move: int) -> RenjuBoard:
        stones = list(self.stones)
        stones[move] = self.side
        return RenjuBoard(tuple(stones), -self.side, move)

    def result(self) -> float | None:
        if self.last >= 0:
            runs = [self.run(list(self.stones), self.last, step) for step in DIRECTIONS]
            if any(length == 5 if self.side < 0 else length >= 5 for length in runs):
                return 0.0
        return None if 0 in self.stones else 0.5

    def is_risky(self, point: int) -> bool:
        """Whether a black stone might be an overline, two fours or two threes; a five is none of them."""
        stones = list(self.stones)
        stones[point] = 1
        runs = [self.run(stones, point, step) for step in DIRECTIONS]
        if 5 in runs:
            return False
        fours = sum(self.fours(stones, point, step) for step in DIRECTIONS)
        threes = sum(self.is_three(stones, point, step) for step in DIRECTIONS)
        return max(runs) > 5 or fours > 1 or threes > 1

    def fours(self, stones: list[int], point: int, step: tuple[int, int]) -> int:
        """How many fours lie on a line through a stone: those that one stone more makes a five of."""
        ends = [end for end in self.line(point, step) if self.makes(stones, point, end, step, 5)]
        return min(len(ends), 1) if self.run(stones, point, step) == 4 else len(ends)

    def is_three(self, stones: list[int], point: int, step: tuple[int, int]) -> bool:
        """Whether one stone more makes four in a row that can become five at both ends."""
        for end in self.line(point, step):
            if self.makes(stones, point, end, step, 4):
                stones[end] = 1
                is_open = sum(self.makes(stones, point, five, step, 5) for five in self.line(point, step)) == 2
                stones[end] = 0
                if is_open:
                    return True
        return False

    def makes(self, stones: list[int], point: int, end: int, step: tuple[int, int], length: int) -> bool:
        """Whether a stone on an empty point makes a row of exactly this length with another stone."""
        if stones[end]:
            return False
        stones[end] = 1
        is_made = self.run(stones, point, step) == length and self.run(stones, end, step) == length
        stones[end] = 0
        return is_made and self.are_joined(stones, point, end, step)

    def are_joined(self, stones: list[int], point: int, end: int, step: tuple[int, int]) -> bool:
        """Whether only stones of one colour lie between a stone and a point of its line."""
        line = self.line(point, step, 14)
        first, last = sorted((line.index(point), line.index(end)))
        return all(stones[place] == stones[point] for place in line[first + 1 : last])

    def line(self, point: int, step: tuple[int, int], reach: int = 5) -> list[int]:
        """The points of a line through a point, up to so many steps away on both sides."""
        row, column = divmod(point, SIZE)
        places = [(row + number * step[0], column + number * step[1]) for number in range(-reach, reach + 1)]
        return [r * SIZE + c for r, c in places if 0 <= r < SIZE and 0 <= c < SIZE]

    def run(self, stones: list[int], point: int, step: tuple[int, int]) -> int:
        """How many stones of one colour stand in a row with this one."""
        row, column = divmod(point, SIZE)
        length = 1
        for sign in (1, -1):
            r, c = row + sign * step[0], column + sign * step[1]
            while 0 <= r < SIZE and 0 <= c < SIZE and stones[r * SIZE + c] == stones[point]:
                length += 1
                r, c = r + sign * step[0], c + sign * step[1]
        return length


START = RenjuBoard()
