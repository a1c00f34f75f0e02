"""What the authors claim of their deals, judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tutor.__main__ import tutor
from tutor.analysis.claims import Judgement, PlaysCard, Sum, TakesTricks, Verdict, is_sum
from tutor.library.auditing import Audited, Auditor
from tutor.library.catalogue import load

LIBRARY = load()
AUDITED = {(one.where, one.claim.id): one for one in Auditor(LIBRARY).all()}


def judged(where: str, number: int) -> Judgement:
    return AUDITED[where, f"{where}-claim-{number}"].judgement


def test_every_claim_is_judged_with_its_reason() -> None:
    assert len(AUDITED) == LIBRARY.number_of_claims
    for one in AUDITED.values():
        assert one.judgement.how
        assert bool(one.judgement.computed) == (one.judgement.verdict is not Verdict.CANNOT)


def test_the_tables_of_the_clubs_and_the_diamonds_come_out() -> None:
    """Gross gain 178, of which 46 by tricks (p. 99); 296 against 260 in the first table of diamonds (p. 85)."""
    sums = {one.claim.statement.text: one for one in AUDITED.values() if isinstance(one.claim.statement, Sum)}
    assert sums["46 + 132 = 178"].judgement.verdict is Verdict.HOLDS
    assert sums["48 + 48 + 48 + 12 = 156"].judgement.verdict is Verdict.HOLDS
    assert all(one.judgement.verdict is Verdict.HOLDS for one in sums.values()), "his arithmetic is right throughout"


def test_a_claim_may_fail() -> None:
    """The deal with diamonds said to make a grand slam makes twelve tricks with the hands open."""
    found = judged("hel-diamonds-04", 3)
    assert found.verdict is Verdict.FAILS
    assert found.computed == "AB twelve tricks"
    assert judged("hel-diamonds-04", 1).verdict is Verdict.HOLDS


def test_what_a_play_of_ours_refutes_fails_only_where_every_other_play_does_too() -> None:
    """Game XXVII, trick 3: with the ace of trumps led AB make ten tricks and not eleven, as the author has it."""
    game = LIBRARY.game("hel-game-27")
    claim = next(one.statement for one in game.claims if one.id == "hel-game-27-claim-1")
    asked = {answer: claim.judge(replace(game.subject, elsewhere=_says(answer))) for answer in (True, None, False)}
    assert [one.verdict for one in asked.values()] == [Verdict.CANNOT, Verdict.CANNOT, Verdict.FAILS]
    assert "holds in another" in asked[True].how
    assert "not settled" in asked[None].how
    assert "every play" in asked[False].how
    assert judged("hel-game-27", 1) == asked[False]


def _says(answer: bool | None) -> Callable[[object], bool | None]:
    return lambda _: answer


def test_no_card_of_ours_refutes_an_author() -> None:
    """What is said of a card that was played, or of another in its place, fails in every play that the book allows."""
    for (where, _), one in AUDITED.items():
        if where in LIBRARY.games and isinstance(one.claim.statement, PlaysCard) and one.claim.statement.trick > 1:
            assert one.judgement.verdict is not Verdict.FAILS or "every play" in one.judgement.how
    assert judged("hel-game-24", 8).verdict is Verdict.HOLDS


def test_a_claim_on_tricks_is_the_other_side_s_too() -> None:
    deal = LIBRARY.deals["hel-diamonds-04"]
    claim = next(one.statement for one in deal.claims if isinstance(one.statement, TakesTricks))
    other = TakesTricks(claim.denomination, claim.leader, claim.side.opponents, 13 - claim.tricks, claim.bound)
    assert claim.judge(deal.subject).verdict is other.judge(deal.subject).verdict


def test_the_declarations_that_the_rules_reach_are_his() -> None:
    """Of the fifty illustrative declarations every dealer’s comes out as he declares it."""
    ours = [one for (where, _), one in AUDITED.items() if where.startswith("hel-declaration-")]
    assert Counter(one.judgement.verdict for one in ours)[Verdict.FAILS] == 0
    assert sum(one.judgement.verdict is Verdict.HOLDS for one in ours) >= 50


@pytest.mark.parametrize("text", ["1 + 1 = 2", "6 x 6 = 36", "(2 + 3) * 4 = 20", "44 - 88 = -44", "52 - 16 - 6 = 30"])
def test_a_sum_is_reckoned(text: str) -> None:
    assert is_sum(text)
    assert Sum(text).judge(LIBRARY.deals["hel-diamonds-04"].subject).verdict is Verdict.HOLDS


@given(st.text("0123456789+-*x()= ", max_size=12))
def test_what_is_no_sum_is_none(text: str) -> None:
    if is_sum(text):
        assert Sum(text).judge(LIBRARY.deals["hel-diamonds-04"].subject).verdict is not Verdict.CANNOT


@pytest.mark.parametrize("command", ["claims", "odds"])
def test_the_audit_is_a_list_that_scripts_can_rely_on(command: str) -> None:
    result = CliRunner().invoke(tutor, [command, "--json"])
    listed = json.loads(result.stdout)
    assert len(listed) == (LIBRARY.number_of_claims if command == "claims" else 98)
    keys = {"claims": {"id", "deal", "says", "page", "computed", "verdict", "how"}}
    for one in listed:
        assert set(one) >= keys.get(command, {"id", "source", "page", "says", "figure", "exact", "verdict", "how"})


def test_a_judgement_is_made_once() -> None:
    auditor = Auditor(LIBRARY)
    first: tuple[Audited, ...] = auditor.of("hel-clubs-02")
    assert auditor.of("hel-clubs-02") is first
