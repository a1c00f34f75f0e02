"""What every code of laws answers: who may say what, who leads, whose hand lies open, what a deal scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from tutor.auction import Call, Calling, Declaration, Denomination
from tutor.cards import Hand, Suit
from tutor.codes.deal_result import (
    DealResult,
    Objection,
    ResultKeys,
)
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance
from tutor.codes.offences import Offences
from tutor.codes.penalties import ScorableDeal
from tutor.codes.scoring import DealScore, Party, ScoreSum, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side

if TYPE_CHECKING:
    from tutor.codes.auction_points_1910 import AuctionPoints1910
    from tutor.codes.bridge_code import BridgeCode
    from tutor.codes.whist_1859 import WhistShort1859

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class CodeVisitor(Protocol[T_co]):
    """Something done differently for each way in which tricks win: `Code.accept` calls the method that fits."""

    def visit_trick_values(self, code: BridgeCode) -> T_co:
        """Each trick over six is worth what the denomination is, and so many points are a game."""
        ...

    def visit_tricks_and_honours(self, code: WhistShort1859) -> T_co:
        """Each trick above the book counts one, and honours count towards the game."""
        ...

    def visit_points_bid(self, code: AuctionPoints1910) -> T_co:
        """So many points were bid, to be made by tricks and by honours taken home."""
        ...


class Code(ABC):
    """A game under one body of laws. A code keeps nothing: it is asked of values and answers with values."""

    key: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    body: ClassVar[str]
    """The body of laws that the game follows, by its key in `lessons/laws/codes`."""
    scoring_laws: ClassVar[tuple[LawRef, ...]] = ()
    """The laws by which points are scored that no earlier code scores by."""
    offences: ClassVar[Offences]
    """What the code answers to an offence."""

    def law(self, number: str) -> LawRef:
        """A law of the body that the game follows, by its number, or the name that we gave it."""
        return LawRef(self.body, number)

    def rule(self, number: str) -> LawRef:
        """A rule of the game’s own, likewise."""
        return LawRef(self.key, number)

    @property
    def revoke_law(self) -> LawRef:
        """The law that says what a revoke is, and so that the suit led must be followed."""
        return self.offences.laws["revoke"]

    # ---- calling ---------------------------------------------------------------------------------------------

    def calling(self, dealer: Seat, sheet: Sheet) -> Calling:
        """The calling about to begin, on a sheet that stands as it did before the deal."""
        del sheet
        return Calling(dealer)

    @abstractmethod
    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is to speak and what may be said; None when the leader may lead."""

    @abstractmethod
    def refusal(self, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call at this point, or None when it may be made."""

    def refusal_for_cards(self, deal: Deal, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call for want of cards, whoever’s turn it is; no hand but the seat’s is looked at."""
        del deal, calling, seat, call
        return None

    def refusal_on(self, deal: Deal, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """As `refusal`, where a call may also want cards that the seat does not hold."""
        return self.refusal(calling, seat, call) or self.refusal_for_cards(deal, calling, seat, call)

    @abstractmethod
    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said, in the words that the code lays down."""

    def say(self, calling: Calling, seat: Seat, call: Call) -> Calling:
        """The calling with one more call. Raises `Illegal` with the refusal."""
        refusal = self.refusal(calling, seat, call)
        if refusal:
            raise Illegal(refusal)
        return calling.after(seat, call)

    def declaration(self, calling: Calling) -> Declaration | None:
        """What is to be played as the calls stand, and by whom it was named; None before anything has been named."""
        return calling.declaration

    def is_void(self, calling: Calling) -> bool:
        """Whether the calling has ended with nothing to play; the deal is then reckoned without a card played."""
        del calling
        return False

    def dictated(self, deal: Deal, calling: Calling) -> Call | None:
        """The one call that the rules leave to the hand whose turn it is, where they do not leave it to the player."""
        del deal, calling
        return None

    def speaker(self, seat: Seat, calling: Calling) -> Seat:
        """The seat that says the next call for a hand: its own player."""
        del calling
        return seat

    def may_look(self, player: Seat, calling: Calling, *, is_led: bool = False) -> frozenset[Seat]:
        """The hands that a player may look at, besides those exposed, before a card is led and after."""
        del calling, is_led
        return frozenset([player])

    has_auction: ClassVar[bool] = False
    """Whether all bid against each other for the declaration."""

    # ---- the table -------------------------------------------------------------------------------------------

    turns_up: ClassVar[bool] = False
    """Whether the dealer’s last card is turned up for trumps."""

    players: ClassVar[tuple[Seat, ...]] = tuple(Seat)
    """Those who play, named by the seats that they have in the first deal of a rubber."""

    def dealer(self, number: int) -> Seat:
        """The seat that deals, when so many deals have been dealt: the deal goes to the left."""
        return Seat.SOUTH.turned(number)

    def deal(self, random: Random, number: int) -> Deal:
        """A deal of chance, when so many deals have been dealt."""
        return Deal.shuffled(random, self.dealer(number), turns_up=self.turns_up)

    def seat_of(self, player: Seat, number: int) -> Seat:
        """Where a player sits, when so many deals have been dealt."""
        del number
        return player

    def party(self, seat: Seat, sheet: Sheet) -> Party:
        """Whose column of a sheet the points of a seat of the next deal go to."""
        if seat.side in sheet.parties:
            return seat.side
        number = len(sheet.deals)
        return next((player for player in self.players if self.seat_of(player, number) is seat), seat)

    def out(self, dealer: Seat) -> tuple[Seat, ...]:
        """The seats whose hands are dealt and not played."""
        del dealer
        return ()

    def seat_in_play(self, seat: Seat, calling: Calling) -> Seat:
        """Where the hand dealt to a seat is played once the calling is over: at that seat, unless players move.

        `leader`, `dummy`, `exposed` and `player` speak of the seats as they are in the play.
        """
        del calling
        return seat

    def begin(self, deal: Deal, calling: Calling) -> Play:
        """The play about to begin, when the calling is over."""
        trumps, leader = self.trumps(deal, calling), self.leader(calling)
        return Play.start(self.hands(deal, calling), trumps, leader or deal.dealer.left, self.out(deal.dealer))

    def hands(self, deal: Deal, calling: Calling) -> BySeat[Hand]:
        """The hands as they are to be played, when the calling is over."""
        del calling
        return deal.hands

    def trumps(self, deal: Deal, calling: Calling) -> Suit | None:
        """The suit that is trumps once the calling is over; None without trumps."""
        del deal
        declaration = self.declaration(calling)
        return declaration.trumps if declaration else None

    @abstractmethod
    def leader(self, calling: Calling) -> Seat | None:
        """The seat with the opening lead. None while the calling may still change it."""

    @abstractmethod
    def dummy(self, calling: Calling) -> Seat | None:
        """Whose hand is exposed once a card has been led; None while it may still change, and where none is."""

    def exposed(self, calling: Calling, *, is_led: bool) -> frozenset[Seat]:
        """The seats whose hands lie open to all, before a card is led and after."""
        dummy = self.dummy(calling)
        return frozenset([dummy]) if is_led and dummy else frozenset()

    def player(self, seat: Seat, calling: Calling) -> Seat:
        """The seat that plays the hand of a seat: the seat itself, and for dummy the partner."""
        return seat.partner if seat is self.dummy(calling) else seat

    # ---- scoring ---------------------------------------------------------------------------------------------

    game: ClassVar[int] = 0
    """The points for tricks that make a game; none where a game is not made by them alone."""
    tricks_decide: ClassVar[bool] = False
    """Whether, for given calls, a deal scores by the number of tricks alone, whichever they were."""

    @property
    def game_at(self) -> int:
        """The score at which a game is won."""
        return self.game

    def contract_score(self, deal: Deal, declaration: Declaration, tricks: BySide[int]) -> DealScore | None:
        """What a declaration scores with so many tricks; None where none is scored by its denomination."""
        del deal, declaration, tricks
        return None

    figures: ClassVar[tuple[ScoreSum, ...]] = (ScoreSum.TOTAL,)
    """The figures that the score keeps apart, the narrowest first."""
    book: ClassVar[int] = 6
    """The tricks that a party takes before they count."""

    @property
    def cheapest(self) -> Denomination | None:
        """The denomination whose tricks are worth the least; None where tricks have no worth of their own."""
        return None

    @property
    @abstractmethod
    def rubber(self) -> Sheet:
        """A rubber about to begin."""

    @abstractmethod
    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """What a deal that has been played out scores, on a sheet that stands as it did before it."""

    prices_revokes: ClassVar[bool] = False
    """Whether the laws say what a revoke costs in play, so that the rigour of the game can be kept."""

    def scorable(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> ScorableDeal | None:
        """A deal that has been played out, as its revokes are paid for; None where the laws do not say how."""
        del deal, calling, play, sheet
        return None

    result_keys: ClassVar[ResultKeys] = ResultKeys(())
    """What must be given of a deal, and what may be, to score it without its play."""

    honours_are_won: ClassVar[bool] = False
    """Whether honours count to those who take them home in tricks."""
    one_hand_counts: ClassVar[bool] = False
    """Whether it makes a difference that honours are in one hand."""

    @property
    def trick_parties(self) -> tuple[Party, ...]:
        """The parties whose tricks are given for a deal."""
        return tuple(Side)

    def counts_aces(self, result: DealResult) -> bool:
        """Whether aces are the honours of a given deal."""
        del result
        return False

    def honours_dealt(self, result: DealResult) -> int:
        """How many honours there are in a given deal. An ace that counts twice is two."""
        del result
        return 5

    def trick_worth(self, result: DealResult) -> tuple[int, int] | None:
        """What a trick that counts is worth, undoubled and as it was doubled; None where it goes by other things."""
        del result
        return None

    def accept(self, visitor: CodeVisitor[T]) -> T | None:
        """What a visitor makes of the way in which tricks win here; None where it is none of those it knows."""
        del visitor
        return None

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """Every objection to a given deal. There is none when it can be scored."""
        del result
        yield Objection(
            "", f"a deal of {self.key} is scored only when all its cards have been played", "Play it at the table"
        )

    def goes_by_standing(self, result: DealResult) -> bool:
        """Whether what a deal scores depends on the score before it."""
        del result
        return False

    def score_result(self, result: DealResult) -> DealScore:
        """What a deal scores, from the data given. Raises `Illegal` with the first objection."""
        raise Illegal(next(self.objections(result)))
