"""A class followed: the grid and its figures, who needs attention, answers with their questions, remarks, tables."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from tests.support.clock import NOW
from tests.support.forms import typed_in
from tests.support.markup import unwrapped
from tests.support.school import WORDS, log_in
from tutor.cli.homework_desk import access_of
from tutor.codes import code
from tutor.exchange.questions import Stock
from tutor.exchange.spreadsheets import BYTE_ORDER_MARK, harmless
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Grade, Level
from tutor.seats import Seat
from tutor.study.accounts.people import Person, UserRole
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, ReplayWork, Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.classes import Class, Member
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.gradebook import (
    AssignmentTally,
    Gradebook,
    GradebookCell,
    Gradebooks,
    LearnerRecord,
    MissedRuleTally,
    Stage,
)
from tutor.study.classroom.progress import Progress, ProgressState
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.web.classroom.attention import AWAY, FEWEST_ANSWERS, OFTEN, SOON, needing_attention
from tutor.web.labels import cell_words
from tutor.web.services import EXTENSION, Services

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DRILL = DrillWork(on=("hel-decl-nt-b", "term-ruff"), questions=4, seed=1)


# ---- who needs attention: of values alone -----------------------------------------------------------------------


def set_to_all(
    key: int = 1, *, due_in: timedelta | None = None, mark: int | None = None, tries: int | None = None
) -> Assignment:
    due = None if due_in is None else NOW + due_in
    draft = AssignmentSpec(f"Work {key}", DRILL, NOW - 30 * DAY, due, pass_mark=mark, tries=tries)
    return Assignment(key, f"key-{key}", 1, draft, everyone=True, made_at=NOW - 30 * DAY, withdrawn_at=None)


def stands(done: int = 0, right: int = 0, *, attempts: int | None = None, passed: bool | None = None) -> Progress:
    state = ProgressState.DONE if done == 4 else ProgressState.BEGUN if done else ProgressState.NOT_BEGUN
    begun = (1 if done else 0) if attempts is None else attempts
    return Progress(done, 4, right, begun, passed, late=False, last_at=NOW, state=state)


def knave(seen: timedelta | None = HOUR, joined: timedelta = 30 * DAY) -> Member:
    person = Person(2, "Knave", "Tom Bell", UserRole.LEARNER, 0, NOW)
    return Member(person, NOW - joined, None if seen is None else NOW - seen)


def said_of(learner: LearnerRecord, *assignments: Assignment) -> list[str]:
    gradebook = Gradebook(NOW, assignments, [learner])
    return [reason.says for _, reasons in needing_attention(gradebook) for reason in reasons]


def record(progress: Progress | None = None, member: Member | None = None, **more: Any) -> LearnerRecord:
    """A learner whose answers to the first assignment came to so much."""
    return LearnerRecord(member or knave(), {1: AssignmentTally(progress or stands(), **more)})


def test_nobody_is_listed_without_a_reason() -> None:
    work = set_to_all(due_in=3 * DAY)
    assert list(needing_attention(Gradebook(NOW, [work], [record()]))) == []


@pytest.mark.parametrize(
    ("due_in", "found", "said"),
    [
        (-2 * DAY, stands(3), "Overdue: it was due 2 days ago, with 3 of 4 done."),
        (-HOUR, stands(), "Overdue: it was due today, and it has not been started."),
        (-2 * DAY, stands(4), None),
        (SOON, stands(), "Not started, and it is due in 24 hours."),
        (2 * HOUR, stands(), "Not started, and it is due in 2 hours."),
        (HOUR / 20, stands(), "Not started, and it is due in 3 minutes."),
        (HOUR, stands(1), None),
        (SOON + HOUR, stands(), None),
        (None, stands(), None),
    ],
)
def test_work_overdue_or_untouched_is_a_reason(due_in: timedelta | None, found: Progress, said: str | None) -> None:
    assert said_of(record(found), set_to_all(due_in=due_in)) == ([said] if said else [])


def test_what_is_not_set_to_a_learner_is_no_reason() -> None:
    assert said_of(LearnerRecord(knave(), {}), set_to_all(due_in=-DAY)) == []


def test_work_that_is_not_open_yet_is_no_reason() -> None:
    work = set_to_all()
    later = replace(work, spec=replace(work.spec, opens_at=NOW + HOUR, due_at=NOW + 2 * HOUR))
    assert said_of(record(member=knave(seen=None)), later) == []


def test_under_the_pass_mark_is_a_reason_at_once_and_more_so_once_no_try_is_left() -> None:
    work, failed = set_to_all(mark=70, tries=2), stands(4, 2, attempts=2, passed=False)
    assert said_of(record(failed), work) == ["50 per cent, under the pass mark of 70."]
    assert said_of(record(stands(2, 0, attempts=1, passed=False)), work) == [], "it is not finished yet"
    (said,) = said_of(record(failed, is_spent=True), work)
    assert said == "50 per cent, under the pass mark of 70, and all 2 attempts are used."
    assert said_of(record(replace(failed, passed=True), is_spent=True), work) == []


def test_the_same_rule_missed_again_and_again_is_a_reason_with_the_rule() -> None:
    learner = record(missed={("a", ""): OFTEN, ("b", ""): OFTEN - 1})
    ((_, (reason,)),) = needing_attention(Gradebook(NOW, [], [learner]))
    assert (reason.rule, reason.says) == ("a", "Missed the same rule 3 times.")


@pytest.mark.parametrize(
    ("answers", "hinted", "is_told"),
    [(FEWEST_ANSWERS, 4, True), (FEWEST_ANSWERS, 3, False), (FEWEST_ANSWERS - 1, 5, False)],
)
def test_hints_for_most_answers_are_a_reason(answers: int, hinted: int, is_told: bool) -> None:
    said = said_of(record(answers=answers, hinted=hinted))
    assert said == ([f"Used a hint for {hinted} of {answers} answers."] if is_told else [])


def test_a_week_away_is_a_reason_while_work_is_open() -> None:
    work = set_to_all()
    assert said_of(record(stands(), knave(AWAY)), work) == ["Not seen for 7 days, while one assignment is waiting."]
    assert said_of(record(stands(), knave(AWAY - HOUR)), work) == []
    assert said_of(record(stands(4), knave(AWAY)), work) == []
    assert said_of(record(stands(), knave(None, joined=HOUR)), work) == [], "who has just joined is not away"
    (said,) = said_of(record(stands(), knave(None, joined=9 * DAY)), work)
    assert said == "Not seen since joining 9 days ago, while one assignment is waiting."


def test_who_has_most_reasons_comes_first() -> None:
    one = record(missed={("a", ""): 3})
    other = replace(knave(), person=replace(knave().person, id=3))
    two = record(member=other, missed={("a", ""): 3, ("b", ""): 3})
    assert [learner for learner, _ in needing_attention(Gradebook(NOW, [], [one, two]))] == [two, one]


# ---- a cell -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "due_in", "stage", "words"),
    [
        (None, None, Stage.NOT_SET, "not set"),
        (stands(), None, Stage.NOTHING, "nothing yet"),
        (stands(), -DAY, Stage.NOTHING, "nothing yet, late"),
        (stands(3), None, Stage.BEGUN, "begun, 3 of 4"),
        (stands(4, 2), -DAY, Stage.DONE, "done, 2 of 4 right"),
        (replace(stands(4, 2), late=True), -DAY, Stage.DONE, "done, 2 of 4 right, late"),
        (stands(4, 3, passed=True), None, Stage.PASSED, "passed, 3 of 4 right"),
        (stands(4, 1, passed=False), None, Stage.MISSED, "not passed, 1 of 4 right"),
        (replace(stands(), of=1), None, Stage.NOTHING, "nothing yet"),
        (Progress(1, 1, 1, 1, None, late=False, last_at=NOW, state=ProgressState.DONE), None, Stage.DONE, "done"),
    ],
)
def test_a_cell_says_in_words_how_far_it_is(
    found: Progress | None, due_in: timedelta | None, stage: Stage, words: str
) -> None:
    cell = GradebookCell.of(set_to_all(due_in=due_in), found, NOW)
    assert (cell.stage, cell_words(cell)) == (stage, words)


def test_every_stage_has_a_sign_of_its_own() -> None:
    assert len({stage.sign for stage in Stage}) == len(Stage)


def test_tries_are_spent_when_the_last_of_them_is_done() -> None:
    twice = set_to_all(tries=2)
    given = [_given(attempt, number) for attempt in (1, 2) for number in range(4)]
    assert not twice.is_spent([], 4)
    assert not twice.is_spent(given[:4], 4)
    assert not twice.is_spent(given[:7], 4), "the second is under way"
    assert twice.is_spent(given, 4)
    assert not set_to_all().is_spent(given, 4), "there is no end of tries"


def test_tries_at_a_lesson_are_spent_when_no_question_may_be_answered_again() -> None:
    work = set_to_all(tries=2)
    lesson = replace(work, spec=replace(work.spec, work=LessonWork(lesson="x")))
    wrong, right = _given(None, 0, Grade.NOT_ADVISED), _given(None, 1)
    assert not lesson.is_spent([wrong, right], 2)
    assert lesson.is_spent([wrong, right, wrong], 2)
    assert not lesson.is_spent([wrong, right, wrong], 3), "one has no answer"


def _given(attempt: int | None, number: int, shade: Grade = Grade.BEST) -> GivenAnswer:
    return GivenAnswer(
        1, 2, NOW, Answer("exercise", f"q{number}", "0", shade.value, "r", assignment=1, attempt=attempt)
    )


# ---- a class in the database --------------------------------------------------------------------------------------


@pytest.fixture
def tom(classroom: Classroom, room: Class) -> Person:
    return _joined(classroom, room, "Knave", "Tom Bell")


def _joined(classroom: Classroom, room: Class, name: str, real_name: str) -> Person:
    person = classroom.people.enrol(name, real_name, WORDS)
    classroom.classes.join(room.id, person.id)
    return person


def _set(classroom: Classroom, room: Class, work: Work = DRILL, title: str = "Leads", **more: object) -> Assignment:
    draft = AssignmentSpec(title, work, NOW - 9 * DAY, **more)  # type: ignore[arg-type]
    return classroom.assignments.give(room.id, draft)


def _answers(study: Study, who: Person, work: Assignment, *shades: Grade, at: datetime = NOW, rule: str = "") -> None:
    """Answers to the questions of a drill, from its first on, as of these shades."""
    of = Study(study.database, lambda: at, who.id)
    for put, shade in zip(work.questions_for(who.id, 1), shades, strict=False):
        item = f"{put.item}/{put.level.value}/{put.number}"
        of.answers.record(
            Answer(
                "exercise", item, "0", shade.value, rule or put.item, (), 0, put.number, put.level, work.id, attempt=1
            )
        )


def _follow(classroom: Classroom, room: Class, parts: Services, gradebooks: Gradebooks | None = None) -> Gradebook:
    found = gradebooks or classroom.gradebooks
    access = access_of(parts.study, 1, Stock(parts.library, parts.courses, parts.makers))
    return found.gradebook(found.snapshot(room), access.questions_in)


@pytest.fixture
def parts(school: Flask) -> Services:
    found: Services = school.extensions[EXTENSION]
    return found


def test_the_grid_tells_each_learner_s_stage_with_scopes_and_links(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    ann = _joined(classroom, room, "Queen", "")
    work = _set(classroom, room, pass_mark=50, due_at=NOW + DAY)
    for_ann = classroom.assignments.give(room.id, AssignmentSpec("Hers", DRILL, NOW - DAY), to=[ann.id])
    _answers(study, tom, work, *[Grade.BEST] * 3, Grade.NOT_ADVISED)
    page = teacher.get(f"/classes/{room.id}/gradebook").text
    assert re.search(r'<th scope="row">Tom Bell\s*<span', page)
    assert re.search(r'<th scope="row">Queen</th>', page), "who has given no real name is called by the chosen one"
    assert '<th scope="col">Leads' in page
    assert _cell(page, work, tom) == "✓ passed, 3 of 4 right"
    assert _cell(page, work, ann) == "○ nothing yet"
    assert _cell(page, for_ann, tom) == "– not set"
    assert f'href="/classes/{room.id}/answers/{work.id}/{tom.id}"' in page
    assert f"/answers/{for_ann.id}/{tom.id}" not in page


def _cell(page: str, work: Assignment, who: Person) -> str:
    found = re.search(rf'<td id="c{work.id}-{who.id}"[^>]*>(.*?)</td>', unwrapped(page))
    assert found
    return re.sub(r"<[^>]+>", "", found[1])


@pytest.mark.usefixtures("tom")
def test_what_is_withdrawn_leaves_the_grid(teacher: FlaskClient, classroom: Classroom, room: Class) -> None:
    work = _set(classroom, room)
    assert "Leads" in teacher.get(f"/classes/{room.id}/gradebook").text
    classroom.assignments.withdraw(work)
    assert "Leads" not in teacher.get(f"/classes/{room.id}/gradebook").text
    assert "Nothing is assigned yet" in teacher.get(f"/classes/{room.id}/gradebook").text


def test_nothing_is_sent_again_until_something_has_changed(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    work = _set(classroom, room)
    path = f"/classes/{room.id}/gradebook"
    tags: list[str | None] = []

    def look() -> int:
        answer = teacher.get(path, headers={"If-None-Match": tags[-1]} if tags else {})
        tags.append(answer.headers["ETag"])
        return answer.status_code

    assert look() == 200
    assert look() == 304
    _answers(study, tom, work, Grade.BEST)
    assert (look(), look()) == (200, 304)
    classroom.people.rename(tom.id, "Knave", "Thomas Bell")
    assert (look(), look()) == (200, 304)
    classroom.assignments.change(work, replace(work.spec, pass_mark=90))
    assert (look(), look()) == (200, 304)
    other = classroom.classes.make(1, "Upper Fifth")
    _set(classroom, other)
    assert look() == 304, "another class is another matter"


def test_what_is_kept_in_mind_is_never_out_of_date(
    classroom: Classroom, study: Study, room: Class, tom: Person, parts: Services
) -> None:
    """What a grid reckoned before it remembers: it must say what one says that remembers nothing."""
    work = _set(classroom, room)

    def cell() -> str:
        fresh = Gradebooks(study.database, lambda: NOW, classroom.classes, classroom.assignments)
        seen = [_follow(classroom, room, parts, one) for one in (None, fresh)]
        words = [cell_words(one.cell(one.learners[0], one.assignments[0])) for one in seen]
        assert words[0] == words[1]
        assert seen[0].learners == seen[1].learners
        return words[0]

    assert cell() == "nothing yet"
    _answers(study, tom, work, Grade.BEST, Grade.NOT_ADVISED)
    assert cell() == "begun, 2 of 4"
    _answers(study, tom, work, Grade.BEST, Grade.BEST)
    assert cell() == "done, 3 of 4 right"
    classroom.assignments.change(work, replace(work.spec, pass_mark=100))
    assert cell().startswith("not passed")


@pytest.mark.slow
def test_a_larger_class_asks_the_database_no_more_often(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    _answers(study, tom, _set(classroom, room), Grade.BEST)
    with _counted(study) as few:
        teacher.get(f"/classes/{room.id}/gradebook")
    for number in range(3):
        who = _joined(classroom, room, f"Ten {number}", "")
        _answers(study, who, _set(classroom, room, title=f"Work {number}"), Grade.BEST, Grade.TOLD)
    with _counted(study) as many:
        teacher.get(f"/classes/{room.id}/gradebook")
    assert len(many) == len(few) <= 10


@contextmanager
def _counted(study: Study) -> Iterator[list[str]]:
    """The queries that are made meanwhile."""
    asked: list[str] = []
    engine = study.database._engine

    def count(_c: object, _k: object, statement: str, *_more: object) -> None:
        if statement.startswith("SELECT"):
            asked.append(statement)

    event.listen(engine, "before_cursor_execute", count)
    yield asked
    event.remove(engine, "before_cursor_execute", count)


def test_the_page_names_who_needs_attention_and_the_rule(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    work = _set(classroom, room, due_at=NOW - HOUR)
    _answers(study, tom, work, *[Grade.NOT_ADVISED] * 3, rule="hel-decl-nt-b")
    needing = teacher.get(f"/classes/{room.id}/gradebook").text.split('id="needing"')[1]
    assert "Tom Bell" in needing
    assert "with 3 of 4 done" in needing
    assert "Missed the same rule 3 times. With three aces declare no trumps" in needing


# ---- what is missed -----------------------------------------------------------------------------------------------


def test_the_rules_missed_most_are_counted_by_answer_and_by_learner(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    ann = _joined(classroom, room, "Queen", "Ann Hart")
    one, two = _set(classroom, room), _set(classroom, room, title="More")
    aces = "hel-decl-nt-b"
    _answers(study, tom, one, Grade.BEST, Grade.NOT_ADVISED, Grade.ACCEPTABLE, Grade.UNDECIDED, rule=aces)
    _answers(study, ann, two, Grade.TOLD, rule=aces)
    _answers(study, ann, one, Grade.BEST, Grade.BEST, rule="term-ruff")
    missed = classroom.gradebooks.missed
    assert missed(room) == [MissedRuleTally(aces, 4, 3, 2)], "what nobody missed is not told, nor what is not marked"
    assert missed(room, two.id) == [MissedRuleTally(aces, 1, 1, 1)]
    page = teacher.get(f"/classes/{room.id}/missed").text
    assert "3 of 4" in page
    assert "75 per cent" in page
    assert "Hellespont, p. 71" in page
    assert f'href="/classes/{room.id}/assignments/new/drill?ids={aces}"' in page
    form = teacher.get(f"/classes/{room.id}/assignments/new/drill?ids={aces}").text
    assert typed_in(form)["ids"] == aces, "the drill is on this rule"
    assert "1 of 1" in teacher.get(f"/classes/{room.id}/missed?of={two.id}").text
    classroom.classes.dismiss(room, ann.id)
    assert missed(room) == [MissedRuleTally(aces, 3, 2, 1)]


# ---- answers with their questions ---------------------------------------------------------------------------------


def test_an_answer_stands_beneath_its_question_with_what_was_best(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person, parts: Services
) -> None:
    work = _set(classroom, room)
    put = work.questions_for(tom.id, 1)[0]
    exercise = parts.makers.make(put.item, put.number, put.level)
    wrong = next(one.key for one in exercise.choices if not exercise.mark(one.key).grade.is_right)
    told = exercise.mark(wrong)
    item = f"{put.item}/{put.level.value}/{put.number}"
    study.of(tom.id).answers.record(
        Answer("exercise", item, wrong, told.grade.value, put.item, (), 2, put.number, put.level, work.id, 1)
    )
    page = _plain(teacher.get(f"/classes/{room.id}/answers/{work.id}/{tom.id}").text)
    assert "Tom Bell: Leads" in page
    assert exercise.prompt in page
    assert f"Answer: {told.given.label}" in page
    assert "✗ Not the best" in page
    assert told.best[0].label.casefold() in page.casefold()
    assert "after 2 hints" in page
    assert parts.makers.items[put.item].name in page


def _plain(page: str) -> str:
    text = re.sub(r"<[^>]+>", " ", page.split("<main")[1])
    return re.sub(r"\s+([.,:?])", r"\1", re.sub(r"\s+", " ", text))


def test_answers_in_lessons_and_games_and_at_tables_have_their_questions_too(
    teacher: FlaskClient,
    classroom: Classroom,
    study: Study,
    room: Class,
    tom: Person,
    parts: Services,
    library: Library,
) -> None:
    lesson = next(iter(parts.courses.lessons.values()))
    game = next(iter(library.games.values()))
    his = study.of(tom.id)
    work = _set(classroom, room, LessonWork(lesson=lesson.id))
    question = lesson.questions[0]
    his.answers.record(
        Answer("lesson", f"{lesson.id}/{question.name}", "0", "best", question.on[0], assignment=work.id)
    )
    replay = _set(classroom, room, ReplayWork(game=game.id))
    for decision in game.decisions:
        his.answers.record(
            Answer("game", f"{game.id}/{decision.id}", "tell", "told", decision.rule.id, assignment=replay.id)
        )
    match = Match(code("bridge-english-1901"), "7", Seat.SOUTH, Strictness.GUIDED)
    key = his.matches.begin(match)
    his.answers.record(Answer("table", f"{key}/1/0", "no trumps", "not advised", "hel-decl-nt-b", assignment=work.id))
    pages = [_plain(teacher.get(f"/classes/{room.id}/answers/{one.id}/{tom.id}").text) for one in (work, replay)]
    assert "Deal 1: What do you say?" in pages[0]
    assert pages[1].count("○ Answer shown") == len(game.decisions)
    assert all(decision.rule.says in pages[1] for decision in game.decisions)
    assert not any("no longer in the tutor" in page for page in pages)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("topic", "item"),
    [
        ("exercise", "no-such-item/beginner/1"),
        ("lesson", "no/such"),
        ("game", "no/such"),
        ("table", "999/1/0"),
        ("?", ""),
    ],
)
def test_an_answer_to_what_is_no_more_is_shown_all_the_same(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person, topic: str, item: str
) -> None:
    work = _set(classroom, room)
    study.of(tom.id).answers.record(Answer(topic, item, "what he said", "best", "no-such-rule", assignment=work.id))
    assert "what he said" in teacher.get(f"/classes/{room.id}/answers/{work.id}/{tom.id}").text
    assert "what he said" in teacher.get(f"/classes/{room.id}/answers.csv").text


def test_cards_are_in_words_wherever_an_answer_is_shown(
    school: Flask, teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    work = _set(classroom, room, LessonWork(lesson="whist-take-a-trick"))
    for item in ("whist-take-a-trick/first-card", "no/such"):  # the second is asked no more
        study.of(tom.id).answers.record(
            Answer("lesson", item, "H4", Grade.NOT_ADVISED.value, "term-trick", assignment=work.id)
        )
    page = f"/classes/{room.id}/answers/{work.id}/{tom.id}"
    for given in classroom.assignments.answers(work):
        teacher.post(f"{page}/{given.id}", data={"text": "Look again."})
    learner = school.test_client()
    log_in(learner, "Knave")
    told = _plain(teacher.get(page).text)
    assert "Not the four of hearts. Better: the ace of spades." in told
    assert "Others hold higher hearts than the four." in told, "what the lesson says of that card"
    for text in (told, _plain(learner.get("/assignments/comments").text)):
        assert text.count("The four of hearts") == 2
        assert "H4" not in text
    rows = _table(teacher.get(f"/classes/{room.id}/answers.csv").text)
    assert [row["given in words"] for row in rows] == ["The four of hearts"] * 2


# ---- remarks ------------------------------------------------------------------------------------------------------


def test_a_remark_is_written_read_and_marked_as_read(
    school: Flask, teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    work = _set(classroom, room, shown=Disclosure.NEVER)
    _answers(study, tom, work, Grade.NOT_ADVISED)
    (given,) = classroom.assignments.answers(work)
    page = f"/classes/{room.id}/answers/{work.id}/{tom.id}"
    for _ in range(2):
        sent = teacher.post(f"{page}/{given.id}", data={"text": "Count <b>once</b> more."})
        assert sent.location == f"{page}#answer-{given.id}"
    text = teacher.get(page).text
    assert text.count("Count &lt;b&gt;once&lt;/b&gt; more.") == 1, "sent twice, kept once"
    assert "not read yet" in text

    learner = school.test_client()
    log_in(learner, "Knave")
    assert "commented on 1 answer" in unwrapped(learner.get("/").text)
    his = learner.get("/assignments/comments").text
    assert "Count &lt;b&gt;once" in his
    assert "Not the best" not in his, "what answers were worth is never told of this work"
    last = re.search(r'name="last" value="(\d+)"', his)
    assert last
    learner.post("/assignments/comments", data={"last": last[1]})
    assert classroom.comments.unseen(tom.id) == 0
    assert "I have read" not in learner.get("/assignments/comments").text
    assert "not read yet" not in teacher.get(page).text


def test_a_remark_is_no_other_learner_s(
    school: Flask, teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    _joined(classroom, room, "Queen", "Ann Hart")
    work = _set(classroom, room)
    _answers(study, tom, work, Grade.BEST)
    (given,) = classroom.assignments.answers(work)
    teacher.post(f"/classes/{room.id}/answers/{work.id}/{tom.id}/{given.id}", data={"text": "Well done."})
    learner = school.test_client()
    log_in(learner, "Queen")
    assert "Well done" not in learner.get("/assignments/comments").text
    learner.post("/assignments/comments", data={"last": "999"})
    assert classroom.comments.unseen(tom.id) == 1


@pytest.mark.parametrize("text", ["", "  ", "a" * 1001])
def test_a_remark_that_says_nothing_or_too_much_is_refused(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person, text: str
) -> None:
    work = _set(classroom, room)
    _answers(study, tom, work, Grade.BEST)
    (given,) = classroom.assignments.answers(work)
    page = f"/classes/{room.id}/answers/{work.id}/{tom.id}/{given.id}"
    assert teacher.post(page, data={"text": text}).status_code == 400
    assert classroom.comments.unseen(tom.id) == 0


def test_a_remark_stands_beneath_an_answer_of_that_learner_to_that_work_only(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    ann = _joined(classroom, room, "Queen", "Ann Hart")
    work, other = _set(classroom, room), _set(classroom, classroom.classes.make(1, "Upper Fifth"))
    _answers(study, tom, work, Grade.BEST)
    (given,) = classroom.assignments.answers(work)
    for path in (f"{work.id}/{ann.id}/{given.id}", f"{other.id}/{tom.id}/{given.id}", f"{work.id}/{tom.id}/999"):
        assert teacher.post(f"/classes/{room.id}/answers/{path}", data={"text": "?"}).status_code == 404
    assert classroom.comments.unseen(tom.id) == 0


# ---- who may see it -----------------------------------------------------------------------------------------------


def test_a_class_is_followed_by_its_teacher_alone(
    school: Flask, classroom: Classroom, room: Class, tom: Person
) -> None:
    work = _set(classroom, room)
    classroom.people.enrol("Mr Ace", "", WORDS, UserRole.TEACHER)
    pages = ["gradebook", "missed", "grid.csv", "answers.csv", f"answers/{work.id}/{tom.id}"]
    for name, status in (("Mr Ace", 404), ("Knave", 403)):
        client = school.test_client()
        log_in(client, name)
        assert [client.get(f"/classes/{room.id}/{page}").status_code for page in pages] == [status] * len(pages)
        assert client.post(f"/classes/{room.id}/answers/{work.id}/{tom.id}/1").status_code == status


# ---- tables -------------------------------------------------------------------------------------------------------


def _table(text: str) -> Sequence[dict[str, str]]:
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


def test_every_answer_is_a_row_with_its_question_and_page(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person, parts: Services
) -> None:
    work = _set(classroom, room)
    _answers(study, tom, work, Grade.BEST, Grade.NOT_ADVISED, at=NOW + HOUR, rule="hel-decl-nt-b")
    answer = teacher.get(f"/classes/{room.id}/answers.csv")
    assert answer.mimetype == "text/csv"
    first, second = _table(answer.text)
    put = work.questions_for(tom.id, 1)[0]
    assert first["question"] == parts.makers.make(put.item, put.number, Level.BEGINNER).prompt
    shown = {name: first[name] for name in ("learner", "name in class", "assignment", "best", "author", "page")}
    assert list(shown.values()) == ["Tom Bell", "Knave", "Leads", "yes", "Hellespont", "71"]
    assert (second["best"], second["shade"], second["attempt"]) == ("no", "not advised", "1")
    assert first["at"] == "2026-01-01T13:00:00+00:00"


def test_the_grid_is_a_table_of_words_and_figures(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, tom: Person
) -> None:
    _joined(classroom, room, "Queen", "Ann Hart")
    work = _set(classroom, room)
    _answers(study, tom, work, *[Grade.BEST] * 4)
    ann, his = _table(teacher.get(f"/classes/{room.id}/grid.csv").text)
    assert (ann["learner"], ann["Leads"], ann["Leads: right"], ann["Leads: of"]) == (
        "Ann Hart",
        "nothing yet",
        "0",
        "4",
    )
    assert (his["learner"], his["Leads"], his["Leads: right"]) == ("Tom Bell", "done, 4 of 4 right", "4")


def test_no_cell_is_a_formula_whoever_wrote_it(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class
) -> None:
    who = _joined(classroom, room, "-2", "-1")
    work = _set(classroom, room, title='=HYPERLINK("http://evil.example","Leads")')
    study.of(who.id).answers.record(Answer("lesson", "@x/y", "+1", "best", "=r", assignment=work.id))
    for page in ("answers.csv", "grid.csv"):
        text = teacher.get(f"/classes/{room.id}/{page}").text.removeprefix(BYTE_ORDER_MARK)
        cells = [cell for row in csv.reader(StringIO(text, newline="")) for cell in row]
        assert any(cell.startswith("'=HYPERLINK") for cell in cells)
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "＝1"])
def test_what_looks_like_a_formula_is_marked_as_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


def test_what_is_no_formula_stays_as_it_is() -> None:
    assert [harmless(cell) for cell in ("Tom", "1-2", 3, None, "")] == ["Tom", "1-2", 3, "", ""]
