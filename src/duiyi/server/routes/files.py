"""``/api/formats``, ``/api/read``, ``/api/write``: files become records, records become files; nothing is kept."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response

from duiyi import wire
from duiyi.records import json as record_json
from duiyi.records.errors import RecordError
from duiyi.records.formats import FORMATS, read_each, write_record
from duiyi.records.record import Record
from duiyi.server.errors import ProblemError
from duiyi.server.http import Json, describe, limited

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["records"])
_MOST_RECORDS = 200
_GAMES = {
    "xiangqi": ("xqf", "ccbridge", "dhtmlxq", "pgn"),
    "gomoku": ("renlib", "rif", "piskvork", "gomocalc"),
    "reversi": ("ggf", "obf", "wthor", "transcript"),
    "chinese_checkers": ("paths",),
    "nogo": ("course",),
}
"""Formats that hold one game only; the others hold any."""


@router.get("/formats", **describe(tuple[wire.FormatView, ...]))
async def formats() -> Response:
    """The file formats that can be read, and which of them can be written."""
    return Json(
        tuple(
            wire.FormatView(
                name=entry.name,
                title=entry.title,
                suffixes=entry.suffixes,
                writes=entry.writes,
                games=tuple(game for game, names in _GAMES.items() if entry.name in names),
            )
            for entry in FORMATS.values()
        )
    )


@router.post("/read", dependencies=[limited("search")], **describe())
async def read(request: Request, name: str = "") -> Response:
    """The games in a file, each whole and checked; `errors` says what is wrong with the others.

    Text without a name is not guessed at: `f5 f5` is a list of moves in more than one game; the page knows which.
    """
    if not name:
        raise ProblemError("not_found")
    data = await request.body()
    try:
        records, errors = await asyncio.to_thread(read_each, data, name)
    except ValueError as error:
        raise _refusal(error) from None
    if not records:
        raise _refusal(errors[0] if errors else RecordError(name, "", "a game", "none"))
    shown = [msgspec.Raw(record_json.write(record).strip()) for record in records[:_MOST_RECORDS]]
    answer = {"records": shown, "errors": [str(error) for error in errors], "left_out": len(records) - len(shown)}
    return Response(msgspec.json.encode(answer), media_type="application/json")


@router.post("/write", dependencies=[limited("search")], **describe(media="application/octet-stream"))
async def write(request: Request, suffix: str) -> Response:
    """One record, sent as our own JSON, as a file of another format."""
    body = await request.body()
    try:
        data = await asyncio.to_thread(_written, body, suffix)
    except ValueError as error:
        raise _refusal(error) from None
    headers = {"Content-Disposition": "attachment"}
    return Response(data, media_type="application/octet-stream", headers=headers)


def _written(body: bytes, suffix: str) -> bytes:
    records: list[Record] = record_json.read(body)
    if len(records) != 1:
        raise RecordError("", "", "one record", str(len(records)))
    return write_record(records[0], f"x.{suffix}")


def _refusal(error: ValueError) -> ProblemError:
    return ProblemError("bad_request", wire.Words(str(error), str(error)))
