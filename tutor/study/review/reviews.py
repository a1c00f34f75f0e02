"""What a learner remembers, and what of it is asked today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select

from tutor.quizzes.items import Item
from tutor.study.review import memories
from tutor.study.review.daily import DailyReview, Day, Settings, plan_review
from tutor.study.review.knowledge import Knowledge
from tutor.study.review.memories import RebuildReport
from tutor.study.review.memory import Memory, Review
from tutor.study.review.preferences import IS_ON_HOLIDAY, settings_of
from tutor.study.storage.repository import LearnerRepository
from tutor.study.storage.tables import Instant, LearnerRow, MemoryRow, ReviewRow, SettingRow


@dataclass(frozen=True, slots=True)
class Today:
    """The day, and on what terms there are reviews on it."""

    day: Day
    settings: Settings
    is_on_holiday: bool


class Reviews(LearnerRepository):
    """What a learner remembers, made of the answers."""

    def memories(self) -> Mapping[str, Memory]:
        """What is remembered, by item."""
        return {memory.item: memory for memory in self._all(memories.MEMORIES, memories.memory_of)}

    def since(self, moment: datetime) -> Sequence[Review]:
        """Every answer that counted from a moment on, once for each of its items."""
        return self._all(memories.REVIEWS_SINCE, memories.review_of, moment=moment)

    def owed(self) -> Sequence[str]:
        """The items whose latest answer that counted was wrong or told, the longest owed first."""
        return self._all(memories.OWED, lambda row: str(row.item))

    def knowledge(self) -> Knowledge:
        """What is known, fitted to the answers of the last year."""
        return Knowledge.of(self.memories(), frozenset(self.owed()), self.since(self._clock() - _YEAR))

    def today(self) -> Today:
        """The day that it is, and what the learner chose for it."""
        begins = Day(self._clock())
        rows = self._read(_TODAY, since=begins.begins, midnight=begins.midnight)
        settings = settings_of(row for row in rows if row.name is not None)
        if not rows:
            return Today(begins, settings, is_on_holiday=False)
        day = Day(begins.now, rows[0].reviewed, rows[0].begun)
        return Today(day, settings, bool(rows[0].is_on_holiday))

    def due(self, items: Mapping[str, Item], today: Today | None = None) -> DailyReview:
        """What is left to review today of the items that can be asked about; nothing on a holiday."""
        if not items:
            return DailyReview()
        today = today or self.today()
        if today.is_on_holiday:
            return DailyReview()
        due = self._all(memories.DUE_MEMORIES, memories.memory_of, midnight=today.day.midnight)
        return plan_review(items, due, self._met, today.settings, today.day)

    def rebuild(self) -> RebuildReport:
        """Makes again, of the log alone, all that is remembered, and tells what differed from what was kept."""
        with self._taking_turns() as connection:
            return memories.rebuild(connection, self._learner)

    def _met(self) -> Sequence[str]:
        return self._all(_MET, lambda row: str(row.item))


_YEAR = timedelta(days=365)
_OF_DAY = (ReviewRow.learner_id == bindparam("learner"), ReviewRow.at >= bindparam("since"))
_REVIEWED = select(func.count()).where(*_OF_DAY, ReviewRow.due < bindparam("midnight", type_=Instant))
_BEGUN = select(func.count()).where(*_OF_DAY, ReviewRow.due.is_(None))
_TODAY = (
    select(
        SettingRow.name,
        SettingRow.value,
        IS_ON_HOLIDAY.label("is_on_holiday"),
        _REVIEWED.scalar_subquery().label("reviewed"),
        _BEGUN.scalar_subquery().label("begun"),
    )
    .select_from(LearnerRow)
    .outerjoin(SettingRow, SettingRow.learner_id == LearnerRow.id)
    .where(LearnerRow.id == bindparam("learner"))
)
"""All that must be known of the day, in one statement: every page that says how much is due asks for it."""
_MET = select(MemoryRow.item).where(MemoryRow.learner_id == bindparam("learner"))
