"""A whole play in hindsight: solved together as apart, adding up, computed once, kept under what it is of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import oracles, strategies
from tests.support.cases import for_each
from tests.support.clock import NOW
from tests.support.databases import migrate, sql
from tests.support.markup import Page, unwrapped
from tutor.analysis import hindsight as analysis
from tutor.analysis.double_dummy import tricks_by_card, tricks_throughout
from tutor.analysis.hindsight import Hindsight
from tutor.cards import Card, Hand
from tutor.errors import Illegal, Malformed
from tutor.library.catalogue import load
from tutor.library.games import Game, Provenance
from tutor.play import Play
from tutor.quizzes.wording import answer_key
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.study.answers.answer import Answer
from tutor.study.answers.hindsight_cache import Hindsights, digest
from tutor.study.study import Study
from tutor.web.learn.replay import usual_chair

pytestmark = pytest.mark.slow

GAMES = list(load().games.values())
GAME = GAMES[0]


@st.composite
def played_out(draw: st.DrawFn) -> Play:
    """A deal played to its end by random lawful cards."""
    random = Random(draw(st.integers(0, 2**32)))
    play = Play.of(draw(strategies.deals()), draw(strategies.trumps))
    while not play.is_over:
        play = play.after(random.choice(list(play.lawful())))
    return play


# ---- the table ---------------------------------------------------------------------------------------------------


@for_each("game", GAMES, ids=lambda game: game.id)
def test_the_table_of_a_game_is_what_each_position_brings_by_itself(game: Game) -> None:
    assert game.play.before_each() == game.plays[:52]
    found = Hindsight.of(game.play)
    assert [one.played for one in found.cards] == list(game.play.played())
    for before, one in zip(game.plays, found.cards, strict=False):
        taken = before.won[before.to_play.side]
        assert one.tricks == {card: taken + more for card, more in tricks_by_card(before).items()}
        assert list(one.tricks) == list(before.lawful())


@given(played_out())
@settings(max_examples=8, deadline=None)
def test_what_was_promised_less_what_was_thrown_is_what_was_taken(play: Play) -> None:
    """And from card to card: what a card leaves its side is what the next finds there."""
    found = Hindsight.of(play)
    for side in Side:
        assert found.promised[side] - found.thrown[side] + found.thrown[side.opponents] == play.won[side]
        expected = found.promised[side]
        for number, one in enumerate(found.cards, start=1):
            expected += one.cost if side is not one.side else -one.cost
            assert found.standing(number)[side] == expected
    for one in found.cards:
        assert one.cost >= 0
        assert (one.played.card in one.best) == (one.cost == 0)
        assert {one.tricks[card] for card in one.best} == {one.brings + one.cost}


def ending() -> Play:
    """No trumps, two cards each; A has the ace and two of spades, Y the king alone. The two led throws both tricks."""
    hands = BySeat(*(Hand.of(oracles.cards(text)) for text in ("SA S2", "SK H2", "H4 H3", "H6 H5")))
    return Play.start(hands, None, Seat.SOUTH)


def test_an_ending_that_anybody_can_reckon() -> None:
    found = Hindsight.of(ending().after_all(oracles.cards("S2 SK H3 H5 H2 H4 H6 SA")))
    assert found.promised == BySide(2, 0)
    assert found.thrown == BySide(2, 0)
    first, *others = found.cards
    assert (first.cost, first.best) == (2, oracles.cards("SA"))
    assert [one.cost for one in others] == [0] * 7
    assert str(found) == "20 2 00 22 2 0 2 0"
    assert Hindsight.of(ending().after_all(oracles.cards("SA SK H3 H5 S2"))).thrown == BySide(0, 0)


def test_a_play_with_a_revoke_is_refused() -> None:
    with pytest.raises(Illegal, match="revoke"):
        Hindsight.of(ending().after(Card.parse("SA")).after(Card.parse("H2"), revoking=True))


def test_what_is_written_is_read_again_and_nothing_else() -> None:
    found = Hindsight.of(GAME.play)
    assert Hindsight.parse(str(found), GAME.play).cards == found.cards
    text = str(found)
    for spoilt in ("", text[:-2], f"{text} 1", f"e{text[1:]}", text.replace(" ", "", 1), "9" * 300):
        with pytest.raises(Malformed, match="Compute it again"):
            Hindsight.parse(spoilt, GAME.play)


# ---- kept --------------------------------------------------------------------------------------------------------


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Play]:
    """The plays that the solver is asked to go through."""
    asked: list[Play] = []
    solve = tricks_throughout

    def hear(play: Play) -> tuple[Mapping[Card, int], ...]:
        asked.append(play)
        return solve(play)

    monkeypatch.setattr(analysis, "tricks_throughout", hear)
    return asked


Reopen = Callable[[], Hindsights]


@pytest.fixture
def reopened(study: Study, where: Path | str) -> Iterator[Reopen]:
    """What a tutor that starts anew on the same study has."""
    opened: list[Study] = []

    def reopen() -> Hindsights:
        study.close()
        opened.append(Study.open(where, lambda: NOW))
        return Hindsights(opened[-1].database)

    yield reopen
    for one in opened:
        one.close()


@pytest.mark.databases
def test_a_table_is_computed_once_and_outlives_the_tutor(study: Study, reopened: Reopen, computed: list[Play]) -> None:
    first = Hindsights(study.database)
    assert first.kept(GAME.play) is None
    found = first.of(GAME.play)
    assert first.of(GAME.play) is first.kept(GAME.play) is found
    again = reopened()
    kept = again.kept(GAME.play)
    assert kept is not None
    assert kept.cards == again.of(GAME.play).cards == found.cards
    assert computed == [GAME.play]


@pytest.mark.databases
def test_a_table_serves_no_other_play(study: Study, reopened: Reopen) -> None:
    """Another deal, other trumps, another leader, or one card played otherwise: each is another name."""
    kept = Hindsights(study.database)
    kept.of(GAME.play)
    start = GAME.plays[0]
    others = [
        *(game.play for game in GAMES[1:]),
        Play.start(start.hands, None, start.to_play).after(Card.parse("HK")),
        Play.start(start.hands, start.trumps, start.to_play.left).after(next(iter(start.hands[start.to_play.left]))),
        start.after(Card.parse("HA")),
        GAME.plays[51],
    ]
    assert len({digest(play) for play in [GAME.play, *others]}) == len(others) + 1
    again = reopened()
    assert [again.kept(play) for play in others] == [None] * len(others)


@pytest.mark.databases
@pytest.mark.parametrize("spoilt", ["", "9 9 9", "not a table"])
def test_a_table_that_was_spoilt_is_computed_anew(
    study: Study, where: Path | str, reopened: Reopen, computed: list[Play], spoilt: str
) -> None:
    found = Hindsights(study.database).of(GAME.play)
    sql(where, f"UPDATE hindsight SET tricks = '{spoilt}'")  # noqa: S608
    again = reopened()
    assert again.of(GAME.play).cards == found.cards
    assert len(computed) == 2
    assert sql(where, "SELECT tricks FROM hindsight") == [(str(found),)]


@pytest.mark.databases
def test_a_study_that_cannot_keep_it_costs_time_only(study: Study, where: Path | str) -> None:
    sql(where, "DROP TABLE hindsight")
    kept = Hindsights(study.database)
    assert kept.kept(GAME.play) is None
    assert kept.of(GAME.play).thrown == Hindsight.of(GAME.play).thrown


def test_an_older_study_gains_the_table_and_keeps_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite3"
    migrate(file, "0001")
    sql(file, "INSERT INTO place VALUES (1, 'hel-game-01', 7, 'a', '2026-01-01 12:00:00.000000')")
    study = Study.open(file, lambda: NOW)
    assert [place.step for place in study.positions.all()] == [7]
    assert Hindsights(study.database).of(GAME.play)
    study.close()


# ---- the pages ---------------------------------------------------------------------------------------------------


def get(client: FlaskClient, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return unescape(response.text)


def decide_all(study: Study, game: Game) -> None:
    for decision in game.decisions:
        given = answer_key(decision.answer)
        study.answers.record(Answer("game", f"{game.id}/{decision.id}", given, "best", decision.rule.id))


def test_the_page_waits_behind_a_door_while_anything_is_to_be_decided(client: FlaskClient, study: Study) -> None:
    path = f"/games/{GAME.id}/hindsight"
    door = get(client, path)
    assert "gives everything away" in door
    assert "<table" not in door
    assert GAME.title not in door
    assert f'href="{path}?shown=1"' in door
    assert "<table" in get(client, f"{path}?shown=1")
    decide_all(study, GAME)
    assert "<table" in get(client, path)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_shows_each_card_its_provenance_its_cost_and_the_best(client: FlaskClient, game: Game) -> None:
    page = get(client, f"/games/{game.id}/hindsight?shown=1&seat=all")
    found = Hindsight.of(game.play)
    tree = Page(page)
    cells = [
        (
            str(link.attributes["class"]).removeprefix("is-"),
            link.attributes["href"],
            *(by.text() for by in link.css(".by")),
            *(chip.attributes["aria-label"] for chip in link.css(".chip")),
            *(cost.text(deep=False) for cost in cell.css(".cost")),
        )
        for cell in tree.all("td:has(.cost)")
        for link in cell.css("a")
    ]
    assert len(cells) == 52
    for number, (cell, one, known) in enumerate(zip(cells, found.cards, game.provenance, strict=True), start=1):
        seat = "" if usual_chair(game).value == "all" else "?seat=all"
        address = f"/games/{game.id}/card/{number}{seat}"
        assert cell == (known.value, address, one.played.seat.label, one.played.card.name, str(one.cost))
    named = [[card.attributes["aria-label"] for card in row.css("[aria-label]")] for row in tree.all("tr.better")]
    assert named == [[card.name for card in (one.played.card, *one.best)] for one in found.cards if one.cost]
    ours = sum(
        one.cost for one, known in zip(found.cards, game.provenance, strict=True) if known is Provenance.RECONSTRUCTED
    )
    words = unwrapped(page)
    assert ("Nobody at the table is to blame" in words) == bool(ours)
    assert ("No card of this game throws a trick away" in words) == (sum(found.thrown) == 0)


def test_the_replay_leads_there_at_its_end_and_after_the_last_decision(client: FlaskClient, study: Study) -> None:
    link = f'href="/games/{GAME.id}/hindsight?seat=turn"'
    last = GAME.decisions[-1]
    asked = f"/games/{GAME.id}/card/{GAME.cards_at(last.step) - 1}?seat=turn"
    assert link in get(client, f"/games/{GAME.id}/card/52?seat=turn")
    assert link not in get(client, asked)
    decide_all(study, GAME)
    assert link in get(client, asked)
    first = GAME.decisions[0]
    study.answers.record(Answer("game", f"{GAME.id}/{last.id}", "XX", "best", last.rule.id))
    assert link not in get(client, f"/games/{GAME.id}/?seat=turn"), f"{last.id} waits again, {first.id} does not"


def test_a_step_shows_the_same_from_the_table_and_without_it(app: Flask, study: Study) -> None:
    decide_all(study, GAME)
    decision = GAME.decisions[-1]
    assert isinstance(decision.answer, Card)
    path = f"/games/{GAME.id}/card/{GAME.cards_at(decision.step) - 1}?seat=turn&hindsight=1"
    steps = re.compile(r'<section class="hindsight".*?</section>', re.DOTALL)
    client = app.test_client()
    alone = steps.findall(get(client, path))
    get(client, f"/games/{GAME.id}/hindsight")
    assert steps.findall(get(client, path)) == alone != []
