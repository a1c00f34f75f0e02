"""`tutor downgrade`: the database tables of an earlier version."""

from __future__ import annotations

import click

from tutor.cli.study_option import with_study
from tutor.study.study import Study


@click.command()
@click.argument("version")
@with_study()
def downgrade(version: str, study: Study) -> None:
    """Take the database back to an earlier VERSION (such as 0006), for an earlier tutor.

    When an earlier tutor refuses a newer database, it names the version that it knows. Stop the tutor first. All
    data is copied first. Data that the earlier tutor does not know is then only in the copy.
    """
    copy = study.database.downgrade(version, lambda: study.now)
    click.echo(f"{study.database.place} now has tables of version {version}. The previous data is in {copy}.")
    click.echo("Install the earlier tutor before you start it. This version would upgrade the tables again.")
