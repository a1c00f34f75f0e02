"""Live lessons through their pages: the teacher leads, pupils follow and vote, and nobody else sees anything."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.markup import Page, unwrapped
from tests.support.school import WORDS, log_in
from tutor.library.catalogue import Library
from tutor.library.folders import folder
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.study.accounts.people import UserRole
from tutor.study.classroom import live
from tutor.study.classroom.assigned_work import ReplayWork, TextWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.live import Phase
from tutor.study.classroom.live_work import LiveWork
from tutor.study.study import Study
from tutor.web.page_memory import EXTENSION
from tutor.web.reached import CONFIG

pytestmark = pytest.mark.slow

GAME = "hel-secure-the-game-146"


class Class:
    """Miss Vine leads; Ann and Ben are in her class, and Eve is in another."""

    def __init__(self, school: Flask, classroom: Classroom, study: Study, teacher: FlaskClient) -> None:
        self.app, self.classroom, self.study, self.teacher = school, classroom, study, teacher
        school.extensions[EXTENSION].clear()  # the application is that of other tests, their pages are not
        self.room = classroom.classes.make(1, "Lower Fifth")
        other = classroom.classes.make(1, "Upper Sixth")
        self.pupils: dict[str, FlaskClient] = {}
        self.ids: dict[str, int] = {}
        for name, room in (("Ann", self.room), ("Ben", self.room), ("Eve", other)):
            who = classroom.people.enrol(name, f"{name} Bell", WORDS)
            classroom.classes.join(room.id, who.id)
            self.ids[name], self.pupils[name] = who.id, school.test_client()
            log_in(self.pupils[name], name)

    def start(self, kind: str = "replay", of: str = GAME) -> int:
        sent = self.teacher.post("/classes/live/new", data={"kind": kind, "of": of, "class": str(self.room.id)})
        assert sent.status_code == 303, sent.text
        return int(sent.location.rpartition("/")[2])

    def act(self, number: int, action: str, **more: str) -> int:
        live = self.classroom.live.of_class(self.room.id, number)
        fields = {"version": str(live.version), **more}
        return self.teacher.post(f"/classes/{self.room.id}/live/{number}/{action}", data=fields).status_code

    def lead(self, number: int, query: str = "") -> str:
        return self.teacher.get(f"/classes/{self.room.id}/live/{number}{query}").text

    def ask(self, number: int) -> int:
        """Goes to the first question and asks it; its step."""
        live = self.classroom.live.of_class(self.room.id, number)
        if "ask-it" not in self.lead(number):
            assert self.act(number, "next") == 303
        assert self.act(number, "ask") == 303
        live = self.classroom.live.of_class(self.room.id, number)
        assert live.phase is Phase.ASK
        return live.step

    def vote(self, name: str, number: int, step: int, given: str) -> int:
        return self.pupils[name].post(f"/live/{number}/votes/{step}", data={"answer": given}).status_code


@pytest.fixture
def room(school: Flask, classroom: Classroom, study: Study, teacher: FlaskClient) -> Class:
    return Class(school, classroom, study, teacher)


@pytest.fixture
def exercise(library: Library) -> DecisionExercise:
    game = library.games[GAME]
    return DecisionExercise(game, min(game.decisions, key=lambda decision: decision.step))


def test_a_whole_vote_from_the_button_to_the_answers(room: Class, exercise: DecisionExercise) -> None:
    assert "Show it live" in room.teacher.get(f"/games/{GAME}/").text
    assert "Show it live" not in room.pupils["Ann"].get(f"/games/{GAME}/").text
    number = room.start()
    assert "A live lesson is running" in room.pupils["Ann"].get("/").text
    assert "A live lesson is running" in room.teacher.get(f"/classes/{room.room.id}").text
    assert "A live lesson is running" not in room.pupils["Eve"].get("/").text
    assert room.pupils["Ann"].post(f"/live/{number}/join").status_code == 303
    step = room.ask(number)
    wrong = next(one.key for one in exercise.choices if exercise.mark(one.key).grade is Grade.NOT_ADVISED)
    assert room.vote("Ann", number, step, wrong) == 303
    assert room.vote("Ann", number, step, exercise.answer) == 303
    assert room.vote("Ben", number, step, wrong) == 303
    led = room.lead(number)
    assert "2 of 2 have voted" in led
    assert "Ann Bell" in led
    assert "Ann" not in room.lead(number, "?stage=1")
    assert room.act(number, "show") == 303
    page = room.pupils["Ann"].get(f"/live/{number}/").text
    assert "Right." in re.sub("<[^>]+>", "", page)
    (answer,) = room.study.of(room.ids["Ann"]).answers.latest("game").values()
    assert (answer.given, answer.shade, answer.live) == (exercise.answer, "best", number)
    room.teacher.post(f"/classes/{room.room.id}/live/{number}/end")
    over = room.lead(number)
    assert "Ben Bell" in over
    assert "live" in over
    told = room.teacher.get(f"/classes/{room.room.id}/live/{number}/votes.csv").text
    assert "Ben Bell" in told
    assert "Bell" not in room.lead(number, "?stage=1"), "a projector that is left on shows no names"
    assert "over" in room.pupils["Ben"].get(f"/live/{number}/").text
    assert "A live lesson is running" not in room.pupils["Ann"].get("/").text


def test_every_screen_has_the_score_that_the_answer_needs_before_anybody_votes(room: Class) -> None:
    """Game I of Hellespont: the answer is “At 26, two by tricks in spades win the game”."""
    number = room.start(of="hel-game-01")
    assert room.pupils["Ann"].post(f"/live/{number}/join").status_code == 303
    room.ask(number)
    for page in (room.lead(number), room.lead(number, "?stage=1"), room.pupils["Ann"].get(f"/live/{number}/").text):
        shown = Page(page).words()
        assert shown.count("AB have 26; the score of YZ is not known.") == 1
        assert "AB: 0 tricks" in shown
        assert "At 26, two by tricks" not in shown


def test_a_closed_vote_is_said_where_the_teacher_looks(room: Class) -> None:
    number = room.start()
    room.ask(number)
    assert "The vote is closed." not in room.lead(number)
    assert room.act(number, "close") == 303
    for query in ("", "?stage=1"):
        says = Page(room.lead(number, query)).only("#live-says")
        assert "The vote is closed." in says.text()
        assert "unseen" not in (says.attributes.get("class") or "")
        assert "Show the answer" in room.lead(number, query)


def test_what_was_answered_live_is_in_the_lists_of_teacher_and_pupil(room: Class, exercise: DecisionExercise) -> None:
    number = room.start()
    step = room.ask(number)
    wrong = next(one.key for one in exercise.choices if exercise.mark(one.key).grade is Grade.NOT_ADVISED)
    room.vote("Ann", number, step, exercise.answer)
    room.vote("Ben", number, step, wrong)
    at = f"/classes/{room.room.id}"
    before = room.teacher.get(f"{at}/gradebook")
    assert "of 1 right" not in before.text, "nothing was shown yet"
    assert "Live lessons" not in room.pupils["Ann"].get("/assignments/").text
    room.act(number, "show")
    grid = room.teacher.get(f"{at}/gradebook", headers={"If-None-Match": before.headers["ETag"]})
    assert grid.status_code == 200, "the grid has changed"
    table = grid.text.partition('id="live-lessons"')[2].partition("</table>")[0]
    assert f'href="{at}/live/{number}"' in table
    rows = dict(re.findall(r'<th scope="row">(\w+) Bell</th><td>([^<]*)', table))
    assert rows == {"Ann": "1 of 1 right", "Ben": "0 of 1 right"}
    missed = room.teacher.get(f"{at}/missed").text
    assert "1 of 2" in missed
    lines = room.teacher.get(f"{at}/answers.csv").text.splitlines()
    title = room.classroom.live.of_class(room.room.id, number).title
    assert [(line.split(",")[0], title in line, line.endswith(",live")) for line in lines[1:]] == [
        ("Ann Bell", True, True),
        ("Ben Bell", True, True),
    ]
    room.teacher.post(f"{at}/live/{number}/end")
    for name, result, mark in (("Ann", "1 right of 1", "✓ Right"), ("Ben", "0 right of 1", "✗ Not the best")):
        listed = room.pupils[name].get("/assignments/").text
        assert result in listed
        assert f'href="/live/{number}/"' in listed
        own = room.pupils[name].get(f"/live/{number}/").text.partition('id="own-answers"')[2]
        assert (mark in own, own.count("· live")) == (True, 1)
    assert room.pupils["Eve"].get(f"/live/{number}/").status_code == 404
    assert "live-lessons" not in room.pupils["Eve"].get("/assignments/").text


def test_nobody_reaches_what_belongs_to_a_deleted_class_until_it_is_restored(room: Class) -> None:
    """The live lesson, its stage and parts, the answers, the work, the join page, and the due dates in a calendar."""
    oak = room.classroom.people.enrol("Mr Oak", "Ed Oak", WORDS, UserRole.TEACHER)
    room.classroom.classes.add_co_teacher(room.room, oak)
    helper = room.app.test_client()
    log_in(helper, "Mr Oak")
    now = room.study.now
    due = AssignmentSpec("Read it", TextWork(text="Read."), now - timedelta(days=1), now + timedelta(days=1))
    work = room.classroom.assignments.give(room.room.id, due)
    number, ann = room.start(), room.pupils["Ann"]
    room.ask(number)
    ann.post("/calendar/", data={})
    feed = re.search(r'(/calendar/[^"<\s]+\.ics)', ann.get("/calendar/").text)
    at = f"/classes/{room.room.id}"
    led = [
        f"{at}/{page}"
        for page in (
            *(f"live/{number}", f"live/{number}?stage=1", f"live/{number}/part", f"live/{number}/votes.csv"),
            *("gradebook", "assignments/", "answers.csv", "join?stage=1"),
        )
    ]
    followed = (f"/live/{number}/", f"/live/{number}/part", f"/assignments/{work.id}/")

    def seen() -> set[int]:
        taught = [client.get(path).status_code for client in (room.teacher, helper) for path in led]
        return {*taught, *(ann.get(path).status_code for path in followed)}

    def is_due() -> bool:
        return feed is not None and "Read it" in room.app.test_client().get(feed[1]).text

    assert seen() == {200}
    assert is_due()
    room.classroom.classes.delete(room.room)
    assert seen() == {404}
    assert not is_due()
    assert ann.post(f"/live/{number}/votes/0", data={"answer": "HK"}).status_code == 404
    assert room.teacher.post(f"{at}/live/{number}/end").status_code == 404
    assert helper.post(f"/classes/deleted/{room.room.id}/restore").status_code == 404
    assert room.teacher.post(f"/classes/deleted/{room.room.id}/restore").status_code == 303
    assert seen() == {200}
    assert is_due()


def test_nothing_shows_an_answer_before_it_is_shown(room: Class, exercise: DecisionExercise) -> None:
    number = room.start()
    step = room.ask(number)
    room.vote("Ann", number, step, exercise.answer)
    for name in ("Ann", "Ben"):
        for path in (f"/live/{number}/", f"/live/{number}/part"):
            page = room.pupils[name].get(path).text
            assert 'class="right"' not in page
            assert "author’s choice" not in page
            assert exercise.decision.because[:40] not in page
            assert "<progress" not in page
    stage = room.lead(number, "?stage=1")
    assert exercise.decision.because[:40] not in stage
    assert "1 of 1 has voted" in stage


def test_a_vote_that_is_closed_or_elsewhere_is_refused_plainly(room: Class, exercise: DecisionExercise) -> None:
    number = room.start()
    step = room.ask(number)
    room.act(number, "close")
    answered = room.pupils["Ann"].post(f"/live/{number}/votes/{step}", data={"answer": exercise.answer})
    assert answered.status_code == 409
    assert "This vote is closed" in answered.text
    room.act(number, "ask")
    assert room.vote("Ann", number, step + 1, exercise.answer) == 409
    for hostile in ("", "tell", "nonsense", "<b>", "S" * 999):
        assert room.vote("Ann", number, step, hostile) == 400, hostile
    assert not room.classroom.live.votes(room.classroom.live.of_class(room.room.id, number))


def test_a_stale_form_of_the_teacher_does_nothing(room: Class) -> None:
    number = room.start()
    address = f"/classes/{room.room.id}/live/{number}/forward"
    assert room.teacher.post(address, data={"version": "1"}).status_code == 303
    stale = room.teacher.post(address, data={"version": "1"})
    assert stale.status_code == 409
    assert "moved on" in stale.text
    assert room.classroom.live.of_class(room.room.id, number).step == 1
    assert room.teacher.post(f"/classes/{room.room.id}/live/{number}/nonsense").status_code == 404


def test_a_second_lesson_waits_for_the_end_of_the_first(room: Class) -> None:
    number = room.start()
    assert room.start() == number  # a form that was sent twice
    other = {"kind": "deal", "of": "hel-diamonds-04", "class": str(room.room.id)}
    refused = room.teacher.post("/classes/live/new", data=other)
    assert refused.status_code == 409
    assert "is running in Lower Fifth" in refused.text


@pytest.mark.parametrize(
    ("kind", "of"),
    [
        ("deal", "hel-diamonds-04"),
        ("lesson", "bridge-leads-compared"),
        ("drill", "bridge-leads-compared.0"),
        ("items", "hel-decl-nt-a"),
        ("group", "term"),
        ("lesson", "odds-suits"),
    ],
)
def test_every_kind_goes_from_its_first_step_to_its_last(room: Class, kind: str, of: str) -> None:
    number = room.start(kind, of)
    for _ in range(40):
        live = room.classroom.live.of_class(room.room.id, number)
        page = room.pupils["Ann"].get(f"/live/{number}/")
        assert page.status_code == 200
        if "ask-it" in room.lead(number):
            assert room.act(number, "ask") == 303
            asked = Page(room.pupils["Ann"].get(f"/live/{number}/").text)
            assert asked.only("#question").text()
            assert not list(asked.faults())
            assert room.act(number, "show") == 303
            assert "voted" in room.pupils["Ann"].get(f"/live/{number}/").text
            assert room.lead(number, "?stage=1")
        led = Page(room.lead(number))
        assert not list(led.faults())
        if "disabled" in led.only("#go-forward").attributes:
            return
        assert room.act(number, "forward") == 303, live
    raise AssertionError("the last step is never reached")


def test_strangers_find_nothing(room: Class) -> None:
    number = room.start()
    eve = room.pupils["Eve"]
    for path in ("", "part"):
        assert eve.get(f"/live/{number}/{path}").status_code == 404
    for path in ("join", "votes/0"):
        assert eve.post(f"/live/{number}/{path}").status_code == 404
    for path in ("", "/part", "/votes.csv"):
        assert room.pupils["Ann"].get(f"/classes/{room.room.id}/live/{number}{path}").status_code == 403


def test_an_unchanged_screen_is_not_sent_again(room: Class) -> None:
    number = room.start()
    ann, mine, theirs = room.pupils["Ann"], f"/live/{number}/part", f"/classes/{room.room.id}/live/{number}/part"
    for client, path in ((ann, mine), (room.teacher, theirs)):
        assert client.get(path, headers=known(client.get(path).text)).status_code == 304
    pages = ann.get(mine).text, room.teacher.get(theirs).text
    room.act(number, "forward")
    assert ann.get(mine, headers=known(pages[0])).status_code == 200
    assert room.teacher.get(theirs, headers=known(pages[1])).status_code == 200


def known(page: str) -> dict[str, str]:
    """How a screen says which state it shows."""
    return {"If-None-Match": f'"{Page(page).only("#live-now").attributes["data-tag"]}"'}


# ---- a race --------------------------------------------------------------------------------------------------------


def start_race(room: Class, way: str) -> int:
    fields = {"kind": "items", "of": "hel-decl-nt-a", "class": str(room.room.id), "way": way}
    return int(room.teacher.post("/classes/live/new", data=fields).location.rpartition("/")[2])


def test_a_race_in_pairs_from_the_names_to_the_ranking(room: Class) -> None:
    number = start_race(room, "pairs")
    for name, chosen in (("Ann", "Ace"), ("Ben", "Bee")):
        assert room.pupils[name].post(f"/live/{number}/join", data={"name": chosen}).status_code == 303
    assert room.pupils["Ann"].post(f"/live/{number}/join", data={"name": "<b>"}).status_code == 400
    assert room.vote("Ann", number, 0, "leave") == 409
    gathered = room.lead(number)
    assert "Ann Bell" in gathered
    assert "as Ace" in gathered
    assert room.act(number, "ask") == 409
    assert room.act(number, "run") == 303
    assert room.act(number, "run") == 409
    before = known(room.pupils["Ben"].get(f"/live/{number}/part").text)
    page = Page(room.pupils["Ann"].get(f"/live/{number}/").text)
    assert not list(page.faults())
    assert "Question 1 of 10" in page.words()
    given = page.all("#live-now button[name=answer]")[0].attributes["value"] or ""
    assert room.vote("Ann", number, 0, given) == 303
    changed = room.pupils["Ben"].get(f"/live/{number}/part", headers=before)
    assert changed.status_code == 200, "the screen of the partner goes on too"
    assert "Question 2 of 10" in changed.text
    assert room.vote("Ben", number, 0, given) == 409
    assert room.vote("Ben", number, 99, given) == 409
    assert room.vote("Ben", number, 1, "nonsense") == 400
    for name in ("Ann", "Ben"):
        (answer,) = room.study.of(room.ids[name]).answers.latest("exercise").values()
        assert answer.live == number
    assert "Ace" not in room.lead(number, "?stage=1")
    assert room.act(number, "names", names="show") == 303
    assert "Ace &amp; Bee" in room.lead(number, "?stage=1")
    assert not list(Page(room.lead(number)).faults())
    room.teacher.post(f"/classes/{room.room.id}/live/{number}/end")
    assert "Ann Bell &amp; Ben Bell" in room.lead(number)
    assert "Bell" not in room.lead(number, "?stage=1")
    assert "Ace &amp; Bee" in room.lead(number, "?stage=1")
    assert "The race is over" in room.pupils["Ann"].get(f"/live/{number}/").text


def test_only_a_drill_can_be_a_race(room: Class) -> None:
    fields = {"kind": "replay", "of": GAME, "class": str(room.room.id), "way": "race"}
    number = int(room.teacher.post("/classes/live/new", data=fields).location.rpartition("/")[2])
    assert room.classroom.live.of_class(room.room.id, number).work.race is None
    assert room.act(number, "run") == 409


def test_a_lesson_on_something_that_is_gone_can_still_be_ended(room: Class) -> None:
    work = LiveWork(by=1, on=ReplayWork(game="own-99-1"))
    live = room.classroom.live.start(room.room.id, "A game of mine", work)
    for page in (room.lead(live.id), room.lead(live.id, "?stage=1"), room.pupils["Ann"].get(f"/live/{live.id}/").text):
        assert "no longer in the tutor" in page
    for action in ("ask", "show"):
        assert room.act(live.id, action) == 409
    assert room.act(live.id, "forward") == 404
    room.teacher.post(f"/classes/{room.room.id}/live/{live.id}/end")
    assert room.classroom.live.running_in(room.room.id) is None
    assert "ended" in room.lead(live.id)


def test_pupils_see_a_hand_of_their_teacher_live_and_nowhere_else(room: Class) -> None:
    text = (folder("hands") / "hel-game-01.yaml").read_text(encoding="utf-8")
    room.teacher.post("/create/save", data={"kind": "hand", "name": "mine", "text": text})
    assert "Show it live" in room.teacher.get("/create/").text
    number = room.start("replay", "own-1-1")
    step = room.ask(number)
    page = Page(room.pupils["Ann"].get(f"/live/{number}/").text)
    given = page.all("#live-now button[name=answer]")[0].attributes["value"] or ""
    assert room.vote("Ann", number, step, given) == 303
    assert room.act(number, "show") == 303
    assert "the author’s choice" in room.pupils["Ann"].get(f"/live/{number}/").text
    (answer,) = room.study.of(room.ids["Ann"]).answers.latest("game").values()
    assert answer.item.startswith("own-1-1/")
    assert room.pupils["Ann"].get("/games/own-1-1/").status_code == 404
    lesson = (folder("templates") / "samples" / "lesson.md").read_text(encoding="utf-8")
    room.teacher.post("/create/save", data={"kind": "lesson", "name": "my-lesson", "text": lesson})
    room.teacher.post(f"/classes/{room.room.id}/live/{number}/end")
    number = room.start("lesson", "own-2-1")
    room.ask(number)
    assert room.act(number, "show") == 303
    assert room.pupils["Ann"].get(f"/live/{number}/").status_code == 200


def test_partners_are_chosen_by_pupils_or_the_teacher_and_the_code_is_shown_at_the_address_of_the_network(
    room: Class, school: Flask
) -> None:
    asked = {"kind": "items", "of": "hel-decl-nt-a", "way": "pairs", "class": str(room.room.id)}
    number = int(room.teacher.post("/classes/live/new", data=asked).location.rpartition("/")[2])
    before = school.config[CONFIG]
    school.config[CONFIG] = ("http://192.168.1.5:8000",)
    try:
        for query in ("", "?stage=1"):
            page = room.lead(number, query)
            assert "localhost" not in page
            assert "192.168.1.5:8000/join" in room.lead(number, "?stage=1")
    finally:
        school.config[CONFIG] = before
    ann, ben = room.pupils["Ann"], room.pupils["Ben"]
    for client in (ann, ben):
        client.post(f"/live/{number}/join", data={"name": ""})
    assert f'value="{room.ids["Ben"]}">Ben</button>' in ann.get(f"/live/{number}/").text
    assert ann.post(f"/live/{number}/join", data={"partner": str(room.ids["Ben"])}).status_code == 303
    assert "You are a pair: Ann &amp; Ben." in ben.get(f"/live/{number}/").text
    assert ben.post(f"/live/{number}/join", data={"partner": ""}).status_code == 303
    assert "Choose a partner" in ann.get(f"/live/{number}/").text
    assert ann.post(f"/live/{number}/join", data={"partner": str(room.ids["Eve"])}).status_code == 400
    both = {"version": "1", "learner": [str(room.ids[name]) for name in ("Ann", "Ben")]}
    where = f"/classes/{room.room.id}/live/{number}"
    assert room.teacher.post(f"{where}/pair", data=both).status_code == 303
    assert "Part them" in room.lead(number)
    assert room.act(number, "part-pair", learner=str(room.ids["Ann"])) == 303
    assert room.teacher.post(f"{where}/pair", data=both | {"learner": ["x"]}).status_code == 409
    assert room.act(number, "run", rest="alone") == 303
    lines = room.lead(number).partition("Everybody")[2]
    assert lines.count("<li>") == 2, "each races alone"


def test_own_answers_are_read_without_those_of_the_others(
    room: Class, exercise: DecisionExercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = room.start()
    step = room.ask(number)
    wrong = next(one for one in exercise.choices if exercise.mark(one.key).grade is Grade.NOT_ADVISED)
    assert room.vote("Ann", number, step, exercise.answer) == 303
    assert room.vote("Ben", number, step, wrong.key) == 303
    assert room.act(number, "show") == 303
    assert room.act(number, "forward") == 303
    room.teacher.post(f"/classes/{room.room.id}/live/{number}/end")
    read: list[int] = []

    def heard(row: Any) -> Any:
        read.append(row.learner_id)
        return made(row)

    made = live._vote
    monkeypatch.setattr(live, "_vote", heard)
    page = unwrapped(room.pupils["Ann"].get(f"/live/{number}/").text)
    assert "Your answers" in page
    own = page.partition("Your answers")[2]
    right = next(one.label for one in exercise.choices if one.key == exercise.answer)
    assert (right in own, wrong.label in own) == (True, False)
    assert set(read) == {room.ids["Ann"]}
