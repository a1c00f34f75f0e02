"""What the authors claim of their deals, judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tutor.__main__ import tutor
from tutor.analysis.claims import (
    ClaimVerdict,
    Judgement,
    OughtToLead,
    PlaysCard,
    Sum,
    TrialStatement,
    TrickCount,
    is_sum,
)
from tutor.analysis.partial import PartialHand, ReEntry
from tutor.auction import Denomination
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice
from tutor.cards import PACK, Card, Hand, Rank, Suit
from tutor.library.audit import AuditedClaim, Auditor
from tutor.library.catalogue import load

LIBRARY = load()
AUDITED = {(one.where, one.claim.id): one for one in Auditor(LIBRARY).all()}


def judged(where: str, number: int) -> Judgement:
    return AUDITED[where, f"{where}-claim-{number}"].judgement


def test_every_claim_is_judged_with_its_reason() -> None:
    assert len(AUDITED) == LIBRARY.number_of_claims
    for one in AUDITED.values():
        assert one.judgement.how
        assert bool(one.judgement.computed) == (one.judgement.verdict is not ClaimVerdict.CANNOT)


def test_the_tables_of_the_clubs_and_the_diamonds_come_out() -> None:
    """Gross gain 178, of which 46 by tricks (p. 99); 296 against 260 in the first table of diamonds (p. 85)."""
    sums = {one.claim.statement.text: one for one in AUDITED.values() if isinstance(one.claim.statement, Sum)}
    assert sums["46 + 132 = 178"].judgement.verdict is ClaimVerdict.HOLDS
    assert sums["48 + 48 + 48 + 12 = 156"].judgement.verdict is ClaimVerdict.HOLDS
    assert all(one.judgement.verdict is ClaimVerdict.HOLDS for one in sums.values()), (
        "his arithmetic is right throughout"
    )


def test_a_claim_may_fail() -> None:
    """The deal with diamonds said to make a grand slam makes twelve tricks with the hands open."""
    found = judged("hel-diamonds-04", 3)
    assert found.verdict is ClaimVerdict.FAILS
    assert found.computed == "AB twelve tricks"
    assert judged("hel-diamonds-04", 1).verdict is ClaimVerdict.HOLDS


def test_what_a_play_of_ours_refutes_fails_only_where_every_other_play_does_too() -> None:
    """Game XXVII, trick 3: with the ace of trumps led AB make ten tricks and not eleven, as the author has it."""
    game = LIBRARY.game("hel-game-27")
    claim = next(one.statement for one in game.claims if one.id == "hel-game-27-claim-1")
    asked = {answer: claim.judge(replace(game.subject, elsewhere=_says(answer))) for answer in (True, None, False)}
    assert [one.verdict for one in asked.values()] == [ClaimVerdict.CANNOT, ClaimVerdict.CANNOT, ClaimVerdict.FAILS]
    assert "holds in another" in asked[True].how
    assert "not known whether it fails in all" in asked[None].how
    assert "every play" in asked[False].how
    assert judged("hel-game-27", 1) == asked[False]


def _says(answer: bool | None) -> Callable[[object], bool | None]:
    return lambda _: answer


def test_no_card_of_ours_refutes_an_author() -> None:
    """What is said of a card that was played, or of another in its place, fails in every play that the book allows."""
    for (where, _), one in AUDITED.items():
        if where in LIBRARY.games and isinstance(one.claim.statement, PlaysCard) and one.claim.statement.trick > 1:
            assert one.judgement.verdict is not ClaimVerdict.FAILS or "every play" in one.judgement.how
    assert judged("hel-game-24", 8).verdict is ClaimVerdict.HOLDS


def test_a_claim_on_tricks_is_the_other_side_s_too() -> None:
    deal = LIBRARY.deals["hel-diamonds-04"]
    claim = next(one.statement for one in deal.claims if isinstance(one.statement, TrickCount))
    other = TrickCount(claim.denomination, claim.leader, claim.side.opponents, 13 - claim.tricks, claim.bound)
    assert claim.judge(deal.subject).verdict is other.judge(deal.subject).verdict


def test_the_declarations_that_the_rules_reach_are_his() -> None:
    """Of the fifty illustrative declarations every dealer’s comes out as he declares it."""
    ours = [one for (where, _), one in AUDITED.items() if where.startswith("hel-declaration-")]
    assert Counter(one.judgement.verdict for one in ours)[ClaimVerdict.FAILS] == 0
    assert sum(one.judgement.verdict is ClaimVerdict.HOLDS for one in ours) >= 50


@pytest.mark.parametrize("text", ["1 + 1 = 2", "6 x 6 = 36", "(2 + 3) * 4 = 20", "44 - 88 = -44", "52 - 16 - 6 = 30"])
def test_a_sum_is_reckoned(text: str) -> None:
    assert is_sum(text)
    assert Sum(text).judge(LIBRARY.deals["hel-diamonds-04"].subject).verdict is ClaimVerdict.HOLDS


@given(st.text("0123456789+-*x()= ", max_size=12))
def test_what_is_no_sum_is_none(text: str) -> None:
    if is_sum(text):
        assert Sum(text).judge(LIBRARY.deals["hel-diamonds-04"].subject).verdict is not ClaimVerdict.CANNOT


@pytest.mark.slow
@pytest.mark.parametrize("command", ["claims", "odds"])
def test_the_audit_is_a_list_that_scripts_can_rely_on(command: str) -> None:
    result = CliRunner().invoke(tutor, [command, "--json"])
    listed = json.loads(result.stdout)
    assert len(listed) == (LIBRARY.number_of_claims if command == "claims" else 98)
    keys = {"claims": {"id", "deal", "says", "page", "computed", "verdict", "how"}}
    for one in listed:
        assert set(one) >= keys.get(command, {"id", "source", "page", "says", "figure", "exact", "verdict", "how"})


# ---- one suit of a hand --------------------------------------------------------------------------------------------

_OTHER_THAN_OPENINGS = {
    "fos-positions-return-high", "fos-positions-return-high-ace", "fos-positions-return-two",
    "fos-positions-return-three", "fos-positions-return-king", "fos-positions-p146",
}  # fmt: skip
"""Later leads, before which tricks were played that Foster does not give (pp. 138–146)."""


def _leads() -> dict[str, AuditedClaim]:
    """The claims on leads that are made of single hands."""
    return {
        one.claim.id: one
        for one in AUDITED.values()
        if isinstance(one.claim.statement, OughtToLead) and one.where.startswith(("hel-hand-", "fos-positions-"))
    }


def test_what_is_led_from_a_suit_is_decided_from_the_suit() -> None:
    """Every opening lead that Hellespont (pp. 126–158) and Foster (pp. 124–137) print of one suit comes out theirs."""
    leads = _leads()
    open_ = {one.where for one in leads.values() if one.judgement.verdict is ClaimVerdict.CANNOT}
    assert open_ == _OTHER_THAN_OPENINGS
    assert Counter(one.judgement.verdict for one in leads.values()) == {
        ClaimVerdict.HOLDS: len(leads) - len(open_),
        ClaimVerdict.CANNOT: len(open_),
    }
    assert len(leads) - len(open_) >= 98
    assert leads["hel-hand-136-strengthening-claim-1"].judgement.computed == "ace of spades"


WRONG_LEADS = (
    # From ace, king and four without re-entry he leads the lowest at no trumps, with trumps the king (pp. 141, 150).
    ("hel-hand-150-nt-ace-king-6-claim-1", "SK", "SA"),
    ("hel-hand-141-plain-ace-king-claim-1", "SA", "lowest S"),
    # The queen from queen, knave, ten with trumps, the knave without (pp. 141, 157).
    ("hel-hand-141-plain-queen-knave-ten-claim-1", "SJ", "lowest S"),
    ("hel-hand-157-nt-queen-knave-ten-claim-1", "SQ", "ST"),
    # Foster leads the fourth-best and no higher nor lower card (p. 134).
    ("fos-positions-fourth-best-six-claim-1", "D3", "D7"),
    ("fos-positions-nt-two-a-claim-1", "HK", "H3"),
    # The king from king and one is not opened (Hellespont, p. 137).
    ("hel-hand-137-plain-king-two-claim-1", "SK", "SK"),
)


@pytest.mark.parametrize(("name", "one", "other"), WRONG_LEADS, ids=[name for name, *_ in WRONG_LEADS])
def test_another_card_of_the_suit_is_not_the_lead(name: str, one: str, other: str) -> None:
    audited = _leads()[name]
    subject = next(subject for where, _, subject, _ in LIBRARY.claimed() if where == audited.where)
    for card in (one, other):
        statement = replace(audited.claim.statement, cards=(card,))  # type: ignore[type-var]
        assert statement.judge(subject).verdict is not ClaimVerdict.HOLDS


@pytest.mark.slow
def test_the_lead_from_a_suit_does_not_hang_on_the_cards_that_were_filled_in() -> None:
    """In hands dealt at random round the suit, wherever its author opens it, he leads the card of the claim."""
    met = 0
    for audited in _leads().values():
        statement = audited.claim.statement
        subject = next(subject for where, _, subject, _ in LIBRARY.claimed() if where == audited.where)
        partial = subject.partial
        if partial is None or len(partial.holdings) != 1 or audited.judgement.verdict is ClaimVerdict.CANNOT:
            continue
        assert isinstance(statement, OughtToLead)
        asked = statement.asked(subject)
        assert not isinstance(asked, str)
        random, author = Random(audited.claim.id), AUTHORITIES[subject.source]
        if any(text.startswith("not ") for text in statement.cards) or partial.re_entry is not ReEntry.EITHER:
            continue
        for one in asked:
            (suit,) = partial.holdings
            others = [card for card in PACK if card.suit is not suit]
            for _ in range(12):
                own = [*one.view.hand.only(suit), *random.sample(others, 13 - len(one.view.hand[suit]))]
                advice = author.advise(replace(one.view, hand=Hand.of(own)), one.question, widely=True)
                if isinstance(advice, Advice):
                    cards = [card for card in advice.answers if isinstance(card, Card) and card.suit is suit]
                    allowed = [*cards, *(card for card in advice.acceptable if isinstance(card, Card))]
                    met += bool(cards)
                    assert not cards or any(one.is_met_by(str(card)) for card in allowed), (audited.claim.id, own)
    assert met > 100


def test_small_cards_are_filled_in_below_what_is_named() -> None:
    hands = tuple(PartialHand.of("S:AKxx H:QJx C:xxx D:xxx").fillings())
    assert [str(hand) for hand in hands] == ["S:AK32 H:QJ2 C:432 D:432", "S:AK87 H:QJ8 C:876 D:876"]
    cases = tuple(PartialHand.of("H:KJT4", "declared").cases(Denomination.SPADES))
    assert all(len(hand) == 13 and str(hand[Suit.HEARTS]) == "KJT4" for case in cases for hand in case)
    held = tuple(PartialHand.of("S:AQJT", "none", "held").cases(Denomination.NO_TRUMPS))
    assert all(any(card.rank is Rank.ACE and card.suit is not Suit.SPADES for card in case[0]) for case in held)
    without = tuple(PartialHand.of("S:AQJT", "none", "none").cases(Denomination.NO_TRUMPS))
    assert not any(card.rank is Rank.ACE and card.suit is not Suit.SPADES for card in without[0][0])


# ---- cards exchanged, and deals made at random -----------------------------------------------------------------------


def test_the_two_lies_of_the_diamonds_in_game_xii_are_played_out() -> None:
    """With the queen at Z’s AB make at most seven tricks; with the ace at Z’s the knave brings eight (p. 253)."""
    assert judged("hel-game-12", 3).verdict is ClaimVerdict.HOLDS
    assert judged("hel-game-12", 4).verdict is ClaimVerdict.HOLDS
    assert "eight tricks" in judged("hel-game-12", 4).computed
    claims = {one.id: one.statement for one in LIBRARY.games["hel-game-12"].claims}
    knave, whatever = claims["hel-game-12-claim-4"], claims["hel-game-12-claim-3"]
    assert isinstance(knave, PlaysCard)
    assert isinstance(whatever, PlaysCard)
    as_played = replace(LIBRARY.games["hel-game-12"].subject, elsewhere=None)
    assert replace(knave, exchanged=None).judge(as_played).verdict is ClaimVerdict.FAILS, "as they lay it brought seven"
    assert replace(whatever, tricks=6).judge(as_played).verdict is ClaimVerdict.FAILS, "seven are made with some lead"


@pytest.mark.deep
def test_as_the_diamonds_of_game_xii_lie_the_knave_brings_seven_in_every_play_that_the_book_allows() -> None:
    game = LIBRARY.games["hel-game-12"]
    knave = next(one.statement for one in game.claims if one.id == "hel-game-12-claim-4")
    assert isinstance(knave, PlaysCard)
    found = replace(knave, exchanged=None).judge(game.subject)
    assert found.verdict is ClaimVerdict.FAILS
    assert "every play" in found.how


def test_ten_to_one_on_a_hand_like_that_of_game_xv_is_too_much() -> None:
    found = AUDITED["hel-game-15", "hel-game-15-odds"].judgement
    assert found.verdict is ClaimVerdict.FAILS
    assert "of 200 deals" in found.computed
    statement = AUDITED["hel-game-15", "hel-game-15-odds"].claim.statement
    assert isinstance(statement, TrialStatement)
    subject = LIBRARY.games["hel-game-15"].subject
    assert replace(statement, chance=Fraction(1, 2)).judge(subject).verdict is ClaimVerdict.HOLDS
    assert replace(statement, chance=Fraction(4, 5)).judge(subject).verdict is ClaimVerdict.CANNOT


def test_a_judgement_is_made_once() -> None:
    auditor = Auditor(LIBRARY)
    first: tuple[AuditedClaim, ...] = auditor.of("hel-clubs-02")
    again = auditor.of("hel-clubs-02")
    assert [id(claimed.judgement) for claimed in again] == [id(claimed.judgement) for claimed in first]
