"""`tutor odds`: the odds that the authors give, beside the exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import click

from tutor.analysis.odds import Frequency, Odds, deviations, frequencies, spoken
from tutor.bulk import workers
from tutor.cli import options
from tutor.cli.options import by_workers
from tutor.cli.output import print_json, progress_shown
from tutor.exchange.records.odds import odds_record
from tutor.library.catalogue import load


@click.command()
@options.json("Print one JSON list.")
@click.option(
    "--deals", type=click.IntRange(1, 100_000_000), help="Also deal this many random hands and report the result."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same number gives everybody the same deals.")
@by_workers
def odds(as_json: bool, deals: int | None, seed: int, processes: int, cluster: str | None) -> None:
    """List the odds that the authors give, each beside the exact chance.

    Each chance is counted now. With --deals, random hands are dealt as well. The result is printed beside the count,
    with the number of standard deviations between the two.
    """
    found = [odds for file in load().odds.values() for odds in file.odds]
    came: Mapping[str, Frequency] = {}
    if deals is not None:
        with progress_shown("Dealing") as progress, workers(cluster, processes) as executor:
            came = frequencies(executor, found, deals, seed, progress)
    if as_json:
        print_json([odds_record(one, came.get(one.id)).values for one in found])
        return
    for one in found:
        true = "" if one.chance is None else spoken(one.chance)
        true = true or (str(one.found) if one.found else "")
        true += "; the author calls “1 in so many” “so many to 1”" if one.is_share_for_odds else ""
        beside = _frequency(one, came[one.id]) if one.id in came else ""
        click.echo(f"{one.agreement.value:<18} {one.id}: {one.printed}; {true or one.reckoning.undecidable}{beside}")
    for (source, standing), count in sorted(Counter((one.source, one.agreement.value) for one in found).items()):
        click.echo(f"{source}: {count} {standing}")


def _frequency(one: Odds, came: Frequency) -> str:
    if one.chance is None or came.chance is None:
        return ""
    away = f"{deviations(came, one.chance):.1f} standard deviations from the count of {float(one.chance):.4f}"
    return f"; {came.favourable:,} of {came.deals:,} deals, {came.chance:.4f}, {away}"
