"""Hindsight, against a search of every line of play that shares nothing with the solver, and against the book."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from hypothesis import given, settings

from tests.support.strategies import endings, plays
from tutor.analysis.double_dummy import tricks_by_card, tricks_by_denomination
from tutor.auction import Denomination
from tutor.cards import Card
from tutor.deal import Deal
from tutor.library.catalogue import load
from tutor.play import Play
from tutor.seats import Side


@cache
def tricks_of_ns(play: Play) -> int:
    """The tricks of AB from here to the end of an ending, both sides playing perfectly."""
    if not any(play.hands):
        return 0
    outcomes = [_after(play, card) for card in play.lawful()]
    return max(outcomes) if play.to_play.side is Side.NS else min(outcomes)


def _after(play: Play, card: Card) -> int:
    following = play.after(card)
    return following.won.ns - play.won.ns + tricks_of_ns(following)


@pytest.mark.slow
@given(endings(most=3))
@settings(max_examples=60, deadline=None)
def test_every_card_of_an_ending_brings_what_a_full_search_finds(play: Play) -> None:
    size = len(play.hands.south)
    for at in (play, play.after(next(iter(play.lawful())))):
        found = tricks_by_card(at)
        assert set(found) == set(at.lawful())
        for card, tricks in found.items():
            ours = _after(at, card) if at.to_play.side is Side.NS else size - _after(at, card)
            assert tricks == ours


@given(plays())
@settings(max_examples=30, deadline=None)
def test_the_sides_share_the_tricks_that_are_left(play: Play) -> None:
    if play.is_over:
        return
    found = tricks_by_card(play)
    assert set(found) == set(play.lawful())
    assert all(0 <= tricks <= 13 - len(play.tricks) for tricks in found.values())


@pytest.mark.parametrize(
    ("pbn", "denomination", "tricks"),
    [
        # Hellespont’s second average deal (p. 62): A’s hearts “must make at least three by cards”.
        ("S:94.AKQ862.J753.T Q83.J95.AKT2.764 JT75.4.86.AKQ932 AK62.T73.Q94.J85", Denomination.HEARTS, 9),
    ],
)
def test_a_deal_that_the_book_reckons_through(pbn: str, denomination: Denomination, tricks: int) -> None:
    assert tricks_by_denomination(Deal.parse(pbn))[denomination] >= tricks


def test_two_threads_may_ask_at_once() -> None:
    positions = [game.plays[number] for game in load().games.values() for number in (1, 9, 18)]
    tricks_by_card.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(tricks_by_card, positions))
    tricks_by_card.cache_clear()
    assert together == [tricks_by_card(position) for position in positions]
