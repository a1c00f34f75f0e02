"""`tutor score`: the score of deals from their results."""

from __future__ import annotations

import sys
from typing import Any

import click

from tutor.cli.json_lines import lines, write
from tutor.errors import TutorError
from tutor.exchange.records.json_text import read_object
from tutor.exchange.records.scores import ImpossibleScore, score_of


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
        return score_of(read_object(line, "deal")).values
    except ImpossibleScore as error:
        return {"error": str(error), **({"laws": [law.values for law in error.laws]} if error.laws else {})}
    except TutorError as error:
        return {"error": str(error)}
