"""The page of a played deal: its words, both axes, what is held back, and every place that leads to it."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from datetime import timedelta
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.markup import Page
from tests.support.school import WORDS, log_in
from tests.web.play.test_tables import BRIDGE, played
from tests.web.test_statements import counted
from tutor.quizzes.exercise import Grade
from tutor.seats import Seat
from tutor.study.accounts.people import Person, UserRole
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import PLAYED, HandWork
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.progress import HandResult
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.played_deal import brief_result
from tutor.web.play.deal_of_the_day import match_of

DAY = timedelta(days=1)
JUDGED = ("The decision that mattered most", "Your decisions", "Hindsight", "every time a rule decided")


def begun(study: Study, seed: str = "4") -> tuple[int, Match]:
    match = played(Match(BRIDGE, seed, Seat.SOUTH, Strictness.GUIDED))
    return study.matches.begin(match), match


def test_a_played_deal_has_a_page_with_both_axes_apart(client: FlaskClient, study: Study) -> None:
    key, match = begun(study)
    page = Page(client.get(f"/table/{key}/deals/1").text)
    words = page.words()
    assert not list(page.faults())
    assert page.only("h1").text(strip=True) == brief_result(match)
    for said in ("Practice table, deal 1", "Your decisions", "The author", "Hindsight", "With all hands open", "AB"):
        assert said in words
    assert "The four hands" in words
    links = list(page.links())
    assert f"/table/{key}/deals/1/0" in links
    assert client.get(f"/table/{key}/deals/1/0").status_code == 200


def test_it_is_there_for_every_deal_of_a_rubber_that_is_over_and_for_no_other(
    client: FlaskClient, study: Study
) -> None:
    key, match = begun(study)
    going_on = match.with_next_deal()
    study.matches.save(key, going_on, match)
    assert client.get(f"/table/{key}/deals/1").status_code == 200
    for number in (0, 2, 3, 10**12):
        assert client.get(f"/table/{key}/deals/{number}").status_code == 404
    assert client.get("/table/99/deals/1").status_code == 404
    listed = Page(client.get("/table/").text)
    assert f"/table/{key}/deals/1" in list(listed.links())
    assert f"Deal 1: {brief_result(match)}" in listed.words()


def test_the_deal_of_the_day_says_that_it_is(client: FlaskClient, study: Study) -> None:
    key = study.matches.begin(played(match_of(study.today)))
    assert "Deal of the day" in Page(client.get(f"/table/{key}/deals/1").text).words()


def test_the_table_and_the_progress_lead_to_it(client: FlaskClient, study: Study) -> None:
    key, match = begun(study)
    for place in (f"/table/{key}", "/progress"):
        page = Page(client.get(place).text)
        assert f"/table/{key}/deals/1" in list(page.links()), place
    assert brief_result(match) in page.words()


def test_a_step_that_is_not_there_is_not_found(client: FlaskClient, study: Study) -> None:
    key, match = begun(study)
    last = len(match.records[0])
    assert client.get(f"/table/{key}/deals/1/{last}").status_code == 200
    assert client.get(f"/table/{key}/deals/1/{last + 1}").status_code == 404


# ---- in a class ---------------------------------------------------------------------------------------------------


@dataclass
class Played:
    """Knave has played an assigned hand."""

    app: Flask
    study: Study
    classroom: Classroom
    who: Person
    room: int
    which: Assignment
    key: int
    match: Match
    knave: FlaskClient

    @property
    def teachers(self) -> str:
        return f"/classes/{self.room}/deals/{self.key}/1"

    def hold_back(self, shown: Disclosure) -> None:
        due = NOW + DAY if shown is Disclosure.AFTER_DUE else None
        self.which = self.classroom.assignments.change(self.which, replace(self.which.spec, shown=shown, due_at=due))


def play_assigned(study: Study, who: int, which: Assignment) -> tuple[int, Match]:
    """An assigned hand, played by somebody to its end."""
    assert isinstance(which.work, HandWork)
    match = played(which.work.match(which.draw_for(who), 1))
    own = study.of(who)
    key = own.matches.begin(match, which.id, 1)
    ended = Answer(PLAYED, str(key), brief_result(match), Grade.BEST.value, "", assignment=which.id, attempt=1)
    own.answers.record(ended, f"{PLAYED}/{which.id}/1")
    return key, match


@pytest.fixture
def done(school: Flask, study: Study, classroom: Classroom) -> Played:
    room = classroom.classes.make(1, "Lower Fifth")
    who = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, who.id)
    work = HandWork(code="bridge-english-1901", player="S", strictness="guided", seed=7)
    which = classroom.assignments.give(room.id, AssignmentSpec("One hand", work, NOW - DAY))
    key, match = play_assigned(study, who.id, which)
    knave = school.test_client()
    log_in(knave, "Knave")
    return Played(school, study, classroom, who, room.id, which, key, match, knave)


def test_everywhere_the_result_stands_and_leads_to_the_deal(done: Played, teacher: FlaskClient) -> None:
    result = brief_result(done.match)
    own = f"/table/{done.key}/deals/1"
    for client, place, to in (
        (done.knave, "/assignments/", own),
        (done.knave, f"/assignments/{done.which.id}/", own),
        (done.knave, "/table/", own),
        (teacher, f"/classes/{done.room}/gradebook", done.teachers),
        (teacher, f"/classes/{done.room}/answers/{done.which.id}/{done.who.id}", done.teachers),
    ):
        page = Page(client.get(place).text)
        assert result in page.words(), place
        assert to in list(page.links()), place
    for file in ("grid.csv", "answers.csv"):
        rows = list(csv.reader(StringIO(teacher.get(f"/classes/{done.room}/{file}").text)))
        assert any(result in row for row in rows), file


def test_the_teacher_reads_the_same_page_of_the_learner(done: Played, teacher: FlaskClient) -> None:
    page = Page(teacher.get(done.teachers).text)
    assert not list(page.faults())
    words = page.words()
    assert page.only("h1").text(strip=True) == f"Tom Bell: {brief_result(done.match)}"
    assert "Decisions of Tom Bell" in words
    assert "Your decisions" not in words
    assert "you played" not in words
    assert not page.all("main form"), "nothing can be changed"
    assert teacher.get(f"{done.teachers}/5").status_code == 200
    for link in page.links():
        if link.startswith("/classes/"):
            assert teacher.get(link).status_code == 200, link


@pytest.mark.parametrize("shown", [Disclosure.AFTER_DUE, Disclosure.NEVER])
def test_what_is_held_back_stays_held_back_for_the_learner(
    done: Played, teacher: FlaskClient, shown: Disclosure
) -> None:
    done.hold_back(shown)
    page = done.knave.get(f"/table/{done.key}/deals/1")
    assert page.status_code == 200
    assert not [word for word in JUDGED if word in page.text]
    assert "has not shown the results yet" in page.text
    assert done.knave.get(f"/table/{done.key}/deals/1/3").status_code == 403
    assert "Decisions of Tom Bell" in teacher.get(done.teachers).text, "the teacher sees them meanwhile"


def test_nobody_else_sees_it(done: Played, teacher: FlaskClient) -> None:
    other = done.classroom.people.enrol("Queen", "Ann Hart", WORDS)
    done.classroom.classes.join(done.room, other.id)
    dale = done.classroom.people.enrol("Mr Dale", "Tom Dale", WORDS, UserRole.TEACHER)
    theirs = done.classroom.classes.make(dale.id, "Upper Sixth")
    queen, colleague = done.app.test_client(), done.app.test_client()
    log_in(queen, "Queen")
    log_in(colleague, "Mr Dale")
    assert queen.get(f"/table/{done.key}/deals/1").status_code == 404
    assert queen.get(done.teachers).status_code == 403
    assert teacher.get(f"/table/{done.key}/deals/1").status_code == 404
    for room in (done.room, theirs.id):
        assert colleague.get(f"/classes/{room}/deals/{done.key}/1").status_code == 404


def test_the_teacher_does_not_see_what_was_played_for_pleasure_or_is_not_over(
    done: Played, teacher: FlaskClient
) -> None:
    own = done.study.of(done.who.id)
    for_pleasure = own.matches.begin(played(Match(BRIDGE, "4", Seat.SOUTH, Strictness.GUIDED)))
    work = done.which.work
    assert isinstance(work, HandWork)
    unfinished = own.matches.begin(work.match(done.which.draw_for(done.who.id), 2), done.which.id, 2)
    for key in (for_pleasure, unfinished, 99):
        assert teacher.get(f"/classes/{done.room}/deals/{key}/1").status_code == 404
    room = done.classroom.classes.of_teacher(1, done.room)
    done.classroom.classes.dismiss(room, done.who.id)
    assert teacher.get(done.teachers).status_code == 404, "who has left the class is no business of it"


def test_the_grid_of_a_class_with_many_hands_asks_little(done: Played, teacher: FlaskClient) -> None:
    work = HandWork(code="whist-short-1859", player="S", strictness="guided", seed=7)
    members = [done.classroom.people.enrol(f"L{number}", "", WORDS).id for number in range(23)]
    for member in members:
        done.classroom.classes.join(done.room, member)
    over = played(work.match(done.which.draw_for(members[0]), 1))
    result = brief_result(over)
    for _ in range(8):
        which = done.classroom.assignments.give(done.room, AssignmentSpec("Whist", work, NOW - DAY))
        for member in members:
            ended = Answer(PLAYED, "1", result, Grade.BEST.value, "", assignment=which.id, attempt=1)
            done.study.of(member).answers.record(ended, f"{PLAYED}/{which.id}/1")
    with counted(done.study) as said:
        page = teacher.get(f"/classes/{done.room}/gradebook").text
    assert page.count(result) >= 8 * 23
    figures = [node.text(strip=True) for node in Page(page).all("td.done")]
    assert set(figures) != {"●"}, "in the grid of a large class, too, hands differ by more than a sign"
    assert len(said) < 20


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("4♥ by Z: 10 tricks, just made", "4♥ 10"),
        ("3 NT doubled by A: 7 tricks, two short", "3 NT 7"),
        ("Hearts by A: 1 trick, six short, after a revoke", "1"),
        ("Took 8, two odd tricks", "8"),
        ("Passed out", ""),
        ("Hearts are trumps: AB 2, YZ 11", ""),
    ],
)
def test_where_there_is_little_room_the_bid_and_the_tricks_are_enough(words: str, figures: str) -> None:
    assert HandResult(1, words).figures == figures
