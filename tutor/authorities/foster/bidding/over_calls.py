"""What any bidder after the first may bid for himself (pp. 83, 93, 95–98, 110–116)."""

from __future__ import annotations

from tutor.authorities.foster.bidding.hearing import NO_TRUMPS, PASS, Bidder, page
from tutor.authorities.foster.bidding.strength import RED, sure_tricks, tops
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Suit
from tutor.notation import counted

TOPS_FOR_TWO = 2
"""How many of ace, king, queen make a suit worth naming at two tricks, for information (pp. 107, 110)."""
LENGTH_FOR_TWO = 4
"""The least length of “one good suit” named at two tricks: his hand of p. 106 names four clubs over one diamond."""
LENGTH_TO_PLAY = 5
"""The least length where partner has shown nothing: “you invite the adversaries to let you play it” (p. 100)."""
TRICKS_ON_A_VOID = 2
"""The tricks at the most that are bid on a red suit for the suit that is missing."""


def best_affordable_make(bidder: Bidder, *, with_a_top: bool) -> Suit | None:
    """The best red suit that is worth what it must be bid at; on the first round one with a sure trick in it."""
    makes = bidder.makes_with_a_top if with_a_top else bidder.makes
    return next((suit for suit in makes if bidder.worth(suit) >= bidder.tricks_over(suit)), None)


def _own_make(bidder: Bidder) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    if suit is None or (bidder.worth(suit) < 2 and bidder.why_no_trumper(bidder.shown_by_partner)):
        return fails("no red suit with a sure trick in it is worth what it must be bid at")
    if suit in bidder.partners_suits or suit in bidder.their_suits:
        return fails(f"{suit.plural} have been named already")
    return bidder.going_over(suit, bidder.counted_up(suit))


def _long_clubs(bidder: Bidder) -> Finding:
    clubs = bidder.hand.clubs
    if len(clubs) < 7 or tops(clubs) < 2 or not bidder.is_theirs:
        return fails("there is no very long club suit to overcall an adversary with")
    if Suit.CLUBS in bidder.their_suits or bidder.tricks_over(Suit.CLUBS) > len(clubs) - 4:
        return fails(f"{counted(bidder.tricks_over(Suit.CLUBS), 'trick')} in clubs would be too many")
    return bidder.going_over(Suit.CLUBS, f"{counted(len(clubs), 'club')} headed by {str(clubs)[:3]}")


def _two_suits_and_a_void(bidder: Bidder) -> Finding:
    voids = [suit for suit in Suit if bidder.hand[suit].is_void]
    for trumps in bidder.long_suits(5, RED):
        side = [suit for suit in bidder.long_suits(5) if suit is not trumps and sure_tricks(bidder.hand[suit])]
        free = trumps not in (*bidder.their_suits, *bidder.partners_suits)
        if voids and side and free and bidder.tricks_over(trumps) <= TRICKS_ON_A_VOID:
            because = f"{bidder.holds(trumps)}, a strong five-card suit in {side[0].plural}, and no {voids[0].plural}"
            return bidder.going_over(trumps, because)
    return fails("there is no red suit of five with a strong five-card suit beside it and a suit missing")


def _unprotected(bidder: Bidder) -> Finding:
    if bidder.tricks_over(NO_TRUMPS) != 1 or not bidder.unprotected_of_theirs:
        return fails("one no trump would not be enough, or each of their suits is protected")
    others = [suit for suit in bidder.aces_equals if suit not in bidder.their_suits]
    others += [suit for suit in bidder.partners_suits if suit not in others]
    if len(others) < 3 or not bidder.aces:
        return fails(f"{bidder.names(others)} as good as an ace, and all the other suits are wanted")
    theirs = bidder.unprotected_of_theirs[0].plural
    because = f"{bidder.names(others)} are as good as aces, and they may not have {theirs} enough to defeat the bid"
    return bidder.going_over(NO_TRUMPS, because)


def no_trumper_over(bidder: Bidder) -> str | None:
    """Why the hand is good for no trumps over the last bid, each suit of theirs protected; None if it is not."""
    why = bidder.why_no_trumper(bidder.shown_by_partner)
    wanted = bidder.tricks_over(NO_TRUMPS)
    enough = bidder.no_trump_tricks + (1 if bidder.shown_by_partner else 0)
    return why if why and not bidder.unprotected_of_theirs and wanted <= enough else None


def named_cheaply(bidder: Bidder, tricks: int) -> tuple[Suit, ...]:
    """The suits with a sure trick that may be named for so many tricks, the cheapest first.

    At two tricks they need two of the top three, and length enough to be left to play. Suits that have been named
    already are left out.
    """
    length = LENGTH_FOR_TWO if bidder.shown_by_partner else LENGTH_TO_PLAY
    named = (*bidder.their_suits, *bidder.partners_suits, *bidder.my_suits)
    suits = [
        suit
        for suit in bidder.suits_to_name
        if suit not in named
        and bidder.tricks_over(suit) <= tricks
        and (
            bidder.tricks_over(suit) == 1
            or (tops(bidder.hand[suit]) >= TOPS_FOR_TWO and len(bidder.hand[suit]) >= length)
        )
    ]
    return tuple(
        sorted(suits, key=lambda suit: (bidder.tricks_over(suit), -tops(bidder.hand[suit]), -len(bidder.hand[suit])))
    )


def naming(bidder: Bidder, suits: tuple[Suit, ...], because: str) -> Finding:
    """The suit of the most high cards is named; any other of them may be."""
    bids = tuple(bid for suit in suits if (bid := bidder.over(suit)))
    best = max(suits, key=lambda suit: (tops(bidder.hand[suit]), len(bidder.hand[suit])))
    rank = (tops(bidder.hand[best]), len(bidder.hand[best]))
    first = tuple(
        bid for suit, bid in zip(suits, bids, strict=True) if (tops(bidder.hand[suit]), len(bidder.hand[suit])) == rank
    )
    return Finding(because, first, tuple(bid for bid in bids if bid not in first))


def _no_trumper(bidder: Bidder) -> Finding:
    why = no_trumper_over(bidder)
    return bidder.going_over(NO_TRUMPS, why) if why else fails("it is no no-trumper over what has been bid")


def _wait_without_tops(bidder: Bidder) -> Finding:
    waiting = [suit for suit in bidder.makes if bidder.worth(suit) >= 2 and suit not in bidder.sure_suits]
    if bidder.sure_suits or not waiting:
        return fails("there is no red suit good for two by cards in a hand without a sure trick")
    return applies(f"{bidder.counted_up(waiting[0])}, but the top cards are wanting", PASS)


WAIT: Rule[Bidder] = Rule(
    "fos-spade-hand-p92",
    "With a red suit good for two by cards but without its top cards pass, and wait for the second round.",
    page(92, 3040, 3052),
    _wait_without_tops,
    "not the dealer",
)
NO_TRUMPER: Rule[Bidder] = Rule(
    "fos-nt-three-aces",
    "Three aces or what equals them, their suits being stopped, are a no-trumper over a bid too.",
    page(80, 2640, 2648),
    _no_trumper,
    "over a bid",
)
OWN_MAKE: Rule[Bidder] = Rule(
    "fos-bid-four-aims",
    "Before all else bid for the declaration that promises most for your own hand.",
    page(74, 2427, 2442),
    _own_make,
)
LONG_CLUBS: Rule[Bidder] = Rule(
    "fos-club-bids",
    "Overcall an adversary on a very long club suit, to keep him from scoring.",
    page(93, 3062, 3066),
    _long_clubs,
    "very long",
)
MISSING_SUIT: Rule[Bidder] = Rule(
    "fos-red-short-suit",
    "Five or six trumps of any size, a strong five-card suit and a missing suit are very strong: bid the trumps.",
    page(96, 3160, 3164),
    _two_suits_and_a_void,
)
UNPROTECTED: Rule[Bidder] = Rule(
    "fos-tb-nt-unprotected",
    "No trumps may be bid over a suit that you cannot stop, trusting its length, but not high.",
    page(113, 3726, 3732),
    _unprotected,
)
