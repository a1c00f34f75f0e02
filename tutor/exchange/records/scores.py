"""The score of a deal, and of a rubber deal by deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field

from tutor.codes import Code, code
from tutor.codes.deal_result import DealResult
from tutor.codes.laws import LawRef
from tutor.codes.scoring import DealScore, Heading, units
from tutor.errors import Illegal, TutorError
from tutor.exchange.records.json_text import json_of, read_text
from tutor.exchange.records.record import FieldFault, InvalidRequest, Path, Record, validated
from tutor.library.deal_results import DealResultModel
from tutor.library.laws import laws
from tutor.library.rubbers import ImpossibleRubber, ScoredRubber, score_deals

ROWS = tuple(heading for heading in Heading if heading is not Heading.RUBBER)
"""The headings of one deal: the rows of the block. The points for a rubber come at its end."""
HEADINGS = tuple(heading for heading in ROWS if heading is not Heading.CREDIT)
"""The headings of every answer. Credits appear only in games that have them."""

Points = dict[str, int]
"""Points by the letters of the parties."""


class ScoringLaw(Record):
    """A law that scores, or that forbids."""

    id: str
    number: str
    says: str


class DealScoreRecord(Record):
    """The points of each side under every heading, and the laws that give them."""

    tricks: Points
    credit: Points = Field({}, description="for tricks that do not count towards the game; only in games that have it")
    honours: Points
    chicane: Points
    slam: Points
    penalty: Points
    bonus: Points
    rubber: Points = Field({}, description="for the rubber; only in games that score it with the deal")
    marked: int = Field(0, description="points that go to whoever wins the rubber; only where a law gives them")
    laws: list[ScoringLaw]


class RubberRecord(Record):
    """A rubber deal by deal, and how it stands."""

    code: str
    deals: list[DealScoreRecord]
    games: list[list[int]] = Field(description="the numbers of the deals, from 1, game by game")
    standing: Points = Field(description="towards the game in progress")
    winner: str | None = Field(description="who has won the rubber; null while it is not over")
    rubber: Points = Field(description="the points for the rubber")
    totals: Points
    balance: Points
    units: Points = Field({}, description="the balance in units, where a unit was given")


class ImpossibleScore(TutorError):
    """A result that cannot be scored, with the laws that forbid it."""

    def __init__(self, why: str, forbidden_by: Sequence[ScoringLaw]) -> None:
        self.laws = tuple(forbidden_by)
        super().__init__(why)


def score_of(request: Mapping[str, Any]) -> DealScoreRecord:
    """The score of the deal of a request. Raises `InvalidRequest`, and what `score_of_result` raises."""
    code_key = read_text(request, "code", "deal")
    code(code_key)  # an unknown code is reported before unknown keys
    keys = ("code", *DealResultModel.model_fields)
    result = {key: value for key, value in request.items() if key != "code"}
    return score_of_result(code_key, validated(DealResultModel, result, strict=True, keys=keys).result())


def score_of_result(code_key: str, result: DealResult) -> DealScoreRecord:
    """The score of a deal under a code. Raises `Unknown`, `ImpossibleScore`, and other `TutorError`s."""
    rules = code(code_key)
    try:
        return deal_score(rules, rules.score_result(result))
    except Illegal:
        objections = tuple(rules.objections(result))
        refs = [objection.law for objection in objections if objection.law]
        raise ImpossibleScore(" ".join(map(laws().worded, objections)), _laws(refs)) from None


def rubber_of(code_key: str, deals: Sequence[DealResultModel], unit: int | None) -> RubberRecord:
    """The rubber of some deals. Raises `InvalidRequest`, and `Unknown` for the code."""
    try:
        return rubber_record(score_deals(code(code_key), deals), unit)
    except ImpossibleRubber as error:
        raise InvalidRequest(
            FieldFault(fault.path, _given(deals, fault.path), fault.what, fault.mend) for fault in error.faults
        ) from None


def rubber_record(played: ScoredRubber, unit: int | None) -> RubberRecord:
    """A rubber, and its balance in units of so many points."""
    sheet = played.sheet
    balance = {party.value: sheet.wins(party) for party in sheet.parties}
    in_units = {"units": {party: units(points, unit) for party, points in balance.items()}} if unit else {}
    return RubberRecord(
        code=played.code.key,
        deals=[deal_score(played.code, deal) for deal in played.deals],
        games=[[number + 1 for number in game] for game in played.games if game],
        standing={party.value: sheet.stands_at(party) for party in sheet.parties},
        winner=sheet.winner.value if sheet.winner else None,
        rubber={party.value: sheet.added(party) for party in sheet.parties},
        totals={party.value: sheet.total(party) for party in sheet.parties},
        balance=balance,
        **in_units,
    )


def deal_score(rules: Code, deal: DealScore) -> DealScoreRecord:
    """The score of a deal, with 0 under every heading where nothing was scored."""
    parties = [party.value for party in rules.rubber.parties]
    scored = {item.heading for item in deal.items}
    points = {
        heading.value: dict.fromkeys(parties, 0) for heading in Heading if heading in HEADINGS or heading in scored
    }
    for item in deal.items:
        points[item.heading.value][item.party.value] += item.points
    marked = {"marked": deal.marked} if deal.marked else {}
    return DealScoreRecord(**points, **marked, laws=_laws(deal.laws))


def _given(deals: Sequence[DealResultModel], path: Path) -> str:
    """What a request gave at a path: `deals`, the number of a deal from 0, and its key."""
    here = (
        deals[path[1]].model_dump(mode="json", exclude_unset=True, warnings=False) if isinstance(path[1], int) else {}
    )
    return json_of(here.get(str(path[2])) if len(path) > 2 else here)


def _laws(refs: Iterable[LawRef]) -> list[ScoringLaw]:
    found = {ref: laws()[ref] for ref in refs}
    return [ScoringLaw(id=law.id, number=ref.number, says=law.says) for ref, law in found.items()]
