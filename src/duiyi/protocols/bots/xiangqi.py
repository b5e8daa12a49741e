"""Xiangqi: full rules of movement and check; who has no legal move has lost. Repetitions are not judged."""

from __future__ import annotations

from typing import Any

FILES, RANKS = 9, 10
WORTH = {"K": 10000, "A": 110, "B": 110, "N": 280, "R": 620, "C": 300, "P": 60}
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
SET_UP = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


class Board:
    """Pieces by (file, rank), rank 0 Red's own; capitals are Red; the side to move is 0 or 1."""

    def __init__(self, pieces: dict[tuple[int, int], str], side: int) -> None:
        self.pieces = pieces
        self.side = side
        self._moves: list[int] | None = None

    def moves(self) -> list[int]:
        if self._moves is None:
            found = []
            for start, piece in self.pieces.items():
                if piece.isupper() == (self.side == 0):
                    for end in self._ends(start, piece):
                        move = _number(start, end)
                        if not self.after(move)._is_taken(self.side):
                            found.append((-WORTH.get(self.pieces.get(end, " ").upper(), 0), move))
            self._moves = [move for _, move in sorted(found)]
        return self._moves

    def after(self, move: int) -> Board:
        start, end = _points(move)
        pieces = dict(self.pieces)
        pieces[end] = pieces.pop(start)
        return Board(pieces, 1 - self.side)

    def result(self) -> float | None:
        return None if self.moves() else 0.0

    def value(self) -> float:
        total = 0.0
        for (file, rank), piece in self.pieces.items():
            own = piece.isupper()
            ahead = rank if own else 9 - rank
            worth = WORTH[piece.upper()] + (4 * ahead if piece in "PpNn" else 0) - abs(file - 4)
            if piece in "Pp" and ahead > 4:
                worth += 50
            total += worth if own == (self.side == 0) else -worth
        return total

    def _is_taken(self, side: int) -> bool:
        """Whether the general of a side can be taken, or looks the other in the face."""
        king = next((place for place, piece in self.pieces.items() if piece == "Kk"[side]), None)
        if king is None:
            return True
        for place, piece in self.pieces.items():
            if piece.isupper() == (side == 1) and king in self._ends(place, piece):
                return True
        other = next((place for place, piece in self.pieces.items() if piece == "kK"[side]), None)
        if other is None or other[0] != king[0]:
            return False
        low, high = sorted((king[1], other[1]))
        return all((king[0], rank) not in self.pieces for rank in range(low + 1, high))

    def _ends(self, start: tuple[int, int], piece: str) -> list[tuple[int, int]]:
        """Where a piece may go, check or not."""
        is_red, kind = piece.isupper(), piece.upper()
        file, rank = start
        ends: list[tuple[int, int]] = []
        if kind == "K":
            ends = [p for p in _steps(start, STRAIGHT) if _in_palace(p, is_red)]
        elif kind == "A":
            ends = [p for p in _steps(start, DIAGONAL) if _in_palace(p, is_red)]
        elif kind == "B":
            ends = [
                (file + 2 * right, rank + 2 * up)
                for right, up in DIAGONAL
                if (file + right, rank + up) not in self.pieces and (rank + 2 * up <= 4) == is_red
            ]
        elif kind == "N":
            for right, up in STRAIGHT:
                if (file + right, rank + up) not in self.pieces:
                    for sway in (-1, 1):
                        ends.append((file + 2 * right + sway * up, rank + 2 * up + sway * right))
        elif kind == "P":
            ends = [(file, rank + (1 if is_red else -1))]
            if (rank > 4) == is_red:
                ends += [(file - 1, rank), (file + 1, rank)]
        else:
            ends = self._lines(start, kind)
        return [p for p in ends if _on_board(p) and (p not in self.pieces or self.pieces[p].isupper() != is_red)]

    def _lines(self, start: tuple[int, int], kind: str) -> list[tuple[int, int]]:
        """The straight ways of a rook, or of a cannon, which takes over one piece."""
        ends = []
        for right, up in STRAIGHT:
            is_over = False
            place = (start[0] + right, start[1] + up)
            while _on_board(place):
                if place in self.pieces:
                    if kind == "R" or is_over:
                        ends.append(place)
                        break
                    is_over = True
                elif not is_over:
                    ends.append(place)
                place = (place[0] + right, place[1] + up)
        return ends


def _steps(start: tuple[int, int], ways: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [(start[0] + right, start[1] + up) for right, up in ways]


def _on_board(place: tuple[int, int]) -> bool:
    return 0 <= place[0] < FILES and 0 <= place[1] < RANKS


def _in_palace(place: tuple[int, int], is_red: bool) -> bool:
    return 3 <= place[0] <= 5 and (0 <= place[1] <= 2 if is_red else 7 <= place[1] <= 9)


def _number(start: tuple[int, int], end: tuple[int, int]) -> int:
    return (start[1] * FILES + start[0]) * 90 + end[1] * FILES + end[0]


def _points(move: int) -> tuple[tuple[int, int], tuple[int, int]]:
    start, end = divmod(move, 90)
    return (start % FILES, start // FILES), (end % FILES, end // FILES)


def _set_up(text: str) -> dict[tuple[int, int], str]:
    pieces = {}
    for down, row in enumerate(text.split("/")):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                pieces[file, 9 - down] = sign
                file += 1
    return pieces


START = Board(_set_up(SET_UP), 0)


def read(state: Any, turn: Any) -> int | None:
    source, target = turn["source"], turn["target"]
    if source == "-1":
        return None
    return _number(("abcdefghi".index(source[0]), int(source[1])), ("abcdefghi".index(target[0]), int(target[1])))


def write(move: int) -> dict[str, str]:
    if move < 0:
        return {"source": "-1", "target": "-1"}
    source, target = (f"{'abcdefghi'[file]}{rank}" for file, rank in _points(move))
    return {"source": source, "target": target}
