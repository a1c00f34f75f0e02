"""From the files of lessons and courses to their values, with every fault of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path as File
from types import MappingProxyType

from tutor.cards import Card
from tutor.errors import Fault, FaultyContent, TutorError
from tutor.library.building import validated
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.files import COURSE_FILE, LESSON_SUFFIX, document_of, shown, text_of
from tutor.library.folders import folders
from tutor.library.games import Game
from tutor.library.lesson_schema import (
    BLOCKS,
    AskedModel,
    CourseModel,
    DrillModel,
    HandModel,
    JudgedModel,
    LessonModel,
    MadeModel,
    MastersModel,
    PassageModel,
    QuotedModel,
    ReplayModel,
    TableModel,
    model_of_question,
)
from tutor.library.lessons import (
    Asked,
    Block,
    Course,
    Courses,
    Drill,
    Hands,
    Judged,
    Lesson,
    Made,
    Masters,
    Option,
    Passage,
    Posed,
    Quoted,
    ReplayFrom,
    Table,
    Text,
)
from tutor.library.passages import faults_in, whole
from tutor.library.references import references, rendered
from tutor.library.yaml_text import Document, read

FIRST_SCREEN = 170
"""How many words may stand before there is something to do."""

_FENCE = re.compile(r"^```\s*(\w*)\s*$")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]*)\)")
_CARD = re.compile(r"\{([^{}]*)\}")
_HTML = re.compile(r"<[A-Za-z/!]")
_PAGES = re.compile(
    r"^/(rules|laws|odds|audit|maxims|rulings|masters|table|agreement|sources|glossary|games|deals|known|practice)"
    r"(/[a-z0-9-]*)?/?([?#][a-z0-9=&-]*)?$"
)


@dataclass(slots=True)
class _Fenced:
    """A part of a file: the word after its fence (none for running text), its first line, and what it says."""

    kind: str
    line: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class LessonText:
    """What a lesson says, the id and the course that it goes by, and what a fault names as its `file`."""

    id: str
    course: str
    file: str
    text: str

    @classmethod
    def of_file(cls, file: File) -> LessonText:
        """That of a file, whose name is its id, in the folder of its course. Raises `FaultyContent`."""
        return cls(file.stem, file.parent.name, shown(file), text_of(file))


Playable = Game | ExampleDeal | Problem
"""Whatever has four hands that a lesson can show."""


class LessonBuilder:
    """Builds a lesson of its text; gathers its faults, and raises them all at once as `FaultyContent`.

    It may refer to some other `lessons`, to the library, and to hands of its author’s `own` by their names; one of
    these that is None has faults itself.
    """

    def __init__(
        self,
        of: LessonText,
        library: Library,
        lessons: Collection[str],
        own: Mapping[str, Playable | None] = MappingProxyType({}),
    ) -> None:
        self._of, self._shown, self._library, self._lessons, self._own = of, of.file, library, lessons, own
        self._faults: list[Fault] = []

    def build(self) -> Lesson:
        """The lesson. Raises `FaultyContent`."""
        front, parts = self._parted(self._of.text)
        document = self._document(front)
        try:
            model = validated(document, LessonModel)
        except FaultyContent as error:
            self._faults.extend(error.faults)
            model = None
        blocks = [block for part in parts for block in self._block(part)]
        self._check_order(blocks)
        if model is not None:
            for number, needed in enumerate(model.needs):
                if needed not in self._lessons:
                    self._faults.append(document.fault(("needs", number), f"there is no lesson ‘{needed}’"))
        if self._faults or model is None:
            raise FaultyContent(self._faults)
        return Lesson(
            id=self._of.id,
            course=self._of.course,
            file=self._shown,
            title=model.title,
            aim=model.aim,
            sources=tuple(map(_passage, model.sources)),
            needs=model.needs,
            teaches=model.teaches,
            drill=Drill(document.place(("drill",)).line, model.drill.on, model.drill.questions),
            blocks=tuple(blocks),
        )

    # ---- the parts of the file -----------------------------------------------------------------------------------

    def _parted(self, text: str) -> tuple[_Fenced, list[_Fenced]]:
        lines = text.splitlines()
        ends = [number for number, line in enumerate(lines) if line.rstrip() == "---"]
        if len(ends) < 2 or ends[0] != 0:
            what = "a lesson begins with its front matter between two lines of ‘---’"
            raise FaultyContent([Fault(self._shown, 1, 1, what, "Write title, aim, sources, teaches and drill there")])
        front = _Fenced("front", 2, lines[1 : ends[1]])
        parts = [_Fenced("", ends[1] + 2)]
        for number, line in enumerate(lines[ends[1] + 1 :], ends[1] + 2):
            fence = _FENCE.match(line)
            if fence is None:
                parts[-1].lines.append(line)
            elif parts[-1].kind:
                parts.append(_Fenced("", number + 1))
            else:
                parts.append(_Fenced(fence[1] or "?", number + 1))
        if parts[-1].kind:
            self._fault(parts[-1].line - 1, "this block does not end", "Close it with a line of ‘```’")
        return front, [part for part in parts if part.kind or part.text.strip()]

    def _document(self, part: _Fenced) -> Document:
        """What a part says as YAML, its lines counted as in the file."""
        return read("\n" * (part.line - 1) + part.text, self._shown)

    def _fault(self, line: int, what: str, mend: str = "") -> None:
        self._faults.append(Fault(self._shown, line, 1, what, mend))

    # ---- blocks --------------------------------------------------------------------------------------------------

    def _block(self, part: _Fenced) -> Iterable[Block]:
        if not part.kind:
            self._check_prose(part.line, part.text)
            return [Text(part.line, part.text)]
        try:
            return [self._made(part)]
        except FaultyContent as error:
            self._faults.extend(error.faults)
        except TutorError as error:
            self._fault(part.line, str(error))
        return []

    def _made(self, part: _Fenced) -> Block:
        """What a block is. Raises `FaultyContent`, or `TutorError` for a view that cannot be."""
        if part.kind == "question":
            return self._question(part)
        if part.kind not in BLOCKS:
            kinds = ", ".join([*BLOCKS, "question"])
            raise FaultyContent(
                [Fault(self._shown, part.line - 1, 1, f"there is no block ‘{part.kind}’", f"The blocks are {kinds}")]
            )
        document = self._document(part)
        model = validated(document, BLOCKS[part.kind])
        if not isinstance(model, ReplayModel) and not (isinstance(model, HandModel) and model.of):
            for text in (getattr(model, "says", ""), getattr(model, "caption", "")):
                self._check_prose(part.line, text or "")
        match model:
            case HandModel():
                return self._hands(document, model, part.line)
            case ReplayModel():
                game = self._playable(document, ("game",), "game", model.game)
                if not isinstance(game, Game):
                    what = f"the play of ‘{model.game}’ is not told"
                    raise FaultyContent([document.fault(("game",), what, "Name a game")])
                return ReplayFrom(part.line, game.id, model.trick, self._beside(document, ("says",), game, model.says))
            case TableModel():
                for cell in (cell for row in model.rows for cell in row):
                    self._check_prose(part.line, cell)
                return Table(part.line, model.caption, model.head, model.rows)
            case MastersModel():
                return Masters(part.line, model.view.view(), model.asks, model.says)
            case QuotedModel():
                self._known(document, ("of",), "maxim", model.of, self._library.maxims)
                return Quoted(part.line, self._library.maxims[model.of])
            case DrillModel():
                return Drill(part.line, model.on, model.questions)
        raise AssertionError(model)

    def _question(self, part: _Fenced) -> Posed:
        document = self._document(part)
        model = validated(document, model_of_question(document.data))
        match model:
            case MadeModel():
                return Made(part.line, model.name, model.item, model.of)
            case JudgedModel():
                return Judged(part.line, model.name, model.on, model.authority, model.asks, model.view.view())
            case AskedModel():
                options = tuple(
                    Option(one.says, one.right, one.acceptable, one.why or "") for one in model.choices or ()
                )
                for text in (model.ask, model.because, *(text for one in options for text in (one.says, one.why))):
                    self._check_prose(part.line, text)
                shows = self._hands(document, model.shows, part.line, ("shows",)) if model.shows else None
                cite = _passage(model.cite) if model.cite else None
                return Asked(
                    part.line, model.name, model.on, model.ask, options, model.number, model.because, shows, cite
                )
        raise AssertionError(model)

    def _hands(self, document: Document, model: HandModel, line: int, at: tuple[str, ...] = ()) -> Hands:
        of, caption = None, model.caption or ""
        if model.of is not None:
            of = self._playable(document, (*at, "of"), "deal", model.of)
            caption = self._beside(document, (*at, "caption"), of, caption)
        hands = ((None, model.hand),) if model.hand else tuple((model.hands or {}).items())
        dealt = [card for _, hand in hands for card in hand]
        if len(set(dealt)) < len(dealt):
            raise FaultyContent([document.fault((*at, "hands"), "a card stands in two hands", "Mend one of them")])
        return Hands(line, hands, model.cards or "", of.id if of else "", caption)

    def _playable(self, document: Document, path: tuple[str, ...], kind: str, name: str) -> Playable:
        """The game, deal or ending of a name. Raises `FaultyContent`."""
        if name in self._own:
            own = self._own[name]
            if own is None:
                what = f"the hand ‘{name}’ has faults itself"
                raise FaultyContent([document.fault(path, what, "Mend that hand first")])
            return own
        library = self._library
        found = library.games.get(name) or library.deals.get(name) or library.problems.get(name)
        if found is None:
            known = [*self._own, *library.games, *library.deals, *library.problems]
            raise FaultyContent([document.fault(path, f"there is no {kind} ‘{name}’", _did_you_mean(name, known))])
        return found

    def _known(
        self, document: Document, path: tuple[str, ...], kind: str, name: str, known: Mapping[str, object]
    ) -> None:
        """Raises `FaultyContent` for a name that names nothing."""
        if name not in known:
            raise FaultyContent([document.fault(path, f"there is no {kind} ‘{name}’", _did_you_mean(name, known))])

    # ---- checks --------------------------------------------------------------------------------------------------

    def _check_prose(self, line: int, text: str) -> None:
        for offset, one in enumerate(text.splitlines()):
            if _HTML.search(one):
                self._fault(line + offset, "there is HTML in this text", "Write Markdown")
            if one.startswith("# "):
                self._fault(line + offset, "a heading of the first rank is the title’s", "Write ‘## …’")
            for card in _CARD.findall(one):
                try:
                    Card.parse(card)
                except TutorError as error:
                    self._fault(line + offset, str(error))
            for target in _LINK.findall(one):
                self._check_link(line + offset, target)

    def _beside(self, document: Document, path: tuple[str, ...], content: Playable, text: str) -> str:
        """A text that stands beside a game, a deal or an ending, as it is shown; its references are checked.

        A card without more, as `{HK}`, stays: the text of lessons shows its sign. Raises `Malformed`.
        """
        if any(references(text)):
            self._faults.extend(faults_in(document, path, text, whole(content)))
        shown = rendered(text, keeps_signs=True)
        self._check_prose(document.place(path).line, shown)
        return shown

    def _check_link(self, line: int, target: str) -> None:
        library = self._library
        known: dict[str, Mapping[str, object] | Collection[str]] = {
            "lesson:": self._lessons,
            "/games/": library.games,
            "/deals/": library.deals,
            "/endings/": library.problems,
            "/hands/": library.groups,
            "/glossary#": {term.anchor: term for term in library.glossary},
        }
        for beginning, names in known.items():
            name = target.removeprefix(beginning).strip("/").partition("#")[0]
            if target.startswith(beginning) and name:
                if name not in names:
                    self._fault(line, f"‘{target}’ leads nowhere", _did_you_mean(name, names))
                return
        if not _PAGES.match(target):
            self._fault(line, f"‘{target}’ is no page of the tutor", "Link to one, or strike the link out")

    def _check_order(self, blocks: list[Block]) -> None:
        names: dict[str, int] = {}
        for block in blocks:
            if isinstance(block, Posed):
                if block.name in names:
                    what = f"the question ‘{block.name}’ stands in line {names[block.name]} already"
                    self._fault(block.line, what, "Give it another name")
                names[block.name] = block.line
        words = 0
        for block in blocks:
            if isinstance(block, Posed | ReplayFrom):
                break
            words += len(block.markdown.split()) if isinstance(block, Text) else 0
        if words > FIRST_SCREEN or not names:
            self._fault(1, f"there is nothing to do within the first {FIRST_SCREEN} words", "Put a question sooner")


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"Did you mean ‘{near[0]}’?" if near else "Mend the name"


def _passage(model: PassageModel) -> Passage:
    return Passage(model.source, (model.page or "").replace("-", "–"), model.lines)


# ---- courses -----------------------------------------------------------------------------------------------------


def load_courses(library: Library) -> Courses:
    """The tutor’s own courses. Raises `FaultyContent` with every fault of every file."""
    faults: list[Fault] = []
    courses = _read_courses(library, faults)
    if faults:
        raise FaultyContent(faults)
    return courses


def check_courses(library: Library) -> list[Fault]:
    """Every fault of the tutor’s own lessons and courses."""
    faults: list[Fault] = []
    _read_courses(library, faults)
    return sorted(faults)


def read_lessons(
    library: Library, files: Iterable[File], own: Mapping[str, Playable | None] = MappingProxyType({})
) -> tuple[list[Lesson], list[Fault]]:
    """Some lessons, which may refer to each other, to the tutor’s own and to some hands; and every fault of them."""
    files = list(files)
    known = {file.stem for file in [*files, *_lesson_files()]}
    sound: list[Lesson] = []
    faults: list[Fault] = []
    for file in files:
        try:
            sound.append(LessonBuilder(LessonText.of_file(file), library, known, own).build())
        except FaultyContent as error:
            faults.extend(error.faults)
    return sound, sorted(faults)


def check_lessons(library: Library, files: Iterable[File]) -> list[Fault]:
    """Every fault of some lessons."""
    return read_lessons(library, files)[1]


def _lesson_files() -> list[File]:
    return [file for lessons in folders("lessons") for file in sorted(lessons.glob(f"*/*{LESSON_SUFFIX}"))]


def _read_courses(library: Library, faults: list[Fault]) -> Courses:
    files = _lesson_files()
    known = {file.stem for file in files}
    lessons: dict[str, Lesson] = {}
    for file in files:
        try:
            lesson = LessonBuilder(LessonText.of_file(file), library, known).build()
        except FaultyContent as error:
            faults.extend(error.faults)
            continue
        if lesson.id in lessons:
            what = f"‘{lesson.id}’ is a lesson of the course ‘{lessons[lesson.id].course}’ already"
            faults.append(Fault(lesson.file, 1, 1, what, "Rename one of the two"))
        lessons[lesson.id] = lesson
    courses: dict[str, Course] = {}
    written = [file for path in folders("lessons") for file in path.glob(f"*/{COURSE_FILE}")]
    for file in sorted(written, key=_place_of_course):
        if file.parent.name in courses:
            what = f"there is a course ‘{file.parent.name}’ already"
            faults.append(Fault(shown(file), 1, 1, what, "Rename its folder"))
            continue
        try:
            courses[file.parent.name] = _course(document_of(file), file.parent.name, lessons, known, faults)
        except FaultyContent as error:
            faults.extend(error.faults)
    in_a_course = {lesson.id for course in courses.values() for lesson in course.lessons}
    faults.extend(
        Fault(lesson.file, 1, 1, "no course has this lesson", f"Add it to {COURSE_FILE} beside it")
        for lesson in lessons.values()
        if lesson.id not in in_a_course
    )
    return Courses(MappingProxyType(courses), MappingProxyType(lessons))


ORDER = ("whist", "bridge", "auction", "laws", "odds")
"""The courses in the order in which they are best taken; any other comes after these."""


def _place_of_course(file: File) -> tuple[int, str]:
    name = file.parent.name
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


def _course(
    document: Document, name: str, lessons: Mapping[str, Lesson], known: Collection[str], faults: list[Fault]
) -> Course:
    model = validated(document, CourseModel)
    for number, lesson in enumerate(model.lessons):
        if lesson not in known or (lesson in lessons and lessons[lesson].course != name):
            what = f"there is no lesson ‘{lesson}’ in this course"
            faults.append(document.fault(("lessons", number), what, _did_you_mean(lesson, known)))
    ordered = tuple(lessons[lesson] for lesson in dict.fromkeys(model.lessons) if lesson in lessons)
    return Course(name, model.title, model.aim, ordered)
