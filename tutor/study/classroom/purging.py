"""What is deleted for good: a class with everything that belongs to it, and what was deleted too long ago to come back.

What learners answered stays theirs.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select, tuple_, update

from tutor.study.answers.shared_tables import close_tables
from tutor.study.classroom import live
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.compositions import purge_dropped
from tutor.study.classroom.groups import delete_groups
from tutor.study.review import memories
from tutor.study.storage.database import Database
from tutor.study.storage.tables import (
    AnswerRow,
    AssignedGroupRow,
    AssigneeRow,
    AssignmentRow,
    AssignmentTemplateRow,
    ClassRow,
    CoTeacherRow,
    DraftRow,
    ExtensionRow,
    FormerMemberRow,
    InvitationRow,
    LtiCourseRow,
    LtiGradeRow,
    LtiLinkRow,
    MatchRow,
    MemberRow,
    PupilGroupRow,
    ShownTravellerRow,
)


def purge_class(connection: Connection, which: int, now: datetime) -> None:
    """Deletes a class for good within a transaction. Results that were held back count from now on."""
    work = select(AssignmentRow.id).where(AssignmentRow.class_id == which)
    groups = connection.scalars(select(PupilGroupRow.id).where(PupilGroupRow.class_id == which)).all()
    learners = connection.scalars(
        select(AnswerRow.learner_id).where(AnswerRow.assignment_id.in_(work)).distinct()
    ).all()
    for row in (AnswerRow, MatchRow):
        of_work = update(row).where(row.assignment_id.in_(work))
        connection.execute(of_work.values(assignment_id=None, attempt=None))
    close_tables(connection, which, now)
    live.forget_class(connection, which)
    delete_groups(connection, groups)
    links = select(LtiLinkRow.platform_id, LtiLinkRow.resource).where(LtiLinkRow.assignment_id.in_(work))
    connection.execute(delete(LtiGradeRow).where(tuple_(LtiGradeRow.platform_id, LtiGradeRow.resource).in_(links)))
    for part in (AssigneeRow, AssignedGroupRow, ExtensionRow, LtiLinkRow):
        connection.execute(delete(part).where(part.assignment_id.in_(work)))
    for table in (
        AssignmentRow,
        LtiCourseRow,
        InvitationRow,
        FormerMemberRow,
        MemberRow,
        CoTeacherRow,
        ShownTravellerRow,
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
        groups = connection.scalars(select(PupilGroupRow.id).where(PupilGroupRow.deleted_at < before)).all()
        delete_groups(connection, groups)
        for row in (ExtensionRow, AssignmentTemplateRow, DraftRow):
            connection.execute(delete(row).where(row.deleted_at < before))
        purge_dropped(connection, before)
    return len(found)
