"""What a file of a lesson may hold: its front matter, and each block of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Question
from tutor.citations import SOURCES
from tutor.library.fields import (
    EndingText,
    HoldingsText,
    Lines,
    Model,
    Prose,
    SeatText,
    SyllabusId,
    known_authority,
    known_source,
)  # fmt: skip
from tutor.library.views import ViewModel

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Pattern = Annotated[str, Field(pattern=r"^[a-z0-9*]+(-[a-z0-9*]+)*$", description="an item, or many: term-p*")]
SourceKey = Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
_PAGE = "([1-9][0-9]{0,2}|[ivxl]+)"
PagesText = Annotated[str, Field(pattern=f"^{_PAGE}([–-]{_PAGE})?$", description="a page, or 12–15; vii in a preface")]
QuestionText = Annotated[Question, Field(description="what an author is asked")]


class PassageModel(Model):
    """A place in a book."""

    source: SourceKey
    page: PagesText | None = None
    lines: Lines


class DrillModel(Model):
    """What is drilled, and in how many questions."""

    on: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    questions: Annotated[int, Field(ge=1, le=20)] = 6


class LessonModel(Model):
    """What stands before the text of a lesson."""

    title: Prose
    aim: Prose
    sources: Annotated[tuple[PassageModel, ...], Field(min_length=1)]
    needs: tuple[Slug, ...] = ()
    teaches: tuple[SyllabusId, ...] = ()
    drill: DrillModel


class CourseModel(Model):
    """A course: its lessons in order."""

    title: Prose
    aim: Prose
    lessons: Annotated[tuple[Slug, ...], Field(min_length=1)]


# ---- blocks ------------------------------------------------------------------------------------------------------


class HandModel(Model):
    """Cards to look at: `hand`, `hands`, `cards` or `of`."""

    hand: EndingText | None = None
    hands: dict[SeatText, EndingText] | None = None
    cards: HoldingsText | None = None
    of: str | None = None
    caption: Prose | None = None

    @model_validator(mode="after")
    def _one_of_four(self) -> HandModel:
        if sum(one is not None for one in (self.hand, self.hands, self.cards, self.of)) != 1:
            raise ValueError("write one of ‘hand’, ‘hands’, ‘cards’ and ‘of’")
        return self


class ReplayModel(Model):
    """A game from a trick."""

    game: str
    trick: Annotated[int, Field(ge=0, le=13, alias="from", description="0 is the declaration")] = 0
    says: Prose


class TableModel(Model):
    """A table."""

    caption: Prose
    head: Annotated[tuple[Prose, ...], Field(min_length=1)]
    rows: Annotated[tuple[tuple[str, ...], ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _rectangular(self) -> TableModel:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.head):
                raise ValueError(f"row {number} has {len(row)} cells and the head {len(self.head)}")
        return self


class MastersModel(Model):
    """A view to be put to every author."""

    view: ViewModel
    asks: QuestionText
    says: Prose


class QuotedModel(Model):
    """A maxim."""

    of: str


class OptionModel(Model):
    """An answer that can be chosen."""

    says: Prose
    right: bool = False
    acceptable: bool = False
    why: Prose | None = None

    @model_validator(mode="after")
    def _reasoned(self) -> OptionModel:
        if not self.right and self.why is None:
            raise ValueError("an answer that is not right needs a reason: write ‘why’")
        return self


class AskedModel(Model):
    """A question written with its answer."""

    name: Slug
    on: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    ask: Prose
    choices: Annotated[tuple[OptionModel, ...], Field(min_length=2, max_length=6)] | None = None
    number: int | None = None
    because: Prose
    shows: HandModel | None = None
    cite: PassageModel | None = None

    @model_validator(mode="after")
    def _answerable(self) -> AskedModel:
        if (self.choices is None) == (self.number is None):
            raise ValueError("write ‘choices’, or a ‘number’ that is the answer")
        if self.choices is not None:
            if sum(choice.right for choice in self.choices) != 1:
                raise ValueError("one choice, and only one, is right")
            if len({choice.says for choice in self.choices}) < len(self.choices):
                raise ValueError("two choices say the same")
        return self


class JudgedModel(Model):
    """A question on a view, judged by an author’s rules."""

    name: Slug
    on: Annotated[tuple[SyllabusId, ...], Field(min_length=1)]
    authority: Annotated[str, AfterValidator(known_authority), Field(json_schema_extra={"enum": list(AUTHORITIES)})]
    asks: QuestionText
    view: ViewModel


class MadeModel(Model):
    """A question made on an item; `of` is its number."""

    name: Slug
    item: Slug
    of: Annotated[int, Field(ge=0, le=1_000_000)] = 0


BLOCKS: dict[str, type[Model]] = {
    "hand": HandModel,
    "replay": ReplayModel,
    "table": TableModel,
    "masters": MastersModel,
    "maxim": QuotedModel,
    "drill": DrillModel,
}
"""The models of blocks by the word after the fence; a `question` is of one of three, by its keys."""


def model_of_question(data: Any) -> type[Model]:
    """Which of the three kinds of question a block is."""
    keys = data.keys() if isinstance(data, dict) else set()
    return MadeModel if "item" in keys else JudgedModel if "view" in keys else AskedModel
