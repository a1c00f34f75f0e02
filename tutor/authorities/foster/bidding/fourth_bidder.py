"""What Foster advises the fourth bidder on the first round (pp. 100–101, 114–119): he has heard all the others."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.foster.bidding.hearing import (
    DOUBLE,
    NO_TRUMPS,
    ONE_SPADE,
    PASS,
    TWO_SPADES,
    Bidder,
    chapter,
    first_round_of,
    page,
)
from tutor.authorities.foster.bidding.over_calls import (
    LONG_CLUBS,
    MISSING_SUIT,
    NO_TRUMPER,
    OWN_MAKE,
    UNPROTECTED,
    named_cheaply,
    naming,
    no_trumper_over,
)
from tutor.authorities.foster.bidding.score import GIVING_WAY, NEAR_THE_GAME, SAVING
from tutor.authorities.foster.bidding.strength import NAMED, is_as_good_as_ace, tops
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.notation import counted

SUPPORT = 3
"""The tricks at the most in a suit that partner alone has named: three diamonds over two hearts (pp. 116, 121)."""
WEAK_DECLARATION = 3
"""The tricks of one’s own, their suit being stopped, against which a rescue of the dealer looks weak (p. 101)."""


def _wait_over_two_spades(bidder: Bidder) -> Finding:
    if bidder.opening != ONE_SPADE or bidder.last != TWO_SPADES or bidder.last_seat is not bidder.seat.right:
        return fails("third bidder has not raised one spade to two")
    if no_trumper_over(bidder) or any(bidder.worth(suit) >= 2 for suit in bidder.makes):
        return fails("the hand is strong enough to interfere")
    return applies("neither a no-trumper nor a red suit good for two: the dealer may change his suit", PASS)


def _frighten_them_back(bidder: Bidder) -> Finding:
    suit = bidder.last.denomination.trumps if bidder.last else None
    was_no_trumps = bidder.opening is not None and bidder.opening.denomination is NO_TRUMPS
    if suit is None or not was_no_trumps or bidder.last_seat is not bidder.seat.right or not bidder.may(DOUBLE):
        return fails("the dealer’s partner has not taken him out of no trumps into a suit")
    if not bidder.takes_them_out or suit in bidder.protected:
        return fails(f"{bidder.score}; {bidder.holds(suit)}")
    if bidder.own_tricks < 2 or len(bidder.protected) < 2:
        return fails("the hand could not hold no trumps down")
    because = f"{bidder.score}; {bidder.holds(suit)}, and {counted(bidder.own_tricks, 'trick')} against no trumps"
    return Finding(because, (DOUBLE,), (PASS,))


def _combined_no_trumps(bidder: Bidder) -> Finding:
    why = no_trumper_over(bidder)
    if not bidder.shown_by_partner or not why:
        return fails("partner has shown no suit, or it is no no-trumper with it")
    return bidder.going_over(NO_TRUMPS, f"{why}; partner has shown {bidder.names(bidder.shown_by_partner)}")


def _outbid_their_suit(bidder: Bidder) -> Finding:
    theirs = bidder.last.denomination.trumps if bidder.last else None
    if theirs is None or not bidder.is_theirs or not bidder.partners_suits:
        return fails("partner has not shown a suit that has been outbid in another")
    suit = bidder.partners_suits[-1]
    held, against = bidder.hand[suit], bidder.hand[theirs]
    because = f"{bidder.holds(suit)} for partner, and {bidder.holds(theirs)} against them"
    supports = len(held) >= 4 or (len(held) >= 3 and tops(held))
    is_taken_care_of = is_as_good_as_ace(against) or len(against) <= 1
    if not supports or not is_taken_care_of or bidder.tricks_over(suit) > SUPPORT:
        return fails(because)
    return bidder.going_over(suit, because)


def _reopen(bidder: Bidder) -> Finding:
    others = bidder.calls_of(bidder.seat.right, bidder.partner)
    if bidder.last != ONE_SPADE or any(call != PASS for call in others):
        return fails("one spade has not been passed by both the others")
    suits = [suit for suit in NAMED if len(bidder.hand[suit]) >= 4 and tops(bidder.hand[suit])]
    suits = suits or [suit for suit in NAMED if tops(bidder.hand[suit])]
    named = named_cheaply(bidder, 1) or tuple(suits)
    if not named:
        return fails("there is no ace, king or queen to name a suit on")
    return naming(bidder, named, "one spade wins 100 at the most, and partner may be waiting to come in")


def _sure_trick_at_one(bidder: Bidder) -> Finding:
    suits = named_cheaply(bidder, 1)
    if not suits:
        return fails("no sure trick may be named for one")
    return naming(bidder, suits, f"a sure trick in {bidder.names(suits)}, of which partner may be waiting to hear")


def _double_a_weak_rescue(bidder: Bidder) -> Finding:
    suit = bidder.last.denomination.trumps if bidder.last else None
    if bidder.opening != ONE_SPADE or bidder.last_seat is not bidder.seat.right or not bidder.may(DOUBLE):
        return fails("the dealer has not been rescued from one spade")
    if suit is None or not is_as_good_as_ace(bidder.hand[suit]) or bidder.own_tricks < WEAK_DECLARATION:
        return fails(f"{counted(bidder.own_tricks, 'trick')} of its own: their declaration may be a strong one")
    return applies(f"{bidder.holds(suit)}, and {counted(bidder.own_tricks, 'trick')} in all against them", DOUBLE)


def _not_strong(bidder: Bidder) -> Finding:
    heard = "partner has passed" if not bidder.shown_by_partner else "partner has been heard"
    return applies(f"{heard}, and there is no strength here for what a bid would cost", PASS)


FOURTH: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-fb-two-spades-wait",
        "After one spade raised to two be pretty strong to interfere: wait for the dealer.",
        page(115, 3790, 3796),
        _wait_over_two_spades,
    ),
    Rule(
        "fos-bluff",
        "Double the suit that takes them out of no trumps to the game, on a hand that can hold no trumps.",
        page(118, 3916, 3943),
        _frighten_them_back,
    ),
    Rule(
        "fos-sb-fourth-use",
        "Use the suit that second bidder has shown: bid no trumps on the combined hands.",
        page(100, 3291, 3297),
        _combined_no_trumps,
    ),
    Rule(
        "fos-fb-ex-three-diamonds",
        "Outbid them in partner’s suit when you can take care of theirs.",
        page(116, 3822, 3846),
        _outbid_their_suit,
    ),
    OWN_MAKE,
    NO_TRUMPER,
    MISSING_SUIT,
    Rule(
        "fos-fb-dont-pass",
        "Do not pass out one spade: declare something, to let partner come in again.",
        page(115, 3798, 3807),
        _reopen,
    ),
    Rule(
        "fos-fb-sure-trick",
        "Name a sure trick in any suit that can be called for one.",
        page(115, 3809, 3820),
        _sure_trick_at_one,
    ),
    Rule(
        "fos-sb-alternatives",
        "Let the bid that rescues a dealer from one spade stand, and double it, if it looks weak.",
        page(101, 3328, 3333),
        _double_a_weak_rescue,
    ),
    LONG_CLUBS,
    UNPROTECTED,
    *SAVING,
    NEAR_THE_GAME,
    Rule(
        "fos-fb-advantage",
        "Let the bids of the others guide you: without great strength of your own, pass.",
        page(114, 3776, 3788),
        _not_strong,
    ),
)

FOURTH_BIDDER = chapter(FOURTH, first_round_of(4))
