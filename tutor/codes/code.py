"""What every code of laws answers: who may say what, who leads, whose hand lies open, what a deal scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from tutor.auction import Call, Calling, Declaration, Denomination
from tutor.cards import Hand, Rank, Suit
from tutor.codes.deal_result import (
    DealResult,
    HonourLaws,
    Objection,
    ResultKeys,
    least_tricks,
    standing_objections,
    too_few_tricks,
    tricks_objections,
)
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance
from tutor.codes.offences import Offences
from tutor.codes.penalties import RevokeClaims, ScorableDeal, with_penalties
from tutor.codes.scoring import DealOutcome, DealScore, Figure, Party, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side

if TYPE_CHECKING:
    from tutor.codes.auction_points_1910 import AuctionPoints1910
    from tutor.codes.whist_1859 import WhistShort1859

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE, Rank.TEN)
"""The honours of a trump suit at bridge."""

TRICK_VALUES: Mapping[Denomination, int] = MappingProxyType(
    {
        Denomination.SPADES: 2,
        Denomination.CLUBS: 4,
        Denomination.DIAMONDS: 6,
        Denomination.HEARTS: 8,
        Denomination.NO_TRUMPS: 12,
    }
)
"""What each trick over six is worth undoubled, the cheapest first: law 4 of the English codes and of the auction."""


class Asker(Protocol[T_co]):
    """Who asks how many tricks are needed: a question for each way in which tricks win."""

    def by_value(self, code: BridgeCode) -> T_co:
        """Each trick over six is worth what the denomination is, and so many points are a game."""
        ...

    def by_tricks_and_honours(self, code: WhistShort1859) -> T_co:
        """Each trick above the book counts one, and honours count towards the game."""
        ...

    def by_points_bid(self, code: AuctionPoints1910) -> T_co:
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
        """Who says the next call for a hand: the player whose it is."""
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

    figures: ClassVar[tuple[Figure, ...]] = (Figure.TOTAL,)
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
    """What must be told of a deal, and what may be, for it to be scored without its play."""

    honours_are_won: ClassVar[bool] = False
    """Whether honours count to those who take them home in tricks."""
    one_hand_counts: ClassVar[bool] = False
    """Whether it makes a difference that honours are in one hand."""

    @property
    def trick_parties(self) -> tuple[Party, ...]:
        """Of whom the tricks of a deal are told."""
        return tuple(Side)

    def counts_aces(self, result: DealResult) -> bool:
        """Whether aces are the honours of a deal that is told."""
        del result
        return False

    def honours_dealt(self, result: DealResult) -> int:
        """How many honours there are in a deal that is told; an ace that counts twice is two."""
        del result
        return len(HONOURS)

    def trick_worth(self, result: DealResult) -> tuple[int, int] | None:
        """What a trick that counts is worth, undoubled and as it was doubled; None where it goes by other things."""
        del result
        return None

    def tricks_needed_by(self, asker: Asker[T]) -> T | None:
        """What is asked of the tricks that win a game or make a bid good, by the way in which they do it here."""
        del asker
        return None

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """Everything that speaks against a deal as it is told; nothing does when it can be scored."""
        del result
        yield Objection("", f"a deal of {self.key} is scored only when it has been played out", "Play it at the table")

    def goes_by_standing(self, result: DealResult) -> bool:
        """Whether what a deal scores depends on the score before it."""
        del result
        return False

    def score_result(self, result: DealResult) -> DealScore:
        """What a deal scores by what is told of it. Raises `Illegal` with the first objection."""
        raise Illegal(next(self.objections(result)))


class BridgeCode(Code):
    """A game in which a denomination is named and tricks over six are worth what it is worth."""

    game: ClassVar[int] = 30
    tricks_decide: ClassVar[bool] = True
    prices_revokes: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = tuple(Figure)
    one_hand_counts: ClassVar[bool] = True
    honour_ranks: ClassVar[tuple[Rank, ...]] = HONOURS
    result_keys = ResultKeys(
        (("denomination",), ("declarer",), ("tricks",), ("deal", "honours")),
        ("doubled", "chicane", "revokes", "standing"),
    )
    points: ClassVar[Mapping[str, str]]
    """The numbers of the laws by the points on which the codes can be compared."""

    def law_on(self, point: str) -> LawRef:
        """The law on a point that codes have in common."""
        return self.law(self.points[point])

    @property
    def cheapest(self) -> Denomination:
        """See `Code`."""
        return min(Denomination, key=self.trick_value)

    def trick_value(self, denomination: Denomination) -> int:
        """What each trick over six is worth undoubled."""
        return TRICK_VALUES[denomination]

    def worth(self, denomination: Denomination, doubled: int) -> int:
        """What each trick over six is worth when it has been doubled so many times."""
        return self.trick_value(denomination) << doubled

    def tricks_needed(self, score: int, denomination: Denomination, doubled: int = 0) -> int | None:
        """How many tricks over six make game from a score, or None when seven do not."""
        needed = -(-(self.game - score) // self.worth(denomination, doubled))
        return needed if needed <= 7 else None

    def counts_aces(self, result: DealResult) -> bool:
        """See `Code`: where nothing is trumps."""
        return self.undertaken(result)[0] is Denomination.NO_TRUMPS

    def honours_dealt(self, result: DealResult) -> int:
        """See `Code`."""
        return len(Suit) if self.counts_aces(result) else len(HONOURS)

    def trick_worth(self, result: DealResult) -> tuple[int, int]:
        """See `Code`."""
        denomination, _ = self.undertaken(result)
        return self.trick_value(denomination), self.worth(denomination, result.doubled or 0)

    def tricks_needed_by(self, asker: Asker[T]) -> T | None:
        """See `Code`."""
        return asker.by_value(self)

    @abstractmethod
    def score(self, outcome: DealOutcome) -> DealScore:
        """What both sides score. Raises `ValueError` when the tricks are not thirteen."""

    def honours(self, deal: Deal, denomination: Denomination) -> BySeat[int]:
        """How many honours each seat was dealt; without trumps they are the aces."""
        trumps = denomination.trumps
        if trumps is None:
            return deal.hands.map(lambda hand: sum(Rank.ACE in hand[suit] for suit in Suit))
        return deal.hands.map(lambda hand: hand[trumps].count(self.honour_ranks))

    def outcome(self, deal: Deal, declaration: Declaration, tricks: BySide[int]) -> DealOutcome:
        """How the deal ended, with all that scores."""
        trumps = declaration.trumps
        dealt = None if trumps is None else deal.hands.map(lambda hand: len(hand[trumps]))
        return DealOutcome(declaration, tricks, self.honours(deal, declaration.denomination), dealt)

    def contract_score(self, deal: Deal, declaration: Declaration, tricks: BySide[int]) -> DealScore:
        """See `Code`. Raises `ValueError` when the tricks are not thirteen."""
        return self.score(self.outcome(deal, declaration, tricks))

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`. Raises `ValueError` where nothing was declared."""
        del sheet
        declaration = self.declaration(calling)
        if declaration is None:
            raise ValueError("nothing was declared, and nothing can be scored")
        return self.contract_score(deal, declaration, play.won)

    # ---- a deal that is told ---------------------------------------------------------------------------------

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """See `Code`."""
        faulty = tuple(self.result_keys.objections(result)) or tuple(self.call_objections(result))
        yield from faulty
        wrong: tuple[Objection, ...] = ()
        if result.tricks is not None:
            wrong = tuple(tricks_objections(result.tricks, tuple(Side), self.law_on("tricks")))
            yield from wrong
        if faulty:
            return
        laws = HonourLaws(*map(self.law_on, ("honours", "aces", "one hand", "chicane")))
        denomination = self.undertaken(result)[0]
        held = tuple(laws.objections(result, denomination))
        yield from held
        if not wrong and not held and denomination.trumps is not None:
            yield from too_few_tricks(result, least_tricks(result, denomination.trumps))
        yield from self.standing_objections(result)
        yield from self.revoke_claims(result).objections(result.revokes or (), self._who_can_revoke(result))

    def call_objections(self, result: DealResult) -> Iterator[Objection]:
        """What speaks against the calls as they are told; any denomination may be named and doubled without end."""
        del result
        return iter(())

    def standing_objections(self, result: DealResult) -> Iterator[Objection]:
        """What speaks against the score before the deal, which is asked for only where a revoke is paid for."""
        if result.standing is not None and not self.goes_by_standing(result):
            what = "the score before the deal changes nothing, since no revoke is told"
            yield Objection("standing", what, "Strike it out")
        yield from standing_objections(result, self.result_parties, self.game)

    @property
    def result_parties(self) -> tuple[Party, ...]:
        """Whose score before the deal may be told."""
        return tuple(Side)

    # ---- revokes that are told -----------------------------------------------------------------------------------

    def goes_by_standing(self, result: DealResult) -> bool:
        """See `Code`: where there is a revoke, which a side may not win the game in spite of."""
        return bool(result.revokes) and "standing" in self.result_keys.keys

    def revoke_claims(self, result: DealResult) -> RevokeClaims:
        """The revokes that are told, as the laws of the game judge them."""
        law = self.offences.laws.get("dummy revokes")
        dummy = self.result_dummy(result)
        never = {dummy: law} if dummy and law else {}
        return RevokeClaims(self.offences, result.declaring_seat().side, lambda by: self.result_side(result, by), never)

    def result_dummy(self, result: DealResult) -> Seat | None:
        """Whose hand was dummy, where what is told shows it: here the dealer’s partner’s, and no dealer is told."""
        del result
        return None

    def result_side(self, result: DealResult, party: Party) -> Side:
        """The side of a party in the play of a deal that is told."""
        del result
        return party if isinstance(party, Side) else party.side

    def _who_can_revoke(self, result: DealResult) -> Mapping[Side, int]:
        """How many hands of each side can be made to pay for a revoke: of the declaring side not dummy’s."""
        declarers = result.declaring_seat().side
        return {declarers: 1, declarers.opponents: 2}

    def scorable_result(self, result: DealResult, outcome: DealOutcome) -> ScorableDeal:
        """A deal that is told, as its revokes are paid for: both sides by their standing."""
        return self.scorable_outcome(outcome, tuple((side, (result.standing or {}).get(side, 0)) for side in Side))

    def scorable_outcome(self, outcome: DealOutcome, standing: tuple[tuple[Party, int], ...]) -> ScorableDeal:
        """A deal that ended so, as its revokes are paid for, each party having had so many points before it."""
        declaration = outcome.declaration
        return ScorableDeal(
            outcome.tricks,
            lambda tricks: self.score(replace(outcome, tricks=tricks)),
            standing,
            self.game,
            declaration.by.side,
            (self.trick_value(declaration.denomination), self.worth(declaration.denomination, declaration.doubled)),
            declaration.trumps is not None,
        )

    def scorable(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> ScorableDeal | None:
        """See `Code`."""
        declaration = self.declaration(calling)
        if declaration is None:
            return None
        standing = tuple((party, sheet.stands_at(party)) for party in sheet.parties)
        return self.scorable_outcome(self.outcome(deal, declaration, play.won), standing)

    def undertaken(self, result: DealResult) -> tuple[Denomination, int | None]:
        """The denomination told, and where tricks over six are bid how many. Raises `ValueError` without one."""
        if result.denomination is None:
            raise ValueError("the denomination is not told")
        return result.denomination, None

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`."""
        for objection in self.objections(result):
            raise Illegal(objection)
        denomination, contract = self.undertaken(result)
        declaration = Declaration(denomination, result.declaring_seat(), result.doubled or 0, contract)
        outcome = self._result_outcome(result, declaration)
        if not result.revokes:
            return self.score(outcome)
        revokes = self.revoke_claims(result).revokes(result.revokes)
        return with_penalties(self.offences, self.scorable_result(result, outcome), revokes)

    def _result_outcome(self, result: DealResult, declaration: Declaration) -> DealOutcome:
        if result.deal is not None:
            return self.outcome(result.deal, declaration, result.tricks_by_side())
        void = result.void()
        trumps = None if declaration.trumps is None else BySeat.each(lambda seat: 0 if seat in void else 1)
        return DealOutcome(declaration, result.tricks_by_side(), result.honours_by_seat(), trumps)
