"""A deal given by its result, without its play: the data it may have, and the objections to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType

from tutor.auction import Denomination
from tutor.cards import Card, Holding, Suit
from tutor.codes.laws import LawRef, LawTexts
from tutor.codes.scoring import Party
from tutor.deal import Deal
from tutor.notation import counted, sentences
from tutor.seats import BySeat, BySide, Seat, Side


@dataclass(frozen=True, slots=True)
class HonoursResult:
    """The honours that each side or player claims, which may be fewer than there are.

    `one_hand` is how many of them are in one hand of the side that has more: 5 or 4. With 4, the partner has the
    fifth, if the side has it. None if no hand has four.
    """

    held: Mapping[Party, int]
    one_hand: int | None = None

    @property
    def most(self) -> Party:
        """The side that has more. If they are equal, the first."""
        return max(self.held, key=self.held.__getitem__)

    def divided(self, side: Side) -> tuple[int, int]:
        """The honours of the two hands of a side, more first; as evenly as may be where it is not told."""
        held = self.held.get(side, 0)
        fuller = self.one_hand if self.one_hand is not None and side is self.most else (held + 1) // 2
        return fuller, held - fuller


@dataclass(frozen=True, slots=True)
class RevokeResult:
    """A given revoke: who made it, and the word for the penalty taken. None if the law leaves no choice."""

    by: Party
    penalty: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """What may be given of a deal. Each code knows some of these keys. `None` is a key that is not given.

    `bid` is in the notation of the code. `chicane` names the hands dealt no trump, each by seat or by side.
    `tricks` are those won in play, before any changed hands for a revoke. `standing` is what each party had towards
    the game before the deal. `passed_out` says that everybody passed.
    """

    denomination: Denomination | None = None
    bid: str | None = None
    declarer: Party | None = None
    misere: bool | None = None
    doubled: int | None = None
    trumps: Suit | None = None
    turn_up: Card | None = None
    tricks: Mapping[Party, int] | None = None
    deal: Deal | None = None
    honours: HonoursResult | None = None
    chicane: tuple[Party, ...] | None = None
    revokes: tuple[RevokeResult, ...] | None = None
    standing: Mapping[Party, int] | None = None
    passed_out: bool | None = None

    @property
    def given(self) -> list[str]:
        """The keys that are given."""
        return [key for key in KEYS if getattr(self, key) is not None]

    def declaring_seat(self) -> Seat:
        """The declarer; where only a side is named, one of its two. Raises `ValueError` where none is."""
        if self.declarer is None:
            raise ValueError("the declarer is missing")
        return self.declarer if isinstance(self.declarer, Seat) else self.declarer.seats[0]

    def void(self) -> tuple[Seat, ...]:
        """The seats told to have been dealt no trump; where only a side is named, one of its two."""
        return tuple(party if isinstance(party, Seat) else party.seats[0] for party in self.chicane or ())

    def honours_by_seat(self) -> BySeat[int]:
        """The honours of each hand as they may have been: of a side that has a void hand all are in the other."""
        held: dict[Seat, int] = dict.fromkeys(Seat, 0)
        void = self.void()
        for side in Side:
            one, other = side.seats if side.seats[0] not in void else reversed(side.seats)
            if self.honours is not None:
                held[one], held[other] = self.honours.divided(side)
            if other in void:
                held[one], held[other] = held[one] + held[other], 0
        return BySeat.of(held)

    def tricks_by_side(self) -> BySide[int]:
        """The tricks of the two sides. Raises `ValueError` where they are not told."""
        if self.tricks is None:
            raise ValueError("the tricks are missing")
        return BySide.each(self.tricks.__getitem__)


KEYS = tuple(field.name for field in fields(DealResult))


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a given deal cannot be scored: the key at fault, what is wrong, how to correct it.

    `law` forbids it, if a law does. The key is empty if keys are missing.
    """

    key: str
    what: str
    mend: str
    law: LawRef | None = None

    def why(self, laws: LawTexts) -> str:
        """What is wrong, with the law."""
        law = laws[self.law] if self.law else None
        return f"{self.what} ({law.citation}: {law.says.rstrip('.')})" if law else self.what

    def worded(self, laws: LawTexts) -> str:
        """See `Worded`."""
        return self._sentence(self.why(laws))

    def __str__(self) -> str:
        return self._sentence(f"{self.what} ({self.law})" if self.law else self.what)

    def _sentence(self, why: str) -> str:
        return sentences(f"{why[0].upper()}{why[1:]}", self.mend)


@dataclass(frozen=True, slots=True)
class ResultKeys:
    """What a code must be given and what it may be given: of each group of `needed` exactly one key.

    `alone` are keys that replace all the others. `barred` are keys of other games that a law of this one
    forbids. `unsaid` are those that it would need a law for, with what its book leaves out.
    """

    needed: tuple[tuple[str, ...], ...]
    besides: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    barred: Mapping[str, LawRef] = field(default_factory=lambda: MappingProxyType({}))
    unsaid: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that the code knows."""
        return (*(key for group in self.needed for key in group), *self.besides, *self.alone)

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """Keys that the code does not know, that are missing, or that are too many."""
        known, given = self.keys, result.given
        for key in given:
            if key in self.barred:
                yield Objection(key, f"‘{key}’ has no place in this game", "Remove it", self.barred[key])
            elif key in self.unsaid:
                yield Objection(key, self.unsaid[key], "Remove it, and settle it among yourselves")
            elif key not in known:
                what = f"there is no key ‘{key}’ under this code"
                yield Objection(key, what, f"The keys are {', '.join(known)}")
        whole = next((key for key in self.alone if key in given), None)
        if whole is not None:
            for key in given:
                if key in known and key != whole:
                    yield Objection(key, f"‘{key}’ cannot be given together with ‘{whole}’", "Remove one of the two")
            return
        for group in self.needed:
            alike = [key for key in group if key in given]
            if len(alike) > 1:
                yield Objection(alike[1], f"‘{alike[0]}’ and ‘{alike[1]}’ say the same", "Remove one of the two")
        missing = ["’ or ‘".join(group) for group in self.needed if not any(key in given for key in group)]
        if missing:
            yield Objection("", f"‘{'’, ‘'.join(missing)}’ {'is' if len(missing) == 1 else 'are'} missing", "Add it")


def tricks_objections(result: Mapping[Party, int], parties: tuple[Party, ...], law: LawRef) -> Iterator[Objection]:
    """What speaks against the tricks told of the parties, which are thirteen in all."""
    if set(result) != set(parties):
        names = " and ".join(party.value for party in parties)
        yield Objection("tricks", f"it needs the tricks of {names}", "Give the tricks of each, and no others")
    elif sum(result.values()) != 13 or min(result.values()) < 0:
        tricks = " and ".join(map(str, result.values()))
        yield Objection(
            "tricks",
            f"there are {tricks} tricks, and thirteen are played",
            "Count them again",
            law,
        )


def standing_objections(result: DealResult, parties: tuple[Party, ...], game: int) -> Iterator[Objection]:
    """What speaks against the score before the deal, where a game is so many points."""
    for party, points in (result.standing or {}).items():
        if party not in parties:
            names = " and ".join(one.value for one in parties)
            yield Objection("standing", f"it has the score of {party.value}", f"Give the score of {names}")
        elif points >= game:
            what = f"{party.value} cannot have {points} before a deal, because {game} make a game"
            yield Objection("standing", what, "Give the points of the game in progress")


def sure_tricks(held: Holding, against: Holding) -> int:
    """The tricks that a hand takes for its side with its trumps, however they are played, and against which trumps.

    Each trump is played to a trick of its own, which the side wins unless an adversary plays a higher one.
    """
    higher, lost = list(against), 0
    for rank in held:
        over = next((one for one in reversed(higher) if one.height > rank.height), None)
        if over is not None:
            higher.remove(over)
            lost += 1
    return len(held) - lost


def too_few_tricks(result: DealResult, least: Mapping[Party, int]) -> Iterator[Objection]:
    """That somebody has fewer tricks than the trumps told of them must win."""
    for party, number in least.items():
        taken = (result.tricks or {}).get(party, number)
        if taken < number:
            what = f"{party.value} cannot have won {taken} of the tricks: their trumps win at least {number}"
            yield Objection("tricks", what, "Give the tricks as they were won in play, and count the honours again")


def least_by_deal(deal: Deal, trumps: Suit, sides: Mapping[Party, tuple[Seat, ...]]) -> Mapping[Party, int]:
    """The fewest tricks that each party can have won, of those that play, by the trumps that were dealt."""
    least: dict[Party, int] = {}
    for party, seats in sides.items():
        others = [seat for other, theirs in sides.items() if other is not party for seat in theirs]
        against = Holding.of(rank for seat in others for rank in deal.hands[seat][trumps])
        least[party] = max(sure_tricks(deal.hands[seat][trumps], against) for seat in seats)
    return least


def unwon_objections(result: DealResult, honours: int, in_one_trick: int) -> Iterator[Objection]:
    """What speaks against honours taken home in tricks: those of a trick are no more than `in_one_trick`."""
    for party, held in (result.honours.held if result.honours else {}).items():
        tricks = (result.tricks or {}).get(party, 13)
        if held > min(honours, tricks * in_one_trick):
            what = f"{party.value} cannot have taken {counted(held, 'honour')} home in {counted(tricks, 'trick')}"
            yield Objection("honours", what, "Count the honours in the tricks of each side again")


@dataclass(frozen=True, slots=True)
class HonourLaws:
    """The laws by which honours and chicane told of two sides are judged."""

    in_trumps: LawRef
    aces: LawRef
    in_one_hand: LawRef
    chicane: LawRef | None = None

    def objections(self, result: DealResult, denomination: Denomination) -> Iterator[Objection]:
        """Objections to the given honours and the hands without a trump."""
        if result.honours is not None:
            strangers = [party.value for party in result.honours.held if not isinstance(party, Side)]
            if strangers or not result.honours.held:
                what = f"it has the honours of {', '.join(strangers) or 'nobody'}"
                yield Objection("honours", what, "Give the honours of NS and EW")
                return
            yield from self._number(result.honours, denomination)
        if result.chicane is not None and self.chicane is not None:
            yield from self._void(result, denomination, self.chicane)

    def _number(self, honours: HonoursResult, denomination: Denomination) -> Iterator[Objection]:
        is_suit = denomination.trumps is not None
        number, law = (5, self.in_trumps) if is_suit else (4, self.aces)
        noun = "honour" if is_suit else "ace"
        held = honours.held.values()
        if sum(held) > number or min(held) < 0:
            told = " and ".join(map(str, held))
            yield Objection("honours", f"{told} {noun}s are given, and there are {counted(number, noun)}", _COUNT, law)
        elif honours.one_hand is not None:
            most, fuller = max(held), honours.one_hand
            if not most - fuller <= fuller <= most:
                what = f"if two partners have {counted(most, noun)}, the hand with more of them cannot have {fuller}"
                yield Objection("honours", what, "Leave one_hand out if no hand has four", self.in_one_hand)

    def _void(self, result: DealResult, denomination: Denomination, law: LawRef) -> Iterator[Objection]:
        void = result.chicane or ()
        if denomination.trumps is None:
            yield Objection("chicane", "without trumps nobody scores chicane", "Remove it", law)
        elif result.deal is not None:
            yield Objection("chicane", "the deal already shows the hand without a trump", "Remove one of the two")
        elif len(set(void)) < len(void) or any(isinstance(one, Seat) and one.side in void for one in void):
            yield Objection(
                "chicane", "the same hand without a trump is named twice", "Name both hands of a side by their seats"
            )
        elif len(void) == 4:
            yield Objection(
                "chicane", "not all four hands can be without a trump", "Name the hands that have none", law
            )
        elif len(void) == 3 and not _is_all_with_one(result):
            what = "if three hands have no trump, the fourth was dealt all thirteen"
            mend = "Name the hands that had none. The fourth hand has five honours and wins every trick"
            yield Objection("chicane", what, mend, law)
        elif result.honours is not None:
            yield from self._honours_of_void(result.honours, result.void(), law)

    def _honours_of_void(self, honours: HonoursResult, void: tuple[Seat, ...], law: LawRef) -> Iterator[Objection]:
        for side in Side:
            held, number_void = honours.held.get(side, 0), sum(seat in void for seat in side.seats)
            divided = number_void and side is honours.most and honours.one_hand not in (None, held)
            if held and (number_void == 2 or divided):
                hands = "two hands" if number_void == 2 else "a hand"
                what = f"{side.value} cannot hold {counted(held, 'honour')} in this way, with {hands} without a trump"
                yield Objection("chicane", what, "Check the honours and the hands", law)


def _is_all_with_one(result: DealResult) -> bool:
    """Whether, three hands being void, the fourth has what a hand of thirteen trumps has: five honours, every trick."""
    void = result.void()
    side = next(seat.side for seat in Seat if seat not in void)
    honours = result.honours is None or (result.honours.held.get(side) == 5 and result.honours.one_hand in (None, 5))
    return honours and (result.tricks or {}).get(side, 13) == 13


def least_tricks(result: DealResult, trumps: Suit) -> Mapping[Party, int]:
    """The fewest tricks that each side can have won, by its given trumps.

    A hand of `fuller` honours plays them to as many tricks, of which each honour elsewhere can win one. A side that
    was dealt every trump has seven or more of them in one hand, and wins each trick to which that hand plays one.
    """
    if result.deal is not None:
        return least_by_deal(result.deal, trumps, {side: side.seats for side in Side})
    least: dict[Party, int] = dict.fromkeys(Side, 0)
    if result.honours is not None:
        by_seat = result.honours_by_seat()
        for side in Side:
            held = sum(by_seat[seat] for seat in side.seats)
            least[side] = max(0, max(by_seat[seat] for seat in side.seats) - (5 - held))
    for side in Side:
        if all(seat in result.void() for seat in side.seats):
            least[side.opponents] = max(least[side.opponents], 7)
    return least


_COUNT = "Count again: each of them belongs to one side only"
