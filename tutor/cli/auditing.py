"""`tutor claims`, `tutor odds` and `tutor audit`: what the authors assert, computed; and do they keep their rules?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

import click

from tutor.analysis.odds import Frequency, Odds, deviations, frequencies, spoken
from tutor.analysis.sampling import Found
from tutor.bulk import workers
from tutor.cli.working import by_workers, progress_shown
from tutor.library.agreement import Compared, agreement
from tutor.library.agreement import Verdict as AgreementVerdict
from tutor.library.audit import Audited, Auditor
from tutor.library.catalogue import load


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one list.")
@by_workers
def claims(as_json: bool, processes: int, cluster: str | None) -> None:
    """List what the authors claim of their deals, and whether it holds.

    Each is computed at this moment, by double dummy, by the scoring of the code, or by the author's own rules.
    """
    auditor = Auditor(load())
    with progress_shown("Computing") as progress, workers(cluster, processes) as executor:
        found = list(auditor.all_by(executor, progress))
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
def audit(as_json: bool) -> None:
    """Put each author to his own rules.

    Wherever a book says what a hand ought to call, lead or play, the rules that are carried out are asked for it.
    """
    found = list(agreement(load()))
    if as_json:
        click.echo(json.dumps([_point(one) for one in found], ensure_ascii=False, indent=1))
        return
    for one in found:
        if one.verdict is AgreementVerdict.PARTS:
            why = f"{one.explanation.kind}: {one.explanation.because}" if one.explanation else "not explained"
            click.echo(f"{one.point.id}: {one.point.says} [{', '.join(one.answers)}] {why}")
    counts = Counter((one.point.citation.source, one.point.question.value, one.verdict.value) for one in found)
    for (source, question, verdict), count in sorted(counts.items()):
        click.echo(f"{source}, {question}: {count} {verdict}")


def _point(one: Compared) -> dict[str, object]:
    return {
        "id": one.point.id,
        "at": one.point.where,
        "authority": one.point.citation.source,
        "page": one.point.citation.page,
        "question": one.point.question.value,
        "his": list(one.point.asked[0].answers),
        "rules": list(one.answers),
        "rule": one.rule,
        "because": one.answer.because,
        "verdict": one.verdict.value,
        "explanation": {"kind": one.explanation.kind, "because": one.explanation.because} if one.explanation else None,
    }


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one list.")
@click.option("--deals", type=click.IntRange(1, 100_000_000), help="Deal the cards so often too, and say what came.")
@click.option("--seed", type=int, default=1, show_default=True, help="A number that gives everybody the same deals.")
@by_workers
def odds(as_json: bool, deals: int | None, seed: int, processes: int, cluster: str | None) -> None:
    """List the odds that the authors give, each beside the exact chance.

    Each is counted at this moment. With --deals the cards are dealt at random as well: what came of it stands beside
    the count, with the number of standard deviations between the two.
    """
    found = [one for file in load().odds.values() for one in file.odds]
    came: Mapping[str, Frequency] = {}
    if deals is not None:
        with progress_shown("Dealing") as progress, workers(cluster, processes) as executor:
            came = frequencies(executor, found, deals, seed, progress)
    if as_json:
        entries = [_odds_entry(one) | _frequency_entry(one, came.get(one.id)) for one in found]
        click.echo(json.dumps(entries, ensure_ascii=False, indent=1))
        return
    for one in found:
        true = "" if one.chance is None else spoken(one.chance)
        true = true or (str(one.found) if one.found else "")
        true += "; he calls once in so many times so many to one" if one.is_share_for_odds else ""
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


def _tried(found: Found) -> dict[str, object]:
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
