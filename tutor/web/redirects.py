"""Former addresses, which redirect to the page at its current address."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from tutor.authors import current
from tutor.web.services import services

_FORMER_PATHS = tuple(
    (re.compile(former), now)
    for former, now in (
        (r"/known$", "/progress"),
        (r"/settings/pack$", "/settings/"),
        (r"/kept/yours$", "/your-data/file"),
        (r"/kept(/.*)?$", r"/your-data\1"),
        (r"/own/bring(/.*)?$", r"/create/import\1"),
        (r"/own(/.*)?$", r"/create\1"),
        (r"/you(/.*)?$", r"/account\1"),
        (r"/slips(/.*)?$", r"/invitations\1"),
        (r"/slip/(.*)$", r"/invitation/\1"),
        (r"/assignments/remarks$", "/assignments/comments"),
        (r"/classes/(\d+)/door$", r"/classes/\1/enrolment"),
        (r"/classes/(\d+)/following$", r"/classes/\1/gradebook"),
        (r"/classes/(\d+)/slips$", r"/classes/\1/invitations"),
        (r"/classes/(\d+)/members/(\d+)/slip$", r"/classes/\1/members/\2/invitation"),
        (r"/(?:lessons|games)/([^/]+)/(?:handout|sheet)\.pdf$", r"/exports/pdf/\1"),
        (r"/embed/games/([^/]+)/(call|card)s/(\d+)$", r"/embed/games/\1/\2/\3"),
    )
)
"""Paths up to version 0.1.0, and the current ones. Printed invitations have `/slip/…` on them."""
_NAMES_AN_AUTHOR = frozenset({"masters.rules_of"})
"""Pages whose address has the key of an author as `key`."""
_NAMES_A_GROUP = {"practice.of_group": "group_id", "exports.take": "what"}
"""Pages whose address can have the id of a group of questions, which begins with a key, and the name of that part."""
_MAY_NAME_A_KEY = _NAMES_AN_AUTHOR | _NAMES_A_GROUP.keys()


def from_former_path() -> Response | None:
    """A redirect from a path of former versions, with its query or form. None for any other path."""
    if request.url_rule is not None:
        return None
    for former, now in _FORMER_PATHS:
        if former.match(request.path):
            query = request.query_string.decode("latin-1")
            path = quote(former.sub(now, request.path))
            return redirect(f"{path}?{query}" if query else path, 308)  # keeps the method, and the form that was sent
    return None


def from_former_lesson() -> Response | None:
    """A redirect from a lesson that was removed to the lesson with its subject. None for any other page."""
    view = dict(request.view_args or {})
    if request.method not in ("GET", "HEAD") or request.endpoint is None or "lesson_id" not in view:
        return None
    now = services().courses.moved.lesson(view["lesson_id"])
    if now == view["lesson_id"]:
        return None
    asked = [(name, word) for name, word in request.args.items(multi=True) if name != "step"]
    there = url_for(request.endpoint, **{**view, "lesson_id": now})
    return redirect(there + (f"?{urlencode(asked)}" if asked else ""), 301)


def from_former_key() -> Response | None:
    """A redirect from an address with the former key of an author. None if it has none."""
    if request.method not in ("GET", "HEAD") or request.endpoint is None:
        return None
    if request.endpoint not in _MAY_NAME_A_KEY and "author" not in request.args:
        return None
    view = dict(request.view_args or {})
    if request.endpoint in _NAMES_AN_AUTHOR:
        view["key"] = current(view["key"])
    elif request.endpoint in _NAMES_A_GROUP:
        name = _NAMES_A_GROUP[request.endpoint]
        view[name] = _current_group(view[name])
    asked = [(name, _current_word(name, word)) for name, word in request.args.items(multi=True)]
    if view == (request.view_args or {}) and asked == list(request.args.items(multi=True)):
        return None
    return redirect(url_for(request.endpoint, **view) + (f"?{urlencode(asked)}" if asked else ""), 301)


def _current_group(group_id: str) -> str:
    """The current id of a group, which may come after the word `group:`."""
    before, colon, own = group_id.rpartition(":")
    key, dash, question = own.partition("-")
    return f"{before}{colon}{current(key)}{dash}{question}" if dash else group_id


def _current_word(name: str, word: str) -> str:
    return current(word) if name == "author" else word
