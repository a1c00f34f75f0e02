"""`tutor log`: every answer."""

from __future__ import annotations

import click

from tutor.cli.options import as_table
from tutor.cli.study_option import with_study
from tutor.study.answers.answer_log import as_csv, as_json
from tutor.study.study import Study


@click.command()
@as_table
@with_study()
def log(is_table: bool, study: Study) -> None:
    """Print every answer and holiday in the order they came."""
    for line in (as_csv if is_table else as_json)(study.answers.log()):
        click.echo(line, nl=False)
