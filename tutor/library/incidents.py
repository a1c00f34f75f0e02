"""Something that goes wrong at the table of a lesson. The learner says what the penalty is.

The penalty and what each body of laws says come from the tables of offences, not from the lesson.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from tutor.codes.offences import FIVE_CODES, QUESTIONS, Act, Offence, Offences, Role, Ruling, When
from tutor.errors import Fault
from tutor.library.fields import Prose
from tutor.library.lesson_blocks import HandsBlock, NamedQuestion, Pattern, Surroundings
from tutor.library.views import ViewText
from tutor.library.yaml_text import Document

ASKS = "What follows?"


def _known_body(key: str) -> str:
    """The key of one of the five bodies of law. Raises `ValueError`."""
    if key not in FIVE_CODES:
        raise ValueError(f"‘{key}’ is not a body of laws. Write one of {', '.join(FIVE_CODES)}")
    return key


class Incident(NamedQuestion):
    """What happens, and the offence: the act, the offender and the time, as the tables of offences name them.

    If a law leaves a choice, `choice` is the number of the one offered as an answer.
    """

    happens: Prose
    ask: Prose = ASKS
    under: Annotated[
        str, AfterValidator(_known_body), Field(alias="code", json_schema_extra={"enum": list(FIVE_CODES)})
    ]
    act: Annotated[str, Field(json_schema_extra={"enum": [act.slug for act in Act]})]
    by: Annotated[str | None, Field(json_schema_extra={"enum": [role.value for role in Role]})] = None
    when: Annotated[str | None, Field(json_schema_extra={"enum": [when.slug for when in When]})] = None
    choice: Annotated[int, Field(ge=1)] = 1
    tests: Annotated[tuple[Pattern, ...] | None, Field(alias="on")] = None
    because: Prose
    view: ViewText | None = None
    shows: HandsBlock | None = None

    @model_validator(mode="after")
    def _ruled(self) -> Incident:
        act = next((act for act in Act if act.slug == self.act), None)
        if act is None:
            raise ValueError(f"there is no offence ‘{self.act}’")
        question = QUESTIONS[act]
        for name, given, known in (
            ("by", self.by, [role.value for role in question.by]),
            ("when", self.when, [when.slug for when in question.when]),
        ):
            if (given is None) == bool(known) or (given is not None and given not in known):
                raise ValueError(f"‘{name}’ must be one of {', '.join(known)}" if known else f"leave ‘{name}’ out")
        answer = self.body.answer(self.offence)
        if isinstance(answer, Ruling) and self.choice > max(len(answer.choices), 1):
            raise ValueError(f"the law leaves {len(answer.choices)} choices. Write the number of one of them")
        return self

    @property
    def offence(self) -> Offence:
        act = next(act for act in Act if act.slug == self.act)
        by = next((role for role in Role if role.value == self.by), None)
        return Offence(act, by, next((when for when in When if when.slug == self.when), None))

    @property
    def body(self) -> Offences:
        """The body of laws under which it happens."""
        return FIVE_CODES[self.under]

    @property
    def on(self) -> tuple[str, ...]:
        """The items of the question; by default the act under its laws."""
        return self.tests or (f"law-{self.under}-{self.act}",)

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.happens, self.ask, self.because)

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        yield from super().faults(document, around)
        if self.shows:
            yield from self.shows.faults(document, around, ("shows",))
