"""Lessons and hands of somebody’s own: made of a text and a name, and checked as the tutor’s own files are.

Nothing here reads or writes a file. What a text may cost is bounded by its size, and by how much of what is dear to
look at it may hold.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from types import MappingProxyType

from tutor.errors import Fault, FaultyContent, Malformed
from tutor.library.catalogue import Library, read_content
from tutor.library.deals import HandsGroup
from tutor.library.files import LESSON_SUFFIX
from tutor.library.kinds import KINDS, check_themed, said_kind
from tutor.library.lesson_blocks import MastersBlock, Playable, Surroundings
from tutor.library.lesson_files import LessonText, read_lesson
from tutor.library.lessons import Lesson
from tutor.library.markup import overmarked
from tutor.library.odds import OddsFile
from tutor.library.passages import disagreements
from tutor.library.values import Context
from tutor.library.yaml_text import read

LARGEST = 64 * 1024
"""How many bytes a text may have: three times the longest of the tutor’s own."""
LONGEST_LINE = 4_000
LONGEST_NAME = 60
MOST_QUESTIONS = 60
MOST_COMPARED = 8
MOST_CLAIMS = 50
KINDS_OF_HAND = tuple(kind.key for kind in KINDS.values() if kind.is_authored)
"""The kinds of hand that somebody may write: the others are what all content is made on."""

Hand = Playable | HandsGroup


class CompositionKind(Enum):
    """What somebody composes."""

    LESSON = "lesson"
    HAND = "hand"

    @property
    def suffix(self) -> str:
        """How the name of its file ends."""
        return LESSON_SUFFIX if self is CompositionKind.LESSON else ".yaml"

    @property
    def folder(self) -> str:
        """Where such files stand."""
        return f"{self.value}s"

    __hash__ = object.__hash__


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_UNPRINTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]")
_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")


def checked_name(text: str) -> str:
    """A name such as files have. Raises `Malformed`."""
    name = text.strip()
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        why = f"it has 1 to {LONGEST_NAME} small letters and figures, parted by single hyphens"
        raise Malformed("name", text, why, "Write it as ‘my-first-lead’")
    return name


def name_made_of(text: str) -> str:
    """A name made of any text; empty where nothing of it can stand in one."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:LONGEST_NAME].strip("-")


def normal(text: str) -> str:
    """The text as it is kept: its lines end in one way, and nothing is in it that no page can show."""
    cleaned = _UNPRINTED.sub("", _LINE_END.sub("\n", text))
    return cleaned if cleaned.endswith("\n") or not cleaned else f"{cleaned}\n"


def hand_of(text: str, name: str, library: Library, own: Iterable[str] = (), *, id: str = "") -> Hand:  # noqa: A002
    """The game, deal, ending or group of hands of a text, which may refer to others of its author’s `own` by name.

    `id` is what it is known by, its name unless it is given. Raises `FaultyContent` with every fault.
    """
    file = f"{name}{CompositionKind.HAND.suffix}"
    _check_size(text, file)
    document = read(text, file)
    kind = said_kind(document)
    if kind not in KINDS_OF_HAND:
        what = f"‘{kind}’ is no kind of hand" if kind else "the kind of hand is missing"
        mend = f"Write ‘kind: …’ with one of {', '.join(KINDS_OF_HAND)}"
        raise FaultyContent([*document.faults, document.fault(("kind",), what, mend)])
    known = {*library.games, *library.deals, *library.problems, *library.groups, *library.odds, *own}
    content = read_content(document, id or name, library.rulebook, known)
    assert not isinstance(content, OddsFile), "its kind is none of ours"  # noqa: S101
    themed = check_themed([(document, content)], Context(themes=tuple(library.themes.values())))
    faults = [*themed, *disagreements(document, content)]
    claims = sum(len(hand.claims) for hand in content.hands) if isinstance(content, HandsGroup) else len(content.claims)
    if claims > MOST_CLAIMS:
        what = f"there are {claims} claims, and {MOST_CLAIMS} are the most of a hand of one’s own"
        faults.append(document.fault(("claims",), what, "Keep those that matter"))
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

    `id` is what it is known by, its name unless it is given. Raises `FaultyContent` with every fault.
    """
    file = f"{name}{CompositionKind.LESSON.suffix}"
    _check_size(text, file)
    around = Surroundings(library=library, lessons=lessons, own=own)
    lesson = read_lesson(LessonText(id or name, "", file, text), around)
    masters = sum(isinstance(block, MastersBlock) for block in lesson.blocks)
    for number, most, what in (
        (len(lesson.questions), MOST_QUESTIONS, "questions"),
        (masters, MOST_COMPARED, "comparisons of the masters"),
    ):
        if number > most:
            what = f"there are {number} {what}, and {most} are the most of a lesson"
            raise FaultyContent([Fault(file, 1, 1, what, "Make two lessons of it")])
    return lesson


def name_taken(kind: CompositionKind, name: str, library: Library, lessons: Collection[str]) -> bool:
    """Whether the tutor’s own content has the name."""
    shelves: tuple[Collection[str], ...] = (library.games, library.deals, library.problems, library.groups)
    return any(name in shelf for shelf in ((lessons,) if kind is CompositionKind.LESSON else (*shelves, library.odds)))


def _check_size(text: str, file: str) -> None:
    """Raises `FaultyContent` for a text that is too large to be looked at."""
    size = len(text.encode(errors="replace"))
    if size > LARGEST:
        what = f"it has {size:,} bytes, and {LARGEST:,} are the most"
        raise FaultyContent([Fault(file, 1, 1, what, "Divide it")])
    faults = list(_too_much(text, file))
    if faults:
        raise FaultyContent(faults)


def _too_much(text: str, file: str) -> Iterator[Fault]:
    for number, what in overmarked(text):
        yield Fault(file, number, 1, what, "Write it plainly")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            what = f"this line has {len(line):,} characters, and {LONGEST_LINE:,} are the most"
            yield Fault(file, number, LONGEST_LINE, what, "Divide it")
