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
from tutor.web.account import login_attempts, security_events
from tutor.web.account.second_factor import admit, is_asked_for
from tutor.web.current_user import current_user, require_user
from tutor.web.services import services

blueprint = Blueprint("accounts", __name__)

SUGGESTIONS = 3
Page = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]


# ---- logging in ----------------------------------------------------------------------------------------------------


@blueprint.get("/log-in")
def log_in() -> Page:
    """The door: for those who have an account; the way to a class for those who have none yet."""
    if current_user() is not None:
        return redirect(url_for("home.index"))
    late = "Your log-in took more than 5 minutes. Start again." if "late" in request.args else ""
    return _log_in_page(late)


@blueprint.post("/log-in")
def submit_log_in() -> Page:
    """Lets somebody in who knows the passphrase; a teacher may be asked for a code as well."""
    try:
        found = login_attempts.log_in(request.form.get("name", ""), request.form.get("passphrase", ""))
    except RateLimitExceeded as error:
        return *_log_in_page(f"{sentence(str(error))} Your passphrase was not checked.", 429), error.headers
    if found is None:
        return _log_in_page("No account has this name and passphrase together. Check the spelling of both.", 400)
    return admit(found, request.form.get("back", ""))


@blueprint.post("/log-out")
def log_out() -> Response:
    """Ends the session of who asks."""
    security_events.note(EventKind.LOGGED_OUT)
    end_session()
    return redirect(url_for("accounts.log_in"))


def _log_in_page(refused: str = "", status: int = 200) -> tuple[str, int]:
    back, name = request.values.get("back", ""), request.form.get("name", "")
    return render_template("account/log_in.html", refused=refused, back=back, name=name), status


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
    return _entry(found) if isinstance(found, Class) else redirect(url_for("accounts.invitation", written=code))


NO_SUCH_CODE = (
    "No class has this code, and no invitation. See to the letters, or ask your teacher whether the class is open."
)


@blueprint.post("/join")
def enrol() -> Page:
    """Makes an account of the class of a code, or takes who is here already into it."""
    try:
        found = _class_of(request.form.get("code", ""))
    except Unknown:
        return render_template("account/join.html", refused=NO_SUCH_CODE, code=request.form.get("code", "")), 404
    return _enter(
        lambda: services().classroom.entrance.join(
            found.code, _newcomer(), current_user(), address=security_events.address()
        ),
        lambda refused: _entry(found, refused),
    )


def _entry(found: Class, refused: str = "") -> Page:
    action = url_for("accounts.enrol")
    return _form(
        f"Join {found.name}", action, refused=refused, code=spaced(found.code), asks_name=current_user() is None
    )


# ---- invitations ---------------------------------------------------------------------------------------------------


@blueprint.get("/invitation/<written>")
def invitation(written: str) -> Page:
    """What an invitation lets somebody do."""
    try:
        return _invitation_page(written, _invitation_of(written))
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
    return _enter(
        lambda: services().classroom.entrance.use(
            written, _newcomer(), current_user(), address=security_events.address()
        ),
        lambda refused: _invitation_page(written, found, refused),
    )


def _invitation_page(written: str, invitation: Invitation, refused: str = "") -> Page:
    action = url_for("accounts.use_invitation", written=written)
    if invitation.kind is InvitationKind.RETURN:
        title = f"Another passphrase for {invitation.real_name}"
        return _form(title, action, refused=refused, asks_name=False, asks_passphrase=True)
    if invitation.kind is InvitationKind.COLLEAGUE:
        return _form("A teacher’s account", action, refused=refused, asks_name=True, real_name=invitation.real_name)
    if invitation.kind is InvitationKind.FIRST:
        return _form("The teacher’s account", action, refused=refused, asks_name=True)
    title = "Join the class"
    return _form(title, action, refused=refused, asks_name=current_user() is None, real_name=invitation.real_name)


# ---- one’s own account ---------------------------------------------------------------------------------------------


@blueprint.get("/account")
def show_account() -> Page:
    """Who is here: names, passphrase, classes."""
    return _render_account()


@blueprint.post("/account/passphrase")
def change_passphrase() -> Page:
    """Takes another passphrase from who knows the old one; every other session of his ends."""
    who, people = require_user(), services().classroom.people
    if not login_attempts.verify_passphrase(who, request.form.get("old", "")):
        return _render_account("The passphrase that you have now is another.", 400)
    try:
        begin_session(
            people.change_passphrase(who.id, request.form.get("passphrase", ""), address=security_events.address())
        )
    except Malformed as error:
        return _render_account(sentence(str(error)), 400)
    return redirect(url_for("accounts.show_account"))


@blueprint.post("/account/names")
def rename() -> Page:
    """Takes other names."""
    who, form = require_user(), request.form
    try:
        names = form.get("name", ""), form.get("real_name", "")
        services().classroom.people.rename(who.id, *names, address=security_events.address())
    except (Malformed, NameTaken) as error:
        return _render_account(sentence(str(error)), 400)
    return redirect(url_for("accounts.show_account"))


def _render_account(refused: str = "", status: int = 200) -> tuple[str, int]:
    classes = services().classroom.classes.all_of_learner(require_user().id)
    return render_template(
        "account/account.html",
        you=require_user(),
        classes=classes,
        is_two_step=is_asked_for(require_user()),
        refused=refused,
        suggestions=_suggestions(),
    ), status


# ---- what these share ----------------------------------------------------------------------------------------------


def _enter(do: Callable[[], Person], again: Callable[[str], Page]) -> Page:
    """Lets somebody in, and begins a session for who was not here already; or says why not, on the form once more.

    What works no more, because another was quicker or it was cancelled meanwhile, has no form.
    """
    try:
        who = do()
    except (Malformed, NameTaken) as error:
        page = again(sentence(str(error)))
        return (page, 400) if isinstance(page, str) else page
    except Unknown:
        return render_template("account/join.html", refused=NO_SUCH_CODE, code=""), 404
    except InvitationSpent as error:
        return render_template("account/join.html", refused=sentence(str(error)), code=""), 404
    if who != current_user():
        begin_session(who)
    return redirect(url_for("home.index"))


def _newcomer() -> Newcomer:
    """What was written by who comes in."""
    form = request.form
    return Newcomer(form.get("name", ""), form.get("real_name", ""), form.get("passphrase", ""))


def _form(
    title: str,
    action: str,
    *,
    refused: str,
    asks_name: bool,
    asks_passphrase: bool | None = None,
    code: str = "",
    real_name: str = "",
) -> str:
    return render_template(
        "account/invitation.html",
        title=title,
        action=action,
        refused=refused,
        asks_name=asks_name,
        asks_passphrase=asks_name if asks_passphrase is None else asks_passphrase,
        code=code,
        real_name=request.form.get("real_name", real_name),
        name=request.form.get("name", ""),
        suggestions=_suggestions(),
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
