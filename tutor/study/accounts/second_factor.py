"""The second factor of a teacher: one-time codes of an app (TOTP, RFC 6238), and recovery codes for when it is lost."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest
from random import Random

from sqlalchemy import bindparam, delete, func, insert, select, update

from tutor.extras import importing
from tutor.study.classroom.invitations import ALPHABET
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import upsert
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import OneTimeRow, RecoveryRow

ISSUER = "Love All"
SECRET_LETTERS = 32
"""Letters of base 32: 160 bits."""
SECONDS_A_STEP, DIGITS = 30, 6
SKEW = 1
"""How many steps the clock of a telephone may be before or behind ours."""
RECOVERY_CODES, RECOVERY_LETTERS = 10, 12
_BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A second factor that is being set up: the secret for the app, and the address in the QR code."""

    secret: str
    address: str

    @property
    def spaced(self) -> str:
        """The secret as it is typed: in groups of four."""
        return " ".join(self.secret[start : start + 4] for start in range(0, len(self.secret), 4))


class SecondFactors(Repository):
    """The second factors of a database; `random` makes secrets and must not be guessable.

    Every method raises `DatabaseUnavailable`.
    """

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        super().__init__(database, clock)
        self._random = random

    def is_on(self, learner: int) -> bool:
        """Whether somebody is asked for a code: it was set up, and confirmed by a first code."""
        return any(row.confirmed_at is not None for row in self._read(_OF, learner=learner))

    def begin(self, learner: int) -> None:
        """Begins to set it up, by a new secret, where it is not on yet."""
        secret = self._letters(_BASE_32, SECRET_LETTERS)
        values = {"learner_id": learner, "secret": secret, "step": 0, "made_at": self._clock(), "confirmed_at": None}
        with self._database.writing() as connection:
            row = connection.execute(_OF.with_for_update(), {"learner": learner}).first()
            if row is None or row.confirmed_at is None:
                upsert(connection, OneTimeRow, values)

    def enrolment(self, learner: int, name: str) -> Enrolment | None:
        """What an app must know while it is set up, and never again after that."""
        for row in self._read(_OF, learner=learner):
            if row.confirmed_at is None:
                with importing("class", "Two-step log-in"):
                    import pyotp  # slow to import, and seldom wanted

                address = pyotp.TOTP(row.secret).provisioning_uri(name=name, issuer_name=ISSUER)
                return Enrolment(row.secret, address)
        return None

    def confirm(self, learner: int, code: str) -> Sequence[str] | None:
        """Turns it on by a first code: the recovery codes, which are shown this once. None for a wrong code."""
        step = self._step(learner, code, is_confirmed=False)
        if step is None:
            return None
        codes = [self._letters(ALPHABET, RECOVERY_LETTERS) for _ in range(RECOVERY_CODES)]
        with self._database.writing() as connection:
            confirmed = connection.execute(
                update(OneTimeRow)
                .where(OneTimeRow.learner_id == learner, OneTimeRow.confirmed_at.is_(None))
                .values(confirmed_at=self._clock(), step=step)
            )
            if not confirmed.rowcount:
                return None  # another window was quicker
            connection.execute(delete(RecoveryRow).where(RecoveryRow.learner_id == learner))
            rows = [{"learner_id": learner, "digest": _digest(learner, code), "used_at": None} for code in codes]
            connection.execute(insert(RecoveryRow), rows)
        return [_spaced(code) for code in codes]

    def accepts(self, learner: int, code: str) -> bool:
        """Whether a one-time code is right. It is used up: neither it nor an older one is right again."""
        step = self._step(learner, code, is_confirmed=True)
        if step is None:
            return False
        with self._database.writing() as connection:
            used = connection.execute(
                update(OneTimeRow).where(OneTimeRow.learner_id == learner, OneTimeRow.step < step).values(step=step)
            )
            return used.rowcount == 1

    def accepts_recovery(self, learner: int, code: str) -> bool:
        """Whether a recovery code is right, and has not been used. It is used up."""
        with self._database.writing() as connection:
            used = connection.execute(
                update(RecoveryRow)
                .where(
                    RecoveryRow.learner_id == learner,
                    RecoveryRow.digest == _digest(learner, code),
                    RecoveryRow.used_at.is_(None),
                )
                .values(used_at=self._clock())
            )
            return used.rowcount == 1

    def recovery_codes_left(self, learner: int) -> int:
        """How many recovery codes have not been used."""
        (row,) = self._read(_LEFT, learner=learner)
        return int(row.number)

    def remove(self, learner: int) -> bool:
        """Turns it off: whether it was on."""
        with self._database.writing() as connection:
            connection.execute(delete(RecoveryRow).where(RecoveryRow.learner_id == learner))
            found = connection.execute(_OF, {"learner": learner}).first()
            connection.execute(delete(OneTimeRow).where(OneTimeRow.learner_id == learner))
        return found is not None and found.confirmed_at is not None

    def _step(self, learner: int, code: str, *, is_confirmed: bool) -> int | None:
        """The step of time that a code is of, if it is right just now and was not used."""
        digits = "".join(code.split())
        if len(digits) != DIGITS or not (digits.isascii() and digits.isdecimal()):
            return None
        for row in self._read(_OF, learner=learner):
            if (row.confirmed_at is not None) is not is_confirmed:
                return None
            with importing("class", "Two-step log-in"):
                import pyotp  # slow to import, and seldom wanted
            maker, now = pyotp.HOTP(row.secret), int(self._clock().timestamp()) // SECONDS_A_STEP
            steps = [step for step in range(now - SKEW, now + SKEW + 1) if compare_digest(maker.at(step), digits)]
            return next((step for step in steps if step > row.step), None)
        return None

    def _letters(self, alphabet: str, count: int) -> str:
        return "".join(self._random.choice(alphabet) for _ in range(count))


def _spaced(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def _digest(learner: int, code: str) -> str:
    """What is stored of a recovery code. It includes the number of the account, so that equal codes look different."""
    bare = "".join(letter for letter in code.upper() if letter in ALPHABET)[: 2 * RECOVERY_LETTERS]
    return hashlib.sha256(f"{learner} {bare}".encode()).hexdigest()


_OF = select(*OneTimeRow.__table__.columns).where(OneTimeRow.learner_id == bindparam("learner"))
_LEFT = select(func.count().label("number")).where(
    RecoveryRow.learner_id == bindparam("learner"), RecoveryRow.used_at.is_(None)
)
