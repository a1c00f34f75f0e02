"""What each call would bring, reckoned under the code on layouts of the cards that a seat does not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from random import Random

from tutor.analysis.double_dummy import most_tricks
from tutor.analysis.natural import ordered
from tutor.auction import Call, Calling, Content, Denomination, Double, Leave, Pass
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question
from tutor.cards import Suit
from tutor.codes import Code
from tutor.codes.laws import Turn
from tutor.codes.scoring import DealScore, Party
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import BySide, Seat
from tutor.tables.layouts import Layout, is_defensive, is_likely, likely, named_by
from tutor.view import View

QUIET = (Pass(), Content(), Leave())
"""The calls that leave all as it is; a dealer’s leaves it to the partner."""

SUITS = 1
"""How many suits of its own, the longest and of equals the dearest, a hand thinks of naming."""

BOARDS = 24
"""How many boards may be solved for a call: a layout takes one for each denomination that may result."""

NATURAL_TRICKS = 2
"""How many tricks of a board are played by the natural card before the rest is solved.

It takes a tenth of the time that a whole deal does, and the opening lead is not made with all hands open.
"""

PLAYED_OUT = 18
"""How many boards are played out by the natural card, where a code scores more than the number of tricks."""

MOST_LAYOUTS, FEWEST_LAYOUTS = 12, 4

MOST_DOUBLES = 2
"""How many times a declaration is doubled before a bot is content: where redoubling has no end it must have one."""

LONG_SUIT = 5
"""The fewest cards of a suit that a partner who has to name something is thought to name; else it is the cheapest."""


def points_by_call(view: View, code: Code, calls: Sequence[Call], random: Random) -> Mapping[Call, Sequence[Fraction]]:
    """For each call that the hand may sensibly make, the points that it brings on each of some layouts.

    They are the points that the player scores on the deal, less those of an adversary. At bridge a game won, from the
    present score, counts as many points again as a game takes. Everybody else is content, except adversaries who
    double if that serves them. The play is double dummy except for its beginning. It is natural throughout if a code
    scores more than tricks. Of the calls that name a denomination only the first, the cheapest, is tried. Of the suits
    only the longest is tried, and one that would be believed of another hand. Empty if the player has not seen the
    hand, and if no call is sensible.
    """
    tried = _sensible(view, code, calls) if view.hand else {}
    if not tried:
        return {}
    deals = [_deal(view, layout) for layout in likely(view, code, _layouts_for(view, code, tried), random)]
    ends = [(call, number, _ends(code, view, call, deal)) for call in tried for number, deal in enumerate(deals)]
    boards = {(number, _board(code, calling)): calling for _, number, each in ends for calling in each}
    starts = [code.begin(deals[number], calling) for (number, _), calling in boards.items()]
    dummies = [code.dummy(calling) for calling in boards.values()]
    ended = dict(zip(boards, _ended(code, starts, dummies), strict=True))
    points: dict[Call, list[Fraction]] = {call: [] for call in tried}
    for call, number, each in ends:
        plays = [(calling, ended[number, _board(code, calling)]) for calling in each]
        points[call].append(min(_points(view, code, deals[number], calling, play) for calling, play in plays))
    return points


def _deal(view: View, layout: Layout) -> Deal:
    turned = [card for seat, card in view.shown if seat is view.dealer]
    return Deal(layout, view.dealer, turned[0] if turned else None)


def _sensible(view: View, code: Code, calls: Sequence[Call]) -> dict[Call, Denomination | None]:
    """The calls worth trying, with what each names: the first of each kind, for each denomination."""
    doubled = view.declaration.doubled if view.declaration else 0
    tried: dict[Call, Denomination | None] = {}
    kinds: set[object] = set()
    for call in calls:
        named = named_by(view.calling, view.seat, call)
        kind = named or type(call)
        if kind in kinds or (call == Double() and doubled >= MOST_DOUBLES):
            continue
        if named is None or _may_name(view, code, call, named):
            tried[call] = named
            kinds.add(kind)
    return tried


def _may_name(view: View, code: Code, call: Call, named: Denomination) -> bool:
    if not is_likely(view, code, call):
        return False
    longest = max(len(view.hand[suit]) for suit in Suit)
    return named.trumps is None or len(view.hand[named.trumps]) == longest or is_defensive(code, view, call)


def _layouts_for(view: View, code: Code, tried: Mapping[Call, Denomination | None]) -> int:
    declared = view.declaration.denomination if view.declaration else None
    boards = BOARDS if code.tricks_decide else PLAYED_OUT
    different = {named or declared or type(call) for call, named in tried.items()}
    return max(FEWEST_LAYOUTS, min(MOST_LAYOUTS, boards // len(different)))


# ---- how the calling may end ---------------------------------------------------------------------------------


def _ends(code: Code, view: View, call: Call, deal: Deal) -> list[Calling]:
    """The calls to the end if all are content with a call, and if adversaries who may double what it names do."""
    after = view.calling.after(view.seat, call)
    ends = [_to_the_end(code, view, after, deal)]
    if named_by(view.calling, view.seat, call):
        turn = _turn(code, after)
        if turn and Double() in turn.calls:
            ends.append(_to_the_end(code, view, after.after(turn.seat, Double()), deal))
    return ends


def _to_the_end(code: Code, view: View, calling: Calling, deal: Deal) -> Calling:
    while turn := _turn(code, calling):
        dictated = code.dictated(deal, calling)
        calling = calling.after(turn.seat, dictated or _content(code, view, calling, turn, deal))
    return calling


@lru_cache(maxsize=256)
def _turn(code: Code, calling: Calling) -> Turn | None:
    """The turn of a calling, which is the same for every layout."""
    return code.turn(calling)


def _content(code: Code, view: View, calling: Calling, turn: Turn, deal: Deal) -> Call:
    """What a hand says that has nothing to add.

    Where it has to name something it names what the author of the code would, if he says; else a long suit, or the
    cheapest. So leaving the declaration to a partner is worth what the partner’s hand makes of it.
    """
    for quiet in QUIET:
        if quiet in turn.calls:
            return quiet
    hand = deal.hands[turn.seat]
    author = AUTHORITIES.get(code.source)
    if author:
        theirs = View(turn.seat, deal.dealer, hand, calling, view.standing_of(turn.seat))
        advice = author.advise(theirs, Question.DECLARE)
        if isinstance(advice, Advice) and (named := [call for call in turn.calls if call in advice.answers]):
            return named[0]
    longest = max(Suit, key=lambda suit: len(hand[suit]))
    wanted = Denomination.of(longest) if len(hand[longest]) >= LONG_SUIT else code.cheapest
    return next((call for call in turn.calls if named_by(calling, turn.seat, call) is wanted), turn.calls[0])


# ---- what is played then -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _board(code: Code, calling: Calling) -> object:
    """What of the calls the play depends on; all of them where the hands may have been exchanged."""
    if not code.tricks_decide:
        return calling
    declared = calling.declaration.denomination if calling.declaration else None
    return declared, code.leader(calling), code.dummy(calling)


@dataclass(frozen=True, slots=True)
class _PlayWithTricks(Play):
    """A play begun, with the tricks that each side will have taken in all."""

    in_all: BySide[int] = field(default_factory=lambda: BySide(0, 0))

    @property
    def won(self) -> BySide[int]:
        """See `Play`."""
        return self.in_all


def _ended(code: Code, starts: Sequence[Play], dummies: Sequence[Seat | None]) -> Iterator[Play]:
    if not code.tricks_decide:
        yield from (_natural(start, dummy, 13) for start, dummy in zip(starts, dummies, strict=True))
        return
    opened = [_natural(start, dummy, NATURAL_TRICKS) for start, dummy in zip(starts, dummies, strict=True)]
    for play, most in zip(opened, most_tricks(opened), strict=True):
        side, rest = play.to_play.side, 13 - len(play.tricks) - most
        more = BySide(rest, rest).with_(side, most)
        in_all = BySide(play.won.ns + more.ns, play.won.ew + more.ew)
        yield _PlayWithTricks(play.hands, play.trumps, play.trick, play.tricks, play.renounces, in_all)


def _natural(play: Play, dummy: Seat | None, tricks: int) -> Play:
    while len(play.tricks) < tricks:
        play = play.after(ordered(play, dummy)[0])
    return play


# ---- what it scores ------------------------------------------------------------------------------------------


def _points(view: View, code: Code, deal: Deal, calling: Calling, play: Play) -> Fraction:
    """What the player scores, less what an adversary does on average; nothing where nothing is to be played."""
    if code.leader(calling) is None:
        return Fraction()
    sheet = code.rubber
    score = code.reckon(deal, calling, play, sheet)
    ours: tuple[Party, ...] = (view.seat, view.seat.side)
    others = [party for party in sheet.parties if party not in ours]
    mine = sum(_worth(code, score, party, view.standing.us) for party in ours)
    return mine - Fraction(sum(_worth(code, score, party, view.standing.them) for party in others), len(others))


def _worth(code: Code, score: DealScore, party: Party, before: int) -> int:
    below, game = score.below(party), code.game
    return score.total(party) + (game if below > 0 and before + below >= game else 0)
