"""Deals that were played for a class, as its teacher sees them."""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from flask_babel import gettext

from tutor.web.classroom.classes import class_of, member_of
from tutor.web.classroom.gradebook import assignment_of, name_of
from tutor.web.play.played import DealPlace, finished_table, page_of_deal, step_of_deal
from tutor.web.services import services

blueprint = Blueprint("played_deals", __name__, url_prefix="/classes/<int:class_id>/deals")


def _place(class_id: int, key: int, number: int) -> DealPlace:
    """A deal that a member played to its end for an assignment of the teacher’s class. Any other is not found."""
    found = class_of(class_id)
    kept = services().classroom.played_matches.for_class(found.id, key)
    match, member = kept.match, member_of(found, kept.learner)
    if match is None or kept.saved.assignment is None:
        abort(404)
    back = url_for("gradebook.grid", class_id=class_id), gettext("Results of %(name)s", name=found.name)
    return DealPlace(
        kept.learner,
        kept.begun_at,
        match,
        number,
        finished_table(match, number),
        "played_deals",
        {"class_id": class_id, "key": key, "number": number},
        back,
        may_tell=True,
        assignment=assignment_of(found, kept.saved.assignment),
        who=name_of(member.person),
    )


@blueprint.get("/<int:key>/<int:number>")
def played(class_id: int, key: int, number: int) -> str:
    """A deal that a learner played for the class. Nothing on it can be changed."""
    place = _place(class_id, key, number)
    assert place.assignment is not None  # noqa: S101 - only assigned deals are found
    answers = url_for("gradebook.answers", class_id=class_id, assignment_id=place.assignment.id, learner=place.learner)
    compared = url_for("travellers.of_assignment", class_id=class_id, number=place.assignment.id)
    return page_of_deal(place, [(gettext("Traveller"), compared), (gettext("Answers and comments"), answers)])


@blueprint.get("/<int:key>/<int:number>/<int:step>")
def again(class_id: int, key: int, number: int, step: int) -> str:
    """The same step by step."""
    return step_of_deal(_place(class_id, key, number), step)
