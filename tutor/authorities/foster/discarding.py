"""What Foster throws away, as an adversary of the declarer’s and as the declarer (pp. 148–151).

Against trumps “the suit you want led” is read as the one with most honours, the longest of such. To discard from
weakness instead is a matter of agreement, so it is followed only where it has been agreed on.

Against no trumps he throws what he is “not afraid of”. A suit is safe when it holds two of the three best cards left,
so that the declarer will not attack it; of safe suits with a card to spare the longest spares most. Failing one, any
card may go that unguards nothing: a suit is guarded while it has as many small cards beside its best as there are
better ones out, and a safe one as many as its second-best needs, so that king, queen and a small one keep all three.
“Three to a jack or a queen is often the salvation of a no-trumper” (p. 151), so three better cards are the most that
are guarded against. Where every card guards something a safe suit goes, for “the discard is not for the purpose of
keeping every possible trick in your long suit” (p. 150).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import honours
from tutor.authorities.foster.following_up import topped_partners, topped_short
from tutor.authorities.foster.reading_of_play import MOST_GUARDS
from tutor.authorities.foster.table import Table, names, why_not_an_adversarys
from tutor.authorities.foster.two_hands import TwoHands, why_not_two_hands
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Suit

DISCARDS_WEAKNESS = "discard from weakness"
"""What partners agree on who discard from their weak suits (p. 149), as a view names it."""


def _throwable(table: Table) -> tuple[Suit, ...]:
    return tuple(suit for suit in table.plain_suits if suit is not table.suit_led)


def better_out(table: Table, suit: Suit, place: int = 1) -> int:
    """How many cards in other hands are better than the best held of a suit, or than the one in that place."""
    card = table.hand[suit].ranks[place - 1]
    return sum(rank > card for rank in table.outstanding(suit))


def to_spare(table: Table, suit: Suit) -> int:
    """How many cards of a suit can go without unguarding its best, and in a safe suit its second-best.

    No winning card is one of them; all are where the suit is past guarding.
    """
    better, held = better_out(table, suit), len(table.hand[suit])
    if better > MOST_GUARDS or held <= better:
        return held
    second = better_out(table, suit, 2) + 2 if is_safe(table, suit) else 0
    return held - max(better + 1, min(second, held), len(table.masters(suit)))


def is_safe(table: Table, suit: Suit) -> bool:
    """Whether two of the three best cards left of a suit are held: it will not be attacked."""
    left = sorted((*table.hand[suit], *table.outstanding(suit)), reverse=True)
    return sum(rank in table.hand[suit] for rank in left[:3]) >= 2


def _strength(table: Table, suit: Suit) -> tuple[int, int]:
    return len(honours(table.hand[suit])), len(table.hand[suit])


def to_throw(table: Table, suit: Suit) -> Card:
    """The lowest of a suit; but the best left of one that is played down, its best card having been led (p. 125)."""
    down = topped_partners(table, suit) or topped_short(table, suit)
    return table.top(suit) if down else table.bottom(suit)


def _thrown(table: Table, suits: Iterable[Suit]) -> tuple[Card, ...]:
    return tuple(to_throw(table, suit) for suit in suits)


def _from_agreed_weakness(table: Table) -> Finding:
    if DISCARDS_WEAKNESS not in table.view.agreed:
        return fails("partners have not agreed to discard from weakness")
    if table.trumps is None:
        return fails("there are no trumps")
    suits = _throwable(table)
    if not suits:
        return fails("there is nothing but trumps")
    least = min(_strength(table, suit)[0] for suit in suits)
    weak = [suit for suit in suits if _strength(table, suit)[0] == least]
    return applies(f"it is agreed to discard from weakness, and {names(weak)} are weakest", *_thrown(table, weak))


def _the_suit_wanted(table: Table) -> Finding:
    if table.trumps is None:
        return fails("there are no trumps")
    suits = _throwable(table)
    if not suits:
        return fails("there is nothing but trumps")
    most = max(_strength(table, suit) for suit in suits)
    wanted = [suit for suit in suits if _strength(table, suit) == most]
    return applies(f"{names(wanted)} offer the best chance of more tricks", *_thrown(table, wanted))


def _weakness_but_for_guards(table: Table) -> Finding:
    if DISCARDS_WEAKNESS not in table.view.agreed:
        return fails("partners have not agreed to discard from weakness")
    if table.trumps is not None:
        return fails("there are trumps")
    suits = [suit for suit in _throwable(table) if to_spare(table, suit)]
    if not suits:
        return fails("every card guards a suit")
    least = min(_strength(table, suit)[0] for suit in suits)
    weak = [suit for suit in suits if _strength(table, suit)[0] == least]
    return applies(f"{names(weak)} are the weakest that need no guard", *_thrown(table, weak))


def _the_suit_not_feared(table: Table) -> Finding:
    if table.trumps is not None:
        return fails("there are trumps")
    safe = [suit for suit in _throwable(table) if is_safe(table, suit)]
    if not safe:
        return fails("there is no suit of which two of the three best cards are held")
    suits = _longest(table, [suit for suit in safe if to_spare(table, suit)])
    if not suits:
        return fails(f"{names(safe)} have nothing to spare")
    return applies(f"the declarer will not attack {names(suits)} next", *_thrown(table, suits))


def _longest(table: Table, suits: Iterable[Suit]) -> list[Suit]:
    suits = list(suits)
    most = max((len(table.hand[suit]) for suit in suits), default=0)
    return [suit for suit in suits if len(table.hand[suit]) == most]


def _the_safe_suit_all_the_same(table: Table) -> Finding:
    if table.trumps is not None:
        return fails("there are trumps")
    suits = _longest(table, [suit for suit in _throwable(table) if is_safe(table, suit)])
    if not suits:
        return fails("there is no suit of which two of the three best cards are held")
    return applies(f"every card guards a suit, and {names(suits)} will not be attacked next", *_thrown(table, suits))


def _what_guards_nothing(table: Table) -> Finding:
    if table.trumps is not None:
        return fails("there are trumps")
    suits = [suit for suit in _throwable(table) if to_spare(table, suit)]
    if not suits:
        return fails("every card guards a suit")
    return applies(f"a card of {names(suits)} unguards nothing", *_thrown(table, suits))


AGREED_WEAKNESS = Rule(
    "fos-disc-weak",
    "If it is agreed with partner before the rubber, discard weakness against trumps too.",
    cite(149, 5120, 5128),
    _from_agreed_weakness,
)
WANTED = Rule(
    "fos-disc-trump",
    "Against trumps discard the suit that you want led.",
    cite(149, 5109, 5118),
    _the_suit_wanted,
    "thrown",
)

DISCARDS: Sequence[Rule[Table]] = (
    AGREED_WEAKNESS,
    WANTED,
    Rule(
        "fos-disc-nt-weak",
        "Who discards from weakness against no trumps departs from it to keep a suit guarded.",
        cite(149, 5130, 5142),
        _weakness_but_for_guards,
    ),
    Rule(
        "fos-disc-nt-unafraid",
        "Against no trumps discard the suit that you are not afraid of, which the declarer will not attack next.",
        cite(150, 5144, 5161),
        _the_suit_not_feared,
        "not feared",
    ),
    Rule(
        "fos-disc-nt-unafraid",
        "Otherwise discard where it unguards nothing, so that the declarer makes no trick that is not his.",
        cite(150, 5150, 5155),
        _what_guards_nothing,
        "keep the guards",
    ),
    Rule(
        "fos-disc-nt-unafraid",
        "Where every card guards something, discard from the suit that you are not afraid of: you need not keep every "
        "trick in it.",
        cite(150, 5149, 5161),
        _the_safe_suit_all_the_same,
        "not every trick",
    ),
)


DISCARDING = Chapter(Question.DISCARD, DISCARDS, Table, silent_on=why_not_an_adversarys)


# ---- the declarer’s ----------------------------------------------------------------------------------------------


def _weak_here_strong_there(hands: TwoHands) -> Finding:
    suits = [
        suit
        for suit in _throwable(hands)
        if len(hands.hand[suit]) > 1 and len(hands.other[suit]) > 1 and hands.is_weaker_here(suit)
    ]
    if not suits:
        return fails("no suit of two or more in both hands is weaker here")
    return applies(f"the other hand has the strength in {names(suits)}", *map(hands.bottom, suits))


def _uncertain_cards(hands: TwoHands) -> Finding:
    cards = [hands.bottom(suit) for suit in _throwable(hands) if not hands.is_sure(hands.bottom(suit))]
    if not cards:
        return fails("every card of the other suits is sure of its trick")
    lowest = min(card.rank for card in cards)
    low = tuple(card for card in cards if card.rank is lowest)
    return Finding(
        "the other hand keeps no strength for this one", low, tuple(card for card in cards if card not in low)
    )


DECLARERS_DISCARDS: Sequence[Rule[TwoHands]] = (
    Rule(
        "fos-disc-declarer",
        "You need not keep as many of a suit in both hands: discard from the hand that is weak in it.",
        cite(148, 5091, 5107),
        _weak_here_strong_there,
        "weak in it",
    ),
    Rule(
        "fos-disc-declarer",
        "From a hand that is the strong one discard the uncertain cards.",
        cite(149, 5106, 5107),
        _uncertain_cards,
        "uncertain cards",
    ),
)

DECLARER_DISCARDING = Chapter(Question.DISCARD, DECLARERS_DISCARDS, TwoHands, silent_on=why_not_two_hands)
