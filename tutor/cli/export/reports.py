"""`tutor export reports`: problem reports as a file."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.options import output
from tutor.cli.output import write_file
from tutor.cli.study_option import with_study
from tutor.exchange.problem_reports import reports_file
from tutor.study.classroom.problem_reports import Reports
from tutor.study.study import Study


@click.command()
@output
@with_study()
def reports(to: Path | None, study: Study) -> None:
    """Export the open problem reports as a file to send, without names."""
    every = Reports(study.database, study.clock).all_for(None)
    write_file(reports_file(report for report in every if report.settled_at is None), to)
