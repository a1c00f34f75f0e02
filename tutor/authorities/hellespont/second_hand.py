"""What Hellespont plays second in hand as an adversary, to a lead of the dealer’s (pp. 143, 162–163).

Covering he teaches for every game (pp. 143, 162: “in any position”). Holding back he teaches without trumps only; with
trumps he is silent where a card could win the trick and nothing tells whether to cover.

Where he says that a covering card “must be sacrificed”, it is read so: the led card and the honours of the exposed hand
are enough to draw it. To cover is then of use where it may make a card of partner’s good, as he reckons it himself:
guarded once for each higher card of the exposed hand, the dealer having another to lead (p. 162).
"""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence import Defence, why_not_an_adversarys
from tutor.authorities.hellespont.false_cards import (
    next_above,
    next_below,
    no_false_card,
    no_risk_to_the_odd_trick,
)
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import HONOURS

# ---- covering ----------------------------------------------------------------------------------------------------


def _led(defence: Defence) -> Card:
    led = defence.table.led
    assert led is not None, "second hand plays to a card led"  # noqa: S101
    return led


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


# ---- holding back ------------------------------------------------------------------------------------------------


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


second_hand = Section[Defence](KEY)


second_hand.add(no_risk_to_the_odd_trick("second hand"))


@second_hand.rule(
    "hel-second-cover-kj",
    "Cover a ten led from ten, nine, eight with the king from king, knave and another, not with the knave.",
    page=163,
    lines=(8060, 8066),
    row="ten",
)
def ten_from_a_sequence(defence: Defence) -> Finding:
    led = _led(defence)
    if (
        led.rank is not Rank.TEN
        or not defence.dummy_dealt(led.suit).headed_by("T98")
        or not defence.table.dummy_precedes
    ):
        return no("it is not a ten led from ten, nine, eight in the exposed hand")
    if not (defence.table.holding.headed_by("KJ") and len(defence.table.holding) == 3):
        return no("king, knave and another are not held")
    return yes("the ten is led from ten, nine, eight, and king, knave and another are held", Card(led.suit, Rank.KING))


@second_hand.rule(
    "hel-second-cover-fourchette",
    "Always cover when you hold the cards next above and next below the one led, even small ones.",
    page=162,
    lines=(8045, 8058),
)
def fourchette(defence: Defence) -> Finding:
    led = _led(defence)
    above, below = next_above(led.rank), next_below(led.rank)
    holding = defence.table.holding
    if above is None or below is None or above not in holding or below not in holding:
        return no(lambda: f"the cards next above and next below the {led.name} are not both held")
    return yes(
        lambda: f"the {above.word} and the {below.word} are a fourchette over the {led.name}", Card(led.suit, above)
    )


@second_hand.rule(
    "hel-second-cover-kj",
    "On an eight or nine play the lower from king, queen or queen, knave and one more; with two more the lowest.",
    page=163,
    lines=(8066, 8071),
    row="medium card",
)
def medium_card(defence: Defence) -> Finding:
    led, holding = _led(defence), defence.table.holding
    if led.rank not in (Rank.NINE, Rank.EIGHT):
        return no(lambda: f"the {led.name} is not a medium card")
    if not (holding.headed_by("KQ") or holding.headed_by("QJ")) or len(holding) not in (3, 4):
        return no("neither king, queen nor queen, knave is held with one or two more")
    rank = holding.ranks[1] if len(holding) == 3 else holding.ranks[3]
    more = "one more" if len(holding) == 3 else "two more"
    return yes(
        lambda: f"a medium card is led, and {holding.highest.word}, {holding.ranks[1].word} and {more} are held",
        Card(led.suit, rank),
    )


@second_hand.rule(
    "hel-second-defender",
    "Over a knave led to ace, queen put up the king where it must fall and may make a card of partner’s good; else "
    "do not cover a card led to clear.",
    page=162,
    lines=(8020, 8045),
)
def to_the_ace_queen(defence: Defence) -> Finding:
    led = _led(defence)
    if led.rank is not Rank.KNAVE or not defence.dummy[led.suit].headed_by("AQ"):
        return no("it is not a knave led to ace, queen in the exposed hand")
    if Rank.KING not in defence.table.holding:
        return no("the king is not held")
    found = _covering(defence)
    if isinstance(found, str):
        return yes(lambda: f"{found}, and the knave is led to clear", defence.table.lowest)
    use = _may_make_good(defence)
    if use is None:
        return yes("the knave is led to clear, and covering can make no card of partner’s good", defence.table.lowest)
    return yes(lambda: f"the king must fall, and {use}", found)


@second_hand.rule(
    "hel-play-cover-sure-loser",
    "When it is clear that your card is led through and must be sacrificed, put it on at once.",
    page=143,
    lines=(7126, 7137),
)
def sure_loser(defence: Defence) -> Finding:
    found = _covering(defence)
    if isinstance(found, str):
        return no(found)
    use = _may_make_good(defence)
    if use is None:
        return no(lambda: f"the {found.name} must fall, but covering can make no card good")
    return yes(lambda: f"the {found.name} must fall, and {use}", found)


@second_hand.rule(
    "hel-second-hold-obstruction",
    "Win at once where you have a special reason for getting the lead: your own or partner’s established suit.",
    page=163,
    lines=(8083, 8087),
    row="established suit",
)
def to_lead_an_established_suit(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    masters = [card for card in defence.table.masters(_led(defence).suit) if defence.table.wins(card)]
    if not masters:
        return no("there is no card that is sure of the trick")
    suit = _worth_getting_in_for(defence)
    if suit is None:
        return no("neither hand has an established suit for which to get in")
    return yes(lambda: f"{suit.plural} are established, and wait to be led", masters[-1])


@second_hand.rule(
    "hel-second-hold-obstruction",
    "Do not be in a hurry to win a trick: hold back cards of obstruction as long as you can.",
    page=163,
    lines=(8073, 8087),
    row="hold back",
)
def hold_back(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    if not defence.table.winners:
        return no("there is nothing to hold back: no card would win")
    lowest = defence.table.lowest
    return yes(
        lambda: f"there is no object in winning at once, and the {defence.table.winners[-1].name} obstructs", lowest
    )


second_hand.add(*no_false_card("second hand"))


SECOND_AS_ADVERSARY = Chapter(Question.SECOND, second_hand, Defence.of, silent_on=why_not_an_adversarys)
