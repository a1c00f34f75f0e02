"""`tutor new`: what somebody begins to write, as files to change."""

from __future__ import annotations

import click

from tutor.cli.lazy_group import LazyGroup

COMMANDS = {"author": "Start a package with an author of your own."}


@click.group(cls=LazyGroup, package="tutor.cli.new", summaries=COMMANDS)
def new() -> None:
    """Start something of your own, as files that you then change."""
