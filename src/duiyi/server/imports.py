"""Records that were played elsewhere: kept whole for their owner, found by nobody else, opened by their link."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from duiyi import wire
from duiyi.base import Position
from duiyi.records import json as record_json
from duiyi.records.record import Record
from duiyi.rooms.settle import outcome_view
from duiyi.server.archive import stored_key
from duiyi.server.errors import ProblemError
from duiyi.server.secrets import new_code
from duiyi.server.store import Database
from duiyi.server.store.tables import positions, record_players, records

__all__ = ["Rows", "import_many", "import_record", "imported_file", "keep_rows", "make_rows"]

Rows: TypeAlias = tuple[dict[str, Any], list[dict[str, Any]], list[tuple[str, int, int]]]
"""A row of records, and those of its players and positions (record, ply, key)."""
_MOST = 500
"""Records that one person may bring along."""
_MOST_IN_A_LIBRARY = 20_000
"""Records that one person may have after an import of files."""
_BATCH = 100
_UNFINISHED = wire.OutcomeView((), "unfinished", wire.Words("the game was not finished", "对局未结束"))


async def import_record(database: Database, owner: str, record: Record, now: int) -> str:
    """Keep a record, whose moves are checked already; its id."""
    rows = (await asyncio.to_thread(make_rows, [record], now))[0]
    async with database.write() as connection:
        mine = select(func.count()).select_from(records).where(records.c.owner == owner)
        if ((await connection.execute(mine)).scalar() or 0) >= _MOST:
            raise ProblemError("too_many")
        await _insert(connection, [rows], {"owner": owner})
    return str(rows[0]["id"])


async def import_many(database: Database, owner: str, played: Sequence[Record], now: int) -> AsyncIterator[list[str]]:
    """Keep many records; the ids of each batch when it is on the disk, so that progress can be told."""
    async with database.read() as connection:
        mine = select(func.count()).select_from(records).where(records.c.owner == owner)
        known = (await connection.execute(mine)).scalar() or 0
    if known + len(played) > _MOST_IN_A_LIBRARY:
        raise ProblemError("too_many")
    for first in range(0, len(played), _BATCH):
        rows = await asyncio.to_thread(make_rows, played[first : first + _BATCH], now)
        yield await keep_rows(database, rows, owner)


def make_rows(played: Sequence[Record], now: int) -> list[Rows]:
    """What the tables will hold of some records, under new ids. It needs no database, so other processes may help."""
    return [_rows(f"I{new_code(12)}", record, now) for record in played]


async def keep_rows(database: Database, rows: Sequence[Rows], owner: str | None = None) -> list[str]:
    """Write the rows of some records in one go, for their owner or, without one, for everybody; their ids."""
    async with database.write() as connection:
        await _insert(connection, rows, {"owner": owner, "public": owner is None})
    return [str(row["id"]) for row, _, _ in rows]


async def imported_file(database: Database, name: str) -> bytes | None:
    """An imported record as it was sent, with variations and comments; None for one that was played here."""
    async with database.read() as connection:
        body = (await connection.execute(select(records.c.body).where(records.c.id == name))).scalar()
    return None if body is None else str(body).encode()


async def _insert(connection: AsyncConnection, rows: Sequence[Rows], kept: dict[str, Any]) -> None:
    await connection.execute(insert(records), [row | kept for row, _, _ in rows])
    await connection.execute(insert(record_players), [player for _, players, _ in rows for player in players])
    # A game has some sixty positions, and to look at each of them once more would take longer than to write it: the
    # driver gets them as they are.
    compiled = insert(positions).compile(dialect=connection.dialect)
    given: Any = [key for _, _, keys in rows for key in keys]
    if not compiled.positional:
        names = [column.name for column in positions.columns]
        given = [dict(zip(names, key, strict=True)) for key in given]
    await connection.exec_driver_sql(str(compiled), given)


def _rows(name: str, record: Record, now: int) -> Rows:
    line = list(record.positions())
    seats = line[0].game.seats
    moves = [_done(before, step.move, step.seconds) for before, step in zip(line, record.moves, strict=False)]
    outcome = _UNFINISHED if record.outcome is None else outcome_view(record.outcome)
    row = {
        "id": name,
        "room": "",
        "game": line[0].game.name,
        "spec": record.game,
        "start": line[0].text(),
        "moves": wire.encode(moves).decode(),
        "outcome": wire.encode(outcome).decode(),
        "settlement": wire.encode(_settlement(moves, outcome)).decode(),
        "clock": wire.encode(wire.NoClock()).decode(),
        "reason": outcome.reason.replace("\0", "")[:40],
        "plies": len(moves),
        "rated": False,
        "assisted": False,
        "public": False,
        "started": now,
        "ended": now,
        "imported": True,
        "opening": record.header.opening.replace("\0", "")[:200] or None,
        "body": record_json.write(record).decode(),
    }
    names = record.header.names
    players = [
        {
            "record": name,
            "seat": seat,
            "user": None,
            # A name from a file may hold anything; PostgreSQL takes no NUL.
            "name": names[seat].replace("\0", "")[:40] if seat < len(names) else "",
            "engine": None,
            "score": outcome.scores[seat] if outcome.scores else 0.0,
            "rating": None,
            "rating_after": None,
        }
        for seat in range(seats)
    ]
    keys = [(name, ply, stored_key(position)) for ply, position in enumerate(line)]
    return row, players, keys


def _done(before: Position, text: str, seconds: float | None) -> wire.MoveDone:
    seat = int(text[4:]) if text.startswith("out:") else before.to_move
    return wire.MoveDone(seat, text, round(1000 * (seconds or 0)))


def _settlement(moves: list[wire.MoveDone], outcome: wire.OutcomeView) -> tuple[wire.SeatResult, ...]:
    return tuple(
        wire.SeatResult(
            seat=seat,
            rank=1 + sum(other > score for other in outcome.scores),
            score=score,
            steps=sum(move.seat == seat for move in moves),
            milliseconds=sum(move.spent for move in moves if move.seat == seat),
        )
        for seat, score in enumerate(outcome.scores)
    )
