"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "analysis_cache",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index(op.f("ix_analysis_cache_created"), "analysis_cache", ["created"], unique=False)
    op.create_table(
        "events",
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("room", "seq"),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("spec", sa.String(length=300), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("settlement", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_records_ended"), "records", ["ended"], unique=False)
    op.create_index("records_by_game", "records", ["game", "ended"], unique=False)
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=300), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index(op.f("ix_rooms_phase"), "rooms", ["phase"], unique=False)
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=40), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("recovery", sa.String(length=64), nullable=True),
        sa.Column("owner", sa.String(length=24), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name_key"),
    )
    op.create_index(op.f("ix_users_owner"), "users", ["owner"], unique=False)
    op.create_index(op.f("ix_users_recovery"), "users", ["recovery"], unique=False)
    op.create_table(
        "analyses",
        sa.Column("record", sa.String(length=24), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(length=200), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record"],
            ["records.id"],
        ),
        sa.PrimaryKeyConstraint("record", "ply"),
    )
    op.create_table(
        "positions",
        sa.Column("record", sa.String(length=24), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record"],
            ["records.id"],
        ),
        sa.PrimaryKeyConstraint("record", "ply"),
    )
    op.create_index(op.f("ix_positions_key"), "positions", ["key"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("pool", sa.String(length=60), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("user", "pool"),
    )
    op.create_index("ratings_by_pool", "ratings", ["pool", "rating"], unique=False)
    op.create_table(
        "record_players",
        sa.Column("record", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("engine", sa.String(length=200), nullable=True),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("rating_after", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["record"],
            ["records.id"],
        ),
        sa.PrimaryKeyConstraint("record", "seat"),
    )
    op.create_index(op.f("ix_record_players_user"), "record_players", ["user"], unique=False)
    op.create_table(
        "room_people",
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["rooms.code"],
        ),
        sa.PrimaryKeyConstraint("room", "user"),
    )
    op.create_index(op.f("ix_room_people_user"), "room_people", ["user"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("is_token", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["user"],
            ["users.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_sessions_user"), "sessions", ["user"], unique=False)
