"""Learning platforms that open the tutor by LTI 1.3."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "lti_platform",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("client_id", sa.String(255), nullable=False),
        sa.Column("deployments", sa.Text, nullable=False),
        sa.Column("login_url", sa.String(400), nullable=False),
        sa.Column("token_url", sa.String(400), nullable=False),
        sa.Column("keys_url", sa.String(400), nullable=False),
        sa.Column("services", sa.Text, nullable=False),
        sa.Column("makes_teachers", sa.Boolean, nullable=False),
        sa.Column("added_at", sa.DateTime, nullable=False),
    )
    op.create_index("lti_platform_by_client", "lti_platform", ["issuer", "client_id"], unique=True)
    op.create_table(
        "lti_key",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("private_key", sa.Text, nullable=False),
    )
    op.create_table(
        "lti_ticket",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("platform_id", sa.Integer, sa.ForeignKey("lti_platform.id"), nullable=False, index=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("expires_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "lti_user",
        sa.Column("platform_id", sa.Integer, sa.ForeignKey("lti_platform.id"), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
    )
    op.create_table(
        "lti_course",
        sa.Column("platform_id", sa.Integer, sa.ForeignKey("lti_platform.id"), primary_key=True),
        sa.Column("context", sa.String(255), primary_key=True),
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), nullable=False, index=True),
        sa.Column("roster_url", sa.String(400), nullable=False),
    )
    op.create_table(
        "lti_link",
        sa.Column("platform_id", sa.Integer, sa.ForeignKey("lti_platform.id"), primary_key=True),
        sa.Column("resource", sa.String(255), primary_key=True),
        sa.Column("assignment_id", sa.Integer, sa.ForeignKey("assignment.id"), nullable=False, index=True),
        sa.Column("line_item_url", sa.String(400), nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    for table in ("lti_link", "lti_course", "lti_user", "lti_ticket", "lti_key", "lti_platform"):
        op.drop_table(table)
