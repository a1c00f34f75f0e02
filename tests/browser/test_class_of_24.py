"""A day with a class of 24: one teacher and 24 pupils who vote, race, play one deal at all tables, and hand work in.

Five pupils have real browsers: two phones, a desk, one without scripts, and one who comes late. The others are plain
HTTP sessions, several at once. What is expected is counted from what each pupil was told to do.
"""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect
from playwright.sync_api import Page as Tab

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.browser.test_together import is_possible
from tests.robustness.pupil import question_form, token_of
from tests.robustness.served import Browser
from tests.support.clock import NOW, FakeClock
from tests.support.markup import Page
from tests.support.school import WORDS
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Exercise, Grade
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.study.answers.answers import LogEntry
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.tables.shared import SharedMatch
from tutor.web.services import EXTENSION, Services

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("long_waits")]
"""24 pupils share one process with all their browsers: nobody is sent away because that is slow."""

MANY = 24
AT_ONCE = 4
"""How many of the plain sessions ask at the same moment."""
PHONE, DESK, PLAIN, LOSES, LATE = range(5)
"""The pupils with a browser."""
LOOKS: Mapping[int, Mapping[str, object]] = {
    PHONE: {"width": 390, "height": 844, "color_scheme": "dark"},
    DESK: {},
    PLAIN: {"java_script_enabled": False},
    LOSES: {"width": 390, "height": 844, "watched": False},
    LATE: {"width": 390, "height": 844},
}
GAME = "hel-game-01"
PICTURES = os.environ.get("PICTURES_OF_LIVE_LESSONS", "")
"""A folder for pictures of the screens, to be looked at."""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def app(school: Flask) -> Flask:
    school.config["WTF_CSRF_ENABLED"] = True
    return school


def picture(page: Tab, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"24-{name}.png")


def name_of(number: int) -> str:
    return f"Wren{number:02}"


def real_name_of(number: int) -> str:
    return f"{number:02} Wrenfield"


@dataclass
class Pupil:
    """One of the 24, logged in by a plain session."""

    number: int
    id: int
    browser: Browser
    token: str = ""

    @property
    def name(self) -> str:
        return name_of(self.number)

    def log_in(self) -> None:
        fields = {"csrf_token": token_of(self.browser.get("/log-in").text), "name": self.name, "passphrase": WORDS}
        assert self.browser.post("/log-in", fields).status in (302, 303), self.name
        self.token = token_of(self.browser.get("/account").text)

    def post(self, path: str, **fields: str) -> int:
        return self.browser.post(path, {"csrf_token": self.token, **fields}).status

    def answer(self, path: str, choose: Callable[[Sequence[str]], str]) -> tuple[int, str]:
        """Answers the question of a page by its form: the status, and what was chosen."""
        action, fields, choices = question_form(self.browser.get(path).text)
        given = choose(choices)
        return self.browser.post(action, fields | {"answer": given}).status, given


@dataclass
class Room:
    """The class with its pupils in their order, and what the tutor has of it."""

    found: Class
    pupils: Sequence[Pupil]
    classroom: Classroom

    def each(self, what: Callable[[Pupil], None], without: Mapping[int, Tab]) -> None:
        """Lets the plain sessions do something, several at once."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(what, (one for one in self.pupils if one.number not in without)))


@pytest.fixture
def room(classroom: Classroom, site: str) -> Iterator[Room]:
    found, pupils = classroom.classes.make(1, "Lower Fifth"), []
    port = urlsplit(site).port or 0
    for number in range(MANY):
        who = classroom.people.enrol(name_of(number), real_name_of(number), WORDS)
        classroom.classes.join(found.id, who.id)
        pupils.append(Pupil(number, who.id, Browser(port)))
    whole = Room(found, pupils, classroom)
    whole.each(Pupil.log_in, {})
    yield whole
    for pupil in pupils:
        pupil.browser.leave()


def log_in(page: Tab, name: str) -> Tab:
    fill_in(page, name=name, passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))
    return page


def the_teacher(open_page: Open) -> Tab:
    return log_in(open_page("/log-in"), "Miss Vine")


def the_stage(teacher: Tab) -> Tab:
    stage = teacher.context.new_page()
    stage.set_viewport_size({"width": 1280, "height": 800})
    stage.goto(f"{teacher.url}?stage=1")
    return stage


def browsers(open_page: Open, *numbers: int) -> dict[int, Tab]:
    return {number: log_in(open_page("/log-in", **LOOKS[number]), name_of(number)) for number in numbers}


def assert_no_names(stage: Tab) -> None:
    assert "Wren" not in stage.locator("body").inner_text()


def rows_of(page: Tab, path: str) -> list[dict[str, str]]:
    table = page.evaluate("async (path) => await (await fetch(path)).text()", path)
    return list(csv.DictReader(StringIO(table.lstrip("\ufeff"))))


# ---- a live lesson ------------------------------------------------------------------------------------------------


def planned(pupil: int, question: int, right: str, offered: Sequence[str]) -> str:
    """What a pupil is told to vote: 13 of 24 vote as the author does, the others in turn for everything else."""
    place, wrong = (pupil + 5 * question) % MANY, [key for key in offered if key != right]
    return right if place < 13 else wrong[(place - 13) % len(wrong)]


def press(page: Tab, key: str) -> Locator:
    return page.locator(f'#live-now button[name=answer][value="{key}"]')


def test_24_vote_four_times_on_a_replay(room: Room, library: Library, study: Study, open_page: Open) -> None:
    game = library.games[GAME]
    decisions = sorted(game.decisions, key=lambda decision: decision.step)[:4]
    teacher = the_teacher(open_page)
    teacher.goto(f"/games/{GAME}/")
    go_by(teacher.get_by_role("link", name="Show it live"))
    go_by(teacher.get_by_role("button", name="Start the live lesson"))
    number = int(teacher.url.rpartition("/")[2])
    stage, here = the_stage(teacher), browsers(open_page, PHONE, DESK, PLAIN, LOSES)
    picture(stage, "stage-waiting")
    late = browsers(open_page, LATE)
    for page in here.values():
        go_by(page.get_by_role("button", name="Join now"))
    room.each(lambda pupil: _joins(pupil, number), here | late)
    expect(teacher.locator("#who-chose")).to_have_text(f"{MANY - 1} pupils are here")

    told: dict[tuple[int, int], str] = {}
    for asked, decision in enumerate(decisions):
        exercise = DecisionExercise(game, decision)
        if asked or decision.step > 1:
            teacher.locator("#go-next").click()
        teacher.locator("#ask-it").click()
        expect(stage.locator(".stage-head")).to_contain_text(exercise.prompt)
        if asked == 1:  # who comes late sees the question that is asked now
            go_by(late[LATE].get_by_role("button", name="Join now"))
            here |= late
        if asked == 2:
            here[LOSES].context.set_offline(True)
        _, _, offered = question_form(room.pupils[MANY - 1].browser.get(f"/live/{number}/").text)
        voters = [one for one in range(MANY) if one in here or one not in LOOKS]
        told |= {(asked, one): planned(one, asked, exercise.answer, offered) for one in voters}
        keys = {one: told[asked, one] for one in voters}
        room.each(partial(_votes, number=number, keys=keys), dict.fromkeys(LOOKS, stage))
        for one in here:
            if not (one == LOSES and asked == 2):
                _votes_in_browser(here[one], keys[one], has_script=one != PLAIN)
        if asked == 2:
            expect(here[LOSES].locator("#live-lost")).to_be_visible()
            expect(stage.locator("#live-says")).to_contain_text(f"{MANY - 1} of {MANY} have voted")
            here[LOSES].context.set_offline(False)
            expect(here[LOSES].locator("#live-lost")).to_have_count(0)
            _votes_in_browser(here[LOSES], keys[LOSES])
        for heading in (teacher.locator("#who-chose"), stage.locator("#live-says")):
            expect(heading).to_contain_text(f"{len(voters)} of {len(voters)} have voted")
        expect(stage.locator(".bars")).to_have_count(0)
        expect(here[PHONE].locator(".bars")).to_have_count(0)
        picture(stage, f"stage-{asked}-asked")
        teacher.locator("#show-it").click()
        counts = sorted(Counter(keys.values()).values(), reverse=True)
        by_the_author = sum(key == exercise.answer for key in keys.values())
        for page in (teacher, stage, here[PHONE], here[DESK], here[LOSES]):
            _assert_bars(page, counts, by_the_author)
        _assert_who_chose_what(teacher, keys)
        assert_no_names(stage)
        picture(stage, f"stage-{asked}-shown")
        latest = room.pupils[MANY - 1]
        assert latest.post(f"/live/{number}/votes/{_step(room, number)}", answer=offered[0]) == 409
    teacher.locator("summary", has_text="End the live lesson").click()
    go_by(teacher.locator("#end-it"))
    expect(here[PHONE].locator("#live-says")).to_contain_text("over")
    assert room.pupils[7].post(f"/live/{number}/votes/0", answer="hearts") == 409

    rows = rows_of(teacher, f"{urlsplit(teacher.url).path}/votes.csv")
    assert Counter(row["learner"] for row in rows) == Counter(real_name_of(one) for _, one in told)
    exercises = [DecisionExercise(game, decision) for decision in decisions]
    best = Counter((row["question"], row["learner"]) for row in rows if row["shade"] == "best")
    assert best == Counter(
        (f"{exercises[asked].occasion}: {exercises[asked].prompt}", real_name_of(pupil))
        for (asked, pupil), key in told.items()
        if key == exercises[asked].answer
    ), "the best of each question are those who chose as the author"
    for pupil in room.pupils:
        answers = study.of(pupil.id).answers.latest("game").values()
        assert Counter(answer.given for answer in answers) == Counter(
            key for (_, one), key in told.items() if one == pupil.number
        )
        assert {answer.live for answer in answers} == {number}


def _joins(pupil: Pupil, number: int) -> None:
    home = pupil.browser.get("/")
    assert "A live lesson is running" in home.text
    assert pupil.post(f"/live/{number}/join") == 303


def _step(room: Room, number: int) -> int:
    return room.classroom.live.of_class(room.found.id, number).step


def _votes(pupil: Pupil, number: int, keys: Mapping[int, str]) -> None:
    """Votes; every third first for something else, and every fourth twice."""
    key = keys[pupil.number]
    if pupil.number % 3 == 0:
        assert pupil.answer(f"/live/{number}/", lambda offered: next(one for one in offered if one != key))[0] == 303
    for _ in range(2 if pupil.number % 4 == 0 else 1):
        assert pupil.answer(f"/live/{number}/", lambda _: key)[0] == 303


def _votes_in_browser(page: Tab, key: str, *, has_script: bool = True) -> None:
    if not has_script:
        go_by(page.get_by_role("link", name="Refresh"))
        go_by(press(page, key))
    else:
        press(page, key).click()
    expect(page.locator("#live-says")).to_contain_text("Your vote")


def _assert_bars(page: Tab, counts: Sequence[int], by_the_author: int) -> None:
    """The bars have the votes, the most first, and are as long as they say."""
    expect(page.locator("#voted")).to_have_text(f"{sum(counts)} votes")
    bars = page.locator(".bars li")
    shown = _counts(bars)
    assert shown == [*counts, *[0] * (len(shown) - len(counts))]
    drawn = [(one.get_attribute("value"), one.get_attribute("max")) for one in bars.locator("progress").all()]
    assert drawn == [(str(count), str(sum(counts))) for count in shown]
    of_author = bars.filter(has_text="the author’s choice")
    assert sum(_counts(of_author)) >= by_the_author


def _counts(bars: Locator) -> list[int]:
    """The numbers beside bars; what a screen reader says more is left out."""
    return [int(text.split()[0]) for text in bars.locator(".count").all_inner_texts()]


def _assert_who_chose_what(teacher: Tab, keys: Mapping[int, str]) -> None:
    """On the teacher’s screen the pupils who chose the same have the same words, and others have others."""
    said: dict[str, str] = {}
    for one, key in keys.items():
        line = teacher.locator(".pupils li", has_text=real_name_of(one))
        expect(line).to_have_count(1)
        words = line.locator("span").first.inner_text()
        assert said.setdefault(key, words) == words, f"{real_name_of(one)} voted {key}"
    assert len(set(said.values())) == len(said)


# ---- a race -------------------------------------------------------------------------------------------------------

DRILL = "auction-bids.0"


def exercises_of(app: Flask, classroom: Classroom, room: Class, number: int) -> list[Exercise]:
    """The questions of a live drill, whose right answers the plan needs."""
    parts: Services = app.extensions[EXTENSION]
    content = ContentAccess(
        parts.library, parts.courses, parts.makers, classroom.compositions, classroom.assignments, 1
    )
    steps = classroom.live.of_class(room.id, number).work.steps(content)
    return [ref.resolve(content) for ref in steps if ref is not None]


def start_race(teacher: Tab, way: str) -> int:
    teacher.goto(f"/classes/live/new?kind=drill&of={DRILL}")
    teacher.get_by_label(way, exact=True).check()
    go_by(teacher.get_by_role("button", name="Start the live lesson"))
    return int(teacher.url.rpartition("/")[2])


def choosing(exercise: Exercise, *, right: bool) -> Callable[[Sequence[str]], str]:
    """Chooses one of the answers that a page offers."""
    return lambda offered: chosen(exercise, offered, right=right)


def chosen(exercise: Exercise, offered: Sequence[str], *, right: bool) -> str:
    return next(key for key in offered if exercise.mark(key).grade.is_right is right)


def test_24_race_alone_and_in_pairs(app: Flask, room: Room, clock: FakeClock, study: Study, open_page: Open) -> None:
    teacher = the_teacher(open_page)
    number = start_race(teacher, "A race")
    stage, here = the_stage(teacher), browsers(open_page, PHONE, PLAIN)
    exercises = exercises_of(app, room.classroom, room.found, number)
    most = len(exercises)
    for one, page in here.items():
        go_by(page.get_by_role("button", name="Join now"))
        page.locator("#race-name").fill(f"Racer {one:02}")
        if one == PLAIN:
            go_by(page.locator("#join-race"))
        else:
            page.locator("#join-race").click()
        expect(page.locator("#live-says")).to_contain_text("You are in")
    room.each(lambda pupil: _joins_race(pupil, number), here)
    expect(stage.locator("#live-says")).to_have_text(f"{MANY} have joined")
    picture(stage, "stage-race-gather")
    teacher.locator("#start-race").click()
    expect(stage.locator("#live-says")).to_have_text(f"{MANY} are racing")

    begun, finished, right = clock.now, {}, {}
    for pupil in room.pupils:
        goal = right[pupil.number] = (5 * pupil.number) % (most + 1)
        for asked, exercise in enumerate(exercises):
            clock.move(1 + pupil.number % 3)
            is_right = asked < goal
            if pupil.number in here:
                _races_in_browser(here[pupil.number], exercise, asked, is_right, has_script=pupil.number != PLAIN)
                continue
            status, _ = pupil.answer(f"/live/{number}/", choosing(exercise, right=is_right))
            assert status == 303
        finished[pupil.number] = (clock.now - begun).total_seconds()
    again = exercises[0].answer
    assert room.pupils[9].post(f"/live/{number}/votes/0", answer=again) == 409, "each question is answered once"

    order = sorted(range(MANY), key=lambda one: (-right[one], finished[one]))
    expect(teacher.locator(".ranking tbody tr")).to_have_count(MANY)
    expect(teacher.locator(".ranking tbody tr").last).to_contain_text(f"{most} of {most}")
    assert "Racer" not in stage.locator("main").inner_text()
    expect(stage.locator(".race-count").last).to_contain_text(f"{MANY * most} of {MANY * most} answers")
    picture(stage, "stage-race-hidden")
    teacher.locator("#names").click()
    expect(stage.locator(".ranking tbody th").first).to_have_text(f"Racer {order[0]:02}")
    for page, length in ((teacher, MANY), (stage, 10)):
        expect(page.locator(".ranking tbody th")).to_have_text([f"Racer {one:02}" for one in order[:length]])
        columns = page.locator(".ranking tbody td:nth-of-type(2)")
        expect(columns).to_have_text([str(right[one]) for one in order[:length]])
    minutes = [f"{int(finished[one]) // 60}:{int(finished[one]) % 60:02}" for one in order]
    expect(teacher.locator(".ranking tbody td:last-child")).to_have_text(minutes)
    assert "Wrenfield" not in stage.locator("main").inner_text()
    picture(stage, "stage-race-ranking")
    expect(here[PHONE].locator("#live-now")).to_contain_text(f"{right[PHONE]} right of {most}")
    for pupil in room.pupils:
        log = study.of(pupil.id).answers.log()
        answers = [entry.answer for entry in log if isinstance(entry, LogEntry)]
        assert len(answers) == most
        assert sum(Grade(answer.shade).is_right for answer in answers) == right[pupil.number]
        assert {answer.live for answer in answers} == {number}
    teacher.locator("summary", has_text="End the live lesson").click()
    go_by(teacher.locator("#end-it"))

    _race_in_pairs(app, room, clock, teacher)


def _joins_race(pupil: Pupil, number: int) -> None:
    assert pupil.post(f"/live/{number}/join", name=f"Racer {pupil.number:02}") == 303


def _races_in_browser(page: Tab, exercise: Exercise, asked: int, is_right: bool, *, has_script: bool) -> None:
    if not has_script and asked == 0:
        go_by(page.get_by_role("link", name="Refresh"))
    expect(page.locator("#live-now")).to_contain_text(f"Question {asked + 1} of")
    keys = [one.get_attribute("value") or "" for one in page.locator("#live-now button[name=answer]").all()]
    button = press(page, chosen(exercise, keys, right=is_right))
    if has_script:
        button.click()
        expect(page.locator("#live-now")).not_to_contain_text(f"Question {asked + 1} of")
    else:
        go_by(button)


def _race_in_pairs(app: Flask, room: Room, clock: FakeClock, teacher: Tab) -> None:
    """Pairs are those who joined one after the other. Each question is answered by one of the two, for both."""
    number = start_race(teacher, "A race in pairs")
    stage = the_stage(teacher)
    for pupil in room.pupils:
        clock.move(1)
        _joins_race(pupil, number)
    expect(teacher.locator(".pupils li")).to_have_count(MANY)
    teacher.locator("#start-race").click()
    expect(stage.locator("#live-says")).to_contain_text("racing")
    exercises = exercises_of(app, room.classroom, room.found, number)[:2]
    right: dict[int, int] = {}
    for pair in range(MANY // 2):
        right[pair] = pair % 3
        for asked, exercise in enumerate(exercises):
            clock.move(1)
            pupil = room.pupils[2 * pair + asked]  # first one of them answers, then the other
            status, given = pupil.answer(f"/live/{number}/", choosing(exercise, right=asked < right[pair]))
            assert status == 303
            assert room.pupils[2 * pair + 1 - asked].post(f"/live/{number}/votes/{asked}", answer=given) == 409
    order = sorted(right, key=lambda pair: (-right[pair], pair))
    expect(teacher.locator(".ranking tbody tr")).to_have_count(MANY // 2)
    names = [f"Racer {2 * pair:02} & Racer {2 * pair + 1:02}" for pair in order]
    expect(teacher.locator(".ranking tbody th")).to_have_text(names)
    expect(teacher.locator(".ranking tbody td:nth-of-type(2)")).to_have_text([str(right[pair]) for pair in order])
    teacher.locator("summary", has_text="End the live lesson").click()
    go_by(teacher.locator("#end-it"))


# ---- one deal at all tables ---------------------------------------------------------------------------------------

AT_A_TABLE = 4


def test_one_deal_at_six_tables_and_its_traveller(room: Room, open_page: Open) -> None:
    teacher = the_teacher(open_page)
    teacher.goto(f"/classes/{room.found.id}/tables/")
    for pupil in room.pupils:
        teacher.locator(f"#table-{pupil.id}").fill(str(1 + pupil.number // AT_A_TABLE))
    teacher.get_by_label("The same deals at all tables").check()
    go_by(teacher.locator("#pair-them"))
    tables = room.classroom.shared_tables
    of_four = sorted(tables.of_class(room.found.id), key=lambda one: one.key)
    assert len(of_four) == MANY // AT_A_TABLE
    by_id = {pupil.id: pupil for pupil in room.pupils}
    first, *others = (one.key for one in of_four)
    assert {sitting.learner for sitting in tables.find(first).sittings.values()} == {
        pupil.id for pupil in room.pupils[:AT_A_TABLE]
    }
    with ThreadPoolExecutor(AT_ONCE) as pool:
        played = [pool.submit(_play_out, room.classroom, by_id, key) for key in others]
        _four_play(room, browsers(open_page, *range(AT_A_TABLE)), by_id, first)
        for one in played:
            one.result()

    go_by_tables = f"/classes/{room.found.id}/tables/"
    teacher.goto(go_by_tables)
    go_by(teacher.get_by_role("link", name=re.compile("^Traveller")).first)
    sound(teacher)
    expected = _traveller_by_hand(room.classroom, room.found, by_id)
    for side, lines in expected.items():
        shown = teacher.locator("table.traveller-lines", has=teacher.locator("caption", has_text=f"{side},"))
        rows = [
            [cell.strip() for cell in row.locator("th, td").all_inner_texts()]
            for row in shown.locator("tbody").first.locator("tr").all()
        ]
        assert {row[0]: (row[3], row[4], row[5], row[6]) for row in rows} == {
            who: tuple(map(str, line)) for who, line in lines.items()
        }
        nets = [int(row[4]) - int(row[5]) for row in rows]
        assert nets == sorted(nets, reverse=side == "AB")
    table = rows_of(teacher, f"{urlsplit(teacher.url).path}.csv")
    in_file = {row["player"]: row["matchpoints"] for row in table if row["matchpoints"]}
    assert len(in_file) == MANY
    for lines in expected.values():
        for who, (*_, points) in lines.items():
            assert {in_file[one] for one in who.split(" and ")} == {str(points)}

    picture(teacher, "traveller")
    go_by(teacher.get_by_role("link", name="Show on a projector"))
    assert "Wrenfield" not in teacher.locator("body").inner_text()
    for width, height in ((1280, 800), (1920, 1080)):
        teacher.set_viewport_size({"width": width, "height": height})
        picture(teacher, f"traveller-stage-{width}")
    pupil = room.pupils[MANY - 1]
    own = f"/together/{others[-1]}/traveller"
    assert pupil.browser.get(own).status == 403
    teacher.go_back()
    go_by(teacher.get_by_role("button", name="Show to learners"))
    seen = pupil.browser.get(own)
    assert seen.status == 200
    assert "Wrenfield" not in Page(seen.text).words()
    assert pupil.browser.get(f"/together/{first}/traveller").status == 404


def _play_out(classroom: Classroom, pupils: Mapping[int, Pupil], key: int) -> None:
    """Everybody at a table plays the deal to its end by the forms of their own pages; some send theirs twice."""
    random, path = Random(key), f"/together/{key}"
    while not (table := classroom.shared_tables.find(key)).match.table.is_over:
        deal = table.match.table
        player = table.shared(classroom.shared_tables.now).decider(deal)
        assert player is not None
        browser = pupils[table.sittings[player].learner].browser
        page = Page(browser.get(path).text)
        form = next(form for form in page.all(f'form[action="{path}/act"]') if form.css("button[name=act]"))
        fields = {one.attributes["name"] or "": one.attributes["value"] or "" for one in form.css("input[type=hidden]")}
        acts = [one.attributes["value"] or "" for one in form.css("button[name=act]:not([disabled])")]
        quiet = [act for act in acts if act in ("is content", "passes")]
        act = quiet[0] if quiet and deal.acts else random.choice(acts)
        for _ in range(2 if random.random() < 0.1 else 1):
            assert browser.post(f"{path}/act", fields | {"act": act}).status == 303
        assert len(classroom.shared_tables.find(key).match.records[-1]) > len(deal.acts)


def _four_play(room: Room, here: Mapping[int, Tab], pupils: Mapping[int, Pupil], key: int) -> None:
    """The four with a browser: 8 cards by clicks, one is away and comes back, and the rest is claimed and agreed."""
    tables = room.classroom.shared_tables
    for page in here.values():
        page.goto(f"/together/{key}")
    away = False
    while len((table := tables.find(key)).match.table.acts) < 12:
        deal = table.match.table
        player = table.shared(tables.now).decider(deal)
        assert player is not None
        number = pupils[table.sittings[player].learner].number
        page = here[number]
        if number == PLAIN:
            page.goto(f"/together/{key}")
        elif number == LOSES and not away:
            page.context.set_offline(True)
            expect(page.locator(".unanswered")).to_be_visible()
            page.context.set_offline(False)
            expect(page.locator(".unanswered")).to_have_count(0)
            away = True
        expect(page.locator("main button[name=act]").first).to_be_visible()
        for call in ("is content", "passes"):
            button = page.locator(f'main button[name=act][value="{call}"]')
            if button.count() and deal.acts:
                break
        else:
            button = page.locator("main button[name=act]").first
        if number == PLAIN:
            go_by(button)
        else:
            button.click()
        for other, seen in here.items():
            if other != PLAIN:
                expect(seen.locator("#event")).not_to_have_attribute("data-step", str(len(deal.acts)))
    picture(here[PHONE], "table-phone")
    picture(here[DESK], "table-desk")
    assert away, "the one who loses the connection has played"
    _claim_the_rest(room, here, pupils, key)


def _claim_the_rest(room: Room, here: Mapping[int, Tab], pupils: Mapping[int, Pupil], key: int) -> None:
    tables = room.classroom.shared_tables
    table = tables.find(key)
    player = table.shared(tables.now).decider(table.match.table)
    assert player is not None
    page = here[pupils[table.sittings[player].learner].number]
    page.goto(f"/together/{key}")
    most = max(tricks for tricks in range(11) if is_possible(table, room.classroom, tricks))
    page.get_by_label("Tricks").fill(str(most))
    go_by(page.get_by_role("button", name="Claim"))
    asked: SharedMatch = tables.find(key).shared(tables.now)
    assert asked.pending
    for other in asked.asked(asked.pending, table.match.table):
        agreeing = here[pupils[table.sittings[other].learner].number]
        agreeing.goto(f"/together/{key}")
        agreeing.get_by_role("button", name="Agree").click()
        expect(agreeing.get_by_role("button", name="Agree")).to_have_count(0)
    assert tables.find(key).match.table.is_over


def _traveller_by_hand(
    classroom: Classroom, room: Class, pupils: Mapping[int, Pupil]
) -> dict[str, dict[str, tuple[int | None, ...]]]:
    """For each side and pair of partners: tricks, both scores, and 2 for each worse result and 1 for each equal one."""
    scores: dict[str, dict[str, tuple[int | None, ...]]] = {"AB": {}, "YZ": {}}
    for table in classroom.shared_tables.of_class(room.id):
        deal = table.match.table
        score = {party.label: deal.score().total(party) for party in deal.sheet.parties}
        declarer = deal.code.declaration(deal.calling)
        assert declarer is not None
        assert deal.play is not None
        tricks = deal.play.won[declarer.by.side]
        for side in scores:
            names = [
                real_name_of(pupils[table.sittings[seat].learner].number)
                for seat in table.match.code.players
                if seat.label in side
            ]
            scores[side][" and ".join(names)] = (tricks, score["AB"], score["YZ"])
    for side, lines in scores.items():
        sign = 1 if side == "AB" else -1
        nets = {who: sign * ((ab or 0) - (yz or 0)) for who, (_, ab, yz) in lines.items()}
        for who, net in nets.items():
            rivals = [other for name, other in nets.items() if name != who]
            points = 2 * sum(other < net for other in rivals) + sum(other == net for other in rivals)
            lines[who] = (*lines[who], points)
    return scores


# ---- work that is copied, with an extension -----------------------------------------------------------------------

RULES = ("hel-decl-nt-a", "hel-decl-hearts-honours")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
EXTENDED, SLOW, TOO_LATE = 5, 6, 7
"""Pupils who hand in late: with an extension, between due date and cut-off, and after the cut-off."""


def test_work_is_copied_to_the_class_and_an_extension_counts(
    app: Flask, room: Room, clock: FakeClock, open_page: Open
) -> None:
    classroom = room.classroom
    elsewhere = classroom.classes.make(1, "Upper Sixth")
    due, cut_off = NOW + DAY, NOW + DAY + 2 * HOUR
    work = DrillWork(on=RULES, questions=2, seed=5)
    spec = AssignmentSpec("Aces", work, NOW - DAY, due, cut_off_at=cut_off, tries=1)
    given = classroom.assignments.give(elsewhere.id, spec)
    teacher = the_teacher(open_page)
    teacher.goto(f"/classes/{elsewhere.id}/assignments/")
    go_by(teacher.get_by_role("link", name="Copy Aces"))
    go_by(teacher.get_by_role("link", name="Lower Fifth"))
    fill_in(teacher, title="Aces again")
    go_by(teacher.get_by_role("button", name="Assign", exact=True))
    go_by(teacher.get_by_role("link", name="Extensions for Aces again"))
    teacher.get_by_label("Learner").select_option(label=real_name_of(EXTENDED))
    teacher.get_by_label("New due date").fill((due + 3 * DAY).astimezone().strftime("%Y-%m-%dT%H:%M"))
    go_by(teacher.get_by_role("button", name="Give the extension"))
    expect(teacher.locator("#given + ul")).to_contain_text(real_name_of(EXTENDED))
    (copied,) = classroom.assignments.of_class(room.found.id)
    assert (copied.title, copied.spec.due_at, copied.spec.cut_off_at) == ("Aces again", due, cut_off)
    assert [one.id for one in classroom.assignments.of_class(elsewhere.id)] == [given.id]

    parts: Services = app.extensions[EXTENSION]

    def hand_in(pupil: Pupil) -> int:
        """Answers both questions, the second one wrongly; the status of the last answer."""
        status = 0
        for question, put in enumerate(copied.questions_for(pupil.id, 1), start=1):
            exercise = parts.makers.make(put.item, put.number, put.level)
            path = f"/assignments/{copied.id}/1/{question}"
            page = pupil.browser.get(path)
            if page.status != 200:
                return pupil.post(path, answer=exercise.answer)
            status, _ = pupil.answer(path, choosing(exercise, right=question == 1))
        return status

    late = (PHONE, EXTENDED, SLOW, TOO_LATE)
    phone = browsers(open_page, PHONE)[PHONE]
    phone.goto("/assignments/")
    expect(phone.locator("main")).to_contain_text("Aces again")
    sound(phone)
    room.each(lambda pupil: _hands_in(pupil, hand_in), dict.fromkeys(late, phone))
    clock.move((due - NOW + HOUR).total_seconds())
    assert hand_in(room.pupils[SLOW]) == 303
    clock.move((2 * HOUR).total_seconds())
    assert hand_in(room.pupils[TOO_LATE]) == 403
    assert hand_in(room.pupils[EXTENDED]) == 303

    teacher.goto(f"/classes/{room.found.id}/gradebook")
    log_in(teacher, "Miss Vine")  # a teacher who has been away for a day
    for pupil in room.pupils:
        cell = teacher.locator(f"#c{copied.id}-{pupil.id}")
        words = cell.inner_text()
        assert ("1 of 2" in words) == (pupil.number not in (PHONE, TOO_LATE)), f"{pupil.name}: {words}"
        assert ("late" in words) == (pupil.number in (PHONE, SLOW, TOO_LATE)), f"{pupil.name}: {words}"
        assert ("nothing yet" in words) == (pupil.number in (PHONE, TOO_LATE)), f"{pupil.name}: {words}"
    sound(teacher)
    answered = Counter(row["learner"] for row in rows_of(teacher, f"/classes/{room.found.id}/answers.csv"))
    handed_in = {real_name_of(one) for one in range(MANY) if one not in (PHONE, TOO_LATE)}
    assert answered == dict.fromkeys(handed_in, 2)
    assert rows_of(teacher, f"/classes/{elsewhere.id}/answers.csv") == []


def _hands_in(pupil: Pupil, hand_in: Callable[[Pupil], int]) -> None:
    assert hand_in(pupil) == 303, pupil.name
