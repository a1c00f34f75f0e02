"""`tutor export pdf` and `tutor export epub`: pages to be printed, and courses as books."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from tutor.cli.travelling import write
from tutor.exchange import epub as binding
from tutor.exchange import pdf as printing
from tutor.exchange.files import Progress
from tutor.exchange.pdf import Answers
from tutor.exchange.questions import Stock

to_file = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The file to write; without it, its own name here."
)


@click.command()
@click.argument("what")
@click.option("--answers/--no-answers", default=True, show_default=True, help="With the answers on pages of their own.")
@click.option("--alone", is_flag=True, help="Only the answers.")
@to_file
def pdf(what: str, answers: bool, alone: bool, output: Path | None) -> None:
    """WHAT for print: a lesson, a game, or a set of a drill as LESSON/drills/0/7.

    The 0 is the first drill of the lesson, the 7 a seed that gives everybody the same questions. A game without
    answers is its four hands, with room to write the play in.
    """
    if alone and not answers:
        raise click.UsageError("--alone and --no-answers leave nothing to print. Give one of them.")
    wanted = Answers.ALONE if alone else Answers.AFTER if answers else Answers.NONE
    with telling("Setting the pages") as progress:
        made = printing.sheet(Stock.load(), what, wanted, progress)
    write(made, output)


@click.command()
@click.argument("course")
@click.option("--date", type=click.DateTime(["%Y-%m-%d"]), help="The day it is dated; today without it.")
@to_file
def epub(course: str, date: datetime | None, output: Path | None) -> None:
    """COURSE as a book for readers: whist, bridge, auction, laws or odds."""
    made = date.replace(tzinfo=UTC) if date else datetime.now(UTC)
    with telling("Binding the lessons") as progress:
        book = binding.book(Stock.load(), course, made, progress)
    write(book, output)


@contextmanager
def telling(what: str) -> Iterator[Progress]:
    """A bar that grows as the work is told to come along; nothing is drawn where nobody looks."""
    with click.progressbar(length=1, label=what, file=sys.stderr) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield progress
        bar.update(int(bar.length or 0) - bar.pos)
