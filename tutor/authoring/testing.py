"""What the tests of an author’s package need: advice on a written position, and every fault of the package."""

from __future__ import annotations

from collections.abc import Iterator

from tutor import authorities
from tutor.authorities.rules import Advice, Silent
from tutor.authors import AUTHORS
from tutor.errors import Fault, FaultyContent
from tutor.library.catalogue import check, load
from tutor.library.folders import bringers, broken, folder_of
from tutor.library.lesson_files import check_courses
from tutor.library.positions import FOLDER, Positions, read_position

__all__ = ["Advice", "Silent", "ask", "faults"]


def ask(author: str, position: str) -> Advice | Silent:
    """What an author, named by key, advises on a position written in one line, as in `lessons/positions`.

    Raises `Malformed` for a line that cannot be read, `Impossible` for a table that cannot exist, `Unknown` for an
    author who is not installed, and `BrokenPlugin` for one who cannot be used.
    """
    read = read_position(position)
    return authorities.ask(author, read.view, read.question)


def faults(author: str) -> list[str]:
    """What is wrong with the package of an author, named by key: an empty list if nothing is.

    It has every fault that `tutor check` finds there, and says which rules have no position to make questions from.
    """
    unusable = [str(plugin) for plugin in broken() if plugin.name == author]
    if unusable:
        return unusable
    if author not in AUTHORS:
        return [f"there is no author ‘{author}’ here. Install the package, for instance by ‘pip install --editable .’"]
    everybodys = check(())
    found = [str(fault) for fault in everybodys if _is_of(author, fault)]
    if found:
        return found
    try:
        lessons = check_courses(load(warns=False))
    except FaultyContent as error:
        lessons = list(error.faults)
    found = [str(fault) for fault in lessons if _is_of(author, fault)]
    return found or [*_rules_without_positions(author)]


def _is_of(author: str, fault: Fault) -> bool:
    return author in bringers(fault.file)


def _rules_without_positions(author: str) -> Iterator[str]:
    positions, file = Positions(), folder_of(author, "lessons") / FOLDER / f"{author}.yaml"
    for rule_id in dict.fromkeys(rule.id for rule in authorities.authority(author).rules):
        if not (positions.plain(rule_id) or positions.hard(rule_id)):
            yield f"{file}: the rule ‘{rule_id}’ has no position. Write one on which it decides"
