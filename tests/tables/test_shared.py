"""A table of several people: whatever they and the tutor do in whatever order, the record is a legal deal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.web.play.test_tables import simple
from tutor.codes import CODES
from tutor.errors import TutorError
from tutor.seats import Seat
from tutor.tables.claims import ClaimRefused
from tutor.tables.match import Match, Strictness
from tutor.tables.shared import NotYours, Proposal, ProposalKind, SharedMatch, conceded
from tutor.tables.table import Table

EVERYBODY = frozenset(Seat)
BRIDGE = CODES["bridge-english-1901"]


def at_table(code: str = "bridge-english-1901", seed: str = "1", people: frozenset[Seat] = EVERYBODY) -> SharedMatch:
    match = Match(CODES[code], seed, CODES[code].players[0], Strictness.GUIDED)
    return SharedMatch(match, people & frozenset(match.code.players))


def turn(shared: SharedMatch, random: Random) -> SharedMatch:
    """The match after whoever has to act has acted."""
    table = shared.match.table
    player = shared.decider(table)
    if player is None or player not in shared.people:
        return shared.bots_go_on(simple)
    what = simple(table.view(shared.seat_of(player, table)), table.code, table.lawful(), random)
    return shared.acted(player, what, simple)


def at_trick(number: int, shared: SharedMatch) -> SharedMatch:
    random = Random(2)
    while not ((play := shared.match.table.play) and len(play.tricks) == number and not play.trick.cards):
        shared = turn(shared, random)
    return shared


# ---- any order of things ------------------------------------------------------------------------------------------

STEPS = ("turn", "turn", "turn", "turn", "go", "come", "undo", "agree", "refuse", "claim", "next", "out of turn")


def step(shared: SharedMatch, what: str, player: Seat, random: Random) -> SharedMatch:
    match what:
        case "turn":
            return turn(shared, random)
        case "go":
            return replace(shared, people=shared.people - {player}).settled()
        case "come":
            return replace(shared, people=shared.people | {player})
        case "undo":
            return shared.undo_asked(player)
        case "agree":
            return shared.agreed(player)
        case "refuse":
            return shared.refused(player)
        case "claim":
            play = shared.match.table.play
            if play is None or len(play.tricks) < 10:  # before, the solver takes long
                return shared
            return shared.claimed(player, random.randrange(5))
        case "next":
            return shared.next_asked(player, decides=random.random() < 0.5)
    return shared.acted(player, random.choice(shared.match.table.lawful() or (None,)), simple)  # type: ignore[arg-type]


@given(
    st.sampled_from(sorted(CODES)),
    st.frozensets(st.sampled_from(list(Seat))),
    st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(list(Seat))), max_size=90),
    st.randoms(use_true_random=False),
)
@settings(max_examples=30, deadline=None)
def test_any_order_of_people_and_bots_yields_a_legal_record(
    code: str, people: frozenset[Seat], steps: list[tuple[str, Seat]], random: Random
) -> None:
    shared = at_table(code, "7", people)
    players = shared.match.code.players
    for what, player in steps:
        if player not in players:
            continue
        before = shared
        try:
            shared = step(shared, what, player, random)
        except TutorError:
            shared = before
        again = Match(
            shared.match.code, "7", shared.match.player, Strictness.GUIDED, records=shared.match.records
        )  # nothing but the record
        table = again.table
        assert [act.text for act in table.acts] == list(shared.match.records[-1])
        assert table == shared.match.table
        if table.play:
            assert not any(renounce.is_revoke for renounce in table.play.renounces)
        assert table.is_over or shared.decider(table) in players


@for_each("code", sorted(CODES))
def test_in_every_game_somebody_decides_for_every_hand(code: str) -> None:
    shared, random = at_table(code), Random(4)
    while not shared.match.table.is_over:
        table = shared.match.table
        player = shared.decider(table)
        assert player in shared.match.code.players
        assert player is not None
        assert shared.seat_of(player, table) is table.player_to_act
        shared = turn(shared, random)
    assert shared.decider(shared.match.table) is None


# ---- turns --------------------------------------------------------------------------------------------------------


def test_the_declarer_plays_the_dummys_cards_and_the_dummy_nothing() -> None:
    shared = at_trick(1, at_table())
    table = shared.match.table
    dummy = table.code.dummy(table.calling)
    random = Random(1)
    while table.hand_to_act is not dummy:
        shared = turn(shared, random)
        table = shared.match.table
    assert dummy is not None
    card = table.lawful()[0]
    for player in EVERYBODY - {dummy.partner}:
        with pytest.raises(NotYours):
            shared.acted(player, card, simple)
    assert len(shared.acted(dummy.partner, card, simple).match.records[-1]) == len(table.acts) + 1


def test_the_tutor_acts_for_the_empty_seats_alone() -> None:
    shared = at_table(people=frozenset({Seat.SOUTH, Seat.NORTH}))
    assert shared.bots_go_on(simple) == shared, "it is a person’s turn"
    after = turn(shared, Random(1))
    while not after.match.table.is_over:
        waiting = after.decider(after.match.table)
        after = turn(after, Random(1))
        if waiting in {Seat.SOUTH, Seat.NORTH}:
            own = sum(act.startswith(("A ", "B ")) for act in after.match.records[-1])
            assert own >= 1


# ---- consent ------------------------------------------------------------------------------------------------------


def test_an_undo_takes_the_askers_last_act_back_with_all_that_followed() -> None:
    shared = at_trick(2, at_table())
    asker = next(
        player for player in Seat if (mine := shared.seen_by(player).undone()) != shared.seen_by(player) and mine
    )
    asked = shared.undo_asked(asker)
    others = [player for player in Seat if player is not asker]
    for player in others[:-1]:
        asked = asked.agreed(player)
        assert asked.match == shared.match, "one has not agreed yet"
    done = asked.agreed(others[-1])
    assert done.proposal is None
    assert done.decider(done.match.table) is asker
    assert done.match.records[-1] == shared.match.records[-1][: len(done.match.records[-1])]


def test_nobody_is_asked_where_only_the_tutor_plays() -> None:
    alone = at_trick(1, at_table(people=frozenset({Seat.SOUTH})))
    undone = alone.undo_asked(Seat.SOUTH)
    assert undone.proposal is None
    assert len(undone.match.records[-1]) < len(alone.match.records[-1])


def test_what_is_proposed_lapses_when_play_goes_on_and_the_tutor_waits_for_the_answer() -> None:
    shared = at_trick(2, at_table())
    asked = shared.undo_asked(Seat.SOUTH)
    assert replace(asked, people=frozenset({Seat.SOUTH, Seat.NORTH})).bots_go_on(simple).match == shared.match
    assert turn(asked, Random(1)).pending is None


@for_each("tricks", range(5))
def test_an_agreed_claim_is_played_out_legally_and_gives_what_was_claimed(tricks: int) -> None:
    shared = at_trick(9, at_table())
    table = shared.match.table
    player = shared.decider(table)
    assert player is not None
    seat = shared.seat_of(player, table)
    try:
        asked = shared.claimed(player, tricks)
    except ClaimRefused:
        with pytest.raises(ClaimRefused):
            conceded(table, seat, tricks)
        return
    assert asked.pending == Proposal(ProposalKind.CLAIM, player, 1, len(table.acts), tricks)
    for other in asked.asked(asked.pending, table):
        asked = asked.agreed(other)
    done = asked.match.table
    assert done.is_over
    assert taken(done, seat) - taken(table, seat) >= tricks
    assert asked.match.records[-1][: len(table.acts)] == shared.match.records[-1]


def taken(table: Table, seat: Seat) -> int:
    return sum(trick.winner(table.play.trumps).side is seat.side for trick in table.play.tricks) if table.play else 0


def test_the_tutor_agrees_to_no_more_than_is_certain() -> None:
    for seed in range(6):
        shared = at_trick(9, at_table(seed=str(seed), people=frozenset({Seat.SOUTH, Seat.NORTH})))
        table = shared.match.table
        player = shared.decider(table)
        if player not in shared.people or player is None:
            continue
        given = []
        for tricks in range(5):
            try:
                given.append(shared.claimed(player, tricks).match.table.is_over)
            except ClaimRefused:
                break
        assert all(given), "the tutor agrees at once, or not at all"
        assert len(given) < 5 or taken(table, Seat.SOUTH) + 4 <= 13


def test_who_is_not_asked_answers_nothing() -> None:
    shared = at_trick(2, at_table())
    with pytest.raises(NotYours):
        shared.agreed(Seat.SOUTH)
    with pytest.raises(NotYours):
        shared.refused(Seat.SOUTH)
    asked = shared.undo_asked(Seat.SOUTH)
    with pytest.raises(NotYours):
        asked.agreed(Seat.SOUTH)
    assert asked.refused(Seat.SOUTH).proposal is None, "it may be taken back"
    with pytest.raises(NotYours):
        asked.next_asked(Seat.SOUTH, decides=True)


def test_the_last_who_was_asked_may_leave_instead_of_answering() -> None:
    shared = at_trick(2, at_table(people=frozenset({Seat.SOUTH, Seat.WEST})))
    asked = shared.undo_asked(Seat.SOUTH)
    assert asked.pending
    left = replace(asked, people=frozenset({Seat.SOUTH})).settled()
    assert left.proposal is None
    assert left.match != shared.match
