"""Rulings: an offence, the player and the time, under one code and beside it under the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from flask import Blueprint, render_template, request
from flask_babel import lazy_gettext

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
from tutor.web import formatting
from tutor.web.services import services

blueprint = Blueprint("rulings", __name__)

_CODES = MappingProxyType(
    {
        lazy_gettext("Codes of laws"): tuple(FIVE_CODES.values()),
        lazy_gettext("Other games"): tuple(code for key, code in RULED.items() if key not in FIVE_CODES),
    }
)
"""The codes to choose from, under headings: the codes of laws, and the games that follow one of them."""

FIRST_CODE = "bridge-english-1901"
FIRST_ACT = Act.REVOKES.slug


@dataclass(frozen=True, slots=True)
class RulingElsewhere:
    """The answer of another code to the same case, and whether it agrees."""

    offences: Offences
    cases: tuple[Case, ...]
    agrees: bool


@dataclass(frozen=True, slots=True)
class RulingQuery:
    """The fields of the form."""

    code: str
    act: str
    by: str
    when: str

    @classmethod
    def of_request(cls) -> RulingQuery:
        """The fields of a request. Circumstances that were chosen for another offence are ignored."""
        act = request.args.get("offence", FIRST_ACT)
        stays = request.args.get("of", act) == act
        by, when = (request.args.get(name, "") if stays else "" for name in ("by", "when"))
        return cls(request.args.get("code", FIRST_CODE), act, by, when)

    @property
    def game(self) -> GameFeatures:
        """The features of the code’s game. An unknown code has all of them."""
        return RULED[self.code].game if self.code in RULED else ANY

    @property
    def question(self) -> OffenceQuestion | None:
        """The questions about the act. None if there is no such act, or it cannot happen in the game."""
        asked_for = next((question for act, question in QUESTIONS.items() if act.slug == self.act), None)
        return asked_for and self.game.question(asked_for)

    @property
    def doers(self) -> Mapping[str, str]:
        """The players who can have done it: the word of each in addresses, and as the form shows it."""
        words = self.game.words_for(self.question) if self.question else ()
        return {word: str(_SHOWN.get(word, word)).capitalize() for word in words}


_SHOWN = {
    "leaders-partner": lazy_gettext("leader’s partner"),
    "dealers-partner": lazy_gettext("dealer’s partner"),
    "third-player": lazy_gettext("third player"),
    "player": lazy_gettext("any player"),
}


@blueprint.get("/rulings")
def index() -> str | tuple[str, int]:
    """The form, and the answer to it."""
    page = RulingQuery.of_request()
    try:
        offences = offences_of(page.code)
        found = offences.cases(asked(page.act, page.by, page.when))
    except (Unknown, Malformed) as error:
        return _render(page, fault=formatting.sentence(str(error))), 400
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
