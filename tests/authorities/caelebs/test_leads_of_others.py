"""What Cælebs hears in the cards of others at whist, and what he takes for a lead from weakness."""

from __future__ import annotations

import pytest

from tutor.authorities.caelebs.authority import CAELEBS
from tutor.authorities.caelebs.facts import LeadKind, WhistFacts
from tutor.authorities.rules import Message
from tutor.cards import Suit
from tutor.library.views import read_view
from tutor.seats import Seat
from tutor.view import View

MESSAGES = {message.id: message for message in CAELEBS.messages}


def table(*tricks: str, trick: str = "", seat: str = "Y", hand: str = "S:- H:- C:- D:-") -> View:
    written = {"seat": seat, "hand": hand, "trumps": "S", "tricks": tricks, "trick": trick or ()}
    return read_view(written)


def is_heard(message: Message, view: View) -> bool:
    return message.heard(view, view.played()[-1])


@pytest.mark.parametrize(
    ("key", "tricks", "trick"),
    [
        pytest.param("cae-art-003a", ["Y HK, B H4, Z H3, A H5"], "Y HQ, B H6, Z H2", id="the three before the two"),
        pytest.param("cae-art-003a", ["Y HK, B H4, Z D6, A H5"], "Y HQ, B H6, Z D3", id="in discarding"),
        pytest.param(
            "cae-art-003a", ["Y H4, B HJ, Z HK, A H3"], "Z H2, A H5, Y H6, B HT", id="the higher of two equals"
        ),
        pytest.param("cae-art-003b", [], "Z HK", id="a king led"),
        pytest.param("cae-art-003b", [], "Z H4, A H5", id="following"),
        pytest.param("cae-art-003c", ["Z H8, A HK, Y H2, B H4"], "A HQ, Y H5, B H6, Z H3", id="eight and then three"),
        pytest.param("cae-art-003d", ["Z SA, A S3, Y S4, B S5"], "Z H4", id="the best trump, and no more"),
        pytest.param("cae-art-003g", [], "Y H2, B H3, Z HT, A HA", id="fourth hand wins"),
    ],
)
def test_he_hears(key: str, tricks: list[str], trick: str) -> None:
    assert is_heard(MESSAGES[key], table(*tricks, trick=trick))


@pytest.mark.parametrize(
    ("key", "tricks", "trick"),
    [
        pytest.param("cae-art-003a", ["Y HK, B H4, Z H2, A H5"], "Y HQ, B H6, Z H3", id="the two before the three"),
        pytest.param("cae-art-003a", ["Y H2, B H3, Z H9, A HK"], "A HQ, Y H5, B H6, Z H4", id="a nine played to win"),
        pytest.param("cae-art-003a", ["Z H9, A HK, Y H2, B H3"], "A HQ, Y H5, B H6, Z H4", id="a nine that was led"),
        pytest.param("cae-art-003a", ["Y SK, B S4, Z S3, A S5"], "Y SQ, B S6, Z S2", id="in trumps"),
        pytest.param("cae-art-003b", [], "Z H4", id="a low card led"),
        pytest.param("cae-art-003c", ["Z HK, A H4, Y H2, B H5"], "Z H3", id="a king and then a low card"),
        pytest.param("cae-art-003d", ["Z SK, A S3, Y S4, B S5"], "Z H4", id="the ace of trumps was out"),
        pytest.param("cae-art-003g", [], "Y H2, B HA, Z HT, A H3", id="fourth hand loses"),
    ],
)
def test_he_does_not_hear(key: str, tricks: list[str], trick: str) -> None:
    assert not is_heard(MESSAGES[key], table(*tricks, trick=trick))


@pytest.mark.parametrize(
    ("led", "hand", "kind"),
    [
        ("H4", "S:- H:- C:- D:-", LeadKind.AGGRESSIVE),
        ("HQ", "S:- H:K52 C:- D:-", LeadKind.AGGRESSIVE),
        ("HQ", "S:- H:J52 C:- D:-", LeadKind.DEFENSIVE),
        ("HK", "S:- H:A52 C:- D:-", LeadKind.AGGRESSIVE),
        ("HK", "S:- H:AQ5 C:- D:-", LeadKind.DEFENSIVE),
        ("H9", "S:- H:A52 C:- D:-", LeadKind.EQUIVOCAL),
        ("H9", "S:- H:K52 C:- D:-", LeadKind.DEFENSIVE),
    ],
)
def test_a_lead_tells_strength_from_weakness_by_what_the_listener_holds(led: str, hand: str, kind: LeadKind) -> None:
    view = table(trick=f"Z {led}, A H6", hand=hand)
    assert WhistFacts(view).kind_of_lead(Seat.EAST, Suit.HEARTS) is kind
