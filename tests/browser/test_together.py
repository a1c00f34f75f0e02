"""Four people at one table, each in a browser of their own: they see each other’s cards, leave, return and claim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.support.school import WORDS
from tests.web.play.test_tables import simple
from tutor.study.answers.shared_tables import SharedTable
from tutor.study.classroom.classroom import Classroom

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cole", "Dora")
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def app(school: Flask) -> Flask:
    school.config["WTF_CSRF_ENABLED"] = True
    return school


@pytest.fixture
def people(open_page: Open, classroom: Classroom) -> Mapping[str, Page]:
    """Four learners of a class, logged in: two at a desk, and two with a phone."""
    room = classroom.classes.make(1, "Lower Fifth")
    for name in NAMES:
        classroom.classes.join(room.id, classroom.people.enrol(name, f"{name} Bell", WORDS).id)
    return {name: come_in(open_page, name, phone=name in NAMES[2:]) for name in NAMES}


def come_in(open_page: Open, name: str, *, phone: bool = False) -> Page:
    page = open_page("/log-in", **({"viewport": PHONE} if phone else {}))
    fill_in(page, name=name, passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))
    return page


def play(people: Mapping[str, Page], classroom: Classroom, key: int, *, without: str = "") -> SharedTable:
    """Whoever’s turn it is acts by a click, and everybody sees it."""
    tables = classroom.shared_tables
    table = tables.find(key)
    shared = table.shared(tables.now)
    deal = shared.match.table
    player = shared.decider(deal)
    assert player is not None
    there = [page for name, page in people.items() if name != without]
    if player in shared.people:
        page = people[table.sittings[player].name]
        what = simple(deal.view(shared.seat_of(player, deal)), deal.code, deal.lawful(), Random(1))
        page.locator(f'main button[name=act][value="{what}"]').click()
    for page in there:
        expect(page.locator("#event")).not_to_have_attribute("data-step", str(len(deal.acts)))
    return tables.find(key)


def test_four_play_one_leaves_and_returns_and_a_claim_is_agreed(
    people: Mapping[str, Page], classroom: Classroom
) -> None:
    ann, ben, cole, _ = people.values()
    ann.get_by_role("link", name="Play", exact=True).first.click()
    go_by(ann.get_by_role("link", name="With others"))
    sound(ann)
    go_by(ann.get_by_role("button", name="Set up the table"))
    code = ann.locator(".table-code").inner_text()
    key = int(ann.url.rpartition("/")[2])
    for name in NAMES[1:]:
        page = people[name]
        page.goto("/together/")
        fill_in(page, table=code)
        go_by(page.get_by_role("button", name="Join", exact=True))
    expect(ann.get_by_text("Dora")).to_be_visible()
    sound(ann)
    sound(cole)

    ann.get_by_role("button", name="Deal the cards").click()
    for page in people.values():
        expect(page.locator(".table .seat.s")).to_be_visible()
    table = play(people, classroom, key)
    while table.match.table.play is None or len(table.match.table.play.tricks) < 1:
        table = play(people, classroom, key)
    for page in people.values():
        sound(page)

    go_by(ben.get_by_role("button", name="Leave"))
    expect(ann.get_by_text("the tutor plays for Ben")).to_be_visible()
    before = len(table.match.table.acts)
    while len(table.match.table.acts) < before + 5:
        table = play(people, classroom, key, without="Ben")
    ben.goto(f"/together/{key}")
    sound(ben)
    ben.get_by_role("button", name="Take your seat again").click()
    expect(ben.locator(".table .seat.s")).to_be_visible()
    expect(ann.get_by_text("the tutor plays for Ben")).to_have_count(0)

    claim_is_agreed(people, classroom, key)
    for page in people.values():
        expect(page.get_by_role("heading", name="The end")).to_be_visible()
        sound(page)


def claim_is_agreed(people: Mapping[str, Page], classroom: Classroom, key: int) -> None:
    """Whoever’s turn it is claims what the cards allow; the other side agrees."""
    tables = classroom.shared_tables
    table = tables.find(key)
    player = table.shared(tables.now).decider(table.match.table)
    assert player is not None
    page = people[table.sittings[player].name]
    most = max(tricks for tricks in range(14) if is_possible(table, classroom, tricks))
    page.get_by_label("Tricks").fill(str(most))
    go_by(page.get_by_role("button", name="Claim"))
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    asked = tables.find(key).shared(tables.now)
    assert asked.pending
    for other in asked.asked(asked.pending, table.match.table):
        button = people[table.sittings[other].name].get_by_role("button", name="Agree")
        expect(button).to_be_visible()
        sound(button.page)
        button.click()


def is_possible(table: SharedTable, classroom: Classroom, tricks: int) -> bool:
    shared = table.shared(classroom.shared_tables.now)
    player = shared.decider(table.match.table)
    assert player is not None
    try:
        shared.claimed(player, tricks)
    except Exception:
        return False
    return True


def test_the_teacher_pairs_the_class_watches_and_closes(
    people: Mapping[str, Page], open_page: Open, classroom: Classroom
) -> None:
    ann = people["Ann"]
    vine = come_in(open_page, "Miss Vine")
    vine.goto("/classes/1")
    go_by(vine.get_by_role("link", name="Tables"))
    sound(vine)
    go_by(vine.get_by_role("button", name="Deal the cards"))
    sound(vine)
    go_by(vine.get_by_role("link", name=re.compile("^Watch")))
    sound(vine)
    expect(vine.locator(".seat .fan .card.back")).to_have_count(0)
    ann.goto("/together/")
    go_by(ann.locator("main").get_by_role("link", name=re.compile("Bridge")).first)
    (table,) = classroom.shared_tables.of_class(1)
    for page in people.values():
        page.goto(f"/together/{table.key}")
    play({**people, "Miss Vine": vine}, classroom, table.key)
    vine.goto("/classes/1/tables/")
    vine.locator("summary", has_text="Close").click()
    go_by(vine.get_by_role("button", name="Close the table"))
    expect(ann.get_by_text("This table is closed")).to_be_visible()


def test_without_scripts_a_table_is_followed_by_refreshing_it(
    open_page: Open, classroom: Classroom, people: Mapping[str, Page]
) -> None:
    ann = people["Ann"]
    plain = open_page("/log-in", java_script_enabled=False)
    fill_in(plain, name="Ben", passphrase=WORDS)
    go_by(plain.get_by_role("button", name="Log in"))
    ann.goto("/together/")
    go_by(ann.get_by_role("button", name="Set up the table"))
    key = int(ann.url.rpartition("/")[2])
    plain.goto("/together/")
    go_by(plain.locator("main").get_by_role("link", name=re.compile("Bridge")).first)
    go_by(plain.get_by_role("button", name=re.compile("^Sit here")).first)
    ann.get_by_role("button", name="Deal the cards").click()
    expect(ann.locator(".table .seat.s")).to_be_visible()
    go_by(plain.get_by_role("button", name="Refresh"))
    expect(plain.locator(".whose")).to_have_text("Ann to call")
    ann.locator('main button[name=act][value="declares hearts"]').click()
    expect(ann.locator("#event")).not_to_have_attribute("data-step", "0")
    go_by(plain.get_by_role("button", name="Refresh"))
    expect(plain.locator(".whose")).to_have_text("Your turn")
    go_by(plain.locator("main button[name=act]").first)
    assert len(classroom.shared_tables.find(key).match.records[-1]) >= 2
