"""`tutor export lin`: games and deals for the viewers and tables of Bridge Base Online."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.travelling import write
from tutor.exchange.chosen import game_or_deal
from tutor.exchange.lin_books import lin_file, link_of
from tutor.library.catalogue import load


@click.command()
@click.argument("ids", metavar="[ID]…", nargs=-1)
@click.option("-o", "--output", "to", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--link", "is_link", is_flag=True, help="Print addresses of Bridge Base’s viewer; nothing is fetched.")
def lin(ids: tuple[str, ...], to: Path | None, is_link: bool) -> None:
    """Write games and deals as LIN, one board on each line: those of the IDs, or all of them."""
    library = load()
    chosen = [game_or_deal(library, name) for name in ids] or [*library.games.values(), *library.deals.values()]
    if is_link:
        for one in chosen:
            click.echo(link_of(one))
    else:
        write(lin_file(chosen), to)
