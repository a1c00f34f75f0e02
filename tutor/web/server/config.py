"""`tutor config`: the settings in force, and what would keep a tutor from starting with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from tutor.settings import BadSettings, Resolved, config_option, resolve
from tutor.web.server.checks import check_settings


@click.command()
@config_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for scripts.")
def config(config: Path | None, as_json: bool) -> None:
    """Print the settings in force, and where each is from. Passwords and tokens are not shown.

    If `tutor serve` would not start with them, it says why and ends with exit code 2.
    """
    found = resolve({}, config)
    _print(found, as_json=as_json)
    try:
        check_settings(found.settings)
    except click.UsageError as error:
        raise BadSettings([error.message]) from None


def _print(found: Resolved, *, as_json: bool) -> None:
    if as_json:
        settings = {
            key: {"value": value, "source": source.kind, "where": source.where or None}
            for key, value, source in found.shown()
        }
        told = {"file": str(found.file) if found.file else None, "settings": settings}
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
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
