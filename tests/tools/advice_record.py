"""Whether a change of the rules changes any advice.

`python -m tests.tools.advice_record write|compare FOLDER [AUTHOR …]`: `write` keeps what every author advises, word
for word, on every stored position, on every view written in the content or in a test, and on 20,000 views of deals that
were called and played at random. `compare` asks them all again of the code as it is now and shows what differs. A
record shows that nothing changed, never that anything is true, so none is kept with the tests.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.authorities.test_advice import cases
from tests.tools.gather_positions import GAMES, SCORES, acted
from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import fitting
from tutor.authorities.rules import Advice, Question, Silent
from tutor.cards import Card
from tutor.codes import CODES, Code
from tutor.errors import TutorError
from tutor.library.catalogue import load
from tutor.library.folders import folder
from tutor.library.positions import read_position, write_position
from tutor.seats import BySide
from tutor.tables.table import Table
from tutor.view import View

AT_RANDOM = 20_000
"""How many views of deals at random are asked about."""
SAMPLES = 500
"""How many of all are written out to be read."""
SHOWN = 12
"""How many differences are shown."""


def stored() -> Iterator[str]:
    """The line of every position that is stored with the lessons."""
    for path in sorted((folder("lessons") / "positions").glob("*.yaml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip().startswith('- "'):
                yield line.strip()[3:-1]


def written() -> Iterator[str]:
    """Every view that is written out in a case, or met in a game of a book."""
    for parameter in cases():
        case = parameter.values[1]  # type: ignore[attr-defined]
        yield from as_lines(case.question, case.view.view())
    library = load()
    for game in library.games.values():
        for step in range(1, game.last_step + 1):
            view = game.view_before(step)
            for question in fitting(view):
                yield from as_lines(question, view)


def at_random(number: int) -> Iterator[str]:
    """Views of deals that are called and played half by the author of their code and half by chance."""
    random = Random(1910)
    found = 0
    while found < number:
        code = CODES[random.choice(GAMES)]
        for line in dealt(code, random):
            if random.random() < 0.3:
                found += 1
                yield line


def dealt(code: Code, random: Random) -> Iterator[str]:
    """The views of one deal, as its players meet them."""
    table = Table.laid(code, code.deal(random, 0), code.rubber)
    by_chance = random.choice((0.0, 0.2, 0.6))
    while not table.is_over and (seat := table.player_to_act) is not None:
        view = table.view(seat)
        for question in fitting(view):
            yield from as_lines(question, at_a_score(view, random) if question.is_of_calls else view)
        if random.random() < by_chance:
            table = table.after(random.choice(table.lawful()))
        else:
            table = acted(table, AUTHORITIES[code.source], view, random)


def at_a_score(view: View, random: Random) -> View:
    """The same view at another score, as if it had been so from the start."""
    standing = random.choice(SCORES)
    points = BySide.each(lambda side: standing.us if side is view.seat.side else standing.them)
    return replace(view, standing=standing, calling=replace(view.calling, standing=points))


def as_lines(question: Question, view: View) -> Iterator[str]:
    """The line of a view, where it can be written in one."""
    try:
        line = write_position(question, view)
        read_position(line)
    except (TutorError, ValueError, KeyError):
        return
    yield line


def told(author: Authority, question: Question, view: View) -> Iterator[str]:
    """All that an author says on a view, a line each."""
    for widely in (False, True):
        advice = author.advise(view, question, widely=widely)
        if isinstance(advice, Silent):
            yield f"  silent: {advice.because}"
            return
        yield from of_advice(advice) if not widely else [f"  widely: {names(advice.acceptable)}"]


def of_advice(advice: Advice) -> Iterator[str]:
    rule = advice.rule
    yield f"  {names(advice.answers)}, or {names(advice.acceptable)}: {rule.id} {rule.row}"
    yield f"    {rule.says} ({rule.citation}; {rule.citation.page} {rule.citation.lines}): {advice.because}"
    for tried in advice.trace:
        yield f"    - {tried.rule.id} {tried.rule.row}: {tried}"


def names(answers: tuple[object, ...]) -> str:
    return ", ".join(str(answer) if isinstance(answer, Card) else repr(answer) for answer in answers) or "nothing"


def records(lines: list[str], keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each line with what the authors say on it."""
    for line in lines:
        position = read_position(line)
        for key in keys:
            said = "\n".join(told(AUTHORITIES[key], position.question, position.view))
            yield f"{key}: {line}", said


def write(place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    lines = list(dict.fromkeys([*stored(), *written(), *at_random(AT_RANDOM)]))
    (place / "views.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = list(records(lines, tuple(AUTHORITIES)))
    with gzip.open(place / "advice.txt.gz", "wt", encoding="utf-8") as file:
        for asked, answer in said:
            file.write(f"{asked}\n{answer}\n")
    chosen = Random(0).sample([pair for pair in said if "silent" not in pair[1]], SAMPLES)
    (place / "samples.txt").write_text("\n\n".join("\n".join(pair) for pair in chosen) + "\n", encoding="utf-8")
    digest = sha256("\n".join("\n".join(pair) for pair in said).encode()).hexdigest()
    print(f"{len(lines)} views, {len(said)} answers, sha256 {digest}")


def kept(place: Path) -> Iterator[tuple[str, str]]:
    asked, answer = "", []  # type: str, list[str]
    with gzip.open(place / "advice.txt.gz", "rt", encoding="utf-8") as file:
        for line in file:
            if not line.startswith(" ") and asked:
                yield asked, "\n".join(answer)
                answer = []
            if line.startswith(" "):
                answer.append(line.rstrip("\n"))
            else:
                asked = line.rstrip("\n")
    yield asked, "\n".join(answer)


def compare(place: Path, keys: tuple[str, ...], every: int) -> int:
    lines = (place / "views.txt").read_text(encoding="utf-8").splitlines()[::every]
    before = dict(kept(place))
    differing = asked = 0
    for question, now in records(lines, keys):
        asked += 1
        then = before[question]
        if then != now:
            differing += 1
            if differing <= SHOWN:
                print(question, *unified_diff(then.splitlines(), now.splitlines(), n=0, lineterm=""), sep="\n")
    print(f"{asked} answers, {differing} differ")
    return differing


if __name__ == "__main__":
    command, path, *given = sys.argv[1:]
    step = next((int(one) for one in given if one.isdigit()), 1)
    authors = tuple(one for one in given if not one.isdigit()) or tuple(AUTHORITIES)
    if command == "write":
        write(Path(path))
    else:
        sys.exit(1 if compare(Path(path), authors, step) else 0)
