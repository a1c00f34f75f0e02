"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Command = Callable[..., Any]
Option = Callable[[Command], Command]

output: Option = click.option(
    "-o",
    "--output",
    "to",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="The file to write; without it, its own name here.",
)
as_table: Option = click.option(
    "--csv/--json", "is_table", default=False, help="A table, or one JSON object a line; by default JSON."
)
game: Option = click.argument("game_id", metavar="ID")
pbn_files: Option = click.argument(
    "files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
yaml_folder: Option = click.option(
    "--yaml", "folder", type=click.Path(path_type=Path, file_okay=False), help="Write each deal to a file in a folder."
)
passphrase_file: Option = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A file whose first line is the passphrase: for a timer, where nobody is there to type it.",
)


def json(help: str = "One JSON list, for scripts.") -> Option:  # noqa: A002
    """The option to print JSON."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def by_workers(command: Command) -> Command:
    """Lets a command be told by how many `processes`, or by which `cluster`, its work is to be done."""
    with_processes = click.option(
        "--processes", type=click.IntRange(1, 256), default=1, show_default=True, help="How many do it here."
    )
    with_cluster = click.option(
        "--cluster", envvar="TUTOR_CLUSTER", help="A Dask scheduler, as tcp://host:8786, that shares the work out."
    )
    return with_processes(with_cluster(command))
