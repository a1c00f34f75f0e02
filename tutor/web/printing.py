"""Pages for print as PDF: handouts of lessons, and games."""

from __future__ import annotations

from flask import Blueprint, Response, request

from tutor.exchange import pdf
from tutor.exchange.files import Exported
from tutor.exchange.pdf import Answers
from tutor.exchange.questions import Stock
from tutor.web.parts import parts

blueprint = Blueprint("printing", __name__)


@blueprint.get("/lessons/<lesson_id>/handout.pdf")
def handout(lesson_id: str) -> Response:
    """A lesson for print, with its answers or without, or the answers alone."""
    return _file(pdf.handout(_stock(), lesson_id, _answers()))


@blueprint.get("/games/<game_id>/sheet.pdf")
def sheet(game_id: str) -> Response:
    """A game for print; its hands alone where no answers are wanted."""
    return _file(pdf.game(_stock(), game_id, _answers()))


def _stock() -> Stock:
    return Stock(parts().library, parts().courses, parts().makers)


def _answers() -> Answers:
    wanted = request.args.get("answers", "")
    return next((one for one in Answers if one.value == wanted), Answers.AFTER)


def _file(made: Exported) -> Response:
    response = Response(made.content, mimetype=made.mimetype)
    response.headers.set("Content-Disposition", "inline", filename=made.name)
    return response
