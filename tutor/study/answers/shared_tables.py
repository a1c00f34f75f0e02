"""Tables of several people: who sits where, what has happened, and what waits for somebody’s consent.

A change locks the row of the table, and is made only while the table is as its author saw it. So two people who act at
once do not act twice, and nothing of either is lost without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, update

from tutor.codes import CODES
from tutor.errors import TutorError, Unknown
from tutor.seats import Seat
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import Answers
from tutor.study.answers.matches import (
    ACTS,
    BY_TUTOR,
    PlayedOn,
    SavedMatch,
    records_of,
    save_acts,
    saved_of,
    write_acts,
)
from tutor.study.classroom.class_access import is_taught_by
from tutor.study.classroom.invitations import bare, letters
from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import inserted, upsert
from tutor.study.storage.faults import DatabaseAction, busy
from tutor.study.storage.repository import Repository, columns_of, lock_learner
from tutor.study.storage.tables import ActRow, ClassRow, LearnerRow, MatchRow, MemberRow, ProposalRow, SittingRow
from tutor.tables.match import Match
from tutor.tables.rigour import TableOffence
from tutor.tables.shared import Proposal, ProposalKind, SharedMatch

LETTERS_OF_CODE = 6
LETTERS_OF_SEED = 20
AWAY_AFTER = timedelta(seconds=90)
"""How long nothing is heard of somebody’s page before the tutor plays for them."""
SEEN_EVERY = timedelta(seconds=15)
"""How often at most it is written down that somebody is there."""
MOST_LISTED = 200
NOBODY = 0
"""The number of no learner."""
MATCHES_KEPT = 512
"""How many matches stay in memory, for tables that have not changed since."""
READ_AGAIN = 20
"""How often a table is read anew where it changes while it is read."""


class SeatTaken(TutorError):
    """Somebody wants a seat at a table that they cannot have."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a table, by the seat of the first deal; `left_at` is set by who has left it."""

    player: Seat
    learner: int
    name: str
    real_name: str
    seen_at: datetime
    left_at: datetime | None = None

    def is_here(self, now: datetime) -> bool:
        """Whether they are at the table now, by the steady clock."""
        return _is_here(self, now)


def _is_here(sitting: Any, now: datetime) -> bool:
    """Whether somebody is at a table, by their sitting or its row."""
    return sitting.left_at is None and now - sitting.seen_at < AWAY_AFTER


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table of several people as it is written down. While it is being set up, `match` has no records."""

    key: int
    owner: int
    class_id: int | None
    code: str
    is_listed: bool
    begun_at: datetime
    closed_at: datetime | None
    changes: int
    match: Match
    proposal: Proposal | None = None
    sittings: Mapping[Seat, Sitting] = field(default_factory=dict)

    @property
    def is_begun(self) -> bool:
        """Whether the cards have been dealt."""
        return bool(self.match.records)

    @property
    def finished(self) -> int:
        """How many deals have been played to their ends."""
        if not self.is_begun:
            return 0
        return len(self.match.records) - (0 if self.match.table.is_over else 1)

    def player_of(self, learner: int) -> Seat | None:
        """The seat of somebody, also after they have left it; None where they have none."""
        return next((seat for seat, sitting in self.sittings.items() if sitting.learner == learner), None)

    def people(self, now: datetime, acting: int | None = None) -> frozenset[Seat]:
        """The seats of those who are there, and of who is `acting`."""
        here = self.sittings.items()
        return frozenset(seat for seat, one in here if one.is_here(now) or one.learner == acting)

    def shared(self, now: datetime, acting: int | None = None) -> SharedMatch:
        """The match as it is played by who is there. Time is by the steady clock."""
        return SharedMatch(self.match, self.people(now, acting), self.proposal)

    def version(self, now: datetime) -> str:
        """What changes with everything that a page of the table shows."""
        return _version(self.changes, (seat.letter for seat in self.people(now)))


def _version(changes: int, here: Iterable[str]) -> str:
    """A table’s number of changes, and the letters of the seats of who is there."""
    return f"{changes}.{''.join(sorted(here))}"


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table to be set up for a class: the match, who sits where, and whether others of the class may join."""

    match: Match
    seats: Mapping[Seat, int] = field(default_factory=dict)
    is_listed: bool = True
    is_begun: bool = False


@dataclass(frozen=True, slots=True)
class TableVisit:
    """A table as somebody comes to it: whether they are of its class or teach it, and whether they teach it."""

    table: SharedTable
    is_of_class: bool
    teaches: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """What somebody decided at a table, as an answer of theirs; `idempotency_key` names the form that sent it."""

    learner: int
    answer: Answer
    idempotency_key: str = ""


class _ChangedMeanwhile(Exception):
    """A table has changed between two readings."""


class SharedTables(Repository):
    """The tables of several people; `random` makes codes and deals, and must not be guessable."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        super().__init__(database, clock)
        self._random, self._steady = random, steady(clock)
        self._match = lru_cache(MATCHES_KEPT)(self._read_match)

    @property
    def now(self) -> datetime:
        """The moment by which it is judged who is there."""
        return self._steady()

    def new_seed(self) -> str:
        """A number of deals that nobody can guess, and so not deal for themselves."""
        return letters(self._random, LETTERS_OF_SEED).lower()

    # ---- beginning ---------------------------------------------------------------------------------------------------

    def begin(self, owner: int, class_id: int, spec: TableSpec) -> int:
        """Sets a table up, and gives its number."""
        return self.begin_all(owner, class_id, [spec])[0]

    def begin_all(self, owner: int, class_id: int, specs: Sequence[TableSpec]) -> Sequence[int]:
        """Sets tables up, all or none, and gives their numbers."""
        with self._database.writing() as connection:
            return [self._begin(connection, owner, class_id, spec) for spec in specs]

    def _begin(self, connection: Connection, owner: int, class_id: int, spec: TableSpec) -> int:
        match = spec.match
        row = {
            "learner_id": owner,
            "begun_at": self._clock(),
            "deals": 1 if spec.is_begun else 0,
            "code_to_join": letters(self._random, LETTERS_OF_CODE),
            "class_id": class_id,
            "is_listed": spec.is_listed,
            "changes": 0,
            **SavedMatch.of(match).columns,
        }
        key = inserted(connection, MatchRow, row)
        if spec.is_begun:
            save_acts(connection, key, match.records)
        for seat, learner in spec.seats.items():
            self._seat(connection, key, seat, learner)
        return key

    # ---- finding -----------------------------------------------------------------------------------------------------

    def find(self, key: int) -> SharedTable:
        """The table of a number, whoever asks. Raises `Unknown`, also for a game that is no more."""
        return self.visit(key, NOBODY).table

    def visit(self, key: int, learner: int) -> TableVisit:
        """The table of a number, and what its class is to a learner. Raises `Unknown`, also for a game that is no more.

        The acts are read only if the table has changed since they were read last. Raises `DatabaseBusy` if it changes
        whenever it is read.
        """
        for _ in range(READ_AGAIN):
            rows = self._read(_STATE, key=key, learner=learner)
            if not rows or rows[0].code not in CODES:
                raise Unknown("table", str(key), ())
            first = rows[0]
            try:
                match = self._match(key, first.changes or 0, first.seed)
            except _ChangedMeanwhile:
                continue
            proposal = _proposal(first) if first.kind else None
            table = _table(first, match, (row for row in rows if row.seat), proposal)
            return TableVisit(table, bool(first.is_of_class), bool(first.teaches))
        raise busy(DatabaseAction("cannot be read"), "the table changes too quickly")

    def _read_match(self, key: int, changes: int, seed: str) -> Match:
        """The match of a table after so many changes. Raises `_ChangedMeanwhile` where there are more by now."""
        rows = self._read(_MATCH_WITH_ACTS, key=key)
        if not rows or (rows[0].changes or 0, rows[0].seed) != (changes, seed):
            raise _ChangedMeanwhile
        match = saved_of(rows[0], (row for row in rows if row.text is not None)).match()
        assert match is not None, "a game that is no more is not asked for"  # noqa: S101
        return match

    def by_code(self, text: str) -> SharedTable:
        """The table that is joined by a code, however it is written. Raises `Unknown`."""
        found = self._found(self._read(_TABLE_BY_CODE, code=bare(text)))
        if not found:
            raise Unknown("table with the code", text[:20], ())
        return found[0]

    def of_learner(self, learner: int) -> Sequence[SharedTable]:
        """The tables at which somebody sits, or which they have set up; the newest first.

        Those of a class that was deleted, or that they are no longer of, are left out.
        """
        return self._found(self._read(_TABLES_OF_LEARNER, learner=learner))

    def newest_seat_of(self, learner: int) -> tuple[int, str] | None:
        """The newest open table with dealt cards at which somebody has a seat and has not left it: number and code.

        Those of a class that was deleted, or that they are no longer of, are left out.
        """
        return self._first(_NEWEST_SEAT, lambda row: (row.id, row.code), learner=learner)

    def open_to(self, learner: int) -> Sequence[SharedTable]:
        """The tables of somebody’s classes that are listed and not closed; the newest first."""
        return self._found(self._read(_TABLES_LISTED, learner=learner))

    def of_class(self, class_id: int) -> Sequence[SharedTable]:
        """All tables of a class, the newest first."""
        return self._found(self._read(_TABLES_OF_CLASS, class_id=class_id))

    def with_same_deals(self, table: SharedTable) -> Sequence[SharedTable]:
        """The tables of the class of a table that have the same deals, and that table; the oldest first."""
        if table.class_id is None:
            return [table]
        rows = self._read(_TABLES_OF_SEED, class_id=table.class_id, seed=table.match.seed)
        return [one for one in reversed(self._found(rows)) if one.match.code == table.match.code]

    def first_with_same_deals(self, table: SharedTable) -> int:
        """The number of the oldest table of the class of a table that has the same deals; its own without a class."""
        if table.class_id is None:
            return table.key
        values = {"class_id": table.class_id, "seed": table.match.seed, "code": table.match.code.key}
        first: int | None = self._first(_FIRST_OF_DEALS, lambda row: row.first, **values)
        return table.key if first is None else first

    def may_join(self, table: SharedTable, learner: int) -> bool:
        """Whether somebody is of the class of a table, or teaches it."""
        return bool(self._read(_MAY_JOIN, class_id=table.class_id, learner=learner))

    def version(self, key: int, learner: int) -> str | None:
        """The version of a table, for somebody of its class or who sits at it; None where there is none for them."""
        rows = self._read(_VERSION, key=key, learner=learner)
        if not rows:
            return None
        now = self.now
        return _version(rows[0].changes, (row.seat for row in rows if row.seat and _is_here(row, now)))

    def _found(self, rows: Sequence[Row[Any]]) -> Sequence[SharedTable]:
        rows = [row for row in rows if row.code in CODES]
        keys = [row.id for row in rows]
        if not keys:
            return []
        acts = _by_match(self._read(_ACTS_OF, keys=keys))
        sittings = _by_match(self._read(_SITTINGS_OF, keys=keys))
        proposals = {row.match_id: _proposal(row) for row in self._read(_PROPOSALS_OF, keys=keys)}
        found = []
        for row in rows:
            match = saved_of(row, acts.get(row.id, ())).match()
            assert match is not None, "games that are no more are left out"  # noqa: S101
            found.append(_table(row, match, sittings.get(row.id, ()), proposals.get(row.id)))
        return found

    # ---- sitting -----------------------------------------------------------------------------------------------------

    def sit(self, key: int, learner: int, player: Seat) -> None:
        """Gives somebody a seat, or the one back that they have left; before the deal they may change it.

        Raises `SeatTaken`, and `PlayedOn` at a table that is closed.
        """
        with self._changing(key) as (connection, row):
            if player not in CODES[row.code].players:
                raise SeatTaken("This game has no such player. Choose one of the empty seats.")
            here = {Seat.parse(one.seat): one for one in connection.execute(_SITTINGS, {"key": key})}
            own = next((seat for seat, one in here.items() if one.learner_id == learner), None)
            if own is not None and row.deals and own is not player:
                raise SeatTaken(f"You sit at {own.label} here. The cards are dealt, so you cannot change your seat.")
            if player in here and own is not player:
                raise SeatTaken(f"{here[player].name} sits there already. Choose an empty seat.")
            if own is not None:
                connection.execute(_UNSEAT, {"key": key, "learner": learner})
            self._seat(connection, key, player, learner)

    def _seat(self, connection: Connection, key: int, player: Seat, learner: int) -> None:
        values = {
            "match_id": key,
            "seat": player.letter,
            "learner_id": learner,
            "sat_at": self._clock(),
            "seen_at": self._steady(),
            "left_at": None,
        }
        connection.execute(insert(SittingRow), values)

    def leave(self, key: int, learner: int) -> None:
        """Takes somebody from the table. Once the cards are dealt, the tutor keeps their seat for them."""
        with self._changing(key) as (connection, row):
            if row.deals:
                connection.execute(_LEAVE, {"key": key, "learner": learner, "now": self._steady()})
            else:
                connection.execute(_UNSEAT, {"key": key, "learner": learner})

    def touch(self, table: SharedTable, learner: int) -> None:
        """Writes down that somebody is there, if they sit there and it was not written down lately."""
        player = table.player_of(learner)
        if player is not None and self.now - table.sittings[player].seen_at >= SEEN_EVERY:
            with self._database.writing(durably=False) as connection:
                connection.execute(_TOUCH, {"key": table.key, "learner": learner, "now": self.now})

    # ---- going on ----------------------------------------------------------------------------------------------------

    def start(self, key: int) -> None:
        """Deals the first cards. Raises `PlayedOn` where that has been done."""
        with self._changing(key) as (connection, row):
            if row.deals:
                raise PlayedOn
            connection.execute(_SET_DEALS, {"key": key, "dealt": 1})

    def save(self, was: SharedTable, now: SharedMatch, decided: Decided | None = None) -> None:
        """Writes down how far a match has come, if it stands as it `was` still. Raises `PlayedOn`.

        With it is recorded what somebody `decided`, as an answer of theirs: both or neither.
        Raises `AnsweredBefore`, and `Unknown` for a learner who is gone.
        """
        with self._changing(was.key, learner=decided.learner if decided else None) as (connection, row):
            if row.changes != was.changes and self._stands(connection, row) != (was.match.records, was.proposal):
                raise PlayedOn
            if len(now.match.records) != row.deals:
                connection.execute(_SET_DEALS, {"key": was.key, "dealt": len(now.match.records)})
            write_acts(connection, was.key, was.match.records, now.match.records, now.by_tutor)
            if now.proposal is None and was.proposal is not None:
                connection.execute(_DELETE_PROPOSAL, {"key": was.key})
            elif now.proposal is not None and now.proposal != was.proposal:
                upsert(connection, ProposalRow, _written(was.key, now.proposal, self._clock()))
            if decided is not None:
                log = Answers(self._database, self._clock, decided.learner)
                log.record_within(connection, decided.answer, decided.idempotency_key)

    def _stands(self, connection: Connection, row: Row[Any]) -> tuple[tuple[tuple[str, ...], ...], Proposal | None]:
        """The acts at a table and what is proposed, within a transaction."""
        records = records_of(row.deals, connection.execute(ACTS, {"key": row.id}))
        proposals = list(map(_proposal, connection.execute(_PROPOSAL, {"key": row.id})))
        return records, proposals[0] if proposals else None

    def close(self, key: int) -> None:
        """Ends the play at a table. What was played can still be seen."""
        with self._changing(key) as (connection, _):
            connection.execute(_DELETE_PROPOSAL, {"key": key})
            connection.execute(_SET_CLOSED, {"key": key, "at": self._clock()})

    def reopen(self, key: int) -> None:
        """Lets the play go on at a table that was closed."""
        with self._changing(key, is_open=False) as (connection, _):
            connection.execute(_SET_CLOSED, {"key": key, "at": None})

    @contextmanager
    def _changing(
        self, key: int, *, is_open: bool = True, learner: int | None = None
    ) -> Iterator[tuple[Connection, Row[Any]]]:
        """A durable transaction in which nobody else changes a table, with its row; counts the change.

        Nobody else changes anything of a `learner`’s either. Raises `Unknown`, and `PlayedOn` where the table is not
        open, or not closed.
        """
        with self._database.writing() as connection:
            if learner is not None and not lock_learner(connection, learner):  # first, as whoever erases them does
                raise Unknown("learner", str(learner), ())
            row = connection.execute(_LOCKED, {"key": key}).first()
            if row is None:
                raise Unknown("table", str(key), ())
            if (row.closed_at is None) is not is_open:
                raise PlayedOn
            yield connection, row
            connection.execute(_COUNT_CHANGE, {"key": key})


def hand_over_tables(connection: Connection, learner: int) -> None:
    """Gives the tables of somebody who goes to another who sits there, so that the others can play on."""
    other = (
        select(func.min(SittingRow.learner_id))
        .where(SittingRow.match_id == MatchRow.id, SittingRow.learner_id != learner)
        .correlate(MatchRow)
        .scalar_subquery()
    )
    theirs = and_(MatchRow.learner_id == learner, MatchRow.code_to_join.is_not(None), other.is_not(None))
    connection.execute(update(MatchRow).where(theirs).values(learner_id=other))
    sat_at = select(SittingRow.match_id).where(SittingRow.learner_id == learner)
    asked = select(SittingRow.seat).where(SittingRow.learner_id == learner, SittingRow.match_id == ProposalRow.match_id)
    connection.execute(delete(ProposalRow).where(ProposalRow.seat.in_(asked.correlate(ProposalRow))))
    connection.execute(update(MatchRow).where(MatchRow.id.in_(sat_at)).values(changes=MatchRow.changes + 1))


def acts_with_makers(connection: Connection, learner: int) -> Sequence[Mapping[str, object]]:
    """The calls and cards at somebody’s tables, and their own at tables that others began, as rows of acts.

    `by` says who made each: `you`, `the tutor`, `another player`, or `nobody` for what was set. It is left out where
    the game is no more.
    """
    found: list[Mapping[str, object]] = []
    for row in connection.execute(_ANY_TABLE_OF, {"learner": learner}).all():
        acts = connection.execute(ACTS, {"key": row.id}).all()
        made = _makers(row, acts, connection.execute(_SEATS, {"key": row.id}).all(), learner)
        for act in acts:
            maker, is_at_own_seat = made.get((act.deal, act.number), (None, False))
            if row.learner_id == learner or is_at_own_seat:
                place = {"match_id": act.match_id, "deal": act.deal, "number": act.number}
                by = {"by": maker} if maker else {}
                found.append({**place, "text": act.text.removesuffix(BY_TUTOR), **by})
    return found


def _makers(
    row: Row[Any], acts: Sequence[Row[Any]], seats: Iterable[Any], learner: int
) -> Mapping[tuple[int, int], tuple[str, bool]]:
    """The maker of each act of a match, by deal and place, and whether it was at the learner’s own seat."""
    match = saved_of(row, acts).match() if row.code in CODES else None
    if match is None:
        return {}
    is_practice = row.code_to_join is None
    own = match.player if is_practice else next((Seat.parse(at.seat) for at in seats if at.learner_id == learner), None)
    marked = {(act.deal, act.number) for act in acts if act.text.endswith(BY_TUTOR)}
    shared, found = SharedMatch(match, frozenset()), {}
    for deal, table in enumerate(match.tables()):
        for number, (before, act) in enumerate(table.moments()):
            is_own = shared.decider(before) is own or isinstance(act.what, TableOffence)  # nobody else commits one
            if number < table.fixed:
                found[deal, number] = "nobody", False
            elif (deal, number) in marked or (is_practice and not is_own):
                found[deal, number] = "the tutor", is_own
            else:
                found[deal, number] = "you" if is_own else "another player", is_own
    return found


def close_tables(connection: Connection, class_id: int, now: datetime) -> None:
    """Closes the tables of a class that is deleted. Those who sat there can still see what they played."""
    of_class = update(MatchRow).where(MatchRow.class_id == class_id)
    connection.execute(of_class.values(closed_at=func.coalesce(MatchRow.closed_at, now), class_id=None))


def _by_match(rows: Iterable[Row[Any]]) -> Mapping[int, list[Row[Any]]]:
    found: dict[int, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.match_id, []).append(row)
    return found


def _table(row: Row[Any], match: Match, sittings: Iterable[Row[Any]], proposal: Proposal | None) -> SharedTable:
    return SharedTable(
        key=row.id,
        owner=row.owner_id,
        class_id=row.class_id,
        code=row.code_to_join,
        is_listed=bool(row.is_listed),
        begun_at=row.begun_at,
        closed_at=row.closed_at,
        changes=row.changes or 0,
        match=match,
        proposal=proposal,
        sittings={one.player: one for one in map(_sitting, sittings)},
    )


def _sitting(row: Row[Any]) -> Sitting:
    return Sitting(Seat.parse(row.seat), row.learner_id, row.name, row.real_name, row.seen_at, row.left_at)


def _proposal(row: Any) -> Proposal:
    agreed = frozenset(map(Seat.parse, row.agreed))
    return Proposal(ProposalKind(row.kind), Seat.parse(row.proposer), row.deal, row.act, row.tricks, agreed)


def _written(key: int, proposal: Proposal, now: datetime) -> Mapping[str, object]:
    return {
        "match_id": key,
        "kind": proposal.kind.value,
        "seat": proposal.player.letter,
        "deal": proposal.deal,
        "act": proposal.act,
        "tricks": proposal.tricks,
        "agreed": "".join(sorted(seat.letter for seat in proposal.agreed)),
        "at": now,
    }


_OF_KEY = MatchRow.id == bindparam("key")
_IS_SHARED = MatchRow.code_to_join.is_not(None)
_SHARED = (
    columns_of(MatchRow)
    .add_columns(MatchRow.learner_id.label("owner_id"))
    .where(_IS_SHARED)
    .order_by(MatchRow.id.desc())
    .limit(MOST_LISTED)
)
_LOCKED = columns_of(MatchRow).where(_OF_KEY, _IS_SHARED).with_for_update()
_TABLE_BY_CODE = _SHARED.where(MatchRow.code_to_join == bindparam("code"), MatchRow.closed_at.is_(None))
_SAT_AT = select(SittingRow.match_id).where(SittingRow.learner_id == bindparam("learner"))
_IS_THERE = or_(MatchRow.learner_id == bindparam("learner"), MatchRow.id.in_(_SAT_AT))
_TAUGHT = select(ClassRow.id).where(is_taught_by(bindparam("learner")))
_CLASSES_OF = select(MemberRow.class_id).where(MemberRow.learner_id == bindparam("learner")).union(_TAUGHT)
_TABLES_OF_LEARNER = _SHARED.where(_IS_THERE, or_(MatchRow.class_id.is_(None), MatchRow.class_id.in_(_CLASSES_OF)))
_NEWEST_SEAT = (
    select(MatchRow.id, MatchRow.code)
    .join(SittingRow, SittingRow.match_id == MatchRow.id)
    .where(
        SittingRow.learner_id == bindparam("learner"),
        SittingRow.left_at.is_(None),
        _IS_SHARED,
        MatchRow.closed_at.is_(None),
        MatchRow.deals > 0,
        MatchRow.code.in_(list(CODES)),
        or_(MatchRow.class_id.is_(None), MatchRow.class_id.in_(_CLASSES_OF)),
    )
    .order_by(MatchRow.id.desc())
    .limit(1)
)
_TABLES_LISTED = _SHARED.where(
    MatchRow.is_listed.is_(True), MatchRow.closed_at.is_(None), MatchRow.class_id.in_(_CLASSES_OF)
)
_TABLES_OF_CLASS = _SHARED.where(MatchRow.class_id == bindparam("class_id"))
_TABLES_OF_SEED = _TABLES_OF_CLASS.where(MatchRow.seed == bindparam("seed"))
_FIRST_OF_DEALS = select(func.min(MatchRow.id).label("first")).where(
    _IS_SHARED,
    MatchRow.class_id == bindparam("class_id"),
    MatchRow.code == bindparam("code"),
    MatchRow.seed == bindparam("seed"),
)
_MAY_JOIN = select(ClassRow.id).where(ClassRow.id == bindparam("class_id"), ClassRow.id.in_(_CLASSES_OF))
_ACTS_OF = (
    columns_of(ActRow)
    .where(ActRow.match_id.in_(bindparam("keys", expanding=True)))
    .order_by(ActRow.match_id, ActRow.deal, ActRow.number)
)
_SITTING_WITH_NAME = select(*SittingRow.__table__.columns, LearnerRow.name, LearnerRow.real_name).join(
    LearnerRow, LearnerRow.id == SittingRow.learner_id
)
_ANY_TABLE_OF = (
    columns_of(MatchRow)
    .where(or_(MatchRow.learner_id == bindparam("learner"), and_(_IS_SHARED, MatchRow.id.in_(_SAT_AT))))
    .order_by(MatchRow.id)
)
_SEATS = select(SittingRow.seat, SittingRow.learner_id).where(SittingRow.match_id == bindparam("key"))
_SITTINGS = _SITTING_WITH_NAME.where(SittingRow.match_id == bindparam("key"))
_SITTINGS_OF = _SITTING_WITH_NAME.where(SittingRow.match_id.in_(bindparam("keys", expanding=True)))
_PROPOSED = (
    ProposalRow.kind,
    ProposalRow.seat.label("proposer"),
    ProposalRow.deal,
    ProposalRow.act,
    ProposalRow.tricks,
    ProposalRow.agreed,
)
_PROPOSAL = select(*_PROPOSED).where(ProposalRow.match_id == bindparam("key"))
_PROPOSALS_OF = select(ProposalRow.match_id, *_PROPOSED).where(
    ProposalRow.match_id.in_(bindparam("keys", expanding=True))
)
_STATE = (
    select(
        MatchRow.id,
        MatchRow.learner_id.label("owner_id"),
        MatchRow.class_id,
        MatchRow.code,
        MatchRow.seed,
        MatchRow.code_to_join,
        MatchRow.is_listed,
        MatchRow.begun_at,
        MatchRow.closed_at,
        MatchRow.changes,
        MatchRow.class_id.in_(_CLASSES_OF).label("is_of_class"),
        MatchRow.class_id.in_(_TAUGHT).label("teaches"),
        *_PROPOSED,
        SittingRow.seat,
        SittingRow.learner_id,
        SittingRow.seen_at,
        SittingRow.left_at,
        LearnerRow.name,
        LearnerRow.real_name,
    )
    .outerjoin(ProposalRow, ProposalRow.match_id == MatchRow.id)
    .outerjoin(SittingRow, SittingRow.match_id == MatchRow.id)
    .outerjoin(LearnerRow, LearnerRow.id == SittingRow.learner_id)
    .where(_OF_KEY, _IS_SHARED)
)
"""A table with a row for each who sits there, and what its class is to a learner."""
_MATCH_WITH_ACTS = (
    columns_of(MatchRow)
    .add_columns(ActRow.deal, ActRow.number, ActRow.text)
    .outerjoin(ActRow, ActRow.match_id == MatchRow.id)
    .where(_OF_KEY, _IS_SHARED)
    .order_by(ActRow.deal, ActRow.number)
)
"""A table with a row for each act: both are of one moment."""
_VERSION = (
    select(MatchRow.changes, SittingRow.seat, SittingRow.seen_at, SittingRow.left_at)
    .outerjoin(SittingRow, SittingRow.match_id == MatchRow.id)
    .where(
        _OF_KEY,
        _IS_SHARED,
        or_(
            and_(MatchRow.class_id.in_(_CLASSES_OF), or_(_IS_THERE, MatchRow.is_listed.is_(True))),
            MatchRow.class_id.in_(_TAUGHT),
            and_(MatchRow.class_id.is_(None), _IS_THERE),
        ),
    )
)
_OF_SITTING = and_(SittingRow.match_id == bindparam("key"), SittingRow.learner_id == bindparam("learner"))
_UNSEAT = delete(SittingRow).where(_OF_SITTING)
_LEAVE = update(SittingRow).where(_OF_SITTING).values(left_at=bindparam("now"))
_TOUCH = update(SittingRow).where(_OF_SITTING).values(seen_at=bindparam("now"))
_SET_DEALS = update(MatchRow).where(_OF_KEY).values(deals=bindparam("dealt"))
_SET_CLOSED = update(MatchRow).where(_OF_KEY).values(closed_at=bindparam("at"))
_COUNT_CHANGE = update(MatchRow).where(_OF_KEY).values(changes=func.coalesce(MatchRow.changes, 0) + 1)
_DELETE_PROPOSAL = delete(ProposalRow).where(ProposalRow.match_id == bindparam("key"))
