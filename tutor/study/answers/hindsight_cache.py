"""Tables of hindsight, each computed once: they are kept in the study by the digest of what they are computed from."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from threading import Lock

from tutor.analysis.hindsight import Hindsight
from tutor.deal import pbn_hand
from tutor.errors import Malformed
from tutor.play import Play
from tutor.seats import Seat
from tutor.study.answers.store import Study
from tutor.study.storage.database import DatabaseUnavailable

FORM = 1
"""To be raised when what is kept, or how it is found, changes: what was kept before is then computed anew."""


class Hindsights:
    """The tables of the plays that are asked for, in memory and in a study."""

    def __init__(self, study: Study) -> None:
        self._study = study
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
                    self._study.keep_hindsight(digest(play), str(found))
            return found

    def kept(self, play: Play) -> Hindsight | None:
        """The table of a play if it has been computed, by this tutor or an earlier one."""
        with self._lock:
            return self._find(play)

    def _find(self, play: Play) -> Hindsight | None:
        if play not in self._seen:
            with suppress(DatabaseUnavailable, Malformed):
                kept = self._study.hindsight(digest(play))
                if kept is not None:
                    self._seen[play] = Hindsight.parse(kept, play)
        return self._seen.get(play)


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
