"""Records, ratings and players, as they are read."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, func, select

from duiyi import wire
from duiyi.server.store import Database
from duiyi.server.store.tables import analyses, positions, ratings, record_players, records, users

__all__ = ["Search", "find", "leaderboard", "profile", "rating_views", "record", "records_of", "search"]

_PAGE = 30
_MOST_EXPORTED = 5000


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What to look for; all that is given must hold."""

    game: str | None = None
    user: str | None = None
    name: str | None = None
    """Part of a player's name, as the record has it."""
    reason: str | None = None
    result: str | None = None
    """For a user or a name ``win``, ``draw`` or ``loss``; for nobody in particular, of the first seat."""
    rated: bool | None = None
    position: int | None = None
    """The key of a position that was on the board."""
    opening: str | None = None
    """Part of the opening's name, as the file has it."""
    opening_position: int | None = None
    """The key of a position that the opening reaches."""
    imported: bool | None = None
    before: str | None = None
    """The cursor of the page before."""
    viewer: str | None = None
    """Who looks: private games are for those who played them."""


async def search(database: Database, wanted: Search) -> wire.RecordPage:
    """A page of records, newest first."""
    query = _narrowed(select(records), wanted).order_by(records.c.ended.desc(), records.c.id.desc()).limit(_PAGE + 1)
    async with database.read() as connection:
        rows = (await connection.execute(query)).mappings().all()
        players = await _players(connection, [row["id"] for row in rows])
    shown = rows[:_PAGE]
    cursor = f"{shown[-1]['ended']}-{shown[-1]['id']}" if len(rows) > _PAGE else None
    return wire.RecordPage(tuple(_summary(row, players[row["id"]]) for row in shown), cursor)


async def find(database: Database, wanted: Search, offset: int, limit: int) -> tuple[list[wire.RecordSummary], int]:
    """Some of the records that match, newest first, and how many there are in all."""
    counted = _narrowed(select(func.count()).select_from(records), wanted)
    query = _narrowed(select(records), wanted).order_by(records.c.ended.desc(), records.c.id.desc())
    async with database.read() as connection:
        total = (await connection.execute(counted)).scalar() or 0
        rows = (await connection.execute(query.offset(offset).limit(limit))).mappings().all()
        players = await _players(connection, [row["id"] for row in rows])
    return [_summary(row, players[row["id"]]) for row in rows], total


async def record(database: Database, name: str, viewer: str | None) -> wire.RecordDetail | None:
    """One record with everything; a private one only for those who played it, an imported one by its link."""
    async with database.read() as connection:
        row = (await connection.execute(select(records).where(records.c.id == name))).mappings().first()
        if row is None:
            return None
        players = (await _players(connection, [name]))[name]
        query = select(analyses.c.body).where(analyses.c.record == name).order_by(analyses.c.ply)
        kept = (await connection.execute(query)).scalars().all()
    is_open = row["public"] or row["imported"]
    if not is_open and viewer not in {player.user for player in players if player.user}:
        return None
    return _detail(row, players, kept)


async def records_of(database: Database, user: str) -> tuple[wire.RecordDetail, ...]:
    """Everything that somebody played or brought along."""
    mine = records.c.id.in_(select(record_players.c.record).where(record_players.c.user == user))
    query = (
        select(records).where(mine | (records.c.owner == user)).order_by(records.c.ended.desc()).limit(_MOST_EXPORTED)
    )
    async with database.read() as connection:
        rows = (await connection.execute(query)).mappings().all()
        players = await _players(connection, [row["id"] for row in rows])
    return tuple(_detail(row, players[row["id"]], ()) for row in rows)


async def rating_views(database: Database, user: str) -> tuple[wire.RatingView, ...]:
    """Somebody's ratings, the most played pool first."""
    query = select(ratings).where(ratings.c.user == user).order_by(ratings.c.games.desc())
    async with database.read() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return tuple(wire.RatingView(row["pool"], row["rating"], row["deviation"], row["games"]) for row in rows)


async def profile(database: Database, user: wire.User, created: int) -> wire.Profile:
    """What everybody may know of somebody."""
    best = (
        select(record_players.c.record, func.max(record_players.c.score).label("best"))
        .group_by(record_players.c.record)
        .subquery()
    )
    mine = record_players.alias()
    query = select(mine.c.score, best.c.best).join(best, best.c.record == mine.c.record).where(mine.c.user == user.id)
    async with database.read() as connection:
        rows = (await connection.execute(query)).all()
    draws = sum(score == 0.5 == most for score, most in rows)
    wins = sum(score == most for score, most in rows) - draws
    views = await rating_views(database, user.id)
    return wire.Profile(user, created, views, wins, draws, len(rows) - wins - draws)


async def leaderboard(database: Database, pool: str | None) -> wire.Leaderboard:
    """The best of a pool (the busiest, when none is named); uncertain ratings are not listed."""
    async with database.read() as connection:
        count = func.count().label("count")
        busiest = select(ratings.c.pool, count).group_by(ratings.c.pool).order_by(count.desc())
        pools = [row[0] for row in (await connection.execute(busiest)).all()]
        chosen = pool or (pools[0] if pools else "")
        query = (
            select(ratings, users.c.name, users.c.kind)
            .join(users, users.c.id == ratings.c.user)
            .where(ratings.c.pool == chosen, ratings.c.deviation < 200)
            .order_by(ratings.c.rating.desc())
            .limit(100)
        )
        rows = (await connection.execute(query)).mappings().all()
    listed = tuple(
        wire.LeaderRow(
            place, wire.User(row["user"], row["name"], row["kind"]), row["rating"], row["deviation"], row["games"]
        )
        for place, row in enumerate(rows, start=1)
    )
    return wire.Leaderboard(chosen, listed, tuple(pools))


def _narrowed(query: Select[Any], wanted: Search) -> Select[Any]:
    if wanted.game is not None:
        query = query.where((records.c.game == wanted.game) | (records.c.spec == wanted.game))
    if wanted.user is not None or wanted.name is not None or wanted.result is not None:
        query = query.where(_played(wanted))
    if wanted.opening is not None:
        query = query.where(func.lower(records.c.opening).contains(wanted.opening.lower(), autoescape=True))
    if wanted.imported is not None:
        query = query.where(records.c.imported.is_(wanted.imported))
    if wanted.reason is not None:
        query = query.where(records.c.reason == wanted.reason)
    if wanted.rated is not None:
        query = query.where(records.c.rated.is_(wanted.rated))
    for key in (wanted.position, wanted.opening_position):
        if key is not None:
            seen = and_(positions.c.record == records.c.id, positions.c.key == key)
            query = query.where(select(1).where(seen).exists())
    if wanted.before is not None:
        ended, _, name = wanted.before.partition("-")
        if ended.isdigit() and len(ended) < 18:
            earlier = (records.c.ended < int(ended)) | ((records.c.ended == int(ended)) & (records.c.id < name))
            query = query.where(earlier)
    is_mine = and_(record_players.c.record == records.c.id, record_players.c.user == wanted.viewer)
    is_shown = records.c.public.is_(True) | select(1).where(is_mine).exists()
    return query.where(is_shown if wanted.viewer is None else is_shown | (records.c.owner == wanted.viewer))


def _played(wanted: Search) -> ColumnElement[bool]:
    """That somebody played it, with such a result; what a user brought along counts as theirs."""
    score = record_players.c.score
    results = {"win": score > 0.5, "draw": score == 0.5, "loss": score < 0.5}
    conditions = [record_players.c.record == records.c.id]
    if wanted.user is not None:
        conditions.append(record_players.c.user == wanted.user)
    if wanted.name is not None:
        conditions.append(func.lower(record_players.c.name).contains(wanted.name.lower(), autoescape=True))
    if wanted.result in results:
        conditions += [results[wanted.result], records.c.reason != "unfinished"]
        if wanted.user is None and wanted.name is None:
            conditions.append(record_players.c.seat == 0)
    played = select(1).where(*conditions).exists()
    if wanted.user is None or wanted.result in results:
        return played
    return played | (records.c.owner == wanted.user)


async def _players(connection: Any, names: list[str]) -> dict[str, tuple[wire.RecordPlayer, ...]]:
    found: dict[str, list[wire.RecordPlayer]] = defaultdict(list)
    query = select(record_players).where(record_players.c.record.in_(names)).order_by(record_players.c.seat)
    for row in (await connection.execute(query)).mappings():
        found[row["record"]].append(
            wire.RecordPlayer(
                seat=row["seat"],
                name=row["name"],
                user=row["user"],
                engine=row["engine"],
                rating=row["rating"],
                rating_after=row["rating_after"],
            )
        )
    return defaultdict(tuple, {name: tuple(players) for name, players in found.items()})


def _summary(row: Any, players: tuple[wire.RecordPlayer, ...]) -> wire.RecordSummary:
    outcome = msgspec.json.decode(row["outcome"], type=wire.OutcomeView)
    return wire.RecordSummary(
        id=row["id"],
        game=row["spec"],
        started=row["started"],
        ended=row["ended"],
        plies=row["plies"],
        players=players,
        scores=outcome.scores,
        reason=row["reason"],
        rated=bool(row["rated"]),
        assisted=bool(row["assisted"]),
        imported=bool(row["imported"]),
    )


def _detail(row: Any, players: tuple[wire.RecordPlayer, ...], kept: Any) -> wire.RecordDetail:
    return wire.RecordDetail(
        summary=_summary(row, players),
        start=row["start"],
        moves=msgspec.json.decode(row["moves"], type=tuple[wire.MoveDone, ...]),
        outcome=msgspec.json.decode(row["outcome"], type=wire.OutcomeView),
        settlement=msgspec.json.decode(row["settlement"], type=tuple[wire.SeatResult, ...]),
        clock=msgspec.json.decode(row["clock"], type=wire.Clock),
        analyses=tuple(msgspec.json.decode(body, type=wire.AnalysisFrame) for body in kept),
    )
