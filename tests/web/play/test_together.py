"""Tables of several people: who may be there, what each of them sees, and what comes of two who act at once."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.cases import for_each
from tests.support.clock import FakeClock
from tests.support.markup import Page
from tests.support.school import WORDS, log_in
from tests.tables.test_fixed_calls import played_out
from tests.web.play.test_tables import simple
from tutor.authorities.rules import Advice
from tutor.cards import PACK, Card
from tutor.codes import code
from tutor.deal import Deal
from tutor.seats import Seat
from tutor.study.answers.answers import LogEntry
from tutor.study.answers.shared_tables import AWAY_AFTER, SharedTable, TableSpec
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.purging import purge
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.review import advised
from tutor.tables.table import Table
from tutor.web.classroom import travellers

NAMES = ("Ann", "Ben", "Cole", "Dora")
SPADES = "declares spades"
GAME = {"code": "bridge-english-1901", "strictness": "guided", "joining": "class"}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def people(school: Flask, classroom: Classroom) -> Sequence[FlaskClient]:
    """Four learners of a class of Miss Vine, logged in; then Eve of another class."""
    vine = classroom.people.teachers()[0]
    rooms = [classroom.classes.make(vine.id, name) for name in ("Lower Fifth", "Upper Sixth")]
    clients = []
    for name in (*NAMES, "Eve"):
        who = classroom.people.enrol(name, f"{name} Bell", WORDS)
        classroom.classes.join(rooms[name == "Eve"].id, who.id)
        client = school.test_client()
        log_in(client, name)
        clients.append(client)
    return clients


def number(location: str) -> int:
    found = re.search(r"/together/(\d+)", location)
    assert found, location
    return int(found[1])


def begun(people: Sequence[FlaskClient], classroom: Classroom, seated: int = 4, **choices: str) -> int:
    """A table with so many of the people, dealt."""
    key = number(people[0].post("/together/", data=GAME | {"room": "1"} | choices).location)
    code = classroom.shared_tables.find(key).code
    for client in people[1:seated]:
        assert client.post("/together/join", data={"table": code.lower()}).status_code == 303
    assert people[0].post(f"/together/{key}/start").status_code == 303
    return key


def act(people: Sequence[FlaskClient], classroom: Classroom, key: int, *, times: int = 1) -> SharedTable:
    """Whoever’s turn it is acts, as simply as may be; where the tutor has to, somebody lets it."""
    tables, random = classroom.shared_tables, Random(5)
    for _ in range(times):
        table = tables.find(key)
        shared = table.shared(tables.now)
        deal = shared.match.table
        if deal.is_over:
            break
        player = shared.decider(deal)
        assert player is not None
        if player not in shared.people:
            someone = next(iter(shared.people))
            answer = people[list(Seat.SOUTH.round()).index(someone)].post(f"/together/{key}/go-on")
        else:
            what = simple(deal.view(shared.seat_of(player, deal)), deal.code, deal.lawful(), random)
            place = deal.code.players.index(player)
            answer = people[place].post(f"/together/{key}/act", data=now(table) | {"act": str(what)})
        assert answer.status_code == 303, answer.text
    return tables.find(key)


def now(table: SharedTable) -> dict[str, str]:
    """What forms of a page say of the state of the table on it."""
    return {"deal": str(len(table.match.records)), "after": str(len(table.match.records[-1]))}


# ---- who may be there ---------------------------------------------------------------------------------------------


def test_a_tutor_of_one_learner_says_that_playing_with_others_needs_a_classroom(client: FlaskClient) -> None:
    page = client.get("/together/")
    assert page.status_code == 200
    assert "needs a classroom" in page.text
    assert client.post("/together/", data=GAME).status_code == 404
    assert client.get("/together/1").status_code == 404


def test_four_sit_down_by_code_and_play_a_deal_to_its_end(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key = begun(people, classroom)
    table = act(people, classroom, key, times=70)
    assert table.match.table.is_over
    assert len(table.match.table.acts) >= 52
    pages = [client.get(f"/together/{key}").text for client in people[:4]]
    assert sum("Your decisions" in page for page in pages) >= 3, "all but dummy have decided something"
    for client in people[:4]:
        assert client.get(f"/together/{key}/deals/1/3").status_code == 200


def test_the_table_is_open_to_its_class_and_to_nobody_else(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    *_, dora, eve = people
    listed, by_code = begun(people, classroom, 2), begun(people, classroom, 2, joining="code")
    assert dora.get(f"/together/{listed}").status_code == 200
    assert f"/together/{listed}" in dora.get("/together/").text
    assert dora.get(f"/together/{by_code}").status_code == 404
    assert f"/together/{by_code}" not in dora.get("/together/").text
    for key in (listed, by_code):
        assert eve.get(f"/together/{key}").status_code == 404
        assert eve.get(f"/together/{key}/version").status_code == 404
        assert eve.post(f"/together/{key}/sit", data={"seat": "B"}).status_code == 404
        assert eve.post("/together/join", data={"table": classroom.shared_tables.find(key).code}).status_code == 400
        for page in ("act", "go-on", "claim", "undo", "answer", "next", "leave", "start", "close", "here"):
            assert eve.post(f"/together/{key}/{page}").status_code == 404, page


def test_a_guest_without_a_seat_sees_no_card_and_cannot_act(
    people: Sequence[FlaskClient], classroom: Classroom
) -> None:
    key = begun(people, classroom, 2)
    dora, page = people[3], people[3].get(f"/together/{key}").text
    assert not [card for card in PACK if card.name in page]
    for name in ("act", "go-on", "claim", "undo", "answer", "next"):
        assert dora.post(f"/together/{key}/{name}").status_code == 404, name
    assert dora.get(f"/together/{key}/watch").status_code == 404
    assert dora.get(f"/together/{key}/deals/1/0").status_code == 404


def test_who_was_dismissed_from_the_class_plays_no_more(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    key = begun(people, classroom)
    learner = classroom.people.find("Ben")
    assert learner is not None
    teacher.post(f"/classes/1/learners/{learner.id}/dismiss")
    classroom.classes.dismiss(classroom.classes.of_teacher(1, 1), learner.id)
    assert people[1].get(f"/together/{key}").status_code == 404


# ---- what each sees -----------------------------------------------------------------------------------------------


FACE = re.compile(
    r'class="(?:card|chip)[^"]*\b(spade|heart|diamond|club)s\b[^>]*>.*?<b(?: class="index")?>([^<]+)</b>', re.DOTALL
)


def cards_on(page: str) -> set[Card]:
    """Every card that a page names, shows or offers, in its text or in an attribute."""
    faces = {Card.parse(suit[0].upper() + rank.replace("10", "T")) for suit, rank in FACE.findall(page)}
    return faces | {card for card in PACK if card.name in page or f'value="{card}"' in page}


@for_each("code", ["bridge-english-1901", "whist-short-1859", "auction-1910", "auction-three-hand-1910"])
def test_nobodys_page_ever_has_a_card_of_a_hand_that_they_may_not_see(
    people: Sequence[FlaskClient], classroom: Classroom, code: str
) -> None:
    key = begun(people, classroom, 3, code=code)
    tables = classroom.shared_tables
    for _ in range(30):
        table = tables.find(key)
        shared = table.shared(tables.now)
        deal = shared.match.table
        if deal.is_over:
            break
        hands = deal.play.hands if deal.play else deal.deal.hands
        for place, player in enumerate(deal.code.players[:3]):
            seen = deal.may_look(shared.seat_of(player, deal))
            hidden = {card for seat in Seat if seat not in seen for card in hands[seat]} - {deal.turn_up}
            page = people[place].get(f"/together/{key}").text
            assert not cards_on(page) & hidden, player
            assert table.match.seed not in page
        act(people, classroom, key)


def test_the_number_of_the_deals_is_told_to_nobody(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key = begun(people, classroom)
    seed = classroom.shared_tables.find(key).match.seed
    assert len(seed) >= 16
    for client in people[:4]:
        assert seed not in client.get(f"/together/{key}").text
        assert seed.encode() not in client.get("/your-data/file").data
    assert people[0].get(f"/table/{key}").status_code == 404, "it is not a practice table of who began it"
    assert f"/table/{key}" not in people[0].get("/table/").text


def test_the_teacher_watches_all_hands_and_disturbs_nobody(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    key = begun(people, classroom)
    before = classroom.shared_tables.find(key)
    page = teacher.get(f"/together/{key}/watch")
    assert cards_on(page.text) == set(PACK)
    assert '<button name="act"' not in page.text
    assert "Ann Bell" in page.text
    assert classroom.shared_tables.find(key) == before
    assert teacher.post(f"/together/{key}/act", data={"act": "SA"}).status_code == 404


def test_a_teacher_who_plays_does_not_watch(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    key = begun(people, classroom, 3)
    teacher.post("/together/join", data={"table": classroom.shared_tables.find(key).code})
    assert teacher.get(f"/together/{key}/watch").status_code == 404
    assert len(cards_on(teacher.get(f"/together/{key}").text)) <= 26


# ---- out of turn, twice, too late ---------------------------------------------------------------------------------


def test_a_click_sent_twice_counts_once_and_a_stale_page_does_nothing(
    people: Sequence[FlaskClient], classroom: Classroom
) -> None:
    key = begun(people, classroom)
    table = classroom.shared_tables.find(key)
    assert people[0].post(f"/together/{key}/act", data=now(table) | {"act": SPADES}).status_code == 303
    assert people[0].post(f"/together/{key}/act", data=now(table) | {"act": SPADES}).status_code == 303
    after = classroom.shared_tables.find(key)
    assert len(after.match.records[-1]) == 1
    stale = people[0].post(f"/together/{key}/act", data=now(table) | {"act": "declares hearts"})
    assert stale.status_code == 409
    assert "has changed" in stale.text
    assert classroom.shared_tables.find(key) == after


def test_nobody_acts_out_of_turn_or_against_the_law(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key = begun(people, classroom, strictness="plain")
    table = classroom.shared_tables.find(key)
    answer = people[1].post(f"/together/{key}/act", data=now(table) | {"act": SPADES})
    assert answer.status_code == 400
    assert "not your turn" in answer.text
    for nonsense in ("", "nonsense", "SA", "\0", "9" * 500):
        answer = people[0].post(f"/together/{key}/act", data=now(table) | {"act": nonsense})
        assert answer.status_code == 400, nonsense
    assert people[0].post(f"/together/{key}/act", data={"act": SPADES, "after": "x", "deal": "y"}).status_code == 409
    assert classroom.shared_tables.find(key).match == table.match


def test_bad_choices_are_named_and_nothing_is_begun(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    for wrong in ({"room": "2"}, {"room": "x"}, {"code": "chess"}, {"strictness": "rigour"}, {"joining": ""}):
        answer = people[0].post("/together/", data=GAME | {"room": "1"} | wrong)
        assert answer.status_code == 400, wrong
        assert "No table was set up" in answer.text or "Choose" in answer.text
    assert people[0].post("/together/join", data={"table": "nothing"}).status_code == 400
    assert people[0].post("/together/join", data={"table": ""}).status_code == 400
    assert not classroom.shared_tables.of_class(1)


# ---- coming and going ---------------------------------------------------------------------------------------------


def test_the_tutor_plays_for_who_leaves_until_they_return(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key = begun(people, classroom, 2)
    assert people[0].post(f"/together/{key}/leave").status_code == 303
    page = people[1].get(f"/together/{key}").text
    assert "the tutor plays for Ann" in page
    assert "Take your seat again" in people[0].get(f"/together/{key}").text
    assert people[0].post(f"/together/{key}/act", data={"act": SPADES}).status_code == 404
    people[1].post(f"/together/{key}/go-on")
    assert len(classroom.shared_tables.find(key).match.records[-1]) >= 1
    assert people[0].post(f"/together/{key}/sit", data={"seat": "A"}).status_code == 303
    assert "the tutor plays for Ann" not in people[1].get(f"/together/{key}").text


def test_the_tutor_plays_for_who_has_not_been_seen_for_a_while(
    people: Sequence[FlaskClient], classroom: Classroom, clock: FakeClock
) -> None:
    key = begun(people, classroom, 2)
    before = people[1].get(f"/together/{key}/version").text
    clock.move(AWAY_AFTER.total_seconds() + 1)
    people[1].post(f"/together/{key}/here")
    assert people[1].get(f"/together/{key}/version").text != before
    assert "the tutor plays for Ann" in people[1].get(f"/together/{key}").text
    table = classroom.shared_tables.find(key)
    assert people[0].post(f"/together/{key}/act", data=now(table) | {"act": SPADES}).status_code == 303, "she is back"
    assert "the tutor plays for Ann" not in people[1].get(f"/together/{key}").text


def test_seats_change_before_the_deal_only_and_nobody_takes_anothers(
    people: Sequence[FlaskClient], classroom: Classroom
) -> None:
    key = number(people[0].post("/together/", data=GAME | {"room": "1"}).location)
    assert people[1].post(f"/together/{key}/sit", data={"seat": "A"}).status_code == 409
    assert people[1].post(f"/together/{key}/sit", data={"seat": "B"}).status_code == 303
    assert people[1].post(f"/together/{key}/sit", data={"seat": "Z"}).status_code == 303
    assert people[1].post(f"/together/{key}/sit", data={"seat": "nonsense"}).status_code == 409
    assert {one.name for one in classroom.shared_tables.find(key).sittings.values()} == {"Ann", "Ben"}
    people[0].post(f"/together/{key}/start")
    people[0].post(f"/together/{key}/start")
    assert people[1].post(f"/together/{key}/sit", data={"seat": "B"}).status_code == 409
    assert people[2].post(f"/together/{key}/sit", data={"seat": "B"}).status_code == 303, "a latecomer"


# ---- by agreement -------------------------------------------------------------------------------------------------


def test_an_undo_needs_everybody_else(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key = begun(people, classroom, 3)
    table = act(people, classroom, key)
    assert people[0].post(f"/together/{key}/undo", data=now(table)).status_code == 303
    assert "Ann asks to take their last action back" in people[1].get(f"/together/{key}").text
    assert people[0].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"}).status_code == 400
    people[1].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"})
    assert len(classroom.shared_tables.find(key).match.records[-1]) >= 1
    people[2].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"})
    assert classroom.shared_tables.find(key).match.records == ((),)
    assert classroom.shared_tables.find(key).proposal is None


def test_an_undo_that_one_refuses_is_off(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key = begun(people, classroom)
    table = act(people, classroom, key)
    people[0].post(f"/together/{key}/undo", data=now(table))
    people[2].post(f"/together/{key}/answer", data=now(table) | {"answer": "refuse"})
    after = classroom.shared_tables.find(key)
    assert (after.match, after.proposal) == (table.match, None)


def claiming(people: Sequence[FlaskClient], classroom: Classroom) -> tuple[int, SharedTable, int]:
    """A table some tricks before the end of a deal, and the place of who is to play."""
    key = begun(people, classroom)
    table = act(people, classroom, key)
    while not (table.match.table.play and len(table.match.table.play.tricks) == 10):
        table = act(people, classroom, key)
    player = table.shared(classroom.shared_tables.now).decider(table.match.table)
    assert player is not None
    return key, table, table.match.code.players.index(player)


def test_a_claim_needs_the_other_side(people: Sequence[FlaskClient], classroom: Classroom) -> None:
    key, table, place = claiming(people, classroom)
    others = [(place + 1) % 4, (place + 3) % 4]
    found = [
        tricks
        for tricks in range(4)
        if people[place].post(f"/together/{key}/claim", data=now(table) | {"tricks": str(tricks)}).status_code == 303
    ]
    assert found, "some number of tricks is possible"
    assert f"claims {found[-1]} more trick" in people[others[0]].get(f"/together/{key}").text
    partner = people[(place + 2) % 4].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"})
    assert partner.status_code == 400, "the claimer’s own side is not asked"
    people[others[0]].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"})
    assert not classroom.shared_tables.find(key).match.table.is_over
    people[others[1]].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"})
    assert classroom.shared_tables.find(key).match.table.is_over


@for_each("text", ["", "x", "-1", "99", "²", "3.0"])
def test_a_claim_of_nonsense_is_refused_in_words(
    people: Sequence[FlaskClient], classroom: Classroom, text: str
) -> None:
    key = begun(people, classroom, 1)
    answer = people[0].post(f"/together/{key}/claim", data={"tricks": text})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_the_next_deal_comes_when_all_ask_or_who_began_the_table_does(
    people: Sequence[FlaskClient], classroom: Classroom
) -> None:
    key = begun(people, classroom, 3)
    act(people, classroom, key, times=90)
    for client in people[1:3]:
        assert client.post(f"/together/{key}/next", data={"deal": "1"}).status_code == 303
    assert len(classroom.shared_tables.find(key).match.records) == 1
    assert "2 of 3 are ready" in people[0].get(f"/together/{key}").text
    people[0].post(f"/together/{key}/next", data={"deal": "1"})
    assert people[1].post(f"/together/{key}/next", data={"deal": "1"}).status_code == 303, "sent twice, dealt once"
    assert len(classroom.shared_tables.find(key).match.records) == 2


# ---- what was decided ---------------------------------------------------------------------------------------------


def decided(study: Study, classroom: Classroom, name: str) -> Sequence[tuple[str, str]]:
    """The items and the answers of what somebody decided at tables."""
    who = classroom.people.find(name)
    assert who is not None
    entries = (one for one in study.of(who.id).answers.log() if isinstance(one, LogEntry))
    return [(one.answer.item, one.answer.given) for one in entries if one.answer.topic == "table"]


def test_each_choice_on_which_the_author_has_a_rule_is_an_answer_of_who_made_it(
    people: Sequence[FlaskClient], classroom: Classroom, study: Study
) -> None:
    key = begun(people, classroom, 3)
    table = act(people, classroom, key, times=60)
    players = table.match.code.players
    shared = table.shared(classroom.shared_tables.now)
    done: dict[str, list[tuple[str, str]]] = {name: [] for name in NAMES}
    for number, (before, one) in enumerate(table.match.table.moments()):
        player = shared.decider(before)
        assert player is not None
        if isinstance(advised(before), Advice) and len(before.lawful()) > 1:
            done[NAMES[players.index(player)]].append((f"{key}/1/{number}", str(one.what)))
    for name in NAMES[:3]:
        assert decided(study, classroom, name) == done[name]
    assert [name for name in NAMES if done[name]] == ["Ann", "Ben", "Dora"], "Cole’s hand is dummy’s"
    assert decided(study, classroom, "Dora") == [], "the tutor played there"
    who = classroom.people.find("Ann")
    assert who is not None
    item, _ = done["Ann"][0]
    match = study.of(who.id).matches.seen(key)
    assert match is not None
    assert match.player is players[NAMES.index("Ann")]
    assert item.startswith(f"{key}/1/")


def test_an_answer_is_recorded_once_and_only_with_its_act(
    people: Sequence[FlaskClient], classroom: Classroom, study: Study
) -> None:
    key = begun(people, classroom)
    form = now(classroom.shared_tables.find(key)) | {"act": SPADES, "once": "a form"}
    for _ in range(2):
        assert people[0].post(f"/together/{key}/act", data=form).status_code == 303
    assert people[0].post(f"/together/{key}/act", data=form | {"act": "declares hearts"}).status_code == 409
    assert decided(study, classroom, "Ann") == [(f"{key}/1/0", SPADES)]


def test_after_an_undo_the_choice_that_is_made_anew_is_an_answer_too(
    people: Sequence[FlaskClient], classroom: Classroom, study: Study
) -> None:
    key = begun(people, classroom, 2)
    for what in (SPADES, "declares hearts"):
        table = classroom.shared_tables.find(key)
        assert people[0].post(f"/together/{key}/act", data=now(table) | {"act": what}).status_code == 303
        table = classroom.shared_tables.find(key)
        if what == SPADES:
            people[0].post(f"/together/{key}/undo", data=now(table))
            people[1].post(f"/together/{key}/answer", data=now(table) | {"answer": "agree"})
    assert decided(study, classroom, "Ann") == [(f"{key}/1/0", SPADES), (f"{key}/1/0", "declares hearts")]


def test_what_the_tutor_plays_for_who_left_and_what_is_claimed_is_nobodys_answer(
    people: Sequence[FlaskClient], classroom: Classroom, study: Study
) -> None:
    key = begun(people, classroom, 2)
    people[0].post(f"/together/{key}/leave")
    for _ in range(3):
        people[1].post(f"/together/{key}/go-on")
    assert classroom.shared_tables.find(key).match.records[-1]
    assert decided(study, classroom, "Ann") == []


def test_at_a_plain_table_nothing_is_judged(people: Sequence[FlaskClient], classroom: Classroom, study: Study) -> None:
    key = begun(people, classroom, strictness="plain")
    act(people, classroom, key)
    assert decided(study, classroom, "Ann") == []


# ---- the traveller ------------------------------------------------------------------------------------------------


@pytest.fixture
def paired(people: Sequence[FlaskClient], classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> int:
    """The first of two tables of one pairing, both played to the end of their deal: Ann and Ben, Cole and Dora."""

    def any_line(key: str, deal: Deal) -> Table:
        return played_out(Match(code(key), "0", Seat.SOUTH, Strictness.GUIDED, (deal,)).table)

    monkeypatch.setattr(travellers, "author_line", any_line)
    assert people
    tables, whist = classroom.shared_tables, code("whist-short-1859")
    who = [found.id for name in NAMES if (found := classroom.people.find(name))]
    match = Match(whist, "a pairing", whist.players[0], Strictness.GUIDED)
    specs = [TableSpec(match, dict(zip(whist.players, two, strict=False)), is_begun=True) for two in (who[:2], who[2:])]
    keys = tables.begin_all(1, 1, specs)
    for place, key in enumerate(keys):
        table = tables.find(key)
        over = played_out(table.match.table, random=Random(place))
        tables.save(table, replace(table.shared(tables.now), match=table.match.after(over)))
    return keys[0]


def test_tables_with_the_same_deals_have_a_traveller_that_the_teacher_shows(
    people: Sequence[FlaskClient], teacher: FlaskClient, paired: int
) -> None:
    address, own = f"/classes/1/tables/{paired}/traveller", f"/together/{paired}/traveller"
    assert address in teacher.get("/classes/1/tables/").text
    page = teacher.get(address)
    assert all(f"{name} Bell" in page.text for name in NAMES)
    assert not list(Page(page.text).faults())
    assert "Bell" not in teacher.get(f"{address}?stage=1").text
    rows = list(csv.reader(StringIO(teacher.get(f"{address}.csv").text)))
    assert {row[1] for row in rows[1:5]} == {f"{name} Bell" for name in NAMES}

    deal = f"/together/{paired}/deals/1"
    assert people[0].get(own).status_code == 403
    assert own not in people[0].get(deal).text
    assert teacher.post(address, data={"do": "show"}).status_code == 303
    shown = people[0].get(own)
    assert all(name in shown.text for name in NAMES)
    assert "Bell" not in shown.text
    assert own in people[0].get(deal).text
    assert address in teacher.get(deal).text
    assert f"/together/{paired + 1}/deals/1" not in shown.text, "a page of others is not theirs to open"
    assert people[3].get(own).status_code == 404
    assert people[3].get(f"/together/{paired + 1}/traveller").status_code == 200
    assert people[4].get(own).status_code == 404
    assert people[0].get(address).status_code == 403


def test_nobody_sees_the_tables_and_travellers_of_a_deleted_class_until_it_is_restored(
    people: Sequence[FlaskClient], teacher: FlaskClient, classroom: Classroom, paired: int
) -> None:
    address, own = f"/classes/1/tables/{paired}/traveller", f"/together/{paired}/traveller"
    teacher.post(address, data={"do": "show"})
    pages = {
        teacher: (address, f"{address}.csv", "/classes/1/tables/", f"/together/{paired}/watch"),
        people[0]: (own, f"/together/{paired}", f"/together/{paired}/deals/1", f"/together/{paired}/version"),
    }
    classroom.classes.delete(classroom.classes.of_teacher(1, 1))
    for client, addresses in pages.items():
        assert [client.get(one).status_code for one in addresses] == [404] * 4
        assert f"/together/{paired}" not in client.get("/together/").text
    classroom.classes.restore(1, 1)
    for client, addresses in pages.items():
        assert [client.get(one).status_code for one in addresses] == [200] * 4
    assert f"/together/{paired}" in people[0].get("/together/").text


# ---- the teacher --------------------------------------------------------------------------------------------------


def test_the_teacher_pairs_a_class_with_one_deal_for_all(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    members = classroom.classes.members(classroom.classes.of_teacher(1, 1))
    numbers = {f"table-{one.person.id}": str(1 + place % 2) for place, one in enumerate(members)}
    form = {"code": "whist-short-1859", "strictness": "guided", "deals": "same", **numbers}
    assert teacher.post("/classes/1/tables/", data=form).status_code == 303
    one, other = classroom.shared_tables.of_class(1)
    assert one.match.table.deal == other.match.table.deal
    assert {len(one.sittings), len(other.sittings)} == {2}
    assert f"/together/{one.key}" in people[0].get("/together/").text or people[1].get("/together/").text
    page = teacher.get("/classes/1/tables/").text
    assert f"/together/{one.key}/watch" in page
    assert teacher.post("/classes/1/tables/", data=form | {"deals": "own"}).status_code == 303
    newest, second, *_ = classroom.shared_tables.of_class(1)
    assert newest.match.table.deal != second.match.table.deal


def test_pairing_that_cannot_be_says_why(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    members = classroom.classes.members(classroom.classes.of_teacher(1, 1))
    form = {"code": "humbug-1859", "strictness": "guided", "deals": "same"}
    for numbers in (
        {},
        {f"table-{one.person.id}": "1" for one in members},
        {f"table-{members[0].person.id}": "none"},
        {f"table-{members[0].person.id}": "-3"},
    ):
        answer = teacher.post("/classes/1/tables/", data=form | numbers)
        assert answer.status_code == 400, numbers
        assert 'role="alert"' in answer.text
    bad = {"code": "x", "strictness": "rigour", "deals": "", "pbn": "[Deal nonsense", "hand": "nothing"}
    assert teacher.post("/classes/1/tables/", data=bad).status_code == 400
    assert not classroom.shared_tables.of_class(1)
    assert people


def test_tables_of_a_class_begin_with_the_lead_where_a_contract_is_set(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    members = classroom.classes.members(classroom.classes.of_teacher(1, 1))
    text = """[Dealer "W"]
[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"]
[Declarer "N"]
[Contract "4S"]
"""
    form = {"code": "auction-1910", "strictness": "guided", "deals": "same", "pbn": text}
    sent = teacher.post("/classes/1/tables/", data=form | {f"table-{members[0].person.id}": "1"})
    assert sent.status_code == 303
    (table,) = classroom.shared_tables.of_class(1)
    assert table.match.table.fixed == len(table.match.records[0]) == 5
    assert table.match.table.play is not None
    assert people


def test_a_closed_table_stands_still_until_it_is_opened_again(
    people: Sequence[FlaskClient], classroom: Classroom, teacher: FlaskClient
) -> None:
    key = begun(people, classroom)
    assert people[1].post(f"/together/{key}/close").status_code == 404
    assert teacher.post(f"/together/{key}/close").status_code == 303
    assert teacher.post(f"/together/{key}/close").status_code == 303
    assert "closed" in people[0].get(f"/together/{key}").text
    for page in ("act", "go-on", "claim", "undo", "answer", "next"):
        assert people[0].post(f"/together/{key}/{page}", data={"act": SPADES}).status_code == 409, page
    assert teacher.post(f"/together/{key}/reopen").status_code == 303
    assert people[0].post(f"/together/{key}/act", data={"act": SPADES}).status_code == 303


def test_tables_of_a_deleted_class_come_back_with_it_or_stay_to_be_looked_at(
    people: Sequence[FlaskClient], classroom: Classroom, study: Study
) -> None:
    key = begun(people, classroom)
    classes = classroom.classes
    classes.delete(classes.of_teacher(1, 1))
    assert people[0].get(f"/together/{key}").status_code == 404
    classes.restore(1, 1)
    assert people[0].get(f"/together/{key}").status_code == 200
    classes.delete(classes.of_teacher(1, 1))
    purge(study.database, study.now + CAN_BE_UNDONE * 2)
    assert people[0].get(f"/together/{key}").status_code == 200
    assert people[0].post(f"/together/{key}/act", data={"act": SPADES}).status_code == 409
    assert people[4].get(f"/together/{key}").status_code == 404


def test_a_person_who_is_forgotten_does_not_end_the_game_of_the_others(
    people: Sequence[FlaskClient], classroom: Classroom, study: Study
) -> None:
    from tutor.study.accounts.personal_data import forget

    key = begun(people, classroom)
    before = act(people, classroom, key, times=3)
    ann = classroom.people.find("Ann")
    assert ann is not None
    forget(study.of(ann.id))
    table = classroom.shared_tables.find(key)
    assert table.match == before.match
    assert {one.name for one in table.sittings.values()} == {"Ben", "Cole", "Dora"}
    assert table.owner in {one.learner for one in table.sittings.values()}
    page = people[1].get(f"/together/{key}").text
    assert "the tutor" in page
    assert not re.search(r"\bAnn\b", page)


def test_a_dealt_table_is_on_the_first_pages_until_its_seat_is_left(
    people: Sequence[FlaskClient], classroom: Classroom
) -> None:
    key = begun(people, classroom, seated=2)

    def pages() -> list[bool]:
        texts = [people[0].get(path).text for path in ("/", "/assignments/", "/table/")]
        return [f'href="/together/{key}">Play at your table' in text for text in texts]

    assert pages() == [True] * 3
    assert "Play at your table" not in people[3].get("/").text
    people[0].post(f"/together/{key}/leave")
    assert pages() == [False] * 3
