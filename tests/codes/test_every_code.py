"""What holds of every code: random deals, called and played at random within its laws, are scored to the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.support.cases import for_each
from tutor.auction import Calling, Content, Pass
from tutor.codes import CODES, RULED
from tutor.codes.auction_points_1910 import FourDeals
from tutor.codes.code import Code
from tutor.codes.offences import FIVE_CODES
from tutor.codes.scoring import Party, ScoreItem, Sheet
from tutor.deal import Deal
from tutor.library.laws import laws
from tutor.play import Play
from tutor.seats import Seat

DEALS, MANY_DEALS = 60, 1_000


def test_a_code_is_found_by_the_key_and_the_offences_that_it_has() -> None:
    assert len(CODES) == 16
    assert len(RULED) == len({*CODES, *FIVE_CODES})
    assert [code.key for code in CODES.values()] == list(CODES)
    assert all(RULED[key] is code.offences for key, code in CODES.items())
    assert all(key in RULED for key in FIVE_CODES)
    assert "whist" not in CODES
    assert "whist" not in RULED
    assert list(RULED)[: len(FIVE_CODES)] == list(FIVE_CODES)


def called_at_random(code: Code, deal: Deal, sheet: Sheet, random: Random) -> Calling:
    """The calling of a deal by random lawful calls, cheap ones oftener; after a dozen nobody goes on who need not."""
    calling = code.calling(deal.dealer, sheet)
    while (turn := code.turn(calling)) is not None:
        assert not any(code.refusal(calling, turn.seat, call) for call in (*turn.calls[:3], *turn.calls[-3:]))
        calls = [call for call in turn.calls if not code.refusal_for_cards(deal, calling, turn.seat, call)]
        resting = [call for call in calls if call in (Content(), Pass())]
        choices = [resting] if resting and len(calling) > 12 else [resting or calls, resting or calls, calls[:8], calls]
        call = code.dictated(deal, calling) or random.choice(random.choice(choices))
        calling = code.say(calling, turn.seat, call)
    return calling


def played_at_random(play: Play, random: Random) -> Play:
    while not play.is_over:
        play = play.after(random.choice(list(play.lawful())))
    return play


def parties_of(code: Code, deal: Deal, sheet: Sheet) -> set[Party]:
    """Who may score on the next deal: the sides, or the seats that are played."""
    if all(isinstance(party, Seat) for party in sheet.parties):
        return {seat for seat in Seat if seat not in code.out(deal.dealer)}
    return {seat.side for seat in Seat}


@pytest.mark.slow
@for_each("code", CODES.values(), ids=CODES)
def test_random_deals_are_played_and_scored_to_the_end_of_their_rubbers(code: Code) -> None:
    play_rubbers(code, DEALS)


@pytest.mark.deep
@for_each("code", CODES.values(), ids=CODES)
def test_so_are_many_more(code: Code) -> None:
    play_rubbers(code, MANY_DEALS)


def play_rubbers(code: Code, deals: int) -> None:
    random = Random(code.key)
    sheet, rubbers = code.rubber, 0
    for dealt in range(MANY_DEALS):
        if dealt >= deals and rubbers:
            break
        number = len(sheet.deals)
        deal = Deal.shuffled(random, code.dealer(number), turns_up=code.turns_up)
        calling = called_at_random(code, deal, sheet, random)
        play = played_at_random(code.begin(deal, calling), random)
        assert sum(play.won_by_seat) == len(play.tricks) == 13
        assert {played.seat for played in play.played()} == set(Seat) - set(code.out(deal.dealer))

        score = code.reckon(deal, calling, play, sheet)
        assert {item.party for item in score.items} <= parties_of(code, deal, sheet)
        assert all(isinstance(item, ScoreItem) and item.law in laws() and item.points for item in score.items)
        assert code.reckon(deal, calling, play, sheet) == score

        before = {party: sheet.stands_at(party) for party in sheet.parties}
        sheet = sheet.after(score)
        after = {party: sheet.stands_at(party) for party in sheet.parties}
        assert len(sheet.deals) == number + 1
        assert (
            all(after[party] >= before[party] for party in after)
            or not any(after.values())
            or isinstance(sheet, FourDeals)
        )
        if sheet.is_over:
            assert sheet.winner in (*sheet.parties, None)
            assert not any(after.values()) or isinstance(sheet, FourDeals)
            with pytest.raises(ValueError, match="is over"):
                sheet.after(score)
            sheet, rubbers = code.rubber, rubbers + 1
    assert rubbers


@for_each("code", CODES.values(), ids=CODES)
def test_every_player_has_a_seat_of_his_own_that_is_played_and_every_seat_a_player(code: Code) -> None:
    for number in range(12):
        dealer = code.dealer(number)
        seats = {player: code.seat_of(player, number) for player in code.players}
        assert len(set(seats.values())) == len(code.players)
        assert not set(seats.values()) & set(code.out(dealer))
        played = set(Seat) - set(code.out(dealer))
        assert dealer in played
        calling = Calling(dealer)
        if code.leader(calling) is not None:
            assert code.leader(calling) in played
        assert {code.player(seat, calling) for seat in played} <= set(seats.values()) | played


@for_each("code", CODES.values(), ids=CODES)
def test_the_laws_of_a_code_lead_to_its_source(code: Code) -> None:
    cited = [laws()[ref].citation for ref in (*code.offences.laws.values(), *code.scoring_laws, code.revoke_law)]
    assert all(citation.source == code.source and citation.lines for citation in cited)


@for_each("code", CODES.values(), ids=CODES)
def test_what_a_player_may_look_at_never_shrinks_and_is_all_that_is_played_by_the_end(code: Code) -> None:
    random = Random(1)
    for number in range(40):
        deal = Deal.shuffled(random, code.dealer(number), turns_up=code.turns_up)
        calling = called_at_random(code, deal, code.rubber, random)
        so_far = [replace(calling, said=calling.said[:length]) for length in range(len(calling) + 1)]
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
