"""What holds under every code, whoever plays and however badly: rubbers of random lawful calls and cards."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from tutor.auction import Calling
from tutor.codes import CODES
from tutor.codes.code import BridgeCode, Code
from tutor.codes.scoring import Sheet
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import Seat

DEALS = 200


def called(code: Code, dealer: Seat, random: Random) -> Calling:
    """Random calls in turn, the first that the code offers the likeliest, so that some contracts are made."""
    calling = Calling(dealer)
    while (turn := code.turn(calling)) is not None:
        place = min(int(random.expovariate(0.8)), len(turn.calls) - 1)
        calling = code.say(calling, turn.seat, turn.calls[place])
    return calling


def played(play: Play, random: Random) -> Play:
    while not play.is_over:
        play = play.after(random.choice(list(play.lawful())))
    return play


def one_deal(code: Code, sheet: Sheet, random: Random) -> Sheet:
    """The sheet after one more deal, which is dealt, called, played and scored as the code says."""
    number = len(sheet.deals)
    dealer = code.dealer(number)
    deal = Deal.shuffled(random, dealer)
    calling = called(code, dealer, random)
    out = code.out(dealer)
    play = code.begin(deal, calling)
    if not code.is_void(calling):
        assert play.to_play is code.leader(calling)
        dummy = code.dummy(calling)
        assert dummy is None or (dummy not in out and code.player(dummy, calling) is not dummy)
        seats_in_play = {code.seat_in_play(seat, calling) for seat in Seat}
        assert seats_in_play == set(Seat)  # nobody sits on another’s knees
        for seat in Seat:
            if seat not in out:
                assert play.hands[code.seat_in_play(seat, calling)] == deal.hands[seat]
        play = played(play, random)
        assert len(play.tricks) == sum(play.won) == sum(play.won_by_seat) == 13
    score = code.reckon(deal, calling, play, sheet)
    assert {item.party for item in score.items} <= set(sheet.parties)
    assert all(item.law in code.laws.values() for item in score.items)
    for party in sheet.parties:
        assert score.below(party) + score.above(party) == score.total(party)
    return sheet.after(score)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_rubbers_of_random_deals_come_out_under_every_code(code: Code) -> None:
    random = Random(1910)
    sheet, finished = code.rubber, 0
    for number in count():
        if number >= DEALS and sheet.deals == ():
            break
        assert number < 10 * DEALS, "a rubber does not end"
        before, sheet = sheet, one_deal(code, sheet, random)
        assert sheet.deals[:-1] == before.deals
        assert {code.seat_of(player, number) for player in code.players} <= set(Seat)
        assert before.winner is None
        towards = [party for party in sheet.parties if sheet.deals[-1].below(party)]
        if isinstance(code, BridgeCode):
            assert len(towards) <= 1
            assert sheet.winner is None or towards == [sheet.winner]
            assert not any(sheet.stands_at(party) >= code.game for party in sheet.parties)
        gained = {party: sheet.total(party) - before.total(party) for party in sheet.parties}
        extra = {party: gained[party] - sheet.deals[-1].total(party) for party in sheet.parties}
        assert all(points == 0 for party, points in extra.items() if party is not sheet.winner)
        if sheet.is_over:
            with pytest.raises(ValueError, match="over"):
                sheet.after(sheet.deals[-1])
            sheet, finished = code.rubber, finished + 1
    assert finished >= 2
