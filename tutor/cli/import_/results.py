"""`tutor import results`: results of homework."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tutor.cli.homework_desk import desk_of, member_named
from tutor.cli.study_option import with_study
from tutor.errors import FaultyContent, TutorError
from tutor.exchange.homework import read_result
from tutor.exchange.questions import Stock
from tutor.exchange.results import ForeignResult, results_in
from tutor.study.classroom.assignments import Assignments
from tutor.study.study import Study
from tutor.wording import counted

LARGEST_ZIP = 64 * 1024 * 1024


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--of", "learner", default="", metavar="NAME", help="The learner, if the file does not say.")
@with_study()
def results(files: tuple[Path, ...], learner: str, study: Study) -> None:
    """Import homework results from files or zips. The exit code is 2 if something was refused."""
    stock, is_refused = Stock.load(), False
    for path in files:
        try:
            with path.open("rb") as file:
                content = file.read(LARGEST_ZIP)
            for name, result in results_in(content, path.name):
                is_refused |= not _import(study, stock, result, name, learner)
        except (TutorError, OSError) as error:
            click.echo(error, err=True)
            is_refused = True
    if is_refused:
        sys.exit(2)


def _import(study: Study, stock: Stock, content: bytes, name: str, learner: str) -> bool:
    """Imports a file and prints the outcome. Returns whether it was imported."""
    try:
        assignment = Assignments(study.database, study.clock).of_key(read_result(content, name).key)
        if assignment is None:
            raise ForeignResult("this is a result of work that was not assigned here.")
        desk = desk_of(study, assignment, stock)
        received = desk.receive(content, name)
        person = received.learner or member_named(received.members, learner or received.result.name)
        taken = desk.take(received, person.id)
    except TutorError as error:
        click.echo(error if isinstance(error, FaultyContent) else f"{name}: {error}", err=True)
        return False
    by = person.real_name or person.name
    before = f", {taken.before} already there" if taken.before else ""
    click.echo(f"{name}: {assignment.title}, by {by}: {counted(taken.taken, 'answer')} imported{before}.")
    for what in taken.unfit:
        click.echo(f"{name}: not imported: {what}.", err=True)
    return True
