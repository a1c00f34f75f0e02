"""Lessons and the courses that they make: what is read from `lessons/`, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from hashlib import blake2b

from tutor.authorities.rules import Question
from tutor.cards import Hand
from tutor.citations import SOURCES, place_in
from tutor.errors import Unknown
from tutor.library.maxims import Maxim
from tutor.seats import Seat
from tutor.view import View


@dataclass(frozen=True, slots=True)
class Passage:
    """Where in a book a lesson has something from: `pages` as printed (`12–15`, `vii`), empty where it shows none."""

    source: str
    pages: str
    lines: tuple[int, int]

    def __str__(self) -> str:
        pages = f"{'pp.' if '–' in self.pages else 'p.'} {self.pages}"
        return f"{SOURCES[self.source].author}, {pages if self.pages else place_in(self.source, self.lines)}"


# ---- blocks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Some paragraphs, in Markdown; `line` is that of the file, as in every block."""

    line: int
    markdown: str


@dataclass(frozen=True, slots=True)
class Hands:
    """Cards to look at: hands by seat (one alone has none), a holding, or the four hands of a deal of the library."""

    line: int
    hands: tuple[tuple[Seat | None, Hand], ...] = ()
    cards: str = ""
    of: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class ReplayFrom:
    """A game to go through from a trick; from the declaration where `trick` is nought."""

    line: int
    game: str
    trick: int
    says: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of words and figures."""

    line: int
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Masters:
    """A view that every author is asked about."""

    line: int
    view: View
    question: Question
    says: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A maxim in its author’s words."""

    line: int
    maxim: Maxim


@dataclass(frozen=True, slots=True)
class Drill:
    """Questions made afresh on items; each of `on` is the id of one, or a pattern of ids as `term-p*`."""

    line: int
    on: tuple[str, ...]
    questions: int

    def items(self, known: Mapping[str, object]) -> tuple[str, ...]:
        """The items among those known that are asked about, each once."""
        return tuple(dict.fromkeys(item for wanted in self.on for item in matching(wanted, known)))


def matching(wanted: str, known: Mapping[str, object]) -> tuple[str, ...]:
    """The names among those known that an id or a pattern (`term-p*`) means; none where it means nothing."""
    if wanted in known:
        return (wanted,)
    return tuple(name for name in known if fnmatchcase(name, wanted)) if "*" in wanted else ()


# ---- questions of a lesson ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be chosen; of one that is not right, why."""

    says: str
    right: bool
    acceptable: bool
    why: str


class Named:
    """A question of a lesson; its `name` is for whoever writes lessons, and may tell the answer."""

    __slots__ = ()
    name: str

    @property
    def code(self) -> str:
        """What stands for it in pages and addresses: it begins with a letter, and tells nothing."""
        return f"q{blake2b(self.name.encode(), digest_size=3).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Asked(Named):
    """A question written with its answer: one of the `options`, or where there are none a `number`."""

    line: int
    name: str
    on: tuple[str, ...]
    ask: str
    options: tuple[Option, ...]
    number: int | None
    because: str
    shows: Hands | None
    cite: Passage | None


@dataclass(frozen=True, slots=True)
class Judged(Named):
    """A question on a view, which an author’s rules answer: nobody has written the answer."""

    line: int
    name: str
    on: tuple[str, ...]
    authority: str
    question: Question
    view: View


@dataclass(frozen=True, slots=True)
class Made(Named):
    """A question made on an item, the same by its number for everybody."""

    line: int
    name: str
    item: str
    number: int

    @property
    def on(self) -> tuple[str, ...]:
        return (self.item,)


Posed = Asked | Judged | Made
Block = Text | Hands | ReplayFrom | Table | Masters | Quoted | Drill | Posed


# ---- lessons and courses -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its aim, what it is made from and teaches (ids of the syllabus), its blocks, the drill at its end."""

    id: str
    course: str
    file: str
    title: str
    aim: str
    sources: tuple[Passage, ...]
    needs: tuple[str, ...]
    teaches: tuple[str, ...]
    drill: Drill
    blocks: tuple[Block, ...]

    @property
    def questions(self) -> tuple[Posed, ...]:
        """Its questions, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Posed))

    @property
    def drills(self) -> tuple[Drill, ...]:
        """Its drills, in order; the last is that of its end."""
        return (*(block for block in self.blocks if isinstance(block, Drill)), self.drill)

    def question(self, code: str) -> Posed:
        """The question of a code. Raises `Unknown`."""
        for question in self.questions:
            if question.code == code:
                return question
        raise Unknown("question", code, ())


@dataclass(frozen=True, slots=True)
class Course:
    """Lessons in the order in which they are best taken."""

    id: str
    title: str
    aim: str
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, eq=False)
class Courses:
    """Every course and every lesson, by id."""

    courses: Mapping[str, Course]
    lessons: Mapping[str, Lesson]

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson of an id. Raises `Unknown`."""
        try:
            return self.lessons[lesson_id]
        except KeyError:
            raise Unknown("lesson", lesson_id, self.lessons) from None

    def course(self, course_id: str) -> Course:
        """The course of an id. Raises `Unknown`."""
        try:
            return self.courses[course_id]
        except KeyError:
            raise Unknown("course", course_id, self.courses) from None

    @cached_property
    def teaching(self) -> Mapping[str, Lesson]:
        """The first lesson that teaches each item of the syllabus."""
        first: dict[str, Lesson] = {}
        for course in self.courses.values():
            for lesson in course.lessons:
                for item in lesson.teaches:
                    first.setdefault(item, lesson)
        return first

    def after(self, lesson: Lesson) -> Lesson | None:
        """The lesson that follows in its course; None after the last."""
        lessons = self.course(lesson.course).lessons
        place = lessons.index(lesson) + 1
        return lessons[place] if place < len(lessons) else None
