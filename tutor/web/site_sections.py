"""The sections of the site: what the head of every page leads to, and which pages belong to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class SiteSection:
    """A section: its name, its pages by label (the first is its front page), and with what the addresses begin."""

    name: str
    pages: Mapping[str, str]
    paths: tuple[str, ...]

    @property
    def endpoint(self) -> str:
        """The front page."""
        return next(iter(self.pages.values()))

    @property
    def tabs(self) -> Mapping[str, str]:
        """The pages that stand side by side, where there are several."""
        return self.pages if len(self.pages) > 1 else {}


WORK = SiteSection("Work", {"Work": "assigned_work.index"}, ("assignments",))
"""For learners of a class."""
SECTIONS = (
    SiteSection("Learn", {"Courses": "lessons.index"}, ("courses", "lessons")),
    SiteSection("Play", {"Table": "tables.index", "Games of the books": "games.index"}, ("table", "tables", "games")),
    SiteSection(
        "Practise",
        {"Questions": "practice.index", "Review": "review.index", "Progress": "review.show_progress"},
        ("practice", "review", "progress"),
    ),
    SiteSection(
        "Explore",
        {"Library": "library.index"},
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
)
TEACHING = SiteSection(
    "Teaching",
    {"Classes": "classes.index", "Create": "authoring.index", "Homework": "homework.index"},
    ("classes", "create", "homework"),
)
"""For teachers of a class; without classes everybody creates, and nobody is a teacher."""
_BY_PATH = {path: section for section in (WORK, *SECTIONS, TEACHING) for path in section.paths}


def section_of(path: str) -> SiteSection | None:
    """The section to which the page at a path belongs; None for pages of no section."""
    return _BY_PATH.get(path[1:].partition("/")[0])


def sections_for(*, has_classes: bool, teaches: bool) -> tuple[SiteSection, ...]:
    """The sections at the head of the pages of a teacher or a learner, in a class or alone."""
    return (WORK, *SECTIONS) if has_classes and not teaches else SECTIONS
