"""`tutor odds`: the odds that the authors give, beside the exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import click

from tutor.analysis.odds import Frequency, Odds, deviations, frequencies, spoken
from tutor.analysis.sampling import SampleCount
from tutor.bulk import workers
from tutor.cli import options
from tutor.cli.options import by_workers
from tutor.cli.output import print_json, progress_shown
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
        entries = [_odds_entry(one) | _frequency_entry(one, came.get(one.id)) for one in found]
        print_json(entries)
        return
    for one in found:
        true = "" if one.chance is None else spoken(one.chance)
        true = true or (str(one.found) if one.found else "")
        true += "; the author calls “1 in so many” “so many to 1”" if one.is_share_for_odds else ""
        beside = _frequency(one, came[one.id]) if one.id in came else ""
        click.echo(f"{one.agreement.value:<18} {one.id}: {one.printed}; {true or one.reckoning.undecidable}{beside}")
    for (source, standing), count in sorted(Counter((one.source, one.agreement.value) for one in found).items()):
        click.echo(f"{source}: {count} {standing}")


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
        "tried": None if one.found is None else _tried(one.found),
        "share_given_as_odds": one.is_share_for_odds,
        "verdict": one.agreement.value,
        "how": one.how,
    }


def _tried(found: SampleCount) -> dict[str, object]:
    low, high = found.bounds
    return {"deals": found.deals, "favourable": found.times, "low": round(low, 4), "high": round(high, 4)}


def _frequency_entry(one: Odds, came: Frequency | None) -> dict[str, object]:
    if came is None or one.chance is None:
        return {}
    return {"dealt": {"deals": came.deals, "favourable": came.favourable, "deviations": deviations(came, one.chance)}}


def _frequency(one: Odds, came: Frequency) -> str:
    if one.chance is None or came.chance is None:
        return ""
    away = f"{deviations(came, one.chance):.1f} standard deviations from the count of {float(one.chance):.4f}"
    return f"; {came.favourable:,} of {came.deals:,} deals, {came.chance:.4f}, {away}"
