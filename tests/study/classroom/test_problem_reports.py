"""Reports of problems: from where, by whom, and to whom they are shown."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.school import WORDS, log_in
from tutor import __version__
from tutor.library.catalogue import Library
from tutor.study.accounts.people import UserRole
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.problem_reports import LONGEST_SENTENCE, Reports
from tutor.study.study import Study
from tutor.web.account.problem_reports import position_of


def report(client: FlaskClient, page: str = "/games/", sentence: str = "A trick is missing.", title: str = "x") -> int:
    answer = client.post("/report", data={"page": page, "title": title, "sentence": sentence})
    return answer.status_code


def test_every_page_leads_to_a_form_that_knows_the_page_and_the_position(client: FlaskClient, study: Study) -> None:
    page = client.get("/games/hel-game-01/card/3?seat=a").text
    link = re.search(r'href="(/report\?[^"]+)"', page)
    assert link
    form = client.get(link[1].replace("&amp;", "&")).text
    assert "game hel-game-01, card 3 (seat a)" in form
    assert __version__ in form
    fields = dict(re.findall(r'name="(page|title)" value="([^"]*)"', form))
    assert fields["page"] == "/games/hel-game-01/card/3?seat=a"
    sent = client.post("/report", data=fields | {"sentence": " The card is red. "})
    assert client.get(sent.location).status_code == 200
    (kept,) = Reports(study.database, study.clock).all_for(None)
    assert (kept.where.page, kept.sentence, kept.version) == (fields["page"], "The card is red.", __version__)
    assert kept.where.position == "game hel-game-01, card 3 (seat a)"
    assert kept.where.title == fields["title"] != ""


def test_positions_are_told_and_nothing_that_is_hidden(app: Flask, client: FlaskClient, library: Library) -> None:
    data = {"code": "whist-short-1859", "seat": "A", "strictness": "guided", "seed": "42"}
    table = client.post("/table/", data=data).location
    with app.test_request_context("/"):
        told = position_of(table)
        assert re.match(r"table \d+: whist-short-1859, number 42, seat A, guided, deal 1: ", told)
        assert not re.search(r"[AKQJT2-9]+\.[AKQJT2-9]*\.[AKQJT2-9]*\.", told), "the hands of the others"
        assert position_of("/table/4711") == "table 4711"
        assert position_of("/practice/0a0a0a0a/17?level=advanced") == "question 0a0a0a0a, number 17 (level advanced)"
        assert position_of("/practice/0a0a0a0a/17/HK") == "question 0a0a0a0a, number 17, answered HK"
        assert position_of("/lessons/odds-suits") == "lesson odds-suits"
        assert position_of("/") == ""
    assert library.games


@pytest.mark.parametrize(
    "page",
    [
        "javascript:alert(1)", "https://evil.example/", "//evil.example/games/", "/\\evil.example", "/\t/evil.example/",
        "\"><script>alert(1)</script>", "/games/\"><script>", "games/", "/nowhere", "", "x" * 4000, "/games/\n",
        "data:,x", "http://[", "/table/99999999999999999999999", "/games/?\u2028", "/report?page=/report",
    ],
)  # fmt: skip
def test_the_address_of_a_report_is_text_and_leads_nowhere_else(client: FlaskClient, page: str) -> None:
    assert client.get("/report", query_string={"page": page, "title": "<b>"}).status_code == 200
    assert report(client, page, title="<script>") == 303
    listed = client.get("/reports/").text
    assert "<script>alert" not in listed
    leads = set(re.findall(r'<h2><a href="([^"]+)"', listed))
    assert all(re.match(r"/(?![/\\])", link) and "evil" not in link for link in leads)
    thanks = client.get("/report/thanks", query_string={"page": page}).text
    assert "evil" not in thanks or "evil" not in "".join(re.findall(r'class="button" href="([^"]*)"', thanks))


def test_a_report_needs_a_sentence_and_takes_no_more_than_a_page(client: FlaskClient, study: Study) -> None:
    assert report(client, sentence="  ") == 400
    assert report(client, sentence="x" * (LONGEST_SENTENCE + 1)) == 400
    assert report(client, sentence="a\0b") == 400
    assert Reports(study.database, study.clock).all_for(None) == []
    assert report(client, sentence="x" * LONGEST_SENTENCE) == 303


def test_reports_are_taken_only_so_often(client: FlaskClient) -> None:
    assert [report(client) for _ in range(21)] == [303] * 20 + [429]


def test_a_report_is_settled_opened_again_and_sent_without_names(client: FlaskClient) -> None:
    report(client, sentence="First.")
    report(client, sentence="Second.")
    listed = client.get("/reports/").text
    assert listed.index("Second.") < listed.index("First.")
    assert client.post("/reports/1/settle", data={"settled": "yes"}).status_code == 303
    assert "First." not in client.get("/reports/").text
    assert "First." in client.get("/reports/?show=settled").text
    sent = json.loads(client.get("/reports/file").data)
    assert [one["sentence"] for one in sent["reports"]] == ["Second."]
    client.post("/reports/1/settle", data={"settled": "no"})
    assert "First." in client.get("/reports/").text
    one = json.loads(client.get("/reports/1/file").data)["reports"][0]
    assert set(one) == {"at", "page", "position", "version", "sentence", "settled"}
    assert client.get("/reports/3/file").status_code == 404


@pytest.mark.databases
def test_a_teacher_sees_what_his_own_learners_report_and_a_visitor_reports_nothing(
    school: Flask, classroom: Classroom, study: Study
) -> None:
    assert report(school.test_client()) == 302, "to the door"
    oak = classroom.people.enrol("Mr Oak", "", WORDS, UserRole.TEACHER)
    rooms = {teacher: classroom.classes.make(teacher, name) for teacher, name in ((1, "Lower"), (oak.id, "Upper"))}
    for name, real_name, teacher in (("Knave", "Tom Bell", 1), ("Queen", "Ann Hart", oak.id), ("Ten", "", None)):
        who = classroom.people.enrol(name, real_name, WORDS)
        if teacher:
            classroom.classes.join(rooms[teacher].id, who.id)
        client = school.test_client()
        log_in(client, name)
        assert report(client, sentence=f"By {name}.") == 303
        assert client.get("/reports/").status_code == 403
    client = school.test_client()
    log_in(client, "Miss Vine")
    report(client, f"/classes/{rooms[1].id}", "The grid.", title="Tom Bell’s work")
    listed = client.get("/reports/").text
    assert "By Knave." in listed
    assert "Tom Bell" in listed
    assert "By Ten." in listed, "of no class: somebody has to see it"
    assert "By Queen." not in listed
    sent = client.get("/reports/file").text
    assert "By Knave." in sent
    assert "Tom" not in sent, "neither as the reporter nor in the title of a teacher’s page"
    others = next(one.id for one in Reports(study.database, study.clock).all_for(None) if "Queen" in one.sentence)
    assert client.post(f"/reports/{others}/settle", data={"settled": "yes"}).status_code == 404
