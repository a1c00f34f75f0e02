"""The authors as authorities: each advises on a `View`, by rules that cite themselves. Found here by their keys.

The authors are listed by `tutor.authors`, which finds them without loading their rules.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pkgutil import resolve_name
from typing import Any

from tutor import authors
from tutor.authorities.authority import Authority
from tutor.authorities.comparing import Comparison, compare
from tutor.authorities.fitting import require_asked, why_impossible
from tutor.authorities.guarded import guarded
from tutor.authorities.rules import Advice, Message, Question, Rule, Silent
from tutor.authors import AUTHORS, Author, current
from tutor.codes import CODES
from tutor.errors import BrokenPlugin, Impossible, Unknown
from tutor.view import View


class Authorities(Mapping[str, Authority]):
    """The authorities by key, in the order of their books; each is loaded when it is first asked for.

    A former key finds its author too. A plug-in whose rules cannot be loaded is left out: `broken` says why.
    """

    def __getitem__(self, key: str) -> Authority:
        found = _loaded(current(key))
        if isinstance(found, BrokenPlugin):
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in AUTHORS and _is_sound(AUTHORS[key])

    def __iter__(self) -> Iterator[str]:
        return (key for key, author in AUTHORS.items() if _is_sound(author))

    def __len__(self) -> int:
        return sum(map(_is_sound, AUTHORS.values()))


def _is_sound(author: Author) -> bool:
    """Whether the rules of an author can be loaded, as those of the tutor’s own can."""
    return not author.is_plugin or isinstance(_loaded(author.key), Authority)


@cache
def _loaded(key: str) -> Authority | BrokenPlugin:
    """The rules of the author of a key; where those of a plug-in cannot be used, why not. Raises `KeyError`."""
    author = AUTHORS[key]
    if not author.is_plugin:
        found: Authority = resolve_name(author.authority)
        return found
    try:
        return _of_plugin(author)
    except BrokenPlugin as error:
        return error
    except Exception as error:  # a field that is not what it says it is
        return _broken(author, f"‘{author.authority}’ cannot be read ({type(error).__name__}: {error})", _MEND_RULES)


_MEND_RULES = "Correct ‘authority’, or the module"


def _of_plugin(author: Author) -> Authority:
    """The rules of an author in another package, so wrapped that no mistake in them stops a page.

    Raises `BrokenPlugin`.
    """
    try:
        found = resolve_name(author.authority)
    except (Exception, SystemExit) as error:  # whatever a stranger’s module does when it is imported
        why = f"‘{author.authority}’ cannot be imported ({type(error).__name__}: {error})"
        raise _broken(author, why, _MEND_RULES) from error
    if not isinstance(found, Authority):
        mend = "Name an object of tutor.authoring.rules.Authority"
        raise _broken(author, f"‘{author.authority}’ is no Authority", mend)
    if found.key != author.key:
        raise _broken(author, f"its rules are those of ‘{found.key}’", "Give the Authority the key of its author")
    for code in filter(None, (author.code, author.code_with_an_open_hand)):
        if code not in CODES:
            raise _broken(author, f"there is no code of laws ‘{code}’", f"The codes are {', '.join(CODES)}")
    ids = (*(rule.id for rule in found.rules), *(message.id for message in found.messages))
    strange = next((one for one in ids if not one.startswith(f"{author.prefix}-")), None)
    if strange is not None:
        why = f"the id ‘{strange}’ does not begin with the author’s prefix"
        raise _broken(author, why, f"Begin each with ‘{author.prefix}-’")
    names = [(rule.id, rule.row) for rule in found.rules]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        why = f"two rules are called ‘{' '.join(filter(None, twice))}’"
        raise _broken(author, why, "Give each its own id, or a row")
    return guarded(found, author)


def _broken(author: Author, why: str, mend: str) -> BrokenPlugin:
    return BrokenPlugin(author.key, author.distribution, why, mend)


def broken() -> tuple[BrokenPlugin, ...]:
    """The plug-ins whose authors cannot be used, or whose rules cannot be loaded."""
    found = (_loaded(author.key) for author in AUTHORS.values() if author.is_plugin)
    return (*authors.broken(), *(one for one in found if isinstance(one, BrokenPlugin)))


AUTHORITIES = Authorities()


def every_rule() -> tuple[Rule[Any], ...]:
    """Every rule that is carried out, of every author."""
    return tuple(rule for author in AUTHORITIES.values() for rule in author.rules)


def only_heard() -> tuple[Message, ...]:
    """What an author hears in the acts of others, where no rule of his goes by the same name; each once."""
    rules = {rule.id for rule in every_rule()}
    heard = (message for author in AUTHORITIES.values() for message in author.messages)
    return tuple({message.id: message for message in heard if message.id not in rules}.values())


def authority(key: str) -> Authority:
    """The authority of a key, or of a former one. Raises `Unknown`, and `BrokenPlugin` for one that is left out."""
    found = AUTHORITIES.get(key)
    if found is not None:
        return found
    for one in broken():
        if one.name == key:
            raise one
    raise Unknown("authority", key, AUTHORITIES)


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


@lru_cache(maxsize=256)
def compare_all(view: View, question: Question) -> Comparison:
    """What all the authors say on a view, and where two of them part; kept, for lessons show the same views again."""
    return compare(AUTHORITIES.values(), view, question)


def _rule(author: str, rule_id: str, row: str) -> Rule[Any]:
    return authority(author).rule(rule_id, row)


def _by_name(rule: Rule[Any]) -> tuple[Callable[[str, str, str], Rule[Any]], tuple[str, str, str]]:
    return _rule, (rule.citation.source, rule.id, rule.row)


copyreg.pickle(Rule, _by_name)  # the condition of a rule cannot be sent to another process; what it is called can
