"""Tables of hindsight, so that none is computed twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "hindsight",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("tricks", sa.String(800), nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("hindsight")
