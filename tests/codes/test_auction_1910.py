"""Auction bridge under the code of 1910, against every figure and every bid that Foster’s book prints of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.callings import calls_in_turn
from tests.support.cases import for_each
from tests.support.oracles import contract_outcome, table
from tests.support.strategies import deals, seats
from tutor.auction import Bid, Call, Calling, Declaration, Denomination, Double, Insufficient, Leave, Pass
from tutor.codes.auction_1910 import Auction1910
from tutor.codes.scoring import DealOutcome, DealScore, Heading
from tutor.deal import Deal
from tutor.errors import Illegal, Malformed
from tutor.seats import BySeat, BySide, Seat, Side

CODE = Auction1910()
IN_ORDER = "1S 1C 2S 1D 3S 1H 2C 4S 5S 1N 2D 3C 6S 7S 2H 4C 3D 5C 2N 3H 4D 6C 7C 5D 4H 3N 6D 5H 7D 4N 6H 7H 5N 6N 7N"
VALUES = "2 4 4 6 6 8 8 8 10 12 12 12 12 14 16 16 18 20 24 24 24 24 28 30 32 36 36 40 42 48 48 56 60 72 84"


def bid(text: str) -> Bid:
    return Bid(int(text[0]), Denomination(text[-1]))


def call(text: str) -> Call:
    if text == "P":
        return Pass()
    return Double() if text == "X" else bid(text)


def say(*calls: str, dealer: str = "Z", code: Auction1910 = CODE) -> Calling:
    calling = Calling(Seat.labelled(dealer))
    for text in calls:
        turn = code.turn(calling)
        assert turn is not None
        calling = code.say(calling, turn.seat, call(text))
    return calling


def may_say(calling: Calling) -> tuple[Call, ...]:
    turn = CODE.turn(calling)
    assert turn is not None
    return turn.calls


# ---- the score ---------------------------------------------------------------------------------------------------


@for_each("row", table("auction-1910-honours.csv"), ids=lambda row: f"{row['more']}+{row['fewer']}")
@for_each("doubled", [0, 1, 2])
@for_each("tricks", [6, 7])
def test_honours_count_as_printed_whatever_the_doubling_and_the_result(
    row: dict[str, str], doubled: int, tricks: int
) -> None:
    for denomination in (one for one in Denomination if one.trumps):
        honours = BySeat(0, int(row["fewer"]), 5 - int(row["more"]) - int(row["fewer"]), int(row["more"]))
        declaration = Declaration(denomination, Seat.SOUTH, doubled, 1)
        score = CODE.score(DealOutcome(declaration, BySide(tricks, 13 - tricks), honours))
        assert score.points(Side.EW, Heading.HONOURS) == int(row[denomination.word])
        assert score.points(Side.NS, Heading.HONOURS) == 0


@for_each("row", table("auction-1910-scores.csv"), ids=lambda row: f"{row['where']}: {row['bid']} {row['AB tricks']}")
def test_every_case_of_the_laws_and_of_the_description_scores_as_it_should(row: dict[str, str]) -> None:
    score = CODE.score(contract_outcome(row, Seat.SOUTH))
    found = (score.below(Side.NS), score.above(Side.NS), score.below(Side.EW), score.above(Side.EW))
    assert found == (int(row["AB below"]), int(row["AB above"]), 0, int(row["YZ above"]))


def test_fosters_rubber_of_five_deals_comes_out_to_the_figure() -> None:
    rows = table("auction-1910-rubber.csv")
    assert len(rows) == 5
    rubber = CODE.rubber
    for row in rows:
        assert not rubber.is_over
        score = CODE.score(contract_outcome(row, Seat.labelled(row["declarer"])))
        for side in Side:
            assert score.below(side) == int(row[f"{side.label} below"]), row["his words"]
            assert score.above(side) == int(row[f"{side.label} above"]), row["his words"]
        rubber = rubber.after(score)
    assert [len(game) for game in rubber.game_by_game()] == [3, 2, 0]
    assert rubber.winner is Side.EW
    assert BySide.each(rubber.total) == BySide(304, 442)
    assert BySide.each(rubber.wins) == BySide(-138, 138)


def test_points_beyond_thirty_are_kept_and_are_one_game() -> None:
    """Foster, p. 52: from 24 up, five by cards at no trumps make 84, and it is one game."""
    two, five = (
        CODE.score(
            DealOutcome(
                Declaration(Denomination.NO_TRUMPS, Seat.SOUTH, 0, 1), BySide(6 + odd, 7 - odd), BySeat(1, 1, 1, 1)
            )
        )
        for odd in (2, 5)
    )
    rubber = CODE.rubber.after(two)
    assert BySide.each(rubber.stands_at) == BySide(24, 0)
    assert BySide.each(rubber.after(five).total).ns == 84
    assert BySide.each(rubber.after(five).won) == BySide(1, 0)


@pytest.mark.parametrize(("taken", "slam"), [(12, 20), (13, 40)])
def test_a_slam_goes_with_tricks_that_are_scored_unless_the_description_is_followed(taken: int, slam: int) -> None:
    loose = replace(CODE, slam_when_failed=True)
    made = DealOutcome(
        Declaration(Denomination.HEARTS, Seat.SOUTH, 0, 6), BySide(taken, 13 - taken), BySeat(1, 2, 1, 1)
    )
    against = replace(made, tricks=BySide(13 - taken, taken))
    for code, outcome, side, points in [
        (CODE, made, Side.NS, slam),
        (loose, made, Side.NS, slam),
        (CODE, against, Side.EW, 0),
        (loose, against, Side.EW, slam),
    ]:
        assert code.score(outcome).points(side, Heading.SLAM) == points
        assert code.score(outcome).points(side.opponents, Heading.SLAM) == 0


@given(deals(), st.sampled_from([bid(text) for text in IN_ORDER.split()]), seats, st.integers(0, 2), st.integers(0, 13))
def test_only_a_declarer_who_has_made_his_bid_scores_towards_the_game(
    deal: Deal, made: Bid, by: Seat, doubled: int, tricks: int
) -> None:
    declaration = Declaration(made.denomination, by, doubled, made.odd_tricks)
    won = BySide(tricks, 13 - tricks)
    score: DealScore = CODE.score(CODE.outcome(deal, declaration, won))
    short = 6 + made.odd_tricks - won[by.side]
    assert score.below(by.side.opponents) == 0
    if short <= 0:
        expected = (won[by.side] - 6) * CODE.trick_value(made.denomination) * 2**doubled
        assert score.below(by.side) == expected
        assert score.points(by.side, Heading.BONUS) == 50 * doubled * (1 - short)
        assert score.points(by.side.opponents, Heading.PENALTY) == 0
    else:
        assert score.below(by.side) == 0
        capped = made == Bid(1, Denomination.SPADES) and doubled < 2
        paid = score.points(by.side.opponents, Heading.PENALTY)
        assert paid == (min(100, short * 50 * 2**doubled) if capped else short * 50 * 2**doubled)
    for side in Side:
        assert score.points(side, Heading.HONOURS) + score.points(side, Heading.CHICANE) >= 0
    if made.denomination.trumps:  # one side holds three honours of the five or more, so somebody’s always count
        assert len([item for item in score.items if item.heading is Heading.HONOURS]) == 1


@pytest.mark.parametrize("tricks", [BySide(7, 7), BySide(14, -1), BySide(6, 6)])
def test_tricks_that_are_not_thirteen_are_refused(tricks: BySide[int]) -> None:
    with pytest.raises(ValueError, match="do not make thirteen"):
        CODE.score(DealOutcome(Declaration(Denomination.SPADES, Seat.SOUTH, 0, 1), tricks, BySeat(0, 0, 0, 0)))


def test_a_declaration_without_a_contract_has_no_score() -> None:
    with pytest.raises(ValueError, match="there is no bid"):
        CODE.score(DealOutcome(Declaration(Denomination.SPADES, Seat.SOUTH), BySide(7, 6), BySeat(0, 0, 0, 0)))


# ---- the bidding -------------------------------------------------------------------------------------------------


def test_the_35_bids_rank_by_value_and_then_by_tricks() -> None:
    bids = may_say(Calling(Seat.EAST))
    assert bids == tuple(bid(text) for text in IN_ORDER.split())
    ranked = [one for one in bids if isinstance(one, Bid)]
    values = [one.odd_tricks * CODE.trick_value(one.denomination) for one in ranked]
    assert values == [int(value) for value in VALUES.split()]


@for_each("row", table("auction-1910-bids.csv"), ids=lambda row: f"{row['where']}: {row['bid']} over {row['last']}")
def test_which_bid_may_follow_which_is_as_printed_doubled_or_not(row: dict[str, str]) -> None:
    calling = say(row["last"], *["X"] * int(row["doubled"]))
    made, enough = bid(row["bid"]), CODE.sufficient(calling, bid(row["bid"]).denomination)
    assert ("-" if enough is None else str(enough.odd_tricks)) == row["enough"]
    refusal = CODE.refusal(calling, calling.said[-1].seat.left, made)
    assert (refusal is None) is (enough is not None and made.odd_tricks >= enough.odd_tricks)
    if refusal:
        assert refusal.law.number == "46"
        assert (enough.words if enough else "No number") in refusal.instead


@pytest.mark.parametrize("row", table("auction-1910-declarers.csv"), ids=lambda row: row["calls"])
def test_who_declares_and_who_leads_is_as_printed(row: dict[str, str]) -> None:
    calling = say(*row["calls"].split("; "))
    assert CODE.turn(calling) is None
    declarer = Seat.labelled(row["declarer"])
    assert calling.declaration is not None
    assert calling.declaration.by is declarer
    assert CODE.leader(calling) is Seat.labelled(row["leader"])
    assert CODE.dummy(calling) is declarer.partner
    assert CODE.player(declarer.partner, calling) is declarer
    assert CODE.exposed(calling, is_led=True) == {declarer.partner}
    assert CODE.exposed(calling, is_led=False) == frozenset()


def test_nobody_leads_and_nobody_is_dummy_while_the_bidding_goes_on() -> None:
    calling = say("1 S", "P", "P")
    assert CODE.leader(calling) is None
    assert CODE.dummy(calling) is None
    assert CODE.turn(say("1 S", "P", "P", "P")) is None


def test_the_adversaries_who_named_a_suit_first_have_no_claim_to_declare_it() -> None:
    """Law 48: Z names hearts first, and A bids them last; between partners the first to name them declares."""
    assert CODE.leader(say("1 H", "1 N", "P", "2 H", "P", "P", "P")) is Seat.EAST  # B’s hearts
    assert CODE.leader(say("1 S", "1 H", "P", "2 H", "P", "P", "P")) is Seat.WEST  # A named them before B


def test_the_dealer_may_not_pass_nor_double() -> None:
    for said in (Pass(), Double()):
        refusal = CODE.refusal(Calling(Seat.SOUTH), Seat.SOUTH, said)
        assert refusal is not None
        assert refusal.law.number == "44"


def test_the_partner_may_pass_and_outbid_and_not_double() -> None:
    """Foster, p. 56: one diamond, a pass; the dealer’s partner may do anything but double."""
    calling = say("1 D", "P")
    assert {Pass(), bid("2 D"), bid("3 D"), bid("1 H"), bid("1 N")} <= set(may_say(calling))
    assert Double() not in may_say(calling)


def test_a_double_may_be_re_doubled_once_by_the_side_that_bid() -> None:
    assert Double() in may_say(say("1 H"))
    assert Double() in may_say(say("1 H", "P", "P"))
    assert Double() in may_say(say("1 H", "X"))
    assert Double() not in may_say(say("1 H", "X", "P"))  # the doubler’s partner
    assert Double() in may_say(say("1 H", "X", "P", "P"))  # the bidder himself
    assert Double() not in may_say(say("1 H", "X", "X"))
    assert Double() not in may_say(say("1 H", "X", "X", "P"))
    assert Double() in may_say(say("1 H", "X", "X", "2 C"))  # a new bid may be doubled anew


def test_a_double_re_opens_the_bidding_for_all() -> None:
    calling = say("1 H", "P", "P", "X")
    for _ in range(3):
        turn = CODE.turn(calling)
        assert turn is not None
        assert turn.law.number == "56"
        assert bid("2 C") in turn.calls
        calling = CODE.say(calling, turn.seat, Pass())
    assert CODE.turn(calling) is None
    assert calling.declaration == Declaration(Denomination.HEARTS, Seat.EAST, 1, 1)


@pytest.mark.parametrize(
    ("before", "seat", "said", "law"),
    [
        ("1 H; P; P; P", "Z", "2 H", "47"),
        ("1 H; P; P; P", "A", "2 H", "48"),
        ("1 H; P; P; P", "A", "X", "48"),
        ("1 H", "B", "2 H", "51"),
        ("1 H", "Z", "2 H", "60"),
        ("1 H", "Y", "X", "58"),
        ("1 H", "Y", "P", "45"),
        ("1 H; P", "Y", "X", "55"),
        ("1 H; X", "Y", "1 H", "46"),
        ("1 H; X; P", "B", "X", "55"),
    ],
)
def test_a_call_that_may_not_be_made_is_refused_with_its_law(before: str, seat: str, said: str, law: str) -> None:
    calling = say(*before.split("; "))
    refusal = CODE.refusal(calling, Seat.labelled(seat), call(said))
    assert refusal is not None
    assert refusal.law.number == law
    with pytest.raises(Illegal, match=refusal.instead.replace(".", r"\.")):
        CODE.say(calling, Seat.labelled(seat), call(said))


def test_calls_of_another_game_are_refused() -> None:
    refusal = CODE.refusal(say("1 H"), Seat.SOUTH, Leave())
    assert refusal is not None
    assert "A" in str(refusal)


@pytest.mark.parametrize("number", [0, 8, -1])
def test_there_is_no_bid_of_less_than_one_or_more_than_seven(number: int) -> None:
    with pytest.raises(Malformed, match="Bid one to seven"):
        Bid(number, Denomination.HEARTS)


# ---- bids out of turn and insufficient ---------------------------------------------------------------------------


def test_the_bidding_goes_on_from_a_bid_out_of_turn_that_was_let_stand() -> None:
    """Law 51: Z has bid, and B bids before A; Z may let it stand, and then bids himself."""
    calling = say("1 D").after(Seat.NORTH, bid("1 H"))
    turn = CODE.turn(calling)
    assert turn is not None
    assert turn.seat is Seat.EAST
    assert Double() in turn.calls
    calling = CODE.say(CODE.say(CODE.say(calling, Seat.EAST, Pass()), Seat.SOUTH, Pass()), Seat.WEST, Pass())
    assert CODE.turn(calling) is None
    assert CODE.leader(calling) is Seat.EAST


def test_an_insufficient_bid_may_be_corrected_and_then_silences_the_partner() -> None:
    """Law 52: after two diamonds a player says one heart, which is taken for two."""
    calling = say("2 D")
    corrected = CODE.corrected(calling, bid("1 H"))
    assert corrected == Insufficient(bid("1 H"), bid("2 H"))
    calling = CODE.say(calling, Seat.SOUTH, corrected)
    assert calling.declaration == Declaration(Denomination.HEARTS, Seat.SOUTH, 0, 2)
    calling = CODE.say(calling, Seat.WEST, Pass())
    assert may_say(calling) == (Pass(),)
    refusal = CODE.refusal(calling, Seat.NORTH, bid("3 H"))
    assert refusal is not None
    assert refusal.law.number == "52"
    assert [words.words for words in CODE.utterances(calling)] == [
        "Two diamonds.",
        "One heart; make it two.",
        "I pass.",
    ]


@pytest.mark.parametrize("lifted_by", ["X", "3 D"])
def test_a_bid_or_a_double_of_an_adversary_lets_the_silenced_partner_speak(lifted_by: str) -> None:
    calling = CODE.say(say("2 D"), Seat.SOUTH, Insufficient(bid("1 H"), bid("2 H")))
    calling = CODE.say(calling, Seat.WEST, call(lifted_by))
    assert bid("4 H") in may_say(calling)


def test_an_insufficient_bid_that_seven_do_not_mend_leaves_the_last_bid_standing() -> None:
    """Law 52: four clubs over three no trumps; seven are worth 28, and 36 are wanted."""
    calling = say("3 N")
    fallen = CODE.corrected(calling, bid("4 C"))
    assert fallen == Insufficient(bid("4 C"), None)
    calling = CODE.say(calling, Seat.SOUTH, fallen)
    assert calling.declaration == Declaration(Denomination.NO_TRUMPS, Seat.EAST, 0, 3)
    calling = CODE.say(calling, Seat.WEST, Pass())
    assert may_say(calling) == (Pass(), Double())
    calling = CODE.say(calling, Seat.NORTH, Pass())
    assert CODE.turn(calling) is None
    assert CODE.leader(calling) is Seat.SOUTH


def test_an_insufficient_bid_that_is_passed_stands_as_it_was_made() -> None:
    calling = say("2 D").after(Seat.SOUTH, bid("1 H")).after(Seat.WEST, Pass())
    assert calling.declaration == Declaration(Denomination.HEARTS, Seat.SOUTH, 0, 1)
    assert bid("2 H") in may_say(calling)  # his partner is not silenced
    assert bid("1 N") in may_say(calling)


@pytest.mark.parametrize(
    "wrong",
    [Insufficient(bid("1 H"), bid("3 H")), Insufficient(bid("1 H"), None), Insufficient(bid("4 C"), bid("4 C"))],
)
def test_a_bid_is_corrected_to_what_is_just_enough_and_only_if_it_was_not(wrong: Insufficient) -> None:
    refusal = CODE.refusal(say("2 D"), Seat.SOUTH, wrong)
    assert refusal is not None
    if wrong.said == bid("1 H"):
        assert refusal.law.number == "52"
        assert refusal.instead == "It takes two hearts."


# ---- what is said ------------------------------------------------------------------------------------------------


def test_the_words_are_those_of_the_etiquette() -> None:
    calling = say("1 H", "X", "X", "1 N", "X", "P", "2 D", "P", "P", "P")
    etiquette = replace(CODE, doubles_name_the_bid=False)
    said = " ".join(utterance.words for utterance in etiquette.utterances(calling))
    assert (
        said == "One heart. I double. I redouble. One no trump. I double. I pass. Two diamonds. I pass. I pass. I pass."
    )


def test_a_double_names_what_is_doubled() -> None:
    """Foster, p. 55: “It is not enough to say ‘I double.’ One must always say, ‘I double two hearts.’”"""
    calling = say("2 H", "X", "X")
    assert [said.words for said in CODE.utterances(calling)] == [
        "Two hearts.",
        "I double two hearts.",
        "I redouble two hearts.",
    ]


@given(st.data(), seats)
def test_whoever_speaks_in_turn_is_never_refused_and_bids_only_rise(data: st.DataObject, dealer: Seat) -> None:
    calling, bids = calls_in_turn(CODE, data, dealer), IN_ORDER.split()
    places = [
        bids.index(f"{one.call.odd_tricks}{one.call.denomination.letter}")
        for one in calling
        if isinstance(one.call, Bid)
    ]
    assert places == sorted(set(places))
    assert calling.declaration is not None
    assert [said.call for said in calling.said[-3:]] == [Pass()] * 3
    assert len(list(CODE.utterances(calling))) == len(calling)
    for seat in Seat:
        assert CODE.refusal(calling, seat, Pass()) is not None
