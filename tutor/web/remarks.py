"""What teachers wrote beneath a learner’s answers."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.web import words
from tutor.web.parts import parts
from tutor.web.present import somebody
from tutor.web.recalled import recalled

blueprint = Blueprint("remarks", __name__, url_prefix="/assignments")


@blueprint.get("/remarks")
def index() -> str:
    """The remarks, the newest first, each with its question and the answer given; what that was worth is not told."""
    found = parts().classroom.comments.of_learner(somebody().id)
    return render_template(
        "remarks.html",
        remarks=[(one, recalled(one.given)) for one in found],
        last=max((one.comment.id for one in found), default=0),
        unseen=sum(one.comment.seen_at is None for one in found),
        words=words,
    )


@blueprint.post("/remarks")
def see() -> Response:
    """Marks as seen what the page showed."""
    last = request.form.get("last", "")
    if last.isdecimal() and len(last) < 10:
        parts().classroom.comments.see(somebody().id, int(last))
    return redirect(url_for("remarks.index"), 303)
