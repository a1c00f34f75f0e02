"""`tutor schema`: the JSON Schema of content files."""

from __future__ import annotations

import click

from tutor.cli.output import print_json
from tutor.library.kinds import PUBLISHED, published


@click.command()
@click.argument("kind", type=click.Choice(list(PUBLISHED)))
def schema(kind: str) -> None:
    """Print the JSON Schema of a KIND of file. Editors use it to complete and check such files."""
    print_json(published(kind))
