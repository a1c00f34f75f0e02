"""Grades that are sent to learning platforms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "lti_grade",
        sa.Column("platform_id", sa.Integer, sa.ForeignKey("lti_platform.id"), primary_key=True),
        sa.Column("resource", sa.String(255), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("scored_at", sa.DateTime, nullable=False),
        sa.Column("sent_at", sa.DateTime),
        sa.Column("next_at", sa.DateTime, index=True),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("fault", sa.String(20), nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("lti_grade")
