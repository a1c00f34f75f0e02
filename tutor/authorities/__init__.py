"""The authors as authorities: each advises on a `View`, by rules that cite themselves. Found here by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.hellespont import Hellespont
from tutor.authorities.rules import Rule
from tutor.errors import Unknown

AUTHORITIES: Mapping[str, Authority] = MappingProxyType({author.key: author for author in (Hellespont(),)})

RULES: Sequence[Rule[Any]] = tuple(rule for author in AUTHORITIES.values() for rule in author.rules)
"""Every rule that is carried out, of every author."""


def authority(key: str) -> Authority:
    """The authority of a key. Raises `Unknown`."""
    try:
        return AUTHORITIES[key]
    except KeyError:
        raise Unknown("authority", key, AUTHORITIES) from None
