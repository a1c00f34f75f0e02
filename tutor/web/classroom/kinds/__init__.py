"""The kinds of work on the pages: a module for each, with its form, its words and its addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.web.classroom.kinds.drill import DrillPages
from tutor.web.classroom.kinds.hand import HandPages
from tutor.web.classroom.kinds.lesson import LessonPages
from tutor.web.classroom.kinds.replay import ReplayPages
from tutor.web.classroom.kinds.text import TextPages
from tutor.web.classroom.tasks import KindPages

KINDS: Mapping[str, KindPages[Any]] = {
    pages.kind: pages for pages in (LessonPages(), ReplayPages(), DrillPages(), HandPages(), TextPages())
}
"""The kinds of work, in the order in which teachers see them."""
