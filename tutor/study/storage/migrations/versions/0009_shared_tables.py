"""Tables of several people, boards that were brought from elsewhere, and travellers that are shown to a class."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Makes the tables and adds the columns."""
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("code_to_join", sa.String(20)))
        match.add_column(sa.Column("class_id", sa.Integer))
        match.add_column(sa.Column("is_listed", sa.Boolean))
        match.add_column(sa.Column("changes", sa.Integer))
        match.add_column(sa.Column("closed_at", sa.DateTime))
        match.add_column(sa.Column("fixed", sa.Text, nullable=False, server_default=""))
        match.create_foreign_key("match_class_id_fkey", "class", ["class_id"], ["id"])
        match.create_unique_constraint("match_code_to_join_key", ["code_to_join"])
    op.create_index("ix_match_class_id", "match", ["class_id"])
    op.create_table(
        "sitting",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("sat_at", sa.DateTime, nullable=False),
        sa.Column("seen_at", sa.DateTime, nullable=False),
        sa.Column("left_at", sa.DateTime),
    )
    op.create_table(
        "proposal",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("act", sa.Integer, nullable=False),
        sa.Column("tricks", sa.Integer),
        sa.Column("agreed", sa.String(4), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "shown_traveller",
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), primary_key=True),
        sa.Column("deal", sa.String(40), primary_key=True),
        sa.Column("shown_at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    for table in ("shown_traveller", "boards", "proposal", "sitting"):
        op.drop_table(table)
    op.drop_index("ix_match_class_id", "match")
    with op.batch_alter_table("match") as match:
        match.drop_constraint("match_code_to_join_key", type_="unique")
        for column in ("closed_at", "changes", "is_listed", "class_id", "fixed"):
            match.drop_column(column)
        match.drop_column("code_to_join")
