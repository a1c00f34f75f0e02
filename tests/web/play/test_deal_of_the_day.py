"""The deal of the day: the same for everybody on a day, another on the next, and played from the first page."""

from __future__ import annotations

import re
from datetime import date, timedelta

from flask.testing import FlaskClient

from tests.support.form_tokens import tokens
from tutor.seats import Seat
from tutor.study.study import Study
from tutor.web.play.deal_of_the_day import match_of, view_of

DAY = date(2026, 11, 23)


def test_a_deal_is_made_of_its_date_alone() -> None:
    deals = [match_of(DAY + timedelta(days)).deal(0) for days in range(28)]
    assert len(set(map(str, deals))) == 28
    match_of.cache_clear()
    assert [match_of(DAY + timedelta(days)).deal(0) for days in range(28)] == deals


def test_whoever_has_it_leads() -> None:
    view = view_of(DAY)
    assert view.seat is Seat.WEST
    assert view.trick is not None
    assert (view.trick.to_play, len(view.hand)) == (Seat.WEST, 13)


def test_the_card_that_was_clicked_on_the_first_page_is_on_the_table_and_the_deal_is_begun_once(
    client: FlaskClient, study: Study
) -> None:
    page = client.get("/").text
    cards = re.findall(r'name="act" value="(\w\w)"', page)
    assert len(cards) == 13
    for sent in ({"act": cards[4]}, {"act": cards[5]}, {}):
        assert client.post("/table/today", data={**tokens(page), **sent}).status_code == 303
    ((match,),) = [[*study.matches.all().values()]]
    assert match.records[0][0].endswith(cards[4])
    assert "Back to the table" in client.get("/").text


def test_a_card_that_is_not_in_the_hand_is_refused(client: FlaskClient) -> None:
    page = client.get("/").text
    held = set(re.findall(r'name="act" value="(\w\w)"', page))
    other = next(card for card in ("SA", "SK", "S2", "H2", "C2", "D2", "D3") if card not in held)
    assert client.post("/table/today", data={**tokens(page), "act": other}).status_code == 400
