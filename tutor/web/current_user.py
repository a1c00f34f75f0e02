"""The current user: the person and the session of this request, found before the view runs."""

from __future__ import annotations

from flask import abort, g

from tutor.study.accounts.logins import Login
from tutor.study.accounts.people import Person


def current_user() -> Person | None:
    """The current user, if people log in."""
    found: Person | None = g.get("person")
    return found


def current_session() -> Login | None:
    """The session of the current user."""
    found: Login | None = g.get("login")
    return found


def require_user() -> Person:
    """The current user, on a page for people who have logged in."""
    found = current_user()
    if found is None:
        abort(403)
    return found
