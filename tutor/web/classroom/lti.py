"""Learning platforms such as Moodle and Canvas that open the tutor by LTI 1.3: who may, logging in, and launching.

A launch is never shown within a platform’s page: there it offers to open the tutor in a new tab. So no other page of
ours can be framed, and the session’s cookie need not be one that other sites send.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, abort, current_app, g, jsonify, make_response, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.errors import TutorError
from tutor.study.classroom.lti import (
    LONGEST_ADDRESS,
    LONGEST_ID,
    LONGEST_PLATFORM_NAME,
    Arrival,
    LtiPlatforms,
    LtiRefused,
    NotConnected,
    Platform,
    PlatformSpec,
    checked_address,
    checked_id,
)
from tutor.web import formatting
from tutor.web.account.second_factor import admit
from tutor.web.account.security_events import address
from tutor.web.classroom.classes import class_of
from tutor.web.classroom.gradebook import assignment_of
from tutor.web.classroom.kinds import KINDS
from tutor.web.classroom.lti_grades import points_of
from tutor.web.current_user import require_user
from tutor.web.forms import Form, LongTextField, OptionsField, TextField
from tutor.web.notices import Notice, to_page
from tutor.web.services import services

if TYPE_CHECKING:
    from tutor.web.classroom.lti_messages import Launch, States

blueprint = Blueprint("lti", __name__, url_prefix="/lti")

FRAMES = frozenset(("iframe", "frame", "embed", "object"))
"""The destinations that browsers name for a page within another page (`Sec-Fetch-Dest`)."""
OF_A_LOG_IN = ("iss", "client_id", "login_hint", "lti_message_hint", "target_link_uri", "lti_deployment_id")
TASK_COOKIE = "love-all-lti-task"
TASK_LASTS = 3600

Page = str | Response | tuple[str, int]


def platforms() -> LtiPlatforms:
    """The registered platforms."""
    return services().classroom.lti


# ---- what a platform asks ----------------------------------------------------------------------------------------


@blueprint.route("/login", methods=["GET", "POST"])
def login() -> Page:
    """Begins a log-in at a platform, which asks for it; within a page of the platform, offers to open a new tab."""
    try:
        found = platforms().of_issuer(request.values.get("iss", ""), request.values.get("client_id", ""))
        if found is not None and request.headers.get("Sec-Fetch-Dest") in FRAMES:
            g.framed_by = found.origins
            asked = {name: request.values[name] for name in OF_A_LOG_IN if name in request.values}
            return render_template(
                "classroom/lti_new_tab.html", platform=found, again=f"{url_for('lti.login')}?{urlencode(asked)}"
            )
        begun = _states().begin(request, platforms(), url_for("lti.launch", _external=True))
    except LtiRefused as error:
        return _refused(error)
    answer = redirect(begun.address)
    answer.set_cookie(
        begun.cookie,
        begun.value,
        max_age=600,
        path=url_for("lti.launch"),
        secure=request.is_secure,
        httponly=True,
        samesite="None" if request.is_secure else "Lax",  # the platform sends the browser back by a form of its own
    )
    return answer


@blueprint.post("/launch")
def launch() -> Page:
    """Lets somebody in whom a platform sends, and opens what the message is about."""
    try:
        found = _states().finish(request, platforms())
        answer = _launched(found)
    except LtiRefused as error:
        return _refused(error)
    for name in request.cookies:
        if name.startswith("love-all-lti-") and name != TASK_COOKIE:
            answer.delete_cookie(name, path=url_for("lti.launch"))
    return answer


@blueprint.get("/keys")
def keys() -> Response:
    """The public keys by which platforms check what the tutor signs (JWKS)."""
    from tutor.web.classroom.lti_messages import public_keys  # slow to import: cryptography

    return jsonify(public_keys(platforms().private_key()))


def _states() -> States:
    from tutor.web.classroom.lti_messages import States  # slow to import: cryptography

    return States(bytes(current_app.secret_key or b""), services().study.clock)  # type: ignore[arg-type]


def _launched(found: Launch) -> Response:
    try:
        arrival = platforms().arrive(found.platform, found.user, found.course, address=address())
    except NotConnected:
        content: dict[str, Any] = {"kind": "connect", "subject": found.user.subject, "name": found.user.name}
        return _with_task(redirect(url_for("lti.connect"), 303), found.platform, content)
    if found.choice is None:
        return admit(arrival.person, _target(found, arrival))
    if arrival.class_id is None or not (found.user.teaches and arrival.person.teaches):
        raise LtiRefused(gettext("Only teachers of a course can choose work for it. Ask the teacher of the course."))
    content = {
        "kind": "choose",
        "teacher": arrival.person.id,
        "class": arrival.class_id,
        "deployment": found.choice.deployment,
        "return": found.choice.return_url,
        "data": found.choice.data,
    }
    return _with_task(admit(arrival.person, url_for("lti.choose")), found.platform, content)


def _target(found: Launch, arrival: Arrival) -> str:
    """The page that a launch opens: the assignment of the link, if it is one of the class. Its grades go there."""
    if arrival.class_id is None:
        return url_for("home.index")
    linked = services().classroom.assignments.of_key(found.assignment_key) if found.assignment_key else None
    if linked is not None and linked.class_id == arrival.class_id:
        services().classroom.lti_grades.link(found.platform.id, found.link, linked.id, found.line_item)
        if arrival.person.teaches:
            return url_for("assignments.change", class_id=arrival.class_id, number=linked.id)
        return url_for("assigned_work.show_assignment", number=linked.id)
    if arrival.person.teaches:
        return url_for("classes.room", class_id=arrival.class_id)
    return url_for("assigned_work.index")


def _with_task(answer: Response, platform: Platform, content: dict[str, Any]) -> Response:
    """An answer whose browser alone can go on with what a launch asked for."""
    ticket = secrets.token_urlsafe(32)
    platforms().issue(platform, ticket, content)
    answer.set_cookie(
        TASK_COOKIE,
        ticket,
        max_age=TASK_LASTS,
        path=blueprint.url_prefix,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _refused(error: LtiRefused, title: str = "") -> tuple[str, int]:
    message = formatting.sentence(str(error))
    title = title or gettext("Love All could not be opened from here")
    return render_template("error.html", title=title, message=message, status=400), 400


# ---- connecting an account ---------------------------------------------------------------------------------------


@blueprint.get("/connect")
def connect() -> Page:
    """Asks a teacher whether a platform may open the tutor for them."""
    try:
        platform, asked = _task("connect")
    except LtiRefused as error:
        return _refused(error)
    return render_template("classroom/lti_connect.html", platform=platform, name=asked["name"], done=False)


@blueprint.post("/connect")
def connect_account() -> Page:
    """Connects the teacher’s account with the user of the platform who was sent here."""
    try:
        platform, asked = _task("connect")
        platforms().connect(platform, asked["subject"], require_user(), address=address())
    except LtiRefused as error:
        return _refused(error)
    platforms().close(request.cookies.get(TASK_COOKIE, ""))
    page = render_template("classroom/lti_connect.html", platform=platform, name=asked["name"], done=True)
    answer = make_response(page)
    answer.delete_cookie(TASK_COOKIE, path=blueprint.url_prefix)
    return answer


def _task(kind: str) -> tuple[Platform, Any]:
    """What the launch of this browser asked for. Raises `LtiRefused`."""
    platform, asked = platforms().asked(request.cookies.get(TASK_COOKIE, ""))
    if asked.get("kind") != kind:
        raise LtiRefused(gettext("No platform sent this browser here. Open the tutor from your course."))
    return platform, asked


# ---- choosing work for a course ------------------------------------------------------------------------------------


@blueprint.get("/choose")
def choose() -> Page:
    """The assignments of the class of a course, of which the platform gets a link to one; the link, once it is chosen.

    A teacher who has just made an assignment for this comes back to its link.
    """
    return _choose(request.args.get("assignment", ""))


@blueprint.post("/choose")
def send_choice() -> Page:
    """Makes the link to an assignment, which the browser takes back to the platform."""
    return _choose(request.form.get("assignment", ""))


def _choose(number: str) -> Page:
    try:
        platform, asked = _choice()
    except LtiRefused as error:
        return _refused(error)
    room = services().classroom.classes.of_teacher(require_user().id, asked["class"])
    found = services().classroom.assignments.of_class(room.id)
    offered = [assignment for assignment in found if assignment.withdrawn_at is None]
    chosen = next((assignment for assignment in offered if str(assignment.id) == number), None)
    key = platforms().private_key()
    if number and (chosen is None or key is None):
        return redirect(url_for("lti.choose"), 303)
    about: dict[str, Any] = {"platform": platform, "room": room, "kinds": KINDS.values()}
    if chosen is None or key is None:
        return render_template("classroom/lti_choose.html", offered=offered, message="", **about)
    from tutor.web.classroom.lti_messages import ChoiceRequest, chosen_message  # slow to import: cryptography

    choice = ChoiceRequest(asked["deployment"], platform.checked(asked["return"]), asked["data"])
    launch_url, points = url_for("lti.launch", _external=True), points_of(chosen)
    message = chosen_message(platform, key, choice, chosen.title, chosen.key, launch_url, points)
    g.sends_to = platform.origins
    about |= {"return_url": choice.return_url, "points": points}
    return render_template("classroom/lti_choose.html", offered=[chosen], message=message, **about)


def _choice() -> tuple[Platform, Any]:
    """The choice that the current teacher was sent here for. Raises `LtiRefused`."""
    platform, asked = _task("choose")
    if asked["teacher"] != require_user().id:
        raise LtiRefused(gettext("Another teacher was sent here. Open the tutor from your course again."))
    return platform, asked


# ---- grades ------------------------------------------------------------------------------------------------------


@blueprint.post("/grades/<int:class_id>/<int:number>")
def send_grades(class_id: int, number: int) -> Response:
    """Lets all grades of an assignment be sent again, in the next seconds."""
    assignment = assignment_of(class_of(class_id), number)
    services().classroom.lti_grades.send_again(assignment.id)
    return redirect(url_for("assignments.change", class_id=class_id, number=number, _anchor="grades"), 303)


# ---- who is in a course ------------------------------------------------------------------------------------------


@blueprint.post("/roster/<int:class_id>")
def update_roster(class_id: int) -> Page:
    """Brings those who are in the course of a class into the class, and lists those who left the course."""
    from tutor.web.classroom.lti_messages import roster_of  # slow to import: cryptography

    room = services().classroom.classes.of_teacher(require_user().id, class_id)
    found, key = platforms().course_of(room.id), platforms().private_key()
    if found is None or key is None or not found[1].roster_url:
        abort(404)
    platform, course = found
    try:
        changed = platforms().take_roster(platform, course, roster_of(platform, course, key), address=address())
    except LtiRefused as error:
        return _refused(error, gettext("The members could not be updated"))
    return render_template("classroom/lti_roster.html", room=room, platform=platform, changed=changed)


# ---- which platforms there are -----------------------------------------------------------------------------------


def _platform_name(text: str) -> str:
    return " ".join(text.split())[:LONGEST_PLATFORM_NAME]


def _lines(text: str) -> tuple[str, ...]:
    """Deployment ids, parted by blanks. Raises `Malformed`."""
    return tuple(dict.fromkeys(checked_id(word) for word in text.split()))


def _addresses(text: str) -> tuple[str, ...]:
    """Addresses, parted by blanks. Raises `Malformed`."""
    return tuple(dict.fromkeys(checked_address(word) for word in text.split()))


def _address_field(label: Any) -> Any:
    return TextField(
        label,
        checked_address,
        missing=lazy_gettext("Copy this address from the platform."),
        render_kw={"maxlength": LONGEST_ADDRESS, "required": True, "inputmode": "url", "autocomplete": "off"},
    )


def _id_field(label: Any, description: Any) -> Any:
    return TextField(
        label,
        checked_id,
        missing=lazy_gettext("Copy this from the platform."),
        description=description,
        render_kw={"maxlength": LONGEST_ID, "required": True, "autocomplete": "off"},
    )


class PlatformForm(Form):
    """A platform as its own pages describe it."""

    name = TextField(
        lazy_gettext("A name for the platform"),
        _platform_name,
        missing=lazy_gettext("Write a name, such as School Moodle."),
        render_kw={"maxlength": LONGEST_PLATFORM_NAME, "required": True, "autocomplete": "off"},
    )
    issuer = _id_field(
        lazy_gettext("Platform ID (issuer)"),
        lazy_gettext("For Moodle, its address. For Canvas, https://canvas.instructure.com."),
    )
    client_id = _id_field(lazy_gettext("Client ID"), "")
    deployments = LongTextField(
        lazy_gettext("Deployment IDs"),
        _lines,
        missing=lazy_gettext("Copy at least one deployment ID from the platform."),
        description=lazy_gettext("One per line."),
        render_kw={"rows": 2, "required": True},
    )
    login_url = _address_field(lazy_gettext("Authentication request address"))
    token_url = _address_field(lazy_gettext("Access token address"))
    keys_url = _address_field(lazy_gettext("Public keyset address"))
    services = LongTextField(
        lazy_gettext("Other addresses of the platform"),
        _addresses,
        optional=True,
        description=lazy_gettext(
            "Leave this empty for Moodle. For Canvas, write the address of your school, such as "
            "https://school.instructure.com. The tutor contacts no other address."
        ),
        render_kw={"rows": 2},
    )
    makes_teachers = OptionsField(
        lazy_gettext("What happens when a teacher of the platform opens the tutor for the first time?"),
        [
            (
                "no",
                lazy_gettext("They log in here once, with their own teacher’s account"),
                lazy_gettext("Only teachers whom a colleague has invited can teach here."),
            ),
            (
                "yes",
                lazy_gettext("They become a teacher here"),
                lazy_gettext("Choose this if you trust the platform to know who teaches."),
            ),
        ],
        default="no",
    )

    @property
    def spec(self) -> PlatformSpec:
        """What was written, once it is checked."""
        return PlatformSpec(
            self.name.value,
            self.issuer.value,
            self.client_id.value,
            self.deployments.value,
            self.login_url.value,
            self.token_url.value,
            self.keys_url.value,
            self.services.value or (),
            self.makes_teachers.data == "yes",
        )


@blueprint.get("/")
def index() -> str:
    """The platforms, the addresses to give to one, and the form to register it."""
    return _index(PlatformForm())


@blueprint.post("/")
def add() -> Page:
    """Registers a platform."""
    from tutor.web.classroom.lti_messages import new_private_key  # slow to import: cryptography

    form = PlatformForm()
    if not form.validate():
        return _index(form), 400
    try:
        platforms().add(form.spec, new_private_key(), by=require_user().id, address=address())
    except TutorError as error:
        form.refuse("client_id", formatting.sentence(str(error)))
        return _index(form), 400
    return to_page("lti.index", Notice.PLATFORM_ADDED)


@blueprint.get("/<int:platform_id>/remove")
def ask(platform_id: int) -> str:
    """Asks whether to remove a platform."""
    found = platforms().platform(platform_id)
    users, courses = platforms().counts().get(found.id, (0, 0))
    return render_template("classroom/lti_remove.html", platform=found, users=users, courses=courses)


@blueprint.post("/<int:platform_id>/remove")
def remove(platform_id: int) -> Page:
    """Removes a platform."""
    try:
        platforms().remove(platforms().platform(platform_id), by=require_user().id, address=address())
    except LtiRefused as error:
        return _refused(error, gettext("The platform was not removed"))
    return to_page("lti.index", Notice.PLATFORM_REMOVED)


def _index(form: PlatformForm) -> str:
    return render_template(
        "classroom/lti.html",
        platforms=platforms().all(),
        counts=platforms().counts(),
        form=form,
        addresses=[
            (gettext("Tool URL and redirection URI"), url_for("lti.launch", _external=True)),
            (gettext("Initiate login URL"), url_for("lti.login", _external=True)),
            (gettext("Public keyset URL"), url_for("lti.keys", _external=True)),
            (gettext("Content selection URL (deep linking)"), url_for("lti.launch", _external=True)),
        ],
        is_secure=request.is_secure,
    )
