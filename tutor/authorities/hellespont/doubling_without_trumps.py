"""When Hellespont doubles no trumps (pp. 123–132): the leader on seven certain tricks, his partner to be led to.

The convention agreed on for the lead governs the partner’s double too: with the heart convention he must be strong in
hearts or have their ace to come in with (p. 128). Where nothing is agreed he leaves the choice to the player (p. 131).

The leader “may” double below eighteen on seven to ace, king, queen (p. 125), and on less than seven to ace, king,
queen, knave it “is dangerous” (p. 126): the double is advised, and not doubling left acceptable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tutor.authorities.certainty import top_run
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.agreement import HEART_CONVENTION, convention
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.doubling import (
    CONTENT,
    DOUBLE,
    ENOUGH,
    ODD_TRICK,
    why_no_first_double,
)
from tutor.authorities.hellespont.reading import CHOSEN_DOUBLING, OTHER_DOUBLINGS, DoublingReading
from tutor.authorities.hellespont.strength import certain_tricks
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.notation import agreeing, counted
from tutor.view import Standing, View

PREVENTIVE_BELOW = 6
"""Short of this the declarants are not taken out by the odd trick doubled (p. 124)."""
ODD_TRICK_IS_GAME_AT = 18


@dataclass(frozen=True)
class Doubler:
    """An adversary’s hand against no trumps, the score as his side sees it, and what is agreed on."""

    hand: Hand
    standing: Standing
    convention: str | None = None
    reading: DoublingReading = field(default=CHOSEN_DOUBLING)

    @classmethod
    def of(cls, view: View, reading: DoublingReading = CHOSEN_DOUBLING) -> Doubler:
        return cls(view.hand, view.standing, convention(view), reading)

    # ---- the leader ------------------------------------------------------------------------------------------

    @cached_property
    def certain(self) -> int:
        """The tricks that the leader may regard as certain."""
        tricks = [certain_tricks(self.hand[suit]) for suit in Suit]
        return max(tricks) if self.reading.leader_wants_one_suit else sum(tricks)

    # ---- his partner -----------------------------------------------------------------------------------------

    @cached_property
    def great_suit(self) -> Suit:
        """The suit that he would have led to him: of the most tricks; of two as good, the longer."""
        return max(Suit, key=lambda suit: (self._if_led(suit), len(self.hand[suit])))

    @cached_property
    def tricks(self) -> int:
        """The tricks of that suit when it is led to him at once."""
        return self._if_led(self.great_suit)

    @cached_property
    def holding(self) -> Holding:
        return self.hand[self.great_suit]

    def _if_led(self, suit: Suit) -> int:
        holding = self.hand[suit]
        tricks = max(certain_tricks(holding), self._ventured(holding))
        if self.reading.partners_aces_count and tricks >= ENOUGH:
            tricks += sum(Rank.ACE in self.hand[other] for other in Suit if other is not suit)
        return tricks

    def _ventured(self, holding: Holding) -> int:
        """What he reckons on in a suit that is not certain, at the risk of the card that is wanting."""
        if len(holding) == 7 and holding.headed_by("AKQ"):
            return 7 if self.reading.ace_king_queen_to_seven_are_seven_tricks else 6
        if len(holding) == 6 and holding.headed_by("AKQJ"):
            return 6
        if len(holding) >= 8 and holding.headed_by("AKJ") and self.reading.ace_king_knave_to_eight_will_do:
            return 6
        return 0

    @property
    def wanted(self) -> int:
        """How many tricks he must have in a suit: six to save the game below six, and seven at any score."""
        return ENOUGH if self.standing.them < PREVENTIVE_BELOW else ODD_TRICK

    @property
    def has_enough(self) -> bool:
        return self.tricks >= self.wanted

    @property
    def is_led_hearts_with_profit(self) -> bool:
        """Whether his strength is in hearts, or he comes in with their ace."""
        return self.great_suit is _HEARTS or Rank.ACE in self.hand.hearts

    @property
    def is_ventured(self) -> bool:
        """Whether the suit is six to ace, king, queen, knave, “somewhat risky” (p. 126)."""
        return len(self.holding) == 6 and top_run(self.holding) == 4

    @property
    def suit(self) -> str:
        length = len(self.holding)
        makes = f"{agreeing(length, 'make')} {counted(self.tricks, 'trick')}"
        return f"the {counted(length, self.great_suit.singular)} {makes} if led"

    @property
    def score(self) -> str:
        return f"the declarants are at {self.standing.them}"


_HEARTS = Suit.HEARTS


# ---- the leader’s double -----------------------------------------------------------------------------------------


def _seven_certain(doubler: Doubler) -> Finding:
    because = f"the leader has {counted(doubler.certain, 'certain trick')}"
    return applies(because, DOUBLE) if doubler.certain >= ODD_TRICK else fails(because)


def _seven_to_ace_king_queen(doubler: Doubler) -> Finding:
    suits = [suit for suit in Suit if len(doubler.hand[suit]) == 7 and doubler.hand[suit].headed_by("AKQ")]
    if not suits:
        return fails("there are not seven of a suit headed by ace, king, queen")
    because = f"seven {suits[0].plural} headed by ace, king, queen, and this side is at {doubler.standing.us}"
    if doubler.standing.us < ODD_TRICK_IS_GAME_AT:
        return Finding(because, (DOUBLE,), (CONTENT,))
    return applies(f"{because}, where the odd trick is game undoubled", CONTENT)


def _less_than_seven(doubler: Doubler) -> Finding:
    return applies(f"the leader has only {counted(doubler.certain, 'certain trick')}", CONTENT)


LEADERS_DOUBLE: Sequence[Rule[Doubler]] = (
    Rule(
        "hel-double-nt-leader",
        "With the lead and seven certain tricks against no trumps, double: always on seven to ace, king, queen, knave "
        "or eight to ace, king, queen.",
        cite(123, 6138, 6172),
        _seven_certain,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-nt-leader-scale",
        "Below eighteen the leader may double on seven to ace, king, queen; at eighteen or over he should not.",
        cite(125, 6218, 6235),
        _seven_to_ace_king_queen,
        "the leader",
        advises=(DOUBLE, CONTENT),
    ),
    Rule(
        "hel-double-nt-leader",
        "The leader may not double no trumps on less.",
        cite(124, 6168, 6172),
        _less_than_seven,
        "on less",
        advises=(CONTENT,),
    ),
)


# ---- his partner’s -----------------------------------------------------------------------------------------------


def _no_way_in_by_a_heart(doubler: Doubler) -> Finding:
    if doubler.convention != HEART_CONVENTION:
        return fails("the heart convention is not agreed on")
    if not doubler.has_enough:
        return fails(f"{doubler.suit}, and {doubler.score}")
    if doubler.is_led_hearts_with_profit:
        return fails("the suit is hearts, or their ace is held")
    return applies(f"{doubler.suit}, but a heart will be led, and their ace is not here", CONTENT)


def _hearts_will_be_led(doubler: Doubler) -> Finding:
    if doubler.convention != HEART_CONVENTION:
        return fails("the heart convention is not agreed on")
    if not doubler.has_enough:
        return fails(f"{doubler.suit}, and {doubler.score}")
    if doubler.great_suit is _HEARTS:
        return _double(doubler, f"hearts will be led, and {doubler.suit}")
    return _double(doubler, f"the ace of hearts gets in when they are led, and {doubler.suit}")


def _any_suit_or_hearts_alone(doubler: Doubler) -> Finding:
    if doubler.convention is not None:
        return fails(f"the {doubler.convention} is agreed on")
    if not doubler.has_enough:
        return fails(f"{doubler.suit}, and {doubler.score}")
    if doubler.is_led_hearts_with_profit:
        return fails("the suit is hearts, or their ace is held: either lead will do")
    because = f"nothing is agreed, and {doubler.suit}; whoever waits for hearts does not double"
    return Finding(because, (DOUBLE,), (CONTENT,))


def _seven_if_led(doubler: Doubler) -> Finding:
    because = f"{doubler.suit}"
    return applies(because, DOUBLE) if certain_tricks(doubler.holding) >= ODD_TRICK else fails(because)


def _six_if_led(doubler: Doubler) -> Finding:
    because = f"{doubler.suit}, and {doubler.score}"
    if certain_tricks(doubler.holding) < ENOUGH or not doubler.has_enough:
        return fails(because)
    return applies(because, DOUBLE)


def _at_a_risk(doubler: Doubler) -> Finding:
    because = f"{doubler.suit} but for one card, and {doubler.score}"
    return _double(doubler, because) if doubler.has_enough else fails(f"{doubler.suit}, and {doubler.score}")


def _double(doubler: Doubler, because: str) -> Finding:
    return Finding(because, (DOUBLE,), (CONTENT,) if doubler.is_ventured else ())


def _six_when_the_odd_trick_is_too_much(doubler: Doubler) -> Finding:
    because = f"{doubler.suit}, and {doubler.score}"
    return applies(because, CONTENT) if doubler.tricks >= ENOUGH else fails(because)


def _nothing_more_from_the_leader(doubler: Doubler) -> Finding:
    if doubler.tricks < ENOUGH - 1:
        return fails(doubler.suit)
    return applies(f"{doubler.suit}, and the leader can hardly make the sixth", CONTENT)


def _no_suit_to_be_led(doubler: Doubler) -> Finding:
    return applies(f"no suit is good for six tricks: {doubler.suit}", CONTENT)


PARTNERS_DOUBLE: Sequence[Rule[Doubler]] = (
    Rule(
        "hel-double-nt-heart-objections",
        "Where a heart will be led, do not double on another suit without the ace of hearts.",
        cite(128, 6325, 6336),
        _no_way_in_by_a_heart,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-nt-heart-convention",
        "Where a heart will be led, double on hearts, or on another suit with the ace of hearts to get in with.",
        cite(128, 6315, 6322),
        _hearts_will_be_led,
        "the doubler",
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-nt-choice",
        "Where nothing is agreed, choose: double on any suit, at the risk of being led the wrong one, or wait for "
        "hearts.",
        cite(131, 6605, 6615),
        _any_suit_or_hearts_alone,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-nt-preventive",
        "With seven certain tricks in a suit if it is led at once, the leader’s partner doubles at any score.",
        cite(124, 6188, 6193),
        _seven_if_led,
        "preventive and aggressive",
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-nt-preventive",
        "While the declarants are below six, he doubles to save the game on six tricks in a suit if it is led at once.",
        cite(124, 6174, 6187),
        _six_if_led,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-nt-leader-scale",
        "He must risk one card: seven to ace, king, queen will do, and below six it should generally be ventured on "
        "six to ace, king, queen, knave.",
        cite(126, 6235, 6244),
        _at_a_risk,
        "his partner",
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-nt-preventive",
        "Six tricks are not enough for a double when the declarants are at six or more.",
        cite(124, 6174, 6193),
        _six_when_the_odd_trick_is_too_much,
        "at six or more",
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-nt-why",
        "Reckon on no trick of the leader’s against a sound declaration: five in your suit are no ground for a double.",
        cite(125, 6195, 6206),
        _nothing_more_from_the_leader,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-nt-two-kinds",
        "The leader’s partner doubles no trumps only to have a suit led to him.",
        cite(123, 6130, 6138),
        _no_suit_to_be_led,
        advises=(CONTENT,),
    ),
)


# ---- the chapters ------------------------------------------------------------------------------------------------


def _reading(reading: DoublingReading) -> Callable[[View], Doubler]:
    return lambda view: Doubler.of(view, reading)


def _why_no_double_of_no_trumps(view: View) -> str | None:
    if why := why_no_first_double(view):
        return why
    return "these are the doubles of no trumps" if view.declaration and view.declaration.trumps else None


def _silent_on_the_partner(view: View) -> str | None:
    return _why_no_double_of_no_trumps(view) or (None if view.is_leader else "this is for the player with the lead")


def _silent_on_the_leader(view: View) -> str | None:
    return _why_no_double_of_no_trumps(view) or ("this is for the leader’s partner" if view.is_leader else None)


def _chapter(rules: Sequence[Rule[Doubler]], silent_on: Callable[[View], str | None]) -> Chapter[Doubler]:
    return Chapter(
        Question.DOUBLE,
        rules,
        _reading(CHOSEN_DOUBLING),
        silent_on=silent_on,
        otherwise=tuple(_reading(other) for other in OTHER_DOUBLINGS),
    )


DOUBLING_NO_TRUMPS_WITH_THE_LEAD = _chapter(LEADERS_DOUBLE, _silent_on_the_partner)
DOUBLING_NO_TRUMPS_BEHIND_THE_LEAD = _chapter(PARTNERS_DOUBLE, _silent_on_the_leader)
