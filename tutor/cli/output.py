"""What commands print and write: JSON, files, faults, how far they are."""

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
"""How many faults are told."""


def print_json(value: object) -> None:
    """Prints a whole document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def print_json_line(value: object) -> None:
    """Prints an object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def exit_with(faults: Sequence[object]) -> None:
    """Tells the faults on standard error, and ends the command with exit code 2 where there are any."""
    for fault in faults[:MOST_FAULTS]:
        click.echo(fault, err=True)
    if len(faults) >= MOST_FAULTS:
        click.echo("There are more faults than are told here.", err=True)
    if faults:
        sys.exit(2)


def write_file(made: ExportedFile, to: Path | None) -> None:
    """Writes a file where it was asked for, or under its own name in the folder where one stands, and says so."""
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
    """Writes a text to a file that is not there yet, and makes the folder. Raises `click.ClickException`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: OSError) -> click.ClickException:
    """The error that tells why a file could not be written."""
    if isinstance(error, FileExistsError):
        return click.ClickException(f"{path}: it is there already. Name another folder, or move it away.")
    return click.ClickException(f"{path}: {(error.strerror or 'it cannot be written').lower()}.")


@contextmanager
def progress_shown(label: str) -> Iterator[Progress]:
    """A bar that shows how far it is, beside what the command writes; nothing where nobody looks on."""
    if not sys.stderr.isatty():
        yield untold
        return
    with click.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield tell
