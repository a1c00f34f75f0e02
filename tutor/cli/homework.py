"""`tutor homework`: a file that a teacher gave, opened."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from tutor.exchange.homework import LARGEST, openable
from tutor.exchange.questions import Stock
from tutor.study.answers.examining import Examiner
from tutor.study.classroom.assignments import Assignments
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.compositions import Compositions
from tutor.study.classroom.homework import Homework
from tutor.study.storage.data_folder import data_folder, open_study
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.study import Study


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--name", prompt="Your name, as your teacher knows it", help="Who does the work.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what you answer.")
def homework(file: Path, name: str, data: Path | None) -> None:
    """Open a file of homework; `tutor serve` then has it under Work."""
    study = open_study(data_folder(data))
    shelf = shelf_of(study, ONLY_LEARNER, Stock.load())
    with file.open("rb") as opened:
        brought = openable(opened.read(LARGEST + 1), file.name, Examiner(shelf))
    found = Homework(study.database, study.clock).open(brought, name, shelf, SystemRandom())
    click.echo(f"{found.assignment.title}, for {found.class_name}: open, as number {found.assignment.id}.")
    click.echo(
        f"Do it by `tutor serve`, under Work; `tutor export result {found.assignment.id}` makes the file to give back."
    )
    study.close()


def shelf_of(study: Study, learner: int, stock: Stock) -> ContentAccess:
    """What a learner may see of what is kept in a study, beside what the tutor has."""
    compositions = Compositions(study.database, study.clock)
    assignments = Assignments(study.database, study.clock)
    return ContentAccess(stock.library, stock.courses, stock.makers, compositions, assignments, learner)
