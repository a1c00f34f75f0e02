"""The page of a guided deal without JavaScript: cards are buttons, where it stands is in the address."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.markup import Page
from tutor.library.guided_deals import GuidedDeal
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.web.services import Services

LESSON = "/lessons/whist-take-a-trick"


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    app.config["WTF_CSRF_ENABLED"] = False
    with app.test_client() as client:
        yield client
    app.config["WTF_CSRF_ENABLED"] = True


@pytest.fixture
def deals(app_parts: Services) -> list[GuidedDeal]:
    questions = app_parts.courses.lesson("whist-take-a-trick").questions
    return [question for question in questions if isinstance(question, GuidedDeal)]


def buttons(page: Page) -> list[str]:
    return [one.attributes["value"] or "" for one in page.all(".seat button.card")]


def play(client: FlaskClient, page: Page, card: str) -> Page:
    action = page.all("form.at-table")[0].attributes["action"] or ""
    return Page(client.post(action, data={"answer": card}, follow_redirects=True).text)


def test_the_first_page_of_whist_is_four_cards_to_play(client: FlaskClient, deals: list[GuidedDeal]) -> None:
    page = Page(client.get(LESSON).text)
    assert buttons(page) == [str(card) for card in deals[0].dealt.hands[deals[0].you]]
    assert not page.all(".feedback")


def test_a_wrong_card_is_played_out_and_taken_back_and_does_not_tell_the_right_one(client: FlaskClient) -> None:
    page = Page(client.get(LESSON).text)
    page = play(client, page, "S6")
    if not page.all("#back-card"):
        pytest.fail("a wrong card can be taken back")
    assert len(page.all(".trick .card")) == 4
    said = page.only(".feedback p[role=status]").text()
    assert "ace" not in said
    assert "beats the six" in said
    back = page.only("#back-card").attributes["href"] or ""
    again = Page(client.get(back).text)
    assert "SA" in buttons(again)


def test_the_whole_lesson_can_be_played_and_is_then_done(
    client: FlaskClient, deals: list[GuidedDeal], app_parts: Services
) -> None:
    questions = app_parts.courses.lesson("whist-take-a-trick").questions
    for deal in deals:
        address = f"{LESSON}?step={questions.index(deal) + 1}"
        page = Page(client.get(address).text)
        for card in GuidedExercise(deal).answer.split():
            going_on = page.all("#next")
            if not buttons(page) and going_on:
                page = Page(client.get(going_on[0].attributes["href"] or "").text)
            assert card in buttons(page), deal.name
            page = play(client, page, card)
        assert page.all(".outcome"), deal.name
    assert "done" in Page(client.get("/courses/whist").text).all("ol.lessons p.progress")[0].text()


def test_a_card_that_may_not_be_played_is_refused_and_nothing_is_lost(
    client: FlaskClient, deals: list[GuidedDeal]
) -> None:
    follow = next(deal for deal in deals if deal.name == "follow-suit")
    client_page = Page(client.get(f"{LESSON}?all=1").text)
    forms = [form.attributes["action"] or "" for form in client_page.all("form.at-table")]
    action = next(address for address in forms if f"/deals/{follow.code}" in address)
    for sent in ("SA", "XX", "", "HK HK"):
        refused = client.post(action, data={"answer": sent})
        assert refused.status_code == 400
        assert Page(refused.text).all(".fault[role=alert]")


@pytest.mark.parametrize("played", ["SA.SA", "XX", "-", "SA" * 400, "%00", "H2"])
def test_an_address_that_cannot_be_played_shows_the_beginning(client: FlaskClient, played: str) -> None:
    fresh = buttons(Page(client.get(LESSON).text))
    found = client.get(f"{LESSON}?step=1&played={played}")
    assert found.status_code == 200
    assert buttons(Page(found.text)) == fresh


def test_the_way_back_is_in_the_address(client: FlaskClient) -> None:
    page = Page(client.get(LESSON).text)
    action = page.all("form.at-table")[0].attributes["action"] or ""
    sent = client.post(action, data={"answer": "S6"})
    query = parse_qs(urlsplit(sent.headers["Location"]).query)
    assert sent.status_code == 303
    assert query.get("played") == ["S6"] or "played" not in query
