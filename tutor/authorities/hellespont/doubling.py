"""When Hellespont doubles a declaration of trumps (pp. 117–123): the score first, then the cards.

He lays the principle of the score down first (p. 117), and makes one exception to it: the dealer’s defensive
declarations (pp. 120–121). So the order is: a certainty, at any score; the dealer’s declarations that are never, or
always, worth it; the score that forbids it; the cards that are wanted; the score that asks for it.

Where he says two things:

- On a certainty one “may” double, which involves no principle (pp. 118–119); not to do so is folly (p. 123). The last
  word is taken, and the first left acceptable.
- A black suit of the dealer’s partner is “best left alone” on less than four trumps headed by ace, king, queen or ace,
  king, knave, or five headed by two honours not below the queen (p. 122). In Game IV (p. 220) four with ace, king are
  enough against clubs when the score asks for it. The game is followed there and no farther: with ace, king to the
  score it is doubled, leaving it alone being acceptable; on any other four it is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tutor.auction import Content, Declare, Denomination, Double, Said
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.prospects import (
    HIGH_HONOURS,
    has_tenace,
    morally_certain_with_trumps,
    probable_tricks_against,
)
from tutor.authorities.hellespont.reading import CHOSEN_DOUBLING, OTHER_DOUBLINGS, DoublingReading
from tutor.authorities.rules import Finding, Message, Question, Rule, applies, fails
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.code import HONOURS, TRICK_VALUES, BridgeCode
from tutor.notation import are, counted, in_words
from tutor.play import Played
from tutor.view import Standing, View

DOUBLE, CONTENT = Double(), Content()

ODD_TRICK = 7
"""How many tricks make the odd one."""
ENOUGH = 6
"""“At least six very probable tricks” (p. 121)."""
FEWEST_TRUMPS, FEWEST_HIGH_HONOURS = 4, 2
"""“At least four trumps, including two high honours” (pp. 119, 121)."""
TRUMPS_WITH_TENACES = 5
"""“Five or more trumps containing tenaces”, against a red suit of the dealer’s partner (p. 122)."""
HEADS_OF_FOUR = ("AKQ", "AKJ")
"""How four trumps are headed against a black suit of the dealer’s partner; five by two not below the queen (p. 122)."""
HEAD_OF_FOUR_TO_THE_SCORE = "AK"
"""The four clubs of Z in Game IV, who doubles to the score (p. 220)."""
TO_FIT_THE_SCORE = {Denomination.SPADES: 24, Denomination.CLUBS: 22}
"""From where the dealer declares a black suit to win the game and not in defence (pp. 111–112)."""


# ---- what may be asked at all --------------------------------------------------------------------------------


def why_no_bridge(view: View) -> str | None:
    """Why nobody may double here as he writes of it: that nothing was declared as at bridge, or no hand is seen."""
    named = view.calling.last_named
    if named is None or not isinstance(named[1], Declare):
        return "he writes of bridge, where trumps are declared and not bid for"
    return "the hand has not been looked at" if view.has_not_looked else None


def why_no_first_double(view: View) -> str | None:
    """Why a seat has no right to the first double; None when it has."""
    if why := why_no_bridge(view):
        return why
    if doubles := view.calling.doubles():
        return f"{doubles[-1].label} has doubled already, and it is a question of doubling again"
    declaration = view.declaration
    if declaration and declaration.by.side is view.seat.side:
        return "nobody has doubled, and only the adversaries of the declarant may"
    return None


@dataclass(frozen=True)
class Doubler:
    """An adversary’s hand, what was declared, and how the score stands in tricks."""

    hand: Hand
    denomination: Denomination
    by_dealer: bool
    is_over: bool
    standing: Standing
    reading: DoublingReading = field(default=CHOSEN_DOUBLING)

    @classmethod
    def of(cls, view: View, reading: DoublingReading = CHOSEN_DOUBLING) -> Doubler:
        """The doubler of a view on which a suit has been declared by the other side."""
        declaration = view.declaration
        assert declaration is not None, "nobody doubles before a declaration"  # noqa: S101
        return cls(
            view.hand,
            declaration.denomination,
            declaration.by is view.dealer,
            declaration.by.left is view.seat,
            view.standing,
            reading,
        )

    @property
    def suit(self) -> Suit:
        suit = self.denomination.trumps
        assert suit is not None, "these are the doubles of a suit"  # noqa: S101
        return suit

    @property
    def name(self) -> str:
        return self.denomination.word

    # ---- the score -------------------------------------------------------------------------------------------

    def _wanted(self, score: int) -> int:
        return -(-(BridgeCode.game - score) // TRICK_VALUES[self.denomination])

    @cached_property
    def they_want(self) -> int:
        """How many tricks take the declarants out, at their value undoubled."""
        return self._wanted(self.standing.them)

    @cached_property
    def we_want(self) -> int:
        """How many take the doublers out."""
        return self._wanted(self.standing.us)

    @property
    def score(self) -> str:
        return f"the declarants want {counted(self.they_want, 'trick')}, and this side {in_words(self.we_want)}"

    @property
    def is_to_the_score(self) -> bool:
        """Whether one or two tricks take the declarants out, and the same number does not take out the doublers."""
        return self.they_want <= 2 and self.we_want > self.they_want

    # ---- the declaration -------------------------------------------------------------------------------------

    @property
    def fits_the_score(self) -> bool:
        return self.standing.them >= TO_FIT_THE_SCORE.get(self.denomination, BridgeCode.game)

    @cached_property
    def is_defensive(self) -> bool:
        """Whether the dealer’s declaration is seen to be made in defence.

        It is in spades, but to fit the score; and so it is in clubs, when two honours here leave him less than four.
        """
        if not self.by_dealer or self.fits_the_score or self.suit.is_red:
            return False
        return self.denomination is Denomination.SPADES or self.honours >= 2

    # ---- the cards -------------------------------------------------------------------------------------------

    @cached_property
    def trumps(self) -> Holding:
        return self.hand[self.suit]

    @cached_property
    def honours(self) -> int:
        return self.trumps.count(HONOURS)

    @cached_property
    def high_honours(self) -> int:
        return self.trumps.count(HIGH_HONOURS) + (self.reading.knaves_are_high and Rank.KNAVE in self.trumps)

    @property
    def holding(self) -> str:
        return f"{counted(len(self.trumps), self.suit.singular)} with {counted(self.high_honours, 'high honour')}"

    @cached_property
    def tricks(self) -> int:
        """The very probable tricks of the hand."""
        return probable_tricks_against(self.hand, self.suit, over=self.is_over)

    @cached_property
    def certain(self) -> int:
        return morally_certain_with_trumps(self.hand, self.suit)

    @property
    def has_the_trumps(self) -> bool:
        return len(self.trumps) >= FEWEST_TRUMPS and self.high_honours >= FEWEST_HIGH_HONOURS

    @property
    def is_strong(self) -> bool:
        """Whether he has all that is wanted for a double: the trumps, and six tricks."""
        return self.has_the_trumps and self.tricks >= ENOUGH

    @property
    def is_very_strong_in_trumps(self) -> bool:
        """Whether the trumps are more than the least that he doubles on: a fifth, or a third honour."""
        return len(self.trumps) > FEWEST_TRUMPS or self.honours > 2


# ---- the rules ---------------------------------------------------------------------------------------------------


def _certainty(doubler: Doubler) -> Finding:
    because = f"{counted(doubler.certain, 'trick')} {are(doubler.certain)} certain"
    if doubler.certain < ODD_TRICK:
        return fails(f"no more than {because}" if doubler.certain > 1 else "the odd trick is far from certain")
    return Finding(because, (DOUBLE,), (CONTENT,))


def _red_suit_of_the_dealers(doubler: Doubler) -> Finding:
    if not (doubler.by_dealer and doubler.suit.is_red):
        return fails("it is not a red suit of the dealer’s")
    because = f"the dealer himself has declared {doubler.name}"
    if doubler.is_strong and _score_asks_for_it(doubler):
        return Finding(f"{because}, though the score and the hand would do elsewhere", (CONTENT,), (DOUBLE,))
    return applies(because, CONTENT)


def _clubs_of_a_dealer_with_honours(doubler: Doubler) -> Finding:
    if not (doubler.by_dealer and doubler.denomination is Denomination.CLUBS):
        return fails("it is not the dealer who has declared clubs")
    if doubler.fits_the_score:
        return fails("the dealer’s clubs may be meant for the score")
    because = f"there {'is' if doubler.honours == 1 else 'are'} {counted(doubler.honours, 'club honour')} here"
    if doubler.honours > 1:
        return fails(f"{because}, and the declaration is defensive")
    return applies(f"{because}, and the dealer probably has four", CONTENT)


def _poor_spades_of_the_dealers(doubler: Doubler) -> Finding:
    if not (doubler.is_defensive and doubler.denomination is Denomination.SPADES):
        return fails("the dealer has not confessed to a poor hand by declaring spades")
    return _strong_against_a_defence(doubler)


def _poor_clubs_of_the_dealers(doubler: Doubler) -> Finding:
    if not (doubler.is_defensive and doubler.denomination is Denomination.CLUBS):
        return fails("the dealer has not declared clubs in defence")
    return _strong_against_a_defence(doubler)


def _strong_against_a_defence(doubler: Doubler) -> Finding:
    because = f"the dealer’s {doubler.name} are a defence, with {doubler.holding} here and {_tricks(doubler)}"
    return applies(because, DOUBLE) if doubler.is_strong else fails(because)


def _tricks(doubler: Doubler) -> str:
    return counted(doubler.tricks, "very probable trick")


def _score_reversed(doubler: Doubler) -> Finding:
    if doubler.is_defensive:
        return fails("the dealer’s defensive declaration is doubled whatever the score")
    if doubler.we_want <= 2 and doubler.they_want > doubler.we_want:
        return applies(doubler.score, CONTENT)
    return fails(doubler.score)


def _score_in_favour(doubler: Doubler) -> Finding:
    if doubler.is_defensive:
        return fails("the dealer’s defensive declaration is doubled whatever the score")
    because = f"the score is {doubler.standing} as this side sees it"
    return applies(because, CONTENT) if doubler.standing.us > doubler.standing.them else fails(because)


def _weak_trumps(doubler: Doubler) -> Finding:
    because = doubler.holding
    return fails(because) if doubler.has_the_trumps else applies(f"no more than {because}", CONTENT)


def _few_tricks(doubler: Doubler) -> Finding:
    because = _tricks(doubler)
    return fails(because) if doubler.tricks >= ENOUGH else applies(f"no more than {because}", CONTENT)


def _red_suit_at_two_tricks(doubler: Doubler) -> Finding:
    if not (doubler.suit.is_red and doubler.is_to_the_score):
        return fails("it is not a red suit at a score that asks for a double")
    if doubler.they_want == 1 or doubler.reading.red_suits_at_two_tricks:
        return fails(doubler.score)
    return applies(f"{doubler.score}; and it is a red suit, and no certainty", CONTENT)


def _opened_up_to_the_dealer(doubler: Doubler) -> Finding:
    if not doubler.by_dealer or doubler.is_defensive:
        return fails("it is not an offensive declaration of the dealer’s")
    because = doubler.holding
    if doubler.is_very_strong_in_trumps or doubler.reading.least_trumps_do_against_the_dealer:
        return fails(because)
    return applies(f"{because}, and the lead is up to the dealer or from under him", CONTENT)


def _score_asks_for_it(doubler: Doubler) -> bool:
    return doubler.is_to_the_score and not _red_suit_at_two_tricks(doubler).applies


def _tenaces_over_a_red_suit(doubler: Doubler) -> Finding:
    if doubler.by_dealer or not doubler.suit.is_red or not doubler.is_over:
        return fails("it is not a red suit declared by the dealer’s partner, with this hand over it")
    if len(doubler.trumps) < TRUMPS_WITH_TENACES or not has_tenace(doubler.trumps):
        return fails(f"there are not five {doubler.name} with a tenace")
    because = f"{counted(len(doubler.trumps), doubler.suit.singular)} with a tenace over the exposed hand"
    if not _score_asks_for_it(doubler):
        return fails(f"{because}, but {doubler.score}")
    return applies(f"{because}; {doubler.score}", DOUBLE)


def _to_the_score(doubler: Doubler) -> Finding:
    return applies(doubler.score, DOUBLE) if _score_asks_for_it(doubler) else fails(doubler.score)


def _why_no_black_suit_of_the_partners(doubler: Doubler) -> str | None:
    if doubler.by_dealer or doubler.suit.is_red:
        return "it is not a black suit declared by the dealer’s partner"
    return None


def _weak_over_a_black_suit(doubler: Doubler) -> Finding:
    if (why := _why_no_black_suit_of_the_partners(doubler)) is not None:
        return fails(why)
    because = _headed(doubler)
    if is_enough_for_a_black_suit(doubler.trumps):
        return fails(f"{because}, as he asks")
    if doubler.trumps.headed_by(HEAD_OF_FOUR_TO_THE_SCORE) and doubler.is_to_the_score:
        return fails(f"{because}, as Z’s are in Game IV, who doubles to the score")
    return applies(f"{because}, which is less than he asks", CONTENT)


def _headed(doubler: Doubler) -> str:
    """The trumps and their highest cards in words: `four clubs headed by ace, queen, knave`."""
    highest = [rank.word for rank in doubler.trumps if rank in HONOURS][:3]
    return f"{counted(len(doubler.trumps), doubler.suit.singular)} headed by {', '.join(highest)}"


def _strong_over_a_black_suit(doubler: Doubler) -> Finding:
    if (why := _why_no_black_suit_of_the_partners(doubler)) is not None:
        return fails(why)
    because = _headed(doubler)
    if not is_enough_for_a_black_suit(doubler.trumps):
        return fails(f"{because}, which is less than he asks")
    if doubler.reading.is_strict_with_partners_black_suits and not doubler.is_to_the_score:
        return fails(doubler.score)
    if doubler.we_want <= doubler.they_want:
        return fails(doubler.score)
    return applies(f"{because}, with {_tricks(doubler)}, and {doubler.score}", DOUBLE)


def is_enough_for_a_black_suit(trumps: Holding) -> bool:
    """Whether the trumps are such as he asks for against a black suit of the dealer’s partner (p. 122)."""
    if len(trumps) > FEWEST_TRUMPS and all(rank in HIGH_HONOURS for rank in trumps.ranks[:FEWEST_HIGH_HONOURS]):
        return True
    return len(trumps) >= FEWEST_TRUMPS and any(trumps.headed_by(head) for head in HEADS_OF_FOUR)


def _only_the_stakes(doubler: Doubler) -> Finding:
    return applies(f"{doubler.score}: a double would only raise the stakes", CONTENT)


DOUBLING_SUITS: Sequence[Rule[Doubler]] = (
    Rule(
        "hel-double-certainty-not-immoral",
        "On a certainty double: it is no more immoral than to declare on one.",
        cite(123, 6116, 6128),
        _certainty,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-dealer-red",
        "Leave the dealer’s red suits alone; only black ones of his can be doubled with any hope.",
        cite(120, 5994, 6001),
        _red_suit_of_the_dealers,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-clubs-dealer",
        "With one club honour or none, the dealer’s clubs, but to fit the score, are offensive: do not double them.",
        cite(121, 6023, 6030),
        _clubs_of_a_dealer_with_honours,
        "offensive",
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-defensive-declaration",
        "The dealer’s spades, but to fit the score, are a confession of poverty: with strong spades and playing cards "
        "double them whatever the score.",
        cite(120, 6003, 6013),
        _poor_spades_of_the_dealers,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-clubs-dealer",
        "With more than one club honour, the dealer’s clubs, but to fit the score, are defensive: double them on what "
        "is wanted for any double.",
        cite(121, 6023, 6030),
        _poor_clubs_of_the_dealers,
        "defensive",
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-score-examples",
        "When one or two tricks take your own side out, and not the declarants, a double is unsound.",
        cite(118, 5899, 5921),
        _score_reversed,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-behind-rule",
        "Never double when the score is in your favour: it puts the adversaries in as good a position.",
        cite(118, 5921, 5944),
        _score_in_favour,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-strength",
        "Do not double trumps without at least four and two high honours in them, however strong the hand.",
        cite(119, 5946, 5966),
        _weak_trumps,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-six-tricks",
        "Do not double even a black suit without at least six very probable tricks.",
        cite(121, 6032, 6048),
        _few_tricks,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-partners-black",
        "Leave a black suit of the dealer’s partner alone, unless your trumps are four headed by ace, king, queen "
        "or ace, king, knave, or five headed by two honours not below the queen.",
        cite(122, 6080, 6088),
        _weak_over_a_black_suit,
        "left alone",
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-partners-black",
        "With a strong hand, and trumps headed by ace, king and queen or knave, or five with two honours not below the "
        "queen, a black suit of the dealer’s partner may be doubled when the declarants are nearer the game.",
        cite(122, 6080, 6088),
        _strong_over_a_black_suit,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-to-score",
        "Do not double a red suit, unless on a moral certainty, when the declarants want two tricks.",
        cite(118, 5892, 5897),
        _red_suit_at_two_tricks,
        "a red suit",
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-trumps-extracted",
        "Do not double the dealer without very considerable trump strength: trumps must be drawn before the plain "
        "suits make, and the hand is opened up to him.",
        cite(120, 5985, 5990),
        _opened_up_to_the_dealer,
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-partners-red",
        "With five trumps or more containing tenaces and a strong hand, double a red suit of the dealer’s partner, who "
        "is on your right, to the score.",
        cite(121, 6051, 6078),
        _tenaces_over_a_red_suit,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-to-score",
        "Double when one or two tricks take the declarants out, and the same number does not take you out.",
        cite(117, 5883, 5897),
        _to_the_score,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-two-classes",
        "Double to the score; never merely to increase the stakes.",
        cite(117, 5855, 5881),
        _only_the_stakes,
        advises=(CONTENT,),
    ),
)


# ---- what he allows without advising it --------------------------------------------------------------------------


def _concealed_strength(doubler: Doubler) -> Finding:
    if doubler.is_over:
        return fails("the hand lies over the declarant’s")
    return applies("the hand is on the declarant’s right, and its strength may make more if it is concealed", CONTENT)


def _leader_against_a_red_suit(doubler: Doubler) -> Finding:
    if doubler.by_dealer or not doubler.suit.is_red or doubler.is_over:
        return fails("it is not the leader who would double a red suit of the dealer’s partner")
    return applies("a double of the partner’s red suit is worth less to the leader", CONTENT)


def _less_than_is_wanted_over_a_black_suit(doubler: Doubler) -> Finding:
    if doubler.by_dealer or doubler.suit.is_red or is_enough_for_a_black_suit(doubler.trumps):
        return fails("it is no black suit of the dealer’s partner, or the trumps are headed as he asks")
    return applies(f"the {doubler.name} are not headed by ace, king, queen or ace, king, knave", CONTENT)


CONTENT_ALLOWED: Sequence[Rule[Doubler]] = (
    Rule(
        "hel-double-six-tricks",
        "On the declarant’s right even a very strong hand may do better concealed.",
        cite(121, 6040, 6046),
        _concealed_strength,
        "concealed strength",
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-partners-red",
        "It is less advantageous for the leader to double.",
        cite(122, 6076, 6078),
        _leader_against_a_red_suit,
        "the leader",
        advises=(CONTENT,),
    ),
    Rule(
        "hel-double-partners-black",
        "With less in trumps a black suit of the dealer’s partner is best left alone.",
        cite(122, 6080, 6088),
        _less_than_is_wanted_over_a_black_suit,
        "best left alone",
        advises=(CONTENT,),
    ),
)


def _reading(reading: DoublingReading) -> Callable[[View], Doubler]:
    return lambda view: Doubler.of(view, reading)


def _silent_on(view: View) -> str | None:
    if why := why_no_first_double(view):
        return why
    return None if view.declaration and view.declaration.trumps else "these are the doubles of a suit"


DOUBLING_A_SUIT = Chapter(
    Question.DOUBLE,
    DOUBLING_SUITS,
    _reading(CHOSEN_DOUBLING),
    silent_on=_silent_on,
    otherwise=tuple(_reading(other) for other in OTHER_DOUBLINGS),
    allows=CONTENT_ALLOWED,
)


# ---- what a double of a suit tells -------------------------------------------------------------------------------


def _is_double_of_a_suit(view: View, act: Played | Said) -> bool:
    declaration = view.declaration
    is_double = isinstance(act, Said) and isinstance(act.call, Double)
    return is_double and declaration is not None and declaration.doubled == 1 and declaration.trumps is not None


DOUBLE_OF_A_SUIT = Message(
    "hel-double-lead-trumps",
    "A double of trumps intimates strength in them.",
    cite(119, 5966, 5967),
    _is_double_of_a_suit,
)
