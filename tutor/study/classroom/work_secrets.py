"""What a learner may not look up: what open work asks them. Everything that could reveal an answer asks here.

The rule: while work is open to a learner, what it asks is secret until they have answered it and may see the result.
Work is open from its opening date until it is withdrawn or cut off, and a live lesson while it runs. The deal of a hand
to play is secret until they have played it. What a lesson plays of a game is asked wherever one of the two is. Tools
that answer any position do not ask here, and neither do pages that nobody logs in for. `docs/assigned-work.md` says so
to teachers.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from tutor.cards import Hand
from tutor.deal import Deal
from tutor.errors import FaultyContent, Unknown
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_blocks import Block, HandsBlock, Playable
from tutor.library.lesson_questions import ItemQuestion, WrittenQuestion
from tutor.library.lessons import Lesson
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.games import DecisionRef
from tutor.quizzes.kinds.lessons import LessonExercise, LessonRef, MomentRef
from tutor.quizzes.reference import ExerciseRef
from tutor.seats import BySeat, Seat
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

    def __init__(self, content: ContentAccess) -> None:
        self._content = content
        self._questions: dict[str, AskedIn] = {}
        self._drawn: dict[tuple[str, int], AskedIn] = {}
        self._items: set[str] = set()
        self._deals: dict[tuple[Hand, ...], AskedIn] = {}
        self._guided: dict[tuple[Hand, ...], AskedIn] = {}  # those that open lessons play
        self._games: dict[str, AskedIn] = {}  # those whose decisions are asked, not only the cards in a lesson
        self._lessons: set[str] = set()  # all that are open work, also where every question is answered
        self._replays: set[tuple[Hand, ...]] = set()  # likewise
        self._seeds: dict[str, AskedIn] = {}

    # ---- what is asked ---------------------------------------------------------------------------------------------

    def of_question(self, ref: ExerciseRef) -> AskedIn | None:
        """Where a question is asked, if it is secret. A question on an item may be one of a lesson."""
        found = self._questions.get(str(ref)) or (self._drawn.get(ref.draw) if ref.draw else None)
        if found is None and isinstance(ref, ItemRef) and ref.item in self._items:
            exercise = ref.resolve(self._content)
            return self._questions.get(str(exercise.ref)) if isinstance(exercise, LessonExercise) else None
        if found is None and isinstance(ref, LessonRef | MomentRef) and (self._games or self._deals):
            return self._of_guided(ref)
        return found

    def of_lesson(self, lesson: Lesson) -> AskedIn | None:
        """Where a lesson is asked, if any of its questions is secret, or a deal that it plays or shows."""
        asked = self._first(LessonRef(lesson.id, question.name) for question in lesson.questions)
        return asked or self.of_deals_in(lesson)

    def of_deals_in(self, lesson: Lesson) -> AskedIn | None:
        """Where a deal that a lesson plays or shows is asked by other work, if it is secret.

        None if the lesson is open work itself: then it is to be done.
        """
        if lesson.id in self._lessons or not (self._games or self._deals):
            return None
        return next(filter(None, map(self._of_block, lesson.blocks)), None)

    def of_decisions(self, game: Game) -> AskedIn | None:
        """Where a game is asked, if any of its decisions is secret."""
        return self._first(DecisionRef(game.id, decision.id) for decision in game.decisions)

    def of_deal(self, deal: Deal) -> AskedIn | None:
        """Where a deal is to be played, if it is secret, wherever it comes from."""
        return self.of_hands(deal.hands)

    def of_hands(self, hands: BySeat[Hand]) -> AskedIn | None:
        """Where the four hands of a deal or an ending are to be played, if they are secret.

        If an open lesson plays a game, all of the game is secret, unless its replay is open work too.
        """
        if not (self._deals or self._guided):
            return None
        cards = _cards(hands)
        return self._deals.get(cards) or (None if cards in self._replays else self._guided.get(cards))

    def of_content(self, content: Lesson | Playable) -> AskedIn | None:
        """Where a lesson, a game, a deal or an ending is asked, if something about it is secret."""
        if isinstance(content, Lesson):
            return self.of_lesson(content)
        asked = self.of_decisions(content) if isinstance(content, Game) else None
        return asked or self.of_hands(content.hands)

    def of_name(self, name: str) -> AskedIn | None:
        """Where something of the tutor’s is asked, by its id, if something about it is secret."""
        library = self._content.library
        dealt: Game | ExampleDeal | Problem | None = (
            library.games.get(name) or library.deals.get(name) or library.problems.get(name)
        )
        content = dealt or self._content.courses.lessons.get(name)
        return self.of_content(content) if content is not None else None

    def of_seed(self, seed: str) -> AskedIn | None:
        """Where the deal of a number is to be played, if it is secret."""
        return self._seeds.get(seed)

    @property
    def has_questions(self) -> bool:
        """Whether any question is secret."""
        return bool(self._questions or self._drawn or self._deals)

    @property
    def contents(self) -> Hashable:
        """A value that differs whenever other things are secret, for pages that are remembered."""
        found = (self._questions, self._drawn, self._deals, self._guided, self._games, self._lessons, self._replays)
        return tuple(frozenset[object](names) for names in found)

    def _of_guided(self, ref: LessonRef | MomentRef) -> AskedIn | None:
        """Where the game or the deal that a question of a lesson plays is asked, if it is secret."""
        try:
            lesson = self._content.lesson(ref.lesson)
        except (Unknown, FaultyContent):  # what is no longer there has nothing to tell
            return None
        name = ref.question if isinstance(ref, LessonRef) else ref.deal
        is_played = any(isinstance(one, GuidedDeal) and one.name == name for one in lesson.questions)
        return self.of_deals_in(lesson) if is_played else None

    def _of_block(self, block: Block) -> AskedIn | None:
        shown = block.shows if isinstance(block, WrittenQuestion) else block
        if isinstance(shown, GuidedDeal):
            return self._games.get(shown.of) or self._deals.get(_cards(shown.dealt.hands))
        if isinstance(shown, HandsBlock) and shown.of and self._deals:
            return self._deals.get(_cards(self._content.playable(shown.of).hands))
        return None

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
                self._add_lesson(self._content.lesson(work.lesson), where, done, self._content)
            case ReplayWork():
                game = self._content.game(work.game)
                refs = [DecisionRef(game.id, decision.id) for decision in game.decisions]
                self._add_game(game, where, [ref for ref in refs if ref.key not in answered])
            case HandWork() if not any(answer.answer.topic == PLAYED for answer in given):
                self._deals |= {_cards(deal.hands): where for deal in work.given()}

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
            self._add_lesson(lesson, where, {ref.key for ref in keys.values() if str(ref) not in names}, content)
        elif isinstance(subject, ReplayWork):
            self._add_game(content.game(subject.game), where, waiting)
        elif isinstance(subject, DealWork) and not live.shown:
            self._deals[_cards(deal_in(subject.deal, content).hands)] = where

    def _add_game(self, game: Game, where: AskedIn, waiting: Collection[ExerciseRef]) -> None:
        self._replays.add(_cards(game.hands))
        if waiting:
            self._games[game.id] = where
            self._questions |= {str(ref): where for ref in waiting}

    def _add_lesson(self, lesson: Lesson, where: AskedIn, done: Collection[str], content: ContentAccess) -> None:
        self._lessons.add(lesson.id)
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
                self._add_played(question, where, content)

    def _add_played(self, deal: GuidedDeal, where: AskedIn, content: ContentAccess) -> None:
        """Adds the game, the deal or the ending that a lesson plays, with the decisions of a game."""
        if not deal.of:
            return
        with suppress(Unknown, FaultyContent):  # nobody can look up a game of a teacher's that they may not see
            played = content.playable(deal.of)
            self._guided[_cards(played.hands)] = where
            if isinstance(played, Game):
                refs = (DecisionRef(played.id, decision.id) for decision in played.decisions)
                self._questions = {str(ref): where for ref in refs} | self._questions

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


def _cards(hands: BySeat[Hand]) -> tuple[Hand, ...]:
    return tuple(hands[seat] for seat in Seat)
