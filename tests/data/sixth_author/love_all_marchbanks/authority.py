"""What Augustus Marchbanks advises the dealer at bridge. He has two rules, tried in this order."""

from __future__ import annotations

from tutor.authoring.rules import (
    Authority,
    Chapter,
    Declare,
    Denomination,
    Finding,
    Hand,
    Leave,
    Question,
    Rank,
    Section,
    Suit,
    View,
    counted,
    no,
    yes,
)  # fmt: skip

KEY = "marchbanks"
NO_TRUMPS, LEAVE = Declare(Denomination.NO_TRUMPS), Leave()
ACES_FOR_NO_TRUMPS = 3

declaring = Section[Hand](KEY)


@declaring.rule(
    "mar-decl-three-aces",
    "With three aces declare no trumps.",
    page=2,
    lines=(11, 12),
    advises=(NO_TRUMPS,),
    why="Three aces are three tricks that nobody can take away.",
)
def three_aces(hand: Hand) -> Finding:
    aces = sum(Rank.ACE in hand[suit] for suit in Suit)
    if aces < ACES_FOR_NO_TRUMPS:
        return no(lambda: f"the hand has {counted(aces, 'ace')}")
    return yes(lambda: f"the hand has {counted(aces, 'ace')}", NO_TRUMPS)


@declaring.rule(
    "mar-decl-leave",
    "With fewer than three aces leave it to your partner.",
    page=2,
    lines=(13, 14),
    advises=(LEAVE,),
    why="Your partner may have the aces that you lack.",
)
def leave(hand: Hand) -> Finding:
    del hand  # the rule before has looked at it
    return yes("the hand has fewer than three aces", LEAVE)


def silent_on(view: View) -> str | None:
    """Why he does not speak on a view; None where he does."""
    if not view.is_dealer:
        return "his rules are for the dealer"
    return "the hand has not been looked at" if view.has_not_looked else None


MARCHBANKS = Authority(KEY, (Chapter(Question.DECLARE, declaring, lambda view: view.hand, silent_on),))
