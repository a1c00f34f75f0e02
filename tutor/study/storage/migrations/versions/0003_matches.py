"""Rubbers at the practice table, and every call and card of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "match",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("begun_at", sa.DateTime, nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("seed", sa.String(40), nullable=False),
        sa.Column("player", sa.String(1), nullable=False),
        sa.Column("strictness", sa.String(20), nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
    )
    op.create_table(
        "act",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.String(80), nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    op.drop_table("act")
    op.drop_table("match")
