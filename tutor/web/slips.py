"""The slips of a teacher and of the teacher’s classes: which work, what became of the others, and cancelling them."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from tutor.study.slips import SLIP_LASTS, ListedSlip, SlipKind, SlipState
from tutor.web import words
from tutor.web.parts import parts
from tutor.web.present import somebody
from tutor.web.security_log import address

blueprint = Blueprint("slips", __name__, url_prefix="/slips")


@blueprint.get("/")
def index() -> str:
    """Every slip, without what stands on it, which is not kept."""
    listed = parts().classroom.slips.listed(somebody().id)
    return render_template(
        "slips_made.html",
        live=[one for one in listed if one.is_live],
        past=[one for one in listed if not one.is_live],
        purpose=_purpose,
        ending=_ending,
        days=SLIP_LASTS.days,
        cancelled=request.args.get("cancelled", type=int),
        words=words,
    )


@blueprint.post("/<int:slip_id>/cancel")
def cancel(slip_id: int) -> Response:
    """Cancels a slip; one that works no more stays as it is."""
    was_live = parts().classroom.slips.cancel(somebody().id, slip_id, address=address())
    return redirect(url_for("slips.index", cancelled=int(was_live)), 303)


@blueprint.post("/cancel")
def cancel_all() -> Response:
    """Cancels every slip that still works."""
    number = parts().classroom.slips.cancel_all(somebody().id, address=address())
    return redirect(url_for("slips.index", cancelled=number), 303)


def _purpose(slip: ListedSlip) -> str:
    """What a slip is for."""
    match slip.kind:
        case SlipKind.JOIN:
            return f"Join {slip.class_name}"
        case SlipKind.RETURN:
            return "Choose another passphrase"
        case SlipKind.COLLEAGUE:
            return "Teach here"
        case SlipKind.FIRST:
            return "Make the first teacher’s account"


def _ending(slip: ListedSlip) -> Markup:
    """What became of a slip that works no more."""
    what = {SlipState.USED: "Used", SlipState.CANCELLED: "Cancelled"}.get(slip.state, "Expired")
    return Markup("{} {}").format(what, words.when(slip.ended_at or slip.made_at))
