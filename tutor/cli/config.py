"""`tutor config`: the settings in force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tutor.cli.options import json
from tutor.cli.output import print_json
from tutor.settings import config_option, resolve


@click.command()
@config_option
@json("Print one JSON object, for scripts.")
def config(config: Path | None, as_json: bool) -> None:
    """Print the settings in force, and where each is from. Passwords are not shown."""
    found = resolve({}, config)
    if as_json:
        settings = {
            key: {"value": value, "source": source.kind, "where": source.where or None}
            for key, value, source in found.shown()
        }
        print_json({"file": str(found.file) if found.file else None, "settings": settings})
        return
    click.echo(f"File: {found.file or 'none'}")
    rows = [(key, _worded(value), str(source)) for key, value, source in found.shown()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for key, value, source in rows:
        click.echo(f"{key:{widths[0]}}  {value:{widths[1]}}  {source}")


def _worded(value: Any) -> str:
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
