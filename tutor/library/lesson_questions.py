"""The questions of a lesson: written with their answers, judged by an author’s rules, made on an item, or deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from tutor.authorities import AUTHORITIES
from tutor.errors import Fault
from tutor.library.experiments import ExperimentQuestion
from tutor.library.fields import Prose, SyllabusId, Value, known_authority
from tutor.library.guided_deals import GuidedDeal
from tutor.library.incidents import Incident
from tutor.library.lesson_blocks import (
    BookPassage,
    HandsBlock,
    NamedQuestion,
    Pattern,
    QuestionText,
    Slug,
    Surroundings,
)
from tutor.library.views import ViewText
from tutor.library.yaml_text import Document


class Option(Value):
    """A possible answer; a wrong answer has a reason."""

    says: Prose
    right: bool = False
    acceptable: bool = False
    reason: Annotated[Prose | None, Field(alias="why")] = None

    @model_validator(mode="after")
    def _reasoned(self) -> Option:
        if not self.right and self.reason is None:
            raise ValueError("a wrong answer needs a reason. Write ‘why’")
        return self

    @property
    def why(self) -> str:
        return self.reason or ""


class WrittenQuestion(NamedQuestion):
    """A question written with its answer: one of the `options`, or a `number` if there are none."""

    on: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    ask: Prose
    choices: Annotated[tuple[Option, ...], Field(min_length=2, max_length=6)] | None = None
    number: int | None = None
    because: Prose
    shows: HandsBlock | None = None
    cite: BookPassage | None = None

    @model_validator(mode="after")
    def _answerable(self) -> WrittenQuestion:
        if (self.choices is None) == (self.number is None):
            raise ValueError("write ‘choices’, or the answer as a ‘number’")
        if self.choices is not None:
            if sum(choice.right for choice in self.choices) != 1:
                raise ValueError("exactly one choice must be right")
            if len({choice.says for choice in self.choices}) < len(self.choices):
                raise ValueError("two choices say the same")
        return self

    @property
    def options(self) -> tuple[Option, ...]:
        return self.choices or ()

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.ask, self.because, *(text for option in self.options for text in (option.says, option.why)))

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        yield from super().faults(document, around)
        if self.shows:
            yield from self.shows.faults(document, around, ("shows",))


class AuthorityQuestion(NamedQuestion):
    """A question on a view that an author’s rules answer."""

    on: Annotated[tuple[SyllabusId, ...], Field(min_length=1)]
    authority: Annotated[str, AfterValidator(known_authority), Field(json_schema_extra={"enum": list(AUTHORITIES)})]
    question: Annotated[QuestionText, Field(alias="asks")]
    view: ViewText


class ItemQuestion(NamedQuestion):
    """A question made on an item. The same `number` gives everybody the same question."""

    item: Slug
    number: Annotated[int, Field(alias="of", ge=0, le=1_000_000)] = 0

    @property
    def on(self) -> tuple[str, ...]:
        return (self.item,)


PosedQuestion = WrittenQuestion | AuthorityQuestion | ItemQuestion | GuidedDeal | ExperimentQuestion | Incident


def kind_of_question(data: Any) -> type[WrittenQuestion | AuthorityQuestion | ItemQuestion]:
    """Which of the three kinds of `question` a block is, by its keys."""
    keys = data.keys() if isinstance(data, dict) else set()
    return ItemQuestion if "item" in keys else AuthorityQuestion if "view" in keys else WrittenQuestion
