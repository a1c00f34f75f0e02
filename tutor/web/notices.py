"""What the form before a page did, in words at its top: the redirect names it as `did`. What it deleted has its own
argument, because the page offers to bring that back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TypeVar

from flask import redirect, request, url_for
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response

Item = TypeVar("Item")


class Notice(Enum):
    """What a page says that a form has done. The value is its key in the address."""

    CLASS_MADE = "class-made"
    CLASS_CHANGED = "class-changed"
    CLASS_HANDED_OVER = "class-handed-over"
    LEARNER_ERASED = "learner-erased"
    GROUP_MADE = "group-made"
    GROUP_CHANGED = "group-changed"
    GROUP_RESTORED = "group-restored"
    WORK_ASSIGNED = "work-assigned"
    WORK_CHANGED = "work-changed"
    WORK_RESTORED = "work-restored"
    EXTENDED = "extended"
    EXTENSION_RESTORED = "extension-restored"
    TEMPLATE_SAVED = "template"
    NEWEST_VERSION = "newest"
    TEACHER_REMOVED = "teacher-removed"
    PLATFORM_ADDED = "platform-added"
    PLATFORM_REMOVED = "platform-removed"


_WORDS: dict[Notice, LazyString] = {
    Notice.CLASS_MADE: lazy_gettext("The class is made. Learners join with its code."),
    Notice.CLASS_CHANGED: lazy_gettext("The class is changed."),
    Notice.CLASS_HANDED_OVER: lazy_gettext("The class is handed over."),
    Notice.LEARNER_ERASED: lazy_gettext("Everything about the learner was erased."),
    Notice.GROUP_MADE: lazy_gettext("The group is made."),
    Notice.GROUP_CHANGED: lazy_gettext("The group is changed."),
    Notice.GROUP_RESTORED: lazy_gettext("The group is restored."),
    Notice.WORK_ASSIGNED: lazy_gettext("The work is assigned."),
    Notice.WORK_CHANGED: lazy_gettext("The assignment is changed."),
    Notice.WORK_RESTORED: lazy_gettext("The work is assigned again."),
    Notice.EXTENDED: lazy_gettext("The extension is given."),
    Notice.EXTENSION_RESTORED: lazy_gettext("The extension is restored."),
    Notice.TEMPLATE_SAVED: lazy_gettext("Saved as a template."),
    Notice.NEWEST_VERSION: lazy_gettext("The assignment now uses the newest version."),
    Notice.TEACHER_REMOVED: lazy_gettext("The teacher was removed."),
    Notice.PLATFORM_ADDED: lazy_gettext("The platform was registered."),
    Notice.PLATFORM_REMOVED: lazy_gettext("The platform was removed."),
}


def to_page(endpoint: str, did: Notice, **values: object) -> Response:
    """Goes to a page that says what was done."""
    return redirect(url_for(endpoint, **values, did=did.value), 303)  # type: ignore[arg-type]


def what_was_done() -> str:
    """What the form before this page did; empty if there was none, or if the address names something else."""
    did = request.args.get("did", "")
    return next((str(words) for notice, words in _WORDS.items() if notice.value == did), "")


def just_deleted(items: Iterable[Item], argument: str, key: Callable[[Item], object]) -> Item | None:
    """What the form before this page deleted, to offer its return: the item whose key the address has as `argument`."""
    named = request.args.get(argument)
    return next((item for item in items if str(key(item)) == named), None)
