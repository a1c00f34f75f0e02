"""The travellers that teachers show to their classes. Without that, nobody learns how others played a deal."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from sqlalchemy import bindparam, delete, select

from tutor.study.storage.dialects import insert_missing
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import MemberRow, ShownTravellerRow


def name_of_work(assignment: int) -> str:
    """The name of the traveller of an assignment."""
    return f"assignment {assignment}"


def name_of_tables(first: int) -> str:
    """The name of the travellers of the tables that have the same deals, by the number of the first of them."""
    return f"tables {first}"


def name_of_day(day: date) -> str:
    """The name of the traveller of the deal of a day."""
    return f"day {day.isoformat()}"


class ShownTravellers(Repository):
    """Which travellers are shown to which classes, by their names."""

    def show(self, class_id: int, name: str, *, shown: bool) -> None:
        """Shows a traveller to a class, or hides it again. Doing so twice changes nothing."""
        if not shown:
            self._write(_HIDE, which=class_id, name=name)
            return
        row = {"class_id": class_id, "deal": name, "shown_at": self._clock()}
        with self._database.writing() as connection:
            insert_missing(connection, ShownTravellerRow, row)

    def is_shown(self, class_id: int, name: str) -> bool:
        return bool(self._read(_SHOWN, which=class_id, name=name))

    def classes_shown(self, learner: int, name: str) -> Collection[int]:
        """The classes of a learner to which a traveller is shown."""
        return [row.class_id for row in self._read(_TO_LEARNER, learner=learner, name=name)]


_NAMED = ShownTravellerRow.deal == bindparam("name")
_OF_CLASS = ShownTravellerRow.class_id == bindparam("which")
_HIDE = delete(ShownTravellerRow).where(_OF_CLASS, _NAMED)
_SHOWN = select(ShownTravellerRow.class_id).where(_OF_CLASS, _NAMED)
_TO_LEARNER = (
    select(ShownTravellerRow.class_id)
    .join(MemberRow, MemberRow.class_id == ShownTravellerRow.class_id)
    .where(_NAMED, MemberRow.learner_id == bindparam("learner"))
    .order_by(ShownTravellerRow.class_id)
)
