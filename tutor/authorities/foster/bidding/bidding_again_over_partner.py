"""What Foster advises whoever speaks again over partner’s bid, or when one is doubled (pp. 60, 87–94, 111, 117)."""

from __future__ import annotations

from tutor.auction import Denomination
from tutor.authorities.foster.bidding.facts import DOUBLE, GOOD, NO_TRUMPS, ONE_SPADE, OVER_A_RAISE, PASS, BiddingFacts
from tutor.authorities.foster.bidding.overcalls import best_affordable_make
from tutor.authorities.foster.bidding.suit_strength import running_tricks
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Suit
from tutor.notation import counted

after_partner = Section[BiddingFacts](KEY)


# ---- partner holds the bid ---------------------------------------------------------------------------------------


@after_partner.rule(
    "fos-double-meaning",
    "If partner has doubled, leave the opponents to their bid: partner believes that it will fail.",
    page=60,
    lines=(1938, 1953),
    row="partner’s",
    why="A double says that the declaration will fail, and not that the doubler could win the odd trick. A redouble "
    "says that the doubler is mistaken.",
)
def leave_them_doubled(bidder: BiddingFacts) -> Finding:
    doubler = next(iter(bidder.view.calling.doubles()[-1:]), None)
    if not bidder.last_is_theirs or bidder.doubled != 1 or doubler is not bidder.partner:
        return no("partner has not doubled the last bid")
    return yes(lambda: f"partner has doubled {bidder.bid_in_words(bidder.last)}, and believes that it will fail", PASS)


def partner_persists(bidder: BiddingFacts) -> bool:
    """Whether partner has bid no trumps more than once."""
    return sum(bid.denomination is NO_TRUMPS for bid in bidder.partners_bids) > 1


@after_partner.rule(
    "fos-red-persistence",
    "If partner bids no trumps again over the red suit that you called again, pass: partner must have all the suits.",
    page=88,
    lines=(2886, 2900),
    row="partner persists",
    why="A second call of the suit shows length and a wish for trumps, where a single call may only invite no trumps. "
    "A partner who persists in no trumps after that must have all the suits.",
    why_lines=(2888, 2900),
)
def leave_persistent_partner(bidder: BiddingFacts) -> Finding:
    calls = [bid.denomination.trumps for bid in bidder.my_bids]
    red = [suit for suit in bidder.my_suits if suit.is_red and calls.count(suit) > 1]
    if not red or not bidder.partner_holds_no_trumps or not partner_persists(bidder):
        return no("partner has not bid no trumps again over a red suit called again")
    return yes(
        lambda: (
            f"partner has heard {red[0].plural} twice, and bids no trumps again: partner must have all the other suits"
        ),
        PASS,
    )


@after_partner.rule(
    "fos-red-persistence",
    "If partner goes back to a red suit over your no trumps, bid no trumps again only with all the other suits.",
    page=88,
    lines=(2886, 2900),
    row="you persist",
)
def persist_in_no_trumps(bidder: BiddingFacts) -> Finding:
    suit = bidder.last_suit
    is_back = bidder.last_is_partners and bidder.said_no_trumps and suit in bidder.called_twice
    if suit is None or not suit.is_red or not is_back:
        return no("partner has not gone back to a red suit over this hand’s no trumps")
    others = [other for other in Suit if other is not suit]
    without = [other for other in others if other not in bidder.as_good_as_aces]
    if without:
        return no(
            lambda: f"partner has gone back to {suit.plural}, and {bidder.names(without)} are not as strong as an ace"
        )
    needed = bidder.tricks_needed(NO_TRUMPS)
    if needed > bidder.no_trump_tricks + 1:
        return no(lambda: f"{counted(needed, 'trick')} without trumps are too many")
    return yes(
        lambda: f"partner has gone back to {suit.plural}, and {bidder.names(others)} are all as strong as an ace",
        *bidder.cheapest_of([NO_TRUMPS]),
        merely=(PASS,),
    )


def called_under_no_trumps(bidder: BiddingFacts, suit: Suit) -> bool:
    """Whether partner holds the bid with no trumps over a suit of this hand, which the opponents have not called."""
    return bidder.partner_holds_no_trumps and suit in bidder.my_suits and suit not in bidder.their_suits


@after_partner.rule(
    "fos-r2-overcall-nt",
    "If you are long in the hearts that you have called, bid them over partner’s no trumps.",
    page=117,
    lines=(3884, 3894),
    why="Partner’s no-trumper helps out your long hearts, and with that help they should win the game. If partner "
    "bids no trumps again after that, the hand should be a very strong one.",
    why_page=88,
    why_lines=(2888, 2900),
)
def hearts_over_no_trumps(bidder: BiddingFacts) -> Finding:
    hearts = Suit.HEARTS
    if not called_under_no_trumps(bidder, hearts):
        return no("partner has not bid no trumps over this hand’s hearts")
    if partner_persists(bidder):
        return no("partner bids no trumps again, and must be very strong")

    def because() -> str:
        return bidder.counted_up(hearts)

    is_so = bidder.is_long(hearts) or bidder.worth(hearts) >= OVER_A_RAISE
    is_affordable = bidder.tricks_needed(hearts) <= OVER_A_RAISE
    return bidder.outbid(hearts, because) if is_so and is_affordable else no(because)


@after_partner.rule(
    "fos-red-diamonds-harder",
    "Over partner’s no trumps, go back only to long diamonds with a trick to spare.",
    page=88,
    lines=(2902, 2919),
    row="over no trumps",
)
def diamonds_over_no_trumps(bidder: BiddingFacts) -> Finding:
    diamonds = Suit.DIAMONDS
    if not called_under_no_trumps(bidder, diamonds):
        return no("partner has not bid no trumps over this hand’s diamonds")

    def because() -> str:
        return bidder.counted_up(diamonds)

    is_so = bidder.is_long(diamonds) and bidder.worth(diamonds) > bidder.tricks_needed(diamonds)
    return bidder.outbid(diamonds, because) if is_so else no(because)


# ---- doubled -----------------------------------------------------------------------------------------------------


SECOND_SUIT = 4
"""The least length of the suit to shift to: “four to the ace-queen in hearts and diamonds” (p. 89)."""


@after_partner.rule(
    "fos-red-two-suits",
    "If you are doubled in the cheaper of two suits, change to the other for one trick.",
    page=89,
    lines=(2939, 2960),
    row="doubled",
)
def shift_when_doubled(bidder: BiddingFacts) -> Finding:
    if bidder.last_is_theirs or bidder.doubled != 1 or bidder.last_seat is not bidder.seat:
        return no("no bid of this hand has been doubled")
    doubled = bidder.last_suit
    others = [s for s in bidder.suits_to_name if s is not doubled and bidder.tricks_needed(s) == 1]
    suit = next((s for s in others if len(bidder.hand[s]) >= SECOND_SUIT), None)
    if doubled is None or suit is None:
        return no("there is no second suit to bid for one trick")
    return bidder.outbid(suit, lambda: f"{doubled.plural} are doubled, and one in {suit.plural} is enough")


TO_SPARE = 2
"""The tricks above the bid on which a doubler is held to be mistaken."""


def not_doubled(bidder: BiddingFacts) -> str | None:
    if bidder.last_is_theirs or bidder.doubled != 1 or not bidder.may(DOUBLE) or bidder.last in (None, ONE_SPADE):
        return "no bid of this side has been doubled, except one spade"
    return None


doubled = Section[BiddingFacts](KEY, given=not_doubled)


@doubled.rule(
    "fos-double-meaning",
    "Redouble if the doubler is mistaken: a bid with tricks to spare.",
    page=61,
    lines=(1950, 1953),
    row="re-double",
    advises=(DOUBLE,),
)
def redouble(bidder: BiddingFacts) -> Finding:
    trumps = bidder.last_suit
    good_for = bidder.worth(trumps) if trumps and trumps.is_red else 0

    def because() -> str:
        return (
            f"the hand is good for {counted(good_for, 'odd trick')}, and {bidder.bid_in_words(bidder.last)} was doubled"
        )

    return yes(because, DOUBLE) if good_for >= bidder.last_tricks + TO_SPARE else no(because)


after_partner.add(*doubled)


# ---- going on ----------------------------------------------------------------------------------------------------

RAISED_TRICKS = 5
"""The tricks of a solid suit that runs without trumps where partner has raised it."""
TRICKS_ALONE = 6
"""The same where partner has not raised it."""


@after_partner.rule(
    "fos-nt-chief-value",
    "Bid no trumps over a bid of partner’s if you stop the opponents’ suits.",
    page=94,
    lines=(3109, 3124),
    why="After the first bid, no trumps are useful chiefly to advance a bid of partner’s. Once the opponents have "
    "named a suit, it can hurt you, so only a stopper in it makes a high bid safe.",
)
def advance_without_trumps(bidder: BiddingFacts) -> Finding:
    tricks = {suit: running_tricks(bidder.hand[suit]) for suit in bidder.my_suits}
    raised = [suit for suit in tricks if suit in bidder.partners_suits and tricks[suit] >= RAISED_TRICKS]
    alone = [suit for suit in tricks if tricks[suit] >= TRICKS_ALONE and bidder.said_no_trumps]
    if not (raised or alone) or bidder.unprotected_of_theirs or not bidder.their_suits:
        return no("no solid suit has been raised by partner, with the opponents’ suits stopped")
    needed = bidder.tricks_needed(NO_TRUMPS)
    if needed > bidder.no_trump_tricks + (1 if raised else 0):
        return no(lambda: f"{counted(needed, 'trick')} without trumps are too many")
    suit = (*raised, *alone)[0]
    return bidder.outbid(
        NO_TRUMPS, lambda: f"{bidder.holds(suit)} to run, and {bidder.names(bidder.their_suits)} stopped"
    )


def real_make(bidder: BiddingFacts) -> Suit | None:
    """A red suit not yet called by anyone that is worth two tricks or more, and what it must be bid at."""
    suit = best_affordable_make(bidder, with_a_top=False)
    named = (*bidder.my_suits, *bidder.partners_suits, *bidder.their_suits)
    return suit if suit and suit not in named and bidder.worth(suit) >= GOOD else None


@after_partner.rule(
    "fos-tb-shift-or-help",
    "If partner changes from your red suit, go back to it if it is big. Drop it if you only meant to try it.",
    page=111,
    lines=(3651, 3677),
    why="Partner did not go to no trumps, so the new suit is the only one in which partner can help you. If your own "
    "suit was tentative, partner can manage the new one.",
    why_lines=(3663, 3677),
)
def return_or_drop(bidder: BiddingFacts) -> Finding:
    suit = next((suit for suit in bidder.my_suits if suit.is_red), None)
    if suit is None or not bidder.last_is_partners or len(bidder.my_bids) > 1 or not bidder.last:
        return no("partner has not changed from a red suit of this hand")
    if bidder.last.denomination in (NO_TRUMPS, Denomination.of(suit)):
        return no("partner has not changed to another suit")

    def because() -> str:
        shift = f"{bidder.bid_in_words(bidder.last)} over {bidder.bid_in_words(bidder.my_bids[0])}"
        return f"{shift}: {bidder.holds(suit)}"

    if bidder.is_long(suit) and bidder.tricks_needed(suit) <= OVER_A_RAISE:
        return bidder.outbid(suit, lambda: f"{because()}, a big suit")
    return no(because) if real_make(bidder) else yes(lambda: f"{because()}, which was only tentative", PASS)
