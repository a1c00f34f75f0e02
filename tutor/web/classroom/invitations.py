"""The slips of a teacher and of the teacher’s classes: which work, what became of the others, and cancelling them."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from tutor.study.classroom.invitations import SLIP_LASTS, InvitationKind, InvitationState, ListedInvitation
from tutor.web import formatting
from tutor.web.account.security_events import address
from tutor.web.current_user import somebody
from tutor.web.services import services

blueprint = Blueprint("invitations", __name__, url_prefix="/invitations")


@blueprint.get("/")
def index() -> str:
    """Every slip, without what stands on it, which is not kept."""
    listed = services().classroom.invitations.listed(somebody().id)
    return render_template(
        "classroom/invitations_made.html",
        live=[one for one in listed if one.is_live],
        past=[one for one in listed if not one.is_live],
        purpose=_purpose,
        ending=_ending,
        days=SLIP_LASTS.days,
        cancelled=request.args.get("cancelled", type=int),
        words=formatting,
    )


@blueprint.post("/<int:slip_id>/cancel")
def cancel(slip_id: int) -> Response:
    """Cancels a slip; one that works no more stays as it is."""
    was_live = services().classroom.invitations.cancel(somebody().id, slip_id, address=address())
    return redirect(url_for("invitations.index", cancelled=int(was_live)), 303)


@blueprint.post("/cancel")
def cancel_all() -> Response:
    """Cancels every slip that still works."""
    number = services().classroom.invitations.cancel_all(somebody().id, address=address())
    return redirect(url_for("invitations.index", cancelled=number), 303)


def _purpose(slip: ListedInvitation) -> str:
    """What a slip is for."""
    match slip.kind:
        case InvitationKind.JOIN:
            return f"Join {slip.class_name}"
        case InvitationKind.RETURN:
            return "Choose another passphrase"
        case InvitationKind.COLLEAGUE:
            return "Teach here"
        case InvitationKind.FIRST:
            return "Make the first teacher’s account"


def _ending(slip: ListedInvitation) -> Markup:
    """What became of a slip that works no more."""
    what = {InvitationState.USED: "Used", InvitationState.CANCELLED: "Cancelled"}.get(slip.state, "Expired")
    return Markup("{} {}").format(what, formatting.when(slip.ended_at or slip.made_at))
