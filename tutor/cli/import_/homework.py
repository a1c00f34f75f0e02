"""`tutor import homework`: opens a file from a teacher."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from tutor.cli.homework_desk import access_of
from tutor.cli.study_option import with_study
from tutor.exchange.homework import LARGEST, openable
from tutor.exchange.questions import Stock
from tutor.study.classroom.homework import Homework
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.study import Study


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--name", prompt="Your name, as your teacher knows it", help="The learner's name.")
@with_study(is_new_allowed=True)
def homework(file: Path, name: str, study: Study) -> None:
    """Open a homework file. It then appears under Work in `tutor serve`."""
    access = access_of(study, ONLY_LEARNER, Stock.load())
    with file.open("rb") as content:
        assignment_file = openable(content.read(LARGEST + 1), file.name, access)
    found = Homework(study.database, study.clock).open(assignment_file, name, access, SystemRandom())
    number = found.assignment.id
    click.echo(f"{found.assignment.title}, for {found.class_name}, is open as number {number}.")
    click.echo(f"Do it in `tutor serve`, under Work. Then `tutor export result {number}` makes the file to hand in.")
