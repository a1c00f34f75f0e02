"""Who may see and do what: one table, asked before every page. What does not stand in it is nobody’s."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from flask import abort, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from tutor.study.people import Person
from tutor.web.parts import parts, serve_to

PERSON, EPOCH = "person", "epoch"


class Access(IntEnum):
    """How far somebody is let in; each is let in wherever those below are."""

    VISITOR = 0
    LEARNER = 1
    TEACHER = 2


ROOMS: Mapping[str, Access] = {
    "accounts": Access.VISITOR,
    "settings": Access.VISITOR,
    "diagrams": Access.VISITOR,
    "embedding": Access.VISITOR,
    "kept": Access.VISITOR,
    "static": Access.VISITOR,
    **dict.fromkeys(
        (
            "home", "lessons", "library", "games", "hindsight", "masters", "maxims", "glossary", "deals", "lists",
            "practice", "exercises", "review", "rulings", "laws", "tables", "exports", "taking", "printing",
            "work", "remarks", "homework",
        ),
        Access.LEARNER,
    ),
    "assignments": Access.TEACHER,
    "authoring": Access.TEACHER,
    "brought": Access.TEACHER,
    "classes": Access.TEACHER,
    "following": Access.TEACHER,
    "reports": Access.TEACHER,
    "results": Access.TEACHER,
    "slips": Access.TEACHER,
    "teachers": Access.TEACHER,
}  # fmt: skip
"""By room (blueprint)."""

PAGES: Mapping[str, Access] = {
    "accounts.yours": Access.LEARNER,
    "accounts.change_passphrase": Access.LEARNER,
    "accounts.log_out": Access.LEARNER,
    "accounts.rename": Access.LEARNER,
    "kept.take": Access.LEARNER,
    "kept.delete": Access.LEARNER,
    "reports.ask": Access.LEARNER,
    "reports.send": Access.LEARNER,
    "reports.thanks": Access.LEARNER,
}
"""By page (endpoint), where it differs from its room."""

OF_CLASSES = frozenset(("accounts", "assignments", "classes", "following", "remarks", "results", "slips", "teachers"))
"""The rooms that are there in a classroom only."""


def access_to(endpoint: str) -> Access | None:
    """How far somebody must be let in for a page; None for what is nobody’s."""
    return PAGES.get(endpoint, ROOMS.get(endpoint.partition(".")[0]))


def person() -> Person | None:
    """Who asks, where people log in."""
    found: Person | None = g.get("person")
    return found


def somebody() -> Person:
    """Who asks, on a page that is for those who have logged in."""
    found = person()
    if found is None:
        abort(403)
    return found


def let_in() -> Response | None:
    """Lets the request through, or sends it to the door."""
    endpoint = request.endpoint
    if endpoint is None:
        return None  # no such page, which is told to anybody
    room = endpoint.partition(".")[0]
    wanted = access_to(endpoint)
    if wanted is None:
        abort(404)
    if not parts().has_classes:
        if room in OF_CLASSES:
            abort(404)
        return None
    g.person = _who_has_logged_in()
    if g.person is not None:
        serve_to(g.person.id)
    if held() >= wanted:
        return None
    if g.person is not None:
        abort(403)
    back = request.full_path if request.method == "GET" else None
    return redirect(url_for("accounts.log_in", back=back))


def held() -> Access:
    """How far who asks is let in."""
    found = person()
    if found is None:
        return Access.VISITOR if parts().has_classes else Access.TEACHER
    return Access.TEACHER if found.teaches else Access.LEARNER


def begin_session(who: Person) -> None:
    """Somebody has logged in: nothing of a session before is kept but how the pages look."""
    pack = session.get("pack")
    session.clear()
    session.permanent = True
    session[PERSON], session[EPOCH] = who.id, who.epoch
    if pack:
        session["pack"] = pack


def end_session() -> None:
    """Somebody has logged out."""
    session.clear()


def _who_has_logged_in() -> Person | None:
    key = session.get(PERSON)
    found = parts().classroom.people.person(key) if isinstance(key, int) else None
    return found if found and found.epoch == session.get(EPOCH) else None


def who_asks() -> dict[str, object]:
    """What every template knows of who asks."""
    return {"you": person(), "has_classes": parts().has_classes, "teaches": held() is Access.TEACHER}
