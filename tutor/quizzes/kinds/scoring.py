"""What a deal scores: told by what came of it, under each of the codes; one figure is asked at a time."""

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
from tutor.codes.code import BridgeCode
from tutor.codes.scored_by import SCORED_BY
from tutor.codes.scoring import DealScore, Heading, Party
from tutor.codes.scoring import Item as Scored
from tutor.codes.told import Told, ToldHonours
from tutor.codes.whist_1859 import WHIST_HONOURS, WhistShort1859
from tutor.errors import Illegal
from tutor.notation import counted, in_words
from tutor.quizzes.exercise import Level, NumericExercise, seeded
from tutor.quizzes.items import Item, Kind, add_maker
from tutor.seats import Seat, Side

_TRIES = 3000
_TRICKS = (0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 12, 13)
"""The tricks of the side that declared, the usual numbers oftener."""


class Figure(Enum):
    """What is asked of a score: how it is asked, where it stands, and the headings that it sums; of all, none."""

    BELOW = "score for tricks, below the line", "below the line", (Heading.TRICKS,)
    HONOURS = "score for honours", "for honours alone", (Heading.HONOURS,)
    ABOVE = (
        "score above the line",
        "above the line",
        tuple(heading for heading in Heading if heading is not Heading.TRICKS),
    )
    TOTAL = "score in all", "in all", tuple(Heading)

    def __init__(self, asked: str, where: str, headings: tuple[Heading, ...]) -> None:
        self.asked = asked
        self.where = where
        self.headings = headings

    def items(self, deal: DealScore, party: Party) -> tuple[Scored, ...]:
        """What makes up the figure."""
        return tuple(item for item in deal.items if item.party is party and item.heading in self.headings)

    def of(self, deal: DealScore, party: Party) -> int:
        """The figure."""
        return sum(item.points for item in self.items(deal, party))

    __hash__ = object.__hash__


class ScoreMaker:
    """The maker of these questions, on each code and on each law that gives points."""

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `Maker`."""
        skills = (Item(_skill(code), Kind.SKILL, f"The score of a deal: {code.title}") for code in CODES.values())
        laws = (
            Item(law.id, Kind.LAW, law.says, law.citation)
            for key, ids in SCORED_BY.items()
            for law in CODES[key].laws.values()
            if law.id in ids
        )
        return MappingProxyType({item.id: item for item in (*skills, *laws)})

    def make(self, item: str, number: int, level: Level) -> NumericExercise:
        """See `Maker`."""
        random = seeded(item, number, level)
        code = next(one for one in CODES.values() if item == _skill(one) or item in SCORED_BY.get(one.key, ()))
        law = "" if item == _skill(code) else item
        for _ in range(_TRIES):
            told = told_of(code, random)
            asked = _asked(code, code.score_told(told), law, random, level)
            may_be_open = law or level is Level.ADVANCED
            if asked and (may_be_open or not _read_otherwise(code, told, *asked)):
                return scored(item, code, told, *asked)
        raise RuntimeError(f"no deal of {code.key} is scored by {law or 'any law'}")


add_maker("scores", lambda _: ScoreMaker())


def _skill(code: Code) -> str:
    return f"skill-score-{code.key}"


def _asked(code: Code, deal: DealScore, law: str, random: Random, level: Level) -> tuple[Figure, Party] | None:
    """What to ask of a deal; of one that a law is to score, the figure that it bears on. None where there is none."""
    figures = _figures(code)
    if law:
        decided = [item for item in deal.items if item.law.id == law]
        if not decided:
            return None
        item = random.choice(decided)
        return next(figure for figure in figures if item.heading in figure.headings), item.party
    wanted = figures[:2] if level is Level.BEGINNER else figures[-2:]
    asked = random.choice(wanted), random.choice(code.rubber.parties)
    scores = bool(asked[0].items(deal, asked[1]))
    return asked if scores or random.random() < 0.1 else None


def _figures(code: Code) -> tuple[Figure, ...]:
    """The figures that a code keeps apart, the narrowest first."""
    if isinstance(code, BridgeCode):
        return tuple(Figure)
    return (Figure.HONOURS, Figure.TOTAL) if isinstance(code, WhistShort1859) else (Figure.TOTAL,)


def scored(item: str, code: Code, told: Told, figure: Figure, party: Party) -> NumericExercise:
    """The question of one figure of a deal that is told. Raises `Illegal` for one that cannot be scored."""
    deal = code.score_told(told)
    number = figure.of(deal, party)
    made = figure.items(deal, party)
    law = made[0].law if made else next((one.law for one in deal.items), next(iter(code.laws.values())))
    return NumericExercise(
        item=item,
        prompt=f"How many points {_do(party)} {_name(party)} {figure.asked}?",
        facts=(code.title, *told_in_words(code, told)),
        number=number,
        because=_sum(deal, figure, party),
        look=_LOOKS[figure],
        rule=law.says,
        citation=law.citation,
        slips=_slips(code, told, figure, party),
        open_to=_read_otherwise(code, told, figure, party),
    )


_LOOKS = {
    Figure.BELOW: "Look at which side took more than six tricks, at what was named, and at whether it was doubled.",
    Figure.HONOURS: "Look at how many honours the side has, and at how they lie in its two hands.",
    Figure.ABOVE: "Look at the honours, at hands without a trump, at a slam, and at tricks short or doubles made good.",
    Figure.TOTAL: "Look at the tricks and at the honours in turn, and at the score before the deal where one is told.",
}


def _sum(deal: DealScore, figure: Figure, party: Party) -> str:
    """The figure term by term, each with its law."""
    items = figure.items(deal, party)
    if not items:
        others = "; ".join(f"{one.party.label}, {_term(one)}" for one in deal.items) or "nothing for anybody"
        return f"nothing is scored there for {_name(party)}: what the deal scores is {others}"
    total = sum(item.points for item in items)
    terms = "; ".join(_term(item) for item in items)
    return f"{terms}: {_signed(total)} in all" if len(items) > 1 else terms


def _term(item: Scored) -> str:
    return f"{item.what}, {_signed(item.points)} ({item.law.citation})"


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _name(party: Party) -> str:
    return party.label


def _do(party: Party) -> str:
    return "do" if isinstance(party, Side) else "does"


# ---- the slips that are made ---------------------------------------------------------------------------------------


def _slips(code: Code, told: Told, figure: Figure, party: Party) -> Mapping[int, str]:
    """Wrong numbers, each with the mistake by which it is come by, the likeliest mistake first."""
    found: dict[int, str] = {}
    deal = code.score_told(told)
    for number, slip in (
        *_left_out(code, told, figure, party),
        *_put_wrong(code, told, deal, figure, party),
        *_elsewhere(code, told, deal, figure, party),
    ):
        if number != figure.of(deal, party):
            found.setdefault(number, slip)
    return MappingProxyType(found)


def _again(code: Code, told: Told, figure: Figure, party: Party) -> Iterator[int]:
    """The figure of another telling, where it can be scored."""
    try:
        yield figure.of(code.score_told(told), party)
    except Illegal:
        return


def _left_out(code: Code, told: Told, figure: Figure, party: Party) -> Iterator[tuple[int, str]]:
    """What comes of leaving out a thing that was told."""
    without: list[tuple[Told, str]] = []
    if told.doubled:
        without.append((replace(told, doubled=0), "that leaves the double out"))
    if told.doubled == 2:
        without.append((replace(told, doubled=1), "that counts the re-double as a double"))
    if told.chicane:
        without.append((replace(told, chicane=None), "that leaves the hand without a trump out"))
    if told.honours and told.honours.one_hand:
        apart = replace(told, honours=replace(told.honours, one_hand=None))
        without.append((apart, "that counts the honours as if they lay in both hands"))
    if told.standing:
        without.append((replace(told, standing=None), "that leaves out where the score stood before the deal"))
    for other, slip in without:
        for number in _again(code, other, figure, party):
            yield number, slip


def _put_wrong(code: Code, told: Told, deal: DealScore, figure: Figure, party: Party) -> Iterator[tuple[int, str]]:
    """What comes of counting a thing where or as it does not count."""
    number = figure.of(deal, party)
    honours, slam, bonus = (deal.points(party, heading) for heading in (Heading.HONOURS, Heading.SLAM, Heading.BONUS))
    if isinstance(code, BridgeCode):
        denomination, _ = code.undertaken(told)
        taken = (told.tricks or {}).get(_side(party), 0)
        value = code.worth(denomination, told.doubled or 0)
        if figure is Figure.BELOW and number:
            yield taken * value, "that counts every trick: the first six, the book, score nothing"
            yield number + honours, "honours never count below the line"
            yield number // value * code.trick_value(denomination), "that leaves the double out"
        if figure is Figure.HONOURS and told.doubled:
            yield honours << told.doubled, "a double raises the value of tricks, and leaves honours as they are"
        if figure in (Figure.ABOVE, Figure.TOTAL):
            yield number + honours * ((1 << (told.doubled or 0)) - 1), "a double leaves honours as they are"
            yield number - slam, "that leaves the slam out"
            yield number - bonus, "that leaves out what is paid for a doubled contract made"
            for other in (20, 40, 50, 100):
                if slam:
                    yield number - slam + other, f"under this code the slam counts {slam}, not {other}"
    if isinstance(code, WhistShort1859) and figure is Figure.TOTAL and told.tricks:
        yield told.tricks[party] + honours, f"the first {in_words(code.book)} tricks count nothing"


def _side(party: Party) -> Side:
    return party if isinstance(party, Side) else party.side


def _elsewhere(code: Code, told: Told, deal: DealScore, figure: Figure, party: Party) -> Iterator[tuple[int, str]]:
    """Other figures of the same deal, and the same figure under other codes."""
    for other in _figures(code):
        if other.of(deal, party):
            yield other.of(deal, party), f"that is what {_name(party)} {_scores(party)} {other.where}"
    for adversary in code.rubber.parties:
        if adversary is not party and figure.of(deal, adversary):
            yield figure.of(deal, adversary), f"that is what {_name(adversary)} {_scores(adversary)}"
    for sibling in CODES.values():
        if sibling is not code and sibling.wanted == code.wanted and party in sibling.rubber.parties:
            for number in _again(sibling, told, figure, party):
                yield number, f"so it is under another code ({sibling.title})"


def _scores(party: Party) -> str:
    return "score" if isinstance(party, Side) else "scores"


def _read_otherwise(code: Code, told: Told, figure: Figure, party: Party) -> Mapping[int, str]:
    """Other figures that the text of the code leaves open, by the options of the code."""
    number = figure.of(code.score_told(told), party)
    readings = (other for reading in _readings(code) for other in _again(reading, told, figure, party))
    return MappingProxyType(
        {other: "the text of the code leaves it open, and so it may be read" for other in readings if other != number}
    )


def _readings(code: Code) -> Iterator[Code]:
    """The code with one thing that its text leaves open taken the other way."""
    known: Any = code
    for option in fields(known):
        value = getattr(known, option.name)
        if isinstance(value, bool):
            yield replace(known, **{option.name: not value})
        elif isinstance(value, Enum):
            yield from (replace(known, **{option.name: one}) for one in type(value) if one is not value)


# ---- deals that are told -------------------------------------------------------------------------------------------


def told_of(code: Code, random: Random) -> Told:
    """What came of a deal of chance, as far as the code wants to be told."""
    for _ in range(_TRIES):
        told = _draw(code, random)
        if not any(code.objections(told)) and not _is_a_race(code, told):
            return told
    raise RuntimeError(f"no deal of {code.key} can be told")


def _draw(code: Code, random: Random) -> Told:
    keys = code.wanted.keys
    told = Told(tricks=_tricks(code, random))
    if "declarer" in keys:
        told = replace(told, declarer=Side.NS if Side.NS in code.rubber.parties else Seat.SOUTH)
        told = _named(code, told, random)
    if "chicane" in keys and random.random() < 0.25:
        void = random.choice([(seat,) for seat in Seat] + [Side.NS.seats, Side.EW.seats])
        told = replace(told, chicane=void)
    if "doubled" in keys:
        told = replace(told, doubled=random.choice((0, 0, 0, 1, 1, 2)))
    if "honours" in keys:
        told = replace(told, honours=_honours(code, told, random))
    if "turn_up" in keys:
        deal = code.deal(random, 0)
        told = replace(told, turn_up=deal.turn_up, deal=None if told.honours else deal)
        if random.random() < 0.6 and isinstance(code, WhistShort1859):
            told = replace(told, standing={party: random.randrange(code.up) for party in code.rubber.parties})
    return told


def _named(code: Code, told: Told, random: Random) -> Told:
    denomination = random.choice(tuple(Denomination))
    if "bid" not in code.wanted.keys:
        return replace(told, denomination=denomination)
    if isinstance(code, BridgeCode):
        taken = max((told.tricks or {}).values())
        odd = min(7, max(1, taken - 6 + random.choice((-2, -1, 0, 0, 0, 1, 2))))
        return replace(told, bid=f"{odd if random.random() < 0.8 else 1}{denomination.letter}")
    named = replace(told, bid=str(random.randrange(4, 34, 2)))
    return replace(named, misere=True) if random.random() < 0.2 else replace(named, denomination=denomination)


def _tricks(code: Code, random: Random) -> Mapping[Party, int]:
    parties = code.rubber.parties if isinstance(code, WhistShort1859) else tuple(Side)
    if len(parties) == 2:
        first = random.choice(_TRICKS)
        return dict(zip(parties, (first, 13 - first), strict=True))
    first = random.randrange(2, 9)
    second = random.randrange(0, 14 - first)
    return dict(zip(parties, (first, second, 13 - first - second), strict=True))


def _honours(code: Code, told: Told, random: Random) -> ToldHonours:
    """Honours of two sides: five in trumps, four aces or four at whist; now and then with the fuller hand told."""
    is_of_aces = isinstance(code, BridgeCode) and code.undertaken(told)[0] is Denomination.NO_TRUMPS
    number = 4 if is_of_aces or isinstance(code, WhistShort1859) else 5
    first = random.randrange(number + 1)
    taken = told.tricks or {}
    if not isinstance(code, (BridgeCode, WhistShort1859)) and 0 in taken.values():
        first = number if taken[Side.NS] else 0
    held: dict[Party, int] = {Side.NS: first, Side.EW: number - first}
    most = max(held.values())
    in_one = [one for one in (4, 5) if most - one <= one <= most and isinstance(code, BridgeCode)]
    side = max(held, key=held.__getitem__)
    void: set[Party] = {seat.side for seat in told.void()}
    if side in void and in_one:
        return ToldHonours(held, most)
    return ToldHonours(held, random.choice((None, *in_one)) if in_one else None)


def _is_a_race(code: Code, told: Told) -> bool:
    """Whether more than one of three could make the game, so that it hangs on the order of the tricks."""
    parties = code.rubber.parties
    if not isinstance(code, WhistShort1859) or len(parties) < 3 or not told.tricks:
        return False
    standing = told.standing or {}
    most = (standing.get(party, 0) + max(told.tricks[party] - code.book, 0) + 4 for party in parties)
    return sum(one >= code.up for one in most) > 1


# ---- and the words for them ----------------------------------------------------------------------------------------


def told_in_words(code: Code, told: Told) -> tuple[str, ...]:
    """What is told of a deal, a sentence to a thing."""
    tricks, standing = told.tricks or {}, told.standing
    lines = [
        _declared(told) if told.declarer else "",
        _trumps(told) if told.turn_up else "",
        _listed("took", {_with_dummy(code, one): counted(number, "trick") for one, number in tricks.items()}),
        _honours_in_words(code, told),
        f"No trump was dealt to {' or '.join(seat.label for seat in told.void())}." if told.chicane else "",
        _listed("stood at", {one.label: in_words(n) if n else "love" for one, n in standing.items()})
        if standing
        else "",
    ]
    return tuple(line for line in lines if line)


def _listed(verb: str, told: Mapping[str, str]) -> str:
    first, *others = (f"{who} {verb if not place else ''} {what}" for place, (who, what) in enumerate(told.items()))
    return f"{', '.join([first, *others])}.".replace("  ", " ")


def _with_dummy(code: Code, party: Party) -> str:
    """The party; a side, where each plays for himself, by who is of it against whom."""
    if party in code.rubber.parties or isinstance(party, Seat):
        return party.label
    return "A with dummy" if party is Side.NS else "Y and Z"


def _declared(told: Told) -> str:
    assert told.declarer is not None, "only a deal with a declarer is told so"  # noqa: S101
    who = told.declarer.label
    what = told.denomination.word if told.denomination else "misère"
    if told.bid and told.bid.isdecimal():
        said = f"{who} bid {told.bid} points and named {what}"
    elif told.bid:
        said = f"{who} played {Bid.parse(told.bid).words}"
    else:
        said = f"{who} declared {what}"
    doubled = {1: ", doubled", 2: ", doubled and re-doubled"}.get(told.doubled or 0, "")
    return f"{said}{doubled}."


def _trumps(told: Told) -> str:
    assert told.turn_up is not None, "only a deal with a turn-up is told so"  # noqa: S101
    return f"Trumps are {told.turn_up.suit.plural}."


def _honours_in_words(code: Code, told: Told) -> str:
    if told.deal and told.turn_up:
        return _listed("held", _honours_seen(code, told))
    if told.honours is None:
        return ""
    if not isinstance(code, (BridgeCode, WhistShort1859)):
        noun = "ace" if told.misere or told.denomination is Denomination.NO_TRUMPS else "honour"
        home = _listed("took home", {party.label: counted(n, noun) for party, n in told.honours.held.items()})
        return f"{home} The last ace counts twice." if noun == "ace" else home
    aces = isinstance(code, BridgeCode) and code.undertaken(told)[0] is Denomination.NO_TRUMPS
    says = {
        _with_dummy(code, party): counted(number, "ace" if aces else "honour")
        + _division(told.honours, party, number, code)
        for party, number in told.honours.held.items()
    }
    return _listed("held", says)


def _division(honours: ToldHonours, party: Party, number: int, code: Code) -> str:
    if not isinstance(code, BridgeCode) or number < 4:
        return ""
    if party is honours.most and honours.one_hand:
        return " in one hand" if honours.one_hand == number else f", {in_words(honours.one_hand)} of them in one hand"
    return ", not four of them in one hand"


def _honours_seen(code: Code, told: Told) -> Mapping[str, str]:
    assert told.deal is not None, "the cards are told"  # noqa: S101
    assert told.turn_up is not None, "the cards are told"  # noqa: S101
    suit, hands = told.turn_up.suit, told.deal.hands
    out = code.out(told.deal.dealer)
    held: dict[str, str] = {}
    for seat in Seat:
        ranks = [f"the {rank.word}" for rank in WHIST_HONOURS if rank in hands[seat][suit]]
        if seat not in out:
            held[seat.label] = " and ".join(ranks) or "no honour"
    return held
