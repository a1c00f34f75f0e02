"""`tutor rebuild`: what learners remember, calculated again from the log."""

from __future__ import annotations

import click

from tutor.cli.study_option import with_study
from tutor.study.study import Study
from tutor.wording import counted


@click.command()
@with_study()
def rebuild(study: Study) -> None:
    """Calculate again, from the log alone, what learners remember, and report differences."""
    rebuilt = study.reviews.rebuild()
    click.echo(f"{counted(rebuilt.answers, 'answer')} read, {counted(rebuilt.items, 'item')} remembered.")
    if not rebuilt.differed:
        click.echo("Nothing differed from what was saved.")
    for item in rebuilt.differed:
        click.echo(f"{item} differed and has been corrected.")
