"""What learners sent and what they were told was kept; compared, answer by answer, with what is in the database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Lock

from sqlalchemy import select

from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.tables import AnswerRow
from tutor.study.study import Study


@dataclass(frozen=True, order=True)
class Question:
    """A question of an assigned drill, as a learner meets it: attempts and questions are counted from 1."""

    learner: int
    assignment: int
    attempt: int
    number: int

    @property
    def address(self) -> str:
        return f"/assignments/{self.assignment}/{self.attempt}/{self.number}"


class Ledger:
    """Every answer that was sent, and every one that was acknowledged; several threads may write in it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sent: dict[Question, set[str]] = defaultdict(set)
        self._acknowledged: dict[Question, str] = {}
        self._contradicted: list[str] = []

    def send(self, question: Question, given: str) -> None:
        """Notes an answer before it is sent: it may be kept although nobody says so."""
        with self._lock:
            self._sent[question].add(given)

    def acknowledge(self, question: Question, given: str) -> None:
        """Notes that a learner was told that this answer is kept."""
        with self._lock:
            before = self._acknowledged.setdefault(question, given)
            if before != given:
                self._contradicted.append(f"{question}: ‘{before}’ was acknowledged, and ‘{given}’ afterwards")

    @property
    def acknowledged(self) -> int:
        """How many answers have been acknowledged so far."""
        return len(self._acknowledged)

    def compare(self, where: Path | str) -> Comparison:
        """Compares with what is kept in a file or on a server."""
        with self._lock:
            return Comparison(dict(self._acknowledged), dict(self._sent), _kept(where, self._sent), self._contradicted)


@dataclass(frozen=True)
class Kept:
    """The answers in the database to each question, and what a learner’s memory has otherwise than the answers say."""

    given: Mapping[Question, tuple[str, ...]]
    strays: tuple[str, ...]
    differed: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Acknowledged answers beside those that are kept."""

    acknowledged: Mapping[Question, str]
    sent: Mapping[Question, set[str]]
    kept: Kept
    contradicted: list[str]

    @property
    def figures(self) -> dict[str, object]:
        kinds = Counter(kind for kind, _ in self._wrong())
        counted = {kind: kinds[kind] for kind in ("lost", "twice", "changed", "never sent")}
        return {"acknowledged": len(self.acknowledged), "kept": sum(map(len, self.kept.given.values())), **counted}

    @property
    def faults(self) -> tuple[str, ...]:
        remembered = (f"not remembered as it was answered: {one}" for one in self.kept.differed)
        return (*(f"{kind}: {what}" for kind, what in self._wrong()), *self.contradicted, *remembered)

    def _wrong(self) -> Iterator[tuple[str, str]]:
        for question, given in sorted(self.acknowledged.items()):
            kept = self.kept.given.get(question, ())
            if not kept:
                yield "lost", f"{question} was answered ‘{given}’"
            elif len(kept) > 1:
                yield "twice", f"{question} was answered ‘{given}’, and kept are {kept}"
            elif kept != (given,):
                yield "changed", f"{question} was answered ‘{given}’, and kept is ‘{kept[0]}’"
        for question, kept in sorted(self.kept.given.items()):
            for given in kept:
                if given not in self.sent.get(question, ()):
                    yield "never sent", f"{question} has ‘{given}’"
        for stray in self.kept.strays:
            yield "never sent", stray


def _kept(where: Path | str, sent: Mapping[Question, set[str]]) -> Kept:
    """What is kept for the work in which something was sent; the product itself says which question is which."""
    study = Study.open(where, lambda: datetime.now(UTC))
    assignments = Classroom.of(study.database, study.clock, Random(1)).assignments
    work = {one: assignments.find(one) for one in {question.assignment for question in sent}}
    with study.database.reading() as connection:
        rows = connection.execute(select(AnswerRow).where(AnswerRow.assignment_id.in_(work)).order_by(AnswerRow.id))
        found = [dict(row) for row in rows.mappings()]
    given: dict[Question, tuple[str, ...]] = {}
    strays: list[str] = []
    numbers: dict[tuple[int, int, int], dict[str, int]] = {}
    for row in found:
        whose = (row["learner_id"], row["assignment_id"], row["attempt"])
        if whose not in numbers:
            put = work[whose[1]].questions_for(whose[0], whose[2])
            numbers[whose] = {ref.key: number for number, ref in enumerate(put, 1)}
        number = numbers[whose].get(row["item"])
        if number is None:
            strays.append(f"an answer to {row['item']}, which was not asked")
            continue
        question = Question(*whose, number)
        given[question] = (*given.get(question, ()), row["given"])
    differed = [
        f"{item} of learner {learner}"
        for learner in sorted({question.learner for question in sent})
        for item in study.of(learner).reviews.rebuild().differed
    ]
    study.close()
    return Kept(given, tuple(strays), tuple(differed))
