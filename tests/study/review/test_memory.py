"""What is remembered: how an answer is graded, what it changes, what is due, and that the log makes it all again."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.support.clock import FakeClock
from tests.support.commands import invoked
from tests.support.databases import fill_the_disk, migrate, sql
from tests.support.examples import examples
from tutor.__main__ import tutor
from tutor.citations import Citation
from tutor.errors import Malformed
from tutor.quizzes.exercise import Grade, Level
from tutor.quizzes.groups import ItemTopic
from tutor.quizzes.items import Item, ItemKind
from tutor.study.answers.answer import Answer
from tutor.study.answers.answer_log import as_csv, as_json
from tutor.study.review.daily import Settings, interleaved
from tutor.study.review.memory import RETENTION, Memory, RecallRating, grade, reviewed, spread
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.database import DatabaseUnavailable
from tutor.study.study import Study

pytestmark = pytest.mark.databases

MORNING = datetime(2026, 1, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)


class Learner:
    """A study with its clock, and questions that never come twice."""

    def __init__(self, where: Path | str, now: datetime = MORNING) -> None:
        self.clock = FakeClock(now)
        self.study = Study.open(where, self.clock)
        self.asked = 0

    def answer(self, item: str, shade: Grade = Grade.BEST, hints: int = 0, also: tuple[str, ...] = ()) -> None:
        self.asked += 1
        self.study.answers.record(
            Answer("exercise", item, "x", shade.value, item, also, hints, number=self.asked, level=Level.BEGINNER)
        )

    def memory(self, item: str) -> Memory:
        return self.study.reviews.memories()[item]


@pytest.fixture
def learner(where: Path | str) -> Iterator[Learner]:
    learner = Learner(where)
    yield learner
    learner.study.close()


@contextmanager
def learner_elsewhere() -> Iterator[Learner]:
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(Path(folder) / FILE)
        yield learner
        learner.study.close()


def items(number: int, sources: Sequence[str] = ("hellespont", "foster")) -> dict[str, Item]:
    kinds = (ItemKind.TERM, ItemKind.MAXIM, ItemKind.LAW)
    made = [Item(f"item-{one}", kinds[one % 3], "", Citation(sources[one % len(sources)], 1)) for one in range(number)]
    return {item.id: item for item in made}


# ---- grades ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shade", "hints", "expected"),
    [
        (Grade.BEST, 0, RecallRating.GOOD),
        (Grade.BEST, 1, RecallRating.HARD),
        (Grade.BEST, 2, RecallRating.HARD),
        (Grade.BEST, 3, RecallRating.AGAIN),
        (Grade.ACCEPTABLE, 0, RecallRating.HARD),
        (Grade.ACCEPTABLE, 3, RecallRating.AGAIN),
        (Grade.NOT_ADVISED, 0, RecallRating.AGAIN),
        (Grade.TOLD, 0, RecallRating.AGAIN),
        (Grade.UNDECIDED, 0, None),
        (Grade.UNDECIDED, 3, None),
    ],
)
def test_an_answer_is_graded_by_what_happened(shade: Grade, hints: int, expected: RecallRating | None) -> None:
    assert grade(shade, hints) is expected


# ---- one memory --------------------------------------------------------------------------------------------------


def test_an_item_is_due_when_its_recall_has_fallen_to_what_is_wanted() -> None:
    """By FSRS a stability is the number of days in which recall falls to nine tenths."""
    memory = reviewed(None, "a", RecallRating.GOOD, MORNING)
    for _ in range(4):
        memory = reviewed(memory, "a", RecallRating.GOOD, memory.due)
        assert memory.recall(memory.due) == pytest.approx(RETENTION, abs=0.01)
        assert (memory.due - memory.last_review) / DAY == pytest.approx(memory.stability, abs=0.5)


def test_what_was_known_is_asked_ever_later_and_what_was_not_is_asked_again_the_same_day() -> None:
    known = reviewed(None, "a", RecallRating.GOOD, MORNING)
    later = reviewed(known, "a", RecallRating.GOOD, known.due)
    forgotten = reviewed(later, "a", RecallRating.AGAIN, later.due)
    hard = reviewed(known, "a", RecallRating.HARD, known.due)
    assert known.due - MORNING >= DAY
    assert later.due - later.last_review > hard.due - hard.last_review > known.due - MORNING
    assert forgotten.due - forgotten.last_review < timedelta(hours=1)
    assert (forgotten.reps, forgotten.lapses) == (3, 1)
    assert reviewed(None, "a", RecallRating.AGAIN, MORNING).lapses == 0, "what was never known cannot be forgotten"


def test_the_same_answers_in_another_zone_make_the_same_memory() -> None:
    abroad = timezone(timedelta(hours=13))
    here = reviewed(reviewed(None, "a", RecallRating.GOOD, MORNING), "a", RecallRating.HARD, MORNING + 3 * DAY)
    there = reviewed(None, "a", RecallRating.GOOD, MORNING.astimezone(abroad))
    assert reviewed(there, "a", RecallRating.HARD, (MORNING + 3 * DAY).astimezone(abroad)) == here


# ---- what counts -------------------------------------------------------------------------------------------------


def test_a_second_try_at_a_question_is_kept_and_shows_nothing(learner: Learner) -> None:
    wrong = Answer("exercise", "a", "x", Grade.NOT_ADVISED.value, "a", number=4, level=Level.BEGINNER)
    learner.study.answers.record(wrong)
    before = learner.memory("a")
    learner.clock.now += timedelta(minutes=1)
    learner.study.answers.record(replace(wrong, given="y", shade=Grade.BEST.value))
    assert learner.memory("a") == before
    assert learner.study.reviews.owed() == ["a"]
    assert len(learner.study.answers.log()) == 2
    learner.study.answers.record(replace(wrong, number=5, shade=Grade.BEST.value))
    assert learner.study.reviews.owed() == []
    learner.clock.now += 2 * DAY
    learner.study.answers.record(replace(wrong, shade=Grade.BEST.value))
    assert learner.memory("a").reps == 3, "days later the same question asks for what is known again"


def test_another_level_or_topic_is_another_question(learner: Learner) -> None:
    first = Answer("exercise", "a", "x", Grade.BEST.value, "a", number=4, level=Level.BEGINNER)
    for answer in (
        first,
        replace(first, level=Level.ADVANCED),
        replace(first, topic="lesson"),
        replace(first, number=None),
    ):
        learner.study.answers.record(answer)
    assert learner.memory("a").reps == 4
    learner.study.answers.record(replace(first, number=None))
    assert learner.memory("a").reps == 4, "no number is a number like another"


def test_an_answer_changes_each_of_its_items_once(learner: Learner) -> None:
    learner.answer("a", also=("b", "a", "c"))
    assert {memory.item: memory.reps for memory in learner.study.reviews.memories().values()} == {
        "a": 1,
        "b": 1,
        "c": 1,
    }


def test_an_undecided_answer_and_one_without_a_rule_show_nothing(learner: Learner) -> None:
    learner.answer("a", Grade.UNDECIDED)
    learner.answer("")
    assert learner.study.reviews.memories() == {}
    assert len(learner.study.answers.log()) == 2


def test_an_answer_whose_memory_cannot_be_kept_is_not_kept_either(learner: Learner, where: Path | str) -> None:
    learner.answer("a")
    fill_the_disk(where, "review")
    before = learner.study.reviews.memories()
    with pytest.raises(DatabaseUnavailable, match="could not be saved: the disk is full"):
        learner.answer("a")
    assert learner.study.reviews.memories() == before
    assert len(learner.study.answers.log()) == 1


def test_answers_given_at_once_are_all_remembered(learner: Learner, where: Path | str) -> None:
    others = [Learner(where) for _ in range(4)]
    for number, other in enumerate(others):
        other.asked = 100 * number

    def answer_ten(one: Learner) -> None:
        for _ in range(10):
            one.answer("a")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(answer_ten, others))
    assert learner.memory("a").reps == 40
    assert learner.study.reviews.rebuild().differed == ()
    for other in others:
        other.study.close()


# ---- the log makes it all ----------------------------------------------------------------------------------------

answers = st.builds(
    Answer,
    topic=st.sampled_from(["exercise", "game"]),
    item=st.sampled_from("pq"),
    given=st.just("x"),
    shade=st.sampled_from([shade.value for shade in Grade]),
    rule=st.sampled_from(["", "a", "b", "c"]),
    also=st.lists(st.sampled_from("abcd"), max_size=2).map(tuple),
    hints=st.integers(0, 3),
    number=st.none() | st.integers(0, 3),
    level=st.none() | st.sampled_from(Level),
)
gaps = st.sampled_from([timedelta(0), timedelta(minutes=3, microseconds=7), timedelta(hours=11), DAY, 9 * DAY, -DAY])
steps = st.tuples(gaps, answers | st.sampled_from(["begin", "end"]) | st.integers(1, 4))


@pytest.mark.slow
@examples(25)
@given(st.lists(steps, max_size=25))
def test_whatever_happened_the_log_makes_exactly_what_is_kept(
    steps: list[tuple[timedelta, Answer | str | int]],
) -> None:
    with learner_elsewhere() as learner:
        for gap, step in steps:
            learner.clock.now += gap
            match step:
                case "begin":
                    learner.study.preferences.begin_holiday()
                case "end":
                    learner.study.preferences.end_holiday()
                case int():
                    learner.study.preferences.choose(Settings(cap=step, new=0))
                case Answer():
                    learner.study.answers.record(step)
        kept = learner.study.reviews.memories()
        assert learner.study.reviews.rebuild().differed == ()
        assert learner.study.reviews.memories() == kept


def test_what_was_spoiled_is_named_and_mended(learner: Learner, where: Path | str) -> None:
    for item in "abc":
        learner.answer(item)
    kept, reviews = learner.study.reviews.memories(), learner.study.reviews.since(MORNING)
    sql(
        where,
        "UPDATE memory SET stability = 99 WHERE item = 'a'",
        "DELETE FROM memory WHERE item = 'b'",
        "UPDATE review SET grade = 1 WHERE item = 'c'",
    )
    rebuilt = learner.study.reviews.rebuild()
    assert (rebuilt.answers, rebuilt.items, rebuilt.differed) == (3, 3, ("a", "b", "c"))
    assert learner.study.reviews.memories() == kept
    assert learner.study.reviews.since(MORNING) == reviews
    assert learner.study.reviews.rebuild().differed == ()


@pytest.mark.slow
def test_a_study_of_an_earlier_tutor_has_its_answers_remembered(where: Path | str, tmp_path: Path) -> None:
    """The tables as the third migration left them: every later one is taken back."""
    learner = Learner(where)
    learner.answer("hel-lead-trump-plain", Grade.NOT_ADVISED)
    learner.study.close()
    migrate(where, "0003")
    Study.open(where, lambda: MORNING, tmp_path).close()
    again = Learner(where)
    assert again.study.reviews.owed() == ["hel-lead-trump-plain"]
    assert again.memory("hel-lead-trump-plain").last_review == MORNING
    assert again.study.reviews.rebuild().differed == ()
    again.study.close()


# ---- the day -----------------------------------------------------------------------------------------------------


def test_a_day_has_what_is_due_up_to_the_cap_and_what_was_done_counts(learner: Learner) -> None:
    askable = items(30)
    for item in askable:
        learner.answer(item)
    assert learner.study.reviews.due(askable).asked == (), "what was just known is not due"
    learner.study.preferences.choose(Settings(cap=12, new=0))
    learner.clock.now += 5 * DAY
    session = learner.study.reviews.due(askable)
    assert (len(session.asked), session.new, session.waiting) == (12, 0, 18)
    for item in session.asked[:5]:
        learner.answer(item)
    left = learner.study.reviews.due(askable)
    assert (len(left.asked), left.waiting) == (7, 18)
    assert set(left.asked) == set(session.asked[5:])
    learner.clock.now += DAY
    assert len(learner.study.reviews.due(askable).asked) == 12


def test_what_falls_due_in_the_evening_is_due_all_day_and_tomorrow_is_not(learner: Learner) -> None:
    askable = items(1)
    learner.clock.now = MORNING.replace(hour=22)
    learner.answer("item-0")
    due = learner.memory("item-0").due
    learner.clock.now = due.replace(hour=0, minute=1)
    assert learner.study.reviews.due(askable).asked == ("item-0",)
    learner.clock.now -= timedelta(minutes=2)
    assert learner.study.reviews.due(askable).asked == ()


def test_the_likeliest_to_be_forgotten_come_first_when_not_all_can(learner: Learner) -> None:
    askable = items(6)
    learner.study.preferences.choose(Settings(cap=2, new=0))
    for item in askable:
        learner.answer(item)
    learner.clock.now += 3 * DAY
    for item in list(askable)[:4]:
        learner.answer(item)
    learner.clock.now += 60 * DAY
    assert set(learner.study.reviews.due(askable).asked) == {"item-4", "item-5"}


def test_what_is_new_fills_the_places_left_from_topics_begun(learner: Learner) -> None:
    askable = items(60)
    assert learner.study.reviews.due(askable).asked == (), "nothing is asked of somebody who was taught nothing"
    learner.answer("item-0")
    learner.clock.now += DAY
    session = learner.study.reviews.due(askable)
    assert (session.new, session.due) == (5, 0)
    assert {ItemTopic.of(askable[item]) for item in session.asked} == {ItemTopic.of(askable["item-0"])}
    for item in session.asked:
        learner.answer(item)
    assert learner.study.reviews.due(askable).new == 0
    learner.study.preferences.choose(Settings(cap=20, new=0))
    learner.clock.now += DAY
    assert learner.study.reviews.due(askable).new == 0


def test_what_cannot_be_asked_about_is_not_due(learner: Learner) -> None:
    learner.answer("nobody-asks-this")
    learner.clock.now += 30 * DAY
    assert learner.study.reviews.due(items(3)).asked == ()


def test_topics_and_authors_alternate_and_the_order_is_that_of_the_day() -> None:
    of_day = interleaved(items(36).values(), "2026-01-01")
    assert sorted(of_day) == sorted(items(36))
    topics = [ItemTopic.of(items(36)[item]) for item in of_day]
    assert all(one != other for one, other in pairwise(topics))
    assert all(one.source != other.source for one, other in pairwise(topics))
    assert of_day == interleaved(reversed(items(36).values()), "2026-01-01")
    assert of_day != interleaved(items(36).values(), "2026-01-02")


@pytest.mark.parametrize(("cap", "new"), [(0, 0), (201, 0), (5, 6), (5, -1)])
def test_a_day_that_will_not_do_is_refused(cap: int, new: int) -> None:
    with pytest.raises(Malformed, match="Choose"):
        Settings(cap, new)


def test_what_was_chosen_is_kept(learner: Learner) -> None:
    learner.study.preferences.choose(Settings(7, 3, Level.ADVANCED))
    assert learner.study.preferences.settings() == Settings(7, 3, Level.ADVANCED)


# ---- holidays ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_on_a_holiday_nothing_falls_due_and_afterwards_it_is_spread(learner: Learner) -> None:
    askable = items(30)
    for item in askable:
        learner.answer(item)
    learner.study.preferences.choose(Settings(cap=10, new=0))
    learner.study.preferences.begin_holiday()
    learner.study.preferences.begin_holiday()
    learner.clock.now += 21 * DAY
    assert learner.study.preferences.is_on_holiday
    assert learner.study.reviews.due(askable).asked == ()
    learner.study.preferences.end_holiday()
    for _ in range(6):
        session = learner.study.reviews.due(askable)
        assert (len(session.asked), session.waiting) == (5, 0)
        for item in session.asked:
            learner.answer(item)
        learner.clock.now += DAY
    assert learner.study.reviews.due(askable).asked == ()
    assert len(learner.study.answers.log()) == 30 + 2 + 30


def test_the_likeliest_to_be_forgotten_are_not_put_off() -> None:
    weak = [replace(reviewed(None, f"weak-{n}", RecallRating.GOOD, MORNING), stability=1.0) for n in range(3)]
    strong = [replace(memory, item=f"strong-{n}", stability=50.0) for n, memory in enumerate(weak)]
    moved = spread([*strong, *weak], MORNING + 20 * DAY, 6)
    assert {memory.item for memory in moved} == {"strong-0", "strong-1", "strong-2"}
    assert all(memory.stability == 50.0 for memory in moved), "only the day changes"


def test_what_is_not_due_yet_stays_where_it_is() -> None:
    later = replace(reviewed(None, "a", RecallRating.GOOD, MORNING), due=MORNING + 90 * DAY)
    assert spread([later], MORNING + 20 * DAY, 6) == []


@pytest.mark.slow
@pytest.mark.databases("sqlite")  # the same reckoning on either, a thousand times
def test_a_year_with_a_holiday_in_it_never_grows_a_backlog(learner: Learner) -> None:
    """A learner who forgets as the model foretells, takes up one item a day, and is a month away."""
    askable, chance, cap, away = items(365), Random(4), 20, range(100, 130)
    learner.study.preferences.choose(Settings(cap, 0))
    fresh, over = iter(askable), {}
    for day in range(365):
        learner.clock.now = MORNING + day * DAY
        if day == away.start:
            learner.study.preferences.begin_holiday()
        if day == away.stop:
            learner.study.preferences.end_holiday()
        if day in away:
            assert learner.study.reviews.due(askable).asked == ()
            continue
        session = learner.study.reviews.due(askable)
        over[day] = session.waiting
        assert len(session.asked) <= cap
        while session.asked:
            recall = {
                item: memory.recall(learner.clock.now) for item, memory in learner.study.reviews.memories().items()
            }
            for item in session.asked:
                learner.clock.now += timedelta(minutes=1)
                learner.answer(item, Grade.BEST if chance.random() < recall[item] else Grade.NOT_ADVISED)
            session = learner.study.reviews.due(askable)
        learner.answer(next(fresh), chance.choice([Grade.BEST, Grade.BEST, Grade.NOT_ADVISED]))
    assert max(over.values()) <= cap // 2, "what a day has no place for is less than a day’s reviews"
    assert not any(over[day] for day in range(away.stop + 14, 365))
    assert learner.study.reviews.rebuild().differed == ()


# ---- the log, and the commands -----------------------------------------------------------------------------------


def test_the_log_is_written_out_whole_as_a_table_and_as_lines(learner: Learner, where: Path | str) -> None:
    learner.answer("a", Grade.NOT_ADVISED, hints=2, also=("b",))
    learner.study.preferences.begin_holiday()
    table = list(csv.DictReader("".join(as_csv(learner.study.answers.log())).splitlines()))
    lines = [json.loads(line) for line in as_json(learner.study.answers.log())]
    assert [row["event"] for row in table] == [line["event"] for line in lines] == ["answer", "holiday begins"]
    assert lines[0] | {"also": "b", "hints": "2", "number": "1", "cap": ""} == table[0]
    assert lines[0]["at"] == "2026-01-01T09:00:00+00:00"
    for form, expected in (("--csv", as_csv), ("--json", as_json)):
        assert invoked(where, "log", form).output == "".join(expected(learner.study.answers.log()))


def test_the_command_rebuilds_and_says_what_differed(learner: Learner, where: Path | str) -> None:
    learner.answer("a")
    again = invoked(where, "rebuild")
    assert "Nothing differed" in again.output
    sql(where, "UPDATE memory SET reps = 9")
    assert "a differed and has been corrected" in invoked(where, "rebuild").output
    assert learner.memory("a").reps == 1


@pytest.mark.parametrize("command", ["log", "rebuild"])
def test_a_folder_without_a_study_is_named_and_left_alone(tmp_path: Path, command: str) -> None:
    result = CliRunner().invoke(tutor, [command, "--data", str(tmp_path)])
    assert isinstance(result.exception, DatabaseUnavailable)
    assert str(tmp_path) in str(result.exception)
    assert list(tmp_path.iterdir()) == []
