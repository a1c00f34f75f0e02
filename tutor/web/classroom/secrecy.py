"""What a learner may not look up: questions and deals that are assigned to him, and not answered or not shown yet."""

from __future__ import annotations

from typing import NoReturn

from flask import Response, abort, render_template, url_for
from markupsafe import Markup

from tutor.errors import Malformed
from tutor.study.classroom.practice_secrets import PracticeSecrets
from tutor.study.classroom.secret_numbers import is_sealed_seed
from tutor.web.access import Access, current_access
from tutor.web.services import services


def is_for_teachers_eyes() -> bool:
    """Whether a teacher asks, who may see assigned questions at any address."""
    return services().has_classes and current_access() is Access.TEACHER


def check_question(item: str, number: int) -> None:
    """Turns away who asks for a question that is assigned to him."""
    assignment = secrets().questions.get((item, number))
    if assignment is not None:
        forbid_assigned(assignment)


def check_seed(seed: str) -> None:
    """Turns away who would deal what is assigned to him. Raises `Malformed` for a seed that practice does not take."""
    if is_sealed_seed(seed):
        raise Malformed("number of the deal", seed, "assigned deals have numbers of this form", "Choose another")
    assignment = secrets().seeds.get(seed)
    if assignment is not None:
        forbid_assigned(assignment)


def secrets() -> PracticeSecrets:
    """What the current user may not look up."""
    study = services().study
    return PracticeSecrets.of(services().classroom.assignments, study.learner, study.now)


def forbid_assigned(assignment: int) -> NoReturn:
    """Says that something is part of an assignment, and where that is."""
    link = Markup('<a href="{}">your assignment</a>').format(
        url_for("assigned_work.show_assignment", number=assignment)
    )
    forbid("This is part of an assignment", Markup("You can see it only in {} for now.").format(link))


def forbid(title: str, message: str | Markup) -> NoReturn:
    """Answers with a plain page that says why something cannot be done now."""
    abort(Response(render_template("error.html", title=title, message=message, status=403), 403))
