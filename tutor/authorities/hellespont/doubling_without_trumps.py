"""When Hellespont doubles no trumps (pp. 123–132): the leader on seven certain tricks, his partner to be led to.

The convention agreed on for the lead governs the partner’s double too: with the heart convention the partner must be
strong in hearts or have their ace to come in with (p. 128). Where nothing is agreed Hellespont leaves the choice to the
player (p. 131).

The leader “may” double below eighteen on seven to ace, king, queen (p. 125), and on less than seven to ace, king,
queen, jack it “is dangerous” (p. 126): the double is advised, and not doubling left acceptable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tutor.authorities.certainty import top_run
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.doubling_facts import (
    CONTENT,
    DOUBLE,
    ENOUGH,
    ODD_TRICK,
    why_no_first_double,
)
from tutor.authorities.hellespont.doubling_interpretations import (
    CHOSEN_DOUBLING,
    OTHER_DOUBLINGS,
    DoublingInterpretation,
)
from tutor.authorities.hellespont.lead_conventions import HEART_CONVENTION, convention
from tutor.authorities.hellespont.strength import certain_tricks
from tutor.authorities.rules import Finding, Question, Reason, Rule, no, yes
from tutor.authorities.section import Section
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.notation import agreeing, counted
from tutor.view import Standing, View

PREVENTIVE_BELOW = 6
"""Short of this the declarants are not taken out by the odd trick doubled (p. 124)."""


@dataclass(frozen=True)
class NoTrumpDoubleFacts:
    """An opponent’s hand against no trumps, the score as that side sees it, and what is agreed on."""

    hand: Hand
    standing: Standing
    convention: str | None = None
    interpretation: DoublingInterpretation = field(default=CHOSEN_DOUBLING)

    @classmethod
    def of(cls, view: View, interpretation: DoublingInterpretation = CHOSEN_DOUBLING) -> NoTrumpDoubleFacts:
        return cls(view.hand, view.standing, convention(view), interpretation)

    # ---- the leader ------------------------------------------------------------------------------------------

    @cached_property
    def certain(self) -> int:
        """The tricks that the leader may regard as certain."""
        tricks = [certain_tricks(self.hand[suit]) for suit in Suit]
        return max(tricks) if self.interpretation.leader_wants_one_suit else sum(tricks)

    # ---- the leader’s partner --------------------------------------------------------------------------------

    @cached_property
    def great_suit(self) -> Suit:
        """The suit that the partner would have led: of the most tricks; of two as good, the longer."""
        return max(Suit, key=lambda suit: (self._if_led(suit), len(self.hand[suit])))

    @cached_property
    def tricks(self) -> int:
        """The tricks of that suit when it is led at once."""
        return self._if_led(self.great_suit)

    @property
    def holding(self) -> Holding:
        return self.hand[self.great_suit]

    def _if_led(self, suit: Suit) -> int:
        holding = self.hand[suit]
        tricks = max(certain_tricks(holding), self._ventured(holding))
        if self.interpretation.partners_aces_count and tricks >= ENOUGH:
            tricks += sum(Rank.ACE in self.hand[other] for other in Suit if other is not suit)
        return tricks

    def _ventured(self, holding: Holding) -> int:
        """What the partner counts on in a suit that is not certain, risking the card that is missing (p. 126)."""
        if len(holding) == 7 and holding.headed_by("AKQ"):
            return 7 if self.interpretation.ace_king_queen_to_seven_are_seven_tricks else 6
        if len(holding) == 6 and holding.headed_by("AKQJ"):
            return 6
        if len(holding) >= 8 and holding.headed_by("AKJ") and self.interpretation.ace_king_knave_to_eight_will_do:
            return 6
        return 0

    @property
    def has_enough(self) -> bool:
        """Whether the suit makes what is wanted: six tricks to save the game below six, and seven at any score."""
        return self.tricks >= (ENOUGH if self.standing.them < PREVENTIVE_BELOW else ODD_TRICK)

    @property
    def is_led_hearts_with_profit(self) -> bool:
        """Whether the strength is in hearts, or their ace gets in."""
        return self.great_suit is Suit.HEARTS or Rank.ACE in self.hand.hearts

    def suit(self) -> str:
        """What the suit makes, in words."""
        length = len(self.holding)
        makes = f"{agreeing(length, 'makes')} {counted(self.tricks, 'trick')}"
        return f"the {counted(length, self.great_suit.singular)} {makes} if led"

    def suit_and_score(self) -> str:
        """What the suit makes and how far the declarants are, in words."""
        return f"{self.suit()}, and {self.score()}"

    def score(self) -> str:
        return f"the declarer’s side is at {self.standing.them}"


# ---- the leader’s double -----------------------------------------------------------------------------------------

leaders_double = Section[NoTrumpDoubleFacts](KEY)


@leaders_double.rule(
    "hel-double-nt-leader",
    "With the lead and seven certain tricks against no trumps, double: always on seven to ace, king, queen, jack "
    "or eight to ace, king, queen.",
    page=123,
    lines=(6138, 6172),
    advises=(DOUBLE,),
    why="Against a sound declaration all-round strength cannot take seven tricks straight off. Only the suit that the "
    "declarer risked can, when you hold all its strength.",
    why_page=124,
    why_lines=(6151, 6172),
)
def seven_certain(facts: NoTrumpDoubleFacts) -> Finding:
    def because() -> str:
        return f"the leader has {counted(facts.certain, 'certain trick')}"

    return yes(because, DOUBLE) if facts.certain >= ODD_TRICK else no(because)


ODD_TRICK_IS_GAME_AT = 18
"""“If he is eighteen or over, he should not double on this strength” (p. 126)."""


@leaders_double.rule(
    "hel-double-nt-leader-scale",
    "With the lead, you may double on seven to ace, king, queen below eighteen; at eighteen or over do not.",
    page=125,
    lines=(6218, 6235),
    row="the leader",
    advises=(DOUBLE, CONTENT),
    why="The leader can start the suit without doubling, and at 18 the odd trick wins the game anyway. The leader’s "
    "partner gets that suit led only by doubling, so must risk a guarded jack.",
    why_lines=(6220, 6247),
)
def seven_to_ace_king_queen(facts: NoTrumpDoubleFacts) -> Finding:
    suit = next((suit for suit in Suit if len(facts.hand[suit]) == 7 and facts.hand[suit].headed_by("AKQ")), None)
    if suit is None:
        return no("there are not seven of a suit headed by ace, king, queen")

    def because() -> str:
        return f"there are seven {suit.plural} headed by ace, king, queen, and this side is at {facts.standing.us}"

    if facts.standing.us < ODD_TRICK_IS_GAME_AT:
        return yes(because, DOUBLE, merely=(CONTENT,))
    return yes(lambda: f"{because()}, and the odd trick wins the game undoubled", CONTENT)


@leaders_double.rule(
    "hel-double-nt-leader",
    "With the lead, do not double no trumps on less.",
    page=124,
    lines=(6168, 6172),
    row="on less",
    advises=(CONTENT,),
)
def less_than_seven(facts: NoTrumpDoubleFacts) -> Finding:
    return yes(lambda: f"the leader has only {counted(facts.certain, 'certain trick')}", CONTENT)


# ---- the partner’s, where a heart will be led --------------------------------------------------------------------


def _why_no_heart_is_waited_for(facts: NoTrumpDoubleFacts) -> Reason | None:
    if facts.convention != HEART_CONVENTION:
        return "the heart convention is not agreed"
    return None if facts.has_enough else facts.suit_and_score


with_the_heart_convention = Section[NoTrumpDoubleFacts](KEY, given=_why_no_heart_is_waited_for)


@with_the_heart_convention.rule(
    "hel-double-nt-heart-objections",
    "If partner will lead a heart, do not double on another suit without the ace of hearts.",
    page=128,
    lines=(6325, 6336),
    advises=(CONTENT,),
    why="Partner will lead a heart, whatever your suit is. If your strength is elsewhere, only the ace of hearts "
    "makes it certain that you get in.",
    why_lines=(6315, 6330),
)
def no_way_in_by_a_heart(facts: NoTrumpDoubleFacts) -> Finding:
    if facts.is_led_hearts_with_profit:
        return no("the suit is hearts, or the ace of hearts is here")
    return yes(lambda: f"{facts.suit()}, but a heart will be led, and the ace of hearts is not here", CONTENT)


@with_the_heart_convention.rule(
    "hel-double-nt-heart-convention",
    "If partner will lead a heart, double on hearts, or on another suit with the ace of hearts to get in with.",
    page=128,
    lines=(6315, 6322),
    row="the doubler",
    advises=(DOUBLE,),
    why="A declarer who risks one suit at no trumps most often risks hearts, since with good hearts they would be the "
    "trumps. The agreed heart also leaves no doubt. Your suit is led, or your ace gets you in.",
    why_page=127,
    why_lines=(6292, 6323),
)
def hearts_will_be_led(facts: NoTrumpDoubleFacts) -> Finding:
    if facts.great_suit is Suit.HEARTS:
        return _double(facts, lambda: f"hearts will be led, and {facts.suit()}")
    return _double(facts, lambda: f"the ace of hearts gets in when they are led, and {facts.suit()}")


def _double(facts: NoTrumpDoubleFacts, because: Reason) -> Finding:
    """A double, which on six to ace, king, queen, jack is “somewhat risky” (p. 126) and may be left."""
    is_risky = len(facts.holding) == 6 and top_run(facts.holding) == 4
    return yes(because, DOUBLE, merely=(CONTENT,) if is_risky else ())


# ---- the partner’s, where any suit may be -------------------------------------------------------------------------

partners_double = Section[NoTrumpDoubleFacts](KEY)


@partners_double.rule(
    "hel-double-nt-choice",
    "If nothing is agreed, choose: double on any suit, at the risk of a wrong lead, or wait for hearts.",
    page=131,
    lines=(6605, 6615),
    advises=(DOUBLE,),
    why="If you wait for hearts, the right lead is certain, but you may miss two chances to save or win a game. If you "
    "double on any suit, partner leads the wrong suit more often than not, which costs many more points.",
)
def any_suit_or_hearts_alone(facts: NoTrumpDoubleFacts) -> Finding:
    if facts.convention is not None:
        return no(lambda: f"the {facts.convention} is agreed")
    if not facts.has_enough:
        return no(facts.suit_and_score)
    if facts.is_led_hearts_with_profit:
        return no("the suit is hearts, or the ace of hearts is here: either lead will do")
    return yes(
        lambda: f"nothing is agreed with partner, and {facts.suit()}; if you wait for hearts, you do not double",
        DOUBLE,
        merely=(CONTENT,),
    )


@partners_double.rule(
    "hel-double-nt-preventive",
    "As the leader’s partner, double at any score with seven certain tricks in a suit if it is led at once.",
    page=124,
    lines=(6180, 6193),
    row="preventive and aggressive",
    advises=(DOUBLE,),
    why="Partner is unlikely to lead your suit unasked, and would then let in the declarers. With six tricks you hold "
    "them to the odd trick, which even doubled is no game from below six. With seven you push for your own.",
    why_lines=(6174, 6214),
)
def seven_if_led(facts: NoTrumpDoubleFacts) -> Finding:
    return yes(facts.suit, DOUBLE) if certain_tricks(facts.holding) >= ODD_TRICK else no(facts.suit)


@partners_double.rule(
    "hel-double-nt-preventive",
    "While the declarer’s side is below six, double as the leader’s partner, to save the game, on six tricks in a "
    "suit if it is led at once.",
    page=124,
    lines=(6174, 6187),
    advises=(DOUBLE,),
)
def six_if_led(facts: NoTrumpDoubleFacts) -> Finding:
    is_certain = certain_tricks(facts.holding) >= ENOUGH and facts.has_enough
    return yes(facts.suit_and_score, DOUBLE) if is_certain else no(facts.suit_and_score)


@partners_double.rule(
    "hel-double-nt-leader-scale",
    "As the leader’s partner you must risk one card. Seven to ace, king, queen are enough; below six generally risk "
    "six to ace, king, queen, jack.",
    page=126,
    lines=(6235, 6244),
    row="the leader’s partner",
    advises=(DOUBLE,),
)
def at_a_risk(facts: NoTrumpDoubleFacts) -> Finding:
    if not facts.has_enough:
        return no(facts.suit_and_score)
    return _double(facts, lambda: f"{facts.suit()} except for one card, and {facts.score()}")


@partners_double.rule(
    "hel-double-nt-preventive",
    "Six tricks are not enough for a double when the declarer’s side is at six or more.",
    page=124,
    lines=(6174, 6193),
    row="at six or more",
    advises=(CONTENT,),
)
def six_when_the_odd_trick_is_too_much(facts: NoTrumpDoubleFacts) -> Finding:
    return yes(facts.suit_and_score, CONTENT) if facts.tricks >= ENOUGH else no(facts.suit_and_score)


@partners_double.rule(
    "hel-double-nt-why",
    "Count on no trick from the leader against a sound declaration: do not double on five tricks in your suit.",
    page=125,
    lines=(6195, 6206),
    advises=(CONTENT,),
    why="Against a sound no-trump declaration partner can hardly have tricks when your suit is so strong. Nobody will "
    "make for you what you cannot make yourself.",
)
def nothing_more_from_the_leader(facts: NoTrumpDoubleFacts) -> Finding:
    if facts.tricks < ENOUGH - 1:
        return no(facts.suit)
    return yes(lambda: f"{facts.suit()}, and the leader can hardly make the sixth", CONTENT)


@partners_double.rule(
    "hel-double-nt-two-kinds",
    "As the leader’s partner, double no trumps only to have a suit led to you.",
    page=123,
    lines=(6130, 6138),
    advises=(CONTENT,),
    why="Your strong suit is most unlikely to be partner’s too, so partner will not lead it unasked. Only a double "
    "can show that you have a suit which, led at once, saves or wins the game.",
    why_page=125,
    why_lines=(6204, 6214),
)
def no_suit_to_be_led(facts: NoTrumpDoubleFacts) -> Finding:
    return yes(lambda: f"no suit makes six tricks, because {facts.suit()}", CONTENT)


# ---- the chapters ------------------------------------------------------------------------------------------------


def _facts(interpretation: DoublingInterpretation) -> Callable[[View], NoTrumpDoubleFacts]:
    return lambda view: NoTrumpDoubleFacts.of(view, interpretation)


def _why_no_double_of_no_trumps(view: View) -> str | None:
    if why := why_no_first_double(view):
        return why
    return "the rule is for doubling no trumps" if view.declaration and view.declaration.trumps else None


def _silent_on_the_partner(view: View) -> str | None:
    return _why_no_double_of_no_trumps(view) or (
        None if view.is_leader else ("the rule is for the player with the lead")
    )


def _silent_on_the_leader(view: View) -> str | None:
    return _why_no_double_of_no_trumps(view) or ("the rule is for the leader’s partner" if view.is_leader else None)


def _chapter(
    rules: Sequence[Rule[NoTrumpDoubleFacts]], silent_on: Callable[[View], str | None]
) -> Chapter[NoTrumpDoubleFacts]:
    return Chapter(
        Question.DOUBLE,
        rules,
        _facts(CHOSEN_DOUBLING),
        silent_on=silent_on,
        otherwise=tuple(_facts(other) for other in OTHER_DOUBLINGS),
    )


DOUBLING_NO_TRUMPS_WITH_THE_LEAD = _chapter(leaders_double, _silent_on_the_partner)
DOUBLING_NO_TRUMPS_BEHIND_THE_LEAD = _chapter((*with_the_heart_convention, *partners_double), _silent_on_the_leader)
