"""Pages rendered to be kept: the same for everybody, without a name, a token or anything that a learner did.

`docs/offline.md` says what is kept where, and why.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from flask import current_app, g

from tutor import __version__
from tutor.library.cache import fingerprint
from tutor.library.folders import folder
from tutor.web.access import is_on_shared_computer
from tutor.web.account.preferences import looks
from tutor.web.current_user import current_user
from tutor.web.projector import is_for_projector
from tutor.web.server.static_files import static_file
from tutor.web.services import services

OFFLINE_STYLE = "offline/offline.css"
WORKER = "offline/worker.js"
STORE = "js/59-offline-store.js"
"""What the worker shares with the pages."""
_LENGTH = 24


def is_offline() -> bool:
    """Whether the page being rendered is to be kept."""
    return bool(g.get("is_offline", False))


@contextmanager
def rendered_for_offline() -> Iterator[None]:
    """Within it, pages are rendered to be kept."""
    g.is_offline = True
    try:
        yield
    finally:
        g.is_offline = False


def may_keep() -> bool:
    """Whether this browser may keep anything for the current user: not on a shared computer, and not in a preview.

    Nor on a static site, whose readers have all of it.
    """
    is_known = current_user() is not None or not services().has_classes
    is_served = "is_still" not in current_app.jinja_env.globals
    return is_known and is_served and not is_on_shared_computer() and "preview_by" not in g and not is_for_projector()


def account_mark() -> str:
    """What stands for the account of the current user on their device. It tells nothing about them.

    It differs for every database, so that one tutor never gets the answers that were meant for another. A database may
    give the number of a deleted account again, so the mark depends on when the account began too.
    """
    secret, user = current_app.secret_key, current_user()
    key = secret if isinstance(secret, bytes) else str(secret).encode()
    began = user.joined_at.isoformat() if user and user.joined_at else ""
    found = hmac.new(key, f"offline {services().study.learner} {began}".encode(), hashlib.sha256)
    return found.hexdigest()[:_LENGTH]


def version() -> str:
    """A mark of everything that a kept page is made of: the content, the code, the templates and the settings."""
    chosen = " ".join(f"{name}={value}" for name, value in looks())
    language = str(current_app.jinja_env.globals["language"])
    return hashlib.sha256(f"{_content_version()} {language} {chosen}".encode()).hexdigest()[:_LENGTH]


@cache
def _content_version() -> str:
    found = hashlib.sha256(f"{__version__} {fingerprint()}".encode())
    for name in ("love-all.css", "love-all.js", OFFLINE_STYLE, WORKER):
        found.update(static_file(name).fingerprint.encode())
    for path in sorted(folder("templates").rglob("*.html")):
        found.update(path.read_bytes())
    return found.hexdigest()


def template_variables() -> dict[str, object]:
    """What every template knows of this. A page to be kept knows nobody."""
    if is_offline():
        nobody: dict[str, object] = {"you": None, "is_shared": False, "teaches": False, "has_work": False}
        return {"is_offline": True, "offline_account": None, **nobody}
    is_kept = may_keep()
    # Empty for somebody who may keep nothing here, and none where nobody has logged in. A stage names none: the account
    # keeps what its other pages kept.
    nothing = "" if current_user() and not is_for_projector() else None
    return {
        "is_offline": False,
        "offline_account": account_mark() if is_kept else nothing,
        "offline_version": version() if is_kept else "",
    }
