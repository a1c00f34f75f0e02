"""A drill: so many questions on some items, at a level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field

from tutor.authors import current
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ItemRef
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work.base import ContentLookup, Marker, Seed, WorkByAttempt, mark_submitted
from tutor.study.classroom.secret_numbers import Draw
from tutor.study.classroom.submitted import SubmittedAnswer

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

    def question_count(self, content: ContentLookup) -> int:
        del content
        return self.questions

    def missing_from(self, content: ContentLookup) -> Iterator[str]:
        yield from (f"there is no item ‘{item}’" for item in self.on if item not in content.makers.items)

    @property
    def draw_number(self) -> int:
        return self.seed

    def redrawn(self, number: int) -> Self:
        return self.model_copy(update={"seed": number})

    def drawn_questions(self, draw: Draw, attempt: int) -> Sequence[ItemRef]:
        return draw.questions(self.on, self.questions, self.level, attempt)

    def attempts_begun(self, answers: Collection[Answer], tables: Collection[int]) -> int:
        del tables
        return max((answer.attempt or 0 for answer in answers), default=0)

    def mark(self, submitted: SubmittedAnswer, marker: Marker) -> Answer | None:
        if submitted.topic != self.topic or submitted.attempt is None:
            return None
        asked = (ref for ref in self.drawn_questions(marker.draw, submitted.attempt) if ref.key == submitted.item)
        ref = next(asked, None)
        return mark_submitted(ref, submitted, marker.content) if ref else None
