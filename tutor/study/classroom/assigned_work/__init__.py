"""What can be assigned. Each kind of work is a module here, with all that is peculiar to it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, get_args

from pydantic import Field, TypeAdapter

from tutor.study.classroom.assigned_work.base import ContentLookup as ContentLookup
from tutor.study.classroom.assigned_work.base import Counts as Counts
from tutor.study.classroom.assigned_work.base import Marker as Marker
from tutor.study.classroom.assigned_work.base import QuestionCount as QuestionCount
from tutor.study.classroom.assigned_work.base import UnfitAnswer as UnfitAnswer
from tutor.study.classroom.assigned_work.base import Work as Work
from tutor.study.classroom.assigned_work.drill import MOST_QUESTIONS as MOST_QUESTIONS
from tutor.study.classroom.assigned_work.drill import DrillWork as DrillWork
from tutor.study.classroom.assigned_work.hand import PLAYED as PLAYED
from tutor.study.classroom.assigned_work.hand import HandWork as HandWork
from tutor.study.classroom.assigned_work.lesson import CompositionVersion as CompositionVersion
from tutor.study.classroom.assigned_work.lesson import LessonWork as LessonWork
from tutor.study.classroom.assigned_work.replay import ReplayWork as ReplayWork
from tutor.study.classroom.assigned_work.text import LONGEST_TEXT as LONGEST_TEXT
from tutor.study.classroom.assigned_work.text import READ as READ
from tutor.study.classroom.assigned_work.text import TextWork as TextWork

AnyWork = Annotated[LessonWork | ReplayWork | DrillWork | HandWork | TextWork, Field(discriminator="kind")]
"""Work of any kind, told apart by its `kind`."""
WORKS_KEPT = 2048
"""How many texts are kept as the work that they hold: more than a school has open at once."""
_STORED: TypeAdapter[Work] = TypeAdapter(AnyWork)
SECRET_FIELDS: frozenset[str] = frozenset().union(*(kind.secret_fields for kind in get_args(get_args(AnyWork)[0])))
"""The fields of work that no learner sees."""


@lru_cache(WORKS_KEPT)
def work_of(stored: str) -> Work:
    """Work as it was stored: it is frozen, so the same text brings the same value. Raises `ValidationError`."""
    return _STORED.validate_json(stored)
