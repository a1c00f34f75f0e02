"""Homework: out in a file, done in another tutor, and back; nothing in a file is believed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import TestResponse

from tests.support.clock import NOW
from tests.support.markup import unwrapped
from tests.support.school import WORDS, log_in
from tutor.__main__ import tutor
from tutor.cli.homework_desk import access_of
from tutor.errors import FaultyContent, TutorError
from tutor.exchange.homework import LARGEST, is_signed, openable, read_assignment, read_result, result_file
from tutor.exchange.questions import Stock
from tutor.exchange.results import Desk
from tutor.library.catalogue import Library
from tutor.library.folders import folder
from tutor.library.user_content import CompositionKind
from tutor.quizzes.exercise import Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.study.accounts.people import Person
from tutor.study.classroom.assigned_work import (
    CompositionVersion,
    DrillWork,
    HandWork,
    LessonWork,
    ReplayWork,
    TextWork,
    Work,
)
from tutor.study.classroom.assignments import Assignment, AssignmentSpec
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.homework import Homework, HomeworkResult, questions_digest, signing_key
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.tables import AssignmentRow
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.slow

ITEMS = ("hel-decl-nt-a", "hel-decl-hearts-honours")


@dataclass
class Home:
    """A learner’s own tutor, in which nobody logs in."""

    client: FlaskClient
    study: Study
    parts: Services

    def open(self, content: bytes, name: str = "Tom Bell") -> TestResponse:
        return self.client.post("/homework/", data={"file": (BytesIO(content), "work.love-all.json"), "name": name})

    @property
    def opened(self) -> Assignment:
        (found,) = self.parts.classroom.assignments.all_of_learner(1)
        return found

    def result(self) -> bytes:
        answer = self.client.get(f"/homework/{self.opened.id}/result")
        assert answer.status_code == 200
        return bytes(answer.data)


@pytest.fixture
def home(library: Library, tmp_path: Path) -> Iterator[Home]:
    study = Study.open(tmp_path / "home" / FILE, lambda: NOW + timedelta(hours=1))
    parts = Services.of(library, study, Random(7))
    app = create_app(parts, b"the secret of another tutor, long")
    app.testing, app.config["WTF_CSRF_ENABLED"] = True, False
    yield Home(app.test_client(), study, parts)
    study.close()


@dataclass
class Room:
    """A class of Miss Vine’s, with Tom Bell (Knave) and Ann Hart (Queen) in it."""

    client: FlaskClient
    classroom: Classroom
    study: Study
    room: Class
    tom: Person
    ann: Person

    def set(self, work: Work, **more: Any) -> Assignment:
        draft = replace(AssignmentSpec("Two / rules: “leads”", work, NOW - timedelta(days=1)), **more)
        return self.classroom.assignments.give(self.room.id, draft)

    def file(self, which: Assignment, learner: int | None = None) -> bytes:
        query = f"?for={learner}" if learner else ""
        answer = self.client.get(f"/classes/{self.room.id}/assignments/{which.id}/homework{query}")
        assert answer.status_code == 200
        return bytes(answer.data)

    def take(self, *contents: bytes, **more: str) -> TestResponse:
        files = [(BytesIO(content), f"{number}.love-all-result.json") for number, content in enumerate(contents)]
        data: dict[str, Any] = {"file": files, **more}
        return self.client.post(f"/classes/{self.room.id}/results", data=data)

    def shades(self, which: Assignment, who: Person) -> list[str]:
        return [one.answer.shade for one in self.classroom.assignments.answers(which, who.id)]

    def signed(self, result: dict[str, Any], which: Assignment) -> bytes:
        """A result as a forger signs it, who has the key from the file of homework."""
        sent = HomeworkResult.model_validate_json(
            json.dumps({key: result[key] for key in result if key in HomeworkResult.model_fields})
        )
        return result_file("forged", sent, signing_key(self.study.database.secret(), which.key)).content


@pytest.fixture
def room(school: Flask, classroom: Classroom, study: Study) -> Room:
    made = classroom.classes.make(1, "Lower Fifth")
    tom, ann = classroom.people.enrol("Knave", "Tom Bell", WORDS), classroom.people.enrol("Queen", "Ann Hart", WORDS)
    for who in (tom, ann):
        classroom.classes.join(made.id, who.id)
    client = school.test_client()
    log_in(client, "Miss Vine")
    found: Services = school.extensions[EXTENSION]
    assert found.study.database is study.database
    return Room(client, classroom, study, made, tom, ann)


@pytest.fixture
def drill(room: Room) -> Assignment:
    return room.set(DrillWork(on=ITEMS, questions=3, seed=5), tries=2)


def answer_drill(home: Home, *, number: int = 3) -> list[str]:
    """Answers the first questions of the first attempt, all but the first of them rightly; what each was worth."""
    which, worth = home.opened, []
    for place, put in enumerate(which.questions_for(1, 1)[:number], 1):
        exercise = home.parts.makers.make(put.item, put.number, put.level)
        wrong = next(one.key for one in exercise.choices if not exercise.mark(one.key).grade.is_right)
        given = wrong if place == 1 else exercise.answer
        assert home.client.post(f"/assignments/{which.id}/1/{place}", data={"answer": given}).status_code == 303
        worth.append(exercise.mark(given).grade.value)
    return worth


# ---- the circle ---------------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_a_drill_goes_home_and_its_answers_come_back_once(room: Room, home: Home, drill: Assignment) -> None:
    content = room.file(drill, room.tom.id)
    assert not any(name in content.decode() for name in ("Tom", "Bell", "Knave", "Vine"))
    assert home.open(content).status_code == 303
    assert home.open(content).status_code == 303, "the same file again"
    assert "Two / rules" in home.client.get("/homework/").text
    assert "Two / rules" in home.client.get("/assignments/").text
    at_home, here = home.opened.questions_for(1, 1), drill.questions_for(room.tom.id, 1)
    assert [ref.item for ref in at_home] == [ref.item for ref in here]
    worth = answer_drill(home, number=2)
    half = home.result()
    assert "2 answers imported" in room.take(half).text
    worth += answer_drill(home)[2:]
    page = room.take(home.result(), half).text
    assert "1 answer imported. 2 answers had been imported before." in unwrapped(page)
    assert room.shades(drill, room.tom) == worth
    assert Grade.BEST.value in worth
    assert Grade.NOT_ADVISED.value in worth
    given = room.classroom.assignments.answers(drill)
    assert all(one.at == NOW for one in given), "the clock at home was an hour fast"
    assert {one.answer.attempt for one in given} == {1}


def test_a_file_for_the_whole_class_waits_until_it_is_told_whose_it_is(
    room: Room, home: Home, drill: Assignment
) -> None:
    home.open(room.file(drill), "tom  BELL")
    worth = answer_drill(home)
    result = home.result()
    page = room.take(result).text
    assert f'value="{room.tom.id}" selected' in page, "the name that was written is the likeliest"
    assert room.shades(drill, room.tom) == []
    fields = {"waiting-0": result.decode(), "learner-waiting-0": str(room.tom.id), "name-waiting-0": "a.json"}
    assert "by Tom Bell" in room.take(**fields).text
    assert room.shades(drill, room.tom) == worth
    copied = room.take(**fields | {"learner-waiting-0": str(room.ann.id)})
    assert "imported before, as those of Tom Bell" in copied.text, "a copy of a friend’s"
    assert room.shades(drill, room.ann) == []


def test_a_result_with_other_questions_than_were_handed_out_is_refused(room: Room, home: Home) -> None:
    """With a seed of their own choice, learners would have easier questions; with another’s file, another’s."""
    which = room.set(DrillWork(on=ITEMS, questions=3, seed=5), same_for_all=False)
    refused = room.client.get(f"/classes/{room.room.id}/assignments/{which.id}/homework")
    assert refused.status_code == 400
    assert "Make a file for each learner" in refused.text
    assert "File for the class" not in room.client.get(f"/classes/{room.room.id}/assignments/{which.id}").text
    file = json.loads(room.file(which, room.tom.id))
    assert file["seal"] == which.seal_for(room.tom.id) != which.seal_for(room.ann.id)
    assert which.secret not in json.dumps(file)
    home.open(json.dumps(file | {"seal": "ab" * 32}).encode())
    answer_drill(home)
    assert "not those that this learner was given" in room.take(home.result()).text
    forged = json.loads(home.result()) | {"questions": questions_digest(which, room.tom.id)}
    assert "3 not imported" in room.take(room.signed(forged, which)).text, "nor does it help to say that they are"
    assert room.shades(which, room.tom) == []
    again = home.open(json.dumps(file).encode())
    assert "with other questions" in again.text


def test_what_tom_was_given_is_not_taken_from_ann(room: Room, home: Home) -> None:
    which = room.set(DrillWork(on=ITEMS, questions=3, seed=5), same_for_all=False)
    home.open(json.dumps(json.loads(room.file(which, room.tom.id)) | {"to": ""}).encode())
    answer_drill(home)
    fields = {"waiting-0": home.result().decode(), "name-waiting-0": "a.json"}
    assert (
        "not those that this learner was given" in room.take(**fields, **{"learner-waiting-0": str(room.ann.id)}).text
    )
    assert "by Tom Bell" in room.take(**fields, **{"learner-waiting-0": str(room.tom.id)}).text
    assert len(room.shades(which, room.tom)) == 3


def test_files_from_before_there_were_secrets_are_read(room: Room, home: Home) -> None:
    for same in (True, False):
        which = room.set(DrillWork(on=ITEMS, questions=3, seed=5), same_for_all=same)
        with room.study.database.writing() as connection:
            connection.execute(update(AssignmentRow).where(AssignmentRow.id == which.id).values(secret=""))
        which = room.classroom.assignments.find(which.id)
        file = json.loads(room.file(which, room.tom.id))
        assert file.pop("seal") == ""
        home.open(json.dumps(file).encode())
        opened = home.parts.classroom.assignments.of_key(which.key)
        assert opened
        for place, put in enumerate(opened.questions_for(1, 1), 1):
            assert put.number < LARGEST_NUMBER
            exercise = home.parts.makers.make(put.item, put.number, put.level)
            home.client.post(f"/assignments/{opened.id}/1/{place}", data={"answer": exercise.answer})
        result = home.client.get(f"/homework/{opened.id}/result").data
        assert ("seed" in json.loads(result), "questions" in json.loads(result)) == (True, False)
        room.take(result)
        assert room.shades(which, room.tom) == ["best"] * 3


def test_each_has_questions_of_his_own_where_the_work_says_so(room: Room, home: Home) -> None:
    which = room.set(DrillWork(on=ITEMS, questions=3, seed=5), same_for_all=False)
    home.open(room.file(which, room.tom.id))
    assert home.opened.questions_for(1, 1) != which.questions_for(1, 1), "everybody at home is learner 1"
    worth = answer_drill(home)
    room.take(home.result())
    assert room.shades(which, room.tom) == worth


def test_an_attempt_made_in_class_is_not_mixed_with_one_made_at_home(
    room: Room, home: Home, drill: Assignment, school: Flask
) -> None:
    client = school.test_client()
    log_in(client, "Knave")
    assert client.get(f"/assignments/{drill.id}/1/1").status_code == 200
    put = drill.questions_for(room.tom.id, 1)[0]
    key = home.parts.makers.make(put.item, put.number, put.level).answer
    client.post(f"/assignments/{drill.id}/1/1", data={"answer": key})
    home.open(room.file(drill, room.tom.id))
    answer_drill(home)
    assert "answers imported" in unwrapped(room.take(home.result()).text)
    given = room.classroom.assignments.answers(drill, room.tom.id)
    assert [one.answer.attempt for one in given] == [1, 2, 2, 2]
    first = home.result()
    room.take(first)
    assert len(room.shades(drill, room.tom)) == 4, "the same file again brings nothing new"


def test_a_lesson_a_replay_and_a_page_come_back_too(room: Room, home: Home, library: Library) -> None:
    game = library.games["hel-secure-the-game-146"]
    lesson = home.parts.courses.lessons["odds-suits"]
    read, replay, taught = (
        room.set(TextWork(text="Read *this*.")),
        room.set(ReplayWork(game=game.id)),
        room.set(LessonWork(lesson=lesson.id)),
    )
    for which in (read, replay, taught):
        assert home.open(room.file(which, room.ann.id)).status_code == 303
    opened = {one.key: one.id for one in home.parts.classroom.assignments.all_of_learner(1)}
    home.client.post(f"/assignments/{opened[read.key]}/read")
    home.client.post(f"/games/{game.id}/decisions/{game.decisions[0].id}", data={"answer": "tell"})
    question = lesson.questions[0]
    home.client.post(f"/lessons/{lesson.id}/questions/{question.code}", data={"answer": "1"})
    results = [home.client.get(f"/homework/{number}/result").data for number in opened.values()]
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for number, content in enumerate(results):
            archive.writestr(f"from home/{number}.love-all-result.json", content)
        archive.writestr("__MACOSX/._0.love-all-result.json", b"\0\1")
        archive.writestr("a picture.jpg", b"no result")
    page = room.take(packed.getvalue()).text
    assert page.count("1 answer imported") == 3
    assert room.shades(read, room.ann) == ["best"]
    assert room.shades(replay, room.ann) == ["told"]
    assert len(room.shades(taught, room.ann)) == 1


def own_lesson_set(room: Room) -> Assignment:
    """A lesson of the teacher’s own, which shows a hand of hers."""
    samples = folder("templates") / "samples"
    shows = ('hand: S:AKJ762 H:765 C:4 D:A43\ncaption: "One', 'of: tuesday\ncaption: "One')
    text = (samples / "lesson.md").read_text(encoding="utf-8")
    assert shows[0] in text
    kept = room.classroom.compositions.take_in(
        1, [(CompositionKind.HAND, "tuesday", own_hand()), (CompositionKind.LESSON, "mine", text.replace(*shows))]
    )[1]
    own = CompositionVersion(composition=kept.composition, version=kept.number)
    return room.set(LessonWork(lesson=f"own-{kept.composition}-{kept.number}", own=own))


def own_hand() -> str:
    return (folder("templates") / "samples" / "hand.yaml").read_text(encoding="utf-8")


def answer_lesson(home: Home) -> None:
    """Answers the first question of the lesson that was opened."""
    work = home.opened.work
    assert isinstance(work, LessonWork)
    page = home.client.get(f"/lessons/{work.lesson}").text
    (code, *_) = re.findall(rf"/lessons/{work.lesson}/questions/(\w+)", page)
    home.client.post(f"/lessons/{work.lesson}/questions/{code}", data={"answer": "0"})


def test_a_lesson_of_the_teacher_s_own_goes_along_with_its_hands_and_comes_back(room: Room, home: Home) -> None:
    which = own_lesson_set(room)
    assert isinstance(which.work, LessonWork)
    there = which.work.lesson
    content = room.file(which, room.tom.id)
    assert [one["name"] for one in json.loads(content)["own"]] == ["mine", "tuesday"]
    home.parts.classroom.compositions.take_in(1, [(CompositionKind.HAND, "other", own_hand())])
    assert home.open(content).status_code == 303
    assert home.open(content).status_code == 303
    work = home.opened.work
    assert isinstance(work, LessonWork)
    assert work.lesson != there, "it has a number of its own here"
    answer_lesson(home)
    assert "1 answer imported" in room.take(home.result()).text
    (given,) = room.classroom.assignments.answers(which, room.tom.id)
    assert given.answer.item.startswith(f"{there}/")
    faulty = json.loads(content)
    faulty |= {"key": "cd" * 16, "own": [faulty["own"][0] | {"text": "no lesson"}]}
    assert home.open(json.dumps(faulty).encode()).status_code == 400
    assert home.open(json.dumps(faulty | {"own": []}).encode()).status_code == 400, "what is mine here is not his there"


def test_a_hand_comes_back_with_its_record_and_is_played_over(room: Room, home: Home) -> None:
    which = room.set(HandWork(code="whist-short-1859", player="S", strictness="guided", seed=3))
    home.open(room.file(which, room.tom.id))
    number = home.opened.id
    table = home.client.post(f"/assignments/{number}/play").location
    key = int(table.rsplit("/", 1)[1])
    play_out(home, key)
    result = json.loads(home.result())
    assert [one["topic"] for one in result["answers"]].count("hand") == 1
    record = result["hands"][0]["record"]
    result["hands"][0]["record"] = [*record[:-2], record[-1], record[-2]]
    assert "not imported" in room.take(room.signed(result, which)).text, "the last cards change places"
    result["hands"][0] |= {"record": record, "seed": "1"}
    assert "not the assigned deal" in room.take(room.signed(result, which)).text
    assert room.shades(which, room.tom) == []
    room.take(home.result())
    there, here = (
        [(one.answer.topic, one.answer.given, one.answer.shade) for one in assignments.answers(assignment)]
        for assignments, assignment in (
            (home.parts.classroom.assignments, home.opened),
            (room.classroom.assignments, which),
        )
    )
    assert [one for one in here if one[0] == "table"] == [one for one in there if one[0] == "table"]
    assert [one[0] for one in here].count("hand") == 1
    ((match, of),) = room.study.of(room.tom.id).matches.of_work().items()
    assert of == (which.id, 1)
    kept = room.study.of(room.tom.id).matches.saved(match)
    assert kept
    assert list(kept.records[0]) == record
    assert "answers had been imported before" in unwrapped(room.take(home.result()).text)


def play_out(home: Home, key: int) -> None:
    """Plays the lowest lawful card, or makes the first call, until all is over."""

    while True:
        match = home.study.matches.find(key)
        assert match
        table = match.table
        if table.is_over:
            return
        if match.is_learners_turn(table):
            data = {"act": str(table.lawful()[-1]), "after": str(len(table.acts))}
            assert home.client.post(f"/table/{key}/act", data=data).status_code == 303
        else:
            home.client.post(f"/table/{key}/go-on")


# ---- who may, and what is refused ---------------------------------------------------------------------------------


def test_only_who_was_set_the_work_has_a_file_for_himself(room: Room, school: Flask) -> None:
    draft = AssignmentSpec("For Tom", TextWork(text="Read this."), NOW)
    which = room.classroom.assignments.give(room.room.id, draft, [room.tom.id])
    address = f"/classes/{room.room.id}/assignments/{which.id}/homework"
    assert room.client.get(f"{address}?for={room.tom.id}").status_code == 200
    assert room.client.get(f"{address}?for={room.ann.id}").status_code == 400
    assert room.client.get(f"{address}?for=1;drop").status_code == 404
    other = room.classroom.classes.make(1, "Upper Fifth")
    assert room.client.get(f"/classes/{other.id}/assignments/{which.id}/homework").status_code == 404
    colleague = room.classroom.people.enrol("Mr Oak", "", WORDS, type(room.tom.role)("teacher"))
    client = school.test_client()
    log_in(client, colleague.name)
    assert client.get(f"{address}").status_code == 404
    assert client.get(f"/classes/{room.room.id}/results").status_code == 404


def test_a_result_that_was_changed_is_refused(room: Room, home: Home, drill: Assignment) -> None:
    home.open(room.file(drill, room.tom.id))
    answer_drill(home)
    result = json.loads(home.result())
    result["answers"][0]["given"] = result["answers"][1]["given"]
    page = room.take(json.dumps(result).encode())
    assert page.status_code == 400
    assert "It was changed after the tutor wrote it" in page.text
    assert room.shades(drill, room.tom) == []


def test_marks_forged_in_a_file_change_nothing(room: Room, home: Home, drill: Assignment) -> None:
    home.open(room.file(drill, room.tom.id))
    worth = answer_drill(home)
    result = json.loads(home.result())
    for one in result["answers"]:
        one["shade"] = "best"
    assert "is unknown" in room.take(json.dumps(result).encode()).text
    with home.study.database.writing() as connection:
        connection.exec_driver_sql("UPDATE answer SET shade = 'best', rule = 'forged'")
    room.take(home.result())
    assert room.shades(drill, room.tom) == worth
    assert Grade.NOT_ADVISED.value in worth


def test_what_the_work_does_not_ask_for_is_told_and_not_taken(room: Room, home: Home, drill: Assignment) -> None:
    home.open(room.file(drill, room.tom.id))
    worth = answer_drill(home)
    result = json.loads(home.result())
    first, second, third = result["answers"]
    misfits = {
        "‘hel-nt-solid-red-is-suit/beginner/1’ is not in the assignment": {
            "item": "hel-nt-solid-red-is-suit/beginner/1"
        },
        "‘../../etc/passwd’ is not in the assignment": {"item": "../../etc/passwd"},
        "‘the ace of cups’ is not an answer": {"given": "the ace of cups"},
        "there are only 2": {"attempt": 3},
        "is not in the assignment": {"topic": "lesson"},
        "or this tutor does not know it": {"attempt": None},
    }
    wrong = [second | change for change in misfits.values()]
    page = room.take(room.signed(result | {"answers": [first, *wrong, third]}, drill)).text
    assert "6 not imported" in page
    assert all(told in page for told in misfits)
    assert "2 answers imported" in page
    assert room.shades(drill, room.tom) == [worth[0], worth[2]]


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [
        ("0001-01-01T00:00:00+14:00", None),
        ("9999-12-31T23:59:59-14:00", None),
        ("2025-12-31T23:00:00+00:00", datetime(2025, 12, 31, 23, tzinfo=UTC)),
    ],
)
def test_when_an_answer_was_given_is_only_claimed(room: Room, home: Home, claimed: str, kept: datetime | None) -> None:
    """By the clock at home it was in time; it came in late, and that decides."""
    which = room.set(DrillWork(on=ITEMS, questions=1, seed=5), due_at=NOW - timedelta(hours=1))
    home.open(room.file(which, room.tom.id))
    answer_drill(home, number=1)
    result = json.loads(home.result())
    result["answers"][0]["at"] = claimed
    room.take(room.signed(result, which))
    (given,) = room.classroom.assignments.answers(which)
    assert (given.at, given.claimed_at) == (NOW, kept)
    page = room.client.get(f"/classes/{room.room.id}/answers/{which.id}/{room.tom.id}").text
    assert ("by the learner’s clock" in page) is (kept is not None)
    assert ", late" in page


def test_a_result_of_other_work_or_another_tutor_is_refused(room: Room, home: Home, drill: Assignment) -> None:
    home.open(room.file(drill, room.tom.id))
    answer_drill(home, number=1)
    result = json.loads(home.result())
    assert "was not assigned to Lower Fifth" in room.take(room.signed(result | {"key": "ab" * 16}, drill)).text
    elsewhere = room.classroom.classes.make(1, "Upper Fifth")
    answer = room.client.post(
        f"/classes/{elsewhere.id}/results", data={"file": (BytesIO(home.result()), "x.love-all-result.json")}
    )
    assert "was not assigned to Upper Fifth" in answer.text


# ---- opening ------------------------------------------------------------------------------------------------------


def test_a_file_on_newer_terms_changes_what_was_opened_and_other_work_does_not(
    room: Room, home: Home, drill: Assignment
) -> None:
    home.open(room.file(drill))
    later = room.classroom.assignments.change(drill, replace(drill.spec, due_at=NOW + timedelta(days=9)))
    assert home.open(room.file(later)).status_code == 303
    assert home.opened.spec.due_at == NOW + timedelta(days=9)
    other = room.classroom.assignments.change(later, replace(drill.spec, work=TextWork(text="Read this.")))
    refused = home.open(room.file(other))
    assert refused.status_code == 400
    assert "it was different then" in refused.text
    assert isinstance(home.opened.work, DrillWork)


def test_a_file_of_this_tutor_s_own_work_is_not_needed_here(room: Room, school: Flask, drill: Assignment) -> None:
    content = room.file(drill)
    client = school.test_client()
    log_in(client, "Knave")
    data = {"file": (BytesIO(content), "x.love-all.json"), "name": "Tom"}
    refused = client.post("/homework/", data=data)
    assert "You need no file" in refused.text
    assert refused.status_code == 400


def test_what_this_tutor_does_not_know_is_told_all_at_once(room: Room, home: Home, drill: Assignment) -> None:
    file = json.loads(room.file(drill))
    file["work"]["on"] = ["hel-no-such", ITEMS[0], "hel-nor-such"]
    page = home.open(json.dumps(file).encode()).text
    assert "hel-no-such" in page
    assert "hel-nor-such" in page
    for work in (
        {"kind": "lesson", "lesson": "none-such"},
        {"kind": "replay", "game": "none-such"},
        {"kind": "hand", "code": "poker", "player": "S", "strictness": "guided", "seed": 1},
        {"kind": "hand", "code": "whist-short-1859", "player": "Q", "strictness": "guided", "seed": 1},
        {"kind": "hand", "code": "whist-short-1859", "player": "S", "strictness": "stern", "seed": 1},
        {"kind": "hand", "code": "whist-short-1859", "player": "S", "strictness": "plain", "seed": 1, "deal": "N x"},
        {"kind": "lesson", "lesson": "odds-suits", "own": {"composition": 1, "version": 1}},
    ):
        assert home.open(json.dumps(file | {"work": work}).encode()).status_code == 400, work
    assert home.parts.classroom.assignments.all_of_learner(1) == []


NONSENSE = {
    "empty": b"",
    "nul": b"\0" * 100,
    "utf-16": b"\xff\xfe{}",
    "deep": b"[" * 100_000,
    "deeper": b'{"a":' * 50_000,
    "number": b"9" * 200_000,
    "infinite": b'{"format":"love-all homework","number":1e400}',
    "many": b'{"format":"love-all result","number":1,"answers":[' + b"{}," * 50_000 + b"{}]}",
    "large": b"x" * (LARGEST + 1),
    "a megabyte": b'{"format":"love-all result"' + b" " * 2**20 + b"}",
    "null": b"null",
    "zip": b"PK\3\4 no zip",
}


@pytest.mark.parametrize("content", NONSENSE.values(), ids=NONSENSE)
def test_what_is_no_file_of_ours_is_none(content: bytes) -> None:
    for read in (read_assignment, read_result):
        with pytest.raises(FaultyContent):
            read(content, "x.json")


def test_a_file_of_the_other_kind_is_told_to_be_so_and_nothing_else(room: Room, home: Home, drill: Assignment) -> None:
    given = room.file(drill)
    home.open(given)
    result = home.result()
    for read, content in ((read_assignment, result), (read_result, given), (read_assignment, b"{}")):
        with pytest.raises(FaultyContent, match="this is not a ") as refused:
            read(content, "x.json")
        assert len(refused.value.faults) == 1


def test_what_is_no_file_of_ours_is_refused_plainly(room: Room, home: Home) -> None:
    for name, content in NONSENSE.items():
        if name == "a megabyte":
            continue  # is not even read, see below
        assert home.open(content).status_code == 400, name
        assert room.take(content).status_code == 400, name


HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    "\0",
    "\ud800",
    "x" * 5000,
    [],
    {},
    [[[]]],
    {"a": {}},
    "<b>",
    "ab",
)


def access_to(parts: Services) -> ContentAccess:
    return access_of(parts.study, 1, Stock(parts.library, parts.courses, parts.makers))


def test_no_field_of_a_file_makes_anything_fail(room: Room, home: Home, drill: Assignment) -> None:
    """Each field, in turn, is what it should not be: the file is refused, or opened and shown."""
    file = json.loads(room.file(drill))
    work, kept = file["work"], Homework(home.study.database, home.study.clock)
    access = access_to(home.parts)
    files = [file | {field: value} for field in file for value in HOSTILE]
    files += [file | {"work": work | {field: value}} for field in work for value in HOSTILE]
    opened = 0
    for one in files:
        with suppress(TutorError):
            kept.open(openable(json.dumps(one).encode(), "x", access), "Tom", access, Random(1))
            opened += 1
    assert 0 < opened < len(files) / 4
    assert home.client.get("/homework/").status_code == 200
    assert home.client.get("/assignments/").status_code == 200


def test_no_field_of_a_result_makes_anything_fail(room: Room, home: Home, drill: Assignment) -> None:
    done = {"topic": "exercise", "item": "x/beginner/1", "given": "x", "at": NOW.isoformat(), "hints": 0, "attempt": 1}
    hand = {"attempt": 1, "code": "x", "seed": "1", "player": "S", "strictness": "guided", "given": [], "record": ["x"]}
    result = {"key": drill.key, "name": "Tom", "to": "", "learner": 1, "seed": 5, "sent_at": NOW.isoformat()}
    result |= {"answers": [done], "hands": [hand], "questions": questions_digest(drill, room.tom.id)}
    access = access_to(home.parts)
    desk = Desk.of(room.room, room.classroom, room.study, access)
    results = [result | {field: value} for field in result for value in HOSTILE]
    results += [result | {"answers": [done | {field: value}]} for field in done for value in HOSTILE]
    results += [result | {"hands": [hand | {field: value}]} for field in hand for value in HOSTILE]
    read = 0
    for one in results:
        try:
            content = room.signed(one, drill)
        except ValueError:
            content = json.dumps(one | {"signature": "0" * 64}).encode()
        with suppress(TutorError):
            desk.take(desk.receive(content, "x"), room.tom.id)
            read += 1
    assert 0 < read < len(results) / 4
    assert room.shades(drill, room.tom) == []


def test_a_zip_that_swells_is_cut_off(room: Room) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}.love-all-result.json", b" " * 20_000_000)
    page = room.take(packed.getvalue())
    assert page.status_code == 400
    assert page.text.count("more than 262,144 bytes") == 3


def test_a_zip_without_results_says_so(room: Room) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("essay.txt", "")
    page = room.take(packed.getvalue())
    assert page.status_code == 400
    assert "contains no file whose name ends in .love-all-result.json" in page.text


def test_a_file_without_a_name_in_a_zip_is_passed_over(room: Room) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("name", "")
    page = room.take(packed.getvalue().replace(b"name", b"\0ame"))
    assert page.status_code == 400
    assert "contains no file whose name ends in .love-all-result.json" in page.text


def test_more_than_a_file_can_be_is_not_read(room: Room, home: Home) -> None:
    for client, address, size in (
        (home.client, "/homework/", 2**20),
        (room.client, f"/classes/{room.room.id}/results", 5 * 2**20),
        (home.client, "/report", 2**17),
    ):
        sent = client.post(address, data=b"x" * size, content_type="multipart/form-data; boundary=x")
        assert sent.status_code == 413, address
        assert "Too much data" in sent.text


def test_files_are_taken_only_so_often(home: Home) -> None:
    answers = [home.open(b"no file").status_code for _ in range(31)]
    assert answers == [400] * 30 + [429]


# ---- by command ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("room")
def run(*arguments: str) -> str:
    done = CliRunner().invoke(tutor, list(arguments))
    assert done.exit_code == 0, done.output
    return done.output


def test_a_lesson_of_the_teacher_s_own_goes_round_by_command(room: Room, home: Home, tmp_path: Path) -> None:
    which = own_lesson_set(room)
    file, result = str(tmp_path / "w.love-all.json"), str(tmp_path / "r.love-all-result.json")
    there, here = ("--data", str(tmp_path / "folder")), ("--data", str(tmp_path / "home"))
    run("export", "homework", str(which.id), "--for", "Knave", "-o", file, *there)
    assert "is open as number 1" in run("import", "homework", file, "--name", "Tom Bell", *here)
    answer_lesson(home)
    run("export", "result", "1", "-o", result, *here)
    assert "by Tom Bell: one answer imported" in run("import", "results", result, *there)
    (given,) = room.classroom.assignments.answers(which, room.tom.id)
    assert isinstance(which.work, LessonWork)
    assert given.answer.item.startswith(f"{which.work.lesson}/")


def test_the_circle_by_command(drill: Assignment, tmp_path: Path, study: Study) -> None:
    there, away = ("--data", str(tmp_path / "folder")), ("--data", str(tmp_path / "away"))
    file, result = str(tmp_path / "w.love-all.json"), tmp_path / "r.love-all-result.json"
    run("export", "homework", str(drill.id), "--for", "Knave", "-o", file, *there)
    assert "Two / rules" in run("import", "homework", file, "--name", "Tom Bell", *away)
    run("export", "result", "1", "-o", str(result), *away)
    sent = read_result(result.read_bytes(), "r")
    assert is_signed(sent, signing_key(study.database.secret(), drill.key))
    assert "Tom Bell" in run("import", "results", str(result), *there)
    result.write_bytes(b"{}")
    done = CliRunner().invoke(tutor, ["import", "results", str(result), *there])
    assert done.exit_code == 2
    assert "this is not a homework result" in done.output


def test_moments_travel_with_their_zones(room: Room, home: Home) -> None:
    due = datetime.fromisoformat("2026-01-02T18:30:00+05:30")
    which = room.set(TextWork(text="Read this."), due_at=due)
    home.open(room.file(which))
    assert home.opened.spec.due_at == due
