"""What a database can refuse, told apart: busy, full, read-only, damaged, out of reach; and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from tutor.errors import TutorError
from tutor.wording import sentences


class DatabaseUnavailable(TutorError):
    """The database cannot be opened, read or written, or is not the tutor’s.

    `retry_after` is how many seconds to wait before it makes sense to try again.
    """

    retry_after = 30


class DatabaseBusy(DatabaseUnavailable):
    """Somebody else has been writing for too long. Nothing has been changed, and it may be tried again."""

    retry_after = 5


class DiskFull(DatabaseUnavailable):
    """There is no room for what was to be written. Nothing of it has been written."""


class ReadOnly(DatabaseUnavailable):
    """The database may be read, and not written."""


class DatabaseDamaged(DatabaseUnavailable):
    """The database holds what no database can: its file or its disk is damaged, and nobody knows how far."""

    retry_after = 3600


class DatabaseUnreachable(DatabaseUnavailable):
    """The connection to a server could not be made, or was lost."""


@dataclass(frozen=True, slots=True)
class DatabaseAction:
    """What was being done when it failed: `could_not` says it (“could not be saved”).

    A deed that `writes` may be `ending`: then the database may have it although the answer never came.
    """

    could_not: str
    writes: bool = False
    ending: bool = False


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The database that refused: its `place` as people read it, whether it is a file, and the backups known of."""

    place: str
    is_file: bool
    backups: tuple[str, ...] = ()


_BUSY, _FULL, _READ_ONLY, _DAMAGED = {5, 6}, {13}, {8}, {11, 26}
"""The result codes of SQLite (sqlite.org/rescode.html), without what further bytes say of them."""
_SERVER_BUSY = {"55P03", "57014", "40P01", "40001", "25P03"}
_SERVER_FULL = {"53100"}
_SERVER_READ_ONLY = {"25006"}
_SERVER_DAMAGED = {"XX001", "XX002"}


def reason_of(error: BaseException) -> str:
    """The first line of what the database said."""
    return str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).partition("\n")[0].strip()


def database_error(error: DBAPIError | NoneFree, deed: DatabaseAction, where: Whereabouts) -> DatabaseUnavailable:
    """The error that says what a database refused, why, and what to do; it claims nothing that is not known."""
    kind = DatabaseBusy if isinstance(error, NoneFree) else _kind(error)
    what, reason = f"what you sent {deed.could_not}", reason_of(error)
    if not deed.writes:
        what = f"the saved data {deed.could_not}"
    if kind is DatabaseBusy:
        return busy(deed, reason)
    if kind is DatabaseDamaged:
        return damaged(where, reason)
    undone = "None of it has been saved" if deed.writes and not deed.ending else ""
    if deed.ending and kind is not DiskFull:
        undone = "It may or may not have been saved. Check before you send it again"
    return kind(sentences(f"{what}: {reason}", undone, _mend(kind, where)))


def busy(deed: DatabaseAction, reason: str) -> DatabaseBusy:
    """The error for who has waited long enough for somebody else’s writing to end."""
    if not deed.writes:
        return DatabaseBusy(sentences(f"the saved data {deed.could_not}: {reason}", "Try again in a few seconds"))
    undone = "Nothing has been changed. Send it again in a few seconds"
    return DatabaseBusy(sentences(f"what you sent {deed.could_not}: {reason}", undone))


def damaged(where: Whereabouts, reason: str) -> DatabaseDamaged:
    """The error for a database in which damage was found."""
    return DatabaseDamaged(sentences(f"the database {where.place} is damaged: {reason}", _rescue(where)))


def no_database(where: Whereabouts, reason: str) -> DatabaseDamaged:
    """The error for a file that does not even begin as a database: another program’s, or damaged there."""
    another = "If it belongs to another program, choose another folder with --data. Otherwise it is damaged"
    return DatabaseDamaged(sentences(f"{where.place}, which cannot be used: {reason}", another, _rescue(where)))


def _rescue(where: Whereabouts) -> str:
    if where.is_file:
        copy = f"Stop the tutor, and copy {where.place} and the files beside it whose names begin the same way"
    else:
        copy = "Stop the tutor, and copy the data folder of the server"
    newest = f" ({where.backups[-1]})" if where.backups else ""
    return f"{copy}. Then restore your newest backup{newest} into a new folder or server with `tutor restore`"


def _mend(kind: type[DatabaseUnavailable], where: Whereabouts) -> str:
    if kind is DiskFull:
        return f"Free some space on the disk that holds {where.place}"
    if kind is ReadOnly:
        return f"Give the tutor permission to write to {where.place}"
    if kind is DatabaseUnreachable:
        return "Check that the database server runs and lets the tutor in"
    return ""


def _kind(error: DBAPIError) -> type[DatabaseUnavailable]:
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        main = code & 0xFF
        for codes, kind in (
            (_BUSY, DatabaseBusy),
            (_FULL, DiskFull),
            (_READ_ONLY, ReadOnly),
            (_DAMAGED, DatabaseDamaged),
        ):
            if main in codes:
                return kind
        return DatabaseUnavailable
    state = getattr(error.orig, "sqlstate", None) or ""
    for states, kind in (
        (_SERVER_BUSY, DatabaseBusy),
        (_SERVER_FULL, DiskFull),
        (_SERVER_READ_ONLY, ReadOnly),
        (_SERVER_DAMAGED, DatabaseDamaged),
    ):
        if state in states:
            return kind
    lost = error.connection_invalidated or state.startswith(("08", "57P"))
    return DatabaseUnreachable if lost else DatabaseUnavailable
