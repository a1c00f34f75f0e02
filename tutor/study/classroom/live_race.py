"""Races: the same drill, begun by all at once, each learner or pair at their own speed.

A learner alone or a pair has one answer sheet, which goes by the learner of it who joined first. Each question is
answered once on a sheet, whoever of a pair is quicker, and every member gets the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, func, insert, select, update
from sqlalchemy.orm import aliased

from tutor.errors import TutorError
from tutor.quizzes.exercise import Grade
from tutor.study.answers.answers import Answers
from tutor.study.answers.marking import marked
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.live import (
    PAIRS_TAG,
    LiveLesson,
    LiveLessons,
    LiveMovedOn,
    LiveState,
    Participant,
    Phase,
    Vote,
    VoteRefused,
    key_of_vote,
)
from tutor.study.classroom.live_work import Steps
from tutor.study.storage.repository import Repository, lock_learner
from tutor.study.storage.tables import LiveParticipantRow, LiveRow, VoteRow


class PairRefused(TutorError):
    """A pair that cannot be made or parted: nothing was changed."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """An answer sheet: its members in the order in which they joined, and the answers, by the question from 0."""

    members: tuple[Participant, ...]
    answers: tuple[Vote, ...] = ()

    @property
    def key(self) -> int:
        """The learner by whom it goes."""
        return self.members[0].person.id

    @property
    def names(self) -> str:
        """The names that its members chose."""
        return " & ".join(member.shown_as for member in self.members)

    @property
    def right(self) -> int:
        return sum(answer.grade.is_right for answer in self.answers)

    def time(self, begun: datetime) -> timedelta:
        """From the start of the race to the last answer."""
        return max((answer.at for answer in self.answers), default=begun) - begun

    def waits(self, questions: int) -> int | None:
        """The first question without an answer; None if all are answered."""
        answered = {answer.step for answer in self.answers}
        return next((step for step in range(questions) if step not in answered), None)


class Races(Repository):
    """The races among the live lessons of a database."""

    def __init__(self, lessons: LiveLessons) -> None:
        super().__init__(lessons._database, lessons._clock)
        self._lessons = lessons

    def choose_name(self, live: LiveLesson, learner: int, name: str) -> None:
        """Takes part under a name, which can be changed until the race starts."""
        self._lessons.join(live, learner, name)
        if live.phase is Phase.GATHER:
            at = (LiveParticipantRow.live_id == live.id, LiveParticipantRow.learner_id == learner)
            self._write(update(LiveParticipantRow).where(*at).values(shown_as=name))

    def pair(self, live: LiveLesson, learner: int, partner: int, *, parts: bool = False) -> None:
        """Makes two who have joined a pair, until the race starts. If it `parts`, they leave the pairs they are in.

        Raises `PairRefused`.
        """
        with self._database.writing() as connection:
            pairs = self._gathering(connection, live)
            if learner == partner or not {learner, partner} <= pairs.keys():
                raise PairRefused("A pair needs two pupils who have joined. Choose two of them.")
            if pairs[learner] and pairs[learner] == pairs[partner]:
                return  # the form was sent twice
            for one in (learner, partner):
                number = pairs[one]
                if number and not parts:
                    raise PairRefused("One of you has a partner already. Choose somebody else.")
                if number:
                    _dissolve_pair(connection, live, number)
            number = max((one for one in pairs.values() if one), default=0) + 1
            at = LiveParticipantRow.live_id == live.id, LiveParticipantRow.learner_id.in_((learner, partner))
            connection.execute(update(LiveParticipantRow).where(*at).values(pair=number))

    def part(self, live: LiveLesson, learner: int) -> None:
        """Parts the pair of a learner, until the race starts. Raises `PairRefused`."""
        with self._database.writing() as connection:
            number = self._gathering(connection, live).get(learner)
            if number:
                _dissolve_pair(connection, live, number)

    def _gathering(self, connection: Connection, live: LiveLesson) -> dict[int, int | None]:
        """The pairs of all who have joined, by learner; nobody changes them until the transaction ends."""
        now = connection.execute(_CHANGING, {"key": live.id}).first()
        is_open = now is not None and now.ended_at is None and now.phase == Phase.GATHER.value
        if not is_open or live.work.race is None or not live.work.race.in_pairs:
            raise PairRefused("The pairs of this race cannot be changed any more.")
        return {row.learner_id: row.pair for row in connection.execute(_PAIRS, {"key": live.id})}

    def run(self, live: LiveLesson, *, in_pairs: bool, rest_alone: bool = False) -> LiveLesson:
        """Starts the race. Pairs that were made stay, and those left over who joined one after the other make pairs.

        If the `rest_alone` race, no more pairs are made. Raises `LiveMovedOn`.
        """
        if live.phase is not Phase.GATHER:
            raise LiveMovedOn("The race has started already.")
        now = self._clock()
        with self._database.writing() as connection:
            changed = connection.execute(
                update(LiveRow)
                .where(LiveRow.id == live.id, LiveRow.version == live.version, LiveRow.ended_at.is_(None))
                .values(version=live.version + 1, phase=Phase.RUN.value, moved_at=now)
            )
            if changed.rowcount != 1:
                raise LiveMovedOn("The race has changed since this page was made, so nothing was done.")
            if in_pairs and not rest_alone:
                rows = connection.execute(_PAIRS, {"key": live.id}).all()
                first = max((row.pair for row in rows if row.pair), default=0) + 1
                for place, row in enumerate(row for row in rows if not row.pair):
                    at = (LiveParticipantRow.live_id == live.id, LiveParticipantRow.learner_id == row.learner_id)
                    connection.execute(update(LiveParticipantRow).where(*at).values(pair=first + place // 2))
        return self._lessons.of_class(live.class_id, live.id)

    def sheets(self, live: LiveLesson) -> Sequence[Sheet]:
        """The answer sheets, in the order in which their first members joined."""
        together: dict[tuple[str, int], list[Participant]] = {}
        for one in self._lessons.participants(live):
            key = ("pair", one.pair) if one.pair else ("learner", one.person.id)
            together.setdefault(key, []).append(one)
        votes = self._lessons.votes(live)
        found = (Sheet(tuple(members)) for members in together.values())
        return [replace(one, answers=tuple(vote for vote in votes if vote.learner == one.key)) for one in found]

    def sheet_of(self, live: LiveLesson, learner: int) -> Sheet | None:
        """The answer sheet of a learner; None before they join."""
        sheets = self.sheets(live)
        return next((one for one in sheets if any(member.person.id == learner for member in one.members)), None)

    def ranked(self, live: LiveLesson) -> Sequence[Sheet]:
        """The sheets with an answer: the most right answers first, and of as many the quicker."""
        sheets = [one for one in self.sheets(live) if one.answers]
        return sorted(sheets, key=lambda one: (-one.right, one.time(live.moved_at)))

    def answer(self, live: LiveLesson, step: int, sheet: Sheet, given: str, grade: Grade) -> bool:
        """Saves the answer of a sheet to a question, unless it has one; whether it was saved. Raises `VoteRefused`."""
        with self._database.writing() as connection:
            now = connection.execute(_LOCKED, {"key": live.id}).first()
            if now is None or now.ended_at is not None or now.phase != Phase.RUN.value:
                raise VoteRefused("The race is not running, so this answer was not saved.")
            connection.execute(_SHEET_LOCKED, {"key": live.id, "learner": sheet.key})
            if connection.execute(_VOTE, {"key": live.id, "step": step, "learner": sheet.key}).first():
                return False
            values = {"live_id": live.id, "step": step, "learner_id": sheet.key, "given": given, "shade": grade.value}
            connection.execute(insert(VoteRow), {**values, "at": self._clock()})
            return True

    def record(self, live: LiveLesson, steps: Steps, content: ContentAccess, only: int | None = None) -> None:
        """Saves what stands on the sheets as answers of each member, once; of one sheet if `only` that is named."""
        for sheet in self.sheets(live):
            if only not in (None, sheet.key):
                continue
            for vote in sheet.answers:
                ref = steps[vote.step]
                if ref is None:
                    continue
                answer = replace(marked(ref, vote.given, content), live=live.id)
                for member in sheet.members:
                    with self._database.writing() as connection:
                        if lock_learner(connection, member.person.id):
                            answers = Answers(self._database, self._clock, member.person.id)
                            answers.record_within(connection, answer, key_of_vote(live.id, vote.step))

    def seen_by(self, learner: int, state: LiveState, key: int) -> LiveState:
        """The state of a race as a learner’s screen needs it: a partner answers too, and others come and make pairs."""
        present, pairs_tag = self._first(_GATHERED, tuple, key=key) or (0, "")
        return replace(state, votes=self.answered_on_sheet(learner, key), present=present, pairs_tag=pairs_tag)

    def key_of_sheet(self, live: LiveLesson, learner: int) -> int:
        """The learner by whom the sheet of somebody goes: they themselves, or who of their pair joined first."""
        return self._first(_FIRST_OF_PAIR, _number, key=live.id, learner=learner) or learner

    def answered_on_sheet(self, learner: int, key: int) -> int:
        """How many answers stand on the sheet of a learner, for a screen to see whether it is up to date."""
        return self._first(_ANSWERED, _number, learner=learner, key=key) or 0


def hand_over_sheets(connection: Connection, learner: int) -> None:
    """Gives the answer sheets of somebody who goes to the partner, who can then race on, and see what they answered."""
    theirs = VoteRow.learner_id == learner, _PARTNER.is_not(None)
    connection.execute(update(VoteRow).where(*theirs).values(learner_id=_PARTNER), {"learner": learner})


def _dissolve_pair(connection: Connection, live: LiveLesson, number: int) -> None:
    at = LiveParticipantRow.live_id == live.id, LiveParticipantRow.pair == number
    connection.execute(update(LiveParticipantRow).where(*at).values(pair=None))


def _number(row: Row[Any]) -> int:
    return int(row[0])


_STANDS = select(LiveRow.phase, LiveRow.ended_at).where(LiveRow.id == bindparam("key"))
_LOCKED, _CHANGING = _STANDS.with_for_update(read=True), _STANDS.with_for_update()
_PAIRS = (
    select(LiveParticipantRow.learner_id, LiveParticipantRow.pair)
    .where(LiveParticipantRow.live_id == bindparam("key"))
    .order_by(LiveParticipantRow.joined_at, LiveParticipantRow.learner_id)
)
_GATHERED = select(func.count(), PAIRS_TAG).where(LiveParticipantRow.live_id == bindparam("key"))
_SHEET_LOCKED = (
    select(LiveParticipantRow.learner_id)
    .where(LiveParticipantRow.live_id == bindparam("key"), LiveParticipantRow.learner_id == bindparam("learner"))
    .with_for_update()
)
_VOTE = select(VoteRow.step).where(
    VoteRow.live_id == bindparam("key"),
    VoteRow.step == bindparam("step"),
    VoteRow.learner_id == bindparam("learner"),
)
_MINE = (
    select(LiveParticipantRow.pair)
    .where(LiveParticipantRow.live_id == bindparam("key"), LiveParticipantRow.learner_id == bindparam("learner"))
    .scalar_subquery()
)
_MEMBER, _OTHER = aliased(LiveParticipantRow), aliased(LiveParticipantRow)
_PARTNER = (
    select(_OTHER.learner_id)
    .join(_MEMBER, and_(_MEMBER.live_id == _OTHER.live_id, _MEMBER.pair == _OTHER.pair))
    .where(
        _OTHER.live_id == VoteRow.live_id,
        _MEMBER.learner_id == bindparam("learner"),
        _OTHER.learner_id != bindparam("learner"),
    )
    .order_by(_OTHER.joined_at, _OTHER.learner_id)
    .limit(1)
    .correlate(VoteRow)
    .scalar_subquery()
)
"""The partner of a learner in the race of a vote."""
_OF_PAIR = select(LiveParticipantRow.learner_id).where(
    LiveParticipantRow.live_id == bindparam("key"), LiveParticipantRow.pair == _MINE
)
_FIRST_OF_PAIR = _OF_PAIR.order_by(LiveParticipantRow.joined_at, LiveParticipantRow.learner_id).limit(1)
_ANSWERED = (
    select(func.count())
    .select_from(VoteRow)
    .where(
        VoteRow.live_id == bindparam("key"),
        (VoteRow.learner_id == bindparam("learner")) | VoteRow.learner_id.in_(_OF_PAIR),
    )
)
