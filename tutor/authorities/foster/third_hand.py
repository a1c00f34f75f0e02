"""Foster’s play third hand for the declarer’s adversaries (pp. 137–140).

Third hand “makes no attempt to win the trick” when high cards are led, or played by dummy: read as when nothing held
would win; when partner’s honour is winning; or when partner’s winning card is as good as any held. Otherwise he tries,
with the card most likely to win, and of cards as good the lowest. Over partner’s queen, knave or ten to try is allowed,
for those may be led from weakness as well.

The echo is told of the suit first opened, and shows that the third round can be trumped. Read as serving in every plain
suit that is not his own; without a trump in hand, or in a later suit, the lowest is allowed. A ten is an honour, so it
is not played high from two (p. 137), but the passage on p. 138 has the knave as the limit, so it may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.discarding import AGREED_WEAKNESS, WANTED
from tutor.authorities.foster.following_up import PLAY_PARTNERS_DOWN, PLAY_SHORT_DOWN
from tutor.authorities.foster.table import Table, why_not_an_adversarys
from tutor.authorities.rules import Finding, Question, Rule, applies, distinct, fails
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import HONOURS
from tutor.notation import are, counted, in_words
from tutor.view import View

ELEVEN = 11


@dataclass(frozen=True)
class ThirdHand(Table):
    """An adversary of the declarer’s who plays third, to his partner’s lead."""

    @property
    def suit(self) -> Suit:
        assert self.suit_led is not None, "third hand plays to a lead"  # noqa: S101
        return self.suit_led

    @cached_property
    def original(self) -> tuple[Rank, ...]:
        """The suit led, as it was dealt to this hand."""
        return self.dealt[self.suit].ranks

    @cached_property
    def why_no_attempt(self) -> str | None:
        """Why this hand does not try to win the trick; None where it does."""
        winning = self.winning
        if not self.winners or winning is None:
            return "nothing held here would win the trick"
        if not self.partner_wins:
            return None
        if winning.rank in HONOURS:
            return f"partner’s high card, the {winning.name}, is winning"
        best = self.winners[-1].rank
        if not any(winning.rank < rank < best for rank in self.unseen(self.suit)):
            return f"partner’s {winning.name} is as good as any card here"
        return None

    @cached_property
    def attempt(self) -> Card | None:
        """The card with which to try to win: the most likely, and of cards as good the lowest."""
        if not self.winners:
            return None
        best, between = self.winners[-1], self.unseen(self.suit)
        return next(card for card in self.winners if not any(card.rank < rank < best.rank for rank in between))

    @cached_property
    def allowed_attempt(self) -> tuple[Card, ...]:
        """The card that may try to win over a high card of partner’s, when it is none of the two best."""
        is_low_honour = self.partner_wins and self.winning is not None and self.winning.rank < Rank.KING
        return (self.attempt,) if self.attempt and is_low_honour else ()

    def without_attempt(self, because: str, card: Card, *others: Card) -> Finding:
        """The finding that a card is to be played that does not try to win."""
        allowed = [one for one in (*others, *self.allowed_attempt) if one != card]
        return Finding(because, (card,), distinct(allowed))

    @cached_property
    def is_first_round(self) -> bool:
        return self.rounds(self.suit) == 1

    @cached_property
    def may_echo(self) -> bool:
        """Whether it is the first round of a plain suit of partner’s, trumps being declared, and not of his own."""
        return (
            self.trumps not in (None, self.suit)
            and self.is_first_round
            and self.suit not in self.suits_called_by(self.seat)
        )

    def low(self) -> Card:
        return Card(self.suit, self.holding.lowest)


# ---- trying to win -----------------------------------------------------------------------------------------------


def higher_outside_the_leader(led: Card) -> int:
    """How many cards above a fourth-best lead are not in the leader’s hand: its pips from eleven."""
    return ELEVEN - led.rank.height


def _declarer_cannot_beat_the_lead(third: ThirdHand) -> Finding:
    led, dummy = third.led, third.dummy
    if led is None or dummy is None or third.view.tricks or led.rank >= Rank.TEN:
        return fails("the first trick was not led to with a fourth-best")
    others = [one.card for one in third.played if one.seat is third.dummy_seat and one.card.suit is led.suit]
    dummys = [*(card.rank for card in others), *dummy[led.suit]]
    seen = sum(rank > led.rank for rank in (*dummys, *third.original))
    outside = higher_outside_the_leader(led)
    if seen != outside:
        return fails(f"of the {counted(outside, 'card')} above the lead {in_words(seen)} {are(seen)} seen")
    because = f"the {counted(outside, 'card')} above the lead {are(outside)} all seen, so the declarer has none"
    if third.partner_wins:
        return applies(f"{because}, and dummy has not covered", third.low())
    if not third.winners:
        return fails("dummy’s card cannot be beaten here")
    return applies(f"{because}, and dummy’s card is to be beaten", third.winners[0])


def _as_cheaply_as_possible(third: ThirdHand) -> Finding:
    if third.why_no_attempt:
        return fails(third.why_no_attempt)
    card, best = third.attempt, third.winners[-1]
    if card is None or card == best:
        return applies(f"the {best.name} is the card that may win", best)
    return applies(f"the {card.name} is as good as the {best.name}", card)


# ---- not trying to win, with trumps ------------------------------------------------------------------------------


def _echo_with_a_knave(third: ThirdHand) -> Finding:
    if why := _why_no_echo(third):
        return fails(why)
    if len(third.holding.ranks) != 2 or third.holding.ranks[0] < Rank.KNAVE:
        return fails("there are not two cards, one as high as the knave")
    because = f"one of two cards is the {third.holding.ranks[0].word}, whose fall tells enough"
    return third.without_attempt(because, third.low())


def _down_and_out(third: ThirdHand) -> Finding:
    if why := _why_no_echo(third):
        return fails(why)
    if len(third.holding.ranks) != 2:
        return fails("there are not two cards only")
    high, low = (Card(third.suit, rank) for rank in third.holding.ranks)
    if high.rank is Rank.TEN:
        return third.without_attempt("one of the two is the ten, an honour", low, high)
    doubtful = third.view.tricks or not (third.trumps and third.hand[third.trumps])
    return third.without_attempt("two cards only, neither an honour", high, *((low,) if doubtful else ()))


def _lowest_of_three(third: ThirdHand) -> Finding:
    if why := _why_no_echo(third):
        return fails(why)
    if len(third.holding.ranks) < 3:
        return fails("there are not three cards or more")
    because = f"{counted(len(third.holding), 'card')}, and no attempt to win"
    return third.without_attempt(because, third.low())


def _why_no_echo(third: ThirdHand) -> str | None:
    if not third.may_echo:
        return "it is not the first round of a plain suit that may be echoed"
    return None if third.why_no_attempt else "there is a card here that tries to win"


# ---- not trying to win, without trumps ---------------------------------------------------------------------------


def _no_echo_without_trumps(third: ThirdHand) -> Finding:
    if third.trumps is not None or not third.why_no_attempt or not third.is_first_round:
        return fails("it is not the first round at no trumps, with no attempt to win")
    if len(third.holding.ranks) != 2 or third.holding.ranks[0] in HONOURS:
        return fails("there are not two cards only, neither an honour")
    return applies("two small cards, and there are no trumps to ruff with", third.low())


def _second_best(third: ThirdHand) -> Finding:
    if third.trumps is not None or not third.why_no_attempt or not third.is_first_round:
        return fails("it is not the first round at no trumps, with no attempt to win")
    if len(third.holding.ranks) < 2:
        return fails("there is but one card")
    card = Card(third.suit, third.holding.ranks[1])
    return third.without_attempt(f"the {card.name} is the second-best", card)


def _keep_the_lowest(third: ThirdHand) -> Finding:
    if third.trumps is not None or not third.why_no_attempt or third.is_first_round:
        return fails("it is not a later round at no trumps, with no attempt to win")
    if len(third.original) < 3 or len(third.holding) < 2:
        return fails("there were not more than two, or there is but one left")
    card = Card(third.suit, third.holding.ranks[-2])
    return third.without_attempt(f"the {card.name} stands above the lowest, which is kept", card)


ECHO_KNAVE: Rule[ThirdHand] = Rule(
    "fos-third-echo-jack",
    "Do not echo with a card as high as the knave: its fall will show the queen or no more.",
    cite(138, 4697, 4701),
    _echo_with_a_knave,
)
ECHO: Rule[ThirdHand] = Rule(
    "fos-third-echo",
    "Against trumps, when you do not try to win, play the higher of two cards that are not honours.",
    cite(137, 4675, 4695),
    _down_and_out,
    "two cards",
)
LOWEST_OF_THREE: Rule[ThirdHand] = Rule(
    "fos-third-echo",
    "Against trumps, when you do not try to win, play the lowest of three cards or more.",
    cite(137, 4675, 4695),
    _lowest_of_three,
    "three or more",
)
NO_ECHO: Rule[ThirdHand] = Rule(
    "fos-third-echo-scope",
    "The down-and-out echo is for declared trumps only; without them do not begin with the higher of two.",
    cite(138, 4703, 4705),
    _no_echo_without_trumps,
)
SECOND_BEST: Rule[ThirdHand] = Rule(
    "fos-third-nt-second-best",
    "Against no trumps, when you do not try to win, play your second-best, whatever it is.",
    cite(138, 4707, 4722),
    _second_best,
    "first round",
)
KEEP_THE_LOWEST: Rule[ThirdHand] = Rule(
    "fos-third-nt-second-best",
    "Against no trumps, on the next round, play the card above your lowest, if you had more than two.",
    cite(138, 4710, 4722),
    _keep_the_lowest,
    "next round",
)

MESSAGES_GIVEN: Sequence[Rule[ThirdHand]] = (
    ECHO_KNAVE, ECHO, LOWEST_OF_THREE, NO_ECHO, SECOND_BEST, KEEP_THE_LOWEST,
)  # fmt: skip

THIRD_HAND_RULES: Sequence[Rule[Any]] = (
    Rule(
        "fos-eleven-rule",
        "Take the pips of a fourth-best lead from eleven: if you see all the cards above it that are so left, the "
        "declarer has none; beat only what dummy plays.",
        cite(139, 4741, 4808),
        _declarer_cannot_beat_the_lead,
    ),
    PLAY_PARTNERS_DOWN,
    PLAY_SHORT_DOWN,
    Rule(
        "fos-third-cheapest",
        "Try to win as cheaply as possible: of cards in sequence play the lowest.",
        cite(138, 4724, 4739),
        _as_cheaply_as_possible,
    ),
    *MESSAGES_GIVEN,
)


def _silent_on_followers(view: View) -> str | None:
    table = Table(view)
    if not table.holding or table.place != 3:
        return "it is third hand that follows with a message"
    return why_not_an_adversarys(view)


def _silent_on_discards(view: View) -> str | None:
    return "there is the suit led to follow with" if Table(view).holding else why_not_an_adversarys(view)


THIRD_HAND = Chapter(Question.THIRD, THIRD_HAND_RULES, ThirdHand, silent_on=why_not_an_adversarys)
SIGNALLING = Chapter(Question.SIGNAL, MESSAGES_GIVEN, ThirdHand, silent_on=_silent_on_followers)
SIGNALLING_BY_DISCARDS = Chapter(Question.SIGNAL, (AGREED_WEAKNESS, WANTED), Table, silent_on=_silent_on_discards)
FOURTH_HAND = Chapter(Question.FOURTH, (PLAY_PARTNERS_DOWN, PLAY_SHORT_DOWN), Table, silent_on=why_not_an_adversarys)


# ---- the ruff that was shown -------------------------------------------------------------------------------------


def _take_the_ruff(table: Table) -> Finding:
    suit, trumps = table.suit_led, table.trumps
    if suit is None or trumps is None or table.trick.leader is not table.partner:
        return fails("partner has not led this suit against a declared trump")
    if not table.has_echoed(table.seat, suit):
        return fails("this hand has not played down and out in the suit led")
    winning = [card for card in table.winners if card.suit is trumps]
    if not winning:
        return fails("no trump here would win the trick")
    return applies("this hand has played down and out, and partner leads the third round", winning[0])


TRUMPING = Chapter(
    Question.TRUMP,
    (
        Rule(
            "fos-lead-show-tricks",
            "Trump the third round of the suit in which you have shown that you can.",
            cite(129, 4389, 4402),
            _take_the_ruff,
            "trumped",
        ),
    ),
    Table,
    silent_on=why_not_an_adversarys,
)
