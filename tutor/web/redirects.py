"""Addresses with a key that an author once had: whoever comes by one is sent on to the page as it is addressed now."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from tutor.authors import current

_NAMES_AN_AUTHOR = frozenset({"masters.rules_of"})
"""Pages whose address has the key of an author as `key`."""
_NAMES_A_GROUP = {"practice.some": "group_id", "exports.take": "what"}
"""Pages whose address may have the id of a group of questions, which begins with a key, and where it stands."""


def sent_on() -> Response | None:
    """The way to the page that a former address means; None where the address is none."""
    if request.method not in ("GET", "HEAD") or request.endpoint is None:
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
    """A group’s id as it is now; it may stand after the word `group:`."""
    before, colon, own = group_id.rpartition(":")
    key, dash, question = own.partition("-")
    return f"{before}{colon}{current(key)}{dash}{question}" if dash else group_id


def _current_word(name: str, word: str) -> str:
    return current(word) if name == "author" else word
