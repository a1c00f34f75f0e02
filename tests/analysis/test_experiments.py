"""Chances tried out, against combinatorics written out by hand, and against the chance that is counted."""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb

import pytest

from tests.support.cases import for_each
from tutor.analysis.experiments import in_a_hundred, is_common_enough, tried
from tutor.analysis.odds import Odds
from tutor.library.catalogue import load

ODDS = {one.id: one for file in load().odds.values() for one in file.odds}
TRIED = [one for one in ODDS.values() if one.reckoning.event and is_common_enough(one.reckoning.event)]
SEEDS = range(1, 6)


def choices(good: int, bad: int, held: int, places: int = 13) -> int:
    """The hands of some places that have so many of the good cards."""
    return comb(good, held) * comb(bad, places - held)


HANDS = comb(39, 13)
BY_HAND = {
    # partner has at least one of two, three, four cards of the 39 not seen
    "cae-odds-two-cards": 1 - Fraction(choices(2, 37, 0), HANDS),
    "cae-odds-three-cards": 1 - Fraction(choices(3, 36, 0), HANDS),
    "cae-odds-four-cards": 1 - Fraction(choices(4, 35, 0), HANDS),
    "cae-odds-two-named": Fraction(choices(2, 37, 2), HANDS),
    # partner has two at least of four aces
    "hel-odds-partner-two-aces": Fraction(sum(choices(4, 35, held) for held in (2, 3, 4)), HANDS),
    # all four aces with one of two opponents
    "hel-odds-four-aces-one-adversary": 2 * Fraction(choices(4, 35, 4), HANDS),
    # four honours or five against: partner has none of them or one
    "hel-odds-five-honours-against-three-2": Fraction(sum(choices(5, 34, held) for held in (0, 1)), HANDS),
    # the queen with at most one of seven small ones, in a hand that is not partner’s, which has not the queen
    "hel-odds-queen-falls": 2
    * Fraction(sum(comb(7, small) * comb(31, 12 - small) for small in (0, 1)), HANDS)
    / Fraction(26, 39),
    # one of two master trumps is somewhere, and three of the seven other places are beside it
    "cae-odds-art94": Fraction(3, 7),
}


@for_each("name", BY_HAND)
def test_the_exact_chance_is_what_is_counted_by_hand(name: str) -> None:
    assert ODDS[name].chance == BY_HAND[name]


@for_each("odds", TRIED, ids=lambda odds: odds.id)
def test_what_is_dealt_comes_near_the_exact_chance(odds: Odds) -> None:
    assert odds.chance is not None
    found = tried(odds, 1, 1000)
    assert (found.deals, len(found.batches), found.size) == (1000, 10, 100)
    deviation = math.sqrt(odds.chance * (1 - odds.chance) / 1000)
    assert abs(found.share - odds.chance) <= 4 * deviation


def test_a_seed_gives_everybody_the_same_deals_and_another_seed_others() -> None:
    odds = ODDS["cae-odds-two-cards"]
    assert tried(odds, 1, 1000) == tried(odds, 1, 1000)
    assert len({tried(odds, seed, 1000).batches for seed in SEEDS}) == len(SEEDS)


def test_odds_of_no_event_are_not_tried() -> None:
    with pytest.raises(ValueError, match="no event"):
        tried(ODDS["cae-odds-rubber"], 1, 1000)


@pytest.mark.parametrize(
    ("chance", "words"), [("1/2", "50"), ("32/57", "56.1"), ("110/6327", "1.7"), ("29/143412", "0.02"), ("1", "100")]
)
def test_a_chance_is_told_in_deals_of_a_hundred(chance: str, words: str) -> None:
    assert in_a_hundred(Fraction(chance)) == words
