"""`tutor backup`: everything that is saved, in one file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from tutor.cli.options import passphrase_file
from tutor.cli.output import progress_shown
from tutor.cli.study_option import classroom_of, with_study
from tutor.errors import Malformed
from tutor.study.accounts.security_events import EventKind
from tutor.study.storage.backup import back_up
from tutor.study.storage.backup_file import Manifest
from tutor.study.storage.database import DatabaseUnavailable
from tutor.study.study import Study
from tutor.wording import counted

SHORTEST_PASSPHRASE = 12


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--passphrase", "asks", is_flag=True, help="Encrypt the file with a passphrase, which you type.")
@passphrase_file
@with_study()
def backup(file: Path, asks: bool, passphrase_file: Path | None, study: Study) -> None:
    """Back up everything into FILE: learners, answers, classes, compositions.

    The tutor can keep running: the backup shows one moment. FILE can be restored into either kind of database. It
    holds what learners wrote and the hashes of their passphrases, so keep it private or encrypt it. An encrypted FILE
    is in the age format, which the program age can also open. Nobody can read it without the passphrase, and a lost
    passphrase cannot be recovered.
    """
    passphrase = _new_passphrase(asks, passphrase_file)
    with progress_shown("Writing") as progress:
        manifest = back_up(study, file, progress, passphrase)
        _note_export(study)
    encrypted = ", encrypted" if passphrase is not None else ""
    click.echo(f"{file}: {summary(manifest)}, {file.stat().st_size:,} bytes{encrypted}.")


def _note_export(study: Study) -> None:
    """Notes in the security log of a classroom that a command wrote out everything."""
    classroom = classroom_of(study)
    with suppress(DatabaseUnavailable):  # the file is already written
        if classroom.people.has_teacher:
            classroom.events.note(EventKind.EXPORTED, detail="backup of everything, by a command on the server")


def _new_passphrase(asks: bool, file: Path | None) -> str | None:
    """The passphrase to encrypt with, or None. Raises `Malformed` if it is too short."""
    if file is None and not asks:
        return None
    typed = read_passphrase(file) if file else click.prompt("Passphrase", hide_input=True, confirmation_prompt=True)
    if len(typed) < SHORTEST_PASSPHRASE:
        mend = f"Use {SHORTEST_PASSPHRASE} characters or more, for example four words"
        why = "it is too short, and somebody with the file can guess for years"
        raise Malformed("passphrase for a backup", "…", why, mend)
    return str(typed)


def read_passphrase(file: Path) -> str:
    """The first line of a file. Raises `Malformed`."""
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise Malformed("file with a passphrase", str(file), why, "Name another file") from None


def summary(manifest: Manifest) -> str:
    """How much there is in a backup."""
    rows = manifest.rows
    learners, answers = counted(rows["learner"], "learner"), counted(rows["answer"], "answer")
    return f"{learners}, {answers}, {counted(manifest.total, 'row')} in all"
