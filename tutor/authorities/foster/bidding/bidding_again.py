"""What Foster advises whoever speaks again (pp. 87–97, 111, 116–122, 152–154): the second round is business.

A suit called again is wanted for trumps; a bid that cannot be gone over is left, or doubled where it was driven up.
"""

from __future__ import annotations

from tutor.authorities.foster.bidding.bidding_again_over_partner import after_partner, real_make
from tutor.authorities.foster.bidding.chapters import ANOTHER_BIDDER, chapter, is_first_round
from tutor.authorities.foster.bidding.facts import (
    DOUBLE,
    GOOD,
    NO_TRUMPS,
    ONE_SPADE,
    OVER_A_RAISE,
    PASS,
    SUPPORT,
    BiddingFacts,
)
from tutor.authorities.foster.bidding.overcalls import long_clubs, missing_suit
from tutor.authorities.foster.bidding.score import no_game_yet, save_game, when_ahead
from tutor.authorities.foster.bidding.suit_strength import RED, running_tricks, tops
from tutor.authorities.foster.bidding.third_bidder import keep_the_limit
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Suit
from tutor.notation import agreeing, counted, figured, in_words

again = Section[BiddingFacts](KEY)
again.add(*when_ahead, *after_partner)


# ---- a suit called again -----------------------------------------------------------------------------------------

PARTNERS_SUIT = 4
"""The tricks at the most in a suit that partner has called twice (pp. 116, 118)."""


@again.rule(
    "fos-r2-partner",
    "If partner goes back to their suit over your no trumps and is overcalled, support it and drop no trumps.",
    page=118,
    lines=(3903, 3912),
    why="A partner who goes back to a suit means it as trumps and thinks it better than your no trumps. It takes "
    "judgement to interfere with what partner prefers.",
    why_page=89,
    why_lines=(2929, 2937),
)
def back_to_partners_suit(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_theirs or not bidder.said_no_trumps:
        return no("this hand has not bid no trumps, or no opponent has overcalled")
    suit = next((s for s in bidder.called_twice if bidder.tricks_needed(s) <= PARTNERS_SUIT), None)
    if suit is None:
        return no("partner has not gone back to their suit")
    return bidder.outbid(suit, lambda: f"partner went back to {suit.plural} over no trumps, and is overcalled")


def my_red_suits(bidder: BiddingFacts) -> list[Suit]:
    """The red suits that this hand has called and the opponents have not, where they hold the bid."""
    mine = [suit for suit in RED if suit in bidder.my_suits and suit not in bidder.their_suits]
    return mine if bidder.last_is_theirs else []


@again.rule(
    "fos-r2-support-two",
    "If you mean your suit for trumps, support it on the second round, at two tricks or more.",
    page=117,
    lines=(3869, 3882),
    why="If you abandon the suit, you tell partner that you never wanted it as trumps and were simply showing a trick "
    "in it.",
    why_lines=(3869, 3875),
)
def support_for_two(bidder: BiddingFacts) -> Finding:
    meant = [suit for suit in my_red_suits(bidder) if bidder.is_long(suit) or bidder.worth(suit) >= GOOD]
    suit = next((suit for suit in meant if bidder.tricks_needed(suit) == 2), None)
    if suit is None:
        return no("this hand has no long red suit to support at two tricks")
    return bidder.outbid(suit, lambda: f"{bidder.counted_up(suit)}: dropped now, it would only have shown a trick")


STUCK_TO = 7
"""The length of a suit in which whatever is bid is outbid, unless it goes very high (p. 88)."""


@again.rule(
    "fos-red-persistence",
    "Return to the suit that you declared first, as high as it is worth. This shows length, and not high cards.",
    page=88,
    lines=(2893, 2900),
)
def persist(bidder: BiddingFacts) -> Finding:
    def is_worth_it(suit: Suit) -> bool:
        held, needed = bidder.hand[suit], bidder.tricks_needed(suit)
        is_to_be_stuck_to = len(held) >= STUCK_TO and tops(held) >= 2 and needed <= OVER_A_RAISE
        return is_to_be_stuck_to or bidder.worth(suit) >= needed

    suit = next(filter(is_worth_it, my_red_suits(bidder)), None)
    if suit is None:
        return no("no red suit called before is worth what it must be bid at now")
    return bidder.outbid(suit, lambda: bidder.counted_up(suit))


@again.rule(
    "fos-red-second-call",
    "If partner calls a suit a second time, they want it for trumps: support it.",
    page=89,
    lines=(2929, 2937),
    why="A first call may show only high cards, for a no-trumper in the other hand. A second call says that the "
    "bidder thinks the suit a better choice than no trumps.",
)
def support_second_call(bidder: BiddingFacts) -> Finding:
    twice = [s for s in bidder.called_twice if bidder.supports(s) and bidder.tricks_needed(s) <= OVER_A_RAISE]
    if not twice or not bidder.last_is_theirs:
        return no("partner has not called twice a suit that this hand supports")
    suit = twice[0]
    return bidder.outbid(suit, lambda: f"partner has called {suit.plural} twice, and {bidder.holds(suit)} support them")


@again.rule(
    "fos-red-short-suit",
    "Support partner again if you have none of the opponents’ suit and four of partner’s.",
    page=96,
    lines=(3160, 3164),
    row="again",
)
def support_again_with_a_void(bidder: BiddingFacts) -> Finding:
    missing = next((suit for suit in bidder.their_suits if bidder.hand[suit].is_void), None)
    supported = [suit for suit in bidder.partners_suits if len(bidder.hand[suit]) >= SUPPORT]
    suit = next((suit for suit in supported if bidder.tricks_needed(suit) <= OVER_A_RAISE), None)
    if not bidder.last_is_theirs or missing is None or suit is None:
        return no(lambda: f"the hand is not out of their suit, or does not have {in_words(SUPPORT)} of partner’s")
    return bidder.outbid(
        suit, lambda: f"{bidder.holds(suit)}, and {bidder.holds(missing)}: the trumps can make separately"
    )


# ---- a suit not called before ------------------------------------------------------------------------------------


def new_suit(bidder: BiddingFacts) -> Finding:
    suit = real_make(bidder)
    if suit is None or bidder.partner_holds_no_trumps:
        return no("no other red suit is worth what it must be bid at, and two odd tricks")
    return bidder.outbid(suit, lambda: bidder.counted_up(suit))


@again.rule(
    "fos-r2-dealer",
    "If partner has not accepted the invitation, choose what you really want for the hand.",
    page=117,
    lines=(3860, 3867),
    why="Partner has not responded to the invitation to no trumps, so the choice is yours, and the bids of the others "
    "can guide it. If nothing suits, what remains is to defeat them.",
)
def dealers_choice(bidder: BiddingFacts) -> Finding:
    return new_suit(bidder) if bidder.number == 1 else no("it is not for the dealer to bid")


@again.rule(
    "fos-r2-second-bidder",
    "A second bidder who passed joins in on the second round, with the others’ bids as a guide.",
    page=118,
    lines=(3896, 3901),
    why="You have now heard the bids of all the others. This gives you the advantage that the fourth bidder has on "
    "the first round.",
)
def second_bidder_after_pass(bidder: BiddingFacts) -> Finding:
    if bidder.number != 2 or bidder.calls_of(bidder.seat)[0] != PASS:
        return no("this is not the second bidder, or they did not pass before")
    why = bidder.why_no_trumper_over_last
    if why and not bidder.last_is_partners:
        return bidder.outbid(NO_TRUMPS, lambda: f"{why()}; all the others have been heard")
    return new_suit(bidder)


again.rule(
    "fos-con-brave",
    "Do not be afraid: bid your hand for all it is worth.",
    page=156,
    lines=(5403, 5409),
    why="Bidding your full strength is how you get the declaration. As the old saying goes, whoever plays the most "
    "games wins the most points.",
)(new_suit)
again.add(missing_suit)


# ---- the opponents hold the bid --------------------------------------------------------------------------------


@again.rule(
    "fos-nt-chief-value",
    "Go on in no trumps while you stop each suit that they have named.",
    page=94,
    lines=(3109, 3124),
    row="again",
)
def no_trumps_again(bidder: BiddingFacts) -> Finding:
    why = bidder.why_no_trumper_over_last
    if not bidder.said_no_trumps or not bidder.last_is_theirs or not why:
        return no("no trumps have not been bid before, or are not worth another trick")
    return bidder.outbid(NO_TRUMPS, lambda: f"{why()}; each suit of theirs is stopped")


@again.rule(
    "fos-lead-hand-p126",
    "With two aces, raise partner’s red suit over their no trumps, to force them a trick too high.",
    page=127,
    lines=(4301, 4310),
    row="drive them up",
    why="Partner has little but the red suit and may stop bidding over their no trumps. Your raise forces them a "
    "trick higher, where you can double and defeat them.",
    why_lines=(4302, 4319),
)
def drive_no_trumps_up(bidder: BiddingFacts) -> Finding:
    last = bidder.last
    if not bidder.last_is_theirs or not last or last.denomination is not NO_TRUMPS or bidder.aces < 2:
        return no("they have not bid no trumps against two aces")
    red = [suit for suit in bidder.partners_suits if suit.is_red and bidder.tricks_needed(suit) <= OVER_A_RAISE]
    if not red:
        return no("partner has no red suit to raise to three tricks at most")
    return bidder.outbid(
        red[0],
        lambda: (
            f"the hand has {counted(bidder.aces, 'ace')} for partner’s {red[0].plural}, and they may be driven a trick "
            "too high"
        ),
    )


again.add(long_clubs)

FAR_BEHIND = 400
"""“Four or five hundred points minus” (p. 155)."""


@again.rule(
    "fos-vs-behind",
    "If you are far behind and they have bid too much, leave them alone: neither double nor scare them.",
    page=154,
    lines=(5344, 5359),
    why="Only penalties win points back by the hundred. A double might scare them out of a bid that will fail. You do "
    "not want to win the rubber while you are four or five hundred points behind.",
)
def sit_tight_behind(bidder: BiddingFacts) -> Finding:
    behind = -bidder.view.standing.ahead
    if behind < FAR_BEHIND:
        return no(lambda: f"this side is {figured(behind, 'point')} behind")
    if not (double_to_defeat.find(bidder).applies or double_when_driven_up.find(bidder).applies):
        return no(
            lambda: f"this side is {figured(behind, 'point')} behind, but they have not bid more than they can make"
        )
    return yes(
        lambda: f"this side is {figured(behind, 'point')} behind, and they have bid more than they can make", PASS
    )


def tricks_against(bidder: BiddingFacts) -> int:
    """The tricks of this hand against the last bid: with the lead a solid suit counts whole against no trumps."""
    declaration = bidder.view.declaration
    has_lead = declaration is not None and declaration.trumps is None and declaration.by.left is bidder.seat
    longest = max(running_tricks(bidder.hand[suit]) for suit in Suit) if has_lead else 0
    return max(bidder.own_tricks, longest)


def nothing_to_double(bidder: BiddingFacts) -> str | None:
    return None if bidder.last_is_theirs and bidder.may(DOUBLE) else "there is no bid of theirs to double"


theirs = Section[BiddingFacts](KEY, given=nothing_to_double)


@theirs.rule(
    "fos-double-meaning",
    "Double if your own tricks defeat the contract, but not if they can escape at once.",
    page=60,
    lines=(1938, 1953),
    advises=(DOUBLE,),
)
def double_to_defeat(bidder: BiddingFacts) -> Finding:
    wanted, mine = bidder.tricks_to_defeat, tricks_against(bidder)

    def because() -> str:
        defeats = f"{in_words(wanted)} {agreeing(wanted, 'defeats')} {bidder.bid_in_words(bidder.last)}"
        return f"the hand has {counted(mine, 'trick')} of its own, and {defeats}"

    return yes(because, DOUBLE) if mine >= wanted and bidder.last != ONE_SPADE else no(because)


again.add(*theirs)


DRIVEN_UP = 3
"""The tricks to which a bid has been driven when it is time to double: three no trumps (pp. 121, 127)."""


@again.rule(
    "fos-dbl-hand-p120",
    "The best time to double is when the bidding has forced them beyond their strength.",
    page=120,
    lines=(3974, 4081),
    advises=(DOUBLE,),
    why="They have been forced beyond their strength, and the bidding has gone too far for them to escape. If their "
    "contract would win the game anyway, a few more points cost you little.",
    why_lines=(3974, 4099),
)
def double_when_driven_up(bidder: BiddingFacts) -> Finding:
    last = bidder.last
    if not bidder.last_is_theirs or not bidder.may(DOUBLE) or not last or last.odd_tricks < DRIVEN_UP:
        return no(lambda: f"their bid has not been driven to {in_words(DRIVEN_UP)} tricks")
    if sum(bid.denomination is last.denomination for bid in bidder.their_bids) < 2 or not bidder.partners_suits:
        return no("they have not been overbid in it, or partner has shown nothing")
    stopped = [suit for suit in bidder.as_good_as_aces if suit not in bidder.partners_suits]

    def because() -> str:
        partners = bidder.names(bidder.partners_suits)
        return f"this hand stops {bidder.names(stopped)}, partner has shown {partners}, and they were forced up"

    return yes(because, DOUBLE) if len(stopped) >= 2 else no(because)


NO_TRUMPS_UNSTOPPED = 2
"""“More than one or two tricks in no-trumps after the adversaries have declared a suit” (p. 95)."""


@again.rule(
    "fos-nt-chief-value",
    "Do not go beyond two in no trumps if you cannot stop a suit that they have named.",
    page=95,
    lines=(3118, 3124),
    row="too high",
)
def no_trumps_too_high(bidder: BiddingFacts) -> Finding:
    is_high = bidder.tricks_needed(NO_TRUMPS) > NO_TRUMPS_UNSTOPPED
    if not bidder.said_no_trumps or not bidder.last_is_theirs or not is_high:
        return no(lambda: f"no trumps would not be bid beyond {in_words(NO_TRUMPS_UNSTOPPED)}")
    if not bidder.unprotected_of_theirs:
        return no("each suit of theirs is stopped")
    return yes(lambda: bidder.cannot(bidder.unprotected_of_theirs[0], "stop the suit that they have named"), PASS)


again.add(*save_game, no_game_yet, keep_the_limit)


# ---- passing -----------------------------------------------------------------------------------------------------


@again.rule(
    "fos-r2-partner",
    "Use judgement before you interfere with partner’s overcall: leave what partner wants.",
    page=118,
    lines=(3903, 3912),
    row="leave it",
)
def leave_partners_bid(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners:
        return no("partner has not made the highest bid")
    return yes("partner has made the highest bid, and nothing is better than what partner wants", PASS)


@again.rule(
    "fos-r2-dealer",
    "Otherwise turn to defeating the opponents’ declaration: pass.",
    page=117,
    lines=(3860, 3867),
    row="defeat them",
)
def turn_to_defence(bidder: BiddingFacts) -> Finding:
    if bidder.number != 1 or not bidder.last_is_theirs:
        return no("this is not the dealer after an overcall")
    return yes("partner has not gone to no trumps, and nothing here is worth a trick more", PASS)


@again.rule(
    "fos-r2-business",
    "The second round is for business: bid no more only to inform partner.",
    page=116,
    lines=(3850, 3858),
    why="The first round is often only for giving information. Bids in the second round are meant to be played.",
)
def pass_on_second_round(_: BiddingFacts) -> Finding:
    return yes("the time for information is past, and nothing here is worth what it would cost", PASS)


SECOND_ROUND = chapter(again, lambda view: ANOTHER_BIDDER if is_first_round(view) else None)
