"""Finished games: written together with the event that ended them; ratings change in the same transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from duiyi import wire
from duiyi.base import Position
from duiyi.review.symmetry import board_key
from duiyi.rooms import Room
from duiyi.rooms.clocks import speed
from duiyi.rooms.rating import Rating, rated_game
from duiyi.rooms.view import snapshot
from duiyi.server.store.tables import positions, ratings, record_players, records
from duiyi.server.store.writer import Extra

__all__ = ["pool_of", "save_game", "stored_key"]

_DAY = 86_400_000


def pool_of(game: str, clock: wire.Clock) -> str:
    """The rating pool: game and speed.

    >>> pool_of("reversi", wire.Fischer(180, 2))
    'reversi/blitz'
    """
    return f"{game}/{speed(clock)}"


def save_game(room: Room, finished: wire.Finished) -> Extra:
    """What writes the record of a game that has just ended; taken from the room now, written later."""
    state = room.state
    view = snapshot(state, finished.at, None)
    record = {
        "id": finished.record,
        "room": state.code,
        "game": state.game.name,
        "spec": state.game.spec,
        "start": view.start,
        "moves": wire.encode(_moves_with_outs(room, view.moves)).decode(),
        "outcome": wire.encode(finished.outcome).decode(),
        "settlement": wire.encode(finished.settlement).decode(),
        "clock": wire.encode(state.settings.clock).decode(),
        "reason": finished.outcome.reason,
        "plies": state.ply,
        "rated": finished.rated,
        "assisted": finished.assisted,
        "public": state.settings.public,
        "started": state.started_at,
        "ended": finished.at,
    }
    players = [_player(finished, number, seat) for number, seat in enumerate(state.seats)]
    keys = [
        {"record": finished.record, "ply": ply, "key": stored_key(position)}
        for ply, position in enumerate(state.positions)
    ]
    pool = pool_of(state.game.name, state.settings.clock)

    def write(connection: Connection) -> None:
        if finished.rated:
            _rate(connection, pool, players, finished.at)
        connection.execute(insert(records), [record])
        connection.execute(insert(record_players), players)
        connection.execute(insert(positions), keys)

    return write


def _moves_with_outs(room: Room, moves: tuple[wire.MoveDone, ...]) -> list[wire.MoveDone]:
    """The moves, and ``out:2`` where seat 2 was taken out of a game that went on."""
    told: list[wire.MoveDone] = []
    outs = list(room.state.outs)
    for ply in range(len(moves) + 1):
        told += [wire.MoveDone(seat, f"out:{seat}") for at, seat in outs if at == ply]
        told += moves[ply : ply + 1]
    return told


def _player(finished: wire.Finished, number: int, seat: wire.Seat) -> dict[str, Any]:
    engine = None if isinstance(seat.controller, wire.Person) else seat.controller.engine
    name = seat.owner.name if seat.owner is not None else str(engine)
    return {
        "record": finished.record,
        "seat": number,
        "user": seat.owner.id if seat.owner is not None else None,
        "name": name[:40],
        "engine": engine,
        "score": finished.outcome.scores[number],
        "rating": None,
        "rating_after": None,
    }


def _rate(connection: Connection, pool: str, players: list[dict[str, Any]], now: int) -> None:
    users = [player["user"] for player in players]
    query = select(ratings).where(ratings.c.pool == pool, ratings.c.user.in_(users))
    rows = {row["user"]: row for row in connection.execute(query).mappings()}
    before = []
    for user in users:
        row = rows.get(user)
        kept = Rating() if row is None else Rating(row["rating"], row["deviation"], row["volatility"])
        before.append(kept if row is None else kept.after_days((now - row["updated"]) / _DAY))
    after = rated_game(before, [player["score"] for player in players])
    for player, old, new in zip(players, before, after, strict=True):
        player["rating"], player["rating_after"] = old.rating, new.rating
        values = {"rating": new.rating, "deviation": new.deviation, "volatility": new.volatility, "updated": now}
        row = rows.get(player["user"])
        if row is None:
            connection.execute(insert(ratings).values(user=player["user"], pool=pool, games=1, **values))
        else:
            mine = (ratings.c.user == player["user"]) & (ratings.c.pool == pool)
            connection.execute(ratings.update().where(mine).values(games=row["games"] + 1, **values))


def stored_key(position: Position) -> int:
    """The key by which positions are found, symmetries apart, as the database's signed integers hold it."""
    key = board_key(position)
    return key - (1 << 64) if key >= 1 << 63 else key
