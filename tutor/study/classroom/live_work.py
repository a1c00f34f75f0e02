"""What a live lesson shows, step by step, and the question at each step, as its own pages name both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor.library.deals import ExampleDeal
from tutor.library.guided_deals import GuidedDeal
from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.kinds.declarations import DeclarationRef, judge
from tutor.quizzes.kinds.games import DecisionRef
from tutor.quizzes.kinds.lessons import LessonRef, MomentRef
from tutor.quizzes.reference import ExerciseRef
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, ReplayWork
from tutor.study.classroom.authored_content import ContentAccess, is_own

RACE = "race"
"""The kind of a live lesson that is a race."""
Steps = Sequence[ExerciseRef | None]
"""The question at each step, from step 0; None where there is only something to see."""


class DealWork(BaseModel):
    """A deal whose play the book does not give: the dealer’s hand, then all four with what the author says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["deal"] = "deal"
    deal: str = Field(max_length=80)


Subject = Annotated[ReplayWork | DealWork | LessonWork | DrillWork, Field(discriminator="kind")]


class RaceTerms(BaseModel):
    """A race: everybody goes through the same drill at their own speed, alone or in pairs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    in_pairs: bool = False


class LiveWork(BaseModel):
    """What a live lesson is on, and the number of the teacher who chose it: it may be something of their own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: int
    on: Subject
    race: RaceTerms | None = None

    @property
    def kind(self) -> str:
        return RACE if self.race else self.on.kind

    def steps(self, content: ContentAccess) -> Steps:
        """The question at each step. Raises `Unknown`, `FaultyContent`."""
        match self.on:
            case ReplayWork():
                return _steps_of_replay(self.on.game, content)
            case DealWork():
                return _steps_of_deal(deal_in(self.on.deal, content))
            case LessonWork():
                return _steps_of_lesson(self.on.lesson, content)
            case DrillWork():
                return _steps_of_drill(self.on)


def live_work_of(stored: str) -> LiveWork:
    """What was stored. Raises `ValidationError`."""
    return LiveWork.model_validate_json(stored)


def deal_in(deal_id: str, content: ContentAccess) -> ExampleDeal:
    """A deal of the library or of the teacher’s own. Raises `Unknown`, `FaultyContent`."""
    return content.hand(deal_id, ExampleDeal, "deal") if is_own(deal_id) else content.library.deal(deal_id)


def _steps_of_replay(game_id: str, content: ContentAccess) -> Steps:
    """A step for each call and card, and the deal before them. The question is what comes next."""
    game = content.game(game_id)
    asked = {decision.step - 1: DecisionRef(game.id, decision.id) for decision in game.decisions}
    return tuple(asked.get(step) for step in range(game.last_step + 1))


def _steps_of_deal(deal: ExampleDeal) -> Steps:
    """What the dealer declares, if an author here can say it; then the four hands."""
    hand = deal.deal.hands[deal.deal.dealer]
    return (DeclarationRef(hand) if deal.code == judge().code else None, None)


def _steps_of_lesson(lesson_id: str, content: ContentAccess) -> Steps:
    """A step for each question, and the end. A deal to play is asked moment by moment, as on paper."""
    lesson, found = content.lesson(lesson_id), list[ExerciseRef | None]()
    for question in lesson.questions:
        if isinstance(question, GuidedDeal):
            moments = [
                MomentRef(lesson.id, question.name, number)
                for number, moment in enumerate(question.moments, 1)
                if moment.is_asked
            ]
            found += moments or [None]
        else:
            found.append(LessonRef(lesson.id, question.name))
    return (*found, None)


def _steps_of_drill(drill: DrillWork) -> Steps:
    """The questions of the drill, drawn by its seed, and the end."""
    return (*ExerciseSet(drill.on, drill.questions, drill.seed, drill.level).refs(), None)
