"""Coming in: by name and passphrase, by the code of a class, or by an invitation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import SystemRandom

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.errors import Malformed, Unknown
from tutor.library.catalogue import Library
from tutor.quizzes.wording import sentence
from tutor.study.accounts.enrolment import Newcomer
from tutor.study.accounts.passphrases import suggested
from tutor.study.accounts.people import NameTaken, Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import Class, spaced
from tutor.study.classroom.invitations import Invitation, InvitationKind, InvitationSpent
from tutor.study.storage.rate_limits import RateLimitExceeded
from tutor.web.access import begin_session, end_session
from tutor.web.account import login_attempts
from tutor.web.account.second_factor import admit, is_asked_for
from tutor.web.account.security_events import address, note
from tutor.web.current_user import current_user, require_user
from tutor.web.forms import Form, NewPassphraseField, PassphraseField, name_field, real_name_field
from tutor.web.services import services

blueprint = Blueprint("accounts", __name__)

SUGGESTIONS = 3
WRONG_LOG_IN = "No account has this name and passphrase together. Check the spelling of both."
Page = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]


# ---- logging in ----------------------------------------------------------------------------------------------------


class LogInForm(Form):
    """Who somebody is, and where they were going."""

    name = name_field("Your name in the class", str, autocomplete="username", autocapitalize="words", required=True)
    passphrase = PassphraseField()


@blueprint.get("/log-in")
def log_in() -> Page:
    """The door: for those who have an account; the way to a class for those who have none yet."""
    if current_user() is not None:
        return redirect(url_for("home.index"))
    form = LogInForm()
    if "late" in request.args:
        form.refuse("", "Your log-in took more than 5 minutes. Start again.")
    return _log_in_page(form)


@blueprint.post("/log-in")
def submit_log_in() -> Page:
    """Lets somebody in who knows the passphrase; a teacher may be asked for a code as well."""
    form = LogInForm()
    try:
        found = login_attempts.log_in(form.name.data, form.passphrase.data)
    except RateLimitExceeded as error:
        form.refuse("", f"{sentence(str(error))} Your passphrase was not checked.")
        return _log_in_page(form), 429, error.headers
    if found is None:
        form.refuse("", WRONG_LOG_IN)
        return _log_in_page(form), 400
    return admit(found, request.form.get("back", ""))


@blueprint.post("/log-out")
def log_out() -> Response:
    """Ends the session of who asks."""
    note(EventKind.LOGGED_OUT)
    end_session()
    return redirect(url_for("accounts.log_in"))


def _log_in_page(form: LogInForm) -> str:
    return render_template("account/log_in.html", form=form, back=request.values.get("back", ""))


# ---- joining by a code ---------------------------------------------------------------------------------------------


@blueprint.get("/join")
def join() -> Page:
    """Asks for the code of a class, or of an invitation; shows the class of one that was written."""
    code = request.args.get("code", "")
    if not code:
        return render_template("account/join.html", refused="", code="")
    classes, invitations = services().classroom.classes, services().classroom.invitations
    try:
        found = login_attempts.found_by_code(code, lambda: classes.by_code(code), lambda: invitations.find(code))
    except (Unknown, InvitationSpent) as error:
        refused = NO_SUCH_CODE if isinstance(error, Unknown) else sentence(str(error))
        return render_template("account/join.html", refused=refused, code=code), 404
    return (
        _entry(found, EntryForm.of_class())
        if isinstance(found, Class)
        else redirect(url_for("accounts.invitation", written=code))
    )


NO_SUCH_CODE = (
    "No class has this code, and no invitation. See to the letters, or ask your teacher whether the class is open."
)


class EntryForm(Form):
    """The names and the passphrase of who comes in, of which not everybody is asked for all."""

    name = name_field("The name that the class shall see", autocomplete="username", required=True)
    real_name = real_name_field("Your real name, which only your teacher sees", "name")
    passphrase = NewPassphraseField()

    @classmethod
    def of_invitation(cls, invitation: Invitation) -> EntryForm:
        """What is asked of who has an invitation."""
        form = cls(data={"real_name": invitation.real_name})
        if invitation.kind is InvitationKind.RETURN:
            form.remove("name", "real_name")
        elif invitation.kind is InvitationKind.JOIN and current_user():
            form.remove("name", "real_name", "passphrase")
        return form

    @classmethod
    def of_class(cls) -> EntryForm:
        """What is asked of who has the code of a class."""
        form = cls()
        if current_user():
            form.remove("name", "real_name", "passphrase")
        return form

    def newcomer(self) -> Newcomer | None:
        """What was written; None where any of it was refused."""
        if not self.validate():
            return None
        passphrase = self.passphrase.data if "passphrase" in self else ""
        return Newcomer(self.value("name", ""), self.value("real_name", ""), passphrase)


@blueprint.post("/join")
def enrol() -> Page:
    """Makes an account of the class of a code, or takes who is here already into it."""
    try:
        found = _class_of(request.form.get("code", ""))
    except Unknown:
        return render_template("account/join.html", refused=NO_SUCH_CODE, code=request.form.get("code", "")), 404
    form, entrance = EntryForm.of_class(), services().classroom.entrance
    return _enter(form, lambda who: entrance.join(found.code, who, current_user(), address=address())) or (
        _entry(found, form),
        400,
    )


def _entry(found: Class, form: EntryForm) -> str:
    return _form(f"Join {found.name}", url_for("accounts.enrol"), form, spaced(found.code))


# ---- invitations ---------------------------------------------------------------------------------------------------


@blueprint.get("/invitation/<written>")
def invitation(written: str) -> Page:
    """What an invitation lets somebody do."""
    try:
        found = _invitation_of(written)
        return _invitation_page(written, found, EntryForm.of_invitation(found))
    except (Unknown, InvitationSpent) as error:
        refused = NO_SUCH_CODE if isinstance(error, Unknown) else sentence(str(error))
        return render_template("account/join.html", refused=refused, code=""), 404


@blueprint.post("/invitation/<written>")
def use_invitation(written: str) -> Page:
    """Does what the invitation is for; it does it once."""
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
        InvitationKind.RETURN: f"Another passphrase for {invitation.real_name}",
        InvitationKind.COLLEAGUE: "A teacher’s account",
        InvitationKind.FIRST: "The teacher’s account",
    }.get(invitation.kind, "Join the class")
    return _form(title, url_for("accounts.use_invitation", written=written), form)


# ---- one’s own account ---------------------------------------------------------------------------------------------


class NamesForm(Form):
    """The names of who is here."""

    name = name_field("The name that the class sees, and you log in with", str, autocomplete="username", required=True)
    real_name = real_name_field("Your real name, which only your teacher sees", "name")


class PassphraseForm(Form):
    """Another passphrase."""

    old = PassphraseField("The passphrase you have now")
    passphrase = NewPassphraseField("The new one")


@blueprint.get("/account")
def show_account() -> Page:
    """Who is here: names, passphrase, classes."""
    return _render_account()


@blueprint.post("/account/passphrase")
def change_passphrase() -> Page:
    """Takes another passphrase from who knows the old one; every other session of his ends."""
    who, form = require_user(), PassphraseForm()
    if not login_attempts.verify_passphrase(who, form.old.data):
        form.refuse("old", "The passphrase that you have now is another.")
        return _render_account(passphrase=form), 400
    try:
        changed = services().classroom.people.change_passphrase(who.id, form.passphrase.data, address=address())
    except Malformed as error:
        form.refuse("passphrase", sentence(str(error)))
        return _render_account(passphrase=form), 400
    begin_session(changed)
    return redirect(url_for("accounts.show_account"))


@blueprint.post("/account/names")
def rename() -> Page:
    """Takes other names."""
    form = NamesForm()
    try:
        if form.validate():
            services().classroom.people.rename(
                require_user().id, form.name.data, form.real_name.data, address=address()
            )
            return redirect(url_for("accounts.show_account"))
    except (Malformed, NameTaken) as error:
        form.refuse("name", sentence(str(error)))
    return _render_account(names=form), 400


def _render_account(names: NamesForm | None = None, passphrase: PassphraseForm | None = None) -> str:
    who = require_user()
    return render_template(
        "account/account.html",
        classes=services().classroom.classes.all_of_learner(who.id),
        is_two_step=is_asked_for(who),
        names=names or NamesForm(data={"name": who.name, "real_name": who.real_name}),
        passphrase=passphrase or PassphraseForm(),
        suggestions=_suggestions(),
    )


# ---- what these share ----------------------------------------------------------------------------------------------


def _enter(form: EntryForm, do: Callable[[Newcomer], Person]) -> Page | None:
    """Lets somebody in, and begins a session for who was not here already; None where the form was refused.

    What works no more, because another was quicker or it was cancelled meanwhile, has no form.
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
        refused = NO_SUCH_CODE if isinstance(error, Unknown) else sentence(str(error))
        return render_template("account/join.html", refused=refused, code=""), 404
    if who != current_user():
        begin_session(who)
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
    words = _words(services().library)
    return [suggested(words, random) for _ in range(SUGGESTIONS)]


@lru_cache(4)
def _words(library: Library) -> tuple[str, ...]:
    """The plain words of the maxims, from five letters to eight."""
    found = {
        word
        for maxim in library.maxims.values()
        for word in maxim.text.lower().split()
        if word.isascii() and word.isalpha()
    }
    return tuple(sorted(word for word in found if 5 <= len(word) <= 8))
