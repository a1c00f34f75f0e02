"""`tutor log` and `tutor rebuild`: what was answered, and what is remembered of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tutor.notation import counted
from tutor.study.answers.answer_log import as_csv, as_json
from tutor.study.storage.data_folder import data_folder, open_kept_study

_data: Callable[[Any], Any] = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what you answered."
)


@click.command()
@click.option("--csv/--json", "is_table", default=False, help="A table, or one JSON object a line; by default JSON.")
@_data
def log(is_table: bool, data: Path | None) -> None:
    """Write out every answer, and the holidays, as they came."""
    study = open_kept_study(data_folder(data))
    write = as_csv if is_table else as_json
    for line in write(study.answers.log()):
        click.echo(line, nl=False)
    study.close()


@click.command()
@_data
def rebuild(data: Path | None) -> None:
    """Work out again, from the log alone, what is remembered, and say what differed."""
    study = open_kept_study(data_folder(data))
    rebuilt = study.reviews.rebuild()
    study.close()
    click.echo(f"{counted(rebuilt.answers, 'answer')} read, {counted(rebuilt.items, 'item')} remembered.")
    if not rebuilt.differed:
        click.echo("Nothing differed from what was kept.")
    for item in rebuilt.differed:
        click.echo(f"{item} differed, and is mended.")
