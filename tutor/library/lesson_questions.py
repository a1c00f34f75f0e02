"""The questions of a lesson: written with their answers, on a view, made on an item, or deals.

An author’s rules judge an answer on a view, or the lesson does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, ModelWrapValidatorHandler, PrivateAttr, model_validator

from tutor.authorities import AUTHORITIES, authority
from tutor.authorities.rules import Answer, Silent
from tutor.authors import AUTHORS
from tutor.cards import Card
from tutor.errors import Fault, TutorError
from tutor.library.experiments import ExperimentQuestion
from tutor.library.fields import AnswersText, Prose, SyllabusId, Value, known_authority, read_answer
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

    STAND_INS: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {"name": "", "needs": (), "on": (), "ask": "", "choices": None, "number": None, "because": "", "cite": None}
    )

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

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        """Its faults in this place. In another package, the author must have an answer."""
        yield from super().faults(document, around)
        if not around.is_own and AUTHORS[self.authority].is_plugin:
            advice = authority(self.authority).advise(self.view, self.question, widely=True)
            if isinstance(advice, Silent):
                mend = "Correct the view or the rule, or ask another author"
                yield document.fault(("view",), f"the author is silent here: {advice.because}", mend)


ANY_OTHER = "*"
"""The key for every answer that `wrong` does not name."""


class PositionQuestion(NamedQuestion):
    """A card to play or a call to make on a view, where the lesson itself says what is `best`, and why."""

    on: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    ask: Prose
    view: ViewText
    best: Annotated[AnswersText, Field(min_length=1)]
    also: Annotated[AnswersText, Field(description="what the lesson would accept")] = ()
    because: Prose
    wrong: Annotated[dict[str, Prose], Field(default_factory=dict, description="by card or call; * for any other")]
    cite: BookPassage | None = None

    _is_dealer_written: bool = PrivateAttr(default=False)

    @model_validator(mode="wrap")
    @classmethod
    def _note_dealer(cls, written: Any, read: ModelWrapValidatorHandler[PositionQuestion]) -> PositionQuestion:
        made = read(written)
        view = written.get("view") if isinstance(written, Mapping) else None
        made._is_dealer_written = isinstance(view, Mapping) and "dealer" in view
        return made

    @property
    def is_dealer_known(self) -> bool:
        """Whether the view says who deals, or the calls or a turned-up card depend on it."""
        return self._is_dealer_written or bool(self.view.calling.said or self.view.shown) or self.is_of_calls

    @model_validator(mode="after")
    def _of_one_kind(self) -> PositionQuestion:
        if len({isinstance(answer, Card) for answer in (*self.best, *self.also)}) != 1:
            raise ValueError("the answers must all be cards, or all be calls")
        for text in self.wrong:
            if text != ANY_OTHER:
                _require_answer(text)
        return self

    @property
    def is_of_calls(self) -> bool:
        """Whether a call is asked for, and not a card."""
        return not isinstance(self.best[0], Card)

    @property
    def reasons(self) -> Mapping[Answer | str, str]:
        """Why not, by answer, and for any other."""
        return {text if text == ANY_OTHER else read_answer(text): why for text, why in self.wrong.items()}

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.ask, self.because, *self.wrong.values())


def _require_answer(text: str) -> None:
    """Raises `ValueError` for what is neither a card nor a call."""
    try:
        read_answer(text)
    except TutorError as error:
        raise ValueError(str(error)) from None


class ItemQuestion(NamedQuestion):
    """A question made on an item. The same `number` gives everybody the same question."""

    item: Slug
    number: Annotated[int, Field(alias="of", ge=0, le=1_000_000)] = 0

    @property
    def on(self) -> tuple[str, ...]:
        return (self.item,)


PosedQuestion = (
    WrittenQuestion | AuthorityQuestion | PositionQuestion | ItemQuestion | GuidedDeal | ExperimentQuestion | Incident
)


def kind_of_question(data: Any) -> type[WrittenQuestion | AuthorityQuestion | PositionQuestion | ItemQuestion]:
    """Which of the four kinds of `question` a block is, by its keys."""
    keys = data.keys() if isinstance(data, dict) else set()
    if "item" in keys:
        return ItemQuestion
    if "view" in keys:
        return PositionQuestion if "best" in keys else AuthorityQuestion
    return WrittenQuestion
