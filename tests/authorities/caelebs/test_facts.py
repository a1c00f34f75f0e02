"""What Cælebs’s facts of a view work out in ways of their own is the same as what they say it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.tools.advice_record import dealt
from tutor.authorities.caelebs.facts import WhistFacts
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.situation import Situation
from tutor.cards import Suit
from tutor.codes import CODES
from tutor.library.positions import read_position
from tutor.seats import Seat
from tutor.view import View

DERIVED = ("plain_suits", "fresh", "fortified", "second_round_of", "partners_suits", "commanded", "has_trump_motive")


@pytest.fixture(scope="module")
def views() -> list[View]:
    """Views of whist with four hidden hands, and with one that is exposed."""
    random = Random(1859)
    games = [CODES["whist-short-1859"]] * 2 + [CODES["dumby-1859"]]
    return [read_position(line).view for code in games for line in dealt(code, random)]


def test_the_cards_that_are_out_are_those_that_every_situation_finds(views: list[View]) -> None:
    for view in views:
        facts, plain = WhistFacts(view), Situation(view)
        assert facts.dealt == plain.dealt
        assert facts.trumps_out == plain.trumps_out
        assert [facts.outstanding(suit) for suit in Suit] == [plain.outstanding(suit) for suit in Suit]
        pairs = [(seat, suit) for seat in Seat for suit in Suit]
        assert [facts.has_shown_void(*pair) for pair in pairs] == [plain.has_shown_void(*pair) for pair in pairs]


def test_a_hand_without_some_suits_is_as_if_it_had_been_read_so_from_the_start(views: list[View]) -> None:
    for number, view in enumerate(views):
        facts = LeadFacts(view)
        assert [getattr(facts, name) for name in DERIVED], "they are known before some suits are left out"
        dropped = list(Suit)[number % 4 : number % 4 + 2]
        spared, afresh = facts.without(dropped), replace(LeadFacts(view), excluded=frozenset(dropped))
        assert [getattr(spared, name) for name in DERIVED] == [getattr(afresh, name) for name in DERIVED]
        assert not set(dropped) & set(spared.plain_suits)
        assert spared.leads is facts.leads, "what does not rest on the suits is not worked out again"
