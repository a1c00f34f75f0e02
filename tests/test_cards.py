"""Cards, holdings and hands: what they are, how they are read and written, and what is refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import full_hands, hands
from tutor.cards import PACK, Card, Hand, Holding, Rank, Suit
from tutor.errors import Ambiguous, Malformed, NotAPack


def test_the_pack_is_fifty_two_different_cards() -> None:
    assert len(set(PACK)) == 52


def test_the_ace_is_the_highest_rank_and_the_two_the_lowest() -> None:
    assert sorted(Rank) == list(reversed(list(Rank)))
    assert max(Rank) is Rank.ACE
    assert min(Rank) is Rank.TWO


def test_suits_have_no_order() -> None:
    with pytest.raises(TypeError):
        sorted(Suit)  # type: ignore[type-var]


@given(st.sampled_from(PACK))
def test_a_card_reads_back_from_its_text_and_from_its_repr(card: Card) -> None:
    assert Card.parse(str(card)) is card or Card.parse(str(card)) == card
    assert eval(repr(card)) == card  # noqa: S307


@pytest.mark.parametrize(("text", "card"), [("HK", "HK"), ("s10", "ST"), (" d2 ", "D2"), ("ST", "ST")])
def test_a_card_is_read_suit_first(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize(
    ("text", "kind", "hint"),
    [
        ("KH", Malformed, "Write HK"),
        ("10S", Malformed, "Write ST"),
        ("H1", Malformed, "suit"),
        ("", Malformed, "suit"),
        ("XX", Malformed, "suit"),
        ("SAxyz", Malformed, "suit"),
        ("K", Ambiguous, "SK, HK, CK, DK"),
    ],
)
def test_what_is_not_a_card_is_refused_with_its_text_and_a_mend(text: str, kind: type[Exception], hint: str) -> None:
    with pytest.raises(kind, match=hint) as caught:
        Card.parse(text)
    assert f"‘{text}’" in str(caught.value)


@given(hands)
def test_a_hand_reads_back_from_its_text_and_from_its_repr(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand)) == hand  # noqa: S307


@given(hands)
def test_a_hand_is_its_cards_in_any_order(hand: Hand) -> None:
    assert Hand.of(reversed(list(hand))) == hand
    assert len(list(hand)) == len(hand) == sum(len(hand[suit]) for suit in Suit)
    assert all(card in hand for card in hand)


@given(full_hands, st.data())
def test_taking_a_card_out_and_putting_it_back_changes_nothing(hand: Hand, data: st.DataObject) -> None:
    card = data.draw(st.sampled_from(list(hand)))
    assert hand.without(card).plus(card) == hand
    assert card not in hand.without(card)


@pytest.mark.parametrize(
    "text",
    [
        "S:AKJ762 H:765 C:4 D:A43",
        "D:A43 C:4 H:765 S:AKJ762",
        "s:akj762 h:567 c:4 d:34A",
        "S:AKJ762\nH:765\tC:4  D:A43",
    ],
)
def test_suits_and_cards_may_stand_in_any_order(text: str) -> None:
    assert str(Hand.parse(text, size=13)) == "S:AKJ762 H:765 C:4 D:A43"


@pytest.mark.parametrize("text", ["S:AK H:QJ", "S:AK H:QJ C:- D:", "S:AK H:QJ C: D:-"])
def test_a_void_may_be_left_out_or_shown(text: str) -> None:
    assert str(Hand.parse(text)) == "S:AK H:QJ C: D:"


def test_the_ten_may_be_written_in_figures() -> None:
    assert str(Hand.parse("S:A10 H:1098")) == "S:AT H:T98 C: D:"


@pytest.mark.parametrize(
    ("text", "kind", "hint"),
    [
        ("S:AKJ762 H:765 C:4 D:A4", NotAPack, "12 cards instead of 13"),
        ("S:AKJ762 H:765 C:43 D:A43", NotAPack, "14 cards instead of 13"),
        ("S:AAJ762 H:765 C:4 D:A43", NotAPack, "spades: A is given twice"),
        ("S:AKJ762 S:765 C:4 D:A43", Malformed, "spades are given twice"),
        ("S:AKX762 H:765 C:4 D:A43", Malformed, "among the spades, ‘X’ is not a rank"),
        ("X:AKJ762 H:765 C:4 D:A43", Malformed, "‘X’ is not a suit"),
        ("AKJ762 H:765 C:4 D:A43", Malformed, "‘AKJ762’ has no colon"),
        ("", Malformed, "there is nothing in it"),
    ],
)
def test_what_is_not_a_hand_is_refused_with_its_text_and_a_mend(text: str, kind: type[Exception], hint: str) -> None:
    with pytest.raises(kind, match=hint):
        Hand.parse(text, size=13)


def test_a_holding_is_read_once_and_kept_highest_first() -> None:
    assert Holding.parse("26AK") == Holding.parse("AK62")
    assert Holding.parse("AK62").headed_by("AK")
    assert not Holding.parse("A62").headed_by("AK")
    assert Holding.parse("-").is_void


@given(st.text(max_size=40))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    for read in (Card.parse, Hand.parse, Holding.parse):
        with suppress(Malformed, Ambiguous, NotAPack):
            read(text)
