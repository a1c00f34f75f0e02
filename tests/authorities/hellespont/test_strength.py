"""How Hellespont counts tricks and strength, and that no rule of his advises on less, or gives a reason that denies it.

The first table is every holding and hand that he calls good for so many tricks. What follows counts again, from his
words and by other means than the rules do, on hands dealt at random.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import pytest

from tests.support.cases import for_each
from tests.support.oracles import table
from tutor.auction import Calling, Content, Declare, Denomination, Double, Leave
from tutor.authorities import authority
from tutor.authorities.hellespont.declaring.facts import DeclarationFacts
from tutor.authorities.hellespont.strength import (
    AVERAGE,
    QUEEN,
    VALUES,
    certain_tricks,
    likely_tricks,
    likely_trump_tricks,
    probable_tricks,
    sure_tricks,
    trump_tricks,
)
from tutor.authorities.rules import Advice, Question
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.deal import Deal
from tutor.seats import Seat
from tutor.view import Standing, View

pytestmark = pytest.mark.slow

HELLESPONT = authority("hellespont")
DEALER = Seat.SOUTH
HEARTS, DIAMONDS = Declare(Denomination.HEARTS), Declare(Denomination.DIAMONDS)
CLUBS, SPADES = Declare(Denomination.CLUBS), Declare(Denomination.SPADES)

# ---- what he calls good for so many tricks -----------------------------------------------------------------------

OF_A_HOLDING = {
    ("trumps", "good"): trump_tricks,
    ("trumps", "likely"): likely_trump_tricks,
    ("trumps", "certain"): certain_tricks,
    ("plain", "certain"): sure_tricks,
    ("plain", "good"): probable_tricks,
    ("plain", "likely"): likely_tricks,
    ("no trumps", "certain"): certain_tricks,
}


def counted_as(row: dict[str, str]) -> int:
    if ":" not in row["cards"]:
        return OF_A_HOLDING[row["as"], row["word"]](Holding.parse(row["cards"]))
    hand = Hand.parse(row["cards"], size=13)
    if row["as"] == "no trumps":
        return sum(certain_tricks(hand[suit]) for suit in Suit)
    trumps, declarant = Suit[row["as"].upper()], DeclarationFacts(hand)
    return {"good": declarant.tricks, "likely": declarant.likely, "certain": declarant.certain}[row["word"]](trumps)


@for_each("row", table("hellespont-tricks.csv"), ids=lambda row: f"p{row['page']}-{row['name']}")
def test_every_hand_is_good_for_as_many_tricks_as_he_says(row: dict[str, str]) -> None:
    tricks = counted_as(row)
    assert int(row["least"] or 0) <= tricks <= int(row["most"] or 13)


@pytest.mark.parametrize("count", [trump_tricks, likely_trump_tricks, probable_tricks, likely_tricks])
def test_a_higher_card_never_makes_fewer_tricks(count: object) -> None:
    """The rank next above one that is held, put in its place, leaves as many tricks or more."""
    assert callable(count)
    random = Random(1901)
    for _ in range(4000):
        ranks = random.sample(list(Rank), random.randint(1, 7))
        low = random.choice(ranks)
        above = next((rank for rank in sorted(Rank) if rank > low and rank not in ranks), None)
        if above is not None:
            better = Holding.of([above, *(rank for rank in ranks if rank is not low)])
            assert count(better) >= count(Holding.of(ranks)), (str(Holding.of(ranks)), str(better))


# ---- the same, counted again from his words ----------------------------------------------------------------------


def honours(holding: Holding) -> int:
    return sum(rank in HONOURS for rank in holding)


def in_trumps(holding: Holding) -> int:
    """Page 75 for five; of six, what is left when the honours against you have made in three rounds."""
    held = str(holding)
    if len(holding) == 5:
        if held.startswith("AKQ"):
            return 4 if honours(holding) < 4 else 5
        return 3 if held.startswith("AK") else honours(holding)
    against = [rank for rank in "AKQJT" if rank not in held]
    if held[0] not in "AKQJ":
        return len(holding) - 4
    tops = next(place for place, rank in enumerate("AKQJT-") if not held.startswith(rank, place))
    return len(holding) - min(len(against), max(3 - tops, 0))


@lru_cache(8192)
def certain_in_plain(holding: Holding) -> int:
    """Each card is led in turn, highest first, and taken by the lowest higher one that is left."""
    against, won = sorted(set(Rank) - set(holding)), 0
    for rank in holding:
        beater = next((other for other in against if other > rank), None)
        if beater is None:
            won += 1
        else:
            against.remove(beater)
    return won


def from_aces_and_kings(holding: Holding) -> int:
    """The certain tricks, a guarded king, and ace with jack or queen, ten and another (pp. 73, 75, 190)."""
    held, certain = str(holding), certain_in_plain(holding)
    if len(held) > 3 and held[:3] in ("AJT", "AQT"):
        return max(certain, 2)
    return max(certain, 1) if held[:1] == "K" and len(held) > 1 else certain


def is_on_his_list(holding: Holding) -> bool:
    """The guards of page 60, or better."""
    held = ["23456789TJQKA".index(rank) for rank in str(holding)]
    listed = ([12], [11, 8, 0], [10, 9, 0], [10, 0, 0, 0], [9, 8, 0, 0])
    better = (len(held) >= len(one) and all(map(int.__ge__, held, one)) for one in listed)
    return str(holding) == "KQ" or any(better)


def has_an_even_chance_more(holding: Holding) -> bool:
    """Whether partner may hope for one more: of a second with ace, queen or ace, jack, a first with a guard of his."""
    held, good = str(holding), from_aces_and_kings(holding)
    return (good < 2 and len(held) > 2 and held[:2] in ("AQ", "AJ")) or (not good and is_on_his_list(holding))


def plain(hand: Hand, trumps: Suit) -> list[Holding]:
    return [hand[suit] for suit in Suit if suit is not trumps]


def good_for(hand: Hand, trumps: Suit) -> int:
    return in_trumps(hand[trumps]) + sum(map(from_aces_and_kings, plain(hand, trumps)))


def likely(hand: Hand, trumps: Suit) -> int:
    high = sum(rank in hand[trumps] for rank in (Rank.ACE, Rank.KING, Rank.QUEEN))
    at_least = 3 if len(hand[trumps]) == 5 and high >= 2 else 0
    good = good_for(hand, trumps) - in_trumps(hand[trumps])
    return max(in_trumps(hand[trumps]), at_least) + good + any(map(has_an_even_chance_more, plain(hand, trumps)))


def certain_outside(hand: Hand, trumps: Suit) -> int:
    return sum(map(certain_in_plain, plain(hand, trumps)))


def certain_in_all(hand: Hand, trumps: Suit) -> int:
    run = next((place for place, rank in enumerate(Rank) if rank not in hand[trumps]), 13)
    whole = len(hand[trumps]) if (len(hand[trumps]), run) in ((6, 5), (7, 4), (8, 3)) or len(hand[trumps]) > 8 else run
    return max(whole, run) + certain_outside(hand, trumps)


# ---- no rule advises on less than it asks ------------------------------------------------------------------------


def dealt(number: int, seed: int = 1901) -> Iterator[Hand]:
    random = Random(seed)
    return (Deal.shuffled(random, DEALER).hands.south for _ in range(number))


def asked(hand: Hand, *, partner: bool = False, standing: Standing | None = None) -> Advice:
    standing = standing or Standing()
    view = View.before_calling(DEALER, DEALER, hand, standing)
    if partner:
        view = View(DEALER.partner, DEALER, hand, Calling(DEALER).after(DEALER, Leave()), standing)
    advice = HELLESPONT.advise(view, Question.DECLARE)
    assert isinstance(advice, Advice), advice
    return advice


def is_no_trump_hand(hand: Hand) -> bool:
    aces = sum(Rank.ACE in hand[suit] for suit in Suit)
    return aces >= 3 or DeclarationFacts(hand).is_strong_and_guarded


def why_five_are_not_enough(hand: Hand, trumps: Suit) -> str | None:
    """Why five of a red suit with less than four honours may not be declared by the dealer (pp. 75–79)."""
    held = hand[trumps]
    if trumps is Suit.HEARTS and not honours(held):
        return None if certain_outside(hand, trumps) >= 5 else "five small hearts, and less than five certain tricks"
    if honours(held) < (2 if trumps is Suit.HEARTS else 3) and certain_in_all(hand, trumps) < 5:
        return "too few honours"
    if trumps is Suit.HEARTS and held.highest < Rank.QUEEN:
        return "no honour above the jack"
    if good_for(hand, trumps) < 5:
        return "less than five tricks"
    outside = good_for(hand, trumps) - in_trumps(held)
    if str(held).startswith("AKQ") and outside == 1 and not certain_outside(hand, trumps):
        return "beside ace, king, queen no trick is certain"
    return None


def test_the_dealer_never_declares_a_red_suit_on_less_than_he_asks() -> None:
    declared = 0
    for hand in dealt(3_000):
        answer = asked(hand).answers[0]
        for suit, one in ((Suit.HEARTS, HEARTS), (Suit.DIAMONDS, DIAMONDS)):
            if answer != one or honours(hand[suit]) >= 4:
                continue
            declared += 1
            if len(hand[suit]) == 5:
                assert why_five_are_not_enough(hand, suit) is None, hand
            elif len(hand[suit]) == 6 and suit is Suit.DIAMONDS and not is_no_trump_hand(hand):
                assert good_for(hand, suit) >= 5, hand
            elif len(hand[suit]) == 6 and hand[suit].highest <= Rank.TEN:
                assert good_for(hand, suit) - in_trumps(hand[suit]) >= 2, hand
    assert declared > 60


@pytest.mark.parametrize("standing", [Standing(), Standing(6, 12)], ids=str)
def test_the_partner_never_declares_a_suit_on_less_than_four_tricks(standing: Standing) -> None:
    """“At least four tricks” (pp. 109–110), but for clubs with one or two spades, clubs with four honours, or to the
    score, where the dealer’s five are wanted or two by tricks are the game."""
    declared = 0
    for hand in dealt(3_000):
        advice = asked(hand, partner=True, standing=standing)
        if advice.rule.id == "hel-partner-red":
            declared += 1
            suit = next(suit for suit in Suit if Declare(Denomination.of(suit)) == advice.answers[0])
            if len(hand[suit]) > 4:
                assert honours(hand[suit]) >= 2, hand
                assert hand[suit].highest >= Rank.QUEEN, hand
                assert likely(hand, suit) >= 4, hand
            else:
                assert str(hand[suit])[:3] in ("AKQ", "KQJ"), hand
                assert certain_in_plain(hand[suit]) + certain_outside(hand, suit) >= 4, hand
        elif advice.rule.row == "four tricks in clubs":
            declared += 1
            assert likely(hand, Suit.CLUBS) >= 4, hand
            assert honours(hand.clubs) >= 2, hand
    assert declared > 50


def properly_guarded(hand: Hand) -> list[tuple[Rank, int]]:
    """The kings with one guard and the queens with two (p. 284) that head their suits, and how long the suits are."""
    heads = ((hand[suit].highest, len(hand[suit])) for suit in Suit if hand[suit])
    return [(rank, size) for rank, size in heads if size > {Rank.KING: 1, Rank.QUEEN: 2}.get(rank, 13)]


def test_without_an_ace_nothing_is_left_on_less_than_two_guarded_queens() -> None:
    """One at the head of four (pp. 102, 106), or a guarded king for it, as on pages 184 and 197."""
    left = defended = 0
    for hand in dealt(3_000):
        if any(Rank.ACE in hand[suit] for suit in Suit):
            assert asked(hand).answers[0] != SPADES, hand
            continue
        advice, guarded = asked(hand), properly_guarded(hand)
        has_the_head = any(rank is Rank.KING or size >= 4 for rank, size in guarded)
        if advice.answers[0] == Leave():
            left += 1
            assert has_the_head, hand
            assert sum(VALUES.get(card.rank, 0) for card in hand) >= 2 * QUEEN, hand
        elif advice.answers[0] == SPADES:
            defended += 1
            assert len(guarded) < 2 or not has_the_head, hand
    assert left > 80
    assert defended > 80


def test_no_trumps_are_never_declared_for_strength_on_less_than_a_queen_above_the_average() -> None:
    declared = 0
    for hand in dealt(3_000):
        advice = asked(hand)
        if advice.rule.id in ("hel-decl-nt-c", "hel-nt-minimum", "hel-nt-first-thought"):
            declared += 1
            assert sum(VALUES.get(card.rank, 0) for card in hand) >= AVERAGE + QUEEN, hand
            assert sum(is_on_his_list(hand[suit]) for suit in Suit) >= 3, hand
            assert any(Rank.ACE in hand[suit] for suit in Suit), hand
    assert declared > 150


# ---- doubling ----------------------------------------------------------------------------------------------------

SCORES = [Standing(us, them) for us in (0, 6, 14, 18, 22, 26) for them in (0, 8, 14, 18, 22, 24, 26, 28)]


def asked_to_double(hand: Hand, suit: Suit, standing: Standing, *, by_dealer: bool, seat: Seat) -> Advice:
    calling = Calling(DEALER)
    if not by_dealer:
        calling = calling.after(DEALER, Leave())
    calling = calling.after(DEALER if by_dealer else DEALER.partner, Declare(Denomination.of(suit)))
    if seat is DEALER.right:
        calling = calling.after(DEALER.left, Content())
    advice = HELLESPONT.advise(View(seat, DEALER, hand, calling, standing), Question.DOUBLE)
    assert isinstance(advice, Advice), advice
    return advice


def strong_hands(number: int) -> Iterator[tuple[Hand, Suit]]:
    """Hands with four trumps or more, made stronger than chance makes them, so that many are doubled on."""
    random = Random(1901)
    while number:
        deal = Deal.shuffled(random, DEALER)
        hand = max((deal.hands[seat] for seat in Seat), key=lambda one: sum(VALUES.get(card.rank, 0) for card in one))
        suit = max(Suit, key=lambda one: len(hand[one]))
        if 4 <= len(hand[suit]) <= 6:
            number -= 1
            yield hand, suit


def most_tricks_in_sight(hand: Hand, trumps: Suit) -> int:
    """Every honour that is guarded or has a card beside it, and the long trumps: never too few."""
    count = max(0, len(hand[trumps]) - 3)
    for suit in Suit:
        held = hand[suit]
        for rank, guards in ((Rank.ACE, 1), (Rank.KING, 2), (Rank.QUEEN, 2), (Rank.KNAVE, 2), (Rank.TEN, 3)):
            count += rank in held and len(held) >= guards
    return count


def enough_on_page_122(trumps: Holding) -> bool:
    held = str(trumps)
    return held[:3] in ("AKQ", "AKJ") or (len(held) > 4 and held[:2] in ("AK", "AQ", "KQ"))


def test_no_suit_is_doubled_on_less_than_he_asks() -> None:
    """Four trumps with two high honours and six tricks (pp. 119–121); five with tenaces against a red suit (p. 122)."""
    random, doubled, black = Random(1902), 0, 0
    for hand, suit in strong_hands(4_000):
        by_dealer, seat, standing = random.random() < 0.4, random.choice([DEALER.left, DEALER.right]), None
        standing = random.choice(SCORES)
        advice = asked_to_double(hand, suit, standing, by_dealer=by_dealer, seat=seat)
        if advice.answers != (Double(),) or advice.rule.id == "hel-double-certainty-not-immoral":
            continue
        doubled += 1
        trumps = hand[suit]
        assert len(trumps) >= 4, hand
        assert sum(rank in trumps for rank in (Rank.ACE, Rank.KING, Rank.QUEEN)) >= 2, hand
        assert most_tricks_in_sight(hand, suit) >= 6, hand
        if not by_dealer and not suit.is_red:
            black += 1
            in_game_four = str(trumps)[:2] == "AK" and advice.rule.id == "hel-double-to-score"
            assert enough_on_page_122(trumps) or in_game_four, hand
            tried = [one.rule.id for one in advice.trace] + [advice.rule.id]
            assert "hel-double-partners-black" in tried
    assert doubled > 100
    assert black > 30


@pytest.mark.parametrize("trumps", ["AQJ2", "KQJ2", "AQ32"])
@pytest.mark.parametrize("suit", [Suit.SPADES, Suit.CLUBS])
def test_a_black_suit_of_the_partners_is_left_alone_on_less_than_page_122_asks(trumps: str, suit: Suit) -> None:
    others = [one for one in Suit if one is not suit]
    held = {suit: trumps, others[0]: "AK3", others[1]: "AK2", others[2]: "AK5"}
    hand = Hand.parse(" ".join(f"{one.value}:{cards}" for one, cards in held.items()), size=13)
    them = 26 if suit is Suit.SPADES else 22
    advice = asked_to_double(hand, suit, Standing(0, them), by_dealer=False, seat=DEALER.right)
    assert advice.answers == (Content(),)
    assert advice.rule.id == "hel-double-partners-black"
    assert advice.citation.page == 122


# ---- a reason never denies its rule ------------------------------------------------------------------------------

WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen"
NUMBERS = {word: number for number, word in enumerate(WORDS.split())}


def number_before(words: str, reason: str) -> int | None:
    found = re.search(rf"(\w+) {words}", reason)
    return NUMBERS[found[1]] if found and found[1] in NUMBERS else None


def reasons(view: View, advice: Advice) -> Iterator[tuple[str, bool, str]]:
    """The id of each rule, whether it applies, and its reason: that decides, those tried, and those that come later."""
    yield advice.rule.id, True, advice.because
    for rule, finding in HELLESPONT.findings(view, Question.DECLARE):
        yield rule.id, finding.applies, finding.because


GOOD_FOR_FIVE = re.compile(
    r"hel-(hearts-(category|outside|five-tricks|four-q|summary)|decl-hearts-five|diamonds-(five|six))"
)


@pytest.mark.parametrize("partner", [False, True], ids=["dealer", "partner"])
@pytest.mark.parametrize("standing", [Standing(), Standing(14, 6), Standing(0, 26)], ids=str)
def test_a_reason_never_contradicts_its_rule(partner: bool, standing: Standing) -> None:
    for hand in dealt(250, seed=7):
        view = View.before_calling(DEALER, DEALER, hand, standing)
        if partner:
            view = View(DEALER.partner, DEALER, hand, Calling(DEALER).after(DEALER, Leave()), standing)
        advice = asked(hand, partner=partner, standing=standing)
        for rule, applies, because in reasons(view, advice):
            where = f"{hand} {rule}: {because}"
            assert not re.search(r"\d\.\d", because), where
            assert not re.search(r"\bone (tricks|cards|are|suits)\b|\b(two|three|four|five) (is|trick)\b", because), (
                where
            )
            assert ".." not in because, where
            good = number_before("tricks?(?!.*likely)", because) if "is good for" in because else None
            good = number_before("tricks?", because[because.index("is good for") :]) if good is not None else None
            if good is not None and GOOD_FOR_FIVE.match(rule):
                assert (good >= 5) == applies, where
            if "but five are needed" in because or "too few" in because:
                assert good is None or good < 5, where
            chances = number_before("tricks? (is|are) likely", because)
            if chances is not None and rule in ("hel-partner-red", "hel-partner-default"):
                needed = 3 if "odd trick wins the game" in because else 4
                assert (chances >= needed) == applies, where
            if "is unprotected" in because:
                bare = re.findall(r"(\w+) of (\w+) is unprotected", because)
                assert bare, where
                assert not any(is_on_his_list(hand[Suit[suit.upper()]]) for _, suit in bare), where
            if (suits := number_before(r"suits? guarded \(", because)) is not None:
                assert suits == sum(is_on_his_list(hand[suit]) for suit in Suit), where
            assert ("below the average" in because) <= (sum(VALUES.get(c.rank, 0) for c in hand) < AVERAGE + 2 * QUEEN)


def test_what_a_hand_is_left_on_is_what_decides() -> None:
    """A hand that is near no declaration cites his rule on leaving it; the rest name what they miss."""
    cited: dict[str, int] = {}
    for hand in dealt(1_500):
        advice = asked(hand)
        if advice.answers[0] != Leave():
            continue
        cited[advice.rule.id] = cited.get(advice.rule.id, 0) + 1
        if advice.rule.id == "hel-black-who":
            assert any(good_for(hand, suit) >= 5 for suit in (Suit.SPADES, Suit.CLUBS) if len(hand[suit]) >= 5), hand
        if advice.rule.id == "hel-game-20-leave-on-ace":
            without = Hand.of(card for card in hand if card.rank is not Rank.ACE)
            guarded = properly_guarded(without)
            assert len(guarded) < 2 or not any(rank is Rank.KING or size >= 4 for rank, size in guarded), hand
        if advice.rule.id == "hel-leave-no-heart-convention":
            assert len(hand.hearts) < 3, hand
            assert not honours(hand.hearts), hand
    assert cited["hel-leave"] > 50
    assert cited.get("hel-black-who", 0) + cited.get("hel-leave-no-heart-convention", 0) < cited["hel-leave"]
