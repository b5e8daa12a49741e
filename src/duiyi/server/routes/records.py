"""``/api/records``, ``/api/users``, ``/api/leaderboard``: what was played and how well."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from duiyi import wire
from duiyi.base import Outcome, TextError, Words
from duiyi.games.registry import load_game
from duiyi.records import json as record_json
from duiyi.records.errors import RecordError
from duiyi.records.formats import write_record
from duiyi.records.record import Header, Record
from duiyi.server.archive import stored_key
from duiyi.server.errors import BadGame, ProblemError
from duiyi.server.http import Json, describe, everybody, limited, member, services_of
from duiyi.server.imports import import_record, imported_file
from duiyi.server.library import Search, leaderboard, profile, record, search
from duiyi.server.routes.games import load_game_or_refuse, positions_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["records"])
Anybody = Annotated[wire.User | None, Depends(everybody)]
Member = Annotated[wire.User, Depends(member)]
_SUFFIX = re.compile(r"[A-Za-z0-9.]{1,20}")
"""It goes into a header: nothing but what suffixes are made of."""


@router.get("/records", dependencies=[limited("search")], **describe(wire.RecordPage))
async def records(
    request: Request,
    user: Anybody,
    game: str | None = None,
    player: str | None = None,
    result: str | None = None,
    reason: str | None = None,
    rated: bool | None = None,
    position: str | None = None,
    before: str | None = None,
) -> Response:
    """Search the records. `position` (a text, with `game`) finds all games in which it was on the board."""
    services = services_of(request)
    key: int | None = None
    if position is not None:
        found = load_game_or_refuse(services.house.load, game or "")
        try:
            key = stored_key(found.position(position))
        except TextError as error:
            raise BadGame(error) from None
    somebody = await services.accounts.find(player) if player is not None else None
    if player is not None and somebody is None:
        return Json(wire.RecordPage(()))
    wanted = Search(
        game=game,
        user=somebody[0].id if somebody is not None else None,
        reason=reason,
        result=result,
        rated=rated,
        position=key,
        before=before,
        viewer=user.id if user is not None else None,
    )
    return Json(await search(services.database, wanted))


@router.post("/records", dependencies=[limited("search")], **describe(wire.RecordSaved, dict[str, Any]))
async def keep_record(request: Request, user: Member) -> Response:
    """Keep a game that was played elsewhere: one record as our own JSON, up to 1 MiB. Its link opens it for anybody."""
    services = services_of(request)
    try:
        kept = await asyncio.to_thread(_one_record, await request.body())
    except ValueError as error:
        raise ProblemError("bad_request", wire.Words(str(error), str(error))) from None
    return Json(wire.RecordSaved(await import_record(services.database, user.id, kept, services.times.now())))


@router.get("/records/{name}", **describe(wire.RecordDetail))
async def one_record(request: Request, user: Anybody, name: str) -> Response:
    """A record with its settlement and what engines thought of it."""
    return Json(await _record(request, user, name))


@router.get("/records/{name}/positions", dependencies=[limited("search")], **describe(wire.PositionHistory))
async def history(request: Request, user: Anybody, name: str) -> Response:
    """Every position of a record."""
    detail = await _record(request, user, name)
    game = load_game_or_refuse(services_of(request).house.load, detail.summary.game)
    start = None if game.initial().text() == detail.start else detail.start
    moves = tuple(move.text for move in detail.moves)
    return Json(wire.PositionHistory(name, tuple(await asyncio.to_thread(positions_of, game, start, moves))))


@router.get("/records/{name}/file/{suffix}", dependencies=[limited("search")], **describe(media="*/*"))
async def record_file(request: Request, user: Anybody, name: str, suffix: str) -> Response:
    """A record as a file in the format of a suffix: ``sgf``, ``pgn``, ``duiyi.json``, ..."""
    if not _SUFFIX.fullmatch(suffix):
        raise ProblemError("bad_request")
    detail = await _record(request, user, name)
    own = await imported_file(services_of(request).database, name) if detail.summary.imported else None
    try:
        data = await asyncio.to_thread(_file, detail, own, suffix)
    except ValueError as error:
        raise ProblemError("bad_request", wire.Words(str(error), str(error))) from None
    headers = {"Content-Disposition": f'attachment; filename="{detail.summary.id}.{suffix}"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.get("/users/{name}", dependencies=[limited("search")], **describe(wire.Profile))
async def user_profile(request: Request, name: str) -> Response:
    """Somebody's ratings and results."""
    services = services_of(request)
    found = await services.accounts.find(name)
    if found is None:
        raise ProblemError("not_found")
    return Json(await profile(services.database, *found))


@router.get("/leaderboard", dependencies=[limited("search")], **describe(wire.Leaderboard))
async def leaders(request: Request, pool: str | None = None) -> Response:
    """The best of a pool such as ``reversi/blitz``."""
    return Json(await leaderboard(services_of(request).database, pool))


def _one_record(data: bytes) -> Record:
    found: list[Record] = record_json.read(data)
    if len(found) != 1:
        raise RecordError("", "", "one record", str(len(found)))
    return found[0]


def _file(detail: wire.RecordDetail, own: bytes | None, suffix: str) -> bytes:
    if own is not None:
        return write_record(_one_record(own), f"x.{suffix}")
    summary = detail.summary
    header = Header(
        names=tuple(player.name for player in summary.players),
        ratings=tuple(player.rating for player in summary.players),
        date=datetime.fromtimestamp(summary.started / 1000, UTC).date().isoformat(),
    )
    words = Words(detail.outcome.words.en, detail.outcome.words.zh)
    outcome = Outcome(detail.outcome.scores, detail.outcome.reason, words, detail.outcome.cells)
    moves = [move.text for move in detail.moves]
    start = None if load_game(summary.game).initial().text() == detail.start else detail.start
    kept = Record.from_moves(summary.game, moves, start=start, header=header, outcome=outcome)
    return write_record(kept, f"x.{suffix}")


async def _record(request: Request, user: wire.User | None, name: str) -> wire.RecordDetail:
    found = await record(services_of(request).database, name, user.id if user is not None else None)
    if found is None:
        raise ProblemError("not_found")
    return found
