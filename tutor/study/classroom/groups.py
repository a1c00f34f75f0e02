"""Groups within a class. A learner may be in several, and work can be assigned to a group."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from tutor.errors import TutorError, Unknown
from tutor.study.accounts.person_names import normalized_name, tidied_name
from tutor.study.classroom.class_access import CAN_BE_UNDONE, in_group
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository, columns_of
from tutor.study.storage.tables import AssignedGroupRow, AssignmentRow, MemberRow, PupilGroupMemberRow, PupilGroupRow

MOST_GROUPS = 50
"""How many groups a class may have."""


class GroupRefused(TutorError):
    """A group that cannot be made or renamed so."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of a class, with the numbers of its members. Somebody who left the class is not among them."""

    id: int
    class_id: int
    name: str
    members: frozenset[int] = frozenset()
    deleted_at: datetime | None = None


class Groups(Repository):
    """The groups of the classes of a database. Every method raises `DatabaseUnavailable`."""

    def of_class(self, class_id: int) -> Sequence[Group]:
        """The groups of a class by name, each with its members."""
        members: dict[int, set[int]] = {}
        for row in self._read(_MEMBERS, key=class_id):
            members.setdefault(row.group_id, set()).add(row.learner_id)
        found = [
            Group(row.id, row.class_id, row.name, frozenset(members.get(row.id, ())))
            for row in self._read(_GROUPS, key=class_id)
        ]
        return sorted(found, key=lambda group: group.name.casefold())

    def find(self, class_id: int, key: int) -> Group:
        """A group of a class. Raises `Unknown` for a group of another class as for none."""
        found = next((group for group in self.of_class(class_id) if group.id == key), None)
        if found is None:
            raise Unknown("group", str(key), ())
        return found

    def make(self, class_id: int, name: str, members: Collection[int] = ()) -> int:
        """Makes a group, and returns its number. Raises `Malformed`, `GroupRefused` for a name that is in use."""
        name = tidied_name(name)
        with self._database.writing() as connection:
            _check_name(connection, class_id, name)
            key = inserted(connection, PupilGroupRow, {"class_id": class_id, "name": name})
            _put(connection, key, members)
        return key

    def change(self, which: Group, name: str, members: Collection[int]) -> None:
        """Renames a group and sets its members. Raises `Malformed`, `GroupRefused`."""
        name = tidied_name(name)
        with self._database.writing() as connection:
            _check_name(connection, which.class_id, name, but=which.id)
            connection.execute(update(PupilGroupRow).where(PupilGroupRow.id == which.id).values(name=name))
            connection.execute(delete(PupilGroupMemberRow).where(PupilGroupMemberRow.group_id == which.id))
            _put(connection, which.id, members)

    def delete(self, which: Group) -> None:
        """Deletes a group, until it is restored. Raises `GroupRefused` if it has work that is not for the whole class.

        Its learners could not open that work any more, unless they have it in another way as well.
        """
        with self._database.writing() as connection:
            titles = connection.scalars(_WORK_OF_GROUP, {"group": which.id}).all()
            if titles:
                raise GroupRefused(
                    f"The group ‘{which.name}’ still has work: {', '.join(f'‘{title}’' for title in titles[:3])}. "
                    "Assign the work to other learners first, or withdraw it."
                )
            there = PupilGroupRow.id == which.id, PupilGroupRow.deleted_at.is_(None)
            connection.execute(update(PupilGroupRow).where(*there).values(deleted_at=self._clock()))

    def deleted_of(self, classes: Collection[int]) -> Sequence[Group]:
        """The groups of some classes that were deleted and can be restored, the latest first."""
        rows = self._read(_DELETED, keys=tuple(classes), since=self._clock() - CAN_BE_UNDONE)
        return [Group(row.id, row.class_id, row.name, deleted_at=row.deleted_at) for row in rows]

    def restore(self, class_id: int, key: int) -> Group:
        """Brings back a group with its members and its share of work; one that is there stays.

        Raises `Unknown` for a group of another class as for none, `GroupRefused` if its name is in use by now.
        """
        found = next((group for group in self.deleted_of([class_id]) if group.id == key), None)
        if found is not None:
            with self._database.writing() as connection:
                _check_name(connection, class_id, found.name)
                connection.execute(update(PupilGroupRow).where(PupilGroupRow.id == key).values(deleted_at=None))
        return self.find(class_id, key)


def delete_groups(connection: Connection, keys: Collection[int]) -> None:
    """Deletes groups with their members, and what was assigned to them is not any more."""
    for table in (AssignedGroupRow, PupilGroupMemberRow):
        connection.execute(delete(table).where(table.group_id.in_(keys)))
    connection.execute(delete(PupilGroupRow).where(PupilGroupRow.id.in_(keys)))


def _check_name(connection: Connection, class_id: int, name: str, but: int = 0) -> None:
    rows = connection.execute(_GROUPS.with_for_update(), {"key": class_id}).all()
    if any(row.id != but and normalized_name(row.name) == normalized_name(name) for row in rows):
        raise GroupRefused(f"There is a group ‘{name}’ already. Choose another name, or rename that one.")
    if not but and len(rows) >= MOST_GROUPS:
        raise GroupRefused(f"A class has at most {MOST_GROUPS} groups. Delete one that you no longer need.")


def _put(connection: Connection, key: int, members: Collection[int]) -> None:
    if members:
        rows = [{"group_id": key, "learner_id": learner} for learner in sorted(set(members))]
        connection.execute(insert(PupilGroupMemberRow), rows)


_GROUPS = columns_of(PupilGroupRow).where(
    PupilGroupRow.class_id == bindparam("key"), PupilGroupRow.deleted_at.is_(None)
)
_DELETED = (
    columns_of(PupilGroupRow)
    .where(
        PupilGroupRow.class_id.in_(bindparam("keys", expanding=True)), PupilGroupRow.deleted_at >= bindparam("since")
    )
    .order_by(PupilGroupRow.deleted_at.desc())
)
_MEMBERS = (
    select(PupilGroupMemberRow.group_id, PupilGroupMemberRow.learner_id)
    .join(PupilGroupRow, in_group())
    .join(
        MemberRow,
        (MemberRow.class_id == PupilGroupRow.class_id) & (MemberRow.learner_id == PupilGroupMemberRow.learner_id),
    )
    .where(PupilGroupRow.class_id == bindparam("key"))
)
_WORK_OF_GROUP = (
    select(AssignmentRow.title)
    .join(AssignedGroupRow, AssignedGroupRow.assignment_id == AssignmentRow.id)
    .where(
        AssignedGroupRow.group_id == bindparam("group"),
        AssignmentRow.withdrawn_at.is_(None),
        AssignmentRow.everyone.is_(False),
    )
    .order_by(AssignmentRow.id)
)
