"""What teachers write themselves: lessons and hands, every version kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from tutor.errors import TutorError, Unknown
from tutor.library.content_text import title_in
from tutor.library.user_content import CompositionKind, checked_name, normal
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository, lock_learner
from tutor.study.storage.tables import (
    AssignmentRow,
    AssignmentTemplateRow,
    CompositionRow,
    DraftRow,
    LiveRow,
    VersionRow,
)

BEGINNING = 600
REFERS = re.compile(r"""\b(?:of|game)["']?\s*:\s*["']?([a-z0-9-]+)""")
"""How a text refers to a hand by its name."""
_SAYS = re.compile(r"(?m)^kind:[ \t]*([a-z]+)")


@dataclass(frozen=True, slots=True)
class Composition:
    """A lesson or a hand of somebody’s own; `newest` is the number of its last version, saved `at`.

    `beginning` is how the text of that begins.
    """

    id: int
    author: int
    kind: CompositionKind
    name: str
    newest: int
    at: datetime
    dropped_at: datetime | None
    beginning: str

    @property
    def title(self) -> str:
        """What it says that it is called, sound or not; its name where it says nothing."""
        return title_in(self.beginning) or self.name

    @property
    def says(self) -> str:
        """Which kind of hand it says that it is; of a lesson, that."""
        found = None if self.kind is CompositionKind.LESSON else _SAYS.search(self.beginning)
        return found[1] if found else self.kind.value

    @property
    def file(self) -> str:
        """What its file is called."""
        return f"{self.name}{self.kind.suffix}"


@dataclass(frozen=True, slots=True)
class Version:
    """The text of a composition as it was saved once; versions are numbered from 1."""

    composition: int
    number: int
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class SavedVersion:
    """What became of a text that was brought in: the version it is now, and whether that is a new one."""

    composition: int
    number: int
    is_new: bool


class NameInUse(TutorError):
    """The author has a composition of this kind and name already: `which` is it."""

    def __init__(self, which: Composition) -> None:
        self.which = which
        where = "was deleted. Restore it, or choose another name" if which.dropped_at else "already exists"
        super().__init__(f"‘{which.name}’ {where}")


class Clash(TutorError):
    """Something was saved after that from which a text was begun: `theirs` is what was saved."""

    def __init__(self, theirs: Version) -> None:
        self.theirs = theirs
        super().__init__(f"version {theirs.number} has been saved since you started")


class Compositions(Repository):
    """What is composed in a database."""

    # ---- finding -------------------------------------------------------------------------------------------------

    def all_of(self, author: int) -> Sequence[Composition]:
        """Those of an author by kind and name, those struck out among them."""
        found = self._all(_ALL_OF, _composition, author=author)
        return sorted(found, key=lambda one: (one.kind is not CompositionKind.LESSON, one.name))

    def find(self, key: int) -> Composition:
        """The composition of a number, whosever it is. Raises `Unknown`."""
        return self._only("composition", _BY_ID, _composition, key=key)

    def of_author(self, author: int, key: int) -> Composition:
        """A composition of an author’s. Raises `Unknown` for another’s as for none."""
        found = self.find(key)
        if found.author != author:
            raise Unknown("composition", str(key), ())
        return found

    def version(self, key: int, number: int) -> Version:
        """One version of a composition. Raises `Unknown`."""
        return self._only("version", _VERSION, _version, key=key, number=number)

    def versions(self, key: int) -> Sequence[Version]:
        """Every version of a composition, the newest first."""
        return self._all(_VERSIONS, _version, key=key)

    def hands_at(self, author: int, at: datetime) -> Sequence[tuple[int, str, int]]:
        """The hands of an author as they stood at a moment: of each its key, its name and the number of its version."""
        return [(row.id, row.name, row.number) for row in self._read(_HANDS_AT, author=author, at=at)]

    # ---- writing -------------------------------------------------------------------------------------------------

    def start(self, author: int, kind: CompositionKind, name: str, text: str) -> Version:
        """The first version of something new. Raises `Malformed` for a name that is none, `NameInUse`."""
        name, text = checked_name(name), normal(text)
        with self._database.writing() as connection:
            at = self._next_moment(connection, author)
            there = _named(connection, author, kind, name)
            if there is not None:
                first = _newest(connection, there.id)
                if there.dropped_at is None and first.number == 1 and first.text == text:
                    return first  # the form was sent twice
                raise NameInUse(there)
            return _put(connection, _begun(connection, author, kind, name, at), 1, at, text)

    def save(self, author: int, key: int, text: str, begun: int, *, even_unchanged: bool = False) -> Version:
        """A new version, if the text is another than that of the version from which it was `begun`.

        Raises `Unknown` for a composition of somebody else’s, and `Clash` where another has been saved meanwhile.
        """
        text = normal(text)
        with self._database.writing() as connection:
            at = self._next_moment(connection, author)
            if connection.scalar(_AUTHOR, {"key": key}) != author:
                raise Unknown("composition", str(key), ())
            newest = _newest(connection, key)
            if newest.text == text and not (even_unchanged and newest.number == begun):
                return newest
            if newest.number != begun:
                raise Clash(newest)
            return _put(connection, key, begun + 1, at, text)

    def take_in(self, author: int, texts: Iterable[tuple[CompositionKind, str, str]]) -> Sequence[SavedVersion]:
        """Texts with their kinds and names, all of them or none: each begins something, or is its next version.

        What was struck out is there again. Raises `Malformed`.
        """
        made: list[SavedVersion] = []
        with self._database.writing() as connection:
            for kind, name, text in texts:
                at = self._next_moment(connection, author)
                made.append(_save_imported(connection, author, kind, checked_name(name), normal(text), at))
        return made

    def drop(self, author: int, key: int, *, dropped: bool = True) -> None:
        """Strikes a composition out of its author’s list, or restores it; who was given it keeps it."""
        which = self.of_author(author, key)
        at = self._clock() if dropped else None
        self._write(update(CompositionRow).where(CompositionRow.id == which.id).values(dropped_at=at))

    def _next_moment(self, connection: Connection, author: int) -> datetime:
        """A moment after all that the author has saved, whatever the clock says; nobody saves beside him meanwhile."""
        lock_learner(connection, author)
        last: datetime | None = connection.scalar(_LAST, {"author": author})
        now = self._clock()
        return now if last is None else max(now, last + timedelta(microseconds=1))


def purge_dropped(connection: Connection, before: datetime) -> None:
    """Deletes for good what was struck out `before` a moment and is not in use.

    In use is what an assignment, a template or a live lesson is on, and what a text refers to that is not purged.
    """
    expired = connection.execute(_DROPPED.with_for_update(), {"before": before}).all()
    if not expired:
        return
    gone, authors = {row.id: row.name for row in expired}, {row.author_id for row in expired}
    texts: dict[int, str] = {}
    for row in connection.execute(_TEXTS.where(CompositionRow.author_id.in_(authors))):
        texts[row.id] = texts.get(row.id, "") + row.text
    found = [work for query in _WORKS for work in connection.scalars(query)]
    used = {int(number) for work in found for pair in _USES.findall(work) for number in pair if number}
    used |= texts.keys() - gone.keys()
    named = {key: frozenset(REFERS.findall(text)) for key, text in texts.items()}
    while newly := {
        key for key, name in gone.items() if key in used or any(name in named.get(other, ()) for other in used)
    }:
        used |= newly
        gone = {key: name for key, name in gone.items() if key not in newly}
    slots = [str(key) for key in gone]
    of_gone = or_(DraftRow.slot.in_(slots), *(DraftRow.slot.startswith(f"{slot}~") for slot in slots))
    connection.execute(delete(DraftRow).where(of_gone))
    connection.execute(delete(VersionRow).where(VersionRow.composition_id.in_(gone)))
    # The newest number stays taken: SQLite would give it again, and old answers would name what is not theirs.
    newest = connection.scalar(select(func.max(CompositionRow.id)))
    connection.execute(delete(CompositionRow).where(CompositionRow.id.in_(gone), CompositionRow.id != newest))
    emptied = update(CompositionRow).where(CompositionRow.id == newest, CompositionRow.id.in_(gone))
    connection.execute(emptied.values(name=f"{_EMPTIED}{newest}"))


def _save_imported(
    connection: Connection, author: int, kind: CompositionKind, name: str, text: str, at: datetime
) -> SavedVersion:
    there = _named(connection, author, kind, name)
    if there is None:
        key = _begun(connection, author, kind, name, at)
        _put(connection, key, 1, at, text)
        return SavedVersion(key, 1, is_new=True)
    if there.dropped_at is not None:
        connection.execute(update(CompositionRow).where(CompositionRow.id == there.id).values(dropped_at=None))
    newest = _newest(connection, there.id)
    if newest.text == text:
        return SavedVersion(there.id, newest.number, is_new=False)
    _put(connection, there.id, newest.number + 1, at, text)
    return SavedVersion(there.id, newest.number + 1, is_new=True)


def _named(connection: Connection, author: int, kind: CompositionKind, name: str) -> Composition | None:
    row = connection.execute(_BY_NAME, {"author": author, "kind": kind.value, "name": name}).first()
    return _composition(row) if row else None


def _newest(connection: Connection, key: int) -> Version:
    return _version(connection.execute(_NEWEST, {"key": key}).one())


def _begun(connection: Connection, author: int, kind: CompositionKind, name: str, at: datetime) -> int:
    values = {"author_id": author, "kind": kind.value, "name": name, "made_at": at, "dropped_at": None}
    return inserted(connection, CompositionRow, values)


def _put(connection: Connection, key: int, number: int, at: datetime, text: str) -> Version:
    values = {"composition_id": key, "number": number, "at": at, "text": text}
    connection.execute(insert(VersionRow), values)
    return Version(key, number, at, text)


def _composition(row: Any) -> Composition:
    return Composition(
        row.id, row.author_id, CompositionKind(row.kind), row.name, row.newest, row.at, row.dropped_at, row.beginning
    )


def _version(row: Any) -> Version:
    return Version(row.composition_id, row.number, row.at, row.text)


_LAST = (
    select(func.max(VersionRow.at))
    .join(CompositionRow, CompositionRow.id == VersionRow.composition_id)
    .where(CompositionRow.author_id == bindparam("author"))
)
_AUTHOR = (
    select(CompositionRow.author_id)
    .join(VersionRow, VersionRow.composition_id == CompositionRow.id)  # one that was purged has none
    .where(CompositionRow.id == bindparam("key"))
)
_EMPTIED = "~"
"""How the name of a composition begins of which only the number is left. No name that a teacher chooses does."""
_IS_EMPTIED = and_(
    CompositionRow.name.startswith(_EMPTIED, autoescape=True),
    CompositionRow.id == select(func.max(CompositionRow.id)).scalar_subquery(),
)
_DROPPED = select(CompositionRow.id, CompositionRow.author_id, CompositionRow.name).where(
    CompositionRow.dropped_at < bindparam("before"), ~_IS_EMPTIED
)
_TEXTS = select(CompositionRow.id, VersionRow.text).join(VersionRow, VersionRow.composition_id == CompositionRow.id)
_WORKS = [
    select(row.work).where(or_(row.work.contains("own-"), row.work.contains('"composition"')))
    for row in (AssignmentRow, AssignmentTemplateRow, LiveRow)
]
_USES = re.compile(r'own-([0-9]+)-|"composition": ?([0-9]+)')
_LATEST = (
    select(VersionRow.composition_id, func.max(VersionRow.number).label("newest"))
    .group_by(VersionRow.composition_id)
    .subquery()
)
_COMPOSITIONS = (
    select(
        *CompositionRow.__table__.columns,
        VersionRow.number.label("newest"),
        VersionRow.at,
        func.substr(VersionRow.text, 1, BEGINNING).label("beginning"),
    )
    .join(_LATEST, _LATEST.c.composition_id == CompositionRow.id)
    .join(
        VersionRow,
        and_(VersionRow.composition_id == CompositionRow.id, VersionRow.number == _LATEST.c.newest),
    )
)
_ALL_OF = _COMPOSITIONS.where(CompositionRow.author_id == bindparam("author"))
_BY_ID = _COMPOSITIONS.where(CompositionRow.id == bindparam("key"))
_BY_NAME = _ALL_OF.where(CompositionRow.kind == bindparam("kind"), CompositionRow.name == bindparam("name"))
_VERSIONS = (
    select(*VersionRow.__table__.columns)
    .where(VersionRow.composition_id == bindparam("key"))
    .order_by(VersionRow.number.desc())
)
_NEWEST = _VERSIONS.limit(1)
_VERSION = select(*VersionRow.__table__.columns).where(
    VersionRow.composition_id == bindparam("key"), VersionRow.number == bindparam("number")
)
_HANDS_AT = (
    select(CompositionRow.id, CompositionRow.name, func.max(VersionRow.number).label("number"))
    .join(VersionRow, VersionRow.composition_id == CompositionRow.id)
    .where(
        CompositionRow.author_id == bindparam("author"),
        CompositionRow.kind == CompositionKind.HAND.value,
        VersionRow.at <= bindparam("at"),
    )
    .group_by(CompositionRow.id, CompositionRow.name)
)
