"""Imported games beside played ones; positions are found by a key that knows the symmetries of the board."""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and write the keys anew."""
    op.add_column("records", sa.Column("imported", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("records", sa.Column("owner", sa.String(length=24), nullable=True))
    op.add_column("records", sa.Column("opening", sa.String(length=200), nullable=True))
    op.add_column("records", sa.Column("body", sa.Text(), nullable=True))
    op.create_index(op.f("ix_records_owner"), "records", ["owner"], unique=False)
    _write_keys(op.get_bind())


def _write_keys(connection: sa.Connection) -> None:
    """The games played so far, replayed; a game of rules that are gone keeps its old keys, which find nothing."""
    from duiyi.games.registry import load_game
    from duiyi.records.record import advance
    from duiyi.review.symmetry import board_key

    records = sa.table("records", *map(sa.column, ("id", "spec", "start", "moves")))
    positions = sa.table("positions", *map(sa.column, ("record", "ply", "key")))
    for name, spec, start, moves in connection.execute(sa.select(records)).all():
        try:
            position = load_game(spec).position(start)
            line = [position]
            for move in msgspec.json.decode(moves, type=list[dict[str, object]]):
                position = advance(position, str(move["text"]))
                if str(move["text"]).startswith("out:"):
                    line[-1] = position
                else:
                    line.append(position)
        except ValueError:
            continue
        for ply, place in enumerate(line):
            key = board_key(place)
            mine = (positions.c.record == name) & (positions.c.ply == ply)
            connection.execute(sa.update(positions).where(mine).values(key=key - (1 << 64) if key >= 1 << 63 else key))
