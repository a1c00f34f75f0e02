"""What learners may not look up, asked by every page and file that could tell: the rule is in `work_secrets`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NoReturn

from flask import Response, abort, g, render_template, url_for
from flask_babel import gettext
from markupsafe import Markup, escape

from tutor.deal import Deal
from tutor.errors import FaultyContent, Malformed, Unknown
from tutor.library.deals import Problem
from tutor.library.games import Game
from tutor.library.lessons import Lesson
from tutor.quizzes.reference import ExerciseRef
from tutor.study.classroom.secret_numbers import is_sealed_seed
from tutor.study.classroom.work_secrets import AskedIn, WorkSecrets
from tutor.web.access import Access, current_access
from tutor.web.classroom.authored_content import shelf
from tutor.web.services import services


def is_for_teachers_eyes() -> bool:
    """Whether a teacher asks, who may see assigned questions at any address."""
    return services().has_classes and current_access() is Access.TEACHER


def check_question(ref: ExerciseRef, onward: str = "") -> None:
    """Refuses a question that the work of the current user asks. `onward` is the address of another."""
    asked = secrets().of_question(ref)
    if asked is not None:
        forbid_asked(asked, onward)


def check_game(game: Game) -> None:
    """Refuses what tells the decisions or the deal of a game, while the work of the current user asks them."""
    asked = secrets().of_decisions(game)
    if asked is not None:
        forbid_asked(asked)
    check_deal(game.deal)


def tells_of_work(where: str) -> bool:
    """Whether a list leaves out what it says of a game, a deal or an ending, because the user’s work asks it."""
    return secrets().of_name(where) is not None


def check_lesson(lesson: Lesson) -> None:
    """Refuses a lesson that plays or shows what other work of the current user asks."""
    asked = secrets().of_deals_in(lesson)
    if asked is not None:
        forbid_asked(asked)


def check_ending(problem: Problem) -> None:
    """Refuses an ending that a lesson asks the current user to play."""
    asked = secrets().of_hands(problem.hands)
    if asked is not None:
        forbid_asked(asked)


def check_deal(deal: Deal) -> None:
    """Refuses the four hands of a deal that the current user is to play."""
    asked = secrets().of_deal(deal)
    if asked is not None:
        forbid_asked(asked)


def check_seed(seed: str) -> None:
    """Refuses a deal that is assigned to the current user. Raises `Malformed` for a number that is not allowed."""
    if is_sealed_seed(seed):
        raise Malformed("number of the deal", seed, "assigned deals have numbers of this form", "Choose another")
    asked = secrets().of_seed(seed)
    if asked is not None:
        forbid_asked(asked)


def secrets() -> WorkSecrets:
    """What the current user may not look up. It is found once for each request."""
    study = services().study
    found: tuple[int, WorkSecrets] | None = g.get("work_secrets")
    if found is None or found[0] != study.learner:
        g.work_secrets = found = study.learner, _secrets_of(study.learner)
    return found[1]


def _secrets_of(learner: int) -> WorkSecrets:
    room, now, content = services().classroom, services().study.now, shelf()
    found = WorkSecrets(content)
    if is_for_teachers_eyes():
        return found
    everything = room.assignments.all_of_learner(learner)
    work = [one for one in everything if one.accepts_work(now) or not one.secret]  # the rest hides nothing
    given = room.assignments.answers_without_scores(learner, [one.id for one in work])
    tables = room.assignments.tables_of_learner(learner) if any(not one.secret for one in work) else {}
    for assignment in work:
        answers = given.get(assignment.id, ())
        if not assignment.secret:
            found.add_unsealed(assignment, learner, answers, tables.get(assignment.id, 0), now)
        with suppress(Unknown, FaultyContent):  # what is no longer there has nothing to hide
            found.add_work(assignment, answers, now)
    for live in room.live.running_for(learner) if services().has_classes else ():
        with suppress(Unknown, FaultyContent):
            found.add_live(live, replace(content, learner=live.work.by), now)
    return found


def forbid_asked(asked: AskedIn, onward: str = "") -> NoReturn:
    """Says that something is part of the user’s work, with a link to it and to the address `onward`."""
    if asked.is_live:
        url, title = url_for("live.follow", number=asked.number), gettext("This is part of a live lesson")
        message = _with_link(gettext("For now, you can see it only in %(place)s."), url, gettext("the live lesson"))
    else:
        url = url_for("assigned_work.show_assignment", number=asked.number)
        title = gettext("This is part of an assignment")
        message = _with_link(gettext("For now, you can see it only in %(place)s."), url, gettext("your assignment"))
    if onward:
        message += Markup(" ") + _with_link("%(place)s", onward, gettext("Go on with another question."))
    forbid(title, message)


def _with_link(text: str, url: str, words: str) -> Markup:
    return escape(text) % {"place": Markup('<a href="{}">{}</a>').format(url, words)}


def forbid(title: str, message: str | Markup) -> NoReturn:
    """Answers with a plain page that says why something cannot be done now."""
    abort(Response(render_template("error.html", title=title, message=message, status=403), 403))
