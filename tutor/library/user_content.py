"""Lessons and hands that users write: made from a text and a name, and checked like the tutor’s own files.

Nothing here reads or writes a file. Limits on the size of a text, and on the parts that are slow to check, bound its
cost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from types import MappingProxyType

from tutor.citations import OWN
from tutor.errors import Fault, FaultyContent, Malformed
from tutor.library.catalogue import Library, read_content
from tutor.library.deals import HandsGroup
from tutor.library.files import LESSON_SUFFIX
from tutor.library.kinds import KINDS, check_themed, said_kind, source_of
from tutor.library.lesson_blocks import MastersBlock, Playable, Surroundings
from tutor.library.lesson_files import LessonText, read_lesson
from tutor.library.lessons import Lesson
from tutor.library.markup import overmarked
from tutor.library.odds import OddsFile
from tutor.library.passages import disagreements
from tutor.library.uncited import own_hand
from tutor.library.values import Context
from tutor.library.yaml_text import read

LARGEST = 64 * 1024
"""The most bytes of a text: three times the longest of the tutor’s own."""
LONGEST_LINE = 4_000
LONGEST_NAME = 60
MOST_QUESTIONS = 60
MOST_COMPARED = 8
MOST_CLAIMS = 50
KINDS_OF_HAND = tuple(kind.key for kind in KINDS.values() if kind.is_authored)
"""The kinds of hand that users may write. The other kinds are the basis of all content."""

Hand = Playable | HandsGroup


class CompositionKind(Enum):
    """What a user writes."""

    LESSON = "lesson"
    HAND = "hand"

    @property
    def suffix(self) -> str:
        """The ending of its file name."""
        return LESSON_SUFFIX if self is CompositionKind.LESSON else ".yaml"

    @property
    def folder(self) -> str:
        """The folder of such files."""
        return f"{self.value}s"

    __hash__ = object.__hash__


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_UNPRINTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]")
_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")


def checked_name(text: str) -> str:
    """A name fit for a file. Raises `Malformed`."""
    name = text.strip()
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        why = f"it must have 1 to {LONGEST_NAME} small letters and figures, separated by single hyphens"
        raise Malformed("name", text, why, "Write it like ‘my-first-lead’")
    return name


def name_made_of(text: str) -> str:
    """A name made from any text; empty if nothing in it is fit for a name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:LONGEST_NAME].strip("-")


def normal(text: str) -> str:
    """The text as it is saved: with uniform line ends and only characters that pages can show."""
    cleaned = _UNPRINTED.sub("", _LINE_END.sub("\n", text))
    return cleaned if cleaned.endswith("\n") or not cleaned else f"{cleaned}\n"


def hand_of(text: str, name: str, library: Library, own: Iterable[str] = (), *, id: str = "") -> Hand:  # noqa: A002
    """The game, deal, ending or group of hands of a text, which may refer to its author’s `own` content by name.

    `id` is its id, by default its name. Raises `FaultyContent` with every fault.
    """
    file = f"{name}{CompositionKind.HAND.suffix}"
    _check_size(text, file)
    document = read(text, file)
    kind = said_kind(document)
    if kind not in KINDS_OF_HAND:
        what = f"‘{kind}’ is not a kind of hand" if kind else "the kind of hand is missing"
        mend = f"Write ‘kind: …’ with one of {', '.join(KINDS_OF_HAND)}"
        raise FaultyContent([*document.faults, document.fault(("kind",), what, mend)])
    document = own_hand(document)
    known = {*library.games, *library.deals, *library.problems, *library.groups, *library.odds, *own}
    content = read_content(document, id or name, library.rulebook, known)
    assert not isinstance(content, OddsFile), "the kind is not one that users write"  # noqa: S101
    is_cited = source_of(document) != OWN or content.illustrates
    themed = check_themed([(document, content)], Context(themes=tuple(library.themes.values()))) if is_cited else ()
    faults = [*themed, *disagreements(document, content)]
    claims = sum(len(hand.claims) for hand in content.hands) if isinstance(content, HandsGroup) else len(content.claims)
    if claims > MOST_CLAIMS:
        what = f"there are {claims} claims, and the most allowed in your own hand is {MOST_CLAIMS}"
        faults.append(document.fault(("claims",), what, "Keep the most important ones"))
    if faults:
        raise FaultyContent(faults)
    return content


def lesson_of(
    text: str,
    name: str,
    library: Library,
    lessons: Collection[str],
    own: Mapping[str, Playable | None] = MappingProxyType({}),
    *,
    id: str = "",  # noqa: A002
) -> Lesson:
    """The lesson of a text, which may refer to the tutor’s `lessons` and to hands of its author’s `own`.

    `id` is its id, by default its name. Raises `FaultyContent` with every fault.
    """
    file = f"{name}{CompositionKind.LESSON.suffix}"
    _check_size(text, file)
    around = Surroundings(library=library, lessons=lessons, own=own, is_own=True)
    lesson = read_lesson(LessonText(id or name, "", file, text), around)
    masters = sum(isinstance(block, MastersBlock) for block in lesson.blocks)
    for number, most, what in (
        (len(lesson.questions), MOST_QUESTIONS, "questions"),
        (masters, MOST_COMPARED, "comparisons of the authors"),
    ):
        if number > most:
            what = f"there are {number} {what}, and the most allowed in a lesson is {most}"
            raise FaultyContent([Fault(file, 1, 1, what, "Split it into two lessons")])
    return lesson


def name_taken(kind: CompositionKind, name: str, library: Library, lessons: Collection[str]) -> bool:
    """Whether the tutor’s own content has the name."""
    shelves: tuple[Collection[str], ...] = (library.games, library.deals, library.problems, library.groups)
    return any(name in shelf for shelf in ((lessons,) if kind is CompositionKind.LESSON else (*shelves, library.odds)))


def _check_size(text: str, file: str) -> None:
    """Raises `FaultyContent` for a text that is too large to check."""
    size = len(text.encode(errors="replace"))
    if size > LARGEST:
        what = f"it has {size:,} bytes, and the most allowed is {LARGEST:,}"
        raise FaultyContent([Fault(file, 1, 1, what, "Split it")])
    faults = list(_too_much(text, file))
    if faults:
        raise FaultyContent(faults)


def _too_much(text: str, file: str) -> Iterator[Fault]:
    for number, what in overmarked(text):
        yield Fault(file, number, 1, what, "Use less markup")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            what = f"this line has {len(line):,} characters, and the most allowed is {LONGEST_LINE:,}"
            yield Fault(file, number, LONGEST_LINE, what, "Split it")
