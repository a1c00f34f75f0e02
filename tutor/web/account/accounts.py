"""Logging in and joining: by name and passphrase, by the code of a class, or by an invitation."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.errors import Malformed, Unknown
from tutor.quizzes.wording import sentence
from tutor.study.accounts.enrolment import Newcomer
from tutor.study.accounts.passphrase_words import PASSPHRASE_WORDS
from tutor.study.accounts.passphrases import suggested
from tutor.study.accounts.people import NameTaken, Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import Class, spaced
from tutor.study.classroom.invitations import Invitation, InvitationKind, InvitationSpent
from tutor.study.storage.rate_limits import RateLimitExceeded
from tutor.web.access import begin_session, end_session, is_on_shared_computer, is_shared_computer
from tutor.web.account import login_attempts
from tutor.web.account.reauthentication import ask_for_proof, is_proved, proves, unproved
from tutor.web.account.second_factor import admit, is_asked_for
from tutor.web.account.security_events import address, note
from tutor.web.current_user import current_user, require_user
from tutor.web.forms import Form, NewPassphraseField, PassphraseField, name_field, real_name_field
from tutor.web.services import services

blueprint = Blueprint("accounts", __name__)

SUGGESTIONS = 3
WRONG_LOG_IN = lazy_gettext("No account has this name and passphrase. Check the spelling of both.")
Page = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]


# ---- logging in ----------------------------------------------------------------------------------------------------


class LogInForm(Form):
    """The name and passphrase to log in with."""

    name = name_field(
        lazy_gettext("Your name in the class"), str, autocomplete="username", autocapitalize="words", required=True
    )
    passphrase = PassphraseField()


@blueprint.get("/log-in")
def log_in() -> Page:
    """The page to log in, or to join a class with a code."""
    if current_user() is not None:
        return redirect(url_for("home.index"))
    form = LogInForm()
    if "late" in request.args:
        form.refuse("", gettext("Your log-in took more than 5 minutes. Start again."))
    return _log_in_page(form)


@blueprint.post("/log-in")
def submit_log_in() -> Page:
    """Logs somebody in by their passphrase. A teacher may need a code as well."""
    form = LogInForm()
    try:
        found = login_attempts.log_in(form.name.data, form.passphrase.data)
    except RateLimitExceeded as error:
        form.refuse("", gettext("%(error)s Your passphrase was not checked.", error=sentence(str(error))))
        return _log_in_page(form), 429, error.headers
    if found is None:
        form.refuse("", str(WRONG_LOG_IN))
        return _log_in_page(form), 400
    return admit(found, request.form.get("back", ""), request.form.get("device", ""))


@blueprint.post("/log-out")
def log_out() -> Response:
    """Ends the current session."""
    note(EventKind.LOGGED_OUT)
    end_session()
    return redirect(url_for("accounts.log_in"))


def _log_in_page(form: LogInForm) -> str:
    return render_template(
        "account/log_in.html",
        form=form,
        back=request.values.get("back", ""),
        has_teacher=services().classroom.people.has_teacher,
    )


# ---- joining by a code ---------------------------------------------------------------------------------------------


@blueprint.get("/join")
def join() -> Page:
    """Asks for the code of a class or an invitation. With a code in the address, shows what it opens."""
    code = request.args.get("code", "")
    if not code:
        return render_template("account/join.html", refused="", code="")
    classes, invitations = services().classroom.classes, services().classroom.invitations
    try:
        found = login_attempts.found_by_code(code, lambda: classes.by_code(code), lambda: invitations.find(code))
    except (Unknown, InvitationSpent) as error:
        refused = str(NO_SUCH_CODE) if isinstance(error, Unknown) else sentence(str(error))
        return render_template("account/join.html", refused=refused, code=code), 404
    return (
        _entry(found, EntryForm.of_class())
        if isinstance(found, Class)
        else redirect(url_for("accounts.invitation", written=code))
    )


NO_SUCH_CODE = lazy_gettext(
    "No class or invitation has this code. Check the letters, or ask your teacher whether enrolment is open."
)


class EntryForm(Form):
    """The names and the passphrase of somebody who joins. Some are not asked for all of them."""

    name = name_field(lazy_gettext("The name that the class will see"), autocomplete="username", required=True)
    real_name = real_name_field(lazy_gettext("Your real name, which only teachers see"), "name")
    passphrase = NewPassphraseField()

    @classmethod
    def of_invitation(cls, invitation: Invitation) -> EntryForm:
        """The form for somebody with an invitation."""
        form = cls(data={"real_name": invitation.real_name})
        if invitation.kind is InvitationKind.RETURN:
            form.remove("name", "real_name")
        elif invitation.kind is InvitationKind.JOIN and current_user():
            form.remove("name", "real_name", "passphrase")
        elif invitation.kind is InvitationKind.JOIN and invitation.real_name:
            form.remove("real_name")  # the teacher has written it
        return form

    @classmethod
    def of_class(cls) -> EntryForm:
        """The form for somebody with the code of a class."""
        form = cls()
        if current_user():
            form.remove("name", "real_name", "passphrase")
        return form

    def newcomer(self) -> Newcomer | None:
        """What was typed; None if any of it is refused."""
        if not self.validate():
            return None
        passphrase = self.passphrase.data if "passphrase" in self else ""
        return Newcomer(self.value("name", ""), self.value("real_name", ""), passphrase)


@blueprint.post("/join")
def enrol() -> Page:
    """Makes an account in the class of a code. Somebody who is logged in joins with their account."""
    try:
        found = _class_of(request.form.get("code", ""))
    except Unknown:
        return render_template("account/join.html", refused=str(NO_SUCH_CODE), code=request.form.get("code", "")), 404
    form, entrance = EntryForm.of_class(), services().classroom.entrance
    return _enter(form, lambda who: entrance.join(found.code, who, current_user(), address=address())) or (
        _entry(found, form),
        400,
    )


def _entry(found: Class, form: EntryForm) -> str:
    return _form(
        gettext("Join %(class_name)s", class_name=found.name), url_for("accounts.enrol"), form, spaced(found.code)
    )


# ---- invitations ---------------------------------------------------------------------------------------------------


@blueprint.get("/invitation/<written>")
def invitation(written: str) -> Page:
    """What an invitation lets somebody do."""
    try:
        found = _invitation_of(written)
        return _invitation_page(written, found, EntryForm.of_invitation(found))
    except (Unknown, InvitationSpent) as error:
        refused = str(NO_SUCH_CODE) if isinstance(error, Unknown) else sentence(str(error))
        return render_template("account/join.html", refused=refused, code=""), 404


@blueprint.post("/invitation/<written>")
def use_invitation(written: str) -> Page:
    """Does what the invitation is for. An invitation works once."""
    try:
        found = _invitation_of(written)
    except (Unknown, InvitationSpent) as error:
        return render_template("account/join.html", refused=sentence(str(error)), code=""), 404
    form, entrance = EntryForm.of_invitation(found), services().classroom.entrance
    return _enter(form, lambda who: entrance.use(written, who, current_user(), address=address())) or (
        _invitation_page(written, found, form),
        400,
    )


def _invitation_page(written: str, invitation: Invitation, form: EntryForm) -> str:
    title = {
        InvitationKind.RETURN: gettext("New passphrase for %(name)s", name=invitation.real_name),
        InvitationKind.COLLEAGUE: gettext("A teacher’s account"),
        InvitationKind.FIRST: gettext("The teacher’s account"),
    }.get(invitation.kind, gettext("Join the class"))
    return _form(title, url_for("accounts.use_invitation", written=written), form)


# ---- your own account ---------------------------------------------------------------------------------------------


class NamesForm(Form):
    """The names of the current user."""

    name = name_field(
        lazy_gettext("The name that the class sees, and that you log in with"),
        str,
        autocomplete="username",
        required=True,
    )
    real_name = real_name_field(lazy_gettext("Your real name, which only teachers see"), "name")


class PassphraseForm(Form):
    """A new passphrase."""

    old = PassphraseField(lazy_gettext("Your current passphrase"))
    passphrase = NewPassphraseField(lazy_gettext("The new passphrase"))


@blueprint.get("/account")
def show_account() -> Page:
    """The account of the current user: names, passphrase, classes."""
    return _render_account()


@blueprint.post("/account/passphrase")
def change_passphrase() -> Page:
    """Changes the passphrase, if the old passphrase is right. All other sessions of the user end.

    Somebody who has none gets one a short while after coming from their learning platform.
    """
    who, form = require_user(), PassphraseForm()
    if not proves(form, who, "old"):
        form.refuse("old", unproved(who, gettext("This is not your current passphrase. Nothing was changed.")))
        return _render_account(passphrase=form), 400
    try:
        changed = services().classroom.people.change_passphrase(who.id, form.passphrase.data, address=address())
    except Malformed as error:
        form.refuse("passphrase", sentence(str(error)))
        return _render_account(passphrase=form), 400
    begin_session(changed, is_shared=is_on_shared_computer())
    return redirect(url_for("accounts.show_account"))


@blueprint.post("/account/names")
def rename() -> Page:
    """Changes the names. The real name of a learner in a class belongs to the teacher."""
    who = require_user()
    form = _names_form(who)
    try:
        if form.validate():
            real_name = form.value("real_name", who.real_name) or ""
            services().classroom.people.rename(who.id, form.name.data, real_name, address=address())
            return redirect(url_for("accounts.show_account"))
    except (Malformed, NameTaken) as error:
        form.refuse("name", sentence(str(error)))
    return _render_account(names=form), 400


def _names_form(who: Person, **shown: object) -> NamesForm:
    """The form for the names of somebody; without the real name if their teacher keeps it."""
    form = NamesForm(**shown)
    if not who.teaches and services().classroom.classes.all_of_learner(who.id):
        form.remove("real_name")
    return form


def _render_account(names: NamesForm | None = None, passphrase: PassphraseForm | None = None) -> str:
    who, passphrase = require_user(), passphrase or PassphraseForm()
    ask_for_proof(passphrase, who, "old")
    return render_template(
        "account/account.html",
        classes=services().classroom.classes.all_of_learner(who.id),
        is_two_step=is_asked_for(who),
        real_name=who.real_name,
        names=names or _names_form(who, data={"name": who.name, "real_name": who.real_name}),
        passphrase=passphrase,
        is_proved=is_proved(),
        suggestions=_suggestions(),
    )


# ---- what these share ----------------------------------------------------------------------------------------------


def _enter(form: EntryForm, do: Callable[[Newcomer], Person]) -> Page | None:
    """Lets somebody in, and begins a session if they were not logged in. None if the form is refused.

    A code that no longer works shows no form: somebody else used it first, or it was cancelled meanwhile.
    """
    newcomer = form.newcomer()
    if newcomer is None:
        return None
    try:
        who = do(newcomer)
    except (Malformed, NameTaken) as error:
        form.refuse("name" if isinstance(error, NameTaken) else "passphrase", sentence(str(error)))
        return None
    except (Unknown, InvitationSpent) as error:
        refused = str(NO_SUCH_CODE) if isinstance(error, Unknown) else sentence(str(error))
        return render_template("account/join.html", refused=refused, code=""), 404
    if who != current_user():
        begin_session(who, is_shared=is_shared_computer(who, ""))
    return redirect(url_for("home.index"))


def _form(title: str, action: str, form: EntryForm, code: str = "") -> str:
    return render_template(
        "account/invitation.html", title=title, action=action, form=form, code=code, suggestions=_suggestions()
    )


def _class_of(code: str) -> Class:
    return login_attempts.found_by_code(code, lambda: services().classroom.classes.by_code(code))


def _invitation_of(written: str) -> Invitation:
    return login_attempts.found_by_code(written, lambda: services().classroom.invitations.find(written))


def _suggestions() -> list[str]:
    random = SystemRandom()
    return [suggested(PASSPHRASE_WORDS, random) for _ in range(SUGGESTIONS)]
