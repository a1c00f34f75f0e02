"""How many examples of a property are tried: so many, and ten times as many by `make robustness`."""

from __future__ import annotations

from hypothesis import settings

SHORT = 50
"""How many are tried of a property that does not say it."""
TIMES = 10


def examples(number: int) -> settings:
    """For a property of which each example takes long, or little: so many of them."""
    is_deep = settings.default is not None and settings.default.max_examples > SHORT
    return settings(max_examples=number * (TIMES if is_deep else 1))
