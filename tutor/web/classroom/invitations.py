"""The invitations of a teacher and of their classes: which work, what became of the others, and cancelling them."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from tutor.study.classroom.invitations import INVITATION_LASTS, InvitationKind, InvitationState, ListedInvitation
from tutor.web import formatting, language
from tutor.web.account.security_events import address
from tutor.web.current_user import require_user
from tutor.web.services import services

blueprint = Blueprint("invitations", __name__, url_prefix="/invitations")


@blueprint.get("/")
def index() -> str:
    """Every invitation, without what stands on it, which is not kept."""
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
    """Cancels an invitation; one that works no more stays as it is."""
    was_live = services().classroom.invitations.cancel(require_user().id, invitation_id, address=address())
    return redirect(url_for("invitations.index", cancelled=int(was_live)), 303)


@blueprint.post("/cancel")
def cancel_all() -> Response:
    """Cancels every invitation that still works."""
    number = services().classroom.invitations.cancel_all(require_user().id, address=address())
    return redirect(url_for("invitations.index", cancelled=number), 303)


def _purpose(invitation: ListedInvitation) -> str:
    """What an invitation is for."""
    match invitation.kind:
        case InvitationKind.JOIN:
            return f"Join {invitation.class_name}"
        case InvitationKind.RETURN:
            return "Choose another passphrase"
        case InvitationKind.COLLEAGUE:
            return "Teach here"
        case InvitationKind.FIRST:
            return "Make the first teacher’s account"


def _ending(invitation: ListedInvitation) -> Markup:
    """What became of an invitation that works no more."""
    what = {InvitationState.USED: "Used", InvitationState.CANCELLED: "Cancelled"}.get(invitation.state, "Expired")
    return Markup("{} {}").format(what, language.when(invitation.ended_at or invitation.made_at))
