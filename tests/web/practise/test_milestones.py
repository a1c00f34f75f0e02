"""Deals won are milestones: at tables and in lessons, each counted once."""

from __future__ import annotations

from tutor.codes import code
from tutor.seats import Seat
from tutor.tables.match import Match, Strictness
from tutor.web.practise.milestones import MILESTONES, DealsWon, deals_won


def played_out(seed: str) -> Match:
    """A deal of whist with natural cards for everybody."""
    match = Match(code("whist-short-1859"), seed, Seat.WEST, Strictness.GUIDED)
    table = match.table
    while not table.is_over:
        table = table.after(table.lawful()[0])
    return match.after(table)


def test_a_deal_of_whist_is_won_with_seven_tricks() -> None:
    won = 0
    for number in range(12):
        match = played_out(f"won-{number}")
        assert match.table.play is not None
        ours = match.table.play.won[Seat.WEST.side]
        assert deals_won([match], {}).at_tables == (ours >= 7)
        won += ours >= 7
    assert 0 < won < 12, "some were won and some lost"


def test_a_deal_that_is_not_over_is_not_won() -> None:
    match = Match(code("whist-short-1859"), "begun", Seat.WEST, Strictness.GUIDED)
    assert deals_won([match], {}).total == 0


def test_the_milestones_are_reached_in_turn() -> None:
    assert (DealsWon(0, 0).reached, DealsWon(0, 0).following) == (None, 1)
    assert (DealsWon(3, 3).reached, DealsWon(3, 3).following) == (5, 10)
    assert (DealsWon(2000, 0).reached, DealsWon(2000, 0).following) == (MILESTONES[-1], None)
