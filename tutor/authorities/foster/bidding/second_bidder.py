"""What Foster advises the second bidder on the first round (pp. 98–103, 119): over one spade, no trumps, or a suit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.hearing import (
    DOUBLE,
    NO_TRUMPS,
    ONE_SPADE,
    PASS,
    Bidder,
    chapter,
    first_round_of,
    page,
    passing,
)
from tutor.authorities.foster.bidding.over_calls import (
    LONG_CLUBS,
    MISSING_SUIT,
    NO_TRUMPER,
    OWN_MAKE,
    UNPROTECTED,
    WAIT,
    best_affordable_make,
    named_cheaply,
    naming,
)
from tutor.authorities.foster.bidding.score import GIVING_WAY, NEAR_THE_GAME, SAVING
from tutor.authorities.foster.bidding.strength import AVERAGE, NAMED, running_tricks, tops
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Rank, Suit
from tutor.notation import agreeing, counted, in_words
from tutor.view import View

NO_GAME_IN_SPADES = 20
"""The score up to which the dealer can be left to play spades (p. 101)."""
TRICKS_OF_THE_PACK = 13


# ---- over one spade ----------------------------------------------------------------------------------------------


def _dear_for_the_third(bidder: Bidder) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    bid = Bid(2, Denomination.of(suit)) if suit else None
    if suit is None or bidder.worth(suit) < 2 or bid is None or not bidder.may(bid):
        return fails("there is no red suit good for two with a sure trick in it")
    if bidder.why_no_trumper() and not bidder.weak_spots:
        return fails("it is a no-trumper without a weak spot")
    return applies(f"{bidder.counted_up(suit)}; over it the dealer’s partner must pay for a bid that informs", bid)


def _only_average(bidder: Bidder) -> Finding:
    them = bidder.view.standing.them
    if them > NO_GAME_IN_SPADES:
        return fails(f"the dealer is {them} up, and spades may win him the game")
    if bidder.total > AVERAGE or sum(tops(bidder.hand[suit]) for suit in bidder.sure_suits) > 1:
        return fails("the hand is better than an average one, or has more than one sure trick")
    because = f"high cards of {bidder.total} against an average of {AVERAGE}, and the dealer is {them} up"
    cheap = named_cheaply(bidder, 1)
    return Finding(because, (PASS,), tuple(bid for suit in cheap if (bid := bidder.over(suit))))


def _strength_in_spades(bidder: Bidder) -> Finding:
    because = bidder.holds(Suit.SPADES)
    if tops(bidder.hand.spades) < 2 or bidder.suits_to_name or not bidder.may(DOUBLE):
        return fails(f"{because}: no strength in spades, or not there alone")
    return applies(because, DOUBLE)


def _show_over_a_spade(bidder: Bidder) -> Finding:
    suits = named_cheaply(bidder, 1)
    if not suits:
        return fails("no suit with a sure trick may be named for one")
    return naming(bidder, suits, f"{bidder.names(suits)} have sure tricks, and the dealer’s partner may pass")


DECLARE_NOW = Rule(
    "fos-sb-declare-now",
    "A second bidder who has anything declares it at once, above all a no-trumper.",
    page(100, 3276, 3289),
    NO_TRUMPER.find,
)
HOPELESS = Rule(
    "fos-sb-duty",
    "Do not make a declaration that is hopeless: pass.",
    page(98, 3227, 3246),
    passing("there is nothing to declare, and a bid would be hopeless"),
    "hopeless",
)
OVER_ONE_SPADE: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-sb-duty",
        "Over one spade make it expensive for the dealer’s partner to name a suit: two in a good red suit.",
        page(98, 3227, 3246),
        _dear_for_the_third,
    ),
    DECLARE_NOW,
    MISSING_SUIT,
    Rule(
        "fos-sb-score",
        "With only an average hand let a dealer not more than twenty up play one spade: he cannot win the game.",
        page(101, 3316, 3326),
        _only_average,
    ),
    Rule(
        "fos-sb-double-spade",
        "Double one spade when what strength you have is in spades: it is cheaper than two spades.",
        page(103, 3390, 3400),
        _strength_in_spades,
    ),
    Rule(
        "fos-sb-dont-pass",
        "Do not pass one spade with sure tricks: name their suit, or fourth hand is left in the dark.",
        page(99, 3248, 3270),
        _show_over_a_spade,
    ),
    LONG_CLUBS,
    *SAVING,
    WAIT,
    NEAR_THE_GAME,
    HOPELESS,
)


# ---- over no trumps ----------------------------------------------------------------------------------------------


def _solid_suit_to_lead(bidder: Bidder) -> Finding:
    if not bidder.last or bidder.last.denomination is not NO_TRUMPS:
        return fails("the dealer has not bid no trumps")
    wanted = TRICKS_OF_THE_PACK - 6 - bidder.last.odd_tricks + 1
    tricks, suit = max(((running_tricks(bidder.hand[suit]), suit) for suit in Suit), key=lambda pair: pair[0])
    defeats = f"{in_words(wanted)} {agreeing(wanted, 'defeat')} the bid"
    because = f"{counted(tricks, 'trick')} in {suit.plural} with the lead, and {defeats}"
    return applies(because, PASS) if tricks >= wanted else fails(because)


def _suit_for_two(bidder: Bidder) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    if suit is None:
        return fails("there is no suit to name for two tricks as a trump")
    return bidder.going_over(suit, f"{bidder.counted_up(suit)}; that suit is worth what it must be bid at")


def _not_doubling(bidder: Bidder) -> Finding:
    if bidder.own_tricks < 2:
        return fails(f"{counted(bidder.own_tricks, 'trick')} in its own high cards: there is no thought of a double")
    return applies(f"{counted(bidder.own_tricks, 'trick')} against a bid that can still be escaped", PASS)


OVER_NO_TRUMPS: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    Rule(
        "fos-sb-solid-suit",
        "Keep quiet over no trumps with a solid suit that defeats them: you have the lead.",
        page(101, 3335, 3357),
        _solid_suit_to_lead,
    ),
    Rule(
        "fos-sb-pass-over-nt",
        "Over no trumps bid a suit that can be named for two tricks as a trump.",
        page(102, 3350, 3371),
        _suit_for_two,
        "suit",
    ),
    LONG_CLUBS,
    *SAVING,
    Rule(
        "fos-dbl-original",
        "Do not double an original declaration that can be escaped: it drives them out of it.",
        page(119, 3947, 3972),
        _not_doubling,
    ),
    NEAR_THE_GAME,
    Rule(
        "fos-sb-pass-over-nt",
        "Over no trumps pass without a suit good for two tricks, even if you can defeat them.",
        page(102, 3359, 3371),
        passing("the dealer has bid no trumps, and there is no suit to name for two tricks as a trump"),
    ),
)


# ---- over a suit -------------------------------------------------------------------------------------------------


def _stopped(bidder: Bidder) -> Finding:
    suit = bidder.last.denomination.trumps if bidder.last else None
    if suit is None or not bidder.may(DOUBLE):
        return fails("the dealer has not bid a suit")
    held = bidder.hand[suit]
    because = bidder.holds(suit)
    is_so = suit in bidder.sure_suits and len(held) >= bidder.reading.stopper
    return (
        applies(f"{because} stop the suit", DOUBLE)
        if is_so
        else fails(f"{because}: no such stopper as five to king, queen")
    )


def _sure_tricks_at_one(bidder: Bidder) -> Finding:
    suits = named_cheaply(bidder, 1)
    if not suits:
        return fails("no suit with a sure trick may be named for one")
    named = naming(bidder, suits, f"{bidder.names(suits)} have sure tricks, and may be named for one")
    dearer = [suit for suit in named_cheaply(bidder, 2) if suit not in suits]
    return named.advising(named.answers, merely=(*named.merely, *bidder.over_in_any(dearer)))


def _long_suit_at_one(bidder: Bidder) -> Finding:
    for suit in bidder.long_suits(6, NAMED):
        if bidder.hand[suit].highest is Rank.KING and bidder.tricks_over(suit) == 1 and suit not in bidder.their_suits:
            return bidder.going_over(
                suit, f"{bidder.holds(suit)}: what strength there is lies there, and one is enough"
            )
    return fails("there is no suit of six to the king that may be named for one")


def _too_dear(bidder: Bidder) -> Finding:
    dear = [suit for suit in bidder.suits_to_name if suit not in bidder.their_suits and bidder.tricks_over(suit) > 1]
    if not dear:
        return fails("there is no suit with a sure trick that it would cost two tricks to show")
    tricks = bidder.tricks_over(dear[0])
    return applies(f"to show {bidder.names(dear)} would take {counted(tricks, 'trick')}", PASS)


OVER_A_SUIT: Sequence[Rule[Bidder]] = (
    *GIVING_WAY,
    OWN_MAKE,
    DECLARE_NOW,
    MISSING_SUIT,
    Rule(
        "fos-sb-double-shows-suit",
        "Double the dealer’s suit to tell partner that it is stopped.",
        page(102, 3373, 3388),
        _stopped,
    ),
    Rule(
        "fos-sb-declare-now",
        "Without a no-trumper name a suit with sure tricks, to invite partner to go no trumps.",
        page(100, 3276, 3289),
        _sure_tricks_at_one,
        "sure tricks",
    ),
    Rule(
        "fos-sb-duty",
        "Give partner some idea of the suit in which your strength lies, for a single trick.",
        page(98, 3227, 3246),
        _long_suit_at_one,
        "long suit",
    ),
    LONG_CLUBS,
    UNPROTECTED,
    *SAVING,
    Rule(
        "fos-sb-no-costly-info",
        "Do not bid two or three tricks only to tell partner your suit.",
        page(100, 3299, 3314),
        _too_dear,
    ),
    WAIT,
    NEAR_THE_GAME,
    HOPELESS,
)


def _over(is_it: Callable[[Bid], bool], otherwise: str) -> Callable[[View], str | None]:
    at = first_round_of(2)

    def silent_on(view: View) -> str | None:
        opening = Bidder(view).opening
        return at(view) or (None if opening and is_it(opening) else otherwise)

    return silent_on


SECOND_BIDDER = (
    chapter(OVER_ONE_SPADE, _over(lambda bid: bid == ONE_SPADE, "the dealer has not bid one spade")),
    chapter(OVER_NO_TRUMPS, _over(lambda bid: bid.denomination is NO_TRUMPS, "the dealer has not bid no trumps")),
    chapter(
        OVER_A_SUIT,
        _over(lambda bid: bid != ONE_SPADE and bid.denomination is not NO_TRUMPS, "the dealer has not shown a suit"),
    ),
)
