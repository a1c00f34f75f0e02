"""`tutor search`: search everything."""

from __future__ import annotations

import click

from tutor.cli import options
from tutor.cli.output import print_json_line
from tutor.exchange.records.searches import found_text
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.library.search_index import Index, entries


@click.command()
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1, 500), default=20, show_default=True, help="The most results to list.")
@options.json("Print one JSON object per line.")
def search(words: tuple[str, ...], most: int, as_json: bool) -> None:
    """Find all the WORDs in rules, lessons, terms, maxims, laws, deals and claims."""
    library = load()
    found = Index(entries(library, load_courses(library))).search(" ".join(words), most)
    for one in found:
        record = found_text(one)
        if as_json:
            print_json_line(record.values)
        else:
            click.echo(f"{record.section}: {record.title} ({record.id})\n  {record.text}")
    if not found and not as_json:
        click.echo("No matches. Try fewer words, or the beginning of one.")
