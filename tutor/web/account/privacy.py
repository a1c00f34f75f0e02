"""What is kept, where, why and how long; all that is kept of one taken along, or deleted."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

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
from tutor.web.forms import Form, PassphraseField, name_field
from tutor.web.services import services
from tutor.wording import figured

blueprint = Blueprint("privacy", __name__, url_prefix="/your-data")

Page = str | Response | tuple[str, int]
CONFIRMED = "delete all"
"""What is written to confirm it where nobody has a name."""


class DeleteAccountForm(Form):
    """The proof that it is meant, and by nobody else."""

    name = name_field("", str, autocomplete="off", required=True)
    passphrase = PassphraseField()

    def confirm(self) -> bool:
        """Whether it is meant. Raises `RateLimitExceeded`."""
        who = current_user()
        wanted = who.name if who else CONFIRMED
        if normalized_name(self.name.data) != normalized_name(wanted):
            self.refuse("name", f"This says something else. Write ‘{wanted}’, if all shall be deleted.")
        elif who is not None and not verify_passphrase(who, self.passphrase.data):
            self.refuse("passphrase", "This is not your passphrase. Write the one that you log in with.")
        return not self.faults


@blueprint.get("/")
def index() -> Page:
    """What is kept of whom."""
    return _page(DeleteAccountForm())


def _page(form: DeleteAccountForm) -> str:
    who = current_user()
    role = who.role if who else UserRole.LEARNER
    form.name.label.text = f"Write “{who.name if who else CONFIRMED}”, if that is what you want"
    return render_template(
        "account/privacy.html",
        place=services().study.database.place if current_access() is Access.TEACHER else "",
        classes=services().classroom.classes.all_of_teacher(who.id) if who else [],
        is_in=current_access() is not Access.VISITOR,
        is_gone="gone" in request.args,
        form=form,
        idle=figured(IDLE[role].days, "day"),
        longest=figured(LONGEST[role].days, "day"),
        log_days=KEPT_FOR.days,
    )


@blueprint.get("/file")
def take() -> Response:
    """All that is kept of who asks."""
    from tutor.study.accounts.personal_data import everything_of

    return download(ExportedFile("love-all-kept.zip", "application/zip", everything_of(services().study)))


@blueprint.post("/delete")
def delete() -> Page:
    """Deletes all that is kept of who asks, and ends the session."""
    from tutor.study.accounts.personal_data import StillTeaching, forget

    form = DeleteAccountForm()
    if not form.confirm():
        return _page(form), 400
    try:
        forget(services().study)
    except StillTeaching as error:
        form.refuse("", formatting.sentence(str(error)))
        return _page(form), 400
    end_session()
    return redirect(url_for("privacy.index", gone=1), 303)
