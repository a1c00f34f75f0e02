"""What the laws say: an offence, who did it and when, under one code and side by side under the others."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from tutor.codes import RULED, offences_of
from tutor.codes.offences import (
    FIVE_CODES,
    QUESTIONS,
    STAGES,
    WORDS_FOR_ROLES,
    Act,
    Case,
    Chooser,
    Offences,
    Question,
    Ruling,
    asked,
    cases,
)
from tutor.errors import Malformed, Unknown
from tutor.web.parts import parts

blueprint = Blueprint("rulings", __name__)

FIRST_CODE = "bridge-english-1901"
FIRST_ACT = Act.REVOKES.slug


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another body of laws answers to the same case, and whether it comes to the same."""

    offences: Offences
    cases: tuple[Case, ...]
    agrees: bool


@dataclass(frozen=True, slots=True)
class Page:
    """What was asked for, and what it may be narrowed to."""

    code: str
    act: str
    by: str
    when: str

    @classmethod
    def of_request(cls) -> Page:
        """What the form asks. Circumstances that were chosen for another offence ask of all."""
        act = request.args.get("offence", FIRST_ACT)
        stays = request.args.get("of", act) == act
        by, when = (request.args.get(name, "") if stays else "" for name in ("by", "when"))
        return cls(request.args.get("code", FIRST_CODE), act, by, when)

    @property
    def question(self) -> Question | None:
        """All that may be asked of the act; None where there is no such act."""
        return next((question for act, question in QUESTIONS.items() if act.slug == self.act), None)

    @property
    def doers(self) -> tuple[str, ...]:
        """The words by which those who can have done it may be asked for."""
        can = set(self.question.by) if self.question else set()
        return tuple(word for word, roles in WORDS_FOR_ROLES.items() if can & {*roles} and word not in _SYNONYMS)


_SYNONYMS = ("declarer", "dealers-partner")


@blueprint.get("/rulings")
def index() -> str | tuple[str, int]:
    """The form, and the answer to what it asks."""
    page = Page.of_request()
    try:
        offences = offences_of(page.code)
        found = cases(offences.answers(asked(page.act, page.by, page.when)))
    except (Unknown, Malformed) as error:
        return _render(page, fault=str(error)), 400
    return _render(page, offences, tuple((case, _elsewhere(offences, case)) for case in found))


def _elsewhere(offences: Offences, case: Case) -> tuple[Elsewhere, ...]:
    return tuple(
        Elsewhere(other, cases(other.answers_to(case)), other.agrees(case))
        for other in FIVE_CODES.values()
        if other.laws is not offences.laws
    )


def _render(
    page: Page,
    offences: Offences | None = None,
    found: tuple[tuple[Case, tuple[Elsewhere, ...]], ...] = (),
    fault: str = "",
) -> str:
    return render_template(
        "rulings.html",
        page=page,
        offences=offences,
        found=found,
        fault=fault,
        points=parts().library.concordance.about(page.question.act) if page.question else (),
        codes=RULED,
        stages=STAGES,
        Chooser=Chooser,
        places=_places,
    )


def _places(ruling: Ruling) -> str:
    """Where the laws of a ruling stand, the author named once and each place once."""
    author = ruling.laws[0].citation.author
    places = dict.fromkeys(str(law.citation).removeprefix(f"{author}, ") for law in ruling.laws)
    return f"{author}, {'; '.join(places)}"
