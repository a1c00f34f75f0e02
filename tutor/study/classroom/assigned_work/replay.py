"""A game of the books to be replayed, every decision taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from pydantic import Field

from tutor.study.classroom.assigned_work.base import ContentLookup, WorkByQuestion


class ReplayWork(WorkByQuestion):
    """A game: one of the books, or of the teacher’s own."""

    composition_kind: ClassVar[str] = "hand"
    topic: ClassVar[str] = "game"

    kind: Literal["replay"] = "replay"
    game: str = Field(max_length=80)

    @property
    def content_id(self) -> str:
        return self.game

    def moved_to(self, content_id: str, composition: int, version: int) -> Self:
        del composition, version
        return self.model_copy(update={"game": content_id})

    def question_count(self, content: ContentLookup) -> int:
        return len(content.game(self.game).decisions)

    def missing_from(self, content: ContentLookup) -> Iterator[str]:
        content.game(self.game)
        yield from ()
