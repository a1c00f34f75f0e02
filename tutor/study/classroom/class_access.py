"""Whose a class is: its teacher’s, and that of the co-teachers. A class that was deleted is nobody’s meanwhile."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select

from tutor.study.storage.tables import ClassRow, CoTeacherRow


def is_taught_by(teacher: Any) -> ColumnElement[bool]:
    """Whether the class of a query is a teacher’s, alone or with others. `teacher` is a number or a bound value."""
    helped = select(CoTeacherRow.class_id).where(CoTeacherRow.learner_id == teacher)
    return and_(is_there(), or_(ClassRow.teacher_id == teacher, ClassRow.id.in_(helped)))


def is_there() -> ColumnElement[bool]:
    """Whether the class of a query has not been deleted."""
    return ClassRow.deleted_at.is_(None)
