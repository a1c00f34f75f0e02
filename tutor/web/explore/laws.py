"""The laws: every point of law, and what each of the five codes says on it."""

from __future__ import annotations

from dataclasses import dataclass

from babel.lists import format_list
from flask import Blueprint, render_template, request, url_for
from flask_babel import get_locale, gettext

from tutor.codes.laws import Law, LawRef
from tutor.codes.offences import FIVE_CODES
from tutor.codes.offences.acts import Act
from tutor.library.concordance import Cell, Concordance, Gap, LegalPoint, PointTopic, Provision
from tutor.library.laws import laws
from tutor.tables.notices import Notice
from tutor.web.services import services

blueprint = Blueprint("laws", __name__)


@blueprint.app_template_filter()
def law_of(ref: LawRef) -> Law:
    """The law that a code refers to, with its words and its place."""
    return laws()[ref]


@blueprint.app_template_filter()
def cited(notice: Notice) -> str:
    """The places of the laws behind a notice at a table."""
    return notice.cited(laws())


@dataclass(frozen=True, slots=True)
class CodeColumn:
    """What a code says on a point, the years of the codes that agree with it, and whether any code differs."""

    title: str
    cell: Cell
    same: tuple[str, ...]
    differs: bool

    @property
    def is_law(self) -> bool:
        """Whether the code has a law on the point."""
        return isinstance(self.cell, Provision)

    @property
    def mark(self) -> str:
        """How the code compares with the others, in words."""
        if isinstance(self.cell, Gap):
            return ""
        if not self.differs:
            return gettext("as all")
        if not self.same:
            return gettext("unlike the others")
        return gettext("as in %(years)s", years=format_list(self.same, locale=get_locale() or "en_GB"))


@dataclass(frozen=True, slots=True)
class ComparedPoint:
    """A point as the page shows it, and the rulings on the same offences."""

    point: LegalPoint
    columns: tuple[CodeColumn, ...]
    rulings: tuple[tuple[str, str], ...]


@blueprint.get("/laws/")
def index() -> str:
    """Every point, by group: or those of one group, or those on which the codes differ."""
    concordance = services().library.concordance
    group = next((topic for topic in PointTopic if topic.value == request.args.get("group")), None)
    differing = request.args.get("differ") == "yes"
    found = {
        topic: tuple(_shown(point) for point in points if not (differing and point.all_agree))
        for topic, points in concordance.groups.items()
        if group in (None, topic)
    }
    return render_template(
        "explore/laws.html",
        groups=tuple(concordance.groups),
        group=group,
        differing=differing,
        found={topic: points for topic, points in found.items() if points},
        number=len(concordance),
        number_differing=sum(not point.all_agree for point in concordance.values()),
        whole=group is not None or differing,
    )


@blueprint.get("/laws/<name>")
def point(name: str) -> str:
    """One point, with links to the points before and after it. Raises `Unknown`."""
    concordance = services().library.concordance
    found = concordance.point(name)
    before, after = _neighbours(concordance, found)
    return render_template("explore/law.html", one=_shown(found), before=before, after=after)


def _shown(point: LegalPoint) -> ComparedPoint:
    columns = tuple(
        CodeColumn(
            FIVE_CODES[key].title,
            cell,
            tuple(_year(other) for other in point.with_the_same(key)),
            not point.all_agree,
        )
        for key, cell in point.cells.items()
    )
    return ComparedPoint(point, columns, tuple(_ruling(act) for act in point.acts))


def _year(key: str) -> str:
    """The year of a code, which distinguishes it from the others."""
    return FIVE_CODES[key].title.rpartition(", ")[2]


def _ruling(act: Act) -> tuple[str, str]:
    """An offence in words, and the address of its rulings."""
    return act.words, url_for("rulings.index", offence=act.slug)


def _neighbours(concordance: Concordance, found: LegalPoint) -> tuple[LegalPoint | None, LegalPoint | None]:
    points = tuple(concordance.values())
    place = points.index(found)
    return points[place - 1] if place else None, points[place + 1] if place + 1 < len(points) else None
