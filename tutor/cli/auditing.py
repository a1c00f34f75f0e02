"""`tutor claims` and `tutor odds`: what the authors assert, computed."""

from __future__ import annotations

import json
import sys
from collections import Counter

import click

from tutor.library.auditing import Audited, Auditor
from tutor.library.catalogue import load


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one list.")
def claims(as_json: bool) -> None:
    """List what the authors claim of their deals, and whether it holds.

    Each is computed at this moment, by double dummy, by the scoring of the code, or by the author's own rules.
    """
    library = load()
    shown = sys.stderr
    with click.progressbar(
        Auditor(library).all(), length=library.number_of_claims, label="Computing", file=shown
    ) as bar:
        found = list(bar)
    if as_json:
        click.echo(json.dumps([_entry(one) for one in found], ensure_ascii=False, indent=1))
        return
    for one in found:
        judged = one.judgement
        click.echo(f"{judged.verdict.value:<18} {one.where}: {one.claim.says} [{judged.computed or judged.how}]")
    counts = Counter((one.source, one.judgement.verdict.value) for one in found)
    for (source, verdict), count in sorted(counts.items()):
        click.echo(f"{source}: {count} {verdict}")


def _entry(one: Audited) -> dict[str, object]:
    return {
        "id": one.claim.id,
        "deal": one.where,
        "says": one.claim.says,
        "page": one.claim.page,
        "computed": one.judgement.computed,
        "verdict": one.judgement.verdict.value,
        "how": one.judgement.how,
    }
