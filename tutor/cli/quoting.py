"""`tutor maxims`: what the authors say in a sentence, word for word."""

from __future__ import annotations

import json
from typing import Any

import click

from tutor.library.catalogue import load
from tutor.library.maxims import Maxim, Topic


@click.command()
@click.option("--topic", type=click.Choice([topic.value for topic in Topic]), help="Only those about it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON list, for scripts.")
def maxims(topic: str | None, as_json: bool) -> None:
    """List the maxims of the authors, each with its place."""
    found = [maxim for maxim in load().maxims.values() if topic in (None, maxim.topic.value)]
    if as_json:
        click.echo(json.dumps([_entry(maxim) for maxim in found], ensure_ascii=False, indent=1))
        return
    for maxim in found:
        meaning = f" [{maxim.meaning}]" if maxim.meaning else ""
        click.echo(f"{' '.join(maxim.text.split())}{meaning} ({maxim.cited})")


def _entry(maxim: Maxim) -> dict[str, Any]:
    return {
        "id": maxim.id,
        "source": maxim.source,
        "number": maxim.number,
        "topic": maxim.topic.value,
        "language": maxim.language,
        "text": maxim.text,
        "meaning": maxim.meaning or None,
        "page": maxim.citation.page,
        "lines": maxim.citation.lines,
        "cited": maxim.cited,
        "see": maxim.see,
        "readings": [reading.model_dump() for reading in maxim.readings],
    }
