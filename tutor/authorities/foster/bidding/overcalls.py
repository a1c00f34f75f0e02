"""What any bidder after the first may bid for their own hand (pp. 83, 93, 95–98, 110–116).

The rules stand here in the order of the pages; each bidder’s chapter says where it tries them.
"""

from __future__ import annotations

from tutor.auction import Call
from tutor.authorities.foster.bidding.facts import (
    GOOD,
    IS_GOOD,
    LENGTH_TO_PLAY,
    NO_TRUMPS,
    PASS,
    STANDARD,
    BiddingFacts,
)
from tutor.authorities.foster.bidding.suit_strength import RED, sure_tricks, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Suit
from tutor.notation import counted

over_calls = Section[BiddingFacts](KEY)


def best_affordable_make(bidder: BiddingFacts, *, with_a_top: bool) -> Suit | None:
    """The best red suit that is worth what it must be bid at; on the first round one with a sure trick in it."""
    makes = bidder.makes_with_a_top if with_a_top else bidder.makes
    return next((suit for suit in makes if bidder.worth(suit) >= bidder.tricks_needed(suit)), None)


@over_calls.rule(
    "fos-bid-four-aims",
    "Before all else bid the declaration that promises most for your own hand.",
    page=74,
    lines=(2427, 2442),
    why="The successful bidder plays with dummy’s hand in view. Good players think this worth a trick a deal when the "
    "cards are equal, so get the declaration that suits your own hand.",
    why_page=78,
    why_lines=(2580, 2585),
)
def own_make(bidder: BiddingFacts) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    if suit is None or (bidder.worth(suit) < GOOD and bidder.why_no_trumper_with_partner):
        return no("no red suit with a sure trick in it is worth what it must be bid at")
    if suit in bidder.partners_suits or suit in bidder.their_suits:
        return no(lambda: f"{suit.plural} have been named already")
    return bidder.outbid(suit, lambda: bidder.counted_up(suit))


@over_calls.rule(
    "fos-nt-three-aces",
    "Over a bid too, three aces or their equal are a no-trumper, if you stop the opponents’ suits.",
    page=80,
    lines=(2646, 2648),
    row="over a bid",
)
def no_trumper(bidder: BiddingFacts) -> Finding:
    why = bidder.why_no_trumper_over_last
    return bidder.outbid(NO_TRUMPS, why) if why else no("the hand is not a no-trumper over what has been bid")


def wait_with(bidder: BiddingFacts, call: Call) -> Finding:
    """The call with which a red suit without its top cards waits for the second round."""
    suit = next((suit for suit in bidder.makes if bidder.worth(suit) >= GOOD), None)
    if suit is None or bidder.sure_suits:
        return no(lambda: f"the hand has a sure trick, or no red suit {IS_GOOD}")
    return yes(lambda: f"{bidder.counted_up(suit)}, but the top cards are missing", call)


@over_calls.rule(
    "fos-spade-hand-p92",
    "With a red suit good for two odd tricks but without its top cards, pass, and wait for the second round.",
    page=92,
    lines=(3040, 3052),
    row="not the dealer",
)
def wait(bidder: BiddingFacts) -> Finding:
    return wait_with(bidder, PASS)


VERY_LONG = 7
"""The clubs of a very long suit that overcalls: it can be bid for four tricks fewer than it has cards."""
CARDS_TO_SPARE = 4


@over_calls.rule(
    "fos-club-bids",
    "Overcall an opponent on a very long club suit, to keep them from scoring.",
    page=93,
    lines=(3062, 3066),
    row="very long",
)
def long_clubs(bidder: BiddingFacts) -> Finding:
    clubs, needed = bidder.hand.clubs, bidder.tricks_needed(Suit.CLUBS)
    if len(clubs) < VERY_LONG or tops(clubs) < 2 or not bidder.last_is_theirs:
        return no("there is no very long club suit to overcall an opponent with")
    if Suit.CLUBS in bidder.their_suits or needed > len(clubs) - CARDS_TO_SPARE:
        return no(lambda: f"{counted(needed, 'trick')} in clubs would be too many")
    return bidder.outbid(Suit.CLUBS, lambda: f"there are {counted(len(clubs), 'club')} headed by {str(clubs)[:3]}")


FIVE_CARDS = 5
TRICKS_ON_A_VOID = 2
"""The tricks at the most that are bid on a red suit for the suit that is missing."""


@over_calls.rule(
    "fos-red-short-suit",
    "Five or six trumps of any size, a strong five-card suit and a missing suit are very strong: bid the trumps.",
    page=96,
    lines=(3160, 3164),
    why="A suit that you do not hold can be ruffed from the first round. The trumps in your hand then win separately "
    "from those in partner’s.",
    why_page=121,
    why_lines=(4054, 4068),
)
def missing_suit(bidder: BiddingFacts) -> Finding:
    void = next((suit for suit in Suit if bidder.hand[suit].is_void), None)
    strong = [suit for suit in bidder.long_suits(FIVE_CARDS) if sure_tricks(bidder.hand[suit])]
    named = (*bidder.their_suits, *bidder.partners_suits)
    red = [suit for suit in bidder.long_suits(FIVE_CARDS, RED) if suit not in named and {*strong} - {suit}]
    trumps = next((suit for suit in red if bidder.tricks_needed(suit) <= TRICKS_ON_A_VOID), None)
    if void is None or trumps is None:
        return no("there is no red suit of five with a strong five-card suit beside it and a suit missing")
    side = next(suit for suit in strong if suit is not trumps)
    return bidder.outbid(
        trumps, lambda: f"{bidder.holds(trumps)}, a strong five-card suit in {side.plural}, and no {void.plural}"
    )


@over_calls.rule(
    "fos-tb-nt-unprotected",
    "You may bid no trumps over a suit that you cannot stop, and trust that it is not long enough, but do not bid "
    "high.",
    page=113,
    lines=(3726, 3732),
    why="You trust that the bidder of the suit is not long enough in it to defeat you. That hope is reasonable only "
    "while your bid is low.",
)
def unprotected(bidder: BiddingFacts) -> Finding:
    if bidder.tricks_needed(NO_TRUMPS) != 1 or not bidder.unprotected_of_theirs:
        return no("one no trump would not be enough, or each of their suits is protected")
    others = [suit for suit in bidder.as_good_as_aces if suit not in bidder.their_suits]
    others += [suit for suit in bidder.partners_suits if suit not in others]
    if len(others) < STANDARD or not bidder.aces:
        return no(lambda: f"{bidder.names(others)} can count as an ace, but every suit that they have not bid should")
    theirs = bidder.unprotected_of_theirs[0].plural
    return bidder.outbid(
        NO_TRUMPS,
        lambda: f"{bidder.names(others)} each count as an ace, and they may not have enough {theirs} to defeat the bid",
    )


TOPS_FOR_TWO = 2
"""How many of ace, king, queen make a suit worth naming at two tricks, for information (pp. 107, 110)."""
LENGTH_FOR_TWO = 4
"""The least length of “one good suit” named at two tricks: Foster’s hand of p. 106 names four clubs over one
diamond.
"""


def suits_to_show(bidder: BiddingFacts, tricks: int) -> tuple[Suit, ...]:
    """The suits with a sure trick that may be named for so many tricks, the cheapest first.

    At two tricks they need two of the top three, and length enough to be left to play. Suits that have been named
    already are left out.
    """
    # Where partner has shown nothing, “you invite the adversaries to let you play it” (p. 100).
    length = LENGTH_FOR_TWO if bidder.shown_by_partner else LENGTH_TO_PLAY

    def is_worth_showing(suit: Suit) -> bool:
        needed, held = bidder.tricks_needed(suit), bidder.hand[suit]
        return needed <= tricks and (needed == 1 or (tops(held) >= TOPS_FOR_TWO and len(held) >= length))

    named = (*bidder.their_suits, *bidder.partners_suits, *bidder.my_suits)
    suits = [suit for suit in bidder.suits_to_name if suit not in named and is_worth_showing(suit)]
    return tuple(
        sorted(suits, key=lambda suit: (bidder.tricks_needed(suit), -tops(bidder.hand[suit]), -len(bidder.hand[suit])))
    )


def show_strongest(bidder: BiddingFacts, suits: tuple[Suit, ...], because: Reason) -> Finding:
    """The suit of the most high cards is named; any other of them may be."""
    rank = {suit: (tops(bidder.hand[suit]), len(bidder.hand[suit])) for suit in suits}
    best = max(rank.values())
    return yes(
        because,
        *bidder.cheapest_of(suit for suit in suits if rank[suit] == best),
        merely=bidder.cheapest_of(suit for suit in suits if rank[suit] != best),
    )
