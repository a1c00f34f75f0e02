"""`tutor claims`: the authors’ claims about their deals, checked by computing."""

from __future__ import annotations

from collections import Counter

import click

from tutor.bulk import workers
from tutor.cli import options
from tutor.cli.options import by_workers
from tutor.cli.output import print_json, progress_shown
from tutor.exchange.records.claims import claim_record
from tutor.library.audit import Auditor
from tutor.library.catalogue import load


@click.command()
@options.json("Print one JSON list.")
@by_workers
def claims(as_json: bool, processes: int, cluster: str | None) -> None:
    """List what the authors claim about their deals, and whether it is true.

    Each claim is checked now: by double dummy, by the scoring of the code, or by the author's own rules.
    """
    auditor = Auditor(load())
    with progress_shown("Computing") as progress, workers(cluster, processes) as executor:
        found = list(auditor.all_by(executor, progress))
    if as_json:
        print_json([claim_record(one).values for one in found])
        return
    for one in found:
        judged = one.judgement
        click.echo(f"{judged.verdict.value:<18} {one.where}: {one.claim.says} [{judged.computed or judged.how}]")
    counts = Counter((one.source, one.judgement.verdict.value) for one in found)
    for (source, verdict), count in sorted(counts.items()):
        click.echo(f"{source}: {count} {verdict}")
