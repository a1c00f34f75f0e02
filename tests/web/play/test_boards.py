"""Your own boards: reading a session, judging the plays by the author, the pages, and who may see them."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from tests.support.boards import EVENING, LIN
from tests.support.cases import for_each
from tests.support.markup import Page
from tutor.analysis.double_dummy import tricks_by_declarer
from tutor.auction import Declaration, Denomination
from tutor.authorities.rules import Advice
from tutor.cards import Card
from tutor.codes import CODES
from tutor.codes.contract_bridge import ContractBridge, duplicate_points
from tutor.deal import Deal
from tutor.errors import FaultyContent, Malformed
from tutor.exchange.pbn.table_record import pbn_of
from tutor.exchange.played_boards import LARGEST, MOST_BOARDS, PlayedBoard, read_session
from tutor.exchange.set_deals import recorded_deals
from tutor.seats import Seat, Side
from tutor.study.answers.boards import MOST_SESSIONS, SeatChoice, TooManySessions
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.study import Study
from tutor.tables.adherence import tallies
from tutor.tables.fixed_calls import SetContract, with_contract
from tutor.tables.review import review
from tutor.web.play.judging import PATIENT, BoardsJudged


def boards() -> tuple[PlayedBoard, ...]:
    return read_session(EVENING).boards


# ---- reading -----------------------------------------------------------------------------------------------------


def test_boards_of_today_are_read_as_they_were_called_and_played() -> None:
    first, second, third = boards()
    assert [one.number for one in boards()] == ["16", "17", "18"]
    assert str(first.table.calling.said[2]) == "Z bids four hearts"
    assert first.table.code.declaration(first.table.calling) is not None
    assert [str(act.what) for act in first.table.acts if isinstance(act.what, Card)][:4] == ["SK", "ST", "S4", "S2"]
    assert (first.tricks, second.tricks, third.tricks) == (11, 9, None)
    assert third.table.is_void


def test_the_calls_of_today_are_set_and_not_judged() -> None:
    first, *_ = boards()
    assert first.is_of_today
    assert first.table.fixed == 10
    assert all(isinstance(one.act.what, Card) for seat in Seat for one in review(first.table, seat, None))


def test_contract_bridge_is_no_game_of_the_tutor() -> None:
    assert ContractBridge.key not in CODES


def test_the_players_are_found_by_their_names_wherever_they_sat() -> None:
    first, _, third = boards()
    assert first.seat_of("wang") is Seat.SOUTH
    assert third.seat_of("Wang") is Seat.NORTH
    assert first.seat_of("Nobody") is None
    assert read_session(EVENING).names == ("Wang", "Blakset", "Sun", "Christiansen")


def test_a_claim_of_lin_is_the_result() -> None:
    (one,) = read_session(LIN).boards
    assert (one.number, one.tricks) == ("5", 10)
    assert not one.table.is_over


def test_a_board_of_the_tutor_is_played_under_its_own_code_and_its_calls_are_judged() -> None:
    game, deal = CODES["bridge-english-1901"], boards()[1].table.deal
    table = with_contract(game, deal, SetContract.parse("S", Seat.NORTH))
    (one,) = read_session(pbn_of(table)).boards
    assert not one.is_of_today
    assert one.table.code is game
    assert one.table.fixed == 0
    assert str(next(iter(review(one.table, Seat.NORTH, None))).act.what) == "declares spades"


def test_what_cannot_be_read_is_left_out_with_its_line() -> None:
    session = read_session(EVENING.replace("SK ST S4 S2", "SA ST S4 S2").replace('"4S"', '"9S"'))
    assert [one.number for one in session.boards] == ["18"]
    assert [fault.line for fault in session.faults] == sorted(fault.line for fault in session.faults)
    assert any("SA" in fault.what for fault in session.faults)
    assert any("‘9S’ is not a contract" in fault.what for fault in session.faults)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("x" * (LARGEST + 1), Malformed, "the most allowed is 300,000"),
        ("[Event nothing]", FaultyContent, "not well formed"),
        ('[Event "x"]', FaultyContent, "no Deal tag"),
        ("S:AKQ", Malformed, "four hands"),
        ('[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"]', FaultyContent, "PBN:1:1: n"),
    ],
)
def test_a_session_without_a_board_is_refused(text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        read_session(text)


def test_too_many_boards_are_refused() -> None:
    passed = EVENING.split("\n\n")[2]
    with pytest.raises(Malformed, match=f"the most allowed is {MOST_BOARDS}"):
        read_session("\n\n".join([passed] * (MOST_BOARDS + 1)))


# ---- judging -----------------------------------------------------------------------------------------------------


def test_the_rules_are_counted_over_all_boards() -> None:
    decisions = {one.place: tuple(review(one.table, Seat.EAST, None)) for one in boards()}
    found = tallies(decisions)
    judged = [one for reviewed in decisions.values() for one in reviewed if one.is_advised is not None]
    assert sum(rule.decided for rule in found) == len(judged) > 0
    assert sum(rule.followed for rule in found) == sum(bool(one.is_advised) for one in judged)
    assert [rule.broken for rule in found] == sorted((rule.broken for rule in found), reverse=True)


def test_an_ace_led_from_ace_and_king_is_judged() -> None:
    # East led the ace of hearts from A K 8 4 against four spades.
    second = boards()[1]
    lead = next(iter(review(second.table, Seat.EAST, None)))
    assert str(lead.act.what) == "HA"
    assert isinstance(lead.advice, Advice)
    assert lead.is_advised == (lead.act.what in (*lead.advice.answers, *lead.advice.acceptable))


def test_dummy_decides_nothing_and_the_declarer_both_hands() -> None:
    second = boards()[1]
    assert not list(review(second.table, Seat.SOUTH, None))
    assert {one.act.seat for one in review(second.table, Seat.NORTH, None)} == {Seat.NORTH, Seat.SOUTH}


def test_a_page_judges_only_what_it_has_time_for_and_the_next_goes_on() -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += PATIENT / 2
        return now[0]

    judged = BoardsJudged(clock)
    asked = {one.place: (one, Seat.EAST) for one in judged.session(EVENING).boards}
    first = judged.in_time(EVENING, asked)
    assert 0 < len(first) < len(asked)
    while len(found := judged.in_time(EVENING, asked)) < len(asked):
        assert len(found) > len(first)
        first = found
    assert found[1] == judged.decisions(EVENING, asked[1][0], Seat.EAST)


def test_boards_forget_the_oldest() -> None:
    judged = BoardsJudged(kept=2)
    first = judged.session(EVENING)
    judged.session(LIN)
    assert judged.session(EVENING) is first
    judged.session(EVENING.replace("Wang", "Wong"))
    judged.session(LIN)
    assert judged.session(EVENING) is not first


# ---- keeping -----------------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_a_session_is_kept_chosen_and_deleted(study: Study) -> None:
    key = study.boards.add("Club", EVENING, SeatChoice())
    assert study.boards.add("Again", EVENING, SeatChoice(player="Sun")) == key, "sent twice, kept once"
    study.boards.choose(key, SeatChoice(player="Wang"))
    found = study.boards.find(key)
    assert found is not None
    assert (found.title, found.seat_choice, found.text) == ("Club", SeatChoice(player="Wang"), EVENING)
    study.boards.choose(key, SeatChoice(seat=Seat.WEST))
    assert study.boards.all() == (replace(found, seat_choice=SeatChoice(seat=Seat.WEST)),)
    study.boards.delete(key)
    study.boards.delete(key)
    assert study.boards.all() == ()


@pytest.mark.databases
def test_nobody_else_has_it(study: Study) -> None:
    key = study.boards.add("Club", EVENING, SeatChoice())
    other = study.of(ONLY_LEARNER + 1)
    other.boards.delete(key)
    other.boards.choose(key, SeatChoice(player="Wang"))
    assert other.boards.find(key) is None
    assert other.boards.all() == ()
    assert study.boards.all()[0].seat_choice == SeatChoice()


def test_there_is_a_limit(study: Study) -> None:
    for number in range(MOST_SESSIONS):
        study.boards.add("Club", f"{EVENING}{number}", SeatChoice())
    with pytest.raises(TooManySessions, match="100 sessions"):
        study.boards.add("Club", EVENING, SeatChoice())


# ---- pages -------------------------------------------------------------------------------------------------------


def imported(client: FlaskClient, **typed: object) -> str:
    response = client.post("/boards/", data={"text": EVENING} | typed)
    assert response.status_code == 303, unescape(response.text)
    return response.headers["Location"]


def test_a_session_shows_its_boards_and_which_rules_were_followed(client: FlaskClient) -> None:
    address = imported(client, name="christiansen", title="Tuesday")
    page = Page(client.get(address).text)
    words = page.words()
    assert "Tuesday" in words
    assert "Foster wrote for auction bridge of 1910" in words
    assert "Five clubs, doubled, by B" in words
    assert "Made 11, just enough" in words
    assert "Made 9, one short" in words
    assert "Passed out" in words
    assert re.search(r"Rules followed: \d+ of \d+", words)
    assert len(page.all("table.boards tbody tr")) == 3
    assert not list(page.faults())


def test_a_file_is_imported_and_named_after_itself(client: FlaskClient) -> None:
    address = imported(client, text="", file=(BytesIO(LIN.encode()), "evening.lin"))
    page = client.get(address).text
    assert "evening.lin" in page
    assert "Choose whose plays are yours" in page


def test_the_same_session_twice_is_one(client: FlaskClient) -> None:
    assert imported(client) == imported(client)


def test_the_player_is_chosen_by_name_or_by_seat(client: FlaskClient) -> None:
    address = imported(client)
    for chosen, name in (("player:Sun", "Sun"), ("seat:E", "Always East (Z)")):
        assert client.post(f"{address}seat", data={"who": chosen}).status_code == 303
        page = Page(client.get(address).text)
        assert page.only("select[name=who] option[selected]").text().strip() == name
    refused = client.post(f"{address}seat", data={"who": "player:Zzz"})
    assert refused.status_code == 400
    assert "there is no player" in refused.text.lower()


def test_a_board_shows_each_decision_on_both_axes(client: FlaskClient) -> None:
    address = imported(client, name="Christiansen")
    page = Page(client.get(f"{address}2").text)
    words = page.words()
    assert "Four spades, by B. Made 9, one short." in words
    assert "Z plays the ace of hearts" in words
    assert "Hindsight" in words
    assert not list(page.faults())


def test_a_board_has_the_facts_and_the_hindsight_of_other_deals(client: FlaskClient) -> None:
    """Five clubs doubled and made by N, not vulnerable: 550 by the tables of duplicate bridge."""
    page = Page(client.get(f"{imported(client, name='Sun')}1").text)
    facts = [node.text(strip=True) for node in page.only(".facts-of-deal").css("div")]
    assert facts == ["SeatB", "PlayedFive clubs, doubled, by B", "Tricks11", "Score of AB550"]
    assert "With all hands open and best play by everybody, AB take" in page.only(".hindsight-line").text()
    assert not list(page.faults())


def test_the_plays_of_a_deal_of_a_book_stand_beside_the_author(client: FlaskClient) -> None:
    """The author's line is in the traveller of boards of a game that the author wrote of, and of no others."""
    game, deal = CODES["bridge-english-1901"], boards()[1].table.deal
    text = pbn_of(with_contract(game, deal, SetContract.parse("S", Seat.NORTH)))
    page = Page(client.get(f"{imported(client, text=f'{text}{chr(10)}{text}')}1").text)
    assert "Hellespont’s rules" in page.only("#by-the-author").text()
    assert not list(page.faults())
    of_today = client.get(f"{imported(client, text=f'{EVENING}{chr(10)}{EVENING}')}1").text
    assert "traveller-lines" in of_today
    assert "by-the-author" not in of_today


def test_a_board_is_stepped_through(client: FlaskClient) -> None:
    address = imported(client, name="Christiansen")
    page = Page(client.get(f"{address}2/5").text)
    assert "Z plays the ace of hearts" in page.words()
    assert "Back to the deal" in page.words()
    assert not list(page.faults())
    assert client.get(f"{address}2/99").status_code == 404
    assert client.get(f"{address}9").status_code == 404


def test_what_was_left_out_is_listed_with_its_line(client: FlaskClient) -> None:
    address = imported(client, text=EVENING.replace('"4S"', '"9S"'))
    assert "‘9S’ is not a contract" in client.get(address).text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"text": ""}, "There are no boards"),
        ({"text": "[Deal nonsense"}, "Line 1"),
        ({"text": "nonsense"}, "not a deal"),
        ({"name": "Nobody"}, "there is no player ‘Nobody’"),
        ({"text": "md|9|"}, "names no dealer"),
    ],
)
def test_what_cannot_be_imported_is_told_and_the_text_stays(
    client: FlaskClient, typed: dict[str, str], says: str
) -> None:
    response = client.post("/boards/", data={"text": EVENING} | typed)
    assert response.status_code == 400
    page = unescape(response.text)
    assert says.lower() in page.lower()
    assert typed.get("text", "Club night") in page


def test_a_session_is_deleted_after_a_question(client: FlaskClient) -> None:
    address = imported(client, title="Tuesday")
    asked = client.get(f"{address}delete")
    assert "“Tuesday” has 3 boards" in unescape(asked.text)
    assert client.get(address).status_code == 200
    assert client.post(f"{address}delete").status_code == 303
    assert client.get(address).status_code == 404
    assert client.post(f"{address}delete").status_code == 404


def test_the_export_has_the_same_plays_and_notes_of_the_author(client: FlaskClient) -> None:
    address = imported(client, name="Christiansen")
    text = client.get(f"{address}pbn").data.decode("latin-1")
    before, after = recorded_deals(EVENING), recorded_deals(text)
    assert [(one.deal.hands, one.cards, one.declarers_tricks) for one in after] == [
        (one.deal.hands, one.cards, one.declarers_tricks) for one in before
    ]
    if '[Note "' in text:
        assert "would play" in text


def test_a_hostile_title_is_text(client: FlaskClient) -> None:
    address = imported(client, title="<script>alert(1)</script>")
    assert "<script>alert(1)" not in client.get(address).text
    assert "<script>alert(1)" not in client.get("/boards/").text


# ---- the same deal at several tables ------------------------------------------------------------------------------


@for_each(
    ("contract", "tricks", "vulnerable", "points"),
    [
        ("1C", 7, False, 70),
        ("2S", 8, True, 110),
        ("3N", 9, False, 400),
        ("3N", 11, True, 660),
        ("4S", 10, True, 620),
        ("4S", 9, False, -50),
        ("4S", 7, True, -300),
        ("5CX", 11, False, 550),
        ("2HX", 8, False, 470),
        ("2HX", 9, True, 870),
        ("1NXX", 7, False, 560),
        ("4SX", 6, False, -800),
        ("4SX", 7, True, -800),
        ("4SXX", 8, False, -600),
        ("6H", 12, True, 1430),
        ("7N", 13, False, 1520),
    ],
)
def test_a_contract_of_today_scores_as_the_tables_of_duplicate_bridge_have_it(
    contract: str, tricks: int, vulnerable: bool, points: int
) -> None:
    """The figures are those that are printed on every bidding box."""
    number, letter, doubled = int(contract[0]), contract[1], contract.count("X")
    declaration = Declaration(Denomination(letter), Seat.SOUTH, doubled, number)
    assert duplicate_points(declaration, tricks, vulnerable=vulnerable) == points


def test_who_is_vulnerable_follows_the_tag_or_the_number_of_the_board() -> None:
    """Law 2: the sixteen boards of a set."""
    first, second, third = boards()
    assert [one.vulnerable for one in (first, second, third)] == [(Side.EW,), (), (Side.NS,)]
    told = read_session(EVENING.replace('[Board "17"]', '[Board "17"]\n[Vulnerable "All"]')).boards[1]
    assert told.vulnerable == (Side.NS, Side.EW)


def test_the_plays_of_one_deal_in_a_file_are_compared(client: FlaskClient) -> None:
    again = EVENING.replace('[Result "11"]', '[Result "10"]').replace("Sun", "Moon")
    address = imported(client, text=f"{EVENING}\n{again}")
    page = Page(client.get(f"{address}1").text)
    assert not list(page.faults())
    rows = [[node.text(strip=True) for node in row.css("td.figure")] for row in page.all(".traveller-lines tbody tr")]
    deal = Deal.parse("W:AJ9754.J62.K62.6 32..A954.AQJ9875 KQ86.KQT843.QJ.K T.A975.T873.T432", Seat.WEST)
    best = str(tricks_by_declarer(deal)[Denomination.CLUBS, Seat.NORTH])
    assert rows == [["550", "2", best], ["-100", "0", best]], "five clubs doubled, made, and one short"
    assert "Moon" in page.words()
    assert f"{address}4" in list(page.links())
    assert "Traveller" not in client.get(f"{imported(client)}1").text
