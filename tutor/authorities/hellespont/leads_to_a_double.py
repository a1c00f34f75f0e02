"""What Hellespont leads when his partner has doubled no trumps (pp. 126–132, 148, 293).

First the winners, and then what was agreed on. Hellespont has it three times that the winners come first (pp. 132, 148,
293), and in Game XXII tells that it cost a trick; the practice stands. The leads to a double of trumps are among those
with trumps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Denomination
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.doubling_facts import why_no_doubling
from tutor.authorities.hellespont.doubling_prospects import HIGH_HONOURS
from tutor.authorities.hellespont.lead_conventions import HEART_CONVENTION, WEAKEST_SUIT, convention
from tutor.authorities.hellespont.strength import strength
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import are, counted, numbered
from tutor.view import View


@dataclass(frozen=True)
class LeadToDoubleFacts:
    """The opening leader, whose partner has doubled no trumps, about to lead for the first time or again."""

    situation: Situation
    convention: str | None

    @classmethod
    def of(cls, view: View) -> LeadToDoubleFacts:
        return cls(Situation(view), convention(view))

    # ---- winners ---------------------------------------------------------------------------------------------

    @cached_property
    def winning_suits(self) -> tuple[Suit, ...]:
        """The suits in which a winner is held."""
        return tuple(suit for suit in Suit if self.situation.masters(suit))

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """The winner to lead of each suit: the king from ace, king and others, otherwise the highest."""
        return tuple(self._first_winner(suit) for suit in self.winning_suits)

    def _first_winner(self, suit: Suit) -> Card:
        holding = self.situation.hand[suit]
        is_king = holding.headed_by("AK") and len(holding) > 2
        return Card(suit, Rank.KING) if is_king else self.situation.masters(suit)[0]

    @cached_property
    def other_winners(self) -> tuple[Card, ...]:
        every = (card for suit in self.winning_suits for card in self.situation.masters(suit))
        return tuple(card for card in every if card not in self.winners)

    def names(self) -> str:
        return " and ".join(suit.plural for suit in self.winning_suits)

    def are_winners(self) -> str:
        """How many winners there are, in words: `are two winners`."""
        number = len(self.winners) + len(self.other_winners)
        return f"{are(number)} {counted(number, 'winner')}"

    # ---- what was agreed on ----------------------------------------------------------------------------------

    @cached_property
    def has_high_honours_everywhere(self) -> bool:
        """Whether no suit held is without an ace, king or queen, as dealt."""
        return all(self.situation.dealt[suit].count(HIGH_HONOURS) for suit in self._held)

    @cached_property
    def weakest(self) -> Suit | None:
        """The suit to lead as numerically the weakest: as dealt, for what was led since were winners of others."""
        dealt = self.situation.dealt
        suits = [suit for suit in self._held if not dealt[suit].count(HIGH_HONOURS)] or self._held
        return min(
            suits,
            key=lambda suit: (len(dealt[suit]), strength(dealt[suit]), -TRICK_VALUES[Denomination.of(suit)]),
            default=None,
        )

    @cached_property
    def _held(self) -> Sequence[Suit]:
        return [suit for suit in Suit if self.situation.hand[suit]]


# ---- the winners -------------------------------------------------------------------------------------------------


def _why_no_winner(facts: LeadToDoubleFacts) -> str | None:
    return None if facts.winners else "there is no certain winner"


first_winners = Section[LeadToDoubleFacts](KEY, given=_why_no_winner)


@first_winners.rule(
    "hel-double-nt-ace-first",
    "If partner has doubled no trumps, lead an ace first, or it may never make.",
    page=132,
    lines=(6656, 6662),
    why="If you lead partner’s suit first, your ace may never make. After it comes the lead agreed on, because a "
    "doubler’s partner puts the doubler’s hand before their own.",
)
def ace_first(facts: LeadToDoubleFacts) -> Finding:
    if facts.other_winners:
        return no("there are more winners than single aces")

    def because() -> str:
        number = len(facts.winners)
        aces, tricks = numbered(number, "ace"), numbered(number, "sure trick")
        return f"the {aces} of {facts.names()} {are(number)} the only {tricks} there"

    return yes(because, *facts.winners)


@first_winners.rule(
    "hel-lead-partner-doubled",
    "If partner has doubled no trumps, lead first any certain winners that you have.",
    page=148,
    lines=(7341, 7345),
    why="A winner that you keep while you lead to partner’s double may never make. Once it is taken, your hand serves "
    "the doubler’s.",
    why_page=132,
    why_lines=(6656, 6662),
)
def certain_winners(facts: LeadToDoubleFacts) -> Finding:
    return yes(
        lambda: f"there {facts.are_winners()} here in {facts.names()}", *facts.winners, merely=facts.other_winners
    )


winners_left = Section[LeadToDoubleFacts](KEY)


@winners_left.rule(
    "hel-double-nt-lead-winners",
    "If partner has doubled no trumps, make all your winners before you play to the double.",
    page=293,
    lines=(13818, 13845),
    why="A winner may never make if you give up the lead before taking it. The practice has a cost. In Game XXII "
    "leading to the double at once would have brought one more trick.",
    why_page=132,
    why_lines=(6656, 6662),
)
def more_winners(facts: LeadToDoubleFacts) -> Finding:
    if not facts.winners:
        return no("no winner is left")
    return yes(
        lambda: f"this hand still has the lead, and there {facts.are_winners()} left in {facts.names()}",
        *facts.winners,
        merely=facts.other_winners,
    )


# ---- what was agreed on ------------------------------------------------------------------------------------------

agreed = Section[LeadToDoubleFacts](KEY)


@agreed.rule(
    "hel-double-nt-heart-convention",
    "If it is agreed, lead a heart when partner has doubled no trumps.",
    page=126,
    lines=(6251, 6256),
    row="the lead",
)
def heart(facts: LeadToDoubleFacts) -> Finding:
    if facts.convention != HEART_CONVENTION:
        return no("the heart convention is not agreed")
    hearts = facts.situation.hand.only(Suit.HEARTS)
    if not hearts.hearts:
        return no("a heart lead is agreed, and there is none to lead")
    return yes("a heart lead is agreed; Hellespont does not say which", *hearts)


def _weakest(facts: LeadToDoubleFacts) -> Finding:
    suit = facts.weakest
    if suit is None:
        return no("there is no card to lead")

    def because() -> str:
        everywhere, elsewhere = "every suit has an ace, king or queen", "of the suits without ace, king or queen"
        return f"{everywhere if facts.has_high_honours_everywhere else elsewhere}, and {suit.plural} are weakest"

    return yes(because, Card(suit, facts.situation.hand[suit].highest))


@agreed.rule(
    "hel-double-nt-weakest-suit",
    "If it is agreed, lead the highest of your shortest suit without ace, king or queen. If two are equally short, "
    "choose the weaker; if equally weak, the dearer.",
    page=126,
    lines=(6256, 6274),
    why="The lead is clearly defined, so the leader cannot go wrong. Those who use it claim an even chance that your "
    "weakest suit is partner’s strongest. The author doubts that, and expects it to miss more often than not.",
    why_page=128,
    why_lines=(6338, 6604),
)
def weakest_as_agreed(facts: LeadToDoubleFacts) -> Finding:
    return _weakest(facts) if facts.convention == WEAKEST_SUIT else no("the weakest suit is not agreed")


@agreed.rule(
    "hel-double-nt-two-systems",
    "If nothing is agreed when partner doubles no trumps, England leads its weakest suit, and all the world a heart.",
    page=126,
    lines=(6251, 6285),
    why="Both leads try to find the doubler’s one long suit. England trusts that it is where the leader is weakest. "
    "Other countries trust that it is hearts, which a declarer would have named if strong in them.",
    why_page=127,
    why_lines=(6287, 6340),
)
def weakest_by_the_rule_of_england(facts: LeadToDoubleFacts) -> Finding:
    if facts.convention is not None:
        return no(lambda: f"the {facts.convention} is agreed")
    found = _weakest(facts)
    hearts = (card for card in facts.situation.hand.only(Suit.HEARTS) if card not in found.answers)
    return yes(lambda: f"nothing is agreed; {found.because}", *found.answers, merely=hearts)


# ---- the chapters ------------------------------------------------------------------------------------------------


def _silent_before_the_lead(view: View) -> str | None:
    if why := why_no_doubling(view):
        return why
    situation = Situation(view)
    if situation.doubled_by is not situation.seat.partner:
        return "partner has not doubled"
    if situation.seat is not (view.leader or view.dealer.left):
        return "the rule is for the opening leader"
    return "trumps have been declared" if situation.trumps else None


def _silent_after_the_lead(view: View) -> str | None:
    if why := _silent_before_the_lead(view):
        return why
    return None if all(_led_winners(Situation(view))) else "the double has been answered"


def _led_winners(situation: Situation) -> Iterator[bool]:
    """Of each trick so far whether the hand to lead led a winner to it; not, where another hand led."""
    gone: set[Card] = set()
    for trick in situation.view.tricks:
        led = trick.cards[0]
        higher = (Card(led.suit, rank) for rank in Rank if rank > led.rank)
        yield trick.leader is situation.seat and all(card in gone or card in situation.dealt for card in higher)
        gone.update(trick.cards)


OPENING_TO_A_DOUBLE = Chapter(
    Question.LEAD, (*first_winners, *agreed), LeadToDoubleFacts.of, silent_on=_silent_before_the_lead
)
GOING_ON_TO_A_DOUBLE_OF_NO_TRUMPS = Chapter(
    Question.RETURN, (*winners_left, *agreed), LeadToDoubleFacts.of, silent_on=_silent_after_the_lead
)
