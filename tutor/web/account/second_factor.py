"""Two-step log-in for teachers: after the passphrase, a code from an app on the phone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from flask import Blueprint, redirect, render_template, session, url_for
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response

from tutor.quizzes.wording import sentence
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.storage.rate_limits import RateLimitExceeded
from tutor.web.access import begin_session, is_shared_computer
from tutor.web.account.login_attempts import accepts_code
from tutor.web.account.preferences import page_of_ours
from tutor.web.account.reauthentication import ask_for_proof, proves, unproved
from tutor.web.account.security_events import note
from tutor.web.classroom.classes import square
from tutor.web.current_user import require_user
from tutor.web.forms import Form, PassphraseField, TextField
from tutor.web.services import services

blueprint = Blueprint("second_factor", __name__)

Page = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]
HALF_WAY = "half_way"
HALF_WAY_LASTS = timedelta(minutes=5)
"""How long after the passphrase the code may be given."""


def code_field(label: str | LazyString, **attributes: Any) -> Any:
    """A field for a one-time code."""
    fixed = {"autocomplete": "one-time-code", "inputmode": "numeric", "maxlength": 20, "spellcheck": "false"}
    return TextField(label, default="", render_kw={**fixed, "required": True, **attributes})


# ---- the second step of logging in --------------------------------------------------------------------------------


class CodeForm(Form):
    """The code after the passphrase."""

    code = code_field(lazy_gettext("The 6 digits that the app shows"), autofocus=True)


def admit(who: Person, back: str, device: str = "") -> Response:
    """Begins the session of somebody whose passphrase was right. A teacher who has set it up enters a code first.

    Until then nobody is logged in: the cookie says only that the passphrase was right a short while ago.
    """
    shared = is_shared_computer(who, device)
    if is_asked_for(who):
        until = services().classroom.logins.now + HALF_WAY_LASTS
        session[HALF_WAY] = [who.id, who.session_version, until.isoformat(), back, shared]
        return redirect(url_for("second_factor.ask"))
    begin_session(who, is_shared=shared)
    note(EventKind.LOGGED_IN, by=who.id)
    return redirect(page_of_ours(back))


def is_asked_for(who: Person) -> bool:
    """Whether somebody needs a code to log in."""
    return who.teaches and services().classroom.second_factors.is_on(who.id)


@blueprint.get("/log-in/code")
def ask() -> Page:
    """Asks for the code of somebody whose passphrase was right."""
    return _ask(CodeForm()) if _half_way() else redirect(url_for("accounts.log_in"))


@blueprint.post("/log-in/code")
def check() -> Page:
    """Logs somebody in whose code is right too."""
    found = _half_way()
    if found is None:
        return redirect(url_for("accounts.log_in", late=1))
    (who, back, shared), form = found, CodeForm()
    try:
        if not accepts_code(who, form.code.data):
            form.refuse("code", gettext("This code is wrong or was used before. Wait for the next one in your app."))
            return _ask(form), 400
    except RateLimitExceeded as error:
        form.refuse("code", gettext("%(error)s Your code was not checked.", error=sentence(str(error))))
        return _ask(form), 429, error.headers
    begin_session(who, is_shared=shared)
    note(EventKind.LOGGED_IN, by=who.id, detail="in two steps")
    return redirect(page_of_ours(back))


def _ask(form: CodeForm) -> str:
    return render_template("account/log_in_code.html", form=form)


def _half_way() -> tuple[Person, str, bool] | None:
    """Whose passphrase was right in this browser a short while ago, and where they wanted to go."""
    kept = session.get(HALF_WAY)
    if not isinstance(kept, list) or len(kept) != 5:
        return None
    key, session_version, until, back, shared = kept
    left = datetime.fromisoformat(until) - services().classroom.logins.now
    who = services().classroom.people.person(key)
    if who is None or who.session_version != session_version or not timedelta(0) < left <= HALF_WAY_LASTS:
        session.pop(HALF_WAY, None)
        return None
    return who, back, shared is True


# ---- set-up ------------------------------------------------------------------------------------------------------


class SetUpForm(Form):
    """The passphrase of the teacher who sets it up."""

    passphrase = PassphraseField()


class ConfirmForm(Form):
    """The first code."""

    code = code_field(lazy_gettext("Enter the 6 digits that the app shows"))


class TurnOffForm(Form):
    """What turns it off."""

    passphrase = PassphraseField()
    code = code_field(lazy_gettext("A code from your app, or a recovery code"), inputmode="text")


@blueprint.get("/account/two-step")
def index() -> Page:
    """Shows whether it is on. During set-up, shows the key for the app."""
    return _index(_form())


def _form() -> Form:
    """The form for the current user, which depends on how far it is set up."""
    who, factors = require_user(), services().classroom.second_factors
    if factors.is_on(who.id):
        return TurnOffForm()
    return ConfirmForm() if factors.enrolment(who.id, who.name) else SetUpForm()


@blueprint.post("/account/two-step/set-up")
def begin() -> Page:
    """Makes a secret. It has no effect until a first code confirms it."""
    who, form = require_user(), SetUpForm()
    if not proves(form, who):
        return _refused("passphrase", unproved(who, str(WRONG_PASSPHRASE)))
    services().classroom.second_factors.begin(who.id)
    return redirect(url_for("second_factor.index"), 303)


@blueprint.post("/account/two-step/confirm")
def confirm() -> Page:
    """Turns it on by a first code, and shows the recovery codes, once."""
    who, form = require_user(), ConfirmForm()
    codes = services().classroom.second_factors.confirm(who.id, form.code.data)
    if codes is None:
        wrong = gettext("This code is wrong. Check the clock of your phone, and enter the code that the app shows now.")
        return _refused("code", wrong)
    note(EventKind.SECOND_FACTOR_ADDED, whom=who.id)
    return render_template("account/recovery_codes.html", codes=codes)


@blueprint.post("/account/two-step/cancel")
def cancel() -> Page:
    """Drops a secret that was not confirmed."""
    factors, who = services().classroom.second_factors, require_user()
    if not factors.is_on(who.id):
        factors.remove(who.id)
    return redirect(url_for("second_factor.index"), 303)


@blueprint.post("/account/two-step/off")
def turn_off() -> Page:
    """Turns it off, if the passphrase and a code are right."""
    who, form = require_user(), TurnOffForm()
    if not proves(form, who):
        return _refused("passphrase", unproved(who, str(WRONG_PASSPHRASE)))
    if not accepts_code(who, form.code.data):
        return _refused("code", gettext("This code is wrong or was used before. Nothing was changed."))
    services().classroom.second_factors.remove(who.id)
    note(EventKind.SECOND_FACTOR_REMOVED, whom=who.id)
    return redirect(url_for("second_factor.index"), 303)


WRONG_PASSPHRASE = lazy_gettext("This is not your passphrase. Nothing was changed.")


def _refused(field: str, fault: str) -> tuple[str, int]:
    """The page with a fault. It has another form if two-step log-in was set up or turned off meanwhile."""
    form = _form()
    ask_for_proof(form, require_user())  # first: the fault is then that of the form
    form.refuse(field, fault)
    return _index(form), 400


def _index(form: Form) -> str:
    who, factors = require_user(), services().classroom.second_factors
    ask_for_proof(form, who)
    enrolment = factors.enrolment(who.id, who.name)
    return render_template(
        "account/two_step.html",
        is_on=factors.is_on(who.id),
        left=factors.recovery_codes_left(who.id),
        enrolment=enrolment,
        square=square(enrolment.address) if enrolment else "",
        has_colleague=len(services().classroom.people.teachers()) > 1,
        form=form,
    )
