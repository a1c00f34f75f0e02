"""What Hellespont plays second in hand as an opponent, to a lead of the dealer’s (pp. 143, 162–163).

Hellespont teaches covering for every game (pp. 143, 162: “in any position”), and holding back only without trumps. With
trumps he is silent where a card could win the trick and nothing tells whether to cover.

Where Hellespont says that a covering card “must be sacrificed”, it is taken to mean that the led card and the honours
of dummy are enough to draw it. Covering is then of use where it may make a card of partner’s good, as he
counts himself: guarded once for each higher card of dummy, the dealer having another to lead (p. 162).
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import DefenceFacts, if_trumps, why_not_an_adversarys
from tutor.authorities.hellespont.false_cards import false_cards, odd_trick
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.bridge_code import HONOURS

# ---- covering ----------------------------------------------------------------------------------------------------

cover = Section[DefenceFacts](KEY)
cover.add(*odd_trick("second hand"))


@cover.rule(
    "hel-second-cover-kj",
    "If a ten is led from ten, nine, eight, cover it with the king from king, jack and another, not with the jack.",
    page=163,
    lines=(8060, 8066),
    row="ten",
    why="The king makes if partner has the ace. If the ace is against you, the king’s loss makes partner’s queen "
    "good. If ace and queen are both against you, the king was worth nothing.",
)
def ten_from_sequence(defence: DefenceFacts) -> Finding:
    led, holding = defence.led, defence.table.holding
    is_from_dummy = defence.table.dummy_precedes and defence.dummy_dealt(led.suit).headed_by("T98")
    if led.rank is not Rank.TEN or not is_from_dummy:
        return no("this is not a ten led from ten, nine, eight in dummy")
    if not holding.headed_by("KJ") or len(holding) != 3:
        return no("king, jack and another are not here")
    return yes("the ten is led from ten, nine, eight, and king, jack and another are here", Card(led.suit, Rank.KING))


@cover.rule(
    "hel-second-cover-fourchette",
    "Always cover if you have the cards next above and next below the one led, even small ones.",
    page=162,
    lines=(8045, 8058),
    why="Your upper card draws a higher one and leaves your lower card better placed, as a king over the jack makes "
    "the ten good.",
    why_lines=(8038, 8058),
)
def fourchette(defence: DefenceFacts) -> Finding:
    led = defence.led
    around = [rank for rank in defence.table.holding if abs(rank.height - led.rank.height) == 1]
    if len(around) < 2:
        return no(lambda: f"the cards next above and next below the {led.name} are not both held")
    above, below = around
    return yes(
        lambda: f"the {above.word} and the {below.word} are a fourchette over the {led.name}", Card(led.suit, above)
    )


@cover.rule(
    "hel-second-cover-kj",
    "On an eight or nine, play the lower from king, queen or queen, jack and one more; with two more, the lowest.",
    page=163,
    lines=(8066, 8071),
    row="medium card",
)
def medium_card(defence: DefenceFacts) -> Finding:
    led, holding = defence.led, defence.table.holding
    if led.rank not in (Rank.NINE, Rank.EIGHT):
        return no(lambda: f"the {led.name} is not a medium card")
    if not (holding.headed_by("KQ") or holding.headed_by("QJ")) or len(holding) not in (3, 4):
        return no("neither king, queen nor queen, jack is held with one or two more")
    first, second, *_ = holding
    more, play = ("one more", second) if len(holding) == 3 else ("two more", holding.lowest)
    return yes(
        lambda: f"a medium card is led, and {first.word}, {second.word} and {more} are held", Card(led.suit, play)
    )


# ---- covering with a card that must fall --------------------------------------------------------------------------


def _sacrificed(defence: DefenceFacts) -> Card | Finding:
    """The card that may cover a high one led through it, and must fall in the end; or why there is none.

    It must fall when dummy’s honours and the card led are as many as the cards of the suit that are held.
    """
    led, holding, theirs = defence.led, defence.table.holding, defence.dummy[defence.suit_led]
    if not defence.table.dummy_follows or led.rank not in (Rank.QUEEN, Rank.KNAVE, Rank.TEN):
        return no("this is not a high card led through this hand to the exposed one")
    above = [rank for rank in holding if rank > led.rank]
    if not above or theirs.is_void or theirs.highest < above[-1]:
        return no("there is no card to cover with that dummy could take")
    card = Card(led.suit, above[-1])
    if len(holding) > 1 + theirs.count(HONOURS):
        return no(lambda: f"the {card.name} has guards enough, and need not fall")
    return card


def _made_good(defence: DefenceFacts) -> Callable[[], str] | None:
    """What covering may make good, in words: the best card below the one led that is not exposed; None where nothing.

    It is in this hand, or partner can have it with a guard for each card above it that dummy will play, the
    dealer having one more of the suit (p. 162).
    """
    led, theirs = defence.led, defence.dummy[defence.suit_led]
    lower = (rank for rank in Rank if rank < led.rank and rank not in theirs)
    best = next((rank for rank in lower if Card(led.suit, rank) not in defence.table.gone), None)
    if best is None:
        return None
    if best in defence.table.holding:
        return lambda: f"makes the {best.word} good"
    needed = 1 + sum(rank > best for rank in theirs)
    if len(defence.table.unseen(led.suit)) <= needed:
        return None
    return lambda: f"may make the {best.word} good, with partner"


@cover.rule(
    "hel-second-defender",
    "If a jack is led to ace, queen, play the king if it must fall and may make a card of partner’s good. Otherwise "
    "do not cover a card led to clear.",
    page=162,
    lines=(8020, 8045),
    why="A king that must fall anyway may, by covering, make the ten good for you or partner. With guards enough it "
    "need not fall, and covering would only clear the suit for the dealer.",
)
def knave_to_ace_queen(defence: DefenceFacts) -> Finding:
    if defence.led.rank is not Rank.KNAVE or not defence.dummy[defence.suit_led].headed_by("AQ"):
        return no("no jack is led to ace, queen in dummy")
    if Rank.KING not in defence.table.holding:
        return no("the king is not here")
    card, lowest = _sacrificed(defence), defence.table.lowest
    if isinstance(card, Finding):
        return yes(lambda: f"{card.because}, and the jack is led to clear", lowest)
    gain = _made_good(defence)
    if gain is None:
        return yes("the jack is led to clear, and covering can make no card of partner’s good", lowest)
    return yes(lambda: f"the king must fall, and {gain()}", card)


@cover.rule(
    "hel-play-cover-sure-loser",
    "If your card is clearly led through and must be sacrificed, play it at once.",
    page=143,
    lines=(7126, 7137),
    why="Your card must fall later on anyway. Put on at once, it may leave partner with the best card after the "
    "second round. If partner has not got that card, you have lost nothing.",
)
def sure_loser(defence: DefenceFacts) -> Finding:
    card = _sacrificed(defence)
    if isinstance(card, Finding):
        return card
    gain = _made_good(defence)
    if gain is None:
        return no(lambda: f"the {card.name} must fall, but covering can make no card good")
    return yes(lambda: f"the {card.name} must fall, and {gain()}", card)


# ---- holding back -------------------------------------------------------------------------------------------------

hold_back = Section[DefenceFacts](KEY, given=if_trumps)


def _worth_getting_in_for(defence: DefenceFacts) -> Suit | None:
    """A suit of this hand, or partner’s and within reach, that is established (p. 163)."""
    own = [suit for suit in defence.established if suit is not defence.suit_led and len(defence.hand[suit]) > 1]
    if own:
        return own[0]
    theirs, asked = defence.partners_suit, defence.called_for
    if theirs is None or defence.dummy[theirs] or not defence.declarer_is_out(theirs) or defence.partner_is_out(theirs):
        return None
    return theirs if defence.hand[theirs] or (asked and defence.hand[asked]) else None


@hold_back.rule(
    "hel-second-hold-obstruction",
    "Win at once if you have a special reason to get the lead: your own or partner’s established suit.",
    page=163,
    lines=(8083, 8087),
    row="established suit",
    why="As long as you keep the card, the dealer’s suit is not established. Giving it up is worth while only for the "
    "lead, when an established suit waits to be played.",
    why_lines=(8073, 8087),
)
def lead_established_suit(defence: DefenceFacts) -> Finding:
    masters = [card for card in defence.table.masters(defence.suit_led) if defence.table.wins(card)]
    if not masters:
        return no("there is no card that is sure of the trick")
    suit = _worth_getting_in_for(defence)
    if suit is None:
        return no("neither hand has an established suit to get in for")
    return yes(lambda: f"{suit.plural} are established, and wait to be led", masters[-1])


@hold_back.rule(
    "hel-second-hold-obstruction",
    "Do not hurry to win a trick: hold back cards of obstruction as long as you can.",
    page=163,
    lines=(8073, 8087),
    row="hold back",
)
def hold_obstruction(defence: DefenceFacts) -> Finding:
    winners = defence.table.winners
    if not winners:
        return no("there is nothing to hold back: no card would win")
    return yes(
        lambda: f"nothing is gained by winning at once, and the {winners[-1].name} is a card of obstruction",
        defence.table.lowest,
    )


SECOND_AS_ADVERSARY = Chapter(
    Question.SECOND,
    (*cover, *hold_back, *false_cards("second hand", explained=True)),
    DefenceFacts.of,
    silent_on=why_not_an_adversarys,
)
