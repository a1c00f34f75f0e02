"""What Foster advises the fourth bidder on the first round (pp. 100–101, 114–119): he has heard all the others."""

from __future__ import annotations

from tutor.authorities.foster.bidding.chapters import chapter, silent_except_for
from tutor.authorities.foster.bidding.facts import DOUBLE, GOOD, NO_TRUMPS, ONE_SPADE, PASS, TWO_SPADES, BiddingFacts
from tutor.authorities.foster.bidding.overcalls import (
    long_clubs,
    missing_suit,
    no_trumper,
    own_make,
    show_strongest,
    suits_to_show,
    unprotected,
)
from tutor.authorities.foster.bidding.score import no_game_yet, save_game, when_ahead
from tutor.authorities.foster.bidding.suit_strength import NAMED, is_as_good_as_ace, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.notation import counted

fourth = Section[BiddingFacts](KEY)
fourth.add(*when_ahead)


@fourth.rule(
    "fos-fb-two-spades-wait",
    "After one spade raised to two, interfere only if you are pretty strong: wait for the dealer.",
    page=115,
    lines=(3790, 3796),
    why="Your partner let one spade stand, and your bid would interfere with that. The dealer may still risk a change "
    "of suit, so you learn more by waiting.",
)
def wait_over_two_spades(bidder: BiddingFacts) -> Finding:
    if bidder.opening != ONE_SPADE or bidder.last != TWO_SPADES or bidder.last_seat is not bidder.seat.right:
        return no("the third bidder has not raised one spade to two")
    if bidder.why_no_trumper_over_last or any(bidder.worth(suit) >= GOOD for suit in bidder.makes):
        return no("the hand is strong enough to interfere")
    return yes(
        ("the hand is neither a no-trumper nor good for two in a red suit; the dealer may change the suit"), PASS
    )


@fourth.rule(
    "fos-bluff",
    "If the dealer’s partner bids a suit over no trumps, and it would win the game, double it with a hand that "
    "can hold no trumps.",
    page=118,
    lines=(3916, 3943),
    why="Their suit would win the game, and you cannot stop it. Nine times out of ten a double frightens the dealer "
    "back to no trumps, which your hand can hold down.",
    why_lines=(3923, 3943),
)
def double_to_frighten(bidder: BiddingFacts) -> Finding:
    suit = bidder.last_suit
    was_no_trumps = bidder.opening is not None and bidder.opening.denomination is NO_TRUMPS
    if suit is None or not was_no_trumps or bidder.last_seat is not bidder.seat.right or not bidder.may(DOUBLE):
        return no("the dealer’s partner has not bid a suit over the dealer’s no trumps")
    if not bidder.wins_them_the_game or suit in bidder.protected:
        return no(lambda: f"{bidder.their_prospect}; {bidder.holds(suit)}")
    tricks = bidder.own_tricks
    if tricks < 2 or len(bidder.protected) < 2:
        return no("the hand could not hold no trumps down")
    return yes(
        lambda: (
            f"{bidder.their_prospect}; {bidder.holds(suit)}, and the hand takes {counted(tricks, 'trick')} against "
            "no trumps"
        ),
        DOUBLE,
        merely=(PASS,),
    )


@fourth.rule(
    "fos-sb-fourth-use",
    "Use the suit that the second bidder has shown: bid no trumps on the combined hands.",
    page=100,
    lines=(3291, 3297),
    why="Partner’s bid shows where tricks are, so you can bid on the combined strength of both hands and not only on "
    "your own.",
)
def combined_no_trumps(bidder: BiddingFacts) -> Finding:
    why = bidder.why_no_trumper_over_last
    if not bidder.shown_by_partner or not why:
        return no("partner has shown no suit, or the hand is not a no-trumper with it")
    return bidder.outbid(NO_TRUMPS, lambda: f"{why()}; partner has shown {bidder.names(bidder.shown_by_partner)}")


MOST_FOR_PARTNER = 3
"""The tricks at the most in a suit that partner alone has named: three diamonds over two hearts (pp. 116, 121)."""


@fourth.rule(
    "fos-fb-ex-three-diamonds",
    "Outbid them in partner’s suit if you can take care of theirs.",
    page=116,
    lines=(3822, 3846),
    why="Their bid may be meant only to shut out partner’s suit. Yours challenges them to go on, so partner takes it "
    "as a sign that you can look after their suit.",
    why_lines=(3822, 3833),
)
def outbid_their_suit(bidder: BiddingFacts) -> Finding:
    theirs = bidder.last_suit
    if theirs is None or not bidder.last_is_theirs or not bidder.partners_suits:
        return no("partner has not shown a suit that has been outbid in another")
    suit, against = bidder.partners_suits[-1], bidder.hand[theirs]

    def because() -> str:
        return f"{bidder.holds(suit)} for partner, and {bidder.holds(theirs)} against them"

    is_taken_care_of = is_as_good_as_ace(against) or len(against) <= 1
    if not bidder.supports(suit) or not is_taken_care_of or bidder.tricks_needed(suit) > MOST_FOR_PARTNER:
        return no(because)
    return bidder.outbid(suit, because)


fourth.add(own_make, no_trumper, missing_suit)


@fourth.rule(
    "fos-fb-dont-pass",
    "Do not pass out one spade: declare something, to let partner bid again.",
    page=115,
    lines=(3798, 3807),
    why="One spade passed out wins you 100 points at most, and perhaps not even that. A bid gives partner another "
    "chance to speak, and you may make a good score in another suit.",
)
def reopen(bidder: BiddingFacts) -> Finding:
    others = bidder.calls_of(bidder.seat.right, bidder.partner)
    if bidder.last != ONE_SPADE or any(call != PASS for call in others):
        return no("one spade has not been passed by both the others")
    high = tuple(suit for suit in NAMED if tops(bidder.hand[suit]))
    suits = suits_to_show(bidder, 1) or tuple(suit for suit in high if len(bidder.hand[suit]) >= 4) or high
    if not suits:
        return no("there is no ace, king or queen to name a suit on")
    return show_strongest(bidder, suits, "one spade wins 100 at the most, and partner may be waiting to come in")


@fourth.rule(
    "fos-fb-sure-trick",
    "Name a sure trick in any suit that can be called for one.",
    page=115,
    lines=(3809, 3820),
    why="Partner may be waiting to hear from that very suit.",
    why_lines=(3809, 3812),
)
def sure_trick_for_one(bidder: BiddingFacts) -> Finding:
    suits = suits_to_show(bidder, 1)
    if not suits:
        return no("no sure trick may be named for one")
    return show_strongest(
        bidder,
        suits,
        lambda: f"there is a sure trick in {bidder.names(suits)}, and partner may be waiting to hear of it",
    )


WEAK_DECLARATION = 3
"""The tricks of the hand alone, their suit being stopped, against which a rescue of the dealer looks weak (p. 101)."""


@fourth.rule(
    "fos-sb-alternatives",
    "If a bid takes the dealer out of one spade and looks weak, let it stand and double it.",
    page=101,
    lines=(3328, 3333),
    advises=(DOUBLE,),
    why="More points are won by defeating a declaration than by playing it yourself. Each trick by which a doubled "
    "bid fails is worth 100 points to you.",
    why_page=74,
    why_lines=(2448, 2461),
)
def double_a_weak_rescue(bidder: BiddingFacts) -> Finding:
    suit, tricks = bidder.last_suit, bidder.own_tricks
    if bidder.opening != ONE_SPADE or bidder.last_seat is not bidder.seat.right or not bidder.may(DOUBLE):
        return no("the dealer has not been taken out of one spade")
    if suit is None or not is_as_good_as_ace(bidder.hand[suit]) or tricks < WEAK_DECLARATION:
        return no(lambda: f"the hand has {counted(tricks, 'trick')} of its own: their declaration may be a strong one")
    return yes(lambda: f"{bidder.holds(suit)}, and the hand has {counted(tricks, 'trick')} in all against them", DOUBLE)


fourth.add(long_clubs, unprotected, *save_game, no_game_yet)


@fourth.rule(
    "fos-fb-advantage",
    "Let the others’ bids guide you: pass if you are not very strong.",
    page=114,
    lines=(3776, 3788),
    why=("You speak after all the others, which is a great advantage. Their bids usually show you the safest course."),
)
def pass_without_strength(bidder: BiddingFacts) -> Finding:
    heard = "partner has passed" if not bidder.shown_by_partner else "partner has been heard"
    return yes(lambda: f"{heard}, and the hand is not strong enough for what a bid would cost", PASS)


FOURTH_BIDDER = chapter(fourth, silent_except_for(4))
