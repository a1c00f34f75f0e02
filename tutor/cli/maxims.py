"""`tutor maxims`: the authors’ maxims, word for word."""

from __future__ import annotations

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.exchange.records.maxims import maxim_record
from tutor.library.catalogue import load
from tutor.library.maxims import MaximTopic


@click.command()
@click.option(
    "--topic", type=click.Choice([topic.value for topic in MaximTopic]), help="List only maxims on this topic."
)
@options.json()
def maxims(topic: str | None, as_json: bool) -> None:
    """List the authors' maxims, each with its place."""
    found = [maxim for maxim in load().maxims.values() if topic in (None, maxim.topic.value)]
    if as_json:
        print_json([maxim_record(maxim).values for maxim in found])
        return
    for maxim in found:
        meaning = f" [{maxim.meaning}]" if maxim.meaning else ""
        click.echo(f"{' '.join(maxim.text.split())}{meaning} ({maxim.cited})")
