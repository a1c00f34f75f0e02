"""What revokes do to the score of a deal, whatever the code: its rulings are carried out effect by effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from tutor.codes.deal_result import Objection, RevokeResult
from tutor.codes.laws import LawRef, LawTexts
from tutor.codes.offences import Act, Offence, Offences, Role, Ruling, When
from tutor.codes.offences.effects import (
    AddsPoints,
    AddsValue,
    AtMostTricks,
    CapsScore,
    DeductsPoints,
    DeductsValue,
    Effect,
    PenaltyPoints,
    TakesTricks,
    Then,
)
from tutor.codes.scoring import DealScore, Heading, Party, ScoreItem
from tutor.errors import Illegal
from tutor.seats import BySide, Seat, Side


@dataclass(frozen=True, slots=True)
class Revoke:
    """An established revoke, and the penalty that was chosen for it; None where the code leaves no choice to take."""

    by: Side
    taken: Effect | None


@dataclass(frozen=True, slots=True)
class PenaltyOptions:
    """What the texts leave open about the penalties of a revoke.

    `double_counts`: the value of three tricks is that of tricks doubled as these were. The English laws say ‘the value
    of three tricks’ and, of doubling, that it changes ‘the value of each trick above six’ (1901, laws 53 and 87).

    `below_nothing`: a deduction may leave less than nothing. No code says so; by default it takes what there is.

    `aces_are_kept`: without trumps a side that revoked still scores its aces at auction. The law says ‘honors in
    trumps’ (86); Foster’s words on it are ‘actual honors held’ (p. 62).
    """

    double_counts: bool = True
    below_nothing: bool = False
    aces_are_kept: bool = False


@dataclass(frozen=True, slots=True)
class ScorableDeal:
    """A deal played out, and how it is scored: `score` tells what it scores with so many tricks to each side.

    `declarers` is the side that named trumps, None at whist. `worth` is the value of a trick, undoubled and doubled.
    `standing` is what each party had towards the game before the deal, `game` what makes one, and `counted` what of a
    deal counts towards it.
    """

    tricks: BySide[int]
    score: Callable[[BySide[int]], DealScore]
    standing: tuple[tuple[Party, int], ...]
    game: int
    declarers: Side | None = None
    worth: tuple[int, int] = (1, 1)
    has_trumps: bool = True
    counted: Callable[[DealScore, Party], int] = DealScore.below

    def parties(self, side: Side) -> Iterator[tuple[Party, int]]:
        """Those who score for a side, each with what they had towards the game."""
        return ((party, points) for party, points in self.standing if side_of(party) is side)


@dataclass(frozen=True, slots=True)
class PenaltyRefusal:
    """A penalty that cannot be taken for a revoke: the one tried, and the ruling that says which can."""

    revoke: Revoke
    ruling: Ruling

    def worded(self, laws: LawTexts) -> str:
        """See `Worded`."""
        return self._sentence(str(laws[self.ruling.laws[0]].citation))

    def __str__(self) -> str:
        return self._sentence(str(self.ruling.laws[0]))

    def _sentence(self, law: str) -> str:
        tried = self.revoke.taken.words if self.revoke.taken else "nothing chosen"
        may = " or ".join(f"‘{choice.words}’" for choice in self.ruling.choices) or "nothing"
        return f"‘{tried}’ cannot be exacted for a revoke by {self.revoke.by.label}. The choice is {may} ({law})."


def side_of(party: Party) -> Side:
    """The side on which a party plays."""
    return party if isinstance(party, Side) else party.side


def rulings(offences: Offences, scorable: ScorableDeal, revokes: Sequence[Revoke]) -> tuple[Ruling, ...]:
    """The ruling on each revoke in turn. Raises `Illegal` where another penalty was taken than the code gives."""
    found = tuple(_rulings(offences, scorable.declarers, [revoke.by for revoke in revokes]))
    for revoke, ruling in zip(revokes, found, strict=True):
        if revoke.taken not in _allowed(ruling):
            raise Illegal(PenaltyRefusal(revoke, ruling))
    return found


def _rulings(offences: Offences, declarers: Side | None, sides: Sequence[Side]) -> Iterator[Ruling]:
    """The ruling on each of the revokes that the sides have made, in turn."""
    both = len(set(sides)) == 2
    made: Counter[Side] = Counter()
    for side in sides:
        made[side] += 1
        first = When.BY_BOTH_SIDES if both else When.ESTABLISHED
        role = Role.DEALER if side is declarers else Role.LEADER
        ruling = offences.answer(Offence(Act.REVOKES, role, When.AGAIN if made[side] > 1 else first))
        assert isinstance(ruling, Ruling), "every code rules on a revoke"  # noqa: S101
        yield ruling


def _allowed(ruling: Ruling) -> tuple[Effect | None, ...]:
    """The penalties to choose from."""
    return tuple(choice.effects[0] for choice in ruling.choices) or (None,)


PENALTY_WORDS: Mapping[type[Effect], str] = MappingProxyType(
    {
        TakesTricks: "tricks",
        AddsValue: "add",
        AddsPoints: "add",
        DeductsValue: "deduct",
        DeductsPoints: "deduct",
        PenaltyPoints: "points",
    }
)
"""The words for the penalty taken for a revoke."""

MOST_REVOKES = 12
"""A player cannot revoke with the last card."""


@dataclass(frozen=True, slots=True)
class RevokeClaims:
    """The revokes of a given deal, to be judged by the laws on offences of a game and then applied.

    `side_of` says on which side a player was; `never` are the seats whose hands cannot be made to pay for a revoke.
    """

    offences: Offences
    declarers: Side | None
    side_of: Callable[[Party], Side]
    never: Mapping[Seat, LawRef]

    def objections(self, result: Sequence[RevokeResult], players: Mapping[Side, int]) -> Iterator[Objection]:
        """What speaks against revokes, on sides of so many players that can revoke."""
        exempt = [one.by for one in result if isinstance(one.by, Seat) and one.by in self.never]
        for seat in exempt:
            what = f"the hand of {seat.value} pays nothing for a revoke"
            yield Objection("revokes", what, "Remove this revoke", self.never[seat])
        sides = [self.side_of(one.by) for one in result]
        for side, number in players.items():
            if sides.count(side) > number * MOST_REVOKES:
                what = f"{side.value} cannot have revoked {sides.count(side)} times in thirteen tricks"
                yield Objection("revokes", what, "Count the revokes again")
        if exempt:
            return
        for one, ruling in zip(result, _rulings(self.offences, self.declarers, sides), strict=True):
            allowed = _words_allowed(ruling)
            law = self.offences.laws["penalty"]
            if one.penalty is not None and one.penalty not in allowed:
                what = f"‘{one.penalty}’ is not a penalty for this revoke of {one.by.value}"
                mend = f"Write {' or '.join(f'‘{word}’' for word in allowed)}" if allowed else "Leave the penalty out"
                yield Objection("revokes", what, mend, law)
            elif one.penalty is None and len(allowed) > 1:
                what = f"the penalty taken for the revoke of {one.by.value} is missing"
                words = " or ".join(f"‘{one.by.value} {word}’" for word in allowed)
                yield Objection("revokes", what, f"Write {words}", law)

    def revokes(self, result: Sequence[RevokeResult]) -> tuple[Revoke, ...]:
        """The revokes with the penalties that were taken for them, where nothing speaks against them."""
        sides = [self.side_of(one.by) for one in result]
        return tuple(
            Revoke(side, _words_allowed(ruling).get(one.penalty or "") if one.penalty else _allowed(ruling)[0])
            for one, side, ruling in zip(result, sides, _rulings(self.offences, self.declarers, sides), strict=True)
        )


def _words_allowed(ruling: Ruling) -> Mapping[str, Effect]:
    """The penalties that a ruling gives, by their words; none where the law leaves nothing to take."""
    return {PENALTY_WORDS[type(one)]: one for one in _allowed(ruling) if one is not None}


def dearest(offences: Offences, scorable: ScorableDeal, sides: Sequence[Side]) -> tuple[Revoke, ...]:
    """The revokes that the sides have made, each with the penalty that costs its side the most, of equals the first.

    They are settled in turn, as if of those that follow the first penalty were taken.
    """
    allowed = [_allowed(ruling) for ruling in _rulings(offences, scorable.declarers, sides)]
    settled = [Revoke(side, penalties[0]) for side, penalties in zip(sides, allowed, strict=True)]
    for number, penalties in enumerate(allowed):
        tries = [[*settled[:number], replace(settled[number], taken=one), *settled[number + 1 :]] for one in penalties]
        costs = [_cost(with_penalties(offences, scorable, one), sides[number]) for one in tries]
        settled = tries[costs.index(max(costs))]
    return tuple(settled)


def _cost(score: DealScore, side: Side) -> int:
    """What the others score more than a side."""
    return sum(-item.points if side_of(item.party) is side else item.points for item in score.items)


def with_penalties(
    offences: Offences,
    scorable: ScorableDeal,
    revokes: Sequence[Revoke],
    unsettled: PenaltyOptions = PenaltyOptions(),
) -> DealScore:
    """What a deal scores when its revokes have been paid for, in the order in which they were made.

    Raises `Illegal` with a `PenaltyRefusal` for a penalty that the code does not give.
    """
    if not revokes:
        return scorable.score(scorable.tricks)
    found = rulings(offences, scorable, revokes)
    barred = {side: _follows(revokes, found, side) for side in Side}
    after = _tricks_moved(scorable.tricks, revokes, barred)
    law = offences.laws["penalty"]
    played = list(_scored(scorable, after, barred, unsettled))
    paid = list(_paid(scorable, revokes, found, DealScore(tuple(played)), unsettled, law))
    items = (*paid, *played) if Then.COMES_FIRST in found[0].always else (*played, *paid)
    return DealScore((*items, *_capped(scorable, DealScore(items), barred, law)))


def tricks_after(offences: Offences, scorable: ScorableDeal, revokes: Sequence[Revoke]) -> BySide[int]:
    """The tricks of both sides when those taken for revokes have changed hands. Raises as `with_penalties`."""
    found = rulings(offences, scorable, revokes)
    return _tricks_moved(scorable.tricks, revokes, {side: _follows(revokes, found, side) for side in Side})


def _follows(revokes: Sequence[Revoke], found: Sequence[Ruling], side: Side) -> frozenset[Effect]:
    """The result of a side’s revokes, whichever penalties were taken."""
    return frozenset(
        effect for revoke, ruling in zip(revokes, found, strict=True) if revoke.by is side for effect in ruling.always
    )


def _tricks_moved(tricks: BySide[int], revokes: Sequence[Revoke], barred: dict[Side, frozenset[Effect]]) -> BySide[int]:
    """The tricks of both sides when those taken as penalties have changed hands: no side gives more than it has."""

    def given(side: Side) -> int:
        taken = sum(one.taken.tricks for one in revokes if one.by is side and isinstance(one.taken, TakesTricks))
        return min([taken, *(effect.tricks for effect in barred[side] if isinstance(effect, AtMostTricks))])

    ns = min(max(tricks.ns - given(Side.NS) + given(Side.EW), 0), 13)
    return BySide(ns, 13 - ns)


def _scored(
    scorable: ScorableDeal, after: BySide[int], barred: dict[Side, frozenset[Effect]], unsettled: PenaltyOptions
) -> Iterator[ScoreItem]:
    """What is scored for the play: the tricks after the penalties, and slams and bonuses for those won in play."""
    in_play = (Heading.SLAM, Heading.BONUS)
    kept = {Heading.HONOURS, Heading.CHICANE} if scorable.has_trumps or unsettled.aces_are_kept else {Heading.CHICANE}
    items = [item for item in scorable.score(after).items if item.heading not in in_play]
    items += [item for item in scorable.score(scorable.tricks).items if item.heading in in_play]
    for item in items:
        follows = barred[side_of(item.party)]
        has_revoked = bool(follows)
        if Then.NOTHING_SCORED in follows and item.heading not in kept:
            continue
        if has_revoked and item.heading is Heading.SLAM:
            continue
        yield item


def _paid(
    scorable: ScorableDeal,
    revokes: Sequence[Revoke],
    found: Sequence[Ruling],
    played: DealScore,
    unsettled: PenaltyOptions,
    law: LawRef,
) -> Iterator[ScoreItem]:
    """The points that the penalties add and deduct."""
    undoubled, doubled = scorable.worth
    value = doubled if unsettled.double_counts else undoubled
    deducted: Counter[Party] = Counter()
    for revoke, ruling in zip(revokes, found, strict=True):
        gainers = [party for party, _ in scorable.parties(revoke.by.opponents)]
        match revoke.taken:
            case AddsValue(tricks):
                yield from (ScoreItem(one, Heading.TRICKS, tricks * value, revoke.taken.words, law) for one in gainers)
            case AddsPoints(points):
                yield from (ScoreItem(one, Heading.TRICKS, points, revoke.taken.words, law) for one in gainers)
            case PenaltyPoints(points):
                yield from (ScoreItem(one, Heading.PENALTY, points, "for a revoke", law) for one in gainers)
            case DeductsValue() | DeductsPoints() as taken:
                owed = taken.points if isinstance(taken, DeductsPoints) else taken.tricks * value
                for party, standing in scorable.parties(revoke.by):
                    there = _within(ruling, standing, played.below(party))
                    points = owed if unsettled.below_nothing else min(owed, max(there - deducted[party], 0))
                    deducted[party] += points
                    yield ScoreItem(party, Heading.TRICKS, -points, taken.words, law)
            case _:
                pass


def _within(ruling: Ruling, standing: int, hand: int) -> int:
    """The score from which a deduction is made: of this hand, or of the game, before the hand or with it."""
    if Then.OF_THIS_HAND in ruling.always:
        return hand
    return standing if Then.COMES_FIRST in ruling.always else standing + hand


def _capped(
    scorable: ScorableDeal, score: DealScore, barred: dict[Side, frozenset[Effect]], law: LawRef
) -> Iterator[ScoreItem]:
    """What is taken off again so that a side that revoked does not win the game, or stand higher than it may."""
    for side, follows in barred.items():
        caps = [effect.points for effect in follows if isinstance(effect, CapsScore)]
        if Then.NO_GAME in follows:
            caps.append(scorable.game - 1)
        for party, standing in scorable.parties(side):
            stands = standing + scorable.counted(score, party)
            if caps and stands > min(caps):
                words = f"a side that revoked has {min(caps)} at most"
                yield ScoreItem(party, Heading.TRICKS, min(caps) - stands, words, law)
