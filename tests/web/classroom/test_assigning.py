"""What was missed by its row, work in the menu at home, and work that is closed."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from icalendar import Calendar

from tests.support.clock import NOW
from tests.support.filled_study import everything
from tests.support.forms import typed_in
from tests.support.markup import Page, unwrapped
from tests.support.school import WORDS
from tutor.library.catalogue import load
from tutor.library.folders import folder
from tutor.library.rulebook import rules_by_id
from tutor.library.user_content import CompositionKind
from tutor.quizzes.exercise import AnswerForm, Grade
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.study.accounts.people import Person, UserRole
from tutor.study.accounts.personal_data import everything_of
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.classroom.assigned_work import (
    CompositionVersion,
    Counts,
    DrillWork,
    HandWork,
    LessonWork,
    ReplayWork,
    TextWork,
    Work,
)
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import id_of
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.purging import purge_class
from tutor.study.study import Study
from tutor.web.classroom.assigning import due_again
from tutor.web.language import due_when
from tutor.web.services import Services, load_exercises

HOUR = timedelta(hours=1)
TABLE = "cae-art-036"
DRILL = DrillWork(on=("hel-decl-nt-a", "hel-decl-hearts-honours"), questions=2, seed=5)


def give(classroom: Classroom, room: Class, work: Work = DRILL, **more: Any) -> Assignment:
    terms: dict[str, Any] = {"title": "Leads", "opens_at": NOW - HOUR} | more
    return classroom.assignments.give(room.id, AssignmentSpec(work=work, **terms))


# ---- what was missed ------------------------------------------------------------------------------------------------


def test_the_most_missed_are_named_by_the_row_that_was_missed(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    assignment, (first, second, *_) = give(classroom, room), rules_by_id()[TABLE]
    for number, (row, shade) in enumerate(
        [(second.row, Grade.NOT_ADVISED), (second.row, Grade.TOLD), ("", Grade.TOLD)]
    ):
        answer = Answer("exercise", f"{TABLE}/beginner/{number}", "x", shade.value, TABLE, rule_row=row)
        study.of(knave.id).answers.record(replace(answer, assignment=assignment.id, attempt=1))
    page = unwrapped(teacher.get(f"/classes/{room.id}/missed").text)
    assert second.says.rstrip(".") in page
    assert first.says.rstrip(".") not in page
    assert "One of several rules about the same choice" in page, "an answer of an earlier version names no row"
    assert "2 of 2" in page


@pytest.mark.parametrize(
    ("missed", "topic", "title"),
    [
        ("term-trick", "first-take-the-trick", "Take the trick, 10 questions"),
        ("term-follow-suit", "first-follow-suit", "Follow suit, 10 questions"),
    ],
)
def test_a_drill_on_a_term_that_was_missed_in_play_is_played(
    teacher: FlaskClient,
    classroom: Classroom,
    study: Study,
    room: Class,
    knave: Person,
    missed: str,
    topic: str,
    title: str,
) -> None:
    lesson = give(classroom, room, LessonWork(lesson="whist-take-a-trick"))
    wrong = Answer("lesson", "whist-take-a-trick/first-card", "H4", Grade.NOT_ADVISED.value, missed)
    study.of(knave.id).answers.record(replace(wrong, assignment=lesson.id))
    page = Page(teacher.get(f"/classes/{room.id}/missed").text)
    (address,) = [link for link in page.links() if "/new/drill" in link]
    assert address.endswith(f"?group={topic}")
    assert teacher.post(address, data=typed_in(teacher.get(address).text)).status_code == 303
    drill = next(one for one in classroom.assignments.of_class(room.id) if one.id != lesson.id)
    assert drill.title == title
    makers = load_exercises(load())[1]
    asked = [makers.make(ref.item, ref.number, ref.level) for ref in drill.questions_for(knave.id, 1)]
    assert len({str(exercise.view) for exercise in asked}) == 10
    assert {exercise.form for exercise in asked} == {AnswerForm.CARD}


def test_a_drill_asks_only_as_many_questions_as_there_are(
    teacher: FlaskClient, pupil: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    address = f"/classes/{room.id}/assignments/new/drill?ids=term-pack"
    page = teacher.get(address).text
    assert "<li>Pack</li>" in unwrapped(page), "the rule is named"
    form = typed_in(page)
    assert form["questions"] == "2"
    refused = teacher.post(address, data=form | {"questions": "10"})
    assert refused.status_code == 400
    assert "There are only 2 different questions on this." in unwrapped(refused.text)
    assert teacher.post(address, data=form).status_code == 303
    (drill,) = classroom.assignments.of_class(room.id)
    assert "ack" not in drill.title, "the title does not give the answer away"
    makers = load_exercises(load())[1]
    for number, ref in enumerate(drill.questions_for(knave.id, 1), 1):
        right = makers.make(ref.item, ref.number, ref.level).answer
        assert pupil.post(f"/assignments/{drill.id}/1/{number}", data={"answer": right}).status_code == 303
    results = Page(pupil.get(f"/assignments/{drill.id}/1").text).words()
    assert "Which term is this?" in results
    assert "What does ‘pack’ mean?" in results


# ---- the menu at home -----------------------------------------------------------------------------------------------


def test_work_is_in_the_menu_at_home_once_there_is_some(client: FlaskClient, app_parts: Services) -> None:
    assert 'href="/assignments/"' not in client.get("/").text
    spec = AssignmentSpec("Homework", TextWork(text="Read this."), NOW - HOUR)
    app_parts.classroom.assignments.give(None, spec, [1])
    for path in ("/", "/courses/", "/games/hel-game-01/"):
        assert 'href="/assignments/"' in client.get(path).text, path


# ---- the cut-off ----------------------------------------------------------------------------------------------------


def test_after_the_cut_off_nothing_is_accepted_and_the_page_says_so(
    pupil: FlaskClient, classroom: Classroom, room: Class
) -> None:
    spec: Any = {"opens_at": NOW - 4 * HOUR, "due_at": NOW - 2 * HOUR, "cut_off_at": NOW - HOUR}
    drill, text = give(classroom, room, **spec), give(classroom, room, TextWork(text="Read."), **spec)
    for assignment in (drill, text):
        page = unwrapped(pupil.get(f"/assignments/{assignment.id}/").text)
        assert "This assignment is closed." in page
        assert 'id="next"' not in page
    assert pupil.get(f"/assignments/{drill.id}/1/1").status_code == 403
    for address in (f"/assignments/{drill.id}/1/1", f"/assignments/{text.id}/read"):
        answer = pupil.post(address, data={"answer": "leave"})
        assert (answer.status_code, "This assignment is closed" in answer.text) == (403, True)
        assert not classroom.assignments.answers(drill)
        assert not classroom.assignments.answers(text)


def test_a_lesson_answered_after_the_cut_off_is_practice(
    pupil: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    spec: Any = {"opens_at": NOW - 4 * HOUR, "due_at": NOW - 2 * HOUR, "cut_off_at": NOW - HOUR}
    assignment = give(classroom, room, LessonWork(lesson="odds-suits"), **spec)
    lesson = load_exercises(load())[0].lessons["odds-suits"]
    question = lesson.questions[0]
    assert pupil.post(f"/lessons/odds-suits/questions/{question.code}", data={"answer": "1"}).status_code == 303
    assert not classroom.assignments.answers(assignment)
    assert len(study.of(knave.id).answers.log()) == 1


# ---- to whom, and until when ----------------------------------------------------------------------------------------


def test_a_group_gets_its_work_and_so_does_whoever_joins_it_later(
    teacher: FlaskClient, pupil: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    assert teacher.post(f"/classes/{room.id}/groups/", data={"name": "Red table"}).status_code == 303
    (group,) = classroom.groups.of_class(room.id)
    sent = {"text": "Read this.", "title": "For the red table", "to": "some", "to_group": str(group.id)}
    assert teacher.post(f"/classes/{room.id}/assignments/new/text", data=sent).status_code == 303
    assert "For the red table" not in pupil.get("/assignments/").text
    (assignment,) = classroom.assignments.of_class(room.id)
    assert pupil.get(f"/assignments/{assignment.id}/").status_code == 404
    change = {"name": "Reds", "member": [str(knave.id)]}
    assert teacher.post(f"/classes/{room.id}/groups/{group.id}", data=change).status_code == 303
    assert "For the red table" in pupil.get("/assignments/").text
    assert pupil.get(f"/assignments/{assignment.id}/").status_code == 200
    assert "for Reds" in unwrapped(teacher.get(f"/classes/{room.id}/assignments/").text)
    grid = teacher.get(f"/classes/{room.id}/grid.csv").text
    assert "nothing yet" in grid


def test_a_group_with_work_is_not_deleted_and_two_do_not_share_a_name(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    made = [teacher.post(f"/classes/{room.id}/groups/", data={"name": name}) for name in ("Reds", "reds", "  ")]
    assert [answer.status_code for answer in made] == [303, 400, 400]
    assert "There is a group" in made[1].text
    (group,) = classroom.groups.of_class(room.id)
    spec = AssignmentSpec("For the reds", TextWork(text="Read."), NOW)
    given = classroom.assignments.give(room.id, spec, [], groups=[group.id])
    refused = teacher.post(f"/classes/{room.id}/groups/{group.id}/delete")
    assert (refused.status_code, "still has work: ‘For the reds’" in refused.text) == (409, True)
    classroom.assignments.withdraw(given)
    assert teacher.post(f"/classes/{room.id}/groups/{group.id}/delete").status_code == 303
    assert not classroom.groups.of_class(room.id)


def test_an_extension_moves_the_due_date_the_cut_off_and_the_results_for_one_learner(
    teacher: FlaskClient, pupil: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    other = classroom.people.enrol("Queen", "Ann Hart", WORDS)
    classroom.classes.join(room.id, other.id)
    times: Any = {"opens_at": NOW - 4 * HOUR, "due_at": NOW - 2 * HOUR, "cut_off_at": NOW - HOUR}
    drill = give(classroom, room, shown=Disclosure.AFTER_DUE, **times)
    assert pupil.get(f"/assignments/{drill.id}/1/1").status_code == 403
    later = (NOW + 48 * HOUR).astimezone().strftime("%Y-%m-%dT%H:%M")
    address = f"/classes/{room.id}/assignments/{drill.id}/extensions"
    for wrong in ({"learner": str(knave.id), "due": "2020-01-01T10:00"}, {"learner": "99", "due": later}, {"due": ""}):
        assert teacher.post(address, data=wrong).status_code == 400
    assert teacher.post(address, data={"learner": str(knave.id), "due": later}).status_code == 303
    assert "Tom Bell" in teacher.get(address).text
    page = unwrapped(pupil.get(f"/assignments/{drill.id}/").text)
    assert "your extension" in page
    assert "No work is accepted after" in page
    assert pupil.get(f"/assignments/{drill.id}/1/1").status_code == 200
    own = classroom.assignments.of_learner(knave.id, drill.id)
    assert (own.spec.due_at, own.spec.cut_off_at) == (NOW + 48 * HOUR, NOW + 49 * HOUR)
    assert not own.shows_results(NOW), "for this learner the results wait"
    assert classroom.assignments.of_learner(other.id, drill.id).is_cut_off(NOW)
    grid = teacher.get(f"/classes/{room.id}/grid.csv").text
    assert "extended to" in grid
    assert teacher.post(f"{address}/{knave.id}/remove").status_code == 303
    assert pupil.get(f"/assignments/{drill.id}/1/1").status_code == 403


def test_what_was_answered_is_held_back_until_the_later_due_date(
    classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    drill = give(classroom, room, shown=Disclosure.AFTER_DUE, opens_at=NOW - 4 * HOUR, due_at=NOW - HOUR)
    own = study.of(knave.id)
    own.answers.record(
        Answer("exercise", "hel-decl-nt-a/beginner/1", "x", "best", "hel-decl-nt-a", assignment=drill.id)
    )
    (line,) = own.answers.log()
    assert isinstance(line, LogEntry)
    assert line.answer.shade == "best"
    classroom.assignments.extend(drill, knave.id, NOW + HOUR)
    (line,) = own.answers.log()
    assert isinstance(line, LogEntry)
    assert line.answer.shade == Grade.HELD_BACK.value
    with ZipFile(BytesIO(everything_of(own))) as packed:
        (row,) = json.loads(packed.read("answer.json"))
    assert (row["shade"], row["rule"]) == (Grade.HELD_BACK.value, "")


@pytest.mark.databases
def test_a_class_goes_for_good_with_its_groups_and_extensions(
    classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    group = classroom.groups.make(room.id, "Reds", [knave.id])
    spec = AssignmentSpec("Leads", DRILL, NOW, NOW + HOUR)
    given = classroom.assignments.give(room.id, spec, [], groups=[group])
    classroom.assignments.extend(given, knave.id, NOW + 2 * HOUR)
    with study.database.writing() as connection:
        purge_class(connection, room.id, NOW)
    left = everything(study.database)
    assert not any(left[name] for name in ("pupil_group", "pupil_group_member", "assigned_group", "extension"))


# ---- again ----------------------------------------------------------------------------------------------------------


def test_a_copy_to_another_class_begins_from_the_work_and_its_terms(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    other = classroom.classes.make(1, "Upper Sixth")
    times: Any = {"opens_at": NOW - 72 * HOUR, "due_at": NOW - 24 * HOUR}
    drill = give(classroom, room, pass_mark=60, counts=Counts.FIRST, **times)
    page = teacher.get(f"/classes/{room.id}/assignments/{drill.id}/copy").text
    assert f"/classes/{other.id}/assignments/new/drill?copy={drill.id}" in page
    form = typed_in(teacher.get(f"/classes/{other.id}/assignments/new/drill?copy={drill.id}").text)
    assert (form["title"], form["pass_mark"], form["counts"]) == ("Leads", "60", "first")
    assert form["due"] == (NOW + 48 * HOUR).astimezone().strftime("%Y-%m-%dT%H:%M"), "as much time as the others had"
    assert teacher.post(f"/classes/{other.id}/assignments/new/drill", data=form).status_code == 303
    (made,) = classroom.assignments.of_class(other.id)
    assert (made.work, made.spec.pass_mark, made.spec.counts) == (drill.work, 60, Counts.FIRST)
    assert (made.key, made.secret) != (drill.key, drill.secret)


def test_a_template_is_saved_once_used_and_deleted(teacher: FlaskClient, classroom: Classroom, room: Class) -> None:
    drill = give(classroom, room, opens_at=NOW, due_at=NOW + 24 * HOUR)
    for _ in range(2):
        assert teacher.post(f"/classes/{room.id}/assignments/{drill.id}/template").status_code == 303
    (template,) = classroom.templates.all_of_teacher(1)
    assert "Leads" in teacher.get("/classes/templates").text
    used = teacher.get(f"/classes/assign/drill?template={template.id}")
    assert used.location == f"/classes/{room.id}/assignments/new/drill?template={template.id}"
    form = typed_in(teacher.get(used.location).text)
    assert (form["title"], form["due"]) == ("Leads", (NOW + 24 * HOUR).astimezone().strftime("%Y-%m-%dT%H:%M"))
    assert teacher.post(f"/classes/templates/{template.id}/delete").status_code == 303
    assert teacher.post(f"/classes/templates/{template.id}/delete").status_code == 404


@pytest.mark.parametrize(
    ("page", "kind", "field", "value"),
    [
        ("/lessons/odds-suits", "lesson", "lesson", "odds-suits"),
        ("/games/hel-game-01/", "replay", "game", "hel-game-01"),
        ("/deals/hel-diamonds-04", "hand", "hand", "hel-diamonds-04"),
    ],
)
@pytest.mark.usefixtures("room")
def test_what_a_page_shows_is_assigned_from_it_by_teachers_alone(
    teacher: FlaskClient, pupil: FlaskClient, page: str, kind: str, field: str, value: str
) -> None:
    link = f"/classes/assign/{kind}?{field}={value}"
    assert link in teacher.get(page).text
    assert "/classes/assign/" not in pupil.get(page).text
    chosen = teacher.get(link)
    assert chosen.status_code == 302
    assert typed_in(teacher.get(chosen.location).text)[field] == value


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("lesson?lesson=odds-suits", "How a suit is divided"),
        ("replay?game=hel-game-01", "Game I: An offensive spade declaration to the score"),
        ("drill", "A drill"),
        ("lesson?lesson=no-such", "A lesson"),
    ],
)
@pytest.mark.usefixtures("room")
def test_a_teacher_of_two_classes_sees_what_is_assigned_while_choosing(
    teacher: FlaskClient, classroom: Classroom, address: str, named: str
) -> None:
    classroom.classes.make(1, "Upper Sixth")
    page = Page(teacher.get(f"/classes/assign/{address}").text)
    assert [one.text() for one in page.all("main p b")] == [named]


def test_a_drill_is_assigned_from_its_questions_with_a_title_that_tells(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    lesson = next(one for one in load_exercises(load())[0].lessons.values() if one.drills)
    page = teacher.get(f"/lessons/{lesson.id}/drills/0", follow_redirects=True).text
    assert f"/classes/assign/drill?drill={lesson.id}.0" in page
    form = typed_in(teacher.get(f"/classes/{room.id}/assignments/new/drill?drill={lesson.id}.0").text)
    assert teacher.post(f"/classes/{room.id}/assignments/new/drill", data=form | {"questions": "8"}).status_code == 303
    assert [one.title for one in classroom.assignments.of_class(room.id)] == [f"{lesson.title}, 8 questions"]


def test_a_newer_version_replaces_one_that_nobody_has_answered(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    text = (folder("templates") / "samples" / "lesson.md").read_text(encoding="utf-8")
    kept = classroom.compositions
    first = kept.start(1, CompositionKind.LESSON, "of-mine", text)
    own = id_of(first.composition, 1)
    version = CompositionVersion(composition=first.composition, version=1)
    assignment = give(classroom, room, LessonWork(lesson=own, own=version))
    index = f"/classes/{room.id}/assignments/"
    assert "Use version" not in teacher.get(index).text
    kept.save(1, first.composition, text + "\nOne more line.\n", 1)
    assert "Use version 2" in unwrapped(teacher.get(index).text)
    assert teacher.post(f"{index}{assignment.id}/newest").status_code == 303
    assert classroom.assignments.find(assignment.id).work.content_id == id_of(first.composition, 2)
    kept.save(1, first.composition, text + "\nTwo more lines.\n", 2)
    study.of(knave.id).answers.record(Answer("lesson", f"{own}/a", "x", "best", "", assignment=assignment.id))
    assert "Use version" not in teacher.get(index).text
    assert teacher.post(f"{index}{assignment.id}/newest").status_code == 409


# ---- what is said ---------------------------------------------------------------------------------------------------


def test_a_failed_pass_mark_needs_attention_at_once_and_none_right_is_not_green(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    marked, plain = give(classroom, room, pass_mark=60, due_at=NOW + 72 * HOUR), give(classroom, room)
    for assignment in (marked, plain):
        for ref in assignment.questions_for(knave.id, 1):
            wrong = Answer("exercise", ref.key, "x", "not advised", "", assignment=assignment.id, attempt=1)
            study.of(knave.id).answers.record(wrong)
    page = teacher.get(f"/classes/{room.id}/gradebook").text
    assert "0 per cent, under the pass mark of 60." in unwrapped(page)
    assert f'id="c{plain.id}-{knave.id}" class="done weak"' in page


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(minutes=3), "in 3 minutes"),
        (timedelta(seconds=20), "in 1 minute"),
        (timedelta(hours=5), "in 5 hours, at"),
        (timedelta(days=3), "4 January 2026"),
        (timedelta(minutes=-3), "1 January 2026"),
    ],
)
def test_a_due_date_that_is_near_is_told_by_the_time_left(school: Flask, left: timedelta, said: str) -> None:
    with school.test_request_context():
        assert said in str(due_when(NOW + left, NOW))


def test_a_finished_lesson_leads_back_to_the_work(pupil: FlaskClient, classroom: Classroom, room: Class) -> None:
    courses, makers = load_exercises(load())
    lesson = courses.lessons["odds-suits"]
    assignment = give(classroom, room, LessonWork(lesson=lesson.id), title="Odds")
    for question in lesson.questions:
        answer = {"answer": lesson_exercise(lesson, question, makers).answer}
        assert pupil.post(f"/lessons/{lesson.id}/questions/{question.code}", data=answer).status_code == 303
    page = unwrapped(pupil.get(f"/lessons/{lesson.id}?all=1").text)
    assert "Back to your work: Odds" in page
    assert f'href="/assignments/{assignment.id}/"' in page


def test_a_lesson_of_an_assignment_links_back_before_it_is_done(
    pupil: FlaskClient, classroom: Classroom, room: Class
) -> None:
    assignment = give(classroom, room, LessonWork(lesson="odds-suits"), title="Odds")
    page = Page(pupil.get("/lessons/odds-suits").text)
    assert f'<a href="/assignments/{assignment.id}/">Odds</a>' in (page.only("p.back").html or "")
    assert not Page(pupil.get("/lessons/odds-finesse").text).all("p.back")


# ---- as a pupil sees it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "at"),
    [
        (DRILL, "/questions/1"),
        (LessonWork(lesson="odds-suits"), "/content"),
        (ReplayWork(game="hel-game-01"), "/content?card=4"),
        (HandWork(code="bridge-english-1901", player="S", strictness="guided", seed=7), "/content"),
        (TextWork(text="Read *this*."), ""),
    ],
    ids=lambda value: getattr(value, "kind", None),
)
def test_the_preview_is_the_page_of_a_pupil_and_saves_nothing(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person, work: Work, at: str
) -> None:
    assignment = give(classroom, room, work)
    before = everything(study.database)
    preview = f"/classes/{room.id}/assignments/{assignment.id}/preview"
    for address in (preview, preview + at):
        answer = teacher.get(address)
        assert answer.status_code == 200, address
        page = Page(answer.text)
        assert "Nothing is saved." in unwrapped(answer.text)
        assert "A pupil" in answer.text
        assert 'href="/classes/"' not in answer.text, "the menu is that of a pupil"
        for sent in ("form[method=post]", "button", "input", "select"):
            assert len(page.all(sent)) == len(page.all(f"fieldset[disabled] {sent}")), sent
    after = everything(study.database)
    assert {name: rows for name, rows in after.items() if rows != before[name]}.keys() <= {"login", "event"}
    assert not classroom.assignments.answers(assignment, knave.id)


def test_the_preview_of_a_lesson_goes_on_without_an_answer(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class
) -> None:
    assignment = give(classroom, room, LessonWork(lesson="odds-suits"))
    here = f"/classes/{room.id}/assignments/{assignment.id}/preview/content"
    prompts, address = [], here
    for _ in range(30):
        page = Page(teacher.get(address).text)
        prompts += [asked.text() for asked in page.all("h2[id$=-asks]")]
        following = page.all("a#next")
        if not following:
            break
        address = following[0].attributes.get("href") or ""
        assert address.startswith(here)
    written = (folder("lessons") / "odds" / "odds-suits.md").read_text(encoding="utf-8")
    assert len(prompts) == len(set(prompts)) == written.count("\nask:") > 2
    assert not study.of(0).answers.latest("lesson")


def test_the_preview_asks_what_the_pupils_are_asked(
    teacher: FlaskClient, pupil: FlaskClient, classroom: Classroom, room: Class
) -> None:
    assignment = give(classroom, room)
    seen = teacher.get(f"/classes/{room.id}/assignments/{assignment.id}/preview/questions/2").text
    asked = pupil.get(f"/assignments/{assignment.id}/1/2").text
    assert Page(seen).words() == Page(asked).words()


# ---- in a calendar --------------------------------------------------------------------------------------------------


def test_a_calendar_follows_due_dates_by_a_secret_address_that_can_be_renewed(
    school: Flask, pupil: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    due_at = NOW + 24 * HOUR
    leads = give(classroom, room, title="Leads; a drill, with “quotes”", due_at=due_at)
    give(classroom, room, TextWork(text="Read."), title="Without a date")
    calendar = school.test_client()
    assert "/calendar/2-" not in pupil.get("/calendar/").text, "there is no address before it is wanted"
    assert pupil.post("/calendar/").status_code == 303
    address = urlsplit(Page(pupil.get("/calendar/").text).only("#address").attributes["value"] or "").path
    answer = calendar.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    (event,) = Calendar.from_ical(answer.data).walk("VEVENT")
    assert (str(event["summary"]), event.decoded("dtend")) == ("Due: Leads; a drill, with “quotes”", due_at)
    classroom.assignments.extend(leads, knave.id, due_at + HOUR)
    (moved,) = Calendar.from_ical(calendar.get(address).data).walk("VEVENT")
    assert (moved["uid"], moved.decoded("dtend")) == (event["uid"], due_at + HOUR)
    pupil.post("/calendar/")
    assert calendar.get(address).status_code == 404
    again = urlsplit(Page(pupil.get("/calendar/").text).only("#address").attributes["value"] or "").path
    assert calendar.get(again).status_code == 200
    assert calendar.get(again.replace("/calendar/2-", "/calendar/1-")).status_code == 404
    pupil.post("/calendar/off")
    assert calendar.get(again).status_code == 404
    assert calendar.get(f"/calendar/{10**30}-x.ics").status_code == 404


def test_a_teachers_calendar_has_the_work_of_their_classes(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    give(classroom, room, due_at=NOW + HOUR)
    other = classroom.people.enrol("Mr Dale", "Tom Dale", WORDS, UserRole.TEACHER)
    give(classroom, classroom.classes.make(other.id, "Upper Sixth"), due_at=NOW + HOUR)
    (event,) = Calendar.from_ical(teacher.get("/calendar/work.ics").data).walk("VEVENT")
    assert str(event["summary"]) == "Lower Fifth: Leads is due"


def test_a_teacher_without_a_class_is_told_to_make_one(teacher: FlaskClient, classroom: Classroom) -> None:
    assert "Make your first class" in teacher.get("/").text
    classroom.classes.make(1, "Lower Fifth")
    assert "Make your first class" not in teacher.get("/").text


@pytest.mark.parametrize(
    ("due", "now", "later"),
    [
        ("2026-03-27T17:00", "2026-03-29T18:00", "2026-03-30T17:00"),  # summer time began on the 29th
        ("2026-03-27T17:00", "2026-03-29T16:30", "2026-03-29T17:00"),
        ("2026-10-24T17:00", "2026-10-25T16:30", "2026-10-25T17:00"),  # and ended on 25 October
        ("2026-10-24T17:00", "2026-10-25T17:00", "2026-10-26T17:00"),
        ("2026-06-01T17:00", "2026-06-09T09:00", "2026-06-09T17:00"),
        ("2026-06-01T17:00", "2026-05-31T09:00", "2026-06-01T17:00"),  # it is not over yet
    ],
)
def test_a_later_due_date_is_at_the_same_hour_also_after_the_clocks_were_changed(
    due: str, now: str, later: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        moments = [datetime.fromisoformat(one).replace(tzinfo=berlin).astimezone(UTC) for one in (due, now)]
        found = due_again(*moments)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found.astimezone(berlin).strftime("%Y-%m-%dT%H:%M") == later
