"""What is not a game: deals without their play, endings, single hands; with what the authors say and claim of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.analysis.claims import Claim, Subject
from tutor.analysis.odds import Odds
from tutor.analysis.reconstruction import Puzzle, forced, rebuild
from tutor.auction import Calling
from tutor.cards import Card, Hand, Suit
from tutor.citations import Citation
from tutor.deal import Deal
from tutor.library.games import Doubt, Emendation, Provenance, Reading, Remark, Score, Slip, Stated, known
from tutor.play import Play, Played
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
    says: tuple[Remark, ...]
    claims: tuple[Claim, ...]
    confidence: str
    brought_from: str | None = None

    @property
    def citation(self) -> Citation:
        """The page of the book: of the deal itself, or of the rule beside which one from elsewhere is set."""
        return Citation(self.source, self.pages[0], self.lines)

    @property
    def whence(self) -> str:
        """Where the deal comes from, in words."""
        if self.brought_from is None:
            return str(self.citation)
        return f"Not in the book, but from {self.brought_from}; set beside {self.citation}"

    @property
    def subject(self) -> Subject:
        """What the author’s claims are made of."""
        hands: BySeat[Hand | None] = BySeat(*self.deal.hands)
        return Subject(
            self.source, self.code, hands, self.deal.dealer, self.deal.dealer.left, self.calling, (), known(self.score)
        )


@dataclass(frozen=True, eq=False)
class Problem:
    """An ending with what the author says comes of it; `unknown` hands are ours, and `line` is what he plays."""

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
    before: Play
    line: tuple[Card, ...]
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

    @property
    def puzzle(self) -> Puzzle:
        """The ending after the author’s line, to be played out."""
        return Puzzle(self.before.after_all(self.line), None, ())

    @cached_property
    def play(self) -> Play:
        """The author’s line played out: what comes after it loses nothing with all hands open."""
        rebuilt = rebuild(self.puzzle)
        assert rebuilt is not None, "an ending without facts can be played out"  # noqa: S101
        return rebuilt.play

    @cached_property
    def forced(self) -> frozenset[Played]:
        """The cards after the author’s line that are the same however the ending is played out from there."""
        return frozenset(forced(self.puzzle, self.play))

    def played(self) -> Iterator[tuple[Played, Provenance]]:
        """Each card with how it is known; what lies in a hand that the author does not give is of our choosing."""
        for number, played in enumerate(self.play.played()):
            if played.seat in self.unknown:
                yield played, Provenance.RECONSTRUCTED
            elif number < len(self.line):
                yield played, Provenance.STATED
            else:
                yield played, Provenance.FORCED if played in self.forced else Provenance.RECONSTRUCTED


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
    """The odds of one author, and what he claims of no one deal."""

    id: str
    title: str
    source: str
    odds: tuple[Odds, ...]
    claims: tuple[Claim, ...]

    @property
    def subject(self) -> Subject:
        """What the claims are made of: of no cards."""
        return Subject(self.source, "", BySeat.each(lambda _: None), None, None)
