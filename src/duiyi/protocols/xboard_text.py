"""The texts of the XBoard protocol: features, time controls, thinking output and results.

>>> read_level(["40", "5:30", "2"])
Level(moves=40, seconds=330.0, increment=2.0)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from duiyi.analysis import Analysis
from duiyi.base import Move, Outcome, Position

__all__ = ["FEATURES", "Level", "read_level", "result_text", "thinking_line"]

FEATURES = (
    "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1",
    "analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=0 memory=1 smp=1",
    'variants="xiangqi"',
    'option="Level -spin 0 0 12"',
)
_MATE = 100000


@dataclass(frozen=True)
class Level:
    """A time control: so many moves (0: all) in so many seconds, with seconds added by each move."""

    moves: int = 0
    seconds: float = 300.0
    increment: float = 0.0

    def moves_left(self, played: int) -> int | None:
        """Moves to the next control, or None when the clock is for the whole game.

        >>> Level(moves=40).moves_left(3)
        37
        """
        return None if self.moves == 0 else self.moves - played % self.moves


def read_level(words: Sequence[str]) -> Level | None:
    """The time control of ``level MOVES MINUTES[:SECONDS] INCREMENT``, or None if it is none."""
    if len(words) != 3:
        return None
    minutes, _, seconds = words[1].partition(":")
    try:
        moves, increment = int(words[0]), float(words[2])
        total = 60.0 * int(minutes) + (int(seconds) if seconds else 0)
    except ValueError:
        return None
    if not (0 <= moves < 10_000 and 0 <= total < 1e7 and 0 <= increment < 1e6):
        return None
    return Level(moves, total, increment)


def thinking_line(analysis: Analysis, position: Position, text: Callable[[Move], str]) -> str:
    """Depth, score in hundredths, time in hundredths of a second, nodes and the line."""
    line = analysis.lines[0]
    if line.end_in is not None:
        moves = (abs(line.end_in) + 1) // 2
        score = _MATE + moves if line.end_in > 0 else -_MATE - moves
    elif line.score is not None:
        score = round(line.score)
    else:
        score = round(200 * (2 * line.rates[position.to_move] - 1))
    spent = round(100 * analysis.seconds)
    return f"{analysis.depth} {score} {spent} {analysis.nodes} {' '.join(map(text, line.moves))}"


def result_text(outcome: Outcome) -> str:
    """A finished game as the protocol claims it.

    >>> from duiyi.base import Words
    >>> result_text(Outcome((1.0, 0.0), "checkmate", Words("Black is checkmated: Red wins", "")))
    '1-0 {Black is checkmated: Red wins}'
    """
    first, second = outcome.scores
    score = "1/2-1/2" if first == second else "1-0" if first > second else "0-1"
    return f"{score} {{{outcome.words.en}}}"
