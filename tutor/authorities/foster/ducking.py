"""When Foster ducks the first round of a long suit, whoever leads it (pp. 147–148)."""

from __future__ import annotations

from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.declarer_facts import HIGH, DeclarerFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Hand, Rank, Suit

LONG = 5
"""A suit to be brought in has five cards or more in one hand; his own examples have six (pp. 147–148)."""


def is_to_be_ducked(facts: DeclarerFacts, suit: Suit, long: Hand, short: Hand) -> bool:
    """Whether a suit headed by ace and king must give up its first round to be brought in.

    The short hand keeps a card to lead the next time that it gets in. With the queen as well nothing need be given
    up, for three rounds are usually enough to clear the suit.
    """
    return (
        facts.trumps is None
        and len(long[suit]) >= LONG
        and long[suit].headed_by("AK")
        and Rank.QUEEN not in long[suit]
        and len(long[suit]) > len(short[suit]) > 1
        and short[suit].highest < HIGH
        and not facts.is_established(suit)
        and not facts.has_entry(long, (suit,))
    )


duck = Section[DeclarerFacts](KEY)


@duck.rule(
    "fos-decl-duck",
    "Duck the first round of a long suit whose hand has no other card of re-entry.",
    page=147,
    lines=(5053, 5070),
    row="duck",
)
def duck_the_first_round(facts: DeclarerFacts) -> Finding:
    """The trick that is ducked, whoever has led it and in whatever place the hand plays to it.

    The cards that the hand may lay down are all small, but for ace and king of the long hand.
    """
    suit = facts.suit_led
    if suit is None or facts.rounds(suit) != 1:
        return no("it is not the first round of a suit")
    laid = facts.trick.card_of(facts.partner)
    mine, theirs = facts.hand, facts.other.plus(laid) if laid else facts.other
    is_long = is_to_be_ducked(facts, suit, mine, theirs)
    if not is_long and not is_to_be_ducked(facts, suit, theirs, mine):
        return no("it is not a long suit with ace and king, whose hand has no other entry")
    if facts.place == 4 and facts.winners and facts.winners[0].rank < Rank.KING:
        return no(lambda: f"the {facts.winners[0].name} wins the trick without ace or king")
    where = "here" if is_long else "in the other hand"
    return yes(
        lambda: f"the long {suit.plural} {where} have no entry elsewhere: ace and king are held up", facts.lowest
    )
