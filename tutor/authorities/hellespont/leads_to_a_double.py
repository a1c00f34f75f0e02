"""What Hellespont leads when his partner has doubled (pp. 119–120, 126–132, 137, 148, 221).

To a double of no trumps: the winners, and then what was agreed on. He has it three times that the winners come first
(pp. 132, 148, 293), and in Game XXII tells that it cost a trick; the practice stands.

To a double of trumps the opening lead is among those with trumps; here is how the leader goes on with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Denomination
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.agreement import HEART_CONVENTION, WEAKEST_SUIT, convention
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.doubling_facts import why_no_doubling
from tutor.authorities.hellespont.prospects import HIGH_HONOURS
from tutor.authorities.hellespont.strength import strength
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import TRICK_VALUES
from tutor.notation import are, counted, numbered
from tutor.view import View


@dataclass(frozen=True)
class Answering:
    """The opening leader, whose partner has doubled, about to lead for the first time or again."""

    situation: Situation
    convention: str | None

    @classmethod
    def of(cls, view: View) -> Answering:
        return cls(Situation(view), convention(view))

    # ---- without trumps --------------------------------------------------------------------------------------

    @cached_property
    def winning_suits(self) -> tuple[Suit, ...]:
        """The suits in which a winner is held."""
        return tuple(suit for suit in Suit if self.situation.masters(suit))

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """The winner to lead of each suit: the king from ace, king and others, otherwise the highest."""
        return tuple(self._first_winner(suit) for suit in self.winning_suits)

    def _first_winner(self, suit: Suit) -> Card:
        holding, king = self.situation.hand[suit], Card(suit, Rank.KING)
        is_king = holding.headed_by("AK") and len(holding) > 2
        return king if is_king else self.situation.masters(suit)[0]

    @cached_property
    def other_winners(self) -> tuple[Card, ...]:
        every = (card for suit in self.winning_suits for card in self.situation.masters(suit))
        return tuple(card for card in every if card not in self.winners)

    @cached_property
    def weakest(self) -> Suit | None:
        """The suit to lead as numerically the weakest: as dealt, for what was led since were winners of others."""
        dealt = self.situation.dealt
        held = [suit for suit in Suit if self.situation.hand[suit]]
        suits = [suit for suit in held if not dealt[suit].count(HIGH_HONOURS)] or held
        order = (
            (len(dealt[suit]), strength(dealt[suit]), -TRICK_VALUES[Denomination.of(suit)], suit) for suit in suits
        )
        return min(order, key=lambda one: one[:3], default=(0, 0, 0, None))[3]

    # ---- with trumps -----------------------------------------------------------------------------------------


# ---- without trumps ----------------------------------------------------------------------------------------------


def _only_tricks(answering: Answering) -> str:
    number = len(answering.winners)
    aces, tricks = numbered(number, "ace"), numbered(number, "sure trick")
    return f"the {aces} of {_names(answering)} {are(number)} the only {tricks} there"


def _ace_first(answering: Answering) -> Finding:
    if not answering.winners:
        return fails("there is no certain winner")
    if answering.other_winners:
        return fails("there are more winners than single aces")
    return applies(_only_tricks(answering), *answering.winners)


def _winners(answering: Answering) -> Finding:
    if not answering.winners:
        return fails("there is no certain winner")
    because = f"there {_are(answering)} held in {_names(answering)}"
    return Finding(because, answering.winners, answering.other_winners)


def _more_winners(answering: Answering) -> Finding:
    if not answering.winners:
        return fails("no winner is left")
    because = f"the lead is kept, and there {_are(answering)} still in {_names(answering)}"
    return Finding(because, answering.winners, answering.other_winners)


def _are(answering: Answering) -> str:
    number = len(answering.winners) + len(answering.other_winners)
    return f"{'is' if number == 1 else 'are'} {counted(number, 'winner')}"


def _names(answering: Answering) -> str:
    return " and ".join(suit.plural for suit in answering.winning_suits)


def _heart(answering: Answering) -> Finding:
    if answering.convention != HEART_CONVENTION:
        return fails("the heart convention is not agreed on")
    hearts = answering.situation.hand.only(Suit.HEARTS)
    if not hearts.hearts:
        return fails("a heart is agreed on, and there is none to lead")
    return applies("a heart is agreed on; he does not say which", *hearts)


def _weakest_as_agreed(answering: Answering) -> Finding:
    if answering.convention != WEAKEST_SUIT:
        return fails("the weakest suit is not agreed on")
    return _weakest(answering)


def _weakest_by_the_rule_of_england(answering: Answering) -> Finding:
    if answering.convention is not None:
        return fails(f"the {answering.convention} is agreed on")
    found = _weakest(answering)
    hearts = answering.situation.hand.only(Suit.HEARTS)
    others = tuple(card for card in hearts if card not in found.answers)
    return Finding(f"nothing is agreed; {found.because}", found.answers, others)


def _weakest(answering: Answering) -> Finding:
    suit = answering.weakest
    if suit is None:
        return fails("there is no card to lead")
    holding = answering.situation.hand[suit]
    has_high = bool(answering.situation.dealt[suit].count(HIGH_HONOURS))
    because = "every suit has an ace, king or queen" if has_high else "of the suits without ace, king or queen"
    return applies(f"{because}, and {suit.plural} are weakest", Card(suit, holding.highest))


_ANSWERS: Sequence[Rule[Answering]] = (
    Rule(
        "hel-double-nt-heart-convention",
        "If it is agreed on, lead a heart to a partner who has doubled no trumps.",
        cite(126, 6251, 6256),
        _heart,
        "the lead",
    ),
    Rule(
        "hel-double-nt-weakest-suit",
        "If it is agreed on, lead the highest of your shortest suit without ace, king or queen; of two as short the "
        "weaker, of two as weak the dearer.",
        cite(126, 6256, 6274),
        _weakest_as_agreed,
    ),
    Rule(
        "hel-double-nt-two-systems",
        "Where nothing is agreed, England leads its weakest suit to a double of no trumps, and all the world a heart.",
        cite(126, 6251, 6285),
        _weakest_by_the_rule_of_england,
    ),
)

LEADS_TO_A_DOUBLE_OF_NO_TRUMPS: Sequence[Rule[Answering]] = (
    Rule(
        "hel-double-nt-ace-first",
        "When partner has doubled no trumps, lead an ace first, or it may never make.",
        cite(132, 6656, 6662),
        _ace_first,
    ),
    Rule(
        "hel-lead-partner-doubled",
        "If partner has doubled no trumps, lead first any certain winners that you hold.",
        cite(148, 7341, 7345),
        _winners,
    ),
    *_ANSWERS,
)

GOING_ON_WITHOUT_TRUMPS: Sequence[Rule[Answering]] = (
    Rule(
        "hel-double-nt-lead-winners",
        "Make all your winners before you play to partner’s double of no trumps.",
        cite(293, 13818, 13845),
        _more_winners,
    ),
    *_ANSWERS,
)


# ---- with trumps -------------------------------------------------------------------------------------------------


# ---- the chapters ------------------------------------------------------------------------------------------------


def _why_not_doubled(view: View) -> str | None:
    if why := why_no_doubling(view):
        return why
    situation = Situation(view)
    if situation.doubled_by is not situation.seat.partner:
        return "partner has not doubled"
    is_opener = situation.seat is (view.leader or view.dealer.left)
    return None if is_opener else "this is for the opening leader"


def _silent_before_the_lead(view: View) -> str | None:
    why = _why_not_doubled(view)
    return why or ("trumps have been declared" if Situation(view).trumps else None)


def _silent_without_trumps(view: View) -> str | None:
    if why := _silent_before_the_lead(view):
        return why
    has_answered = any(not is_winner for is_winner in _led_winners(Situation(view)))
    return "the double has been answered" if has_answered else None


def _led_winners(situation: Situation) -> Iterator[bool]:
    """Of each trick so far whether the hand to lead led a winner to it; not, where another hand led."""
    gone: set[Card] = set()
    for trick in situation.view.tricks:
        led = trick.cards[0]
        higher = (Card(led.suit, rank) for rank in Rank if rank > led.rank)
        yield trick.leader is situation.seat and all(card in gone or card in situation.dealt for card in higher)
        gone.update(trick.cards)


OPENING_TO_A_DOUBLE = Chapter(
    Question.LEAD, LEADS_TO_A_DOUBLE_OF_NO_TRUMPS, Answering.of, silent_on=_silent_before_the_lead
)
GOING_ON_TO_A_DOUBLE_OF_NO_TRUMPS = Chapter(
    Question.RETURN, GOING_ON_WITHOUT_TRUMPS, Answering.of, silent_on=_silent_without_trumps
)
