"""What commands print and write: JSON, files, faults, progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from tutor.bulk import Progress, untold
from tutor.exchange.files import STANDARD_OUTPUT, ExportedFile

MOST_FAULTS = 1_000
"""The most faults that are printed."""


def print_json(value: object) -> None:
    """Prints a whole document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def print_json_line(value: object) -> None:
    """Prints an object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def exit_with(faults: Sequence[object]) -> None:
    """Prints the faults on standard error, and ends the command with exit code 2 if there are any."""
    for fault in faults[:MOST_FAULTS]:
        click.echo(fault, err=True)
    if len(faults) >= MOST_FAULTS:
        click.echo("There are more faults; only the first are listed.", err=True)
    if faults:
        sys.exit(2)


def write_file(made: ExportedFile, to: Path | None) -> None:
    """Writes a file where it was asked for, or under its own name in the current folder, and prints its size."""
    path = to or Path(made.name)
    if str(path) == STANDARD_OUTPUT:
        sys.stdout.buffer.write(made.content)
        return
    try:
        path.write_bytes(made.content)
    except OSError as error:
        raise cannot_write(path, error) from None
    click.echo(f"{path}: {len(made.content):,} bytes")


def write_new(path: Path, text: str) -> None:
    """Writes a text to a new file, and makes the folder. Raises `click.ClickException`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: OSError) -> click.ClickException:
    """The error that says why a file could not be written."""
    if isinstance(error, FileExistsError):
        return click.ClickException(f"{path}: the file already exists. Name another folder, or move the file.")
    return click.ClickException(f"{path}: {(error.strerror or 'it cannot be written').lower()}.")


@contextmanager
def progress_shown(label: str) -> Iterator[Progress]:
    """A progress bar on standard error; nothing where standard error is not a terminal."""
    if not sys.stderr.isatty():
        yield untold
        return
    with click.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield tell
