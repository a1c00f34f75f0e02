"""Who asks: the person and the session of this request, as they were found before the page."""

from __future__ import annotations

from flask import abort, g

from tutor.study.accounts.logins import Login
from tutor.study.accounts.people import Person


def current_user() -> Person | None:
    """Who asks, where people log in."""
    found: Person | None = g.get("person")
    return found


def current_session() -> Login | None:
    """The session of who asks."""
    found: Login | None = g.get("login")
    return found


def require_user() -> Person:
    """Who asks, on a page that is for those who have logged in."""
    found = current_user()
    if found is None:
        abort(403)
    return found
