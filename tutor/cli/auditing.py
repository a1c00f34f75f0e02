"""`tutor claims` and `tutor odds`: what the authors assert, computed."""

from __future__ import annotations

import json
import sys
from collections import Counter

import click

from tutor.analysis.odds import Odds, spoken
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


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one list.")
def odds(as_json: bool) -> None:
    """List the odds that the authors give, each beside the exact chance.

    Each is counted at this moment; nothing is simulated.
    """
    found = [one for file in load().odds.values() for one in file.odds]
    if as_json:
        click.echo(json.dumps([_odds_entry(one) for one in found], ensure_ascii=False, indent=1))
        return
    for one in found:
        true = "" if one.chance is None else spoken(one.chance)
        click.echo(f"{one.agreement.value:<18} {one.id}: {one.printed}; {true or one.reckoning.undecidable}")
    for (source, agreement), count in sorted(Counter((one.source, one.agreement.value) for one in found).items()):
        click.echo(f"{source}: {count} {agreement}")


def _odds_entry(one: Odds) -> dict[str, object]:
    return {
        "id": one.id,
        "source": one.source,
        "page": one.page,
        "says": one.says,
        "printed": one.printed,
        "figure": None if one.figure is None else str(one.figure),
        "exact": None if one.chance is None else str(one.chance),
        "odds": None if one.chance is None else spoken(one.chance),
        "verdict": one.agreement.value,
        "how": one.how,
    }
