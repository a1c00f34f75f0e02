"""Co-teachers, former members, classes that can be brought back, and drafts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Makes the tables and adds the columns."""
    op.add_column("class", sa.Column("deleted_at", sa.DateTime))
    op.add_column("class", sa.Column("shared_devices", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("login", sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "co_teacher",
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("added_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "former_member",
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("joined_at", sa.DateTime, nullable=False),
        sa.Column("left_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "draft",
        sa.Column("author_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("slot", sa.String(20), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("begun", sa.Integer, nullable=False),
        sa.Column("tab", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    for table in ("draft", "former_member", "co_teacher"):
        op.drop_table(table)
    op.drop_column("login", "shared")
    op.drop_column("class", "shared_devices")
    op.drop_column("class", "deleted_at")
