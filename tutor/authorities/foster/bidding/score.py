"""Bidding to the score (pp. 58, 101, 113, 152–155): what every bidder after the first considers.

`GIVING_WAY` stands before all that a hand might bid for itself, `SAVING` after it, and `NEAR_THE_GAME` near the end:
it only tells a hand that could outbid them why it need not.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.hearing import PASS, RUBBER_BONUS, Bidder, page
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Suit
from tutor.notation import counted, figured

AVERAGE_RUBBER = 400
"""What a rubber is worth on the average (p. 154)."""
FAR_AHEAD = 600
"""“Some six or seven hundred points ahead” (p. 153)."""
WINNING_SCORE = 24
"""The score that players of straight bridge will not let the others reach (p. 153)."""


def _giving_the_rubber(bidder: Bidder) -> Finding:
    left = bidder.view.standing.ahead - RUBBER_BONUS
    if not bidder.takes_them_out:
        return fails("their bid would not win them the game")
    because = f"{bidder.score}; the rubber yielded leaves {figured(left, 'point')} to the good"
    return applies(because, PASS) if left >= AVERAGE_RUBBER else fails(because)


def _safe_while_ahead(bidder: Bidder) -> Finding:
    ahead = bidder.view.standing.ahead
    if ahead < FAR_AHEAD or not bidder.is_theirs:
        return fails(f"{figured(ahead, 'point')} ahead")
    safe = [suit for suit in bidder.makes if bidder.worth(suit) > bidder.tricks_over(suit)]
    if safe:
        return bidder.going_over(safe[0], f"{figured(ahead, 'point')} ahead, and {bidder.counted_up(safe[0])}")
    return fails("nothing is quite safe")


def _nothing_risked_while_ahead(bidder: Bidder) -> Finding:
    ahead = bidder.view.standing.ahead
    if ahead < FAR_AHEAD or not bidder.is_theirs:
        return fails(f"{figured(ahead, 'point')} ahead")
    return applies(f"{figured(ahead, 'point')} ahead, and no bid is quite safe", PASS)


GIVING_WAY: Sequence[Rule[Bidder]] = (
    Rule(
        "fos-vs-give-game",
        "Give them the game and the rubber when the points for it still leave you four hundred ahead.",
        page(154, 5331, 5342),
        _giving_the_rubber,
    ),
    Rule(
        "fos-vs-ahead",
        "Six hundred ahead, take a declaration that is cheap and quite safe.",
        page(153, 5312, 5329),
        _safe_while_ahead,
        "safe",
    ),
    Rule(
        "fos-vs-ahead",
        "Six hundred ahead, bid nothing that is not quite safe: let them have it.",
        page(153, 5312, 5329),
        _nothing_risked_while_ahead,
    ),
)


# ---- keeping the game in -----------------------------------------------------------------------------------------


def _affordable(bidder: Bidder) -> Finding:
    if not bidder.takes_them_out or not bidder.last:
        return fails("their bid would not win them the game")
    left = bidder.view.standing.ahead - RUBBER_BONUS - bidder.value(bidder.last)
    because = f"{figured(bidder.view.standing.ahead, 'point')} ahead: the rubber lost would leave {left}"
    return applies(because, PASS) if left > 0 else fails(because)


def _saving_suits(bidder: Bidder) -> list[Suit]:
    """The suits of four cards or more, not theirs, in which a bid would go over, the fewest tricks first."""
    suits = [suit for suit in bidder.long_suits(4) if suit not in bidder.their_suits and bidder.over(suit)]
    return sorted(suits, key=lambda suit: (bidder.tricks_over(suit), -len(bidder.hand[suit])))


def _is_to_be_saved(bidder: Bidder) -> str | None:
    """Why nothing need be done to save the game; None where something must."""
    if not bidder.takes_them_out:
        return "their bid would not win them the game"
    if bidder.their_suits and not bidder.unprotected_of_theirs:
        return "their suit is protected"
    return None


def _extraordinary(bidder: Bidder) -> Finding:
    why_not = _is_to_be_saved(bidder)
    if why_not:
        return fails(why_not)
    fewest = min([bidder.tricks_over(denomination) for denomination in Denomination])
    if fewest <= bidder.reading.saving:
        return fails(f"{counted(fewest, 'trick')} would be enough to keep the game in")
    return applies(f"{bidder.score}, and it takes {counted(fewest, 'trick')} to keep the game in", PASS)


def _push_with_a_named_suit(bidder: Bidder) -> Finding:
    if not bidder.takes_them_out:
        return fails("their bid would not win them the game")
    shared = [suit for suit in bidder.partners_suits if len(bidder.hand[suit]) >= 4]
    ours = [suit for suit in (*shared, *bidder.my_suits) if bidder.tricks_over(suit) <= bidder.reading.saving + 1]
    if not ours or bidder.own_tricks < 1:
        return fails("there is no suit of ours, with a trick of its own, to go one higher in")
    best = min(ours, key=bidder.tricks_over)
    return bidder.going_over(best, f"{bidder.score}; one trick more may be a trick too many for them")


def _fewest_tricks(bidder: Bidder) -> Finding:
    why_not = _is_to_be_saved(bidder)
    suits = _saving_suits(bidder)
    if why_not or len({bidder.tricks_over(suit) for suit in suits}) < 2:
        return fails(why_not or "there are not suits of four at different prices")
    if bidder.tricks_over(suits[0]) > bidder.reading.saving:
        return fails("the cheapest of them takes too many tricks")
    because = f"{bidder.score}; of {bidder.names(suits)}, {suits[0].plural} take the fewest tricks"
    return Finding(because, bidder.over_in_any(_as_good_as_the_first(bidder, suits)))


def _as_good_as_the_first(bidder: Bidder, suits: list[Suit]) -> list[Suit]:
    """Those of the suits that are as cheap and as long as the first of them."""
    first = bidder.tricks_over(suits[0]), len(bidder.hand[suits[0]])
    return [suit for suit in suits if (bidder.tricks_over(suit), len(bidder.hand[suit])) == first]


def _overbid_to_save(bidder: Bidder) -> Finding:
    why_not = _is_to_be_saved(bidder)
    suits = [suit for suit in _saving_suits(bidder) if bidder.tricks_over(suit) <= bidder.reading.saving]
    if why_not or not suits or not bidder.unprotected_of_theirs:
        return fails(why_not or "there is no suit of four to overbid them in cheaply")
    because = f"{bidder.score}, and {bidder.cannot(bidder.unprotected_of_theirs[0], 'protect the suit')}"
    chosen = bidder.over_in_any(_as_good_as_the_first(bidder, suits))
    cheap = [bid for bid in _cheap_bids(bidder) if bid.odd_tricks <= bidder.tricks_over(suits[0])]
    return Finding(because, chosen, tuple(bid for bid in cheap if bid not in chosen))


def _keep_the_game_in(bidder: Bidder) -> Finding:
    why_not = _is_to_be_saved(bidder)
    if why_not:
        return fails(why_not)
    if bidder.own_tricks > 1:
        return fails(f"{counted(bidder.own_tricks, 'trick')} of its own may defeat them")
    bids = _cheap_bids(bidder)
    if not bids:
        return fails("it takes too many tricks to keep the game in")
    fewest = min(bid.odd_tricks for bid in bids)
    cheap = [bid for bid in bids if bid.odd_tricks == fewest]
    longest = max(_length(bidder, bid) for bid in cheap)
    chosen = tuple(bid for bid in cheap if _length(bidder, bid) == longest)
    others = tuple(bid for bid in bids if bid not in chosen)
    return Finding(f"{bidder.score}, and any chance is better than the game lost", chosen, others)


def _cheap_bids(bidder: Bidder) -> list[Bid]:
    """The bids of no more tricks than may be spent to keep the game in, but not of a suit of theirs."""
    bids = [bid for bid in bidder.lawful if isinstance(bid, Bid) and bid.odd_tricks <= bidder.reading.saving]
    return [bid for bid in bids if bid.denomination.trumps not in bidder.their_suits]


def _length(bidder: Bidder, bid: Bid) -> int:
    """The cards held of a bid’s suit; none without trumps."""
    trumps = bid.denomination.trumps
    return len(bidder.hand[trumps]) if trumps else 0


def _no_game_yet(bidder: Bidder) -> Finding:
    if not bidder.is_theirs or bidder.last is None or bidder.takes_them_out:
        return fails("their bid is not one that leaves them short of the game")
    reached = bidder.view.standing.them + bidder.value(bidder.last)
    if reached < WINNING_SCORE:
        return fails(f"they would be at {reached}")
    suits = [suit for suit in _saving_suits(bidder) if bidder.tricks_over(suit) <= bidder.reading.saving]
    if not suits:
        return fails("there is no suit of four in which they could be outbid cheaply")
    because = f"{bidder.score}: at {reached} they have no better chance in the next deal than you"
    return applies(because, PASS)


AFFORDED: Rule[Bidder] = Rule(
    "fos-tb-overbid-save",
    "Do not overbid to save the game when you are so far ahead that the rubber lost leaves you a winner.",
    page(113, 3734, 3740),
    _affordable,
    "far ahead",
)
SAVING: Sequence[Rule[Bidder]] = (
    AFFORDED,
    Rule(
        "fos-vs-this-deal",
        "Where they are likely to make what they want, induce them to bid a trick more.",
        page(153, 5297, 5310),
        _push_with_a_named_suit,
    ),
    Rule(
        "fos-vs-flag",
        "Do not keep the flag flying by an extraordinary bid: take the penalties first.",
        page(155, 5361, 5371),
        _extraordinary,
    ),
    Rule(
        "fos-tb-fewest",
        "Overbidding to save the game, bid as few tricks as possible: each costs the same in every suit.",
        page(114, 3766, 3772),
        _fewest_tricks,
    ),
    Rule(
        "fos-tb-overbid-save",
        "Very weak in the suit that they declare, overbid to prevent the game.",
        page(113, 3734, 3740),
        _overbid_to_save,
    ),
    Rule(
        "fos-bid-keep-game-in",
        "With nothing in the cards outbid a declaration that would put them out: any chance is better.",
        page(58, 1862, 1888),
        _keep_the_game_in,
    ),
)
NEAR_THE_GAME: Rule[Bidder] = Rule(
    "fos-vs-abandon",
    "Do not fear a bid that brings them near the game and does not win it.",
    page(152, 5279, 5295),
    _no_game_yet,
)
