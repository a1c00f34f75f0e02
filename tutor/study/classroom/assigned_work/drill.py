"""A drill: so many questions on some items, at a level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from tutor.authors import current
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ItemRef
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work.base import ContentLookup, Marker, Seed, Work, WorkByAttempt, mark_submitted
from tutor.study.classroom.secret_numbers import Draw, Pool
from tutor.study.classroom.submitted import SubmittedAnswer

MOST_QUESTIONS = 50


class DrillWork(WorkByAttempt):
    """Questions that are drawn on items: from a pool of different questions, or by number where it has none.

    A drill that was assigned before there were pools has none, and keeps its questions.
    """

    secret_fields: ClassVar[frozenset[str]] = frozenset(("seed", "on", "pool"))
    topic: ClassVar[str] = "exercise"

    kind: Literal["drill"] = "drill"
    on: tuple[str, ...] = Field(min_length=1, max_length=500)
    questions: int = Field(ge=1, le=MOST_QUESTIONS)
    seed: Seed
    level: Level = Level.BEGINNER
    authority: Annotated[str, AfterValidator(current)] | None = Field(None, max_length=40)
    pool: Pool = Field((), max_length=1000)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.pool and len(self.pool) < self.questions:
            raise ValueError(f"there are {len(self.pool)} different questions, and it asks {self.questions}")
        return self

    @model_serializer(mode="wrap")
    def _stored(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without a pool it is written as it was before there were any, so that signatures hold."""
        return {name: value for name, value in handler(self).items() if name != "pool" or value}

    def like(self, before: Work) -> Work:
        return before if before == self.model_copy(update={"pool": getattr(before, "pool", ())}) else self

    def question_count(self, content: ContentLookup) -> int:
        del content
        return self.questions

    def missing_from(self, content: ContentLookup) -> Iterator[str]:
        named = dict.fromkeys((*self.on, *(item for item, _ in self.pool)))
        yield from (f"there is no item ‘{item}’" for item in named if item not in content.makers.items)

    @property
    def draw_number(self) -> int:
        return self.seed

    def redrawn(self, number: int) -> Self:
        return self.model_copy(update={"seed": number})

    def drawn_questions(self, draw: Draw, attempt: int) -> Sequence[ItemRef]:
        if self.pool:
            return draw.pooled(self.pool, self.questions, self.level, attempt)
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
