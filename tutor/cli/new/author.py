"""`tutor new author`: a package with one rule, deal, lesson and test."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, TypeVar

import click

from tutor.authoring.new_author import GAMES, NewAuthor, checked_key

T = TypeVar("T")


@click.command()
@click.argument("name")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--author", help="The name that the author uses. The default is NAME with a capital.")
@click.option("--title", help="The title of the book. The default is ‘A Book of Whist’, or of the other game.")
@click.option("--place", help="Where it was printed. The default is London.")
@click.option("--year", type=click.IntRange(1000, 9999), help="When it was printed. The default suits the game.")
@click.option("--game", type=click.Choice(list(GAMES)), help="The game of the book. The default is bridge.")
def author(
    name: str,
    folder: Path | None,
    author: str | None,
    title: str | None,
    place: str | None,
    year: int | None,
    game: str | None,
) -> None:
    """Start a package with an author of your own: one rule, deal, lesson and test, which you replace by your book's.

    NAME is the key of the author: 3 to 20 small letters. DIR is a new or empty folder. The default is love-all-NAME. In
    a terminal, you are asked for what you leave out.
    """
    key = checked_key(name)
    game = _asked(game, "Game", "bridge", click.Choice(list(GAMES)))
    author = _asked(author, "Name of the author", key.capitalize())
    title = _asked(title, "Title of the book", f"A Book of {'Auction Bridge' if game == 'auction' else game.title()}")
    place = _asked(place, "Place", "London")
    year = _asked(year, "Year", GAMES[game].year, click.IntRange(1000, 9999))
    made = NewAuthor.of(key, author=author, title=title, place=place, year=year, game=game)
    folder = folder or Path(made.distribution)
    files = made.write(folder)
    click.echo(f"{len(files)} files are in {folder}. Its rule and its deal are examples, which are in no book.")
    click.echo("Next:")
    click.echo(f"  pip install --editable {folder}")
    click.echo("  tutor check")
    click.echo("  tutor serve")


def _asked(given: T | None, prompt: str, default: T, kind: click.ParamType[Any] | None = None) -> T:
    """What was given, or what is answered in a terminal, or the default."""
    if given is not None:
        return given
    if not _is_a_terminal():
        return default
    answer: T = click.prompt(prompt, default=default, type=kind)
    return answer


def _is_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
