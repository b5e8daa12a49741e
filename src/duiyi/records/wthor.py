"""WTHOR, the database of Othello tournaments: ``.wtb`` games, ``.jou`` players and ``.trn`` tournaments.

Little-endian; a header of 16 bytes, then records of 68 (games), 20 (players) or 26 (tournaments) bytes. A game names
its players and tournament by number; the lists are taken from files that lie beside it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path

from duiyi.base import Outcome
from duiyi.records.errors import RecordError, at_byte
from duiyi.records.outcomes import claim
from duiyi.records.record import Header, Record
from duiyi.records.transcript import follow
from duiyi.records.tree import Tree, load_rules

__all__ = ["games", "read", "read_names", "sniff", "write", "write_many"]

_HEADER = struct.Struct("<BBBBiHHBBBB")
_GAME = struct.Struct("<HHHBB60s")
_PLAYER, _TOURNAMENT = 20, 26


def sniff(data: bytes) -> bool:
    """Whether the bytes look like a ``.wtb``: the header tells the number of games, and so the size.

    >>> sniff(write(Record.from_moves("reversi", "f5")))
    True
    """
    if len(data) < _HEADER.size:
        return False
    century, year, month, day, number, _, _, size, *_ = _HEADER.unpack_from(data)
    is_date = 19 <= century <= 21 and year < 100 and 1 <= month <= 12 and 1 <= day <= 31
    return is_date and size in (0, 8, 10) and len(data) == _HEADER.size + _GAME.size * number


def read(data: bytes, name: str = "") -> list[Record]:
    """All games, with the names from ``.jou`` and ``.trn`` files in the same folder.

    >>> read(write(Record.from_moves("reversi", "f5 d6")))[0].mainline
    ('f5', 'd6')
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> len(list(games(write_many([Record.from_moves("reversi", "f5")] * 3))))
    3
    """
    if len(data) < _HEADER.size:
        raise RecordError(name, at_byte(len(data)), "a header of 16 bytes", f"{len(data)} bytes")
    _, _, _, _, number, _, year, size, *_ = _HEADER.unpack_from(data)
    if size not in (0, 8):
        raise RecordError(name, at_byte(12), "a board of 8x8 (0 or 8)", str(size))
    if len(data) != _HEADER.size + _GAME.size * number:
        expected = f"{_HEADER.size + _GAME.size * number} bytes for {number} games"
        raise RecordError(name, at_byte(4), expected, f"{len(data)} bytes")
    players, tournaments = _names_beside(name, ".jou", _PLAYER), _names_beside(name, ".trn", _TOURNAMENT)
    for place in range(_HEADER.size, len(data), _GAME.size):
        yield partial(_record, data, place, name, year, players, tournaments)


def read_names(data: bytes, name: str = "", size: int = _PLAYER) -> list[str]:
    """The names in a ``.jou`` (20 bytes each) or ``.trn`` (26 bytes each).

    >>> read_names(bytes(16) + b"Ann".ljust(20, b"\\0") + b"Bob".ljust(20, b"\\0"))
    ['Ann', 'Bob']
    """
    body = data[_HEADER.size :]
    if len(data) < _HEADER.size or len(body) % size:
        raise RecordError(name, at_byte(len(data)), f"a header of 16 bytes and names of {size}", f"{len(data)} bytes")
    return [body[place : place + size].split(b"\0")[0].decode("latin-1").strip() for place in range(0, len(body), size)]


def write(record: Record) -> bytes:
    """A database of one game; names belong to other files and are not written.

    >>> len(write(Record.from_moves("reversi", "f5")))
    84
    """
    return write_many([record])


def write_many(records: Sequence[Record]) -> bytes:
    """A database of games.

    >>> len(write_many([Record.from_moves("reversi", "f5")] * 3))
    220
    """
    year = next((int(record.header.date[:4]) for record in records if record.header.date[:4].isdecimal()), 0)
    head = _HEADER.pack(20, 0, 1, 1, len(records), 0, year, 8, 0, 0, 0)
    return head + b"".join(_written(record) for record in records)


def _record(data: bytes, place: int, name: str, year: int, players: list[str], tournaments: list[str]) -> Record:
    tournament, black, white, discs, _, moves = _GAME.unpack_from(data, place)
    tree = Tree(load_rules("reversi"), None, name, at_byte)
    node = tree.root
    played = moves.rstrip(b"\0")
    for offset, byte in enumerate(played, place + 8):
        row, column = divmod(byte, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise tree.error(offset, "a move from 11 to 88", str(byte))
        node = follow(tree, node, f"{'abcdefgh'[column - 1]}{row}", offset)
    names = tuple(_name(players, number) for number in (black, white))
    header = Header(
        names=names if any(names) else (),
        event=_name(tournaments, tournament),
        date=str(year) if year else "",
        result="",
    )
    outcome = claim(tree.game, None if discs == 32 else int(discs < 32)) if played and discs <= 64 else None
    return tree.record(header, outcome)


def _name(names: list[str], number: int) -> str:
    return names[number] if number < len(names) else ""


def _names_beside(name: str, suffix: str, size: int) -> list[str]:
    try:
        if not Path(name).is_file():
            return []
        beside = sorted(path for path in Path(name).parent.iterdir() if path.suffix.lower() == suffix)
        return list(_names_in(str(beside[0]), size, beside[0].stat().st_mtime_ns)) if beside else []
    except (OSError, ValueError):
        return []


@lru_cache(maxsize=8)
def _names_in(path: str, size: int, modified: int) -> tuple[str, ...]:
    return tuple(read_names(Path(path).read_bytes(), path, size))


def _written(record: Record) -> bytes:
    if record.game != "reversi" or record.start is not None:
        raise RecordError("", "", "games of reversi from their own start for WTHOR", record.start or record.game)
    squares = [move for move in record.mainline if move != "pass"]
    moves = bytes(int(square[1]) * 10 + "abcdefgh".index(square[0]) + 1 for square in squares)
    return _GAME.pack(0, 0, 0, _discs(record, record.outcome), 0, moves)


def _discs(record: Record, outcome: Outcome | None) -> int:
    """Black's discs, the empty squares counted for the winner; an unfinished game has 255, which says nothing."""
    if outcome is None:
        return 255
    codes = record.position_at(len(record.moves)).board()
    black, empty = codes.count("x"), codes.count("")
    if outcome.reason != "disc_count":
        return 32 if outcome.scores[0] == outcome.scores[1] else int(outcome.scores[0]) * 64
    return black + (empty if outcome.scores[0] > outcome.scores[1] else empty // 2 if outcome.scores[0] == 0.5 else 0)
