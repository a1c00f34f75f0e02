"""`tutor events`: the security log of a classroom."""

from __future__ import annotations

import json

import click

from tutor.cli.options import as_table
from tutor.cli.study_option import classroom_of, with_study
from tutor.exchange.spreadsheets import as_csv
from tutor.study.accounts.security_events import rows_of
from tutor.study.study import Study


@click.command()
@as_table
@with_study()
def events(is_table: bool, study: Study) -> None:
    """Print the security log of a classroom, newest first."""
    log = classroom_of(study).events
    header, *rows = rows_of(log.all_lines(), log.names())
    as_json = (json.dumps(dict(zip(header, row, strict=True))) + "\n" for row in rows)
    for line in as_csv([header, *rows]) if is_table else as_json:
        click.echo(line, nl=False)
