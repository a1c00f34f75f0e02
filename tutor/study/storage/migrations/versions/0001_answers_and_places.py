"""Learners, their answers, and their places in games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the first tables, and the one learner of a tutor without a classroom."""
    learner = op.create_table(
        "learner",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
    )
    op.create_table(
        "answer",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("topic", sa.String(40), nullable=False),
        sa.Column("item", sa.String(120), nullable=False),
        sa.Column("given", sa.String(40), nullable=False),
        sa.Column("shade", sa.String(20), nullable=False),
        sa.Column("rule", sa.String(80), nullable=False),
    )
    op.create_index("answer_by_item", "answer", ["learner_id", "topic", "item"])
    op.create_table(
        "place",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("game", sa.String(80), primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(10), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.bulk_insert(learner, [{"id": 1, "name": "You"}])


def downgrade() -> None:
    """Drops them."""
    for table in ("place", "answer", "learner"):
        op.drop_table(table)
