"""What Cælebs throws on a suit of which he has none (pp. 23, 40, 61).

“Either from his own weakest, or partner’s strongest; taking care to preserve a remnant of the latter” (p. 23): both
are advised alike. Before it stand the cards that he will not part with: the command of the adversaries’ suits (p. 40),
the small card beside an ace in the end (p. 61), and, since “partner may be reluctant to wholly unguard his weakest
suit” (p. 24), the guard of a king or a queen where another suit will do. Partner’s strongest suit is taken to be any
that he opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.following import READINGS, Following
from tutor.authorities.caelebs.leading import cite, honour_points, names
from tutor.authorities.caelebs.signal import BLUE_PETER
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, decide, fails
from tutor.cards import Card, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS


def _own(table: Following) -> tuple[Suit, ...]:
    """The plain suits held that partner has not opened."""
    return tuple(suit for suit in table.plain_suits if suit not in table.suits_opened_by(table.partner))


def _weakness(table: Following, suit: Suit) -> tuple[int, int]:
    holding = table.hand[suit]
    high = honour_points(holding)
    return (len(holding), high) if table.reading.weakest_by_length else (high, len(holding))


def _weakest(table: Following, suits: Iterable[Suit]) -> tuple[Suit, ...]:
    """The weakest of the suits, or several where they are alike."""
    suits = tuple(suits)
    least = min((_weakness(table, suit) for suit in suits), default=None)
    return tuple(suit for suit in suits if _weakness(table, suit) == least)


def _would_unguard(table: Following, suit: Suit) -> bool:
    """Whether a discard would leave a king or queen without the card that guards it, or throw it away."""
    holding = table.hand[suit]
    top = Card(suit, holding.highest)
    return len(holding) <= 2 and top.rank in (Rank.KING, Rank.QUEEN) and not table.is_master(top)


def _is_bare_command(table: Following, suit: Suit) -> bool:
    """Whether nothing is held of an adversary’s suit but the best card of it."""
    opened = table.suits_opened_by(*table.adversaries)
    return suit in opened and len(table.hand[suit]) == 1 and bool(table.masters(suit))


def _low_cards(table: Following, suits: Iterable[Suit]) -> tuple[Card, ...]:
    return tuple(Card(suit, table.hand[suit].lowest) for suit in suits)


def _partners_with_a_remnant(table: Following) -> tuple[Card, ...]:
    opened = table.suits_opened_by(table.partner)
    return _low_cards(table, (suit for suit in table.plain_suits if suit in opened and len(table.hand[suit]) > 1))


# ---- the rules ---------------------------------------------------------------------------------------------------


def _beside_an_ace(table: Following) -> Finding:
    winning = [suit for suit in table.plain_suits if len(table.masters(suit)) == len(table.hand[suit])]
    if len(table.plain_suits) != 2 or len(winning) != 1 or table.trumps_held or not table.adversaries_with_trumps:
        return fails("it is not two suits, one all winners, with a trump out against them")
    other = next(suit for suit in table.plain_suits if suit not in winning)
    if len(table.hand[other]) != 2 or table.hand[other].highest is not Rank.ACE:
        return fails("the other suit is not ace and one")
    because = f"{winning[0].plural} are all winners, and the small card must stay with the ace of {other.plural}"
    return applies(because, *table.hand.only(winning[0]))


def _not_the_command(table: Following) -> Finding:
    own = _own(table)
    bare = [suit for suit in _weakest(table, own) if _is_bare_command(table, suit)]
    rest = [suit for suit in own if not _is_bare_command(table, suit)]
    spared = [suit for suit in rest if not _would_unguard(table, suit)] or rest
    answers = (*_low_cards(table, _weakest(table, spared)), *_partners_with_a_remnant(table))
    if not bare or not answers:
        return fails("the weakest suit is not the best card of an adversary’s suit alone")
    return applies(f"the last of {names(bare)} is the command of an adversary’s suit", *answers)


def _ask_for_trumps(table: Following) -> Finding:
    asking = decide(BLUE_PETER, table)
    usual = (*_weakest(table, _own(table)), *(card.suit for card in _partners_with_a_remnant(table)))
    cards = [card for card in asking.answers if isinstance(card, Card) and card.suit in usual] if asking else []
    if not asking or not cards:
        return fails("trumps are not to be asked for, or not with a discard from the usual suits")
    return Finding(asking.because, tuple(cards), _low_cards(table, usual))


def _alternately(table: Following) -> Finding:
    before = table.discards_of(table.seat)
    weak = [suit for suit in _own(table) if not table.hand[suit].count(WHIST_HONOURS)]
    if not before or before[-1].suit not in weak:
        return fails("nothing has been thrown yet from a weak suit that is still held")
    others = [suit for suit in weak if suit is not before[-1].suit and not _is_bare_command(table, suit)]
    if not others:
        return fails("there is only one weak suit")
    because = f"the last discard was from {before[-1].suit.plural}, and {names(others)} are weak too"
    return applies(because, *_low_cards(table, _weakest(table, others)))


def _weakest_or_partners(table: Following) -> Finding:
    own = [suit for suit in _own(table) if not _would_unguard(table, suit) and not _is_bare_command(table, suit)]
    partners = _partners_with_a_remnant(table)
    weakest = _weakest(table, own)
    if not (weakest or partners):
        return fails("every discard would unguard a king or queen, or part with a command")
    named = [names(weakest)] if weakest else []
    because = " and ".join([*named, *(f"partner’s {card.suit.plural}" for card in partners)])
    return applies(f"{because} may be thrown from", *_low_cards(table, weakest), *partners)


def _weakest_of_what_is_left(table: Following) -> Finding:
    if not table.plain_suits:
        return fails("there is nothing but trumps")
    weakest = _weakest(table, _own(table) or table.plain_suits)
    return applies(f"nothing can be spared, and {names(weakest)} are weakest", *_low_cards(table, weakest))


def _best_of_a_sequence(table: Following) -> Finding:
    tops = [Card(suit, table.hand[suit].highest) for suit in table.plain_suits]
    shown = tuple(card for card in tops if table.is_master(card) and len(table.equals(card)) >= 3)
    if not shown:
        return fails("no suit is headed by three winners in sequence")
    return applies(f"{shown[0].suit.plural} are headed by winners in sequence", *shown)


DISCARDING_RULES: Sequence[Rule[Following]] = (
    Rule(
        "cae-art-095",
        "With a suit of winners and ace and one of another, do not bare the ace while a long trump is out.",
        cite(61, 2783, 2792),
        _beside_an_ace,
    ),
    Rule(
        "cae-art-033",
        "Keep the command of the adversaries’ suits as late as you can.",
        cite(40, 1986, 1989),
        _not_the_command,
        "discard",
    ),
    Rule(
        "cae-art-003f",
        "A higher card discarded before a lower asks for trumps: do so with great strength in them.",
        cite(24, 1310, 1311),
        _ask_for_trumps,
        "Blue Peter",
    ),
    Rule(
        "cae-art-003e",
        "Having two weak suits discard from each in turn.",
        cite(23, 1290, 1292),
        _alternately,
        "in turn",
    ),
    Rule(
        "cae-art-003e",
        "Discard from your own weakest suit, or from partner’s strongest if you keep one to lead.",
        cite(23, 1286, 1290),
        _weakest_or_partners,
        "weakest",
    ),
    Rule(
        "cae-art-003e",
        "Where every suit would be unguarded, from the weakest all the same.",
        cite(23, 1286, 1308),
        _weakest_of_what_is_left,
        "all unguarded",
    ),
)

MAY_SHOW_A_SEQUENCE = Rule(
    "cae-art-003f",
    "You may discard the best card of a suit to show the sequence behind it.",
    cite(24, 1311, 1312),
    _best_of_a_sequence,
    "best card",
)

DISCARDING = Chapter(
    Question.DISCARD,
    DISCARDING_RULES,
    Following,
    silent_on=why_no_whist,
    otherwise=READINGS,
    allows=(MAY_SHOW_A_SEQUENCE,),
)
