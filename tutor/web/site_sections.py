"""The sections of the site: what the line at the head of every page leads to, and which pages belong to each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SectionAudience(Enum):
    """Who has a section at the head of the pages."""

    EVERYBODY = "everybody"
    LEARNERS = "learners of a class"
    TEACHERS = "teachers of a class"


@dataclass(frozen=True, slots=True)
class SiteSection:
    """A section: its name, its first page, and with what the addresses of its pages begin."""

    name: str
    endpoint: str
    paths: tuple[str, ...]
    audience: SectionAudience = SectionAudience.EVERYBODY


SECTIONS = (
    SiteSection("Work", "assigned_work.index", ("assignments",), SectionAudience.LEARNERS),
    SiteSection("Courses", "lessons.index", ("courses", "lessons")),
    SiteSection("Games", "games.index", ("games",)),
    SiteSection("Practice", "practice.index", ("practice",)),
    SiteSection("Review", "review.index", ("review", "progress")),
    SiteSection("Table", "tables.index", ("table", "tables")),
    SiteSection(
        "Library",
        "library.index",
        (
            "library",
            "masters",
            "rules",
            "agreement",
            "maxims",
            "deals",
            "endings",
            "hands",
            "themes",
            "audit",
            "odds",
            "rulings",
            "laws",
            "glossary",
            "sources",
        ),
    ),
    SiteSection("Classes", "classes.index", ("classes",), SectionAudience.TEACHERS),
)
_BY_PATH = {path: section for section in SECTIONS for path in section.paths}


def section_of(path: str) -> SiteSection | None:
    """The section to which the page at a path belongs; None for pages of no section."""
    return _BY_PATH.get(path[1:].partition("/")[0])


def sections_for(*, has_classes: bool, teaches: bool) -> tuple[SiteSection, ...]:
    """The sections at the head of the pages of a teacher or a learner, in a class or alone."""
    own = SectionAudience.TEACHERS if teaches else SectionAudience.LEARNERS
    shown = {SectionAudience.EVERYBODY, own} if has_classes else {SectionAudience.EVERYBODY}
    return tuple(section for section in SECTIONS if section.audience in shown)
