"""The numbers of questions and deals that are assigned: drawn from a secret, and beyond the reach of practice.

Practice numbers its questions below `LARGEST_NUMBER`, and every address of it refuses more. Assigned questions have
numbers above that, drawn by HMAC from the secret of the assignment, and assigned deals have a seed that no practice
table takes. So whoever does not know the secret cannot find an assigned question or deal anywhere else.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet, different_questions
from tutor.quizzes.items import ExerciseBank, ItemRef

Pool = tuple[tuple[str, int], ...]
"""Questions to draw from, no two of them alike: their items and numbers."""

EVERYBODY = "all"
_LARGEST_SEALED = 2**53
"""Whatever reads JSON reads whole numbers below it exactly."""
_SEALED_SEED = "sealed-"


def new_secret() -> str:
    """A secret for an assignment: nobody can guess it."""
    return secrets.token_hex(32)


def seal_of(secret: str, who: str, seed: int) -> str:
    """What all that a learner is asked for an assignment is drawn from; `EVERYBODY` is asked the same by one of it.

    The teacher may choose another `seed`. It tells nothing of the secret, nor of the seals of others.
    """
    return _drawn(secret, "seal", who, str(seed))


def digest_of(seal: str) -> str:
    """What tells one seal from another, and nothing else of it."""
    return _drawn(seal, "digest")[:40]


def sealed_questions(seal: str, items: Sequence[str], questions: int, level: Level, attempt: int) -> Sequence[ItemRef]:
    """The questions of an attempt (from 1), in order; no item comes twice before every other has come once.

    Questions on one item have numbers that follow each other, so that they are unlike.
    """
    random = Random(_drawn(seal, "order", str(attempt)))
    span = _LARGEST_SEALED - LARGEST_NUMBER - questions
    order: list[tuple[str, int]] = []
    for turn in range(-(-questions // len(items))):
        again = [(item, turn) for item in items]
        random.shuffle(again)
        order += again
    return tuple(
        ItemRef(item, LARGEST_NUMBER + _number(seal, attempt, item) % span + turn, level)
        for item, turn in order[:questions]
    )


def new_pool(makers: ExerciseBank, items: Sequence[str], questions: int, level: Level) -> Pool:
    """Different questions on items, beyond the reach of practice: more than `questions`, or all that there are.

    There are more, so that another attempt or another learner is asked something else where that is possible.
    """
    secret = new_secret()
    wanted = questions + max(_SPARE, questions // 2)
    refs = different_questions(
        makers,
        items,
        level,
        each=-(-wanted // len(items)),
        least=wanted,
        first=lambda item: LARGEST_NUMBER + _number(secret, 0, item) % (_LARGEST_SEALED // 2),
    )
    return tuple((ref.item, ref.number) for ref in refs)


_SPARE = 5
"""How many more questions than it asks a small drill has to draw from, if there are so many."""


def pooled_questions(pool: Pool, questions: int, level: Level, random: Random) -> Sequence[ItemRef]:
    """So many questions of a pool, in order; no item comes twice before every other that is left has come again."""
    numbers: dict[str, list[int]] = {}
    for item, number in pool:
        numbers.setdefault(item, []).append(number)
    for those in numbers.values():
        random.shuffle(those)
    order: list[ItemRef] = []
    for turn in range(max(map(len, numbers.values()))):
        again = [ItemRef(item, those[turn], level) for item, those in numbers.items() if turn < len(those)]
        random.shuffle(again)
        order += again
    return tuple(order[:questions])


def sealed_seed(seal: str, attempt: int) -> str:
    """The seed of the deal of an attempt (from 1)."""
    return f"{_SEALED_SEED}{_drawn(seal, 'deal', str(attempt))[:32]}"


@dataclass(frozen=True, slots=True)
class Draw:
    """What the questions and deals of a learner are drawn from: a `seal`.

    Work that was assigned before there were secrets has none. Its questions and deals are drawn from a text that says
    whose they are, and practice can reach them.
    """

    seal: str
    unsealed: str = ""

    def questions(self, items: tuple[str, ...], number: int, level: Level, attempt: int) -> Sequence[ItemRef]:
        """So many questions on items for an attempt (from 1), in order."""
        if self.seal:
            return sealed_questions(self.seal, items, number, level, attempt)
        return ExerciseSet(items, number, self._number(attempt), level).refs()

    def pooled(self, pool: Pool, number: int, level: Level, attempt: int) -> Sequence[ItemRef]:
        """So many questions of a pool for an attempt (from 1), in order."""
        key = _drawn(self.seal, "pool", str(attempt)) if self.seal else f"{self.unsealed}/{attempt}"
        return pooled_questions(pool, number, level, Random(key))

    def deal(self, attempt: int) -> str:
        """The seed of the deal of an attempt (from 1)."""
        return sealed_seed(self.seal, attempt) if self.seal else str(self._number(attempt))

    def _number(self, attempt: int) -> int:
        return Random(f"{self.unsealed}/{attempt}").randrange(LARGEST_NUMBER)


def is_sealed(number: int | None) -> bool:
    """Whether the number of a question was drawn so."""
    return number is not None and number >= LARGEST_NUMBER


def is_sealed_seed(seed: str) -> bool:
    """Whether a seed has the form of those of assigned deals, which practice never takes."""
    return seed.strip().lower().startswith(_SEALED_SEED)


def _number(seal: str, attempt: int, item: str) -> int:
    return int(_drawn(seal, "question", str(attempt), item), 16)


def _drawn(key: str, *of: str) -> str:
    return hmac.new(key.encode(), "\n".join(of).encode(), hashlib.sha256).hexdigest()
