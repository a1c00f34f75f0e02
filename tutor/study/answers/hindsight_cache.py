"""Tables of hindsight, each computed once: they are kept in the study by the digest of what they are computed from."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from threading import Lock

from sqlalchemy import bindparam, select

from tutor.analysis.hindsight import Hindsight
from tutor.deal import pbn_hand
from tutor.errors import Malformed
from tutor.play import Play
from tutor.seats import Seat
from tutor.study.storage.database import Database, DatabaseUnavailable
from tutor.study.storage.dialects import upsert
from tutor.study.storage.tables import HindsightRow

FORM = 1
"""To be raised when what is kept, or how it is found, changes: what was kept before is then computed anew."""


class Hindsights:
    """The tables of the plays that are asked for, in memory and in a database; the same for every learner."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen: dict[Play, Hindsight] = {}
        self._lock = Lock()

    def of(self, play: Play) -> Hindsight:
        """The table of a play; computed and kept where it is not kept yet.

        A study that cannot be used costs time and nothing else. Raises `Illegal` for a play with a revoke in it.
        """
        with self._lock:
            found = self._find(play)
            if found is None:
                found = self._seen[play] = Hindsight.of(play)
                with suppress(DatabaseUnavailable):
                    self._save(play, found)
            return found

    def kept(self, play: Play) -> Hindsight | None:
        """The table of a play if it has been computed, by this tutor or an earlier one."""
        with self._lock:
            return self._find(play)

    def _find(self, play: Play) -> Hindsight | None:
        if play not in self._seen:
            with suppress(DatabaseUnavailable, Malformed):
                for row in self._database.read(_TRICKS, digest=digest(play)):
                    self._seen[play] = Hindsight.parse(row.tricks, play)
        return self._seen.get(play)

    def _save(self, play: Play, table: Hindsight) -> None:
        """A page waits for it, so it waits for nobody: raises `DatabaseUnavailable` where somebody else is writing."""
        with self._database.writing(durably=False, waits=False) as connection:
            upsert(connection, HindsightRow, {"digest": digest(play), "tricks": str(table)})


def digest(play: Play) -> str:
    """A name for all that a table of hindsight depends on: hands dealt, trumps, leader, cards played."""
    dealt = play.dealt()
    leader, trumps = (*play.tricks, play.trick)[0].leader, play.trumps
    said = (
        str(FORM),
        *(pbn_hand(dealt[seat]) for seat in Seat),
        leader.letter,
        trumps.letter if trumps else "none",
        *(str(played.card) for played in play.played()),
    )
    return hashlib.sha256(" ".join(said).encode()).hexdigest()


_TRICKS = select(HindsightRow.tricks).where(HindsightRow.digest == bindparam("digest"))
