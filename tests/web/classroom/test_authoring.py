"""Lessons and hands of a teacher’s own: written, checked, kept in versions, shown to whom they were given."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete
from werkzeug.test import TestResponse

from tests.support.cases import for_each
from tests.support.clock import NOW
from tests.support.school import WORDS, classes_of, log_in
from tutor.errors import FaultyContent, Malformed, Unknown
from tutor.exchange.authored_files import LARGEST_FILE, LIMITS, ContentFile, file_of, read_import, zip_of
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal
from tutor.library.files import LESSON_SUFFIX
from tutor.library.folders import folder
from tutor.library.lesson_files import load_courses
from tutor.library.user_content import LARGEST, CompositionKind, checked_name, hand_of, lesson_of, name_made_of, normal
from tutor.study.classroom.assigned_work import CompositionVersion, LessonWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.compositions import Clash, Compositions, NameInUse
from tutor.study.storage.database import Database
from tutor.study.storage.tables import Base
from tutor.study.study import Study
from tutor.web import formatting

LESSON = (folder("templates") / "samples" / "lesson.md").read_text(encoding="utf-8")
HAND = (folder("templates") / "samples" / "hand.yaml").read_text(encoding="utf-8")
GAME = (folder("hands") / "hel-game-01.yaml").read_text(encoding="utf-8")
ENDING = (folder("hands") / "cae-end-090.yaml").read_text(encoding="utf-8")
SHOWS = LESSON.replace('hand: S:AKJ762 H:765 C:4 D:A43\ncaption: "One', 'of: tuesday\ncaption: "One')
VINE, KNAVE = 1, 2


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    opened = Study.open(tmp_path_factory.mktemp("own") / "study.sqlite3", lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def house(library: Library, kept: Study) -> Flask:
    return classes_of(library, kept)


@pytest.fixture
def study(kept: Study) -> Study:
    """One study for all of these tests, in which nothing is but the teacher: to make each its own takes too long."""
    with kept.database.writing() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            if table.name != "key":
                others = [table.c.id != VINE] if table.name == "learner" else []
                connection.execute(delete(table).where(*others))
    return kept


@pytest.fixture
def school(house: Flask, study: Study) -> Flask:  # noqa: ARG001
    return house


@pytest.fixture
def compositions(classroom: Classroom) -> Compositions:
    return classroom.compositions


def learner(school: Flask, classroom: Classroom, name: str = "Knave") -> FlaskClient:
    """Somebody of the one class."""
    made = next(iter(classroom.classes.all_of_teacher(VINE)), None) or classroom.classes.make(VINE, "Lower Fifth")
    classroom.classes.join(made.id, classroom.people.enrol(name, "", WORDS).id)
    client = school.test_client()
    log_in(client, name)
    return client


def send(client: FlaskClient, where: str, text: str, kind: str = "lesson", **more: object) -> TestResponse:
    data = {"kind": kind, "name": "mine", "text": text, **more}
    return client.post(f"/create/{where}", data=data, content_type="multipart/form-data")


def bring(client: FlaskClient, name: str, content: bytes, **more: str) -> TestResponse:
    data = {"file": (io.BytesIO(content), name), **more}
    return client.post("/create/import/", data=data, content_type="multipart/form-data")


def line_of(text: str) -> int:
    """The line of the sample of a lesson in which something stands."""
    return LESSON[: LESSON.index(text)].count("\n") + 1


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


# ---- what a text holds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["lesson", "hand"])
def test_what_is_begun_with_passes_the_check(kind: str, library: Library) -> None:
    if kind == "lesson":
        assert len(lesson_of(LESSON, "mine", library, ()).questions) == 2
    else:
        assert isinstance(hand_of(HAND, "mine", library), ExampleDeal)


@pytest.mark.parametrize("of", ["fos-game-01", "hel-average-1", "cae-end-090"])
def test_the_tutor_s_own_hands_pass_as_they_stand(of: str, library: Library) -> None:
    assert hand_of((folder("hands") / f"{of}.yaml").read_text(encoding="utf-8"), "mine", library).id == "mine"


def test_the_tutor_s_own_lessons_pass_as_they_stand(library: Library) -> None:
    courses = load_courses(library)
    for lesson in list(courses.lessons.values())[::9]:
        text = (folder("lessons") / lesson.course / f"{lesson.id}{LESSON_SUFFIX}").read_text(encoding="utf-8")
        assert lesson_of(text, "mine", library, courses.lessons).blocks == lesson.blocks


FAULTS_OF_HANDS = {
    "the notes and the cards": (HAND, "{A SA}", "{Y SA}", "Y has no ace of spades: A has it"),
    "a card misnamed": (HAND, "{A SA}", "{the ace}", "does not name a card"),
    "a pack": (HAND, "D:Q6", "D:Q7", "not a pack"),
    "no theme": (HAND, "fos-decl-trumps", "hel-nothing", "no rule"),
    "an anchor": (HAND, "confidence: high", "confidence: &a high\nsource: *a", "alias"),
    "a kind of content": (HAND, "kind: deal", "kind: rules", "not a kind of hand"),
    "too many claims": (
        ENDING,
        "claims:\n",
        "claims:\n"
        + "".join(
            f"  - {{id: cae-x-{n}, says: So, page: 60, lines: [1, 2], claim: {{undecidable: why}}}}\n"
            for n in range(50)
        ),
        "the most allowed",
    ),
    "a sum of brackets": (
        HAND,
        "confidence:",
        "claims: [{id: fos-x, says: So, page: 1, lines: [1, 2], claim: {sum: '" + "(" * 3000 + "1 = 1'}}]\nconfidence:",
        "sum",
    ),
    "brackets without end": (HAND, "Tuesday", "Tuesday " + "[" * 700, "more than 600 times"),
    "a line without end": (HAND, "Tuesday", "Tuesday " * 600, "characters"),
}


@pytest.mark.parametrize("name", FAULTS_OF_HANDS)
def test_a_fault_of_a_hand_is_told_with_its_line(name: str, library: Library) -> None:
    text, old, new, says = FAULTS_OF_HANDS[name]
    assert old in text
    with pytest.raises(FaultyContent) as caught:
        hand_of(text.replace(old, new, 1), "mine", library)
    assert any(says in fault.what for fault in caught.value.faults), caught.value
    assert all(fault.file == "mine.yaml" and fault.line >= 1 for fault in caught.value.faults)


def test_every_fault_is_told_at_once(library: Library) -> None:
    with pytest.raises(FaultyContent) as caught:
        lesson_of(LESSON.replace("{HK}", "{ZZ}").replace("right: yes", "right: no"), "mine", library, ())
    told = [fault.what for fault in caught.value.faults]
    assert len(told) == 3, told
    for says in ("‘ZZ’ is not a card", "exactly one choice must be right", "a wrong answer needs"):
        assert any(says in what for what in told), told


def test_a_text_may_be_so_large_and_no_larger(library: Library) -> None:
    line = "Some words on a line of their own.\n\n"
    with pytest.raises(FaultyContent, match=f"the most allowed is {LARGEST:,}"):
        lesson_of(LESSON + line * (LARGEST // len(line)), "mine", library, ())


@pytest.mark.parametrize("text", ["", "Leads", "a--b", "../etc", "a/b", "-a", "a" * 61, "ä"])
def test_a_name_is_a_slug(text: str) -> None:
    with pytest.raises(Malformed):
        checked_name(text)
    assert text == "" or not name_made_of(text) or checked_name(name_made_of(text))


def test_a_text_is_kept_as_lines_that_can_be_shown() -> None:
    assert normal("a\r\nb\rc\u2028d\x00\x1b\ufeffe") == "a\nb\nc\nde\n"


# ---- versions -----------------------------------------------------------------------------------------------------


def test_a_version_is_made_when_the_text_is_another(compositions: Compositions) -> None:
    first = compositions.start(VINE, CompositionKind.LESSON, "leads", "one")
    assert compositions.start(VINE, CompositionKind.LESSON, "leads", "one") == first, "the form was sent twice"
    second = compositions.save(VINE, first.composition, "two", 1)
    assert second.number == 2
    assert compositions.save(VINE, first.composition, "two", 1) == second, "and again"
    assert compositions.save(VINE, first.composition, "two\r\n", 2) == second, "nothing has changed"
    assert [one.text for one in compositions.versions(first.composition)] == ["two\n", "one\n"]
    assert second.at > first.at, "even where the clock stands still"


def test_a_clash_is_told_and_nothing_is_lost(compositions: Compositions) -> None:
    key = compositions.start(VINE, CompositionKind.LESSON, "leads", "one").composition
    compositions.save(VINE, key, "two", 1)
    with pytest.raises(Clash) as clash:
        compositions.save(VINE, key, "three", 1)
    assert (clash.value.theirs.number, clash.value.theirs.text) == (2, "two\n")
    assert compositions.save(VINE, key, "three", 2).number == 3


def test_a_name_is_had_once_by_kind_and_author(compositions: Compositions, classroom: Classroom) -> None:
    key = compositions.start(VINE, CompositionKind.LESSON, "leads", "one").composition
    compositions.start(VINE, CompositionKind.HAND, "leads", "a hand")
    knave = classroom.people.enrol("Knave", "", WORDS).id
    compositions.start(knave, CompositionKind.LESSON, "leads", "his")
    for dropped in (False, True):
        compositions.drop(VINE, key, dropped=dropped)
        with pytest.raises(NameInUse):
            compositions.start(VINE, CompositionKind.LESSON, "leads", "another")
    with pytest.raises(Unknown):
        compositions.save(knave, key, "two", 1)


def test_what_is_brought_in_is_brought_in_wholly_or_not_at_all(compositions: Compositions) -> None:
    with pytest.raises(Malformed):
        compositions.take_in(VINE, [(CompositionKind.HAND, "good", "one"), (CompositionKind.HAND, "not good", "two")])
    assert compositions.all_of(VINE) == []
    assert [
        one.is_new
        for one in compositions.take_in(VINE, [(CompositionKind.HAND, "a", "one"), (CompositionKind.HAND, "a", "one")])
    ] == [
        True,
        False,
    ]


def test_a_clock_set_back_does_not_change_which_hand_a_lesson_shows(study: Study) -> None:
    database: Database = study.database
    now = [NOW]
    compositions = Compositions(database, lambda: now[0])
    key = compositions.start(VINE, CompositionKind.HAND, "tuesday", "one").composition
    now[0] -= timedelta(days=400)
    lesson = compositions.start(VINE, CompositionKind.LESSON, "leads", "one")
    compositions.save(VINE, key, "two", 1)
    assert compositions.hands_at(VINE, lesson.at) == [(key, "tuesday", 1)]


@pytest.mark.databases
def test_versions_are_kept_alike_in_either_database(where: Path | str) -> None:
    opened = Study.open(where, lambda: NOW)
    compositions = Compositions(opened.database, lambda: NOW)
    hand = compositions.start(VINE, CompositionKind.HAND, "tuesday", HAND)
    lesson = compositions.start(VINE, CompositionKind.LESSON, "leads", "one")
    compositions.save(VINE, hand.composition, GAME, 1)
    with pytest.raises(Clash):
        compositions.save(VINE, hand.composition, "three", 1)
    assert [(one.name, one.newest, one.says, one.title) for one in compositions.all_of(VINE)] == [
        ("leads", 1, "lesson", "leads"),
        ("tuesday", 2, "game", "An offensive spade declaration to the score"),
    ]
    assert compositions.hands_at(VINE, lesson.at) == [(hand.composition, "tuesday", 1)]
    opened.close()


# ---- the editor ---------------------------------------------------------------------------------------------------


def test_a_lesson_is_written_looked_at_saved_and_read(teacher: FlaskClient, compositions: Compositions) -> None:
    page = teacher.get("/create/new/lesson").text
    assert "The pack" in page
    assert "No fault found" in page
    looked_at = send(teacher, "preview", LESSON).text
    assert "Preview." in looked_at
    assert "What is it?" in looked_at
    assert compositions.all_of(VINE) == []
    assert send(teacher, "save", LESSON, then="look").location == "/lessons/own-1-1"
    page = teacher.get("/lessons/own-1-1").text
    assert "How many spades" in page
    code = re.search(r'id="(q[0-9a-f]+)"', page)
    assert code
    assert teacher.post(f"/lessons/own-1-1/questions/{code[1]}", data={"answer": "6"}).status_code == 303
    assert "What is it?" in teacher.get("/lessons/own-1-1").text, "it goes on after the answer"
    assert "begins own-1-1" not in teacher.get("/").text
    assert teacher.get("/lessons/own-1-1/handout").status_code == 200
    drill = teacher.get("/lessons/own-1-1/drills/0", follow_redirects=True)
    assert drill.status_code == 200


@pytest.mark.parametrize(("text", "path"), [(HAND, "/deals/"), (GAME, "/games/"), (ENDING, "/endings/")])
def test_a_hand_is_looked_at_saved_and_opened(text: str, path: str, teacher: FlaskClient) -> None:
    assert "Preview." in send(teacher, "preview", text, "hand", step="3").text
    where = send(teacher, "save", text, "hand", then="look").location
    assert where.rstrip("/") == f"{path}own-1-1"
    assert teacher.get(where).status_code == 200


def test_a_game_of_one_s_own_is_gone_through_and_answered(teacher: FlaskClient, study: Study) -> None:
    send(teacher, "save", GAME, "hand")
    page = teacher.get("/games/own-1-1/").text
    assert "/games/own-1-1/call/1" in page
    decision = re.search(r"/games/own-1-1/decisions/([\w-]+)", page) or re.search(
        r"/games/own-1-1/decisions/([\w-]+)", teacher.get("/games/own-1-1/call/1").text
    )
    if decision is None:
        pages = (teacher.get(f"/games/own-1-1/card/{card}").text for card in range(1, 52))
        decision = next(filter(None, (re.search(r"/games/own-1-1/decisions/([\w-]+)", page) for page in pages)))
    assert teacher.post(f"/games/own-1-1/decisions/{decision[1]}", data={"answer": "tell"}).status_code == 303
    assert f"own-1-1/{decision[1]}" in study.answers.latest("game")
    assert teacher.get("/").status_code == 200
    assert teacher.get("/games/own-1-1/hindsight").status_code == 200


def test_what_has_faults_is_saved_and_not_shown(teacher: FlaskClient) -> None:
    faulty = LESSON.replace("{HK}", "{ZZ}")
    checked = send(teacher, "check", faulty).text
    assert 'data-line="' in checked
    assert "ZZ" in checked
    assert "correct the faults below" in send(teacher, "preview", faulty).text
    assert send(teacher, "save", faulty, then="look").location == "/create/1?saved=1"
    assert teacher.get("/lessons/own-1-1").status_code == 400


def test_the_line_of_a_fault_is_that_of_the_text(teacher: FlaskClient) -> None:
    checked = send(teacher, "check", LESSON.replace("\n", "\r\n").replace("{HK}", "{ZZ}")).text
    assert f'data-line="{line_of("{HK}")}"' in checked


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("on: [term-pack, term-suit, term-imperfect-pack]", "on: [term-nothing]", "there are no questions"),
        (
            "name: two-queens\n",
            "name: a\nitem: term-no\n```\n```question\nname: two-queens\n",
            "there is no item",
        ),
    ],
)
def test_what_cannot_be_asked_is_a_fault(old: str, new: str, says: str, teacher: FlaskClient) -> None:
    assert old in LESSON
    assert says in send(teacher, "check", LESSON.replace(old, new)).text


def test_a_lesson_without_a_script_is_checked_by_a_button(teacher: FlaskClient) -> None:
    page = unescape(send(teacher, "write", LESSON.replace("{HK}", "{ZZ}")).text)
    assert "{ZZ}" in page, "what was written is still there"
    assert f"Line {line_of('{HK}')}<" in page


def test_two_windows_lose_nothing(teacher: FlaskClient) -> None:
    send(teacher, "save", LESSON)
    mine, theirs = LESSON + "\nMine.\n", LESSON + "\nTheirs.\n"
    assert send(teacher, "save", theirs, key="1", begun="1").status_code == 303
    clash = send(teacher, "save", mine, key="1", begun="1")
    assert clash.status_code == 409
    assert "Mine." in clash.text
    assert "Theirs." in clash.text
    assert 'name="begun" value="2"' in clash.text
    assert send(teacher, "save", mine, key="1", begun="2").location == "/create/1?saved=3"


def test_versions_are_listed_and_compared_and_gone_back_to(teacher: FlaskClient) -> None:
    send(teacher, "save", LESSON)
    send(teacher, "save", LESSON + "\nA last word.\n", key="1", begun="1")
    page = teacher.get("/create/1/versions").text
    assert "<ins>" in page
    assert "A last word." in page
    assert "A last word." not in teacher.get("/create/1?version=1").text
    assert teacher.get("/create/1/1/file").data.decode() == LESSON
    assert teacher.get("/create/1/9/file").status_code == 404


def test_a_name_of_the_tutor_s_own_is_refused(teacher: FlaskClient) -> None:
    for kind, name, text in (("lesson", "whist-words", LESSON), ("hand", "hel-game-01", HAND)):
        assert send(teacher, "save", text, kind, name=name).status_code == 400
        assert "the tutor already has" in send(teacher, "check", text, kind, name=name).text


def test_a_lesson_of_the_tutor_is_begun_with(teacher: FlaskClient) -> None:
    assert "whist" in teacher.get("/create/new/lesson?like=whist-words").text
    assert "kind: game" in teacher.get("/create/new/hand?like=hel-game-01").text
    for path in ("lesson?like=../../secret", "hand?like=/etc/passwd", "hand?like=themes", "riddle"):
        assert teacher.get(f"/create/new/{path}").status_code == 404


def test_without_classes_the_one_learner_writes_too(client: FlaskClient) -> None:
    assert send(client, "save", LESSON, then="look").location == "/lessons/own-1-1"
    assert client.get("/lessons/own-1-1").status_code == 200
    assert "own-1-1" in client.get("/").text or client.get("/").status_code == 200


# ---- who sees it --------------------------------------------------------------------------------------------------


def give(classroom: Classroom, version: int, title: str = "The pack") -> int:
    room = classroom.classes.all_of_teacher(VINE)[0]
    own = CompositionVersion(composition=_lesson_key(classroom), version=version)
    work = LessonWork(lesson=f"own-{own.composition}-{version}", own=own)
    return classroom.assignments.give(room.id, AssignmentSpec(title, work, NOW)).id


def _lesson_key(classroom: Classroom) -> int:
    return next(one.id for one in classroom.compositions.all_of(VINE) if one.kind is CompositionKind.LESSON)


def test_only_the_author_sees_it_and_to_whom_it_was_given(
    school: Flask, teacher: FlaskClient, classroom: Classroom
) -> None:
    send(teacher, "save", HAND, "hand", name="tuesday")
    send(teacher, "save", SHOWS)
    knave = learner(school, classroom)
    other = learner(school, classroom, "Queen")
    for path in ("/lessons/own-2-1", "/deals/own-1-1", "/create/2", "/create/"):
        assert knave.get(path).status_code in (403, 404), path
        assert teacher.get(path).status_code == 200, path
    room = classroom.classes.all_of_teacher(VINE)[0]
    work = LessonWork(lesson="own-2-1", own=CompositionVersion(composition=2, version=1))
    who = classroom.people.named("Knave").id
    given = classroom.assignments.give(room.id, AssignmentSpec("The pack", work, NOW), [who])
    page = knave.get("/lessons/own-2-1").text
    assert "A hand from Tuesday" in page, "with the hand that it shows"
    assert knave.get("/deals/own-1-1").status_code == 200
    assert other.get("/lessons/own-2-1").status_code == 404
    assert other.get("/deals/own-1-1").status_code == 404
    code = re.search(r'id="(q[0-9a-f]+)"', page)
    assert code
    knave.post(f"/lessons/own-2-1/questions/{code[1]}", data={"answer": "6"})
    (answer,) = classroom.assignments.answers(given)
    assert answer.learner == who
    assert "1 of 2" in unescape(knave.get(f"/assignments/{given.id}/").text)
    classroom.assignments.withdraw(given)
    assert knave.get("/lessons/own-2-1").status_code == 404


def test_an_assignment_keeps_its_version_and_the_hands_of_that(
    school: Flask, teacher: FlaskClient, classroom: Classroom
) -> None:
    send(teacher, "save", HAND, "hand", name="tuesday")
    send(teacher, "save", SHOWS)
    knave = learner(school, classroom)
    give(classroom, 1)
    send(teacher, "save", HAND.replace("A hand from Tuesday", "A hand of Friday"), "hand", key="1", begun="1")
    send(teacher, "save", SHOWS + "\nAnother end.\n", key="2", begun="1")
    page = knave.get("/lessons/own-2-1?all=1").text
    assert "A hand from Tuesday" in page
    assert "Another end." not in page
    assert knave.get("/lessons/own-2-2").status_code == 404
    assert "A hand of Friday" in teacher.get("/lessons/own-2-2?all=1").text
    teacher.post("/create/1/strike-out")
    teacher.post("/create/2/strike-out")
    assert knave.get("/lessons/own-2-1").status_code == 200, "who was given it keeps it"


def test_hands_as_they_are_now_are_taken_in_by_saving_again(teacher: FlaskClient) -> None:
    send(teacher, "save", HAND, "hand", name="tuesday")
    send(teacher, "save", SHOWS)
    send(teacher, "save", HAND.replace("Tuesday", "Friday"), "hand", key="1", begun="1")
    assert send(teacher, "save", SHOWS, key="2", begun="1").location == "/create/2?saved=1"
    assert send(teacher, "save", SHOWS, key="2", begun="1", again="1").location == "/create/2?saved=2"
    assert "Friday" in teacher.get("/lessons/own-2-2?all=1").text


def test_a_lesson_and_its_game_are_set_by_the_form(school: Flask, teacher: FlaskClient, classroom: Classroom) -> None:
    learner(school, classroom)
    send(teacher, "save", LESSON)
    send(teacher, "save", GAME, "hand", name="a-game")
    room = classroom.classes.all_of_teacher(VINE)[0]
    for kind, field, chosen in (
        ("lesson", "lesson", "own-1-1"),
        ("replay", "game", "own-2-1"),
        ("hand", "hand", "own-2-1"),
    ):
        where = f"/classes/{room.id}/assignments/new/{kind}"
        page = teacher.get(where)
        assert f'value="{chosen}"' in page.text, where
        form = {"title": kind, field: chosen, "deal": "hand", "code": "bridge-english-1901", "seat": "A"}
        assert teacher.post(where, data={**form, "strictness": "guided", "seed": "1"}).status_code in (302, 303)
    works = {one.spec.work.kind: one.spec.work for one in classroom.assignments.of_class(room.id)}
    assert set(works) == {"lesson", "replay", "hand"}
    assert works["lesson"] == LessonWork(lesson="own-1-1", own=CompositionVersion(composition=1, version=1))
    assert teacher.get(f"/classes/{room.id}/gradebook/").status_code in (200, 404)


def test_a_file_of_homework_lets_nobody_see_what_is_another_s(
    school: Flask, teacher: FlaskClient, classroom: Classroom
) -> None:
    send(teacher, "save", LESSON)
    knave = learner(school, classroom)
    who = classroom.people.named("Knave").id
    work = LessonWork(lesson="own-1-1", own=CompositionVersion(composition=1, version=1))
    classroom.assignments.give(None, AssignmentSpec("Peeping", work, NOW), [who])
    assert knave.get("/lessons/own-1-1").status_code == 404


# ---- files --------------------------------------------------------------------------------------------------------


def test_what_is_taken_along_is_brought_in_again(teacher: FlaskClient, compositions: Compositions) -> None:
    send(teacher, "save", HAND, "hand", name="tuesday")
    send(teacher, "save", SHOWS)
    packed = teacher.get("/create/all.zip").data
    assert sorted(zipfile.ZipFile(io.BytesIO(packed)).namelist()) == ["hands/tuesday.yaml", "lessons/mine.md"]
    assert bring(teacher, "all.zip", packed).text.count("the same as version 1") == 2
    changed = zipped({"hands/tuesday.yaml": HAND.replace("Tuesday", "Friday").encode(), "new.md": LESSON.encode()})
    page = bring(teacher, "all.zip", changed).text
    assert "now version 2" in page
    assert ">new<" in page
    assert len(compositions.all_of(VINE)) == 3


def test_a_lesson_and_the_hand_that_it_shows_come_in_together(teacher: FlaskClient) -> None:
    page = bring(teacher, "both.zip", zipped({"a.md": SHOWS.encode(), "b/tuesday.yaml": HAND.encode()}))
    assert page.status_code == 200
    assert "2 imported" in page.text


def test_what_is_faulty_is_told_and_the_rest_taken_in(teacher: FlaskClient, compositions: Compositions) -> None:
    content = zipped(
        {
            "good.md": LESSON.encode(),
            "bad.md": LESSON.replace("{HK}", "{ZZ}").encode(),
            "tuesday.yaml": HAND.replace("D:Q6", "D:Q7").encode(),
            "shows.md": SHOWS.encode(),
            "../../etc/good.md": LESSON.encode(),
            "latin.md": b"\xff\xfe",
            "readme.txt": b"hello",
        }
    )
    page = unescape(bring(teacher, "some.zip", content).text)
    assert "1 imported" in page
    for says in ("ZZ", "not a pack", "‘tuesday’ has faults", "has the same name", "not UTF-8", "readme.txt"):
        assert says in page, says
    assert [one.name for one in compositions.all_of(VINE)] == ["good"]


PBN = b"""[Event "Club"]
[Board "3"]
[Dealer "N"]
[Deal "N:KQ97.Q9.J75.AK54 2.653.T9842.QJT7 A643.KJT8.AK3.92 JT85.A742.Q6.863"]
"""
LIN = (
    b"pn|a,b,c,d|md|3SA643HKJT8DAK3C92,S2H653DT9842CQJT7,SKQ97HQ9DJ75CAK54,SJT85HA742DQ6C863|"
    b"ah|Board 3|mb|P|mb|P|mb|P|mb|P|"
)


@pytest.mark.parametrize(("name", "content"), [("club.pbn", PBN), ("club.lin", LIN), ("noname", PBN)])
def test_deals_of_other_programs_come_in_as_hands(
    name: str, content: bytes, teacher: FlaskClient, compositions: Compositions
) -> None:
    page = bring(teacher, name, content, illustrates="fos-decl-trumps")
    assert "1 imported" in page.text, page.text
    (one,) = compositions.all_of(VINE)
    assert one.says == "deal"
    assert teacher.get("/deals/own-1-1").status_code == 200
    assert bring(teacher, name, content, illustrates="hel-nothing").status_code == 400


def bomb() -> bytes:
    return zipped({f"{number}.md": b"a" * LARGEST for number in range(LIMITS.together // LARGEST + 1)})


HOSTILE_FILES = {
    "a bomb": ("x.zip", bomb(), "unpacks to more"),
    "many files": ("x.zip", zipped({f"{n}.txt": b"" for n in range(LIMITS.files + 1)}), "the most allowed"),
    "half a zip": ("x.zip", zipped({"a.md": b"x" * 5000})[:90], "cannot be unpacked"),
    "a zip within": ("x.zip", zipped({"inner.zip": zipped({"a.md": LESSON.encode()})}), "0 imported"),
    "a bzip2": ("x.zip", b"", "compression method"),
    "a picture": ("x.png", b"\x89PNG", "cannot be imported"),
    "empty": ("x.md", b"", "front matter"),
    "not UTF-8": ("x.yaml", b"\xff", "not UTF-8"),
    "no name": ("ääää.md", LESSON.encode(), "cannot be used as a name"),
    "PBN without a deal": ("x.pbn", b"[Event ", "x.pbn"),
    "LIN without a board": ("x.lin", b"md|" * 50, "x.lin"),
}


@pytest.mark.parametrize("name", HOSTILE_FILES)
def test_a_hostile_file_is_told_of_and_nothing_taken_in(
    name: str, teacher: FlaskClient, compositions: Compositions
) -> None:
    file, content, says = HOSTILE_FILES[name]
    if name == "a bzip2":
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_BZIP2) as archive:
            archive.writestr("a.md", LESSON)
        content = made.getvalue()
    page = bring(teacher, file, content)
    assert page.status_code == 400
    assert says in unescape(page.text)
    assert compositions.all_of(VINE) == []


def test_what_is_sent_is_no_larger_than_it_may_be(teacher: FlaskClient, library: Library) -> None:
    with pytest.raises(FaultyContent, match="Split it"):
        read_import(b"a" * (LARGEST_FILE + 1), "x.md", library.rulebook)
    form = {"content_type": "multipart/form-data; boundary=x"}
    assert teacher.post("/create/import/", data=b"a" * (LARGEST_FILE + 100_000), **form).status_code == 413
    assert teacher.post("/create/check", data=b"a" * 300_000, **form).status_code == 413
    assert send(teacher, "check", "a" * 60_000).status_code == 200


def test_files_are_brought_so_often_and_no_oftener(teacher: FlaskClient) -> None:
    for _ in range(30):
        assert bring(teacher, "x.md", b"").status_code == 400
    assert bring(teacher, "x.md", LESSON.encode()).status_code == 429


def test_much_is_taken_in_while_a_page_tells_how_far_it_has_come(
    school: Flask, teacher: FlaskClient, classroom: Classroom
) -> None:
    games = {f"game-{number}.yaml": GAME.replace("title: ", f"title: {number} ").encode() for number in range(9)}
    answer = bring(teacher, "games.zip", zipped(games | {"bad.yaml": HAND.replace("D:Q6", "D:Q7").encode()}))
    assert answer.status_code == 303
    ended = time.monotonic() + 20
    while "data-watched" in (page := teacher.get(answer.location).text):
        assert time.monotonic() < ended
        time.sleep(0.05)
    assert "9 imported" in page
    assert "not a pack" in page
    assert len(classroom.compositions.all_of(VINE)) == 9
    assert learner(school, classroom).get(answer.location).status_code == 403
    number = answer.location.rpartition("/")[2]
    assert teacher.get(f"/exports/jobs/{number}").status_code == 404, "it is no file to take"


def test_a_name_in_a_zip_is_never_a_path(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("../../a.md", "/etc/b.md", "C:\\c.md", "..\\d.md", ".hidden.md", "con/../e.md")
    found = read_import(zipped(dict.fromkeys(names, b"x")), "x.zip", library.rulebook)
    assert sorted(piece.name for piece in found.pieces) == ["a", "b", "c", "d", "e"]
    assert list(tmp_path.iterdir()) == []


def test_a_zip_has_the_same_bytes_for_the_same_content() -> None:
    pieces = [ContentFile(CompositionKind.LESSON, "a", LESSON), ContentFile(CompositionKind.HAND, "b", HAND)]
    assert zip_of(pieces, NOW) == zip_of(pieces, NOW)
    assert file_of(pieces[1]).name == "b.yaml"


# ---- nothing but text ---------------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<style>*{display:none}</style>",
    "<iframe src=https://evil.example></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](//evil.example/)",
    "[x](/\\evil.example/)",
    "[x](https://evil.example/)",
    "[x][1]\n\n[1]: https://evil.example/ 'x'",
    "[x][1]\n\n[1]: //evil.example/",
    "<https://evil.example>",
    "![x](https://evil.example/x.png)",
    "![x](/static/x.png)",
    "<svg onload=alert(1)>",
    "<p onclick=alert(1) style='position:fixed' class='x' id='main'>x</p>",
    "<form action=https://evil.example><input name=x></form>",
    "<base href=https://evil.example>",
    "<!-- --><script>x</script>",
    "`<script>`",
    "    <script>alert(1)</script>",
    "<<script>script>alert(1)<</script>/script>",
    "{HK<script>}",
    "\ue0000\ue001<b>",
    "[" * 2000 + "<script>",
    "1. " * 2000 + "<script>",
]
_HARMFUL = re.compile(
    r"<(script|style|iframe|img|svg(?! class=\"pip)|form|input|base|object)|\son\w+=|style=|javascript:alert\(1\)\"|"
    r"(href|src)=[\"']?(\w+:|//|/\\)",
    re.IGNORECASE,
)


@for_each("text", HOSTILE)
def test_what_a_teacher_writes_is_text_and_nothing_else(text: str) -> None:
    for rendered in (
        formatting.lesson_prose(text),
        formatting.lesson_inline(text),
        formatting.prose(text),
        formatting.inline(text),
    ):
        assert not _HARMFUL.search(rendered), rendered
    assert not _HARMFUL.search(formatting.teachers_prose(text))


@pytest.mark.parametrize("text", HOSTILE[:20])
def test_a_hostile_lesson_and_hand_show_nothing_of_it(text: str, teacher: FlaskClient) -> None:
    line = " ".join(text.split()).replace('"', "'")
    for kind, whole in (
        ("lesson", LESSON.replace("Here stands the text", text).replace("The pack", line.replace("'", "’"))),
        ("hand", HAND.replace("A hand from Tuesday", f'"{line}"').replace("our club", f'"{line}"')),
    ):
        for where in ("check", "write", "preview"):
            page = send(teacher, where, whole, kind).text
            assert "<script>alert" not in page
            assert "onerror=alert(1)>" not in page
            assert 'href="https://evil' not in page
            assert 'href="//evil' not in page


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        "{" * 60_000,
        "- " * 30_000,
        "a: &a [x, x]\n" + "".join(f"b{n}: [*a, *a]\n" for n in range(3_000)),
        "---\n" * 15_000,
        "```question\n" * 5_000,
        LESSON + "```question\nname: x\n```\n" * 2_000,
        LESSON.replace("Here stands", "[a](" * 590),
        LESSON + "```hand\nof: hel-game-01\ncaption: A takes the " + "king and " * 40 + "\n```\n",
        "\x00" * 60_000,
        "\u2028" * 20_000,
    ],
)
def test_what_is_hard_to_read_is_soon_told(text: str, teacher: FlaskClient) -> None:
    for kind in ("lesson", "hand"):
        assert send(teacher, "check", text[:65_000], kind).status_code == 200
