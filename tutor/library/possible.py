"""Whether a written table is possible: the turns to call, the bids, the lead, dummy, the score.

A view from a table played here is always possible. A view from a file must be checked, because an author must not
advise, or be called silent, on something that cannot happen. A view with trumps but no calls is whist. Otherwise it is
straight bridge, with a declaration, or auction, with bids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.auction import Bid, Calling, Content, Declare, Double, Insufficient, Leave, Pass
from tutor.authorities.fitting import why_impossible
from tutor.cards import Suit
from tutor.codes import CODES
from tutor.codes.code import Code
from tutor.errors import Impossible
from tutor.library.laws import laws
from tutor.notation import counted
from tutor.seats import Seat
from tutor.view import View

BRIDGE, AUCTION, SHORT_WHIST = CODES["bridge-english-1901"], CODES["auction-1910"], CODES["whist-short-1859"]


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something impossible, and how to correct it."""

    what: str
    mend: str

    def error(self) -> Impossible:
        """As an error."""
        return Impossible(self.what, self.mend)


def wrong_with(view: View) -> Wrong | None:
    """The first impossible thing in a view; None if there is none."""
    return next(_wrongs(view), None)


def require_possible(view: View) -> View:
    """The view. Raises `Impossible`."""
    wrong = wrong_with(view)
    if wrong:
        raise wrong.error()
    return view


def wrong_with_score(points: int, code: Code = BRIDGE) -> Wrong | None:
    """Why a side cannot have so many points towards the game."""
    up = code.game_at
    if 0 <= points < up and (code.turns_up or points % 2 == 0):
        return None
    if code.turns_up:
        what = f"a game of short whist is {up} points, so nobody can have a score of {points} towards it"
        return Wrong(what, f"Write 0 to {up - 1}, or add the calls if this is bridge")
    what = f"a side has an even number of points towards the game, from 0 to {up - 2}, and so never {points}"
    return Wrong(what, f"A trick counts 2, 4, 6, 8 or 12, and a game is {up}: write an even number from 0 to {up - 2}")


def game_of(view: View) -> Code:
    """The code by which a written view is judged."""
    if any(isinstance(said.call, Bid | Pass | Insufficient) for said in view.calling):
        return AUCTION
    is_whist = not view.calling.said and view.trick is not None and view.trumps is not None
    return SHORT_WHIST if is_whist else BRIDGE


def _wrongs(view: View) -> Iterator[Wrong]:
    code = game_of(view)
    fault = next(_wrong_calls(view, code), None)
    if fault:
        yield fault
        return  # the declaration depends on the calls
    if view.calling.said:
        yield from _wrong_play(view, code)
    table = why_impossible(view)
    if table:
        yield Wrong(f"this table is impossible: {table}", "Correct the cards")
    yield from _wrong_hands(view)
    yield from _wrong_turn_up(view)
    for points in (view.standing.us, view.standing.them):
        wrong = wrong_with_score(points, code)
        if wrong:
            yield wrong


# ---- the calls ---------------------------------------------------------------------------------------------------


def _wrong_calls(view: View, code: Code) -> Iterator[Wrong]:
    if code.turns_up:
        return
    so_far = Calling(view.dealer, standing=view.calling.standing)
    for said in view.calling:
        if code.has_auction and isinstance(said.call, Declare | Leave | Content):
            what = f"‘{said}’ belongs to straight bridge, but the other calls are bids of auction"
            yield Wrong(what, "Write the calls of one game")
            return
        if isinstance(said.call, Double) and so_far.declaration is None:
            yield Wrong(f"‘{said}’ comes before any declaration", "Write the declaration first")
            return
        refusal = code.refusal(so_far, said.seat, said.call)
        if refusal:
            turn, law = code.turn(so_far), laws()[refusal.law]
            silent = turn is not None and turn.seat is not said.seat and Content() in turn.calls
            mend = f"Write ‘{turn.seat.label} is content’ before it" if turn and silent else ""
            what = f"the call ‘{said}’ is not allowed there ({law.citation}): {law.says} {refusal.instead}"
            yield Wrong(what, mend or "Correct the calls")
            return
        so_far = so_far.after(said.seat, said.call)
    if so_far.said and view.trick is not None:
        yield from _unfinished(so_far, code)


def _unfinished(calling: Calling, code: Code) -> Iterator[Wrong]:
    """The calls still missing when a card is led. Final calls of “content” at bridge may be left out."""
    turn = code.turn(with_contents(calling, code))
    if turn is None:
        return
    who = turn.seat.label
    if code.has_auction:
        what = f"a card is led before the bidding is over: {who} must still bid, double or pass"
        yield Wrong(what, f"Write the calls to the end, as ‘{who} passes’")
    else:
        yield Wrong(f"a card is led before {who} has declared", f"Write what {who} declares")


def with_contents(calling: Calling, code: Code, until: Seat | None = None) -> Calling:
    """The calls, with unwritten “content” calls added to the end or up to a seat’s turn."""
    while (turn := code.turn(calling)) and turn.seat is not until and Content() in turn.calls:
        calling = calling.after(turn.seat, Content())
    return calling


# ---- the play ----------------------------------------------------------------------------------------------------


def _wrong_play(view: View, code: Code) -> Iterator[Wrong]:
    """What is impossible in a play after these calls."""
    calling = with_contents(view.calling, code)
    is_over = code.turn(calling) is None
    dummy, played = code.dummy(calling) if is_over else None, view.played()
    for seat, _ in view.exposed:
        if not played:
            yield Wrong(f"the hand of {seat.label} is open before a card has been led", "Leave out ‘exposed’")
        elif seat is not dummy:
            mend = f"Write the hand of {dummy.label} there" if dummy else "Leave it out"
            yield Wrong(f"the hand of {seat.label} is open, but {seat.label} is not dummy", mend)
    if view.trick is None or not is_over:
        return
    leader = code.leader(calling)
    if leader is not None and view.leader not in (None, leader):
        name = view.leader.label if view.leader else ""
        yield Wrong(f"{name} leads to the first trick, but the lead is {leader.label}’s", "Correct the leader")
    declared = calling.declaration
    if declared is not None and declared.trumps is not view.trumps:
        said = _trumps(view.trumps)
        yield Wrong(f"the calls name {declared.denomination.word}, but {said} written", "Leave out ‘trumps’")


def _trumps(suit: Suit | None) -> str:
    return "no trumps are" if suit is None else f"{suit.plural} as trumps are"


def _wrong_hands(view: View) -> Iterator[Wrong]:
    played = view.played()
    count = len(view.hand)
    if (view.trick is None or (view.calling.said and not played)) and count not in (0, 13):
        what = f"the hand of {view.seat.label} has {counted(count, 'card')}, but nothing has been played"
        yield Wrong(what, "Write all thirteen cards")
    elif view.calling.said and not view.has_not_looked:
        gone = sum(card_played.seat is view.seat for card_played in played)
        if count + gone != 13:
            what = (
                f"{view.seat.label} holds {counted(count, 'card')} and has played {gone}, which does not make thirteen"
            )
            yield Wrong(what, "Add the missing tricks, or correct the hand")
    if any(seat is view.seat for seat, _ in view.exposed):
        yield Wrong(
            f"{view.seat.label} is the viewer, but is also among the exposed hands", "Write that hand only under ‘hand’"
        )


def _wrong_turn_up(view: View) -> Iterator[Wrong]:
    elsewhere = {card: seat for seat, hand in view.seen.items() for card in hand}
    elsewhere |= {played.card: played.seat for played in view.played()}
    for seat, card in view.shown:
        other = elsewhere.get(card, seat)
        if other is not seat:
            what = f"{seat.label} turned up the {card.name}, but {other.label} holds or has played it"
            yield Wrong(what, "Correct one of the two")
