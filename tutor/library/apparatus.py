"""How we read the damaged text of a deal: corrections, open questions, and how sure each card is."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from tutor.cards import RANK_WORDS, Card, Hand, Rank, Suit
from tutor.citations import Citation
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal, Problem, SingleHand
from tutor.library.games import Game
from tutor.library.odds import OddsFile
from tutor.library.values import CitedStatement, Doubt, Emendation, Misprint, Slip
from tutor.seats import BySeat, Seat

Read = Game | ExampleDeal | Problem | SingleHand


class Certainty(Enum):
    """How sure we are that a player held a card."""

    PRINTED = "printed"
    CORRECTED = "corrected"
    LEFT = "left of the pack"
    OURS = "chosen here"
    DOUBTFUL = "in doubt"

    @property
    def says(self) -> str:
        return _SAYS[self]

    @property
    def word(self) -> str:
        """The word for it in the look of a page."""
        return self.name.lower()

    __hash__ = object.__hash__


_SAYS = {
    Certainty.PRINTED: "the book prints this card",
    Certainty.CORRECTED: "the print is damaged here; the pack or the text gives the card",
    Certainty.LEFT: "the printed hand is lost; this card is left over from the other hands",
    Certainty.OURS: "the book does not give this card",
    Certainty.DOUBTFUL: "another card is as likely; see the open questions",
}


@dataclass(frozen=True, slots=True)
class Correction:
    """The printed text, our reading, and the reason; `where` is the hand and the suit, if any."""

    line: int
    where: str
    printed: str
    read: str
    because: str


@dataclass(frozen=True, eq=False)
class Apparatus:
    """Everything recorded about how a game, deal, ending or hand was read. `notes` are about the whole of it.

    `doubts` come in order of weight: first those that matter, then the others. `certainties` are for hands in which
    some cards are not printed clearly.
    """

    id: str
    title: str
    citation: Citation
    notes: tuple[str, ...]
    lost: tuple[Seat, ...]
    rebuilt_from: tuple[CitedStatement, ...]
    corrections: tuple[Correction, ...]
    slips: tuple[Slip, ...]
    serious: tuple[Doubt, ...]
    slight: tuple[Doubt, ...]
    unexpressed: tuple[CitedStatement, ...]
    hands: BySeat[Hand] | None
    certainties: Mapping[tuple[Seat, Card], Certainty]

    @classmethod
    def of(cls, one: Read) -> Apparatus:
        """The record of a game, a deal, an ending or a single hand."""
        emended = one.emendations if isinstance(one, Game | ExampleDeal) else ()
        readings = one.emendations if isinstance(one, SingleHand) else one.readings
        hands = _hands(one)
        certainties = dict(_certainties(one, hands)) if hands else {}
        return cls(
            id=one.id,
            title=one.name if isinstance(one, Game) else one.title,
            citation=one.citation,
            notes=(one.score_because,) if isinstance(one, Game) and one.score_because else (),
            lost=one.lost if isinstance(one, Game | ExampleDeal) else (),
            rebuilt_from=() if isinstance(one, Game) else one.rebuilt_from,
            corrections=tuple(sorted((*map(_of_hand, emended), *map(_of_words, readings)), key=lambda each: each.line)),
            slips=one.slips if isinstance(one, Game | Problem) else (),
            serious=tuple(doubt for doubt in one.doubts if doubt.is_serious),
            slight=tuple(doubt for doubt in one.doubts if not doubt.is_serious),
            unexpressed=one.unexpressed if isinstance(one, Game) else (),
            hands=hands if any(sure is not Certainty.PRINTED for sure in certainties.values()) else None,
            certainties=MappingProxyType(certainties),
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing had to be corrected, left open or remarked on."""
        return not any(
            (self.lost, self.rebuilt_from, self.corrections, self.slips, self.serious, self.slight, self.unexpressed)
        )

    @property
    def kinds(self) -> tuple[Certainty, ...]:
        """The degrees of certainty among its cards."""
        met = set(self.certainties.values())
        return tuple(certainty for certainty in Certainty if certainty in met)

    @property
    def counts(self) -> tuple[tuple[int, str], ...]:
        """The number of each thing with its name, the most important first. Some numbers are 0."""
        named = (
            (len(self.serious), "open question"),
            (len(self.slips), "slip of the author"),
            (len(self.corrections), "correction"),
            (len(self.slight), "minor doubt"),
            (len(self.unexpressed), "remark not shown in the cards"),
        )
        return tuple((number, name) for number, name in named if number)


def _hands(one: Read) -> BySeat[Hand] | None:
    if isinstance(one, SingleHand):
        return None
    return one.hands if isinstance(one, Problem) else one.deal.hands


def _of_hand(one: Emendation) -> Correction:
    read = " ".join("10" if letter == "T" else letter for letter in one.read)
    return Correction(one.line, f"{one.seat.label}, {one.suit.plural}", one.printed, read, one.because)


def _of_words(one: Misprint) -> Correction:
    return Correction(one.line, "", one.printed, one.read, one.because)


# ---- how sure each card is -------------------------------------------------------------------------------------------

_PRINTED = (("Ace", "A"), ("Kg", "K"), ("Qn", "Q"), ("Knv", "J"), ("Kv", "J"), ("10", "T"))
_EITHER_WAY = (
    re.compile(
        r"\b(?P<one>[AYBZ]) has the (?P<rank>\w+) of (?P<suit>\w+)(?:,| and) (?P<other>[AYBZ]) the (?P<second>\w+)"
    ),
    re.compile(r"\bThe (?P<rank>\w+) of (?P<suit>\w+) is (?P<one>[AYBZ])’s, the (?P<second>\w+) (?P<other>[AYBZ])’s"),
)
"""How a doubt names two cards that may be exchanged."""


def _certainties(
    one: Game | ExampleDeal | Problem | SingleHand, hands: BySeat[Hand]
) -> Iterator[tuple[tuple[Seat, Card], Certainty]]:
    """Each card of four hands with how sure it is."""
    doubtful = {place for doubt in one.doubts for place in _in_doubt(doubt)}
    emended = one.emendations if isinstance(one, Game | ExampleDeal) else ()
    corrected = {place for emendation in emended for place in _supplied(emendation)}
    ours = one.unknown if isinstance(one, Problem) else tuple(Seat) if _is_ours(one) else ()
    lost = one.lost if isinstance(one, Game | ExampleDeal) else ()
    for seat, hand in hands.items():
        for card in hand:
            place = (seat, card)
            yield (
                place,
                (
                    Certainty.DOUBTFUL
                    if place in doubtful
                    else Certainty.OURS
                    if seat in ours
                    else Certainty.LEFT
                    if seat in lost
                    else Certainty.CORRECTED
                    if place in corrected
                    else Certainty.PRINTED
                ),
            )


def _is_ours(one: Read) -> bool:
    return isinstance(one, ExampleDeal) and one.is_reconstructed


def _supplied(one: Emendation) -> Iterator[tuple[Seat, Card]]:
    """The cards of a correction that differ from the print."""
    printed = one.printed
    for word, letter in _PRINTED:
        printed = printed.replace(word, letter)
    shown = set(printed)
    for letter in one.read:
        if letter not in shown:
            yield one.seat, Card(one.suit, Rank.parse(letter))


def _in_doubt(doubt: Doubt) -> Iterator[tuple[Seat, Card]]:
    """The cards that may be exchanged according to a doubt."""
    suits = {suit.plural: suit for suit in Suit}
    for found in (match for pattern in _EITHER_WAY for match in pattern.finditer(doubt.what)):
        for label, word in (("one", "rank"), ("other", "second")):
            if found["suit"] in suits and found[word] in RANK_WORDS:
                yield Seat.labelled(found[label]), Card(suits[found["suit"]], RANK_WORDS[found[word]])


# ---- all of a book ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ApparatusSection:
    """The records of one kind of content of a book."""

    name: str
    kind: str
    entries: tuple[tuple[str, Apparatus], ...]
    """Each record with the id of its page. A hand’s page is that of its group."""


@dataclass(frozen=True, slots=True)
class OfBook:
    """Everything recorded about how a book was read."""

    source: str
    shelves: tuple[ApparatusSection, ...]
    odds: OddsFile | None

    @property
    def serious(self) -> Iterator[tuple[ApparatusSection, str, Apparatus, Doubt]]:
        """The doubts that matter, with their places."""
        for shelf in self.shelves:
            for page, apparatus in shelf.entries:
                for doubt in apparatus.serious:
                    yield shelf, page, apparatus, doubt

    def without(self, hidden: Container[str]) -> OfBook:
        """The same without the games, deals and endings that are `hidden`, by their ids."""
        sections = (
            replace(section, entries=tuple(entry for entry in section.entries if entry[0] not in hidden))
            for section in self.shelves
        )
        return replace(self, shelves=tuple(section for section in sections if section.entries))


def of_book(library: Library, source: str) -> OfBook:
    """Everything recorded about how a book was read, in order, without hands rebuilt from words alone."""

    def shelf(name: str, kind: str, contents: Iterable[tuple[str, Read]]) -> ApparatusSection:
        read = ((page, Apparatus.of(content)) for page, content in contents)
        return ApparatusSection(
            name, kind, tuple((page, apparatus) for page, apparatus in read if apparatus.counts or apparatus.lost)
        )

    def of_source(contents: Iterable[Game | ExampleDeal | Problem]) -> Iterator[tuple[str, Read]]:
        return ((content.id, content) for content in contents if content.source == source)

    groups = (group for group in library.groups.values() if group.source == source)
    shelves = (
        shelf("Games", "game", of_source(library.games.values())),
        shelf("Deals", "deal", of_source(library.deals.values())),
        shelf("Endings", "ending", of_source(library.problems.values())),
        shelf("Single hands", "hand", ((group.id, hand) for group in groups for hand in group.hands)),
    )
    odds = (
        file for file in library.odds.values() if file.source == source and any(odds.emendation for odds in file.odds)
    )
    return OfBook(source, tuple(section for section in shelves if section.entries), next(odds, None))
