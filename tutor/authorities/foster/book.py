"""Where in Foster’s book a thing is said."""

from __future__ import annotations

from tutor.citations import Citation

KEY = "foster"
"""The key of Foster’s book."""


def cite(page: int, first: int, last: int) -> Citation:
    """A printed page of Foster’s, and the first and last line of the passage in the machine-read text."""
    return Citation(KEY, page, (first, last))
