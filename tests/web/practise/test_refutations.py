"""What a wrong card costs, as pages: one of each class, stepped through, taken back, and played on at a table."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tutor.study.study import Study

pytestmark = pytest.mark.slow

REFUTED = "/practice/cb5a5546/0/D7"
CONVENTION = "/practice/c16ba665/0/SQ"
EQUAL = "/practice/a4838e79/10/C5"
NO_DIFFERENCE = "/practice/bebcf464/1/S7"


def words(client: FlaskClient, address: str) -> str:
    """What a page says in its main part, with single spaces."""
    answer = client.get(address)
    assert answer.status_code == 200
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub("<[^>]+>", " ", main).split())


def test_the_verdict_on_a_wrong_card_leads_to_what_it_costs_and_on_a_right_one_does_not(client: FlaskClient) -> None:
    assert re.search(rf'href="{REFUTED}/refutation"\s+id="see-cost"', client.get(REFUTED).text)
    asked = client.get("/practice/cb5a5546/0").text
    keys = re.findall(r'name="answer" value="(\w\w)"', asked)
    costed = [key for key in keys if 'id="see-cost"' in client.get(f"/practice/cb5a5546/0/{key}").text]
    assert 0 < len(costed) < len(keys)
    free = next(key for key in keys if key not in costed)
    assert client.get(f"/practice/cb5a5546/0/{free}/refutation").status_code == 404
    assert client.get("/practice/cb5a5546/0/nothing/refutation").status_code == 404


def test_a_refutation_is_stepped_through_to_the_sentence_that_sums_it_up(client: FlaskClient) -> None:
    address, told = f"{REFUTED}/refutation", ""
    pages = 0
    while address != REFUTED.rpartition("/")[0]:
        told, pages = words(client, address), pages + 1
        assert "This is one possible layout of the cards." in told
        assert ("You made" in told) is ("Try again" in told)
        page = client.get(address).text
        found = re.search(r'id="next" href="([^"]+)"', page)
        assert found is not None
        address = found[1]
    assert pages == 1 + 7, "the position, and two tricks of which one card had been led"
    assert re.search(r"You made 0 of these 2 tricks\. With the \w+( of \w+)? you make 2\.", told)
    assert re.search(r"We tried \d+ layouts that fit what you saw\. With the seven", told)
    better = words(client, f"{REFUTED}/refutation?line=better&card=99")
    assert re.search(r"You made 2 of these 2 tricks\. With the seven( of \w+)? you make 0\.", better)


def test_all_four_hands_lie_open_and_the_learner_sits_below(client: FlaskClient) -> None:
    text = client.get(f"{REFUTED}/refutation").text
    assert text.count('class="card back"') == 0
    assert re.search(r'class="seat s[^>]*>\s*<h2 class="who"><b>\w</b> · you', text)
    assert "Take it back" in text


def test_the_learner_plays_on_from_the_layout_at_a_table(client: FlaskClient, study: Study) -> None:
    answer = client.post(f"{REFUTED}/refutation", data={"card": "3"})
    assert answer.status_code == 303
    ((match,),) = [[*study.matches.all().values()]]
    play = match.table.play
    assert play is not None
    assert len(play.trick.cards) >= 1 or play.tricks
    assert client.get(answer.location).status_code == 200


def test_a_convention_says_what_partner_would_infer(client: FlaskClient) -> None:
    told = words(client, f"{CONVENTION}/refutation")
    assert "No trick: this is a convention." in told
    assert "But your partner reads your card." in told
    assert "From the queen your partner may read a different hand:" in told
    assert client.post(f"{CONVENTION}/refutation").status_code == 404


def test_an_equal_card_and_one_that_makes_no_difference_are_said_to_be_so(client: FlaskClient) -> None:
    assert "Nothing: the cards are equal." in words(client, f"{EQUAL}/refutation")
    told = words(client, f"{NO_DIFFERENCE}/refutation")
    assert "We found no layout where it costs a trick." in told
    assert re.search(r"We tried \d+ layouts that fit what you saw", told)
