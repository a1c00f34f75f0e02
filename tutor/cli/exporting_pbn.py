"""`tutor export pbn`: games, deals and endings for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.travelling import write
from tutor.errors import Malformed
from tutor.exchange.pbn_writing import chosen, exportables, exported
from tutor.library.catalogue import load


@click.command()
@click.argument("ids", metavar="ID…", nargs=-1)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--all", "everything", is_flag=True, help="Every game, deal and ending.")
@click.option("--unix", is_flag=True, help="End lines with LF alone; the standard has CR and LF.")
def pbn(ids: tuple[str, ...], output: Path | None, everything: bool, unix: bool) -> None:
    """Write games, deals and endings as PBN 2.1, with notes and commentary."""
    if not ids and not everything:
        raise Malformed("choice", "", "no game is named", "Name ids, which ‘tutor deals’ lists, or --all")
    library = load()
    contents = tuple(exportables(library).values()) if everything else chosen(library, ids)
    with click.progressbar(length=len(contents), label="Writing", hidden=len(contents) < 10) as bar:
        made = exported(contents, "\n" if unix else "\r\n", lambda _done, _of: bar.update(1))
    write(made, output)
