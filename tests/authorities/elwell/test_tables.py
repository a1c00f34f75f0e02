"""What Elwell’s tables do not have a row for, and where his maxim and his table do not agree."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tutor.auction import Calling, Content, Declare, Denomination, Leave
from tutor.authorities.elwell.authority import ELWELL
from tutor.authorities.rules import Advice, Question
from tutor.cards import PACK, Card, Hand, Rank, Suit
from tutor.play import Trick
from tutor.seats import Seat
from tutor.view import View

A, Y, B, Z = Seat


def before(hand: str, seat: Seat = A, *, left: bool = False) -> View:
    calling = Calling(A).after(A, Leave()) if left else Calling(A)
    return View(seat, A, Hand.parse(hand, size=13), calling)


def leading(hand: Hand, trumps: Denomination) -> View:
    calling = Calling(A).after(A, Declare(trumps)).after(Y, Content()).after(Z, Content())
    return View(Y, A, hand, calling)


@pytest.mark.parametrize("trumps", [Denomination.NO_TRUMPS, Denomination.CLUBS, Denomination.DIAMONDS])
def test_king_queen_and_a_small_card_are_no_row_s_and_give_no_card(trumps: Denomination) -> None:
    """At no trump the rows of king and queen want a third honour, or five others; X elsewhere is any card."""
    advice = ELWELL.advise(leading(Hand.parse("S:AQJ2 H:KQ2 C:432 D:432"), trumps), Question.LEAD, widely=True)
    assert isinstance(advice, Advice)
    cards = [card for card in (*advice.answers, *advice.acceptable) if isinstance(card, Card)]
    assert cards
    assert not [card for card in cards if card.suit is Suit.HEARTS]


NO_TRUMP_KINGS = [("AKQ", 4), ("AKJ", 4), ("AKT", 6), ("AK", 7), ("KQJ", 4), ("KQT", 4), ("KQ", 7)]
"""The rows from which his table at no trump leads the king (lines 1566 to 1580): the head of the suit, its length."""


@pytest.mark.slow
def test_at_no_trump_a_king_is_led_or_allowed_from_no_holding_but_those_of_the_table() -> None:
    random = Random(546)
    for _ in range(2000):
        hand = Hand.of(random.sample(PACK, 13))
        advice = ELWELL.advise(leading(hand, Denomination.NO_TRUMPS), Question.LEAD, widely=True)
        for card in (*advice.answers, *advice.acceptable) if isinstance(advice, Advice) else ():
            if isinstance(card, Card) and card.rank is Rank.KING:
                holding = hand[card.suit]
                assert any(holding.headed_by(head) and len(holding) >= least for head, least in NO_TRUMP_KINGS), hand


def test_a_dealer_whose_hand_fits_no_row_passes_by_the_table_of_declarations_and_not_that_of_passed_makes() -> None:
    random = Random(1497)
    left = 0
    for _ in range(300):
        hand = Hand.of(random.sample(PACK, 13))
        advice = ELWELL.advise(View(A, A, hand, Calling(A)), Question.DECLARE)
        assert isinstance(advice, Advice), hand
        assert not advice.rule.id.startswith("axi-decl-passed")
        left += advice.rule.id == "axi-table-declaration" and advice.answers == (Leave(),)
    assert left > 30


def test_on_queen_and_two_small_he_answers_on_the_king_as_well_as_on_the_ace() -> None:
    calling = Calling(A).after(A, Declare(Denomination.NO_TRUMPS)).after(Y, Content()).after(Z, Content())
    for low, high in combinations("23456789", 2):
        hand = Hand.parse(f"S:Q{high}{low} H:AKQJT C:AKQJ D:2")
        trick = Trick(Y, (Card.parse("SK"), Card.parse("ST")))
        dummy = ((B, Hand.parse("S: H:9876 C:T987 D:AKQJ")),)
        view = View(Z, A, hand, calling, exposed=dummy, trick=trick, leader=Y)
        advice = ELWELL.advise(view, Question.THIRD)
        assert isinstance(advice, Advice)
        assert set(map(str, advice.answers)) == {f"S{high}", f"S{low}"}


def test_where_the_maxim_and_the_table_conflict_both_are_shown() -> None:
    """Line 546 prefers four clubs to one or two spades “without an honour”; line 1502 does not ask for that."""
    advice = ELWELL.advise(before("S:K2 H:5432 C:QJ32 D:432", B, left=True), Question.DECLARE)
    assert isinstance(advice, Advice)
    assert advice.answers == (Declare(Denomination.CLUBS), Declare(Denomination.SPADES))
    assert advice.is_undecided
    assert "maxim 121" in advice.because
    assert "table" in advice.because
    agreed = ELWELL.advise(before("S:32 H:5432 C:QJ32 D:432", B, left=True), Question.DECLARE)
    assert isinstance(agreed, Advice)
    assert agreed.answers == (Declare(Denomination.CLUBS),)
    assert not agreed.is_undecided
