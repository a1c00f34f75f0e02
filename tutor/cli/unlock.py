"""`tutor unlock`: lets a teacher who lost the second factor log in again."""

from __future__ import annotations

import click

from tutor.cli.study_option import classroom_of, with_study
from tutor.study.accounts.security_events import EventKind
from tutor.study.study import Study


@click.command()
@click.argument("name")
@with_study()
def unlock(name: str, study: Study) -> None:
    """Turn off two-step log-in for the teacher NAME, who has lost the telephone and the recovery codes.

    Their passphrase does not change.
    """
    classroom = classroom_of(study)
    teacher = classroom.people.named(name)
    if classroom.second_factors.remove(teacher.id):
        classroom.events.note(EventKind.SECOND_FACTOR_REMOVED, whom=teacher.id, detail="by a command on the server")
        click.echo(f"{teacher.name} now logs in with the passphrase alone.")
    else:
        click.echo(f"{teacher.name} has not set up two-step log-in. Nothing was changed.")
