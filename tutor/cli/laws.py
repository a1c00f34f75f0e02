"""`tutor laws`: what the five codes say on a point of law, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.exchange.records.points_of_law import point_record, points_of_law
from tutor.library.catalogue import load
from tutor.library.concordance import Cell, Gap, LegalPoint
from tutor.quizzes.wording import sentence

WIDTH = 100


@click.command()
@click.argument("words", metavar="[POINT|WORD]...", nargs=-1)
@click.option("--differing", is_flag=True, help="List only points on which the codes differ.")
@options.json()
def laws(words: tuple[str, ...], differing: bool, as_json: bool) -> None:
    """Compare the five codes on a POINT of law, or on every point that contains a WORD.

    Without either, list all the points by group: `tutor laws`, `tutor laws revoke-penalty`, `tutor laws bystander`.
    """
    concordance = load().concordance
    sought = " ".join(words)
    found = [point for point in points_of_law(concordance, sought) if not (differing and point.all_agree)]
    if as_json:
        print_json([point_record(point).values for point in found])
    elif sought:
        click.echo("\n\n".join("\n".join(_lines(point)) for point in found))
    else:
        _list(found)


def _list(points: list[LegalPoint]) -> None:
    group = None
    for point in points:
        if point.group is not group:
            group = point.group
            click.echo(group.heading)
        click.echo(f"  {point.slug:<28}{'' if point.all_agree else '≠ '}{point.asks}")


def _lines(point: LegalPoint) -> Iterator[str]:
    """A point and what each code says, with the codes that agree."""
    yield f"{point.asks} ({point.slug})"
    for key, cell in point.cells.items():
        same = point.with_the_same(key)
        beside = f" [as {', '.join(same)}]" if same else ""
        yield fill(f"{key}: {_told(cell)}{beside}", WIDTH, initial_indent="  ", subsequent_indent="      ")
    if point.acts:
        yield f"  See tutor ruling CODE {' | '.join(act.slug for act in point.acts)}"


def _told(cell: Cell) -> str:
    if isinstance(cell, Gap):
        return f"{cell.want.value} {cell.says}".rstrip()
    return f"{sentence(cell.short)}. {cell.says} ({cell.citation})"
