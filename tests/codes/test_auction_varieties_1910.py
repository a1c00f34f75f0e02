"""The varieties of auction bridge in Foster’s book: bids of suits, bids in points, three players; and his wash-book."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.callings import calls_in_turn
from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.strategies import deals, seats
from tutor.auction import (
    Bid,
    Call,
    Calling,
    Declaration,
    Declare,
    Denomination,
    Double,
    Misere,
    Pass,
    PointBid,
    SuitBid,
)
from tutor.cards import Card, Rank
from tutor.codes.auction_points_1910 import MOST, AuctionPoints1910, PointOutcome
from tutor.codes.auction_suits_1910 import AuctionSuits1910
from tutor.codes.auction_three_hand_1910 import AuctionThreeHand1910
from tutor.codes.code import Code
from tutor.codes.laws import LawRef, Turn
from tutor.codes.scoring import DealOutcome, DealScore, Heading, Party, ScoreItem
from tutor.codes.wash_book import WashBook
from tutor.deal import Deal
from tutor.errors import Illegal, Malformed
from tutor.library.laws import laws
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side

SUITS = AuctionSuits1910()
POINTS = AuctionPoints1910()
THREE = AuctionThreeHand1910()

SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMPS = (SuitBid(Denomination(letter)) for letter in ("S", "C", "D", "H", "N"))


def turn_of(code: Code, calling: Calling) -> Turn:
    turn = code.turn(calling)
    assert turn is not None
    return turn


def said(code: Code, dealer: str, *calls: Call) -> Calling:
    calling = Calling(Seat.labelled(dealer))
    for call in calls:
        calling = code.say(calling, turn_of(code, calling).seat, call)
    return calling


def played_out(play: Play, random: Random) -> Play:
    while not play.is_over:
        play = play.after(random.choice(list(play.lawful())))
    return play


# ---- bids of suits alone -----------------------------------------------------------------------------------------


def test_suits_outbid_one_another_by_rank_alone() -> None:
    bids = (SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMPS)
    for place, bid in enumerate(bids):
        turn = turn_of(SUITS, said(SUITS, "A", bid))
        assert turn.calls == (Pass(), *bids[place + 1 :])


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (Double(), "There is no doubling"),
        (DIAMONDS, "A bid of hearts or no trumps"),
        (Bid(7, Denomination.DIAMONDS), "You may pass or bid a higher suit"),
    ],
)
def test_there_is_no_doubling_and_no_lower_suit_and_no_number(call: Call, hint: str) -> None:
    calling = said(SUITS, "A", DIAMONDS)
    with pytest.raises(Illegal):
        SUITS.say(calling, Seat.WEST, call)
    refusal = SUITS.refusal(calling, Seat.WEST, call)
    assert refusal is not None
    assert hint in refusal.worded(laws())
    assert refusal.law == LawRef("auction-suits-1910", "rank")


def test_a_player_who_has_passed_may_bid_later_and_the_last_bidder_declares() -> None:
    calling = said(SUITS, "A", Pass(), SPADES, Pass(), Pass(), HEARTS, Pass(), Pass(), Pass())
    assert SUITS.turn(calling) is None
    assert calling.declaration == Declaration(Denomination.HEARTS, Seat.SOUTH)
    assert SUITS.leader(calling) is Seat.WEST
    assert SUITS.dummy(calling) is Seat.NORTH
    assert " ".join(one.words for one in SUITS.utterances(calling)) == (
        "I pass. Spades. I pass. I pass. Hearts. I pass. I pass. I pass."
    )


@pytest.mark.parametrize("row", table("auction-suits-1910.csv"), ids=lambda row: f"{row['suit']} {row['AB tricks']}")
def test_what_the_declarer_and_the_adversaries_score_is_as_printed(row: dict[str, str]) -> None:
    tricks = int(row["AB tricks"])
    declaration = Declaration(Denomination(row["suit"]), Seat.SOUTH)
    honours = BySeat(*map(int, row["honours"].split()))
    trumps = BySeat(13, 0, 0, 0) if declaration.trumps else None  # there is no chicane
    score = SUITS.score(DealOutcome(declaration, BySide(tricks, 13 - tricks), honours, trumps))
    found = (score.below(Side.NS), score.above(Side.NS), score.below(Side.EW), score.above(Side.EW))
    assert found == (int(row["AB below"]), int(row["AB above"]), 0, int(row["YZ above"]))


def test_deals_that_all_pass_are_marked_for_whoever_wins_the_rubber() -> None:
    calling = said(SUITS, "A", Pass(), Pass(), Pass(), Pass())
    assert SUITS.turn(calling) is None
    assert SUITS.is_void(calling)
    assert SUITS.leader(calling) is None
    deal = Deal.shuffled(Random(1), Seat.SOUTH)
    rubber = SUITS.rubber
    for _ in range(2):
        rubber = rubber.after(SUITS.reckon(deal, calling, SUITS.begin(deal, calling), rubber))
    assert BySide.each(rubber.total) == BySide(0, 0)
    declaration = Declaration(Denomination.NO_TRUMPS, Seat.WEST)
    game = SUITS.score(DealOutcome(declaration, BySide(4, 9), BySeat(1, 1, 1, 1)))
    rubber = rubber.after(game)
    assert BySide.each(rubber.total) == BySide(0, 36)
    rubber = rubber.after(game)
    assert rubber.winner is Side.EW
    assert BySide.each(rubber.total) == BySide(0, 36 + 36 + 100 + 100)


def test_a_deal_with_a_bid_or_still_being_bid_is_not_void() -> None:
    assert not SUITS.is_void(said(SUITS, "A", Pass(), Pass(), Pass()))
    assert not SUITS.is_void(said(SUITS, "A", Pass(), Pass(), Pass(), SPADES, Pass(), Pass(), Pass()))


@given(deals(), st.sampled_from(Denomination), seats, st.integers(0, 13))
def test_only_the_declaring_side_scores_towards_the_game(
    deal: Deal, denomination: Denomination, by: Seat, tricks: int
) -> None:
    score = SUITS.score(SUITS.outcome(deal, Declaration(denomination, by), BySide(tricks, 13 - tricks)))
    odd = abs(2 * tricks - 13) // 2 + 1
    winners = Side.NS if tricks > 6 else Side.EW
    assert score.below(by.side.opponents) == 0
    assert score.below(by.side) == (odd * SUITS.trick_value(denomination) if winners is by.side else 0)
    slam = {6: 50, 7: 100}.get(odd, 0)
    assert score.points(winners, Heading.SLAM) == slam
    assert score.points(winners, Heading.CHICANE) == score.points(winners.opponents, Heading.CHICANE) == 0


# ---- bids in points ----------------------------------------------------------------------------------------------


def declared(named: str, points: int) -> Declaration:
    if named == "misere":
        return Declaration(Denomination.NO_TRUMPS, Seat.SOUTH, points=points, is_misere=True)
    return Declaration(Denomination(named), Seat.SOUTH, points=points)


@for_each("row", table("auction-points-1910.csv"), ids=lambda row: f"p. {row['page']}: {row['his words']}")
@for_each("by_difference", [False, True])
def test_every_figure_of_the_point_bidding_comes_out(row: dict[str, str], by_difference: bool) -> None:
    tricks, honours = int(row["AB tricks"]), int(row["AB honours"])
    outcome = PointOutcome(
        declared(row["named"], int(row["bid"])), BySide(tricks, 13 - tricks), BySide(honours, 5 - honours)
    )
    score = replace(POINTS, fails_by_difference=by_difference).score(outcome)
    assert score.total(Side.NS) == int(row["declarer"]), row["his words"]
    assert score.total(Side.EW) == int(row["by_difference" if by_difference else "adversaries"]), row["his words"]
    assert row["printed"] == "ours" or row["by_difference"] == row["adversaries"]  # his figures do not decide it


def test_the_misere_of_48_is_42_for_tricks_and_6_for_aces() -> None:
    score = POINTS.score(PointOutcome(declared("misere", 40), BySide(3, 10), BySide(2, 3)))
    assert [(item.heading, item.points) for item in score.items] == [(Heading.TRICKS, 42), (Heading.HONOURS, 6)]


@pytest.mark.parametrize(
    "row", table("auction-points-1910-honours.csv"), ids=lambda row: f"{row['named']} {row['taken']}"
)
def test_only_the_difference_between_the_honours_is_scored(row: dict[str, str]) -> None:
    taken = int(row["taken"])
    outcome = PointOutcome(declared(row["named"], 1), BySide(9, 4), BySide(taken, 5 - taken))
    assert taken - (5 - taken) == int(row["scored for"])
    assert outcome.honour_points == int(row["points"])
    assert POINTS.score(outcome).points(Side.NS, Heading.HONOURS) == int(row["points"])
    other = replace(outcome, honours=BySide(5 - taken, taken))
    assert POINTS.score(other).points(Side.EW, Heading.HONOURS) == int(row["points"])


@pytest.mark.parametrize(
    ("named", "points", "tricks", "honours", "short", "by_difference"),
    [
        ("H", 20, 5, 3, 3, 3),  # eight tricks were wanting for 16 and 4, and he has five
        ("H", 21, 7, 3, 2, 2),  # 12 made, nine short at 8
        ("H", 8, 6, 5, 1, 1),  # the odd trick is wanting though the honours are enough
        ("N", 48, 8, 4, 1, 2),  # 30 made: a trick more is 24 more
        ("N", 55, 8, 4, 2, 3),
        ("misere", 43, 4, 2, 1, 2),  # 14 and 6 made: a trick less is 28 more
    ],
)
def test_a_declarer_fails_by_the_tricks_that_were_wanting_or_by_those_of_difference(
    named: str, points: int, tricks: int, honours: int, short: int, by_difference: int
) -> None:
    outcome = PointOutcome(declared(named, points), BySide(tricks, 13 - tricks), BySide(honours, 5 - honours))
    other = replace(POINTS, fails_by_difference=True)
    assert POINTS.tricks_short(outcome) == short
    assert other.tricks_short(outcome) == by_difference
    for code, number in [(POINTS, short), (other, by_difference)]:
        assert code.score(outcome).total(Side.EW) == 2 * number * outcome.trick_value
        assert code.score(outcome).total(Side.NS) == 0


def test_honours_that_go_to_the_adversaries_count_against_the_bid_unless_it_is_made_in_spite_of_them() -> None:
    outcome = PointOutcome(declared("H", 16), BySide(8, 5), BySide(1, 4))
    assert POINTS.score(outcome).total(Side.EW) == 32  # 16 less 12 are 4: two tricks short
    spite = replace(POINTS, adverse_honours_count=False).score(outcome)
    assert (spite.total(Side.NS), spite.total(Side.EW)) == (16, 12)


def test_numbers_rise_and_the_suit_is_named_last() -> None:
    calling = said(POINTS, "A", PointBid(12), PointBid(18), Pass(), Pass(), Pass())
    turn = turn_of(POINTS, calling)
    assert turn.seat is Seat.WEST
    assert turn.calls == (*map(Declare, Denomination), Misere())
    assert calling.declaration is None
    assert POINTS.leader(calling) is None
    named = POINTS.say(calling, Seat.WEST, Declare(Denomination.NO_TRUMPS))
    assert POINTS.turn(named) is None
    assert named.declaration == Declaration(Denomination.NO_TRUMPS, Seat.WEST, points=18)
    assert POINTS.leader(named) is Seat.NORTH
    assert POINTS.dummy(named) is Seat.EAST
    misere = POINTS.say(calling, Seat.WEST, Misere())
    assert misere.declaration is not None
    assert str(misere.declaration) == "misère for 18"
    assert [one.words for one in POINTS.utterances(misere)] == [
        "Twelve.",
        "18.",
        "I pass.",
        "I pass.",
        "I pass.",
        "Misère.",
    ]


@pytest.mark.parametrize(
    ("before", "seat", "call", "law", "hint"),
    [
        ([], "A", Pass(), "bid", "must bid a number"),
        ([], "A", PointBid(0), "bid", "must bid a number"),
        ([PointBid(12)], "Y", PointBid(12), "bidding", "more than 12"),
        ([PointBid(12)], "Y", PointBid(MOST + 1), "bidding", "No more than 162"),
        ([PointBid(12)], "Y", Declare(Denomination.HEARTS), "bidding", "named when the bidding is over"),
        ([PointBid(12)], "B", PointBid(13), "bidding", "Y’s turn to speak"),
        ([PointBid(12), Pass(), Pass(), Pass()], "A", PointBid(13), "play", "Name a suit"),
        ([PointBid(12), Pass(), Pass(), Pass(), Misere()], "A", Misere(), "play", "is over"),
    ],
)
def test_a_call_that_point_bidding_does_not_allow_is_refused(
    before: list[Call], seat: str, call: Call, law: str, hint: str
) -> None:
    calling = said(POINTS, "A", *before)
    refusal = POINTS.refusal(calling, Seat.labelled(seat), call)
    assert refusal is not None
    assert refusal.law == LawRef("auction-points-1910", law)
    assert hint in refusal.instead


@given(deals(), st.sampled_from([*map(Declare, Denomination), Misere()]), st.integers(0, 2**32).map(Random))
def test_honours_are_those_taken_home_in_tricks_and_the_last_ace_counts_twice(
    deal: Deal, named: Declare | Misere, random: Random
) -> None:
    calling = Calling(deal.dealer)
    for call in (PointBid(12), Pass(), Pass(), Pass(), named):
        calling = POINTS.say(calling, turn_of(POINTS, calling).seat, call)
    play = played_out(POINTS.begin(deal, calling), random)
    taken: list[tuple[Side, Card]] = []
    for trick in play.tricks:
        taken += [(trick.winner(play.trumps).side, card) for card in trick.cards]
    if play.trumps is None:
        homes = [side for side, card in taken if card.rank is Rank.ACE]
        homes.append(homes[-1])
    else:
        homes = [side for side, card in taken if card.suit is play.trumps and card.rank >= Rank.TEN]
    assert calling.declaration is not None
    outcome = POINTS.outcome(calling.declaration, play)
    assert outcome.honours == BySide.each(homes.count)
    assert POINTS.reckon(deal, calling, play, POINTS.rubber) == POINTS.score(outcome)


@given(
    st.sampled_from(["S", "C", "D", "H", "N", "misere"]), st.integers(1, MOST), st.integers(0, 13), st.integers(0, 5)
)
def test_a_bid_is_either_made_and_scored_or_failed_and_paid(named: str, points: int, tricks: int, honours: int) -> None:
    outcome = PointOutcome(declared(named, points), BySide(tricks, 13 - tricks), BySide(honours, 5 - honours))
    score = POINTS.score(outcome)
    if POINTS.is_made(outcome):
        assert score.total(Side.NS) - score.total(Side.EW) == POINTS.points(outcome) >= points
    else:
        assert score.total(Side.NS) == 0
        short = POINTS.tricks_short(outcome)
        assert score.total(Side.EW) == 2 * outcome.trick_value * short > 0
        assert POINTS.is_made(outcome.with_tricks(short))
        assert not POINTS.is_made(outcome.with_tricks(short - 1))


def scored(*points: tuple[Party, int]) -> DealScore:
    law = POINTS.law("end")
    return DealScore(tuple(ScoreItem(party, Heading.TRICKS, number, "", law) for party, number in points))


def test_a_game_of_points_is_four_deals_in_one_column() -> None:
    game = POINTS.rubber
    for number, score in enumerate([(Side.NS, 54), (Side.EW, 24), (Side.NS, 12), (Side.EW, 16)]):
        assert not game.is_over
        assert game.winner is None
        assert POINTS.dealer(number) is Seat.SOUTH.turned(number)
        game = game.after(scored(score))
    assert game.is_over
    assert game.winner is Side.NS
    assert game.value == 26
    with pytest.raises(ValueError, match="the game is over"):
        game.after(scored((Side.NS, 1)))


def test_a_game_of_points_may_end_with_no_winner() -> None:
    game = POINTS.rubber
    for side in (Side.NS, Side.EW, Side.NS, Side.EW):
        game = game.after(scored((side, 12)))
    assert game.is_over
    assert game.winner is None


@pytest.mark.parametrize(
    ("tricks", "honours", "points", "why"),
    [
        (BySide(7, 7), BySide(3, 2), 12, "do not make thirteen"),
        (BySide(7, 6), BySide(3, 1), 12, "not five"),
        (BySide(7, 6), BySide(6, -1), 12, "not five"),
        (BySide(7, 6), BySide(3, 2), None, "there is no bid"),
    ],
)
def test_an_outcome_in_points_that_cannot_be_is_refused(
    tricks: BySide[int], honours: BySide[int], points: int | None, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        POINTS.score(PointOutcome(Declaration(Denomination.HEARTS, Seat.SOUTH, points=points), tricks, honours))


# ---- three hands -------------------------------------------------------------------------------------------------

ONE_HEART, TWO_HEARTS = Bid(1, Denomination.HEARTS), Bid(2, Denomination.HEARTS)


def test_three_players_deal_and_speak_in_turn_past_the_vacant_seat() -> None:
    assert THREE.players == (Seat.SOUTH, Seat.WEST, Seat.EAST)
    assert [THREE.dealer(number) for number in range(4)] == [Seat.SOUTH, Seat.WEST, Seat.EAST, Seat.SOUTH]
    calling = said(THREE, "Y", ONE_HEART, Pass(), TWO_HEARTS, Pass(), Pass())
    assert [one.seat for one in calling] == [Seat.WEST, Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.EAST]
    assert THREE.turn(calling) is None


def test_nobody_has_a_partner_until_the_bidding_is_over() -> None:
    """West and East sit opposite each other and bid against each other."""
    calling = said(THREE, "Y", ONE_HEART)
    turn = turn_of(THREE, calling)
    assert turn.seat is Seat.EAST
    assert Double() in turn.calls
    doubled = THREE.say(calling, Seat.EAST, Double())
    assert Double() not in turn_of(THREE, doubled).calls  # South has not bid
    doubled = THREE.say(doubled, Seat.SOUTH, Pass())
    assert Double() in turn_of(THREE, doubled).calls  # West has
    outbid = said(THREE, "Y", ONE_HEART, TWO_HEARTS, Pass(), Pass())
    assert THREE.declaration(outbid) == Declaration(Denomination.HEARTS, Seat.EAST, 0, 2)
    assert THREE.leader(outbid) is Seat.SOUTH


@pytest.mark.parametrize(("declarer", "moves", "leader"), [("A", None, "Y"), ("Y", "Z", "B"), ("Z", "Y", "A")])
def test_whoever_sits_opposite_the_declarer_moves_to_the_vacant_seat_with_his_cards(
    declarer: str, moves: str | None, leader: str
) -> None:
    by, vacant = Seat.labelled(declarer), Seat.NORTH
    deal = Deal.shuffled(Random(7), by)
    calling = said(THREE, declarer, ONE_HEART, Pass(), Pass())
    play = THREE.begin(deal, calling)
    assert THREE.dummy(calling) is by.partner
    assert play.hands[by] == deal.hands[by]
    assert play.hands[by.partner] == deal.hands[vacant]
    assert play.to_play is Seat.labelled(leader)
    for seat in THREE.players:
        assert play.hands[THREE.seat_in_play(seat, calling)] == deal.hands[seat]
        assert THREE.seat_in_play(seat, calling) is (vacant if seat.label == moves else seat)
    assert THREE.player(by.partner, calling) is by


def test_nobody_moves_before_the_bidding_is_over() -> None:
    assert all(THREE.seat_in_play(seat, said(THREE, "Y", ONE_HEART)) is seat for seat in Seat)


def test_each_adversary_scores_the_penalties_and_the_honours_against_the_declarer() -> None:
    """Foster, p. 164: three hearts bid, two made; B and C would each score 50, and simple honours both of them."""
    deal = Deal.parse("S:AK32.432.432.432 QJT9.AKQ.AKQ.AKQ 8765.JT9.JT98.JT 4.8765.765.98765", Seat.SOUTH)
    calling = said(THREE, "A", Bid(3, Denomination.HEARTS), Pass(), Pass())
    declaration = THREE.declaration(calling)
    assert declaration is not None
    score = THREE.by_player(THREE.score(THREE.outcome(deal, declaration, BySide(8, 5))), declaration.by)
    assert score.total(Seat.SOUTH) == 0
    for seat in (Seat.WEST, Seat.EAST):
        assert score.points(seat, Heading.PENALTY) == 50
        assert score.points(seat, Heading.HONOURS) == 16


def test_columns_are_settled_between_every_two() -> None:
    rows = table("auction-three-hand-1910-balance.csv")
    seats_of = dict(zip("ABC", THREE.players, strict=True))
    law = THREE.law("8")
    totals = (ScoreItem(seats_of[row["player"]], Heading.PENALTY, int(row["total"]), "", law) for row in rows)
    rubber = THREE.rubber.after(DealScore(tuple(totals)))
    balance = {seat: rubber.wins(seat) for seat in THREE.players}
    assert (
        [balance[seats_of[row["player"]]] for row in rows] == [int(row["balance"]) for row in rows] == [770, 80, -850]
    )
    assert sum(balance.values()) == 0
    (slip,) = (row for row in rows if row["slip"])
    assert int(slip["slip"]) != balance[seats_of[slip["player"]]]
    assert int(slip["slip"]) + 80 - 850 != 0  # as the table prints it, the columns do not balance


def test_a_rubber_for_three_is_won_by_the_first_with_two_games() -> None:
    rubber = THREE.rubber
    for player, points in [(Seat.WEST, 24), (Seat.SOUTH, 32), (Seat.WEST, 24), (Seat.EAST, 40), (Seat.SOUTH, 36)]:
        assert rubber.winner is None
        rubber = rubber.after(scored((player, points)))
    assert rubber.winner is Seat.SOUTH
    assert [len(game) for game in rubber.game_by_game()] == [2, 2, 1, 0]
    assert [rubber.total(player) for player in rubber.parties] == [32 + 36 + 250, 48, 40]
    assert [rubber.wins(player) for player in (Seat.SOUTH, Seat.WEST, Seat.EAST)] == [270 + 278, -270 + 8, -278 - 8]
    with pytest.raises(ValueError, match="the rubber is over"):
        rubber.after(scored((Seat.SOUTH, 2)))


@given(st.data(), st.sampled_from(THREE.players), st.integers(0, 2**32).map(Random))
def test_in_three_hands_only_the_declarer_scores_below_and_his_adversaries_alike(
    data: st.DataObject, dealer: Seat, random: Random
) -> None:
    deal = Deal.shuffled(random, dealer)
    calling = calls_in_turn(THREE, data, dealer)
    play = played_out(THREE.begin(deal, calling), random)
    score = THREE.reckon(deal, calling, play, THREE.rubber)
    declarer = THREE.declarer(calling)
    assert declarer is not None
    one, other = (player for player in THREE.players if player is not declarer)
    assert score.below(one) == score.below(other) == 0
    assert score.above(one) == score.above(other)
    assert {item.party for item in score.items} <= set(THREE.players)


# ---- the wash-book -----------------------------------------------------------------------------------------------


def test_the_wash_book_of_six_players_runs_as_printed_and_balances() -> None:
    book = WashBook()
    rows = table("wash-book.csv")
    for row in rows:
        book = book.after(int(row["value"]), row["winners"].split(), row["losers"].split())
    names = list(rows[0])[3:]
    for column, row in zip(book.columns(), rows, strict=True):
        assert column == {name: int(row[name]) for name in names if row[name]}
        assert sum(column.values()) == 0


@pytest.mark.parametrize(
    ("value", "winners", "losers", "mend"),
    [
        (140, ["Jones", "Green"], ["White"], "as many losers"),
        (140, [], [], "as many losers"),
        (140, ["Jones", "Green"], ["White", "Jones"], "each player once"),
        (-140, ["Jones"], ["White"], "Name the winners"),
    ],
)
def test_a_rubber_that_would_not_balance_is_not_entered(
    value: int, winners: list[str], losers: list[str], mend: str
) -> None:
    with pytest.raises(Malformed, match=mend):
        WashBook().after(value, winners, losers)
