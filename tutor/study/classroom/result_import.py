"""Answers that were given at home, marked again here and kept: no mark is ever believed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Row, bindparam, select

from tutor.errors import FaultyContent, Malformed, Unknown
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.tables import TableRef
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.classroom.assigned_work import PLAYED, ContentLookup, Marker, UnfitAnswer
from tutor.study.classroom.assigned_work.hand import decisions
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.content_transfer import NotForHere
from tutor.study.classroom.homework import HomeworkResult, questions_digest
from tutor.study.classroom.progress import HandResult
from tutor.study.classroom.submitted import PlayedHand, SubmittedAnswer
from tutor.study.storage.tables import AnswerRow, LearnerRow
from tutor.study.study import Study
from tutor.tables.played_deal import brief_result

_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""A moment that a clock claims is kept only between these."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What was imported of a result: so many answers, so many that were there `before`, and why others were not.

    `hands` are the hands that were imported now.
    """

    taken: int
    before: int
    unfit: tuple[str, ...]
    hands: tuple[HandResult, ...] = ()


def import_result(study: Study, assignment: Assignment, sent: HomeworkResult, content: ContentLookup) -> ImportResult:
    """Keeps what a learner did at home for an assignment, each answer once however often it is sent.

    Nothing in the result is believed. The questions are made again of the secret of the assignment, and every answer is
    marked again. It came in now, which decides whether it is late; when it was given is kept as a claim. Raises
    `NotForHere` where the questions are not those that were handed out to this learner, or the answers are another
    learner’s, who has sent them in before.
    """
    if sent.questions != questions_digest(assignment, study.learner):
        raise NotForHere("the questions in it are not those that this learner was given.")
    return _ResultImport(study, _as_set_at_home(assignment, sent), sent, content).run()


def _as_set_at_home(assignment: Assignment, sent: HomeworkResult) -> Assignment:
    """The assignment with the learner’s own questions, where they differ and it is older than the secrets."""
    spec = assignment.spec
    if assignment.secret or spec.same_for_all or sent.seed is None:
        return assignment
    return replace(assignment, spec=replace(spec, work=spec.work.redrawn(sent.seed)))


class _ResultImport:
    def __init__(self, study: Study, assignment: Assignment, sent: HomeworkResult, content: ContentLookup) -> None:
        self._study, self._assignment, self._sent = study, assignment, sent
        self._draw = assignment.draw_for(study.learner if assignment.secret else sent.learner)
        self._marker = Marker(content, assignment.id, self._draw)
        self._digests = {submitted.digest(sent.key) for submitted in sent.answers}
        rows = study.database.read(_KEPT, key=assignment.id)
        others = next(
            (row for row in rows if row.learner_id != study.learner and row.idempotency_key in self._digests), None
        )
        if others is not None:
            raise NotForHere(f"these answers were imported before, as those of {others.real_name or others.name}.")
        own = [row for row in rows if row.learner_id == study.learner]
        self._kept = {row.idempotency_key for row in own}
        self._made_here = {row.attempt for row in own if row.attempt is not None and not self._is_sent(row)}
        self._before = self._taken = 0
        self._unfit: list[str] = []
        self._hands: list[HandResult] = []

    def run(self) -> ImportResult:
        for hand in self._sent.hands:
            self._try(partial(self._keep_hand, hand))
        if not self._assignment.work.is_played:
            for submitted in sorted(self._sent.answers, key=lambda answer: answer.at):
                self._try(partial(self._keep_marked, submitted))
        return ImportResult(self._taken, self._before, tuple(self._unfit), tuple(self._hands))

    def _is_sent(self, row: Row[Any]) -> bool:
        return row.idempotency_key in self._digests or row.idempotency_key == _end_of(self._assignment, row.attempt)

    def _try(self, keep: Callable[[], None]) -> None:
        try:
            keep()
        except UnfitAnswer as error:
            self._unfit.append(str(error))

    def _keep_marked(self, submitted: SubmittedAnswer) -> None:
        self._check_attempt(submitted.attempt)
        answer = None
        with suppress(Unknown, Malformed, FaultyContent):
            answer = self._assignment.work.mark(submitted, self._marker)
        if answer is None:
            raise UnfitAnswer(f"‘{submitted.item[:60]}’ is not in the assignment, or this tutor does not know it")
        self._keep(replace(answer, hints=submitted.hints), submitted, submitted.digest(self._sent.key))

    def _keep_hand(self, hand: PlayedHand) -> None:
        self._check_attempt(hand.attempt)
        match, table = self._assignment.work.replay(hand, self._draw)
        of_attempt = [submitted for submitted in self._sent.answers if submitted.attempt == hand.attempt]
        end = next((submitted for submitted in of_attempt if submitted.topic == PLAYED), None)
        if end is None:
            raise UnfitAnswer(f"the hand of attempt {hand.attempt} was not finished")
        key = self._study.matches.begin(match, self._assignment.id, hand.attempt)
        kept = self._study.matches.saved(key)
        if kept is None or kept.records != (hand.record,):
            raise UnfitAnswer(f"attempt {hand.attempt} is already here")
        at_table = {_act_of(submitted.item): submitted for submitted in of_attempt if submitted.topic == TableRef.topic}
        for submitted, answer in decisions(match, table, key, at_table):
            self._keep(answer, submitted, submitted.digest(self._sent.key))
        ended = Answer(PLAYED, str(key), brief_result(match), Grade.BEST.value, "")
        self._keep(ended, end, _end_of(self._assignment, hand.attempt))
        self._hands.append(HandResult(key, ended.given))

    def _check_attempt(self, attempt: int | None) -> None:
        limit = self._assignment.spec.tries
        if attempt in self._made_here:
            raise UnfitAnswer(f"attempt {attempt} is already here")
        if attempt is not None and limit is not None and attempt > limit:
            raise UnfitAnswer(f"it belongs to attempt {attempt}, and there are only {limit}")

    def _keep(self, answer: Answer, submitted: SubmittedAnswer, idempotency_key: str) -> None:
        if idempotency_key in self._kept:
            self._before += 1
            return
        self._kept.add(idempotency_key)
        for_work = replace(answer, assignment=self._assignment.id, attempt=submitted.attempt)
        claimed_at = submitted.at if _EARLIEST <= submitted.at < _LATEST else None
        try:
            is_new = self._study.answers.record(for_work, idempotency_key, claimed_at)
        except AnsweredBefore:
            raise UnfitAnswer(f"‘{submitted.item[:60]}’ is already answered here") from None
        self._taken += is_new
        self._before += not is_new


def _end_of(assignment: Assignment, attempt: int | None) -> str:
    """The name under which the end of a hand is kept: once for an attempt, wherever it was played."""
    return f"{PLAYED}/{assignment.id}/{attempt}"


def _act_of(item: str) -> int:
    """The number of the act that an answer at a table was."""
    last = item.rpartition("/")[2]
    return int(last) if last.isdecimal() and len(last) < 4 else -1


_KEPT = (
    select(
        AnswerRow.learner_id,
        AnswerRow.idempotency_key.label("idempotency_key"),
        AnswerRow.attempt,
        LearnerRow.name,
        LearnerRow.real_name,
    )
    .join(LearnerRow, LearnerRow.id == AnswerRow.learner_id)
    .where(AnswerRow.assignment_id == bindparam("key"))
)
