"""`tutor homework`: a file that a teacher gave, opened."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from tutor.exchange.homework import LARGEST, openable
from tutor.library.building_lessons import load_courses
from tutor.library.catalogue import load
from tutor.quizzes.kinds import every_maker
from tutor.study.examining import Examiner
from tutor.study.folder import data_folder, open_study
from tutor.study.homework import Homework, OfTheBooks
from tutor.study.store import ONLY_LEARNER


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--name", prompt="Your name, as your teacher knows it", help="Who does the work.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what you answer.")
def homework(file: Path, name: str, data: Path | None) -> None:
    """Open a file of homework; `tutor serve` then has it under Work."""
    study, examiner = open_study(data_folder(data)), examiner_here()
    with file.open("rb") as opened:
        brought = openable(opened.read(LARGEST + 1), file.name, examiner)
    found = Homework(study.database, study.clock).open(ONLY_LEARNER, brought, name, examiner.own, SystemRandom())
    click.echo(f"{found.assignment.title}, for {found.class_name}: open, as number {found.assignment.id}.")
    click.echo(
        f"Do it by `tutor serve`, under Work; `tutor export result {found.assignment.id}` makes the file to give back."
    )
    study.close()


def examiner_here() -> Examiner:
    """Who knows all that this tutor can ask."""
    library = load()
    courses = load_courses(library)
    return Examiner(library, courses, every_maker(library, courses), OfTheBooks(library, courses))
