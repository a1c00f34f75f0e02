"""Pages for print as PDF: handouts of lessons, and games."""

from __future__ import annotations

from flask import Blueprint, Response, request

from tutor.exchange import pdf
from tutor.exchange.pdf import Answers
from tutor.web.export.exports import our_stock
from tutor.web.export.sending import shown

blueprint = Blueprint("printing", __name__)


@blueprint.get("/lessons/<lesson_id>/handout.pdf")
def handout(lesson_id: str) -> Response:
    """A lesson for print, with its answers or without, or the answers alone."""
    return shown(pdf.handout(our_stock(), lesson_id, _answers()))


@blueprint.get("/games/<game_id>/sheet.pdf")
def sheet(game_id: str) -> Response:
    """A game for print; its hands alone where no answers are wanted."""
    return shown(pdf.game(our_stock(), game_id, _answers()))


def _answers() -> Answers:
    wanted = request.args.get("answers", "")
    return next((one for one in Answers if one.value == wanted), Answers.AFTER)
