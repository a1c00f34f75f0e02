"""Positions that the solver cannot take are refused before it, which would write them into the working directory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tutor.analysis.double_dummy import Unsolvable, most_tricks, tricks_by_card, tricks_of_each
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import Seat

PLAY = Play.of(Deal.shuffled(Random(0), Seat.SOUTH), None)


def over() -> Play:
    play = PLAY
    while not play.is_over:
        play = play.after(next(iter(play.lawful())))
    return play


def unequal() -> Play:
    north = PLAY.hands.north
    return replace(PLAY, hands=replace(PLAY.hands, north=north.without(next(iter(north)))))


def doubled() -> Play:
    return replace(PLAY, hands=replace(PLAY.hands, north=PLAY.hands.south))


@pytest.mark.parametrize(
    ("position", "says"),
    [(over, "the play is over"), (unequal, "have different numbers of cards"), (doubled, "a card appears twice")],
)
def test_what_the_solver_cannot_take_is_refused_and_nothing_is_written(
    position: Callable[[], Play], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play = position()
    for ask in (tricks_by_card, lambda play: tricks_of_each([play]), lambda play: most_tricks([PLAY, play])):
        with pytest.raises(Unsolvable, match=says):
            ask(play)
    assert not list(tmp_path.iterdir())


def test_a_position_within_a_trick_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play = PLAY.after(next(iter(PLAY.lawful())))
    assert set(tricks_by_card(play)) == set(play.lawful())
    assert not list(tmp_path.iterdir())
