"""Who asks: the person and the session of this request, as they were found before the page."""

from __future__ import annotations

from flask import abort, g

from tutor.study.logins import Login
from tutor.study.people import Person


def person() -> Person | None:
    """Who asks, where people log in."""
    found: Person | None = g.get("person")
    return found


def login() -> Login | None:
    """The session of who asks."""
    found: Login | None = g.get("login")
    return found


def somebody() -> Person:
    """Who asks, on a page that is for those who have logged in."""
    found = person()
    if found is None:
        abort(403)
    return found
