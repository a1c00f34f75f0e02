"""Matchpoints, against figures reckoned by hand from the law, and travellers of deals that many played."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.web.play.test_tables import BRIDGE, played, simple
from tutor.analysis.double_dummy import tricks_by_declarer
from tutor.auction import Denomination
from tutor.codes import code
from tutor.deal import Deal
from tutor.library.catalogue import Library
from tutor.seats import Seat, Side
from tutor.tables.match import Match, Strictness
from tutor.tables.played_deal import PlayedDeal
from tutor.tables.reference_lines import author_line, book_line
from tutor.tables.table import Table
from tutor.tables.traveller import by_deal, matchpoints, traveller

WHIST = code("whist-short-1859")


# Law 78 A of the laws of duplicate bridge: 2 for each score that is worse, 1 for each that is equal. Reckoned by hand.
@pytest.mark.parametrize(
    ("scores", "won"),
    [
        ([], []),
        ([420], [0]),
        ([420, 420], [1, 1]),
        ([420, 450], [0, 2]),
        ([620, 620, 170, -100, 650], [5, 5, 2, 0, 8]),
        ([-50, -50, -50, 110], [2, 2, 2, 6]),
        ([0, 0, 0, 0, 0], [4, 4, 4, 4, 4]),
        ([-300, 480, 450, 480, 980, 450, 480], [0, 8, 3, 8, 12, 3, 8]),
    ],
)
def test_matchpoints_are_those_of_the_law(scores: list[int], won: list[int]) -> None:
    assert list(matchpoints(scores)) == won


@given(st.lists(st.integers(-2000, 2000), max_size=24))
def test_matchpoints_add_up_to_the_same_whatever_was_scored(scores: list[int]) -> None:
    won = matchpoints(scores)
    assert sum(won) == len(scores) * (len(scores) - 1)
    assert all(0 <= points <= 2 * (len(scores) - 1) for points in won)
    for mine, ours in zip(scores, won, strict=True):
        for other, theirs in zip(scores, won, strict=True):
            assert (mine > other) == (ours > theirs)


@given(st.lists(st.integers(-2000, 2000), max_size=24))
def test_the_other_side_wins_what_is_left(scores: list[int]) -> None:
    theirs = matchpoints([-score for score in scores])
    most = 2 * (len(scores) - 1)
    assert [mine + other for mine, other in zip(matchpoints(scores), theirs, strict=True)] == [most] * len(scores)


def differently(match: Match, number: int) -> Table:
    """The first deal of a match, played by the simple player with some luck."""
    random, table = Random(number), match.table
    while not table.is_over:
        table = match.bots_go_on(table, simple)
        if match.is_learners_turn(table):
            table = table.after(simple(table.view(match.seat_at(table)), match.code, table.lawful(), random))
    return table


def of_class(match: Match, players: int, seat: Seat = Seat.SOUTH) -> list[PlayedDeal]:
    return [
        PlayedDeal(f"{number}/1", differently(match, number), seat, f"Learner {number}", number)
        for number in range(1, players + 1)
    ]


@for_each("key", ["whist-short-1859", "bridge-english-1901", "auction-1910"])
def test_a_traveller_compares_what_the_side_scored(key: str) -> None:
    deals = of_class(Match(code(key), "3", Seat.SOUTH, Strictness.GUIDED), 6)
    (one,) = traveller(deals).comparisons
    assert one.party is Side.NS
    assert one.most == 10
    assert sum(line.matchpoints for line in one.lines) == 6 * 5
    nets = [line.deal.net for line in one.lines]
    assert nets == sorted(nets, reverse=True)
    for line in one.lines:
        assert line.deal.net == line.deal.points(Side.NS) - line.deal.points(Side.EW)
        assert line.matchpoints == matchpoints([deal.net for deal in deals])[deals.index(line.deal)]


def test_other_cards_another_dealer_or_another_code_are_another_deal() -> None:
    match = Match(BRIDGE, "3", Seat.SOUTH, Strictness.GUIDED)
    (deal,) = of_class(match, 1)
    turned = Deal(match.table.deal.hands, Seat.WEST)
    others = [
        of_class(replace(match, seed="4"), 1)[0],
        of_class(replace(match, given=(turned,)), 1)[0],
        of_class(replace(match, code=code("bridge-english-1904")), 1)[0],
    ]
    for other in others:
        with pytest.raises(ValueError, match="one deal"):
            traveller([deal, other])
    assert [len(group) for group in by_deal([deal, *others])] == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="one deal"):
        traveller([])


def test_another_turn_up_is_another_deal_at_whist() -> None:
    match = Match(WHIST, "3", Seat.SOUTH, Strictness.GUIDED)
    dealt = match.table.deal
    other = next(card for card in dealt.hands[dealt.dealer] if dealt.turn_up and card.suit is not dealt.turn_up.suit)
    again = replace(match, given=(replace(dealt, turn_up=other),))
    assert len(by_deal([*of_class(match, 1), *of_class(again, 1)])) == 2


def test_of_a_player_the_first_play_counts() -> None:
    match = Match(BRIDGE, "3", Seat.SOUTH, Strictness.GUIDED)
    first, second, other = of_class(match, 3)
    again = replace(second, player=first.player)
    assert by_deal([first, again, other]) == [(first, other)]


def test_two_of_the_same_name_are_two() -> None:
    match = Match(BRIDGE, "3", Seat.SOUTH, Strictness.GUIDED)
    namesakes = [replace(deal, who="Tom Bell") for deal in of_class(match, 2)]
    ((one, two),) = by_deal(namesakes)
    assert len(traveller([one, two]).comparisons[0].lines) == 2


def test_partners_at_one_table_are_one_line_and_their_opponents_another() -> None:
    match = Match(BRIDGE, "3", Seat.SOUTH, Strictness.GUIDED)
    table, elsewhere = differently(match, 1), differently(match, 2)
    seats = dict(zip(Seat, ("Ann", "Ben", "Cole", "Dora"), strict=True))
    four = [PlayedDeal("7/1", table, seat, who, number) for number, (seat, who) in enumerate(seats.items(), 1)]
    alone = PlayedDeal("8/1", elsewhere, Seat.SOUTH, "Eve", 9)
    ours, theirs = traveller([*four, alone]).comparisons
    assert (ours.party, theirs.party) == (Side.NS, Side.EW)
    assert {line.who for line in ours.lines} == {"Ann and Cole", "Eve"}
    assert [line.who for line in theirs.lines] == ["Ben and Dora"]
    assert sum(line.matchpoints for line in ours.lines) == 2
    assert theirs.most == 0


def test_where_everybody_plays_alone_the_differences_with_all_are_compared() -> None:
    """Every two settle the difference (Foster, pp. 164–165)."""
    three = code("auction-three-hand-1910")
    deal = PlayedDeal("1/1", played(Match(three, "b", three.players[0], Strictness.GUIDED)).table, three.players[0])
    others = [party for party in deal.parties if party is not deal.party]
    assert deal.net == 2 * deal.points(deal.party) - sum(map(deal.points, others))


@pytest.mark.slow
def test_the_authors_line_is_whole_lawful_and_always_the_same() -> None:
    deal = Match(WHIST, "3", Seat.SOUTH, Strictness.GUIDED).table.deal
    table = author_line(WHIST.key, deal)
    assert table.is_over
    assert table.deal == deal
    assert all(act.what in before.lawful() for before, act in table.moments())
    author_line.cache_clear()
    assert author_line(WHIST.key, deal) == table


def test_the_line_of_a_book_comes_to_the_result_that_is_printed(library: Library) -> None:
    seen = 0
    for game in library.games.values():
        table = book_line(game.code.key, game.deal, game.calling, game.plays[-1])
        if table is not None and table.play is not None:
            seen += 1
            assert table.play.won == game.result, game.id
    assert seen > len(library.games) / 2


def test_a_line_that_does_not_fit_is_none(library: Library) -> None:
    game = library.game("hel-game-01")
    assert book_line("auction-1910", game.deal, game.calling, game.plays[-1]) is None
    assert book_line(game.code.key, game.deal, game.calling, game.plays[30]) is None


def test_double_dummy_on_a_traveller_is_of_each_contract() -> None:
    match = Match(code("auction-1910"), "3", Seat.SOUTH, Strictness.GUIDED)
    for deal in of_class(match, 5):
        declaration = deal.declaration
        if declaration is not None:
            by_denomination = {one: one.trumps for one in Denomination}
            assert declaration.denomination in by_denomination
            expected = tricks_by_declarer(deal.table.deal)[declaration.denomination, declaration.by]
            assert deal.double_dummy == expected
