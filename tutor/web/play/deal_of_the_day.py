"""The deal of the day: a whist deal made from the date, the same for everybody. The learner leads."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from tutor.codes import code
from tutor.seats import Seat
from tutor.tables.match import Match, Strictness
from tutor.view import View
from tutor.web.play import playing
from tutor.web.services import services

blueprint = Blueprint("deal_of_the_day", __name__, url_prefix="/table")

CODE = "whist-short-1859"
LEADER = Seat.WEST
"""Y, on the dealer’s left, leads: the learner plays the first card of the deal."""


@lru_cache(4)
def match_of(day: date) -> Match:
    """The match whose first deal is the deal of a day."""
    return Match(code(CODE), f"day-{day.isoformat()}", LEADER, Strictness.GUIDED)


def day_of(match: Match) -> date | None:
    """The day whose deal a match begins with. None if it is another match."""
    name, _, day = match.seed.partition("-")
    with suppress(ValueError):
        found = date.fromisoformat(day)
        if name == "day" and match.code is match_of(found).code:
            return found
    return None


@lru_cache(4)
def view_of(day: date) -> View:
    """The leader’s view before the first card."""
    return match_of(day).table.view(LEADER)


@dataclass(frozen=True, slots=True)
class BegunDeal:
    """A learner’s deal of today: the number of its match, and whether it is over."""

    key: int
    is_over: bool


def begun() -> BegunDeal | None:
    """This learner’s deal of today. None before the first card."""
    matches = services().study.matches
    key = matches.latest_of(CODE, match_of(services().study.today).seed)
    match = matches.find(key) if key is not None else None
    return BegunDeal(key, len(match.records) > 1 or match.table.is_over) if key is not None and match else None


@blueprint.post("/today")
def play() -> Response | tuple[str, int]:
    """Begins the deal of today with the card that was sent, or resumes it."""
    deal = begun()
    key = deal.key if deal else services().study.matches.begin(match_of(services().study.today))
    if deal is None and "act" in request.form:
        return playing.act(key)
    return redirect(url_for("tables.table", key=key), 303)
