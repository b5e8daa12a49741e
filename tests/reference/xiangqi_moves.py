"""How the pieces of Xiangqi move, what check is, and which moves are legal: boards only, no history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

FILES, RANKS = "abcdefghi", "0123456789"

Board = Mapping[str, str]
"""Pieces by point: points as in moves (`e0`), letters as in FEN, upper case for red."""
Paths = dict[str, tuple[str, ...]]
"""Points a piece could go to from one point of the bare board, each with the points it passes."""

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def legal_moves(board: Board, is_red: bool) -> set[str]:
    """Return the moves of one side after which its king is not attacked.

    >>> sorted(legal_moves({"e0": "K", "e9": "k", "e8": "a", "d9": "a", "b2": "C", "b5": "n"}, False))
    ['b5a3', 'b5a7', 'b5c3', 'b5c7', 'b5d4', 'b5d6', 'e9f9']
    """
    return {
        origin + target
        for origin, piece in board.items()
        if piece.isupper() == is_red
        for target in PATHS[piece][origin]
        if can_take_or_enter(board, origin, target)
    }


def can_take_or_enter(board: Board, origin: str, target: str) -> bool:
    """Say whether the piece on the origin may legally go to the target, were it its side's turn; kings are never taken.

    >>> can_take_or_enter({"e0": "K", "e1": "R", "e9": "k"}, "e1", "d1")
    False
    """
    piece = board[origin]
    if target in board and (board[target].isupper() == piece.isupper() or board[target] in "Kk"):
        return False
    return reaches(board, origin, target) and not in_check(played(board, origin + target), piece.isupper())


def played(board: Board, move: str) -> dict[str, str]:
    """Return the board after a move, legal or not.

    >>> played({"e0": "K", "d9": "k"}, "e0e1")
    {'d9': 'k', 'e1': 'K'}
    """
    after = dict(board)
    after[move[2:]] = after.pop(move[:2])
    return after


def in_check(board: Board, is_red: bool) -> bool:
    """Say whether an enemy piece attacks the king of a side; a king attacks the other along an open file.

    >>> in_check({"e0": "K", "e9": "k"}, True)
    True
    """
    king = next(point for point, piece in board.items() if piece == ("K" if is_red else "k"))
    return any(piece.isupper() != is_red and reaches(board, point, king) for point, piece in board.items())


def reaches(board: Board, origin: str, target: str) -> bool:
    """Say whether the piece on the origin moves to an empty target or takes what stands there, check apart.

    >>> reaches({"b2": "C", "b7": "c", "b9": "n"}, "b2", "b9")
    True
    """
    piece = board[origin].upper()
    if piece == "K" and board.get(target, "").upper() == "K":
        return origin[0] == target[0] and not any(point in board for point in between(origin, target))
    passed = PATHS[board[origin]][origin].get(target)
    if passed is None:
        return False
    blockers = sum(point in board for point in passed)
    return blockers == (1 if piece == "C" and target in board else 0)


def is_crossed_pawn(piece: str, point: str) -> bool:
    """Say whether a piece is a pawn beyond the river, seen from its own side.

    >>> is_crossed_pawn("P", "a5"), is_crossed_pawn("p", "a5")
    (True, False)
    """
    return piece in "Pp" and not is_home(point, piece.isupper())


def is_home(point: str, is_red: bool) -> bool:
    """Say whether a point lies on a side's own half of the board.

    >>> is_home("a4", True)
    True
    """
    return (int(point[1]) <= 4) == is_red


def standing_points(piece: str) -> set[str]:
    """Return the points a king, advisor or elephant can stand on; all others may be set up anywhere.

    >>> len(standing_points("K")), len(standing_points("a")), len(standing_points("B")), len(standing_points("p"))
    (9, 5, 7, 90)
    """
    first = {"K": "e0", "A": "e1", "B": "e2", "k": "e9", "a": "e8", "b": "e7"}.get(piece)
    points = {first} if first else set(PATHS[piece])
    while grown := {target for point in points for target in PATHS[piece][point]} - points:
        points |= grown
    return points


def between(origin: str, target: str) -> tuple[str, ...]:
    """Return the points strictly between two of one file or rank.

    >>> between("a0", "a3")
    ('a1', 'a2')
    """
    file, rank = FILES.index(origin[0]), int(origin[1])
    across, up = FILES.index(target[0]) - file, int(target[1]) - rank
    distance = max(abs(across), abs(up))
    step = (across // distance, up // distance)
    return tuple(f"{FILES[file + i * step[0]]}{rank + i * step[1]}" for i in range(1, distance))


def _shift(point: str, across: int, up: int) -> str | None:
    """The point so many files and ranks away, or None off the board."""
    file, rank = FILES.index(point[0]) + across, int(point[1]) + up
    return f"{FILES[file]}{rank}" if 0 <= file < 9 and 0 <= rank < 10 else None


def _in_palace(point: str) -> bool:
    return point[0] in "def" and point[1] in "012789"


def _steps(piece: str, point: str) -> Iterator[tuple[tuple[int, int], tuple[int, int] | None]]:
    """The jumps of a piece that is neither rook nor cannon, each with where it can be blocked (leg or eye)."""
    kind = piece.upper()
    if kind == "P":
        yield (0, 1 if piece == "P" else -1), None
        if is_crossed_pawn(piece, point):
            yield (1, 0), None
            yield (-1, 0), None
    if kind in "KA":
        for step in ORTHOGONAL if kind == "K" else DIAGONAL:
            yield step, None
    if kind == "B":
        for across, up in DIAGONAL:
            yield (2 * across, 2 * up), (across, up)
    if kind == "N":
        for leg in ORTHOGONAL:
            for side in (-1, 1):
                yield (2 * leg[0] or side, 2 * leg[1] or side), leg


def _paths(piece: str, point: str) -> Paths:
    kind = piece.upper()
    if kind in "RC":
        targets = [f + r for f in FILES for r in RANKS if (f == point[0]) != (r == point[1])]
        return {target: between(point, target) for target in targets}
    paths: Paths = {}
    for jump, block in _steps(piece, point):
        target = _shift(point, *jump)
        confined = target is None or (kind in "KA" and not _in_palace(target))
        if target is None or confined or (kind == "B" and not is_home(target, piece.isupper())):
            continue
        leg = _shift(point, *block) if block else None
        paths[target] = (leg,) if leg else ()
    return paths


PATHS: dict[str, dict[str, Paths]] = {
    piece: {file + rank: _paths(piece, file + rank) for file in FILES for rank in RANKS} for piece in "KABNRCPkabnrcp"
}
"""For every piece and point, where it could go and what it passes on the way."""
