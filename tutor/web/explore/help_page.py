"""The help: keys, how answers are judged, and what the marks mean."""

from __future__ import annotations

from flask import Blueprint, render_template

from tutor.library.games import Provenance

blueprint = Blueprint("help", __name__)


@blueprint.get("/help")
def index() -> str:
    """The help."""
    return render_template("explore/help.html", provenances=tuple(Provenance))
