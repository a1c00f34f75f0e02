"""What Foster advises in the bidding, against his printed deals and hands, and what he hears in the calls of others."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.authorities.test_advice import FOLDER, CasesModel
from tests.support.strategies import deals, randoms
from tutor.auction import Bid, Calling, Declare, Denomination, Double, Said
from tutor.authorities import authority
from tutor.authorities.foster.bidding import BIDDING, HEARD_IN_THE_BIDDING
from tutor.authorities.foster.bidding.facts import BiddingFacts
from tutor.authorities.foster.bidding.first_bidder import FIRST_BIDDER
from tutor.authorities.foster.bidding.interpretations import OTHERS, Interpretation
from tutor.authorities.foster.bidding.suit_strength import (
    count_of_eight,
    has_sure_trick,
    is_as_good_as_ace,
    is_protected,
)
from tutor.authorities.rules import Advice, Question, Silent, decide
from tutor.cards import Hand, Holding, Suit
from tutor.codes.auction_1910 import Auction1910
from tutor.codes.scoring import DealScore, Heading, ScoreItem
from tutor.deal import Deal
from tutor.library.catalogue import load
from tutor.library.fields import read_said
from tutor.library.validation import validated
from tutor.library.yaml_text import read
from tutor.seats import Seat, Side
from tutor.tables.table import Table
from tutor.view import Standing, View

FOSTER = authority("foster")
CODE = Auction1910()
DEALER = Seat.SOUTH
PATH = FOLDER / "foster-bidding.yaml"
CASES = validated(read(PATH.read_text(encoding="utf-8"), PATH.name), CasesModel).cases
PRINTED = [case for case in CASES if not case.note.startswith("Made to show")]


def calling(text: str) -> Calling:
    """The calls of `A bids 1 heart, Y passes`, A having dealt."""
    so_far = Calling(DEALER)
    for words in filter(None, text.split(", ")):
        so_far = so_far.after(*read_said(words))
    return so_far


def advise(view: View) -> Advice | Silent:
    return FOSTER.advise(view, Question.BID, widely=True)


# ---- what he prints ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["fos-game-01", "fos-game-02", "fos-game-03"])
def test_every_call_of_his_three_deals_is_the_one_advised(key: str) -> None:
    game = load().game(key)
    so_far = Calling(game.calling.dealer)
    for said in game.calling:
        advice = advise(View(said.seat, so_far.dealer, game.deal.hands[said.seat], so_far))
        assert isinstance(advice, Advice)
        assert advice.answers == (said.call,), f"{said}: {advice.because}"
        so_far = so_far.after(said.seat, said.call)
    assert CODE.is_closed(so_far)


@pytest.mark.parametrize("interpretation", OTHERS, ids=lambda interpretation: interpretation.name)
def test_every_other_interpretation_fits_all_that_he_prints(interpretation: Interpretation) -> None:
    for case in PRINTED:
        view = case.view.view()
        speaking = next(chapter for chapter in BIDDING if not chapter.silent_on(view))
        advice = decide(speaking.rules, BiddingFacts(view, interpretation))
        assert advice is not None
        assert set(advice.answers) <= {*case.answers, *case.acceptable}, f"{case.view.hand}: {advice.because}"


@pytest.mark.slow
@pytest.mark.parametrize("interpretation", OTHERS, ids=lambda interpretation: interpretation.name)
def test_every_other_interpretation_parts_from_the_chosen_one_in_few_auctions(interpretation: Interpretation) -> None:
    views = auctions()
    parted = sum(answers(view, interpretation) != answers(view) for view in views)
    assert 0 < parted < len(views) * 0.1


@cache
def auctions() -> list[View]:
    return [view for seed in range(150) for view in bid_out(Random(seed))]


def answers(view: View, interpretation: Interpretation | None = None) -> set[object]:
    speaking = next(chapter for chapter in BIDDING if not chapter.silent_on(view))
    advice = decide(speaking.rules, BiddingFacts(view, interpretation) if interpretation else BiddingFacts(view))
    return set(advice.answers) if advice else set()


def bid_out(random: Random) -> list[View]:
    """The views of an auction in which each does as advised, at a random score."""
    deal = Deal.shuffled(random, DEALER)
    score = {side: random.randrange(0, 30, 2) for side in Side}
    so_far, views = Calling(DEALER), []
    while (turn := CODE.turn(so_far)) is not None:
        standing = Standing(score[turn.seat.side], score[turn.seat.side.opponents])
        views.append(View(turn.seat, DEALER, deal.hands[turn.seat], so_far, standing))
        so_far = so_far.after(turn.seat, next(call for call in turn.calls if call in answers(views[-1])))
    return views


def test_every_rule_decides_some_case() -> None:
    decided = set()
    for case in CASES:
        advice = advise(case.view.view())
        assert isinstance(advice, Advice)
        decided.add((advice.rule.id, advice.rule.row))
    rules = {(rule.id, rule.row) for chapter in BIDDING for rule in chapter.rules}
    assert rules <= decided


@pytest.mark.parametrize(
    ("hand", "trumps", "count"),
    [
        ("S:A73 H:KQ964 C:82 D:KJT", Suit.HEARTS, 9),
        ("S:K83 H:JT752 C:J6 D:Q94", Suit.HEARTS, 6),
        ("S:A7 H:K64 C:A9 D:AQT853", Suit.DIAMONDS, 11),
        ("S:A73 H:QT864 C:K2 D:Q94", Suit.HEARTS, 8),
        ("S:A73 H:JT987 C:A2 D:Q94", Suit.HEARTS, 7),
    ],
)
def test_the_count_of_eight_is_as_he_counts_it(hand: str, trumps: Suit, count: int) -> None:
    assert count_of_eight(Hand.parse(hand, size=13), trumps) == count


@pytest.mark.parametrize(
    ("holding", "sure", "as_an_ace", "protected"),
    [
        ("A", True, True, True),
        ("KQ", True, True, True),
        ("KJT", False, True, True),
        ("QJT", False, True, True),
        ("K862", False, True, True),
        ("K86", False, False, True),
        ("K8", False, False, True),
        ("K", False, False, False),
        ("QT8", False, False, True),
        ("Q9", False, False, False),
        ("J862", False, False, True),
        ("J75", False, False, False),
        ("T98653", False, False, False),
    ],
)
def test_a_suit_is_sure_or_stopped_or_neither(holding: str, sure: bool, as_an_ace: bool, protected: bool) -> None:
    held = Holding.parse(holding)
    assert (has_sure_trick(held), is_as_good_as_ace(held), is_protected(held)) == (sure, as_an_ace, protected)


# ---- what he hears -----------------------------------------------------------------------------------------------

HEARD = [
    ("A bids 1 spade", "B", {"fos-tb-read-one-spade"}),
    ("A bids 1 heart", "B", {"fos-bid-first-round-invitation", "fos-red-two-meanings"}),
    ("A bids 1 club", "B", {"fos-bid-first-round-invitation"}),
    ("A bids 1 no trump", "Y", {"fos-bid-suit-vs-nt"}),
    ("A bids 1 heart, Y doubles", "Z", {"fos-sb-double-shows-suit"}),
    ("A bids 1 spade, Y doubles", "Z", {"fos-sb-double-spade"}),
    ("A bids 1 no trump, Y doubles", "Z", set()),
    ("A bids 1 spade, Y passes, B bids 2 spades", "A", {"fos-tb-two-spades-weak"}),
    (
        "A bids 1 diamond, Y passes, B bids 1 heart",
        "A",
        {"fos-bid-first-round-invitation", "fos-red-two-meanings", "fos-tb-shift-or-help"},
    ),
    ("A bids 1 diamond, Y bids 1 heart, B bids 1 no trump", "A", {"fos-bid-suit-vs-nt", "fos-tb-show-stopper"}),
    (
        "A bids 1 heart, Y bids 2 clubs, B passes, Z passes, A bids 2 hearts",
        "B",
        {"fos-red-second-call"},
    ),
    ("A bids 1 heart, Y bids 2 clubs, B passes, Z passes, A passes", "B", {"fos-red-persistence"}),
    ("A bids 1 heart, Y bids 1 no trump, B doubles", "A", {"fos-double-meaning"}),
]


@pytest.mark.parametrize(
    ("calls", "listener", "ids"), HEARD, ids=[f"{calls}-{listener}"[:60] for calls, listener, _ in HEARD]
)
def test_a_call_is_heard_for_what_it_tells(calls: str, listener: str, ids: set[str]) -> None:
    so_far = calling(calls)
    view = View(Seat.labelled(listener), DEALER, Hand(), so_far)
    assert {message.id for message in HEARD_IN_THE_BIDDING if message.heard(view, so_far.said[-1])} == ids


def test_every_message_is_heard_in_some_call() -> None:
    assert {message.id for message in HEARD_IN_THE_BIDDING} == {one for _, _, ids in HEARD for one in ids}


@pytest.mark.parametrize("calls", [calls for calls, _, _ in HEARD])
def test_nobody_hears_his_own_call(calls: str) -> None:
    so_far = calling(calls)
    last = so_far.said[-1]
    view = View(last.seat, DEALER, Hand(), so_far)
    assert not [message.id for message in HEARD_IN_THE_BIDDING if message.heard(view, last)]


# ---- any auction -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(deals(), randoms, st.integers(-900, 900))
def test_something_lawful_is_advised_in_every_turn_and_nothing_out_of_it(
    deal: Deal, random: Random, ahead: int
) -> None:
    so_far = Calling(deal.dealer)
    while (turn := CODE.turn(so_far)) is not None:
        standing = Standing(random.randrange(30), random.randrange(30), ahead)
        for seat in Seat:
            advice = advise(View(seat, deal.dealer, deal.hands[seat], so_far, standing))
            assert isinstance(advice, Advice) == (seat is turn.seat)
            if isinstance(advice, Advice):
                assert {*advice.answers, *advice.acceptable} <= set(turn.calls)
        so_far = so_far.after(turn.seat, random.choice(turn.calls[:8]))
    assert isinstance(advise(View(so_far.dealer, so_far.dealer, deal.hands[so_far.dealer], so_far)), Silent)


@settings(max_examples=100, deadline=None)
@given(deals())
def test_the_dealer_is_always_told_what_to_bid(deal: Deal) -> None:
    view = View.before_calling(deal.dealer, deal.dealer, deal.hands[deal.dealer])
    advice = FIRST_BIDDER.advise(view)
    assert advice is not None
    assert all(isinstance(answer, Bid) for answer in advice.answers)


@pytest.mark.parametrize(
    ("view", "why"),
    [
        (View(Seat.NORTH, DEALER, Hand(), calling("A bids 1 heart, Y passes")), "thirteen cards"),
        (
            View(
                Seat.WEST,
                DEALER,
                Hand.parse("S:AKQ H:AKQ C:AKQ D:AKQJ", size=13),
                Calling(DEALER, (Said(DEALER, Declare(Denomination.HEARTS)),)),
            ),
            "straight bridge",
        ),
        (
            View(
                DEALER,
                DEALER,
                Hand.parse("S:AKQ H:AKQ C:AKQ D:AKQJ", size=13),
                calling("A bids 1 heart, Y passes, B passes, Z passes"),
            ),
            "the bidding is over",
        ),
    ],
    ids=["no hand", "straight bridge", "over"],
)
def test_he_says_why_he_is_silent(view: View, why: str) -> None:
    silent = advise(view)
    assert isinstance(silent, Silent)
    assert why in silent.because


@given(deals())
@settings(max_examples=20, deadline=None)
def test_the_player_sees_by_how_much_his_side_leads_the_rubber(deal: Deal) -> None:
    law = CODE.law("49")
    sheet = CODE.rubber.after(DealScore((ScoreItem(Side.NS, Heading.PENALTY, 300, "six short", law),)))
    table = Table.laid(CODE, deal, sheet)
    assert [table.view(seat).standing.ahead for seat in (Seat.SOUTH, Seat.WEST)] == [300, -300]


def test_a_double_is_never_advised_of_an_original_bid_of_no_trumps() -> None:
    for seed in range(300):
        deal = Deal.shuffled(Random(seed), DEALER)
        so_far = calling("A bids 1 no trump")
        advice = advise(View(Seat.WEST, DEALER, deal.hands[Seat.WEST], so_far))
        assert isinstance(advice, Advice)
        assert Double() not in (*advice.answers, *advice.acceptable)
