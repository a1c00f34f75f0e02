"""What a learner chose for the reviews, and the holidays on which nothing falls due."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, func, insert, select

from tutor.quizzes.exercise import Level
from tutor.study.review import memories
from tutor.study.review.daily import Day, Settings
from tutor.study.storage.dialects import upsert
from tutor.study.storage.repository import LearnerRepository, columns_of
from tutor.study.storage.tables import AnswerRow, HolidayRow, SettingRow


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday begun or ended; `cap` is how many reviews a day held then."""

    at: datetime
    begins: bool
    cap: int


class Preferences(LearnerRepository):
    """What a learner chose, or what stands until something is chosen."""

    def settings(self) -> Settings:
        """What the learner chose for the reviews."""
        return settings_of(self._read(_SETTINGS))

    def choose(self, settings: Settings) -> None:
        """Keeps what the learner chose."""
        values = {"cap": str(settings.cap), "new": str(settings.new), "level": settings.level.value}
        rows = [{"learner_id": self._learner, "name": name, "value": value} for name, value in values.items()]
        with self._database.writing() as connection:
            upsert(connection, SettingRow, rows)

    def text(self, name: str) -> str:
        """What the learner chose under another name; nothing if nothing was chosen."""
        return next((row.value for row in self._read(_SETTINGS) if row.name == name), "")

    def keep_text(self, name: str, value: str) -> None:
        """Keeps what the learner chose under such a name, of at most 40 characters."""
        with self._database.writing() as connection:
            upsert(connection, SettingRow, [{"learner_id": self._learner, "name": name, "value": value}])

    @property
    def is_on_holiday(self) -> bool:
        return bool(self._first(_LAST_HOLIDAY, lambda row: row.begins))

    def begin_holiday(self) -> None:
        """From now on nothing falls due; on a holiday already, nothing changes."""
        self._turn_holiday(begins=True)

    def end_holiday(self) -> None:
        """Things fall due again: what did meanwhile is spread over the following days."""
        self._turn_holiday(begins=False)

    def _turn_holiday(self, *, begins: bool) -> None:
        day, cap, of_learner = Day(self._clock()), self.settings().cap, {"learner": self._learner}
        row = {"learner_id": self._learner, "at": day.now, "begins": begins, "midnight": day.midnight, "cap": cap}
        with self._taking_turns() as connection:
            last = connection.execute(_LAST_HOLIDAY, of_learner).first()
            if begins == bool(last and last.begins):
                return
            after = connection.scalar(_LAST_ANSWER, of_learner) or 0
            connection.execute(_INSERT_HOLIDAY, row | {"after": after})
            if not begins:
                memories.end_holiday(connection, self._learner, day.midnight, cap)


def settings_of(rows: Iterable[Row[Any]]) -> Settings:
    """The settings of rows with `name` and `value`; what is in none of them is as usual."""
    kept, usual = {row.name: row.value for row in rows}, Settings()
    return Settings(
        int(kept.get("cap", usual.cap)), int(kept.get("new", usual.new)), Level(kept.get("level", usual.level))
    )


def holiday_of(row: Row[Any]) -> Holiday:
    """The holiday of a row of `HOLIDAYS`."""
    return Holiday(row.at, row.begins, row.cap)


_OF_LEARNER = HolidayRow.learner_id == bindparam("learner")
_SETTINGS = select(SettingRow.name, SettingRow.value).where(SettingRow.learner_id == bindparam("learner"))
HOLIDAYS = columns_of(HolidayRow).where(_OF_LEARNER).order_by(HolidayRow.id)
_LAST_HOLIDAY = select(HolidayRow.begins).where(_OF_LEARNER).order_by(HolidayRow.id.desc()).limit(1)
_INSERT_HOLIDAY = insert(HolidayRow)
_LAST_ANSWER = select(func.max(AnswerRow.id)).where(AnswerRow.learner_id == bindparam("learner"))
IS_ON_HOLIDAY = _LAST_HOLIDAY.scalar_subquery()
"""Whether the learner is on holiday, for another query; null before the first holiday."""
