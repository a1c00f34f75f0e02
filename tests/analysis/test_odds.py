"""Chances against chances counted otherwise, and against the author’s own exact figures."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import oracles
from tests.support.cases import for_each
from tutor.analysis.odds import Agreement, ChanceCalculation, Event, Odds, falls, fraction, odds_of, spoken
from tutor.analysis.sampling import SampleCount
from tutor.cards import PACK
from tutor.errors import Malformed
from tutor.library.catalogue import load
from tutor.seats import Seat

ODDS = {one.id: one for file in load().odds.values() for one in file.odds}


@for_each("row", oracles.table("odds.csv"), ids=lambda row: row["id"])
def test_every_chance_is_that_of_another_count(row: dict[str, str]) -> None:
    assert ODDS[row["id"]].chance == Fraction(row["exact"])


@for_each("odds", ODDS.values(), ids=lambda odds: odds.id)
def test_every_odds_has_a_chance_or_a_reason(odds: Odds) -> None:
    assert odds.chance is None or 0 <= odds.chance <= 1
    assert (odds.chance is None) == bool(odds.reckoning.undecidable or odds.reckoning.trial)
    assert (odds.agreement is Agreement.CANNOT) == bool(odds.reckoning.undecidable)
    for _, chance in odds.read_otherwise:
        assert chance is None or 0 <= chance <= 1


def test_the_authors_own_exact_figures_come_out() -> None:
    """Cælebs gives 32 to 25 for one or both of two cards, and that alone exactly (p. 25)."""
    assert ODDS["cae-odds-two-cards"].chance == Fraction(32, 57)
    assert ODDS["cae-odds-two-cards"].agreement is Agreement.RIGHT


def test_what_comes_once_in_so_many_times_is_not_so_many_to_one() -> None:
    """All four aces with one adversary: 110 in 6327, which is once in 57½ times and so 56½ to one (p. 70).

    The same slip makes eleven to two of one chance in 5½ (p. 68), and thirteen to four of one in 3¼ (p. 69); it is
    judged alike however near the two come, and nobody else of the authors makes it.
    """
    aces = ODDS["hel-odds-four-aces-one-adversary"]
    assert (aces.chance, aces.figure) == (Fraction(110, 6327), Fraction(2, 117))
    assert aces.agreement is Agreement.WRONG
    assert ODDS["hel-odds-ace-headed-honours-2"].agreement is Agreement.WRONG
    assert {one.id for one in ODDS.values() if one.is_share_for_odds} == {
        "hel-odds-four-aces-one-adversary",
        "hel-odds-ace-headed-honours-2",
    }
    assert {one.id: one.shares_read_otherwise for one in ODDS.values() if one.shares_read_otherwise} == {
        "hel-odds-partner-two-aces": ("exactly two aces",)
    }


@given(st.integers(2, 200), st.integers(1, 199))
def test_so_many_to_one_is_judged_by_the_odds(whole: int, part: int) -> None:
    """The true odds are right; the number of times in their place is wrong, for rare chances and for likely ones."""
    chance = Fraction(min(part, whole - 1), whole)
    rarer = min(chance, 1 - chance)
    times = Fraction(1, 1 + 1 / rarer) if chance == rarer else 1 - Fraction(1, 1 + 1 / rarer)
    made = Odds(
        "made", "hellespont", 1, (1, 1), "", chance, "", "",
        ChanceCalculation(arithmetic=f"{chance.numerator}/{chance.denominator}"), "", (), is_to_one=True,
    )  # fmt: skip
    assert made.agreement is Agreement.RIGHT
    slip = replace(made, figure=times)
    assert slip.is_share_for_odds
    assert slip.agreement is Agreement.WRONG


def test_a_figure_in_words_is_judged_where_it_has_a_bound() -> None:
    """Two with partner, three and none with the others, of five: 1144 in 14763, 11.9 to one, and not thousands."""
    found = ODDS["hel-odds-europe-thousands"]
    assert found.chance == Fraction(1144, 14763)
    assert found.agreement is Agreement.WRONG
    assert ODDS["cae-odds-art11"].agreement is Agreement.WRONG, "19435 in 71706 is not more likely than not"


def test_what_cannot_be_counted_is_tried() -> None:
    """Two by cards on the hand of Game XV is no ten to one, and nor is the odd trick on six spades and an ace."""
    for name in ("hel-game-15-odds", "hel-odds-solid-black-2"):
        odds = ODDS[name]
        found = odds.found
        assert found is not None
        low, high = found.bounds
        assert low < found.times / found.deals < high < 10 / 11
        assert odds.agreement is Agreement.WRONG


def test_a_trial_gives_everybody_the_same_and_deals_the_other_cards() -> None:
    trial = ODDS["hel-game-15-odds"].reckoning.trial
    assert trial is not None
    few = replace(trial, deals=50)
    first, again = tuple(few.openings()), tuple(few.openings())
    assert first == again
    assert first != tuple(replace(few, seed=2).openings())
    for play in first:
        assert play.hands[Seat.SOUTH] == trial.hand
        assert sorted(map(str, [card for hand in play.hands for card in hand] + list(play.trick.cards))) == (
            sorted(map(str, PACK))
        )


@given(st.integers(1, 400), st.data())
def test_the_bounds_of_a_trial_are_wilsons(deals: int, data: st.DataObject) -> None:
    """Each bound is the chance from which what was found is 2.576 standard deviations away."""
    times = data.draw(st.integers(0, deals))
    for bound in SampleCount(times, deals).bounds:
        deviation = math.sqrt(bound * (1 - bound) / deals)
        assert abs(times / deals - bound) == pytest.approx(2.576 * deviation, abs=1e-6)


def test_a_trial_decides_only_where_its_bounds_do() -> None:
    assert SampleCount(50, 100).is_at_least(Fraction(1, 2)) is None
    assert SampleCount(99, 100).is_at_least(Fraction(1, 2)) is True
    assert SampleCount(1, 100).is_at_least(Fraction(1, 2)) is False


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=3), st.data())
def test_a_chance_is_that_of_dealing_every_pack_out(sizes: list[int], data: st.DataObject) -> None:
    total = sum(sizes)
    aces = data.draw(st.integers(0, total))
    wanted = data.draw(st.integers(0, 3))
    hands = {f"hand{number}": size for number, size in enumerate(sizes)}
    cards = ["ace"] * aces + ["other"] * (total - aces)
    deals = list(permutations(cards)) if total < 7 else []
    if not deals:
        return
    good = sum(deal[: sizes[0]].count("ace") >= wanted for deal in deals)
    event = Event(hands, {"aces": aces, "others": total - aces}, f"hand0.aces >= {wanted}")
    assert event.chance() == Fraction(good, len(deals))


def test_what_is_known_changes_the_chance() -> None:
    hands, kinds = {"left": 2, "right": 2}, {"aces": 2, "others": 2}
    assert Event(hands, kinds, "left.aces == 1").chance() == Fraction(2, 3)
    assert Event(hands, kinds, "left.aces == 1", given="left.aces >= 1").chance() == Fraction(4, 5)


@pytest.mark.parametrize(
    "text",
    ["left.kings == 1", "middle.aces == 1", "left.aces ==", "__import__('os')", "left.aces ** 9", "[1]", "left", ""],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        Event({"left": 1}, {"aces": 1}, text).chance()


def test_cards_that_have_no_place_are_refused() -> None:
    with pytest.raises(Malformed, match="2 cards for 1 places"):
        list(falls({"left": 1}, {"aces": 2}))


@pytest.mark.parametrize("text", ["1/0", "x", "1 - ", "2 ** 9"])
def test_what_is_no_fraction_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        fraction(text)


def test_fractions_are_exact() -> None:
    assert fraction("1 - 1/2 * 1/3") == Fraction(5, 6)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1, 3), "2 to 1 against"), (Fraction(9, 11), "9 to 2 on"), (Fraction(1, 2), "even"),
        (Fraction(1), "certain"), (Fraction(0), "impossible"), (Fraction(100, 999), "about 8.99 to 1 against"),
    ],
)  # fmt: skip
def test_a_chance_is_said_as_odds(chance: Fraction, said: str) -> None:
    assert spoken(chance) == said
    assert odds_of(Fraction(3, 4)) == 3
