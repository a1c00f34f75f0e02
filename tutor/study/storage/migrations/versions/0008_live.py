"""Live lessons: who takes part, where the lesson stands, and the votes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Makes the tables and adds the columns."""
    op.create_table(
        "live",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), nullable=False, index=True),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("work", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(20), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("names_shown", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("begun_at", sa.DateTime, nullable=False),
        sa.Column("moved_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime),
    )
    op.create_table(
        "live_participant",
        sa.Column("live_id", sa.Integer, sa.ForeignKey("live.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("joined_at", sa.DateTime, nullable=False),
        sa.Column("seen_at", sa.DateTime, nullable=False),
        sa.Column("shown_as", sa.String(80), nullable=False),
        sa.Column("pair", sa.Integer),
    )
    op.create_table(
        "vote",
        sa.Column("live_id", sa.Integer, sa.ForeignKey("live.id"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("given", sa.String(400), nullable=False),
        sa.Column("shade", sa.String(20), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    with op.batch_alter_table("answer") as answer:
        answer.add_column(sa.Column("live_id", sa.Integer))
        answer.create_foreign_key("answer_live_id_fkey", "live", ["live_id"], ["id"])


def downgrade() -> None:
    """Drops them."""
    with op.batch_alter_table("answer") as answer:
        answer.drop_column("live_id")
    for table in ("vote", "live_participant", "live"):
        op.drop_table(table)
