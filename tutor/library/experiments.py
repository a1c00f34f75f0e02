"""Experiments in lessons: guess a chance, deal a thousand times, count, and compare with the author’s odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, PrivateAttr

from tutor.analysis.experiments import BATCHES, is_common_enough
from tutor.analysis.odds import Odds
from tutor.errors import Fault
from tutor.library.fields import Prose, SyllabusId
from tutor.library.lesson_blocks import MEND_NAME, Block, NamedQuestion, Pattern, Surroundings
from tutor.library.validation import did_you_mean
from tutor.library.yaml_text import Document, Path

DEALS = 1000
DealCount = Annotated[int, Field(ge=100, le=1000, multiple_of=BATCHES, description="how often the cards are dealt")]


class _Tried(Block):
    """Something with an author’s odds to try out, named `of`."""

    of: Annotated[SyllabusId, Field(description="odds of an author, with an event of unseen cards")]
    deals: DealCount = DEALS
    _odds: Odds | None = PrivateAttr(default=None)

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        if isinstance(context, Surroundings) and context.library:
            every = (odds for file in context.library.odds.values() for odds in file.odds)
            self._odds = next((odds for odds in every if odds.id == self.of), None)

    @property
    def odds(self) -> Odds:
        assert self._odds is not None, "a lesson is read only with its odds"  # noqa: S101
        return self._odds

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        yield from super().faults(document, around)
        at: Path = ("of",)
        if self._odds is None:
            known = [odds.id for file in around.library.odds.values() for odds in file.odds] if around.library else []
            yield document.fault(at, f"there are no odds ‘{self.of}’", did_you_mean(self.of, known, MEND_NAME))
            return
        event = self._odds.reckoning.event
        if event is None:
            yield document.fault(at, f"‘{self.of}’ is not about unseen cards", "Name odds with hands and kinds")
        elif not is_common_enough(event):
            yield document.fault(at, f"the condition of ‘{self.of}’ is too rare to deal", "Name other odds")


class ExperimentBlock(_Tried):
    """A chance to try out, without a question."""

    says: Prose

    @property
    def code(self) -> str:
        """Its code in addresses."""
        return f"deal-{self.of}"

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.says,)


class ExperimentQuestion(_Tried, NamedQuestion):
    """A chance to guess, per hundred deals, and then try out."""

    ask: Prose
    because: Prose
    tests: Annotated[tuple[Pattern, ...] | None, Field(alias="on")] = None

    @property
    def on(self) -> tuple[str, ...]:
        """The items of the question; by default the odds themselves."""
        return self.tests or (self.of,)

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.ask, self.because)


def kind_of_experiment(data: Any) -> type[ExperimentBlock | ExperimentQuestion]:
    """Which kind of experiment a block is: one with a name is a question."""
    return ExperimentQuestion if isinstance(data, dict) and "name" in data else ExperimentBlock
