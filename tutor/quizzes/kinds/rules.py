"""Endless questions on every rule: positions in which that rule decides.

A question begins from a stored position (see `tutor.library.positions`) and takes a few random steps away from it. A
step exchanges cards of the hand or of an open hand for unseen ones, small cards that were played, or the suits. A step
is kept if the same rule decides, the table is possible, and the visible hands would still have made their calls. Half
of the questions end near the boundary of the rule, where exchanging one card changes the advice. The other half end
where several such exchanges do not.

Questions that make no sense (see `tutor.quizzes.sense`) are not asked. No such step is taken, and a question that still
makes no sense begins again from the next position. Successive numbers begin from different kinds of position as long as
there are any.

The number of times that an author is asked for one question has a limit, and nothing depends on the clock. The same
item, number and level give the same question everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import cycle, zip_longest
from random import Random

from tutor.authorities import authority, every_rule
from tutor.authorities.rules import UNDECIDED, Question
from tutor.authors import AUTHORS
from tutor.cards import Holding, Rank, Suit
from tutor.errors import Unknown
from tutor.library.positions import PositionQuestion, Positions, read_position
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.sense import why_senseless
from tutor.quizzes.walk import Walk
from tutor.view import View

FEWEST_STEPS, MOST_STEPS = 4, 8
"""How many steps a question may be from its first position."""
NEAR = 0.5
"""How often a question looks for the boundary. It may also meet it by chance."""
HARD_TO_PLAIN = 2
"""How many hard questions begin from a hard position for one from a plain one, where a rule has both."""
ATTEMPTS = 6
"""How many positions are tried with steps until a question makes sense. Then each is tried unchanged."""


class RuleMaker:
    """Makes questions on rules, except those that only say where an author contradicts himself."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._in_turn: dict[tuple[str, Level], tuple[PositionQuestion, ...]] = {}

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """The rules by id. Where the rows of a table share an id, the first names it.

        A rule of another package is among them once it has a position, which its maker may not have written yet.
        """
        items: dict[str, Item] = {}
        for rule in every_rule():
            if rule.row != UNDECIDED and (not AUTHORS[rule.citation.source].is_plugin or self._begins(rule.id)):
                items.setdefault(rule.id, Item(rule.id, ItemKind.RULE, rule.says, rule.citation))
        return items

    def _begins(self, rule_id: str) -> bool:
        return bool(self._positions.plain(rule_id) or self._positions.hard(rule_id))

    def is_for_beginners(self, item: str) -> bool:
        """Whether the rule has positions where nothing else is acceptable. If not, all its questions are hard."""
        return bool(self._positions.plain(item))

    def make(self, item: str, number: int, level: Level) -> AuthorExercise:
        """The question of a number on a rule. Raises `Unknown`.

        If something else is acceptable wherever the rule decides, everybody is asked the advanced questions.
        """
        if item not in self.items:
            raise Unknown("rule", item, self.items)
        if not self.is_for_beginners(item):
            level = Level.ADVANCED
        random = Random(f"{item}:{level.value}:{number}")
        beginnings = self._beginnings(item, level)
        for attempt in range(max(ATTEMPTS, len(beginnings))):
            position = beginnings[(number + attempt) % len(beginnings)]
            asked = self._walked(item, number, level, position, random, steps=attempt < ATTEMPTS)
            if why_senseless(asked.view, asked.question, asked.advice, random) is None:
                break
        return asked

    def _walked(
        self, item: str, number: int, level: Level, position: PositionQuestion, random: Random, *, steps: bool
    ) -> AuthorExercise:
        """A question some steps away from a position, or on the position itself."""
        walk = Walk(item, authority(self._positions.author(item)), position, random, is_plain=level is Level.BEGINNER)
        turns_on = None
        if steps:
            walk.go(random.randint(FEWEST_STEPS, MOST_STEPS))
            turns_on = walk.near() if random.random() < NEAR else walk.inside()
        return AuthorExercise(item, number, level, walk.author, walk.view, walk.question, turns_on)

    def _beginnings(self, item: str, level: Level) -> tuple[PositionQuestion, ...]:
        """The positions from which the questions on an item begin, so that neighbours differ."""
        key = (item, level)
        if key not in self._in_turn:
            plain, hard = (
                in_turn(map(read_position, lines))
                for lines in (self._positions.plain(item), self._positions.hard(item))
            )
            self._in_turn[key] = plain if level is Level.BEGINNER else _mixed(hard, plain)
        return self._in_turn[key]


def in_turn(positions: Iterable[PositionQuestion]) -> tuple[PositionQuestion, ...]:
    """The positions, one of each kind that looks alike, then another of each, and so on."""
    alike: dict[Likeness, list[PositionQuestion]] = {}
    for position in positions:
        alike.setdefault(likeness(position.question, position.view), []).append(position)
    return tuple(position for row in zip_longest(*alike.values()) for position in row if position is not None)


def _mixed(hard: tuple[PositionQuestion, ...], plain: tuple[PositionQuestion, ...]) -> tuple[PositionQuestion, ...]:
    """Hard positions and plain ones, `HARD_TO_PLAIN` of the first to one of the second while there are both."""
    if not hard or not plain:
        return hard or plain
    rounds = max(-(-len(hard) // HARD_TO_PLAIN), len(plain))
    hards, plains = cycle(hard), cycle(plain)
    return tuple(
        next(plains) if n % (HARD_TO_PLAIN + 1) == HARD_TO_PLAIN else next(hards)
        for n in range(rounds * (HARD_TO_PLAIN + 1))
    )


add_maker("rules", lambda _: RuleMaker(Positions()))


# ---- positions that are alike ------------------------------------------------------------------------------------

Likeness = tuple[object, ...]

SMALLEST_THAT_MATTERS = Rank.TEN
"""Lower cards of a suit are only counted."""


def likeness(question: Question, view: View) -> Likeness:
    """What a question has in common with nearly identical ones.

    It does not name the suits, except to mark trumps. For each suit it has what the hand holds, what lies open, and
    what has been played to the trick. For a call, it has the score and the calls too.
    """
    trick = view.trick.cards if view.trick else ()
    suits = Counter(
        (
            suit is view.trumps,
            _pattern(view.hand[suit]),
            tuple(_pattern(hand[suit]) for _, hand in view.exposed),
            tuple((place, _rank(card.rank)) for place, card in enumerate(trick) if card.suit is suit),
        )
        for suit in Suit
    )
    seats = (view.trick.to_play is view.seat) if view.trick else None
    said = (view.standing, tuple(str(made.call) for made in view.calling)) if question.is_of_calls else None
    return (question, len(view.tricks), seats, frozenset(suits.items()), said)


def _pattern(holding: Holding) -> tuple[str, int]:
    high = "".join(rank.letter for rank in holding if rank >= SMALLEST_THAT_MATTERS)
    return high, len(holding)


def _rank(rank: Rank) -> str:
    return rank.letter if rank >= SMALLEST_THAT_MATTERS else "x"
