"""`tutor export homework`: an assignment as a file."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.homework_desk import desk_of, member_named
from tutor.cli.options import output
from tutor.cli.output import write_file
from tutor.cli.study_option import classroom_of, with_study
from tutor.exchange.homework import assignment_file
from tutor.exchange.questions import Stock
from tutor.study.study import Study


@click.command()
@click.argument("number", type=int)
@click.option("--for", "learner", default="", metavar="NAME", help="Make it for one learner only.")
@output
@with_study()
def homework(number: int, learner: str, to: Path | None, study: Study) -> None:
    """Export an assignment of a class as a file, to do in another tutor."""
    assignment = classroom_of(study).assignments.find(number)
    desk = desk_of(study, assignment, Stock.load())
    key = member_named(desk.members(assignment), learner).id if learner else None
    write_file(assignment_file(desk.brought(number, key)), to)
