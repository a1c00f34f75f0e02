"""Views that cannot be, and questions that a view does not put: errors, and never an author’s silence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import advise
from tests.support.cases import for_each
from tutor.authorities import AUTHORITIES
from tutor.errors import Malformed
from tutor.library.catalogue import check
from tutor.library.views import read_view

HAND = "S:A74 H:Q52 C:KJ83 D:542"
DUMMY = {"B": "S:Q63 H:AK76 C:542 D:AKJ"}
WHIST = {"seat": "Y", "hand": HAND, "trick": [], "trumps": "H"}
DECLARED = ["A declares no trumps"]
CLOSED = ["A bids 1 heart", "Y passes", "B passes", "Z passes"]


def bridge(**more: Any) -> dict[str, Any]:
    return {"seat": "A", "hand": HAND, **more}


def led(**more: Any) -> dict[str, Any]:
    """Y has led the five of spades to A’s no trumps, dummy has played, and Z is to play."""
    trick = "Y S5, B S3"
    dummy = {"B": "S:Q6 H:AK76 C:542 D:AKJ"}
    return {"seat": "Z", "hand": HAND, "calls": DECLARED, "exposed": dummy, "trick": trick, **more}


CANNOT_BE: Mapping[str, tuple[dict[str, Any], str, str]] = {
    # what is wrong: the view, what the error says is wrong, and what it says is to be done
    "declares out of turn": (bridge(calls=["Y declares hearts"]), "‘Y declares hearts’", "A’s turn to speak"),
    "declares twice": (bridge(calls=[*DECLARED, "B declares hearts"]), "cannot be changed", "Y may double"),
    "partner undeclared": (bridge(calls=["B declares hearts"]), "‘B declares hearts’", "A’s turn to speak"),
    "doubles before his partner": (bridge(calls=[*DECLARED, "Z doubles"]), "‘Z doubles’", "‘Y is content’ before it"),
    "doubles his own": (bridge(calls=[*DECLARED, "B doubles"]), "‘B doubles’", "Y’s turn to speak"),
    "doubles nothing": (bridge(calls=["Y doubles"]), "before any declaration", "the declaration first"),
    "redoubles nothing": (bridge(calls=[*DECLARED, "Y redoubles"]), "has no double before it", "‘Y doubles’"),
    "redoubles a new bid": (
        bridge(calls=["A bids 1 spade", "Y doubles", "B bids 1 heart", "Z redoubles"]),
        "has no double before it",
        "‘Z",
    ),
    "redoubles partner’s double": (
        bridge(calls=["A bids 1 spade", "Y doubles", "B passes", "Z redoubles"]),
        "Nobody may double a partner’s",
        "pass or bid higher",
    ),
    "insufficient": (bridge(calls=["A bids 2 hearts", "Y bids 1 no trump"]), "Bids rank", "two no trumps"),
    "equal in value, fewer tricks": (
        bridge(calls=["A bids 3 spades", "Y bids 1 diamond"]),
        "Bids rank",
        "two diamonds",
    ),
    "bids out of turn": (
        bridge(calls=["A bids 1 heart", "B bids 2 hearts"]),
        "‘B bids two hearts’",
        "Y’s turn to speak",
    ),
    "passes out of turn": (bridge(calls=["A bids 1 heart", "Z passes"]), "‘Z passes’", "Y’s turn to speak"),
    "the dealer passes": (bridge(calls=["A passes"]), "must undertake", "A’s turn to bid"),
    "bids when it is over": (bridge(calls=[*CLOSED, "A bids 2 hearts"]), "passed it", "bidding is over"),
    "eight tricks": (bridge(calls=["A bids 8 hearts"]), "‘8 hearts’", "bids 2 hearts"),
    "no call": (bridge(calls=["A sighs"]), "‘sighs’", "redoubles"),
    "two games": (bridge(calls=["A bids 1 heart", "Y is content"]), "straight bridge", "one game"),
    "led before the bidding is over": (led(calls=CLOSED[:3]), "before the bidding is over: Z", "‘Z passes’"),
    "led before the declaration": (led(calls=["A leaves it"]), "before B has declared", "what B declares"),
    "led by another": (led(trick="Z S5, A S3", seat="Y"), "the lead is Y’s", "Correct the leader"),
    "led at auction by another": (
        led(calls=["A bids 1 heart", "Y bids 2 hearts", "B passes", "Z passes", "A passes"], exposed={}),
        "the lead is B’s",
        "Correct the leader",
    ),
    "out of order": (led(trick="Y S5, Z S3"), "it is B’s turn", "order of play"),
    "five to a trick": (led(trick="Y S5, B S3, Z S2, A S6, Y S8"), "more than four cards", "each player"),
    "a short trick before": (led(tricks=["Y S5, B S3"], trick=[]), "trick 1 is not complete", "Correct"),
    "led by a loser": (
        led(hand="S:A7 H:Q52 C:KJ83 D:542", tricks=["Y S5, B S3, Z S4, A S2"], trick="A H3, Y H4", exposed={}),
        "Y won trick 1",
        "Correct",
    ),
    "a card twice": (led(trick="Y SA, B S3"), "ace of spades is there twice", "Correct"),
    "a revoke": (
        led(hand="S:74 H:Q52 C:KJ83 D:542", tricks=["Y H4, B H3, Z SA, A HT"], trick="A S2, Y S5, B S6", exposed={}),
        "Z did not follow in hearts, and has the queen",
        "Correct",
    ),
    "twelve cards": (bridge(hand="S:A7 H:Q52 C:KJ83 D:542"), "twelve cards", "all thirteen"),
    "twelve, one not played": (
        led(exposed={}, hand="S:A7 H:Q52 C:KJ83 D:542"),
        "holds twelve cards",
        "missing tricks",
    ),
    "an adversary exposed": (led(exposed={"A": DUMMY["B"]}), "is not dummy", "hand of B"),
    "dummy before a lead": (bridge(seat="Y", calls=DECLARED, exposed=DUMMY), "before a card has been led", "Leave out"),
    "other trumps": (led(trumps="H"), "the calls name no trumps", "Leave out ‘trumps’"),
    "seven at bridge": (bridge(score={"us": 7, "them": 0}), "never 7", "even number from 0 to 28"),
    "thirty at bridge": (bridge(score={"us": 0, "them": 30}), "never 30", "even number from 0 to 28"),
    "less than nothing": (bridge(score={"us": -2, "them": 0}), "never -2", "even number from 0 to 28"),
    "odd at auction": (bridge(calls=["A bids 1 heart"], score={"us": 9, "them": 0}), "never 9", "even number"),
    "five at short whist": ({**WHIST, "score": {"us": 5, "them": 0}}, "short whist is 5 points", "0 to 4"),
    "a turn-up elsewhere": ({**WHIST, "shown": {"A": "SA"}}, "A turned up the ace of spades", "Correct one"),
}


@for_each(("view", "what", "mend"), CANNOT_BE.values(), ids=CANNOT_BE)
def test_a_view_that_cannot_be_is_an_error_that_names_the_fault_and_the_remedy(
    view: dict[str, Any], what: str, mend: str
) -> None:
    with pytest.raises(Malformed) as caught:
        read_view(view)
    assert what in str(caught.value)
    assert mend in str(caught.value)
    for question in ("declare", "double", "bid", "lead", "third hand"):
        for author in AUTHORITIES:
            given = advise(authority=author, question=question, view=view)
            assert set(given) == {"error"}, given
            assert what in given["error"]


CAN_BE: Mapping[str, dict[str, Any]] = {
    "nothing said": bridge(),
    "the last score": bridge(score={"us": 28, "them": 26}),
    "content need not be written": led(),
    "content written": led(calls=[*DECLARED, "Y is content", "Z is content"]),
    "a redouble": bridge(calls=[*DECLARED, "Y doubles", "A redoubles"]),
    "a redouble spelt otherwise": bridge(calls=[*DECLARED, "Y doubles", "A is content", "B re-doubles"]),
    "a redouble at auction": bridge(calls=["A bids 1 heart", "Y doubles", "B passes", "Z passes", "A redoubles"]),
    "equal in value, more tricks": bridge(calls=["A bids 1 diamond", "Y bids 3 spades"]),
    "whist at four": {**WHIST, "score": {"us": 4, "them": 3}},
    "a hand not looked at": {"seat": "B", "calls": ["A leaves it"]},
}


@pytest.mark.parametrize("view", CAN_BE.values(), ids=CAN_BE)
def test_a_view_that_can_be_is_read(view: dict[str, Any]) -> None:
    assert read_view(view).seat.label == view["seat"]


def test_a_redouble_is_one_double_more() -> None:
    declaration = read_view(CAN_BE["a redouble"]).declaration
    assert declaration is not None
    assert declaration.doubled == 2


NOT_PUT: Mapping[str, tuple[str, dict[str, Any], str, str]] = {
    "third hand when second": (
        "third hand",
        led(seat="B", hand="S:Q63 H:AK76 C:542 D:AKJ", exposed={}, trick="Y S5"),
        "one card has been played",
        "‘second hand’",
    ),
    "declaring for an adversary": ("declare", bridge(seat="Y"), "it is for A to speak", "another seat"),
    "declaring unasked": ("declare", bridge(seat="B"), "it is for A to speak", "another seat"),
    "doubling partner": ("double", bridge(seat="B", calls=DECLARED), "the calls are over", "another seat"),
    "bidding out of turn": (
        "bid",
        bridge(seat="B", calls=["A bids 1 heart"]),
        "it is for Y to speak",
        "another seat",
    ),
    "leading before the end": ("lead", bridge(seat="Y", calls=["A bids 1 heart"]), "the bidding is not over", "‘bid’"),
    "leading before the declaration": ("lead", bridge(seat="Y"), "nothing has been declared", "another seat"),
    "leading for another": ("lead", bridge(seat="Z", calls=DECLARED), "opening lead", "‘double’"),
    "playing for another": ("third hand", led(seat="A"), "Z is to play", "another seat"),
}


@pytest.mark.parametrize(("question", "view", "what", "mend"), NOT_PUT.values(), ids=NOT_PUT)
def test_a_question_that_a_view_does_not_put_is_an_error(
    question: str, view: dict[str, Any], what: str, mend: str
) -> None:
    for author in AUTHORITIES:
        given = advise(authority=author, question=question, view=view)
        assert set(given) == {"error"}, given
        assert what in given["error"]
        assert mend in given["error"]


def test_an_author_who_says_nothing_is_silent_still() -> None:
    given = advise(authority="hoffmann", question="third hand", view=led())
    assert given["silent"] is True


def test_a_position_that_cannot_be_is_a_fault_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "elwell.yaml"
    line = f"declare | seat A | hand {HAND} | score 7 0 0"
    file.write_text(
        f"kind: positions\nsource: elwell\npositions:\n  axi-decl-nt-two-aces:\n    plain:\n    - {line!r}\n"
    )
    (fault,) = check([file])
    assert "never 7" in str(fault)
