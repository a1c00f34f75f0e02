"""`tutor audit`: whether the authors keep their own rules."""

from __future__ import annotations

from collections import Counter

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.library.agreement import AgreementVerdict as AgreementVerdict
from tutor.library.agreement import PointComparison, agreement
from tutor.library.catalogue import load


@click.command()
@options.json("Print JSON, one list.")
def audit(as_json: bool) -> None:
    """Put each author to his own rules.

    Wherever a book says what a hand ought to call, lead or play, the rules that are carried out are asked for it.
    """
    found = list(agreement(load()))
    if as_json:
        print_json([_point(one) for one in found])
        return
    for one in found:
        if one.verdict is AgreementVerdict.PARTS:
            why = f"{one.explanation.kind}: {one.explanation.because}" if one.explanation else "not explained"
            click.echo(f"{one.point.id}: {one.point.says} [{', '.join(one.answers)}] {why}")
    counts = Counter((one.point.citation.source, one.point.question.value, one.verdict.value) for one in found)
    for (source, question, verdict), count in sorted(counts.items()):
        click.echo(f"{source}, {question}: {count} {verdict}")


def _point(one: PointComparison) -> dict[str, object]:
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
