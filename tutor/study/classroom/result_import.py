"""Answers that were given at home, marked again here and kept: no mark is ever believed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import bindparam, select

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
    learner’s, who has sent them in before, or no more work is accepted.

    No attempt is refused because there is one already. It is then another attempt, and the assignment says which
    counts.
    """
    if assignment.is_cut_off(study.now):
        raise NotForHere(
            f"‘{assignment.title}’ has been closed, and no more work is accepted. To import it, give the learner an "
            "extension, or choose a later cut-off."
        )
    if sent.questions != questions_digest(assignment, study.learner):
        raise NotForHere("the questions in it are not those that this learner was given.")
    return _ResultImport(study, _as_set_at_home(assignment, sent), sent, content).run()


def _as_set_at_home(assignment: Assignment, sent: HomeworkResult) -> Assignment:
    """The assignment with the learner’s own questions, where they differ and it is older than the secrets."""
    spec = assignment.spec
    if assignment.secret or spec.same_for_all or sent.seed is None:
        return assignment
    return replace(assignment, spec=replace(spec, work=spec.work.redrawn(sent.seed)))


@dataclass(frozen=True, slots=True)
class SavedAttempt:
    """The number that an attempt made at home has here; `is_renewed` if some answers of it are in another one too."""

    number: int
    is_renewed: bool = False


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
        self._saved = {row.idempotency_key: row.attempt for row in own}
        played = {attempt for number, attempt in study.matches.of_work().values() if number == assignment.id}
        sent_in = {answer.attempt or 0 for answer in sent.answers} | {hand.attempt for hand in sent.hands}
        self._taken_numbers = played | {row.attempt for row in own if row.attempt is not None}
        self._highest = max(self._taken_numbers | sent_in | {0})
        self._items_here = {
            (row.attempt, row.item) for row in own if row.idempotency_key not in self._digests | self._renewed()
        }
        self._attempts: dict[int, SavedAttempt] = {}
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

    def _renewed(self) -> set[str]:
        return {_renewed(digest) for digest in self._digests}

    # ---- which attempt it is here --------------------------------------------------------------------------------

    def _attempt_of(self, attempt: int) -> SavedAttempt:
        """What an attempt made at home is here: the one it came as before, or else another than all others."""
        if attempt not in self._attempts:
            self._attempts[attempt] = self._found(attempt) or SavedAttempt(self._free(attempt))
            self._taken_numbers.add(self._attempts[attempt].number)
        return self._attempts[attempt]

    def _found(self, attempt: int) -> SavedAttempt | None:
        of_attempt = [answer for answer in self._sent.answers if answer.attempt == attempt]
        digests = [answer.digest(self._sent.key) for answer in of_attempt]
        renewed = next((self._saved[key] for key in map(_renewed, digests) if key in self._saved), None)
        if renewed is not None:
            return SavedAttempt(renewed, is_renewed=True)
        before = next((self._saved[key] for key in digests if key in self._saved), None)
        if before is None:
            return None
        new = [answer for answer, digest in zip(of_attempt, digests, strict=True) if digest not in self._saved]
        if any((before, answer.item) in self._items_here for answer in new):  # it was continued here, and at home too
            return SavedAttempt(self._free(attempt), is_renewed=True)
        return SavedAttempt(before)

    def _free(self, attempt: int) -> int:
        if attempt not in self._taken_numbers:
            return attempt
        self._highest += 1
        return self._highest

    def _try(self, keep: Callable[[], None]) -> None:
        try:
            keep()
        except UnfitAnswer as error:
            self._unfit.append(str(error))

    def _keep_marked(self, submitted: SubmittedAnswer) -> None:
        self._check_limit(submitted.attempt)
        answer = None
        with suppress(Unknown, Malformed, FaultyContent):
            answer = self._assignment.work.mark(submitted, self._marker)
        if answer is None:
            raise UnfitAnswer(f"‘{submitted.item[:60]}’ is not in the assignment, or this tutor does not know it")
        saved = None if submitted.attempt is None else self._attempt_of(submitted.attempt)
        digest = submitted.digest(self._sent.key)
        key = _renewed(digest) if saved and saved.is_renewed else digest
        self._keep(replace(answer, hints=submitted.hints), submitted, key, saved.number if saved else None)

    def _keep_hand(self, hand: PlayedHand) -> None:
        self._check_limit(hand.attempt)
        match, table = self._assignment.work.replay(hand, self._draw)
        of_attempt = [submitted for submitted in self._sent.answers if submitted.attempt == hand.attempt]
        end = next((submitted for submitted in of_attempt if submitted.topic == PLAYED), None)
        if end is None:
            raise UnfitAnswer(f"the hand of attempt {hand.attempt} was not finished")
        attempt = self._attempt_played(hand)
        key = self._study.matches.begin(match, self._assignment.id, attempt)
        kept = self._study.matches.saved(key)
        if kept is None or kept.records != (hand.record,):
            raise UnfitAnswer(f"attempt {attempt} was begun here at the same moment. Import the file again")
        at_table = {_act_of(submitted.item): submitted for submitted in of_attempt if submitted.topic == TableRef.topic}
        for submitted, answer in decisions(match, table, key, at_table):
            self._keep(answer, submitted, submitted.digest(self._sent.key), attempt)
        ended = Answer(PLAYED, str(key), brief_result(match), Grade.BEST.value, "")
        self._keep(ended, end, _end_of(self._assignment, attempt), attempt)
        self._hands.append(HandResult(key, ended.given))

    def _attempt_played(self, hand: PlayedHand) -> int:
        """The attempt here whose hand was played just so, or else another than all others."""
        for key, (number, attempt) in self._study.matches.of_work().items():
            kept = self._study.matches.saved(key) if number == self._assignment.id else None
            if kept is not None and (kept.seed, kept.records) == (hand.seed, (hand.record,)):
                return attempt
        return self._attempt_of(hand.attempt).number

    def _check_limit(self, attempt: int | None) -> None:
        limit = self._assignment.spec.tries
        if attempt is not None and limit is not None and attempt > limit:
            raise UnfitAnswer(f"it belongs to attempt {attempt}, and there are only {limit}")

    def _keep(self, answer: Answer, submitted: SubmittedAnswer, idempotency_key: str, attempt: int | None) -> None:
        if idempotency_key in self._kept:
            self._before += 1
            return
        self._kept.add(idempotency_key)
        for_work = replace(answer, assignment=self._assignment.id, attempt=attempt)
        claimed_at = submitted.at if _EARLIEST <= submitted.at < _LATEST else None
        try:
            is_new = self._study.answers.record(for_work, idempotency_key, claimed_at)
        except AnsweredBefore:
            raise UnfitAnswer(f"‘{submitted.item[:60]}’ is already answered here") from None
        self._taken += is_new
        self._before += not is_new


def _renewed(digest: str) -> str:
    """The name of an answer in an attempt that was continued both here and at home: it is saved with either."""
    return hashlib.sha256(f"again/{digest}".encode()).hexdigest()[: len(digest)]


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
        AnswerRow.item,
        LearnerRow.name,
        LearnerRow.real_name,
    )
    .join(LearnerRow, LearnerRow.id == AnswerRow.learner_id)
    .where(AnswerRow.assignment_id == bindparam("key"))
)
