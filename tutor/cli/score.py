"""`tutor score`: the score of deals from their results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

import click
from pydantic import ValidationError

from tutor.cli.json_lines import lines, read_object, read_text, write
from tutor.codes import Code, code
from tutor.codes.laws import LawRef
from tutor.codes.scoring import DealScore, Heading
from tutor.errors import Illegal, TutorError, quoted
from tutor.library.deal_results import DealResultModel
from tutor.library.laws import laws

ROWS = tuple(heading for heading in Heading if heading is not Heading.RUBBER)
"""The headings of one deal: the rows of the block. The points for a rubber come at its end."""
HEADINGS = tuple(heading for heading in ROWS if heading is not Heading.CREDIT)
"""The headings of every answer. Credits appear only in games that have them."""


@click.command()
def score() -> None:
    """Score deals from their results, one JSON object per line, from standard input.

    \b
    {"code": "bridge-english-1901", "denomination": "H", "declarer": "NS", "doubled": 1, "tricks": {"NS": 9, "EW": 4},
     "deal": "S:A98.J.AKQT643.A3 J543.T83.87.J975 KQ62.4.952.QT642 T7.AKQ97652.J.K8"}
    {"code": "auction-1910", "bid": "3N", "declarer": "NS", "tricks": {"NS": 9, "EW": 4},
     "honours": {"NS": 4, "EW": 0, "one_hand": 4}}

    Instead of the deal, you can give the honours of each side (the aces, without trumps). "one_hand" says how many
    honours of the side with more are in one hand, if four or five. "chicane" names the hands without a trump, by seats
    or sides: ["S"]. In the answer, each heading has the points of each side, and "laws" are the laws that give them.

    Give the tricks as they were won in play. "revokes" says who revoked, in order: ["EW"], or ["EW tricks"] with the
    penalty taken, where the law gives a choice of "tricks", "add", "deduct" or "points". "standing" is each side's
    score towards the game before the deal, where a revoke or the code needs it: {"NS": 24, "EW": 0}.

    \b
    {"code": "auction-points-1910", "bid": 40, "misere": true, "declarer": "S", "tricks": {"NS": 3, "EW": 10},
     "honours": {"NS": 2, "EW": 3}}
    {"code": "auction-suits-1910", "passed_out": true}

    A line that cannot be scored gets {"error": …}, with the laws that forbid it, and scoring continues. The exit code
    is then 2.
    """
    has_failed = False
    for line in lines():
        given = scored(line)
        has_failed = has_failed or "error" in given
        write(given)
    if has_failed:
        sys.exit(2)


def scored(line: str) -> dict[str, Any]:
    """The score of the deal on one line, or the error that says why it cannot be scored."""
    try:
        request = dict(read_object(line, "deal"))
        rules = code(read_text(request, "code", "deal"))
        del request["code"]
        told = DealResultModel.model_validate(request, strict=True).result()
        return table_of(rules, rules.score_result(told))
    except ValidationError as error:
        return {"error": " ".join(map(_fault, error.errors()))}
    except Illegal:
        objections = tuple(rules.objections(told))
        refs = [objection.law for objection in objections if objection.law]
        return {"error": " ".join(map(laws().worded, objections)), **({"laws": _laws(refs)} if refs else {})}
    except TutorError as error:
        return {"error": str(error)}


def table_of(rules: Code, deal: DealScore) -> dict[str, Any]:
    parties = [party.value for party in rules.rubber.parties]
    scored = {item.heading for item in deal.items}
    points = {
        heading.value: dict.fromkeys(parties, 0) for heading in Heading if heading in HEADINGS or heading in scored
    }
    for item in deal.items:
        points[item.heading.value][item.party.value] += item.points
    marked = {"marked": deal.marked} if deal.marked else {}
    return {**points, **marked, "laws": _laws(deal.laws)}


def _laws(refs: Iterable[LawRef]) -> list[dict[str, str]]:
    found = {ref: laws()[ref] for ref in refs}
    return [{"id": law.id, "number": ref.number, "says": law.says} for ref, law in found.items()]


def _fault(error: Any) -> str:
    """The fault of a request, in terms of JSON."""
    where = " ".join(str(step) for step in error["loc"] if step != "[key]")
    match error["type"]:
        case "extra_forbidden":
            return f"There is no key {quoted(where)}. The keys are code, {', '.join(DealResultModel.model_fields)}."
        case "value_error":
            return f"{where}: {error['ctx']['error']}"
        case kind:
            given = json.dumps(error["input"], ensure_ascii=False)
            what = f"{quoted(where)} cannot be {quoted(given)}"
            return f"{what}: {_FORMS.get(kind, error['msg'][0].lower() + error['msg'][1:])}."


_FORMS = {
    "string_type": "write text, in quotation marks",
    "int_type": "write a whole number, in figures",
    "dict_type": "write an object, {…}",
    "list_type": "write a list, […]",
}
