"""`tutor define`: what a term means, and what each author says about it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Any

import click

from tutor.cli import options
from tutor.cli.output import print_json
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
        print_json(_entry(term))
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


def _entry(term: Term) -> dict[str, Any]:
    return {
        "id": term.id,
        "term": term.name,
        "also": list(term.also),
        "means": term.means,
        "ours": term.is_ours,
        "examples": [{"cards": example.cards, "says": example.says} for example in term.examples],
        "authors": [
            {
                "item": usage.item,
                "source": usage.citation.source,
                "author": usage.citation.author,
                "page": usage.citation.page,
                "lines": list(usage.citation.lines or ()),
                "says": usage.says,
            }
            for usage in term.usages
        ],
        "see": list(term.see),
    }
