"""What teachers are writing and have not saved as a version yet: saved by itself, one row for each thing they write.

Two tabs may write the same thing. Each knows the version of the draft that it last saw. A save over what another tab
saved meanwhile is refused until its writer says that it shall win.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.content_text import title_in
from tutor.library.user_content import CompositionKind, normal
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.storage.dialects import upsert
from tutor.study.storage.repository import Repository, lock_learner
from tutor.study.storage.tables import DraftRow

MOST_DRAFTS = 50
"""How many drafts one teacher may have at a time."""
LONGEST_SLOT = 20
_SLOT = re.compile(r"[1-9][0-9]{0,8}|new-[a-z0-9]{1,12}")
_GONE = "~"
"""What parts the slot of a discarded draft from its number."""


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A draft as it was saved: what it is of, how often it was saved, and its text.

    `slot` is the number of the composition, or `new-…` for something new. `begun` is the version of the composition
    from which it began; 0 for something new. `tab` is a word for the page that saved it.
    """

    author: int
    kind: CompositionKind
    slot: str
    version: int
    begun: int
    name: str
    at: datetime
    text: str
    tab: str = ""
    deleted_at: datetime | None = None

    @property
    def composition(self) -> int | None:
        """The number of the composition, if it is of one."""
        return int(self.slot) if self.slot.isdecimal() else None

    @property
    def title(self) -> str:
        """What it says that it is called, or else its name."""
        return title_in(self.text) or self.name


class DraftClash(TutorError):
    """A draft was saved elsewhere, or discarded, since this page saw it. `theirs` is what is saved now, if anything."""

    def __init__(self, theirs: SavedDraft | None) -> None:
        self.theirs = theirs
        super().__init__("this draft has been changed in another tab. Keep your text, or load the other one.")


class TooManyDrafts(TutorError):
    """Somebody has as many drafts as are allowed."""

    def __init__(self) -> None:
        super().__init__(f"you have {MOST_DRAFTS} drafts. Save or discard one of them first.")


class Drafts(Repository):
    """The drafts of a database."""

    def all_of(self, author: int) -> Sequence[SavedDraft]:
        """Those of an author, the newest first."""
        return self._all(_ALL, _draft, author=author)

    def find(self, author: int, kind: CompositionKind, slot: str) -> SavedDraft | None:
        """The draft of an author in a slot, if there is one."""
        return self._first(_ONE, _draft, author=author, kind=kind.value, slot=slot)

    def named(self, author: int, slot: str) -> SavedDraft:
        """The draft of an author in a slot. Raises `Unknown`, for another’s as for none."""
        for draft in self.all_of(author):
            if draft.slot == slot:
                return draft
        raise Unknown("draft", slot, ())

    def save(self, draft: SavedDraft, *, wins: bool = False) -> SavedDraft:
        """Saves a draft whose `version` is the one that its writer last saw; gives it as saved.

        If it `wins`, it takes the place of whatever is there. Saving the same twice changes nothing.

        Raises `DraftClash` where another was saved meanwhile, `TooManyDrafts`, and `Malformed` for a slot that is none.
        """
        checked_slot(draft.slot)
        text = normal(draft.text)
        with self._database.writing() as connection:
            lock_learner(connection, draft.author)
            rows = [_draft(row) for row in connection.execute(_ALL, {"author": draft.author})]
            there = next((row for row in rows if (row.kind, row.slot) == (draft.kind, draft.slot)), None)
            if there is not None and (there.text, there.name) == (text, draft.name):
                return there
            is_newer = (there.version if there else 0) != draft.version
            is_mine = there is not None and draft.tab != "" and there.tab == draft.tab
            if is_newer and not is_mine and not wins:
                raise DraftClash(there)
            if there is None and len(rows) >= MOST_DRAFTS:
                raise TooManyDrafts
            number = max(draft.version, there.version if there else 0) + 1
            made = SavedDraft(
                draft.author, draft.kind, draft.slot, number, draft.begun, draft.name, self._clock(), text, draft.tab
            )
            upsert(connection, DraftRow, _values(made))
        return made

    def discard(self, author: int, slot: str) -> str:
        """Discards the draft in a slot, until it is restored; the slot that it has now.

        Raises `Unknown` if there is none.
        """
        with self._database.writing() as connection:
            lock_learner(connection, author)
            return self._discard(connection, author, slot)

    def _discard(self, connection: Connection, author: int, slot: str) -> str:
        used_slots = set(connection.scalars(_SLOTS, {"author": author}).all())
        if slot not in used_slots or _GONE in slot:
            raise Unknown("draft", slot, ())
        free = next(to for to in (f"{slot}{_GONE}{number}" for number in count(1)) if to not in used_slots)
        _move(connection, author, slot, free, self._clock())
        return free

    def discarded_of(self, author: int) -> Sequence[SavedDraft]:
        """The drafts that an author discarded and can restore, the latest first."""
        return self._all(_DISCARDED, _draft, author=author, since=self._clock() - CAN_BE_UNDONE)

    def restore(self, author: int, slot: str) -> SavedDraft:
        """Brings back a draft that was discarded. A draft that is in its place by now is discarded instead.

        Raises `Unknown` if there is none.
        """
        with self._database.writing() as connection:
            lock_learner(connection, author)
            since = self._clock() - CAN_BE_UNDONE
            found = connection.scalars(_RESTORABLE, {"author": author, "slot": slot, "since": since}).first()
            if found is None:
                raise Unknown("draft", slot, ())
            place = slot.partition(_GONE)[0]
            if place in connection.scalars(_SLOTS, {"author": author}).all():
                self._discard(connection, author, place)
            _move(connection, author, slot, place, None)
        return self.named(author, place)

    def settle(self, author: int, slot: str) -> None:
        """Deletes the draft in a slot, if there is one: its text has been saved as a version."""
        self._write(_DISCARD, author=author, slot=slot)


def checked_slot(slot: str) -> str:
    """A slot that can be one. Raises `Malformed`."""
    if len(slot) > LONGEST_SLOT or not _SLOT.fullmatch(slot):
        raise Malformed("draft", slot[:40], "there is no such place for a draft", "Open the editor again")
    return slot


def _values(draft: SavedDraft) -> dict[str, Any]:
    return {
        "author_id": draft.author,
        "kind": draft.kind.value,
        "slot": draft.slot,
        "version": draft.version,
        "begun": draft.begun,
        "tab": draft.tab,
        "name": draft.name,
        "at": draft.at,
        "text": draft.text,
        "deleted_at": draft.deleted_at,
    }


def _move(connection: Connection, author: int, slot: str, to: str, deleted_at: datetime | None) -> None:
    where = DraftRow.author_id == author, DraftRow.slot == slot
    connection.execute(update(DraftRow).where(*where).values(slot=to, deleted_at=deleted_at))


def _draft(row: Any) -> SavedDraft:
    return SavedDraft(
        row.author_id,
        CompositionKind(row.kind),
        row.slot,
        row.version,
        row.begun,
        row.name,
        row.at,
        row.text,
        row.tab,
        row.deleted_at,
    )


_OF_AUTHOR = select(*DraftRow.__table__.columns).where(DraftRow.author_id == bindparam("author"))
_ALL = _OF_AUTHOR.where(DraftRow.deleted_at.is_(None)).order_by(DraftRow.at.desc(), DraftRow.slot)
_DISCARDED = _OF_AUTHOR.where(DraftRow.deleted_at >= bindparam("since")).order_by(
    DraftRow.deleted_at.desc(), DraftRow.slot
)
_SLOTS = select(DraftRow.slot).where(DraftRow.author_id == bindparam("author"))
_RESTORABLE = _SLOTS.where(DraftRow.slot == bindparam("slot"), DraftRow.deleted_at >= bindparam("since"))
_ONE = _ALL.where(DraftRow.kind == bindparam("kind"), DraftRow.slot == bindparam("slot"))
_DISCARD = delete(DraftRow).where(DraftRow.author_id == bindparam("author"), DraftRow.slot == bindparam("slot"))
