"""The address at which learners reach the tutor, for invitations, QR codes and the projector.

The teacher often opens the tutor as 127.0.0.1 on the machine where it runs, which leads nobody else there. So addresses
for learners are made from the names that the server found at its start, and from what the teacher chose among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request, url_for

from tutor.web.services import services

CONFIG = "REACHED_AT"
"""Where the application has the addresses, such as `http://192.168.1.5:8000`, the likeliest first."""
SETTING = "reached at"
LONGEST_SETTING = 40


def addresses() -> Sequence[str]:
    """The addresses at which learners may reach the tutor, the likeliest first.

    The one that the teacher used comes first, if it is among them. If the server knows none, it is the only one.
    """
    known: Sequence[str] = current_app.config.get(CONFIG, ())
    here = request.host_url.rstrip("/")
    others = [address for address in known if urlsplit(address).hostname != urlsplit(here).hostname]
    if len(others) < len(known):  # a proxy may answer at another port than the server knows
        return (here, *others)
    return known or (here,)


def is_in_a_network() -> bool:
    """Whether the server knows an address that another machine can reach."""
    return bool(current_app.config.get(CONFIG))


def chosen_address() -> str:
    """The address that the teacher chose, while the server still has it; otherwise the likeliest."""
    found, chosen = addresses(), services().study.preferences.text(SETTING)
    return next((address for address in found if _key(address) == chosen), found[0])


def choose(address: str) -> bool:
    """Remembers an address for the current user. False if it is not among the addresses."""
    if address not in addresses():
        return False
    services().study.preferences.keep_text(SETTING, _key(address))
    return True


def reached_url(endpoint: str, **values: Any) -> str:
    """The whole address of a page, as learners reach it."""
    return f"{chosen_address()}{url_for(endpoint, **values)}"


def typed(address: str) -> str:
    """An address as somebody types it: browsers put `http://` before it themselves."""
    return address.removeprefix("http://")


def _key(address: str) -> str:
    """An address as a setting holds it, which is short: names differ at their end."""
    return address[-LONGEST_SETTING:]
