"""A lesson to be read to its end, every question answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from tutor.study.classroom.assigned_work.base import ContentLookup, QuestionCount, WorkByQuestion


class CompositionVersion(BaseModel):
    """Which version of which composition of the teacher’s own: it stays the one that was given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    composition: int
    version: int


class LessonWork(WorkByQuestion):
    """A lesson: one of a course, or of the teacher’s own."""

    composition_kind: ClassVar[str] = "lesson"
    topic: ClassVar[str] = "lesson"

    kind: Literal["lesson"] = "lesson"
    lesson: str = Field(max_length=80)
    own: CompositionVersion | None = None

    @property
    def content_id(self) -> str:
        return f"own-{self.own.composition}-{self.own.version}" if self.own else self.lesson

    def moved_to(self, content_id: str, composition: int, version: int) -> Self:
        return self.model_copy(
            update={"lesson": content_id, "own": CompositionVersion(composition=composition, version=version)}
        )

    def question_count(self, content: ContentLookup) -> int:
        return len(content.lesson(self.lesson).questions)

    def counted_in(self, content: ContentLookup) -> QuestionCount:
        before = content.moved.asked_before(self.lesson)
        return QuestionCount(self.question_count(content), frozenset(f"{self.lesson}/{name}" for name in before))

    def missing_from(self, content: ContentLookup) -> Iterator[str]:
        content.lesson(self.lesson)
        yield from ()
