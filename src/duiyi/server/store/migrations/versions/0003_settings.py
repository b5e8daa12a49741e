"""Settings that follow an account."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "user_settings",
        sa.Column("user", sa.String(length=24), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"]),
        sa.PrimaryKeyConstraint("user"),
    )
