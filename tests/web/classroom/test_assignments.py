"""Work that is set and done: every kind of it through its pages; who may do it, how often, and what is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.support.cases import for_each
from tests.support.clock import NOW
from tests.support.forms import typed_in
from tests.support.markup import Page, unwrapped
from tests.support.school import WORDS, classes_of, log_in
from tutor.exchange.authored_files import read_import
from tutor.library.catalogue import Library
from tutor.library.user_content import CompositionKind
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.study.accounts.people import Person, UserRole
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.classroom.assigned_work import (
    PLAYED,
    READ,
    DrillWork,
    HandWork,
    LessonWork,
    QuestionCount,
    ReplayWork,
    TextWork,
    Work,
)
from tutor.study.classroom.assignments import Assignment, Assignments, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import id_of
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.progress import Progress, ProgressState
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.storage.tables import CommentRow
from tutor.study.study import Study
from tutor.web import formatting
from tutor.web.practise.sets import groups_of
from tutor.web.services import EXTENSION, Services

DAY = timedelta(days=1)
MARK = {"pass_mark": "60"}


@dataclass
class Room:
    """A class of Miss Vine’s with Knave and Ten in it, each at a browser of his own; the hour can be changed."""

    app: Flask
    classroom: Classroom
    study: Study
    made: Class
    teacher: FlaskClient
    knave: FlaskClient
    ten: FlaskClient
    who: dict[str, Person]
    now: datetime = NOW
    base: str = field(init=False)

    def __post_init__(self) -> None:
        self.base = f"/classes/{self.made.id}/assignments"

    @property
    def assignments(self) -> Assignments:
        return self.classroom.assignments

    def newest(self) -> Assignment:
        return max(self.assignments.of_class(self.made.id), key=lambda one: one.id)

    def set(self, kind: str, **typed: str) -> Assignment:
        """Sets work by the form, with what stands in it until it is changed."""
        sent = self.teacher.post(f"{self.base}/new/{kind}", data=DEFAULTS | typed)
        assert sent.status_code == 303, re.findall(r'<li><a href="#\w+">.*?</li>', sent.text)
        return self.newest()

    def give(self, work: Work, **draft: object) -> Assignment:
        return self.assignments.give(self.made.id, AssignmentSpec("Work", work, NOW - DAY, **draft))  # type: ignore[arg-type]

    def exercise_at(self, which: Assignment, attempt: int, question: int, who: str = "Knave") -> tuple[str, str]:
        """A right answer and a wrong one to a question of a drill."""
        put = which.questions_for(self.who[who].id, attempt)[question - 1]
        parts: Services = self.app.extensions[EXTENSION]
        exercise = parts.makers.make(put.item, put.number, put.level)
        keys = [choice.key for choice in exercise.choices] or [exercise.answer, "31999"]
        wrong = next(key for key in keys if exercise.mark(key).grade is Grade.NOT_ADVISED)
        return exercise.answer, wrong


DEFAULTS = {
    "opens": "2025-12-30T12:00", "same": "same", "shown": "at once", "to": "all", "of": "group", "group": "term",
    "questions": "3", "seed": "7", "level": "beginner", "code": "bridge-english-1901", "seat": "A",
    "strictness": "guided", "deal": "chance",
}  # fmt: skip


@pytest.fixture(scope="module")
def house(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One tutor with classes for all these tests: each has a class and learners of its own in it."""
    opened = Study.open(tmp_path_factory.mktemp("house") / "study.sqlite3", lambda: NOW)
    yield classes_of(library, opened)
    opened.close()


@pytest.fixture
def room(house: Flask) -> Iterator[Room]:
    parts: Services = house.extensions[EXTENSION]
    classroom, study = parts.classroom, parts.study
    made = classroom.classes.make(1, "Lower Fifth")
    who = {}
    for name, real in (("Knave", "Tom Bell"), ("Ten", "Jo Ash")):
        who[name] = classroom.people.enrol(f"{name} {made.id}", real, WORDS)
        classroom.classes.join(made.id, who[name].id)
    teacher, knave, ten = (house.test_client() for _ in range(3))
    for client, name in ((teacher, "Miss Vine"), (knave, who["Knave"].name), (ten, who["Ten"].name)):
        log_in(client, name)
    found = Room(house, classroom, study, made, teacher, knave, ten, who)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "clock", lambda: found.now)
        patch.setattr(classroom.assignments, "_clock", lambda: found.now)
        yield found


def follow(client: FlaskClient, response: TestResponse) -> TestResponse:
    while response.status_code in (302, 303):
        response = client.get(response.location)
    return response


def without_names(page: str, *names: str) -> str:
    """A page without the names of its forms and of who looks at it."""
    page = re.sub(r'name="(once|csrf_token)" value="[^"]*"|data-account="[^"]*"', "", page)
    return re.sub("|".join(map(re.escape, names)), "", page)


# ---- set by the form, and done -------------------------------------------------------------------------------------


def test_a_lesson_is_set_and_done_where_it_stands(room: Room) -> None:
    parts: Services = room.app.extensions[EXTENSION]
    lesson = min(parts.courses.lessons.values(), key=lambda one: len(one.questions))
    name = lesson.questions[0].name
    room.study.of(room.who["Knave"].id).answers.record(Answer("lesson", f"{lesson.id}/{name}", "x", "best", "r"))
    which = room.set("lesson", lesson=lesson.id)
    assert which.title == lesson.title
    assert which.work == LessonWork(lesson=lesson.id)
    page = room.knave.get("/assignments/").text
    assert lesson.title in page
    assert "Not started" in page, "what was answered before it was set does not count"
    go_on = re.search(r'id="next" href="([^"#]+)', room.knave.get(f"/assignments/{which.id}/").text)
    assert go_on
    for question in lesson.questions:
        exercise = parts_exercise(parts, lesson.id, question.name)
        assert f"/questions/{question.code}" in room.knave.get(go_on[1]).text, "it is asked, answered before or not"
        room.knave.post(f"/lessons/{lesson.id}/questions/{question.code}", data={"answer": exercise})
    done = room.knave.get("/assignments/").text
    assert f"{len(lesson.questions)} right of {len(lesson.questions)}" in done
    assert "Not started" in room.ten.get("/assignments/").text


def parts_exercise(parts: Services, lesson_id: str, name: str) -> str:
    lesson = parts.courses.lesson(lesson_id)
    question = next(one for one in lesson.questions if one.name == name)
    return lesson_exercise(lesson, question, parts.makers).answer


def test_a_game_is_set_and_every_decision_taken(room: Room, library: Library) -> None:
    game = min(library.games.values(), key=lambda one: len(one.decisions))
    which = room.set("replay", game=game.id, title="The odd trick", **MARK)
    assert which.work == ReplayWork(game=game.id)
    for number, decision in enumerate(game.decisions):
        assert f"{number} of {len(game.decisions)}" in room.knave.get("/assignments/").text or number == 0
        link = re.search(r'id="next" href="([^"]+)"', room.knave.get(f"/assignments/{which.id}/").text)
        assert link
        assert "seat=turn" in link[1]
        room.knave.post(f"/games/{game.id}/decisions/{decision.id}", data={"answer": "tell", "seat": "turn"})
    page = room.knave.get("/assignments/").text
    assert f"0 right of {len(game.decisions)}" in page
    assert "Not passed" in page


def test_a_text_is_set_looked_at_beforehand_and_read_once(room: Room) -> None:
    text = "## Cut for deal\n\n**Bring** {SK} and [a pack](/courses/). ![p](https://evil.example/x.png)"
    seen = room.teacher.post(f"{room.base}/new/text", data=DEFAULTS | {"text": text, "preview": "1"}).text
    assert "<strong>Bring</strong>" in seen
    assert room.assignments.of_class(room.made.id) == []
    which = room.set("text", text=text)
    assert which.title == "Cut for deal"
    page = room.knave.get(f"/assignments/{which.id}/").text
    assert "<strong>Bring</strong>" in page
    assert "evil.example" not in page
    for _ in range(2):
        assert room.knave.post(f"/assignments/{which.id}/read").status_code == 303
    (kept,) = room.assignments.answers(which)
    assert (kept.answer.topic, kept.learner) == (READ, room.who["Knave"].id)
    assert "I have read it" not in room.knave.get(f"/assignments/{which.id}/").text


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://evil.example/)", "[x](//evil.example/)", "[x](/\\evil.example)", "[x](/\t/evil.example)",
        "[x](javascript:alert(1))", "<a href='//evil.example'>x</a>", "<img src=//evil.example/x.png>",
        "<style>@import '//evil.example'</style>", "<p style='background:url(//evil.example)'>x</p>",
        "<script src=//evil.example></script>", "<svg onload=alert(1)>", "![x](//evil.example/x.png)",
        "[x]: //evil.example\n\n[y][x]", "<//evil.example>", "<form action='//evil.example'><button>x</button></form>",
    ],
)  # fmt: skip
def test_nothing_from_elsewhere_comes_in_with_a_teachers_text(text: str) -> None:
    html = str(formatting.teachers_prose(text))
    for tag in re.findall(r"<[^>]*>", html):
        assert re.fullmatch(r"</?(p|a|em|strong|ul|ol|li|blockquote|span|h2|h3|br)>", tag)


def test_a_link_to_a_page_of_the_tutor_leads_there() -> None:
    assert '<a href="/games/?author=hoffmann#x">' in formatting.teachers_prose("[x](/games/?author=hoffmann#x)")


@pytest.mark.slow
def test_a_hand_is_set_and_played_to_its_end_once_for_each_try(room: Room) -> None:
    which = room.set("hand", tries="1", seat="A")
    work = which.work
    assert isinstance(work, HandWork)
    assert (work.code, work.player, work.deal) == ("bridge-english-1901", "S", "")
    begun = room.knave.post(f"/assignments/{which.id}/play")
    assert room.knave.post(f"/assignments/{which.id}/play").location == begun.location, "pressed twice, one table"
    table = begun.location
    seed = which.draw_for(room.who["Knave"].id).deal(1)
    assert seed not in room.knave.get(table).text, "by its number one could play the same deal elsewhere"
    assert seed not in room.knave.get("/table/").text
    page = play_out(room.knave, table)
    assert "Back to your work" in unwrapped(page)
    assert room.knave.post(f"{table}/next").status_code == 400
    assert room.knave.post(f"{table}/undo").status_code == 400
    ended = [one for one in room.assignments.answers(which) if one.answer.topic == PLAYED]
    assert [one.answer.attempt for one in ended] == [1]
    assert {one.answer.topic for one in room.assignments.answers(which)} == {PLAYED, "table"}
    own = room.knave.get(f"/assignments/{which.id}/").text
    assert ended[0].answer.given in own
    assert "Played" in own
    assert room.knave.post(f"/assignments/{which.id}/play").status_code == 403
    room.assignments.change(which, replace(which.spec, tries=2))
    assert room.knave.post(f"/assignments/{which.id}/play").location != table
    assert room.ten.get(table).status_code == 404


def play_out(client: FlaskClient, table: str) -> str:
    """Acts as the first choice says, until the deal is over."""
    for _ in range(150):
        page = client.get(table).text
        choices = re.findall(r'name="act" value="([^"]+)"', page)
        after = re.search(r'name="after" value="(\d+)"', page)
        if choices and after:
            client.post(f"{table}/act", data={"act": choices[0], "after": after[1]})
        elif "go-on" in page:
            client.post(f"{table}/go-on")
        else:
            return page
    raise AssertionError("the deal does not end")


def test_a_deal_of_the_books_or_of_ones_own_is_dealt_to_the_learner(room: Room, library: Library) -> None:
    game = next(iter(library.games.values()))
    for typed in ({"deal": "hand", "hand": game.id}, {"deal": "pbn", "pbn": str(game.deal)}):
        which = room.set("hand", **typed)
        assert isinstance(which.work, HandWork)
        key = int(room.knave.post(f"/assignments/{which.id}/play").location.rsplit("/", 1)[1])
        kept = room.study.of(room.who["Knave"].id).matches.saved(key)
        assert kept
        assert kept.given == (f"{game.deal.dealer.letter} {game.deal}",)
        assert (kept.assignment, kept.attempt) == (which.id, 1)


SET_DEAL = """[Dealer "W"]
[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"]
[Declarer "N"]
[Contract "4S"]
"""


def test_a_deal_whose_contract_is_set_begins_with_the_lead(room: Room) -> None:
    game = {"code": "auction-1910", "deal": "pbn", "seat": "B"}
    for typed in ({"pbn": SET_DEAL}, {"pbn": SET_DEAL.split("[Declarer")[0], "contract": "4s", "declarer": "B"}):
        which = room.set("hand", **game, **typed)
        assert isinstance(which.work, HandWork)
        assert which.work.fixed == ("Y bids one spade", "B bids four spades", "Z passes", "A passes", "Y passes")
        table = room.knave.post(f"/assignments/{which.id}/play").location
        assert "The contract is set for this deal" in unwrapped(room.knave.get(table).text)
        assert room.knave.post(f"{table}/undo").location, "there is nothing to undo"
        assert "The contract is set for this deal" in unwrapped(room.knave.get(table).text)


def test_a_deal_of_ones_own_with_a_contract_alone_begins_with_the_lead(room: Room, library: Library) -> None:
    imported = read_import(SET_DEAL.encode(), "four.pbn", library.rulebook)
    assert not imported.faults
    (piece,) = imported.pieces
    assert "calls_implied" in piece.text
    named = re.sub(r"calls:\n(?:- .*\n)+", "declarer: B\ntrumps: spades\n", piece.text)
    named = "".join(line for line in named.splitlines(keepends=True) if "calls_implied" not in line)
    teacher = room.made.teacher
    for name, text, fixed in (
        ("contract", piece.text, ("Y bids one spade", "B bids four spades", "Z passes", "A passes", "Y passes")),
        ("named", named, ("Y bids one spade", "B bids two spades", "Z passes", "A passes", "Y passes")),
    ):
        made = room.classroom.compositions.start(teacher, CompositionKind.HAND, name, text)
        hand = id_of(made.composition, made.number)
        which = room.set("hand", code="auction-1910", deal="hand", hand=hand, seat="B")
        assert isinstance(which.work, HandWork)
        assert (which.work.fixed[1], len(which.work.fixed)) == (fixed[1], len(fixed))
        menu = Page(room.teacher.get(f"{room.base}/{which.id}").text)
        assert menu.only(f'option[value="{hand}"]').attributes["data-dealer"] == "Y"
        seats = [node.text(strip=True) for node in menu.all('select[name="seat"] option')]
        assert "Y, dealer" in seats
        assert "B, declarer" in seats


def test_the_form_of_a_set_deal_shows_what_was_set(room: Room) -> None:
    which = room.set("hand", code="auction-1910", deal="pbn", pbn=SET_DEAL)
    typed = typed_in(room.teacher.get(f"{room.base}/{which.id}").text)
    assert room.teacher.post(f"{room.base}/{which.id}", data=typed).status_code == 303
    assert room.newest().work == which.work


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"deal": "chance", "contract": "4S", "declarer": "B"}, "A contract is set for a deal that you choose"),
        ({"deal": "pbn", "pbn": SET_DEAL, "contract": "1S", "declarer": "B"}, "can declare it"),
        ({"deal": "pbn", "pbn": SET_DEAL.replace("4S", "1NTXXX")}, "‘1NTXXX’ is not a contract"),
        ({"deal": "pbn", "pbn": SET_DEAL, "code": "bridge-english-1901"}, '[Declarer "N"]: Y deals'),
    ],
)
def test_what_cannot_be_set_for_a_class_is_told(room: Room, typed: dict[str, str], says: str) -> None:
    sent = room.teacher.post(f"{room.base}/new/hand", data=DEFAULTS | {"code": "auction-1910"} | typed)
    assert sent.status_code == 400
    assert says in unescape(unwrapped(sent.text))


# ---- drills --------------------------------------------------------------------------------------------------------


def test_a_drill_is_answered_question_by_question_and_told_at_once(room: Room) -> None:
    which = room.set("drill", tries="2", **MARK)
    base = f"/assignments/{which.id}/1"
    first = room.knave.get(base)
    assert first.location == f"{base}/1"
    assert ">A hint<" in room.knave.get(f"{base}/1").text
    for question, is_right in ((1, True), (2, False), (3, True)):
        right, wrong = room.exercise_at(which, 1, question)
        sent = room.knave.post(f"{base}/{question}", data={"answer": right if is_right else wrong})
        assert sent.location == f"{base}/{question}", "the address tells neither the item nor the answer"
        verdict = "<strong>Right.</strong>"  # a seat is called Right too
        assert (verdict in room.knave.get(sent.location).text) is is_right
    end = room.knave.get(base).text
    assert "2 right of 3" in end
    assert "Passed" in end
    assert "Your mistakes" in end
    assert "Try again" in unwrapped(end)
    kept = [one.answer for one in room.assignments.answers(which)]
    parts: Services = room.app.extensions[EXTENSION]
    for one, put in zip(kept, which.questions_for(0, 1), strict=True):
        assert (one.topic, one.item, one.number, one.attempt) == (
            put.topic,
            put.key,
            put.number,
            1,
        )
        assert one.rule == parts.makers.make(put.item, put.number, put.level).item
    assert "2 right of 3" in room.knave.get("/assignments/").text


def test_a_question_is_answered_once(room: Room) -> None:
    which = room.set("drill")
    address = f"/assignments/{which.id}/1/1"
    right, wrong = room.exercise_at(which, 1, 1)
    assert room.knave.post(address, data={"answer": "none of these"}).status_code == 400
    assert room.knave.post(address, data={"answer": wrong, "once": "a"}).status_code == 303
    assert room.knave.post(address, data={"answer": wrong, "once": "a"}).status_code == 303, "pressed twice"
    again = room.knave.post(address, data={"answer": right, "once": "b"})
    assert again.status_code == 409
    assert "that answer counts" in again.text
    (kept,) = room.assignments.answers(which)
    assert kept.answer.given == wrong
    with pytest.raises(AnsweredBefore):
        room.study.of(kept.learner).answers.record(replace(kept.answer, given=right), f"drill/{which.id}/1/1")
    assert len(room.assignments.answers(which)) == 1, "nor by two forms at the same moment"


def test_tries_come_to_an_end_and_one_begins_when_another_is_done(room: Room) -> None:
    which = room.set("drill", questions="1", tries="2")
    assert room.knave.get(f"/assignments/{which.id}/2/1").status_code == 404, "the first is not begun"
    for attempt in (1, 2):
        right, _ = room.exercise_at(which, attempt, 1)
        room.knave.post(f"/assignments/{which.id}/{attempt}/1", data={"answer": right})
    end = room.knave.get(f"/assignments/{which.id}/2").text
    assert "Attempt 2 of 2" in end
    assert "Try again" not in end
    for path in ("3/1", "3"):
        spent = room.knave.get(f"/assignments/{which.id}/{path}")
        assert spent.status_code == 403
        assert "No attempts left" in spent.text
    assert room.knave.post(f"/assignments/{which.id}/3/1", data={"answer": "x"}).status_code == 403
    assert len(room.assignments.answers(which)) == 2
    for path in ("0/1", "4/1", "1/2", "1/0"):
        assert room.knave.get(f"/assignments/{which.id}/{path}").status_code == 404


def test_whoever_comes_back_goes_on_at_the_first_question_without_an_answer(room: Room) -> None:
    which = room.set("drill")
    room.knave.post(f"/assignments/{which.id}/1/1", data={"answer": room.exercise_at(which, 1, 1)[0]})
    assert room.knave.get(f"/assignments/{which.id}/1").location == f"/assignments/{which.id}/1/2"
    assert f'href="/assignments/{which.id}/1/2"' in room.knave.get(f"/assignments/{which.id}/").text
    assert "1 of 3 answered" in room.knave.get("/assignments/").text


@pytest.mark.parametrize("same", ["same", "fresh"])
def test_a_drill_is_the_same_for_all_or_for_each_his_own(room: Room, same: str) -> None:
    which = room.set("drill", same=same, questions="10")
    knave, ten = (which.questions_for(room.who[name].id, 1) for name in ("Knave", "Ten"))
    assert (knave == ten) is (same == "same")
    assert which.questions_for(room.who["Knave"].id, 2) != knave, "each try asks something else"
    names = [one.name for one in room.who.values()]
    pages = [
        without_names(client.get(f"/assignments/{which.id}/1/1").text, *names) for client in (room.knave, room.ten)
    ]
    assert (pages[0] == pages[1]) is (same == "same")


@pytest.mark.parametrize("same", ["same", "fresh"])
def test_a_hand_by_chance_is_the_same_for_all_or_for_each_his_own(room: Room, same: str) -> None:
    which = room.set("hand", same=same)
    dealt = []
    for name, client in (("Knave", room.knave), ("Ten", room.ten)):
        key = int(client.post(f"/assignments/{which.id}/play").location.rsplit("/", 1)[1])
        match = room.study.of(room.who[name].id).matches.find(key)
        assert match
        dealt.append(match.deal(0))
    assert (dealt[0] == dealt[1]) is (same == "same")


# ---- what is not told yet ------------------------------------------------------------------------------------------


def words_of_verdicts(text: str) -> set[str]:
    return set(re.findall(r"Right|Acceptable|mark (?:right|wrong)|The rule|p\. \d", text))


@pytest.mark.slow
@pytest.mark.parametrize("shown", [Disclosure.AFTER_DUE, Disclosure.NEVER])
def test_what_is_not_told_is_told_nowhere(room: Room, shown: Disclosure) -> None:
    """Two learners, one of whom answers all well and the other all badly, are shown the same."""
    which = room.set("drill", shown=shown.value, due="2026-01-02T12:00", **MARK)
    shapes = []
    for name, client, well in (("Knave", room.knave, True), ("Ten", room.ten, False)):
        shape: list[object] = []
        for question in (1, 2, 3):
            answer = room.exercise_at(which, 1, question)[0 if well else 1]
            address = f"/assignments/{which.id}/1/{question}"
            asked = client.get(address).text
            assert "hints=" not in asked
            assert "hint" not in client.get(f"{address}?hints=3").text.split("<main")[1].split("</main>")[0]
            sent = client.post(f"{address}?hints=3", data={"answer": answer, "hints": "3"})
            shape += [sent.status_code, sent.location]
            kept = client.get(f"{address}?hindsight=1&others=1")
            assert "Your answer is saved" in kept.text
            assert words_of_verdicts(kept.text) <= words_of_verdicts(asked), "the question itself may have such words"
            shape.append(kept.status_code)
        of_work = (f"/assignments/{which.id}/1", "/assignments/", f"/assignments/{which.id}/", "/")
        for path in (*of_work, "/review/", "/progress", "/review/log.csv", "/review/log.json"):
            page = client.get(path)
            given = [one.answer.given for one in room.assignments.answers(which, room.who[name].id)]
            text = without_names(page.text, room.who[name].name)
            if "/log." in path:  # which says what was given, and no more
                text = re.sub(rf'(assigned-[\d-]+,|"given": ?")({"|".join(map(re.escape, given))})', r"\1", text)
            shape += [path, page.status_code, text]
        assert client.get("/review/next?of=mistakes").location == "/review/"
        shapes.append(shape)
    assert shapes[0] == shapes[1]
    assert all(one.answer.hints == 0 for one in room.assignments.answers(which))
    room.now = NOW + 2 * DAY
    pages = [client.get(f"/assignments/{which.id}/1").text for client in (room.knave, room.ten)]
    assert ("3 right of 3" in pages[0]) is (shown is Disclosure.AFTER_DUE)
    assert ("0 right of 3" in pages[1]) is (shown is Disclosure.AFTER_DUE)
    is_told_wrong = 'class="mark wrong"' in room.ten.get(f"/assignments/{which.id}/1/1").text
    assert is_told_wrong is (shown is Disclosure.AFTER_DUE)
    log = room.ten.get("/review/log.csv").text
    assert ("not advised" in log) is (shown is Disclosure.AFTER_DUE)
    assert ("held back" in log) is (shown is Disclosure.NEVER), "what was given may always be seen"


def test_the_teacher_sees_what_a_learner_is_not_told(room: Room) -> None:
    which = room.set("drill", shown="never")
    room.knave.post(f"/assignments/{which.id}/1/1", data={"answer": room.exercise_at(which, 1, 1)[1]})
    (kept,) = room.assignments.answers(which)
    assert kept.answer.shade == Grade.NOT_ADVISED.value
    study = room.study.of(kept.learner)
    assert study.reviews.memories() == {}
    assert not study.reviews.rebuild().differed, "it changes what is remembered neither now nor when that is made again"


# ---- when, and by whom ---------------------------------------------------------------------------------------------


def test_work_is_for_those_for_whom_it_is_set(room: Room) -> None:
    which = room.set("drill", to="some", learner=str(room.who["Ten"].id))
    assert "Nothing is assigned to you yet" in room.knave.get("/assignments/").text
    for path in (f"/assignments/{which.id}/", f"/assignments/{which.id}/1", f"/assignments/{which.id}/1/1"):
        assert room.knave.get(path).status_code == 404
        assert follow(room.ten, room.ten.get(path)).status_code == 200
    assert room.knave.post(f"/assignments/{which.id}/1/1", data={"answer": "x"}).status_code == 404
    assert room.teacher.get(f"/assignments/{which.id}/").status_code == 404
    assert room.app.test_client().get("/assignments/").status_code == 302


def test_nobody_sees_the_work_of_another(room: Room) -> None:
    which = room.set("drill", questions="1")
    right, _ = room.exercise_at(which, 1, 1)
    room.knave.post(f"/assignments/{which.id}/1/1", data={"answer": right})
    assert room.ten.get(f"/assignments/{which.id}/1").location == f"/assignments/{which.id}/1/1"
    assert "Right." not in room.ten.get(f"/assignments/{which.id}/1/1").text
    assert "Knave" not in room.ten.get("/assignments/").text


def test_work_that_is_not_open_yet_or_was_withdrawn_says_so(room: Room) -> None:
    later = room.set("drill", opens="2026-01-03T12:00", title="On the third")
    assert "On the third" not in room.knave.get("/assignments/").text
    shut = room.knave.get(f"/assignments/{later.id}/1/1")
    assert (shut.status_code, "not open yet" in shut.text) == (403, True)
    room.now = NOW + 3 * DAY
    assert room.knave.get(f"/assignments/{later.id}/1/1").status_code == 200
    room.teacher.post(f"{room.base}/{later.id}/withdraw", data={"do": "withdraw"})
    assert "Withdrawn" in room.teacher.get(f"{room.base}/").text
    gone = room.knave.post(f"/assignments/{later.id}/1/1", data={"answer": "x"})
    assert (gone.status_code, "withdrawn" in gone.text) == (403, True)
    assert "On the third" not in room.knave.get("/assignments/").text
    room.teacher.post(f"{room.base}/{later.id}/withdraw", data={"do": "again"})
    assert room.knave.get(f"/assignments/{later.id}/1/1").status_code == 200


def test_a_clock_that_is_set_back_shuts_no_work(room: Room) -> None:
    drill = DrillWork(on=("term-revoke",), questions=1, seed=7)
    assigned = room.assignments.give(room.made.id, AssignmentSpec("Work", drill, NOW))
    room.now = NOW - DAY
    assert room.knave.get(f"/assignments/{assigned.id}/1/1").status_code == 200
    assert "Work" in room.knave.get("/assignments/").text


@pytest.mark.slow
def test_a_table_of_work_that_was_withdrawn_is_played_for_oneself(room: Room) -> None:
    which = room.set("hand")
    table = room.knave.post(f"/assignments/{which.id}/play").location
    room.assignments.withdraw(which)
    play_out(room.knave, table)
    assert room.assignments.answers(which) == []


def test_late_work_is_taken_and_told(room: Room) -> None:
    which = room.set("drill", questions="1", due="2026-01-02T12:00")
    assert "Overdue" not in room.knave.get("/assignments/").text
    room.now = NOW + 2 * DAY
    assert "Overdue" in room.knave.get("/assignments/").text
    room.knave.post(f"/assignments/{which.id}/1/1", data={"answer": room.exercise_at(which, 1, 1)[0]})
    page = room.knave.get("/assignments/").text
    assert "Late" in page
    assert "Overdue" not in page


def test_a_teachers_remark_stands_with_the_work(room: Room) -> None:
    which = room.set("drill")
    room.knave.post(f"/assignments/{which.id}/1/2", data={"answer": room.exercise_at(which, 1, 2)[1]})
    (kept,) = room.assignments.answers(which)
    with room.study.database.writing() as connection:
        row = {"answer_id": kept.id, "author_id": 1, "at": NOW, "text": "Count <b>again</b>."}
        connection.execute(CommentRow.__table__.insert(), row)  # type: ignore[attr-defined]
    assert "1 comment" in room.knave.get("/assignments/").text
    page = room.knave.get(f"/assignments/{which.id}/").text
    assert "Count &lt;b&gt;again&lt;/b&gt;." in page
    assert f'href="/assignments/{which.id}/1/2"' in page
    assert "comment" not in room.ten.get("/assignments/").text


def test_the_first_page_begins_with_the_work_of_a_learner(room: Room) -> None:
    assert "Nothing is assigned to you yet" in room.knave.get("/").text
    room.set("text", text="Read this.", title="First words")
    page = room.knave.get("/").text
    assert page.index("First words") < page.index("Your courses</h2>")
    assert 'href="/assignments/"' in page
    assert "Your work" not in room.teacher.get("/").text


# ---- the teacher’s side --------------------------------------------------------------------------------------------


@pytest.mark.slow
@for_each(
    ("kind", "typed", "fields"),
    [
        ("lesson", {"lesson": "no-such", "due": "never", "tries": "0"}, {"lesson", "due", "tries"}),
        ("replay", {"game": "", "pass_mark": "101", "opens": "x"}, {"game", "pass_mark", "opens"}),
        ("drill", {"of": "ids", "ids": "no-such-rule"}, {"ids"}),
        ("drill", {"of": "ids", "ids": ""}, {"ids"}),
        ("drill", {"of": "drill", "drill": "x.0001", "seed": "1000000"}, {"drill", "seed"}),
        ("drill", {"group": "no-such", "questions": "51", "level": "hard"}, {"group", "questions", "level"}),
        ("drill", {"group": "hellespont-lead", "authority": "no-such"}, {"authority"}),
        ("drill", {"group": "caelebs-lead", "authority": "hellespont"}, {"authority"}),
        ("drill", {"shown": "after the due date"}, {"shown"}),
        ("drill", {"shown": "perhaps"}, {"shown"}),
        ("drill", {"due": "2025-12-29T12:00"}, {"due"}),
        ("drill", {"due": "0001-01-01T00:00"}, {"due"}),
        ("drill", {"title": "x" * 121}, {"title"}),
        ("drill", {"to": "some"}, {"to"}),
        ("drill", {"to": "some", "learner": "1"}, {"to"}),
        ("hand", {"code": "no-such"}, {"code"}),
        ("hand", {"seat": "Q", "strictness": "lax", "seed": "-1"}, {"seat", "strictness", "seed"}),
        ("hand", {"deal": "hand", "hand": "no-such"}, {"hand"}),
        ("hand", {"deal": "pbn", "pbn": "N:AKQ"}, {"pbn"}),
        ("hand", {"deal": "pbn", "pbn": ""}, {"pbn"}),
        ("text", {"text": " "}, {"text"}),
        ("text", {"text": "x" * 20_001}, {"text"}),
    ],
)  # fmt: skip
def test_every_refusal_names_its_field_and_keeps_what_was_typed(
    room: Room, kind: str, typed: dict[str, str], fields: set[str]
) -> None:
    groups = {"hellespont-lead", "caelebs-lead"} & {typed.get("group", "")}
    if groups:
        parts: Services = room.app.extensions[EXTENSION]
        author = groups.pop().split("-")[0]
        typed = typed | {"group": next(one.id for one in groups_of(parts.makers).values() if one.source == author)}
    sent = room.teacher.post(f"{room.base}/new/{kind}", data=DEFAULTS | {"title": "My own title"} | typed)
    assert sent.status_code == 400
    assert set(re.findall(r'<li><a href="#(\w+)">', sent.text)) == fields
    for one in fields:
        assert f'id="{one}"' in sent.text, "the field to which the list of faults leads"
    assert f'value="{typed.get("title", "My own title")}"' in sent.text
    assert room.assignments.of_class(room.made.id) == []


def test_items_are_narrowed_to_an_author(room: Room) -> None:
    which = room.set("drill", authority="hoffmann", group="law")
    parts: Services = room.app.extensions[EXTENSION]
    assert isinstance(which.work, DrillWork)
    sources = {citation.source for item in which.work.on if (citation := parts.makers.items[item].citation)}
    assert sources == {"hoffmann"}


def test_what_was_set_can_be_changed_until_it_is_answered_and_its_dates_afterwards(room: Room) -> None:
    which = room.set("drill", questions="3")
    sent = typed_in(room.teacher.get(f"{room.base}/{which.id}").text)
    assert sent["questions"] == "3"
    assert sent["opens"]
    changed = DEFAULTS | {"questions": "5", "title": "Longer", "to": "some", "learner": str(room.who["Knave"].id)}
    assert room.teacher.post(f"{room.base}/{which.id}", data=changed).status_code == 303
    changed_work = room.newest().work
    assert isinstance(changed_work, DrillWork)
    assert changed_work == which.work.model_copy(update={"questions": 5, "pool": changed_work.pool})  # drawn anew
    assert room.ten.get(f"/assignments/{which.id}/").status_code == 404
    ticked = room.teacher.get(f"{room.base}/{which.id}").text
    assert typed_in(ticked)["learner"] == str(room.who["Knave"].id)
    room.knave.post(f"/assignments/{which.id}/1/1", data={"answer": room.exercise_at(room.newest(), 1, 1)[0]})
    late = DEFAULTS | {"questions": "9", "title": "Later", "due": "2026-02-01T12:00", "same": "fresh", "shown": "never"}
    assert room.teacher.post(f"{room.base}/{which.id}", data=late).status_code == 303
    found = room.newest()
    assert isinstance(found.work, DrillWork)
    assert (found.title, found.work.questions, found.spec.same_for_all) == ("Later", 5, True)
    assert found.spec.shown is Disclosure.AT_ONCE, "what was told cannot be taken back"
    assert found.spec.due_at
    assert room.ten.get(f"/assignments/{which.id}/").status_code == 200


@pytest.mark.parametrize("kind", ["lesson", "replay", "drill", "hand", "text"])
def test_each_form_shows_what_was_set_as_it_was_set(room: Room, library: Library, kind: str) -> None:
    parts: Services = room.app.extensions[EXTENSION]
    chosen = {
        "lesson": next(iter(parts.courses.lessons)), "game": next(iter(library.games)), "text": "Read *this*.",
        "deal": "pbn", "pbn": str(next(iter(library.games.values())).deal),
    }  # fmt: skip
    which = room.set(kind, **chosen)
    typed = typed_in(room.teacher.get(f"{room.base}/{which.id}").text)
    assert room.teacher.post(f"{room.base}/{which.id}", data=typed).status_code == 303
    assert room.newest().spec == which.spec


def test_another_teachers_class_is_not_there(room: Room) -> None:
    holm = room.classroom.people.enrol("Mr Holm", "", WORDS, UserRole.TEACHER)
    which = room.set("text", text="Read this.")
    other = room.app.test_client()
    log_in(other, "Mr Holm")
    mine = room.classroom.classes.make(holm.id, "Upper Fifth")
    for path in ("/", "/new", "/new/text", f"/{which.id}"):
        assert other.get(room.base + path).status_code == 404
        assert room.knave.get(room.base + path).status_code == 403
    assert other.post(f"{room.base}/{which.id}/withdraw").status_code == 404
    assert other.post(f"/classes/{mine.id}/assignments/{which.id}/withdraw").status_code == 404
    assert room.newest().withdrawn_at is None
    assert room.teacher.get(f"{room.base}/new/riddle").status_code == 404


# ---- without classes -----------------------------------------------------------------------------------------------


def test_work_that_came_as_a_file_is_done_without_logging_in(client: FlaskClient, app_parts: Services) -> None:
    assert "Your work" not in client.get("/").text
    draft = AssignmentSpec("Homework", DrillWork(on=("term-revoke",), questions=1, seed=1), NOW - DAY)
    on = tuple(app_parts.makers.items)[:3]
    draft = replace(draft, work=DrillWork(on=on, questions=1, seed=1))
    which = app_parts.classroom.assignments.give(None, draft, [ONLY_LEARNER])
    assert "Homework" in client.get("/").text
    assert "Homework" in client.get("/assignments/").text
    put = which.questions_for(ONLY_LEARNER, 1)[0]
    right = app_parts.makers.make(put.item, put.number, put.level).answer
    sent = client.post(f"/assignments/{which.id}/1/1", data={"answer": right})
    assert "Right." in client.get(sent.location).text
    assert "1 right of 1" in client.get(f"/assignments/{which.id}/1").text
    assert client.get("/classes/1/assignments/").status_code == 404


# ---- how one stands ------------------------------------------------------------------------------------------------


def set_work(work: Work, **draft: object) -> Assignment:
    return Assignment(1, "key", 1, AssignmentSpec("Work", work, NOW, **draft), True, NOW, None)  # type: ignore[arg-type]


def answered(number: int, topic: str, item: str, shade: Grade, attempt: int | None, hours: int) -> GivenAnswer:
    answer = Answer(topic, item, "x", shade.value, "r", assignment=1, attempt=attempt)
    return GivenAnswer(number, 1, NOW + timedelta(hours=hours), answer)


shades = st.sampled_from(Grade)
DRILL = DrillWork(on=("a",), questions=4, seed=1)


@st.composite
def drills(draw: st.DrawFn) -> list[list[GivenAnswer]]:
    """Attempts at a drill of four questions, all but the last of them done."""
    sizes = [4] * draw(st.integers(0, 3)) + [draw(st.integers(1, 4))]
    number, attempts = 0, []
    for attempt, size in enumerate(sizes, 1):
        attempts.append(
            [answered(number + one, "exercise", f"i/{one}", draw(shades), attempt, number + one) for one in range(size)]
        )
        number += size
    return attempts


@given(drills(), st.integers(1, 100), st.integers(1, 20))
@settings(max_examples=200)
def test_the_best_attempt_at_a_drill_counts(attempts: list[list[GivenAnswer]], mark: int, due: int) -> None:
    which = set_work(DRILL, pass_mark=mark, due_at=NOW + timedelta(hours=due, minutes=-30))
    found = Progress.with_answers(which, QuestionCount(4), [one for attempt in attempts for one in attempt])
    done = [attempt for attempt in attempts if len(attempt) == 4]
    rights = [sum(Grade(one.answer.shade).is_right for one in attempt) for attempt in done]
    assert found.state is (ProgressState.DONE if done else ProgressState.BEGUN)
    assert found.attempts == len(attempts)
    assert found.last_at == attempts[-1][-1].at
    assert found.done == (4 if done else len(attempts[-1]))
    if done:
        best = done[rights.index(max(rights))]
        assert found.right == max(rights)
        asked = sum(one.answer.shade != "undecided" for one in best)
        assert found.passed is (found.right >= mark / 100 * asked)
        assert found.late is any(one.at > NOW + timedelta(hours=due, minutes=-30) for one in best)
    else:
        assert found.passed is False


@given(st.lists(st.tuples(st.integers(0, 3), shades), max_size=20), st.none() | st.integers(1, 3))
def test_of_a_lesson_the_best_answer_to_each_question_counts(given: list[tuple[int, Grade]], tries: int | None) -> None:
    answers = [answered(n, "lesson", f"l/{item}", shade, None, n) for n, (item, shade) in enumerate(given)]
    found = Progress.with_answers(set_work(LessonWork(lesson="l"), tries=tries), QuestionCount(4), answers)
    by_item = {item: [shade for one, shade in given if one == item][:tries] for item, _ in given}
    assert found.done == len(by_item)
    assert found.right == sum(any(shade.is_right for shade in those) for those in by_item.values())
    assert found.state is (
        ProgressState.DONE if len(by_item) == 4 else ProgressState.BEGUN if given else ProgressState.NOT_BEGUN
    )
    assert found.passed is None
    assert found.last_at == (answers[-1].at if answers else None)


def test_a_hand_is_done_when_it_is_played_out_and_a_text_when_it_is_read() -> None:
    hand = HandWork(code="bridge-english-1901", player="S", strictness="plain", seed=1)
    card = answered(1, "table", "1/1/0", Grade.NOT_ADVISED, 1, 0)
    end = answered(2, PLAYED, "1", Grade.BEST, 1, 1)
    assert Progress.with_answers(set_work(hand), QuestionCount(1), [card]).state is ProgressState.BEGUN
    assert Progress.with_answers(set_work(hand), QuestionCount(1), [card, end]).state is ProgressState.DONE
    assert Progress.with_answers(set_work(hand), QuestionCount(1), [card, end]).attempts == 1
    read = answered(1, READ, "1", Grade.BEST, 1, 0)
    assert Progress.with_answers(set_work(TextWork(text="x")), QuestionCount(1), [read]).is_done
