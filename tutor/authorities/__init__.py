"""The authors as authorities: each advises on a `View`, by rules that cite themselves. Found here by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.caelebs import CAELEBS
from tutor.authorities.elwell import ELWELL
from tutor.authorities.fitting import why_impossible
from tutor.authorities.foster import FOSTER
from tutor.authorities.hellespont import HELLESPONT
from tutor.authorities.hoffmann import HOFFMANN
from tutor.authorities.rules import Advice, Message, Question, Rule, Silent
from tutor.errors import Unknown
from tutor.view import View

AUTHORITIES: Mapping[str, Authority] = MappingProxyType(
    {author.key: author for author in (CAELEBS, HELLESPONT, HOFFMANN, ELWELL, FOSTER)}
)
"""By key, in the order of their books."""

RULES: Sequence[Rule[Any]] = tuple(rule for author in AUTHORITIES.values() for rule in author.rules)
"""Every rule that is carried out, of every author."""

ONLY_HEARD: Sequence[Message] = tuple(
    {
        message.id: message
        for author in AUTHORITIES.values()
        for message in author.messages
        if message.id not in {rule.id for rule in author.rules}
    }.values()
)
"""What an author hears in the acts of others, where no rule of his goes by the same name."""


def authority(key: str) -> Authority:
    """The authority of a key. Raises `Unknown`."""
    try:
        return AUTHORITIES[key]
    except KeyError:
        raise Unknown("authority", key, AUTHORITIES) from None


def ask(key: str, view: View, question: Question, *, widely: bool = False) -> Advice | Silent:
    """What an authority advises on a view that may come from anywhere; where it is silent, who is not.

    All are silent on a view that cannot be. With `widely`, what another fair reading of the author would advise is
    among what is acceptable. Raises `Unknown` for a key that is nobody’s.
    """
    author = authority(key)
    fault = why_impossible(view)
    if fault:
        return Silent(key, question, f"no table can look so: {fault}")
    answer = author.advise(view, question, widely=widely)
    if isinstance(answer, Advice):
        return answer
    others = (other for other in AUTHORITIES.values() if other is not author)
    speaking = tuple(other.key for other in others if isinstance(other.advise(view, question), Advice))
    return replace(answer, others=speaking)
