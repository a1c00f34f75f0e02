"""`tutor check`: every fault of content files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from tutor.errors import BrokenPlugin, Fault, FaultyContent
from tutor.library.catalogue import Library, load, read_content
from tutor.library.catalogue import check as faults_of
from tutor.library.files import document_of, lessons_in, yaml_files
from tutor.library.folders import broken
from tutor.library.lesson_blocks import Playable
from tutor.library.lesson_files import check_courses, load_courses, read_lessons
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.kinds.lessons import unaskable
from tutor.wording import figured


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> None:
    """Check files or folders of hands and lessons, or the tutor's own if no PATH is given.

    Each fault is printed with its file, line and column, and how to correct it. The exit code is 2 if there are any.
    Without a PATH, authors in other packages are checked too.
    """
    faults: Sequence[Fault | BrokenPlugin] = [*_faults(paths), *(() if paths else broken())]
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        click.echo(figured(len(faults), "fault"), err=True)
        sys.exit(2)
    click.echo("No faults found.")


def _faults(paths: tuple[Path, ...]) -> list[Fault]:
    """The faults of the paths. Lessons are checked once the content that they refer to has no faults."""
    lessons = [lesson for path in paths for lesson in lessons_in(path)]
    others = [path for path in paths if path not in lessons and not (path.is_dir() and _holds_lessons_alone(path))]
    faults = faults_of(others) if others or not paths else []
    if faults or (paths and not lessons):
        return faults
    library = load(warns=bool(paths))
    return _faults_of_lessons(library, lessons, others) if paths else check_courses(library)


def _faults_of_lessons(library: Library, lessons: Sequence[Path], others: Iterable[Path]) -> list[Fault]:
    """The faults of lessons, which may refer to each other, to the tutor’s own, and to hands checked with them."""
    own = {file.stem: _playable(file, library) for path in others for file in yaml_files(path)}
    sound, faults = read_lessons(library, lessons, own)
    if faults or check_courses(library):
        return faults
    makers = exercise_bank(library, load_courses(library))
    return sorted(fault for lesson in sound for fault in unaskable(lesson, makers))


def _playable(file: Path, library: Library) -> Playable | None:
    """The game, deal or ending of a file; None if it is something else or has faults."""
    try:
        content = read_content(document_of(file), file.stem, library.rulebook, ())
    except FaultyContent:
        return None
    return content if isinstance(content, Playable) else None


def _holds_lessons_alone(path: Path) -> bool:
    return bool(lessons_in(path)) and not any(path.rglob("*.y*ml"))
