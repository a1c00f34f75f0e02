"""A contract that is set, on the form of the practice table and on that of an assignment."""

from __future__ import annotations

from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support.markup import Page
from tests.tables.test_fixed_calls import DEAL, HANDS, PLAY

CHOICES = {"code": "auction-1910", "seat": "A", "strictness": "guided", "seed": "7"}
WEST_DEALS = f'[Dealer "W"]\n{DEAL}\n[Declarer "N"]\n[Contract "4S"]\n'


def begin(client: FlaskClient, **choices: str) -> str:
    response = client.post("/table/", data=CHOICES | choices)
    assert response.status_code == 303, unescape(response.text)
    return response.headers["Location"]


def refused(client: FlaskClient, **choices: str) -> str:
    response = client.post("/table/", data=CHOICES | choices)
    assert response.status_code == 400
    return unescape(response.text)


def test_a_pasted_contract_begins_with_the_lead(client: FlaskClient) -> None:
    page = client.get(begin(client, pbn=WEST_DEALS)).text
    assert "The contract is set for this deal" in page
    assert "Undo" not in page
    assert "Your turn" in page or "to play" in page


def test_it_can_begin_with_the_calls_all_the_same(client: FlaskClient) -> None:
    page = client.get(begin(client, pbn=WEST_DEALS, start="calls", seat="Y")).text
    assert "The contract is set" not in page
    assert "Y deals" in page


def test_it_can_go_on_after_the_recorded_cards(client: FlaskClient) -> None:
    text = f'[Dealer "N"]\n{DEAL}\n[Declarer "N"]\n[Contract "4S"]\n{PLAY}'
    page = client.get(begin(client, pbn=text, start="cards")).text
    assert "The play so far" in page


def test_a_contract_is_chosen_on_the_form(client: FlaskClient) -> None:
    words = Page(client.get(begin(client, contract="3NT", declarer="Y")).text).words()
    assert "three no trumps" in words.lower()


def test_a_random_deal_can_be_played_in_a_contract_too(client: FlaskClient) -> None:
    address = begin(client, contract="2h", declarer="A", seat="Y")
    assert "The contract is set" in client.get(address).text


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"contract": "3NT"}, "it has no declarer"),
        ({"declarer": "Y"}, "there is no contract to declare"),
        ({"contract": "9S", "declarer": "Y"}, "not a contract"),
        ({"contract": "1S", "declarer": "B"}, "can declare it"),
        ({"contract": "2S", "declarer": "A", "code": "whist-short-1859"}, "has no calls"),
        ({"contract": "2S", "declarer": "Y", "code": "bridge-english-1901"}, "only A or B can declare it"),
        ({"pbn": f'[Dealer "N"]\n{DEAL}\n[Contract "4S"]'}, '[Contract "4S"]: nobody is named'),
        ({"start": "nowhere"}, "it is not one of the three"),
    ],
)
def test_what_cannot_be_set_is_refused_and_nothing_is_lost(
    client: FlaskClient, choices: dict[str, str], says: str
) -> None:
    page = refused(client, **choices)
    assert says in page
    for name, value in choices.items():
        if name in ("contract", "pbn"):
            assert value in page


def test_the_seats_name_the_real_dealer_and_the_declarer(client: FlaskClient) -> None:
    page = Page(refused(client, pbn=WEST_DEALS, seed="x" * 50))
    names = [option.text().strip() for option in page.all("select[name=seat] option")]
    assert names == ["A", "Y, dealer", "B, declarer", "Z"]


def test_without_a_deal_the_first_dealer_is_named(client: FlaskClient) -> None:
    names = [option.text().strip() for option in Page(client.get("/table/").text).all("select[name=seat] option")]
    assert names == ["A, dealer", "Y", "B", "Z"]


def test_the_set_calls_stay_when_a_match_is_resumed(client: FlaskClient) -> None:
    text = f"{WEST_DEALS}\n{WEST_DEALS}"
    address = begin(client, pbn=text)
    first, again = (client.get(address).text for _ in range(2))
    assert "The contract is set" in first
    assert "The contract is set" in again


def test_a_line_of_hands_is_still_called(client: FlaskClient) -> None:
    assert "The contract is set" not in client.get(begin(client, pbn=HANDS)).text
