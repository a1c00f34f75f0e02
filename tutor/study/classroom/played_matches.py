"""Matches that were played for a class: for an assignment, or the deal of the day by its members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row, bindparam

from tutor.errors import Unknown
from tutor.study.answers.matches import LearnerMatch, learner_match
from tutor.study.storage.repository import Repository, columns_of
from tutor.study.storage.tables import ActRow, AssignmentRow, MatchRow, MemberRow


class PlayedMatches(Repository):
    """The matches that a teacher may see. Every method takes two statements, however many matches there are."""

    def of_assignment(self, assignment: int) -> Sequence[LearnerMatch]:
        """The matches that were begun for an assignment, by whomever, the first attempts first."""
        return self._found(_OF_ASSIGNMENT, _ACTS_OF_ASSIGNMENT, assignment=assignment)

    def of_seed(self, class_id: int, code: str, seed: str) -> Sequence[LearnerMatch]:
        """The matches of the members of a class that begin with the deals of a seed, in the order they were begun."""
        return self._found(_OF_SEED, _ACTS_OF_SEED, class_id=class_id, code=code, seed=seed)

    def for_class(self, class_id: int, key: int) -> LearnerMatch:
        """A match that a member of a class played for an assignment of it. Raises `Unknown` for any other."""
        found = self._found(_FOR_CLASS, _ACTS_FOR_CLASS, class_id=class_id, key=key)
        if not found:
            raise Unknown("table", str(key), ())
        return found[0]

    def _found(self, matches: Executable, acts: Executable, **values: object) -> Sequence[LearnerMatch]:
        rows: dict[int, list[Row[Any]]] = {}
        for act in self._read(acts, **values):
            rows.setdefault(act.match_id, []).append(act)
        return [learner_match(row, rows.get(row.id, ())) for row in self._read(matches, **values)]


_IS_OF_ASSIGNMENT = MatchRow.assignment_id == bindparam("assignment")
_OF_ASSIGNMENT = columns_of(MatchRow).where(_IS_OF_ASSIGNMENT).order_by(MatchRow.attempt, MatchRow.id)
_ACTS = columns_of(ActRow).join(MatchRow, MatchRow.id == ActRow.match_id)
_IN_ORDER = (ActRow.match_id, ActRow.deal, ActRow.number)
_ACTS_OF_ASSIGNMENT = _ACTS.where(_IS_OF_ASSIGNMENT).order_by(*_IN_ORDER)
_MEMBER = (MemberRow.learner_id == MatchRow.learner_id) & (MemberRow.class_id == bindparam("class_id"))
_IS_OF_SEED = (
    MatchRow.code == bindparam("code"),
    MatchRow.seed == bindparam("seed"),
    MatchRow.assignment_id.is_(None),
)
_OF_SEED = columns_of(MatchRow).join(MemberRow, _MEMBER).where(*_IS_OF_SEED).order_by(MatchRow.id)
_ACTS_OF_SEED = _ACTS.join(MemberRow, _MEMBER).where(*_IS_OF_SEED).order_by(*_IN_ORDER)
_WORK = (AssignmentRow.id == MatchRow.assignment_id) & (AssignmentRow.class_id == bindparam("class_id"))
_KEY = MatchRow.id == bindparam("key")
_FOR_CLASS = columns_of(MatchRow).join(MemberRow, _MEMBER).join(AssignmentRow, _WORK).where(_KEY)
_ACTS_FOR_CLASS = _ACTS.join(MemberRow, _MEMBER).join(AssignmentRow, _WORK).where(_KEY).order_by(*_IN_ORDER)
