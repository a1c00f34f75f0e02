"""The suit that one led before: what Foster leads to its second round, and how the rest of it is played down.

The second leads are told of declared trumps (pp. 130–134); “you would lead the same way in either case” (p. 136), so
they serve without trumps too. They suppose that the suit is led again. Against trumps it is not, once an adversary
has none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import are_next, honours
from tutor.authorities.foster.reading_of_play import SHORT
from tutor.authorities.foster.table import Table, names
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Card, Rank, Suit


@dataclass(frozen=True)
class LaterLead(Table):
    """An adversary of the declarer’s who is to lead, the first trick having been played."""

    @cached_property
    def mine(self) -> tuple[Suit, ...]:
        """The plain suits that this hand opened, gone round once, of which it has more; the last opened first."""
        opened = self.suits_opened_by(self.seat)
        return tuple(
            suit
            for suit in reversed(opened)
            if suit is not self.trumps and self.hand[suit] and self.rounds(suit) == 1 and not self.is_ruffed(suit)
        )

    def first_led(self, suit: Suit) -> Rank:
        return self.openings[suit].cards[0].rank

    def first_won(self, suit: Suit) -> bool:
        """Whether the card with which the suit was opened took the trick."""
        return self.openings[suit].winner(self.trumps) is self.seat

    @cached_property
    def kings_with_queen(self) -> tuple[Suit, ...]:
        """The suits opened with a king that had the queen beside it, and not the ace."""
        return tuple(
            suit
            for suit in self.mine
            if self.first_led(suit) is Rank.KING and Rank.QUEEN in self.hand[suit] and not _had_ace(self, suit)
        )


def _had_ace(lead: LaterLead, suit: Suit) -> bool:
    return Rank.ACE in lead.dealt[suit]


def _after_king_from_ace(lead: LaterLead) -> Finding:
    suits = [suit for suit in lead.mine if lead.first_led(suit) is Rank.KING and Rank.ACE in lead.hand[suit]]
    suits = [suit for suit in suits if lead.first_won(suit)]
    if not suits:
        return fails("no king from ace, king has won here")
    cards = [lead.equals(Card(suit, Rank.ACE))[-1] for suit in suits]
    because = f"in {names(suits)} the king has won and told of the ace, and the {cards[0].name} is as good"
    return applies(because, *cards)


def _after_king_from_queen_and_knave(lead: LaterLead) -> Finding:
    suits = [suit for suit in lead.kings_with_queen if Rank.KNAVE in lead.hand[suit]]
    if not suits:
        return fails("no king from king, queen, knave has been led here")
    cards = [lead.equals(Card(suit, Rank.QUEEN))[-1] for suit in suits]
    because = f"in {names(suits)} the king has told of the queen, and the {cards[0].name} is as good"
    return applies(because, *cards)


def _queen_when_the_king_lost(lead: LaterLead) -> Finding:
    suits = [suit for suit in lead.kings_with_queen if not lead.first_won(suit)]
    if not suits:
        return fails("no king from king, queen has lost to the ace")
    return applies(
        f"in {names(suits)} the king lost, and there is no knave", *(Card(suit, Rank.QUEEN) for suit in suits)
    )


def _fourth_best_when_the_king_won(lead: LaterLead) -> Finding:
    suits = [suit for suit in lead.kings_with_queen if lead.first_won(suit)]
    cards = [card for suit in suits if (card := lead.original_fourth_best(suit))]
    if not cards:
        return fails("no king from four or more with king and queen has won")
    return applies(f"in {names(suits)} the king won, and there is no knave", *cards)


def _after_ace_with_two_honours(lead: LaterLead) -> Finding:
    suits = [suit for suit in _aces(lead) if _two_in_sequence(lead, suit)]
    if not suits:
        return fails("no ace was led from a suit that has two honours in sequence left")
    cards = [two[0] for suit in suits if (two := _two_in_sequence(lead, suit))]
    return applies(f"after the ace in {names(suits)} two honours in sequence are left", *cards)


def _after_ace(lead: LaterLead) -> Finding:
    suits = _aces(lead)
    cards = [card for suit in suits if (card := lead.original_fourth_best(suit))]
    if not cards:
        return fails("no ace was led here from four or more cards")
    return applies(f"in {names(suits)} the ace was led without the king", *cards)


def _aces(lead: LaterLead) -> tuple[Suit, ...]:
    return tuple(suit for suit in lead.mine if lead.first_led(suit) is Rank.ACE and Rank.KING not in lead.dealt[suit])


def _two_in_sequence(lead: LaterLead, suit: Suit) -> tuple[Card, Card] | None:
    held = honours(lead.hand[suit])
    return (Card(suit, held[0]), Card(suit, held[1])) if len(held) > 1 and are_next(held[0], held[1]) else None


AFTER_ONE_ROUND: Sequence[Rule[LaterLead]] = (
    Rule(
        "fos-lead-trump-king-ace-follow",
        "After a king that won, follow with the lowest card that is as good as the ace.",
        cite(130, 4404, 4426),
        _after_king_from_ace,
    ),
    Rule(
        "fos-lead-trump-king-queen",
        "After the king from king, queen, knave go on with a high card that partner does not know: the lowest that is "
        "as good as the queen.",
        cite(130, 4428, 4449),
        _after_king_from_queen_and_knave,
    ),
    Rule(
        "fos-lead-king-loses",
        "If the king from king, queen has lost and you have not the knave, lead the queen when in again.",
        cite(131, 4451, 4459),
        _queen_when_the_king_lost,
        "lost",
    ),
    Rule(
        "fos-lead-king-loses",
        "If the king from king, queen has won and you have not the knave, follow with the original fourth-best.",
        cite(132, 4459, 4468),
        _fourth_best_when_the_king_won,
        "won",
    ),
    Rule(
        "fos-lead-trump-ace-follow",
        "After the ace, if two honours in sequence are left, lead the higher.",
        cite(134, 4538, 4543),
        _after_ace_with_two_honours,
        "two honours",
    ),
    Rule(
        "fos-lead-trump-ace-follow",
        "After the ace follow with the original fourth-best.",
        cite(134, 4536, 4538),
        _after_ace,
        "fourth-best",
    ),
)


# ---- playing down, led, played or thrown -------------------------------------------------------------------------


def topped_partners(table: Table, suit: Suit) -> bool:
    """Whether this hand led the best card of a suit that partner has called."""
    return suit in table.suits_called_by(table.partner) and _led_the_top(table, suit)


def topped_short(table: Table, suit: Suit) -> bool:
    """Whether this hand led the best card, lower than a queen, of a short suit."""
    return len(table.dealt[suit]) <= SHORT and _led_the_top(table, suit) and table.dealt[suit].highest < Rank.QUEEN


def _led_the_top(table: Table, suit: Suit) -> bool:
    led = table.opening_of(table.seat, suit)
    return led is not None and led.rank is table.dealt[suit].highest


def _lead_down(topped: Callable[[Table, Suit], bool]) -> Callable[[LaterLead], Finding]:
    def find(lead: LaterLead) -> Finding:
        suits = [suit for suit in lead.plain_suits if topped(lead, suit) and not lead.is_ruffed(suit)]
        if not suits:
            return fails("no such suit was opened here with its best card")
        return applies(f"{names(suits)} were opened here with the best card", *map(lead.top, suits))

    return find


def _follow_down(topped: Callable[[Table, Suit], bool]) -> Callable[[Table], Finding]:
    def find(table: Table) -> Finding:
        suit = table.suit_led
        if suit is None or not table.hand[suit] or not topped(table, suit):
            return fails("the suit led was not opened here with its best card")
        if table.winners and not table.partner_wins:
            return fails("there is a card here that might take the trick")
        return applies(f"{suit.plural} were opened here with the best card, and are played down", table.top(suit))

    return find


_PLAY_DOWN = (
    "fos-lead-play-down",
    "Play partner’s suit down: after its best card the next best, the lowest last.",
    cite(125, 4191, 4205),
)
_SHORT_DOWN = (
    "fos-lead-nt-short-how",
    "After the best card of a short suit play the next best, so that partner may look for a smaller one.",
    cite(136, 4651, 4663),
)

LEAD_PARTNERS_DOWN: Rule[LaterLead] = Rule(*_PLAY_DOWN, _lead_down(topped_partners), "led")
LEAD_SHORT_DOWN: Rule[LaterLead] = Rule(*_SHORT_DOWN, _lead_down(topped_short), "led again")
PLAY_PARTNERS_DOWN: Rule[Table] = Rule(*_PLAY_DOWN, _follow_down(topped_partners), "played")
PLAY_SHORT_DOWN: Rule[Table] = Rule(*_SHORT_DOWN, _follow_down(topped_short), "played")
