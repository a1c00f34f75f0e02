"""The sections of the site: what the head of every page leads to, and which pages belong to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString


@dataclass(frozen=True, slots=True, eq=False)
class SiteSection:
    """A section: its name, its pages by label (the first is its front page), and with what the addresses begin."""

    name: LazyString
    pages: Mapping[LazyString, str]
    paths: tuple[str, ...]

    @property
    def endpoint(self) -> str:
        """The front page."""
        return next(iter(self.pages.values()))

    @property
    def tabs(self) -> Mapping[LazyString, str]:
        """The pages that stand side by side, where there are several."""
        return self.pages if len(self.pages) > 1 else {}


WORK = SiteSection(_("Work"), {_("Work"): "assigned_work.index"}, ("assignments", "calendar", "live"))
"""For learners of a class, and at home for somebody who has opened homework."""
SECTIONS = (
    SiteSection(_("Learn"), {_("Courses"): "lessons.index"}, ("courses", "lessons")),
    SiteSection(
        _("Play"),
        {
            _("Table"): "tables.index",
            _("With others"): "together.index",
            _("Games of the books"): "games.index",
            _("Your boards"): "boards.index",
        },
        ("table", "tables", "together", "games", "boards"),
    ),
    SiteSection(
        _("Practise"),
        {_("Questions"): "practice.index", _("Review"): "review.index", _("Progress"): "review.show_progress"},
        ("practice", "review", "progress"),
    ),
    SiteSection(
        _("Explore"),
        {_("Library"): "library.index"},
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
    _("Teaching"),
    {_("Classes"): "classes.index", _("Create"): "authoring.index", _("Homework files"): "homework.index"},
    ("classes", "create", "homework", "lti"),
)
"""For teachers of a class; without classes everybody creates, and nobody is a teacher."""
_BY_PATH = {path: section for section in (WORK, *SECTIONS, TEACHING) for path in section.paths}


def section_of(path: str) -> SiteSection | None:
    """The section to which the page at a path belongs; None for pages of no section."""
    return _BY_PATH.get(path[1:].partition("/")[0])


def sections_for(*, has_work: bool) -> tuple[SiteSection, ...]:
    """The sections at the head of the pages, for somebody who has assignments or not."""
    return (WORK, *SECTIONS) if has_work else SECTIONS
