"""Your data: what is saved, where, why and how long; exporting all of it, and deleting it."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext, ngettext
from werkzeug.wrappers import Response

from tutor.exchange.files import ExportedFile
from tutor.study.accounts.logins import IDLE, LONGEST
from tutor.study.accounts.people import UserRole
from tutor.study.accounts.person_names import normalized_name
from tutor.study.accounts.security_events import KEPT_FOR
from tutor.web import formatting
from tutor.web.access import Access, current_access, end_session
from tutor.web.account.reauthentication import ask_for_proof, proves, unproved
from tutor.web.current_user import current_user
from tutor.web.export.sending import download
from tutor.web.forms import Form, PassphraseField, name_field
from tutor.web.services import services

blueprint = Blueprint("privacy", __name__, url_prefix="/your-data")

Page = str | Response | tuple[str, int]
CONFIRMED = lazy_gettext("delete all")
"""What somebody without an account types to confirm that all shall be deleted."""


class DeleteAccountForm(Form):
    """Proof that the user means it, and that nobody else asks."""

    name = name_field("", str, autocomplete="off", required=True)
    passphrase = PassphraseField()

    def confirm(self) -> bool:
        """Whether the user means it. Raises `RateLimitExceeded`."""
        who = current_user()
        wanted = who.name if who else str(CONFIRMED)
        if normalized_name(self.name.data) != normalized_name(wanted):
            self.refuse(
                "name",
                gettext("This is not what was asked for. To delete all your data, type ‘%(text)s’.", text=wanted),
            )
        elif who is not None and not proves(self, who):
            wrong = gettext("This is not your passphrase. Enter the one that you log in with.")
            self.refuse("passphrase", unproved(who, wrong))
        return not self.faults and not self.form_errors


@blueprint.get("/")
def index() -> Page:
    """What is saved about each user."""
    return _page(DeleteAccountForm())


def days(period: timedelta) -> str:
    """A period in days: `90 days`."""
    return str(ngettext("%(num)s day", "%(num)s days", period.days))


def _page(form: DeleteAccountForm) -> str:
    who = current_user()
    role = who.role if who else UserRole.LEARNER
    if who:
        ask_for_proof(form, who)
    form.name.label.text = gettext("Type “%(text)s” to confirm", text=who.name if who else str(CONFIRMED))
    return render_template(
        "account/privacy.html",
        place=services().study.database.place if current_access() is Access.TEACHER else "",
        classes=services().classroom.classes.own_of_teacher(who.id) if who else [],
        is_in=current_access() is not Access.VISITOR,
        is_gone="gone" in request.args,
        form=form,
        idle=days(IDLE[role]),
        longest=days(LONGEST[role]),
        log_days=KEPT_FOR.days,
    )


@blueprint.get("/file")
def take() -> Response:
    """All data of the current user."""
    from tutor.study.accounts.personal_data import everything_of

    return download(ExportedFile("love-all-kept.zip", "application/zip", everything_of(services().study)))


@blueprint.post("/delete")
def delete() -> Page:
    """Deletes all data of the current user, and ends the session."""
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
