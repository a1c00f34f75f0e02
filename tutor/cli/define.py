"""`tutor define`: what a term means, and what each author says about it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.exchange.records.terms import term_record
from tutor.library.catalogue import load
from tutor.library.glossary import Glossary, Term

WIDTH = 100


@click.command()
@click.argument("words", metavar="TERM", nargs=-1, required=True)
@options.json("Print one JSON object, for scripts.")
def define(words: tuple[str, ...], as_json: bool) -> None:
    """Define a TERM of whist or bridge, under any of its names: `tutor define tierce major`."""
    glossary = load().glossary
    term = glossary.find(" ".join(words))
    if as_json:
        print_json(term_record(term).values)
        return
    click.echo("\n".join(_lines(term, glossary)))


def _lines(term: Term, glossary: Glossary) -> Iterator[str]:
    yield f"{term.name}{' (ours)' if term.is_ours else ''}"
    if term.also:
        yield _wrapped(f"also {', '.join(term.also)}")
    yield _wrapped(term.means)
    for example in term.examples:
        yield _wrapped(f"{example.cards}  {example.says}")
    for usage in term.usages:
        yield _wrapped(f"{usage.citation}: {usage.says}")
    if term.see:
        yield _wrapped(f"See {', '.join(glossary[name].name for name in term.see)}")


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
