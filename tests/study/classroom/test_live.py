"""Live lessons as they are stored: where a lesson stands, the votes, and the answers that they become."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest

from tests.support.school import QUICK, WORDS
from tests.web.test_statements import counted
from tutor.errors import TutorError, Unknown
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Grade
from tutor.study.accounts import personal_data
from tutor.study.accounts.people import People
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, ReplayWork
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.live import (
    LiveLesson,
    LiveMovedOn,
    Phase,
    VoteRefused,
    key_of_vote,
)
from tutor.study.classroom.live_work import DealWork, LiveWork
from tutor.study.classroom.purging import purge
from tutor.study.study import Study
from tutor.web.services import load_exercises

GAME = "hel-game-01"
pytestmark = pytest.mark.databases


class Room:
    """A class of four, whose teacher shows them a game."""

    def __init__(self, study: Study, library: Library) -> None:
        self.study = study
        self.classroom = Classroom.of(study.database, study.clock, Random(1))
        people = People(study.database, study.clock, QUICK)
        self.teacher = people.appoint_owner("Miss Vine", "", WORDS).id
        self.room = self.classroom.classes.make(self.teacher, "Lower Fifth")
        self.learners = [people.enrol(name, "", WORDS).id for name in ("Ann", "Ben", "Cole", "Dora")]
        self.stranger = people.enrol("Eve", "", WORDS).id
        for learner in self.learners:
            self.classroom.classes.join(self.room.id, learner)
        courses, makers = load_exercises(library)
        self.content = ContentAccess(
            library, courses, makers, self.classroom.compositions, self.classroom.assignments, self.teacher
        )
        self.live = self.classroom.live
        self.work = LiveWork(by=self.teacher, on=ReplayWork(game=GAME))
        self.steps = self.work.steps(self.content)
        self.asked = [step for step, ref in enumerate(self.steps) if ref]

    def begin(self) -> LiveLesson:
        return self.live.start(self.room.id, "Game 1", self.work)

    def asking(self) -> LiveLesson:
        """A lesson that takes votes at its first decision."""
        return self.live.ask(self.live.go_to(self.begin(), self.asked[0], self.steps), self.steps)

    def answers_of(self, learner: int) -> list[Answer]:
        return [entry.answer for entry in self.study.of(learner).answers.log() if hasattr(entry, "answer")]

    def choices(self, step: int) -> list[str]:
        ref = self.steps[step]
        assert ref is not None
        return [choice.key for choice in ref.resolve(self.content).choices]

    def vote(self, live: LiveLesson, learner: int, given: str, step: int | None = None) -> None:
        at = live.step if step is None else step
        ref = self.steps[at]
        grade = ref.resolve(self.content).mark(given).grade if ref else Grade.BEST
        self.live.vote(live, at, learner, given, grade, f"Learner {learner}")


@pytest.fixture
def room(study: Study, library: Library) -> Room:
    return Room(study, library)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What came of acts that were begun at the same moment: a value, or an error."""

    def tried(act: Callable[[], object]) -> object:
        try:
            return act()
        except TutorError as error:
            return error

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(tried, acts))


def test_a_lesson_begins_at_its_first_step_and_each_act_makes_a_newer_version(room: Room) -> None:
    live = room.begin()
    assert (live.step, live.phase, live.version, live.is_over) == (0, Phase.WATCH, 1, False)
    assert room.live.running_in(room.room.id) == live
    live = room.live.go_to(live, room.asked[0], room.steps)
    live = room.live.ask(live, room.steps)
    live = room.live.close(live)
    live = room.live.show(live, room.steps)
    assert (live.version, live.phase, live.shown) == (5, Phase.SHOWN, frozenset({room.asked[0]}))
    assert room.live.end(live).is_over
    assert room.live.running_in(room.room.id) is None


def test_the_steps_of_a_game_ask_each_of_its_decisions_before_it_is_taken(room: Room, library: Library) -> None:
    game = library.games[GAME]
    assert len(room.steps) == len(game.calls) + 53
    assert {step + 1 for step in room.asked} == {decision.step for decision in game.decisions}


def test_every_kind_of_subject_has_steps_that_can_be_asked(room: Room) -> None:
    lesson = next(iter(room.content.courses.lessons))
    drill = DrillWork(on=("hel-decl-nt-a",), questions=3, seed=5)
    for subject in (LessonWork(lesson=lesson), drill, DealWork(deal="hel-diamonds-04")):
        steps = LiveWork(by=room.teacher, on=subject).steps(room.content)
        assert steps[-1] is None
        assert any(steps), subject
        for ref in filter(None, steps):
            exercise = ref.resolve(room.content)
            assert exercise.mark(exercise.answer).grade.is_right


def test_a_page_that_shows_an_earlier_state_does_nothing(room: Room) -> None:
    live = room.begin()
    later = room.live.go_to(live, 3, room.steps)
    with pytest.raises(LiveMovedOn):
        room.live.go_to(live, 4, room.steps)
    assert room.live.of_class(room.room.id, live.id) == later


def test_of_two_acts_at_the_same_moment_one_is_done(room: Room) -> None:
    live = room.begin()
    came = at_once(*[lambda: room.live.go_to(live, 1, room.steps)] * 4)
    assert sum(isinstance(one, LiveLesson) for one in came) == 1
    assert room.live.of_class(room.room.id, live.id).version == 2


def test_a_class_has_one_lesson_at_a_time_even_if_two_are_begun_at_once(room: Room) -> None:
    came = at_once(*[room.begin] * 3)
    assert sum(isinstance(one, LiveLesson) for one in came) == 1
    assert len(room.live.all_of_class(room.room.id)) == 1


def test_a_vote_can_be_changed_until_it_is_closed_and_counts_once(room: Room) -> None:
    live = room.asking()
    ann, ben, *_ = room.learners
    first, second, *_ = room.choices(live.step)
    room.vote(live, ann, first)
    room.vote(live, ben, first)
    room.vote(live, ann, second)
    assert {(vote.learner, vote.given) for vote in room.live.votes(live, live.step)} == {(ann, second), (ben, first)}
    room.live.close(live)
    with pytest.raises(VoteRefused):
        room.vote(live, ann, first)
    found = room.live.vote_of(live, ann, live.step)
    assert found is not None
    assert found.given == second


def test_no_vote_counts_at_another_step_before_it_is_asked_or_after_the_end(room: Room) -> None:
    live = room.begin()
    with pytest.raises(VoteRefused):
        room.vote(live, room.learners[0], room.choices(0)[0])
    live = room.live.ask(room.live.go_to(live, room.asked[0], room.steps), room.steps)
    with pytest.raises(VoteRefused):
        room.vote(live, room.learners[0], room.choices(room.asked[1])[0], room.asked[1])
    given = room.choices(live.step)[0]
    ended = room.live.end(live)
    with pytest.raises(VoteRefused):
        room.vote(ended, room.learners[0], given)
    assert not room.live.votes(live)


def test_votes_that_race_with_the_close_are_saved_or_refused_and_nothing_between(room: Room) -> None:
    """Every vote that was acknowledged is counted once, and none that was refused."""
    live = room.asking()
    given = room.choices(live.step)[0]
    acts = [lambda who=who: room.vote(live, who, given) for who in room.learners for _ in range(2)]
    came = at_once(*acts[:4], lambda: room.live.show(live, room.steps), *acts[4:])
    assert isinstance(came[4], LiveLesson)
    voted = [room.learners[number // 2] for number, one in enumerate([*came[:4], *came[5:]]) if one is None]
    assert {vote.learner for vote in room.live.votes(live)} == set(voted)
    assert len(room.live.votes(live)) == len(set(voted))
    room.live.record(came[4], room.steps, room.content)
    for learner in room.learners:
        assert len(room.answers_of(learner)) == (learner in voted)


def test_what_was_shown_becomes_an_answer_of_each_voter_once(room: Room) -> None:
    live = room.asking()
    ref = room.steps[live.step]
    assert ref is not None
    exercise = ref.resolve(room.content)
    wrong = next(key for key in room.choices(live.step) if exercise.mark(key).grade is Grade.NOT_ADVISED)
    ann, ben, cole, _ = room.learners
    room.vote(live, ann, exercise.answer)
    room.vote(live, ben, wrong)
    assert room.live.record(live, room.steps, room.content) == 0
    assert not room.answers_of(ann)
    shown = room.live.show(live, room.steps)
    came = at_once(*[lambda: room.live.record(shown, room.steps, room.content)] * 3)
    assert sum(number for number in came if isinstance(number, int)) == 2
    (answer,) = room.answers_of(ann)
    assert (answer.topic, answer.item, answer.given, answer.shade) == ("game", ref.key, exercise.answer, "best")
    assert (answer.live, answer.assignment) == (live.id, None)
    assert [answer.shade for answer in room.answers_of(ben)] == ["not advised"]
    assert not room.answers_of(cole)
    assert not room.study.of(ann).reviews.rebuild().differed


def test_what_was_shown_stays_shown_and_is_not_asked_again(room: Room) -> None:
    live = room.live.show(room.asking(), room.steps)
    live = room.live.go_to(live, live.step + 1, room.steps)
    live = room.live.go_to(live, room.asked[0], room.steps)
    assert live.phase is Phase.SHOWN
    with pytest.raises(LiveMovedOn):
        room.live.ask(live, room.steps)


def test_a_stranger_finds_no_lesson(room: Room) -> None:
    live = room.begin()
    assert room.live.running_for(room.learners[0]) == [live]
    assert room.live.running_for(room.stranger) == []
    for find in (room.live.of_learner, room.live.state):
        with pytest.raises(Unknown):
            find(room.stranger, live.id)
    with pytest.raises(Unknown):
        room.live.of_class(room.room.id + 1, live.id)


def test_the_state_changes_with_what_a_screen_shows(room: Room) -> None:
    live = room.asking()
    learner = room.learners[0]
    before = room.live.state(learner, live.id), room.live.state_with_votes(room.room.id, live.id)
    room.vote(live, learner, room.choices(live.step)[0])
    after = room.live.state(learner, live.id), room.live.state_with_votes(room.room.id, live.id)
    assert before[0].tag == after[0].tag
    assert before[1].tag != after[1].tag
    assert (after[1].votes, after[1].present) == (1, 1)
    room.live.close(live)
    assert room.live.state(learner, live.id).tag != after[0].tag


def test_a_class_or_a_learner_that_goes_takes_its_rows_along_and_answers_stay(room: Room) -> None:
    live = room.asking()
    ann, ben, *_ = room.learners
    for learner in (ann, ben):
        room.vote(live, learner, room.choices(live.step)[0])
    live = room.live.show(live, room.steps)
    room.live.record(live, room.steps, room.content)
    personal_data.forget(room.study.of(ben))
    assert [vote.learner for vote in room.live.votes(live)] == [ann]
    assert [one.person.id for one in room.live.participants(live)] == [ann]
    room.classroom.classes.delete(room.room)
    assert room.live.running_for(ann) == [], "while it can be restored, nobody of it follows"
    purge(room.study.database, room.study.now + CAN_BE_UNDONE + timedelta(seconds=1))
    assert room.live.all_of_class(room.room.id) == []
    assert [answer.live for answer in room.answers_of(ann)] == [None]


def test_a_vote_in_a_download_does_not_say_what_it_was_worth(room: Room) -> None:
    from tutor.study.classroom.row_visibility import row_seen

    row = {"live_id": 1, "step": 2, "learner_id": 3, "given": "CA", "shade": "best"}
    assert row_seen("vote", row, {}, room.study.now)["shade"] == ""


def test_the_key_of_a_vote_names_its_lesson_and_step() -> None:
    assert key_of_vote(12, 31) == "live/12/31"


def test_the_lessons_in_which_a_learner_answered_are_read_by_one_statement_the_newest_first(room: Room) -> None:
    ann, ben, *_ = room.learners
    answered = []
    for votes in ((ann,), (ben,), (ann, ben), ()):
        live = room.asking()
        for learner in votes:
            room.vote(live, learner, room.choices(live.step)[0])
        live = room.live.end(room.live.show(live, room.steps))
        room.live.record(live, room.steps, room.content)
        if ann in votes:
            answered.append(live)
    with counted(room.study) as said:
        found = room.live.answered_by(ann)
    assert [live for live, _ in found] == answered[::-1]
    assert [(tally.live, tally.learner, tally.answers) for _, tally in found] == [
        (live.id, ann, 1) for live in answered[::-1]
    ]
    assert len([one for one in said if one.startswith("SELECT")]) == 1
