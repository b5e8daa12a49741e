"""Xiangqi in plain Python: texts, the end of the game and its reasons.

Where the rules leave room, this file chose:

- Without options `repetition=axf`, `natural=60`.
- A text needs one king a side, in the palace; advisors and elephants stand on the points they can reach, the others
  anywhere, and no piece more often than in the full set. The side that is not to move may be in check (facing kings
  too), but taking a king is never a legal move. `H` and `E` are read for `N` and `B`. A text has two or six fields.
- Positions are repeated when board and side are the same, counted from the text that was read or the last capture.
- Natural limit: a ply is not counted when it gives check and is at least the eleventh check of its side since the last
  capture, or when it answers such a check. A capture sets all counts to zero, and a check given by the capture itself
  is not one of the ten. The half-moves of a text are all counted, and no checks are known from before it. The limit is
  reached at twice `natural` counted plies; a text may stand beyond it and is then drawn.
- Material: without pawns, rooks and horses of either side it is a draw (1) without cannons; (2) with one cannon whose
  side has no advisor, when the other side has no advisor, or has one and the cannon's side no elephant, or has two and
  the cannon's side no elephant, unless the side to move can leave the other without a legal move at once; (3) with one
  cannon a side and no advisors. Elephants that are not named do not matter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from . import xiangqi_moves
from .common import EMPTY, Outcome, check_options, choice, read_fields, read_ranks, whole_number, write_ranks
from .xiangqi_moves import FILES, RANKS, Board, in_check, played, standing_points
from .xiangqi_repetition import judge

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
COUNTED_CHECKS = 10
FULL_SET = {piece: 5 if piece in "Pp" else 2 for piece in "ABNRCPabnrcp"}
DRAW = (0.5, 0.5)


@dataclass(frozen=True)
class Rules:
    """The options of a game: how repetitions are judged, and the natural limit in moves (0 for none).

    >>> Rules("cxa", 50).natural
    50
    """

    repetition: str
    natural: int


@dataclass(frozen=True, eq=False)
class Xiangqi:
    """A position, with the boards and moves since the last capture.

    >>> start({}).after("h2e2").text()
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1'
    """

    rules: Rules
    boards: tuple[Board, ...]
    """All boards since the last capture, the present one last."""
    moves: tuple[str, ...]
    """The moves between these boards."""
    red_to_move: bool
    halfmove: int
    """Plies since the last capture, as written."""
    fullmove: int
    counted: int
    """Of these plies, those that count for the natural limit."""
    checks: tuple[int, int] = (0, 0)
    """Checks that each seat gave since the last capture."""
    seats: int = 2

    def to_move(self) -> int:
        """Return 0 for red, 1 for black.

        >>> start({}).to_move()
        0
        """
        return 0 if self.red_to_move else 1

    def legal_moves(self) -> set[str]:
        """Return the legal moves, none when the game is over.

        >>> len(start({}).legal_moves())
        44
        """
        return set() if self.outcome() is not None else set(self._moves)

    def after(self, move: str) -> Xiangqi:
        """Return the position after a move.

        >>> start({}).after("b2b9").text()
        'rCbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 1'
        """
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        board = played(self.board, move)
        common = replace(self, red_to_move=not self.red_to_move, fullmove=self.fullmove + (not self.red_to_move))
        if move[2:] in self.board:
            return replace(common, boards=(board,), moves=(), halfmove=0, counted=0, checks=(0, 0))
        mover = self.to_move()
        gives_check = in_check(board, not self.red_to_move)
        checks = (self.checks[0] + (gives_check and mover == 0), self.checks[1] + (gives_check and mover == 1))
        is_late_check = gives_check and checks[mover] > COUNTED_CHECKS
        answers_late_check = in_check(self.board, self.red_to_move) and checks[1 - mover] > COUNTED_CHECKS
        return replace(
            common,
            boards=(*self.boards, board),
            moves=(*self.moves, move),
            halfmove=self.halfmove + 1,
            counted=self.counted + (not is_late_check and not answers_late_check),
            checks=checks,
        )

    def outcome(self) -> Outcome | None:
        """Return scores and reason: no legal move, then repetition, then the natural limit, then material.

        >>> read("3k5/4P4/9/9/9/9/9/9/9/4K4 b", {}).outcome()
        ((1.0, 0.0), 'stalemate')
        """
        return self._outcome

    def text(self) -> str:
        """Return the FEN with all six fields.

        >>> read("3k5/9/9/9/9/9/9/9/9/4KR3 r", {}).text()
        '3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1'
        """
        rows = [[self.board.get(file + rank, EMPTY) for file in FILES] for rank in reversed(RANKS)]
        return f"{write_ranks(rows)} {'w' if self.red_to_move else 'b'} - - {self.halfmove} {self.fullmove}"

    def state(self) -> Hashable:
        """Return board and side: the counters are history.

        >>> start({}).state() == read(START.replace("0 1", "7 9"), {}).state()
        True
        """
        return frozenset(self.board.items()), self.red_to_move

    @property
    def board(self) -> Board:
        """The present board.

        >>> start({}).board["e0"]
        'K'
        """
        return self.boards[-1]

    # Parts of the above

    @cached_property
    def _moves(self) -> set[str]:
        return xiangqi_moves.legal_moves(self.board, self.red_to_move)

    @cached_property
    def _outcome(self) -> Outcome | None:
        if not self._moves:
            reason = "checkmate" if in_check(self.board, self.red_to_move) else "stalemate"
            return _lost_by(self.red_to_move), reason
        # The side to move changes with every ply, so only every second board can be the same position.
        standing = [i for i in range(len(self.boards) - 1, -1, -2) if self.boards[i] == self.board]
        if len(standing) >= 3:
            first = standing[-1]
            red_lost, reason = judge(self.boards[first:], self.moves[first:], self.red_to_move, self.rules.repetition)
            return (DRAW if red_lost is None else _lost_by(red_lost)), reason
        if self.rules.natural and self.counted >= 2 * self.rules.natural:
            return DRAW, "natural_limit"
        if is_insufficient(self.board, self.red_to_move):
            return DRAW, "insufficient_material"
        return None


def start(options: Mapping[str, object]) -> Xiangqi:
    """Return the first position of a game.

    >>> start({"repetition": "cxa"}).text() == START
    True
    """
    return read(START, options)


def read(text: str, options: Mapping[str, object]) -> Xiangqi:
    """Read a FEN of two or six fields.

    >>> read("4k4/9/9/9/9/9/9/9/9/4K3R red", {})
    Traceback (most recent call last):
    ValueError: expected side 'w' or 'b', got 'red' in '4k4/9/9/9/9/9/9/9/9/4K3R red'
    """
    check_options(options, ["repetition", "natural"])
    rules = Rules(
        choice(options, "repetition", "axf", ["axf", "computer", "cxa", "simple"]),
        whole_number(options, "natural", 60, [60, 50, 0]),
    )
    fields = read_fields(text, 2, 6)
    ranks, side, *counters = fields
    counters = counters or ["-", "-", "0", "1"]
    if side not in ("w", "r", "b"):
        raise ValueError(f"expected side 'w' or 'b', got {side!r} in {text!r}")
    if re.fullmatch(r"- - (0|[1-9][0-9]*) [1-9][0-9]*", " ".join(counters), re.ASCII) is None:
        raise ValueError(f"expected '- - halfmove fullmove' after the side in {text!r}")
    halfmove, fullmove = int(counters[2]), int(counters[3])
    return Xiangqi(rules, (read_board(ranks),), (), side != "b", halfmove, fullmove, counted=halfmove)


def read_board(ranks: str) -> Board:
    """Read the ranks of a FEN.

    >>> read_board("9/9/9/9/9/9/9/9/9/9")
    Traceback (most recent call last):
    ValueError: expected one 'K' on the board, got 0
    """
    rows = read_ranks(ranks, "KABNRCPHEkabnrcphe", [9] * 10)
    names = str.maketrans("HEhe", "NBnb")
    board = {
        f"{FILES[file]}{9 - down}": piece.translate(names)
        for down, row in enumerate(rows)
        for file, piece in enumerate(row)
        if piece != EMPTY
    }
    count = Counter(board.values())
    for king in "Kk":
        if count[king] != 1:
            raise ValueError(f"expected one {king!r} on the board, got {count[king]}")
    for piece, most in FULL_SET.items():
        if count[piece] > most:
            raise ValueError(f"expected at most {most} of {piece!r} on the board, got {count[piece]}")
    for point, piece in board.items():
        if point not in standing_points(piece):
            raise ValueError(f"{piece!r} can never stand on {point}")
    return board


def perft(position: Xiangqi, depth: int) -> int:
    """Count the lines of exactly `depth` plies by legality alone, without draws and verdicts.

    >>> perft(start({}), 2)
    1920
    """
    return _perft(position.board, position.red_to_move, depth)


def is_insufficient(board: Board, red_to_move: bool) -> bool:
    """Say whether the material is on the list of draws.

    >>> is_insufficient({"e0": "K", "d9": "k", "c0": "B", "d0": "A"}, True)
    True
    """
    count = Counter(board.values())
    if any(count[piece] for piece in "PpRrNn"):
        return False
    cannons, advisors = count["C"] + count["c"], count["A"] + count["a"]
    if cannons == 0:
        return True
    if count["C"] == count["c"] == 1:
        return advisors == 0
    if cannons != 1:
        return False
    own_advisor, own_elephant, enemy_advisor = ("A", "B", "a") if count["C"] else ("a", "b", "A")
    if count[own_advisor]:
        return False
    if count[enemy_advisor] == 0:
        return True
    if count[own_elephant]:
        return False
    return count[enemy_advisor] == 1 or not wins_at_once(board, red_to_move)


def wins_at_once(board: Board, is_red: bool) -> bool:
    """Say whether a side has a move that leaves the other without a legal one.

    >>> wins_at_once({"e0": "K", "d9": "k", "a8": "R", "b0": "R"}, True)
    True
    """
    moves = xiangqi_moves.legal_moves(board, is_red)
    return any(not xiangqi_moves.legal_moves(played(board, move), not is_red) for move in moves)


def _lost_by(is_red: bool) -> tuple[float, float]:
    return (0.0, 1.0) if is_red else (1.0, 0.0)


def _perft(board: Board, is_red: bool, depth: int) -> int:
    if depth == 0:
        return 1
    moves = xiangqi_moves.legal_moves(board, is_red)
    if depth == 1:
        return len(moves)
    return sum(_perft(played(board, move), not is_red, depth - 1) for move in moves)
