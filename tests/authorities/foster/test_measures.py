"""That Foster’s measures are one each, that no rule of his advises below its threshold, and that each can decide.

The thresholds are worked out here from the cards, in the words of the pages that are cited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from tests.authorities.test_advice import cases
from tutor.auction import Bid, Call, Calling, Double
from tutor.authorities.foster.authority import FOSTER
from tutor.authorities.rules import Advice, Question, Rule, Silent
from tutor.cards import PACK, Card, Hand, Rank, Suit
from tutor.codes.auction_1910 import Auction1910
from tutor.deal import Deal
from tutor.library.views import read_view
from tutor.notation import in_words
from tutor.play import Play
from tutor.seats import Seat, Side
from tutor.tables.table import Table
from tutor.view import Standing, View

CODE = Auction1910()
DEALER = Seat.SOUTH
HIGH = {Rank.ACE: 5, Rank.KING: 4, Rank.QUEEN: 3, Rank.KNAVE: 2, Rank.TEN: 1}
AVERAGE = sum(HIGH.values())


# ---- hands at random ---------------------------------------------------------------------------------------------


@cache
def bid_out() -> tuple[tuple[View, Advice], ...]:
    """The turns of auctions in which each does as advised, at random scores, with the advice."""
    return tuple(turn for seed in range(500) for turn in _auction(Random(seed)))


def _auction(random: Random) -> Iterator[tuple[View, Advice]]:
    deal = Deal.shuffled(random, DEALER)
    score = {side: random.choice((0, 0, 12, 18, 24)) for side in Side}
    ahead = random.choice((0, 0, 0, 450, 700, -450))
    so_far = Calling(DEALER)
    while (turn := CODE.turn(so_far)) is not None:
        mine = ahead if turn.seat.side is DEALER.side else -ahead
        standing = Standing(score[turn.seat.side], score[turn.seat.side.opponents], mine)
        view = View(turn.seat, DEALER, deal.hands[turn.seat], so_far, standing)
        advice = FOSTER.advise(view, Question.BID)
        assert isinstance(advice, Advice)
        yield view, advice
        so_far = so_far.after(turn.seat, next(call for call in turn.calls if call in advice.answers))


def reasons(advice: Advice) -> list[str]:
    return [*(one.finding.because for one in advice.trace), advice.because]


# ---- the rule of eight -------------------------------------------------------------------------------------------

COUNTED = [
    (8, "S:62 H:AK942 C:AQ5 D:753", "1 hearts", ()),  # p. 120
    (9, "S:A73 H:KQ964 C:82 D:KJT", "2 hearts", ()),  # p. 95
    (10, "S:A3 H:AKQ652 C:964 D:82", "3 hearts", ()),
    (11, "S:A7 H:K64 C:A9 D:AQT853", "3 diamonds", ()),  # p. 97
    (11, "S:83 H:AKQ6543 C:A64 D:8", "3 hearts", ()),
    (12, "S:83 H:AKQ65432 C:A6 D:8", "4 hearts", ("5 hearts",)),
    (12, "S:83 H:8 C:A6 D:AKQ65432", "4 diamonds", ("5 diamonds",)),
    (13, "S:83 H:AKQ765432 C:A6 D:", "4 hearts", ("5 hearts", "6 hearts")),  # four win the game
    (13, "S:83 H: C:A6 D:AKQ765432", "5 diamonds", ("6 diamonds",)),
]


def high_count(hand: Hand, trumps: Suit) -> int:
    """Trumps, ace, king and queen of them, and the aces and kings of the other suits (p. 95)."""
    plain = sum(hand[suit].count((Rank.ACE, Rank.KING)) for suit in Suit if suit is not trumps)
    return len(hand[trumps]) + hand[trumps].count((Rank.ACE, Rank.KING, Rank.QUEEN)) + plain


@pytest.mark.parametrize(("count", "hand", "bid", "more"), COUNTED, ids=[f"{row[0]} {row[2]}" for row in COUNTED])
def test_each_count_above_eight_bids_more(count: int, hand: str, bid: str, more: tuple[str, ...]) -> None:
    held = Hand.parse(hand, size=13)
    answer = _bid(bid)
    trumps = answer.denomination.trumps
    assert trumps is not None
    assert high_count(held, trumps) == count
    advice = FOSTER.advise(View.before_calling(DEALER, DEALER, held), Question.BID)
    assert isinstance(advice, Advice)
    assert advice.answers == (answer,), advice.because
    assert advice.acceptable == tuple(map(_bid, more))


def _bid(text: str) -> Bid:
    call = read_view(
        {"seat": "Y", "hand": "S:AKQ H:AKQ C:AKQ D:AKQJ", "calls": [f"A bids {text}"]}
    ).calling.said[-1].call  # fmt: skip
    assert isinstance(call, Bid)
    return call


@pytest.mark.parametrize("us", range(0, 30, 2))
def test_hearts_good_for_the_game_are_bid_to_the_game(us: int) -> None:
    hand = Hand.parse("S:A4 H:AKJ654 C:A3 D:A72", size=13)
    advice = FOSTER.advise(View.before_calling(DEALER, DEALER, hand, Standing(us, 0)), Question.BID)
    assert isinstance(advice, Advice)
    for answer in advice.answers:
        assert isinstance(answer, Bid)
        assert answer.denomination.trumps is Suit.HEARTS
        assert us + 8 * answer.odd_tricks >= 30


# ---- one definition each -----------------------------------------------------------------------------------------

_NAME = "(?:spades|hearts|clubs|diamonds)"
_NAMES = rf"({_NAME}(?:(?:, | and ){_NAME})*)"
PROTECTED = re.compile(rf"{_NAMES} (?:are )?protected")
WEAK = re.compile(rf"with {_NAMES} for a weak spot|\b({_NAME}) [AKQJ0-9 ]+ cannot (?:protect|stop)")


def _suits(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name for match in pattern.finditer(text) for group in match.groups() if group for name in
            re.findall(_NAME, group)}  # fmt: skip


@pytest.mark.slow
def test_no_suit_is_both_protected_and_a_weak_spot() -> None:
    seen = 0
    for view, advice in bid_out():
        told = "; ".join(reasons(advice))
        protected, weak = _suits(PROTECTED, told), _suits(WEAK, told)
        seen += bool(weak)
        assert not protected & weak, f"{view.hand}: {told}"
        for suit in weak:
            holding = view.hand[next(one for one in Suit if one.plural == suit)]
            # “able to win the third or fourth round, at the latest” (p. 81)
            guards = {Rank.ACE: 0, Rank.KING: 1, Rank.QUEEN: 2, Rank.KNAVE: 3}
            assert not holding or len(holding) <= guards.get(holding.highest, 13), f"{view.hand}: {told}"
    assert seen > 10


def test_king_and_queen_thrice_held_are_no_weak_spot() -> None:
    """K83 and Q74 win the third round at the latest: hearts are not bid for fear of them."""
    view = View.before_calling(DEALER, DEALER, Hand.parse("S:K83 H:AK764 C:Q74 D:A2", size=13))
    advice = FOSTER.advise(view, Question.BID)
    assert isinstance(advice, Advice)
    assert [str(answer) for answer in advice.answers] == ["bids one no trump"]
    assert not _suits(WEAK, "; ".join(reasons(advice)))


# ---- no figure against its rule ----------------------------------------------------------------------------------

_NUMBERS = [in_words(number) for number in range(14)]


COUNT = re.compile(r"(\w+) (spade|heart|club|diamond)s?, and by the rule of eight the hand counts (\d+)")


def _number(word: str) -> int:
    return int(word) if word.lstrip("-").isdigit() else _NUMBERS.index(word)


def high_cards(hand: Hand) -> int:
    return sum(HIGH.get(card.rank, 0) for card in hand)


@pytest.mark.slow
def test_no_reason_prints_a_figure_that_the_cards_do_not_bear_out() -> None:
    checked = 0
    for view, advice in bid_out():
        hand = view.hand
        for because in reasons(advice):
            told = f"{hand}: {because}"
            for length, name, count in COUNT.findall(because):
                suit = next(one for one in Suit if name == one.singular)
                assert len(hand[suit]) == _number(length), told
                assert high_count(hand, suit) == int(count), told
                checked += 1
            for count, tricks in re.findall(r"counts (\d+), which is worth (\w+) odd trick", because):
                assert _number(tricks) == min(int(count) - 7, 7), told
            for total in re.findall(r"high cards count (\d+) against", because):
                assert high_cards(hand) == int(total), told
            for kings in re.findall(r"the hand is (\w+) kings above the average", because):
                assert (high_cards(hand) - AVERAGE) // 4 == _number(kings), told
            for us in re.findall(r"they stand at (\d+)", because):
                assert view.standing.them == int(us), told
            for points, side in re.findall(r"this side is (\d+) points? (ahead|behind)", because):
                assert view.standing.ahead == int(points) * (1 if side == "ahead" else -1), told
            for aces in re.findall(r"^(\w+) aces?$", because):
                assert sum(card.rank is Rank.ACE for card in hand) == _number(aces), told
    assert checked > 100


@pytest.mark.slow
def test_no_bid_is_higher_than_the_figure_in_its_reason() -> None:
    checked = 0
    for view, advice in bid_out():
        told = f"{view.hand}: {advice.because}"
        bids = [call for call in (*advice.answers, *advice.acceptable) if isinstance(call, Bid)]
        for tricks in re.findall(r"which is worth (\w+) odd trick", advice.because):
            in_suits = [bid for bid in bids if bid.denomination.trumps]
            assert all(bid.odd_tricks <= _number(tricks) for bid in in_suits), told
            checked += bool(in_suits)
        if not advice.rule.row and advice.rule.id in ("fos-bid-full-value", "fos-bid-minimum-standard"):
            kings = (high_cards(view.hand) - AVERAGE) // 4
            assert [bid.odd_tricks for bid in advice.answers if isinstance(bid, Bid)] == [min(kings, 3)], told
            checked += 1
        for mine, needed in re.findall(r"(\w+) tricks of its own, and (\w+) defeat", advice.because):
            assert _number(mine) >= _number(needed), told
            checked += 1
    assert checked > 20


# ---- no rule below its threshold ---------------------------------------------------------------------------------


def _sure(hand: Hand, suit: Suit) -> bool:
    """The ace, or both king and queen (p. 87)."""
    return Rank.ACE in hand[suit] or hand[suit].headed_by("KQ")


def _named(call: Call) -> Suit:
    assert isinstance(call, Bid)
    assert call.denomination.trumps is not None
    return call.denomination.trumps


def _counts(least: int) -> Callable[[View, Call], bool]:
    def test(view: View, call: Call) -> bool:
        suit = _named(call)
        return high_count(view.hand, suit) >= least and len(view.hand[suit]) >= 5 and suit.is_red

    return test


def _aces(least: int) -> Callable[[View, Call], bool]:
    return _of_view(lambda view: sum(card.rank is Rank.ACE for card in view.hand) >= least)


def _of_view(test: Callable[[View], bool]) -> Callable[[View, Call], bool]:
    """A test of the view, whatever is called."""

    def of_view(view: View, call: Call) -> bool:
        del call
        return test(view)

    return of_view


def _above(kings: int) -> Callable[[View, Call], bool]:
    return lambda view, call: _aces(1)(view, call) and high_cards(view.hand) >= AVERAGE + 4 * kings


def _is_sure(view: View, call: Call) -> bool:
    return _sure(view.hand, _named(call))


def _no_sure_trick_but_in_spades(view: View, call: Call) -> bool:
    del call
    return not any(_sure(view.hand, suit) for suit in Suit if suit is not Suit.SPADES)


def _good_suit(view: View, call: Call) -> bool:
    """One good suit: at two tricks four cards with two of the top three, five where partner has shown nothing."""
    assert isinstance(call, Bid)
    held = view.hand[_named(call)]
    opened = view.calling.said[0].call
    shows_nothing = (
        isinstance(opened, Bid) and opened == Bid(1, opened.denomination) and str(opened) == "bids one spade"
    )
    least = 5 if shows_nothing else 4
    tops = held.count((Rank.ACE, Rank.KING, Rank.QUEEN))
    return _is_sure(view, call) and (call.odd_tricks == 1 or (len(held) >= least and tops >= 2))


def _two_spades(view: View, call: Call) -> bool:
    del call
    spades = view.hand.spades
    return spades.headed_by("AKQ") or (len(spades) >= 7 and spades.headed_by("AK"))


THRESHOLDS: dict[tuple[str, str], Callable[[View, Call], bool]] = {
    ("fos-nt-four-aces", ""): _aces(4),
    ("fos-nt-four-aces", "hearts"): lambda view, call: _aces(4)(view, call) and _counts(8)(view, call),
    ("fos-nt-three-aces", ""): _aces(3),
    ("fos-nt-combinations", ""): _aces(1),
    ("fos-nt-ace-equivalents", ""): _aces(1),
    ("fos-nt-one-weak-suit", ""): _above(1),
    ("fos-nt-hand-p84", ""): _above(0),
    ("fos-bid-minimum-standard", ""): _above(2),
    ("fos-bid-full-value", ""): _above(2),
    ("fos-bid-eight-rule", ""): _counts(8),
    ("fos-bid-eight-rule-extra", ""): _counts(9),
    ("fos-bid-red-at-once", ""): _counts(9),
    ("fos-bid-shutout", ""): _counts(9),
    ("fos-r2-standard", ""): _counts(9),
    ("fos-red-diamonds-advance", ""): _counts(10),
    ("fos-red-two-conditions", ""): _is_sure,
    ("fos-red-diamonds-harder", ""): _is_sure,
    ("fos-club-bids", ""): _is_sure,
    ("fos-red-nt-purpose", ""): _is_sure,
    ("fos-red-two-suits", ""): _is_sure,
    ("fos-spade-bad-habit", ""): _no_sure_trick_but_in_spades,
    ("fos-bid-one-spade-weak", ""): _no_sure_trick_but_in_spades,
    ("fos-spade-nothing", ""): _no_sure_trick_but_in_spades,
    ("fos-spade-hand-p92", ""): _no_sure_trick_but_in_spades,
    ("fos-hand-p96", ""): _no_sure_trick_but_in_spades,
    ("fos-bid-two-spades-strength", ""): _two_spades,
    ("fos-spade-hand-p91", "ace, king, queen"): _two_spades,
    ("fos-spade-hand-p91", "seven or more"): _two_spades,
    ("fos-tb-one-suit", ""): _good_suit,
    ("fos-sb-declare-now", "sure tricks"): _is_sure,
    ("fos-sb-dont-pass", ""): _is_sure,
    ("fos-fb-sure-trick", ""): _is_sure,
    ("fos-sb-double-shows-suit", ""): lambda view, call: (
        call == Double() and any(_sure(view.hand, suit) and len(view.hand[suit]) >= 4 for suit in Suit)
    ),
    ("fos-vs-give-game", ""): _of_view(lambda view: view.standing.ahead - 250 >= 400),
    ("fos-vs-ahead", ""): _of_view(lambda view: view.standing.ahead >= 600),
    ("fos-vs-ahead", "safe"): _of_view(lambda view: view.standing.ahead >= 600),
    ("fos-vs-behind", ""): _of_view(lambda view: view.standing.ahead <= -400),
}


def test_every_threshold_is_that_of_a_rule() -> None:
    assert set(THRESHOLDS) <= {(rule.id, rule.row) for rule in FOSTER.rules}


def test_no_rule_advises_below_its_own_threshold() -> None:
    met = set()
    for view, advice in bid_out():
        key = (advice.rule.id, advice.rule.row)
        if key in THRESHOLDS:
            met.add(key)
            for answer in advice.answers:
                assert isinstance(answer, Call)
                assert THRESHOLDS[key](view, answer), f"{key}: {view.hand}, {view.calling}: {advice.because}"
    assert len(met) > 25


# ---- no rule shadowed by another ---------------------------------------------------------------------------------


@cache
def deciders() -> frozenset[tuple[str, str, int | None]]:
    """The rules that decide, or allow an answer, in some case written out from the book."""
    found = set()
    for param in cases():
        key, case = param.values  # type: ignore[attr-defined]
        if key != "foster":
            continue
        view = case.view.view()
        advice = FOSTER.advise(view, case.question)
        rules: list[Rule[object]] = [advice.rule] if isinstance(advice, Advice) else []
        found |= {(rule.id, rule.row, rule.citation.page) for rule in (*rules, *FOSTER.allowing(view, case.question))}
    return frozenset(found)


@pytest.mark.slow
def test_every_rule_of_his_decides_some_case_from_his_words() -> None:
    assert {(rule.id, rule.row, rule.citation.page) for rule in FOSTER.rules} <= deciders()


NO_ADVICE = {79, 85, 121, 122, 123, 126, 151}
"""Pages of his chapters with nothing to follow: equal hands (p. 79), the printed hand that p. 86 advises on (p. 85),
the play of three deals (pp. 121–122, 126, 151), and who it is that leads (pp. 122–123)."""


@pytest.mark.slow
def test_every_page_of_his_that_advises_is_cited_by_a_rule_that_decides() -> None:
    assert set(range(74, 157)) - NO_ADVICE == {page for _, _, page in deciders() if page and page >= 74}


# ---- silence -----------------------------------------------------------------------------------------------------


def test_silence_on_a_play_of_the_declarers_is_not_put_down_to_whose_play_it_is() -> None:
    """Where a chapter of his is for the view, and no rule of it applies, that is why he is silent."""
    silent = 0
    for seed in range(20):
        random = Random(seed)
        table = Table.laid(CODE, Deal.shuffled(random, DEALER), CODE.rubber)
        while not table.is_over:
            player = table.player_to_act
            assert player is not None
            advice = FOSTER.answer(table.view(player))
            lawful = table.lawful()
            if isinstance(advice, Silent):
                silent += 1
                assert "opponents" not in advice.because, advice
                card = random.choice(lawful)
            else:
                card = next((answer for answer in advice.answers if answer in lawful), lawful[0])
            table = table.after(card)
    assert silent > 10


# ---- discards ----------------------------------------------------------------------------------------------------


WITHOUT = read_view(
    {
        "seat": "A",
        "hand": "S:AKQ H:AKQ C:AKQ D:AKQJ",
        "calls": ["A bids 1 no trump", "Y passes", "B passes", "Z passes"],
    }
).calling


def _bared(hand: Hand, out: set[Card], card: Card) -> str | None:
    """What a discard leaves bare: a king, or king and queen, with the ace out; ace and queen with the king out."""
    before, after = hand[card.suit], hand.without(card)[card.suit]
    ranks = {one.rank for one in out if one.suit is card.suit}
    for bare, beaten_by in (("K", Rank.ACE), ("KQ", Rank.ACE), ("AQ", Rank.KING)):
        if str(after) == bare and str(before) != bare and before.headed_by(bare) and beaten_by in ranks:
            return bare
    return None


@pytest.mark.slow
def test_no_discard_bares_a_king_while_another_card_guards_nothing() -> None:
    checked = 0
    for seed in range(150):
        random = Random(seed)
        play = Play.of(Deal.shuffled(random, DEALER), None)
        while not play.is_over:
            dummy = DEALER.partner if play.tricks or play.trick.cards else None
            view = View.of(play.to_play, WITHOUT, play, dummy_seat=dummy)
            advice = FOSTER.advise(view, Question.DISCARD)
            if isinstance(advice, Advice) and advice.rule.row in ("not feared", "keep the guards"):
                seen = {*view.hand, *(card for trick in play.tricks for card in trick.cards), *play.trick.cards}
                for card in advice.answers:
                    assert isinstance(card, Card)
                    assert not _bared(view.hand, set(PACK) - seen, card), f"{view.hand}: {card}, {advice.because}"
                    checked += 1
            play = play.after(random.choice(list(play.lawful())))
    assert checked > 100
