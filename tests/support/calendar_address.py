"""The secret address of a calendar, as the page of its owner shows it."""

from __future__ import annotations

import hashlib
import hmac

from tutor.study.study import Study


def calendar_secret(study: Study) -> str:
    """Turns the calendar of a learner on, and gives the secret part of its address: the same each time."""
    study.preferences.keep_text("calendar", "1")
    said = f"calendar/{study.learner}/1".encode()
    return f"{study.learner}-{hmac.new(study.database.secret(), said, hashlib.sha256).hexdigest()[:40]}"
