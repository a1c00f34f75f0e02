"""What Foster advises the third bidder, the dealer’s partner, on the first round (pp. 101–114).

His partner’s bid decides: one spade, which tells nothing and is to be rescued; a suit, which promises a sure trick and
invites to no trumps; no trumps, which mean business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.auction import Denomination
from tutor.authorities.foster.bidding.hearing import (
    NO_TRUMPS,
    ONE_SPADE,
    PASS,
    TWO_SPADES,
    Bidder,
    chapter,
    first_round_of,
    page,
    passing,
)
from tutor.authorities.foster.bidding.over_calls import (
    LONG_CLUBS,
    MISSING_SUIT,
    OWN_MAKE,
    UNPROTECTED,
    WAIT,
    best_affordable_make,
    named_cheaply,
    naming,
    no_trumper_over,
)
from tutor.authorities.foster.bidding.score import GIVING_WAY, NEAR_THE_GAME, SAVING
from tutor.authorities.foster.bidding.strength import AVERAGE, NAMED, RED, is_as_good_as_ace, tops
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Rank, Suit
from tutor.codes.code import HONOURS
from tutor.notation import counted
from tutor.view import View

# ---- after the dealer’s one spade --------------------------------------------------------------------------------


def _is_left_in(bidder: Bidder) -> bool:
    """Whether the dealer’s bid has been neither outbid nor doubled."""
    return bidder.is_partners and not bidder.doubled


def _rescue_without_trumps(bidder: Bidder) -> Finding:
    why = no_trumper_over(bidder)
    return bidder.going_over(NO_TRUMPS, f"{why}; no trumps may win the game") if why else fails("it is no no-trumper")


def _rescue_in_a_suit(bidder: Bidder) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    if suit is None or suit in bidder.their_suits:
        return fails("no red suit with a sure trick in it is worth what it must be bid at")
    return bidder.going_over(suit, f"{bidder.counted_up(suit)}: there is a chance of the game in it")


def _one_good_suit(bidder: Bidder) -> Finding:
    suits = named_cheaply(bidder, 2)
    if not suits:
        return fails("no suit can be named cheaply for its high cards")
    cheapest = bidder.tricks_over(suits[0])
    suits = tuple(suit for suit in suits if bidder.tricks_over(suit) == cheapest)
    return naming(bidder, suits, f"{bidder.names(suits)} may be named for {counted(cheapest, 'trick')}")


def _warn_of_weakness(bidder: Bidder) -> Finding:
    if not _is_left_in(bidder):
        return fails("the second bidder has not passed")
    return applies("a hand that can risk nothing, and the dealer may only be waiting", TWO_SPADES)


def _keep_the_limit(bidder: Bidder) -> Finding:
    if bidder.is_theirs or bidder.last != ONE_SPADE:
        return fails("one spade of this side is not the last bid")
    return applies("one spade can lose 100 at the most, unless it is raised or re-doubled", PASS)


ONE_GOOD_SUIT = Rule(
    "fos-tb-one-suit",
    "With one good suit name it, for one trick or two as may be necessary, to show its high cards.",
    page(107, 3524, 3533),
    _one_good_suit,
)
KEEP_THE_LIMIT = Rule(
    "fos-tb-two-spades-forfeit",
    "Neither raise one spade nor re-double it without need: it loses the limit of 100 points.",
    page(104, 3431, 3443),
    _keep_the_limit,
)
AFTER_ONE_SPADE: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-sb-score",
        "Third bidder pulls the dealer out of one spade where it has a chance of the game: no trumps.",
        page(101, 3316, 3326),
        _rescue_without_trumps,
        "rescue without trumps",
    ),
    Rule(
        "fos-sb-score",
        "Third bidder pulls the dealer out of one spade where it has a chance of the game: a red suit.",
        page(101, 3316, 3326),
        _rescue_in_a_suit,
        "rescue in a suit",
    ),
    MISSING_SUIT,
    ONE_GOOD_SUIT,
    LONG_CLUBS,
    *SAVING,
    WAIT,
    NEAR_THE_GAME,
    Rule(
        "fos-tb-two-spades-weak",
        "With bad cards raise one spade to two, to warn the dealer and let him bid again.",
        page(104, 3417, 3429),
        _warn_of_weakness,
    ),
    KEEP_THE_LIMIT,
    Rule(
        "fos-tb-read-one-spade",
        "One spade shows neither ace nor king-queen suit: count on nothing until the dealer speaks again.",
        page(105, 3461, 3486),
        passing("partner has shown nothing, and there is nothing here that can be afforded"),
    ),
)


# ---- after the dealer’s suit -------------------------------------------------------------------------------------


def _partners_suit(bidder: Bidder) -> Suit:
    suit = bidder.opening.denomination.trumps if bidder.opening else None
    assert suit is not None, "the chapter speaks where the dealer has bid a suit"  # noqa: S101
    return suit


def _no_trumps_on_red(bidder: Bidder) -> Finding:
    suit = _partners_suit(bidder)
    if not suit.is_red or not bidder.is_partners:
        return fails("the dealer has not bid a red suit that was left in")
    return _no_trumps_with_his_trick(bidder)


def _no_trumps_with_his_trick(bidder: Bidder) -> Finding:
    if not bidder.is_partners:
        return fails("the dealer’s bid has been outbid")
    suit = _partners_suit(bidder)
    why = no_trumper_over(bidder)
    clubs = (bidder.over(Suit.CLUBS),) if Suit.CLUBS in named_cheaply(bidder, 2) else ()
    if not why or bidder.total < AVERAGE:
        return fails(f"it is no no-trumper with partner’s sure trick in {suit.plural}")
    bid = bidder.over(NO_TRUMPS)
    return Finding(
        f"{why}; partner has a sure trick in {suit.plural}", (bid,) if bid else (), tuple(b for b in clubs if b)
    )


def _two_black_aces(bidder: Bidder) -> Finding:
    suit = _partners_suit(bidder)
    aces = [other for other in Suit if other is not suit and Rank.ACE in bidder.hand[other]]
    if not bidder.is_partners or len(aces) < 2 or bidder.tricks_over(NO_TRUMPS) > 1:
        return fails(f"{counted(len(aces), 'ace')} beside the {suit.plural}, or no trumps would cost more than one")
    named = tuple(bid for other in named_cheaply(bidder, 2) if (bid := bidder.over(other)))
    clubs = bidder.over(Suit.CLUBS) if Suit.CLUBS in aces and suit is not Suit.CLUBS else None
    merely = (clubs,) if clubs and clubs.odd_tricks <= 2 and clubs not in named else ()
    bid = bidder.over(NO_TRUMPS)
    return Finding(
        f"the aces of {bidder.names(aces)}: one no trump is seldom left in", (bid,) if bid else (), (*named, *merely)
    )


def _better_suit(bidder: Bidder) -> Finding:
    partners = _partners_suit(bidder)
    if not bidder.is_partners or len(bidder.hand[partners]) > 2 or tops(bidder.hand[partners]):
        return fails(f"{bidder.holds(partners)}: the dealer’s suit can be supported")
    safe = [
        suit
        for suit in bidder.long_suits(5, RED)
        if suit is not partners
        and tops(bidder.hand[suit])
        and bidder.hand[suit].count(HONOURS[:4]) >= 2
        and bidder.tricks_over(suit) <= 2
    ]
    longest = [suit for suit in safe if len(bidder.hand[suit]) == max(len(bidder.hand[one]) for one in safe)]
    if longest:
        because = f"{bidder.cannot(partners, 'support partner')}, and {bidder.holds(longest[0])} are safer"
        return Finding(because, bidder.over_in_any(longest))
    return fails("there is no red suit that looks safer than the dealer’s")


def _do_not_raise(bidder: Bidder) -> Finding:
    partners = _partners_suit(bidder)
    helping = [suit for suit in bidder.sure_suits if suit is not partners]
    if not bidder.is_partners or bidder.doubled or not helping:
        return fails("there are no sure tricks outside the suit that a raise might be meant to show")
    return applies(f"a raise would not name {bidder.names(helping)}, and nobody has overbid", PASS)


def _support_not_asked_for(bidder: Bidder) -> Finding:
    partners = _partners_suit(bidder)
    if not partners.is_red or not bidder.is_partners or bidder.doubled or len(bidder.hand[partners]) < 4:
        return fails("there are not four of a red suit that the dealer has bid and nobody has doubled or outbid")
    return applies(f"{bidder.holds(partners)}, but the dealer has not yet asked for {partners.plural} as trumps", PASS)


def _leave_him_alone(bidder: Bidder) -> Finding:
    if not bidder.is_partners or bidder.doubled:
        return fails("the dealer has been outbid or doubled")
    return applies("the dealer has not been overcalled, and there is neither no trumps here nor a better suit", PASS)


def _shift_when_doubled(bidder: Bidder) -> Finding:
    partners = _partners_suit(bidder)
    if not bidder.is_partners or not bidder.doubled or len(bidder.hand[partners]) > 3:
        return fails("the dealer’s suit has not been doubled, or can be supported")
    suits = [suit for suit in bidder.long_suits(5, NAMED) if suit is not partners and bidder.tricks_over(suit) <= 2]
    if not suits:
        return fails("there is no suit of five to shift to")
    suit = min(suits, key=lambda one: (bidder.tricks_over(one), -len(bidder.hand[one])))
    return bidder.going_over(suit, f"the double does not raise the price: {bidder.said(bidder.over(suit))} is enough")


def _left_doubled(bidder: Bidder) -> Finding:
    if not bidder.is_partners or not bidder.doubled:
        return fails("the dealer has not been doubled")
    return applies("a double of the suit only shows it stopped, and the dealer has a sure trick in it", PASS)


def _show_their_suit_stopped(bidder: Bidder) -> Finding:
    stopped = [suit for suit in bidder.their_suits if is_as_good_as_ace(bidder.hand[suit])]
    if bidder.is_partners or not stopped or len(stopped) < len(bidder.their_suits):
        return fails(f"{bidder.names(bidder.their_suits)} not as good as an ace here")
    if bidder.tricks_over(NO_TRUMPS) > bidder.no_trump_tricks + 1 or len(bidder.protected) < 2:
        return fails("no trumps would be too dear, or nothing but their suit is protected")
    return bidder.going_over(NO_TRUMPS, f"{bidder.holds(stopped[0])} stop the suit that has been bid over the dealer’s")


def _name_a_trick(bidder: Bidder) -> Finding:
    suits = named_cheaply(bidder, 2)
    two = [suit for suit in bidder.suits_to_name if suit not in (*bidder.their_suits, _partners_suit(bidder))]
    two = [suit for suit in two if bidder.tricks_over(suit) <= 2 and suit not in suits and bidder.their_suits]
    if bidder.is_partners or not (suits or two):
        return fails("there is no suit with a sure trick that can be named")
    suits = (*suits, *two)
    return naming(bidder, suits, f"{bidder.names(suits)} will help partner’s {_partners_suit(bidder).plural}")


def _support_with_a_void(bidder: Bidder) -> Finding:
    partners = _partners_suit(bidder)
    short = [suit for suit in bidder.their_suits if bidder.hand[suit].is_void]
    if not short or len(bidder.hand[partners]) < 4 or bidder.tricks_over(partners) > 3:
        return fails("their suit is not missing, or there are not four trumps to ruff it with")
    return bidder.going_over(partners, f"{bidder.holds(partners)}, and {bidder.holds(short[0])}: the trumps make apart")


def _nothing_but_partners(bidder: Bidder) -> Finding:
    partners = _partners_suit(bidder)
    held = bidder.hand[partners]
    if bidder.is_partners or bidder.sure_suits not in ((), (partners,)) or bidder.tricks_over(partners) > 2:
        return fails("there is help elsewhere, or the dealer’s suit would cost more than two")
    if len(held) < 4 and (len(held) < 3 or not tops(held)):
        return fails(bidder.cannot(partners, "support the suit"))
    return bidder.going_over(
        partners, f"{bidder.holds(partners)}, and nothing elsewhere: it is the best suit for this hand"
    )


AFTER_A_SUIT: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-tb-hand-p106",
        "On partner’s sure trick in a red suit jump at the chance of no trumps; two clubs if you have not the nerve.",
        page(106, 3488, 3522),
        _no_trumps_on_red,
    ),
    Rule(
        "fos-bid-first-round-invitation",
        "A suit on the first round invites to no trumps: accept it when your hand has the other suits.",
        page(77, 2535, 2543),
        _no_trumps_with_his_trick,
    ),
    Rule(
        "fos-tb-name-winners",
        "Show help by naming the suit of your winners; one no trump, even, on nothing but two aces.",
        page(110, 3631, 3649),
        _two_black_aces,
    ),
    Rule(
        "fos-double-rank-examples",
        "A double does not change what is enough: shift from partner’s doubled suit at the price of the bid itself.",
        page(57, 1837, 1860),
        _shift_when_doubled,
    ),
    Rule(
        "fos-tb-hand-p109",
        "Where the dealer’s suit does not suit you shift to a red suit that looks safer.",
        page(109, 3572, 3598),
        _better_suit,
    ),
    Rule(
        "fos-red-short-suit",
        "A missing suit improves a trump hand: support partner where theirs is missing, with four of his.",
        page(96, 3160, 3164),
        _support_with_a_void,
        "support",
    ),
    Rule(
        "fos-tb-show-stopper",
        "No trumps over an adverse suit show it stopped.",
        page(112, 3704, 3724),
        _show_their_suit_stopped,
    ),
    OWN_MAKE,
    Rule(
        "fos-tb-show-stopper",
        "Without their suit stopped name the suit in which you have a trick, to help partner.",
        page(112, 3704, 3724),
        _name_a_trick,
        "help elsewhere",
    ),
    Rule(
        "fos-tb-show-stopper",
        "With nothing but partner’s suit bid two of it.",
        page(112, 3704, 3724),
        _nothing_but_partners,
        "nothing but his suit",
    ),
    ONE_GOOD_SUIT,
    UNPROTECTED,
    *SAVING,
    Rule(
        "fos-tb-dont-raise",
        "Do not raise partner’s suit to show that you can help it: a raise names no suit, and he may not want it.",
        page(109, 3600, 3629),
        _do_not_raise,
    ),
    Rule(
        "fos-red-two-meanings",
        "A red suit means one thing on the first round and another on the second: do not raise it yet for trumps.",
        page(84, 2786, 2796),
        _support_not_asked_for,
    ),
    Rule(
        "fos-tb-hand-p109",
        "Where the dealer has not been overcalled leave him alone, unless you have no trumps or a better suit.",
        page(108, 3572, 3577),
        _leave_him_alone,
        "leave him",
    ),
    Rule(
        "fos-sb-double-shows-suit",
        "Heed no double of partner’s suit that only shows it stopped.",
        page(102, 3373, 3380),
        _left_doubled,
        "heard",
    ),
    NEAR_THE_GAME,
    Rule(
        "fos-tb-guided",
        "Be guided by the dealer’s declaration and what has been bid over it.",
        page(103, 3404, 3415),
        passing("the dealer has been overbid, and there is nothing to add to what he has shown"),
    ),
)


# ---- after the dealer’s no trumps --------------------------------------------------------------------------------


def _out_of_a_double(bidder: Bidder) -> Finding:
    if not bidder.is_partners or not bidder.doubled:
        return fails("the dealer’s no trumps have not been doubled")
    suits = [suit for suit in bidder.long_suits(5, NAMED) if bidder.tricks_over(suit) <= 3]
    if not suits:
        return fails("there is no suit of five to pull the dealer out in")
    suit = max(suits, key=lambda one: (len(bidder.hand[one]), tops(bidder.hand[one]), -bidder.tricks_over(one)))
    bid = bidder.over(suit)
    return bidder.going_over(suit, f"{bidder.holds(suit)}; {bidder.said(bid)} outrank the no trumps that are doubled")


def _safer_red_suit(bidder: Bidder) -> Finding:
    if not bidder.is_partners:
        return fails("the dealer has been outbid")
    for suit in bidder.long_suits(6, RED):
        missing = [other for other in Suit if len(bidder.hand[other]) <= 1]
        if tops(bidder.hand[suit]) >= 2 and missing and bidder.tricks_over(suit) <= 3:
            because = f"{bidder.holds(suit)}, and {bidder.holds(missing[0])}, which no trumps might not stand"
            return bidder.going_over(suit, because)
    return fails("there is no long red suit to be safer in, with another suit missing")


def _long_red_over_their_bid(bidder: Bidder) -> Finding:
    for suit in bidder.long_suits(6, RED):
        if suit not in bidder.their_suits and tops(bidder.hand[suit]) >= 2 and bidder.tricks_over(suit) <= 4:
            return bidder.going_over(suit, f"{bidder.holds(suit)}, with partner’s no-trumper to help them out")
    return fails("there is no red suit of six with two of its top three")


def _three_top_honours(bidder: Bidder) -> Finding:
    if bidder.is_partners:
        return fails("the dealer has not been outbid")
    for suit in (Suit.SPADES, Suit.CLUBS):
        wanted = bidder.over(Denomination.of(suit))
        over_two = bidder.over(NO_TRUMPS)
        is_below = wanted and over_two and bidder.lawful.index(wanted) < bidder.lawful.index(over_two)
        if bidder.hand[suit].headed_by("AKQ") and suit not in bidder.their_suits and wanted and is_below:
            because = f"{bidder.holds(suit)}: {wanted.words} are the only way to show them, and partner will go on"
            return applies(because, wanted)
    return fails("there are not the three top honours of a black suit to show")


def _raise_no_trumps(bidder: Bidder) -> Finding:
    if bidder.is_partners or bidder.tricks_over(NO_TRUMPS) > 3:
        return fails("the dealer has not been outbid, or no trumps are too dear")
    helping = bidder.aces_equals
    if len(helping) < 2 and not (helping and set(helping) <= set(bidder.their_suits)):
        return fails(f"{bidder.names(helping)} as good as an ace: too little to help partner’s no trumps")
    return bidder.going_over(NO_TRUMPS, f"{bidder.names(helping)} as good as an ace, for partner’s no trumps")


AFTER_NO_TRUMPS: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-bid-ranking",
        "Two in a red suit or three clubs outrank one no trump: pull partner out of a double with them.",
        page(56, 1800, 1824),
        _out_of_a_double,
    ),
    Rule(
        "fos-tb-story-p112",
        "Take partner’s no trumps out into a long red suit when another suit is missing.",
        page(112, 3691, 3702),
        _safer_red_suit,
    ),
    Rule(
        "fos-tb-raise-nt",
        "With a long red suit that partner’s no trumps would help out call it, even for three or four tricks.",
        page(112, 3684, 3689),
        _long_red_over_their_bid,
        "red suit",
    ),
    Rule(
        "fos-tb-six-spades",
        "Show the three top honours of a black suit over an overcall, at any price below partner’s next bid.",
        page(107, 3535, 3570),
        _three_top_honours,
    ),
    Rule(
        "fos-tb-raise-nt",
        "Where it costs too much to name a suit raise partner’s no trumps, to show help.",
        page(112, 3679, 3684),
        _raise_no_trumps,
    ),
    *SAVING,
    NEAR_THE_GAME,
    Rule(
        "fos-bid-suit-vs-nt",
        "No trumps mean business from the first: leave them where you have nothing better.",
        page(76, 2515, 2533),
        passing("partner’s no trumps mean business, and there is nothing better here"),
    ),
)


def _after(kind: Callable[[Bidder], bool], otherwise: str) -> Callable[[View], str | None]:
    at = first_round_of(3)

    def silent_on(view: View) -> str | None:
        return at(view) or (None if kind(Bidder(view)) else otherwise)

    return silent_on


def _is_one_spade(bidder: Bidder) -> bool:
    return bidder.opening == ONE_SPADE


def _is_no_trumps(bidder: Bidder) -> bool:
    return bidder.opening is not None and bidder.opening.denomination is NO_TRUMPS


def _is_a_suit(bidder: Bidder) -> bool:
    return bidder.opening is not None and not _is_one_spade(bidder) and not _is_no_trumps(bidder)


THIRD_BIDDER = (
    chapter(AFTER_ONE_SPADE, _after(_is_one_spade, "the dealer has not bid one spade"), (KEEP_THE_LIMIT,)),
    chapter(AFTER_A_SUIT, _after(_is_a_suit, "the dealer has not shown a suit")),
    chapter(AFTER_NO_TRUMPS, _after(_is_no_trumps, "the dealer has not bid no trumps")),
)
