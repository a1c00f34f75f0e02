"""The pages of the masters: compared, at a step of a game, their rules, and whether they keep them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.markup import without_term_links
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question
from tutor.library.agreement import AgreementVerdict, agreement, points
from tutor.library.catalogue import load
from tutor.library.positions import Positions, read_position
from tutor.library.views import read_view
from tutor.quizzes.wording import answer_key
from tutor.web.explore.position_form import comparison_url
from tutor.web.formatting import aloud

HAND = "S:AQJT H:QJ4 C:KT2 D:752"


def read(client: FlaskClient, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, response.text
    return unescape(without_term_links(response.text))


def test_a_hand_is_put_to_every_author_who_has_a_rule_for_it(client: FlaskClient) -> None:
    page = read(client, f"/masters/?hand={HAND}")
    view = read_view({"seat": "A", "hand": HAND})
    for author in AUTHORITIES.values():
        advice = author.advise(view, Question.DECLARE)
        if isinstance(advice, Advice):
            assert advice.rule.says in page
            assert str(advice.citation) in page
        else:
            assert advice.because in page
    assert 'id="boundary"' not in page
    assert 'id="boundary"' in read(client, f"/masters/?hand={HAND}&boundary=1")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("hand=S:AK", "2 cards instead of 13"),
        (f"hand={HAND}&us=31", "from 0 to 28"),
        (f"hand={HAND}&us=x", "not a whole number"),
        (f"hand={HAND}&part=looker-on", "Choose a question of the list"),
        (f"hand={HAND}&part=leader&trumps=Q", "‘Q’"),
        ("hand=<script>", "is not a hand"),
    ],
)
def test_what_cannot_be_asked_is_told_and_kept_in_the_form(client: FlaskClient, query: str, says: str) -> None:
    page = read(client, f"/masters/?{query}", 400)
    assert says in page
    assert "<script>" not in client.get(f"/masters/?{query}").text.split("<body>")[1]


def test_who_has_still_to_decide_is_not_told_what_the_masters_say(client: FlaskClient) -> None:
    game = load().game("hel-game-01")
    decision = game.decisions[0]
    before = client.get(f"/games/{game.id}/masters/{decision.step - 1}")
    assert before.status_code == 302
    assert before.location.endswith("#decision")
    answer = {"answer": answer_key(decision.answer)}
    assert client.post(f"/games/{game.id}/decisions/{decision.id}", data=answer).status_code == 303
    assert "<h1>Compare the authors</h1>" in read(client, f"/games/{game.id}/masters/{decision.step - 1}")


def test_at_a_step_only_what_the_player_sees_is_shown(client: FlaskClient) -> None:
    """Y, about to lead, sees his own thirteen cards and no others."""
    game = load().game("hel-game-07")
    page = read(client, f"/games/{game.id}/masters/{len(game.calls)}").split("<main", 1)[1]
    leader = game.plays[0].to_play
    for seat, hand in game.deal.hands.items():
        assert (aloud(hand) in page) is (seat is leader)


def test_a_card_can_be_read_and_another_weighed(client: FlaskClient) -> None:
    page = read(client, "/games/hel-game-03/masters/4?read=0&card=C3")
    assert "in 100 hands" in page
    assert "the hands from which the author would play it" in page


@pytest.mark.parametrize("step", ["60", "99999", "x"])
def test_there_is_no_step_after_the_last(client: FlaskClient, step: str) -> None:
    assert client.get(f"/games/hel-game-03/masters/{step}").status_code == 404


def test_every_rule_of_every_author_is_shown(client: FlaskClient) -> None:
    assert all(f"/rules/{key}" in read(client, "/rules/") for key in AUTHORITIES)
    for key, author in AUTHORITIES.items():
        page = read(client, f"/rules/{key}")
        assert all(rule.says in page for rule in author.rules)
    assert client.get("/rules/nobody").status_code == 404


@pytest.mark.slow
def test_every_parting_of_an_author_from_his_rules_is_shown_and_explained(client: FlaskClient) -> None:
    page = read(client, "/agreement")
    parting = [one for one in agreement(load()) if one.verdict is AgreementVerdict.PARTS]
    for one in parting:
        assert f'id="{one.point.id}"' in page
        assert one.explanation, f"{one.point.id} is not explained"
        assert one.explanation.because in page
    assert set(load().explanations) == {one.point.id for one in parting}


def test_points_have_names_of_their_own() -> None:
    names = [point.id for point in points(load())]
    assert len(set(names)) == len(names)


# ---- any position ------------------------------------------------------------------------------------------------

OF_WHIST = "asked=whist second hand&hand=S:A963 H:86 C:73 D:AKQ74&trick=S5&trumps=S"
OF_BRIDGE = "asked=bridge third hand&hand=S:A96 H:86 C:753 D:AKQ74&trick=S5 SK&trumps=H&exposed=S:2 H:JT943 C:A64 D:J32"
OF_AUCTION = "asked=auction lead&hand=S:AK52 H:86 C:753 D:A974&trumps=H"


@pytest.mark.parametrize(
    ("query", "author", "written"),
    [
        (OF_WHIST, "caelebs", "second hand | seat B | hand S:A963 H:86 C:73 D:AKQ74 | trumps S | trick Y S5"),
        (
            OF_BRIDGE,
            "hellespont",
            "third hand | seat Z | hand S:A96 H:86 C:753 D:AKQ74 | calls A declares hearts"
            " | exposed B S:2 H:JT943 C:A64 D:J32 | trick Y S5, B SK",
        ),
        (
            OF_AUCTION,
            "foster",
            "lead | seat Y | hand S:AK52 H:86 C:753 D:A974"
            " | calls A bids 1 heart, Y passes, B passes, Z passes | trick",
        ),
    ],
)
def test_any_position_is_put_to_the_authors_who_write_of_its_game(
    client: FlaskClient, query: str, author: str, written: str
) -> None:
    position = read_position(written)
    advice = AUTHORITIES[author].advise(position.view, position.question)
    assert isinstance(advice, Advice)
    page = read(client, f"/masters/?{query}")
    assert advice.rule.says in page
    assert str(advice.citation) in page


@pytest.mark.parametrize(
    ("query", "says"),
    [
        (f"{OF_WHIST}&tricks=S2 S3 S4", "3 cards and needs 4"),
        (OF_WHIST.replace("trick=S5", "trick=SA"), "the ace of spades is there twice"),
        (OF_WHIST.replace("trick=S5", "trick=S5 S6"), "second hand"),
        (f"{OF_AUCTION}&calls=A bids 1 heart", "Y must still bid, double or pass"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(client: FlaskClient, query: str, says: str) -> None:
    page = read(client, f"/masters/?{query}", 400)
    assert says in page
    assert "{'" not in page


@pytest.mark.parametrize("author", list(AUTHORITIES))
def test_every_position_on_which_a_rule_decides_has_an_address(app: Flask, author: str) -> None:
    """The form that an address fills writes the same position again, whoever’s rule and whichever question it is."""
    positions = Positions()
    lines = [line for rule in AUTHORITIES[author].rules for line in positions.plain(rule.id)[:1]]
    assert lines
    with app.test_request_context():
        for line in lines:
            position = read_position(line)
            assert comparison_url(position.view, position.question), line


def test_the_end_of_a_deal_leads_to_the_comparison_of_each_decision(client: FlaskClient) -> None:
    """A game of the books, given to a table after ten tricks and played out."""
    table = client.post("/table/from/hel-game-03/40").location
    page = read(client, table)
    for _ in range(12):
        card = re.search(r'name="act" value="(\w\w)"', page)
        client.post(f"{table}/act", data={"act": card[1]}) if card else client.post(f"{table}/go-on")
        page = read(client, table)
    assert 'id="review-heading"' in page
    urls = re.findall(r'href="(/masters/\?[^"]+)">Compare the authors', page)
    assert urls
    assert "<h1>Compare the authors</h1>" in read(client, urls[0])
