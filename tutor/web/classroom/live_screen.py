"""What a live lesson shows at its step, to pupils, to the teacher and on the projector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from flask import g
from flask_babel import gettext

from tutor.cards import Card
from tutor.errors import FaultyContent, Unknown
from tutor.library.deals import ExampleDeal
from tutor.library.games import Decision, Game
from tutor.quizzes.exercise import Exercise, ExerciseVerdict, Grade
from tutor.quizzes.kinds.games import DecisionExercise, DecisionRef
from tutor.quizzes.kinds.lessons import LessonRef, MomentRef
from tutor.quizzes.reference import ExerciseRef
from tutor.seats import Seat
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import answer_to
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, ReplayWork
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.live import LiveLesson, Participant, Phase, Vote
from tutor.study.classroom.live_work import DealWork, LiveWork, Steps, deal_in
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.learn.lesson_steps import Step, steps_of
from tutor.web.learn.lessons import unanswered_blocks
from tutor.web.learn.replay import Chair, Replay, decider
from tutor.web.practise.exercises import TableLayout, chosen_cards, exercise_layout
from tutor.web.services import services, use_learner


@contextmanager
def content_of(work: LiveWork) -> Iterator[ContentAccess]:
    """The content as the teacher sees it who chose the work: pupils are shown it, but cannot open it elsewhere."""
    mine = services().study.learner
    use_learner(work.by)
    try:
        yield shelf()
    finally:
        if "parts" in g:
            use_learner(mine)


def steps_in(live: LiveLesson) -> Steps:
    """The steps of a live lesson; none if what it is on is no longer there."""
    with content_of(live.work) as content:
        try:
            return live.work.steps(content)
        except (Unknown, FaultyContent):
            return ()


@dataclass(frozen=True)
class Tallied:
    """An answer with its votes: how many, whose, and whether it is right."""

    key: str
    label: str
    votes: int
    voters: Sequence[str]
    is_best: bool
    is_right: bool


@dataclass(frozen=True)
class LiveScreen:
    """A live lesson at its step, with the question there if there is one."""

    live: LiveLesson
    steps: Steps
    content: ContentAccess

    # ---- the question ------------------------------------------------------------------------------------------------

    @property
    def ref(self) -> ExerciseRef | None:
        """The question at this step."""
        return self.steps[self.live.step] if self.live.step < len(self.steps) else None

    @cached_property
    def exercise(self) -> Exercise | None:
        return self.ref.resolve(self.content) if self.ref else None

    @property
    def is_gone(self) -> bool:
        """Whether what the lesson is on is no longer there: its teacher has left."""
        return not self.steps

    @property
    def asked(self) -> Exercise | None:
        """The question, once it is asked."""
        return None if self.live.phase is Phase.WATCH else self.exercise

    @property
    def takes_votes(self) -> bool:
        return self.live.takes_votes and self.exercise is not None

    @property
    def is_shown(self) -> bool:
        return self.live.phase is Phase.SHOWN and self.exercise is not None

    @property
    def cards(self) -> Mapping[Card, str]:
        """The cards to choose from while votes are taken."""
        return chosen_cards(self.exercise) if self.exercise and self.takes_votes else {}

    @cached_property
    def laid(self) -> TableLayout | None:
        """The table of the question, where no replay or deal is shown instead."""
        return exercise_layout(self.exercise) if self.replay is None else None

    @cached_property
    def told(self) -> ExerciseVerdict | None:
        """The author’s answer, once it is shown."""
        if not self.is_shown or self.exercise is None:
            return None
        return replace(self.exercise.mark(self.exercise.answer), grade=Grade.TOLD)

    def verdict(self, vote: Vote | None) -> ExerciseVerdict | None:
        """The verdict on a vote, once it is shown."""
        return self.exercise.mark(vote.given) if vote and self.is_shown and self.exercise else None

    def label(self, given: str) -> str:
        """An answer in words."""
        return self.exercise.choice(given).label if self.exercise else given

    def tallied(self, votes: Sequence[Vote], people: Sequence[Participant]) -> Sequence[Tallied]:
        """The answers with their votes: the answers chosen, the most votes first, and the right ones."""
        exercise = self.exercise
        if exercise is None:
            return ()
        names = {one.person.id: one.shown_as for one in people}
        chosen: dict[str, list[str]] = {}
        for vote in votes:
            chosen.setdefault(vote.given, []).append(names.get(vote.learner, ""))
        best = {choice.key for choice in exercise.mark(exercise.answer).best}
        keys = [*sorted(chosen, key=lambda key: -len(chosen[key])), *sorted(best - chosen.keys())]
        return [
            Tallied(
                key,
                formatting.sentence(self.label(key)).removesuffix("."),
                len(chosen.get(key, ())),
                sorted(filter(None, chosen.get(key, ()))),
                key in best,
                exercise.mark(key).grade.is_right,
            )
            for key in keys
        ]

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def is_first(self) -> bool:
        return self.live.step == 0

    @property
    def is_last(self) -> bool:
        return self.live.step >= len(self.steps) - 1

    @property
    def next_question(self) -> int | None:
        """The next step with a question that was not shown yet."""
        coming = range(self.live.step + 1, len(self.steps))
        return next((step for step in coming if self.steps[step] and step not in self.live.shown), None)

    @property
    def number(self) -> int:
        """The number of the question here, from 1; 0 without one."""
        return sum(ref is not None for ref in self.steps[: self.live.step + 1]) if self.ref else 0

    @property
    def questions(self) -> int:
        """How many questions there are."""
        return sum(ref is not None for ref in self.steps)

    # ---- what is shown -----------------------------------------------------------------------------------------------

    @cached_property
    def replay(self) -> Replay | None:
        """The game at this step. What was shown counts as decided."""
        work = self.live.work.on
        if not isinstance(work, ReplayWork) or self.is_gone:
            return None
        game = self.content.game(work.game)
        shown = [self.steps[step] for step in self.live.shown if step < len(self.steps)]
        decided = {ref.decision for ref in shown if isinstance(ref, DecisionRef)}
        return Replay(game, min(self.live.step, game.last_step), Chair.TURN, _as_the_author(game, decided))

    def decider(self, decision: Decision) -> Seat:
        """The player who makes a decision of the game."""
        assert self.replay is not None  # noqa: S101 - only a replay has decisions
        return decider(decision, self.replay.game)

    @cached_property
    def deal(self) -> ExampleDeal | None:
        """The deal whose four hands are shown."""
        work = self.live.work.on
        if not isinstance(work, DealWork) or self.ref or self.is_gone:
            return None
        return deal_in(work.deal, self.content)

    @property
    def is_told(self) -> bool:
        """Whether what the author says of the deal is shown: at its last step."""
        return self.deal is not None and self.is_last

    @cached_property
    def reading(self) -> Step | None:
        """The text of the lesson before the question here."""
        work = self.live.work.on
        if not isinstance(work, LessonWork) or self.is_gone:
            return None
        steps = steps_of(unanswered_blocks(self.content.lesson(work.lesson)))
        lesson = self.content.lesson(work.lesson)
        names = [question.name for question in lesson.questions]
        ref = self.ref
        if isinstance(ref, LessonRef):
            return steps[names.index(ref.question)]
        if isinstance(ref, MomentRef):
            before = self.steps[self.live.step - 1] if self.live.step else None
            goes_on = isinstance(before, MomentRef) and before.deal == ref.deal
            return None if goes_on else steps[names.index(ref.deal)]
        return steps[-1]

    @property
    def heading(self) -> str:
        """Where the lesson is, briefly."""
        if self.replay is not None:
            return self.replay.heading
        if self.is_last and not self.ref:
            return gettext("The four hands") if self.deal else gettext("The end")
        return gettext("Question %(number)s of %(questions)s", number=self.number, questions=self.questions)

    @property
    def situation(self) -> str:
        """What can be seen, in a sentence that gives nothing away."""
        if self.is_gone:
            return gettext("The content of this lesson is no longer in the tutor, so nothing can be shown.")
        if self.replay is not None:
            return self.replay.situation()
        if self.deal is not None:
            return gettext("%(seat)s deals.", seat=self.deal.deal.dealer.label)
        return ""


def _as_the_author(game: Game, decided: set[str]) -> Mapping[str, Answer]:
    """Answers to decisions as the author gives them, so that a replay shows what follows."""
    exercises = (DecisionExercise(game, decision) for decision in game.decisions if decision.id in decided)
    return {
        exercise.decision.id: answer_to(exercise.ref, exercise, exercise.mark(exercise.answer))
        for exercise in exercises
    }


def title_of(work: LiveWork, content: ContentAccess) -> str:
    """What a live lesson is called: never by a title that gives an answer away. Raises `Unknown`, `FaultyContent`."""
    match work.on:
        case ReplayWork():
            game = content.game(work.on.game)
            return f"{game.citation.author}, {game.name}"
        case DealWork():
            return deal_in(work.on.deal, content).title
        case LessonWork():
            return content.lesson(work.on.lesson).title
        case DrillWork():
            return gettext("Drill")
