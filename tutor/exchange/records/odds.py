"""The odds that the authors give, beside the exact chances."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from tutor.analysis.odds import Frequency, Odds, deviations, spoken
from tutor.analysis.sampling import SampleCount
from tutor.exchange.records.record import Record


class TriedOdds(Record):
    """Odds that no count gives: tried on random deals, with the bounds of the chance."""

    deals: int
    favourable: int
    low: float
    high: float


class DealtOdds(Record):
    """How often it came on random deals, and how far that is from the count."""

    deals: int
    favourable: int
    deviations: float = Field(description="standard deviations")


class OddsRecord(Record):
    """Odds that an author gives, and the exact chance."""

    id: str
    source: str
    page: int | None
    says: str
    printed: str
    figure: str | None = Field(description="the author’s figure as a chance, such as “1/3”")
    exact: str | None = Field(description="the exact chance, counted")
    odds: str | None = Field(description="the exact chance in words")
    tried: TriedOdds | None
    share_given_as_odds: bool = Field(description="whether the author calls “1 in so many” “so many to 1”")
    verdict: str
    how: str
    dealt: DealtOdds | None = Field(None, description="only where random hands were dealt")


def odds_record(one: Odds, came: Frequency | None = None) -> OddsRecord:
    """Odds, and how often they came where hands were dealt."""
    chance = one.chance
    dealt: dict[str, Any] = {}
    if came is not None and chance is not None:
        away = deviations(came, chance)
        dealt["dealt"] = DealtOdds(deals=came.deals, favourable=came.favourable, deviations=away)
    return OddsRecord(
        id=one.id,
        source=one.source,
        page=one.page,
        says=one.says,
        printed=one.printed,
        figure=None if one.figure is None else str(one.figure),
        exact=None if chance is None else str(chance),
        odds=None if chance is None else spoken(chance),
        tried=None if one.found is None else _tried(one.found),
        share_given_as_odds=one.is_share_for_odds,
        verdict=one.agreement.value,
        how=one.how,
        **dealt,
    )


def _tried(found: SampleCount) -> TriedOdds:
    low, high = found.bounds
    return TriedOdds(deals=found.deals, favourable=found.times, low=round(low, 4), high=round(high, 4))
