"""`tutor import`: files from other programs and other tutors."""

from __future__ import annotations

import click

from tutor.cli.lazy_group import LazyGroup

COMMANDS = {
    "pbn": "List the games in PBN files, and import their deals.",
    "lin": "List the boards in a LIN file, and import their deals.",
    "homework": "Open a homework file.",
    "results": "Import homework results.",
}


@click.group("import", cls=LazyGroup, package="tutor.cli.import_", summaries=COMMANDS)
def import_() -> None:
    """Import hands from other programs, homework, and homework results."""
