"""A rubber told deal by deal: from the text of a file to the sheet of its score, with every fault of it found at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.codes import Code, code
from tutor.codes.scoring import DealScore, Heading, Party, Sheet
from tutor.codes.told import Told
from tutor.errors import Fault, FaultyContent
from tutor.library.building import validated
from tutor.library.schema import RubberModel
from tutor.library.yaml_text import Document
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class ScoredRubber:
    """A rubber, finished or not: `sheets` are the sheet before the first deal and after each."""

    code: Code
    sheets: tuple[Sheet, ...]

    @property
    def sheet(self) -> Sheet:
        """The sheet as it stands."""
        return self.sheets[-1]

    @property
    def deals(self) -> tuple[DealScore, ...]:
        return self.sheet.deals

    @property
    def games(self) -> tuple[tuple[int, ...], ...]:
        """The deals, counted from nought, game by game; the last is the game in progress, empty when none is.

        A deal in which somebody scores towards the game and after which all stand at nought has ended one.
        """
        games: list[tuple[int, ...]] = [()]
        for number, deal in enumerate(self.deals):
            games[-1] += (number,)
            after = self.sheets[number + 1]
            has_scored = any(item.heading is Heading.TRICKS for item in deal.items)
            if has_scored and not any(map(after.stands_at, after.parties)):
                games.append(())
        return tuple(games)

    def points(self, party: Party, number: int, heading: Heading) -> int:
        """What the party scored under the heading in the deal of a number."""
        return self.deals[number].points(_in_deal(self.code, party, number), heading)

    def added(self, party: Party) -> int:
        """What is in a party’s total besides the points of the deals: those for the rubber."""
        scored = (deal.total(_in_deal(self.code, party, number)) for number, deal in enumerate(self.deals))
        return self.sheet.total(party) - sum(scored)

    def balance(self, party: Party) -> int:
        """What a party wins of all the others together, or loses."""
        return sum(self.sheet.total(party) - self.sheet.total(other) for other in self.sheet.parties)


def read_rubber(document: Document) -> ScoredRubber:
    """The rubber that a document tells. Raises `FaultyContent`."""
    model = validated(document, RubberModel)
    rules = code(model.code)
    sheets, faults = [rules.rubber], list[Fault]()
    for number, deal in enumerate(model.deals):
        told = deal.told() if faults else _standing(rules, sheets[-1], deal.told())
        found = tuple(_faults(document, rules, told, number))
        faults.extend(found)
        if not faults:
            try:
                sheets.append(sheets[-1].after(rules.score_told(told)))
            except ValueError as error:
                faults.append(document.fault(("deals", number), str(error), "Put this deal into another file"))
    if faults:
        raise FaultyContent(faults)
    return ScoredRubber(rules, tuple(sheets))


def _faults(document: Document, rules: Code, told: Told, number: int) -> Iterator[Fault]:
    for objection in rules.objections(told):
        path = ("deals", number, objection.key) if objection.key else ("deals", number)
        yield document.fault(path, objection.why, objection.mend)


def _standing(rules: Code, sheet: Sheet, told: Told) -> Told:
    """The deal, with what each party had before it where the code asks for that."""
    if "standing" not in rules.wanted.keys:
        return told
    number = len(sheet.deals)
    standing = {_in_deal(rules, party, number): sheet.stands_at(party) for party in sheet.parties}
    return replace(told, standing=standing)


def _in_deal(rules: Code, party: Party, number: int) -> Party:
    """What the items of a deal call the party that has a column: a player sits elsewhere in another deal."""
    return rules.seat_of(party, number) if isinstance(party, Seat) else party
