"""What Foster advises whoever speaks again (pp. 87–97, 111, 116–122, 152–154): the second round is business.

A suit called again is wanted for trumps; a bid that cannot be gone over is left, or doubled where it was driven up.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Denomination
from tutor.authorities.foster.bidding.hearing import (
    ANOTHER_BIDDER,
    DOUBLE,
    NO_TRUMPS,
    ONE_SPADE,
    PASS,
    Bidder,
    bidder_number,
    chapter,
    is_first_round,
    page,
    passing,
)
from tutor.authorities.foster.bidding.over_calls import LONG_CLUBS, MISSING_SUIT, best_affordable_make, no_trumper_over
from tutor.authorities.foster.bidding.score import GIVING_WAY, NEAR_THE_GAME, SAVING
from tutor.authorities.foster.bidding.strength import RED, is_as_good_as_ace, running_tricks, tops
from tutor.authorities.foster.bidding.third_bidder import KEEP_THE_LIMIT
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Suit
from tutor.notation import agreeing, counted, figured, in_words
from tutor.view import View

FAR_BEHIND = 400
"""“Four or five hundred points minus” (p. 155)."""
DRIVEN_UP = 3
"""The tricks to which a bid has been driven when it is time to double: three no trumps (pp. 121, 127)."""
PARTNERS_SUIT = 4
"""The tricks at the most in a suit that partner has called twice (pp. 116, 118)."""
OVER_A_RAISE = 3
"""The tricks at the most to which a hand goes up alone in partner’s suit (pp. 121, 127)."""
STUCK_TO = 7
"""The length of a suit in which whatever is bid is outbid, unless it goes very high (p. 88)."""
TO_SPARE = 2
"""The tricks above the bid on which a doubler is held to be mistaken."""


def _is_long(bidder: Bidder, suit: Suit) -> bool:
    return len(bidder.hand[suit]) >= bidder.reading.long


def _is_my_own(bidder: Bidder, suit: Suit) -> bool:
    """Whether the hand has called a suit that the adversaries have not."""
    return suit in bidder.my_suits and suit not in bidder.their_suits


# ---- partner holds the bid ---------------------------------------------------------------------------------------


def _partner_said_no_trumps(bidder: Bidder) -> bool:
    return bidder.is_partners and bidder.last is not None and bidder.last.denomination is NO_TRUMPS


def _hearts_over_his_no_trumps(bidder: Bidder) -> Finding:
    if not _partner_said_no_trumps(bidder) or not _is_my_own(bidder, Suit.HEARTS):
        return fails("partner has not bid no trumps over hearts of this hand")
    because = bidder.counted_up(Suit.HEARTS)
    if sum(_are_no_trumps(bidder)) > 1:
        return fails("partner persists in no trumps, and must be very strong")
    is_so = (_is_long(bidder, Suit.HEARTS) or bidder.worth(Suit.HEARTS) >= 3) and bidder.tricks_over(Suit.HEARTS) <= 3
    return bidder.going_over(Suit.HEARTS, because) if is_so else fails(because)


def _persists_with_all_the_suits(bidder: Bidder) -> Finding:
    suit = _called_again_over_no_trumps(bidder)
    if suit is None:
        return fails("partner has not gone back to a red suit over no trumps of this hand")
    others = [other for other in Suit if other is not suit]
    without = [other for other in others if not is_as_good_as_ace(bidder.hand[other])]
    if without:
        return fails(f"partner has gone back to {suit.plural}, and {bidder.names(without)} are not as good as an ace")
    if bidder.tricks_over(NO_TRUMPS) > bidder.no_trump_tricks + 1:
        return fails(f"{counted(bidder.tricks_over(NO_TRUMPS), 'trick')} without trumps are too many")
    because = f"partner has gone back to {suit.plural}, and {bidder.names(others)} are all as good as an ace"
    bid = bidder.over(NO_TRUMPS)
    return Finding(because, (bid,) if bid else (), (PASS,))


def _called_again_over_no_trumps(bidder: Bidder) -> Suit | None:
    """The red suit that partner holds the bid with, having called it before and after no trumps of this hand."""
    suit = bidder.last.denomination.trumps if bidder.last and bidder.is_partners else None
    if suit is None or not suit.is_red or NO_TRUMPS not in _named(bidder) or suit not in bidder.partners_suits:
        return None
    return suit if _times(bidder, suit) >= 2 else None


def _leave_who_persists(bidder: Bidder) -> Finding:
    red = [suit for suit in bidder.my_suits if suit.is_red and _times_called(bidder, suit) >= 2]
    if not red or not _partner_said_no_trumps(bidder) or sum(_are_no_trumps(bidder)) < 2:
        return fails("partner has not persisted in no trumps over a red suit called again")
    because = f"partner has heard {red[0].plural} twice, and persists: he must have all the other suits"
    return applies(because, PASS)


def _are_no_trumps(bidder: Bidder) -> list[bool]:
    return [bid.denomination is NO_TRUMPS for bid in bidder.partners]


def _times_called(bidder: Bidder, suit: Suit) -> int:
    return sum(bid.denomination.trumps is suit for bid in bidder.mine)


def _diamonds_over_his_no_trumps(bidder: Bidder) -> Finding:
    if not _partner_said_no_trumps(bidder) or not _is_my_own(bidder, Suit.DIAMONDS):
        return fails("partner has not bid no trumps over diamonds of this hand")
    because = bidder.counted_up(Suit.DIAMONDS)
    is_so = _is_long(bidder, Suit.DIAMONDS) and bidder.worth(Suit.DIAMONDS) > bidder.tricks_over(Suit.DIAMONDS)
    return bidder.going_over(Suit.DIAMONDS, because) if is_so else fails(because)


def _return_or_drop(bidder: Bidder) -> Finding:
    suit = next((suit for suit in bidder.my_suits if suit.is_red), None)
    if suit is None or not bidder.is_partners or len(bidder.mine) > 1 or not bidder.last:
        return fails("partner has not shifted from a red suit of this hand")
    if bidder.last.denomination in (NO_TRUMPS, Denomination.of(suit)):
        return fails("partner has not shifted to another suit")
    because = f"{bidder.said(bidder.last)} over {bidder.said(bidder.mine[0])}: {bidder.holds(suit)}"
    if _is_long(bidder, suit) and bidder.tricks_over(suit) <= 3:
        return bidder.going_over(suit, f"{because}, a big suit")
    return applies(f"{because}, which was only tentative", PASS) if not _real_make(bidder) else fails(because)


def _advance_without_trumps(bidder: Bidder) -> Finding:
    raised = [
        suit for suit in bidder.my_suits if suit in bidder.partners_suits and running_tricks(bidder.hand[suit]) >= 5
    ]
    again = [suit for suit in bidder.my_suits if running_tricks(bidder.hand[suit]) >= 6 and NO_TRUMPS in _named(bidder)]
    if not (raised or again) or bidder.unprotected_of_theirs or not bidder.their_suits:
        return fails("no solid suit that partner has raised, with the adversaries’ suits stopped")
    if bidder.tricks_over(NO_TRUMPS) > bidder.no_trump_tricks + (1 if raised else 0):
        return fails(f"{counted(bidder.tricks_over(NO_TRUMPS), 'trick')} without trumps are too many")
    suit = (*raised, *again)[0]
    because = f"{bidder.holds(suit)} to run, and {bidder.names(bidder.their_suits)} stopped"
    return bidder.going_over(NO_TRUMPS, because)


def _named(bidder: Bidder) -> tuple[Denomination, ...]:
    return tuple(bid.denomination for bid in bidder.mine)


# ---- doubled -----------------------------------------------------------------------------------------------------


def _shift_when_doubled(bidder: Bidder) -> Finding:
    if bidder.is_theirs or bidder.doubled != 1 or bidder.last_seat is not bidder.seat:
        return fails("no bid of this hand has been doubled")
    doubled = bidder.last.denomination.trumps if bidder.last else None
    others = [suit for suit in bidder.suits_to_name if suit is not doubled and bidder.tricks_over(suit) == 1]
    others = [suit for suit in others if len(bidder.hand[suit]) >= 4]
    if doubled is None or not others:
        return fails("there is no second suit to shift to for one")
    return bidder.going_over(others[0], f"{doubled.plural} are doubled, and one in {others[0].plural} is enough")


def _doubler_is_mistaken(bidder: Bidder) -> Finding:
    if bidder.is_theirs or bidder.doubled != 1 or not bidder.may(DOUBLE) or not bidder.last or bidder.last == ONE_SPADE:
        return fails("no bid of this side, but one spade, has been doubled")
    trumps = bidder.last.denomination.trumps
    good_for = bidder.worth(trumps) if trumps and trumps.is_red else 0
    because = f"the hand is good for {counted(good_for, 'odd trick')}, and {bidder.said(bidder.last)} was doubled"
    return applies(because, DOUBLE) if good_for >= bidder.last.odd_tricks + TO_SPARE else fails(because)


# ---- the adversaries hold the bid --------------------------------------------------------------------------------


def _back_to_partners_suit(bidder: Bidder) -> Finding:
    if not bidder.is_theirs or NO_TRUMPS not in _named(bidder):
        return fails("no trumps of this hand have not been bid, or no adversary has overcalled")
    for suit in bidder.partners_suits:
        if _times(bidder, suit) >= 2 and bidder.tricks_over(suit) <= PARTNERS_SUIT:
            return bidder.going_over(suit, f"partner went back to {suit.plural} over no trumps, and is overcalled")
    return fails("partner has not gone back to his suit")


def _times(bidder: Bidder, suit: Suit) -> int:
    return sum(bid.denomination.trumps is suit for bid in bidder.partners)


def _support_what_is_called_again(bidder: Bidder) -> Finding:
    for suit in bidder.partners_suits:
        held = bidder.hand[suit]
        supports = len(held) >= 4 or (len(held) >= 3 and tops(held))
        if bidder.is_theirs and _times(bidder, suit) >= 2 and supports and bidder.tricks_over(suit) <= OVER_A_RAISE:
            return bidder.going_over(
                suit, f"partner has called {suit.plural} twice, and {bidder.holds(suit)} support them"
            )
    return fails("partner has not called a suit twice that this hand supports")


def _again_with_a_void(bidder: Bidder) -> Finding:
    for suit in bidder.partners_suits:
        void = [other for other in bidder.their_suits if bidder.hand[other].is_void]
        if bidder.is_theirs and void and len(bidder.hand[suit]) >= 4 and bidder.tricks_over(suit) <= OVER_A_RAISE:
            return bidder.going_over(suit, f"{bidder.holds(suit)}, and {bidder.holds(void[0])}: the trumps make apart")
    return fails("their suit is not missing beside four of partner’s")


def _drive_no_trumps_up(bidder: Bidder) -> Finding:
    if not bidder.is_theirs or not bidder.last or bidder.last.denomination is not NO_TRUMPS or bidder.aces < 2:
        return fails("they have not bid no trumps against two aces")
    hearts = [suit for suit in bidder.partners_suits if suit.is_red and bidder.tricks_over(suit) <= OVER_A_RAISE]
    if not hearts:
        return fails("partner has no red suit to go up in for three tricks at the most")
    because = f"{counted(bidder.aces, 'ace')} for partner’s {hearts[0].plural}, and they may be driven a trick too high"
    return bidder.going_over(hearts[0], because)


def _support_at_two(bidder: Bidder) -> Finding:
    for suit in RED:
        is_meant = _is_long(bidder, suit) or bidder.worth(suit) >= 2
        if bidder.is_theirs and _is_my_own(bidder, suit) and bidder.tricks_over(suit) == 2 and is_meant:
            because = f"{bidder.counted_up(suit)}: abandoned, it would only have shown a trick"
            return bidder.going_over(suit, because)
    return fails("there is no long red suit of this hand to be supported at two tricks")


def _persist(bidder: Bidder) -> Finding:
    for suit in RED:
        held, tricks = bidder.hand[suit], bidder.tricks_over(suit)
        is_to_be_stuck_to = len(held) >= STUCK_TO and tops(held) >= 2 and tricks <= OVER_A_RAISE
        is_worth_it = bidder.worth(suit) >= tricks or is_to_be_stuck_to
        if bidder.is_theirs and _is_my_own(bidder, suit) and is_worth_it:
            return bidder.going_over(suit, bidder.counted_up(suit))
    return fails("no red suit called before is worth what it must now be bid at")


def _real_make(bidder: Bidder) -> Suit | None:
    """A red suit not yet called by anyone that is worth two tricks or more, and what it must be bid at."""
    suit = best_affordable_make(bidder, with_a_top=False)
    named = (*bidder.my_suits, *bidder.partners_suits, *bidder.their_suits)
    if suit is None or suit in named or bidder.worth(suit) < 2:
        return None
    return suit


def _pick_what_is_wanted(bidder: Bidder) -> Finding:
    return _new_suit(bidder) if bidder_number(bidder.view) == 1 else fails("it is not the dealer who speaks")


def _second_bidder_comes_in(bidder: Bidder) -> Finding:
    if bidder_number(bidder.view) != 2 or bidder.calls_of(bidder.seat)[0] != PASS:
        return fails("it is not the second bidder, who passed before")
    why = no_trumper_over(bidder)
    if why and not bidder.is_partners:
        return bidder.going_over(NO_TRUMPS, f"{why}; all the others have been heard")
    return _new_suit(bidder)


def _bid_its_worth(bidder: Bidder) -> Finding:
    return _new_suit(bidder)


def _new_suit(bidder: Bidder) -> Finding:
    suit = _real_make(bidder)
    if suit is None or _partner_said_no_trumps(bidder):
        return fails("there is no other red suit worth what it must be bid at, and two by cards")
    return bidder.going_over(suit, bidder.counted_up(suit))


def _no_trumps_again(bidder: Bidder) -> Finding:
    why = no_trumper_over(bidder)
    if NO_TRUMPS not in _named(bidder) or not bidder.is_theirs or not why:
        return fails("no trumps have not been bid before, or are not worth another trick")
    return bidder.going_over(NO_TRUMPS, f"{why}; each suit of theirs is stopped")


def _no_trumps_too_high(bidder: Bidder) -> Finding:
    if NO_TRUMPS not in _named(bidder) or not bidder.is_theirs or bidder.tricks_over(NO_TRUMPS) <= 2:
        return fails("no trumps would not be bid beyond two")
    if not bidder.unprotected_of_theirs:
        return fails("each suit of theirs is stopped")
    return applies(bidder.cannot(bidder.unprotected_of_theirs[0], "stop the suit that they have named"), PASS)


def _tricks_against(bidder: Bidder) -> int:
    """The tricks of this hand against the last bid: with the lead a solid suit counts whole against no trumps."""
    declaration = bidder.view.declaration
    has_lead = declaration is not None and declaration.trumps is None and declaration.by.left is bidder.seat
    longest = max(running_tricks(bidder.hand[suit]) for suit in Suit) if has_lead else 0
    return max(bidder.own_tricks, longest)


def _contract_fails(bidder: Bidder) -> Finding:
    if not bidder.is_theirs or not bidder.may(DOUBLE) or not bidder.last:
        return fails("there is no bid of theirs to double")
    wanted = 8 - bidder.last.odd_tricks
    mine = _tricks_against(bidder)
    defeats = f"{in_words(wanted)} {agreeing(wanted, 'defeat')} {bidder.said(bidder.last)}"
    because = f"{counted(mine, 'trick')} of its own, and {defeats}"
    return applies(because, DOUBLE) if mine >= wanted and bidder.last != ONE_SPADE else fails(because)


def _partner_doubles(bidder: Bidder) -> Finding:
    doubler = next(iter(bidder.view.calling.doubles()[-1:]), None)
    if not bidder.is_theirs or bidder.doubled != 1 or doubler is not bidder.partner:
        return fails("partner has not doubled the last bid")
    return applies(f"partner has doubled {bidder.said(bidder.last)}, which he believes will fail", PASS)


def _driven_up(bidder: Bidder) -> Finding:
    if not bidder.is_theirs or not bidder.may(DOUBLE) or not bidder.last or bidder.last.odd_tricks < DRIVEN_UP:
        return fails("their bid has not been driven to three tricks")
    lower = [bid for bid in bidder.theirs if bid.denomination is bidder.last.denomination]
    if len(lower) < 2 or not bidder.partners_suits:
        return fails("they have not been overbid in it, or partner has shown nothing")
    others = [suit for suit in Suit if suit not in bidder.partners_suits]
    held = [suit for suit in others if is_as_good_as_ace(bidder.hand[suit])]
    because = (
        f"{bidder.names(held)} stopped, {bidder.names(bidder.partners_suits)} with partner, and they were forced up"
    )
    return applies(because, DOUBLE) if len(held) >= 2 else fails(because)


def _sit_tight_behind(bidder: Bidder) -> Finding:
    behind = -bidder.view.standing.ahead
    if behind < FAR_BEHIND:
        return fails(f"{figured(behind, 'point')} behind")
    if not (_contract_fails(bidder).applies or _driven_up(bidder).applies):
        return fails(f"{figured(behind, 'point')} behind, but they have not undertaken too much")
    return applies(f"{figured(behind, 'point')} behind, and they have undertaken more than they can carry", PASS)


def _leave_partners_bid(bidder: Bidder) -> Finding:
    if not bidder.is_partners:
        return fails("partner does not hold the bid")
    return applies("partner holds the bid, and nothing is better than what he wants", PASS)


def _defeat_them(bidder: Bidder) -> Finding:
    if bidder_number(bidder.view) != 1 or not bidder.is_theirs:
        return fails("it is not the dealer whose bid has been overcalled")
    return applies("partner has not gone to no trumps, and nothing here is worth a trick more", PASS)


AGAIN: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-double-meaning",
        "Leave them to a bid that partner has doubled: he believes that it will fail.",
        page(60, 1938, 1953),
        _partner_doubles,
        "partner’s",
    ),
    Rule(
        "fos-red-persistence",
        "Leave a partner who persists in no trumps over the red suit called again: he must have all the suits.",
        page(88, 2886, 2900),
        _leave_who_persists,
        "partner persists",
    ),
    Rule(
        "fos-red-persistence",
        "Persist in no trumps, when partner goes back to his red suit over them, only with all the other suits.",
        page(88, 2886, 2900),
        _persists_with_all_the_suits,
        "you persist",
    ),
    Rule(
        "fos-r2-overcall-nt",
        "Long in the hearts that you have called, bid them over partner’s no trumps.",
        page(117, 3884, 3894),
        _hearts_over_his_no_trumps,
    ),
    Rule(
        "fos-red-diamonds-harder",
        "Over partner’s no trumps go back only to long diamonds with a trick to spare.",
        page(88, 2902, 2919),
        _diamonds_over_his_no_trumps,
        "over no trumps",
    ),
    Rule(
        "fos-red-two-suits",
        "Doubled in the cheaper of two suits, shift to the other for one trick.",
        page(89, 2939, 2960),
        _shift_when_doubled,
        "doubled",
    ),
    Rule(
        "fos-double-meaning",
        "Re-double when the doubler is mistaken: a bid with tricks to spare.",
        page(61, 1938, 1953),
        _doubler_is_mistaken,
        "re-double",
    ),
    Rule(
        "fos-nt-chief-value",
        "Bid no trumps as an advance upon a bid of partner’s, their suits being stopped.",
        page(94, 3109, 3124),
        _advance_without_trumps,
    ),
    Rule(
        "fos-tb-shift-or-help",
        "When partner shifts from your red suit go back to it if it is big; drop it if the call was tentative.",
        page(111, 3651, 3677),
        _return_or_drop,
    ),
    Rule(
        "fos-r2-partner",
        "When partner goes back to his suit over your no trumps and is overcalled, support it and drop no trumps.",
        page(118, 3903, 3912),
        _back_to_partners_suit,
    ),
    Rule(
        "fos-r2-support-two",
        "A suit meant for trumps must be supported on the second round, at two tricks or more.",
        page(117, 3869, 3882),
        _support_at_two,
    ),
    Rule(
        "fos-red-persistence",
        "Return to the suit that you declared first, as high as it is worth: it shows length and not high cards.",
        page(88, 2893, 2900),
        _persist,
    ),
    Rule(
        "fos-red-second-call",
        "A suit that partner calls a second time is wanted for trumps: support it.",
        page(89, 2929, 2937),
        _support_what_is_called_again,
    ),
    Rule(
        "fos-red-short-suit",
        "Support partner again where theirs is missing, with four of his.",
        page(96, 3160, 3164),
        _again_with_a_void,
        "again",
    ),
    Rule(
        "fos-r2-dealer",
        "When partner has not taken up the invitation pick out what you really want for the hand.",
        page(117, 3860, 3867),
        _pick_what_is_wanted,
    ),
    Rule(
        "fos-r2-second-bidder",
        "A second bidder who passed comes in on the second round with the others’ bids to go upon.",
        page(118, 3896, 3901),
        _second_bidder_comes_in,
    ),
    Rule(
        "fos-con-brave",
        "Do not be afraid: bid your hand for all it is worth.",
        page(156, 5403, 5409),
        _bid_its_worth,
    ),
    MISSING_SUIT,
    Rule(
        "fos-nt-chief-value",
        "Go on in no trumps while each suit that they have named is stopped.",
        page(94, 3109, 3124),
        _no_trumps_again,
        "again",
    ),
    Rule(
        "fos-lead-hand-p126",
        "Go up with two aces in partner’s red suit over their no trumps, to force them a trick too high.",
        page(127, 4217, 4319),
        _drive_no_trumps_up,
        "drive them up",
    ),
    LONG_CLUBS,
    Rule(
        "fos-vs-behind",
        "Far behind, let alone those who have undertaken too much: neither double nor scare them.",
        page(154, 5344, 5359),
        _sit_tight_behind,
    ),
    Rule(
        "fos-double-meaning",
        "Double when your own tricks defeat the contract, though not when it could be escaped at once.",
        page(60, 1938, 1953),
        _contract_fails,
    ),
    Rule(
        "fos-dbl-hand-p120",
        "The best time to double is when the bidding has forced them beyond their strength.",
        page(120, 3974, 4081),
        _driven_up,
    ),
    Rule(
        "fos-nt-chief-value",
        "Do not go beyond two in no trumps when they have named a suit that you cannot stop.",
        page(95, 3118, 3124),
        _no_trumps_too_high,
        "too high",
    ),
    *SAVING,
    NEAR_THE_GAME,
    KEEP_THE_LIMIT,
    Rule(
        "fos-r2-partner",
        "Use judgment before interfering when partner overcalls you: leave what he wants.",
        page(118, 3903, 3912),
        _leave_partners_bid,
        "leave it",
    ),
    Rule(
        "fos-r2-dealer",
        "Otherwise turn to defeating the declaration of the adversaries: pass.",
        page(117, 3860, 3867),
        _defeat_them,
        "defeat them",
    ),
    Rule(
        "fos-r2-business",
        "The second round is for business: bid no more only to inform.",
        page(116, 3850, 3858),
        passing("the time for information is past, and nothing here is worth what it would cost"),
    ),
)


def _silent_on(view: View) -> str | None:
    return ANOTHER_BIDDER if is_first_round(view) else None


SECOND_ROUND = chapter(AGAIN, _silent_on)
