"""What Hellespont plays fourth in hand as an adversary (pp. 170–171)."""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence import Defence, why_not_an_adversarys
from tutor.authorities.hellespont.false_cards import no_false_card, no_risk_to_the_odd_trick
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit


def _suit(defence: Defence) -> Suit:
    suit = defence.table.suit_led
    assert suit is not None, "fourth hand plays to a suit led"  # noqa: S101
    return suit


def _partner_has_the_best(defence: Defence, suit: Suit) -> bool:
    unseen = defence.table.unseen(suit)
    theirs = defence.dummy[suit]
    higher = bool(unseen) and (theirs.is_void or unseen.highest > theirs.highest)
    return higher and defence.table.has_shown_void(defence.declarer, suit)


fourth_hand = Section[Defence](KEY)


fourth_hand.add(no_risk_to_the_odd_trick("fourth hand"))


@fourth_hand.rule(
    "hel-fourth-hold-up",
    "With the king and two small ones do not win a finesse against the ace, queen, knave of the exposed hand.",
    page=170,
    lines=(8374, 8395),
)
def refuse_the_finesse(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    suit, table = _suit(defence), defence.table
    theirs = defence.dummy[suit]
    finessed = table.winning is not None and table.winning.rank in (Rank.QUEEN, Rank.KNAVE) and table.dummy_precedes
    if not (finessed and table.trick.winner(None) is table.dummy_seat and Rank.ACE in theirs and len(theirs) > 1):
        return no("it is not a finesse of queen or knave under the ace in the exposed hand")
    if [card.rank for card in table.winners] != [Rank.KING] or len(table.holding) < 3:
        return no("the king and two others are not held")
    return yes("the dealer will look for the king on his left, and try to lead through it again", table.lowest)


@fourth_hand.rule(
    "hel-fourth-refuse-queen",
    "Refuse a trick when the exposed hand, left in, must lead to partner’s winners, which you cannot reach.",
    page=171,
    lines=(8397, 8407),
)
def refuse_and_leave_dummy_the_lead(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    suit, table = _suit(defence), defence.table
    if table.trick.leader is not table.dummy_seat or table.trick.winner(None) is not table.dummy_seat:
        return no("the exposed hand has not led what is winning")
    if not any(table.is_master(card) for card in table.winners) or len(table.holding) < 2:
        return no("the best card of the suit, with a guard, is not held")
    mine = [one for one in Suit if one is not suit and defence.hand[one]]
    good = [one for one in Suit if one not in (*mine, suit) and _partner_has_the_best(defence, one)]
    if not good or any(not defence.dummys_winners(one) for one in mine):
        return no("there is no suit of partner’s to which only the exposed hand can lead")
    if len(defence.dummy[suit]) > 1 or not all(defence.dummy[one] for one in good):
        return no("the exposed hand would not have to lead to partner")
    return yes(
        lambda: f"only the exposed hand can lead {defence.names(good)}, in which partner has the best", table.lowest
    )


@fourth_hand.rule(
    "hel-fourth-win",
    "Retain the command of an adverse suit, if to part with it brings in a long suit of the exposed hand.",
    page=170,
    lines=(8364, 8372),
    row="hold up",
)
def keep_dummy_out(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    suit, table = _suit(defence), defence.table
    long = [one for one in Suit if one is not suit and len(defence.dummy[one]) > 2 and defence.dummys_winners(one) > 2]
    others = [one for one in Suit if one is not suit and one not in long and defence.dummys_winners(one)]
    if not long or others or defence.dummys_winners(suit) or not table.winners or table.partner_wins:
        return no("the exposed hand has no good long suit that waits for one card of entry")
    over = [rank for rank in defence.hand[suit] if defence.dummy[suit] and rank > defence.dummy[suit].highest]
    if len(over) != 1 or len(table.holding) < 2 or table.trick.winner(None) is table.dummy_seat:
        return no(lambda: f"there is not one card here that keeps the {suit.plural} of the exposed hand from winning")

    def because() -> str:
        return f"won now, the {over[0].word} leaves the exposed hand a card to bring in its {long[0].plural}"

    return yes(because, table.lowest)


@fourth_hand.rule(
    "hel-fourth-win",
    "Fourth in hand win, if you can, the tricks that are against you.",
    page=170,
    lines=(8360, 8363),
    row="win",
)
def win(defence: Defence) -> Finding:
    winners = defence.table.winners
    if defence.table.partner_wins:
        return no("partner has won the trick")
    if not winners:
        return no("the trick cannot be won")
    return yes(lambda: f"the {winners[0].name} is the lowest that wins", winners[0])


fourth_hand.add(*no_false_card("fourth hand"))


retaining_allowed = Section[Defence](KEY)


@retaining_allowed.rule(
    "hel-fourth-win",
    "As a general principle retain the command of an adverse suit as long as possible.",
    page=170,
    lines=(8364, 8366),
    row="retain the command",
)
def retain_the_command(defence: Defence) -> Finding:
    table = defence.table
    suit = _suit(defence)
    if defence.trumps is not None or table.partner_wins or len(table.holding) < 2:
        return no("there are trumps, or partner has won, or there is but one card")
    ours = table.suits_opened_by(table.seat, table.partner)
    if suit in ours or not any(table.is_master(card) for card in table.winners):
        return no("it is not the command of an adverse suit that would be parted with")
    return yes("the command of an adverse suit may be retained", table.lowest)


FOURTH_AS_ADVERSARY = Chapter(
    Question.FOURTH, fourth_hand, Defence.of, silent_on=why_not_an_adversarys, allows=retaining_allowed
)
