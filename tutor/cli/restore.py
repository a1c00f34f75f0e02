"""`tutor restore`: everything in a backup, saved again."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.backup import read_passphrase, summary
from tutor.cli.options import passphrase_file
from tutor.cli.output import progress_shown
from tutor.cli.study_option import with_study
from tutor.study.storage.backup import restore as restore_backup
from tutor.study.study import Study


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace the data that is there, after backing it up beside FILE.")
@passphrase_file
@with_study(is_new_allowed=True)
def restore(file: Path, replace: bool, passphrase_file: Path | None, study: Study) -> None:
    """Restore a backup, completely or not at all. You type the passphrase of an encrypted one.

    FILE may also be a copy that was made before the tables were changed. Stop the tutor first. Everybody must log in
    again afterwards.
    """

    def passphrase() -> str:
        if passphrase_file:
            return read_passphrase(passphrase_file)
        return str(click.prompt("Passphrase of the backup", hide_input=True, err=True))

    replaced = file.with_name(f"{file.stem}-replaced-{study.now:%Y%m%d-%H%M%S}{file.suffix}") if replace else None
    with progress_shown("Reading") as progress:
        manifest = restore_backup(study, file, progress, replaced, passphrase)
    made = f"written by tutor {manifest.tutor} on {manifest.made_at}"
    click.echo(f"{study.database.place}: {summary(manifest)}, {made}.")
    if replaced is not None and replaced.exists():
        click.echo(f"The previous data is in {replaced}.")
