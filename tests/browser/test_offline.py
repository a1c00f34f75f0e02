"""Without a connection, in real browsers: what was kept works, and each answer arrives once, for who gave it."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import TIMEOUT
from tests.browser.site import served
from tests.browser.test_classroom import fill_in, go_by
from tests.browser.test_every_page import assert_good, assert_good_in_all_looks
from tests.support.clock import NOW
from tests.support.school import WORDS
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ItemRef
from tutor.study.answers.answers import LogEntry
from tutor.study.answers.marking import answer_to
from tutor.study.classroom.assigned_work import LessonWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.web.offline.room import EXTENSION as PACKS
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.browser

GAME, LESSON = "hel-game-01", "whist-words"
SET = "/practice/sets/first-take-the-trick/beginner/5/1"
SLOW = 60_000
"""A pack may take a while to be made on a busy machine."""
PICTURES = os.environ.get("PICTURES_OF_OFFLINE", "")
"""A folder for pictures of the screens, to be looked at."""
ALL_THAT_IS_KEPT = """async () => {
  const texts = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (/text|json/.test(answer.headers.get('Content-Type'))) texts.push(request.url, await answer.text());
    }
  }
  const account = await offlineStore.account();
  for (const pack of await offlineStore.allOf('packs', account)) {
    texts.push(JSON.stringify(pack), JSON.stringify(await offlineStore.body(pack)));
  }
  texts.push(JSON.stringify(await offlineStore.everyAnswer()));
  return texts.join('\\n');
}"""


class Tutor:
    """A tutor that can be killed and started again at the same address."""

    def __init__(self, app: Flask, address: str) -> None:
        self._app, self.address = app, address
        self._running: AbstractContextManager[str] | None = None

    def start(self) -> None:
        self._running = served(self._app, urlsplit(self.address).port or 0)
        self._running.__enter__()

    def kill(self) -> None:
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._running = None


@pytest.fixture
def tutor(app: Flask, address: str) -> Iterator[Tutor]:
    yield from running(app, address)


@pytest.fixture
def school_tutor(school: Flask, address: str) -> Iterator[Tutor]:
    school.config["WTF_CSRF_ENABLED"] = True
    yield from running(school, address)


def running(app: Flask, address: str) -> Iterator[Tutor]:
    tutor = Tutor(app, address)
    tutor.start()
    yield tutor
    tutor.kill()


@pytest.fixture
def device(browser: Browser, address: str) -> Iterator[Any]:
    """Makes devices: browsers that share nothing."""
    made: list[BrowserContext] = []

    def of(**options: Any) -> Page:
        context = browser.new_context(base_url=address, **options)
        context.set_default_timeout(TIMEOUT)
        made.append(context)
        return context.new_page()

    yield of
    for context in made:
        context.close()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def keep(page: Page, path: str) -> None:
    """Opens a page and keeps it."""
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Keep for offline").click(timeout=SLOW)
    expect(page.locator(".keep [role=status]")).to_have_text("Kept for offline", timeout=SLOW)


def answer(page: Page) -> None:
    """Gives the first of the answers, and waits for what follows."""
    page.locator(":is(#decision, [data-unanswered], .table) .choices:not(.after) button").first.click()
    expect(page.locator(".feedback, p[role=status]").first).to_be_visible()


def waiting(page: Page) -> int:
    found: int = page.evaluate("offlineStore.everyAnswer().then((every) => every.length)")
    return found


def until(page: Page, is_so: str) -> None:
    """Waits until a function of the page says so."""
    ends = time.monotonic() + SLOW / 1000
    while not page.evaluate(is_so):
        assert time.monotonic() < ends, is_so
        page.wait_for_timeout(100)


def sent(page: Page) -> None:
    """Waits until nothing waits to be sent."""
    until(page, "async () => !(await offlineStore.everyAnswer()).length")


def given(study: Study, learner: int | None = None) -> list[tuple[str, str]]:
    log = (study if learner is None else study.of(learner)).answers.log()
    return [(line.answer.topic, line.answer.item) for line in log if isinstance(line, LogEntry)]


def enrol(classroom: Classroom, *names: str) -> dict[str, int]:
    """Learners of one class."""
    room = classroom.classes.make(1, "Lower Fifth")
    ids = {}
    for name in names:
        who = classroom.people.enrol(name, f"{name} Pennyfeather", WORDS)
        classroom.classes.join(room.id, who.id)
        ids[name] = who.id
    return ids


def log_in(page: Page, name: str, device: str = "own") -> None:
    page.goto("/log-in")
    fill_in(page, name=name, passphrase=WORDS)
    page.locator(f"#device-{device}").check()
    go_by(page.get_by_role("button", name="Log in"))


def log_out(page: Page) -> None:
    page.locator(".menu summary").last.click()
    go_by(page.get_by_role("button", name="Log out"))


def test_a_lesson_a_replay_and_a_set_work_when_the_tutor_is_killed(
    tutor: Tutor, device: Any, study: Study, library: Library
) -> None:
    page: Page = device(viewport={"width": 390, "height": 844})
    for path in (f"/lessons/{LESSON}", f"/games/{GAME}/", SET):
        keep(page, path)
    tutor.kill()

    page.goto(SET)
    for number in range(1, 11):
        expect(page.locator(".progress")).to_have_text(f"{number} of 10")
        answer(page)
        expect(page.locator(".feedback")).to_be_visible()
        if number == 1:
            assert_good(page)
            picture(page, "verdict")
        page.locator("#next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Take the trick")
    expect(page.locator("main")).to_contain_text("the last question that is kept here")

    page.goto(f"/games/{GAME}/")
    decided = 0
    for step in range(library.games[GAME].last_step):
        expect(page.locator("#event")).to_have_attribute("data-step", str(step))
        if page.locator("#decision[data-unanswered]").count():
            answer(page)
            expect(page.locator("#decision .feedback")).to_be_visible()
            decided += 1
            page.reload()
            expect(page.locator("#decision .feedback")).to_be_visible()
        page.locator("#next").click()
    assert decided, "the learner decided something"
    expect(page.get_by_role("heading", name="The four hands")).to_be_visible()
    picture(page, "end-of-replay")

    page.goto(f"/lessons/{LESSON}")
    answered = 0
    while not page.locator("#the-end").count():
        before = page.locator(".dots + p, .dots p").first.inner_text()
        choice = page.locator("[data-unanswered] .choices button, .table .choices button").first
        if choice.count():
            answer(page)
            answered += 1
        page.locator("#next, #skip-question").first.click()
        expect(page.locator(".dots p").first).not_to_have_text(before)
    assert answered, "the lesson asks something"
    picture(page, "end-of-lesson")

    page.goto("/")
    expect(page.locator("#not-kept")).to_be_visible()
    expect(page.locator(".kept-list tbody tr")).to_have_count(3)
    assert_good(page)
    assert given(study) == []
    assert waiting(page) == 10 + decided + answered

    tutor.start()
    page.goto("/")
    sent(page)
    arrived = given(study)
    assert len(arrived) == len(set(arrived)) == 10 + decided + answered
    assert {topic for topic, _ in arrived} == {"exercise", "game", "lesson"}
    other = page.context.new_page()  # a second tab has nothing more to send
    other.goto("/offline/")
    expect(other.locator("#waiting")).to_be_hidden()
    assert given(study) == arrived


@pytest.mark.usefixtures("tutor")
def test_with_the_network_cut_an_answer_waits_and_arrives_once(device: Any, study: Study) -> None:
    page: Page = device()
    keep(page, SET)
    question = page.url
    page.context.set_offline(True)
    answer(page)
    expect(page.locator(".feedback")).to_be_visible()
    expect(page.locator("#offline-banner")).to_contain_text("Answers waiting to be sent: 1.")
    assert waiting(page) == 1
    page.context.set_offline(False)
    sent(page)
    expect(page.locator("#offline-banner")).to_contain_text("You are connected again.")
    assert len(given(study)) == 1
    page.goto(question)
    answer(page)
    assert waiting(page) == 0, "with a connection it goes to the tutor"
    assert len(given(study)) == 2


@pytest.mark.usefixtures("tutor")
def test_the_review_goes_on_where_it_was(device: Any, study: Study, app: Flask) -> None:
    parts: Services = app.extensions[EXTENSION]
    items = [name for name in parts.makers.items if name.startswith("hel-decl-")][:4]
    for number, item in enumerate(items):
        ref = ItemRef(item, 0, Level.BEGINNER)
        exercise = parts.makers.make(item, 0)
        before = NOW - timedelta(days=20, minutes=number)
        study.answers.record(answer_to(ref, exercise, exercise.mark(exercise.answer)), given_at=before)
    asked = len(study.reviews.due(parts.makers.items).asked)
    assert asked >= 3, "something is due"
    page: Page = device()
    keep(page, "/review/")
    page.evaluate(  # as by a clock that was years ahead
        """async () => {
          const account = await offlineStore.account();
          const pack = await offlineStore.get('packs', offlineStore.key(account, 'review'));
          await offlineStore.put('packs', { ...pack, usedAt: Date.now() + 1e12 });
        }"""
    )
    with page.expect_response("**/offline/packs/review", timeout=SLOW):
        page.reload()
    go_by(page.get_by_role("link", name="Start"))
    answer(page)  # the first with a connection
    page.context.set_offline(True)
    for number in range(2, asked + 1):
        page.locator("#next").click()
        expect(page.locator("[data-unanswered]")).to_be_visible()
        answer(page)
        assert waiting(page) == number - 1
    page.locator("#next").click()
    expect(page.locator("main")).to_contain_text("the last question that is kept here")
    page.context.set_offline(False)
    sent(page)
    arrived = given(study)[len(items) :]
    assert len(arrived) == len(set(arrived)) == asked


@pytest.mark.usefixtures("tutor")
def test_an_answer_that_had_arrived_before_the_connection_broke_counts_once(device: Any, study: Study) -> None:
    page: Page = device()
    keep(page, SET)
    form = page.locator(".choices:not(.after) input[name=once]").first.input_value()
    action = urlsplit(page.url)
    button = page.locator(".choices:not(.after) button").first
    value = button.get_attribute("value")
    # The tutor has it, and its reply is lost: the device sends the answer again, under the name of the form.
    page.evaluate(
        """([action, once, answer]) => {
          const body = new FormData(document.querySelector('.choices'));
          body.set('once', once);
          body.set('answer', answer);
          return fetch(action, { method: 'POST', body }).then((sent) => sent.status);
        }""",
        [f"{action.path}?{action.query}", form, value],
    )
    assert len(given(study)) == 1
    page.context.set_offline(True)
    button.click()
    expect(page.locator(".feedback")).to_be_visible()
    assert waiting(page) == 1
    page.context.set_offline(False)
    sent(page)
    assert len(given(study)) == 1


def test_two_devices_of_one_account_send_what_each_has(
    school_tutor: Tutor, device: Any, classroom: Classroom, study: Study
) -> None:
    ann = enrol(classroom, "Ann")["Ann"]
    pages: list[Page] = [device(), device(viewport={"width": 390, "height": 844})]
    for page in pages:
        log_in(page, "Ann")
        keep(page, SET)
    school_tutor.kill()
    for page in pages:
        page.goto(SET)
        answer(page)
    pages[1].locator("#next").click()
    answer(pages[1])
    key = "copied-to-both-devices"
    for page in pages:  # as a device that was restored from a copy of the other
        page.evaluate(
            """async (key) => {
              const [first] = (await offlineStore.everyAnswer()).sort((one, other) => one.at - other.at);
              await offlineStore.put('answers', { ...first, key });
            }""",
            key,
        )
    assert [waiting(page) for page in pages] == [2, 3]
    school_tutor.start()
    for page in pages:
        page.goto("/offline/")
    for page in pages:
        sent(page)
    assert len(given(study, ann)) == 4, "one and two, and the copied one once"


@pytest.mark.usefixtures("school_tutor")
def test_the_log_out_erases_everything_and_warns_of_what_was_not_sent(
    device: Any, classroom: Classroom, study: Study
) -> None:
    ann = enrol(classroom, "Ann")["Ann"]
    page: Page = device()
    log_in(page, "Ann")
    keep(page, SET)
    page.context.set_offline(True)
    answer(page)
    # The connection comes back just when the learner logs out, and the tutor refuses the answer.
    page.evaluate(
        """async () => {
          const [one] = await offlineStore.everyAnswer();
          await offlineStore.put('answers', { ...one, fault: 'There is no such question.' });
        }"""
    )
    page.context.set_offline(False)
    page.goto("/")
    page.locator(".menu summary").last.click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("alert")).to_contain_text("not sent yet: 1")
    assert_good(page)
    picture(page, "warning")
    go_by(page.get_by_role("button", name="Log out and erase them"))
    assert waiting(page) == 0
    assert page.evaluate("offlineStore.account()") == ""
    databases = page.evaluate("indexedDB.databases().then((all) => all.map((one) => one.name))")
    assert databases in ([], ["love-all-offline"])
    for name in ("packs", "bodies", "given"):
        everything = f"offlineStore.get('{name}', IDBKeyRange.lowerBound('')).then((found) => found || null)"
        assert page.evaluate(everything) is None
    assert given(study, ann) == []


@pytest.mark.usefixtures("school_tutor")
def test_nobody_else_on_the_device_sends_or_sees_what_waits(device: Any, classroom: Classroom, study: Study) -> None:
    ids = enrol(classroom, "Ann", "Ben", "Cyril")
    page: Page = device()
    log_in(page, "Ann")
    keep(page, SET)
    page.context.set_offline(True)
    answer(page)
    page.context.clear_cookies()  # her session expires
    page.context.set_offline(False)
    page.goto("/")
    expect(page.locator("#waiting-here")).to_contain_text("wait to be sent: 1")
    assert waiting(page) == 1, "it waits for her log-in"
    picture(page, "log-in")

    anns = page.evaluate("offlineStore.account()")
    log_in(page, "Ben")
    page.evaluate("(anns) => offlineStore.setAccount(anns)", anns)  # as if Ben left the page too soon
    page.goto("/offline/")
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(".kept-list tbody tr")).to_have_count(0)
    page.context.set_offline(True)
    page.goto(SET)
    expect(page.locator("#not-kept")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/")
    log_out(page)
    assert waiting(page) == 1, "Ben’s log-out spares Ann’s answers"
    log_in(page, "Cyril", device="shared")
    go_by(page.get_by_role("button", name="Log out"))
    assert waiting(page) == 1, "and so does one that calls the computer shared"

    log_in(page, "Ann")
    sent(page)
    assert {name: len(given(study, who)) for name, who in ids.items()} == {"Ann": 1, "Ben": 0, "Cyril": 0}, (
        "each their own"
    )


@pytest.mark.usefixtures("school_tutor")
def test_nothing_that_hangs_keeps_anybody_logged_in(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann")
    page: Page = device()
    log_in(page, "Ann")
    # Another tab sends, over a connection that does not end, and an answer waits.
    page.evaluate(
        """async () => {
          await new Promise((held) => navigator.locks.request('love-all-sending', () => {
            held();
            return new Promise(() => {});
          }));
          const account = await offlineStore.account();
          await offlineStore.saveAnswer(account, 'waits-for-the-lock', '/nowhere', 'hearts', Date.now());
        }"""
    )
    page.locator(".menu summary").last.click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("alert")).to_contain_text("not sent yet: 1", timeout=SLOW)
    go_by(page.get_by_role("button", name="Log out and erase them"))
    assert waiting(page) == 0


@pytest.mark.usefixtures("school_tutor")
def test_a_tab_of_somebody_else_becomes_that_of_who_is_logged_in(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann", "Ben")
    whose = "document.getElementById('announcer').dataset.account"
    page: Page = device()
    log_in(page, "Ann")
    page.goto(f"/games/{GAME}/")
    other = page.context.new_page()
    other.goto("/")
    log_out(other)
    log_in(other, "Ben")
    assert page.evaluate(whose) != other.evaluate(whose)
    page.evaluate(f"bring('/games/{GAME}/card/52')")  # as by a link within the replay
    expect(page.locator("#announcer")).to_have_attribute("data-account", other.evaluate(whose))
    expect(page.locator("header.run")).to_contain_text("Ben")


@pytest.mark.usefixtures("school_tutor")
def test_neither_work_nor_names_are_ever_kept(device: Any, classroom: Classroom) -> None:
    ann = enrol(classroom, "Quentin")["Quentin"]
    page: Page = device()
    log_in(page, "Quentin")
    keep(page, f"/lessons/{LESSON}")
    keep(page, f"/games/{GAME}/")
    lesson_title = page.evaluate("offlineStore.account().then((one) => offlineStore.allOf('packs', one))")
    assert {one["id"] for one in lesson_title} == {f"lesson/{LESSON}", f"game/{GAME}"}
    room = classroom.classes.all_of_learner(ann)[0]
    spec = AssignmentSpec("Secret work of Friday", LessonWork(lesson=LESSON), NOW)
    classroom.assignments.give(room.id, spec, [ann])

    page.goto("/assignments/")
    page.get_by_role("link", name="Secret work of Friday").first.click()
    page.goto(f"/lessons/{LESSON}")
    expect(page.get_by_role("button", name="Keep for offline")).to_have_count(0)
    for path in ("/account", "/your-data", "/calendar", "/progress", "/"):
        page.goto(path)
    page.goto("/offline/")
    page.evaluate("offline.sync({ isAsked: true })")
    page.reload()
    expect(page.locator(".kept-list tbody tr")).to_have_count(1)
    everything = page.evaluate(ALL_THAT_IS_KEPT)
    for private in (
        "Quentin",
        "Pennyfeather",
        "Lower Fifth",
        "Secret work",
        "csrf_token",
        f"/lessons/{LESSON}/questions",
    ):
        assert private not in everything, private
    assert f"/games/{GAME}/card/52" in everything, "what is kept was looked at"
    page.context.set_offline(True)
    page.goto(f"/lessons/{LESSON}")
    expect(page.locator("#not-kept")).to_be_visible()


@pytest.mark.usefixtures("school_tutor")
def test_a_shared_computer_keeps_nothing(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann")
    page: Page = device()
    log_in(page, "Ann", device="shared")
    page.goto(f"/games/{GAME}/")
    expect(page.locator("#next, #decision").first).to_be_visible()
    assert page.locator(".keep").count() == 0
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert page.evaluate("caches.keys()") == []


@pytest.mark.usefixtures("tutor")
def test_what_is_opened_is_kept_and_what_is_kept_can_be_removed(device: Any) -> None:
    page: Page = device()
    page.goto(f"/games/{GAME}/")
    page.wait_for_selector("[data-is-visited]", state="attached", timeout=SLOW)
    keep(page, "/games/hel-game-02/")
    page.goto("/offline/")
    rows = page.locator(".kept-list tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("you chose it")
    expect(rows.nth(1)).to_contain_text("you opened it")
    picture(page, "kept")
    assert_good_in_all_looks(page)
    picture(page, "kept-dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    rows.nth(1).get_by_role("button").click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Remove all kept pages").click()
    expect(page.locator("#nothing-kept")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/games/hel-game-02/")
    expect(page.locator("#not-kept")).to_be_visible()


@pytest.mark.usefixtures("tutor")
def test_what_is_only_opened_makes_room_and_what_is_chosen_stays(device: Any) -> None:
    page: Page = device()
    keep(page, f"/games/{GAME}/")
    kept = page.evaluate(
        """async () => {
          const account = await offlineStore.account();
          const empty = { url: '/', version: '', pages: {}, forms: {} };
          const pack = (id) => new Blob([JSON.stringify({ id, title: id, ...empty })]);
          const packed = async (id, size) => {
            const blob = await new Response(pack(id).stream().pipeThrough(new CompressionStream('gzip'))).blob();
            return Object.defineProperty(blob, 'size', { value: size });
          };
          const half = offlineStore.MOST / 2;
          const done = [];
          for (const [id, size, isPinned] of [
            ['old', half - 1e6, false], ['newer', half - 1e6, false], ['third', 3e6, false],
            ['pinned', half, true], ['too much', half, true],
          ]) done.push(await offlineStore.keep(account, await packed(id, size), isPinned, done.length));
          return [done, (await offlineStore.allOf('packs', account)).map((one) => one.id).sort()];
        }"""
    )
    left = [f"game/{GAME}", "pinned", "third"]
    assert kept == [[True, True, True, True, False], left], "nothing goes for what finds no room even so"


@pytest.mark.usefixtures("tutor")
def test_where_the_device_is_full_the_page_says_so(device: Any) -> None:
    page: Page = device()
    page.goto(f"/games/{GAME}/")
    full = "new DOMException('There is no room.', 'QuotaExceededError')"
    page.evaluate(f"() => {{ offlineStore.keep = () => Promise.reject({full}); }}")
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.locator(".keep [role=status]")).to_contain_text("There is no room", timeout=SLOW)
    expect(page.get_by_role("button", name="Keep for offline")).to_have_attribute("aria-disabled", "false")


def test_a_form_of_another_site_does_not_wait_for_a_connection(tutor: Tutor, device: Any) -> None:
    page: Page = device()
    keep(page, SET)
    where = urlsplit(page.url)
    tutor.kill()
    page.goto(SET)  # as it is kept
    value = page.locator(".choices:not(.after) button").first.get_attribute("value")
    for referrer in ("no-referrer", "unsafe-url"):
        elsewhere = page.context.new_page()
        elsewhere.route("http://elsewhere.test/", lambda route: route.fulfill(body="", content_type="text/html"))
        elsewhere.goto("http://elsewhere.test/")
        elsewhere.set_content(
            f"""<meta name="referrer" content="{referrer}"><form method="post" action="{where.geturl()}">
            <input name="answer" value="{value}"></form>"""
        )
        with elsewhere.expect_event("framenavigated"):
            elsewhere.evaluate("document.forms[0].submit()")
        assert waiting(page) == 0, referrer
    page.goto(SET)
    page.evaluate("delete document.getElementById('main').dataset.inPlace")  # its own form waits without the script too
    answer(page)
    assert waiting(page) == 1


def test_where_the_store_is_broken_the_page_of_what_is_kept_appears(tutor: Tutor, device: Any) -> None:
    page: Page = device()
    keep(page, SET)
    (worker,) = page.context.service_workers
    assert worker.evaluate("after({ answers: {}, other: '/other' }, 'constructor')") == "/other"
    worker.evaluate("() => { offlineStore.account = () => Promise.reject(new Error('broken')); }")
    tutor.kill()
    page.goto(SET)
    expect(page.locator("h1")).to_have_text("Offline")


def test_a_new_version_replaces_what_was_kept(tutor: Tutor, device: Any, app: Flask) -> None:
    page: Page = device()
    keep(page, f"/games/{GAME}/")
    whose = "offlineStore.account().then((one) => offlineStore.allOf('packs', one))"
    before = page.evaluate(whose)[0]["version"]
    page.goto("/settings/")
    page.locator("input[name=pack][value=four]").check()  # the pages look different from now on
    app.extensions[PACKS].clear()
    page.goto("/courses/")
    until(page, f"async () => (await {whose})[0].version !== '{before}'")
    assert page.evaluate(whose)[0]["isPinned"]
    until(page, "async () => (await caches.keys()).length === 1")
    tutor.kill()
    page.goto(f"/games/{GAME}/")
    expect(page.locator("html")).to_have_attribute("data-pack", "four")


@pytest.mark.usefixtures("tutor")
def test_over_plain_http_the_page_says_why_nothing_is_kept(device: Any) -> None:
    page: Page = device()
    page.add_init_script("delete Navigator.prototype.serviceWorker")  # as at an address without https
    page.goto("/offline/")
    expect(page.locator("#cannot-keep")).to_be_visible()
    assert_good_in_all_looks(page)
    page.goto(f"/games/{GAME}/")
    expect(page.locator(".keep")).to_be_hidden()


def test_an_answer_on_a_kept_page_counts_though_the_tutor_is_there_again(
    tutor: Tutor, device: Any, study: Study
) -> None:
    page: Page = device()
    keep(page, SET)
    for is_in_place in (True, False):
        tutor.kill()
        page.goto(SET)
        expect(page.locator("#offline-banner")).to_be_visible()
        tutor.start()
        if not is_in_place:
            page.evaluate("delete document.getElementById('main').dataset.inPlace")  # as without the script of pages
        before = len(given(study))
        answer(page)
        expect(page.locator(".feedback")).to_be_visible()
        sent(page)
        assert len(given(study)) == before + 1


@pytest.mark.usefixtures("tutor")
def test_the_next_answer_counts_after_the_connection_has_come_back(device: Any, study: Study) -> None:
    page: Page = device()
    keep(page, SET)
    page.context.set_offline(True)
    answer(page)
    page.locator("#next").click()
    expect(page.locator(".progress")).to_have_text("2 of 10")
    page.context.set_offline(False)
    sent(page)
    assert len(given(study)) == 1
    answer(page)
    expect(page.locator(".feedback")).to_be_visible()
    sent(page)
    assert len(given(study)) == 2
    expect(page.locator("#offline-banner")).to_contain_text("You are connected again.")


@pytest.mark.usefixtures("tutor")
def test_a_page_that_was_opened_offline_sends_what_waits(device: Any, study: Study) -> None:
    page: Page = device()
    keep(page, SET)
    page.context.set_offline(True)
    page.goto(SET)
    answer(page)
    assert waiting(page) == 1
    page.context.set_offline(False)
    sent(page)
    assert len(given(study)) == 1
    expect(page.locator("#offline-banner")).to_contain_text("You are connected again.")


def test_a_connection_that_hangs_shows_what_is_kept(tutor: Tutor, device: Any) -> None:
    page: Page = device()
    keep(page, SET)
    (worker,) = page.context.service_workers
    tutor.kill()
    where = urlsplit(tutor.address)
    with socket.create_server((where.hostname or "", where.port or 0)):  # takes connections, and never answers
        worker.evaluate("() => { SETTINGS.patience = 500; }")
        page.goto(SET)
        expect(page.locator("#offline-banner")).to_be_visible()
        answer(page)
        assert waiting(page) == 1


@pytest.mark.usefixtures("tutor")
def test_answers_are_sent_however_many_packs_are_kept(device: Any, study: Study) -> None:
    page: Page = device()
    keep(page, SET)
    page.evaluate(
        """async () => {
          const account = await offlineStore.account();
          for (let seed = 0; seed < 1050; seed += 1) {
            const id = `set/nowhere/beginner/${seed}`;
            const pack = { id, account, key: offlineStore.key(account, id), size: 1, version: '', places: [] };
            await offlineStore.put('packs', pack);
          }
        }"""
    )
    page.context.set_offline(True)
    answer(page)
    page.context.set_offline(False)
    page.evaluate("offline.sync({ isAsked: true })")
    sent(page)
    assert len(given(study)) == 1
    whose = "offlineStore.account().then((one) => offlineStore.allOf('packs', one)).then((all) => all.length)"
    until(page, f"async () => (await {whose}) === 1")


@pytest.mark.usefixtures("tutor")
def test_of_sets_that_are_only_opened_the_last_fifty_are_kept(device: Any) -> None:
    page: Page = device()
    keep(page, f"/games/{GAME}/")
    kept = page.evaluate(
        """async () => {
          const account = await offlineStore.account();
          const add = async (id, isPinned, now) => {
            const pack = { id, title: id, url: '/', version: '', pages: {}, forms: {} };
            const stream = new Blob([JSON.stringify(pack)]).stream().pipeThrough(new CompressionStream('gzip'));
            await offlineStore.keep(account, await new Response(stream).blob(), isPinned, now);
          };
          await add('set/chosen/beginner/1', true, 0);
          await add('game/opened', false, 1);
          for (let seed = 2; seed < 55; seed += 1) await add(`set/opened/beginner/${seed}`, false, seed);
          return (await offlineStore.allOf('packs', account)).map((pack) => pack.id);
        }"""
    )
    opened = [f"set/opened/beginner/{seed}" for seed in range(5, 55)]
    assert sorted(kept) == sorted([f"game/{GAME}", "set/chosen/beginner/1", "game/opened", *opened])


def wait_with_fault(page: Page, fault: str = "There is no such question.") -> None:
    """An answer that cannot be sent waits."""
    page.evaluate(
        """async (fault) => {
          await offlineStore.saveAnswer(await offlineStore.account(), 'waits-here-1', '/nowhere', 'hearts', Date.now());
          if (fault) await offlineStore.setFault('waits-here-1', fault);
        }""",
        fault,
    )


@pytest.mark.usefixtures("school_tutor")
def test_a_double_click_on_log_out_confirms_nothing(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann")
    page: Page = device()
    log_in(page, "Ann")
    wait_with_fault(page)
    page.locator(".menu summary").last.click()
    page.get_by_role("button", name="Log out").dblclick()
    expect(page.get_by_role("alert")).to_contain_text("not sent yet: 1", timeout=SLOW)
    page.wait_for_timeout(1000)
    assert waiting(page) == 1
    go_by(page.get_by_role("button", name="Log out and erase them"))
    assert waiting(page) == 0


def test_without_a_connection_log_out_erases_nothing(school_tutor: Tutor, device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann")
    page: Page = device()
    log_in(page, "Ann")
    keep(page, SET)
    page.goto("/")
    wait_with_fault(page)
    school_tutor.kill()
    page.locator(".menu summary").last.click()
    for _ in range(2):
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("alert")).to_contain_text("You cannot log out without a connection")
    assert waiting(page) == 1
    packs = "offlineStore.account().then((one) => offlineStore.allOf('packs', one)).then((all) => all.length)"
    assert page.evaluate(packs) == 1
    school_tutor.start()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("alert")).to_contain_text("not sent yet: 1")


@pytest.mark.usefixtures("school_tutor")
def test_log_out_after_a_page_for_a_projector_erases_everything(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann")
    page: Page = device()
    log_in(page, "Ann")
    keep(page, SET)
    anns = page.evaluate("offlineStore.account()")
    page.goto("/?stage=1")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("offlineStore.account()") == anns
    with page.expect_navigation():
        page.evaluate("document.querySelector('[data-log-out]').requestSubmit()")
    assert page.evaluate("(anns) => offlineStore.allOf('packs', anns)", anns) == []


@pytest.mark.usefixtures("school_tutor")
def test_an_old_tab_keeps_nothing_of_who_has_logged_in_since(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann", "Ben")
    page: Page = device()
    log_in(page, "Ann")
    page.goto(f"/games/{GAME}/")
    page.wait_for_selector("[data-is-visited]", state="attached", timeout=SLOW)
    anns = page.evaluate("offlineStore.account()")
    other = page.context.new_page()
    other.goto("/")
    log_out(other)
    log_in(other, "Ben")
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.locator(".keep [role=status]")).to_contain_text("Somebody else has logged in", timeout=SLOW)
    assert other.evaluate("(anns) => offlineStore.allOf('packs', anns)", anns) == []


@pytest.mark.usefixtures("school_tutor")
def test_what_work_forbids_to_keep_is_refused_with_the_reason(device: Any, classroom: Classroom) -> None:
    ann = enrol(classroom, "Ann")["Ann"]
    page: Page = device()
    log_in(page, "Ann")
    page.goto(f"/lessons/{LESSON}")
    (room,) = classroom.classes.all_of_learner(ann)
    classroom.assignments.give(room.id, AssignmentSpec("Words", LessonWork(lesson=LESSON), NOW), [ann])
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.locator(".keep [role=status]")).to_contain_text("part of your work", timeout=SLOW)


@pytest.mark.usefixtures("school_tutor")
def test_an_answer_after_the_session_has_ended_waits_for_the_log_in(
    device: Any, classroom: Classroom, study: Study
) -> None:
    ann = enrol(classroom, "Ann")["Ann"]
    page: Page = device()
    log_in(page, "Ann")
    keep(page, f"/games/{GAME}/")
    while not page.locator("#decision[data-unanswered]").count():
        step = page.locator("#event").get_attribute("data-step")
        page.locator("#next").click()
        expect(page.locator("#event")).not_to_have_attribute("data-step", step or "")
    classroom.logins.end_all(ann)
    page.locator("#decision .choices:not(.after) button").first.click()
    expect(page.locator("#waiting-here")).to_contain_text("wait to be sent: 1")
    assert given(study, ann) == []
    log_in(page, "Ann")
    sent(page)
    assert len(given(study, ann)) == 1


@pytest.mark.usefixtures("school_tutor")
def test_deleting_an_account_spares_the_answers_of_others(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann", "Ben")
    page: Page = device()
    log_in(page, "Ann")
    wait_with_fault(page, "")
    page.context.clear_cookies()
    log_in(page, "Ben")
    keep(page, SET)
    bens = page.evaluate("offlineStore.account()")
    packs = "(bens) => offlineStore.allOf('packs', bens).then((all) => all.length)"
    page.goto("/your-data/")
    for passphrase, left in (("wrong", 1), (WORDS, 0)):
        fill_in(page, name="Ben", passphrase=passphrase)
        go_by(page.get_by_role("button", name="Delete all data"))
        if left:
            page.wait_for_load_state("networkidle")
        else:
            until(page, f"() => ({packs})('{bens}').then((count) => !count)")
        assert page.evaluate(packs, bens) == left, "what is refused erases nothing"
    assert waiting(page) == 1, "Ann’s answer waits"


@pytest.mark.usefixtures("school_tutor")
def test_an_answer_that_nobody_can_send_does_not_stay_for_ever(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann", "Ben")
    page: Page = device()
    log_in(page, "Ann")
    day = 24 * 60 * 60 * 1000
    page.evaluate(
        """async (ages) => {
          for (const age of ages) {
            await offlineStore.saveAnswer('nobody', `${age} old`, '/nowhere', 'hearts', Date.now() - age);
          }
        }""",
        [89 * day, 91 * day],
    )
    page.goto("/offline/")
    until(page, "async () => (await offlineStore.everyAnswer()).length === 1")
    page.goto("/")
    log_out(page)
    assert waiting(page) == 1, "it may still be sent"
    page.evaluate("offlineStore.everyAnswer().then(([one]) => offlineStore.setFault(one.key, 'Refused.'))")
    page.reload()
    expect(page.locator("#waiting-here")).to_be_hidden()
    log_in(page, "Ben")
    log_out(page)
    assert waiting(page) == 0, "one that was refused is not waited for"


@pytest.mark.usefixtures("tutor")
def test_an_answer_that_was_erased_meanwhile_is_not_put_back(device: Any) -> None:
    page: Page = device()
    page.goto("/")
    wait_with_fault(page)
    page.evaluate("offlineStore.account().then(offlineStore.erase)")
    page.evaluate("offlineStore.setFault('waits-here-1', 'Refused.')")
    assert waiting(page) == 0


@pytest.mark.usefixtures("school_tutor")
def test_the_page_of_what_is_kept_keeps_nothing_on_a_shared_computer(device: Any, classroom: Classroom) -> None:
    enrol(classroom, "Ann")
    page: Page = device()
    log_in(page, "Ann", device="shared")
    page.goto("/offline/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert page.evaluate("caches.keys()") == []
