"""An experiment on the page of its lesson: guessed, dealt, counted, compared; whole without a script."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.support.markup import Page
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses

LESSONS = load_courses(load()).lessons
ONE_CARD = "/lessons/odds-one-card"
CODE = LESSONS["odds-one-card"].questions[0].code
FIRST = f"{ONE_CARD}?step=1"


def columns_of(html: str) -> list[int]:
    """How often it happened in each batch that is drawn."""
    return [int(column.attributes["data-times"] or "") for column in Page(html).all("svg g[data-times]")]


def test_nothing_of_the_chance_is_told_before_it_is_guessed(client: FlaskClient) -> None:
    text = client.get(FIRST).text
    assert "Deal 1,000 hands" in text
    assert "Exactly" not in text
    assert "data-experiment" not in text


def test_a_guess_is_answered_by_a_thousand_deals(client: FlaskClient) -> None:
    answered = client.post(f"{ONE_CARD}/questions/{CODE}", data={"answer": "1 in 2"}, follow_redirects=True)
    page = Page(answered.text)
    columns = columns_of(answered.text)
    assert len(columns) == 10
    times = sum(columns)
    said = " ".join(page.only("figure.experiment [data-said]").text().split())
    assert said == f"In 1,000 deals it happened {times} times. Exactly: 33.3 deals in 100 (1 in 3, 2 to 1 against)."
    assert page.only("figure.experiment progress").attributes["value"] == "1000"
    assert "Cælebs prints “2 to 1 against”: right." in page.only(".claimed").text()
    assert 'class="guess"' in answered.text
    assert "Not 50." in answered.text


def test_the_cards_are_dealt_again_by_another_seed(client: FlaskClient) -> None:
    client.post(f"{ONE_CARD}/questions/{CODE}", data={"answer": "no guess"})

    def columns(address: str) -> list[int]:
        return columns_of(client.get(address).text)

    first = columns(FIRST)
    again = Page(client.get(FIRST).text).only("#deal-again").attributes["href"] or ""
    assert "seed=2" in again
    assert columns(again) != first
    assert columns(f"{FIRST}&seed=1") == columns(f"{FIRST}&seed=no") == columns(f"{FIRST}&seed={10**30}") == first


def test_what_is_no_guess_is_refused_and_not_kept(client: FlaskClient) -> None:
    refused = client.post(f"{ONE_CARD}/questions/{CODE}", data={"answer": "often"})
    assert refused.status_code == 400
    assert "not a chance" in refused.text
    assert "data-unanswered" in client.get(FIRST).text


def test_one_of_which_nothing_is_asked_is_dealt_by_a_link(client: FlaskClient) -> None:
    whole = client.get("/lessons/odds-several-cards?all=1").text
    assert "56.5 to 1" not in whole
    dealt = client.get("/lessons/odds-several-cards?all=1&dealt=deal-hel-odds-four-aces-one-adversary").text
    assert "about 56.5 to 1 against" in dealt
    assert "Hellespont prints “57½ to one”: wrong" in dealt


def test_on_paper_the_exact_chance_stands_with_the_answers(client: FlaskClient) -> None:
    handout = client.get(f"{ONE_CARD}/handout").text
    before, answers = handout.split('<section class="answers"')
    assert "33.3 deals in 100" not in before
    assert "33.3 deals in 100" in answers
    assert "about 56.5 to 1 against" in client.get("/lessons/odds-several-cards/handout").text
