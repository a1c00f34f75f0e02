"""While work is open, no page, file or fragment tells a learner the answers. One way proves it: two tutors.

Their lessons differ only in which option is right, and why. Whatever a learner with open work reads in one, byte for
byte, must be what they read in the other.
"""

from __future__ import annotations

import gzip
import html
import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from zipfile import ZipFile, is_zipfile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tests.support.twins import TOLD, twin_courses
from tests.web.classroom import test_visibility
from tests.web.classroom.test_visibility import Held, addresses
from tutor.exchange.exporters import exporter, names
from tutor.library.catalogue import Library
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_questions import WrittenQuestion
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.quizzes.kinds.lessons import LessonExercise, lesson_exercise
from tutor.study.answers.answer import Answer
from tutor.study.answers.matches import line_of
from tutor.study.classroom import assignments
from tutor.study.classroom.assigned_work import PLAYED, DrillWork, HandWork, LessonWork, ReplayWork, Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.live import LiveLesson
from tutor.study.classroom.live_work import LiveWork
from tutor.study.storage.jobs import Queue
from tutor.study.storage.tables import AssignmentRow
from tutor.study.study import Study
from tutor.web.offline.room import EXTENSION as PACKS
from tutor.web.page_memory import EXTENSION as MEMORY
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.slow

LESSON, COURSE, GAME, DEALT = "whist-words", "whist", "hel-secure-the-game-146", "hel-game-05"
DAY = timedelta(days=1)
API = "/api/v1"
CHAIRS = ("", "?seat=a", "?seat=b", "?seat=y", "?seat=z", "?seat=turn", "?seat=all")


@dataclass
class Open:
    """Knave has a lesson, a game and a chosen hand to do, and Ten has nothing."""

    app: Flask
    study: Study
    classroom: Classroom
    class_id: int
    teacher: FlaskClient
    knave: FlaskClient
    ten: FlaskClient
    knaves: int

    @property
    def parts(self) -> Services:
        found: Services = self.app.extensions[EXTENSION]
        return found

    def give(self, work: Work, **draft: Any) -> Assignment:
        spec = AssignmentSpec("Homework", work, NOW - DAY, **draft)
        return self.classroom.assignments.give(self.class_id, spec, [self.knaves])

    def twin(self, lesson_id: str = LESSON) -> None:
        """Puts the twin of the lesson in its place, in lessons, practice and exports."""
        parts = self.parts
        courses = twin_courses(parts.courses, lesson_id)
        object.__setattr__(parts, "courses", courses)
        object.__setattr__(parts, "makers", exercise_bank(parts.library, courses))
        self.app.extensions[PACKS].clear()

    def answer_lesson(self) -> None:
        taught = self.parts.courses.lesson(LESSON)
        for question in taught.questions:
            asked = lesson_exercise(taught, question, self.parts.makers)
            if isinstance(asked, GuidedExercise):
                answer = Answer("lesson", f"{LESSON}/{question.name}", asked.answer, Grade.BEST.value, "")
                number = self.classroom.assignments.all_of_learner(self.knaves)[0].id
                self.study.of(self.knaves).answers.record(Answer(**{**_fields(answer), "assignment": number}))
                continue
            address = f"/lessons/{LESSON}/questions/{question.code}"
            assert self.knave.post(address, data={"answer": asked.answer}).status_code == 303


def _fields(answer: Answer) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in answer.__slots__}


@pytest.fixture
def room(school: Flask, classroom: Classroom, study: Study, teacher: FlaskClient) -> Open:
    school.extensions[MEMORY].clear()
    school.extensions[PACKS].clear()
    lower = classroom.classes.make(1, "Lower Fifth")
    clients = []
    for name in ("Knave", "Ten"):
        who = classroom.people.enrol(name, f"{name} Bell", WORDS)
        classroom.classes.join(lower.id, who.id)
        clients.append((school.test_client(), who.id))
        log_in(clients[-1][0], name)
    (knave, knaves), (ten, _) = clients
    return Open(school, study, classroom, lower.id, teacher, knave, ten, knaves)


def text_of(body: bytes) -> str:
    """What is in a page or a file; of a zip, what is in it. Nothing that is different each time."""
    if body.startswith(b"\x1f\x8b"):
        body = gzip.decompress(body)
    if is_zipfile(io.BytesIO(body)):
        with ZipFile(io.BytesIO(body)) as packed:
            body = b"\n".join(name.encode() + packed.read(name) for name in packed.namelist())
    text = re.sub(r'name="(once|csrf_token|seed)" value="[^"]*"', "", body.decode("utf-8", "replace"))
    return re.sub(r"<li>\w+( \w+){3}</li>", "", text)  # passphrases that are offered


def of_exports() -> Iterator[str]:
    """Every format of everything in which the lesson could be, and of the games."""
    for key in names():
        for what in (f"lesson:{LESSON}", f"course:{COURSE}", f"{LESSON}/drills/0/7", LESSON):
            yield f"/exports/{key}/{what}"
        if "answers" in {option.name for option in exporter(key).options}:
            yield from (f"/exports/{key}/lesson:{LESSON}?answers={answers}" for answers in ("none", "alone"))


def of_lesson(room: Open) -> Iterator[str]:
    """The pages of the lesson, and every question of practice that may be one of its own."""
    lesson = room.parts.courses.lesson(LESSON)
    yield from (f"/lessons/{LESSON}{query}" for query in ("", "?all=1", "?step=2", "?step=99&all=1", "?retry=1&all=1"))
    yield from (f"/lessons/{LESSON}?again={question.code}&all=1" for question in lesson.questions)
    yield f"/lessons/{LESSON}/handout"
    yield from (f"/offline/packs/drill/{LESSON}/{drill}/1" for drill in range(len(lesson.drills)))
    makers = room.parts.makers
    for question in lesson.questions:
        if isinstance(question, WrittenQuestion):
            for item in (item for item in question.on if item in makers.items):
                code = makers.items[item].code
                yield from (f"/offline/packs/set/{code}/beginner/{seed}" for seed in (1, 2))
                for number in range(8):
                    yield f"/practice/{code}/{number}"
                    if isinstance(makers.make(item, number), LessonExercise):
                        yield from (f"/practice/{code}/{number}/{given}" for given in range(4))
    asked = " ".join(one.ask for one in lesson.questions if isinstance(one, WrittenQuestion))
    yield from (f"/library/?q={words}" for words in (*sorted(set(re.findall(r"\w{6,}", asked))), TOLD))


def everything(room: Open, held: Held) -> dict[str, str]:
    """What Knave reads at every address, with the headers that could tell."""
    room.parts.random.seed(1)
    found = {}
    for address in (*(one for _, one in addresses(held)), *of_exports(), *of_lesson(room)):
        response = room.knave.get(address)
        heads = [f"{name}: {response.headers.get(name)}" for name in ("ETag", "Content-Disposition", "Location")]
        found[address] = "\n".join([str(response.status_code), *heads, text_of(response.data)])
    return found


@pytest.mark.parametrize("shown", [Disclosure.AT_ONCE, Disclosure.AFTER_DUE])
def test_nothing_that_a_learner_reads_depends_on_which_option_is_right(
    room: Open, shown: Disclosure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_visibility, "LESSON", LESSON)
    monkeypatch.setattr(test_visibility, "GAME", GAME)
    drill = room.give(DrillWork(on=test_visibility.ITEMS, questions=3, seed=5))
    works = (LessonWork(lesson=LESSON), ReplayWork(game=GAME),
             HandWork(code="whist-short-1859", player="S", strictness="guided", seed=3))  # fmt: skip
    lesson, replay, hand = (room.give(work, shown=shown, due_at=NOW + DAY) for work in works)
    table = int(room.knave.post(f"/assignments/{hand.id}/play").location.rpartition("/")[2])
    who = room.classroom.people.find("Knave")
    assert who
    held = Held(room.app, room.study, room.classroom, room.knave, who, drill, lesson, replay, hand, table)
    before = everything(room, held)
    assert sum(page.startswith("200") for page in before.values()) > 80, "the pages are there"
    room.twin()
    after = everything(room, held)
    assert [one for one in before if before[one] != after[one]] == []
    room.classroom.assignments.withdraw(lesson)
    free = everything(room, held)
    telling = {one.split("?")[0] for one in before if free[one] != after[one]}
    assert telling >= {
        f"/lessons/{LESSON}/handout", f"/exports/gift/lesson:{LESSON}", f"/exports/pdf/{LESSON}",
        f"/exports/anki/lesson:{LESSON}", f"/exports/qti/lesson:{LESSON}",
    }, "this test finds answers where there are any"  # fmt: skip


@pytest.mark.parametrize("shown", [Disclosure.AT_ONCE, Disclosure.AFTER_DUE])
def test_a_lesson_can_be_taken_along_once_it_is_answered_and_shown(room: Open, shown: Disclosure) -> None:
    room.give(LessonWork(lesson=LESSON), shown=shown, due_at=NOW + DAY)
    files = [f"/exports/gift/lesson:{LESSON}", f"/exports/pdf/{LESSON}"]
    assert [room.knave.get(one).status_code for one in files] == [403, 403]
    assert [room.ten.get(one).status_code for one in files] == [200, 200], "who was not set it studies freely"
    assert [room.teacher.get(one).status_code for one in files] == [200, 200]
    refused = room.knave.get(files[0]).text
    assert "This is part of an assignment" in refused
    handout = room.knave.get(f"/lessons/{LESSON}/handout").text
    assert 'id="answers"' not in handout
    assert "It has no answers" in handout
    assert "/exports/" not in room.knave.get(f"/lessons/{LESSON}?all=1").text
    room.answer_lesson()
    expected = [200, 200] if shown is Disclosure.AT_ONCE else [403, 403]
    assert [room.knave.get(one).status_code for one in files] == expected
    assert ('id="answers"' in room.knave.get(f"/lessons/{LESSON}/handout").text) is (shown is Disclosure.AT_ONCE)


def test_a_file_that_was_made_before_is_not_given_out(room: Open) -> None:
    study = room.study.of(room.knaves)
    queue, job = Queue(study.database, study.clock), study.jobs.begin("gift", f"0 1 beginner lesson:{LESSON}")
    taken = queue.take()
    assert taken is not None
    queue.end(taken, "lesson.gift.txt", "text/plain", b"the answers")
    assert room.knave.get(f"/exports/jobs/{job}/file").status_code == 200
    room.give(LessonWork(lesson=LESSON))
    assert room.knave.get(f"/exports/jobs/{job}/file").status_code == 403


def test_a_question_of_the_lesson_is_not_asked_in_practice_and_the_way_goes_on(room: Open) -> None:
    makers, lesson = room.parts.makers, room.parts.courses.lesson(LESSON)
    found = [
        (makers.items[item].code, number)
        for question in lesson.questions
        if isinstance(question, WrittenQuestion)
        for item in question.on
        for number in range(8)
        if isinstance(exercise := makers.make(item, number), LessonExercise) and exercise.ref.lesson == LESSON
    ]
    assert found
    code, number = found[0]
    assert room.knave.get(f"/practice/{code}/{number}").status_code == 200
    room.give(LessonWork(lesson=LESSON))
    page = room.knave.get(f"/practice/{code}/{number}")
    assert page.status_code == 403
    assert "Go on with another question." in page.text
    assert room.knave.post(f"/practice/{code}/{number}", data={"answer": "0"}).status_code == 403


# ---- games and hands -----------------------------------------------------------------------------------------------


def test_nobody_goes_past_a_decision_of_an_assigned_game(room: Open, library: Library) -> None:
    game = library.games[GAME]
    room.give(ReplayWork(game=GAME))
    decisions = sorted(game.decisions, key=lambda decision: decision.step)
    reasons = [decision.because for decision in decisions]
    for place, decision in enumerate(decisions):
        waiting = decision.step - 1
        for card in (1, 8, 20, 33, 52):
            for chair in CHAIRS:
                page = room.knave.get(f"/games/{GAME}/card/{card}{chair}", follow_redirects=True).text
                step = re.search(r'data-step="(\d+)"', page)
                assert step is not None
                assert int(step[1]) <= waiting
                assert "hand viewer" not in page, "the address of a viewer has the whole play"
                assert not any(plain(reason) in plain(page) for reason in reasons[place:])
        for address in ("hindsight", "hindsight?shown=1"):
            assert room.knave.get(f"/games/{GAME}/{address}").status_code == 403
        assert room.knave.get(f"/games/{GAME}/masters/{waiting}").status_code == 302
        assert {room.knave.get(f"/exports/{key}/{GAME}").status_code for key in ("pbn", "lin", "pdf")} == {403}
        assert room.knave.get(f"/embed/games/{GAME}/card/52").status_code == 403
        given = DecisionExercise(game, decision).answer
        sent = room.knave.post(f"/games/{GAME}/decisions/{decision.id}", data={"answer": given, "seat": "turn"})
        assert sent.status_code == 303
    assert room.knave.get(f"/games/{GAME}/card/52").status_code == 200
    assert room.knave.get(f"/games/{GAME}/hindsight?shown=1").status_code == 200
    assert room.knave.get(f"/exports/pbn/{GAME}").status_code == 200


@pytest.mark.parametrize(
    "list_of_claims", ["/agreement", "/audit?verdict=", "/library/?q=declare+spades", f"{API}/claims"]
)
def test_no_list_of_claims_tells_of_an_assigned_game(room: Open, library: Library, list_of_claims: str) -> None:
    read = {game: {plain(claim.says) for claim in library.games[game].claims} for game in library.games}
    game = next(game for game, says in read.items() if any(one in listed(room.ten, list_of_claims) for one in says))
    shown = [one for one in read[game] if one in listed(room.ten, list_of_claims)]
    room.give(ReplayWork(game=game))
    assert not any(one in listed(room.knave, list_of_claims) for one in shown)


def listed(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    text = json.dumps(answer.get_json(), ensure_ascii=False) if answer.is_json else html.unescape(answer.text)
    return plain(text)


def test_a_search_shows_no_text_of_an_assigned_lesson_and_no_page_that_was_remembered(room: Open) -> None:
    """The lesson says "Second and fourth best are the minor tenace" only after the question about tenaces."""
    address, says = "/library/?q=minor+tenace+it+becomes", "econd and fourth best are the minor tenace"
    for searched in (address, f"{API}/search?words=minor+tenace+it+becomes"):
        assert says in listed(room.knave, searched)
    given = room.give(LessonWork(lesson=LESSON))
    for searched in (address, f"{API}/search?words=minor+tenace+it+becomes"):
        assert says not in listed(room.knave, searched)
    assert f'href="/lessons/{LESSON}"' in room.knave.get(address).text, "the lesson is still found"
    assert says in listed(room.ten, address)
    room.classroom.assignments.withdraw(given)
    assert says in listed(room.knave, address)


def test_a_search_shows_no_text_of_a_deal_to_play(room: Open, library: Library) -> None:
    """What Cælebs says of the deal of his frontispiece, p. 35, "underplay" among it."""
    address, deal = "/library/?q=frontispiece", library.deals["cae-end-035"]
    assert "<mark>" in room.knave.get(address).text
    before = len(re.findall("<mark>", room.knave.get(address).text))
    room.give(HandWork(code="whist-short-1859", player="S", strictness="plain", seed=3, deal=line_of(deal.deal)))
    page = room.knave.get(address).text
    assert 'href="/deals/cae-end-035"' in page
    assert len(re.findall("<mark>", page)) < before


# ---- a game in a lesson --------------------------------------------------------------------------------------------

PLAYS_GAME_1, GAME_1 = "bridge-leads-with-trumps", "hel-game-01"
OF_LESSON = (f"/lessons/{PLAYS_GAME_1}", f"/lessons/{PLAYS_GAME_1}?all=1", f"/lessons/{PLAYS_GAME_1}/handout",
             f"/exports/gift/lesson:{PLAYS_GAME_1}", f"/exports/pdf/{PLAYS_GAME_1}",
             "/exports/gift/course:bridge")  # fmt: skip
OF_GAME = (f"/games/{GAME_1}/", f"/games/{GAME_1}/card/52?seat=all", f"/games/{GAME_1}/hindsight?shown=1",
           f"/games/{GAME_1}/masters/3", f"/exports/pbn/{GAME_1}", f"/embed/games/{GAME_1}/card/52")  # fmt: skip


def statuses(client: FlaskClient, addresses: Iterable[str]) -> set[int]:
    return {client.get(address).status_code for address in addresses}


def test_a_lesson_that_plays_an_assigned_game_is_closed(room: Open) -> None:
    question = next(one for one in room.parts.courses.lessons[PLAYS_GAME_1].questions if isinstance(one, GuidedDeal))
    played = f"/lessons/{PLAYS_GAME_1}/deals/{question.code}"
    assert statuses(room.knave, OF_LESSON) == {200}
    given = room.give(ReplayWork(game=GAME_1))
    assert statuses(room.knave, OF_LESSON) == {403}
    assert room.knave.post(played, data={"answer": "HK"}).status_code == 403
    assert "This is part of an assignment" in room.knave.get(OF_LESSON[0]).text
    assert statuses(room.ten, OF_LESSON) == statuses(room.teacher, OF_LESSON) == {200}
    assert room.knave.get(f"/offline/packs/lesson/{PLAYS_GAME_1}").status_code == 403
    room.classroom.assignments.withdraw(given)
    assert statuses(room.knave, OF_LESSON) == {200}


def test_a_game_that_an_assigned_lesson_plays_is_closed(room: Open, library: Library) -> None:
    decision = library.games[GAME_1].decisions[0]
    assert statuses(room.knave, OF_GAME) == {200}
    given = room.give(LessonWork(lesson=PLAYS_GAME_1))
    assert statuses(room.knave, OF_GAME) == {403}
    sent = {"answer": DecisionExercise(library.games[GAME_1], decision).answer, "seat": "turn"}
    assert room.knave.post(f"/games/{GAME_1}/decisions/{decision.id}", data=sent).status_code == 403
    assert room.knave.get(f"/lessons/{PLAYS_GAME_1}").status_code == 200, "what is assigned is to be done"
    assert statuses(room.ten, OF_GAME) == {200}
    room.classroom.assignments.withdraw(given)
    assert statuses(room.knave, OF_GAME) == {200}


def test_a_lesson_and_its_game_can_be_done_if_both_are_assigned(room: Open) -> None:
    room.give(LessonWork(lesson=PLAYS_GAME_1))
    room.give(ReplayWork(game=GAME_1))
    assert room.knave.get(f"/lessons/{PLAYS_GAME_1}").status_code == 200
    assert room.knave.get(f"/games/{GAME_1}/", follow_redirects=True).status_code == 200
    assert statuses(room.knave, OF_GAME[1:]) == {302, 403}, "nothing past its next decision"


def test_an_ending_that_an_assigned_lesson_plays_is_closed(room: Open) -> None:
    assert room.knave.get("/endings/cae-end-090").status_code == 200
    room.give(LessonWork(lesson="whist-coups"))
    assert statuses(room.knave, ("/endings/cae-end-090", "/exports/svg/cae-end-090")) == {403}
    assert room.knave.get("/endings/cae-end-088").status_code == 200, "another lesson plays it"
    assert room.ten.get("/endings/cae-end-090").status_code == 200


def test_a_lesson_that_shows_the_deal_of_a_hand_to_play_is_closed(room: Open, library: Library) -> None:
    deal = library.deals["fos-deal-01"]
    room.give(HandWork(code="auction-1910", player="S", strictness="plain", seed=3, deal=line_of(deal.deal)))
    shows_it = ("/lessons/auction-no-trumps", "/lessons/auction-games?all=1", "/exports/gift/lesson:auction-games")
    assert statuses(room.knave, shows_it) == {403}
    assert statuses(room.ten, shows_it) == {200}


def test_neither_maxims_nor_the_text_of_the_book_tell_what_an_assigned_game_turns_on(room: Open) -> None:
    game = "hel-secure-the-game-146"
    for page in ("/maxims/", "/sources"):
        assert f'href="/games/{game}/"' in room.knave.get(page).text
    given = room.give(ReplayWork(game=game))
    for page in ("/maxims/", "/sources"):
        assert f'href="/games/{game}/"' not in room.knave.get(page).text
        assert f'href="/games/{game}/"' in room.ten.get(page).text
    room.classroom.assignments.withdraw(given)
    assert f'href="/games/{game}/"' in room.knave.get("/sources").text


def test_no_table_begins_with_what_is_assigned(room: Open, library: Library) -> None:
    game = library.games[GAME]
    room.give(ReplayWork(game=GAME))
    assert room.knave.post(f"/table/from/{GAME}/20", data={"seat": "S"}).status_code == 403
    work = HandWork(code=game.code.key, player="S", strictness="plain", seed=3, deal=line_of(game.deal), name=GAME)
    room.give(work)
    asked = {"code": game.code.key, "seat": game.player.label, "strictness": "guided", "seed": "5", "hand": GAME}
    assert room.knave.post("/table/", data=asked).status_code == 403
    assert room.ten.post("/table/", data=asked).status_code == 303


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>|[*{}]", "", text).split())


def test_the_deal_of_a_hand_to_play_is_nowhere_until_it_is_played(room: Open, library: Library) -> None:
    game = library.games[DEALT]
    work = HandWork(code=game.code.key, player="S", strictness="plain", seed=3, deal=line_of(game.deal), name=DEALT)
    which = room.give(work)
    places = [f"/games/{DEALT}/", f"/games/{DEALT}/card/20", f"/games/{DEALT}/hindsight?shown=1",
              f"/games/{DEALT}/masters/3", f"/exports/pbn/{DEALT}", f"/exports/lin/{DEALT}", f"/exports/pdf/{DEALT}",
              f"/exports/svg/{DEALT}", f"/embed/games/{DEALT}"]  # fmt: skip
    assert {one: room.knave.get(one).status_code for one in places} == dict.fromkeys(places, 403)
    assert {room.ten.get(one).status_code for one in places} == {200}
    key = room.study.of(room.knaves).matches.begin(work.match(which.draw_for(room.knaves), 1), which.id, 1)
    played = Answer(PLAYED, str(key), "seven tricks", Grade.BEST.value, "", assignment=which.id, attempt=1)
    room.study.of(room.knaves).answers.record(played)
    assert {room.knave.get(one).status_code for one in places} == {200}


def test_a_deal_of_the_books_is_known_wherever_it_stands(room: Open, library: Library) -> None:
    name, deal = next((name, one) for name, one in library.deals.items() if one.deal.turn_up is None)
    work = HandWork(code="bridge-english-1901", player="S", strictness="plain", seed=3, deal=line_of(deal.deal))
    room.give(work)
    assert [room.knave.get(one).status_code for one in (f"/deals/{name}", f"/exports/pbn/{name}")] == [403, 403]


# ---- live lessons --------------------------------------------------------------------------------------------------


def read(client: FlaskClient, live: LiveLesson) -> list[str]:
    pages = [client.get(f"/live/{live.id}/{part}") for part in ("", "part")]
    return [f"{page.status_code} {page.headers.get('ETag')} {text_of(page.data)}" for page in pages]


def test_no_screen_tells_what_is_right_or_what_others_chose_before_it_is_shown(room: Open) -> None:
    """Step by step through a lesson: with the twin, and with other votes, each screen is the same until *show*."""
    lessons = room.classroom.live
    work = LiveWork(by=1, on=LessonWork(lesson=LESSON))
    steps = work.steps(_content(room))
    voters = [room.classroom.people.enrol(f"Voter {number}", "", WORDS).id for number in range(2)]
    live, asked = lessons.start(room.class_id, "Live", work), 0
    original = room.parts.courses, room.parts.makers
    for step, ref in enumerate(steps):
        live = lessons.go_to(live, step, steps) if live.step != step else live
        if ref is None:
            continue
        phases = [lambda now: now, lambda now: lessons.ask(now, steps), lessons.close]
        for phase in phases:
            live = phase(live)
            seen: list[list[str]] = []
            for twin in (False, True):
                if twin:
                    room.twin()
                for turn in range(2):
                    if live.takes_votes:
                        exercise = ref.resolve(_content(room))
                        keys = [choice.key for choice in exercise.choices][:2] or ["3", "4"]
                        for voter, key in zip(voters, keys if turn else reversed(keys), strict=True):
                            lessons.vote(live, step, voter, key, Grade.BEST, "Voter")
                    room.app.extensions[MEMORY].clear()
                    room.app.extensions[PACKS].clear()
                    stage = room.teacher.get(f"/classes/{room.class_id}/live/{live.id}?stage=1").data
                    tagless = re.sub(r' data-tag="[^"]*"', "", text_of(stage))  # when the last vote came
                    seen.append([*read(room.knave, live), tagless])
            object.__setattr__(room.parts, "courses", original[0])
            object.__setattr__(room.parts, "makers", original[1])
            assert seen[1:] == seen[:1] * 3, f"step {step}, {live.phase}"
            asked += 1
        assert room.knave.get(f"/exports/gift/lesson:{LESSON}").status_code == 403, "nor can it be looked up meanwhile"
        live = lessons.show(live, steps)
        assert "bars" in read(room.knave, live)[0]
    assert asked > 9
    assert room.knave.get(f"/exports/gift/lesson:{LESSON}").status_code == 200


def test_a_live_lesson_that_was_forgotten_hides_nothing(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    live = room.classroom.live.start(room.class_id, "Live", LiveWork(by=1, on=ReplayWork(game=GAME)))
    page = room.knave.get(f"/exports/pbn/{GAME}")
    assert page.status_code == 403
    assert f'href="/live/{live.id}/"' in page.text
    later = Services.of(room.parts.library, Study(room.study.database, lambda: NOW + DAY), Random(1), has_classes=True)
    monkeypatch.setitem(room.app.extensions, EXTENSION, later)
    log_in(room.knave, "Knave")
    assert room.knave.get(f"/exports/pbn/{GAME}").status_code == 200


def _content(room: Open) -> ContentAccess:
    parts = room.parts
    return ContentAccess(
        parts.library, parts.courses, parts.makers, room.classroom.compositions, room.classroom.assignments, 1, None
    )


def test_only_answers_to_work_that_can_hide_something_are_read(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of hands that were played twice none is replayed either, because what they brought hides nothing."""
    over: dict[str, Any] = {"due_at": NOW - DAY / 2, "cut_off_at": NOW - DAY / 3}
    hand = HandWork(code="whist-short-1859", player="A", strictness="guided", seed=1)
    closed, opened = room.give(ReplayWork(game=GAME), **over), room.give(ReplayWork(game="hel-game-01"))
    sealed, unsealed = room.give(hand), room.give(hand, **over)
    with room.study.database.writing() as connection:
        connection.execute(update(AssignmentRow).where(AssignmentRow.id == unsealed.id).values(secret=""))
    own = room.study.of(room.knaves).answers
    for number, work in enumerate((closed, closed, opened, sealed, sealed, unsealed)):
        topic = PLAYED if work in (sealed, unsealed) else "game"
        own.record(Answer(topic, str(number), "x", Grade.BEST.value, "", assignment=work.id))
    read: list[int] = []

    def heard(row: Any) -> Any:
        read.append(row.assignment_id)
        return made(row)

    made = assignments._given
    monkeypatch.setattr(assignments, "_given", heard)
    monkeypatch.setattr(assignments, "with_scores", None)
    assert room.knave.get(f"/games/{GAME}/card/9").status_code == 200
    assert sorted(read) == sorted((opened.id, sealed.id, sealed.id, unsealed.id))
