"""Rubbers at a practice table: what is written down of them, and the matches that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, select, update

from tutor.cards import Card
from tutor.codes import CODES, code
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.seats import Seat
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import Answers
from tutor.study.storage.dialects import inserted, upsert
from tutor.study.storage.repository import LearnerRepository, columns_of
from tutor.study.storage.tables import ActRow, MatchRow, SittingRow
from tutor.tables.match import Match, Strictness

BY_TUTOR = " (tutor)"
"""What follows an act at a table of several people that the tutor made in the place of a player."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A rubber at a practice table as it is written down: the choices, and the acts of each deal in their order.

    `given` has a line for each deal that was chosen beforehand, and `fixed` the acts that were set for it. One that is
    played for an `assignment` has the number of the `attempt` at it.
    """

    code: str
    seed: str
    player: str
    strictness: str
    given: tuple[str, ...] = ()
    records: tuple[tuple[str, ...], ...] = ((),)
    assignment: int | None = None
    attempt: int | None = None
    fixed: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, match: Match, assignment: int | None = None, attempt: int | None = None) -> SavedMatch:
        """A match as it is written down, for an attempt at an assignment where it is played for one."""
        given = tuple(line_of(deal) for deal in match.given)
        choices = (match.code.key, match.seed, match.player.letter, match.strictness.value)
        return cls(*choices, given, match.records, assignment, attempt, match.fixed)

    @property
    def columns(self) -> Mapping[str, object]:
        """What is written down of the choices, by column."""
        return {
            "code": self.code,
            "seed": self.seed,
            "player": self.player,
            "strictness": self.strictness,
            "given": "\n".join(self.given),
            "fixed": "\n".join("\t".join(acts) for acts in self.fixed),
        }

    def match(self) -> Match | None:
        """What was written down; None where it was played under a code that is no more."""
        if self.code not in CODES:
            return None
        given = tuple(deal_of(line) for line in self.given)
        player, strictness = Seat.parse(self.player), Strictness(self.strictness)
        return Match(code(self.code), self.seed, player, strictness, given, self.records, self.fixed)


@dataclass(frozen=True, slots=True)
class LearnerMatch:
    """A match with its number, whose it is, and when it was begun."""

    id: int
    learner: int
    begun_at: datetime
    saved: SavedMatch

    @property
    def match(self) -> Match | None:
        """See `SavedMatch`."""
        return self.saved.match()


class PlayedOn(TutorError):
    """A card or call was not saved, because the table had moved on since the page was opened."""

    def __init__(self) -> None:
        super().__init__(
            "The table has changed since you opened this page. Your last action was not saved. This is the table now."
        )


class Matches(LearnerRepository):
    """The rubbers that a learner has begun."""

    def begin(self, match: Match, assignment: int | None = None, attempt: int | None = None) -> int:
        """Keeps a match, and gives the number by which it is found again; an attempt at an assignment begins once."""
        saved = SavedMatch.of(match, assignment, attempt)
        row = {
            "learner_id": self._learner,
            "begun_at": self._clock(),
            "deals": len(saved.records),
            "assignment_id": assignment,
            "attempt": attempt,
            **saved.columns,
        }
        with self._taking_turns() as connection:
            if assignment is not None:
                for begun in connection.execute(_OF_WORK, {"learner": self._learner}):
                    if (begun.assignment_id, begun.attempt) == (assignment, attempt):
                        return int(begun.id)
            key = inserted(connection, MatchRow, row)
            save_acts(connection, key, match.records)
        return key

    def save(self, key: int, match: Match, was: Match, answers: Sequence[tuple[Answer, str]] = ()) -> None:
        """Keeps how far a match has come, and what is answered by that, each with the name of what sent it.

        All of it or nothing is kept: only where the match stands as it `was`. Raises `PlayedOn`, `AnsweredBefore`.
        """
        which, log = {"key": key, "learner": self._learner}, Answers(self._database, self._clock, self._learner)
        with self._taking_turns() as connection:
            stands = connection.execute(_MATCH, which).first()
            if stands is None or records_of(stands.deals, connection.execute(ACTS, {"key": key})) != was.records:
                raise PlayedOn
            connection.execute(_SET_DEALS, which | {"dealt": len(match.records)})
            save_acts(connection, key, match.records)
            for answer, idempotency_key in answers:
                log.record_within(connection, answer, idempotency_key)

    def find(self, key: int) -> Match | None:
        """The match of a number; None where the learner has none, or played it under a code that is no more."""
        saved = self.saved(key)
        return saved.match() if saved else None

    def saved(self, key: int) -> SavedMatch | None:
        """The match of a number as it is written down, if the learner has one."""
        return self._first(_MATCH, lambda row: saved_of(row, self._read(ACTS, key=key)), key=key)

    def seen(self, key: int) -> Match | None:
        """The same, or the match of a table of several people at which the learner has a seat, as played from there."""
        return self.find(key) or self._first(_SAT_AT, lambda row: self._from_seat(row, key), key=key)

    def _from_seat(self, row: Row[Any], key: int) -> Match | None:
        match = saved_of(row, self._read(ACTS, key=key)).match()
        return replace(match, player=Seat.parse(row.seat)) if match else None

    def kept(self, key: int) -> LearnerMatch | None:
        """The match of a number with when it was begun, if the learner has one."""
        return self._first(_MATCH, lambda row: learner_match(row, self._read(ACTS, key=key)), key=key)

    def all(self) -> Mapping[int, Match]:
        """The learner’s matches by number, the newest first, but those under a code that is no more."""
        acts: dict[int, list[Row[Any]]] = {}
        for act in self._read(_ALL_ACTS):
            acts.setdefault(act.match_id, []).append(act)
        found = {row.id: saved_of(row, acts.get(row.id, ())).match() for row in self._read(_MATCHES)}
        return {key: match for key, match in found.items() if match is not None}

    def latest_of(self, code: str, seed: str) -> int | None:
        """The number of the learner’s newest match of a game with the deals of a seed; None where there is none."""
        return self._first(_OF_SEED, lambda row: int(row.id), code=code, seed=seed)

    def of_work(self) -> Mapping[int, tuple[int, int]]:
        """The assignment, and the attempt at it, of each match that is played for one; the earliest first."""
        return {row.id: (row.assignment_id, row.attempt) for row in self._read(_OF_WORK)}


def line_of(deal: Deal) -> str:
    """A deal as it is written down: who dealt, the hands, and the card that was turned up."""
    return f"{deal.dealer.letter} {deal}" + (f" {deal.turn_up}" if deal.turn_up else "")


def deal_of(line: str) -> Deal:
    """The deal that was written down so. Raises `Malformed`, `NotAPack`."""
    words = line[2:].split()
    turned = Card.parse(words.pop()) if len(words) == len(Seat) + 1 else None
    return Deal.parse(" ".join(words), Seat.parse(line[:1]), turned)


def save_acts(connection: Connection, key: int, records: Sequence[Sequence[str]]) -> None:
    """Keeps the acts of a match that differ from those kept, and takes away what was undone."""
    kept = {(row.deal, row.number): row.text for row in connection.execute(ACTS, {"key": key})}
    _write_acts(connection, key, kept, _by_place(records))


def write_acts(
    connection: Connection,
    key: int,
    kept: Sequence[Sequence[str]],
    records: Sequence[Sequence[str]],
    by_tutor: Collection[tuple[int, int]],
) -> None:
    """The same where it is known which are kept; the acts at the places `by_tutor` are marked as the tutor’s."""
    before = {place: text for place, text in _by_place(kept).items() if place not in by_tutor}
    acts = {place: f"{text}{BY_TUTOR if place in by_tutor else ''}" for place, text in _by_place(records).items()}
    _write_acts(connection, key, before, acts)


def _by_place(records: Sequence[Sequence[str]]) -> Mapping[tuple[int, int], str]:
    """The acts by the number of their deal, and their number in it."""
    return {(deal, number): text for deal, record in enumerate(records) for number, text in enumerate(record)}


def _write_acts(
    connection: Connection, key: int, kept: Mapping[tuple[int, int], str], acts: Mapping[tuple[int, int], str]
) -> None:
    for deal, number in kept.keys() - acts.keys():
        connection.execute(_DELETE_ACT, {"key": key, "in_deal": deal, "at": number})
    rows = [
        {"match_id": key, "deal": deal, "number": number, "text": text}
        for (deal, number), text in acts.items()
        if kept.get((deal, number)) != text
    ]
    upsert(connection, ActRow, rows)


def learner_match(row: Row[Any], acts: Iterable[Row[Any]]) -> LearnerMatch:
    """The match of a row of its table, with the rows of its acts."""
    return LearnerMatch(row.id, row.learner_id, row.begun_at, saved_of(row, acts))


def saved_of(row: Row[Any], acts: Iterable[Row[Any]]) -> SavedMatch:
    """A match as its row and those of its acts have it."""
    choices = (row.code, row.seed, row.player, row.strictness, tuple(row.given.splitlines()))
    fixed = tuple(tuple(filter(None, line.split("\t"))) for line in row.fixed.split("\n")) if row.fixed else ()
    return SavedMatch(*choices, records_of(row.deals, acts), row.assignment_id, row.attempt, fixed)


def records_of(deals: int, acts: Iterable[Row[Any]]) -> tuple[tuple[str, ...], ...]:
    """The acts of each of so many deals, from the rows of all of them in their order."""
    records: list[list[str]] = [[] for _ in range(deals)]
    for act in acts:
        records[act.deal].append(act.text.removesuffix(BY_TUTOR))
    return tuple(map(tuple, records))


_OF_LEARNER = and_(MatchRow.learner_id == bindparam("learner"), MatchRow.code_to_join.is_(None))
"""A table of several people is none of anybody’s practice tables."""
_MATCHES = columns_of(MatchRow).where(_OF_LEARNER).order_by(MatchRow.id.desc())
_MATCH = _MATCHES.where(MatchRow.id == bindparam("key"))
_SAT_AT = (
    columns_of(MatchRow)
    .add_columns(SittingRow.seat)
    .join(SittingRow, SittingRow.match_id == MatchRow.id)
    .where(MatchRow.id == bindparam("key"), SittingRow.learner_id == bindparam("learner"))
)
_OF_SEED = (
    select(MatchRow.id)
    .where(_OF_LEARNER, MatchRow.code == bindparam("code"), MatchRow.seed == bindparam("seed"))
    .order_by(MatchRow.id.desc())
    .limit(1)
)
_OF_WORK = (
    select(MatchRow.id, MatchRow.assignment_id, MatchRow.attempt)
    .where(_OF_LEARNER, MatchRow.assignment_id.is_not(None))
    .order_by(MatchRow.id)
)
_SET_DEALS = update(MatchRow).where(MatchRow.id == bindparam("key"), _OF_LEARNER).values(deals=bindparam("dealt"))
_PLACE_OF_ACT = (ActRow.match_id, ActRow.deal, ActRow.number)
_ALL_ACTS = (
    columns_of(ActRow).join(MatchRow, MatchRow.id == ActRow.match_id).where(_OF_LEARNER).order_by(*_PLACE_OF_ACT)
)
ACTS = columns_of(ActRow).where(ActRow.match_id == bindparam("key")).order_by(*_PLACE_OF_ACT)
_DELETE_ACT = delete(ActRow).where(
    ActRow.match_id == bindparam("key"), ActRow.deal == bindparam("in_deal"), ActRow.number == bindparam("at")
)
