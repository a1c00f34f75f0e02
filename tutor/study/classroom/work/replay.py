"""A game of the books to be replayed, every decision taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from pydantic import Field

from tutor.quizzes import replaying
from tutor.quizzes.marks import Grade
from tutor.study.answers.answer import Answer
from tutor.study.classroom.submitted import SubmittedAnswer
from tutor.study.classroom.work.base import Content, Marker, UnfitAnswer, WorkByQuestion


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

    def question_count(self, content: Content) -> int:
        return len(content.game(self.game).decisions)

    def missing_from(self, content: Content) -> Iterator[str]:
        content.game(self.game)
        yield from ()

    def mark(self, submitted: SubmittedAnswer, marker: Marker) -> Answer | None:
        game, name = marker.content.game(self.game), submitted.item.partition("/")[2]
        decision = next((one for one in game.decisions if one.id == name), None)
        if decision is None or submitted.topic != self.topic:
            return None
        shade = Grade.TOLD
        if submitted.given != "tell":
            answer = replaying.read(submitted.given, replaying.choices(game, decision))
            if answer is None:
                raise UnfitAnswer(f"‘{submitted.given[:40]}’ cannot be chosen at ‘{submitted.item}’")
            shade = replaying.mark(decision, answer).shade
        return Answer(self.topic, f"{self.game}/{name}", submitted.given, shade.value, decision.rule.id)
