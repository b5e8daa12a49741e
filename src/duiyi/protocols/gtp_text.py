"""Analyses in the forms that GTP hosts read: ``lz-analyze``, ``kata-analyze``, and the arguments of both.

>>> read_request(["b", "50", "maxmoves", "3"])
Request(seat=0, seconds=0.5, lines=3, allowed=(), avoided=())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from duiyi.analysis import Analysis, Line
from duiyi.base import Move
from duiyi.protocols.gtp_board import GtpError, seat_of

__all__ = ["Request", "info_line", "read_request"]

_LINES = 10


@dataclass(frozen=True)
class Request:
    """What an analysis was asked for: whose move, how often to report, how many moves, which of them."""

    seat: int | None = None
    seconds: float = 1.0
    lines: int = _LINES
    allowed: tuple[str, ...] = ()
    avoided: tuple[str, ...] = ()


def read_request(words: Sequence[str]) -> Request:
    """The arguments: a colour, an interval in hundredths of a second, then names with values; all may be missing."""
    seat: int | None = None
    seconds, lines = 1.0, _LINES
    allowed: list[str] = []
    avoided: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0).lower()
        if word in ("b", "w", "black", "white"):
            seat = seat_of(word)
        elif word.isascii() and word.isdecimal():
            seconds = min(int(word), 10**6) / 100
        elif word == "interval" and rest:
            seconds = _number(rest.pop(0)) / 100
        elif word == "maxmoves" and rest:
            lines = max(1, min(_number(rest.pop(0)), 100))
        elif word in ("allow", "avoid") and len(rest) >= 2:
            _, points = rest.pop(0), rest.pop(0)
            (allowed if word == "allow" else avoided).extend(points.split(","))
            if rest and rest[0].isdecimal():
                rest.pop(0)  # until which ply: we restrict the first move only
        elif rest:
            rest.pop(0)  # minmoves, ownership, rootInfo and the like: nothing of ours
        else:
            raise GtpError(f"syntax error: unexpected {word[:20]!r}")
    return Request(seat, seconds, lines, tuple(allowed), tuple(avoided))


def info_line(analysis: Analysis, vertex: Callable[[Move], str], seat: int, *, is_kata: bool) -> str:
    """One line for all moves, the best first."""
    return " ".join(_info(analysis, line, order, vertex, seat, is_kata) for order, line in enumerate(analysis.lines))


def _info(analysis: Analysis, line: Line, order: int, vertex: Callable[[Move], str], seat: int, is_kata: bool) -> str:
    share = line.share if line.share is not None else 1.0 / len(analysis.lines)
    visits, rate = max(1, round(share * analysis.nodes)), line.rates[seat]
    pv = " ".join(map(vertex, line.moves))
    if is_kata:
        lead = 0.0 if line.score is None else line.score / 100
        values = f"winrate {rate:.6f} scoreMean {lead:.2f} scoreLead {lead:.2f} prior {share:.6f} lcb {rate:.6f}"
    else:
        values = f"winrate {round(10000 * rate)} prior {round(10000 * share)} lcb {round(10000 * rate)}"
    return f"info move {vertex(line.moves[0])} visits {visits} {values} order {order} pv {pv}"


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise GtpError(f"syntax error: expected a number, got {text[:20]!r}")
    return int(text)
