"""The authors as authorities: each advises on a `View`, by rules that cite themselves. Found here by their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.fitting import require_asked, why_impossible
from tutor.authorities.rules import Advice, Message, Question, Rule, Silent
from tutor.errors import Impossible, Unknown
from tutor.view import View

_HOMES = {
    "caelebs": ("caelebs", "CAELEBS"),
    "hellespont": ("hellespont", "HELLESPONT"),
    "hoffmann": ("hoffmann", "HOFFMANN"),
    "axioms": ("elwell", "ELWELL"),
    "foster": ("foster", "FOSTER"),
}


class Shelf(Mapping[str, Authority]):
    """The authorities by key, in the order of their books; each is opened when it is first asked for."""

    def __getitem__(self, key: str) -> Authority:
        return _opened(key)

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


@cache
def _opened(key: str) -> Authority:
    package, name = _HOMES[key]
    author: Authority = getattr(import_module(f"tutor.authorities.{package}"), name)
    return author


AUTHORITIES = Shelf()


def every_rule() -> tuple[Rule[Any], ...]:
    """Every rule that is carried out, of every author."""
    return tuple(rule for author in AUTHORITIES.values() for rule in author.rules)


def only_heard() -> tuple[Message, ...]:
    """What an author hears in the acts of others, where no rule of his goes by the same name; each once."""
    rules = {rule.id for rule in every_rule()}
    heard = (message for author in AUTHORITIES.values() for message in author.messages)
    return tuple({message.id: message for message in heard if message.id not in rules}.values())


def authority(key: str) -> Authority:
    """The authority of a key. Raises `Unknown`."""
    try:
        return AUTHORITIES[key]
    except KeyError:
        raise Unknown("authority", key, AUTHORITIES) from None


def ask(key: str, view: View, question: Question, *, widely: bool = False) -> Advice | Silent:
    """What an authority advises on a view that may come from anywhere; where it is silent, who is not.

    Silence is the author’s: a view that cannot be, or that does not put the question, is an error. With `widely`, what
    another fair reading of the author would advise is among what is acceptable. Raises `Unknown` for a key that is
    nobody’s, `Impossible`.
    """
    author = authority(key)
    fault = why_impossible(view)
    if fault:
        raise Impossible(f"no table can look so: {fault}", "Correct the cards that are written")
    require_asked(view, question)
    answer = author.advise(view, question, widely=widely)
    if isinstance(answer, Advice):
        return answer
    others = (other for other in AUTHORITIES.values() if other is not author)
    speaking = tuple(other.key for other in others if isinstance(other.advise(view, question), Advice))
    return replace(answer, others=speaking)
