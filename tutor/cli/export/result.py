"""`tutor export result`: finished homework as a file for the teacher."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.options import output
from tutor.cli.output import write_file
from tutor.cli.study_option import with_study
from tutor.exchange.homework import result_file
from tutor.study.classroom.homework import Homework
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.study import Study


@click.command()
@click.argument("number", type=int)
@output
@with_study()
def result(number: int, to: Path | None, study: Study) -> None:
    """Export homework you have done here as a file for the teacher."""
    homework = Homework(study.database, study.clock)
    opened = homework.of(ONLY_LEARNER, number)
    write_file(result_file(opened.assignment.title, homework.result(opened, study), opened.signing), to)
