"""The texts of UCI: options, the words after ``go``, and reports.

>>> go = read_go("wtime 60000 btime 50000 searchmoves h2e2 b2e2 depth 5".split())
>>> go.wtime, go.searchmoves, go.depth
(60000, ('h2e2', 'b2e2'), 5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from duiyi.analysis import Analysis, Line
from duiyi.base import Game, Move
from duiyi.engines.levels import LEVELS, level_of

__all__ = ["Go", "chances", "elo_of_levels", "option_lines", "read_elo_level", "read_go", "read_option", "report_lines"]

_NOMINAL = (800, 150)  # rating of level 1 and the step between levels, until a ladder has measured them
_DRAWN = 0.6  # of the smaller of both chances, what becomes a draw: our engines tell expected scores only


@dataclass(frozen=True)
class Go:
    """What was asked for; times in milliseconds."""

    searchmoves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False
    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    perft: int | None = None


_NAMES = frozenset(field.name for field in fields(Go))


def read_go(words: Sequence[str]) -> Go:
    """Read the words after ``go``; what cannot be read is skipped.

    >>> read_go("rubbish depth x nodes 500 infinite".split()).nodes
    500
    """
    go = Go()
    numbers: dict[str, Any] = {}
    place = 0
    while place < len(words):
        name = words[place]
        place += 1
        if name in ("infinite", "ponder"):
            go = replace(go, infinite=go.infinite or name == "infinite", ponder=go.ponder or name == "ponder")
        elif name == "searchmoves":
            end = next((i for i in range(place, len(words)) if words[i] in _NAMES), len(words))
            go = replace(go, searchmoves=tuple(words[place:end]))
            place = end
        elif name in _NAMES and place < len(words) and (number := _integer(words[place])) is not None:
            least = 0 if name.endswith(("time", "inc")) else 1
            numbers[name] = max(least, number)
            place += 1
    return replace(go, **numbers)


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Name (in lower case) and value of ``name ... [value ...]``.

    >>> read_option("name Move Overhead value 100".split())
    ('move overhead', '100')
    """
    rest = list(words[1:]) if words and words[0] == "name" else list(words)
    cut = rest.index("value") if "value" in rest else len(rest)
    return " ".join(rest[:cut]).lower(), " ".join(rest[cut + 1 :])


def elo_of_levels(game: Game) -> list[int]:
    """The rating of every level: measured where a ladder has measured it, else nominal.

    >>> from duiyi import load_game
    >>> ratings = elo_of_levels(load_game("xiangqi"))
    >>> len(ratings) == LEVELS and ratings == sorted(ratings)
    True
    """
    measured = [level_of(game.name, level).rating for level in range(1, LEVELS + 1)]
    first, step = _NOMINAL
    found = [round(first + step * number if rating is None else rating.elo) for number, rating in enumerate(measured)]
    return [max(found[: number + 1]) for number in range(len(found))]


def read_elo_level(game: Game, elo: int) -> int:
    """The level whose rating is nearest.

    >>> from duiyi import load_game
    >>> read_elo_level(load_game("xiangqi"), 0), read_elo_level(load_game("xiangqi"), 9999)
    (1, 12)
    """
    ratings = elo_of_levels(game)
    best = min(range(LEVELS), key=lambda number: (abs(ratings[number] - elo), number))
    return LEVELS if elo >= ratings[-1] else best + 1


def option_lines(game: Game) -> list[str]:
    """What can be set."""
    ratings = elo_of_levels(game)
    return [
        "option name Threads type spin default 1 min 1 max 256",
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 128",
        "option name Move Overhead type spin default 50 min 0 max 5000",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        f"option name UCI_Elo type spin default {ratings[0]} min {ratings[0]} max {ratings[-1]}",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_Variant type combo default xiangqi var xiangqi",
        "option name Ranks type combo default auto var auto var 0-9 var 1-10",
    ]


def chances(rate: float) -> tuple[int, int, int]:
    """Win, draw and loss in thousandths, from an expected score.

    >>> chances(0.5), chances(1.0)
    ((200, 600, 200), (1000, 0, 0))
    """
    draw = round(1000 * 2 * _DRAWN * min(rate, 1 - rate))
    win = round(1000 * rate - draw / 2)
    return win, draw, 1000 - win - draw


def report_lines(analysis: Analysis, text: Callable[[Move], str], seat: int, shows_chances: bool) -> Iterator[str]:
    """The ``info`` lines of an analysis."""
    milliseconds = round(1000 * analysis.seconds)
    speed = round(analysis.nodes / max(analysis.seconds, 1e-3))
    for number, line in enumerate(analysis.lines, 1):
        shown = f" wdl {' '.join(map(str, chances(line.rates[seat])))}" if shows_chances else ""
        yield (
            f"info depth {analysis.depth} seldepth {max(analysis.depth, len(line.moves))} multipv {number}"
            f" score {_score(line, seat)}{shown} nodes {analysis.nodes} nps {speed} hashfull 0 tbhits 0"
            f" time {milliseconds} pv {' '.join(map(text, line.moves))}"
        )


def _score(line: Line, seat: int) -> str:
    if line.end_in is not None:
        moves = (abs(line.end_in) + 1) // 2
        return f"mate {moves if line.end_in > 0 else -moves}"
    return f"cp {round(line.score if line.score is not None else 200 * (2 * line.rates[seat] - 1))}"


def _integer(text: str) -> int | None:
    body = text.removeprefix("-")
    if not (body.isascii() and body.isdecimal()) or len(body) > 15:
        return None
    return int(text)
