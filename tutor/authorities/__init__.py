"""The authors as authorities: each advises on a `View`, by rules that cite themselves.

An authority is a module with `KEY`, `RULES`, `advise` and `advise_widely`, found here by its key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from tutor.authorities import hellespont
from tutor.authorities.rules import Advice, Question, Rule, Silent
from tutor.errors import Unknown
from tutor.view import View


class Authority(Protocol):
    """What a module of this folder offers."""

    KEY: str
    RULES: Sequence[Rule[Any]]

    @staticmethod
    def advise(view: View, question: Question) -> Advice | Silent:
        """What the author advises, or that he is silent."""

    @staticmethod
    def advise_widely(view: View, question: Question) -> Advice | Silent:
        """The same, with all that is acceptable under another fair reading of him."""


AUTHORITIES: Mapping[str, Authority] = MappingProxyType({hellespont.KEY: hellespont})

RULES: Sequence[Rule[Any]] = tuple(rule for authority in AUTHORITIES.values() for rule in authority.RULES)
"""Every rule that is carried out, of every author."""


def authority(key: str) -> Authority:
    """The authority of a key. Raises `Unknown`."""
    try:
        return AUTHORITIES[key]
    except KeyError:
        raise Unknown("authority", key, AUTHORITIES) from None
