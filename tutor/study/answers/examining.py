"""Answers that were given elsewhere, marked again here and taken in: no mark is ever believed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Row, bindparam, select

from tutor.authorities.rules import Advice
from tutor.codes import code
from tutor.errors import FaultyContent, Malformed, TutorError, Unknown
from tutor.quizzes import replaying
from tutor.quizzes.drills import ExerciseRef
from tutor.quizzes.exercise import Verdict
from tutor.quizzes.marks import Grade, shade_of
from tutor.quizzes.posing import exercise_of
from tutor.quizzes.wording import result
from tutor.seats import Seat
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.answers.matches import deal_of
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.content_transfer import NotForHere
from tutor.study.classroom.homework import HomeworkResult, PlayedHand, SubmittedAnswer, questions_digest
from tutor.study.classroom.work import PLAYED, READ, DrillWork, HandWork, LessonWork, ReplayWork, TextWork, Work
from tutor.study.storage.tables import AnswerRow, LearnerRow
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.review import advised
from tutor.tables.rigour import TableOffence
from tutor.tables.table import Table

_EXERCISE, _LESSON, _GAME, _TABLE = "exercise", "lesson", "game", "table"
"""The topics of answers to questions on items, in lessons, in replays, and at a table."""


_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""A moment that a clock claims is kept only between these."""


class UnfitAnswer(TutorError):
    """An answer that the work does not ask for, or that this tutor cannot mark."""


# ---- marking ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Examiner:
    """Whoever marks: what can be asked from a shelf, and how good each answer to it is."""

    shelf: ContentAccess

    def unknown_in(self, work: Work) -> Iterator[str]:
        """What work asks for of the books that this tutor does not have, each in a sentence."""
        try:
            match work:
                case DrillWork():
                    yield from (f"there is no item ‘{one}’" for one in work.on if one not in self.shelf.makers.items)
                case LessonWork():
                    self.shelf.courses.lesson(work.lesson)
                case ReplayWork():
                    self.shelf.library.game(work.game)
                case HandWork():
                    _check_hand(work)
        except TutorError as error:
            yield str(error)

    def marked(self, assignment: Assignment, learner: int, done: SubmittedAnswer) -> Answer:
        """An answer with its mark, to the questions that a learner of a number had. Raises `UnfitAnswer`."""
        _check_attempt(assignment, done.attempt)
        marked = None
        with suppress(Unknown, FaultyContent):
            marked = self._marked(assignment, learner, done)
        if marked is None:
            raise UnfitAnswer(f"the work does not ask ‘{done.item[:60]}’, or this tutor does not know it")
        return replace(marked, hints=done.hints, assignment=assignment.id, attempt=done.attempt)

    def _marked(self, assignment: Assignment, learner: int, done: SubmittedAnswer) -> Answer | None:
        work = assignment.work
        if isinstance(work, DrillWork) and done.topic == _EXERCISE and done.attempt is not None:
            return self._of_drill(assignment.set_for(learner, done.attempt), done)
        if isinstance(work, LessonWork) and done.topic == _LESSON:
            return self._of_lesson(work, done)
        if isinstance(work, ReplayWork) and done.topic == _GAME:
            return self._of_game(work, done)
        if isinstance(work, TextWork) and done.topic == READ:
            return Answer(READ, str(assignment.id), READ, Grade.BEST.value, "")
        return None

    def _of_drill(self, put: Sequence[ExerciseRef], done: SubmittedAnswer) -> Answer | None:
        asked = next((one for one in put if _item(one) == done.item), None)
        if asked is None:
            return None
        exercise = self.shelf.makers.make(asked.item, asked.number, asked.level)
        verdict = _verdict(exercise.mark, done)
        return Answer(
            _EXERCISE,
            done.item,
            verdict.given.key,
            verdict.shade.value,
            exercise.item,
            number=asked.number,
            level=asked.level,
        )

    def _of_lesson(self, work: LessonWork, done: SubmittedAnswer) -> Answer | None:
        lesson, name = self.shelf.lesson(work.lesson), done.item.partition("/")[2]
        question = next((one for one in lesson.questions if one.name == name), None)
        if question is None:
            return None
        verdict = _verdict(exercise_of(lesson, question, self.shelf.makers).mark, done)
        first, *also = question.on
        return Answer(_LESSON, f"{work.lesson}/{name}", verdict.given.key, verdict.shade.value, first, tuple(also))

    def _of_game(self, work: ReplayWork, done: SubmittedAnswer) -> Answer | None:
        game, name = self.shelf.game(work.game), done.item.partition("/")[2]
        decision = next((one for one in game.decisions if one.id == name), None)
        if decision is None:
            return None
        shade = Grade.TOLD
        if done.given != "tell":
            answer = replaying.read(done.given, replaying.choices(game, decision))
            if answer is None:
                raise UnfitAnswer(f"‘{done.given[:40]}’ cannot be chosen at ‘{done.item}’")
            shade = replaying.mark(decision, answer).shade
        return Answer(_GAME, f"{work.game}/{name}", done.given, shade.value, decision.rule.id)


def _item(put: ExerciseRef) -> str:
    """The name under which the answer to a question is kept."""
    return f"{put.item}/{put.level.value}/{put.number}"


def _verdict(mark: Callable[[str], Verdict], done: SubmittedAnswer) -> Verdict:
    try:
        return mark(done.given)
    except Malformed:
        raise UnfitAnswer(f"‘{done.given[:40]}’ cannot be given to ‘{done.item[:60]}’") from None


def _check_attempt(assignment: Assignment, attempt: int | None) -> None:
    tries = assignment.draft.tries
    if attempt is not None and tries is not None and attempt > tries:
        raise UnfitAnswer(f"it was given at attempt {attempt}, and there are {tries}")


# ---- hands --------------------------------------------------------------------------------------------------------


def _check_hand(work: HandWork) -> None:
    """Raises `TutorError` for a hand that cannot be played here."""
    player, played_under = _player(work), code(work.code)
    if player not in played_under.players:
        among = ", ".join(seat.label for seat in played_under.players)
        raise Malformed("player", work.player, f"the players of this game are {among}", "Ask for another file")
    if work.strictness not in {one.value for one in Strictness}:
        among = ", ".join(one.value for one in Strictness)
        raise Malformed("strictness", work.strictness, f"it is one of {among}", "Ask for another file")
    if work.deal:
        deal_of(work.deal)


def _player(work: HandWork) -> Seat:
    found = next((seat for seat in Seat if work.player in (seat.label, seat.letter)), None)
    if found is None:
        raise Malformed("player", work.player, "the players are A, B (partners), Y and Z", "Ask for another file")
    return found


def played(assignment: Assignment, learner: int, hand: PlayedHand) -> tuple[Match, Table]:
    """The match that a hand is, and its table when all is over. Raises `UnfitAnswer` where it is not what was set."""
    work = assignment.work
    _check_attempt(assignment, hand.attempt)
    if not isinstance(work, HandWork):
        raise UnfitAnswer("the work asks for no hand to be played")
    try:
        player = _player(work)
        given = (deal_of(work.deal),) if work.deal else ()
        if (hand.code, hand.player, hand.strictness) != (work.code, player.letter, work.strictness):
            raise UnfitAnswer("it is another game than was set, or was played from another seat")
        if tuple(map(deal_of, hand.given)) != given:
            raise UnfitAnswer("it is another deal than was set")
        if not given and hand.seed != assignment.seed_for(learner, hand.attempt):
            raise UnfitAnswer("it is another deal than was set")
        match = Match(code(work.code), hand.seed, player, Strictness(work.strictness), given, (hand.record,))
        table = match.table
    except UnfitAnswer:
        raise
    except (TutorError, ValueError) as error:
        raise UnfitAnswer(f"the hand cannot be played so: {str(error)[:200]}") from None
    if match.strictness is not Strictness.RIGOUR and any(one.what not in at.lawful() for at, one in table.moments()):
        raise UnfitAnswer(f"the hand of attempt {hand.attempt} has cards in it that could not be played")
    if not table.is_over:
        raise UnfitAnswer(f"the hand of attempt {hand.attempt} is not played out")
    return match, table


def _decisions(
    match: Match, table: Table, key: int, done: Mapping[int, SubmittedAnswer]
) -> Iterator[tuple[SubmittedAnswer, Answer]]:
    """The decisions that the learner took at a guided table, by the number of the act, with their marks."""
    if match.strictness is not Strictness.GUIDED:
        return
    for number, (before, act) in enumerate(table.moments()):
        if number in done and match.is_learners_turn(before) and not isinstance(act.what, TableOffence):
            advice = advised(before)
            if isinstance(advice, Advice):
                shade = shade_of(advice, act.what).value
                item, hints = f"{key}/1/{number}", done[number].hints
                yield done[number], Answer(_TABLE, item, str(act.what), shade, advice.rule.id, hints=hints)


# ---- taking in ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What was taken in of a result: so many answers, so many that were there `before`, and why others were not."""

    taken: int
    before: int
    unfit: tuple[str, ...]


def take_in(study: Study, assignment: Assignment, sent: HomeworkResult, examiner: Examiner) -> ImportResult:
    """Keeps for a learner what he did at home for an assignment, each answer once however often it is sent.

    Nothing in the result is believed. The questions are made again of the secret of the assignment, and every answer is
    marked again. It came in now, which decides whether it is late; when it was given is kept as a claim. Raises
    `NotForHere` where the questions are not those that were handed out to this learner, or the answers are another
    learner’s, who has sent them in before.
    """
    if sent.questions != questions_digest(assignment, study.learner):
        raise NotForHere("the questions in it are not those that were handed out to this learner.")
    return _TakingIn(study, _as_set_at_home(assignment, sent), sent, examiner).taken()


def _as_set_at_home(assignment: Assignment, sent: HomeworkResult) -> Assignment:
    """The assignment with the learner’s own questions, where each has his own and it is older than the secrets."""
    draft, work = assignment.draft, assignment.work
    if assignment.secret or draft.same_for_all or sent.seed is None or not isinstance(work, DrillWork | HandWork):
        return assignment
    return replace(assignment, draft=replace(draft, work=work.model_copy(update={"seed": sent.seed})))


class _TakingIn:
    def __init__(self, study: Study, assignment: Assignment, sent: HomeworkResult, examiner: Examiner) -> None:
        self._study, self._assignment, self._sent, self._examiner = study, assignment, sent, examiner
        self._learner = study.learner if assignment.secret else sent.learner
        self._digests = {done.digest(sent.key) for done in sent.answers}
        rows = study.database.read(_KEPT, key=assignment.id)
        others = next((row for row in rows if row.learner_id != study.learner and row.once in self._digests), None)
        if others is not None:
            raise NotForHere(f"these answers were taken in before, as those of {others.real_name or others.name}.")
        own = [row for row in rows if row.learner_id == study.learner]
        self._kept = {row.once for row in own}
        self._made_here = {row.attempt for row in own if row.attempt is not None and not self._is_sent(row)}
        self._before = self._taken = 0
        self._unfit: list[str] = []

    def _is_sent(self, row: Row[Any]) -> bool:
        return row.once in self._digests or row.once == _end_of(self._assignment, row.attempt)

    def taken(self) -> ImportResult:
        of_hands = isinstance(self._assignment.work, HandWork)
        for hand in self._sent.hands:
            self._try(partial(self._take_hand, hand))
        for done in sorted(self._sent.answers, key=lambda one: one.at):
            if not of_hands:
                self._try(partial(self._take, done))
        return ImportResult(self._taken, self._before, tuple(self._unfit))

    def _try(self, take: Callable[[], None]) -> None:
        try:
            take()
        except UnfitAnswer as error:
            self._unfit.append(str(error))

    def _take(self, done: SubmittedAnswer) -> None:
        self._check_attempt(done.attempt)
        answer = self._examiner.marked(self._assignment, self._learner, done)
        self._keep(answer, done, done.digest(self._sent.key))

    def _take_hand(self, hand: PlayedHand) -> None:
        self._check_attempt(hand.attempt)
        match, table = played(self._assignment, self._learner, hand)
        of_attempt = [done for done in self._sent.answers if done.attempt == hand.attempt]
        end = next((done for done in of_attempt if done.topic == PLAYED), None)
        if end is None:
            raise UnfitAnswer(f"the hand of attempt {hand.attempt} was not ended")
        key = self._study.matches.begin(match, self._assignment.id, hand.attempt)
        kept = self._study.matches.saved(key)
        if kept is None or kept.records != (hand.record,):
            raise UnfitAnswer(f"attempt {hand.attempt} was made here already")
        at_table = {_number(done.item): done for done in of_attempt if done.topic == _TABLE}
        for done, answer in _decisions(match, table, key, at_table):
            self._keep(self._for_work(answer, hand.attempt), done, done.digest(self._sent.key))
        ended = Answer(PLAYED, str(key), result(table), Grade.BEST.value, "")
        self._keep(self._for_work(ended, hand.attempt), end, _end_of(self._assignment, hand.attempt))

    def _for_work(self, answer: Answer, attempt: int) -> Answer:
        return replace(answer, assignment=self._assignment.id, attempt=attempt)

    def _check_attempt(self, attempt: int | None) -> None:
        if attempt in self._made_here:
            raise UnfitAnswer(f"attempt {attempt} was made here already")

    def _keep(self, answer: Answer, done: SubmittedAnswer, once: str) -> None:
        if once in self._kept:
            self._before += 1
            return
        self._kept.add(once)
        try:
            is_new = self._study.answers.record(answer, once, done.at if _EARLIEST <= done.at < _LATEST else None)
        except AnsweredBefore:
            raise UnfitAnswer(f"‘{done.item[:60]}’ was answered here already") from None
        self._taken += is_new
        self._before += not is_new


def _end_of(assignment: Assignment, attempt: int | None) -> str:
    """The name under which the end of a hand is kept: once for an attempt, wherever it was played."""
    return f"{PLAYED}/{assignment.id}/{attempt}"


def _number(item: str) -> int:
    """The number of the act that an answer at a table was."""
    last = item.rpartition("/")[2]
    return int(last) if last.isdecimal() and len(last) < 4 else -1


_KEPT = (
    select(AnswerRow.learner_id, AnswerRow.idempotency_key, AnswerRow.attempt, LearnerRow.name, LearnerRow.real_name)
    .join(LearnerRow, LearnerRow.id == AnswerRow.learner_id)
    .where(AnswerRow.assignment_id == bindparam("key"))
)
