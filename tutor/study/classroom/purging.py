"""What is deleted for good: a class with everything that belongs to it, and what was deleted too long ago to come back.

What learners answered stays theirs.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from tutor.study.answers.shared_tables import close_tables
from tutor.study.review import memories
from tutor.study.storage.database import Database
from tutor.study.storage.tables import (
    AnswerRow,
    AssignedGroupRow,
    AssigneeRow,
    AssignmentRow,
    ClassRow,
    CoTeacherRow,
    ExtensionRow,
    FormerMemberRow,
    InvitationRow,
    LiveParticipantRow,
    LiveRow,
    LtiCourseRow,
    LtiLinkRow,
    MatchRow,
    MemberRow,
    PupilGroupMemberRow,
    PupilGroupRow,
    VoteRow,
)

CAN_BE_UNDONE = timedelta(days=30)
"""How long something that was deleted can be brought back."""


def purge_class(connection: Connection, which: int, now: datetime) -> None:
    """Deletes a class for good within a transaction. Results that were held back count from now on."""
    work = select(AssignmentRow.id).where(AssignmentRow.class_id == which)
    live = select(LiveRow.id).where(LiveRow.class_id == which)
    groups = select(PupilGroupRow.id).where(PupilGroupRow.class_id == which)
    learners = connection.scalars(
        select(AnswerRow.learner_id).where(AnswerRow.assignment_id.in_(work)).distinct()
    ).all()
    for row in (AnswerRow, MatchRow):
        of_work = update(row).where(row.assignment_id.in_(work))
        connection.execute(of_work.values(assignment_id=None, attempt=None))
    connection.execute(update(AnswerRow).where(AnswerRow.live_id.in_(live)).values(live_id=None))
    close_tables(connection, which, now)
    for part in (AssigneeRow, AssignedGroupRow, ExtensionRow, LtiLinkRow):
        connection.execute(delete(part).where(part.assignment_id.in_(work)))
    for of_live in (VoteRow, LiveParticipantRow):
        connection.execute(delete(of_live).where(of_live.live_id.in_(live)))
    connection.execute(delete(PupilGroupMemberRow).where(PupilGroupMemberRow.group_id.in_(groups)))
    for table in (
        AssignmentRow,
        LiveRow,
        PupilGroupRow,
        LtiCourseRow,
        InvitationRow,
        FormerMemberRow,
        MemberRow,
        CoTeacherRow,
    ):
        connection.execute(delete(table).where(table.class_id == which))
    connection.execute(delete(ClassRow).where(ClassRow.id == which))
    for learner in learners:
        memories.rebuild(connection, learner)


def purge(database: Database, now: datetime) -> int:
    """Deletes for good what can no longer be brought back; how many classes that were.

    It does nothing twice, so every process may do it, as often as it likes. Raises `DatabaseUnavailable`.
    """
    before = now - CAN_BE_UNDONE
    expired = select(ClassRow.id).where(ClassRow.deleted_at < before)
    with database.writing() as connection:
        found = connection.scalars(expired.with_for_update()).all()
        for which in found:
            purge_class(connection, which, now)
        connection.execute(delete(FormerMemberRow).where(FormerMemberRow.left_at < before))
    return len(found)
