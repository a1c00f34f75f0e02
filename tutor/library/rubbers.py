"""Rubbers deal by deal: from the text of a file to the score, with every fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import AfterValidator, Field

from tutor.codes import Code, code
from tutor.codes.deal_result import DealResult
from tutor.codes.scoring import DealScore, Sheet
from tutor.errors import Fault, FaultyContent
from tutor.library.deal_results import DealResultModel
from tutor.library.fields import Value, known_code
from tutor.library.laws import laws
from tutor.library.validation import validated
from tutor.library.yaml_text import Document
from tutor.seats import Seat


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


def read_rubber(document: Document) -> ScoredRubber:
    """The rubber of a document. Raises `FaultyContent`."""
    model = validated(document, RubberFile)
    rules = code(model.code)
    sheets, faults = [rules.rubber], list[Fault]()
    for number, deal in enumerate(model.deals):
        result = deal.result()
        if result.standing is not None:
            what = "the earlier deals already give each side’s score"
            faults.append(document.fault(("deals", number, "standing"), what, "Delete ‘standing’", of_key=True))
            result = replace(result, standing=None)
        result = _standing(rules, sheets[-1], result)
        faults.extend(_faults(document, rules, result, number))
        if not faults:
            try:
                sheets.append(sheets[-1].after(rules.score_result(result)))
            except ValueError as error:
                faults.append(document.fault(("deals", number), str(error), "Move this deal to another file"))
    if faults:
        raise FaultyContent(faults)
    return ScoredRubber(rules, tuple(sheets))


def _faults(document: Document, rules: Code, result: DealResult, number: int) -> Iterator[Fault]:
    for objection in rules.objections(result):
        path = ("deals", number, objection.key) if objection.key else ("deals", number)
        yield document.fault(path, objection.why(laws()), objection.mend)


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
