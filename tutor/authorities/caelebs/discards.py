"""What Cælebs throws on a suit of which he has none (pp. 23, 40, 61).

“Either from his own weakest, or partner’s strongest; taking care to preserve a remnant of the latter” (p. 23): both
are advised alike. Before it stand the cards that he will not part with: the command of the adversaries’ suits (p. 40),
the small card beside an ace in the end (p. 61), and, since “partner may be reluctant to wholly unguard his weakest
suit” (p. 24), the guard of a king or a queen where another suit will do. Partner’s strongest suit is taken to be any
that he opened.
"""

from __future__ import annotations

from collections.abc import Iterable

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.lead_facts import cite, honour_points, names
from tutor.authorities.caelebs.signals import blue_peter
from tutor.authorities.caelebs.trick_facts import INTERPRETED, TrickFacts
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS


def _own(facts: TrickFacts) -> tuple[Suit, ...]:
    """The plain suits held that partner has not opened."""
    return tuple(suit for suit in facts.plain_suits if suit not in facts.suits_opened_by(facts.partner))


def _weakness(facts: TrickFacts, suit: Suit) -> tuple[int, int]:
    holding = facts.hand[suit]
    high = honour_points(holding)
    return (len(holding), high) if facts.interpretation.weakest_by_length else (high, len(holding))


def _weakest(facts: TrickFacts, suits: Iterable[Suit]) -> tuple[Suit, ...]:
    """The weakest of the suits, or several where they are alike."""
    suits = tuple(suits)
    least = min((_weakness(facts, suit) for suit in suits), default=None)
    return tuple(suit for suit in suits if _weakness(facts, suit) == least)


def _would_unguard(facts: TrickFacts, suit: Suit) -> bool:
    """Whether a discard would leave a king or queen without the card that guards it, or throw it away."""
    holding = facts.hand[suit]
    top = Card(suit, holding.highest)
    return len(holding) <= 2 and top.rank in (Rank.KING, Rank.QUEEN) and not facts.is_master(top)


def _is_bare_command(facts: TrickFacts, suit: Suit) -> bool:
    """Whether nothing is held of an adversary’s suit but the best card of it."""
    opened = facts.suits_opened_by(*facts.adversaries)
    return suit in opened and len(facts.hand[suit]) == 1 and bool(facts.masters(suit))


def _low_cards(facts: TrickFacts, suits: Iterable[Suit]) -> tuple[Card, ...]:
    return tuple(Card(suit, facts.hand[suit].lowest) for suit in suits)


def _partners_with_a_remnant(facts: TrickFacts) -> tuple[Card, ...]:
    opened = facts.suits_opened_by(facts.partner)
    return _low_cards(facts, (suit for suit in facts.plain_suits if suit in opened and len(facts.hand[suit]) > 1))


# ---- the rules ---------------------------------------------------------------------------------------------------


def _best_of_a_sequence(facts: TrickFacts) -> Finding:
    tops = [Card(suit, facts.hand[suit].highest) for suit in facts.plain_suits]
    shown = tuple(card for card in tops if facts.is_master(card) and len(facts.equals(card)) >= 3)
    if not shown:
        return no("no suit is headed by three winners in sequence")
    return yes(lambda: f"{shown[0].suit.plural} are headed by winners in sequence", *shown)


discarding_rules = Section[TrickFacts](KEY)


@discarding_rules.rule(
    "cae-art-095",
    "With a suit of winners and ace and one of another, do not bare the ace while a long trump is out.",
    page=61,
    lines=(2783, 2792),
)
def beside_an_ace(facts: TrickFacts) -> Finding:
    winning = [suit for suit in facts.plain_suits if len(facts.masters(suit)) == len(facts.hand[suit])]
    if len(facts.plain_suits) != 2 or len(winning) != 1 or facts.trumps_held or not facts.adversaries_with_trumps:
        return no("it is not two suits, one all winners, with a trump out against them")
    other = next(suit for suit in facts.plain_suits if suit not in winning)
    if len(facts.hand[other]) != 2 or facts.hand[other].highest is not Rank.ACE:
        return no("the other suit is not ace and one")

    def because() -> str:
        return f"{winning[0].plural} are all winners, and the small card must stay with the ace of {other.plural}"

    return yes(because, *facts.hand.only(winning[0]))


@discarding_rules.rule(
    "cae-art-033",
    "Keep the command of the adversaries’ suits as late as you can.",
    page=40,
    lines=(1986, 1989),
    row="discard",
)
def not_the_command(facts: TrickFacts) -> Finding:
    own = _own(facts)
    bare = [suit for suit in _weakest(facts, own) if _is_bare_command(facts, suit)]
    rest = [suit for suit in own if not _is_bare_command(facts, suit)]
    spared = [suit for suit in rest if not _would_unguard(facts, suit)] or rest
    answers = (*_low_cards(facts, _weakest(facts, spared)), *_partners_with_a_remnant(facts))
    if not bare or not answers:
        return no("the weakest suit is not the best card of an adversary’s suit alone")
    return yes(lambda: f"the last of {names(bare)} is the command of an adversary’s suit", *answers)


@discarding_rules.rule(
    "cae-art-003f",
    "A higher card discarded before a lower asks for trumps: do so with great strength in them.",
    page=24,
    lines=(1310, 1311),
    row="Blue Peter",
)
def ask_for_trumps(facts: TrickFacts) -> Finding:
    asking = decide(blue_peter, facts)
    usual = (*_weakest(facts, _own(facts)), *(card.suit for card in _partners_with_a_remnant(facts)))
    cards = [card for card in asking.answers if isinstance(card, Card) and card.suit in usual] if asking else []
    if not asking or not cards:
        return no("trumps are not to be asked for, or not with a discard from the usual suits")
    return yes(asking.because, *tuple(cards), merely=_low_cards(facts, usual))


@discarding_rules.rule(
    "cae-art-003e", "Having two weak suits discard from each in turn.", page=23, lines=(1290, 1292), row="in turn"
)
def alternately(facts: TrickFacts) -> Finding:
    before = facts.discards_of(facts.seat)
    weak = [suit for suit in _own(facts) if not facts.hand[suit].count(WHIST_HONOURS)]
    if not before or before[-1].suit not in weak:
        return no("nothing has been thrown yet from a weak suit that is still held")
    others = [suit for suit in weak if suit is not before[-1].suit and not _is_bare_command(facts, suit)]
    if not others:
        return no("there is only one weak suit")

    def because() -> str:
        return f"the last discard was from {before[-1].suit.plural}, and {names(others)} are weak too"

    return yes(because, *_low_cards(facts, _weakest(facts, others)))


@discarding_rules.rule(
    "cae-art-003e",
    "Discard from your own weakest suit, or from partner’s strongest if you keep one to lead.",
    page=23,
    lines=(1286, 1290),
    row="weakest",
)
def weakest_or_partners(facts: TrickFacts) -> Finding:
    own = [suit for suit in _own(facts) if not _would_unguard(facts, suit) and not _is_bare_command(facts, suit)]
    partners = _partners_with_a_remnant(facts)
    weakest = _weakest(facts, own)
    if not (weakest or partners):
        return no("every discard would unguard a king or queen, or part with a command")
    named = [names(weakest)] if weakest else []
    because = " and ".join([*named, *(f"partner’s {card.suit.plural}" for card in partners)])
    return yes(lambda: f"{because} may be thrown from", *_low_cards(facts, weakest), *partners)


@discarding_rules.rule(
    "cae-art-003e",
    "Where every suit would be unguarded, from the weakest all the same.",
    page=23,
    lines=(1286, 1308),
    row="all unguarded",
)
def weakest_of_what_is_left(facts: TrickFacts) -> Finding:
    if not facts.plain_suits:
        return no("there is nothing but trumps")
    weakest = _weakest(facts, _own(facts) or facts.plain_suits)
    return yes(lambda: f"nothing can be spared, and {names(weakest)} are weakest", *_low_cards(facts, weakest))


MAY_SHOW_A_SEQUENCE = Rule(
    "cae-art-003f",
    "You may discard the best card of a suit to show the sequence behind it.",
    cite(24, 1311, 1312),
    _best_of_a_sequence,
    "best card",
)

DISCARDING = Chapter(
    Question.DISCARD,
    discarding_rules,
    TrickFacts,
    silent_on=why_no_whist,
    otherwise=INTERPRETED,
    allows=(MAY_SHOW_A_SEQUENCE,),
)
