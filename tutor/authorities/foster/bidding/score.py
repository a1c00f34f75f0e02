"""Bidding to the score (pp. 58, 101, 113, 152–155): what every bidder after the first considers.

`when_ahead` stands before all that a hand might bid for itself, `save_game` after it, and `no_game_yet` near the end:
it only tells a hand that could outbid them why it need not.
"""

from __future__ import annotations

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.facts import PASS, SUPPORT, BiddingFacts
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Suit
from tutor.codes.auction_1910 import RULES as GAME
from tutor.notation import counted, figured, in_words

NOT_THE_GAME = "their bid would not win them the game"

# ---- giving them the rubber --------------------------------------------------------------------------------------

AVERAGE_RUBBER = 400
"""What a rubber is worth on the average (p. 154)."""

when_ahead = Section[BiddingFacts](KEY)


@when_ahead.rule(
    "fos-vs-give-game",
    "Let them win the game and the rubber if the points for it still leave you four hundred ahead.",
    page=154,
    lines=(5331, 5342),
    why="About 400 points is the average value of a rubber. If you keep that much after their 250, you finish well "
    "ahead by letting the rubber end.",
)
def concede_rubber(bidder: BiddingFacts) -> Finding:
    if not bidder.wins_them_the_game:
        return no(NOT_THE_GAME)
    left = bidder.view.standing.ahead - GAME.bonus

    def because() -> str:
        return f"{bidder.their_prospect}; with the rubber lost this side would be {_stands(left)}"

    return yes(because, PASS) if left >= AVERAGE_RUBBER else no(because)


FAR_AHEAD = 600
"""“Some six or seven hundred points ahead” (p. 153)."""


def _stands(ahead: int) -> str:
    return f"{figured(abs(ahead), 'point')} {'behind' if ahead < 0 else 'ahead'}"


def not_far_ahead(bidder: BiddingFacts) -> Reason | None:
    ahead = bidder.view.standing.ahead
    if ahead < FAR_AHEAD or not bidder.last_is_theirs:
        return lambda: f"this side is {_stands(ahead)}"
    return None


far_ahead = Section[BiddingFacts](KEY, given=not_far_ahead)


@far_ahead.rule(
    "fos-vs-ahead",
    "Six hundred ahead, bid a declaration that is cheap and quite safe.",
    page=153,
    lines=(5312, 5329),
    row="safe",
    why="The main danger is that they score penalties and balance the account. A cheap, safe bid can end the rubber. "
    "If they play and fail you gain more, and if they succeed you still finish ahead.",
)
def safe_bid_when_ahead(bidder: BiddingFacts) -> Finding:
    ahead = bidder.view.standing.ahead
    safe = next((suit for suit in bidder.makes if bidder.worth(suit) > bidder.tricks_needed(suit)), None)
    if not safe:
        return no("no suit is quite safe")
    return bidder.outbid(safe, lambda: f"this side is {_stands(ahead)}, and {bidder.counted_up(safe)}")


@far_ahead.rule(
    "fos-vs-ahead",
    "Six hundred ahead, bid nothing that is not quite safe: let them have it.",
    page=153,
    lines=(5312, 5329),
)
def pass_when_ahead(bidder: BiddingFacts) -> Finding:
    return yes(lambda: f"this side is {_stands(bidder.view.standing.ahead)}, and no bid is quite safe", PASS)


when_ahead.add(*far_ahead)


# ---- keeping the game in -----------------------------------------------------------------------------------------

save_game = Section[BiddingFacts](KEY)


@save_game.rule(
    "fos-tb-overbid-save",
    "Do not overbid to save the game if you are so far ahead that you still win after a lost rubber.",
    page=113,
    lines=(3734, 3740),
    row="far ahead",
    why="You cannot hold their suit, and they would win the game in it. If your penalties put you far enough ahead, "
    "you can lose the rubber and still be a winner in points.",
    why_lines=(3734, 3764),
)
def concede_game(bidder: BiddingFacts) -> Finding:
    if not bidder.wins_them_the_game or not bidder.last:
        return no(NOT_THE_GAME)
    ahead = bidder.view.standing.ahead
    left = ahead - GAME.bonus - bidder.value(bidder.last)

    def because() -> str:
        return f"this side is {_stands(ahead)}; with the rubber lost it would be {_stands(left)}"

    return yes(because, PASS) if left > 0 else no(because)


@save_game.rule(
    "fos-vs-this-deal",
    "If they are likely to make what they want, drive them to bid a trick more.",
    page=153,
    lines=(5297, 5310),
    why="If they are likely to make the points they need, your only chance is to push them one trick beyond their "
    "hands. A contract that fails leaves them as far from game as before.",
)
def push_one_higher(bidder: BiddingFacts) -> Finding:
    if not bidder.wins_them_the_game:
        return no(NOT_THE_GAME)
    shared = [suit for suit in bidder.partners_suits if len(bidder.hand[suit]) >= SUPPORT]
    most = bidder.interpretation.saving + 1
    ours = [suit for suit in (*shared, *bidder.my_suits) if bidder.tricks_needed(suit) <= most]
    if not ours or bidder.own_tricks < 1:
        return no("this side has no suit, with a trick of its own, to go one higher in")
    return bidder.outbid(
        min(ours, key=bidder.tricks_needed),
        lambda: f"{bidder.their_prospect}; one trick more may be a trick too many for them",
    )


def why_not_save(bidder: BiddingFacts) -> str | None:
    """Why nothing need be done to save the game; None where something must."""
    if not bidder.wins_them_the_game:
        return NOT_THE_GAME
    if bidder.their_suits and not bidder.unprotected_of_theirs:
        return "their suit is protected"
    return None


to_be_saved = Section[BiddingFacts](KEY, given=why_not_save)


@to_be_saved.rule(
    "fos-vs-flag",
    "Do not keep the flag flying: make no extraordinary bid just to keep them from winning the rubber.",
    page=155,
    lines=(5361, 5371),
    why="The other side simply takes the penalties, and gives up the rubber afterwards. It was only a pet theory that "
    "anything is better than a lost rubber.",
)
def no_extraordinary_bid(bidder: BiddingFacts) -> Finding:
    fewest = min(bidder.tricks_needed(denomination) for denomination in Denomination)
    if fewest <= bidder.interpretation.saving:
        return no(lambda: f"{counted(fewest, 'trick')} would be enough to save the game")
    return yes(lambda: f"{bidder.their_prospect}, and it takes {counted(fewest, 'trick')} to save the game", PASS)


SAVING_LENGTH = 4
"""The least length of a suit that is bid to save the game: Foster’s hand of p. 114 bids four hearts."""


def saving_suits(bidder: BiddingFacts) -> list[Suit]:
    """The suits of such a length, not theirs, in which they can be outbid, the fewest tricks first."""
    suits = [
        suit for suit in bidder.long_suits(SAVING_LENGTH) if suit not in bidder.their_suits and bidder.cheapest(suit)
    ]
    return sorted(suits, key=lambda suit: (bidder.tricks_needed(suit), -len(bidder.hand[suit])))


def as_good_as_first(bidder: BiddingFacts, suits: list[Suit]) -> tuple[Bid, ...]:
    """The bids of those suits that are as cheap and as long as the first of them."""
    first = bidder.tricks_needed(suits[0]), len(bidder.hand[suits[0]])
    return bidder.cheapest_of(suit for suit in suits if (bidder.tricks_needed(suit), len(bidder.hand[suit])) == first)


@to_be_saved.rule(
    "fos-tb-fewest",
    "If you overbid to save the game, bid as few tricks as possible: each costs the same in every suit.",
    page=114,
    lines=(3766, 3772),
    why="The penalty for each trick is the same in every suit. Every trick that you bid beyond what is needed is an "
    "extra risk of penalties.",
)
def fewest_tricks(bidder: BiddingFacts) -> Finding:
    suits = saving_suits(bidder)
    if len({bidder.tricks_needed(suit) for suit in suits}) < 2:
        return no(lambda: f"there are not suits of {in_words(SAVING_LENGTH)} at different prices")
    if bidder.tricks_needed(suits[0]) > bidder.interpretation.saving:
        return no("the cheapest of them takes too many tricks")
    return yes(
        lambda: f"{bidder.their_prospect}; of {bidder.names(suits)}, {suits[0].plural} take the fewest tricks",
        *as_good_as_first(bidder, suits),
    )


def cheap_bids(bidder: BiddingFacts) -> list[Bid]:
    """The bids of no more tricks than may be spent to keep the game in, but not of a suit of theirs."""
    bids = [bid for bid in bidder.lawful if isinstance(bid, Bid) and bid.odd_tricks <= bidder.interpretation.saving]
    return [bid for bid in bids if bid.denomination.trumps not in bidder.their_suits]


@to_be_saved.rule(
    "fos-tb-overbid-save",
    "If you are very weak in the suit that they declare, overbid to prevent the game.",
    page=113,
    lines=(3734, 3740),
)
def overbid_to_save(bidder: BiddingFacts) -> Finding:
    suits = [suit for suit in saving_suits(bidder) if bidder.tricks_needed(suit) <= bidder.interpretation.saving]
    if not suits or not bidder.unprotected_of_theirs:
        return no(lambda: f"there is no suit of {in_words(SAVING_LENGTH)} to overbid them in cheaply")
    chosen, fewest = as_good_as_first(bidder, suits), bidder.tricks_needed(suits[0])
    return yes(
        lambda: f"{bidder.their_prospect}, and {bidder.cannot(bidder.unprotected_of_theirs[0], 'protect the suit')}",
        *chosen,
        merely=(bid for bid in cheap_bids(bidder) if bid.odd_tricks <= fewest and bid not in chosen),
    )


@to_be_saved.rule(
    "fos-bid-keep-game-in",
    "With nothing in the cards, outbid a declaration that would win them the game: any chance is better.",
    page=58,
    lines=(1862, 1888),
    why="Only the side that plays the declaration scores towards game. Taking it away keeps the game open, and you "
    "may hold better cards next deal. They may also overbid their hands.",
    why_lines=(1866, 1888),
)
def keep_the_game_in(bidder: BiddingFacts) -> Finding:
    if bidder.own_tricks > 1:
        return no(lambda: f"{counted(bidder.own_tricks, 'trick')} of its own may defeat them")
    bids = cheap_bids(bidder)
    if not bids:
        return no("it takes too many tricks to save the game")

    def rank(bid: Bid) -> tuple[int, int]:
        """The fewest tricks first, then the longest suit."""
        trumps = bid.denomination.trumps
        return bid.odd_tricks, -len(bidder.hand[trumps]) if trumps else 0

    best = min(map(rank, bids))
    return yes(
        lambda: f"{bidder.their_prospect}, and any chance is better than a lost game",
        *(bid for bid in bids if rank(bid) == best),
        merely=(bid for bid in bids if rank(bid) != best),
    )


save_game.add(*to_be_saved)


# ---- leaving them short of the game ------------------------------------------------------------------------------

WINNING_SCORE = 24
"""The score that players of straight bridge will not let the others reach (p. 153)."""

near_the_game = Section[BiddingFacts](KEY)


@near_the_game.rule(
    "fos-vs-abandon",
    "Do not fear a bid that brings them near the game and does not win it.",
    page=152,
    lines=(5279, 5295),
    why="The score means little unless a safe bid wins the game on this deal. Even at 24 they have no better chance "
    "on the next deal than you have.",
)
def no_game_yet(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_theirs or bidder.last is None or bidder.wins_them_the_game:
        return no("their bid would not leave them short of the game")
    reached = bidder.view.standing.them + bidder.value(bidder.last)
    if reached < WINNING_SCORE:
        return no(lambda: f"they would be at {reached}")
    if not any(bidder.tricks_needed(suit) <= bidder.interpretation.saving for suit in saving_suits(bidder)):
        return no(lambda: f"there is no suit of {in_words(SAVING_LENGTH)} in which they could be outbid cheaply")
    return yes(
        lambda: f"{bidder.their_prospect}: at {reached} they have no better chance in the next deal than you", PASS
    )
