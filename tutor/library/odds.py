"""The odds of an author, and the author’s claims about no single deal, from the files of odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from tutor.analysis.claims import ClaimSubject
from tutor.analysis.odds import ChanceCalculation, Event, Odds
from tutor.errors import Fault
from tutor.library.claims import ClaimText, Sample, StatedChance
from tutor.library.deals import claims_once
from tutor.library.fields import Lines, Page, Prose, SourceKey, SyllabusId, Through, Value
from tutor.library.validation import Check
from tutor.library.values import Context, Entity
from tutor.library.yaml_text import Document
from tutor.seats import BySeat

Cards = dict[str, Annotated[int, Field(ge=0)]]


class Chance(Value):
    """How to get a chance: an event of unseen cards, a calculation, or why it cannot be calculated."""

    hands: Annotated[Cards | None, Field(description="unseen cards in each hand")] = None
    kinds: Annotated[Cards | None, Field(description="unseen cards of each kind")] = None
    favourable: Prose | None = None
    given: Prose | None = None
    fraction: Prose | None = None
    trial: Sample | None = None
    undecidable: Prose | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Chance:
        is_event = self.hands is not None and self.kinds is not None and self.favourable is not None
        others = (self.fraction is not None, self.trial is not None, self.undecidable is not None)
        if [is_event, *others].count(True) != 1:
            raise ValueError(
                "hands, kinds and favourable are needed here, or a fraction, a trial, or why it is undecidable"
            )
        return self

    def reckoning(self, source: str) -> ChanceCalculation:
        """The calculation. Raises `TutorError` for an impossible event."""
        if self.trial is not None:
            return ChanceCalculation(trial=self.trial.trial(source))
        if self.hands is not None and self.kinds is not None and self.favourable is not None:
            event = Event(self.hands, self.kinds, self.favourable, self.given or "")
            event.check()
            return ChanceCalculation(event)
        return ChanceCalculation(arithmetic=self.fraction or "", undecidable=self.undecidable or "")


ChanceText = Annotated[ChanceCalculation, Through(Chance, Chance.reckoning)]


class OtherReading(Value):
    """Another reading of the author’s words."""

    reading: Prose
    event: ChanceText


class WrittenOdds(Value):
    """A chance that an author states."""

    id: SyllabusId
    page: Page
    lines: Lines
    says: Prose
    figure: StatedChance | None = None
    printed: str
    emendation: str = ""
    event: ChanceText
    how: Prose
    alternatives: tuple[OtherReading, ...] = ()

    def odds(self, source: str) -> Odds:
        """The odds. Raises `TutorError` for a wrong figure."""
        figure = self.figure
        return Odds(
            self.id, source, self.page, self.lines, self.says, figure.chance if figure else None, self.printed,
            self.emendation, self.event, self.how, tuple((other.reading, other.event) for other in self.alternatives),
            figure is not None and figure.at_least,
            figure is not None and figure.at_most,
            figure is not None and figure.for_ is not None,
        )  # fmt: skip


class OddsFile(Entity):
    """The odds of one author, and the author’s claims about no single deal."""

    kind: Literal["odds"]
    title: Prose
    source: SourceKey
    odds: Annotated[tuple[Annotated[Odds, Through(WrittenOdds, WrittenOdds.odds)], ...], Field(min_length=1)]
    claims: Annotated[tuple[ClaimText, ...], Field(description="the author’s claims about no single deal")] = ()

    @property
    def subject(self) -> ClaimSubject:
        """The cards of the claims: none."""
        return ClaimSubject(self.source, "", BySeat.each(lambda _: None), None, None)


def _check_ids(file: OddsFile, document: Document, _: Context) -> Iterator[Fault]:
    yield from claims_once(document, ("odds",), (odds.id for odds in file.odds))
    yield from claims_once(document, ("claims",), (claim.id for claim in file.claims))


CHECKS = (Check(_check_ids, ("odds", "claims")),)
