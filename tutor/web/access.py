"""Access: one table, asked before every page, says who may see it. Nobody may see a page that is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from flask import Response as FlaskResponse
from flask import abort, after_this_request, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from tutor.study.accounts.people import Person
from tutor.study.storage.faults import DatabaseUnavailable
from tutor.web.account.devices import device
from tutor.web.account.known_devices import forget_devices, remember_device
from tutor.web.account.reauthentication import require_passphrase
from tutor.web.api.addresses import ADDRESSES
from tutor.web.cookies import LOOKS, TOKEN
from tutor.web.current_user import current_session, current_user
from tutor.web.services import services, use_learner


class Access(IntEnum):
    """The levels of access. Each includes those below it."""

    VISITOR = 0
    LEARNER = 1
    TEACHER = 2


ROOMS: Mapping[str, Access] = {
    "accounts": Access.VISITOR,
    "api": Access.VISITOR,
    "api_guide": Access.VISITOR,
    "preferences": Access.VISITOR,
    "diagrams": Access.VISITOR,
    "help": Access.VISITOR,
    "embedding": Access.VISITOR,
    "privacy": Access.VISITOR,
    "static": Access.VISITOR,
    **dict.fromkeys(
        (
            "home", "lessons", "library", "games", "hindsight", "masters", "maxims", "glossary", "deals", "filters",
            "practice", "exercises", "refutations", "review", "rulings", "laws", "tables", "deal_of_the_day", "exports",
            "boards",
            "assigned_work", "attempts", "calendar", "comments", "drills", "placement", "homework", "sessions",
            "together", "live", "offline",
        ),
        Access.LEARNER,
    ),
    "assigning": Access.TEACHER,
    "assignments": Access.TEACHER,
    "authoring": Access.TEACHER,
    "authored_import": Access.TEACHER,
    "form_editor": Access.TEACHER,
    "class_tables": Access.TEACHER,
    "classes": Access.TEACHER,
    "class_life": Access.TEACHER,
    "gradebook": Access.TEACHER,
    "groups": Access.TEACHER,
    "live_lessons": Access.TEACHER,
    "played_deals": Access.TEACHER,
    "problem_reports": Access.TEACHER,
    "pupil_preview": Access.TEACHER,
    "results": Access.TEACHER,
    "travellers": Access.TEACHER,
    "lti": Access.TEACHER,
    "second_factor": Access.TEACHER,
    "security": Access.TEACHER,
    "invitations": Access.TEACHER,
    "teachers": Access.TEACHER,
}  # fmt: skip
"""By room (blueprint)."""

PAGES: Mapping[str, Access] = {
    "accounts.show_account": Access.LEARNER,
    "calendar.feed": Access.VISITOR,
    "accounts.change_passphrase": Access.LEARNER,
    "accounts.log_out": Access.LEARNER,
    "accounts.rename": Access.LEARNER,
    "offline.index": Access.VISITOR,
    "offline.manifest": Access.VISITOR,
    "offline.state": Access.VISITOR,
    "offline.worker": Access.VISITOR,
    "lti.keys": Access.VISITOR,
    "lti.launch": Access.VISITOR,
    "lti.login": Access.VISITOR,
    "privacy.take": Access.LEARNER,
    "privacy.delete": Access.LEARNER,
    "problem_reports.ask": Access.LEARNER,
    "problem_reports.send": Access.LEARNER,
    "problem_reports.thanks": Access.LEARNER,
    "travellers.shown_of_assignment": Access.LEARNER,
    "travellers.shown_of_day": Access.LEARNER,
    "travellers.shown_of_tables": Access.LEARNER,
    "second_factor.ask": Access.VISITOR,
    "second_factor.check": Access.VISITOR,
}
"""By page (endpoint), if it differs from its room."""

OF_CLASSES = frozenset(
    (
        "accounts",
        "assigning",
        "assignments",
        "class_tables",
        "classes",
        "class_life",
        "gradebook",
        "groups",
        "pupil_preview",
        "live",
        "live_lessons",
        "comments",
        "played_deals",
        "lti",
        "results",
        "second_factor",
        "security",
        "sessions",
        "invitations",
        "teachers",
        "travellers",
    )
)
"""The rooms that only a classroom has."""

PUBLIC = frozenset(
    (
        "static",
        "diagrams.take",
        "api.openapi",
        *(f"api.{address.name}" for address in ADDRESSES.values() if address.is_cached),
    )
)
"""The pages that are the same for every user, and may be cached. No other page may be."""

WITHOUT_USERS = frozenset(("static", "diagrams", "api"))
"""The rooms that do not ask who somebody is, and read no cookie."""

PROVED = frozenset(
    (
        "accounts.rename",
        "teachers.remove",
        "classes.delete",
        "classes.hand_over",
        "classes.add_co_teacher",
        "classes.invite",
        "classes.invitation_back",
        "lti.add",
        "lti.connect_account",
        "lti.remove",
    )
)
"""The forms that cannot be undone or give somebody power. Their sender must have given the passphrase lately.

Forms that ask for the passphrase themselves are left out.
"""


def access_to(endpoint: str) -> Access | None:
    """The access that a page needs; None if nobody may see it."""
    return PAGES.get(endpoint, ROOMS.get(endpoint.partition(".")[0]))


def authorize() -> Response | tuple[str, int] | None:
    """Lets the request through, or sends it to the log-in page."""
    endpoint = request.endpoint
    if endpoint is None:
        return None  # no such page, which anybody may know
    room = endpoint.partition(".")[0]
    wanted = access_to(endpoint)
    if wanted is None:
        abort(404)
    if room in WITHOUT_USERS:
        return None
    if not services().has_classes:
        if room in OF_CLASSES:
            abort(404)
        return None
    _recognize()
    who, here = current_user(), current_session()
    if current_access() >= wanted:
        return require_passphrase(who, here) if who and here and endpoint in PROVED else None
    if who is not None:
        abort(403)
    back = request.full_path if request.method == "GET" else None
    return redirect(url_for("accounts.log_in", back=back))


def current_access() -> Access:
    """The access of the current user."""
    found = current_user()
    if found is None:
        return Access.VISITOR if services().has_classes else Access.TEACHER
    return Access.TEACHER if found.teaches else Access.LEARNER


def begin_session(who: Person, *, is_shared: bool = False) -> None:
    """Begins the session of somebody who has logged in. Only the settings of an earlier one stay. Raises `Outdated`.

    On a shared computer it ends with the browser, or half an hour after the last click, and no name is remembered.
    """
    logins, before = services().classroom.logins, current_session()
    if before is not None:
        logins.end(before.learner, before.id)  # first: the next may get its number
    token = logins.begin(who, device(request.user_agent.string), is_shared=is_shared)
    looks = {name: session[name] for name in LOOKS if name in session}
    session.clear()
    session.permanent = not is_shared
    session.update(looks)
    session[TOKEN] = token
    if is_shared:
        forget_devices()
    else:
        remember_device(who)


def is_shared_computer(who: Person, said: str) -> bool:
    """Whether somebody logs in on a shared computer: as they `said`, or as a class of theirs has it."""
    if said in ("shared", "own"):
        return said == "shared"
    return any(room.shared_devices for room in services().classroom.classes.all_of_learner(who.id))


def end_session() -> None:
    """Ends the session of somebody who has logged out. The browser forgets our data.

    If the form says that answers of `others` wait on the device, these stay. Then a script erases what is this user’s.
    """
    here = current_session()
    if here is not None:
        services().classroom.logins.end(here.learner, here.id)
    session.clear()
    forgotten = '"cache"' if "others" in request.form else '"cache", "storage"'

    def forget(response: FlaskResponse) -> FlaskResponse:
        response.headers["Clear-Site-Data"] = forgotten
        return response

    after_this_request(forget)


def _recognize() -> None:
    """Finds out whose session the cookie names."""
    token, logins = session.get(TOKEN), services().classroom.logins
    found = logins.find(token) if isinstance(token, str) else None
    if found is None:
        return
    g.login, g.person = found
    if not g.login.is_shared or _is_a_click():
        logins.touch(g.login)
    use_learner(g.person.id)


def _is_a_click() -> bool:
    """Whether somebody did something, rather than a page that was left open asking for what is new.

    A browser that follows a link asks for HTML by name. A script asks for anything, and ours say when they follow one.
    """
    wants = request.headers.get("Accept", "text/html")
    return request.method == "POST" or "text/html" in wants or "X-Click" in request.headers


def template_variables() -> dict[str, object]:
    """What every template knows of the current user."""
    return {
        "you": current_user(),
        "is_shared": is_on_shared_computer(),
        "has_classes": services().has_classes,
        "teaches": current_access() is Access.TEACHER,
        "has_work": has_work(),
    }


def is_on_shared_computer() -> bool:
    """Whether the current session is on a shared computer."""
    here = current_session()
    return here is not None and here.is_shared


def has_work() -> bool:
    """Whether the menu has assignments for the current user: in a class always, at home if homework was opened."""
    if services().has_classes:
        return current_access() is Access.LEARNER
    try:
        return bool(services().classroom.assignments.all_of_learner(services().study.learner))
    except DatabaseUnavailable:  # the page that says so has a menu too
        return False
