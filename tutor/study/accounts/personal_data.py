"""All that is stored about one learner: exported by the learner, or deleted.

Whose a row is, the tables say themselves: it names the learner, or belongs to a row that does. Only the security log is
different. A line of it belongs to whoever did what it tells of, and stays when that person goes, without the address.
"""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, delete, false, func, null, or_, select, update

from tutor import __version__
from tutor.errors import TutorError, Unknown
from tutor.notation import counted
from tutor.study.accounts.security_events import EventKind, Events, without_account
from tutor.study.answers.shared_tables import acts_with_makers, hand_over_tables
from tutor.study.classroom.class_access import in_group, is_extended
from tutor.study.classroom.invitations import cancel_namesakes
from tutor.study.classroom.live_race import hand_over_sheets
from tutor.study.classroom.purging import purge_class
from tutor.study.classroom.row_visibility import Terms, row_seen
from tutor.study.storage.dialects import take_turn
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.storage.tables import (
    ActRow,
    AnswerRow,
    AssignedGroupRow,
    AssigneeRow,
    AssignmentRow,
    Base,
    ClassRow,
    EventRow,
    ExtensionRow,
    InvitationRow,
    JobRow,
    LearnerRow,
    LtiLinkRow,
    MatchRow,
    MemberRow,
    OneTimeRow,
    PupilGroupMemberRow,
    PupilGroupRow,
    RecoveryRow,
    ReportRow,
    SessionRow,
    SittingRow,
)
from tutor.study.study import Study

(
    _LEARNER, _CLASS, _ASSIGNMENT, _MEMBER, _INVITATION, _REPORT, _JOB, _LOGIN, _ONE_TIME, _RECOVERY, _EVENT, _SITTING,
    _ACT,
) = (
    Base.metadata.tables[row.__tablename__]
    for row in (
        LearnerRow,
        ClassRow,
        AssignmentRow,
        MemberRow,
        InvitationRow,
        ReportRow,
        JobRow,
        SessionRow,
        OneTimeRow,
        RecoveryRow,
        EventRow,
        SittingRow,
        ActRow,
    )
)  # fmt: skip

WITHHELD: frozenset[object] = frozenset(
    (
        _LEARNER.c.passphrase,
        _INVITATION.c.digest,
        _CLASS.c.code,
        Base.metadata.tables["match"].c.code_to_join,
        _ASSIGNMENT.c.key,
        _ASSIGNMENT.c.secret,
        _JOB.c.content,
        _LOGIN.c.digest,
        _ONE_TIME.c.secret,
        _RECOVERY.c.digest,
    )
)
"""Secrets that let somebody in, or sign: nobody gets them. Learners already have the files they asked for."""

_SHARED = frozenset((_CLASS, _ASSIGNMENT))
"""What belongs to a row of these does not belong to whoever has to do with that row."""

_LOOSENED = (_REPORT.c.learner_id,)
"""Where the row remains, without the learner."""

_ABOUT = """\
What Love All stores about {name}
{line}

Written on {now:%d %B %Y at %H:%M %Z} by tutor {version}.
Each file is JSON: a list of rows. Times are in UTC. The hash of your passphrase and other secrets that let somebody in
are left out. Apart from these, everything that is stored about you is here.
For assigned work, anything that could still give an answer away is left out: the numbers of questions and deals, and
whether an answer was right while its result is held back. You can see all of it once the results are shown.

"""


class StillTeaching(TutorError):
    """An account with classes cannot be deleted: the work of the classes would go with it."""


def everything_of(study: Study) -> bytes:
    """A zip of all that is stored about the learner, with the comments on their answers. README.txt explains it.

    Every row is as the learner may see it.

    Raises `Unknown` for a learner who is gone, and `DatabaseUnavailable`.
    """
    with study.database.reading() as connection:
        terms = _terms(connection, study.learner)
        found = {
            table: [
                {name: _plain(value) for name, value in row_seen(table.name, row, terms, study.now).items()}
                for row in _rows(connection, table, study.learner)
            ]
            for table in Base.metadata.sorted_tables
        }
        found[_ACT] = list(map(dict, acts_with_makers(connection, study.learner)))
    if not found[_LEARNER]:
        raise _gone(study.learner)
    name = found[_LEARNER][0]["name"]
    about = _ABOUT.format(name=name, line="=" * (27 + len(name)), now=study.now, version=__version__)
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for table, rows in found.items():
            if rows:
                about += f"{table.name}.json: {counted(len(rows), 'row')}\n{_meaning(table)}\n\n"
                packed.writestr(f"{table.name}.json", json.dumps(rows, ensure_ascii=False, indent=1))
        packed.writestr("README.txt", about)
    return made.getvalue()


def forget(study: Study, *, by: int | None = None, address: str = "") -> None:
    """Deletes all that is stored about the learner, and the learner. Without classes the learner stays, as new.

    It is the learner’s own doing, unless `by` says which teacher did it. It cannot be undone.

    Raises `StillTeaching`, `Unknown` for a learner who is gone already, and `DatabaseUnavailable`.
    """
    learner = study.learner
    with study.database.writing() as connection:
        take_turn(connection)
        row = connection.execute(
            select(_LEARNER.c.passphrase).where(_LEARNER.c.id == learner).with_for_update()
        ).first()
        if row is None:
            raise _gone(learner)
        taught = connection.execute(
            select(_CLASS.c.id, _CLASS.c.deleted_at).where(_CLASS.c.teacher_id == learner)
        ).all()
        if any(found.deleted_at is None for found in taught):
            raise StillTeaching("you still teach classes. Hand them over to another teacher or delete them first.")
        for found in taught:
            purge_class(connection, found.id, study.now)
        _cancel_invitations_for(connection, learner, study.now)
        opened = select(_ASSIGNMENT.c.id).where(_did(learner), _ASSIGNMENT.c.class_id.is_(None))
        alone = connection.scalars(opened).all()
        without_account(connection, learner)
        hand_over_tables(connection, learner)
        hand_over_sheets(connection, learner)
        for column in _LOOSENED:
            connection.execute(update(column.table).where(column == learner).values({column.name: null()}))
        for table in reversed(Base.metadata.sorted_tables):
            if table is not _LEARNER:
                connection.execute(delete(table).where(_is_of(table, learner)))
        unwanted = select(_ASSIGNMENT.c.id).where(_ASSIGNMENT.c.id.in_(alone), ~_is_wanted())
        for part in (AssignedGroupRow, ExtensionRow, LtiLinkRow):
            connection.execute(delete(part).where(part.assignment_id.in_(unwanted)))
        connection.execute(delete(_ASSIGNMENT).where(_ASSIGNMENT.c.id.in_(alone), ~_is_wanted()))
        if learner == ONLY_LEARNER:
            connection.execute(update(_LEARNER).where(_LEARNER.c.id == learner).values(_AS_ON_THE_FIRST_DAY))
        else:
            connection.execute(delete(_LEARNER).where(_LEARNER.c.id == learner))
        if row.passphrase is not None:
            events = Events(study.database, study.clock)
            if by is None:
                events.note(EventKind.ACCOUNT_DELETED, by=-learner, within=connection)
            else:
                events.note(EventKind.ACCOUNT_DELETED, by=by, whom=-learner, address=address, within=connection)


def _cancel_invitations_for(connection: Connection, learner: int, now: datetime) -> None:
    """Cancels the invitations that bear the learner’s name into the learner’s classes; others go with the account."""
    names = connection.scalars(select(_LEARNER.c.real_name).where(_LEARNER.c.id == learner)).all()
    for which in connection.scalars(select(_MEMBER.c.class_id).where(_MEMBER.c.learner_id == learner)).all():
        cancel_namesakes(connection, now, which, names)


_AS_ON_THE_FIRST_DAY: Mapping[str, object] = {
    "name": "You", "folded": "you", "real_name": "", "role": "learner", "passphrase": None,
    "epoch": _LEARNER.c.epoch + 1, "joined_at": None,
    "skeleton": "", "closed_at": None,
}  # fmt: skip


def _is_of(table: Table, learner: int) -> ColumnElement[bool]:
    """Whether a row is the learner’s."""
    if table is _LEARNER:
        return _LEARNER.c.id == learner
    if table is _EVENT:
        return _EVENT.c.by == learner
    if table is _SITTING:  # others sit at the learner’s tables
        return _SITTING.c.learner_id == learner
    return or_(false(), *(_leads_to(column, learner) for column in table.columns if column.foreign_keys))


def _leads_to(column: Column[Any], learner: int) -> ColumnElement[bool]:
    (key,) = column.foreign_keys
    owner = key.column.table
    if owner is _LEARNER:
        return column == learner
    if owner in _SHARED:
        return false()
    return column.in_(select(key.column).where(_is_of(owner, learner)))


def _concerns(table: Table, learner: int) -> ColumnElement[bool]:
    """Whether a row is the learner’s, or one of their classes or assignments."""
    classes = select(_MEMBER.c.class_id).where(_MEMBER.c.learner_id == learner)
    if table is _CLASS:
        return or_(_is_of(table, learner), _CLASS.c.id.in_(classes))
    if table is _ASSIGNMENT:
        taught = select(_CLASS.c.id).where(_CLASS.c.teacher_id == learner)
        for_all = and_(_ASSIGNMENT.c.everyone, _ASSIGNMENT.c.class_id.in_(classes))
        return or_(_did(learner), for_all, _ASSIGNMENT.c.class_id.in_(taught))
    return _is_of(table, learner)


def _did(learner: int) -> ColumnElement[bool]:
    """Whether an assignment was given to the learner by name or in a group, or the learner has begun it."""
    rows = (AnswerRow, MatchRow, AssigneeRow)
    grouped = (
        select(AssignedGroupRow.assignment_id)
        .join(PupilGroupMemberRow, PupilGroupMemberRow.group_id == AssignedGroupRow.group_id)
        .join(PupilGroupRow, in_group())
        .where(PupilGroupMemberRow.learner_id == learner)
    )
    by_name = (select(row.assignment_id).where(row.learner_id == learner) for row in rows)
    return or_(_ASSIGNMENT.c.id.in_(grouped), *(_ASSIGNMENT.c.id.in_(found) for found in by_name))


def _is_wanted() -> ColumnElement[bool]:
    """Whether anybody has to do with an assignment still."""
    rows = (AnswerRow, MatchRow, AssigneeRow)
    return or_(*(select(row.learner_id).where(row.assignment_id == _ASSIGNMENT.c.id).exists() for row in rows))


def _rows(connection: Connection, table: Table, learner: int) -> Sequence[Mapping[str, Any]]:
    shown = [column for column in table.columns if column not in WITHHELD]
    rows = connection.execute(select(*shown).where(_concerns(table, learner)).order_by(*table.primary_key))
    return rows.mappings().all()  # type: ignore[return-value]


def _terms(connection: Connection, learner: int) -> Mapping[int, Terms]:
    """The terms on which the learner sees each of their assignments."""
    due_at = func.coalesce(ExtensionRow.due_at, _ASSIGNMENT.c.due_at)
    query = (
        select(_ASSIGNMENT.c.id, _ASSIGNMENT.c.shown, due_at.label("due_at"), _CLASS.c.teacher_id)
        .outerjoin(_CLASS, _CLASS.c.id == _ASSIGNMENT.c.class_id)
        .outerjoin(ExtensionRow, is_extended(_ASSIGNMENT.c.id, learner))
        .where(_concerns(_ASSIGNMENT, learner))
    )
    rows = connection.execute(query).all()
    return {row.id: Terms(row.shown, row.due_at, row.teacher_id == learner) for row in rows}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _meaning(table: Table) -> str:
    (row,) = (mapper.class_ for mapper in Base.registry.mappers if mapper.local_table is table)
    return inspect.getdoc(row) or ""


def _gone(learner: int) -> Unknown:
    return Unknown("learner", str(learner), ())
