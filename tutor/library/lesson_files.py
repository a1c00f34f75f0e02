"""Reads the files of lessons and courses into values, with every fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path as File
from types import MappingProxyType

from tutor.errors import Fault, FaultyContent, TutorError
from tutor.library import cache
from tutor.library.catalogue import Library, faulty_plugins, sound_without, warn_of
from tutor.library.experiments import kind_of_experiment
from tutor.library.files import COURSE_FILE, LESSON_SUFFIX, document_of, shown, text_of
from tutor.library.folders import folders
from tutor.library.guided_deals import GuidedDeal
from tutor.library.incidents import Incident
from tutor.library.lesson_blocks import (
    BLOCKS,
    MEND_NAME,
    Block,
    NamedQuestion,
    Playable,
    ProseBlock,
    ReplayBlock,
    Surroundings,
)
from tutor.library.lesson_questions import kind_of_question
from tutor.library.lessons import Course, CourseFile, Courses, Lesson
from tutor.library.uncited import LESSON_DEFAULTS, QUESTION_DEFAULTS, with_defaults
from tutor.library.validation import did_you_mean, sound_part, validated
from tutor.library.values import Origin
from tutor.library.yaml_text import Document, read

FIRST_SCREEN = 170
"""The most words before the first activity."""
ORDER = ("whist", "bridge", "auction", "laws", "odds", "library")
"""The courses in the best order; any others come after these."""

QUESTION, DEAL, EXPERIMENT, INCIDENT = ASKING = ("question", "deal", "experiment", "incident")
"""The words after the fence of blocks that ask something."""
_FENCE = re.compile(r"^```\s*(\w*)\s*$")


@dataclass(frozen=True, slots=True)
class LessonText:
    """The text of a lesson, its id and course, and the `file` that faults name."""

    id: str
    course: str
    file: str
    text: str

    @classmethod
    def of_file(cls, file: File) -> LessonText:
        """The source in a file, whose name is the id and whose folder is the course. Raises `FaultyContent`."""
        return cls(file.stem, file.parent.name, shown(file), text_of(file))


@dataclass(slots=True)
class _Part:
    """A part of a file: the word after its fence (none for running text), its first line, and its text."""

    word: str
    line: int
    file: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def document(self) -> Document:
        """Its text as YAML, with the line numbers of the file. Raises `FaultyContent`."""
        return read("\n" * (self.line - 1) + self.text, self.file)


def read_lesson(written: LessonText, around: Surroundings) -> Lesson:
    """The lesson of a text. Raises `FaultyContent` with every fault."""
    front, parts, faults = _parted(written)
    document = with_defaults(front.document, LESSON_DEFAULTS) if around.is_own else front.document
    origin = Origin(written.id, "", document.place(("drill",)).line)
    lesson = None
    try:
        lesson = validated(document, Lesson, replace(around, origin=origin))
    except FaultyContent as error:
        faults.extend(error.faults)
    blocks: list[Block] = []
    around = replace(around, passage=lesson.sources[0] if lesson else None)
    for part in parts:
        try:
            block, document_of_part = _block(part, around)
            blocks.append(block)
            faults.extend(block.faults(document_of_part, around))
        except FaultyContent as error:
            faults.extend(error.faults)
        except TutorError as error:
            faults.append(Fault(written.file, part.line, 1, str(error)))
    faults.extend(_faults_of_order(written.file, blocks))
    if lesson is not None:
        if lesson.written_drill is None and not around.is_own:
            faults.append(document.fault((), "the key ‘drill’ is missing", "Add it"))
        faults.extend(_faults_of_terms(lesson, document, around))
        for number, needed in enumerate(lesson.needs):
            if needed not in around.lessons:
                faults.append(document.fault(("needs", number), f"there is no lesson ‘{needed}’"))
    if faults or lesson is None:
        raise FaultyContent(faults)
    return lesson.made_of(tuple(blocks), written.course, written.file)


def _parted(written: LessonText) -> tuple[_Part, list[_Part], list[Fault]]:
    """The front matter and the parts below it. Raises `FaultyContent` without the first."""
    lines, file = written.text.splitlines(), written.file
    ends = [number for number, line in enumerate(lines) if line.rstrip() == "---"]
    if len(ends) < 2 or ends[0] != 0:
        what = "a lesson must begin with its front matter between two lines of ‘---’"
        raise FaultyContent([Fault(file, 1, 1, what, "Write title, aim, sources, teaches and drill there")])
    front = _Part("front", 2, file, lines[1 : ends[1]])
    parts = [_Part("", ends[1] + 2, file)]
    for number, line in enumerate(lines[ends[1] + 1 :], ends[1] + 2):
        fence = _FENCE.match(line)
        if fence is None:
            parts[-1].lines.append(line)
        elif parts[-1].word:
            parts.append(_Part("", number + 1, file))
        else:
            parts.append(_Part(fence[1] or "?", number + 1, file))
    faults = []
    if parts[-1].word:
        what = "this block has no end"
        faults.append(Fault(file, parts[-1].line - 1, 1, what, "Close it with a line of ‘```’"))
    return front, [part for part in parts if part.word or part.text.strip()], faults


def _block(part: _Part, around: Surroundings) -> tuple[Block, Document]:
    """The block of a part, and what it was read from. Raises `FaultyContent` with every fault of its fields.

    A faulty block has also the faults that its sound fields have in this place.
    """
    context = replace(around, origin=Origin(line=part.line))
    if not part.word:
        return ProseBlock.model_validate({"markdown": part.text}, context=context), Document.empty(part.file)
    if part.word not in (*BLOCKS, *ASKING):
        kinds = ", ".join([*BLOCKS, *ASKING])
        what = f"there is no block ‘{part.word}’"
        raise FaultyContent([Fault(part.file, part.line - 1, 1, what, f"The blocks are {kinds}")])
    document = part.document
    model = _model(part.word, document)
    if around.is_own and "on" in model.model_fields and part.word in ASKING:
        document = with_defaults(document, QUESTION_DEFAULTS)
    try:
        return validated(document, model, context), document
    except FaultyContent as error:
        raise FaultyContent([*error.faults, *_further_faults(document, model, context)]) from None


def _further_faults(document: Document, model: type[Block], around: Surroundings) -> list[Fault]:
    """The faults in this place of a block whose fields have faults, as far as they can be found without those."""
    with suppress(TutorError):
        block, unsound = sound_part(document, model, around)
        if model.STAND_INS and unsound <= model.STAND_INS.keys():
            known = block.model_copy(update={name: model.STAND_INS[name] for name in unsound})
            return list(known.faults(document, around))
    return []


_ASKING: Mapping[str, type[Block]] = MappingProxyType({DEAL: GuidedDeal, INCIDENT: Incident})


def _model(word: str, document: Document) -> type[Block]:
    if word == QUESTION:
        return kind_of_question(document.data)
    if word == EXPERIMENT:
        return kind_of_experiment(document.data)
    return _ASKING.get(word) or BLOCKS[word]


def _faults_of_terms(lesson: Lesson, document: Document, around: Surroundings) -> Iterator[Fault]:
    """Checks that the terms of a lesson exist."""
    known = [term.id for term in around.library.glossary] if around.library else []
    for number, term in enumerate(lesson.terms):
        if around.library and term not in known:
            yield document.fault(("terms", number), f"there is no term ‘{term}’", did_you_mean(term, known, MEND_NAME))


def _faults_of_order(file: str, blocks: Iterable[Block]) -> Iterator[Fault]:
    names: dict[str, int] = {}
    words, first = 0, None
    for block in blocks:
        if isinstance(block, NamedQuestion):
            if block.name in names:
                what = f"the question ‘{block.name}’ is already in line {names[block.name]}"
                yield Fault(file, block.line, 1, what, "Give it another name")
            names[block.name] = block.line
        if first is None and isinstance(block, NamedQuestion | ReplayBlock):
            first = block
        if first is None and isinstance(block, ProseBlock):
            words += len(block.markdown.split())
    if words > FIRST_SCREEN or not names:
        what = f"the first {FIRST_SCREEN} words contain nothing to do"
        yield Fault(file, 1, 1, what, "Ask a question sooner")


# ---- courses ---------------------------------------------------------------------------------------------------------


def load_courses(library: Library) -> Courses:
    """The tutor’s own courses, from the cache if nothing has changed. Raises `FaultyContent` with every fault.

    `check_courses` checks the captions of hands and games, because some endings must be played to the end for them.
    """
    courses = cache.cached("courses", library.key, lambda: _sound_courses(library))
    warn_of(faulty_plugins(courses.left_out))
    return courses


def _sound_courses(library: Library) -> Courses:
    def read(without: Collection[str]) -> tuple[Courses, list[Fault]]:
        return _read_courses(library, [*library.left_out, *without], is_thorough=False)

    courses, left_out = sound_without(read)
    return replace(courses, left_out=left_out)


def check_courses(library: Library) -> list[Fault]:
    """Every fault of the tutor’s own lessons and courses."""
    return sorted(_read_courses(library, (), is_thorough=True)[1])


def read_lessons(
    library: Library, files: Iterable[File], own: Mapping[str, Playable | None] = MappingProxyType({})
) -> tuple[list[Lesson], list[Fault]]:
    """Lessons that may refer to each other, to the tutor’s own and to some hands, with every fault."""
    files = list(files)
    known = {file.stem for file in [*files, *_lesson_files()]}
    lessons, faults = _read_files(files, Surroundings(library=library, lessons=known, own=own))
    return lessons, sorted(faults)


def _read_files(files: Iterable[File], around: Surroundings) -> tuple[list[Lesson], list[Fault]]:
    """The lessons without faults, and the faults of the others."""
    sound: list[Lesson] = []
    faults: list[Fault] = []
    for file in files:
        try:
            sound.append(read_lesson(LessonText.of_file(file), around))
        except FaultyContent as error:
            faults.extend(error.faults)
    return sound, faults


def _lesson_files(without: Collection[str] = ()) -> list[File]:
    return [file for lessons in folders("lessons", without) for file in sorted(lessons.glob(f"*/*{LESSON_SUFFIX}"))]


def _read_courses(library: Library, without: Collection[str], *, is_thorough: bool) -> tuple[Courses, list[Fault]]:
    files = _lesson_files(without)
    known = {file.stem for file in files}
    sound, faults = _read_files(files, Surroundings(library=library, lessons=known, is_thorough=is_thorough))
    lessons: dict[str, Lesson] = {}
    for lesson in sound:
        if lesson.id in lessons:
            what = f"‘{lesson.id}’ is already a lesson of the course ‘{lessons[lesson.id].course}’"
            faults.append(Fault(lesson.file, 1, 1, what, "Rename one of the two"))
        lessons[lesson.id] = lesson
    courses: dict[str, Course] = {}
    written = [file for path in folders("lessons", without) for file in path.glob(f"*/{COURSE_FILE}")]
    for file in sorted(written, key=_place_of_course):
        if file.parent.name in courses:
            what = f"there is already a course ‘{file.parent.name}’"
            faults.append(Fault(shown(file), 1, 1, what, "Rename its folder"))
            continue
        try:
            courses[file.parent.name] = _course(document_of(file), file.parent.name, lessons, known, faults)
        except FaultyContent as error:
            faults.extend(error.faults)
    faults.extend(_faults_of_after(Courses(courses, lessons)))
    in_a_course = {lesson.id for course in courses.values() for lesson in course.lessons}
    faults.extend(
        Fault(lesson.file, 1, 1, "no course has this lesson", f"Add it to {COURSE_FILE} beside it")
        for lesson in lessons.values()
        if lesson.id not in in_a_course
    )
    faults.extend(library.moved.faults({lesson.id: [one.name for one in lesson.questions] for lesson in sound}))
    return Courses(MappingProxyType(courses), MappingProxyType(lessons), library.moved), faults


def _faults_of_after(courses: Courses) -> Iterator[Fault]:
    """Checks that a course comes after an existing course or lesson, and not after itself."""
    for course in courses.courses.values():
        seen, later = {course.id}, course
        while later.after is not None:
            lesson = courses.lessons.get(later.after)
            found = courses.courses.get(lesson.course if lesson else later.after)
            if found is None or found.id in seen:
                what = f"the course ‘{later.id}’ comes after ‘{later.after}’, which is not a lesson or another course"
                yield Fault(f"lessons/{course.id}/{COURSE_FILE}", 1, 1, what, "Name another, or delete ‘after’")
                return
            seen.add(found.id)
            later = found


def _place_of_course(file: File) -> tuple[int, str]:
    name = file.parent.name
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


def _course(
    document: Document, name: str, lessons: Mapping[str, Lesson], known: Collection[str], faults: list[Fault]
) -> Course:
    file = validated(document, CourseFile)
    for number, lesson in enumerate(file.lessons):
        if lesson not in known or (lesson in lessons and lessons[lesson].course != name):
            what = f"there is no lesson ‘{lesson}’ in this course"
            faults.append(document.fault(("lessons", number), what, did_you_mean(lesson, known, MEND_NAME)))
    ordered = tuple(lessons[lesson] for lesson in dict.fromkeys(file.lessons) if lesson in lessons)
    return Course(name, file.title, file.aim, ordered, file.after)
