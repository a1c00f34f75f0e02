"""What is true of every code of laws, tried on deals played by random lawful calls and cards."""

from __future__ import annotations

from random import Random

import pytest

from tutor.auction import Bid, Calling, Double
from tutor.codes import CODES, Code
from tutor.codes.code import BridgeCode
from tutor.codes.scoring import DealScore, Heading, Sheet
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import Seat

DEALS = 200
every_code = pytest.mark.parametrize("code", CODES.values(), ids=CODES)


def called(code: Code, deal: Deal, random: Random) -> Calling:
    """A calling of random lawful calls, cheap bids before dear, bids and doubles the rarer the longer it lasts."""
    calling = Calling(deal.dealer)
    while (turn := code.turn(calling)) is not None:
        quiet = [call for call in turn.calls if not isinstance(call, (Bid, Double))]
        calls = quiet if quiet and random.random() < len(calling) / 6 else turn.calls
        call = code.dictated(deal, calling) or calls[int(len(calls) * random.random() ** 3)]
        assert code.refusal(calling, turn.seat, call) is None
        assert code.speaker(turn.seat, calling) in code.players
        calling = code.say(calling, turn.seat, call)
    return calling


def played(code: Code, deal: Deal, calling: Calling, random: Random) -> Play:
    play = code.begin(deal, calling)
    while not play.is_over:
        assert code.player(play.to_play, calling) in code.players
        play = play.after(random.choice(list(play.lawful())))
    return play


def rubbers(code: Code) -> list[Sheet]:
    """The sheet after each of many deals; a rubber that is over is followed by another."""
    random, sheet, sheets = Random(code.key), code.rubber, []
    for _ in range(DEALS):
        sheet = code.rubber if sheet.winner is not None else sheet
        deal = Deal.shuffled(random, code.dealer(len(sheet.deals)))
        calling = called(code, deal, random)
        play = played(code, deal, calling, random)
        assert sum(play.won) == sum(play.won_by_seat) == len(play.tricks) == 13
        score = code.reckon(deal, calling, play, sheet)
        check_score(code, score)
        sheet = sheet.after(score)
        sheets.append(sheet)
    return sheets


def check_score(code: Code, score: DealScore) -> None:
    assert len({item.party for item in score.items if item.heading is Heading.TRICKS}) <= 1
    for item in score.items:
        assert item.points > 0 or item.heading is Heading.CHICANE
        assert item.what
        assert code.laws[item.law.number] is item.law


@every_code
def test_rubbers_of_random_deals_come_to_an_end_with_one_winner_and_points_that_add_up(code: Code) -> None:
    sheets = rubbers(code)
    assert any(sheet.winner is not None for sheet in sheets)
    for sheet in sheets:
        scored = sum(item.points for deal in sheet.deals for item in deal.items)
        added = sum(sheet.total(party) for party in sheet.parties) - scored
        assert all(item.party in sheet.parties for deal in sheet.deals for item in deal.items)
        if sheet.winner is None:
            assert added % 50 == 0
            assert not isinstance(code, BridgeCode) or all(sheet.stands_at(one) < code.game for one in sheet.parties)
        else:
            assert sheet.winner in sheet.parties
            assert added > 0
            with pytest.raises(ValueError, match="the rubber is over"):
                sheet.after(sheet.deals[-1])


@every_code
def test_who_deals_and_who_sits_where(code: Code) -> None:
    for number in range(12):
        seats = [code.seat_of(player, number) for player in code.players]
        assert len(set(seats)) == len(code.players)
        assert code.dealer(number) in Seat
    assert [code.seat_of(player, 0) for player in code.players] == list(code.players)


@every_code
def test_what_a_player_may_look_at_never_shrinks_and_is_all_that_is_played_by_the_end(code: Code) -> None:
    random = Random(1)
    for number in range(40):
        deal = Deal.shuffled(random, code.dealer(number))
        calling = called(code, deal, random)
        so_far = [Calling(calling.dealer, calling.said[:length]) for length in range(len(calling) + 1)]
        for player in code.players:
            led = code.may_look(player, calling, is_led=True) | code.exposed(calling, is_led=True)
            assert {seat for seat in Seat if code.player(seat, calling) is player} <= led
            seen = [code.may_look(player, one) for one in so_far]
            own_turns = [one for one in so_far[:-1] if speaks(code, one) is player]
            assert all(code.may_look(player, one) for one in own_turns)
            assert all(before <= after for before, after in zip(seen, [*seen[1:], led], strict=True))


def speaks(code: Code, calling: Calling) -> Seat | None:
    turn = code.turn(calling)
    return code.speaker(turn.seat, calling) if turn else None
