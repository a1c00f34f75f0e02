"""How many tricks win the game from a score, or make a bid in points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from types import MappingProxyType

from tutor.auction import Declaration, Denomination
from tutor.codes import CODES, Code
from tutor.codes.auction_points_1910 import AuctionPoints1910, PointOutcome
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.deal_result import DealResult, HonoursResult
from tutor.codes.scoring import Party, ScoreItem
from tutor.codes.whist_1859 import WhistShort1859
from tutor.library.laws import laws
from tutor.notation import agreeing, counted, in_words
from tutor.quizzes.exercise import Level, NumericExercise, seeded
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.seats import BySide, Seat, Side

_TRIES = 400


class TricksNeededMaker:
    """The maker of these questions, on each code."""

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        return MappingProxyType(
            {_id(code): Item(_id(code), ItemKind.SKILL, f"Tricks needed: {code.title}") for code in CODES.values()}
        )

    def make(self, item: str, number: int, level: Level) -> NumericExercise:
        """See `ExerciseMaker`."""
        random = seeded(item, number, level)
        code = next(code for code in CODES.values() if _id(code) == item)
        for _ in range(_TRIES):
            question = code.accept(_Drawing(random, level))
            if question is not None:
                return question
        raise RuntimeError(f"no score of {code.key} can be won from")


add_maker("tricks needed", lambda _: TricksNeededMaker())


def _id(code: Code) -> str:
    return f"skill-tricks-needed-{code.key}"


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws a question for each way in which tricks win; None where no number of tricks is enough."""

    random: Random
    level: Level

    def visit_trick_values(self, code: BridgeCode) -> NumericExercise | None:
        """See `CodeVisitor`."""
        denomination = self.random.choice(tuple(Denomination))
        doubled = self.random.choice((0, 0, 1, 2) if self.level is Level.ADVANCED else (0, 0, 1))
        score = self.random.randrange(0, code.game, 2)
        return at_bridge(code, score, denomination, doubled if "doubled" in code.result_keys.keys else 0)

    def visit_tricks_and_honours(self, code: WhistShort1859) -> NumericExercise | None:
        """See `CodeVisitor`."""
        are_partners = not isinstance(code.scorer(Seat.SOUTH), Seat)
        honours = self.random.choice((0, 0, 3, 4)) if are_partners and self.level is Level.ADVANCED else 0
        return at_whist(code, self.random.randrange(code.up), honours)

    def visit_points_bid(self, code: AuctionPoints1910) -> NumericExercise | None:
        """See `CodeVisitor`."""
        return _for_points(code, self.random)


def at_bridge(code: BridgeCode, score: int, denomination: Denomination, doubled: int = 0) -> NumericExercise | None:
    """The question of a score and a declaration; None where no number of tricks is enough."""
    needed = code.tricks_needed(score, denomination, doubled)
    if needed is None:
        return None
    value, says = code.worth(denomination, doubled), _declared(denomination, doubled)
    law = laws()[_item_scored(code, denomination, doubled, needed).law]
    slips = {
        needed + 6: "that counts the first six tricks too, but the question asks for tricks over six",
        -(-code.game // value): "that leaves out the score that the side already has",
        -(-(code.game - score) // code.trick_value(denomination)): "that leaves out the double",
        needed - 1: f"that brings the side only to {score + (needed - 1) * value}",
        needed + 1: "one fewer is enough",
    }
    who = _declarer(code).label
    bid = " The bid is no higher than the number of tricks asked for." if "bid" in code.result_keys.keys else ""
    return NumericExercise(
        item=_id(code),
        prompt=f"At least how many tricks over six must {who} take to win the game on this deal?",
        facts=(f"{code.title}.", f"The score of {who} is {score or 'love'}.", f"{who} declared {says}.{bid}"),
        number=needed,
        because=(
            f"{code.game - score} of the {code.game} points are still needed, and each trick over six counts {value}: "
            f"{needed} × {value} = {needed * value} ({law.citation})"
        ),
        look=f"Look at how many points are still needed to {code.game}, and at what each trick over six is worth.",
        rule=law.says,
        citation=law.citation,
        slips=_without(needed, slips),
    )


def _declared(denomination: Denomination, doubled: int) -> str:
    return f"{denomination.word}{('', ', doubled', ', doubled and redoubled')[doubled]}"


def _declarer(code: BridgeCode) -> Party:
    return Side.NS if Side.NS in code.rubber.parties else Seat.SOUTH


def _item_scored(code: BridgeCode, denomination: Denomination, doubled: int, odd: int) -> ScoreItem:
    """What the code scores for so many tricks over six, with the law."""
    result = DealResult(
        denomination=denomination,
        bid=f"{odd}{denomination.letter}" if "bid" in code.result_keys.keys else None,
        declarer=_declarer(code),
        doubled=doubled if "doubled" in code.result_keys.keys else None,
        tricks={Side.NS: 6 + odd, Side.EW: 7 - odd},
        honours=HonoursResult({Side.NS: 2, Side.EW: 2}),
    )
    return code.score_result(result).items[0]


def at_whist(code: WhistShort1859, score: int, honours: int) -> NumericExercise | None:
    """The question of a score and the honours of a side. None if no trick is needed, or no number is enough."""
    counts = honours if score != code.up - 1 else 0
    by_honours = code.honours[counts - 3] if counts else 0
    above = code.up - score - by_honours
    if not 1 <= above <= 13 - code.book:
        return None
    player = code.scorer(Seat.SOUTH)
    held = counted(honours, "honour") if honours else "no honour that counts"
    law = laws()[code.trick_law]
    besides = f", and {counted(honours, 'honour')} {agreeing(honours, 'counts')} {by_honours}" if by_honours else ""
    nothing = ", and at that score honours count nothing" if honours and not counts else ""
    slips = {
        above: f"that leaves out the first {in_words(code.book)} tricks, which count nothing",
        code.up - score + code.book: "that leaves out the honours",
        code.up - score - (code.honours[honours - 3] if honours else 0) + code.book: "honours count nothing there",
        code.up - by_honours + code.book: "that leaves out the score before the deal",
        above + 6: "the book is not six tricks in this game",
        above + code.book - 1: "that is one point short",
        above + code.book + 1: "one fewer is enough",
    }
    return NumericExercise(
        item=_id(code),
        prompt=f"At least how many tricks in all must {player.label} take to win the game on this deal?",
        facts=(
            f"{code.title}: the game is {code.up} points.",
            f"{player.label} {'stands' if isinstance(player, Seat) else 'stand'} at {score or 'love'}.",
            f"{player.label} hold{'s' if isinstance(player, Seat) else ''} {held}.",
        ),
        number=above + code.book,
        because=(
            f"{f'{code.up - score} of' if score else 'all'} the {code.up} points are still needed{besides}{nothing}: "
            f"{counted(above, 'trick')} above {in_words(code.book)} ({law.citation})"
        ),
        look="Look at how many points are needed, at whether the honours count, and at the tricks that count nothing.",
        rule=law.says,
        citation=law.citation,
        slips=_without(above + code.book, slips),
    )


def _for_points(code: AuctionPoints1910, random: Random) -> NumericExercise | None:
    """The question of a bid in points: the fewest tricks, or at misère the most, that make it."""
    is_misere = random.random() < 0.2
    named = Denomination.NO_TRUMPS if is_misere else random.choice(tuple(Denomination))
    honours, bid = random.randrange(6), random.randrange(6, 40, 2)
    declaration = Declaration(named, Seat.SOUTH, points=bid, is_misere=is_misere)
    outcomes = [PointOutcome(declaration, BySide(n, 13 - n), BySide(honours, 5 - honours)) for n in range(14)]
    made = [outcome for outcome in outcomes if code.is_made(outcome)]
    other = [outcome for outcome in outcomes if replace(code, adverse_honours_count=False).is_made(outcome)]
    if not made or made != other:
        return None
    edge = made[-1] if is_misere else made[0]
    if edge.tricks.ns in (0, 13):
        return None
    needed = edge.tricks.ns
    law = laws()[code.score(edge).items[0].law]
    noun = "ace" if named is Denomination.NO_TRUMPS else "honour"
    many = "At most how many tricks may AB take" if is_misere else "At least how many tricks in all must AB take"
    last = " The last ace counts twice." if noun == "ace" else ""
    return NumericExercise(
        item=_id(code),
        prompt=f"{many} to make the bid?",
        facts=(
            f"{code.title}.",
            f"AB bid {bid} points and named {'misère' if is_misere else named.word}.",
            f"AB take home {counted(honours, noun)}, YZ {counted(5 - honours, noun)}.{last}",
        ),
        number=needed,
        because=(
            f"{counted(needed, 'trick')} {agreeing(needed, 'gives')} AB "
            f"{edge.majority * edge.trick_value} for tricks and "
            f"{edge.honour_points} for honours, {code.points(edge)} in all; one {'more' if is_misere else 'fewer'} "
            f"is not enough ({law.citation})".replace("-", "−")
        ),
        look="Look at what a trick is worth, which tricks score, and the difference in honours.",
        rule=law.says,
        citation=law.citation,
        slips=_without(
            needed, {needed - 6: "that leaves out the first six tricks, but the question asks for all tricks"}
        ),
    )


def _without(number: int, slips: Mapping[int, str]) -> Mapping[int, str]:
    """The slips that lead to another number."""
    return MappingProxyType({other: slip for other, slip in slips.items() if other != number})
