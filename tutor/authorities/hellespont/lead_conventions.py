"""What partners have agreed beforehand on the lead to a double of no trumps (pp. 126–132), as `View.agreed` names it.

He pronounces for neither convention, and asks every pair to settle it. A name that is neither is another author’s, and
tells Hellespont nothing. Both together settle nothing, and then, as where neither is named, the rule of England is
followed, with what the other would have made acceptable.
"""

from __future__ import annotations

from tutor.view import View

HEART_CONVENTION = "heart convention"
WEAKEST_SUIT = "weakest suit"


def convention(view: View) -> str | None:
    """The convention that is agreed on; None where nothing is settled."""
    agreed = view.agreed & {HEART_CONVENTION, WEAKEST_SUIT}
    return next(iter(agreed)) if len(agreed) == 1 else None
