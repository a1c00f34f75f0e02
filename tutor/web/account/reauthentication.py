"""Who has been logged in for a while gives the passphrase once more, before something that cannot be undone."""

from __future__ import annotations

from flask import render_template, request, session

from tutor.study.accounts.logins import PROOF_LASTS, Login
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.web.account.login_attempts import verify_passphrase
from tutor.web.account.security_events import note
from tutor.web.cookies import TOKEN
from tutor.web.services import services

FIELD = "proof"
"""The field of the passphrase: a form that is sent again with it may have a field `passphrase` of its own."""
_UNKEPT = frozenset(("csrf_token", FIELD, "passphrase", "old"))
"""What does not go through the page that asks: its own fields, and what nobody should read in a page."""


def require_passphrase(who: Person, login: Login) -> tuple[str, int] | None:
    """Lets a form through where the passphrase was given a short while ago, or comes with it; else a page asks for it.

    The page holds what the form held, and sends it again. Raises `TooOften`.
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
        refused="" if given is None else "That is not your passphrase. Check the spelling, and try again.",
        minutes=round(PROOF_LASTS.total_seconds() / 60),
    )
    return page, 403
