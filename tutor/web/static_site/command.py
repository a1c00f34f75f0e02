"""`tutor export site`: the content as a site of plain files."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from tutor.web.static_site.build import FIRST_PAGE, make_site


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--home", default="", metavar="URL", help="The web page where readers get the tutor.")
def site(folder: Path, home: str) -> None:
    """Export lessons, games, deals and laws as a site of plain files.

    It works from a disk and from any web server, without JavaScript. Every verdict is in it, and opens when the reader
    chooses an answer. DIR is a new or an empty folder, or one with an earlier site, which is then replaced.
    """
    began = time.process_time()
    with click.progressbar(length=0, label="Making the site", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        try:
            made = make_site(folder, home, tell)
        except OSError as error:
            raise click.ClickException(f"{folder}: {(error.strerror or 'it cannot be written').lower()}.") from None
    seconds = time.process_time() - began
    click.echo(f"{folder}: {made.files:,} files, {made.size / 1e6:.1f} MB, made in {seconds:.0f} s of CPU time.")
    click.echo(f"Open {folder / FIRST_PAGE.file} in a browser, or copy the folder to a web server.")
