"""Chances, exactly: unseen cards dealt at random to hands of known sizes.

The unseen cards are of several kinds. An event is said of how many of each kind each hand has, as
`partner.aces >= 2 and left.aces == 0`. Every way in which the kinds can fall is counted; beside that, cards can be
dealt many times over, and what came of it told.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import comb
from random import Random
from typing import TYPE_CHECKING

from tutor.analysis.sampling import SampleCount, Trial
from tutor.bulk import Progress, mapped, untold
from tutor.errors import Malformed

if TYPE_CHECKING:
    from concurrent.futures import Executor

Fall = Mapping[tuple[str, str], int]
"""How many of each kind each hand has, by hand and kind."""


@dataclass(frozen=True, slots=True)
class Event:
    """What may happen when unseen cards are dealt.

    `hands` are the sizes of the hands and `kinds` how many cards of each kind there are, with equal totals.
    `given` is what is known already and `favourable` the event, both in the language of the module.
    """

    hands: Mapping[str, int]
    kinds: Mapping[str, int]
    favourable: str
    given: str = ""

    def check(self) -> None:
        """Raises `Malformed` for text that is no event, and where the hands do not take all the cards."""
        condition(self.favourable, self.hands, self.kinds)
        if self.given:
            condition(self.given, self.hands, self.kinds)
        next(falls(self.hands, self.kinds))

    def chance(self) -> Fraction:
        """The chance of the event. Raises `Malformed` for text that is no event, and where `given` cannot be."""
        favourable = condition(self.favourable, self.hands, self.kinds)
        given = condition(self.given, self.hands, self.kinds) if self.given else None
        all_ways = good_ways = 0
        for fall, ways in falls(self.hands, self.kinds):
            if given is None or given(fall):
                all_ways += ways
                good_ways += ways if favourable(fall) else 0
        if not all_ways:
            raise Malformed("condition", self.given, "it is impossible", "Correct it")
        return Fraction(good_ways, all_ways)


@dataclass(frozen=True, slots=True)
class Dealing:
    """Unseen cards to be dealt so many times over, by a generator of that seed."""

    event: Event
    deals: int
    seed: str


@dataclass(frozen=True, slots=True)
class Frequency:
    """How many deals were as was known already, and in how many of them the event came about."""

    deals: int
    favourable: int

    def __add__(self, other: Frequency) -> Frequency:
        return Frequency(self.deals + other.deals, self.favourable + other.favourable)

    @property
    def chance(self) -> float | None:
        """The chance as it was found; None where no deal was as was known."""
        return self.favourable / self.deals if self.deals else None


def dealt(dealing: Dealing) -> Frequency:
    """What comes of dealing the cards out; this knows nothing of how chances are counted. Raises `Malformed`."""
    came = [one for one in islice(outcomes(dealing.event, Random(dealing.seed)), dealing.deals) if one is not None]
    return Frequency(len(came), sum(came))


def outcomes(event: Event, random: Random) -> Iterator[bool | None]:
    """Whether the event came about, deal by deal without end; None where a deal is not as was known already.

    Raises `Malformed`.
    """
    event.check()
    favourable = condition(event.favourable, event.hands, event.kinds)
    given = condition(event.given, event.hands, event.kinds) if event.given else None
    cards = [kind for kind, count in event.kinds.items() for _ in range(count)]
    owners = [hand for hand, size in event.hands.items() for _ in range(size)]
    pairs = [(hand, kind) for hand in event.hands for kind in event.kinds]
    while True:
        random.shuffle(cards)
        fall = dict.fromkeys(pairs, 0)
        for at in zip(owners, cards, strict=True):
            fall[at] += 1
        yield favourable(fall) if given is None or given(fall) else None


def falls(hands: Mapping[str, int], kinds: Mapping[str, int]) -> Iterator[tuple[Fall, int]]:
    """Every way in which the kinds can fall, with the number of deals that make it.

    Raises `Malformed` where the hands do not take all the cards.
    """
    if sum(hands.values()) != sum(kinds.values()):
        text = f"{sum(kinds.values())} cards for {sum(hands.values())} places"
        raise Malformed("event", text, "every unseen card must go to a hand", "Make the two totals equal")
    names = tuple(hands)

    def place(kind_names: tuple[str, ...], room: tuple[int, ...]) -> Iterator[tuple[dict[tuple[str, str], int], int]]:
        if not kind_names:
            yield {}, 1
            return
        kind, rest = kind_names[0], kind_names[1:]
        for counts, ways in _shares(kinds[kind], room):
            left = tuple(size - count for size, count in zip(room, counts, strict=True))
            here = {(name, kind): count for name, count in zip(names, counts, strict=True)}
            for fall, more in place(rest, left):
                yield {**here, **fall}, ways * more

    yield from place(tuple(kinds), tuple(hands.values()))


def _shares(count: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to share so many cards among places with room for them, with the number of choices of cards."""
    if len(room) == 1:
        if count <= room[0]:
            yield (count,), 1
        return
    for first in range(min(count, room[0]) + 1):
        for rest, ways in _shares(count - first, room[1:]):
            yield (first, *rest), comb(count, first) * ways


# ---- the language of events --------------------------------------------------------------------------------------

_COMPARISONS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {ast.Add: operator.add, ast.Sub: operator.sub}
_FUNCTIONS: Mapping[str, Callable[..., int]] = {"max": max, "min": min}


def condition(text: str, hands: Mapping[str, int], kinds: Mapping[str, int]) -> Callable[[Fall], bool]:
    """The event of a text: HAND.KIND, whole numbers, + and -, comparisons, and, or, not, max(…), min(…).

    Raises `Malformed` for anything else, and for a hand or a kind that there is not.
    """
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _no_event(text, "it cannot be read") from None
    _check(tree, text, hands, kinds)
    return lambda fall: bool(_value(tree, fall))


def _check(node: ast.expr, text: str, hands: Mapping[str, int], kinds: Mapping[str, int]) -> None:
    match node:
        case ast.Attribute(ast.Name(hand), kind):
            if hand not in hands or kind not in kinds:
                known = ", ".join(f"{one}.{other}" for one in hands for other in kinds)
                raise _no_event(text, f"there is no {hand}.{kind}, only {known}")
            return
        case ast.Constant(int()):
            return
        case ast.Compare(left, operators, others) if all(type(one) in _COMPARISONS for one in operators):
            parts = [left, *others]
        case ast.BoolOp(_, parts):
            pass
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            parts = [operand]
        case ast.BinOp(left, sign, right) if type(sign) in _ARITHMETIC:
            parts = [left, right]
        case ast.Call(ast.Name(name), [_, *_] as parts, []) if name in _FUNCTIONS:
            pass
        case _:
            raise _no_event(text, f"‘{ast.unparse(node)}’ cannot be part of an event")
    for part in parts:
        _check(part, text, hands, kinds)


def _value(node: ast.expr, fall: Fall) -> int:
    match node:
        case ast.Attribute(ast.Name(hand), kind):
            return fall[hand, kind]
        case ast.Constant(int(number)):
            return number
        case ast.Compare(left, operators, others):
            values = [_value(one, fall) for one in (left, *others)]
            pairs = zip(operators, values, values[1:], strict=False)
            return all(_COMPARISONS[type(sign)](one, other) for sign, one, other in pairs)
        case ast.BoolOp(ast.And(), parts):
            return all(_value(part, fall) for part in parts)
        case ast.BoolOp(_, parts):
            return any(_value(part, fall) for part in parts)
        case ast.UnaryOp(ast.Not(), operand):
            return not _value(operand, fall)
        case ast.UnaryOp(_, operand):
            return -_value(operand, fall)
        case ast.BinOp(left, sign, right):
            return _ARITHMETIC[type(sign)](_value(left, fall), _value(right, fall))
        case ast.Call(ast.Name(name), parts):
            return _FUNCTIONS[name](_value(part, fall) for part in parts)
        case _:
            raise TypeError(f"a checked event contains {ast.dump(node)}")


def _no_event(text: str, why: str) -> Malformed:
    return Malformed("event", text, why, "Write it as ‘partner.aces >= 2 and left.aces == 0’")


def fraction(text: str) -> Fraction:
    """The value of a product, sum or quotient of fractions: `1 - 1/2 * 1/3`. Raises `Malformed`."""
    try:
        return _exactly(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        raise Malformed("fraction", text, "it cannot be read", "Write it as ‘1 - 1/2 * 1/3’") from None


def _exactly(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(int(number)):
            return Fraction(number)
        case ast.UnaryOp(ast.USub(), operand):
            return -_exactly(operand)
        case ast.BinOp(left, ast.Add(), right):
            return _exactly(left) + _exactly(right)
        case ast.BinOp(left, ast.Sub(), right):
            return _exactly(left) - _exactly(right)
        case ast.BinOp(left, ast.Mult(), right):
            return _exactly(left) * _exactly(right)
        case ast.BinOp(left, ast.Div(), right):
            return _exactly(left) / _exactly(right)
        case _:
            raise ValueError(ast.dump(node))


# ---- the authors’ odds -------------------------------------------------------------------------------------------

DEALS_AT_ONCE = 5_000
"""How many deals are one piece of work."""

SAME = Fraction(1, 100)
"""How far a figure may be from a number of times, to be taken for it."""
NEARLY, ROUGHLY = Fraction(105, 100), Fraction(115, 100)
"""How far odds may be out, as a ratio, and still be called right, or roughly right."""


class Agreement(Enum):
    """Whether an author’s figure is the true one."""

    RIGHT = "right"
    ROUGHLY = "roughly right"
    WRONG = "wrong"
    NOT_A_NUMBER = "no number given"
    CANNOT = "cannot be decided"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class ChanceCalculation:
    """How a chance is come by: an event counted, an arithmetic of chances, a trial, or why none of these can be."""

    event: Event | None = None
    arithmetic: str = ""
    undecidable: str = ""
    trial: Trial | None = None

    def chance(self) -> Fraction | None:
        """The chance, or None where none can be counted."""
        if self.event:
            return self.event.chance()
        return fraction(self.arithmetic) if self.arithmetic else None


@dataclass(frozen=True)
class Odds:
    """A chance that an author states: the author’s figure (None if there is no number), and its calculation.

    `alternatives` are other readings of the author’s words. With `at_least` the true chance may be greater, with
    `at_most` less. `is_to_one` means that the author gives odds, and not one chance in so many.
    """

    id: str
    source: str
    page: int
    lines: tuple[int, int]
    says: str
    figure: Fraction | None
    printed: str
    emendation: str
    reckoning: ChanceCalculation
    how: str
    alternatives: tuple[tuple[str, ChanceCalculation], ...]
    at_least: bool = False
    at_most: bool = False
    is_to_one: bool = False

    @cached_property
    def chance(self) -> Fraction | None:
        """The true chance."""
        return self.reckoning.chance()

    @cached_property
    def read_otherwise(self) -> tuple[tuple[str, Fraction | None], ...]:
        """The other readings, each with its chance."""
        return tuple((reading, reckoning.chance()) for reading, reckoning in self.alternatives)

    @cached_property
    def found(self) -> SampleCount | None:
        """What came of a trial, where there is one."""
        return self.reckoning.trial.run() if self.reckoning.trial else None

    @property
    def is_share_for_odds(self) -> bool:
        """Whether the author calls “so many to one” what comes once in so many times, by the reading that is judged."""
        return self.figure is not None and self.chance is not None and self._mistakes_share(self.chance)

    @property
    def shares_read_otherwise(self) -> tuple[str, ...]:
        """The other readings by which the author does so."""
        return tuple(reading for reading, chance in self.read_otherwise if chance and self._mistakes_share(chance))

    def _mistakes_share(self, chance: Fraction) -> bool:
        """Whether the larger figure is the number of times of which one comes, to a hundredth, and not one less."""
        if self.figure is None or not self.is_to_one or not 0 < self.figure < 1 or not 0 < chance < 1:
            return False
        rarer, stated = min((chance, self.figure), (1 - chance, 1 - self.figure), key=lambda one: one[1])
        to_one, times = (1 - stated) / stated, 1 / rarer
        return (
            to_one != times - 1 and abs(to_one - times) < abs(to_one - (times - 1)) and abs(to_one / times - 1) < SAME
        )

    @property
    def agreement(self) -> Agreement:
        """Whether the figure is the true one.

        One chance in so many given as so many to one is wrong, however near the two come for long odds.
        """
        if self.found is not None and self.figure is not None:
            return self._tried(self.found, self.figure)
        if self.chance is None:
            return Agreement.CANNOT
        if self.figure is None:
            return Agreement.NOT_A_NUMBER
        if self.is_share_for_odds:
            return Agreement.WRONG
        if (self.at_least and self.chance >= self.figure) or (self.at_most and self.chance <= self.figure):
            return Agreement.RIGHT
        true, stated = odds_of(self.chance), odds_of(self.figure)
        if true is None or stated is None or not min(true, stated):
            return Agreement.RIGHT if self.chance == self.figure else Agreement.WRONG
        ratio = max(true, stated) / min(true, stated)
        if ratio <= NEARLY:
            return Agreement.RIGHT
        return Agreement.ROUGHLY if ratio <= ROUGHLY else Agreement.WRONG

    def _tried(self, found: SampleCount, figure: Fraction) -> Agreement:
        """The same by a trial: only where its bounds leave no doubt."""
        enough = found.is_at_least(figure)
        if enough is None:
            return Agreement.CANNOT
        return Agreement.RIGHT if enough and self.at_least else Agreement.WRONG


def frequencies(
    executor: Executor, odds: Sequence[Odds], deals: int, seed: int, progress: Progress = untold
) -> dict[str, Frequency]:
    """What comes of dealing the cards so often for each of the odds that is of an event, by its id.

    The same seed gives the same, however many share the work. Raises `ItemFailed`.
    """
    owners, dealings = [], []
    for one in odds:
        event = one.reckoning.event
        if event is None:
            continue
        for start in range(0, deals, DEALS_AT_ONCE):
            owners.append(one.id)
            dealings.append(Dealing(event, min(DEALS_AT_ONCE, deals - start), f"{seed}/{one.id}/{start}"))
    found: dict[str, Frequency] = {}
    for owner, done in zip(owners, mapped(executor, dealt, dealings, progress, chunk=1), strict=True):
        found[owner] = found.get(owner, Frequency(0, 0)) + done.value
    return found


def deviations(found: Frequency, chance: Fraction) -> float:
    """How many standard deviations there are between what was found and a chance."""
    if found.chance is None or found.chance == chance:
        return 0.0
    deviation = math.sqrt(chance * (1 - chance) / found.deals)
    return abs(found.chance - chance) / deviation if deviation else math.inf


def odds_of(chance: Fraction) -> Fraction | None:
    """The odds on a chance, for to against; None where it is certain."""
    return None if chance == 1 else chance / (1 - chance)


def spoken(chance: Fraction) -> str:
    """A chance as odds: `9 to 2 on`, `about 3.5 to 1 against`, `even`."""
    odds = odds_of(chance)
    if odds is None:
        return "certain"
    if not odds:
        return "impossible"
    if odds == 1:
        return "even"
    larger, word = (odds, "on") if odds > 1 else (1 / odds, "against")
    if larger.denominator < 10:
        return f"{larger.numerator} to {larger.denominator} {word}"
    return f"about {float(larger):{',.0f' if larger >= 1000 else '.3g'}} to 1 {word}"
