"""A page of the teacher’s own text, to be read."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from tutor.quizzes.exercise import Grade
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work.base import Marker, WorkByAttempt
from tutor.study.classroom.submitted import SubmittedAnswer

LONGEST_TEXT = 20_000
READ = "text"
"""The topic of the answers that say that a text was read."""


class TextWork(WorkByAttempt):
    """A page, in Markdown."""

    topic: ClassVar[str] = READ

    kind: Literal["text"] = "text"
    text: str = Field(min_length=1, max_length=LONGEST_TEXT)

    def mark(self, submitted: SubmittedAnswer, marker: Marker) -> Answer | None:
        return Answer(READ, str(marker.assignment), READ, Grade.BEST.value, "") if submitted.topic == READ else None
