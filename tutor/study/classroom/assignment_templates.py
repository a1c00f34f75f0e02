"""Templates: work with its settings, which a teacher saved to assign again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, Row, bindparam, func, select, update

from tutor.errors import TutorError, Unknown
from tutor.study.classroom.assigned_work import Counts, Work, work_of
from tutor.study.classroom.assignments import AssignmentSpec, Disclosure
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import AssignmentTemplateRow

MOST_TEMPLATES = 200
"""How many templates a teacher may save."""


class TooManyTemplates(TutorError):
    """A teacher has saved as many templates as are allowed."""


class TemplateSettings(BaseModel):
    """The settings of a template. Its times are seconds: from the opening to the due date, and on to the cut-off."""

    model_config = ConfigDict(frozen=True)

    same_for_all: bool = True
    shown: Disclosure = Disclosure.AT_ONCE
    pass_mark: int | None = None
    tries: int | None = None
    counts: Counts = Counts.BEST
    due_after: float | None = None
    cut_off_after: float | None = None


@dataclass(frozen=True, slots=True)
class AssignmentTemplate:
    """A template of a teacher’s, by its number."""

    id: int
    teacher: int
    title: str
    work: Work
    settings: TemplateSettings
    made_at: datetime
    deleted_at: datetime | None = None

    def spec(self, now: datetime) -> AssignmentSpec:
        """The assignment that it would make now. Raises `Malformed`."""
        settings = self.settings
        due_at = now + timedelta(seconds=settings.due_after) if settings.due_after else None
        cut_off_at = due_at + timedelta(seconds=settings.cut_off_after or 0) if due_at else None
        return AssignmentSpec(
            self.title,
            self.work,
            now,
            due_at,
            settings.same_for_all,
            settings.shown,
            settings.pass_mark,
            settings.tries,
            settings.counts,
            cut_off_at if settings.cut_off_after is not None else None,
        )


class AssignmentTemplates(Repository):
    """The templates of a database. Every method raises `DatabaseUnavailable`."""

    def save(self, teacher: int, spec: AssignmentSpec) -> int:
        """Saves a specification as a template, and returns its number; the same one is saved once.

        Raises `TooManyTemplates`.
        """
        due_after = (spec.due_at - spec.opens_at).total_seconds() if spec.due_at else None
        late = (spec.cut_off_at - spec.due_at).total_seconds() if spec.cut_off_at and spec.due_at else None
        settings = TemplateSettings(
            same_for_all=spec.same_for_all,
            shown=spec.shown,
            pass_mark=spec.pass_mark,
            tries=spec.tries,
            counts=spec.counts,
            due_after=due_after,
            cut_off_after=late,
        )
        row = {
            "teacher_id": teacher,
            "title": spec.title.strip(),
            "work": spec.work.model_dump_json(),
            "settings": settings.model_dump_json(),
        }
        with self.changing_accounts() as connection:
            for same in connection.execute(_OF_TEACHER, {"teacher": teacher}):
                if (same.title, same.work, same.settings) == (row["title"], row["work"], row["settings"]):
                    return int(same.id)
            _check_number(connection, teacher)
            return inserted(connection, AssignmentTemplateRow, row | {"made_at": self._clock()})

    def all_of_teacher(self, teacher: int) -> Sequence[AssignmentTemplate]:
        """The templates of a teacher, by title."""
        found = self._all(_OF_TEACHER, _template, teacher=teacher)
        return sorted(found, key=lambda template: template.title.casefold())

    def find(self, teacher: int, key: int) -> AssignmentTemplate:
        """A template of a teacher’s. Raises `Unknown` for another’s as for none."""
        found = self._first(_OF_TEACHER.where(AssignmentTemplateRow.id == bindparam("key")), _template,
                            teacher=teacher, key=key)  # fmt: skip
        if found is None:
            raise Unknown("template", str(key), ())
        return found

    def delete(self, which: AssignmentTemplate) -> None:
        """Deletes a template, until it is restored. What was assigned by it stays."""
        there = AssignmentTemplateRow.id == which.id, AssignmentTemplateRow.deleted_at.is_(None)
        self._write(update(AssignmentTemplateRow).where(*there).values(deleted_at=self._clock()))

    def deleted_of(self, teacher: int) -> Sequence[AssignmentTemplate]:
        """The templates that a teacher deleted and can restore, the latest first."""
        return self._all(_DELETED, _template, teacher=teacher, since=self._clock() - CAN_BE_UNDONE)

    def restore(self, teacher: int, key: int) -> AssignmentTemplate:
        """Brings back a template; one that is there stays.

        Raises `Unknown` for another’s as for none, `TooManyTemplates`.
        """
        if any(one.id == key for one in self.deleted_of(teacher)):
            with self.changing_accounts() as connection:
                _check_number(connection, teacher)
                one = AssignmentTemplateRow.id == key
                connection.execute(update(AssignmentTemplateRow).where(one).values(deleted_at=None))
        return self.find(teacher, key)


def _check_number(connection: Connection, teacher: int) -> None:
    if connection.execute(_COUNT, {"teacher": teacher}).scalar_one() >= MOST_TEMPLATES:
        raise TooManyTemplates(
            f"You have {MOST_TEMPLATES} templates, so this one was not saved. Delete one that you do not need."
        )


def _template(row: Row[Any]) -> AssignmentTemplate:
    settings = TemplateSettings.model_validate_json(row.settings)
    return AssignmentTemplate(
        row.id, row.teacher_id, row.title, work_of(row.work), settings, row.made_at, row.deleted_at
    )


_ANY_OF_TEACHER = select(*AssignmentTemplateRow.__table__.columns).where(
    AssignmentTemplateRow.teacher_id == bindparam("teacher")
)
_IS_THERE = AssignmentTemplateRow.deleted_at.is_(None)
_OF_TEACHER = _ANY_OF_TEACHER.where(_IS_THERE).order_by(AssignmentTemplateRow.id)
_DELETED = _ANY_OF_TEACHER.where(AssignmentTemplateRow.deleted_at >= bindparam("since")).order_by(
    AssignmentTemplateRow.deleted_at.desc()
)
_COUNT = (
    select(func.count())
    .select_from(AssignmentTemplateRow)
    .where(AssignmentTemplateRow.teacher_id == bindparam("teacher"), _IS_THERE)
)
