"""What every code of laws answers: who may say what, who leads, whose hand lies open, what a deal scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from tutor.auction import Call, Calling, Declaration, Denomination
from tutor.cards import Rank, Suit
from tutor.codes.laws import Law, Refusal, Turn, Utterance
from tutor.codes.offences import Offences
from tutor.codes.scoring import DealScore, Outcome, Rubber, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE, Rank.TEN)
"""The honours of a trump suit at bridge."""


class Code(ABC):
    """A game under one body of laws. A code keeps nothing: it is asked of values and answers with values."""

    key: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    laws: ClassVar[Mapping[str, Law]]
    """The laws that the engine carries out, by number."""
    offences: ClassVar[Offences]
    """What the code answers to an offence."""

    # ---- calling ---------------------------------------------------------------------------------------------

    @abstractmethod
    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is to speak and what may be said; None when the leader may lead."""

    @abstractmethod
    def refusal(self, calling: Calling, seat: Seat, call: Call) -> Refusal | None:
        """The law that forbids a call at this point, or None when it may be made."""

    @abstractmethod
    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said, in the words that the code lays down."""

    def say(self, calling: Calling, seat: Seat, call: Call) -> Calling:
        """The calling with one more call. Raises `Illegal` with the refusal."""
        refusal = self.refusal(calling, seat, call)
        if refusal:
            raise Illegal(refusal)
        return calling.after(seat, call)

    # ---- the table -------------------------------------------------------------------------------------------

    players: ClassVar[tuple[Seat, ...]] = tuple(Seat)
    """Those who play, named by the seats that they have in the first deal of a rubber."""

    def dealer(self, number: int) -> Seat:
        """The seat that deals, when so many deals have been dealt: the deal goes to the left."""
        return Seat.SOUTH.turned(number)

    def seat_of(self, player: Seat, number: int) -> Seat:
        """Where a player sits, when so many deals have been dealt."""
        del number
        return player

    def out(self, dealer: Seat) -> tuple[Seat, ...]:
        """The seats whose hands are dealt and not played."""
        del dealer
        return ()

    def begin(self, deal: Deal, calling: Calling) -> Play:
        """The play about to begin, when the calling is over."""
        trumps, leader = self.trumps(deal, calling), self.leader(calling)
        return Play.start(deal.hands, trumps, leader or deal.dealer.left, self.out(deal.dealer))

    def trumps(self, deal: Deal, calling: Calling) -> Suit | None:
        """The suit that is trumps once the calling is over; None without trumps."""
        del deal
        return calling.declaration.trumps if calling.declaration else None

    @abstractmethod
    def leader(self, calling: Calling) -> Seat | None:
        """Who will have the opening lead; None while the calling may still change it."""

    @abstractmethod
    def dummy(self, calling: Calling) -> Seat | None:
        """Whose hand is exposed once a card has been led; None while it may still change, and where none is."""

    def exposed(self, calling: Calling, *, is_led: bool) -> frozenset[Seat]:
        """The seats whose hands lie open to all, before a card is led and after."""
        dummy = self.dummy(calling)
        return frozenset([dummy]) if is_led and dummy else frozenset()

    def player(self, seat: Seat, calling: Calling) -> Seat:
        """Who plays the hand of a seat: the seat itself, and for dummy the partner."""
        return seat.partner if seat is self.dummy(calling) else seat

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def rubber(self) -> Sheet:
        """A rubber about to begin."""

    @abstractmethod
    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """What a deal that has been played out scores, on a sheet that stands as it did before it."""


class BridgeCode(Code):
    """A game in which a denomination is named and tricks over six are worth what it is worth."""

    game: ClassVar[int] = 30
    """The points for tricks that make a game."""
    honour_ranks: ClassVar[tuple[Rank, ...]] = HONOURS

    @property
    @abstractmethod
    def rubber(self) -> Rubber:
        """See `Code`."""

    @abstractmethod
    def trick_value(self, denomination: Denomination) -> int:
        """What each trick over six is worth undoubled."""

    def tricks_needed(self, score: int, denomination: Denomination, doubled: int = 0) -> int | None:
        """How many tricks over six make game from a score, or None when seven do not."""
        needed = -(-(self.game - score) // (self.trick_value(denomination) * 2**doubled))
        return needed if needed <= 7 else None

    @abstractmethod
    def score(self, outcome: Outcome) -> DealScore:
        """What both sides score. Raises `ValueError` when the tricks are not thirteen."""

    def honours(self, deal: Deal, denomination: Denomination) -> BySeat[int]:
        """How many honours each seat was dealt; without trumps they are the aces."""
        trumps = denomination.trumps
        if trumps is None:
            return deal.hands.map(lambda hand: sum(card.rank is Rank.ACE for card in hand))
        return deal.hands.map(lambda hand: hand[trumps].count(self.honour_ranks))

    def outcome(self, deal: Deal, declaration: Declaration, tricks: BySide[int]) -> Outcome:
        """How the deal ended, with all that scores."""
        trumps = declaration.trumps
        dealt = None if trumps is None else deal.hands.map(lambda hand: len(hand[trumps]))
        return Outcome(declaration, tricks, self.honours(deal, declaration.denomination), dealt)

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`. Raises `ValueError` where nothing was declared."""
        del sheet
        if calling.declaration is None:
            raise ValueError("nothing was declared, and nothing can be scored")
        return self.score(self.outcome(deal, calling.declaration, play.won))
