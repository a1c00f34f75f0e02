"""Travellers of a class: what stands on them, who may see them, when, by which names, and as a table."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.markup import Page
from tests.support.school import WORDS, log_in
from tests.tables.test_traveller import differently
from tests.web.test_statements import counted
from tutor.codes import code
from tutor.deal import Deal
from tutor.library.catalogue import Library
from tutor.seats import Seat, Side
from tutor.study.accounts.people import Person
from tutor.study.answers.answer import Answer
from tutor.study.answers.matches import line_of
from tutor.study.classroom.assigned_work import PLAYED, Counts, DrillWork, HandWork
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.purging import purge
from tutor.study.classroom.shown_travellers import ShownTravellers, name_of_day, name_of_work
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.table import Table
from tutor.web.classroom import travellers
from tutor.web.play.deal_of_the_day import match_of

DAY = timedelta(days=1)
NOT_SHOWN, NOT_PLAYED = "The results are not shown yet", "Play the deal first"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The author’s line is tried with the tables; here any line does, for it takes seconds to calculate."""

    def any_line(key: str, deal: Deal) -> Table:
        return differently(Match(code(key), "0", Seat.SOUTH, Strictness.GUIDED, (deal,)), 99)

    monkeypatch.setattr(travellers, "author_line", any_line)


@dataclass
class Room:
    """Miss Vine’s class, whose learners have played a hand: the shown name of each is that of a card."""

    app: Flask
    study: Study
    classroom: Classroom
    found: Class
    people: list[Person]

    def give(self, work: HandWork, **draft: Any) -> Assignment:
        return self.classroom.assignments.give(self.found.id, AssignmentSpec("One hand", work, NOW - DAY, **draft))

    def play(self, which: Assignment, who: Person, attempt: int = 1) -> int:
        assert isinstance(which.work, HandWork)
        match = which.work.match(which.draw_for(who.id), attempt)
        return self.study.of(who.id).matches.begin(match.after(differently(match, who.id + attempt)), which.id, attempt)

    def play_day(self, who: Person, day: date) -> int:
        match = match_of(day)
        return self.study.of(who.id).matches.begin(match.after(differently(match, who.id)))

    def client(self, who: Person) -> FlaskClient:
        client = self.app.test_client()
        log_in(client, who.name)
        return client

    def of(self, which: Assignment) -> str:
        return f"/classes/{self.found.id}/assignments/{which.id}/traveller"


@pytest.fixture
def room(school: Flask, study: Study, classroom: Classroom) -> Room:
    found = classroom.classes.make(1, "Lower Fifth")
    people = [classroom.people.enrol(name, f"{name} Bell", WORDS) for name in ("Knave", "Queen", "King")]
    for one in people:
        classroom.classes.join(found.id, one.id)
    return Room(school, study, classroom, found, people)


def hand(key: str = "bridge-english-1901", **more: Any) -> HandWork:
    return HandWork(code=key, player="S", strictness="guided", seed=7, **more)


def players(page: str) -> list[str]:
    """The players on a traveller, in their order, the author and the book last."""
    return [node.text(strip=True) for node in Page(page).all(".traveller-lines tbody th")]


def test_a_traveller_says_what_everybody_did_and_what_it_brought(room: Room, teacher: FlaskClient) -> None:
    which = room.give(hand())
    for who in room.people[:2]:
        room.play(which, who)
    page = Page(teacher.get(room.of(which)).text)
    assert not list(page.faults())
    words = page.words()
    assert set(players(page.html)[:2]) == {"Knave Bell", "Queen Bell"}
    assert players(page.html)[2] == "Hellespont’s rules"
    for said in ("Contract", "Tricks", "Score of AB", "Score of YZ", "Matchpoints", "of 2", "Double dummy"):
        assert said in words
    assert "1 learner has not finished it" in words
    assert "what AB scored on this deal, less what YZ scored" in words
    points = [int(node.text()) for node in page.all(".points") if node.text().isdecimal()]
    assert sum(points) == 2
    for link in page.links():
        if link.startswith("/classes/") and ".csv" not in link:
            assert teacher.get(link).status_code == 200, link


@pytest.mark.parametrize("key", ["whist-short-1859", "auction-1910", "humbug-1859", "bridge-three-handed-1901"])
def test_every_kind_of_game_has_one(room: Room, teacher: FlaskClient, key: str) -> None:
    which = room.give(hand(key))
    for who in room.people:
        room.play(which, who)
    page = Page(teacher.get(room.of(which)).text)
    assert not list(page.faults())
    assert len(players(page.html)) == 4
    assert ("Contract" in page.words()) == (key not in ("whist-short-1859", "humbug-1859"))
    assert ("Double dummy" in page.words()) == (key != "humbug-1859")
    assert teacher.get(f"{room.of(which)}.csv").status_code == 200


def test_a_deal_of_the_books_has_the_books_own_line(room: Room, teacher: FlaskClient, library: Library) -> None:
    game = library.game("hel-game-03")
    which = room.give(hand(game.code.key, deal=line_of(game.deal), name=game.id))
    room.play(which, room.people[0])
    assert players(teacher.get(room.of(which)).text)[-1] == f"The book: {game.citation}"


def test_each_attempt_has_its_own_deal_and_one_play_of_it_counts(
    room: Room, teacher: FlaskClient, library: Library
) -> None:
    drawn = room.give(hand(), tries=2)
    room.play(drawn, room.people[0])
    room.play(drawn, room.people[1])
    room.play(drawn, room.people[0], attempt=2)
    assert len(players(teacher.get(room.of(drawn)).text)) == 3
    assert players(teacher.get(f"{room.of(drawn)}?deal=2").text)[:1] == ["Knave Bell"]
    for nonsense in ("0", "3", "x", "-1", "9" * 30):
        assert teacher.get(f"{room.of(drawn)}?deal={nonsense}").status_code == 200
    game = library.game("hel-game-01")
    fixed = room.give(hand(game.code.key, deal=line_of(game.deal)), tries=2)
    plays = [room.play(fixed, room.people[0]), room.play(fixed, room.people[0], attempt=2)]
    page = Page(teacher.get(room.of(fixed)).text)
    assert len([key for key in plays if f"/classes/{room.found.id}/deals/{key}/1" in list(page.links())]) == 1
    assert "Deal 2" not in page.words()


def net(table: Table) -> int:
    """What the side of A and B scores, less what the other does."""
    return table.score().total(Side.NS) - table.score().total(Side.EW)


@pytest.mark.parametrize("counts", Counts)
def test_the_play_that_counts_is_that_of_the_attempt_that_counts(
    room: Room, teacher: FlaskClient, library: Library, counts: Counts
) -> None:
    game = library.game("hel-game-01")
    which = room.give(hand(game.code.key, deal=line_of(game.deal)), tries=3, counts=counts)
    assert isinstance(which.work, HandWork)
    match, matches = which.work.match(which.draw_for(1), 1), room.study.of(room.people[0].id).matches
    by_net = {net(table): table for table in (differently(match, seed) for seed in range(12))}
    worst, *_, middle, best = (by_net[points] for points in sorted(by_net))
    keys = [
        matches.begin(match.after(table), which.id, attempt)
        for attempt, table in enumerate((middle, best, worst), start=1)
    ]
    place = {Counts.BEST: 1, Counts.FIRST: 0, Counts.LATEST: 2}[counts]
    page = Page(teacher.get(room.of(which)).text)
    links = [link for link in page.links() if link.startswith(f"/classes/{room.found.id}/deals/")]
    assert links == [f"/classes/{room.found.id}/deals/{keys[place]}/1"]
    says = {Counts.BEST: "play of the deal with the best score", Counts.FIRST: "first play of the deal"}
    assert f"Each learner’s {says.get(counts, 'latest play of the deal')} counts" in page.words()


@pytest.mark.parametrize("counts", Counts)
def test_the_gradebook_and_the_traveller_show_the_same_attempt(
    room: Room, teacher: FlaskClient, library: Library, counts: Counts
) -> None:
    """The attempts end in another order than they began, as when one is sent in from home."""
    game, who = library.game("hel-game-01"), room.people[0]
    which = room.give(hand(game.code.key, deal=line_of(game.deal)), tries=3, counts=counts)
    assert isinstance(which.work, HandWork)
    match, own = which.work.match(which.draw_for(1), 1), room.study.of(who.id)
    by_net = {net(table): table for table in (differently(match, seed) for seed in range(12))}
    worst, *_, middle, best = (by_net[points] for points in sorted(by_net))
    for attempt, table in ((2, worst), (1, middle), (3, best), (4, worst)):
        key = own.matches.begin(match.after(table), which.id, attempt)
        own.answers.record(Answer(PLAYED, str(key), f"Of {attempt}", "best", "", assignment=which.id, attempt=attempt))
    traveller = list(Page(teacher.get(room.of(which)).text).links())
    grid = Page(teacher.get(f"/classes/{room.found.id}/gradebook").text)
    deals = f"/classes/{room.found.id}/deals/"
    (shown,) = {link for link in grid.links() if link.startswith(deals)}
    assert [link for link in traveller if link.startswith(deals)] == [shown]
    own_page = Page(room.client(who).get(f"/assignments/{which.id}/").text)
    assert f"Of {dict(zip(Counts, (3, 2, 4), strict=True))[counts]}" in own_page.words(".standing")
    attempt = {Counts.BEST: 3, Counts.FIRST: 2, Counts.LATEST: 4}[counts]
    assert f"Of {attempt}" in grid.words()
    says = {Counts.BEST: "the best.", Counts.FIRST: "‘One hand’ it is the first.", Counts.LATEST: "it is the latest."}
    assert says[counts] in grid.words()
    answers = Page(teacher.get(f"/classes/{room.found.id}/answers/{which.id}/{who.id}").text)
    assert f"Attempt {attempt} this one counts" in answers.words()
    assert answers.words().count("this one counts") == 1


def test_where_everybody_has_a_deal_of_their_own_nothing_is_compared(room: Room, teacher: FlaskClient) -> None:
    which = room.give(hand(), same_for_all=False)
    for who in room.people:
        room.play(which, who)
    page = Page(teacher.get(room.of(which)).text)
    assert "nothing to compare" in page.words()
    assert not players(page.html)
    rows = list(csv.reader(StringIO(teacher.get(f"{room.of(which)}.csv").text)))
    assert len(rows) == 1


def test_nobody_has_played_yet(room: Room, teacher: FlaskClient) -> None:
    which = room.give(hand())
    assert "Nobody has finished this deal yet" in teacher.get(room.of(which)).text
    assert teacher.get(f"{room.of(which)}.csv").status_code == 200


def test_other_work_has_none(room: Room, teacher: FlaskClient) -> None:
    work = DrillWork(on=("hel-decl-nt-a",), questions=1, seed=1)
    drill = room.classroom.assignments.give(room.found.id, AssignmentSpec("Drill", work, NOW - DAY))
    assert teacher.get(room.of(drill)).status_code == 404
    assert teacher.post(room.of(drill), data={"do": "show"}).status_code == 404


# ---- who sees it --------------------------------------------------------------------------------------------------


def test_a_learner_sees_it_when_it_is_shown_and_they_have_played_by_the_names_of_the_class(
    room: Room, teacher: FlaskClient
) -> None:
    which = room.give(hand())
    key = room.play(which, room.people[0])
    room.play(which, room.people[1])
    knave, king = room.client(room.people[0]), room.client(room.people[2])
    address = f"/assignments/{which.id}/traveller"
    answer = knave.get(address)
    assert answer.status_code == 403
    assert NOT_SHOWN in answer.text
    assert "Traveller" not in knave.get(f"/table/{key}/deals/1").text

    assert teacher.post(room.of(which), data={"do": "show"}).status_code == 303
    assert teacher.post(room.of(which), data={"do": "show"}).status_code == 303, "sent twice"
    page = Page(knave.get(address).text)
    assert not list(page.faults())
    assert set(players(page.html)[:2]) == {"Knave", "Queen"}
    assert "Bell" not in page.words()
    links = list(page.links())
    assert f"/table/{key}/deals/1" in links, "their own"
    assert not [link for link in links if link.startswith("/classes/")]
    assert not page.all("main form")
    assert address in list(Page(knave.get(f"/table/{key}/deals/1").text).links())
    waiting = king.get(address).text
    assert NOT_PLAYED in waiting
    assert not players(waiting)
    assert "The four hands" not in waiting

    assert teacher.post(room.of(which), data={"do": "hide"}).status_code == 303
    assert knave.get(address).status_code == 403


@pytest.mark.parametrize("shown", [Disclosure.AFTER_DUE, Disclosure.NEVER])
def test_results_that_are_held_back_stay_held_back_even_where_it_is_shown(
    room: Room, teacher: FlaskClient, shown: Disclosure
) -> None:
    which = room.give(hand(), shown=shown, due_at=NOW + DAY)
    key = room.play(which, room.people[0])
    teacher.post(room.of(which), data={"do": "show"})
    knave = room.client(room.people[0])
    assert knave.get(f"/assignments/{which.id}/traveller").status_code == 403
    assert "traveller" not in knave.get(f"/table/{key}/deals/1").text
    assert players(teacher.get(room.of(which)).text)


def test_a_projector_shows_the_names_of_the_class_and_leads_nowhere(room: Room, teacher: FlaskClient) -> None:
    which = room.give(hand())
    room.play(which, room.people[0])
    page = Page(teacher.get(f"{room.of(which)}?stage=1").text)
    assert players(page.html)[0] == "Knave"
    assert not page.all(".traveller-lines a")
    assert "data-stage" in page.html


def test_of_somebody_who_has_left_nothing_is_told(room: Room, teacher: FlaskClient) -> None:
    which = room.give(hand())
    for who in room.people[:2]:
        room.play(which, who)
    room.classroom.classes.dismiss(room.found, room.people[0].id)
    assert players(teacher.get(room.of(which)).text)[:-1] == ["Queen Bell"]
    assert "Knave" not in teacher.get(f"{room.of(which)}.csv").text
    assert room.client(room.people[0]).get(f"/assignments/{which.id}/traveller").status_code == 404


# ---- the deal of the day ------------------------------------------------------------------------------------------


def test_the_deal_of_the_day_is_compared_within_a_class(room: Room, teacher: FlaskClient) -> None:
    today, address = NOW.date(), f"/classes/{room.found.id}/deal-of-the-day"
    stranger = room.classroom.people.enrol("Ace", "Ann Hart", WORDS)
    for who in (*room.people[:2], stranger):
        key = room.play_day(who, today)
    page = Page(teacher.get(address).text)
    assert not list(page.faults())
    assert set(players(page.html)[:2]) == {"Knave Bell", "Queen Bell"}
    assert "Ann Hart" not in page.words()
    assert not page.all(".traveller-lines a"), "what they played for themselves is theirs"
    assert teacher.get(f"/classes/{room.found.id}/deals/{key}/1").status_code == 404
    assert "Nobody has finished" in teacher.get(f"{address}?day={today - DAY}").text
    for nonsense in (str(today + DAY), "1066-10-14", "yesterday", "2026-02-30"):
        assert teacher.get(f"{address}?day={nonsense}").status_code == 404
    own = "/table/today/class"
    knave, king = room.client(room.people[0]), room.client(room.people[2])
    assert knave.get(own).status_code == 403
    teacher.post(f"{address}?day={today}", data={"do": "show"})
    assert set(players(knave.get(own).text)[:2]) == {"Knave", "Queen"}
    assert NOT_PLAYED in king.get(own).text
    assert room.client(stranger).get(own).status_code == 403
    assert knave.get(f"{own}?day={today - DAY}").status_code == 403


# ---- as a table ---------------------------------------------------------------------------------------------------


def test_the_table_has_every_line_and_no_formula(room: Room, teacher: FlaskClient) -> None:
    evil = room.classroom.people.enrol("Ten", "-Bell", WORDS)
    room.classroom.classes.join(room.found.id, evil.id)
    which = room.give(hand("auction-1910"))
    for who in (*room.people[:2], evil):
        room.play(which, who)
    answer = teacher.get(f"{room.of(which)}.csv")
    assert answer.mimetype == "text/csv"
    head, *rows = list(csv.reader(StringIO(answer.text.lstrip("\ufeff"))))
    lines = [dict(zip(head, row, strict=True)) for row in rows]
    assert {line["player"] for line in lines} == {"Knave Bell", "Queen Bell", "'-Bell", "R. F. Foster’s rules"}
    assert sum(int(line["matchpoints"] or 0) for line in lines) == 3 * 2
    assert {line["of"] for line in lines[:3]} == {"4"}
    assert lines[-1]["matchpoints"] == ""
    for line in lines:
        assert line["tricks"] in line["result"]
        assert line["contract"] in line["result"]


# ---- what it costs ------------------------------------------------------------------------------------------------


def test_a_class_of_24_asks_little(room: Room, teacher: FlaskClient) -> None:
    which = room.give(hand("whist-short-1859"), tries=8)
    members = [room.classroom.people.enrol(f"L{number}", "", WORDS) for number in range(21)]
    for one in members:
        room.classroom.classes.join(room.found.id, one.id)
    for who in (*room.people, *members):
        room.play(which, who)
    for attempt in range(2, 9):
        room.play(which, room.people[0], attempt)
    with counted(room.study) as said:
        page = teacher.get(room.of(which)).text
    assert len(players(page)) == 25
    assert "Deal 8" in page
    assert len(said) < 20, said


# ---- what is stored -----------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_what_is_shown_is_stored_once_and_goes_with_the_class(study: Study) -> None:
    classroom = Classroom.of(study.database, study.clock, Random(1))
    found = classroom.classes.make(1, "Lower Fifth")
    shown: ShownTravellers = classroom.shown_travellers
    name = name_of_work(3)
    for _ in range(2):
        shown.show(found.id, name, shown=True)
    assert shown.is_shown(found.id, name)
    assert not shown.is_shown(found.id, name_of_work(4))
    classroom.classes.join(found.id, 1)
    assert list(shown.classes_shown(1, name)) == [found.id]
    assert not shown.classes_shown(1, name_of_day(NOW.date()))
    for _ in range(2):
        shown.show(found.id, name, shown=False)
    assert not shown.is_shown(found.id, name)
    shown.show(found.id, name, shown=True)
    classroom.classes.delete(found)
    assert not shown.classes_shown(1, name), "nobody is of the class any more"
    assert purge(study.database, study.now + CAN_BE_UNDONE + DAY) == 1
    assert not shown.is_shown(found.id, name)
