"""What commands have in common whose work is long: who shares in it, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from tutor.bulk import Progress, untold

Command = Callable[..., Any]


def by_workers(command: Command) -> Command:
    """Lets a command be told by how many `processes`, or by which `cluster`, its work is to be done."""
    for option in (
        click.option(
            "--cluster", envvar="TUTOR_CLUSTER", help="A Dask scheduler, as tcp://host:8786, that shares the work out."
        ),
        click.option(
            "--processes",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            help="How many do it here.",
        ),
    ):
        command = option(command)
    return command


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
