"""The invitations of a teacher and their classes: which still work, which ended and how, and cancelling them."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from tutor.study.classroom.invitations import INVITATION_LASTS, InvitationKind, InvitationState, ListedInvitation
from tutor.web import formatting, language
from tutor.web.account.security_events import address
from tutor.web.current_user import require_user
from tutor.web.services import services

blueprint = Blueprint("invitations", __name__, url_prefix="/invitations")


@blueprint.get("/")
def index() -> str:
    """Every invitation, without its code, which is not saved."""
    listed = services().classroom.invitations.listed(require_user().id)
    return render_template(
        "classroom/invitations_made.html",
        live=[invitation for invitation in listed if invitation.is_live],
        past=[invitation for invitation in listed if not invitation.is_live],
        purpose=_purpose,
        ending=_ending,
        days=INVITATION_LASTS.days,
        cancelled=request.args.get("cancelled", type=int),
        words=formatting,
    )


@blueprint.post("/<int:invitation_id>/cancel")
def cancel(invitation_id: int) -> Response:
    """Cancels an invitation. One that no longer works stays as it is."""
    was_live = services().classroom.invitations.cancel(require_user().id, invitation_id, address=address())
    return redirect(url_for("invitations.index", cancelled=int(was_live)), 303)


@blueprint.post("/cancel")
def cancel_all() -> Response:
    """Cancels every invitation that still works."""
    number = services().classroom.invitations.cancel_all(require_user().id, address=address())
    return redirect(url_for("invitations.index", cancelled=number), 303)


def _purpose(invitation: ListedInvitation) -> str:
    """The purpose of an invitation."""
    match invitation.kind:
        case InvitationKind.JOIN:
            return str(gettext("Join %(class_name)s", class_name=invitation.class_name))
        case InvitationKind.RETURN:
            return str(gettext("Choose a new passphrase"))
        case InvitationKind.COLLEAGUE:
            return str(gettext("Teach here"))
        case InvitationKind.FIRST:
            return str(gettext("Make the first teacher’s account"))


def _ending(invitation: ListedInvitation) -> Markup:
    """How and when an invitation ended."""
    what = {
        InvitationState.USED: gettext("Used %(time)s"),
        InvitationState.CANCELLED: gettext("Cancelled %(time)s"),
    }.get(invitation.state, gettext("Expired %(time)s"))
    return escape(what) % {"time": language.when(invitation.ended_at or invitation.made_at)}
