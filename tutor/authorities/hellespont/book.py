"""Places in Hellespont’s book."""

from __future__ import annotations

from tutor.citations import Citation

KEY = "hellespont"
"""The key of Hellespont’s book."""


def cite(page: int, first: int, last: int) -> Citation:
    """A passage of Hellespont’s: the printed page, and the first and last line of the machine-read text."""
    return Citation(KEY, page, (first, last))
