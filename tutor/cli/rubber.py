"""`tutor rubber`: the scoring block of a rubber."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.codes.scoring import Heading, units
from tutor.exchange.records.scores import ROWS, rubber_record
from tutor.library.files import document_of
from tutor.library.rubbers import ScoredRubber, read_rubber

LABEL, COLUMN = 20, 9


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--unit", type=click.IntRange(min=1), help="Also give the balance in units of this many points.")
@options.json("Print one JSON object, for scripts.")
def rubber(file: Path, unit: int | None, *, as_json: bool) -> None:
    """Score the rubber of a FILE: YAML with a code, and deals as for `tutor score`.

    \b
    code: bridge-english-1901
    deals:
      - {denomination: H, declarer: NS, tricks: {NS: 9, EW: 4}, honours: {NS: 4, EW: 1, one_hand: 4}}

    Read the block from the line up and down. Points above it do not count towards a game. Below it are the tricks, game
    by game. Each figure has the number of its deal. Each fault of the file is printed with its line, and the exit code
    is 2 if there are any.
    """
    played = read_rubber(document_of(file))
    if as_json:
        print_json(rubber_record(played, unit).values)
        return
    for line in block(played, unit):
        click.echo(line)


def block(played: ScoredRubber, unit: int | None = None) -> Iterator[str]:
    """The scoring block, line by line."""
    sheet = played.sheet
    width = LABEL + COLUMN * len(sheet.parties)
    yield played.code.title
    yield _row("", [party.value for party in sheet.parties])
    if any(map(sheet.added, sheet.parties)):
        yield _row("rubber", [_figure(sheet.added(party)) for party in sheet.parties])
    for number in reversed(range(len(played.deals))):
        yield from _rows(played, number, [heading for heading in reversed(ROWS) if heading not in sheet.counts])
        marked = played.deals[number].marked
        if marked:
            yield f"{f'{number + 1:>2} passed out':<{LABEL}}{marked} to the winner of the rubber"
    yield "═" * width
    for place, game in enumerate(game for game in played.games if game):
        if place:
            yield "─" * width
        for number in game:
            yield from _rows(played, number, [heading for heading in ROWS if heading in sheet.counts])
    yield "═" * width
    yield _row("total", [str(sheet.total(party)) for party in sheet.parties])
    yield _row("balance", [_signed(sheet.wins(party)) for party in sheet.parties])
    if unit:
        in_units = [_signed(units(sheet.wins(party), unit)) for party in sheet.parties]
        yield _row(f"units of {unit}", in_units)
    yield f"{sheet.winner.value} won the rubber." if sheet.winner else "The rubber is not over."


def _rows(played: ScoredRubber, number: int, headings: Iterable[Heading]) -> Iterator[str]:
    """A row for each heading under which somebody scored in a deal."""
    for heading in headings:
        points = [played.deals[number].points(party, heading) for party in played.sheet.parties]
        if any(points):
            yield _row(f"{number + 1:>2} {heading.value}", map(_figure, points))


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<{LABEL}}{''.join(f'{cell:>{COLUMN}}' for cell in cells)}".rstrip()


def _figure(points: int) -> str:
    return str(points).replace("-", "−") if points else ""


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "−") if points else "0"
