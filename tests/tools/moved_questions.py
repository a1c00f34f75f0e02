"""Finds the lessons and questions that have disappeared, and writes where they are now to `lessons/moved.yaml`.

`python -m tests.tools.moved_questions COMMIT [--retire] [--rename] [FILE …]` compares them with those of a commit.
A line of a file says what became of one: `lesson/question -> lesson/question` of one that is replaced, `lesson/question
-> -` of one that is retired, `lesson -> lesson`. What the file of the lessons says already stays. A question that
stands elsewhere unchanged is found by itself. Whatever is left is told, and the exit code is 1; with `--retire` such a
question is retired.

A question that asks something else under its old name would be taken for the old one by every answer that is kept:
`--rename` gives it another name in its file first.
"""

from __future__ import annotations

import io
import math
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

import yaml

from tutor.errors import FaultyContent, TutorError
from tutor.library.catalogue import Library, load
from tutor.library.folders import folder
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_blocks import HandsBlock, Surroundings
from tutor.library.lesson_files import LessonText, load_courses, read_lesson
from tutor.library.lesson_questions import AuthorityQuestion, ItemQuestion, PosedQuestion, WrittenQuestion
from tutor.library.lessons import Courses, Lesson
from tutor.library.moved import FILE
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.kinds.lessons import lesson_exercise

HEAD = """\
# yaml-language-server: $schema=../hands/moved.schema.json
# Lessons and questions of earlier versions that are no longer where they were: what was answered there can be read.
# Written by `python -m tests.tools.moved_questions`.
"""
_LINE = re.compile(r"^\s*([a-z0-9/-]+)\s*->\s*([a-z0-9/-]+)")


@dataclass(frozen=True)
class Former:
    """What stands in the place of what was: nothing where it is retired."""

    was: str
    now: str


def lessons_at(commit: str, library: Library, known: frozenset[str]) -> Iterator[Lesson]:
    """The lessons of a commit, read with the content as it is now."""
    git = ["git", "archive", commit, "lessons"]
    archive = tarfile.open(fileobj=io.BytesIO(subprocess.run(git, check=True, capture_output=True).stdout))  # noqa: SIM115
    files = [one for one in archive if one.name.endswith(".md")]
    around = Surroundings(library=library, lessons=known | {PurePath(one.name).stem for one in files})
    for one in files:
        path, read = PurePath(one.name), archive.extractfile(one)
        assert read is not None
        text = LessonText(path.stem, path.parent.name, one.name, read.read().decode())
        try:
            yield read_lesson(text, around)
        except FaultyContent as error:
            sys.exit("\n".join(map(str, error.faults)))


def signature(question: PosedQuestion) -> object:
    """What must be the same for an answer to have the same meaning."""
    match question:
        case WrittenQuestion():
            shown = question.shows
            cards = (shown.hands, shown.cards, shown.of_name) if shown else ()
            return question.ask, tuple((one.says, one.right) for one in question.options), question.number, cards
        case AuthorityQuestion():
            return question.authority, question.question, question.view
        case ItemQuestion():
            return question.item, question.number
        case GuidedDeal():
            return question.dealt.hands, question.before, question.goal
    return type(question), question  # of a kind that there was not


def meaning(question: PosedQuestion) -> object:
    """What must be the same for a stored answer to say the same, however the question is worded."""
    if isinstance(question, WrittenQuestion):
        return tuple((one.says, one.right) for one in question.options) or question.number
    return signature(question)


def rename(commit: str, library: Library, courses: Courses) -> Mapping[str, str]:
    """Gives another name to every question that has the name of another of a commit: the names that they have now."""
    renamed: dict[str, str] = {}
    for then in lessons_at(commit, library, frozenset(courses.lessons)):
        lesson = courses.lessons.get(then.id)
        if lesson is None:
            continue
        old, new = ({one.name: one for one in which.questions} for which in (then, lesson))
        changed = [name for name in old.keys() & new.keys() if meaning(old[name]) != meaning(new[name])]
        path = folder("lessons") / lesson.course / f"{lesson.id}.md"
        text = path.read_text(encoding="utf-8")
        for name in changed:
            number = next(number for number in range(2, 99) if f"{name}-{number}" not in old.keys() | new.keys())
            text, found = re.subn(rf"^name: {name}$", f"name: {name}-{number}", text, flags=re.MULTILINE)
            if found != 1:
                sys.exit(f"{path}: the name ‘{name}’ stands there {found} times")
            renamed[f"{lesson.id}/{name}"] = f"{lesson.id}/{name}-{number}"
        path.write_text(text, encoding="utf-8")
    return renamed


def asked(lesson: Lesson, question: PosedQuestion, bank: ExerciseBank) -> Mapping[str, object]:
    """What a question asked, in words, with its options."""
    exercise = lesson_exercise(lesson, question, bank)
    words = [exercise.prompt, *exercise.facts]
    if isinstance(question, AuthorityQuestion):
        words.append(f"Your hand: {question.view.hand}.")
    elif exercise.shows is not None:
        words += _shown(exercise.shows)
    choices = {choice.key: choice.label for choice in exercise.choices}
    keys = [str(number) for number in range(len(choices))]
    options = [choices[key] for key in keys] if set(keys) == set(choices) else []
    best = [choice.key for choice in exercise.mark(exercise.answer).best]
    told: dict[str, object] = {"asked": " ".join(" ".join(words).split())}
    return told | ({"options": options} if options else {}) | {"answers": best, "on": list(exercise.items)}


def _shown(block: HandsBlock) -> Iterator[str]:
    for seat, hand in block.hands:
        yield f"{seat.label if seat else 'The hand'}: {hand}."
    if block.cards:
        yield f"The cards: {block.cards}."


def read_former(files: list[Path], stored: Path) -> Iterator[Former]:
    """What the stored file and some others say became of what was."""
    data = yaml.safe_load(stored.read_text(encoding="utf-8")) if stored.exists() else {}
    for one in (*data.get("lessons", ()), *data.get("questions", ())):
        yield Former(one["was"], one.get("now", ""))
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            if found := _LINE.match(line):
                yield Former(found[1], found[2].strip("-"))


class _Quoting(yaml.SafeDumper):
    """Writes what was said in earlier versions between quotation marks, for it stays as it was said."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        """See `SafeDumper`."""
        return self.represent_scalar("tag:yaml.org,2002:str", data, style='"' if " " in data else None)


_Quoting.add_representer(str, _Quoting.represent_str)


def main(commit: str, *arguments: str) -> int:
    """Writes the file, and tells what disappeared without a word."""
    library, stored = load(), folder("lessons") / FILE
    courses = load_courses(library)
    if "--rename" in arguments:
        renamed = rename(commit, library, courses)
        told = "".join(f"{was} -> {now}\n" for was, now in renamed.items())
        places = re.compile(r"^(  now: )(\S+)$", re.MULTILINE)
        text = places.sub(lambda one: one[1] + renamed.get(one[2], one[2]), stored.read_text(encoding="utf-8"))
        stored.write_text(text, encoding="utf-8")
        print(f"{told}{len(renamed)} questions have another name now: give these lines as a file, and run it again")
        return 1 if renamed else 0
    files = [Path(one) for one in arguments if not one.startswith("--")]
    bank = exercise_bank(library, courses)
    here = {f"{lesson.id}/{one.name}": one for lesson in courses.lessons.values() for one in lesson.questions}
    became = {one.was: one.now for one in read_former(files, stored)}
    unmapped: list[str] = []
    lessons: list[dict[str, object]] = []
    questions: list[dict[str, object]] = []
    earlier: list[dict[str, object]] = []
    for lesson in sorted(lessons_at(commit, library, frozenset(courses.lessons)), key=lambda one: one.id):
        if lesson.id not in courses.lessons:
            now = _end(became, lesson.id)
            if now in courses.lessons:
                lessons.append({"was": lesson.id, "now": now})
            else:
                unmapped.append(lesson.id)
        names = [question.name for question in lesson.questions]
        now_asked = courses.lessons.get(lesson.id)
        if now_asked is not None and {one.name for one in now_asked.questions} != set(names):
            earlier.append({"lesson": lesson.id, "asked": names})
        for question in lesson.questions:
            place = f"{lesson.id}/{question.name}"
            if place in here:
                continue
            same = [key for key, one in here.items() if signature(one) == signature(question)]
            now = _end(became, place) or next(iter(same), "")
            if now not in here and place not in became and "--retire" not in arguments:
                unmapped.append(place)
                continue
            entry: dict[str, object] = {"was": place}
            if now in here:
                entry["now"] = now
            try:
                entry |= {} if now in same else asked(lesson, question, bank)
            except TutorError as error:
                entry |= {"asked": f"{error}"}
            questions.append(entry)
    written = {"kind": "moved", "lessons": lessons, "questions": questions, "earlier": earlier}
    stored.write_text(
        HEAD + yaml.dump(written, Dumper=_Quoting, allow_unicode=True, sort_keys=False, width=math.inf),
        encoding="utf-8",
    )
    print(f"{len(lessons)} lessons and {len(questions)} questions are no longer where they were")
    print(*(f"unmapped: {one}" for one in unmapped), sep="\n")
    return 1 if unmapped else 0


def _end(became: Mapping[str, str], place: str) -> str:
    """Where it is in the end, if what took its place was replaced too."""
    seen = {place}
    while (now := became.get(place, "")) and now not in seen:
        seen.add(place := now)
    return place if len(seen) > 1 else ""


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
