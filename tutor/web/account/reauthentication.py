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
from tutor.web.current_user import current_session
from tutor.web.forms import Form
from tutor.web.services import services

FIELD = "proof"
"""The field of the passphrase. The form that is sent again with it may have its own field `passphrase`."""
MINUTES = round(PROOF_LASTS.total_seconds() / 60)
_UNKEPT = frozenset(("csrf_token", FIELD, "passphrase", "old"))
"""Fields that the page does not send again: its own, and those that nobody should read in a page."""


def require_passphrase(who: Person, login: Login) -> tuple[str, int] | None:
    """Lets a form through if the passphrase was given lately or comes with it. Otherwise a page asks for it.

    The page holds the fields of the form, and sends them again. Somebody without a passphrase has to come from their
    learning platform again, which begins another session; the page shows what they typed. Raises `RateLimitExceeded`.
    """
    logins = services().classroom.logins
    if login.is_proved(logins.now):
        return None
    given = request.form.get(FIELD) if who.has_passphrase else None
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
        minutes=MINUTES,
        has_passphrase=who.has_passphrase,
    )
    return page, 403


def proves(form: Form, who: Person, field: str = "passphrase") -> bool:
    """Whether the current user proves by a form that it is them: by their passphrase, which it has in a field.

    Without a passphrase they must have come from their learning platform a short while ago, and the form has no such
    field. Raises `RateLimitExceeded`.
    """
    ask_for_proof(form, who, field)
    return verify_passphrase(who, form[field].data) if who.has_passphrase else is_proved()


def ask_for_proof(form: Form, who: Person, field: str = "passphrase") -> None:
    """Takes the passphrase out of a form for somebody who has none."""
    if not who.has_passphrase:
        form.remove(field)


def is_proved() -> bool:
    """Whether the current user proved a short while ago that it is them."""
    here = current_session()
    return here is not None and here.is_proved(services().classroom.logins.now)


def unproved(who: Person, otherwise: str) -> str:
    """What to say where somebody has not proved that it is them; `otherwise` if they have a passphrase."""
    return otherwise if who.has_passphrase else come_again()


def come_again() -> str:
    """What somebody without a passphrase has to do before a step that cannot be undone."""
    return gettext(
        "You have no passphrase here, so coming from your course is your proof. Open Love All from there again, and "
        "repeat this step within %(minutes)s minutes.",
        minutes=MINUTES,
    )
