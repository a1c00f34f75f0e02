"""When and how often: tricks and rounds by number, calls and signals, what the sides have made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from tutor.auction import Double, Leave, naming
from tutor.library.notes.lines import Line, Statement, trick_number
from tutor.library.notes.nouns import (
    MANY_OF,
    NUMBER,
    NUMBERS,
    ONE_OF,
    ORDINAL,
    ORDINALS,
    RANK,
    WHO,
    named_at,
    seats_of,
    suit_of,
)  # fmt: skip
from tutor.seats import Side
from tutor.wording import figured


def tallies(line: Line) -> Iterator[Statement]:
    """What a sentence says of tricks, rounds, calls and results."""
    yield from _tricks(line)
    yield from _rounds(line)
    yield from _signals(line)
    yield from _calls(line)
    yield from _trumps(line)
    yield from _won_so_far(line)
    yield from _results(line)


_AT_TRICK = re.compile(
    rf"(?:\b(?P<card>[Tt]he (?:{RANK})(?: of (?:{MANY_OF}))?|[Aa]n? (?:{ONE_OF})) (?:at|on|in|to) )?"
    rf"(?:trick (?P<number>\d+)|\bthe (?P<nth>{ORDINAL}) trick)\b"
)
_NOW = re.compile(rf"(?:\bnow |^)(?P<card>[Tt]he (?:{RANK})(?: of (?:{MANY_OF}))?)(?=[,;:.])")
_TO_PLAY = re.compile(rf"\b(?P<count>{NUMBER}) tricks to play\b", re.IGNORECASE)


def _tricks(line: Line) -> Iterator[Statement]:
    """`trick 6` is one of the tricks; `the seven at the fourth trick, and now the four`; `two tricks to play`."""
    scene = line.scene
    for match in _AT_TRICK.finditer(line.text) if scene.moves else ():
        number = trick_number(match)
        is_one = 1 <= number <= len(scene.moves) // 4
        one = named_at(match["card"][0].lower() + match["card"][1:], 0, scene) if match["card"] else None
        if one is None or not is_one or line.is_supposed(match.start()):
            yield line.statement(match[0], is_one)
        else:
            window = scene.of_trick(number, is_past=True)
            yield line.statement(match[0], any(one[0].is_card(scene.moves[at], scene) for at in window), window)
    for match in line.matches(_NOW) if scene.trick and not scene.only_past else ():
        one = named_at(match["card"].replace("The", "the"), 0, scene)
        holds = any(one and one[0].is_card(scene.moves[at], scene) for at in scene.present)
        yield line.statement(match[0], holds, scene.present)
    for match in line.matches(_FINESSE) if scene.present and scene.trick else ():
        moves = [scene.moves[at] for at in scene.present]
        is_won = any(move.wins and move.seat.side is moves[0].seat.side for move in moves)
        yield line.statement(match[0], is_won != match["how"].startswith("fail"), scene.present)
    for match in line.matches(_TO_PLAY):
        left = {len(hand) for hand in scene.plays[scene.now.start].hands}
        yield Statement(match[0], NUMBERS[match["count"].lower()] == max(left))


_FINESSE = re.compile(r"\b[Tt]he finesse (?P<how>fails|succeeds|failed|succeeded|wins)\b")
_THIS_ROUND = re.compile(
    rf"(?:\b[Oo]n|\bthis,) the (?P<nth>{ORDINAL}) round\b|\b[Tt]he (?P<led>{ORDINAL}) round is led\b"
)
_COUNT_OF_ROUNDS = re.compile(rf"\b(?P<count>{NUMBER}) rounds of (?P<suit>{MANY_OF})\b", re.IGNORECASE)


def _rounds(line: Line) -> Iterator[Statement]:
    """`this, the third round`; `two rounds of trumps`."""
    scene = line.scene
    for match in line.matches(_THIS_ROUND):
        led = scene.suit_led(scene.present)
        if len(led) == 1:
            (suit,) = led
            holds = scene.rounds(suit, scene.present.stop) == ORDINALS[match["nth"] or match["led"]]
            yield line.statement(match[0], holds, scene.present)
    for match in line.matches(_COUNT_OF_ROUNDS) if scene.trick and not scene.only_past else ():
        named = suit_of(match["suit"].lower(), scene)
        if named and scene.present:
            holds = scene.rounds(named, scene.seen) == NUMBERS[match["count"].lower()]
            yield line.statement(match[0], holds, scene.present)


_CALLED = re.compile(rf"(?P<who>{WHO}) (?:has called|called|calls|completes the call) in (?P<suit>{MANY_OF})\b")


def _signals(line: Line) -> Iterator[Statement]:
    """`Z has called in diamonds`: a higher card of the suit, and then a lower."""
    scene = line.scene
    moves = [scene.moves[at] for at in scene.past]
    for match in line.matches(_CALLED):
        suit = suit_of(match["suit"], scene)
        for seat in seats_of(match["who"], scene):
            ranks = [move.card.rank for move in moves if move.seat is seat and move.card.suit is suit]
            yield line.statement(match[0], any(first > second for first, second in pairwise(ranks)), scene.past)


_SAID = re.compile(
    rf"(?P<who>{WHO})(?:, who)? (?:(?P<deals>deals and )?"
    rf"(?:(?P<names>declares|names|has declared|has named|has called) (?P<what>{MANY_OF}|no trumps)"
    r"|(?P<leaves>leaves it|has left it)|(?P<doubles>doubles|has doubled))\b)"
)


def _calls(line: Line) -> Iterator[Statement]:
    """`A declares spades`; `Z has doubled`; `A deals and leaves it to B, who declares clubs`."""
    said = line.scene.said
    for match in line.matches(_SAID) if said else ():
        if line.scene.only_past and "has " not in match[0]:
            continue
        for seat in seats_of(match["who"], line.scene):
            calls = [one.call for one in said if one.seat is seat]
            if match["doubles"]:
                holds = any(isinstance(call, Double) for call in calls)
            elif match["leaves"]:
                holds = any(isinstance(call, Leave) for call in calls)
            else:
                named = [naming(call) for call in calls]
                holds = any(one and match["what"].rstrip("s") in str(one) for one in named)
            holds = holds and (match["deals"] is None or seat is line.scene.dealer)
            yield Statement(match[0], holds, ", ".join(map(str, said)))


_TRUMPS = re.compile(r"\b(?P<suit>[Ss]pades|[Hh]earts|[Cc]lubs|[Dd]iamonds) are trumps\b")


def _trumps(line: Line) -> Iterator[Statement]:
    """`Spades are trumps.`"""
    for match in line.matches(_TRUMPS) if line.scene.trumps or line.scene.said else ():
        trumps = line.scene.trumps
        holds = suit_of(match["suit"].lower(), line.scene) is trumps
        yield Statement(match[0], holds, f"trumps are {trumps.plural}" if trumps else "there are no trumps")


_WON_SO_FAR = re.compile(rf"\b(?P<count>{NUMBER}) tricks for (?P<side>AB|YZ)\b", re.IGNORECASE)
_ALL_THAT_IS_LEFT = re.compile(r"\b(?P<side>AB|YZ) (?:make|win|take) every trick that is left\b")


def _won_so_far(line: Line) -> Iterator[Statement]:
    """`five tricks for AB`; `YZ make every trick that is left`."""
    scene = line.scene
    for match in line.matches(_WON_SO_FAR):
        won = scene.plays[scene.seen].won[Side.labelled(match["side"])]
        yield Statement(match[0], won == NUMBERS[match["count"].lower()], f"{match['side']} have {won}")
    for match in line.matches(_ALL_THAT_IS_LEFT):
        side, rest = Side.labelled(match["side"]), scene.moves[scene.present.start :]
        yield line.statement(match[0], all(move.seat.side is side for move in rest if move.wins), scene.present)


_BY = (
    rf"(?:(?P<count>{NUMBER}) by (?:tricks|cards)|(?P<odd>the odd trick)|an? (?P<slam>small|grand) slam"
    rf"|(?P<tricks>{NUMBER}) tricks\b)"
)
_RESULT = re.compile(
    rf"(?P<who>\bAB|\bYZ|\b[AYBZ] and [AYBZ]|\b[AYBZ]) (?P<verb>makes?|wins?|won|made|gets?|secures?|loses?|lost)"
    rf"(?: no (?:more|less) than)? {_BY}",
    re.IGNORECASE,
)
_FIRST_TRICKS = re.compile(rf"\b(?P<side>AB|YZ) (?:make|made|won|win) the first (?P<count>{NUMBER}) tricks\b")


def _results(line: Line) -> Iterator[Statement]:
    """`AB make three by tricks`, `YZ win the odd trick`, where the whole play is spoken of."""
    scene = line.scene
    last = scene.plays[-1]
    if scene.trick is not None or len(last.tricks) != 13:
        return
    for match in line.matches(_RESULT):
        for side in {seat.side for seat in seats_of(match["who"], scene)}:
            winners = side.opponents if match["verb"].startswith("los") else side
            won = last.won[winners]
            yield Statement(match[0], won == _tricks_of(match), f"{winners.label} have {figured(won, 'trick')}")
    for match in line.matches(_FIRST_TRICKS):
        first = last.tricks[: NUMBERS[match["count"]]]
        holds = all(trick.winner(scene.trumps).side is Side.labelled(match["side"]) for trick in first)
        yield Statement(match[0], holds)


def _tricks_of(match: re.Match[str]) -> int:
    """The tricks of a result in words."""
    if match["count"]:
        return 6 + NUMBERS[match["count"].lower()]
    if match["slam"]:
        return 12 if match["slam"].lower() == "small" else 13
    return NUMBERS[match["tricks"].lower()] if match["tricks"] else 7
