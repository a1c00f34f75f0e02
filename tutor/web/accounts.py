"""Coming in: by name and passphrase, by the code of a class, or by a slip of paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import SystemRandom
from typing import TypeVar

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.errors import Malformed, Unknown
from tutor.library.catalogue import Library
from tutor.quizzes.wording import sentence
from tutor.study.classes import Class, spaced
from tutor.study.entering import Newcomer
from tutor.study.events import EventKind
from tutor.study.limits import WRONG_ENTRIES, WRONG_PASSPHRASES
from tutor.study.names import folded
from tutor.study.passphrases import suggested
from tutor.study.people import NameTaken, Person
from tutor.study.slips import Slip, SlipKind, SlipSpent
from tutor.web.parts import parts
from tutor.web.proof import fits
from tutor.web.roles import begin_session, end_session, person, somebody
from tutor.web.settings import page_of_ours

blueprint = Blueprint("accounts", __name__)

SUGGESTIONS = 3
Page = str | Response | tuple[str, int]
Found = TypeVar("Found")


# ---- logging in ---------------------------------------------------------------------------------------------------


@blueprint.get("/log-in")
def log_in() -> Page:
    """The door: for those who have an account; the way to a class for those who have none yet."""
    if person() is not None:
        return redirect(url_for("home.index"))
    return _door()


@blueprint.post("/log-in")
def come_in() -> Page:
    """Lets somebody in who knows his passphrase."""
    name, limits = request.form.get("name", ""), parts().classroom.limits
    limits.check(WRONG_PASSPHRASES, folded(name))
    limits.check(WRONG_ENTRIES, _whence())
    found = parts().classroom.people.who(name, request.form.get("passphrase", ""))
    if found is None:
        limits.count(WRONG_PASSPHRASES, folded(name))
        limits.count(WRONG_ENTRIES, _whence())
        return _door("Nobody here has this name and this passphrase together. See to the spelling of both.", 400)
    begin_session(found)
    return redirect(page_of_ours(request.form.get("back", "")))


@blueprint.post("/log-out")
def log_out() -> Response:
    """Ends the session of who asks."""
    parts().classroom.events.note(EventKind.LOGGED_OUT, by=somebody().id, address=_whence())
    end_session()
    return redirect(url_for("accounts.log_in"))


def _door(refused: str = "", status: int = 200) -> tuple[str, int]:
    back, name = request.values.get("back", ""), request.form.get("name", "")
    return render_template("log_in.html", refused=refused, back=back, name=name), status


# ---- joining by a code --------------------------------------------------------------------------------------------


@blueprint.get("/join")
def join() -> Page:
    """Asks for the code of a class, or of a slip; shows the class of one that was written."""
    code = request.args.get("code", "")
    if not code:
        return render_template("join.html", refused="", code="")
    try:
        return _entry(_class_of(code))
    except Unknown:
        pass
    try:
        _slip_of(code)
    except Unknown:
        return render_template("join.html", refused=NO_SUCH_CODE, code=code), 404
    return redirect(url_for("accounts.slip", written=code))


NO_SUCH_CODE = "No class has this code, and no slip. See to the letters, or ask your teacher whether the class is open."


@blueprint.post("/join")
def enrol() -> Page:
    """Makes an account of the class of a code, or takes who is here already into it."""
    try:
        found = _class_of(request.form.get("code", ""))
    except Unknown:
        return render_template("join.html", refused=NO_SUCH_CODE, code=request.form.get("code", "")), 404
    return _enter(
        lambda: parts().classroom.entrance.join(found.code, _newcomer(), person(), address=_whence()),
        lambda refused: _entry(found, refused),
    )


def _entry(found: Class, refused: str = "") -> Page:
    action = url_for("accounts.enrol")
    return _form(f"Join {found.name}", action, refused=refused, code=spaced(found.code), asks_name=person() is None)


# ---- slips --------------------------------------------------------------------------------------------------------


@blueprint.get("/slip/<written>")
def slip(written: str) -> Page:
    """What a slip of paper lets somebody do."""
    try:
        return _slip_page(written, _slip_of(written))
    except (Unknown, SlipSpent) as error:
        refused = NO_SUCH_CODE if isinstance(error, Unknown) else sentence(str(error))
        return render_template("join.html", refused=refused, code=""), 404


@blueprint.post("/slip/<written>")
def use_slip(written: str) -> Page:
    """Does what the slip is for; it does it once."""
    try:
        found = _slip_of(written)
    except (Unknown, SlipSpent) as error:
        return render_template("join.html", refused=sentence(str(error)), code=""), 404
    return _enter(
        lambda: parts().classroom.entrance.use(written, _newcomer(), person(), address=_whence()),
        lambda refused: _slip_page(written, found, refused),
    )


def _slip_page(written: str, slip: Slip, refused: str = "") -> Page:
    action = url_for("accounts.use_slip", written=written)
    if slip.kind is SlipKind.RETURN:
        title = f"Another passphrase for {slip.real_name}"
        return _form(title, action, refused=refused, asks_name=False, asks_passphrase=True)
    if slip.kind is SlipKind.COLLEAGUE:
        return _form("A teacher’s account", action, refused=refused, asks_name=True, real_name=slip.real_name)
    if slip.kind is SlipKind.FIRST:
        return _form("The teacher’s account", action, refused=refused, asks_name=True)
    title = "Join the class"
    return _form(title, action, refused=refused, asks_name=person() is None, real_name=slip.real_name)


# ---- one’s own account --------------------------------------------------------------------------------------------


@blueprint.get("/you")
def yours() -> Page:
    """Who is here: names, passphrase, classes."""
    return _yours()


@blueprint.post("/you/passphrase")
def change_passphrase() -> Page:
    """Takes another passphrase from who knows the old one; every other session of his ends."""
    who, people = somebody(), parts().classroom.people
    if not fits(who, request.form.get("old", "")):
        return _yours("The passphrase that you have now is another.", 400)
    try:
        begin_session(people.change_passphrase(who.id, request.form.get("passphrase", ""), address=_whence()))
    except Malformed as error:
        return _yours(sentence(str(error)), 400)
    return redirect(url_for("accounts.yours"))


@blueprint.post("/you/names")
def rename() -> Page:
    """Takes other names."""
    who, form = somebody(), request.form
    try:
        names = form.get("name", ""), form.get("real_name", "")
        parts().classroom.people.rename(who.id, *names, address=_whence())
    except (Malformed, NameTaken) as error:
        return _yours(sentence(str(error)), 400)
    return redirect(url_for("accounts.yours"))


def _yours(refused: str = "", status: int = 200) -> tuple[str, int]:
    classes = parts().classroom.classes.all_of_learner(somebody().id)
    return render_template(
        "yours.html", you=somebody(), classes=classes, refused=refused, suggestions=_suggestions()
    ), status


# ---- what these share ---------------------------------------------------------------------------------------------


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
        return render_template("join.html", refused=NO_SUCH_CODE, code=""), 404
    except SlipSpent as error:
        return render_template("join.html", refused=sentence(str(error)), code=""), 404
    if who != person():
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
        "enter.html",
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
    return _counted(lambda: parts().classroom.classes.by_code(code))


def _slip_of(written: str) -> Slip:
    return _counted(lambda: parts().classroom.classes.slip(written))


def _counted(find: Callable[[], Found]) -> Found:
    """What is found by a code; a code that finds nothing is counted, and too many of them are refused."""
    limits = parts().classroom.limits
    limits.check(WRONG_ENTRIES, _whence())
    try:
        return find()
    except Unknown:
        limits.count(WRONG_ENTRIES, _whence())
        raise


def _whence() -> str:
    return request.remote_addr or "nowhere"


def _suggestions() -> list[str]:
    random = SystemRandom()
    words = _words(parts().library)
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
