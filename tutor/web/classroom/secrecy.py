"""What learners may not look up: assigned questions and deals that they have not answered, or whose results wait."""

from __future__ import annotations

from typing import NoReturn

from flask import Response, abort, render_template, url_for
from flask_babel import gettext
from markupsafe import Markup, escape

from tutor.errors import Malformed
from tutor.study.classroom.practice_secrets import PracticeSecrets
from tutor.study.classroom.secret_numbers import is_sealed_seed
from tutor.web.access import Access, current_access
from tutor.web.services import services


def is_for_teachers_eyes() -> bool:
    """Whether a teacher asks, who may see assigned questions at any address."""
    return services().has_classes and current_access() is Access.TEACHER


def check_question(item: str, number: int) -> None:
    """Refuses a question that is assigned to the current user."""
    assignment = secrets().questions.get((item, number))
    if assignment is not None:
        forbid_assigned(assignment)


def check_seed(seed: str) -> None:
    """Refuses a deal that is assigned to the current user. Raises `Malformed` for a number that is not allowed."""
    if is_sealed_seed(seed):
        raise Malformed("number of the deal", seed, "assigned deals have numbers of this form", "Choose another")
    assignment = secrets().seeds.get(seed)
    if assignment is not None:
        forbid_assigned(assignment)


def secrets() -> PracticeSecrets:
    """The questions and deals that the current user may not look up."""
    study = services().study
    return PracticeSecrets.of(services().classroom.assignments, study.learner, study.now)


def forbid_assigned(assignment: int) -> NoReturn:
    """Says that something is part of an assignment, with a link to it."""
    link = Markup('<a href="{}">{}</a>').format(
        url_for("assigned_work.show_assignment", number=assignment), gettext("your assignment")
    )
    message = escape(gettext("For now, you can see it only in %(assignment)s.")) % {"assignment": link}
    forbid(gettext("This is part of an assignment"), message)


def forbid(title: str, message: str | Markup) -> NoReturn:
    """Answers with a plain page that says why something cannot be done now."""
    abort(Response(render_template("error.html", title=title, message=message, status=403), 403))
