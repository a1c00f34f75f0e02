"""Live lessons for pupils: their screens follow the teacher’s, and they vote.

Screens ask every 0.6 s whether anything has changed, which costs half a millisecond, and are sent it if so. A
stream of events to each pupil would hold a thread of the server for the whole lesson. There are 4 in each of 2
processes: the ninth pupil, and every other page, would wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirection

from tutor.errors import Malformed
from tutor.quizzes.exercise import Grade
from tutor.study.classroom.live import LiveLesson, LiveState, Vote, VoteRefused
from tutor.study.classroom.live_work import RACE
from tutor.web import formatting, page_memory
from tutor.web.account.preferences import looks
from tutor.web.classroom import live_racing
from tutor.web.classroom.live import Chosen, answered, unless_known, values_of
from tutor.web.classroom.live_racing import races
from tutor.web.classroom.live_screen import LiveScreen, content_of, steps_in
from tutor.web.current_user import require_user
from tutor.web.services import services

blueprint = Blueprint("live", __name__, url_prefix="/live")

Page = str | Response | Redirection | tuple[str, int]


@blueprint.get("/<int:number>/")
def follow(number: int) -> Page:
    """The live lesson where it is now."""
    return _page(_found(number))


@blueprint.get("/<int:number>/part")
def part(number: int) -> Page:
    """The part of the page that changes; nothing while a screen has it. That costs one row."""
    me = require_user().id
    seen = services().classroom.live.state(me, number)
    if seen.kind == RACE:
        seen = races().seen_by(me, seen, number)
    return unless_known(seen.tag, lambda: _part(_found(number)))


@blueprint.post("/<int:number>/join")
def join(number: int) -> Page:
    """Takes part, and shows the lesson where it is now."""
    live, me = _found(number), require_user()
    if live.work.race:
        choose = live_racing.choose_partner if "partner" in request.form else live_racing.choose_name
        refused = "" if live.is_over else choose(live, me)
        if refused:
            return _answer(live, refused), 400
        return _answer(live) if "part" in request.form else _to(live)
    if not live.is_over:
        services().classroom.live.join(live, me.id, me.name)
    return Response(status=204) if "part" in request.form else _to(live)


@blueprint.post("/<int:number>/votes/<int:step>")
def vote(number: int, step: int) -> Page:
    """Saves a vote, or another in its place, while votes are taken at this step."""
    live, me = _found(number), require_user()
    try:
        if live.work.race:
            noted = live_racing.answer(live, step, me)
            if noted:
                return _answer(live, noted), 409
            return _answer(live) if "part" in request.form else _to(live)
        if step != live.step:
            raise VoteRefused
        given, grade = _marked(live, request.form.get("answer", ""))
        services().classroom.live.vote(live, step, me.id, given, grade, me.name)
    except VoteRefused:
        closed = gettext("This vote is closed, so your choice was not saved. This is where the lesson is now.")
        return _answer(_found(number), closed), 409
    except Malformed:
        return _answer(live, gettext("This cannot be chosen here. Choose one of the answers below.")), 400
    return _answer(live) if "part" in request.form else _to(live)


def _marked(live: LiveLesson, given: str) -> tuple[str, Grade]:
    """A vote and its mark. Raises `VoteRefused` where nothing is asked, and `Malformed`."""
    steps = steps_in(live)
    with content_of(live.work) as content:
        exercise = LiveScreen(live, steps, content).exercise
        if exercise is None:
            raise VoteRefused
        verdict = exercise.mark(given)
    if verdict.grade is Grade.TOLD:
        raise Malformed("answer", given, "it asks for the answer", "Choose one of the answers")
    return verdict.given.key, verdict.grade


def _found(number: int) -> LiveLesson:
    """A live lesson of one of the classes of the current user. Raises `Unknown`."""
    return services().classroom.live.of_learner(require_user().id, number)


def _to(live: LiveLesson) -> Redirection:
    return redirect(url_for("live.follow", number=live.id), 303)


def _answer(live: LiveLesson, refused: str = "") -> str:
    return _part(live, refused) if "part" in request.form else _page(live, refused)


def _page(live: LiveLesson, refused: str = "") -> str:
    return render_template(
        "classroom/live_follow.html",
        live=live,
        part=Markup(_part(live, refused)),  # noqa: S704
        own=_own_answers(live) if live.is_over else (),
        words=formatting,
    )


def _own_answers(live: LiveLesson) -> Sequence[tuple[str, Chosen]]:
    """The questions of a lesson that is over, each with what the current user chose, or their pair."""
    me = require_user().id
    votes = services().classroom.live.votes_of(live, races().key_of_sheet(live, me) if live.work.race else me)
    return [(one.prompt, chosen) for one in answered(live, votes) for chosen in one.chosen]


def _part(live: LiveLesson, refused: str = "") -> str:
    """What changes on the screen of a pupil. It is made once for all who see the same: a whole class asks at once."""
    if live.work.race:
        return live_racing.pupil_part(live, require_user(), refused)
    own = services().classroom.live.vote_of(live, require_user().id, live.step)
    memory: page_memory.PageMemory = current_app.extensions[page_memory.EXTENSION]
    shown_own = (own.given, own.grade) if own else None
    key = ("live", live, shown_own, refused, looks(), str(get_locale()), request.host)
    return memory.page(key, lambda: _rendered(live, own, refused))


def _rendered(live: LiveLesson, own: Vote | None, refused: str) -> str:
    lessons, steps = services().classroom.live, steps_in(live)
    with content_of(live.work) as content:
        screen = LiveScreen(live, steps, content)
        votes = lessons.votes(live, live.step) if screen.is_shown else []
        return render_template(
            "classroom/live_part.html",
            **values_of(screen),
            tag=LiveState(live.version, live.is_over).tag,
            votes=votes,
            tallied=screen.tallied(votes, ()),
            own=own,
            refused=refused,
            stage=False,
        )
