"""Asks a user for the passphrase again before a step that cannot be undone, unless they gave it lately."""

from __future__ import annotations

from flask import render_template, request, session
from flask_babel import gettext

from tutor.study.accounts.logins import PROOF_LASTS, Login
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.web.account.login_attempts import verify_passphrase
from tutor.web.account.security_events import note
from tutor.web.cookies import TOKEN
from tutor.web.services import services

FIELD = "proof"
"""The field of the passphrase. The form that is sent again with it may have its own field `passphrase`."""
_UNKEPT = frozenset(("csrf_token", FIELD, "passphrase", "old"))
"""Fields that the page does not send again: its own, and those that nobody should read in a page."""


def require_passphrase(who: Person, login: Login) -> tuple[str, int] | None:
    """Lets a form through if the passphrase was given lately or comes with it. Otherwise a page asks for it.

    The page holds the fields of the form, and sends them again. Raises `RateLimitExceeded`.
    """
    logins = services().classroom.logins
    if login.is_proved(logins.now):
        return None
    given = request.form.get(FIELD)
    if given is not None and verify_passphrase(who, given):
        session[TOKEN] = logins.prove(login)
        note(EventKind.PROVED)
        return None
    page = render_template(
        "account/reauthentication.html",
        field=FIELD,
        action=request.full_path.rstrip("?"),
        kept=[(name, value) for name, value in request.form.items(multi=True) if name not in _UNKEPT],
        refused="" if given is None else gettext("This is not your passphrase. Check the spelling, and try again."),
        minutes=round(PROOF_LASTS.total_seconds() / 60),
    )
    return page, 403
