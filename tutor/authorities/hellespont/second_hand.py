"""What Hellespont plays second in hand as an adversary, to a lead of the dealer’s (pp. 143, 162–163).

Covering he teaches for every game (pp. 143, 162: “in any position”). Holding back he teaches without trumps only; with
trumps he is silent where a card could win the trick and nothing tells whether to cover.

Where he says that a covering card “must be sacrificed”, it is read so: the led card and the honours of the exposed hand
are enough to draw it. To cover is then of use where it may make a card of partner’s good, as he reckons it himself:
guarded once for each higher card of the exposed hand, the dealer having another to lead (p. 162).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.defence import Defence, why_not_an_adversarys
from tutor.authorities.hellespont.following import (
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


def _covering(defence: Defence) -> Card | str:
    """The card that may cover a high one led through it, and must fall in the end; or why there is none.

    It must fall when the exposed hand’s honours and the card led are as many as the cards of the suit that are held.
    """
    led, holding = _led(defence), defence.table.holding
    if not defence.table.dummy_follows or led.rank not in (Rank.QUEEN, Rank.KNAVE, Rank.TEN):
        return "it is not a high card led through this hand to the exposed one"
    above = [rank for rank in holding if rank > led.rank]
    if not above or defence.dummy[led.suit].is_void or defence.dummy[led.suit].highest < above[-1]:
        return "there is no card to cover with that the exposed hand could take"
    card = Card(led.suit, above[-1])
    if len(holding) > 1 + defence.dummy[led.suit].count(HONOURS):
        return f"the {card.name} has guards enough, and need not fall"
    return card


def _may_make_good(defence: Defence) -> str | None:
    """What covering may make good: the best card below the one led that the exposed hand has not; None where nothing.

    It is in this hand, or partner can have it with a guard for each card above it that the exposed hand will play, the
    dealer having one more of the suit (so he counts, p. 162).
    """
    led = _led(defence)
    theirs = defence.dummy[led.suit]
    lower = (rank for rank in Rank if rank < led.rank and rank not in theirs)
    best = max((rank for rank in lower if Card(led.suit, rank) not in defence.table.gone), default=None)
    if best is None:
        return None
    if best in defence.table.holding:
        return f"makes the {best.word} good"
    wanted = 1 + sum(rank > best for rank in theirs)
    return f"may make the {best.word} good, with partner" if len(defence.table.unseen(led.suit)) > wanted else None


def _to_the_ace_queen(defence: Defence) -> Finding:
    led = _led(defence)
    if led.rank is not Rank.KNAVE or not defence.dummy[led.suit].headed_by("AQ"):
        return fails("it is not a knave led to ace, queen in the exposed hand")
    if Rank.KING not in defence.table.holding:
        return fails("the king is not held")
    found = _covering(defence)
    if isinstance(found, str):
        return applies(f"{found}, and the knave is led to clear", defence.table.lowest)
    use = _may_make_good(defence)
    if use is None:
        return applies(
            "the knave is led to clear, and covering can make no card of partner’s good", defence.table.lowest
        )
    return applies(f"the king must fall, and {use}", found)


def _sure_loser(defence: Defence) -> Finding:
    found = _covering(defence)
    if isinstance(found, str):
        return fails(found)
    use = _may_make_good(defence)
    if use is None:
        return fails(f"the {found.name} must fall, but covering can make no card good")
    return applies(f"the {found.name} must fall, and {use}", found)


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
        "Over a knave led to ace, queen put up the king where it must fall and may make a card of partner’s good; else "
        "do not cover a card led to clear.",
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
