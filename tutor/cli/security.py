"""`tutor events` and `tutor unlock`: the security log, and a teacher let in again who lost the second factor."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from tutor.exchange.spreadsheets import as_csv
from tutor.study.accounts.security_events import EventKind, rows_of
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.data_folder import data_folder, open_kept_study
from tutor.study.storage.database import DatabaseUnavailable
from tutor.study.study import Study

_data: Callable[[Any], Any] = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what is kept."
)


@click.command()
@click.option("--csv/--json", "is_table", default=False, help="A table, or one JSON object a line; by default JSON.")
@_data
def events(is_table: bool, data: Path | None) -> None:
    """Write out the security log of a classroom, the newest line first."""
    with closing(open_kept_study(data_folder(data))) as study:
        log = _classroom(study).events
        header, *rows = rows_of(log.all_lines(), log.names())
        as_json = (json.dumps(dict(zip(header, row, strict=True))) + "\n" for row in rows)
        for line in as_csv([header, *rows]) if is_table else as_json:
            click.echo(line, nl=False)


@click.command()
@click.argument("name")
@_data
def unlock(name: str, data: Path | None) -> None:
    """Turn off the two-step log-in of the teacher NAME, who has lost the telephone and the recovery codes.

    Their passphrase stays as it is.
    """
    with closing(open_kept_study(data_folder(data))) as study:
        classroom = _classroom(study)
        teacher = classroom.people.named(name)
        if classroom.second_factors.remove(teacher.id):
            classroom.events.note(EventKind.SECOND_FACTOR_REMOVED, whom=teacher.id, detail="by a command on the server")
            click.echo(f"{teacher.name} logs in by passphrase alone now.")
        else:
            click.echo(f"{teacher.name} has not set up two-step log-in. Nothing was changed.")


def note_export(study: Study, what: str) -> None:
    """Notes in the security log of a classroom that a command wrote out what is kept of others."""
    classroom = _classroom(study)
    with suppress(DatabaseUnavailable):  # the file is written, and stays
        if classroom.people.has_teacher:
            classroom.events.note(EventKind.EXPORTED, detail=f"{what}, by a command on the server")


def _classroom(study: Study) -> Classroom:
    return Classroom.of(study.database, study.clock, SystemRandom())
