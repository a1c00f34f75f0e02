"""What is not a game: deals without their play, endings, single hands; with what the authors say and claim of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor.analysis.claims import Claim, Subject
from tutor.analysis.odds import Odds
from tutor.auction import Calling
from tutor.cards import Hand, Suit
from tutor.citations import Citation
from tutor.deal import Deal
from tutor.library.games import Doubt, Emendation, Reading, Remark, Score, Slip, Stated, known
from tutor.seats import BySeat, BySide, Seat


@dataclass(frozen=True, eq=False)
class ExampleDeal:
    """Four hands dealt. `calls` are the book’s; `calling` what the code makes of them, if it is carried out."""

    id: str
    title: str
    source: str
    pages: tuple[int, int]
    lines: tuple[int, int]
    illustrates: tuple[str, ...]
    code: str
    deal: Deal
    score: BySide[Score] | None
    score_because: str | None
    lost: tuple[Seat, ...]
    is_reconstructed: bool
    rebuilt_from: tuple[Stated, ...]
    emendations: tuple[Emendation, ...]
    readings: tuple[Reading, ...]
    doubts: tuple[Doubt, ...]
    calls: tuple[str, ...]
    calls_implied: str | None
    calling: Calling | None
    result: BySide[int] | str | None
    result_because: str | None
    line: tuple[str, ...]
    says: tuple[Remark, ...]
    claims: tuple[Claim, ...]
    confidence: str

    @property
    def citation(self) -> Citation:
        return Citation(self.source, self.pages[0], self.lines)

    @property
    def subject(self) -> Subject:
        """What the author’s claims are made of."""
        hands: BySeat[Hand | None] = BySeat(*self.deal.hands)
        return Subject(
            self.source, self.code, hands, self.deal.dealer, self.deal.dealer.left, self.calling, (), known(self.score)
        )


@dataclass(frozen=True, eq=False)
class Problem:
    """An ending with what the author says comes of it; `played` lie on the table, `unknown` hands are ours."""

    id: str
    title: str
    source: str
    pages: tuple[int, int]
    lines: tuple[int, int]
    illustrates: tuple[str, ...]
    hands: BySeat[Hand]
    unknown: tuple[Seat, ...]
    trumps: Suit | None
    leader: Seat
    goal: str
    line: tuple[str, ...]
    result: str
    rebuilt_from: tuple[Stated, ...]
    readings: tuple[Reading, ...]
    doubts: tuple[Doubt, ...]
    slips: tuple[Slip, ...]
    says: tuple[Remark, ...]
    claims: tuple[Claim, ...]
    subject: Subject

    @property
    def citation(self) -> Citation:
        return Citation(self.source, self.pages[0], self.lines)


@dataclass(frozen=True, slots=True, eq=False)
class SingleHand:
    """A hand or a holding (x is a small card that the author does not name), and what he does with it."""

    id: str
    title: str
    illustrates: tuple[str, ...]
    role: str
    hand: str
    is_any_suit: bool
    missing: int | None
    trumps: str | None
    score: str | None
    beside: Mapping[str, str]
    situation: tuple[str, ...]
    answer: Mapping[str, str]
    is_reconstructed: bool
    stated: str | None
    chosen: str | None
    rebuilt_from: tuple[Stated, ...]
    remark: Remark
    emendations: tuple[Reading, ...]
    doubts: tuple[Doubt, ...]
    claims: tuple[Claim, ...]
    subject: Subject


@dataclass(frozen=True, eq=False)
class HandsGroup:
    """Single hands of one theme, in the order of the book."""

    id: str
    title: str
    source: str
    code: str
    about: str
    hands: tuple[SingleHand, ...]

    @property
    def citation(self) -> Citation:
        return self.hands[0].remark.citation


@dataclass(frozen=True, eq=False)
class OddsFile:
    """The odds of one author."""

    id: str
    title: str
    source: str
    odds: tuple[Odds, ...]
