"""What Cælebs hears in the cards of others, and what he takes a fourth hand’s card to deny."""

from __future__ import annotations

import pytest

from tutor.authorities import authority
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.cards import Card
from tutor.library.views import read_view
from tutor.seats import Seat
from tutor.view import View


def seen(*tricks: str, trick: str, seat: str = "A", hand: str = "S:432") -> View:
    return read_view({"seat": seat, "hand": hand, "trumps": "S", "tricks": list(tricks), "trick": trick})


def heard(view: View) -> set[str]:
    last = view.played()[-1]
    return {message.id for message in authority("caelebs").messages if message.heard(view, last)}


def test_the_ace_of_a_second_hand_is_heard_in_the_first_round_only() -> None:
    assert "cae-art-044" in heard(seen(trick="Y D5, B DA"))
    assert "cae-art-044" not in heard(seen(trick="Y D5, B D2, Z DA"))
    assert "cae-art-044" not in heard(seen(trick="Y D5, B HA"))
    assert "cae-art-044" not in heard(seen("Y DK, B D2, Z D3, A D4", trick="Y D5, B DA"))


def test_a_discard_is_heard_and_a_ruff_or_a_card_that_follows_is_not() -> None:
    assert "cae-art-003e" in heard(seen(trick="Y D5, B H2"))
    assert "cae-art-003e" not in heard(seen(trick="Y D5, B S5"))
    assert "cae-art-003e" not in heard(seen(trick="Y D5, B D2"))


@pytest.mark.parametrize(("card", "tells"), [("HA", True), ("HK", True), ("HQ", False), ("H2", False)])
def test_the_best_or_second_best_of_a_suit_discarded_tells_more(card: str, tells: bool) -> None:
    assert ("cae-art-003f" in heard(seen(trick=f"Y D5, B {card}"))) is tells


def test_the_queen_discarded_is_second_best_when_the_ace_has_gone() -> None:
    assert "cae-art-003f" in heard(seen("Y HA, B H2, Z H3, A H4", trick="Y D5, B HQ"))


@pytest.mark.parametrize(
    ("trick", "then", "card", "may"),
    [
        ("Y D4, B D2, Z DQ, A D3", "Z C2, A C3", "DK", False),  # he would have taken the queen
        ("Y D4, B D2, Z DQ, A D3", "Z C2, A C3", "DT", True),
        ("Y D4, B D2, Z DT, A DA", "A C2", "DK", False),  # he would have won more cheaply
        ("Y D4, B D2, Z DT, A DA", "A C2", "D9", True),
        ("Y D4, B DQ, Z D2, A D3", "B C2, Z C3, A C4", "DK", True),  # his own partner was winning
        ("Y D4, B D2, Z S2, A D3", "Z C2, A C3", "DK", True),  # it had been ruffed
        ("Y D4, B D2, Z DQ, A H3", "Z C2, A C3", "DJ", False),  # he has none
    ],
)
def test_fourth_hand_denies_the_cards_that_would_have_won_as_well(trick: str, then: str, card: str, may: bool) -> None:
    facts = TrickFacts(seen(trick, trick=then, seat="Y", hand="D:876"))
    assert facts.may_hold(Seat.SOUTH, Card.parse(card)) is may
