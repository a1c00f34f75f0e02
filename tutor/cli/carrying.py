"""What is carried from tutor to tutor by commands: homework, its results, reports of problems."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from tutor.cli.homework import shelf_of
from tutor.cli.travelling import write
from tutor.errors import FaultyContent, TutorError, Unknown
from tutor.exchange.homework import assignment_file, read_result, result_file
from tutor.exchange.questions import Stock
from tutor.exchange.reports import reports_file
from tutor.exchange.results import Desk, ForeignResult, results_in
from tutor.notation import counted
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import normalized_name
from tutor.study.answers.examining import Examiner
from tutor.study.classroom.assignments import Assignment, Assignments
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.homework import Homework
from tutor.study.classroom.problem_reports import Reports
from tutor.study.storage.data_folder import data_folder, open_kept_study
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.study import Study

LARGEST_ZIP = 64 * 1024 * 1024

_data: Callable[[Any], Any] = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what was answered."
)
_output: Callable[[Any], Any] = click.option(
    "-o", "--output", "to", type=click.Path(path_type=Path, dir_okay=False), help="The file to write."
)


@click.command()
@click.argument("number", type=int)
@click.option("--for", "learner", default="", metavar="NAME", help="For one of the class only.")
@_output
@_data
def homework(number: int, learner: str, to: Path | None, data: Path | None) -> None:
    """An assignment of a class as a file, to be done in another tutor."""
    study = open_kept_study(data_folder(data))
    which = Classroom.of(study.database, study.clock, SystemRandom()).assignments.find(number)
    desk = _desk(study, which, Stock.load())
    key = _named(desk.members(which), learner).id if learner else None
    write(assignment_file(desk.brought(number, key)), to)
    study.close()


@click.command()
@click.argument("number", type=int)
@_output
@_data
def result(number: int, to: Path | None, data: Path | None) -> None:
    """What was done for homework that was opened here, as a file for the teacher."""
    study = open_kept_study(data_folder(data))
    kept = Homework(study.database, study.clock)
    opened = kept.of(ONLY_LEARNER, number)
    write(result_file(opened.assignment.title, kept.result(opened, study), opened.signing), to)
    study.close()


@click.command()
@_output
@_data
def reports(to: Path | None, data: Path | None) -> None:
    """The problems that were reported and are not settled, as a file to send; no names are in it."""
    study = open_kept_study(data_folder(data))
    found = Reports(study.database, study.clock).all_for(None)
    write(reports_file(one for one in found if one.settled_at is None), to)
    study.close()


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--of", "learner", default="", metavar="NAME", help="Whose they are, where a file does not tell.")
@_data
def results(files: tuple[Path, ...], learner: str, data: Path | None) -> None:
    """Take results of homework in, from files or zips; exit code 2 where something was refused."""
    study, stock = open_kept_study(data_folder(data)), Stock.load()
    refused = False
    for path in files:
        try:
            for name, content in results_in(_bytes(path), path.name):
                refused |= not _take_in(study, stock, content, name, learner)
        except (TutorError, OSError) as error:
            click.echo(error, err=True)
            refused = True
    study.close()
    if refused:
        sys.exit(2)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_ZIP)


def _take_in(study: Study, stock: Stock, content: bytes, name: str, learner: str) -> bool:
    """Takes a file in and says what came of it; whether it could be."""
    try:
        which = Assignments(study.database, study.clock).of_key(read_result(content, name).key)
        if which is None:
            raise ForeignResult("the work that this is the result of was not set here.")
        desk = _desk(study, which, stock)
        received = desk.receive(content, name)
        whose = received.learner or _named(received.members, learner or received.result.name)
        taken = desk.take(received, whose.id)
    except TutorError as error:
        click.echo(error if isinstance(error, FaultyContent) else f"{name}: {error}", err=True)
        return False
    by = whose.real_name or whose.name
    before = f", {taken.before} had come before" if taken.before else ""
    click.echo(f"{name}: {which.title}, by {by}: {counted(taken.taken, 'answer')} taken in{before}.")
    for what in taken.unfit:
        click.echo(f"{name}: not taken: {what}.", err=True)
    return True


def _desk(study: Study, which: Assignment, stock: Stock) -> Desk:
    """The desk of the class to which an assignment was set. Raises `Unknown` for one that came as a file."""
    classroom = Classroom.of(study.database, study.clock, SystemRandom())
    rooms = (room for teacher in classroom.people.teachers() for room in classroom.classes.all_of_teacher(teacher.id))
    room = next((room for room in rooms if room.id == which.class_id), None)
    if room is None:
        raise Unknown("assignment of a class", str(which.id), ())
    return Desk.of(room, classroom, study, Examiner(shelf_of(study, room.teacher, stock)))


def _named(members: Sequence[Person], name: str) -> Person:
    """The one of some who has a name, the chosen or the real. Raises `Unknown`."""
    found = [
        one for one in members if normalized_name(name) in (normalized_name(one.name), normalized_name(one.real_name))
    ]
    if len(found) != 1:
        raise Unknown("learner of the class (say whose it is by --of)", name, (one.name for one in members))
    return found[0]
