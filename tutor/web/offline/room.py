"""What a browser needs to work without a connection: the manifest, the worker, the packs, and a door for answers."""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for
from flask_babel import gettext
from flask_wtf.csrf import generate_csrf

from tutor.web.access import Access, current_access
from tutor.web.offline.answers import MOST_ANSWERS, save_all
from tutor.web.offline.mode import STORE, WORKER, account_mark, may_keep, rendered_for_offline, version
from tutor.web.offline.packs import AskedNow, find_pack, to_remove
from tutor.web.server.static_files import STYLE_SHEET, static_file, static_url, style_sheet_fonts

blueprint = Blueprint("offline", __name__)

EXTENSION, POLICY = "packs", "page-policy"
PACKS_KEPT = 64
"""How many packs are kept in memory, each of some 100 kilobytes."""
MOST_PACKS = 100
"""How many packs a device asks about at a time."""
PATIENCE = 10_000
"""How many thousandths of a second a browser waits for a page before it shows what it kept."""
ICONS = (192, 512)
GREEN, PAPER = "#2f5d4b", "#fbf7ec"
PACKED = "application/gzip"


class PackMemory:
    """The packs that were made last. It is safe to share between threads.

    A request that makes one takes its `turn`: a pack may take seconds, and pages should not wait for several.
    """

    def __init__(self, kept: int = PACKS_KEPT) -> None:
        self._kept, self._lock, self.turn = kept, Lock(), Lock()
        self._packs: OrderedDict[object, bytes] = OrderedDict()

    def get(self, key: object) -> bytes | None:
        """The pack of a key, if it is here."""
        with self._lock:
            if key in self._packs:
                self._packs.move_to_end(key)
            return self._packs.get(key)

    def put(self, key: object, pack: bytes) -> None:
        """Keeps a pack, and lets go of the oldest if there are too many."""
        with self._lock:
            self._packs[key] = pack
            while len(self._packs) > self._kept:
                self._packs.popitem(last=False)

    def clear(self) -> None:
        """Forgets every pack, as if none had been made."""
        with self._lock:
            self._packs.clear()


@blueprint.get("/offline/")
def index() -> str:
    """What this browser keeps. The page is the same for everybody, because it is kept itself."""
    with rendered_for_offline():
        return render_template("offline/kept.html", version=version())


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a telephone needs to put the tutor on its first screen."""
    language = current_app.jinja_env.globals["language"]
    icons = [
        {
            "src": static_url(f"icons/{kind}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any" if kind == "icon" else "maskable",
        }
        for size in ICONS
        for kind in ("icon", "maskable")
    ]
    found = {
        "id": url_for("home.index"),
        "name": gettext("Love All: whist and bridge"),
        "short_name": "Love All",
        "description": gettext("Learn whist and bridge from the books that started it all."),
        "lang": language.tag,  # type: ignore[attr-defined]
        "dir": language.direction,  # type: ignore[attr-defined]
        "start_url": url_for("home.index"),
        "scope": url_for("home.index"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "icons": icons,
    }
    return Response(json.dumps(found, ensure_ascii=False), mimetype="application/manifest+json")


@blueprint.get("/service-worker.js")
def worker() -> Response:
    """The script that answers for the tutor while there is no connection. Its text changes with every version."""
    fonts = (font for font, _ in style_sheet_fonts())
    names = (STYLE_SHEET, "love-all.js", "offline/offline.css", "icon.svg", *fonts)
    settings = {
        "version": version(),
        "page": url_for("offline.index"),
        "review": url_for("review.next_question"),
        "log_in": url_for("accounts.log_in"),
        "patience": PATIENCE,
        "assets": list(map(static_url, names)),
        "static": url_for("static", filename=""),
        "policy": current_app.extensions[POLICY],
    }
    parts = (f"const SETTINGS = {json.dumps(settings)};", _text(STORE), _text(WORKER))
    return Response("\n".join(parts), mimetype="text/javascript")


@blueprint.get("/offline/packs/<path:pack_id>")
def pack(pack_id: str) -> Response | tuple[Response, int]:
    """A pack, compressed. Refused where nothing may be kept, and if open work asks what is in it. Raises `Unknown`.

    One is made at a time. A browser that asks for another meanwhile gets 503, and asks again.
    """
    if not may_keep():
        return jsonify(why=gettext("Nothing is kept on a shared computer.")), 403
    try:
        found = find_pack(pack_id)
    except AskedNow:
        return jsonify(why=gettext("This is part of your work, so it cannot be kept.")), 403
    memory: PackMemory = current_app.extensions[EXTENSION]
    key = (found.id, found.url, tuple(map(str, found.refs)), version()) if found.is_same_for_all else None
    packed = memory.get(key) if key else None
    if packed is None:
        if not memory.turn.acquire(blocking=False):
            why = gettext("Another page is being prepared. Try again in a moment.")
            return Response(why, 503, {"Retry-After": "2"}, mimetype="text/plain")
        try:
            packed = found.packed()
        finally:
            memory.turn.release()
        if key:
            memory.put(key, packed)
    return Response(packed, mimetype=PACKED)


@blueprint.get("/offline/state")
def state() -> Response:
    """Whose answers may be sent from this browser now, and the token to send them with. Nobody’s before the log-in."""
    is_known = current_access() >= Access.LEARNER and may_keep()
    return jsonify(account=account_mark() if is_known else None, token=generate_csrf())


@blueprint.post("/offline/answers")
def send() -> Response | tuple[Response, int]:
    """Records the answers that a device saved, and says which packs it must remove, and which to ask about `later`."""
    if not may_keep():
        return jsonify(why=gettext("Nothing is kept on a shared computer.")), 403
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        return jsonify(why=gettext("This is not what the page sends, so nothing was saved.")), 400
    if sent.get("account") != account_mark():
        return jsonify(why=gettext("These answers belong to another account, so nothing was saved.")), 409
    answers, packs = sent.get("answers", []), sent.get("packs", [])
    if not isinstance(answers, list) or not isinstance(packs, list):
        return jsonify(why=gettext("This is not what the page sends, so nothing was saved.")), 400
    if len(answers) > MOST_ANSWERS or len(packs) > MOST_PACKS:
        why = gettext(
            "Too much at once, so nothing was saved. Send %(answers)s answers and %(packs)s packs at a time.",
            answers=MOST_ANSWERS,
            packs=MOST_PACKS,
        )
        return jsonify(why=why), 413
    results = save_all(answers)
    remove, later = to_remove([name for name in packs if isinstance(name, str)])
    return jsonify(results=results, remove=remove, later=later)


@blueprint.after_request
def _name_account(response: Response) -> Response:
    """Says for whom a pack is, or why there is none: the page that asked may be of somebody who has logged out."""
    if request.endpoint == "offline.pack" and may_keep() and current_access() >= Access.LEARNER:
        response.headers["X-Account"] = account_mark()
    return response


def _text(name: str) -> str:
    return static_file(name).content.decode()
