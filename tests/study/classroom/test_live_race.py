"""Races as they are stored: pairs share one sheet, every question counts once, and who was quicker with as many."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.study.classroom.test_live import Room, at_once
from tests.support.clock import FakeClock
from tests.web.test_statements import counted
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Grade
from tutor.study.accounts.personal_data import forget
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.live import LiveLesson, LiveMovedOn, LiveState, Phase, VoteRefused
from tutor.study.classroom.live_race import PairRefused, Races, Sheet, hand_over_sheets
from tutor.study.classroom.live_work import LiveWork, RaceTerms
from tutor.study.study import Study

pytestmark = pytest.mark.databases
DRILL = DrillWork(on=("hel-decl-nt-a", "hel-decl-hearts-six"), questions=3, seed=5)


class Course(Room):
    """A race of the class: Ann, Ben and Cole have joined in this order."""

    def __init__(self, study: Study, library: Library, *, in_pairs: bool) -> None:
        super().__init__(study, library)
        self.race = Races(self.live)
        self.work = LiveWork(by=self.teacher, on=DRILL, race=RaceTerms(in_pairs=in_pairs))
        self.steps = self.work.steps(self.content)
        self.now = self.begin()
        assert self.now.phase is Phase.GATHER
        for learner, name in zip(self.learners, ("Ace", "Bee", "Sea"), strict=False):
            self.race.choose_name(self.now, learner, name)
        self.in_pairs = in_pairs

    def start(self) -> LiveLesson:
        self.now = self.race.run(self.now, in_pairs=self.in_pairs)
        return self.now

    def sheet(self, learner: int) -> Sheet:
        found = self.race.sheet_of(self.now, learner)
        assert found is not None
        return found

    def give(self, learner: int, step: int, *, right: bool) -> bool:
        ref = self.steps[step]
        assert ref is not None
        exercise = ref.resolve(self.content)
        wrong = next(one.key for one in exercise.choices if exercise.mark(one.key).grade is Grade.NOT_ADVISED)
        verdict = exercise.mark(exercise.answer if right else wrong)
        return self.race.answer(self.now, step, self.sheet(learner), verdict.given.key, verdict.grade)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def alone(study: Study, library: Library) -> Course:
    return Course(study, library, in_pairs=False)


@pytest.fixture
def pairs(study: Study, library: Library) -> Course:
    return Course(study, library, in_pairs=True)


def test_nobody_answers_before_the_start_and_it_starts_once(alone: Course) -> None:
    with pytest.raises(VoteRefused):
        alone.give(alone.learners[0], 0, right=True)
    came = at_once(*[lambda: alone.race.run(alone.now, in_pairs=False)] * 3)
    assert sum(isinstance(one, LiveLesson) for one in came) == 1
    with pytest.raises(LiveMovedOn):
        alone.race.run(alone.live.of_class(alone.room.id, alone.now.id), in_pairs=False)


def test_more_right_answers_come_first_and_of_as_many_the_quicker(alone: Course, clock: FakeClock) -> None:
    alone.start()
    ann, ben, cole, _ = alone.learners
    for learner, right, seconds in ((ann, (True, False), 10), (ben, (True, True), 20), (cole, (True, False), 5)):
        for step, is_right in enumerate(right):
            clock.now += timedelta(seconds=seconds)
            assert alone.give(learner, step, right=is_right)
    ranked = alone.race.ranked(alone.now)
    assert [one.names for one in ranked] == ["Bee", "Ace", "Sea"]
    assert [one.right for one in ranked] == [2, 1, 1]
    alone.live.show_names(alone.now, shown=True)
    later = alone.live.of_class(alone.room.id, alone.now.id)
    assert alone.race.ranked(later)[1].time(later.moved_at) == timedelta(seconds=20), "timed from the start"


def test_a_pair_has_one_sheet_on_which_each_question_counts_once(pairs: Course) -> None:
    pairs.start()
    ann, ben, cole, dora = pairs.learners
    assert pairs.sheet(ann) == pairs.sheet(ben)
    assert [len(one.members) for one in pairs.race.sheets(pairs.now)] == [2, 1]
    came = at_once(*[lambda: pairs.give(ann, 0, right=True), lambda: pairs.give(ben, 0, right=False)] * 2)
    assert sorted(map(str, came)) == ["False", "False", "False", "True"]
    (stands,) = pairs.sheet(ben).answers
    pairs.race.record(pairs.now, pairs.steps, pairs.content)
    pairs.race.record(pairs.now, pairs.steps, pairs.content)
    for learner in (ann, ben):
        (answer,) = pairs.answers_of(learner)
        assert (answer.given, answer.shade, answer.live) == (stands.given, stands.grade.value, pairs.now.id)
    assert not pairs.answers_of(cole)
    assert pairs.race.answered_on_sheet(ben, pairs.now.id) == 1
    assert pairs.race.answered_on_sheet(cole, pairs.now.id) == 0
    pairs.live.join(pairs.now, dora, "Dora")
    assert [one.person.id for one in pairs.sheet(dora).members] == [dora], "who comes late runs alone"


def test_pupils_choose_partners_and_the_rest_are_paired_at_the_start(pairs: Course) -> None:
    ann, ben, cole, dora = pairs.learners
    with pytest.raises(PairRefused):
        pairs.race.pair(pairs.now, ann, dora)  # who has not joined
    with pytest.raises(PairRefused):
        pairs.race.pair(pairs.now, ann, ann)
    pairs.race.choose_name(pairs.now, dora, "Dee")
    pairs.race.pair(pairs.now, ann, cole)
    pairs.race.pair(pairs.now, cole, ann)  # both chose each other
    with pytest.raises(PairRefused):
        pairs.race.pair(pairs.now, ben, ann)
    pairs.race.part(pairs.now, cole)
    pairs.race.pair(pairs.now, ben, ann)
    pairs.race.pair(pairs.now, ann, cole, parts=True)  # the teacher’s choice
    pairs.start()
    together = {frozenset(one.person.id for one in sheet.members) for sheet in pairs.race.sheets(pairs.now)}
    assert together == {frozenset({ann, cole}), frozenset({ben, dora})}
    with pytest.raises(PairRefused):
        pairs.race.part(pairs.now, ann)


def test_who_has_no_partner_races_alone_if_the_teacher_wants(pairs: Course) -> None:
    ann, ben, cole, _ = pairs.learners
    pairs.race.pair(pairs.now, ann, ben)
    pairs.now = pairs.race.run(pairs.now, in_pairs=True, rest_alone=True)
    assert [[one.person.id for one in sheet.members] for sheet in pairs.race.sheets(pairs.now)] == [[ann, ben], [cole]]
    assert pairs.give(cole, 0, right=True)


def test_of_pupils_who_choose_the_same_partner_at_once_one_is_taken(pairs: Course) -> None:
    ann, ben, cole, _ = pairs.learners
    came = at_once(lambda: pairs.race.pair(pairs.now, ann, cole), lambda: pairs.race.pair(pairs.now, ben, cole))
    assert sorted(type(one).__name__ for one in came) == ["NoneType", "PairRefused"]
    assert sorted(len(one.members) for one in pairs.race.sheets(pairs.now)) == [1, 2]


@pytest.mark.parametrize("goes", [0, 1])
def test_the_partner_of_somebody_who_is_erased_races_on_with_the_same_sheet(
    pairs: Course, study: Study, goes: int
) -> None:
    pairs.race.pair(pairs.now, *pairs.learners[:2])
    pairs.start()
    assert pairs.give(pairs.learners[1], 0, right=True)
    pairs.race.record(pairs.now, pairs.steps, pairs.content)
    stays = pairs.learners[1 - goes]
    forget(study.of(pairs.learners[goes]))
    (answer,) = pairs.sheet(stays).answers
    assert (answer.step, answer.grade.is_right) == (0, True)
    assert pairs.give(stays, 1, right=True)
    assert not pairs.give(stays, 0, right=False), "it was answered"
    pairs.race.record(pairs.now, pairs.steps, pairs.content)
    assert len(pairs.answers_of(stays)) == 2


def test_a_screen_sees_that_others_came_and_made_pairs(pairs: Course) -> None:
    ann, ben, cole, dora = pairs.learners

    def seen() -> str:
        return pairs.race.seen_by(dora, LiveState(1, is_over=False), pairs.now.id).tag

    tags = [seen()]
    pairs.live.join(pairs.now, dora, "Dora")
    tags.append(seen())
    for one, other in ((ann, ben), (ann, cole), (ben, cole)):
        pairs.race.pair(pairs.now, one, other, parts=True)
        tags.append(seen())
    pairs.race.part(pairs.now, ben)
    assert seen() == tags[1]
    assert len(set(tags)) == len(tags)


def test_a_name_can_be_changed_until_the_start(alone: Course) -> None:
    ann = alone.learners[0]
    alone.race.choose_name(alone.now, ann, "Queen")
    alone.start()
    alone.race.choose_name(alone.now, ann, "King")
    assert alone.sheet(ann).names == "Queen"


def test_nothing_is_answered_after_the_end(alone: Course) -> None:
    alone.start()
    alone.live.end(alone.now)
    with pytest.raises(VoteRefused):
        alone.give(alone.learners[0], 0, right=True)


def test_a_pair_in_the_place_of_another_is_seen_though_its_number_is_the_same(pairs: Course) -> None:
    ann, ben, cole, dora = pairs.learners
    pairs.live.join(pairs.now, dora, "Dora")
    assert ann + dora == ben + cole
    tags = []
    for one, other in ((ann, dora), (ben, cole)):
        pairs.race.pair(pairs.now, one, other)
        tags += [
            pairs.live.state_with_votes(pairs.room.id, pairs.now.id).tag,
            pairs.race.seen_by(cole, LiveState(1, is_over=False), pairs.now.id).tag,
        ]
        pairs.race.part(pairs.now, one)
    assert len(set(tags[::2])) == len(set(tags[1::2])) == 2


def test_a_sheet_goes_by_whoever_of_its_pair_joined_first(pairs: Course) -> None:
    ann, ben, cole, dora = pairs.learners
    pairs.race.pair(pairs.now, cole, ben)
    assert [pairs.race.key_of_sheet(pairs.now, one) for one in (ann, ben, cole, dora)] == [ann, ben, ben, dora]


def test_the_sheets_of_all_races_are_handed_over_at_once_also_of_those_that_are_over(
    pairs: Course, study: Study
) -> None:
    ann, ben, *_ = pairs.learners
    asked: list[int] = []
    for number in range(3):
        if number:
            pairs.now = pairs.begin()
            for learner, name in ((ann, "Ace"), (ben, "Bee")):
                pairs.race.choose_name(pairs.now, learner, name)
        pairs.start()
        assert pairs.give(ann, 0, right=True)
        pairs.live.end(pairs.now)
        with counted(study) as said, study.database.writing() as connection:
            hand_over_sheets(connection, pairs.learners[3])
        asked.append(len(said))
    assert len(set(asked)) == 1
    with counted(study) as said, study.database.writing() as connection:
        hand_over_sheets(connection, ann)
    assert len(said) == asked[0], "as many as for a learner of no race"
    for live in pairs.live.all_of_class(pairs.room.id):
        assert [vote.learner for vote in pairs.live.votes(live)] == [ben]
