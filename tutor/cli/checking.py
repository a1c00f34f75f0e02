"""`tutor check`: every fault of content files, at once."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tutor.errors import Fault
from tutor.library.building_lessons import check_courses, check_lessons
from tutor.library.catalogue import check as faults_of
from tutor.library.catalogue import load
from tutor.library.files import lessons_in


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> None:
    """Check files or folders of hands and lessons; the tutor's own where no PATH is given.

    Each fault is printed with its file, line and column and how to mend it; exit code 2 if there is any.
    """
    faults = _faults(paths)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        click.echo(f"{len(faults)} fault{'' if len(faults) == 1 else 's'}", err=True)
        sys.exit(2)
    click.echo("No fault found.")


def _faults(paths: tuple[Path, ...]) -> list[Fault]:
    """The faults of the paths; lessons are looked at when what they refer to is sound."""
    lessons = [lesson for path in paths for lesson in lessons_in(path)]
    others = [path for path in paths if path not in lessons and not (path.is_dir() and _holds_lessons_alone(path))]
    faults = faults_of(others) if others or not paths else []
    if faults or (paths and not lessons):
        return faults
    library = load()
    return check_lessons(library, lessons) if paths else check_courses(library)


def _holds_lessons_alone(path: Path) -> bool:
    return bool(lessons_in(path)) and not any(path.rglob("*.y*ml"))
