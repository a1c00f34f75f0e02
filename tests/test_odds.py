"""Chances against chances counted otherwise, and against the author’s own exact figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import kit
from tutor.analysis.odds import Agreement, Event, Odds, falls, fraction, odds_of, spoken
from tutor.errors import Malformed
from tutor.library.catalogue import load

ODDS = {one.id: one for file in load().odds.values() for one in file.odds}


@pytest.mark.parametrize("row", kit.table("odds.csv"), ids=lambda row: row["id"])
def test_every_chance_is_that_of_another_count(row: dict[str, str]) -> None:
    assert ODDS[row["id"]].chance == Fraction(row["exact"])


@pytest.mark.parametrize("odds", ODDS.values(), ids=lambda odds: odds.id)
def test_every_odds_has_a_chance_or_a_reason(odds: Odds) -> None:
    assert odds.chance is None or 0 <= odds.chance <= 1
    assert (odds.chance is None) == bool(odds.reckoning.undecidable)
    assert (odds.agreement is Agreement.CANNOT) == (odds.chance is None)
    for _, chance in odds.read_otherwise:
        assert chance is None or 0 <= chance <= 1


def test_the_authors_own_exact_figures_come_out() -> None:
    """Cælebs gives 32 to 25 for one or both of two cards, and that alone exactly (p. 25)."""
    assert ODDS["cae-odds-two-cards"].chance == Fraction(32, 57)
    assert ODDS["cae-odds-two-cards"].agreement is Agreement.RIGHT


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
