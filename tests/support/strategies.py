"""Hands, deals and plays for hypothesis."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tutor.auction import Denomination
from tutor.cards import PACK, Hand
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import BySeat, Seat

seats = st.sampled_from(Seat)
denominations = st.sampled_from(Denomination)
trumps = denominations.map(lambda denomination: denomination.trumps)
randoms = st.integers(0, 2**32).map(Random)
packs = st.permutations(PACK)
hands = st.lists(st.sampled_from(PACK), max_size=13, unique=True).map(Hand.of)
full_hands = st.lists(st.sampled_from(PACK), min_size=13, max_size=13, unique=True).map(Hand.of)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    return Deal.shuffled(draw(randoms), draw(seats))


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A play of a random deal, stopped anywhere, by random lawful cards."""
    random = draw(randoms)
    play = Play.of(draw(deals()), draw(trumps))
    for _ in range(draw(st.integers(0, 52))):
        play = play.after(random.choice(list(play.lawful())))
    return play


@st.composite
def endings(draw: st.DrawFn, most: int = 3) -> Play:
    """A small ending, about to be led to."""
    size = draw(st.integers(1, most))
    cards = draw(st.permutations(PACK))[: 4 * size]
    held = BySeat(*(Hand.of(cards[start : start + size]) for start in range(0, 4 * size, size)))
    return Play.start(held, draw(trumps), draw(seats))
