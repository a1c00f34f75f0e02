"""The name of a browser and its system, in a few words that its owner recognizes."""

from __future__ import annotations

from collections.abc import Sequence

UNKNOWN = "Unknown device"

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)
"""A sign of each in what it sends, and its name. Browsers that also bear another’s sign come first."""
_SYSTEMS = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> str:
    """Such as “Firefox on Linux”, from what the browser sends, which may be anything.

    >>> device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    """
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    if browser or system:
        return browser or f"A browser on {system}"
    return UNKNOWN


def _first(signs: Sequence[tuple[str, str]], user_agent: str) -> str:
    return next((name for sign, name in signs if sign in user_agent), "")
