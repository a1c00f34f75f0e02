"""How the pages look to this reader: the pack of two or of four colours."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

blueprint = Blueprint("preferences", __name__)

PACKS = ("two", "four")


@blueprint.post("/settings/pack")
def choose_pack() -> Response:
    """Remembers the pack chosen, and goes back to the page; a form that names none stays where it is."""
    pack = request.form.get("pack", "")
    session.permanent = True
    session["pack"] = pack if pack in PACKS else PACKS[0]
    return redirect(page_of_ours(request.form["back"])) if "back" in request.form else Response(status=204)


def pack() -> str:
    """The pack of this reader."""
    return str(session.get("pack", PACKS[0]))


def appearance() -> dict[str, str]:
    """What every template knows of it."""
    return {"pack": pack(), "here": request.full_path.rstrip("?")}


def page_of_ours(address: str) -> str:
    """An address that a form named, if it is one of ours; the first page otherwise."""
    return urlsplit(address).geturl() if is_ours(address) else url_for("home.index")


def is_ours(address: str) -> bool:
    """Whether an address can be one of this tutor’s pages, and leads to nobody else."""
    try:
        wanted = urlsplit(address)
    except ValueError:
        return False
    leads_away = wanted.scheme or wanted.netloc or "\\" in address or address.startswith("//")
    return wanted.path.startswith("/") and not leads_away
