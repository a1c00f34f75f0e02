"""Options that several commands share."""

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
    help="The file to write (default: its own name, in this folder).",
)
as_table: Option = click.option(
    "--csv/--json", "is_table", default=False, help="Print a table, or one JSON object per line (the default)."
)
game: Option = click.argument("game_id", metavar="ID")
pbn_files: Option = click.argument(
    "files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
yaml_folder: Option = click.option(
    "--yaml",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write each deal to a file in this folder.",
)
passphrase_file: Option = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A file whose first line is the passphrase, for scheduled runs.",
)


def json(help: str = "Print one JSON list, for scripts.") -> Option:  # noqa: A002
    """The option to print JSON."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def by_workers(command: Command) -> Command:
    """Gives a command the options `processes` and `cluster`, which say who does its work."""
    with_processes = click.option(
        "--processes", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes to use."
    )
    with_cluster = click.option(
        "--cluster",
        envvar="TUTOR_CLUSTER",
        help="The address of a Dask scheduler that shares the work, such as tcp://host:8786.",
    )
    return with_processes(with_cluster(command))
