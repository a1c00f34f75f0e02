"""What Foster hears at the table, and what he takes from the calls before a card is led."""

from __future__ import annotations

import pytest

from tutor.auction import Said
from tutor.authorities.foster.authority import FOSTER
from tutor.authorities.foster.inference import MESSAGES
from tutor.authorities.foster.play_facts import PlayFacts
from tutor.authorities.rules import Question, Silent
from tutor.cards import PACK, Card, Hand, Suit
from tutor.library.views import read_view
from tutor.view import View

IN_HEARTS = ["A bids 1 heart", "Y passes", "B passes", "Z passes"]
WITHOUT = ["A bids 1 no trump", "Y passes", "B passes", "Z passes"]


def table(seat: str, hand: str, calls: list[str], tricks: list[str], trick: str) -> View:
    """The view of a seat that holds the hand, and small cards to make it up to what it must have left."""
    played = [card for one in (*tricks, trick) for card in one.split(", ")]
    gone = {Card.parse(card.split()[1]) for card in played}
    held = list(Hand.parse(hand))
    left = 13 - sum(card.startswith(seat) for card in played) - len(held)
    held += [card for card in reversed(PACK) if card not in gone and card not in held][:left]
    return read_view({"seat": seat, "hand": str(Hand.of(held)), "calls": calls, "tricks": tricks, "trick": trick})


FIRST = "Y CK, B C2, Z C8, A C5"
HEARD = [
    ("fos-lead-objects", "Z", IN_HEARTS, [], "Y CK"),
    ("fos-eleven-rule", "Z", WITHOUT, [], "Y C7"),
    ("fos-lead-trump-king-ace-follow", "Z", IN_HEARTS, [FIRST], "Y CA"),
    ("fos-lead-trump-ace-follow", "Z", IN_HEARTS, ["Y CA, B C2, Z C8, A C5"], "Y C6"),
    ("fos-third-echo", "Y", IN_HEARTS, [FIRST], "Y CA, B C3, Z C4"),
    ("fos-third-echo-jack", "Y", IN_HEARTS, [], "Y CK, B C2, Z CJ"),
    ("fos-third-nt-second-best", "Y", WITHOUT, [], "Y CK, B C2, Z CT"),
    ("fos-lead-play-down", "Z", [*WITHOUT[:3], "Z bids 2 hearts", "A bids 2 no trumps", *WITHOUT[1:]],
     ["Y HJ, B H3, Z HK, A H4"], "Z H5, A H6, Y H2"),
    ("fos-return-number", "Y", WITHOUT, ["Y C7, B C2, Z CA, A C5"], "Z C9"),
    ("fos-disc-trump", "Y", IN_HEARTS, [FIRST], "Y CA, B C3, Z D4"),
    ("fos-disc-nt-unafraid", "Y", WITHOUT, [FIRST], "Y CA, B C3, Z D4"),
]  # fmt: skip


def heard(view: View) -> set[str]:
    return {message.id for message in FOSTER.messages if message.heard(view, view.played()[-1])}


@pytest.mark.parametrize(("message", "seat", "calls", "tricks", "trick"), HEARD, ids=[row[0] for row in HEARD])
def test_a_message_is_heard_by_partner(
    message: str, seat: str, calls: list[str], tricks: list[str], trick: str
) -> None:
    assert message in heard(table(seat, "S:A H: C: D:", calls, tricks, trick))


@pytest.mark.parametrize(("message", "seat", "calls", "tricks", "trick"), HEARD, ids=[row[0] for row in HEARD])
def test_what_the_adversaries_play_is_no_message(
    message: str, seat: str, calls: list[str], tricks: list[str], trick: str
) -> None:
    del message, seat
    assert not heard(table("A", "S:A H: C: D:", calls, tricks, trick))


def test_an_echo_is_no_message_without_trumps() -> None:
    assert "fos-third-echo" not in heard(table("Y", "S:A H: C: D:", WITHOUT, [FIRST], "Y CA, B C3, Z C4"))


def test_a_call_is_heard_as_no_card() -> None:
    view = table("Y", "S:A H: C: D:", IN_HEARTS, [FIRST], "Y CA, B C3, Z C4")
    said: Said = next(iter(view.calling))
    assert not any(message.heard(view, said) for message in MESSAGES)


@pytest.mark.parametrize(
    ("calls", "suits"),
    [
        (["A bids 1 spade"], ()),
        (["A bids 2 spades"], (Suit.SPADES,)),
        (["A bids 1 spade", "Y passes", "B bids 2 spades", "Z passes", "A bids 1 heart"], (Suit.HEARTS,)),
        (["A bids 1 club", "Y passes", "B bids 1 diamond", "Z passes", "A bids 2 diamonds"], (Suit.CLUBS,)),
    ],
)
def test_a_suit_is_of_who_names_it_first_and_a_forced_spade_names_nothing(
    calls: list[str], suits: tuple[Suit, ...]
) -> None:
    final = ["Y passes", "B passes", "Z bids 5 no trumps"]
    view = read_view({"seat": "B", "hand": "S:Q74 H:A2 C:KQJ83 D:542", "calls": [*calls, *final]})
    seat = view.seat.partner
    assert PlayFacts(view).suits_called_by(seat) == suits


def test_a_double_of_an_earlier_bid_does_not_double_what_is_played() -> None:
    calls = ["A bids 1 heart", "Y passes", "B passes", "Z doubles", "A bids 2 hearts", "Y passes", "B passes"]
    hand = "S:KQ93 H:Q652 C:85 D:764"
    assert not PlayFacts(read_view({"seat": "Y", "hand": hand, "calls": calls})).partner_doubled
    again = [*calls, "Z doubles"]
    assert PlayFacts(read_view({"seat": "Y", "hand": hand, "calls": again})).partner_doubled


def test_he_is_silent_at_whist() -> None:
    view = read_view({"seat": "Y", "hand": "S:KQ93 H:Q652 C:85 D:764", "trick": [], "trumps": "H", "leader": "Y"})
    assert isinstance(FOSTER.advise(view, Question.LEAD), Silent)
