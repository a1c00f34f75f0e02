"""What is said of the tricks: what a side needs, what came of a deal, and the decision that mattered most."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from tutor.auction import Declaration, Denomination
from tutor.authorities.rules import Advice
from tutor.codes import code as code_of
from tutor.codes.deal_result import DealResult, HonoursResult
from tutor.codes.scoring import DealScore, Party
from tutor.codes.whist_1859 import WhistShort1859
from tutor.codes.whist_scoring import WhistOutcome
from tutor.seats import Seat, Side
from tutor.tables.outcome import joined, outcome_words, scores_words
from tutor.tables.review import ReviewedDecision, turning_point
from tutor.tables.table import TableAct
from tutor.tables.tally import Tally, tricks_needed

PARTIES: dict[str, Party] = {"AB": Side.NS, "YZ": Side.EW} | {seat.label: seat for seat in Seat}
EXAMPLES = Path(__file__).parents[1] / "data" / "outcomes.csv"


def rows() -> list[dict[str, str]]:
    lines = [line for line in EXAMPLES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter=";"))


def counts(text: str) -> dict[Party, int]:
    """The numbers of parties: `AB 10 YZ 3`."""
    return {PARTIES[label]: int(count) for label, count in re.findall(r"([A-Z]+) (\d+)", text)}


def honours(text: str) -> HonoursResult:
    """Those of the parties, or of the four hands in their order."""
    if counts(text):
        return HonoursResult(counts(text))
    a, y, b, z = map(int, text.split())
    most = max(((a, b), (y, z)), key=sum)
    return HonoursResult({Side.NS: a + b, Side.EW: y + z}, max(most) if max(most) >= 4 else None)


def told(row: dict[str, str]) -> tuple[Declaration | None, DealScore]:
    """What was declared, and what the code scores for the result."""
    code, tricks = code_of(row["code"]), counts(row["tricks"])
    if isinstance(code, WhistShort1859) and "-" in row["honours"]:
        takers = tuple(party for party, count in tricks.items() for _ in range(count))
        ace, king, queen, knave = map(PARTIES.get, row["honours"].split())
        return None, code.score(WhistOutcome(takers, (ace, king, queen, knave)))
    result = DealResult(tricks=tricks, honours=honours(row["honours"]))
    if not row["named"]:
        return None, code.score_result(result)
    number, letter, doubles = re.fullmatch(r"(\d*)([SHDCN]?)(x*)", row["named"]).groups()  # type: ignore[union-attr]
    by, denomination = Seat.labelled(row["by"]), Denomination(letter) if letter else Denomination.NO_TRUMPS
    is_in_points = code.key == "auction-points-1910"
    declaration = Declaration(
        denomination,
        by,
        len(doubles),
        int(number) if number and not is_in_points else None,
        int(number) if is_in_points else None,
        is_misere=not letter,
    )
    given = {
        "denomination": denomination if letter and not (number and not is_in_points) else None,
        "bid": (number if is_in_points else f"{number}{letter}") if number else None,
        "misere": True if not letter else None,
        "doubled": len(doubles) or None,
        "declarer": by,
    }
    return declaration, code.score_result(DealResult(tricks=tricks, honours=result.honours, **given))  # type: ignore[arg-type]


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['code']}, {row['where']}, {row['named']}")
def test_what_came_of_a_deal_is_said_in_one_sentence(row: dict[str, str]) -> None:
    declaration, score = told(row)
    assert outcome_words(declaration, counts(row["tricks"]), score) == row["says"]


def test_where_nothing_is_scored_nobody_scores() -> None:
    assert scores_words(DealScore(())) == "nobody scores"
    assert joined(()) == ""


@pytest.mark.parametrize(
    ("declaration", "side", "needs"),
    [
        (None, Side.NS, 7),  # the odd trick, at whist
        (Declaration(Denomination.HEARTS, Seat.SOUTH), Side.NS, 7),
        (Declaration(Denomination.HEARTS, Seat.SOUTH), Side.EW, 7),
        (Declaration(Denomination.HEARTS, Seat.SOUTH, contract=2), Side.NS, 8),
        (Declaration(Denomination.HEARTS, Seat.SOUTH, contract=2), Side.EW, 6),
        (Declaration(Denomination.NO_TRUMPS, Seat.SOUTH, contract=7), Side.EW, 1),
        (Declaration(Denomination.HEARTS, Seat.SOUTH, points=20), Side.NS, None),
        (Declaration(Denomination.NO_TRUMPS, Seat.SOUTH, is_misere=True), Side.NS, None),
    ],
)
def test_a_side_needs_its_contract_or_what_beats_it(
    declaration: Declaration | None, side: Side, needs: int | None
) -> None:
    assert tricks_needed(declaration, side) == needs


def test_the_tally_is_read_in_a_line() -> None:
    assert Tally(8, 3, 2).words == "Need 8 · won 3 · lost 2"
    assert Tally(None, 3, 2).words == "Won 3 · lost 2"


class Advised(Advice):
    """Advice of which only that it is advice is asked here."""

    def __init__(self) -> None:
        object.__setattr__(self, "answers", ())
        object.__setattr__(self, "acceptable", ())


def decision(number: int, cost: int | None, *, against: bool = True) -> ReviewedDecision:
    return ReviewedDecision(number, TableAct(Seat.SOUTH, None), Advised() if against else None, cost, ())  # type: ignore[arg-type]


def test_the_decision_that_mattered_most_is_the_dearest_that_was_not_advised_or_else_the_first() -> None:
    assert turning_point([]) is None
    assert turning_point([decision(1, 3, against=False)]) is None
    dearest = turning_point([decision(1, 3, against=False), decision(2, 1), decision(3, 2), decision(4, 2)])
    assert dearest is not None
    assert dearest.number == 3
    first = turning_point([decision(1, None), decision(2, 0)])
    assert first is not None
    assert first.number == 1
