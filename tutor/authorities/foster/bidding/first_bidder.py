"""What Foster advises the dealer to bid first (pp. 54, 75–97).

The order is that of Foster’s preferences. Four aces come first, and a red suit where no trumps would leave a weak spot.
Then come no trumps, the red suit, and high spades. A suit with a sure trick, which invites the partner to no trumps,
stands before one spade.
"""

from __future__ import annotations

from tutor.authorities.foster.bidding.chapters import chapter, silent_except_for
from tutor.authorities.foster.bidding.facts import LENGTH_TO_PLAY, ONE_SPADE, BiddingFacts
from tutor.authorities.foster.bidding.opening_in_a_suit import red_or_no_trumps, suits
from tutor.authorities.foster.bidding.opening_without_trumps import four_aces, no_trumps
from tutor.authorities.foster.bidding.overcalls import wait_with
from tutor.authorities.foster.bidding.suit_strength import NAMED, RED, has_sure_trick, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.notation import counted, in_words

# ---- one spade ---------------------------------------------------------------------------------------------------

one_spade = Section[BiddingFacts](KEY)


@one_spade.rule(
    "fos-spade-bad-habit",
    "With an ace or a king-queen suit never bid one spade, unless the strength is only in spades.",
    page=91,
    lines=(3005, 3025),
    advises=(ONE_SPADE,),
    why="One spade tells partner that you have no ace and no king-queen suit. It is also the worst call in the game, "
    "because you risk 50 points a trick to win 2.",
    why_page=105,
    why_lines=(3448, 3472),
)
def nothing_but_spades(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits != (Suit.SPADES,):
        return no("the sure tricks are not only in spades")
    return yes(lambda: f"there is no ace, and no king and queen, except in spades: {bidder.hand.spades}", ONE_SPADE)


@one_spade.rule(
    "fos-bid-one-spade-weak",
    "With a very poor hand bid one spade: the cheapest escape, and a warning.",
    page=54,
    lines=(1715, 1719),
    advises=(ONE_SPADE,),
    why="The dealer must bid something, and one spade is the cheapest way out. At the same time it warns partner that "
    "you are weak.",
    why_lines=(1706, 1719),
)
def very_poor_hand(bidder: BiddingFacts) -> Finding:
    high = sum(tops(bidder.hand[suit]) for suit in Suit)

    def because() -> str:
        return f"the hand has {counted(high, 'card')} above the jack, and no sure trick"

    return yes(because, ONE_SPADE) if not high and not bidder.sure_suits else no(because)


@one_spade.rule(
    "fos-spade-hand-p92",
    "With a red suit good for two odd tricks but without its top cards, bid one spade, and wait.",
    page=92,
    lines=(3027, 3052),
    advises=(ONE_SPADE,),
    why="If you have no aces, somebody else has them, so there is little danger that the bidding stops here. Waiting "
    "lets you hear the others. A dealer left in one spade loses at most 100.",
)
def long_suit_without_tops(bidder: BiddingFacts) -> Finding:
    return wait_with(bidder, ONE_SPADE)


@one_spade.rule(
    "fos-red-not-one-trick",
    "Do not call a suit for trumps if it is worth no more than the odd trick.",
    page=89,
    lines=(2921, 2927),
    advises=(ONE_SPADE,),
    why="You will practically never be left to play a suit at one trick. That happens only in no trumps, so a suit "
    "good for no more is not worth calling.",
)
def good_for_the_odd_only(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits or not bidder.makes:
        return no("the hand has a sure trick, or no red suit good for the odd trick")
    return yes(lambda: f"{bidder.counted_up(bidder.makes[0])}: the odd trick only, and no sure trick", ONE_SPADE)


@one_spade.rule(
    "fos-hand-p96",
    "A red suit that counts fewer than eight is too weak to bid on.",
    page=96,
    lines=(3150, 3158),
    advises=(ONE_SPADE,),
    why="Length is not enough for the odd trick. A hand that counts less than eight has too few good trump honours, "
    "or too few aces and kings beside them.",
    why_page=95,
    why_lines=(3126, 3158),
)
def too_few_by_the_count(bidder: BiddingFacts) -> Finding:
    long = bidder.long_suits(LENGTH_TO_PLAY, RED)
    if bidder.sure_suits or not long:
        return no(lambda: f"the hand has a sure trick, or no red suit of {in_words(LENGTH_TO_PLAY)}")
    return yes(lambda: f"{bidder.counted_up(long[0])}, too few to bid on", ONE_SPADE)


@one_spade.rule(
    "fos-club-weak",
    "If your clubs are too weak to encourage partner to no trumps, bid one spade.",
    page=94,
    lines=(3082, 3085),
    advises=(ONE_SPADE,),
    why="A club call would encourage partner to go to no trumps, counting on help in clubs that you cannot give.",
)
def weak_clubs(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits or len(bidder.hand.clubs) < LENGTH_TO_PLAY:
        return no(lambda: f"the hand has a sure trick, or fewer than {in_words(LENGTH_TO_PLAY)} clubs")
    return yes(lambda: f"{bidder.holds(Suit.CLUBS)} would not help no trumps", ONE_SPADE)


STOPPING_LENGTH = 4
"""“Four to a jack or ten will usually” stop a suit (p. 86)."""


@one_spade.rule(
    "fos-red-stopped-error",
    "Do not name a suit because four to a jack or ten stop it: partner would count on a sure trick.",
    page=86,
    lines=(2841, 2864),
    advises=(ONE_SPADE,),
    why="Such a suit wins nothing until another player has cleared it, and that late round may never come. Partner "
    "would double, or bid no trumps, on a trick that you do not have.",
)
def stopped_but_not_sure(bidder: BiddingFacts) -> Finding:
    stopped = [suit for suit in bidder.long_suits(STOPPING_LENGTH, NAMED) if not has_sure_trick(bidder.hand[suit])]
    stopped = [suit for suit in stopped if Rank.TEN <= bidder.hand[suit].highest <= Rank.KNAVE]
    if bidder.sure_suits or not stopped:
        return no(lambda: f"the hand has a sure trick, or no suit of {in_words(STOPPING_LENGTH)} to a jack or ten")
    return yes(
        lambda: f"{bidder.holds(stopped[0])} stop a suit for this hand, and are not a sure trick for partner’s",
        ONE_SPADE,
    )


@one_spade.rule(
    "fos-spade-nothing",
    "With nothing, bid one spade, and wait.",
    page=90,
    lines=(2978, 2983),
    advises=(ONE_SPADE,),
    why="The dealer must make some declaration, even without a trick. One spade only says that you will wait until "
    "you see what the others do.",
)
def no_sure_trick(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits:
        return no(lambda: f"there is a sure trick in {bidder.names(bidder.sure_suits)}")
    return yes("there is no ace, and no suit with king and queen", ONE_SPADE)


FIRST_BIDDER = chapter((*four_aces, *red_or_no_trumps, *no_trumps, *suits, *one_spade), silent_except_for(1))
