"""What of a class is there, and whose it is: its teacher’s, and the co-teachers’.

What was deleted is nobody’s meanwhile.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select

from tutor.study.storage.tables import ClassRow, CoTeacherRow, ExtensionRow, PupilGroupMemberRow, PupilGroupRow

CAN_BE_UNDONE = timedelta(days=30)
"""How long something that was deleted can be brought back."""


def is_taught_by(teacher: Any) -> ColumnElement[bool]:
    """Whether the class of a query is a teacher’s, alone or with others. `teacher` is a number or a bound value."""
    helped = select(CoTeacherRow.class_id).where(CoTeacherRow.learner_id == teacher)
    return and_(is_there(), or_(ClassRow.teacher_id == teacher, ClassRow.id.in_(helped)))


def is_there() -> ColumnElement[bool]:
    """Whether the class of a query has not been deleted."""
    return ClassRow.deleted_at.is_(None)


def is_extended(assignment: Any, learner: Any) -> ColumnElement[bool]:
    """Whether an extension is that of a learner for an assignment: columns, numbers or bound values."""
    return and_(
        ExtensionRow.assignment_id == assignment,
        ExtensionRow.learner_id == learner,
        ExtensionRow.deleted_at.is_(None),
    )


def in_group() -> ColumnElement[bool]:
    """What joins the members of groups to their groups, as far as these are there."""
    return and_(PupilGroupRow.id == PupilGroupMemberRow.group_id, PupilGroupRow.deleted_at.is_(None))
