"""The tables. Times are milliseconds, JSON is text: the same on SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

__all__ = [
    "NAMELESS",
    "analyses",
    "analysis_cache",
    "events",
    "meta",
    "metadata",
    "positions",
    "ratings",
    "record_players",
    "records",
    "room_people",
    "rooms",
    "sessions",
    "user_settings",
    "users",
]

NAMELESS = "-"
"""What stands where the name of somebody was who is gone."""

metadata = MetaData()

meta = Table("meta", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))

users = Table(
    "users",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(40), unique=True),
    Column("kind", String(10), nullable=False),
    Column("password", String(200)),
    Column("recovery", String(64), index=True),
    Column("owner", String(24), ForeignKey("users.id"), index=True),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user", String(24), ForeignKey("users.id"), nullable=False, index=True),
    Column("is_token", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("phase", String(10), nullable=False, index=True),
    Column("game", String(300), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

room_people = Table(
    "room_people",
    metadata,
    Column("room", String(16), ForeignKey("rooms.code"), primary_key=True),
    Column("user", String(24), primary_key=True, index=True),
)

events = Table(
    "events",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("room", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("spec", String(300), nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("settlement", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("reason", String(40), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False, index=True),
    # Games from files: whose they are, the name of their opening, and the whole record as our own JSON.
    Column("imported", Boolean, nullable=False, server_default=false()),
    Column("owner", String(24), index=True),
    Column("opening", String(200)),
    Column("body", Text),
    Index("records_by_game", "game", "ended"),
)

record_players = Table(
    "record_players",
    metadata,
    Column("record", String(24), ForeignKey("records.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", String(24), index=True),
    Column("name", String(40), nullable=False),
    Column("engine", String(200)),
    Column("score", Float, nullable=False),
    Column("rating", Float),
    Column("rating_after", Float),
)

positions = Table(
    "positions",
    metadata,
    Column("record", String(24), ForeignKey("records.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("key", BigInteger, nullable=False, index=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user", String(24), ForeignKey("users.id"), primary_key=True),
    Column("pool", String(60), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("ratings_by_pool", "pool", "rating"),
)

analyses = Table(
    "analyses",
    metadata,
    Column("record", String(24), ForeignKey("records.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("engine", String(200), nullable=False),
    Column("body", Text, nullable=False),
)

analysis_cache = Table(
    "analysis_cache",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("created", BigInteger, nullable=False, index=True),
    Column("body", Text, nullable=False),
)

user_settings = Table(
    "user_settings",
    metadata,
    Column("user", String(24), ForeignKey("users.id"), primary_key=True),
    Column("body", Text, nullable=False),
)
