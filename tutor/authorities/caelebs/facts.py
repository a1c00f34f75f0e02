"""What Cælebs reads at a whist table: who has asked for trumps, who is strong in them, what partner’s lead was.

Everything is from the view of the hand that is to play. Where Cælebs’s words are loose the figure is in `reading`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache, partial
from itertools import islice, takewhile
from typing import TypeVar

from tutor.authorities.caelebs.interpretations import CHOSEN, OTHERS, Interpretation
from tutor.authorities.hidden import HiddenHands
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted
from tutor.play import Trick
from tutor.seats import Seat
from tutor.view import View

STRENGTHENING = (Rank.QUEEN, Rank.KNAVE, Rank.TEN)
"""“Queens, knaves, tens are strengthening cards: the nine is equivocal” (p. 27)."""

STRONG_WITH_AN_HONOUR = 4
"""So many trumps are strength with an honour (pp. 40, 55)."""

LONG = 4
"""A suit of so many cards is not short: “defensive leads” come “from a poor suit of less than four cards” (p. 27)."""

THREE_BEST = 3
"""So many of its best cards are “the perfect command” of a suit (p. 39)."""

GAME = 5
"""Cælebs writes of short whist; the odd trick is the seventh."""


def why_no_whist(view: View) -> str | None:
    """Why a view is none of Cælebs’s concern: he writes of whist, where there are always trumps and nothing is
    called.
    """
    if view.declaration is not None:
        return "Cælebs writes of whist, where nothing is declared"
    if view.out:
        return "Cælebs writes of whist for four, where every player has a partner"
    return None if view.trumps else "Cælebs writes of whist, where there are always trumps"


def names(suits: Iterable[Suit]) -> str:
    """Suits in words."""
    return " and ".join(suit.plural for suit in suits)


def honour_points(holding: Holding) -> int:
    """How a suit ranks in strength against another: four for an ace, three, two and one for king, queen and jack."""
    return sum(max(0, rank.height - 10) for rank in holding)


# ---- holdings as numbers: a bit for each rank, since they are made for every view ----------------------------------

SUITS, RANKS = tuple(Suit), tuple(Rank)
_BIT = {rank: 1 << place for place, rank in enumerate(RANKS)}
ALL_RANKS = sum(_BIT.values())


def _bits(ranks: Iterable[Rank]) -> int:
    return sum([_BIT[rank] for rank in ranks])


@lru_cache(ALL_RANKS + 1)
def _holding(bits: int) -> Holding:
    return Holding(tuple(rank for rank in RANKS if bits & _BIT[rank]))


@dataclass(frozen=True)
class WhistFacts(Situation):
    """A situation at whist, and what Cælebs reads in it; each thing is worked out when it is first asked."""

    interpretation: Interpretation = field(default=CHOSEN)

    # ---- what is asked so often that it is worked out at once for all ------------------------------------------

    @cached_property
    def trumps(self) -> Suit | None:
        return super().trumps

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are left in the hand."""
        return tuple(self.hand)

    @cached_property
    def cards_left(self) -> int:
        """How many cards the hand has left."""
        return len(self.cards)

    @cached_property
    def dealt(self) -> Hand:
        """The cards of the hand to play as it was dealt."""
        known = {suit: _bits(self.hand[suit].ranks) for suit in SUITS}
        for one in self.played:
            if one.seat is self.seat:
                known[one.card.suit] |= _BIT[one.card.rank]
        return Hand(*map(_holding, known.values()))

    @cached_property
    def _outstanding(self) -> dict[Suit, Holding]:
        known = {suit: _bits(self.hand[suit].ranks) for suit in SUITS}
        for one in self.played:
            known[one.card.suit] |= _BIT[one.card.rank]
        return {suit: _holding(ALL_RANKS - bits) for suit, bits in known.items()}

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps are neither played nor seen."""
        seen = [hand[self.trump_suit] for seat, hand in self.view.seen.items() if seat is not self.seat]
        return sum(not any(rank in holding for holding in seen) for rank in self._outstanding[self.trump_suit].ranks)

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of its suit is left outside the hand that holds it."""
        out = self._outstanding[card.suit].ranks
        return not out or out[0] < card.rank

    def higher_out(self, card: Card) -> int:
        """How many higher cards of its suit are out against a card."""
        return sum(rank > card.rank for rank in self._outstanding[card.suit].ranks)

    @cached_property
    def _voids(self) -> frozenset[tuple[Seat, Suit]]:
        return frozenset(
            (seat, led)
            for trick in (*self.view.tricks, self.trick)
            if (led := trick.suit_led)
            for seat, card in trick.items()
            if card.suit is not led
        )

    def has_shown_void(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat has failed to follow in a suit."""
        return (seat, suit) in self._voids

    def highest_in(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The highest card that is held of each suit."""
        return tuple(Card(suit, self.hand[suit].highest) for suit in suits)

    def lowest_in(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The lowest card that is held of each suit."""
        return tuple(Card(suit, self.hand[suit].lowest) for suit in suits)

    # ---- the score -------------------------------------------------------------------------------------------

    @property
    def us(self) -> int:
        return self.view.standing.us

    @property
    def them(self) -> int:
        return self.view.standing.them

    @cached_property
    def wanted_to_save(self) -> int:
        """How many tricks we still need that the opponents may not go out by tricks."""
        most_they_may_have = 6 + GAME - self.them - 1
        return max(0, 13 - most_they_may_have - self.ours)

    # ---- trumps ----------------------------------------------------------------------------------------------

    @property
    def trump_suit(self) -> Suit:
        assert self.trumps is not None, "at whist there are always trumps"  # noqa: S101
        return self.trumps

    @cached_property
    def trumps_held(self) -> Holding:
        return self.hand[self.trump_suit]

    @cached_property
    def trump_cards(self) -> tuple[Card, ...]:
        """The trumps of the hand, highest first."""
        return tuple(self.hand.only(self.trump_suit))

    @cached_property
    def trumps_dealt(self) -> Holding:
        return self.dealt[self.trump_suit]

    @cached_property
    def is_strong_in_trumps(self) -> bool:
        """Whether the hand was strong in trumps at the deal: four of them with an honour, or more than four.

        “At least four” are what a partner is credited with (pp. 38, 55). Four without an honour are not strength: “four
        trumps headed only by the ten” need good management to be worth anything (p. 40), and trumps that are weak are
        “powerless” (p. 56). More than four are strong by number, of which Cælebs speaks beside sequence (p. 41).
        """
        dealt = self.trumps_dealt
        is_more = len(dealt) > STRONG_WITH_AN_HONOUR or dealt.count(WHIST_HONOURS) > 0
        return is_more and len(dealt) >= self.interpretation.strong_trumps

    @property
    def weakness_in_trumps(self) -> str:
        """Why the hand is not strong in trumps, in words."""
        dealt = len(self.trumps_dealt)
        if not dealt:
            return "the hand was dealt no trumps"
        honour = " without an honour" if dealt == STRONG_WITH_AN_HONOUR else ""
        return f"the hand was dealt only {counted(dealt, 'trump')}{honour}"

    @cached_property
    def has_great_strength(self) -> bool:
        """Whether the player could ask for trumps: “great strength, with at least one honour” (p. 37)."""
        dealt = self.trumps_dealt
        honours = dealt.count(WHIST_HONOURS)
        return (len(dealt) >= self.interpretation.great_trumps and honours > 0) or (
            len(dealt) == self.interpretation.great_trumps - 1
            and honours >= self.interpretation.honours_that_make_four_great
        )

    @cached_property
    def turned_up(self) -> tuple[Seat, Card] | None:
        """The player who turned up a trump, and which, while it may be remembered."""
        return next(((seat, card) for seat, card in self.view.shown if card.suit is self.trumps), None)

    def trump_turned_by(self, seat: Seat) -> Rank | None:
        """The trump that a player turned up and still holds."""
        turned = self.turned_up
        return turned[1].rank if turned and turned[0] is seat and turned[1] not in self.gone else None

    def may_hold_trumps(self, seat: Seat) -> bool:
        """Whether another player can have a trump left, by what the hand to play can see."""
        return seat in self._perhaps_with_trumps

    @cached_property
    def _perhaps_with_trumps(self) -> frozenset[Seat]:
        seen, suit = self.view.seen, self.trump_suit
        return frozenset(
            seat for seat in Seat if (seen[seat][suit].ranks if seat in seen else self._hidden.can_have(seat, suit))
        )

    @cached_property
    def _hidden(self) -> HiddenHands:
        return HiddenHands.of(self.view, self._voids)

    def may_hold_best_trump(self, seat: Seat) -> bool:
        """Whether another player can have the best trump that is out against the hand."""
        out = self.outstanding(self.trump_suit)
        if not out.ranks:
            return False
        best = Card(self.trump_suit, out.highest)
        holder = next((other for other, hand in self.view.seen.items() if best in hand), None)
        holder = holder or next((other for other, card in self.view.shown if card == best), None)
        return seat is holder if holder else self.may_hold_trumps(seat)

    @cached_property
    def adversaries(self) -> tuple[Seat, Seat]:
        return (self.seat.left, self.seat.right)

    @cached_property
    def adversaries_with_trumps(self) -> tuple[Seat, ...]:
        """The opponents who may have a trump left."""
        return tuple(seat for seat in self.adversaries if self.may_hold_trumps(seat))

    # ---- the Blue Peter --------------------------------------------------------------------------------------

    def has_asked(self, seat: Seat) -> bool:
        """Whether a player has asked for trumps: an unnecessarily high card before a lower of its suit (p. 22)."""
        return any(self.asked_in(seat, suit) for suit in Suit)

    @cached_property
    def partner_asked(self) -> bool:
        """Whether partner has asked for trumps; one whose cards lie open asks for nothing."""
        return self.partner not in self.view.seen and self.has_asked(self.partner)

    def asked_in(self, seat: Seat, suit: Suit) -> bool:
        """Whether a player has played high before low, without need, in a plain suit; not in leading it."""
        if suit is self.trumps:
            return False
        if len(self._put.get((seat, suit), ())) < 2:
            return False
        plays = tuple(self._followed_or_thrown(seat, suit))
        return any(
            later.rank < card.rank and self._was_unnecessary(trick, card, later)
            for place, (trick, card) in enumerate(plays)
            for _, later in plays[place + 1 :]
        )

    def put_to_leads(self, seat: Seat, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit that a player has put to the leads of others, in order."""
        return tuple(card for _, card in self._followed_or_thrown(seat, suit))

    def completing(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of the hand to play that complete a Blue Peter which it has begun in a suit."""
        plays = tuple(self._followed_or_thrown(self.seat, suit)) if suit is not self.trumps else ()
        return tuple(
            lower
            for lower in self.hand.only(suit)
            if any(lower.rank < card.rank and self._was_unnecessary(trick, card, lower) for trick, card in plays)
        )

    def was_master(self, led: Card) -> bool:
        """Whether a card that was led was the best of its suit left, when it was led."""
        earlier = takewhile(lambda one: one.card != led, self.played)
        higher = sum(rank > led.rank for rank in Rank)
        return sum(one.card.suit is led.suit and one.card.rank > led.rank for one in earlier) == higher

    @cached_property
    def _put(self) -> dict[tuple[Seat, Suit], list[tuple[Trick, Card]]]:
        """The cards of each suit that each player has put to the leads of others, each with its trick."""
        put: dict[tuple[Seat, Suit], list[tuple[Trick, Card]]] = {}
        for trick in (*self.view.tricks, self.trick):
            for seat, card in islice(trick.items(), 1, None):
                put.setdefault((seat, card.suit), []).append((trick, card))
        return put

    def _followed_or_thrown(self, seat: Seat, suit: Suit) -> Iterator[tuple[Trick, Card]]:
        """The cards of a suit that a player put to the leads of others, each with the trick as they found it."""
        for trick, card in self._put.get((seat, suit), ()):
            yield Trick(trick.leader, trick.cards[: trick.cards.index(card)]), card

    def _was_unnecessary(self, found: Trick, card: Card, lower: Card) -> bool:
        """Whether the lower card would have done as well as the higher that was put to the trick as it was found."""
        if card.suit is not found.suit_led:
            return True
        winning = found.card_of(found.winner(self.trumps))
        assert winning is not None, "a card has been led"  # noqa: S101
        if not self.beats(card, winning):
            return True
        is_last = len(found.cards) == len(found.round()) - 1
        return self.beats(lower, winning) and (is_last or self._were_equals(found, card, lower))

    def _were_equals(self, found: Trick, card: Card, lower: Card) -> bool:
        """Whether every card between two had been played when the higher was put to a trick."""
        before = takewhile(lambda trick: trick.cards[: len(found.cards) + 1] != (*found.cards, card), self.view.tricks)
        gone = {played for trick in (*before, found) for played in trick.cards}
        return all(Card(card.suit, rank) in gone for rank in Rank if lower.rank < rank < card.rank)

    # ---- leads and forces -------------------------------------------------------------------------------------

    def kind_of_lead(self, seat: Seat, suit: Suit) -> LeadKind | None:
        """What the first card of a suit that a player led tells of it; None where they did not open the suit.

        A low card comes from a long suit, and the head of a sequence has the next card behind it (p. 23). A nine or
        ten heads a short suit where the jack or king is not theirs (p. 50).
        """
        if suit not in self.suits_opened_by(seat):
            return None
        first = next(lead.card for lead in self.leads if lead.seat is seat and lead.card.suit is suit)
        rank = first.rank
        if rank <= Rank.TEN and any(card.rank < rank for card in self.played_by(seat, suit)):
            return LeadKind.DEFENSIVE
        if rank < Rank.NINE or rank is Rank.ACE:
            return LeadKind.AGGRESSIVE
        not_his = {card.rank for card in self._elsewhere_than(seat) if card.suit is suit}
        if rank <= Rank.TEN:
            return LeadKind.DEFENSIVE if {Rank.KNAVE, Rank.KING} & not_his else LeadKind.EQUIVOCAL
        if _BEHIND[rank] <= not_his:
            return LeadKind.DEFENSIVE
        return LeadKind.AGGRESSIVE

    def _elsewhere_than(self, seat: Seat) -> Iterator[Card]:
        """The cards that the player to move knows another not to have been dealt."""
        yield from (card for other, hand in self.view.seen.items() if other is not seat for card in hand)
        yield from (one.card for one in self.played if one.seat is not seat)

    def declined_to_ruff(self, seat: Seat) -> Trick | None:
        """The last trick, if a player who might have trumped an opponent’s winning card threw something else."""
        last = self.view.tricks[-1] if self.view.tricks else None
        return last if last and self.may_hold_trumps(seat) and self._was_left_to_win(last, seat) else None

    def has_declined_to_ruff(self, seat: Seat) -> bool:
        """Whether a player did so since trumps were last led."""
        since = takewhile(lambda trick: trick.suit_led is not self.trumps, reversed(self.view.tricks))
        return self.may_hold_trumps(seat) and any(self._was_left_to_win(trick, seat) for trick in since)

    def _was_left_to_win(self, trick: Trick, seat: Seat) -> bool:
        """Whether a player threw a plain card to a trick that a plain card of their opponents’ was sure to win.

        “A winning card” (p. 57) is not one that is “second-best” or “uncertain”, which nobody strong in trumps ruffs
        (p. 56). It is the best left of its suit as far as the player could see by what was played, or it had only an
        opponent’s card to come after it. A trump that they would not over-ruff is another matter (p. 40).
        """
        card = trick.card_of(seat)
        if card is None or card.suit in (trick.suit_led, self.trumps):
            return False
        found = Trick(trick.leader, trick.cards[: trick.round().index(seat)])
        winner = found.winner(self.trumps)
        winning = found.card_of(winner)
        if winning is None or winning.suit is self.trumps or winner.side is seat.side:
            return False
        return len(found.cards) > 1 or self.was_master(winning) or self._was_ours_to_win(winner, winning)

    def _was_ours_to_win(self, winner: Seat, winning: Card) -> bool:
        """Whether all that could have beaten a card of our own side had been played or was in the hand itself."""
        if winner.side is not self.seat.side:
            return False
        before = {one.card for one in takewhile(lambda one: one.card != winning, self.played)}
        higher = {Card(winning.suit, rank) for rank in Rank if rank > winning.rank}
        return higher <= before | set(self.dealt)


class LeadKind(Enum):
    """What a lead was made from (pp. 27, 38)."""

    AGGRESSIVE = "aggressive"
    DEFENSIVE = "defensive"
    EQUIVOCAL = "equivocal"

    __hash__ = object.__hash__


_BEHIND = {Rank.KING: {Rank.ACE, Rank.QUEEN}, Rank.QUEEN: {Rank.KNAVE}, Rank.KNAVE: {Rank.TEN}}
"""The cards one of which stands behind a high card led from a strong suit."""


W = TypeVar("W", bound=WhistFacts)


def other_interpretations(facts: type[W]) -> tuple[Callable[[View], W], ...]:
    """The facts of a view by each of the other ways to take Cælebs’s loose words."""
    return tuple(partial(facts, interpretation=other) for other in OTHERS)
