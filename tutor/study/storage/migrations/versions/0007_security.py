"""Sessions, second factors, the security log; cancelled slips, secrets of assignments, hints, a queue of jobs."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from tutor.study.accounts.person_names import skeleton

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the columns and makes the tables."""
    op.add_column("learner", sa.Column("skeleton", sa.String(160), nullable=False, server_default=""))
    op.add_column("learner", sa.Column("closed_at", sa.DateTime))
    op.create_index("ix_learner_skeleton", "learner", ["skeleton"])
    _fill_skeletons()
    op.create_table(
        "login",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("begun_at", sa.DateTime, nullable=False),
        sa.Column("seen_at", sa.DateTime, nullable=False),
        sa.Column("proved_at", sa.DateTime, nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
    )
    op.create_table(
        "one_time",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("step", sa.BigInteger, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("confirmed_at", sa.DateTime),
    )
    op.create_table(
        "recovery",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("used_at", sa.DateTime),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("by", sa.Integer),
        sa.Column("whom", sa.Integer),
        sa.Column("address", sa.String(45), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
    )
    op.create_index("event_by_moment", "event", ["at"])
    op.add_column("slip", sa.Column("cancelled_at", sa.DateTime))
    _cancel_stale_slips()
    op.add_column("assignment", sa.Column("secret", sa.String(64), nullable=False, server_default=""))
    op.add_column("answer", sa.Column("claimed_at", sa.DateTime))
    op.create_table(
        "hint",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("topic", sa.String(40), primary_key=True),
        sa.Column("item", sa.String(200), primary_key=True),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.add_column("job", sa.Column("begun_at", sa.DateTime))
    op.add_column("job", sa.Column("attempts", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE job SET begun_at = made_at, attempts = 1")


def _fill_skeletons() -> None:
    """Finds out what the names of those look like who are here; who has none yet is nobody’s double."""
    learner = sa.table("learner", sa.column("id"), sa.column("name"), sa.column("skeleton"), sa.column("passphrase"))
    connection = op.get_bind()
    for row in connection.execute(
        sa.select(learner.c.id, learner.c.name).where(learner.c.passphrase.is_not(None))
    ).all():
        connection.execute(learner.update().where(learner.c.id == row.id).values(skeleton=skeleton(row.name)))


def _cancel_stale_slips() -> None:
    """Cancels what works still, and would not if this tutor had made it."""
    slip = sa.table("slip", sa.column("used_at"), sa.column("cancelled_at", sa.DateTime))
    now = datetime.now(UTC).replace(tzinfo=None)
    for stale in _STALE_SLIPS:
        op.execute(slip.update().where(slip.c.used_at.is_(None), sa.text(stale)).values(cancelled_at=now))


_STALE_SLIPS = (
    # The page for the first teacher, once there is one; or one of several, of which the next start makes another.
    "kind = 'colleague' AND EXISTS (SELECT 1 FROM learner WHERE learner.id = slip.made_by"
    " AND (learner.passphrase IS NULL OR learner.joined_at > slip.made_at))",
    # Back to an account, with a newer slip, or of somebody who is of the class no more.
    "kind = 'return' AND EXISTS (SELECT 1 FROM slip AS newer WHERE newer.kind = 'return'"
    " AND newer.learner_id = slip.learner_id AND newer.id > slip.id)",
    "kind = 'return' AND NOT EXISTS (SELECT 1 FROM member WHERE member.class_id = slip.class_id"
    " AND member.learner_id = slip.learner_id)",
    # Into a class under a name that is on a newer slip.
    "kind = 'join' AND real_name <> '' AND EXISTS (SELECT 1 FROM slip AS newer WHERE newer.kind = 'join'"
    " AND newer.class_id = slip.class_id AND newer.real_name = slip.real_name AND newer.id > slip.id)",
)
"""Which slips of an earlier tutor would still work, and should not."""


def downgrade() -> None:
    """Drops them: everybody logs in again, and the security log is gone.

    An earlier tutor does not know that a slip was cancelled or an account closed: it must not let them in for that.
    """
    op.execute("UPDATE slip SET used_at = cancelled_at WHERE cancelled_at IS NOT NULL AND used_at IS NULL")
    op.execute("UPDATE learner SET passphrase = NULL, epoch = epoch + 1 WHERE closed_at IS NOT NULL")
    op.drop_column("job", "attempts")
    op.drop_column("job", "begun_at")
    op.drop_table("hint")
    op.drop_column("answer", "claimed_at")
    op.drop_column("assignment", "secret")
    op.drop_column("slip", "cancelled_at")
    for table in ("event", "recovery", "one_time", "login"):
        op.drop_table(table)
    op.drop_index("ix_learner_skeleton", "learner")
    op.drop_column("learner", "closed_at")
    op.drop_column("learner", "skeleton")
