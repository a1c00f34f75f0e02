"""A played deal in a few words, and what it would be with all hands open."""

from __future__ import annotations

import pytest

from tests.support.cases import for_each
from tests.web.play.test_tables import BRIDGE, played
from tutor.auction import Declaration, Denomination
from tutor.codes import CODES, code
from tutor.codes.code import Code
from tutor.library.catalogue import Library
from tutor.seats import Seat
from tutor.tables.match import Match, Strictness
from tutor.tables.played_deal import PlayedDeal, _against_contract, _odd_words, brief_result, contract_words
from tutor.tables.table import Table, TableAct


@pytest.mark.parametrize(
    ("named", "words"),
    [
        (Declaration(Denomination.HEARTS, Seat.EAST, contract=4), "4♥"),
        (Declaration(Denomination.NO_TRUMPS, Seat.EAST, 1, contract=3), "3 NT doubled"),
        (Declaration(Denomination.SPADES, Seat.EAST, 2, contract=1), "1♠ redoubled"),
        (Declaration(Denomination.CLUBS, Seat.EAST), "Clubs"),
        (Declaration(Denomination.NO_TRUMPS, Seat.EAST, 3), "No trumps doubled 3 times"),
    ],
)
def test_what_was_named_is_brief(named: Declaration, words: str) -> None:
    assert contract_words(named) == words


@pytest.mark.parametrize(
    ("contract", "made", "words"),
    [
        (4, 10, ", just made"),
        (4, 11, ", one over"),
        (4, 7, ", three short"),
        (None, 7, ", the odd trick"),
        (None, 9, ", three odd tricks"),
        (None, 5, ", two short"),
    ],
)
def test_tricks_are_told_against_what_was_named(contract: int | None, made: int, words: str) -> None:
    assert _against_contract(Declaration(Denomination.HEARTS, Seat.EAST, contract=contract), made) == words


@pytest.mark.parametrize(
    ("made", "words"),
    [(8, ", two odd tricks"), (7, ", the odd trick"), (6, ", the odd trick lost"), (5, ", two odd tricks lost")],
)
def test_at_whist_odd_tricks_are_won_or_lost(made: int, words: str) -> None:
    assert _odd_words(made) == words


@for_each("code", CODES.values(), ids=CODES.keys())
def test_every_game_has_a_result_and_says_it_in_a_line(code: Code) -> None:
    match = played(Match(code, "1", code.players[0], Strictness.GUIDED))
    deal = PlayedDeal("", match.table, code.players[0])
    assert deal.brief == brief_result(match)
    assert 5 < len(deal.brief) < 70
    assert str(deal.tricks) in deal.brief
    assert deal.points(deal.party) == sum(item.points for item in deal.score.items if item.party is deal.party)
    assert deal.double_dummy is None or 0 <= deal.double_dummy <= 13


def test_a_deal_that_goes_on_is_not_played() -> None:
    table = Match(BRIDGE, "5", Seat.SOUTH, Strictness.GUIDED).table
    with pytest.raises(ValueError, match="not over"):
        PlayedDeal("", table, Seat.SOUTH)


def test_the_learners_side_counts_its_own_tricks_at_whist() -> None:
    whist = code("whist-short-1859")
    table = played(Match(whist, "b", Seat.SOUTH, Strictness.GUIDED)).table
    ours, theirs = PlayedDeal("", table, Seat.SOUTH), PlayedDeal("", table, Seat.WEST)
    assert (ours.tricks or 0) + (theirs.tricks or 0) == 13
    assert (ours.double_dummy or 0) + (theirs.double_dummy or 0) == 13
    assert ours.net == -theirs.net


def test_double_dummy_counts_the_tricks_of_the_declarer(library: Library) -> None:
    """The figure is that of the printed game when everybody plays as well as in its replay with hindsight."""
    from tutor.analysis.hindsight import Hindsight

    for game in (library.game("hel-game-01"), library.game("hel-game-03")):
        table = Table.laid(game.code, game.deal, game.code.rubber)
        for said in game.calling:
            table = table.after(said.call)
        for one in game.plays[-1].played():
            table = table.replayed(TableAct(one.seat, one.card))
        deal = PlayedDeal("", table, Seat.SOUTH)
        assert table.play is not None
        assert deal.declaration is not None
        assert deal.double_dummy == Hindsight.of(table.play).promised[deal.declaration.by.side]
