"""Calls made by hand, and what was said in them."""

from __future__ import annotations

from hypothesis import strategies as st

from tutor.auction import Call, Calling
from tutor.codes import Code
from tutor.seats import Seat


def spoken(code: Code, calling: Calling) -> list[str]:
    """What was said, a line each: `Y to Z: May I play?`."""
    return [
        f"{said.seat.label}{'' if said.to is None else f' to {said.to.label}'}: {said.words}"
        for said in code.utterances(calling)
    ]


def say(code: Code, dealer: str, *calls: tuple[str, Call]) -> Calling:
    """The calling of calls made by the players of those letters, each of them lawful."""
    calling = Calling(Seat.labelled(dealer))
    for label, call in calls:
        calling = code.say(calling, Seat.labelled(label), call)
    return calling


def calls_in_turn(code: Code, data: st.DataObject, dealer: Seat, most: int = 12) -> Calling:
    """A calling to its end: any calls in turn, after `most` of them the first that is open (a pass, where it is)."""
    calling = Calling(dealer)
    while (turn := code.turn(calling)) is not None:
        call = data.draw(st.sampled_from(turn.calls)) if len(calling) < most else turn.calls[0]
        calling = code.say(calling, turn.seat, call)
    return calling
