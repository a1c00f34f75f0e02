"""`tutor deals`: every game, deal and ending."""

from __future__ import annotations

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.exchange.records.deals import deal_records, pbn_of
from tutor.library.catalogue import load
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game


@click.command()
@options.json()
def deals(as_json: bool) -> None:
    """List every game, deal and ending."""
    library = load()
    if as_json:
        print_json([record.values for record in deal_records(library)])
        return
    every: list[Game | ExampleDeal | Problem] = [*library.games.values(), *library.deals.values()]
    for content in [*every, *library.problems.values()]:
        name = content.name if isinstance(content, Game) else ""
        click.echo(f"{content.id:<22}  {name:<9} {content.citation}  {pbn_of(content)}")
