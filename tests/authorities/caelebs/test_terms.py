"""Words of Cælebs that several of his articles share, read alike in each: strength, a winning card, one hand.

What is expected is from his pages, named beside each case.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.support.cases import for_each
from tutor.authorities import authority
from tutor.authorities.caelebs.facts import WhistFacts
from tutor.authorities.hidden import HiddenHands
from tutor.authorities.rules import Advice, Question
from tutor.cards import Card, Suit
from tutor.library.positions import read_position
from tutor.library.views import read_view
from tutor.seats import Seat
from tutor.view import View

CAELEBS = authority("caelebs")


def view(hand: str, *tricks: str, trick: str = "", seat: str = "Y", trumps: str = "S") -> View:
    written = {"seat": seat, "hand": hand, "trumps": trumps, "tricks": list(tricks), "trick": trick or ()}
    return read_view(written)


def advised(seen: View, question: Question = Question.RETURN) -> Advice:
    advice = CAELEBS.advise(seen, question)
    assert isinstance(advice, Advice), advice
    return advice


def cards(advice: Advice) -> set[str]:
    return {str(card) for card in advice.answers}


# ---- strength in trumps (pp. 40, 41, 55, 56) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trumps", "is_strong"),
    [
        ("8642", False),  # “powerless” trumps (p. 56)
        ("T864", False),  # “headed only by the ten” (p. 40)
        ("J864", True),
        ("AKQ", False),  # “at least four” (p. 55)
        ("98642", True),  # “numerical strength” (p. 41)
    ],
)
def test_four_trumps_are_strength_with_an_honour_only(trumps: str, is_strong: bool) -> None:
    rest = "AQ9642"[: 13 - len(trumps) - 3]
    seen = view(f"S:{trumps} H:K73 C:{rest} D:{'J52'[: 13 - len(trumps) - 3 - len(rest)] or '-'}")
    assert WhistFacts(seen).is_strong_in_trumps is is_strong


@pytest.mark.parametrize(("trumps", "led"), [("8642", False), ("Q642", True), ("98642", True)])
def test_a_lead_from_small_cards_wants_strength_in_trumps(trumps: str, led: bool) -> None:
    """“It is bad to lead from several small cards, at least, without strength in trumps” (p. 34)."""
    advice = advised(view(f"S:{trumps} H:9753 C:K84 D:{'T7'[: 6 - len(trumps)]}"), Question.LEAD)
    assert (cards(advice) == {"H3"}) is led, advice.because


def test_a_hand_weak_in_trumps_ruffs_though_it_has_four() -> None:
    """“Never fail to ruff if weak ... employing a powerless trump” (p. 56)."""
    advice = advised(view("S:8642 H:QJ74 C:KT95", "Y DA, B D3, Z D4, A D5", trick="Y D6", seat="B"), Question.TRUMP)
    assert cards(advice) == {"S2"}


# ---- a winning card (pp. 56, 57) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "declined"),
    [
        ("B CA, Z D7, A C4, Y C2", True),  # the best of its suit
        ("B C9, Z D7, A C4, Y CQ", False),  # partner might have had the trick
        ("B CK, Z D7, A C4, Y C2", False),  # second best: the ace was out
        ("Y C2, B C9, Z D7, A C4", True),  # only an adversary was still to play
        ("Y CA, B C9, Z D7, A C4", False),  # partner’s card was winning
        ("B CA, Z C7, A C4, Y C2", False),  # he followed suit
    ],
)
def test_partner_declines_to_ruff_a_winning_card_only(trick: str, declined: bool) -> None:
    """“When partner declines to ruff a winning card” (p. 57); a second best or uncertain one nobody ruffs (p. 56)."""
    then = ("B H2, Z H3, A H4, Y HK",) if trick.startswith("B") and not trick.endswith("CQ") else ()
    assert WhistFacts(view("S:J84 H:98 C:JT5 D:QT9", trick, *then)).has_declined_to_ruff(Seat.EAST) is declined


def test_the_king_is_a_winning_card_when_the_ace_has_gone() -> None:
    tricks = ("B CA, Z C7, A C4, Y C2", "B CK, Z D7, A C6, Y C5", "B H2, Z H3, A H4, Y HK")
    facts = WhistFacts(view("S:J84 H:98 C:JT D:QT9", *tricks))
    assert facts.has_declined_to_ruff(Seat.EAST)


def test_trumps_are_not_led_because_partner_left_an_uncertain_card() -> None:
    seen = view("S:J84 H:K98 C:JT5 D:QT9", "B C9, Z D7, A C4, Y CQ")
    assert advised(seen).rule.id != "cae-art-078"


# ---- the rest in one hand (p. 59) ----------------------------------------------------------------------------------


def brute(hidden: HiddenHands, seat: Seat, suit: Suit) -> bool:
    """Whether any deal of the cards left, of all there are, gives a hand a card of a suit."""
    pack = [(one, number) for one, count in hidden.left.items() for number in range(count)]
    seats = tuple(hidden.sizes)

    def filled(rest: list[tuple[Suit, int]], place: int, has: bool) -> bool:
        if place == len(seats):
            return has
        holder = seats[place]
        may = [card for card in rest if (holder, card[0]) not in hidden.voids]
        for held in combinations(may, hidden.sizes[holder]):
            found = has or (holder is seat and any(card[0] is suit for card in held))
            if filled([card for card in rest if card not in held], place + 1, found):
                return True
        return False

    return filled(pack, 0, False)


def test_what_a_hidden_hand_can_have_is_what_some_deal_gives_it() -> None:
    random = Random(87)
    found = {True: 0, False: 0}
    for _ in range(200):
        seats = random.sample(list(Seat), 3)
        size = random.randint(1, 2)
        sizes = {seat: size - (random.random() < 0.3) for seat in seats}
        hands = {seat: random.choices(list(Suit), k=sizes[seat]) for seat in seats}
        dealt = [suit for hand in hands.values() for suit in hand]
        left = {suit: dealt.count(suit) for suit in Suit}
        voids = {(seat, suit) for seat in seats for suit in Suit if suit not in hands[seat] and random.random() < 0.5}
        hidden = HiddenHands(sizes, left, voids)
        for seat in seats:
            for suit in Suit:
                can = hidden.can_have(seat, suit)
                assert can is brute(hidden, seat, suit), (hidden, seat, suit)
                found[can] += (seat, suit) not in voids and left[suit] > 0
    assert min(found.values()) > 50, "some hands are kept from a suit by counting alone"


def test_the_best_trump_is_kept_when_counting_shows_the_rest_in_one_hand() -> None:
    """“It is impolite to play out the king-trump when the rest are in one hand” (p. 59).

    Hearts are trumps, and three are out. A has no spade, no club, and all the diamonds are gone: his three cards can be
    hearts only, though neither B nor Z has failed to follow in them.
    """
    tricks = (
        "Y H2, B H3, Z H4, A H5",
        "A H8, Y H6, B HT, Z H7",
        "B SA, Z S3, A S2, Y S5",
        "B SQ, Z S4, A C2, Y S7",
        "B CA, Z C5, A C3, Y C4",
        "B CK, Z C7, A D2, Y C6",
        "B CQ, Z C8, A D3, Y C9",
        "B DA, Z D7, A D4, Y D9",
        "B DK, Z D8, A D5, Y DJ",
        "B DQ, Z DT, A D6, Y H9",
    )
    seen = view("S:K H:A C:J", *tricks, trumps="H")
    facts = WhistFacts(seen)
    assert [seat for seat in Seat if seat is not seen.seat and facts.may_hold_trumps(seat)] == [Seat.SOUTH]
    advice = advised(seen)
    assert (advice.rule.id, advice.rule.row) == ("cae-art-087", "the rest in one hand")
    assert "HA" not in cards(advice)


# ---- a good independent lead (pp. 27, 28, 34, 51) ------------------------------------------------------------------

PRIMARY = ("Y D4, B DK, Z DA, A D2", "Z C4, A C6, Y CK, B C3")


@pytest.mark.parametrize("own", ["J942", "JT42", "JT92"])
def test_king_knave_and_one_returns_the_knave_before_a_suit_headed_by_the_knave(own: str) -> None:
    """“With three in suit ... to a primary lead, play king and return knave” (p. 51)."""
    advice = advised(view(f"S:842 H:{own} C:J7 D:J5", *PRIMARY))
    assert (advice.rule.id, cards(advice)) == ("cae-art-064", {"CJ"})


@pytest.mark.parametrize(("own", "card"), [("KQ42", "HK"), ("K942", "H2"), ("Q942", "H2")])
def test_a_well_fortified_suit_is_led_before_partners_is_returned(own: str, card: str) -> None:
    """“If you have a good independent lead, this is not judicious” (p. 28)."""
    assert cards(advised(view(f"S:842 H:{own} C:J7 D:J5", *PRIMARY))) == {card}


def test_a_suit_finessed_to_a_subordinate_lead_is_not_returned() -> None:
    """“To a subordinate lead, it is safer to finesse without returning it” (p. 51)."""
    seen = view("S:842 H:964 C:K7 D:T5", "Z D4, A DK, Y D2, B D3", "A H2, Y H3, B HK, Z HA", "Z C4, A C6, Y CJ, B C3")
    assert all(card.suit is not Suit.CLUBS for card in advised(seen).answers if isinstance(card, Card))


# ---- the coup (pp. 59, 60) -----------------------------------------------------------------------------------------

BEFORE_THE_COUP = (
    "Y SQ, B S9, Z S6, A S5",
    "Y D8, B D5, Z D3, A DQ",
    "A H5, Y HT, B HJ, Z H9",
    "B DA, Z D9, A DT, Y D7",
    "B D6, Z D4, A SA, Y DK",
    "A C4, Y C5, B CT, Z C6",
    "B D2, Z DJ, A C8, Y H8",
    "Z CQ, A CJ, Y C9, B C7",
    "Z H6, A HQ, Y H7, B H4",
    "A H2, Y C2, B H3, Z SK",
)


def test_a_loose_trump_and_a_tenace_are_article_84_though_the_best_trump_has_ruffed() -> None:
    """“With only a loose trump and tenace; play the former” (p. 59); the coup has “all loose cards” (p. 60)."""
    tenace = advised(view("S:4 H: C:A3 D:", *BEFORE_THE_COUP, seat="Z"))
    assert (tenace.rule.id, cards(tenace)) == ("cae-art-084", {"S4"})
    loose = advised(view("S:4 H: C:K3 D:", *BEFORE_THE_COUP, seat="Z"))
    assert (loose.rule.id, cards(loose)) == ("cae-art-093", {"S4"})


@pytest.mark.parametrize(
    "line",
    [
        # the ten cannot win over the knave, and seven tricks are left
        "trump | seat B | dealer Y | hand S:T9 H:T7 C:KT4 D: | score 0 0 3 | shown Y H3 | tricks B S2, Z H6, A S4, "
        "Y S3; Z D6, A DK, Y DT, B D4; A SJ, Y SQ, B S5, Z D7; Y DJ, B S8, Z DQ, A DA; A H5, Y H3, B HK, Z HQ; B H2, "
        "Z D8, A HA, Y H4 | trick A D2, Y HJ | trumps H",
        # partner lies open, with no winning hand
        "trump | seat Y | dealer Z | hand S:T732 H:5 C:T7 D: | score 0 0 -1 | exposed B S:Q98 H:K3 C:9 D:9 | shown Z C6"
        " | tricks A C2, Y C3, B CA, Z C6; B C4, Z CQ, A CK, Y C5; A D7, Y DJ, B D8, Z D2; Y HA, B H2, Z H4, A H7; "
        "Y CJ, B C8, Z S4, A S5; Y H6, B HJ, Z HQ, A H8 | trick Z D6, A DA | trumps C",
    ],
)
def test_the_king_trump_is_not_thrown_away_where_it_brings_nothing(line: str) -> None:
    """The coup wants to win the trick, at the end, with a partner who can have the rest (p. 60)."""
    position = read_position(line)
    advice = CAELEBS.advise(position.view, position.question)
    assert not isinstance(advice, Advice) or advice.rule.id != "cae-art-093"


def test_his_own_coup_is_still_his() -> None:
    """“D, seeing it impossible to win every other trick ... ruffs with king” (p. 61)."""
    line = (
        "trump | seat A | hand S:K2 H: C:T9 D: | score 4 4 0 | tricks Y SA, B S3, Z S4, A S9; Y DA, B D2, Z D3, A D4; "
        "Y DK, B D5, Z D6, A D7; Y D8, B D9, Z DT, A DQ; A CA, Y C2, B C3, Z C4; A CK, Y C5, B C6, Z C7; A DJ, Y SQ, "
        "B C8, Z H2; Y HA, B H3, Z H4, A H5; Y HK, B H6, Z H7, A H8 | trick Y HQ, B CJ, Z H9 | trumps S"
    )
    position = read_position(line)
    advice = advised(position.view, position.question)
    assert (advice.rule.id, cards(advice)) == ("cae-art-093", {"SK"})


ONLY_HEARTS_REMAIN = (
    "Y S2, B S3, Z S4, A S5",
    "A ST, Y S6, B S8, Z S9",
    "A SJ, Y S7, B D3, Z D2",
    "A C2, Y C3, B C4, Z CA",
    "Z CK, A C5, Y C6, B C7",
    "Z CQ, A C8, Y C9, B CT",
    "Z DA, A D5, Y D4, B D6",
    "Z DK, A D8, Y D7, B D9",
    "Z DT, A DQ, Y DJ, B CJ",
    "A H2, Y HA, B H4, Z H3",
)


@for_each("hearts", list(map("".join, combinations("KQJT98765", 2))))
def test_the_best_trump_is_kept_though_no_other_rule_names_a_lead(hearts: str) -> None:
    """“It is impolite to play out the king-trump when the rest are in one hand” (p. 59), whatever is led instead.

    Spades are trumps. B and Z have shown that they have none; the king and queen are with A.
    """
    advice = advised(view(f"S:A H:{hearts} C:- D:-", *ONLY_HEARTS_REMAIN))
    assert advice.rule.id in ("cae-art-087", "cae-art-083"), advice.because  # all winners but one go before it (p. 59)
    assert cards(advice) <= {f"H{rank}" for rank in hearts}
