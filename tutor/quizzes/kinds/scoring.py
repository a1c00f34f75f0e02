"""What a deal scores under each code, from its result. Each question asks for one figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import Enum
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

from tutor.auction import Bid, Denomination
from tutor.codes import CODES, Code
from tutor.codes.deal_result import DealResult, HonoursResult
from tutor.codes.scoring import DealScore, Heading, Party, ScoreItem, ScoreSum
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.errors import Illegal
from tutor.library.laws import laws
from tutor.notation import counted, in_words
from tutor.quizzes.exercise import Level, NumericExercise, seeded
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.seats import Seat, Side

_TRIES = 3000
_TRICKS = (0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 12, 13)
"""The tricks of the side that declared, with the usual numbers more often."""


_ASKED = {
    ScoreSum.BELOW: ("score for tricks, below the line", "below the line"),
    ScoreSum.HONOURS: ("score for honours", "for honours alone"),
    ScoreSum.ABOVE: ("score above the line", "above the line"),
    ScoreSum.TOTAL: ("score in all", "in all"),
}
"""How a question asks for a figure, and where the figure is written."""


class ScoreMaker:
    """The maker of these questions, on each code and on each law that gives points."""

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        skills = (Item(_skill(code), ItemKind.SKILL, f"The score of a deal: {code.title}") for code in CODES.values())
        scored_by = (
            Item(law.id, ItemKind.LAW, law.says, law.citation)
            for code in CODES.values()
            for law in map(laws().__getitem__, code.scoring_laws)
        )
        return MappingProxyType({item.id: item for item in (*skills, *scored_by)})

    def make(self, item: str, number: int, level: Level) -> NumericExercise:
        """See `ExerciseMaker`."""
        random = seeded(item, number, level)
        code = next(code for code in CODES.values() if item in (_skill(code), *_laws_scored_by(code)))
        law = "" if item == _skill(code) else item
        for _ in range(_TRIES):
            result = told_of(code, random)
            asked = _asked(code, code.score_result(result), law, random, level)
            may_be_open = law or level is Level.ADVANCED
            if asked and (may_be_open or not _read_otherwise(code, result, *asked)):
                return scored(item, code, result, *asked)
        raise RuntimeError(f"no deal of {code.key} is scored by {law or 'any law'}")


add_maker("scores", lambda _: ScoreMaker())


def _laws_scored_by(code: Code) -> Iterator[str]:
    return (laws()[law].id for law in code.scoring_laws)


def _skill(code: Code) -> str:
    return f"skill-score-{code.key}"


def _asked(code: Code, deal: DealScore, law: str, random: Random, level: Level) -> tuple[ScoreSum, Party] | None:
    """What to ask about a deal, or the figure that a law affects. None if there is nothing to ask."""
    figures = code.figures
    if law:
        decided = [item for item in deal.items if laws()[item.law].id == law]
        if not decided:
            return None
        item = random.choice(decided)
        return next(figure for figure in figures if item.heading in figure.value), item.party
    result_keys = figures[:2] if level is Level.BEGINNER else figures[-2:]
    asked = random.choice(result_keys), random.choice(code.rubber.parties)
    scores = bool(asked[0].items(deal, asked[1]))
    return asked if scores or random.random() < 0.1 else None


def scored(item: str, code: Code, result: DealResult, figure: ScoreSum, party: Party) -> NumericExercise:
    """The question of one figure of a deal. Raises `Illegal` for a deal that cannot be scored."""
    deal = code.score_result(result)
    number = figure.of(deal, party)
    made = figure.items(deal, party)
    law = laws()[(made or deal.items)[0].law if made or deal.items else code.scoring_laws[0]]
    return NumericExercise(
        item=item,
        prompt=f"How many points {_do(party)} {_name(party)} {_ASKED[figure][0]}?",
        facts=(f"{code.title}.", *told_in_words(code, result)),
        number=number,
        because=_sum(deal, figure, party),
        look=_LOOKS[figure],
        rule=law.says,
        citation=law.citation,
        slips=_slips(code, result, figure, party),
        open_to=_read_otherwise(code, result, figure, party),
    )


_LOOKS = {
    ScoreSum.BELOW: "Look at which side took more than six tricks, what was declared, and whether it was doubled.",
    ScoreSum.HONOURS: "Look at how many honours the side has, and how its two hands share them.",
    ScoreSum.ABOVE: ("Look at the honours, hands without a trump, slams, tricks short and doubled contracts made."),
    ScoreSum.TOTAL: ("Look at the tricks, then the honours, and the score before the deal if it is given."),
}


def _sum(deal: DealScore, figure: ScoreSum, party: Party) -> str:
    """The figure term by term, each with its law."""
    items = figure.items(deal, party)
    if not items:
        others = "; ".join(f"{item.party.label}, {_term(item)}" for item in deal.items) or "nothing for anybody"
        return f"{_name(party)} {_scores(party)} nothing there; the deal scores {others}"
    total = sum(item.points for item in items)
    terms = "; ".join(_term(item) for item in items)
    return f"{terms}. That is {_signed(total)} in all" if len(items) > 1 else terms


def _term(item: ScoreItem) -> str:
    return f"{item.what}: {_signed(item.points)} ({laws()[item.law].citation})"


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _name(party: Party) -> str:
    return party.label


def _do(party: Party) -> str:
    return "do" if isinstance(party, Side) else "does"


# ---- common mistakes -----------------------------------------------------------------------------------------------


def _slips(code: Code, result: DealResult, figure: ScoreSum, party: Party) -> Mapping[int, str]:
    """Wrong numbers, each with the mistake that leads to it, the likeliest mistake first."""
    found: dict[int, str] = {}
    deal = code.score_result(result)
    for number, slip in (
        *_left_out(code, result, figure, party),
        *_put_wrong(code, result, deal, figure, party),
        *_elsewhere(code, result, deal, figure, party),
    ):
        if number != figure.of(deal, party):
            found.setdefault(number, slip)
    return MappingProxyType(found)


def _again(code: Code, result: DealResult, figure: ScoreSum, party: Party) -> Iterator[int]:
    """The figure of another result, where it can be scored."""
    try:
        yield figure.of(code.score_result(result), party)
    except Illegal:
        return


def _left_out(code: Code, result: DealResult, figure: ScoreSum, party: Party) -> Iterator[tuple[int, str]]:
    """The numbers from leaving out something that was given."""
    without: list[tuple[DealResult, str]] = []
    if result.doubled:
        without.append((replace(result, doubled=0), "that leaves out the double"))
    if result.doubled == 2:
        without.append((replace(result, doubled=1), "that counts the redouble as a double"))
    if result.chicane:
        without.append((replace(result, chicane=None), "that leaves out the hand without a trump"))
    if result.honours and result.honours.one_hand:
        apart = replace(result, honours=replace(result.honours, one_hand=None))
        without.append((apart, "that counts the honours as if they were in both hands"))
    if result.standing:
        without.append((replace(result, standing=None), "that leaves out the score before the deal"))
    for other, slip in without:
        for number in _again(code, other, figure, party):
            yield number, slip


def _put_wrong(
    code: Code, result: DealResult, deal: DealScore, figure: ScoreSum, party: Party
) -> Iterator[tuple[int, str]]:
    """The numbers from counting something wrongly or in the wrong place."""
    number = figure.of(deal, party)
    honours, slam, bonus = (deal.points(party, heading) for heading in (Heading.HONOURS, Heading.SLAM, Heading.BONUS))
    worth = code.trick_worth(result)
    if worth is not None:
        undoubled, value = worth
        taken = (result.tricks or {}).get(_side(party), 0)
        if figure is ScoreSum.BELOW and number:
            yield taken * value, "that counts every trick: the first six, the book, score nothing"
            yield number + honours, "honours never count below the line"
            yield number // value * undoubled, "that leaves out the double"
        if figure is ScoreSum.HONOURS and result.doubled:
            yield honours << result.doubled, "a double raises the value of tricks, but not of honours"
        if figure in (ScoreSum.ABOVE, ScoreSum.TOTAL):
            yield number + honours * ((1 << (result.doubled or 0)) - 1), "a double does not change the honours"
            yield number - slam, "that leaves out the slam"
            yield number - bonus, "that leaves out the bonus for a doubled contract made"
            for other in (20, 40, 50, 100):
                if slam:
                    yield number - slam + other, f"under this code the slam counts {slam}, not {other}"
    elif figure is ScoreSum.TOTAL and result.tricks and not code.honours_are_won:
        yield result.tricks[party] + honours, f"the first {in_words(code.book)} tricks count nothing"


def _side(party: Party) -> Side:
    return party if isinstance(party, Side) else party.side


def _elsewhere(
    code: Code, result: DealResult, deal: DealScore, figure: ScoreSum, party: Party
) -> Iterator[tuple[int, str]]:
    """Other figures of the same deal, and the same figure under other codes."""
    for other in code.figures:
        if other.of(deal, party):
            yield other.of(deal, party), f"that is what {_name(party)} {_scores(party)} {_ASKED[other][1]}"
    for opponent in code.rubber.parties:
        if opponent is not party and figure.of(deal, opponent):
            yield figure.of(deal, opponent), f"that is what {_name(opponent)} {_scores(opponent)}"
    for sibling in CODES.values():
        if sibling is not code and sibling.result_keys == code.result_keys and party in sibling.rubber.parties:
            for number in _again(sibling, result, figure, party):
                yield number, f"that is the score under another code ({sibling.title})"


def _scores(party: Party) -> str:
    return "score" if isinstance(party, Side) else "scores"


def _read_otherwise(code: Code, result: DealResult, figure: ScoreSum, party: Party) -> Mapping[int, str]:
    """Other figures that the text of the code allows, by the options of the code."""
    number = figure.of(code.score_result(result), party)
    readings = (other for reading in _readings(code) for other in _again(reading, result, figure, party))
    return MappingProxyType({other: "the code can also be read this way" for other in readings if other != number})


def _readings(code: Code) -> Iterator[Code]:
    """The code with one open point read the other way."""
    known: Any = code
    for option in fields(known):
        value = getattr(known, option.name)
        if isinstance(value, bool):
            yield replace(known, **{option.name: not value})
        elif isinstance(value, Enum):
            yield from (replace(known, **{option.name: member}) for member in type(value) if member is not value)


# ---- results of deals ----------------------------------------------------------------------------------------------


def told_of(code: Code, random: Random) -> DealResult:
    """The result of a random deal, with what the code needs."""
    for _ in range(_TRIES):
        result = _draw(code, random)
        if not any(code.objections(result)) and not _is_a_race(code, result):
            return result
    raise RuntimeError(f"no deal of {code.key} can be described")


def _draw(code: Code, random: Random) -> DealResult:
    keys = code.result_keys.keys
    result = DealResult(tricks=_tricks(code, random))
    if "declarer" in keys:
        result = replace(result, declarer=Side.NS if Side.NS in code.rubber.parties else Seat.SOUTH)
        result = _named(code, result, random)
    if "chicane" in keys and random.random() < 0.25:
        void = random.choice([(seat,) for seat in Seat] + [Side.NS.seats, Side.EW.seats])
        result = replace(result, chicane=void)
    if "doubled" in keys:
        result = replace(result, doubled=random.choice((0, 0, 0, 1, 1, 2)))
    if "honours" in keys:
        result = replace(result, honours=_honours(code, result, random))
    if "turn_up" in keys:
        deal = code.deal(random, 0)
        result = replace(result, turn_up=deal.turn_up, deal=None if result.honours else deal)
        if random.random() < 0.6:
            result = replace(result, standing={party: random.randrange(code.game_at) for party in code.rubber.parties})
    return result


def _named(code: Code, result: DealResult, random: Random) -> DealResult:
    denomination = random.choice(tuple(Denomination))
    if "bid" not in code.result_keys.keys:
        return replace(result, denomination=denomination)
    if "misere" not in code.result_keys.keys:
        taken = max((result.tricks or {}).values())
        odd = min(7, max(1, taken - 6 + random.choice((-2, -1, 0, 0, 0, 1, 2))))
        return replace(result, bid=f"{odd if random.random() < 0.8 else 1}{denomination.letter}")
    named = replace(result, bid=str(random.randrange(4, 34, 2)))
    return replace(named, misere=True) if random.random() < 0.2 else replace(named, denomination=denomination)


def _tricks(code: Code, random: Random) -> Mapping[Party, int]:
    parties = code.trick_parties
    if len(parties) == 2:
        first = random.choice(_TRICKS)
        return dict(zip(parties, (first, 13 - first), strict=True))
    first = random.randrange(2, 9)
    second = random.randrange(0, 14 - first)
    return dict(zip(parties, (first, second, 13 - first - second), strict=True))


def _honours(code: Code, result: DealResult, random: Random) -> HonoursResult:
    """Honours of two sides: five in trumps, four aces or four at whist; sometimes with the number in one hand."""
    number = code.honours_dealt(result)
    first = random.randrange(number + 1)
    taken = result.tricks or {}
    if code.honours_are_won and 0 in taken.values():
        first = number if taken[Side.NS] else 0
    held: dict[Party, int] = {Side.NS: first, Side.EW: number - first}
    most = max(held.values())
    in_one = [count for count in (4, 5) if most - count <= count <= most and code.one_hand_counts]
    side = max(held, key=held.__getitem__)
    void: set[Party] = {seat.side for seat in result.void()}
    if side in void and in_one:
        return HonoursResult(held, most)
    return HonoursResult(held, random.choice((None, *in_one)) if in_one else None)


def _is_a_race(code: Code, result: DealResult) -> bool:
    """Whether more than one of three players could win the game, so that the order of the tricks decides."""
    parties = code.rubber.parties
    if len(parties) < 3 or not result.tricks or set(result.tricks) != set(parties):
        return False
    standing = result.standing or {}
    most = (standing.get(party, 0) + max(result.tricks[party] - code.book, 0) + 4 for party in parties)
    return sum(score >= code.game_at for score in most) > 1


# ---- and the words for them ----------------------------------------------------------------------------------------


def told_in_words(code: Code, result: DealResult) -> tuple[str, ...]:
    """The result of a deal, a sentence for each part."""
    tricks, standing = result.tricks or {}, result.standing
    lines = [
        _declared(result) if result.declarer else "",
        _trumps(result) if result.turn_up else "",
        _listed("took", {_with_dummy(code, party): counted(number, "trick") for party, number in tricks.items()}),
        _honours_in_words(code, result),
        f"No trump was dealt to {' or '.join(seat.label for seat in result.void())}." if result.chicane else "",
        _listed("stood at", {party.label: in_words(n) if n else "love" for party, n in standing.items()})
        if standing
        else "",
    ]
    return tuple(line for line in lines if line)


def _listed(verb: str, result: Mapping[str, str]) -> str:
    first, *others = (f"{who} {verb if not place else ''} {what}" for place, (who, what) in enumerate(result.items()))
    between = "; " if any(", " in what for what in result.values()) else ", "
    return f"{between.join([first, *others])}.".replace("  ", " ")


def _with_dummy(code: Code, party: Party) -> str:
    """The party’s name. Where each player plays alone, a side is named by its players."""
    if party in code.rubber.parties or isinstance(party, Seat):
        return party.label
    return "A with dummy" if party is Side.NS else "Y and Z"


def _declared(result: DealResult) -> str:
    assert result.declarer is not None, "only a deal with a declarer is described like this"  # noqa: S101
    who = result.declarer.label
    what = result.denomination.word if result.denomination else "misère"
    if result.bid and result.bid.isdecimal():
        said = f"{who} bid {result.bid} points and named {what}"
    elif result.bid:
        said = f"{who} played {Bid.parse(result.bid).words}"
    else:
        said = f"{who} declared {what}"
    doubled = {1: ", doubled", 2: ", doubled and redoubled"}.get(result.doubled or 0, "")
    return f"{said}{doubled}."


def _trumps(result: DealResult) -> str:
    assert result.turn_up is not None, "only a deal with a turn-up is described like this"  # noqa: S101
    return f"{result.turn_up.suit.plural.capitalize()} are trumps."


def _honours_in_words(code: Code, result: DealResult) -> str:
    if result.deal and result.turn_up:
        return _listed("held", _honours_seen(code, result))
    if result.honours is None:
        return ""
    noun = "ace" if code.counts_aces(result) else "honour"
    if code.honours_are_won:
        home = _listed("took home", {party.label: counted(n, noun) for party, n in result.honours.held.items()})
        return f"{home} The last ace counts twice." if noun == "ace" else home
    says = {
        _with_dummy(code, party): counted(number, noun) + _division(result.honours, party, number, code)
        for party, number in result.honours.held.items()
    }
    return _listed("held", says)


def _division(honours: HonoursResult, party: Party, number: int, code: Code) -> str:
    if not code.one_hand_counts or number < 4:
        return ""
    if party is honours.most and honours.one_hand:
        return " in one hand" if honours.one_hand == number else f", {in_words(honours.one_hand)} of them in one hand"
    return ", not four of them in one hand"


def _honours_seen(code: Code, result: DealResult) -> Mapping[str, str]:
    assert result.deal is not None, "the cards are known"  # noqa: S101
    assert result.turn_up is not None, "the cards are known"  # noqa: S101
    suit, hands = result.turn_up.suit, result.deal.hands
    out = code.out(result.deal.dealer)
    held: dict[str, str] = {}
    for seat in Seat:
        ranks = [f"the {rank.word}" for rank in WHIST_HONOURS if rank in hands[seat][suit]]
        if seat not in out:
            held[seat.label] = " and ".join(ranks) or "no honour"
    return held
