"""Matches that were played for a class: for an assignment, or the deal of the day by its members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Executable, Row, bindparam

from tutor.errors import Unknown
from tutor.study.answers.matches import LearnerMatch, learner_match
from tutor.study.classroom.assigned_work import PLAYED
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.storage.database import Database
from tutor.study.storage.repository import Repository, columns_of
from tutor.study.storage.tables import ActRow, AssignmentRow, MatchRow, MemberRow
from tutor.tables.match import Match
from tutor.tables.played_deal import PlayedDeal


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
        return _together(self._read(matches, **values), self._read(acts, **values))


def with_scores(database: Database, given: Iterable[GivenAnswer]) -> Sequence[GivenAnswer]:
    """Answers, with what each hand brought where somebody played the hand of an assignment more than once.

    That says which attempt is the best, and an answer on a hand is never wrong.
    """
    given = list(given)
    played: dict[tuple[int | None, int], set[int]] = {}
    for one in given:
        if (key := _hand_of(one)) is not None:
            played.setdefault((one.answer.assignment, one.learner), set()).add(key)
    keys = sorted(key for several in played.values() if len(several) > 1 for key in several)
    if not keys:
        return given
    rows = _together(database.read(_OF_KEYS, keys=keys), database.read(_ACTS_OF_KEYS, keys=keys))
    scores = {kept.id: _score(match) for kept in rows if (match := kept.match) is not None}
    return [replace(one, score=scores.get(_hand_of(one) or 0)) for one in given]


def _hand_of(given: GivenAnswer) -> int | None:
    """The number of the match of which an answer says that it was played to its end."""
    answer = given.answer
    return int(answer.item) if answer.topic == PLAYED and answer.item.isdecimal() else None


def _score(match: Match) -> int | None:
    """What the first deal of a match brought its player; None before it is over."""
    table = next(match.tables())
    return PlayedDeal("", table, match.deal_seat(1)).net if table.is_over else None


def _together(matches: Iterable[Row[Any]], acts: Iterable[Row[Any]]) -> Sequence[LearnerMatch]:
    rows: dict[int, list[Row[Any]]] = {}
    for act in acts:
        rows.setdefault(act.match_id, []).append(act)
    return [learner_match(row, rows.get(row.id, ())) for row in matches]


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
_AMONG = MatchRow.id.in_(bindparam("keys", expanding=True))
_OF_KEYS = columns_of(MatchRow).where(_AMONG)
_ACTS_OF_KEYS = _ACTS.where(_AMONG).order_by(*_IN_ORDER)
