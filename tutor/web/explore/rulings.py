"""What the laws say: an offence, who did it and when, under one code and side by side under the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from flask import Blueprint, render_template, request

from tutor.codes import RULED, offences_of
from tutor.codes.offences import (
    ANY,
    FIVE_CODES,
    QUESTIONS,
    Act,
    Case,
    Chooser,
    GameFeatures,
    OffenceQuestion,
    Offences,
    asked,
)
from tutor.errors import Malformed, Unknown
from tutor.library.laws import places_of
from tutor.web.services import services

blueprint = Blueprint("rulings", __name__)

_CODES = MappingProxyType(
    {
        "Codes of laws": tuple(FIVE_CODES.values()),
        "Other games": tuple(code for key, code in RULED.items() if key not in FIVE_CODES),
    }
)
"""What may be asked, under headings: the bodies of law, and the games that follow one of them."""

FIRST_CODE = "bridge-english-1901"
FIRST_ACT = Act.REVOKES.slug


@dataclass(frozen=True, slots=True)
class RulingElsewhere:
    """What another body of laws answers to the same case, and whether it comes to the same."""

    offences: Offences
    cases: tuple[Case, ...]
    agrees: bool


@dataclass(frozen=True, slots=True)
class RulingQuery:
    """What was asked for, and what it may be narrowed to."""

    code: str
    act: str
    by: str
    when: str

    @classmethod
    def of_request(cls) -> RulingQuery:
        """What the form asks. Circumstances that were chosen for another offence ask of all."""
        act = request.args.get("offence", FIRST_ACT)
        stays = request.args.get("of", act) == act
        by, when = (request.args.get(name, "") if stays else "" for name in ("by", "when"))
        return cls(request.args.get("code", FIRST_CODE), act, by, when)

    @property
    def game(self) -> GameFeatures:
        """What the game of the code has; where there is no such code, everything."""
        return RULED[self.code].game if self.code in RULED else ANY

    @property
    def question(self) -> OffenceQuestion | None:
        """All that may be asked of the act; None where there is no such act, or it does not arise in the game."""
        asked_for = next((question for act, question in QUESTIONS.items() if act.slug == self.act), None)
        return asked_for and self.game.question(asked_for)

    @property
    def doers(self) -> Mapping[str, str]:
        """The words by which those who can have done it may be asked for, each as the form shows it."""
        words = self.game.words_for(self.question) if self.question else ()
        return {word: _SHOWN.get(word, word).capitalize() for word in words}


_SHOWN = {
    "leaders-partner": "leader’s partner",
    "dealers-partner": "dealer’s partner",
    "third-player": "third player",
    "player": "any player",
}


@blueprint.get("/rulings")
def index() -> str | tuple[str, int]:
    """The form, and the answer to what it asks."""
    page = RulingQuery.of_request()
    try:
        offences = offences_of(page.code)
        found = offences.cases(asked(page.act, page.by, page.when))
    except (Unknown, Malformed) as error:
        return _render(page, fault=str(error)), 400
    return _render(page, offences, tuple((case, _elsewhere(offences, case)) for case in found))


def _elsewhere(offences: Offences, case: Case) -> tuple[RulingElsewhere, ...]:
    return tuple(
        RulingElsewhere(other, other.cases_of(case), other.agrees(case))
        for other in FIVE_CODES.values()
        if other is not offences
    )


def _render(
    page: RulingQuery,
    offences: Offences | None = None,
    found: tuple[tuple[Case, tuple[RulingElsewhere, ...]], ...] = (),
    fault: str = "",
) -> str:
    return render_template(
        "explore/rulings.html",
        page=page,
        offences=offences,
        found=found,
        fault=fault,
        points=services().library.concordance.about(page.question.act) if page.question else (),
        codes=_CODES,
        stages=tuple(page.game.questions()),
        asked_for=next((act for act in Act if act.slug == page.act), None),
        Chooser=Chooser,
        places=places_of,
    )
