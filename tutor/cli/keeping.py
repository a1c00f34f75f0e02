"""`tutor backup` and `tutor restore`: all that is kept, in one file, and back again."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import click

from tutor.cli.security import note_export
from tutor.cli.working import progress_shown
from tutor.errors import Malformed
from tutor.notation import counted
from tutor.study.storage.backup import back_up
from tutor.study.storage.backup import restore as put_back
from tutor.study.storage.backup_file import Manifest
from tutor.study.storage.data_folder import data_folder, open_kept_study, open_study

SHORTEST_PASSPHRASE = 12

_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
_data = click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what is kept.")


_passphrase_file = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A file whose first line is the passphrase: for a timer, where nobody is there to type it.",
)


@click.command()
@_file
@click.option("--passphrase", "asks", is_flag=True, help="Encrypt the file by a passphrase, which is asked for.")
@_passphrase_file
@_data
def backup(file: Path, asks: bool, passphrase_file: Path | None, data: Path | None) -> None:
    """Write all that is saved into FILE: learners, answers, classes, compositions.

    The tutor may go on meanwhile: what goes into the file is all of one moment. FILE can be restored into a database of
    the other kind. It holds what learners wrote and the hashes of their passphrases: keep it to yourself, or encrypt
    it. An encrypted FILE is in the age format, which the program age opens as well. Without its passphrase nobody can
    read it, and nobody can help you.
    """
    passphrase = _new_passphrase(asks, passphrase_file)
    with closing(open_kept_study(data_folder(data))) as study, progress_shown("Writing") as progress:
        manifest = back_up(study, file, progress, passphrase)
        note_export(study, "backup of everything")
    encrypted = ", encrypted" if passphrase is not None else ""
    click.echo(f"{file}: {_what(manifest)}, {file.stat().st_size:,} bytes{encrypted}.")


@click.command()
@_file
@click.option("--replace", is_flag=True, help="Replace what is saved there; it is backed up beside FILE first.")
@_passphrase_file
@_data
def restore(file: Path, replace: bool, passphrase_file: Path | None, data: Path | None) -> None:
    """Take in all that a backup holds, wholly or not at all; the passphrase of an encrypted one is asked for.

    FILE may also be a copy that was made before the tables were changed. Stop the tutor first; everybody logs in again
    afterwards.
    """
    asked = partial(_known_passphrase, passphrase_file)
    with closing(open_study(data_folder(data))) as study, progress_shown("Reading") as progress:
        replaced = file.with_name(f"{file.stem}-replaced-{study.now:%Y%m%d-%H%M%S}{file.suffix}") if replace else None
        manifest = put_back(study, file, progress, replaced, asked)
    made = f"written by tutor {manifest.tutor} on {manifest.made_at}"
    click.echo(f"{study.database.place}: {_what(manifest)}, {made}.")
    if replaced is not None and replaced.exists():
        click.echo(f"What was kept there before is in {replaced}.")


def _new_passphrase(asks: bool, file: Path | None) -> str | None:
    """The passphrase to encrypt by, or None. Raises `Malformed` for one that is too short."""
    if file is None and not asks:
        return None
    typed = _of_file(file) if file else click.prompt("Passphrase", hide_input=True, confirmation_prompt=True)
    if len(typed) < SHORTEST_PASSPHRASE:
        mend = f"Take {SHORTEST_PASSPHRASE} characters or more, such as four words"
        raise Malformed(
            "passphrase for a backup", "…", "it is too short: whoever has the file may guess for years", mend
        )
    return str(typed)


def _known_passphrase(file: Path | None) -> str:
    return _of_file(file) if file else str(click.prompt("Passphrase of the backup", hide_input=True, err=True))


def _of_file(file: Path) -> str:
    """The first line of a file. Raises `Malformed`."""
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise Malformed("file with a passphrase", str(file), why, "Name another") from None


@click.command()
@click.argument("version")
@_data
def downgrade(version: str, data: Path | None) -> None:
    """Take the tables back to an earlier VERSION (such as 0006), for an earlier tutor.

    An earlier tutor names the version that it knows when it refuses a newer database. Stop the tutor first. All that
    is saved is copied before; what the earlier tutor does not know is only in the copy afterwards.
    """
    with closing(open_kept_study(data_folder(data))) as study:
        copy = study.database.downgrade(version, lambda: study.now)
    click.echo(f"{study.database.place}: its tables are of version {version} now. What was there before is in {copy}.")
    click.echo("Install the earlier tutor before you start it: this one would bring the tables forward again.")


def _what(manifest: Manifest) -> str:
    rows = manifest.rows
    learners, answers = counted(rows["learner"], "learner"), counted(rows["answer"], "answer")
    return f"{learners}, {answers}, {counted(manifest.total, 'row')} in all"
