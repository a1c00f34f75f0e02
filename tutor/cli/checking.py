"""`tutor check`: every fault of content files, at once."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tutor.library.building_lessons import check_courses
from tutor.library.catalogue import check as faults_of
from tutor.library.catalogue import load


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> None:
    """Check files or folders of hands; the tutor's own, and its lessons, where no PATH is given.

    Each fault is printed with its file, line and column and how to mend it; exit code 2 if there is any.
    """
    faults = faults_of(paths)
    if not paths and not faults:
        faults = check_courses(load())
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        click.echo(f"{len(faults)} fault{'' if len(faults) == 1 else 's'}", err=True)
        sys.exit(2)
    click.echo("No fault found.")
