"""What Cælebs throws on a suit of which he has none (pp. 23, 40, 61).

“Either from his own weakest, or partner’s strongest; taking care to preserve a remnant of the latter” (p. 23): both are
advised alike. Before it stand the cards that Cælebs will not part with. They are the command of the opponents’ suits
(p. 40), the small card beside an ace in the end (p. 61). Since “partner may be reluctant to wholly unguard his weakest
suit” (p. 24), the guard of a king or a queen stays too where another suit will do. Partner’s strongest suit is taken to
be any that partner opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import honour_points, names, other_interpretations, why_no_whist
from tutor.authorities.caelebs.signals import blue_peter
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS


@dataclass(frozen=True)
class DiscardFacts(TrickFacts):
    """What can be thrown away, and what would be missed."""

    @cached_property
    def own_suits(self) -> tuple[Suit, ...]:
        """The plain suits held that partner has not opened."""
        return tuple(suit for suit in self.plain_suits if suit not in self.suits_opened_by(self.partner))

    @cached_property
    def from_partners_suits(self) -> tuple[Card, ...]:
        """The lowest card of each suit that partner opened, where one more is left to lead to partner."""
        opened = self.suits_opened_by(self.partner)
        return self.lowest_in(suit for suit in self.plain_suits if suit in opened and len(self.hand[suit]) > 1)

    def weakest(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """The weakest of the suits, or several where they are alike."""
        weakness = {suit: self._weakness(suit) for suit in suits}
        least = min(weakness.values(), default=None)
        return tuple(suit for suit, measure in weakness.items() if measure == least)

    def _weakness(self, suit: Suit) -> tuple[int, int]:
        length, high = len(self.hand[suit]), honour_points(self.hand[suit])
        return (length, high) if self.interpretation.weakest_by_length else (high, length)

    def would_unguard(self, suit: Suit) -> bool:
        """Whether a discard would leave a king or queen without the card that guards it, or throw it away."""
        holding = self.hand[suit]
        top = Card(suit, holding.highest)
        return len(holding) <= 2 and top.rank in (Rank.KING, Rank.QUEEN) and not self.is_master(top)

    def is_bare_command(self, suit: Suit) -> bool:
        """Whether nothing is held of an opponent’s suit but the best card of it."""
        opened = self.suits_opened_by(*self.adversaries)
        return suit in opened and len(self.hand[suit]) == 1 and bool(self.masters(suit))


discards = Section[DiscardFacts](KEY)


@discards.rule(
    "cae-art-095",
    "With a suit of winners, and an ace and one other in another suit, do not leave the ace bare while a long trump "
    "is out.",
    page=61,
    lines=(2783, 2792),
    why="Partner may be able to help you force out the long trump. If you throw the card that guards your ace, that "
    "chance becomes much worse.",
)
def beside_an_ace(facts: DiscardFacts) -> Finding:
    winning = [suit for suit in facts.plain_suits if len(facts.masters(suit)) == len(facts.hand[suit])]
    if len(facts.plain_suits) != 2 or len(winning) != 1 or facts.trumps_held or not facts.adversaries_with_trumps:
        return no("there are not two suits, one of them all winners, with a trump out against them")
    other = next(suit for suit in facts.plain_suits if suit not in winning)
    if len(facts.hand[other]) != 2 or facts.hand[other].highest is not Rank.ACE:
        return no("the other suit is not an ace and one other card")
    return yes(
        lambda: f"{winning[0].plural} are all winners, and the small card must stay with the ace of {other.plural}",
        *facts.hand.only(winning[0]),
    )


@discards.rule(
    "cae-art-033",
    "Keep the command of the opponents’ suits as late as you can.",
    page=40,
    lines=(1986, 1989),
    row="discard",
)
def not_the_command(facts: DiscardFacts) -> Finding:
    bare = [suit for suit in facts.weakest(facts.own_suits) if facts.is_bare_command(suit)]
    rest = [suit for suit in facts.own_suits if not facts.is_bare_command(suit)]
    spared = [suit for suit in rest if not facts.would_unguard(suit)] or rest
    answers = (*facts.lowest_in(facts.weakest(spared)), *facts.from_partners_suits)
    if not bare or not answers:
        return no("the weakest suit is not a single card that commands an opponent’s suit")
    return yes(lambda: f"the last card in {names(bare)} commands an opponent’s suit", *answers)


@discards.rule(
    "cae-art-003f",
    "A higher card thrown before a lower asks for trumps. Ask when you are very strong in them.",
    page=24,
    lines=(1310, 1311),
    row="Blue Peter",
    why="Your discard is a message. A high card before a lower asks for trumps, and the best card of a suit tells "
    "partner that you hold the cards next below it.",
    why_lines=(1310, 1313),
)
def blue_peter_in_a_discard(facts: DiscardFacts) -> Finding:
    asking = decide(blue_peter, facts)
    usual = (*facts.weakest(facts.own_suits), *(card.suit for card in facts.from_partners_suits))
    cards = [card for card in asking.answers if isinstance(card, Card) and card.suit in usual] if asking else []
    if not asking or not cards:
        return no("trumps should not be asked for, or not by a discard from the usual suits")
    return asking.finding.advising(cards, facts.lowest_in(usual))


@discards.rule(
    "cae-art-003e",
    "With two weak suits, discard from each in turn.",
    page=23,
    lines=(1290, 1292),
    row="in turn",
    why="Partner takes your discard to come from a suit that you do not want led, so let it direct them truly. A card "
    "kept of partner’s strongest suit can be led when it is needed.",
    why_lines=(1286, 1299),
)
def in_turn(facts: DiscardFacts) -> Finding:
    before = facts.discards_of(facts.seat)
    weak = [suit for suit in facts.own_suits if not facts.hand[suit].count(WHIST_HONOURS)]
    if not before or before[-1].suit not in weak:
        return no("nothing has been thrown yet from a weak suit that is still held")
    others = [suit for suit in weak if suit is not before[-1].suit and not facts.is_bare_command(suit)]
    if not others:
        return no("there is only one weak suit")
    return yes(
        lambda: f"the last discard was from {before[-1].suit.plural}, and {names(others)} are weak too",
        *facts.lowest_in(facts.weakest(others)),
    )


@discards.rule(
    "cae-art-003e",
    "Discard from your own weakest suit, or from partner’s strongest if you keep one to lead.",
    page=23,
    lines=(1286, 1290),
    row="weakest",
)
def weakest_or_partners(facts: DiscardFacts) -> Finding:
    weakest = facts.weakest(
        suit for suit in facts.own_suits if not facts.would_unguard(suit) and not facts.is_bare_command(suit)
    )
    partners = facts.from_partners_suits
    if not (weakest or partners):
        return no("every discard would unguard a king or queen, or give up a command")

    def because() -> str:
        own = [names(weakest)] if weakest else []
        return f"{' and '.join([*own, *(f'partner’s {card.suit.plural}' for card in partners)])} may be thrown from"

    return yes(because, *facts.lowest_in(weakest), *partners)


@discards.rule(
    "cae-art-003e",
    "If every suit would be unguarded, discard from the weakest all the same.",
    page=23,
    lines=(1286, 1308),
    row="all unguarded",
)
def weakest_of_what_is_left(facts: DiscardFacts) -> Finding:
    if not facts.plain_suits:
        return no("there are only trumps left")
    weakest = facts.weakest(facts.own_suits or facts.plain_suits)
    return yes(lambda: f"no suit can spare a card, and {names(weakest)} are weakest", *facts.lowest_in(weakest))


# ---- allowed -----------------------------------------------------------------------------------------------------

allowed = Section[DiscardFacts](KEY)

SHOWN_SEQUENCE = 3
"""So many winners in sequence may be shown by throwing the best: “the sequence cards are behind” (p. 24)."""


@allowed.rule(
    "cae-art-003f",
    "You may discard the best card of a suit to show the sequence behind it.",
    page=24,
    lines=(1311, 1312),
    row="best card",
)
def best_of_a_sequence(facts: DiscardFacts) -> Finding:
    tops = [Card(suit, facts.hand[suit].highest) for suit in facts.plain_suits]
    shown = tuple(card for card in tops if facts.is_master(card) and len(facts.equals(card)) >= SHOWN_SEQUENCE)
    if not shown:
        return no("no suit is headed by three winners in sequence")
    return yes(lambda: f"{shown[0].suit.plural} are headed by winners in sequence", *shown)


DISCARDS = Chapter(
    Question.DISCARD,
    discards,
    DiscardFacts,
    silent_on=why_no_whist,
    otherwise=other_interpretations(DiscardFacts),
    allows=allowed,
)
