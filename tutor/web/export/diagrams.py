"""Hands drawn, to be shown and taken along."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answered

from tutor.errors import Unknown
from tutor.exchange.diagrams import Diagram, Style, Tone, png, svg
from tutor.exchange.diagrams_books import LONGEST, diagram_of, file_stem
from tutor.web.services import services

blueprint = Blueprint("diagrams", __name__, url_prefix="/diagrams")

_TONES = {"light": Tone.LIGHT, "dark": Tone.DARK}


@blueprint.get("/<what>.svg")
def as_svg(what: str) -> Answered:
    """A game, a deal, an ending or a hand by its id, or one that is written out, as SVG."""
    return _drawn(what, "svg", "image/svg+xml", lambda diagram, style: svg(diagram, style).encode())


@blueprint.get("/<what>.png")
def as_png(what: str) -> Answered:
    """The same as PNG."""
    return _drawn(what, "png", "image/png", png)


def _drawn(what: str, suffix: str, mimetype: str, draw: Callable[[Diagram, Style], bytes]) -> Answered:
    """The drawing, to be kept by the browser for a day and asked after by its fingerprint."""
    if len(what) > LONGEST:
        raise Unknown("game, deal, ending or hand", what, ())
    style = Style(
        _TONES.get(request.args.get("tone", ""), Tone.READERS),
        request.args.get("pack") == "four",
        request.args.get("paper") != "none",
    )
    response = Response(draw(diagram_of(services().library, what), style), mimetype=mimetype)
    response.headers["Content-Disposition"] = f'inline; filename="{file_stem(what)}.{suffix}"'
    response.cache_control.public = True
    response.cache_control.max_age = 24 * 60 * 60
    response.add_etag()
    return response.make_conditional(request)
