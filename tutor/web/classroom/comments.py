"""The comments of teachers on a learner’s answers."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.web import formatting
from tutor.web.current_user import require_user
from tutor.web.forms import sent_key
from tutor.web.practise.answer_history import answered_question
from tutor.web.services import services

blueprint = Blueprint("comments", __name__, url_prefix="/assignments")


@blueprint.get("/comments")
def index() -> str:
    """The comments, newest first, each with its question and the answer given, but without its result."""
    found = services().classroom.comments.of_learner(require_user().id)
    return render_template(
        "classroom/comments.html",
        remarks=[(commented, answered_question(commented.given)) for commented in found],
        last=max((commented.comment.id for commented in found), default=0),
        unseen=sum(commented.comment.seen_at is None for commented in found),
        words=formatting,
    )


@blueprint.post("/comments")
def see() -> Response:
    """Marks the comments on the page as seen."""
    last = sent_key(request.form.get("last", ""))
    if last is not None:
        services().classroom.comments.see(require_user().id, last)
    return redirect(url_for("comments.index"), 303)
