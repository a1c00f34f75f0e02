"""What the first form of a page carries besides its fields."""

from __future__ import annotations

import re


def tokens(page: str) -> dict[str, str]:
    """The proof that it is a page of ours, and the name by which it is taken in once."""
    return dict(re.findall('name="(csrf_token|once)" value="([^"]+)"', page)[:2])
