"""Problems that were reported: where, at which position, in which version, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, bindparam, exists, or_, select, update

from tutor import __version__
from tutor.errors import Malformed, Unknown
from tutor.study.classroom.class_access import is_taught_by
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import ClassRow, LearnerRow, MemberRow, ReportRow

LONGEST_SENTENCE = 2_000
LONGEST_ADDRESS, LONGEST_TITLE, LONGEST_POSITION = 400, 200, 1_000


@dataclass(frozen=True, slots=True)
class Where:
    """A page as it was when something was wrong: its address, its title, and the position that it showed."""

    page: str
    title: str
    position: str


@dataclass(frozen=True, slots=True)
class ProblemReport:
    """A problem. `reporter` is its reporter’s name as the teacher knows it, empty if the account was deleted."""

    id: int
    at: datetime
    where: Where
    version: str
    sentence: str
    reporter: str
    settled_at: datetime | None


class Reports(Repository):
    """The reports of a database. Every method raises `DatabaseUnavailable`.

    Teachers (`None` if there are no classes) see the reports of their own classes, their own reports, and those of
    people without a class.
    """

    def keep(self, learner: int, where: Where, sentence: str) -> None:
        """Keeps what somebody reports. Raises `Malformed`."""
        text = sentence.strip()
        if not text or len(text) > LONGEST_SENTENCE:
            mend = f"Write one or more sentences, of at most {LONGEST_SENTENCE} letters"
            raise Malformed("report", text, "it is too long" if text else "it is empty", mend)
        row = {
            "learner_id": learner,
            "at": self._clock(),
            "page": where.page[:LONGEST_ADDRESS],
            "title": where.title[:LONGEST_TITLE],
            "position": where.position[:LONGEST_POSITION],
            "version": __version__,
            "sentence": text,
        }
        with self._database.writing() as connection:
            inserted(connection, ReportRow, row)

    def all_for(self, teacher: int | None) -> Sequence[ProblemReport]:
        """What a teacher sees, the newest first."""
        query = _REPORTS if teacher is None else _REPORTS_OF_TEACHER
        return self._all(query, _report, **({} if teacher is None else {"teacher": teacher}))

    def one_for(self, teacher: int | None, key: int) -> ProblemReport:
        """One of those. Raises `Unknown`."""
        for report in self.all_for(teacher):
            if report.id == key:
                return report
        raise Unknown("report", str(key), ())

    def settle(self, which: ProblemReport, *, settled: bool) -> None:
        """Marks a report as settled, or opens it again."""
        at = self._clock() if settled else None
        self._write(update(ReportRow).where(ReportRow.id == which.id).values(settled_at=at))


def _report(row: Row[Any]) -> ProblemReport:
    where = Where(row.page, row.title, row.position)
    reporter = row.real_name or row.name or ""
    return ProblemReport(row.id, row.at, where, row.version, row.sentence, reporter, row.settled_at)


_REPORTS = (
    select(*ReportRow.__table__.columns, LearnerRow.name, LearnerRow.real_name)
    .outerjoin(LearnerRow, LearnerRow.id == ReportRow.learner_id)
    .order_by(ReportRow.at.desc(), ReportRow.id.desc())
)
_IN_A_CLASS = exists().where(MemberRow.learner_id == ReportRow.learner_id)
_IN_HIS_CLASS = exists().where(
    and_(
        MemberRow.learner_id == ReportRow.learner_id,
        MemberRow.class_id == ClassRow.id,
        is_taught_by(bindparam("teacher")),
    )
)
_REPORTS_OF_TEACHER = _REPORTS.where(or_(~_IN_A_CLASS, _IN_HIS_CLASS, ReportRow.learner_id == bindparam("teacher")))
