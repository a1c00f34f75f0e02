"""A drill: so many questions on some items, at a level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field

from tutor.authors import current
from tutor.quizzes.drills import ExerciseRef
from tutor.quizzes.exercise import Level
from tutor.study.answers.answer import Answer
from tutor.study.classroom.secret_numbers import Draw
from tutor.study.classroom.submitted import SubmittedAnswer
from tutor.study.classroom.work.base import Content, Marker, Seed, WorkByAttempt, verdict_on

MOST_QUESTIONS = 50


class DrillWork(WorkByAttempt):
    """Questions that are drawn on items."""

    secret_fields: ClassVar[frozenset[str]] = frozenset(("seed", "on"))
    topic: ClassVar[str] = "exercise"

    kind: Literal["drill"] = "drill"
    on: tuple[str, ...] = Field(min_length=1, max_length=500)
    questions: int = Field(ge=1, le=MOST_QUESTIONS)
    seed: Seed
    level: Level = Level.BEGINNER
    authority: Annotated[str, AfterValidator(current)] | None = Field(None, max_length=40)

    def question_count(self, content: Content) -> int:
        del content
        return self.questions

    def missing_from(self, content: Content) -> Iterator[str]:
        yield from (f"there is no item ‘{item}’" for item in self.on if item not in content.makers.items)

    @property
    def draw_number(self) -> int:
        return self.seed

    def redrawn(self, number: int) -> Self:
        return self.model_copy(update={"seed": number})

    def drawn_questions(self, draw: Draw, attempt: int) -> Sequence[ExerciseRef]:
        return draw.questions(self.on, self.questions, self.level, attempt)

    def attempts_begun(self, answers: Collection[Answer], tables: Collection[int]) -> int:
        del tables
        return max((answer.attempt or 0 for answer in answers), default=0)

    def mark(self, submitted: SubmittedAnswer, marker: Marker) -> Answer | None:
        if submitted.topic != self.topic or submitted.attempt is None:
            return None
        questions = self.drawn_questions(marker.draw, submitted.attempt)
        asked = next((question for question in questions if question.key == submitted.item), None)
        if asked is None:
            return None
        exercise = marker.content.makers.make(asked.item, asked.number, asked.level)
        verdict = verdict_on(submitted, exercise)
        given, shade = verdict.given.key, verdict.shade.value
        return Answer(self.topic, submitted.item, given, shade, exercise.item, number=asked.number, level=asked.level)
