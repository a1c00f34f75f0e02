"""What can be assigned: a lesson, a replay, a drill, a hand to play, a page of the teacher’s own text."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from tutor.authors import current
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER

MOST_QUESTIONS = 50
LONGEST_TEXT = 20_000

PLAYED, READ = "hand", "text"
"""The topics of the answers that say that a hand was played to its end, and that a text was read."""


class _Work(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Composed(_Work):
    """Which version of which composition of the teacher’s own: it stays the one that was given."""

    composition: int
    version: int


class LessonWork(_Work):
    """A lesson to be read to its end, every question answered: one of a course, or of the teacher’s own."""

    kind: Literal["lesson"] = "lesson"
    lesson: str = Field(max_length=80)
    own: Composed | None = None


class ReplayWork(_Work):
    """A game of the books to be gone through, every decision taken."""

    kind: Literal["replay"] = "replay"
    game: str = Field(max_length=80)


class DrillWork(_Work):
    """So many questions on some items, at a level; `seed` says which, for all or for each (and for each attempt)."""

    kind: Literal["drill"] = "drill"
    on: tuple[str, ...] = Field(min_length=1, max_length=500)
    questions: int = Field(ge=1, le=MOST_QUESTIONS)
    seed: int = Field(ge=0, lt=LARGEST_NUMBER)
    level: Level = Level.BEGINNER
    authority: Annotated[str, AfterValidator(current)] | None = Field(None, max_length=40)


class HandWork(_Work):
    """A deal (a line of PBN, and who dealt) to be called and played from a seat under a code, against the tutor.

    Without a deal it is dealt by chance, `seed` telling how.
    """

    kind: Literal["hand"] = "hand"
    code: str = Field(max_length=40)
    player: str = Field(max_length=1)
    strictness: str = Field(max_length=20)
    seed: int = Field(ge=0, lt=LARGEST_NUMBER)
    deal: str = Field("", max_length=120)
    name: str = Field("", max_length=120)


class TextWork(_Work):
    """A page to be read, in Markdown."""

    kind: Literal["text"] = "text"
    text: str = Field(min_length=1, max_length=LONGEST_TEXT)


Work = Annotated[LessonWork | ReplayWork | DrillWork | HandWork | TextWork, Field(discriminator="kind")]
WORK: TypeAdapter[LessonWork | ReplayWork | DrillWork | HandWork | TextWork] = TypeAdapter(Work)
"""Reads work from JSON, and refuses what is none."""
