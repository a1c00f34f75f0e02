"""Asks a user for the passphrase again before a step that cannot be undone, unless they gave it lately."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from flask import render_template, request, session
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.study.accounts.logins import PROOF_LASTS, Login
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.web.account.login_attempts import verify_passphrase
from tutor.web.account.preferences import page_of_ours
from tutor.web.account.security_events import note
from tutor.web.cookies import TOKEN
from tutor.web.current_user import current_session
from tutor.web.forms import Form
from tutor.web.services import services

FIELD = "proof"
"""The field of the passphrase. The form that is sent again with it may have its own field `passphrase`."""
BACK = "proof-back"
"""The field of the page that “Cancel” leads to."""
MINUTES = round(PROOF_LASTS.total_seconds() / 60)
_UNKEPT = frozenset(("csrf_token", FIELD, BACK, "passphrase", "old"))
"""Fields that the page does not send again: its own, and those that nobody should read in a page."""


STEPS: Mapping[str, LazyString] = {
    "accounts.rename": lazy_gettext("You are about to change your names. You log in with one of them."),
    "teachers.remove": lazy_gettext("You are about to remove a teacher. This cannot be undone."),
    "classes.delete": lazy_gettext(
        "You are about to delete a class. You can undo it within %(days)s days.", days=CAN_BE_UNDONE.days
    ),
    "classes.hand_over": lazy_gettext("You are about to hand over a class. You will no longer see it."),
    "classes.add_co_teacher": lazy_gettext("You are about to give somebody access to a class."),
    "classes.invite": lazy_gettext("You are about to make invitations. They give somebody access to a class."),
    "classes.invitation_back": lazy_gettext(
        "You are about to make an invitation. It lets a learner choose a new passphrase."
    ),
    "lti.add": lazy_gettext("You are about to connect a learning platform. It can then log in its users."),
    "lti.connect_account": lazy_gettext("You are about to connect a course to your account. It can then log you in."),
    "lti.remove": lazy_gettext("You are about to remove a learning platform. Its users can then no longer log in."),
}
"""What each form does that asks for the passphrase, by its endpoint."""


def _page_before() -> str:
    """The page that the form was sent from, as far as the browser tells it; otherwise the home page.

    After a wrong passphrase that page is named by the form.
    """
    if BACK in request.form:
        return page_of_ours(request.form[BACK])
    before = urlsplit(request.referrer or "")
    return page_of_ours(before._replace(scheme="", netloc="").geturl()) if before.netloc == request.host else "/"


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
        step=STEPS[request.endpoint or ""],
        back_field=BACK,
        back=_page_before(),
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
