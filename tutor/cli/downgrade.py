"""`tutor downgrade`: the tables of an earlier version."""

from __future__ import annotations

import click

from tutor.cli.study_option import with_study
from tutor.study.study import Study


@click.command()
@click.argument("version")
@with_study()
def downgrade(version: str, study: Study) -> None:
    """Take the tables back to an earlier VERSION (such as 0006), for an earlier tutor.

    An earlier tutor names the version that it knows when it refuses a newer database. Stop the tutor first. All that
    is saved is copied before; what the earlier tutor does not know is only in the copy afterwards.
    """
    copy = study.database.downgrade(version, lambda: study.now)
    click.echo(f"{study.database.place}: its tables are of version {version} now. What was there before is in {copy}.")
    click.echo("Install the earlier tutor before you start it: this one would bring the tables forward again.")
