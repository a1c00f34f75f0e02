"""Humbug and French humbug as Cælebs has them in 1859: whist of two players, two of the four hands lying aside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from tutor.auction import Call, Calling, Content, Exchange
from tutor.cards import Hand
from tutor.codes.deal_result import ResultKeys
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance, refs
from tutor.codes.offences import WHIST_1859, Act, When
from tutor.codes.offences.effects import ExposedCard, Stands, What, Which
from tutor.codes.offences.games import HUMBUG
from tutor.codes.offences.rulings import Row
from tutor.codes.scoring import Heading, Party, ScoreItem
from tutor.codes.whist_1859 import WHIST_HONOURS, WhistShort1859
from tutor.codes.whist_scoring import WhistOutcome
from tutor.deal import Deal
from tutor.notation import in_words
from tutor.seats import BySeat, Seat, Side

OF_HUMBUG = LawRef("humbug-1859", "variant-humbug")
ALONE = {"leads": LawRef("humbug-1859", "19"), "established": LawRef("humbug-1859", "29")}
"""The laws as they hold where nobody has a partner at the table."""
_ADVERSARYS_LEAD = "The lead was an adversary’s. So you cannot call a suit, only the card (note e, p. 18)."
THE_CARD_ALONE = (
    Row(Act.LEADS_OUT_OF_TURN, ("leads",), (), (When.FOLLOWED_BY_NONE,), always=(ExposedCard(),),
        note=_ADVERSARYS_LEAD),
    Row(Act.LEADS_OUT_OF_TURN, ("leads", "followed"), (), (When.FOLLOWED_BY_ONE,),
        always=(ExposedCard(), ExposedCard(Which.FOLLOWED)), note=_ADVERSARYS_LEAD),
    Row(Act.LEADS_OUT_OF_TURN, ("followed",), (), (When.FOLLOWED_BY_ALL,), always=(Stands(What.TRICK),)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EachForHimself1859(WhistShort1859):
    """What the games without partners have in common: a player’s own score, and honours one by one."""

    result_keys: ClassVar[ResultKeys] = ResultKeys(
        (("tricks",), ("deal",)),
        ("trumps", "turn_up", "revokes", "standing"),
    )
    """Honours count in the order of their rank, so that their number alone does not tell what they score."""

    def scorer(self, seat: Seat) -> Party:
        """Everybody plays alone."""
        return seat

    def _honours(self, outcome: WhistOutcome, standing: Mapping[Party, int]) -> Iterator[ScoreItem]:
        """One for each, the ace first, whatever the score (p. 65)."""
        del standing
        for rank, party in zip(WHIST_HONOURS, outcome.honours, strict=True):
            if party is not None:
                yield ScoreItem(party, Heading.HONOURS, 1, f"the {rank.word}", OF_HUMBUG)


@dataclass(frozen=True, slots=True)
class Humbug1859(EachForHimself1859):
    """Two players, South and North, who deal in turn; West’s and East’s hands lie aside unseen.

    What the book leaves open is a field. `up`: its example (p. 65), in which one honour makes the game at four, is of
    five up; it also has honours count at four. `saves` and `bonus`, the points of games and rubber, stay those of short
    whist. `dealer_leads`: at whist the elder hand leads, which here is the other player’s.
    """

    key: ClassVar[str] = "humbug-1859"
    title: ClassVar[str] = "Humbug, 1859"
    offences = WHIST_1859.variant("humbug-1859", "Humbug, 1859", HUMBUG, THE_CARD_ALONE, ALONE)
    scoring_laws: ClassVar[tuple[LawRef, ...]] = (OF_HUMBUG,)
    players: ClassVar[tuple[Seat, ...]] = (Seat.SOUTH, Seat.NORTH)

    dealer_leads: bool = False

    def dealer(self, number: int) -> Seat:
        """The seat that deals, when so many deals have been dealt: the two in turn."""
        return Seat.SOUTH.turned(2 * number)

    def result_side_of(self, party: Party) -> Side:
        """See `WhistShort1859`: each player is a side."""
        return Side.NS if party is self.players[0] else Side.EW

    def out(self, dealer: Seat) -> tuple[Seat, ...]:
        """The alternate hands, on each side of the dealer’s."""
        return (dealer.left, dealer.right)

    def leader(self, calling: Calling) -> Seat:
        """The seat with the opening lead."""
        return calling.dealer if self.dealer_leads else calling.dealer.partner


class Divided(Enum):
    """When honours are divided, and count nothing."""

    EVENLY = "the same number with each player. Otherwise every two in excess count one"
    AT_ALL = "one or more with each player. Otherwise every two count one"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class FrenchHumbug1859(Humbug1859):
    """Humbug in which each player may take one of the set-aside hands as their own.

    What the book leaves open is a field. `divided`: it settles two honours against none and four, and not three against
    one; of whist it says “divided” of two and two (p. 63), and three would be worth one if they were halved (p. 68).
    `dealer_exchanges_first`: the elder hand has the first choice. A hand that has been taken or given up, which “cannot
    afterwards be looked at”, is not taken again.
    """

    key: ClassVar[str] = "french-humbug-1859"
    title: ClassVar[str] = "French humbug, 1859"
    offences = WHIST_1859.variant("french-humbug-1859", "French humbug, 1859", HUMBUG, THE_CARD_ALONE, ALONE)
    scoring_laws = refs("french-humbug-1859", "variant-french-humbug")
    shows_turn_up: ClassVar[bool] = False

    divided: Divided = Divided.EVENLY
    dealer_exchanges_first: bool = False

    def turn(self, calling: Calling) -> Turn | None:
        """Each in turn may take a hand that lies aside and has not been taken, or be content (p. 66)."""
        if len(calling) == len(self.players):
            return None
        first = calling.dealer if self.dealer_exchanges_first else calling.dealer.partner
        taken = [said.call for said in calling]
        exchanges = (Exchange(seat) for seat in self.out(calling.dealer))
        free = (exchange for exchange in exchanges if exchange not in taken)
        return Turn(first.turned(2 * len(calling)), (*free, Content()), self.rule("variant-french-humbug"))

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        turn = self.turn(calling)
        if isinstance(call, Exchange) and turn and seat is turn.seat and call not in turn.calls:
            lie = " or ".join(one.of.label for one in turn.calls if isinstance(one, Exchange))
            return LawRefusal(seat, call, turn.law, f"You may take only the hand of {lie}.")
        return WhistShort1859.refusal(self, calling, seat, call)

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was done; the book lays down no words for it."""
        for said in calling:
            yield Utterance(said.seat, "I exchange." if isinstance(said.call, Exchange) else "I keep my hand.")

    def hands(self, deal: Deal, calling: Calling) -> BySeat[Hand]:
        """The hands when those exchanged have changed places."""
        hands = deal.hands
        for said in calling:
            if isinstance(said.call, Exchange):
                taken = said.call.of
                hands = hands.with_(said.seat, hands[taken]).with_(taken, hands[said.seat])
        return hands

    def _honours(self, outcome: WhistOutcome, standing: Mapping[Party, int]) -> Iterator[ScoreItem]:
        """One for each two that are not divided, whatever the score (p. 66)."""
        del standing
        one, other = self.players
        for party, adversary in ((one, other), (other, one)):
            held, against = outcome.honours.count(party), outcome.honours.count(adversary)
            if self.divided is Divided.AT_ALL and against:
                continue
            points = (held - against) // 2
            if points > 0:
                what = f"{in_words(held)} honours to {in_words(against)}"
                yield ScoreItem(party, Heading.HONOURS, points, what, self.rule("variant-french-humbug"))
