"""`tutor export` and `tutor import`: what goes out to other programs, and what comes in from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from tutor.cli.lazily import Lazily
from tutor.exchange.files import Exported

EXPORTS: Mapping[str, str] = {
    "pbn": "tutor.cli.exporting_pbn",
    "lin": "tutor.cli.lin_out",
    "anki": "tutor.cli.taking",
    "gift": "tutor.cli.taking",
    "qti": "tutor.cli.taking",
    "svg": "tutor.cli.picturing",
    "png": "tutor.cli.picturing",
    "xapi": "tutor.cli.telling",
    "pdf": "tutor.cli.printing",
    "epub": "tutor.cli.printing",
    "homework": "tutor.cli.carrying",
    "result": "tutor.cli.carrying",
    "reports": "tutor.cli.carrying",
}
IMPORTS: Mapping[str, str] = {
    "pbn": "tutor.cli.importing_pbn",
    "lin": "tutor.cli.lin_in",
    "results": "tutor.cli.carrying",
}


@click.group(cls=Lazily, modules=EXPORTS)
def export() -> None:
    """Write games, lessons and answers in the forms that other programs read."""


@click.group("import", cls=Lazily, modules=IMPORTS)
def import_() -> None:
    """Read hands that other programs wrote, and the results of homework."""


def write(made: Exported, to: Path | None) -> None:
    """Writes a file where it was asked for, or under its own name in the folder where one stands, and says so."""
    path = to or Path(made.name)
    try:
        path.write_bytes(made.content)
    except OSError as error:
        raise click.ClickException(f"{path}: {(error.strerror or 'it cannot be written').lower()}.") from None
    click.echo(f"{path}: {len(made.content):,} bytes")
