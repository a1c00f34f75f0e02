"""The pages of the masters: compared, at a step of a game, their rules, and whether they keep them."""

from __future__ import annotations

from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support.markup import without_term_links
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question
from tutor.library.agreement import AgreementVerdict, agreement, points
from tutor.library.catalogue import load
from tutor.library.views import read_view
from tutor.quizzes.wording import answer_key
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
        ("hand=S:AK", "2 cards where 13"),
        (f"hand={HAND}&us=31", "from 0 to 28"),
        (f"hand={HAND}&us=x", "from 0 to 28"),
        (f"hand={HAND}&part=looker-on", "the questions are those of the list"),
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
    assert "in a hundred" in page
    assert "The hands from which his author would have had him play it" in page


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
