"""What is kept, where, why and how long; all that is kept of one taken along, or deleted."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.errors import Malformed
from tutor.exchange.files import ExportedFile
from tutor.study.accounts.logins import IDLE, LONGEST
from tutor.study.accounts.people import UserRole
from tutor.study.accounts.person_names import normalized_name
from tutor.study.accounts.security_events import KEPT_FOR
from tutor.web import formatting
from tutor.web.access import Access, current_access, end_session
from tutor.web.account.login_attempts import verify_passphrase
from tutor.web.current_user import current_user
from tutor.web.export.sending import download
from tutor.web.services import services
from tutor.wording import figured

blueprint = Blueprint("privacy", __name__, url_prefix="/your-data")

Page = str | Response | tuple[str, int]
CONFIRMED = "delete all"
"""What is written to confirm it where nobody has a name."""


@blueprint.get("/")
def index() -> Page:
    """What is kept of whom."""
    return _page()


def _page(refused: str = "") -> Page:
    who = current_user()
    role = who.role if who else UserRole.LEARNER
    page = render_template(
        "account/privacy.html",
        place=services().study.database.place if current_access() is Access.TEACHER else "",
        classes=services().classroom.classes.all_of_teacher(who.id) if who else [],
        confirmed=who.name if who else CONFIRMED,
        is_in=current_access() is not Access.VISITOR,
        is_gone="gone" in request.args,
        refused=refused,
        idle=figured(IDLE[role].days, "day"),
        longest=figured(LONGEST[role].days, "day"),
        log_days=KEPT_FOR.days,
    )
    return (page, 400) if refused else page


@blueprint.get("/file")
def take() -> Response:
    """All that is kept of who asks."""
    from tutor.study.accounts.personal_data import everything_of

    return download(ExportedFile("love-all-kept.zip", "application/zip", everything_of(services().study)))


@blueprint.post("/delete")
def delete() -> Page:
    """Deletes all that is kept of who asks, and ends the session."""
    from tutor.study.accounts.personal_data import StillTeaching, forget

    try:
        _confirm()
        forget(services().study)
    except (Malformed, StillTeaching) as error:
        return _page(formatting.sentence(str(error)))
    end_session()
    return redirect(url_for("privacy.index", gone=1), 303)


def _confirm() -> None:
    """Raises `Malformed` unless it is meant, and by nobody else; `TooOften`."""
    who = current_user()
    written, wanted = request.form.get("name", ""), who.name if who else CONFIRMED
    if normalized_name(written) != normalized_name(wanted):
        raise Malformed("confirmation", written[:40], f"‘{wanted}’ is asked for", "Write it, if all shall be deleted")
    if who is not None and not verify_passphrase(who, request.form.get("passphrase", "")):
        raise Malformed("passphrase", "…", "yours is another", "Write the one that you log in with")
