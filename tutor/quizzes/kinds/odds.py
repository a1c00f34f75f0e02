"""Odds that the authors state, and similar chances with other numbers: choose the true figure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType

from tutor.analysis.odds import ROUGHLY, Agreement, Event, Odds, odds_of, spoken
from tutor.citations import SOURCES, Citation
from tutor.library.catalogue import Library
from tutor.notation import agreeing, counted, in_words
from tutor.quizzes.exercise import Grade, GradedChoice, Level, MultipleChoice, seeded, shuffled
from tutor.quizzes.items import Item, ItemKind, add_maker

SPLIT, PARTNER = "skill-odds-split", "skill-odds-partner"
BLANK = "…"
_CHOICES = 4
_ROUND = tuple(
    Fraction(on, on + against)
    for ratio in map(Fraction, ("20", "10", "6", "4", "5/2", "2", "3/2", "1"))
    for on, against in {ratio.as_integer_ratio(): 0, ratio.as_integer_ratio()[::-1]: 0}
)
"""Round figures to choose among, as chances."""
_TIMES = tuple(map(Fraction, ("1/3", "1/2", "2/3", "3/2", "2", "3")))
"""Factors that make wrong options which look like odds that are not round."""
_APART = Fraction(5, 4)
"""The least ratio between the odds of two options: more than a roughly right figure may differ."""

_NUMBER = r"(?:\d[\d,]*½?|thousands|once|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)"
_WORD = r"(?:(?:nearly|about|perhaps|over|practically|only|always|at least)\s+)?"
_SIDE = r"(?:\s+(?:on|against|in favour of|in favour)\b)?"
_STATED = (
    rf"\(?{_WORD}\b{_NUMBER} (?:to|as against every|for every) {_NUMBER}\b(?: times that they can| times)?{_SIDE}\)?",
    rf"{_WORD}\b{_NUMBER}(?: cases?)?(?: in| out of) {_NUMBER}(?: times)?",
    r"\b(?:practically |at least )?an even chance",
    r"\bas likely as not",
    r"\b(?:just )?as (?:likely|well)\b",
    r"\bsix times as much\b",
)
"""How the authors’ figures appear in our sentences about them."""


class OddsMaker:
    """The maker of these questions, on each of the authors’ odds that can be computed, and on two kinds of chance."""

    def __init__(self, library: Library) -> None:
        every = (odds for file in library.odds.values() for odds in file.odds)
        self._odds = {odds.id: odds for odds in every if odds.chance is not None and 0 < odds.chance < 1}

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        odds = (Item(stated.id, ItemKind.ODDS, stated.says, _place(stated)) for stated in self._odds.values())
        skills = (
            Item(SPLIT, ItemKind.SKILL, "The odds on how the cards of a suit are divided"),
            Item(PARTNER, ItemKind.SKILL, "The odds that partner holds named cards"),
        )
        return MappingProxyType({item.id: item for item in (*odds, *skills)})

    def make(self, item: str, number: int, level: Level) -> MultipleChoice:
        """See `ExerciseMaker`."""
        random = seeded(item, number, level)
        if item == SPLIT:
            return _split(random, level)
        return _partner(random, level) if item == PARTNER else of_author(self._odds[item], random, level)


add_maker("odds", lambda sources: OddsMaker(sources.library))


def _place(odds: Odds) -> Citation:
    return Citation(odds.source, odds.page, odds.lines)


def of_author(odds: Odds, random: Random, level: Level) -> MultipleChoice:
    """The question of odds that an author states. The true figure decides whether his is right, acceptable or wrong."""
    true, author = odds.chance, SOURCES[odds.source].author
    assert true is not None, "only odds that can be computed are asked"  # noqa: S101
    exact = _exactly(true)
    his = f"{author} prints “{odds.printed}”"
    options = [_option(true, f"{exact}. {his}", Grade.BEST)]
    is_rough = odds.agreement is Agreement.ROUGHLY
    is_wrong = odds.agreement is Agreement.WRONG and odds.figure is not None and _ratio(odds.figure, true) > ROUGHLY
    if odds.figure is not None and (is_wrong or (is_rough and level is Level.ADVANCED)):
        grade = Grade.ACCEPTABLE if is_rough else Grade.NOT_ADVISED
        slip = f"{author} prints that, but it does not agree with the exact count"
        options.append(_option(odds.figure, f"{slip}; {exact}", grade, slip))
    readings = [(chance, f"that is right for another reading: {reading}") for reading, chance in odds.read_otherwise]
    return MultipleChoice(
        item=odds.id,
        prompt="What are the odds?",
        facts=(unstated(odds.says), *_model(odds)),
        options=_among(options, true, exact, random, readings if level is Level.ADVANCED else []),
        look="Count the cards you cannot see, and the hands they may be in.",
        hint=_hint(true),
        rule=odds.says,
        citation=_place(odds),
    )


def unstated(says: str) -> str:
    """Our sentence about odds, with the figures left blank."""
    for pattern in _STATED:
        says = re.sub(pattern, BLANK, says, flags=re.IGNORECASE)
    says = re.sub(rf", which the author rounds to {BLANK}", "", says)
    return re.sub(rf"{BLANK}(?:\s+{BLANK})+|{BLANK}\.$", BLANK, says)


def _model(odds: Odds) -> Iterator[str]:
    """What the true figure is based on, without the figure."""
    event = odds.reckoning.event
    if event is not None:
        places = ", ".join(f"{hand.replace('_', ' ')} {size}" for hand, size in event.hands.items())
        yield f"Unseen cards: {places}."


def _hint(true: Fraction) -> str:
    if true == Fraction(1, 2):
        return "Both are equally likely."
    return f"It is {'more' if true > Fraction(1, 2) else 'less'} likely than not."


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator} in {chance.denominator}" if chance.denominator < 10**5 else f"{float(chance):.3f}"


def _exactly(chance: Fraction) -> str:
    return f"the exact chance is {_fraction(chance)}, which is {spoken(chance)}"


def _option(chance: Fraction, because: str, grade: Grade = Grade.NOT_ADVISED, slip: str = "") -> GradedChoice:
    return GradedChoice(f"{chance.numerator}-in-{chance.denominator}", spoken(chance), because, grade, slip)


def _among(
    options: list[GradedChoice],
    true: Fraction,
    exact: str,
    random: Random,
    readings: list[tuple[Fraction | None, str]],
) -> tuple[GradedChoice, ...]:
    """The options with wrong ones added, each far enough from the others, in an order that gives nothing away."""
    more = [
        *((chance, slip) for chance, slip in readings if chance),
        *([(1 - true, "that is the chance that it does not happen")] if random.random() < 0.5 else []),
        *(
            (neighbour, f"that makes it {'more' if neighbour > true else 'less'} likely than it is")
            for neighbour in _neighbours(true, random)
        ),
    ]
    taken = [_chance(option) for option in options]
    for chance, slip in more:
        if len(options) < _CHOICES and 0 < chance < 1 and all(_are_apart(chance, other) for other in taken):
            options.append(_option(chance, f"{slip}; {exact}", slip=slip))
            taken.append(chance)
    return shuffled(random, tuple(options))


def _chance(option: GradedChoice) -> Fraction:
    part, whole = option.key.split("-in-")
    return Fraction(int(part), int(whole))


def _neighbours(true: Fraction, random: Random) -> list[Fraction]:
    """Figures not too far from the true one, in any order."""
    odds = odds_of(true)
    assert odds is not None, "it is not certain"  # noqa: S101
    if spoken(true).startswith("about"):
        near = [odds * times / (1 + odds * times) for times in _TIMES]
    else:
        near = sorted(_ROUND, key=lambda one: _ratio(one, true))[:6]
    return random.sample(near, len(near))


def _ratio(one: Fraction, other: Fraction) -> Fraction:
    odds = odds_of(one), odds_of(other)
    assert odds[0], "it is neither certain nor impossible"  # noqa: S101
    assert odds[1], "it is neither certain nor impossible"  # noqa: S101
    return max(odds[0], odds[1]) / min(odds[0], odds[1])


def _are_apart(one: Fraction, other: Fraction) -> bool:
    return _ratio(one, other) >= max(_APART, ROUGHLY)


# ---- with other numbers ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _of_event(hands: tuple[tuple[str, int], ...], cards: int, favourable: str) -> Fraction:
    unseen = sum(size for _, size in hands)
    return Event(dict(hands), {"cards": cards, "others": unseen - cards}, favourable).chance()


def _split(random: Random, level: Level) -> MultipleChoice:
    """How the cards of a suit are divided between two hands about which nothing else is known."""
    size = 13 if level is Level.BEGINNER else random.randrange(6, 14)
    cards = random.randrange(2, min(8, size + 1))
    longer = random.randrange((cards + 1) // 2, cards + 1)
    chance = _of_event((("left", size), ("right", size)), cards, f"max(left.cards, right.cards) == {longer}")
    how = f"{in_words(longer)} and {in_words(cards - longer) if longer < cards else 'none'}"
    sides = "" if longer * 2 == cards else ", either way round"
    return _question(
        SPLIT,
        "What are the odds?",
        (
            f"Your left and right opponents have {counted(size, 'card')} each, "
            f"with {counted(cards, 'card')} of a suit between them.",
            f"They lie {how}{sides}.",
        ),
        chance,
        f"Count the ways in which {counted(cards, 'card')} {agreeing(cards, 'falls')} {how}; divide by all the ways.",
        random,
    )


def _partner(random: Random, level: Level) -> MultipleChoice:
    """Whether partner holds some of the missing cards, among three hands of thirteen."""
    cards = random.randrange(1, 6 if level is Level.ADVANCED else 4)
    number = 1 if level is Level.BEGINNER else random.randrange(1, cards + 1)
    is_exact = level is Level.ADVANCED and random.random() < 0.5
    sign, word = ("==", "exactly") if is_exact else (">=", "at least")
    hands = (("partner", 13), ("left", 13), ("right", 13))
    chance = _of_event(hands, cards, f"partner.cards {sign} {number}")
    named = "a particular card" if cards == 1 else f"{in_words(cards)} particular cards"
    holds = "it" if cards == 1 else f"{word} {in_words(number)} of them"
    return _question(
        PARTNER,
        "What are the odds?",
        (f"You see your own thirteen cards. They do not include {named}.", f"Partner holds {holds}."),
        chance,
        "Each missing card is equally likely to be in any of three hands, and each hand has thirteen places.",
        random,
    )


def _question(
    item: str, prompt: str, facts: tuple[str, ...], chance: Fraction, rule: str, random: Random
) -> MultipleChoice:
    exact = _exactly(chance)
    return MultipleChoice(
        item=item,
        prompt=prompt,
        facts=facts,
        options=_among([_option(chance, exact, Grade.BEST)], chance, exact, random, []),
        look="Count the cards you cannot see, and the hands they may be in.",
        hint=_hint(chance),
        rule=rule,
    )
