"""Rubbers deal by deal: from the text of a file to the score, with every fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import AfterValidator, Field

from tutor.codes import Code, code
from tutor.codes.deal_result import DealResult
from tutor.codes.scoring import DealScore, Sheet
from tutor.errors import FaultyContent, TutorError
from tutor.library.deal_results import DealResultModel
from tutor.library.fields import Value, known_code
from tutor.library.laws import laws
from tutor.library.validation import validated
from tutor.library.yaml_text import Document
from tutor.seats import Seat
from tutor.wording import sentences


class RubberFile(Value):
    """A rubber, deal by deal."""

    code: Annotated[str, AfterValidator(known_code)]
    deals: Annotated[tuple[DealResultModel, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class ScoredRubber:
    """A rubber, finished or not: `sheets` are the sheet before the first deal and after each."""

    code: Code
    sheets: tuple[Sheet, ...]

    @property
    def sheet(self) -> Sheet:
        """The present sheet."""
        return self.sheets[-1]

    @property
    def deals(self) -> tuple[DealScore, ...]:
        return self.sheet.deals

    @property
    def games(self) -> tuple[tuple[int, ...], ...]:
        """The deals, counted from 0, game by game. The last is the game in progress, or empty.

        A deal ends a game if somebody scores towards the game and afterwards all scores towards it are 0.
        """
        games: list[tuple[int, ...]] = [()]
        for number, deal in enumerate(self.deals):
            games[-1] += (number,)
            after = self.sheets[number + 1]
            has_counted = any(item.heading in after.counts for item in deal.items)
            if has_counted and not any(map(after.stands_at, after.parties)):
                games.append(())
        return tuple(games)


@dataclass(frozen=True, slots=True)
class DealFault:
    """A fault of a deal: its path (`deals`, its number from 0, and a key), what it is, and how to correct it."""

    path: tuple[str | int, ...]
    what: str
    mend: str
    is_of_key: bool = False


class ImpossibleRubber(TutorError):
    """Deals that cannot be scored one after another, with every fault."""

    def __init__(self, faults: Iterable[DealFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(sentences(fault.what, fault.mend) for fault in self.faults))


def read_rubber(document: Document) -> ScoredRubber:
    """The rubber of a document. Raises `FaultyContent`."""
    model = validated(document, RubberFile)
    try:
        return score_deals(code(model.code), model.deals)
    except ImpossibleRubber as error:
        raise FaultyContent(
            document.fault(fault.path, fault.what, fault.mend, of_key=fault.is_of_key) for fault in error.faults
        ) from None


def score_deals(rules: Code, deals: Sequence[DealResultModel]) -> ScoredRubber:
    """The rubber of some deals. Raises `ImpossibleRubber`."""
    sheets, faults = [rules.rubber], list[DealFault]()
    for number, deal in enumerate(deals):
        result = deal.result()
        if result.standing is not None:
            what = "the earlier deals already give each side’s score"
            faults.append(DealFault(("deals", number, "standing"), what, "Delete ‘standing’", is_of_key=True))
            result = replace(result, standing=None)
        result = _standing(rules, sheets[-1], result)
        faults.extend(_faults(rules, result, number))
        if not faults:
            try:
                sheets.append(sheets[-1].after(rules.score_result(result)))
            except ValueError as error:
                faults.append(DealFault(("deals", number), str(error), "Put this deal into another rubber"))
    if faults:
        raise ImpossibleRubber(faults)
    return ScoredRubber(rules, tuple(sheets))


def _faults(rules: Code, result: DealResult, number: int) -> Iterator[DealFault]:
    for objection in rules.objections(result):
        path = ("deals", number, objection.key) if objection.key else ("deals", number)
        yield DealFault(path, objection.why(laws()), objection.mend)


def _standing(rules: Code, sheet: Sheet, result: DealResult) -> DealResult:
    """The deal, with each party’s score before it if the result depends on that."""
    if not rules.goes_by_standing(result):
        return result
    number = len(sheet.deals)
    standing = {
        rules.seat_of(party, number) if isinstance(party, Seat) else party: sheet.stands_at(party)
        for party in sheet.parties
    }
    return replace(result, standing=standing)
