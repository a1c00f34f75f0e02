"""`tutor export anki`, `gift` and `qti`: questions for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from tutor.cli.asking_on import LEVELS
from tutor.cli.travelling import write
from tutor.exchange.formats import FORMATS
from tutor.exchange.questions import Stock, Wanted
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER


def _taken(command: Callable[..., None]) -> click.Command:
    """A command that takes something along."""
    options: tuple[Callable[[Any], Any], ...] = (
        click.option(
            "--level", type=LEVELS, default=Level.BEGINNER.value, show_default=True, help="For whom they are."
        ),
        click.option(
            "--each", type=click.IntRange(0, 100), default=1, show_default=True, help="How many on each item are made."
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, LARGEST_NUMBER - 1),
            default=0,
            show_default=True,
            help="Which they are: the same for everybody by the same number.",
        ),
        click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write."),
        click.argument("what"),
    )
    for option in options:
        command = option(command)
    return click.command()(command)


def _take(name: str, what: str, output: Path | None, level: str, **chosen: Any) -> None:
    with click.progressbar(length=1, label="Making the questions", file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = max(of, 1)
            bar.update(done - bar.pos)

        wanted = Wanted(what, level=Level(level), **chosen)
        made = FORMATS[name].make(Stock.load(), wanted, datetime.now(UTC), tell)
    write(made, output)


@_taken
def anki(**chosen: Any) -> None:
    """Write a package of Anki with the questions of WHAT: a lesson, a course, or a group of what is practised.

    A package that is opened again brings what it had before up to date. Where a course and a group have one name, it
    is the course; `group:odds` is the group.
    """
    _take("anki", **chosen)


@_taken
def gift(**chosen: Any) -> None:
    """Write the questions of WHAT, a lesson, a course or a group, as GIFT for Moodle’s question bank."""
    _take("gift", **chosen)


@_taken
def qti(**chosen: Any) -> None:
    """Write a package of QTI 2.1 with the questions of WHAT, a lesson, a course or a group."""
    _take("qti", **chosen)
