"""What a learner may not look up: what open work asks them. Everything that could reveal an answer asks here.

The rule: while work is open to a learner, what it asks is secret until they have answered it and may see the result.
Work is open from its opening date until it is withdrawn or cut off, and a live lesson while it runs. The deal of a hand
to play is secret until they have played it. Tools and lists that answer any position do not ask here, and neither do
pages that nobody logs in for. `docs/assigned-work.md` says so to teachers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tutor.cards import Hand
from tutor.deal import Deal
from tutor.library.games import Game
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_questions import ItemQuestion
from tutor.library.lessons import Lesson
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.games import DecisionRef
from tutor.quizzes.kinds.lessons import LessonExercise, LessonRef, MomentRef
from tutor.quizzes.reference import ContentLookup, ExerciseRef
from tutor.seats import Seat
from tutor.study.classroom.assigned_work import PLAYED, HandWork, LessonWork, ReplayWork
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.live import LiveLesson
from tutor.study.classroom.live_work import DealWork, deal_in

LIVE_FOR = timedelta(hours=3)
"""A live lesson that its teacher has not touched for so long was forgotten, and hides nothing any more."""


@dataclass(frozen=True, slots=True)
class AskedIn:
    """Where something secret is asked: in an assignment or a live lesson, by its number."""

    number: int
    is_live: bool = False


class WorkSecrets:
    """What is secret for a learner, each with where it is asked.

    `content` is what the learner may see.
    """

    def __init__(self, content: ContentLookup) -> None:
        self._content = content
        self._questions: dict[str, AskedIn] = {}
        self._drawn: dict[tuple[str, int], AskedIn] = {}
        self._items: set[str] = set()
        self._deals: dict[tuple[Hand, ...], AskedIn] = {}
        self._seeds: dict[str, AskedIn] = {}

    # ---- what is asked ---------------------------------------------------------------------------------------------

    def of_question(self, ref: ExerciseRef) -> AskedIn | None:
        """Where a question is asked, if it is secret. A question on an item may be one of a lesson."""
        found = self._questions.get(str(ref)) or (self._drawn.get(ref.draw) if ref.draw else None)
        if found is None and isinstance(ref, ItemRef) and ref.item in self._items:
            exercise = ref.resolve(self._content)
            return self._questions.get(str(exercise.ref)) if isinstance(exercise, LessonExercise) else None
        return found

    def of_lesson(self, lesson: Lesson) -> AskedIn | None:
        """Where a lesson is asked, if any of its questions is secret."""
        return self._first(LessonRef(lesson.id, question.name) for question in lesson.questions)

    def of_decisions(self, game: Game) -> AskedIn | None:
        """Where a game is asked, if any of its decisions is secret."""
        return self._first(DecisionRef(game.id, decision.id) for decision in game.decisions)

    def of_deal(self, deal: Deal) -> AskedIn | None:
        """Where a deal is to be played, if it is secret, wherever it comes from."""
        return self._deals.get(_hands(deal)) if self._deals else None

    def of_seed(self, seed: str) -> AskedIn | None:
        """Where the deal of a number is to be played, if it is secret."""
        return self._seeds.get(seed)

    @property
    def has_questions(self) -> bool:
        """Whether any question is secret."""
        return bool(self._questions or self._drawn)

    def _first(self, refs: Iterable[ExerciseRef]) -> AskedIn | None:
        if not self._questions:
            return None
        return next((found for ref in refs if (found := self._questions.get(str(ref)))), None)

    # ---- how it is found -------------------------------------------------------------------------------------------

    def add_work(self, assignment: Assignment, given: Sequence[GivenAnswer], now: datetime) -> None:
        """Adds what an assignment asks, except what was answered and whose result is shown.

        Raises `Unknown`, `FaultyContent` for content that is no longer there.
        """
        if not assignment.accepts_work(now):
            return
        work, where = assignment.work, AskedIn(assignment.id)
        answered = {answer.answer.item for answer in given} if assignment.shows_results(now) else set[str]()
        match work:
            case LessonWork():
                done = {self._content.moved.key(item) for item in answered}
                self._add_lesson(self._content.lesson(work.lesson), where, done)
            case ReplayWork():
                refs = (DecisionRef(work.game, one.id) for one in self._content.game(work.game).decisions)
                self._questions |= {str(ref): where for ref in refs if ref.key not in answered}
            case HandWork() if not any(answer.answer.topic == PLAYED for answer in given):
                self._deals |= {_hands(deal): where for deal in work.given()}

    def add_live(self, live: LiveLesson, content: ContentAccess, now: datetime) -> None:
        """Adds what a live lesson has yet to show. `content` is what its teacher may see.

        Raises `Unknown`, `FaultyContent` for content that is no longer there.
        """
        if live.is_over or now - live.moved_at > LIVE_FOR:
            return
        where, subject = AskedIn(live.id, is_live=True), live.work.on
        waiting = [ref for step, ref in enumerate(live.work.steps(content)) if ref and step not in live.shown]
        self._questions |= {str(ref): where for ref in waiting}
        self._drawn |= {ref.draw: where for ref in waiting if ref.draw}
        if isinstance(subject, LessonWork):
            lesson, names = content.lesson(subject.lesson), {str(ref) for ref in waiting}
            keys = {question.name: LessonRef(lesson.id, question.name) for question in lesson.questions}
            self._add_lesson(lesson, where, {ref.key for ref in keys.values() if str(ref) not in names})
        elif isinstance(subject, DealWork) and not live.shown:
            self._deals[_hands(deal_in(subject.deal, content).deal)] = where

    def _add_lesson(self, lesson: Lesson, where: AskedIn, done: Collection[str]) -> None:
        for question in lesson.questions:
            ref = LessonRef(lesson.id, question.name)
            if ref.key in done:
                continue
            self._questions[str(ref)] = where
            self._items.update(question.on)
            if isinstance(question, ItemQuestion):
                self._drawn[question.item, question.number] = where
            if isinstance(question, GuidedDeal):
                numbers = range(1, len(question.moments) + 1)
                self._questions |= {str(MomentRef(lesson.id, question.name, number)): where for number in numbers}

    def add_unsealed(
        self, assignment: Assignment, learner: int, given: Sequence[GivenAnswer], tables: int, now: datetime
    ) -> None:
        """Adds the questions and deals of work that was assigned before there were secrets: practice can reach them.

        They are those of each attempt that was begun, and of the next.
        """
        answers = [given_answer.answer for given_answer in given]
        answered = {(answer.attempt, answer.item) for answer in answers}
        begun = assignment.work.attempts_begun(answers, range(tables))
        draw, is_shown, where = assignment.draw_for(learner), assignment.shows_results(now), AskedIn(assignment.id)
        for attempt in range(1, begun + 2):
            for ref in assignment.work.drawn_questions(draw, attempt):
                if not is_shown or (attempt, ref.key) not in answered:
                    self._drawn[ref.item, ref.number] = where
            self._seeds |= dict.fromkeys(assignment.work.drawn_deals(draw, attempt), where)


def _hands(deal: Deal) -> tuple[Hand, ...]:
    return tuple(deal.hands[seat] for seat in Seat)
