"""`tutor import`: what comes in from other programs and other tutors."""

from __future__ import annotations

import click

from tutor.cli.lazy_group import LazyGroup

COMMANDS = {
    "pbn": "List the games in files of PBN, and take over their deals.",
    "lin": "List the boards of a file of LIN, and take over their deals.",
    "homework": "Open a file of homework.",
    "results": "Take in results of homework.",
}


@click.group("import", cls=LazyGroup, package="tutor.cli.import_", summaries=COMMANDS)
def import_() -> None:
    """Read hands that other programs wrote, homework, and its results."""
