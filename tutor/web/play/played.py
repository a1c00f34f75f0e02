"""The page of a played deal: the result, the decisions, what mattered, double dummy, the four hands, and the steps.

A learner sees their own deals, wherever they were played. The teacher of a class sees those that were played for it
(`tutor/web/classroom/played_deals.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from flask import abort, render_template, url_for
from flask_babel import gettext, lazy_gettext, ngettext
from flask_babel.speaklater import LazyString

from tutor.analysis.hindsight import PlayedCard
from tutor.citations import SOURCES
from tutor.seats import Seat
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.shown_travellers import name_of_day, name_of_work
from tutor.tables import notices
from tutor.tables.match import Match
from tutor.tables.played_deal import Origin, PlayedDeal
from tutor.tables.table import Table
from tutor.web import formatting
from tutor.web.classroom.secrecy import forbid
from tutor.web.play.comparing import comparison
from tutor.web.play.deal_of_the_day import day_of
from tutor.web.play.ended import end_of
from tutor.web.play.room import blueprint
from tutor.web.play.seats_shown import places, seats_shown, trick_shown
from tutor.web.services import services

WHERE: Mapping[Origin, LazyString] = {
    Origin.TABLE: lazy_gettext("Practice table"),
    Origin.DAY: lazy_gettext("Deal of the day"),
    Origin.ASSIGNMENT: lazy_gettext("Assignment"),
    Origin.HOMEWORK: lazy_gettext("Homework"),
    Origin.BOARDS: lazy_gettext("Imported boards"),
    Origin.SHARED: lazy_gettext("Shared table"),
    Origin.AUTHOR: lazy_gettext("The author’s rules"),
    Origin.BOOK: lazy_gettext("The book"),
}


@dataclass(frozen=True)
class DealPlace:
    """A deal of a match that is over, where its pages are for who reads them, and whether these may judge it.

    `who` is the player where a teacher reads. The pages are in a `room`, with `values` in their addresses.
    """

    learner: int
    begun_at: datetime
    match: Match
    number: int
    table: Table
    room: str
    values: Mapping[str, Any]
    back: tuple[str, str]
    may_tell: bool
    assignment: Assignment | None = None
    who: str = ""

    @property
    def url(self) -> str:
        return url_for(f"{self.room}.played", **self.values)

    def step_url(self, step: int) -> str:
        return url_for(f"{self.room}.again", step=step, **self.values)

    @property
    def has_number(self) -> bool:
        """Whether the reader may play the same deal again by its number."""
        return self.room == "tables" and self.assignment is None

    @property
    def seat(self) -> Seat:
        return self.match.deal_seat(self.number)

    @property
    def origin(self) -> Origin:
        if self.assignment is not None:
            return Origin.HOMEWORK if self.assignment.class_id is None else Origin.ASSIGNMENT
        if self.room == "together":
            return Origin.SHARED
        return Origin.TABLE if day_of(self.match) is None else Origin.DAY

    @property
    def where(self) -> str:
        """Where it was played: `Assignment: A hand of whist`, `Practice table, deal 2`."""
        name = str(WHERE[self.origin])
        if self.assignment is not None:
            return f"{name}: {self.assignment.title}"
        if self.origin is Origin.DAY and self.number == 1:
            return name
        return gettext("%(where)s, deal %(number)s", where=name, number=self.number)

    @cached_property
    def played(self) -> PlayedDeal:
        at_table = f"{self.values['key']}/{self.number}"
        return PlayedDeal(at_table, self.table, self.seat, self.who, self.learner, self.begun_at, self.origin)


def finished_deals(match: Match) -> Mapping[int, PlayedDeal]:
    """The deals of a match that are over, by number from 1."""
    return {
        number: PlayedDeal("", table, match.deal_seat(number))
        for number, table in enumerate(match.tables(), start=1)
        if table.is_over
    }


def finished_table(match: Match, number: int) -> Table:
    """The deal of a number, from 1, if it is over; anything else is not found."""
    table = dict(enumerate(match.tables(), start=1)).get(number)
    if table is None or not table.is_over:
        abort(404)
    return table


# ---- a learner’s own ---------------------------------------------------------------------------------------------


def own_deal(key: int, number: int) -> DealPlace:
    """A deal that the learner of this request has played to its end; anything else is not found."""
    study = services().study
    kept = study.matches.kept(key)
    match = kept.match if kept else None
    if kept is None or match is None:
        abort(404)
    table = finished_table(match, number)
    assignment = None
    if kept.saved.assignment is not None:
        assignment = services().classroom.assignments.find(kept.saved.assignment)
        back = url_for("assigned_work.show_assignment", number=assignment.id), gettext("Back to your work")
    else:
        back = url_for("tables.table", key=key), gettext("Back to the table")
    may_tell = assignment is None or assignment.shows_results(study.now)
    values = {"key": key, "number": number}
    place = kept.learner, kept.begun_at, match, number, table, "tables"
    return DealPlace(*place, values, back, may_tell, assignment)


@blueprint.get("/<int:key>/deals/<int:number>")
def played(key: int, number: int) -> str:
    """A deal that was played: what came of it, and why."""
    place = own_deal(key, number)
    return page_of_deal(place, list(_travellers(place)))


def _travellers(place: DealPlace) -> Iterator[tuple[str, str]]:
    """The travellers of a deal that the teachers of the learner show, with their labels."""
    found, parts = place.assignment, services()
    if not parts.has_classes or not place.may_tell or place.number > 1:
        return
    shown, day = parts.classroom.shown_travellers, day_of(place.match)
    if found is not None and found.class_id is not None:
        if found.class_id in shown.classes_shown(parts.study.learner, name_of_work(found.id)):
            yield gettext("Traveller"), url_for("travellers.shown_of_assignment", number=found.id)
    elif found is None and day is not None and shown.classes_shown(parts.study.learner, name_of_day(day)):
        yield gettext("Traveller"), url_for("travellers.shown_of_day", day=day.isoformat())


@blueprint.get("/<int:key>/deals/<int:number>/<int:step>")
def again(key: int, number: int, step: int) -> str:
    """The same step by step with all hands open, and the cost of each card in hindsight."""
    return step_of_deal(own_deal(key, number), step)


# ---- the pages, for whoever may read them -------------------------------------------------------------------------


def page_of_deal(place: DealPlace, doors: Sequence[tuple[str, str]] = ()) -> str:
    """The page of a deal; `doors` are the labels and addresses of further links."""
    table, source = place.table, SOURCES.get(place.match.code.source)
    return render_template(
        "play/played.html",
        place=place,
        played=place.played,
        match=place.match,
        table=table,
        seat=place.seat,
        places=places(place.seat),
        what_is_played=notices.what_is_played(table),
        author=source.author if source else gettext("The author"),
        double_dummy=_double_dummy_words(place) if place.may_tell else "",
        offences=list(notices.offences(table)),
        revokes=list(notices.revokes(table, place.seat)),
        words=formatting,
        doors=doors,
        who=place.who,
        on_own_page=True,
        **end_of(table, place.seat, may_tell=place.may_tell, who=place.who),
    )


def _double_dummy_words(place: DealPlace) -> str:
    """What the deal brings with all hands open, in a sentence. Empty where no solver knows the game."""
    played, best = place.played, place.played.double_dummy
    if best is None or played.tricks is None:
        return ""
    if played.declaration is None:
        side = place.table.seat_now(place.seat).side.label
    else:
        side = played.declaration.by.side.label
    return best_play_words(best, side)


def best_play_words(best: int, side: str) -> str:
    """How many tricks a side takes with all hands open, in a sentence."""
    return ngettext(
        "With all hands open and best play by everybody, %(side)s take %(num)s trick.",
        "With all hands open and best play by everybody, %(side)s take %(num)s tricks.",
        best,
        side=side,
    )


def step_of_deal(place: DealPlace, step: int) -> str:
    """A step of a deal, with all hands open."""
    table = place.table
    if step > len(table.acts):
        abort(404)
    if not place.may_tell:
        forbid(
            gettext("The results are not shown yet"),
            gettext("You can replay the deal once your teacher shows the results."),
        )
    stands = [before for before, _ in table.moments()]
    here = stands[step] if step < len(stands) else table
    return render_template(
        "play/table_again.html",
        place=place,
        match=place.match,
        number=place.number,
        step=step,
        last=len(table.acts),
        table=here,
        seats=seats_shown(place.match, here),
        places=places(place.match.seat_at(here)),
        trick=trick_shown(here),
        cost=_cost(table, step),
        comparison=comparison(here),
        offences=list(notices.offences(here)),
        revokes=list(notices.revokes(here, place.match.seat_at(here))),
        turned_up=notices.turned_up(here),
        what_is_played=notices.what_is_played(here),
        words=formatting,
    )


def _cost(table: Table, step: int) -> PlayedCard | None:
    """The cost of the card of a step in hindsight. None for a call, or if no solver knows the game."""
    if table.play is None or not table.is_solvable:
        return None
    cards = services().hindsights.of(table.play).cards
    number = step - (len(table.acts) - len(cards))
    return cards[number - 1] if number > 0 else None
