"""Whether a table that somebody wrote down can be: who spoke when, what was bid, who led, who is dummy, the score.

A view that comes from a table played here is one that its code allowed. One that is read has to be looked over, for an
author must not be called silent, or advise, on what cannot happen. Without calls and with trumps it is a view of whist,
in which nothing is said; otherwise one of straight bridge, where one declares, or of auction, where one bids.
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
    """Something that cannot be, and how to mend it."""

    what: str
    mend: str

    def error(self) -> Impossible:
        """As an error."""
        return Impossible(self.what, self.mend)


def wrong_with(view: View) -> Wrong | None:
    """The first thing about a view that cannot be; None where all of it can."""
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
        what = f"short whist is {up} up, so that nobody has a score of {points} towards the game"
        return Wrong(what, f"Write 0 to {up - 1}; if this is bridge, write the calls as well")
    what = f"a side has from 0 to {up - 2} points towards the game, always an even number, and so never {points}"
    return Wrong(what, f"A trick counts 2, 4, 6, 8 or 12 and a game is {up}: write an even number from 0 to {up - 2}")


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
        return  # what is to be played hangs on the calls
    if view.calling.said:
        yield from _wrong_play(view, code)
    table = why_impossible(view)
    if table:
        yield Wrong(f"no table can look so: {table}", "Correct the cards that are written")
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
            what = f"‘{said}’ is said at straight bridge, and the other calls are bids of auction"
            yield Wrong(what, "Write the calls of one game")
            return
        if isinstance(said.call, Double) and so_far.declaration is None:
            yield Wrong(f"‘{said}’ comes before anything has been named", "Write first what is doubled")
            return
        refusal = code.refusal(so_far, said.seat, said.call)
        if refusal:
            turn, law = code.turn(so_far), laws()[refusal.law]
            silent = turn is not None and turn.seat is not said.seat and Content() in turn.calls
            mend = f"Write ‘{turn.seat.label} is content’ before it" if turn and silent else ""
            what = f"the call ‘{said}’ cannot be made there ({law.citation}): {law.says} {refusal.instead}"
            yield Wrong(what, mend or "Correct the calls")
            return
        so_far = so_far.after(said.seat, said.call)
    if so_far.said and view.trick is not None:
        yield from _unfinished(so_far, code)


def _unfinished(calling: Calling, code: Code) -> Iterator[Wrong]:
    """What is still to be said when a card is led. Players who are content at bridge need not be written at the end."""
    turn = code.turn(with_contents(calling, code))
    if turn is None:
        return
    who = turn.seat.label
    if code.has_auction:
        what = f"a card is led before the bidding is over: {who} has still to bid, double or pass"
        yield Wrong(what, f"Write the calls to the end, as ‘{who} passes’")
    else:
        yield Wrong(f"a card is led before {who} has declared", f"Write what {who} declares")


def with_contents(calling: Calling, code: Code, until: Seat | None = None) -> Calling:
    """The calls, with those who are content and go without saying after them: to the end, or up to a seat’s turn."""
    while (turn := code.turn(calling)) and turn.seat is not until and Content() in turn.calls:
        calling = calling.after(turn.seat, Content())
    return calling


# ---- the play ----------------------------------------------------------------------------------------------------


def _wrong_play(view: View, code: Code) -> Iterator[Wrong]:
    """What cannot be in a play, the calls being as they are."""
    calling = with_contents(view.calling, code)
    is_over = code.turn(calling) is None
    dummy, played = code.dummy(calling) if is_over else None, view.played()
    for seat, _ in view.exposed:
        if not played:
            yield Wrong(f"the hand of {seat.label} lies open before a card has been led", "Leave out ‘exposed’")
        elif seat is not dummy:
            mend = f"Write the hand of {dummy.label} there" if dummy else "Leave it out"
            yield Wrong(f"the hand of {seat.label} lies open, who is not dummy", mend)
    if view.trick is None or not is_over:
        return
    leader = code.leader(calling)
    if leader is not None and view.leader not in (None, leader):
        name = view.leader.label if view.leader else ""
        yield Wrong(f"{name} leads to the first trick, and the lead is {leader.label}’s", "Correct the leader")
    declared = calling.declaration
    if declared is not None and declared.trumps is not view.trumps:
        said = _trumps(view.trumps)
        yield Wrong(f"the calls name {declared.denomination.word}, and {said} written", "Leave out ‘trumps’")


def _trumps(suit: Suit | None) -> str:
    return "no trumps are" if suit is None else f"{suit.plural} as trumps are"


def _wrong_hands(view: View) -> Iterator[Wrong]:
    played = view.played()
    count = len(view.hand)
    if (view.trick is None or (view.calling.said and not played)) and count not in (0, 13):
        what = f"the hand of {view.seat.label} has {counted(count, 'card')}, and nothing has been played"
        yield Wrong(what, "Write all thirteen cards")
    elif view.calling.said and not view.has_not_looked:
        gone = sum(card_played.seat is view.seat for card_played in played)
        if count + gone != 13:
            what = f"{view.seat.label} holds {counted(count, 'card')} and has played {gone}, of thirteen"
            yield Wrong(what, "Write the tricks that are missing, or what is held now")
    if any(seat is view.seat for seat, _ in view.exposed):
        yield Wrong(f"{view.seat.label} looks, and is written among the others’ hands", "Write it under ‘hand’ only")


def _wrong_turn_up(view: View) -> Iterator[Wrong]:
    elsewhere = {card: seat for seat, hand in view.seen.items() for card in hand}
    elsewhere |= {played.card: played.seat for played in view.played()}
    for seat, card in view.shown:
        other = elsewhere.get(card, seat)
        if other is not seat:
            what = f"{seat.label} turned up the {card.name}, which {other.label} holds or has played"
            yield Wrong(what, "Correct one of the two")
