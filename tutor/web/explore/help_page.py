"""The help: the guides, the keys, how answers are judged, and what the marks mean."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, url_for

from tutor.library.games import Provenance
from tutor.library.guides import GuidePage, attachments, guide_page, guide_sections, guides
from tutor.web.page_memory import render_remembered
from tutor.web.server.static_files import static_url

blueprint = Blueprint("help", __name__)


@blueprint.get("/help", strict_slashes=False)
def index() -> str:
    """The help."""
    return render_template("explore/help.html", provenances=tuple(Provenance), sections=guide_sections())


@blueprint.get("/help/<path:name>")
def guide(name: str) -> str:
    """A guide, or a file that a guide mentions, such as a configuration to copy."""
    if name in attachments():
        return render_template("explore/guide_file.html", name=name, text=attachments()[name].read_text("utf-8"))
    found = guides().get(name) or abort(404)
    names = list(guides())
    following = names[names.index(name) + 1 :][:1]

    def values() -> dict[str, object]:
        page: GuidePage = guide_page(found, lambda other: url_for("help.guide", name=other), static_url)
        return {"guide": found, "page": page, "following": [guides()[other] for other in following]}

    return render_remembered("explore/guide.html", values, name)
