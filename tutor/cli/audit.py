"""`tutor audit`: whether the authors follow their own rules."""

from __future__ import annotations

from collections import Counter

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.library.agreement import AgreementVerdict as AgreementVerdict
from tutor.library.agreement import PointComparison, agreement
from tutor.library.catalogue import load


@click.command()
@options.json("Print one JSON list.")
def audit(as_json: bool) -> None:
    """Check whether each author follows his own rules.

    Wherever a book says what a hand should call, lead or play, its author's rules are asked the same question.
    """
    found = list(agreement(load()))
    if as_json:
        print_json([_point(comparison) for comparison in found])
        return
    for comparison in found:
        if comparison.verdict is AgreementVerdict.PARTS:
            why = (
                f"{comparison.explanation.kind}: {comparison.explanation.because}"
                if comparison.explanation
                else "not explained"
            )
            click.echo(f"{comparison.point.id}: {comparison.point.says} [{', '.join(comparison.answers)}] {why}")
    counts = Counter(
        (comparison.point.citation.source, comparison.point.question.value, comparison.verdict.value)
        for comparison in found
    )
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
