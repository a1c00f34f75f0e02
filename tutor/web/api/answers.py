"""What the endpoints answer where it is more than one record."""

from __future__ import annotations

from pydantic import Field

from tutor.exchange.records.claims import ClaimRecord
from tutor.exchange.records.deals import DealRecord
from tutor.exchange.records.lessons import LessonRecord
from tutor.exchange.records.maxims import MaximRecord
from tutor.exchange.records.odds import OddsRecord
from tutor.exchange.records.points_of_law import PointOfLaw
from tutor.exchange.records.questions import DrawnQuestion, Theme
from tutor.exchange.records.record import Record
from tutor.exchange.records.rulings import Offence, Ruling
from tutor.exchange.records.searches import FoundText
from tutor.exchange.records.terms import TermRecord


class Offences(Record):
    """The offences possible under a code."""

    offences: list[Offence]


class Rulings(Record):
    """What a code says about an offence, case by case."""

    rulings: list[Ruling]


class Laws(Record):
    """Points of law."""

    points: list[PointOfLaw]


class OddsList(Record):
    """The odds that the authors give."""

    odds: list[OddsRecord]


class Maxims(Record):
    """Maxims."""

    maxims: list[MaximRecord]


class Terms(Record):
    """Terms."""

    terms: list[TermRecord]


class Found(Record):
    """What a search found, the best first."""

    results: list[FoundText]


class Deals(Record):
    """Games, deals and endings."""

    deals: list[DealRecord]


class Claims(Record):
    """Claims, and whether they are true."""

    claims: list[ClaimRecord]


class Lessons(Record):
    """Lessons, in the best order."""

    lessons: list[LessonRecord]


class Themes(Record):
    """What questions can be drawn on."""

    themes: list[Theme]


class Questions(Record):
    """Questions without their answers."""

    questions: list[DrawnQuestion] = Field(description="each with a name, by which an answer can be marked")
