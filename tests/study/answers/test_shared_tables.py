"""Tables of several people as they are written down: two who act at once, coming and going, and being forgotten."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from functools import partial
from io import BytesIO
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest

from tests.study.storage.test_acknowledged import at_once
from tests.support.clock import FakeClock
from tests.support.school import QUICK, WORDS
from tests.web.play.test_tables import simple
from tests.web.test_statements import counted
from tutor.codes import code
from tutor.errors import Unknown
from tutor.seats import Seat
from tutor.study.accounts.people import People
from tutor.study.accounts.personal_data import everything_of, forget
from tutor.study.answers.matches import PlayedOn
from tutor.study.answers.shared_tables import (
    AWAY_AFTER,
    MOST_LISTED,
    SeatTaken,
    SharedTables,
    TableSpec,
    _ChangedMeanwhile,
)
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.database import DatabaseBusy
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness

pytestmark = pytest.mark.databases
BRIDGE = code("bridge-english-1901")
SEATS = tuple(BRIDGE.players)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def learners(study: Study) -> list[int]:
    """A teacher and six learners of a class."""
    people = People(study.database, study.clock, QUICK)
    teacher = people.appoint_owner("Miss Vine", "", WORDS)
    classes = Classroom.of(study.database, study.clock, Random(3)).classes
    room = classes.make(teacher.id, "Lower Fifth")
    found = [people.enrol(f"Learner {number}", "", WORDS).id for number in range(6)]
    for learner in found:
        classes.join(room.id, learner)
    return found


@pytest.fixture
def tables(study: Study) -> SharedTables:
    return SharedTables(study.database, study.clock, Random(2))


def begun(tables: SharedTables, learners: list[int], people: int = 4, *, is_begun: bool = True) -> int:
    match = Match(BRIDGE, "7", SEATS[0], Strictness.GUIDED, records=((),) if is_begun else ())
    seats = dict(zip(SEATS, learners[:people], strict=False))
    return tables.begin(learners[0], 1, TableSpec(match, seats, is_begun=is_begun))


def test_a_table_comes_back_as_it_was_written(tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners)
    table = tables.find(key)
    assert [table.player_of(one) for one in learners] == [*SEATS, None, None]
    assert tables.by_code(f" {table.code.lower()} ") == table
    assert tables.of_class(1) == tables.of_learner(learners[3]) == [table]
    assert tables.open_to(learners[5]) == [table]
    assert tables.of_learner(learners[5]) == []
    with pytest.raises(Unknown):
        tables.find(key + 1)


def test_of_two_who_act_at_once_one_is_written_and_the_other_told(tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners)
    for _ in range(12):
        table = tables.find(key)
        shared = table.shared(tables.now)
        deal = shared.match.table
        player = shared.decider(deal)
        assert player is not None
        choices = [shared.acted(player, what, simple) for what in deal.lawful()[:4]]
        told = at_once([partial(tables.save, table, one) for one in choices])
        after = tables.find(key)
        assert told.count(None) == 1
        assert all(isinstance(one, PlayedOn) for one in told if one is not None)
        assert after.match == choices[told.index(None)].match
        assert after.changes == table.changes + 1


def test_two_who_agree_at_once_both_count(tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners)
    table = tables.find(key)
    tables.save(table, table.shared(tables.now).acted(SEATS[0], table.match.table.lawful()[0], simple))
    table = tables.find(key)
    tables.save(table, table.shared(tables.now).undo_asked(SEATS[0]))

    def agree(player: Seat) -> int:
        for tries in range(9):
            here = tables.find(key)
            try:
                tables.save(here, here.shared(tables.now).agreed(player))
            except PlayedOn:
                continue
            return tries
        raise AssertionError("it never came in")

    told = at_once([partial(agree, one) for one in SEATS[1:]])
    assert all(isinstance(one, int) for one in told), told
    after = tables.find(key)
    assert (after.match.records, after.proposal) == (((),), None)


def test_a_seat_has_one_person_and_a_person_one_seat(tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners, 1, is_begun=False)
    told = at_once([partial(tables.sit, key, one, SEATS[1]) for one in learners[1:5]])
    assert told.count(None) == 1
    assert all(isinstance(one, SeatTaken) for one in told if one is not None)
    told = at_once([partial(tables.sit, key, learners[5], seat) for seat in SEATS[2:]])
    assert told == [None, None], "before the deal a seat may be changed"
    assert len(tables.find(key).sittings) == 3
    told = at_once([lambda: tables.start(key) for _ in range(4)])
    assert told.count(None) == 1
    with pytest.raises(SeatTaken):
        tables.sit(key, learners[0], next(seat for seat in SEATS if seat not in tables.find(key).sittings))


def test_somebody_is_away_who_left_or_was_not_seen(tables: SharedTables, learners: list[int], clock: FakeClock) -> None:
    key = begun(tables, learners)
    assert tables.find(key).people(tables.now) == frozenset(SEATS)
    version = tables.version(key, learners[0])
    tables.leave(key, learners[1])
    assert tables.find(key).people(tables.now) == frozenset(SEATS) - {SEATS[1]}
    assert tables.version(key, learners[0]) not in (version, None)
    clock.now += AWAY_AFTER - timedelta(seconds=1)
    tables.touch(tables.find(key), learners[0])
    clock.now += timedelta(seconds=2)
    assert tables.find(key).people(tables.now) == {SEATS[0]}
    assert tables.find(key).people(tables.now, learners[2]) == {SEATS[0], SEATS[2]}
    tables.sit(key, learners[1], SEATS[1])
    assert tables.find(key).people(tables.now) == {SEATS[0], SEATS[1]}


def test_leaving_before_the_deal_frees_the_seat(tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners, 2, is_begun=False)
    tables.leave(key, learners[1])
    assert set(tables.find(key).sittings) == {SEATS[0]}
    tables.sit(key, learners[2], SEATS[1])


def test_nothing_happens_at_a_closed_table(tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners)
    table = tables.find(key)
    tables.close(key)
    shared = table.shared(tables.now).acted(SEATS[0], table.match.table.lawful()[0], simple)
    with pytest.raises(PlayedOn):
        tables.save(table, shared)
    with pytest.raises(PlayedOn):
        tables.sit(key, learners[5], SEATS[0])
    with pytest.raises(PlayedOn):
        tables.close(key)
    with pytest.raises(Unknown):
        tables.by_code(table.code)
    tables.reopen(key)
    tables.save(table, shared)


def test_a_version_is_told_to_those_of_the_table_only(study: Study, tables: SharedTables, learners: list[int]) -> None:
    people = People(study.database, study.clock, QUICK)
    stranger = people.enrol("Eve", "", WORDS).id
    key = begun(tables, learners)
    assert tables.version(key, learners[0])
    assert tables.version(key, learners[5]), "it is listed for the class"
    assert tables.version(key, stranger) is None


# ---- being forgotten ----------------------------------------------------------------------------------------------


def test_the_others_play_on_when_who_began_a_table_is_forgotten(
    study: Study, tables: SharedTables, learners: list[int]
) -> None:
    key = begun(tables, learners)
    table = tables.find(key)
    tables.save(table, table.shared(tables.now).acted(SEATS[0], table.match.table.lawful()[0], simple))
    table = tables.find(key)
    tables.save(table, table.shared(tables.now).undo_asked(SEATS[0]))
    forget(study.of(learners[0]))
    after = tables.find(key)
    assert after.match == table.match
    assert set(after.sittings) == set(SEATS[1:])
    assert after.owner in learners[1:4]
    assert after.proposal is None, "nobody is asked any more by somebody who is not there"
    assert after.changes > table.changes


def test_a_table_goes_with_the_last_person_at_it(study: Study, tables: SharedTables, learners: list[int]) -> None:
    key = begun(tables, learners, 2)
    other = begun(tables, learners[2:], 1)
    forget(study.of(learners[1]))
    forget(study.of(learners[0]))
    with pytest.raises(Unknown):
        tables.find(key)
    assert tables.find(other)


def test_a_download_has_nothing_of_the_others_and_no_hidden_hand(
    study: Study, tables: SharedTables, learners: list[int]
) -> None:
    begun(tables, learners)
    for learner in learners[:2]:
        with ZipFile(BytesIO(everything_of(study.of(learner)))) as packed:
            rows = json.loads(packed.read("sitting.json"))
            assert {row["learner_id"] for row in rows} == {learner}
            if "match.json" in packed.namelist():
                (row,) = json.loads(packed.read("match.json"))
                assert (row["seed"], row["given"]) == ("", "")
                assert "code_to_join" not in row


def test_a_download_has_the_acts_of_the_learner_at_a_table_that_another_began(
    study: Study, tables: SharedTables, learners: list[int]
) -> None:
    key = begun(tables, learners)
    for _ in range(30):
        table = tables.find(key)
        shared = table.shared(tables.now)
        player = shared.decider(shared.match.table)
        assert player is not None
        what = simple(shared.match.table.view(player), BRIDGE, shared.match.table.lawful(), Random(4))
        tables.save(table, shared.acted(player, what, simple))
    table = tables.find(key)
    declaration = BRIDGE.declaration(table.match.table.calling)
    assert declaration is not None
    dummy = declaration.by.partner
    for place, learner in enumerate(learners[:4]):
        with ZipFile(BytesIO(everything_of(study.of(learner)))) as packed:
            rows = json.loads(packed.read("act.json")) if "act.json" in packed.namelist() else []
        if place:  # the first began the table, and has all of it
            texts = [row["text"] for row in rows]
            seats = {SEATS[place].label} | ({dummy.label} if SEATS[place] is declaration.by else set())
            plays = [text for text in table.match.records[0] if text.partition(" ")[0] in seats]
            calls = [text for text in plays if not text.partition(" ")[2][:1].isupper()]
            cards = [] if SEATS[place] is dummy else [text for text in plays if text not in calls]
            assert texts == [*(one for one in calls if one.startswith(SEATS[place].label)), *cards]
            assert {row["by"] for row in rows} <= {"you"}, "nobody was away"


def acts_of(study: Study, learner: int) -> list[dict[str, Any]]:
    """The acts in the download of a learner."""
    with ZipFile(BytesIO(everything_of(study.of(learner)))) as packed:
        return json.loads(packed.read("act.json")) if "act.json" in packed.namelist() else []


@pytest.mark.parametrize("owner", [False, True])
def test_a_download_tells_what_the_tutor_did_in_ones_place_from_ones_own(
    study: Study, tables: SharedTables, learners: list[int], *, owner: bool
) -> None:
    key = begun(tables, learners)
    leaves, stays = (SEATS[0], SEATS[1]) if owner else (SEATS[1], SEATS[0])
    by_tutor: set[int] = set()
    before = 0
    for turn in range(12):
        if turn == 6:
            before = len(tables.find(key).match.records[0])
            tables.leave(key, learners[SEATS.index(leaves)])
        table = tables.find(key)
        shared = table.shared(tables.now)
        player = shared.decider(shared.match.table)
        if player is None:
            break
        if player not in shared.people:  # as when a page asks the tutor to go on
            after = shared.bots_go_on(simple)
        else:
            what = simple(shared.match.table.view(player), BRIDGE, shared.match.table.lawful(), Random(4))
            after = shared.acted(player, what, simple)
        tables.save(table, after)
    table = tables.find(key)
    for number, (at, _) in enumerate(table.match.table.moments()):
        if number >= before and table.shared(tables.now).decider(at) is leaves:
            by_tutor.add(number)
    assert by_tutor
    rows = acts_of(study, learners[SEATS.index(leaves)])
    assert {row["number"] for row in rows if row["by"] == "the tutor"} == by_tutor
    assert [row["text"] for row in rows] == [
        text for number, text in enumerate(table.match.records[0]) if number in {row["number"] for row in rows}
    ]
    assert {row["by"] for row in rows if row["number"] < before} == ({"you", "another player"} if owner else {"you"})
    assert {row["by"] for row in acts_of(study, learners[SEATS.index(stays)])} >= {"you"}


def test_what_a_claim_plays_out_is_none_of_the_players_own(
    study: Study, tables: SharedTables, learners: list[int]
) -> None:
    key = begun(tables, learners, 2)
    for _ in range(80):
        table = tables.find(key)
        shared = table.shared(tables.now)
        at = shared.match.table
        player = shared.decider(at)
        if at.play is not None and player is SEATS[0] and len(at.play.tricks) > 9:
            break
        if player not in shared.people:
            tables.save(table, shared.bots_go_on(simple))
            continue
        assert player is not None
        tables.save(table, shared.acted(player, simple(at.view(player), BRIDGE, at.lawful(), Random(4)), simple))
    number = len(table.match.records[0])
    claimed = shared.claimed(SEATS[0], 0)
    tables.save(table, claimed.agreed(SEATS[1]) if claimed.pending else claimed)
    assert tables.find(key).match.table.is_over
    rows = acts_of(study, learners[0])
    assert {row["by"] for row in rows if row["number"] >= number} == {"the tutor"}
    assert "you" in {row["by"] for row in rows if row["number"] < number}


def test_a_download_tells_ones_own_acts_at_a_practice_table_from_the_tutors(study: Study, learners: list[int]) -> None:
    own = study.of(learners[0])
    match = Match(BRIDGE, "7", SEATS[0], Strictness.GUIDED)
    match = match.after(match.bots_go_on(match.table, simple))
    match = match.after(match.acted(match.table, match.table.lawful()[0]))
    match = match.after(match.bots_go_on(match.table, simple))
    own.matches.begin(match)
    told = {row["text"]: row["by"] for row in acts_of(study, learners[0])}
    assert told == {text: "you" if text.startswith(f"{SEATS[0].label} ") else "the tutor" for text in match.records[0]}
    assert set(told.values()) == {"you", "the tutor"}


def test_a_table_is_read_as_it_is_whoever_changed_it(study: Study, tables: SharedTables, learners: list[int]) -> None:
    other = SharedTables(study.database, study.clock, Random(8))
    key = begun(tables, learners)
    for _ in range(5):
        table = tables.find(key)
        assert other.find(key) == table
        shared = table.shared(tables.now)
        player = shared.decider(shared.match.table)
        assert player is not None
        other.save(table, shared.acted(player, shared.match.table.lawful()[0], simple))
        assert tables.find(key).match.records != table.match.records
    table = tables.find(key)
    tables.leave(key, learners[3])
    shared = table.shared(tables.now)
    player = shared.decider(shared.match.table)
    assert player is not None
    tables.save(table, shared.acted(player, shared.match.table.lawful()[0], simple))


def test_a_practice_table_is_none_of_several_people_and_the_other_way_round(
    study: Study, tables: SharedTables, learners: list[int]
) -> None:
    key = begun(tables, learners)
    own = study.of(learners[0]).matches
    assert own.find(key) is None
    assert own.all() == {}
    alone = own.begin(Match(BRIDGE, "9", SEATS[0], Strictness.GUIDED))
    with pytest.raises(Unknown):
        tables.find(alone)
    assert replace(tables.find(key)).key == key


def test_the_first_table_with_the_same_deals_stays_the_first_however_many_there_are(
    study: Study, tables: SharedTables, learners: list[int]
) -> None:
    other_class = Classroom.of(study.database, study.clock, Random(4)).classes.make(1, "Upper Sixth").id
    whist, seven = code("whist-short-1859"), Match(BRIDGE, "7", SEATS[0], Strictness.GUIDED, records=())

    def begin(match: Match, class_id: int = 1) -> int:
        return tables.begin(learners[0], class_id, TableSpec(match))

    begin(seven, other_class)
    begin(replace(seven, seed="8"))
    begin(Match(whist, "7", whist.players[0], Strictness.GUIDED, records=()))
    first = begin(seven)
    later = tables.begin_all(learners[0], 1, [TableSpec(seven)] * MOST_LISTED)
    with counted(study) as said:
        found = {tables.first_with_same_deals(tables.find(key)) for key in (first, later[0])}
    assert found == {first}
    assert not [statement for statement in said if "act.text" in statement and " IN (" in statement], "no other table"
    assert tables.first_with_same_deals(replace(tables.find(later[0]), class_id=None)) == later[0]


def test_the_newest_seat_is_that_of_an_open_table_that_was_not_left(tables: SharedTables, learners: list[int]) -> None:
    who = learners[1]
    assert tables.newest_seat_of(who) is None
    first, second, _ = begun(tables, learners), begun(tables, learners), begun(tables, learners, is_begun=False)
    assert tables.newest_seat_of(who) == (second, BRIDGE.key)
    tables.leave(second, who)
    assert tables.newest_seat_of(who) == (first, BRIDGE.key)
    tables.close(first)
    assert tables.newest_seat_of(who) is None


def test_a_table_that_changes_whenever_it_is_read_is_busy_and_not_gone(
    tables: SharedTables, learners: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = begun(tables, learners)

    def changed(*_: object) -> Match:
        raise _ChangedMeanwhile

    monkeypatch.setattr(tables, "_match", changed)
    with pytest.raises(DatabaseBusy, match="Try again in a few seconds"):
        tables.find(key)
