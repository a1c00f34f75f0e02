"""`tutor backup` and `tutor restore`: all that is kept, in one file, and back again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from tutor.cli.security import note_export
from tutor.cli.working import progress_shown
from tutor.notation import counted
from tutor.study.backup import back_up
from tutor.study.backup import restore as put_back
from tutor.study.folder import data_folder, open_kept_study, open_study
from tutor.study.packing import Manifest

_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
_data = click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what is kept.")


@click.command()
@_file
@_data
def backup(file: Path, data: Path | None) -> None:
    """Write all that is kept into FILE: learners, answers, classes, compositions.

    The tutor may go on meanwhile: what goes into the file is all of one moment. FILE can be restored into a database of
    the other kind. It holds what learners wrote and the hashes of their passphrases: keep it to yourself.
    """
    with closing(open_kept_study(data_folder(data))) as study, progress_shown("Writing") as progress:
        manifest = back_up(study, file, progress)
        note_export(study, "backup of everything")
    click.echo(f"{file}: {_what(manifest)}, {file.stat().st_size:,} bytes.")


@click.command()
@_file
@click.option("--replace", is_flag=True, help="Do away with what is kept there; it is backed up beside FILE first.")
@_data
def restore(file: Path, replace: bool, data: Path | None) -> None:
    """Take in all that a backup holds, wholly or not at all.

    Stop the tutor first; everybody logs in anew afterwards.
    """
    with closing(open_study(data_folder(data))) as study, progress_shown("Reading") as progress:
        replaced = file.with_name(f"{file.stem}-replaced-{study.now:%Y%m%d-%H%M%S}.zip") if replace else None
        manifest = put_back(study, file, progress, replaced)
    made = f"written by tutor {manifest.tutor} on {manifest.made_at}"
    click.echo(f"{study.database.place}: {_what(manifest)}, {made}.")
    if replaced is not None and replaced.exists():
        click.echo(f"What was kept there before is in {replaced}.")


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
