"""What Hellespont plays second in hand as an adversary, to a lead of the dealer’s (pp. 143, 162–163).

Covering he teaches for every game (pp. 143, 162: “in any position”). Holding back he teaches without trumps only; with
trumps he is silent where a card could win the trick and nothing tells whether to cover.

Where he says that a covering card “must be sacrificed”, it is read so: the led card and the honours of the exposed hand
are enough to draw it. To cover is then of use only where the next lower card may be with partner, or is in one’s own
hand, and is a ten at least; with a lower one his king and two small ones are not put up (p. 162), though his king
and one are.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.defence import Defence, why_not_an_adversarys
from tutor.authorities.hellespont.following import (
    cite,
    next_above,
    next_below,
    no_false_card,
    no_risk_to_the_odd_trick,
)
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import HONOURS

# ---- covering ----------------------------------------------------------------------------------------------------


def _led(defence: Defence) -> Card:
    led = defence.table.led
    assert led is not None, "second hand plays to a card led"  # noqa: S101
    return led


def _fourchette(defence: Defence) -> Finding:
    led = _led(defence)
    above, below = next_above(led.rank), next_below(led.rank)
    holding = defence.table.holding
    if above is None or below is None or above not in holding or below not in holding:
        return fails(f"the cards next above and next below the {led.name} are not both held")
    return applies(f"the {above.word} and the {below.word} are a fourchette over the {led.name}", Card(led.suit, above))


def _ten_from_a_sequence(defence: Defence) -> Finding:
    led = _led(defence)
    if (
        led.rank is not Rank.TEN
        or not defence.dummy_dealt(led.suit).headed_by("T98")
        or not defence.table.dummy_precedes
    ):
        return fails("it is not a ten led from ten, nine, eight in the exposed hand")
    if not (defence.table.holding.headed_by("KJ") and len(defence.table.holding) == 3):
        return fails("king, knave and another are not held")
    return applies(
        "the ten is led from ten, nine, eight, and king, knave and another are held", Card(led.suit, Rank.KING)
    )


def _medium_card(defence: Defence) -> Finding:
    led, holding = _led(defence), defence.table.holding
    if led.rank not in (Rank.NINE, Rank.EIGHT):
        return fails(f"the {led.name} is not a medium card")
    if not (holding.headed_by("KQ") or holding.headed_by("QJ")) or len(holding) not in (3, 4):
        return fails("neither king, queen nor queen, knave is held with one or two more")
    rank = holding.ranks[1] if len(holding) == 3 else holding.ranks[3]
    more = "one more" if len(holding) == 3 else "two more"
    return applies(
        f"a medium card is led, and {holding.highest.word}, {holding.ranks[1].word} and {more} are held",
        Card(led.suit, rank),
    )


def _covering(defence: Defence) -> tuple[Card, str] | str:
    """The honour that may cover the honour led through it to a higher one, and how it stands; or why there is none."""
    led, holding = _led(defence), defence.table.holding
    if not defence.table.dummy_follows or led.rank not in (Rank.QUEEN, Rank.KNAVE, Rank.TEN):
        return "it is not a high card led through this hand to the exposed one"
    above = [rank for rank in holding if rank > led.rank]
    if not above or defence.dummy[led.suit].is_void or defence.dummy[led.suit].highest < above[-1]:
        return "there is no card to cover with that the exposed hand could take"
    card = Card(led.suit, above[-1])
    against = sum(rank in HONOURS for rank in defence.dummy[led.suit]) + 1
    if len(holding) > against:
        return f"the {card.name} has guards enough, and need not fall"
    return card, f"the {card.name} must fall"


def _promoted(defence: Defence, led: Card) -> Rank | None:
    """The card that becomes good when the one led is covered: the next below it that the exposed hand has not."""
    lower = (rank for rank in Rank if rank < led.rank)
    theirs = (*defence.dummy[led.suit], *(card.rank for card in defence.table.gone if card.suit is led.suit))
    return max((rank for rank in lower if rank not in theirs), default=None)


def _to_the_ace_queen(defence: Defence) -> Finding:
    led = _led(defence)
    if led.rank is not Rank.KNAVE or not defence.dummy[led.suit].headed_by("AQ"):
        return fails("it is not a knave led to ace, queen in the exposed hand")
    found = _covering(defence)
    holding = defence.table.holding
    if isinstance(found, str) or Rank.KING not in holding:
        return fails(found if isinstance(found, str) else "the king is not held")
    king, how = found
    if len(holding) == 2:
        return applies(f"the king is guarded once; {how}", king)
    promoted = _promoted(defence, led)
    if promoted is None or promoted < Rank.TEN:
        return applies("covering would make no card good but one below the ten", defence.table.lowest)
    return applies(f"{how}, and the ten may be made good", king)


def _sure_loser(defence: Defence) -> Finding:
    found = _covering(defence)
    if isinstance(found, str):
        return fails(found)
    card, how = found
    promoted = _promoted(defence, _led(defence))
    if promoted is None or promoted < Rank.TEN:
        return fails(f"{how}, but covering would make no card good but one below the ten")
    return applies(f"{how}, and the {promoted.word} may be partner’s and be made good", card)


# ---- holding back ------------------------------------------------------------------------------------------------


def _to_lead_an_established_suit(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return fails("there are trumps")
    masters = [card for card in defence.table.masters(_led(defence).suit) if defence.table.wins(card)]
    if not masters:
        return fails("there is no card that is sure of the trick")
    suit = _worth_getting_in_for(defence)
    if suit is None:
        return fails("neither hand has an established suit for which to get in")
    return applies(f"{suit.plural} are established, and wait to be led", masters[-1])


def _worth_getting_in_for(defence: Defence) -> Suit | None:
    """A suit of this hand, or partner’s and within reach, that is established (p. 163)."""
    led = _led(defence).suit
    own = [suit for suit in defence.established if suit is not led and len(defence.hand[suit]) > 1]
    if own:
        return own[0]
    theirs = defence.partners_suit
    if theirs is None or defence.dummy[theirs] or not defence.declarer_is_out(theirs) or defence.partner_is_out(theirs):
        return None
    asked = defence.called_for
    can_reach = bool(defence.hand[theirs]) or (asked is not None and bool(defence.hand[asked]))
    return theirs if can_reach else None


def _hold_back(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return fails("there are trumps")
    if not defence.table.winners:
        return fails("there is nothing to hold back: no card would win")
    lowest = defence.table.lowest
    return applies(f"there is no object in winning at once, and the {defence.table.winners[-1].name} obstructs", lowest)


SECOND_HAND: Sequence[Rule[Defence]] = (
    no_risk_to_the_odd_trick("second hand"),
    Rule(
        "hel-second-cover-kj",
        "Cover a ten led from ten, nine, eight with the king from king, knave and another, not with the knave.",
        cite(163, 8060, 8066),
        _ten_from_a_sequence,
        "ten",
    ),
    Rule(
        "hel-second-cover-fourchette",
        "Always cover when you hold the cards next above and next below the one led, even small ones.",
        cite(162, 8045, 8058),
        _fourchette,
    ),
    Rule(
        "hel-second-cover-kj",
        "On an eight or nine play the lower from king, queen or queen, knave and one more; with two more the lowest.",
        cite(163, 8066, 8071),
        _medium_card,
        "medium card",
    ),
    Rule(
        "hel-second-defender",
        "Over a knave led to ace, queen put up the king with one guard, and with two where the ten may be made good; "
        "else do not cover a card led to clear.",
        cite(162, 8020, 8045),
        _to_the_ace_queen,
    ),
    Rule(
        "hel-play-cover-sure-loser",
        "When it is clear that your card is led through and must be sacrificed, put it on at once.",
        cite(143, 7126, 7137),
        _sure_loser,
    ),
    Rule(
        "hel-second-hold-obstruction",
        "Win at once where you have a special reason for getting the lead: your own or partner’s established suit.",
        cite(163, 8083, 8087),
        _to_lead_an_established_suit,
        "established suit",
    ),
    Rule(
        "hel-second-hold-obstruction",
        "Do not be in a hurry to win a trick: hold back cards of obstruction as long as you can.",
        cite(163, 8073, 8087),
        _hold_back,
        "hold back",
    ),
    *no_false_card("second hand"),
)

SECOND_AS_ADVERSARY = Chapter(Question.SECOND, SECOND_HAND, Defence.of, silent_on=why_not_an_adversarys)
