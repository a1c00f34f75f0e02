"""Lines of the security log that a request writes, with its user and address."""

from __future__ import annotations

from contextlib import suppress

from flask import request

from tutor.study.accounts.security_events import EventKind
from tutor.study.storage.database import DatabaseUnavailable
from tutor.web.current_user import current_user
from tutor.web.services import services


def address() -> str:
    """Where the request comes from."""
    return request.remote_addr or "nowhere"


def note(kind: EventKind, *, by: int | None = None, whom: int | None = None, detail: str = "") -> None:
    """Writes a line; `by` is the current user, unless another is given. Without a classroom there is no log."""
    if not services().has_classes:
        return
    here = current_user()
    by = here.id if by is None and here is not None else by
    services().classroom.events.note(kind, by=by, whom=whom, address=address(), detail=detail)


def note_refused(detail: str) -> None:
    """Writes that a request was refused. It is still refused if the line cannot be written."""
    with suppress(DatabaseUnavailable):
        note(EventKind.REFUSED, detail=f"{detail}: {request.method} {request.endpoint or 'no page'}")
