"""``/api/library``: whole files of games brought in at once, and a search over all that was played or brought."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from duiyi import wire
from duiyi.base import Game, GameOver, IllegalMove, Position, TextError
from duiyi.records.errors import RecordError
from duiyi.records.formats import read_each
from duiyi.server.archive import stored_key
from duiyi.server.errors import BadGame, ProblemError
from duiyi.server.http import describe, everybody, limited, member, services_of
from duiyi.server.imports import import_many
from duiyi.server.library import Search, find
from duiyi.server.routes.games import load_game_or_refuse

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["records"])
_MOST_TOLD = 200


@router.post("/library", dependencies=[limited("search")], **describe())
async def bring(request: Request, user: Annotated[wire.User, Depends(member)], name: str) -> Response:
    """Keep the games of a file for me: every good one, whole and checked; `refused` says what is wrong with others.

    Several files are sent one after the other: each answer says how it went.
    """
    data = await request.body()
    try:
        records, errors = await asyncio.to_thread(read_each, data, name)
    except RecordError as error:
        records, errors = [], [error]
    except ValueError as error:
        raise ProblemError("bad_request", wire.Words(str(error), str(error))) from None
    services = services_of(request)
    kept: list[str] = []
    async for batch in import_many(services.database, user.id, records, services.times.now()):
        kept += batch
    report = {
        "imported": len(kept),
        "games": kept[:_MOST_TOLD],
        "refused": [str(error) for error in errors[:_MOST_TOLD]],
        "left_out": max(0, len(errors) - _MOST_TOLD),
    }
    return Response(msgspec.json.encode(report), media_type="application/json")


@router.get("/library", dependencies=[limited("search")], **describe())
async def search(
    request: Request,
    user: Annotated[wire.User | None, Depends(everybody)],
    game: str | None = None,
    player: str | None = None,
    result: str | None = None,
    opening: str | None = None,
    position: str | None = None,
    rated: bool | None = None,
    imported: bool | None = None,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Games by a part of a player's name, result (of the player, else of the first seat), opening and position.

    My own id as the player means me and what I brought along. An opening is its name in the file, or its moves
    (``f5 d6 c3``, with `game`); mirror images of an opening or a position are found as well.
    """
    services = services_of(request)
    me = user.id if user is not None and player == user.id else None
    rules = load_game_or_refuse(services.house.load, game or "") if game or position is not None else None
    reached = _after(rules, opening) if rules is not None and opening else None
    wanted = Search(
        game=None if rules is None else game,
        user=me,
        name=_plain(player) if me is None else None,
        result=result or None,
        opening=_plain(opening) if reached is None else None,
        opening_position=None if reached is None else stored_key(reached),
        position=None if position is None or rules is None else _key(rules, position),
        rated=rated,
        imported=imported,
        viewer=user.id if user is not None else None,
    )
    games, total = await find(services.database, wanted, offset, limit)
    return Response(wire.encode({"games": games, "total": total}), media_type="application/json")


def _plain(text: str | None) -> str | None:
    """What is asked for, without the NUL that PostgreSQL refuses; nothing for an empty field of a form."""
    return (text or "").replace("\0", "").strip() or None


def _key(rules: Game, text: str) -> int:
    try:
        return stored_key(rules.position(text))
    except TextError as error:
        raise BadGame(error) from None


def _after(rules: Game, moves: str) -> Position | None:
    """The position after the moves of an opening; None when the text is a name instead."""
    position = rules.initial()
    try:
        for text in moves.split():
            position = position.after(rules.parse_move(text))
    except (TextError, IllegalMove, GameOver):
        return None
    return position
