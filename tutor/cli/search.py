"""`tutor search`: search everything."""

from __future__ import annotations

import click

from tutor.cli import options
from tutor.cli.output import print_json_line
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
        text = "".join(one.pieces)
        if as_json:
            shelf, entry = one.entry.shelf.value, one.entry
            print_json_line({"in": shelf, "id": entry.id, "title": entry.title, "text": text})
        else:
            click.echo(f"{one.entry.shelf.value}: {one.entry.title} ({one.entry.id})\n  {text}")
    if not found and not as_json:
        click.echo("No matches. Try fewer words, or the beginning of one.")
