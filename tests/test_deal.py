"""Deals and the three notations of hands: suit letters, PBN, and the books’ own."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tests.support.strategies import deals, hands, randoms, seats
from tutor.cards import Card, Hand
from tutor.deal import Deal, defects, parse_pbn_hand, pbn_hand, rest_of_pack
from tutor.errors import Malformed, NotAPack
from tutor.notation import printed_hand, read_hand
from tutor.seats import BySeat, Seat

GAME_I = "S:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q4.Q32.J65.KJ652 53.JT9.T987.AQT7"


@given(deals())
def test_a_deal_reads_back_from_its_text_and_from_its_repr(deal: Deal) -> None:
    assert Deal.parse(str(deal)) == deal
    assert eval(repr(deal)) == deal  # noqa: S307


@given(deals())
def test_a_deal_names_the_dealers_hand_first(deal: Deal) -> None:
    assert str(deal)[0] == deal.dealer.letter
    assert pbn_hand(deal.hands[deal.dealer]) == str(deal)[2:].split()[0]


@given(hands)
def test_pbn_and_the_books_notation_read_back(hand: Hand) -> None:
    assert parse_pbn_hand(pbn_hand(hand)) == hand
    assert read_hand(printed_hand(hand)) == hand


def test_a_hand_as_the_books_print_it() -> None:
    hand = Hand.parse("S:AKJ762 H:765 C: D:AT43")
    assert printed_hand(hand) == "♠ Ace, Kg, Knv, 7, 6, 2\n♥ 7, 6, 5\n♣\n♦ Ace, 10, 4, 3"


@pytest.mark.parametrize(
    "lines",
    [
        ["Ace, Kg, Knv, 7, 6, 2", "7, 6, 5", "", "Ace, 10, 4, 3"],
        ["A, K, Kv, 7, 6, 2.", "7,6,5", "-", "Ace, ten, four, three"],
        ["♠ ace, king, jack, seven, six, two", "♥ 7, 6, 5", "♣", "♦ A, 10, 4, 3"],
    ],
)
def test_the_books_own_spellings_are_read(lines: list[str]) -> None:
    assert str(read_hand(lines)) == "S:AKJ762 H:765 C: D:AT43"


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        (["Ace, Kg"], "1 line where four are needed"),
        (["Ace, Kg, r>", "", "", ""], "‘r>’ is not a rank"),
        (["♥ Ace", "", "", ""], "a line of hearts where spades should be"),
    ],
)
def test_what_is_not_a_printed_hand_is_refused(lines: list[str], hint: str) -> None:
    with pytest.raises(Malformed, match=hint):
        read_hand(lines)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (GAME_I.replace("AKJ762", "AKJ76"), "A: 12 cards instead of 13; S2 is in no hand"),
        (GAME_I.replace("T98.", "A98."), "SA is held by A and Y; ST is in no hand"),
        (GAME_I.replace("AKJ762", "AKJ7622"), "2 is given twice"),
    ],
)
def test_what_is_not_a_pack_is_refused_with_every_defect(text: str, hint: str) -> None:
    with pytest.raises(NotAPack) as caught:
        Deal.parse(text)
    assert hint in str(caught.value)


@pytest.mark.parametrize("text", ["", "S:", "AKJ762.765.A43.4", "Q:a b c d", "S:1.2.3 b c d"])
def test_what_is_not_a_deal_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        Deal.parse(text)


@given(deals(), seats)
def test_the_fourth_hand_is_what_the_other_three_leave(deal: Deal, seat: Seat) -> None:
    others = [hand for other, hand in deal.hands.items() if other is not seat]
    assert rest_of_pack(others) == deal.hands[seat]


@given(randoms, seats)
def test_a_shuffled_deal_is_a_pack(random: Random, dealer: Seat) -> None:
    assert defects(Deal.shuffled(random, dealer).hands) == []


def test_the_same_seed_deals_the_same_cards_everywhere() -> None:
    assert str(Deal.shuffled(Random(1901), Seat.SOUTH)) == (
        "S:T763.Q63.A752.T5 J42.AKT95..AK632 AKQ95.J82.Q93.Q9 8.74.KJT864.J874"
    )


def test_the_turn_up_is_a_card_of_the_dealer() -> None:
    deal = Deal.parse(GAME_I, turn_up=Card.parse("D3"))
    assert eval(repr(deal)) == deal  # noqa: S307
    with pytest.raises(NotAPack, match="the dealer does not hold the king of hearts"):
        Deal.parse(GAME_I, turn_up=Card.parse("HK"))


def test_seats_go_round_to_the_left_and_bear_the_books_letters() -> None:
    assert [seat.label for seat in Seat.SOUTH.round()] == ["A", "Y", "B", "Z"]
    assert Seat.labelled("z") is Seat.EAST
    assert Seat.SOUTH.partner is Seat.NORTH
    assert Seat.SOUTH.right is Seat.EAST
    numbers = BySeat(1, 2, 3, 4)
    assert numbers.map(str)[Seat.WEST] == "2"
    assert numbers.with_(Seat.EAST, 9) == BySeat(1, 2, 3, 9)
