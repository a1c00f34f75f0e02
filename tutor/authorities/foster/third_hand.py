"""Foster’s play third hand, and fourth, for the declarer’s opponents (pp. 137–140).

Third hand “makes no attempt to win the trick” when high cards are led, or played by dummy. This is read as when no card
held would win, or partner’s honour is winning, or partner’s winning card is at least as high as any held. Otherwise
third hand tries, with the card most likely to win, and of cards as good the lowest. Over partner’s queen, jack or ten
to try is allowed, for those may be led from weakness as well.

The echo is described for the suit first opened, and shows that the third round can be trumped. Read as serving in every
plain suit that third hand has not opened; without a trump in hand, or in a later suit, the lowest is allowed. A ten is
an honour, so it is not played high from two (p. 137), but the passage on p. 138 has the jack as the limit, so it may
be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.discards import DiscardFacts, agreed_weakness, suit_wanted
from tutor.authorities.foster.play_facts import PlayFacts, not_an_adversary
from tutor.authorities.foster.rest_of_a_suit import played
from tutor.authorities.rules import Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.notation import are, counted, in_words
from tutor.view import View


@dataclass(frozen=True)
class ThirdHandFacts(PlayFacts):
    """An opponent of the declarer’s who plays third, to partner’s lead."""

    @property
    def suit(self) -> Suit:
        assert self.suit_led is not None, "third hand plays to a lead"  # noqa: S101
        return self.suit_led

    @cached_property
    def original(self) -> tuple[Rank, ...]:
        """The suit led, as it was dealt to this hand."""
        return self.dealt[self.suit].ranks

    @cached_property
    def why_no_attempt(self) -> Reason | None:
        """Why this hand does not try to win the trick; None where it does."""
        winning = self.winning
        if not self.winners or winning is None:
            return "no card here would win the trick"
        if not self.partner_wins:
            return None
        if winning.rank in HONOURS:
            return lambda: f"partner’s high card, the {winning.name}, is winning"
        best = self.winners[-1].rank
        if not any(winning.rank < rank < best for rank in self.unseen(self.suit)):
            return lambda: f"partner’s {winning.name} is at least as high as any card here"
        return None

    @cached_property
    def attempt(self) -> Card | None:
        """The card with which to try to win: the most likely, and of cards as good the lowest."""
        if not self.winners:
            return None
        best, between = self.winners[-1], self.unseen(self.suit)
        return next(card for card in self.winners if not any(card.rank < rank < best.rank for rank in between))

    def without_attempt(self, because: Reason, card: Card, *others: Card) -> Finding:
        """The finding that a card is to be played that does not try to win.

        The card that might is allowed over a winning card of partner’s that is none of the two best.
        """
        is_over_partner = self.partner_wins and self.winning is not None and self.winning.rank < Rank.KING
        attempt = (self.attempt,) if self.attempt and is_over_partner else ()
        return yes(because, card, merely=dict.fromkeys(one for one in (*others, *attempt) if one != card))

    @cached_property
    def is_first_round(self) -> bool:
        return self.rounds(self.suit) == 1


third = Section[ThirdHandFacts](KEY)


# ---- trying to win -----------------------------------------------------------------------------------------------

ELEVEN = 11
"""The pips of a fourth-best lead and the cards above it that are not in the leader’s hand come to this (p. 139)."""


@third.rule(
    "fos-eleven-rule",
    "Take the pips of a fourth-best lead from eleven: so many higher cards are not with the leader. If you see them "
    "all, the declarer has none, and you need only beat dummy’s card.",
    page=139,
    lines=(4741, 4808),
    why="Eleven less the pips led is the number of higher cards outside the leader’s hand. If dummy and you hold them "
    "all, the declarer has none, so you can hold over dummy to advantage.",
    why_lines=(4741, 4759),
)
def eleven(facts: ThirdHandFacts) -> Finding:
    led, dummy = facts.led, facts.dummy
    if led is None or dummy is None or facts.view.tricks or led.rank >= Rank.TEN:
        return no("the first trick was not led to with a fourth-best")
    dummys = [one.card.rank for one in facts.played if one.seat is facts.dummy_seat and one.card.suit is led.suit]
    seen = sum(rank > led.rank for rank in (*dummys, *dummy[led.suit], *facts.original))
    outside = ELEVEN - led.rank.height
    if seen != outside:
        return no(lambda: f"of the {counted(outside, 'card')} above the lead, {in_words(seen)} {are(seen)} seen")

    def because() -> str:
        return f"the {counted(outside, 'card')} above the lead {are(outside)} all seen, so the declarer has none"

    if facts.partner_wins:
        return yes(lambda: f"{because()}, and dummy has not covered", facts.lowest)
    if not facts.winners:
        return no("dummy’s card cannot be beaten here")
    return yes(lambda: f"{because()}, and dummy’s card can be beaten", facts.winners[0])


third.add(*played)


@third.rule(
    "fos-third-cheapest",
    "Try to win as cheaply as possible: of cards in sequence play the lowest.",
    page=138,
    lines=(4724, 4739),
    why="The lower card does not deceive partner. The ace from ace and king would tell them that declarer has the "
    "king. Only partner would be misled, because declarer knows that you have it.",
)
def as_cheaply_as_possible(facts: ThirdHandFacts) -> Finding:
    if facts.why_no_attempt:
        return no(facts.why_no_attempt)
    card, best = facts.attempt, facts.winners[-1]
    if card is None or card == best:
        return yes(lambda: f"the {best.name} is the card that may win", best)
    return yes(lambda: f"the {card.name} is equal to the {best.name}", card)


# ---- not trying to win, with trumps ------------------------------------------------------------------------------


def no_echo(facts: ThirdHandFacts) -> str | None:
    """Why no echo is due, unless it is the first round of a plain suit of partner’s, and no card tries to win."""
    if (
        facts.trumps in (None, facts.suit)
        or not facts.is_first_round
        or facts.suit in facts.suits_called_by(facts.seat)
    ):
        return "this is not the first round of a plain suit in which an echo is allowed"
    return None if facts.why_no_attempt else "a card here tries to win"


echo = Section[ThirdHandFacts](KEY, given=no_echo)


@echo.rule(
    "fos-third-echo-jack",
    "Do not echo with a card as high as the jack: its fall will show the queen or no more.",
    page=138,
    lines=(4697, 4701),
    why="The echo would add nothing. When the jack falls, partner already knows that you hold the queen or no more of "
    "the suit.",
)
def echo_with_a_knave(facts: ThirdHandFacts) -> Finding:
    held = facts.holding.ranks
    if len(held) != 2 or held[0] < Rank.KNAVE:
        return no("there are not two cards, one as high as the jack")
    return facts.without_attempt(
        lambda: f"one of two cards is the {held[0].word}, whose fall shows enough", facts.lowest
    )


@echo.rule(
    "fos-third-echo",
    "Against trumps, if you do not try to win, play the higher of two cards that are not honours.",
    page=137,
    lines=(4675, 4695),
    row="two cards",
    why="Your next card tells the leader the rest. If it is lower, you have no more and can trump the third round. If "
    "it is higher, you have a third, and the declarer may be out.",
)
def down_and_out(facts: ThirdHandFacts) -> Finding:
    if len(facts.holding.ranks) != 2:
        return no("there are not exactly two cards")
    high, low = (Card(facts.suit, rank) for rank in facts.holding.ranks)
    if high.rank is Rank.TEN:
        return facts.without_attempt("one of the two is the ten, an honour", low, high)
    is_doubtful = facts.view.tricks or not (facts.trumps and facts.hand[facts.trumps])
    return facts.without_attempt(
        ("there are two cards only, neither an honour"), high, *((low,) if is_doubtful else ())
    )


@echo.rule(
    "fos-third-echo",
    "Against trumps, if you do not try to win, play the lowest of three cards or more.",
    page=137,
    lines=(4675, 4695),
    row="three or more",
)
def lowest_of_three(facts: ThirdHandFacts) -> Finding:
    number = len(facts.holding)
    if number < 3:
        return no("there are not three cards or more")
    return facts.without_attempt(lambda: f"there are {counted(number, 'card')}, and no attempt to win", facts.lowest)


# ---- not trying to win, without trumps ---------------------------------------------------------------------------


def no_first_round_without_trumps(facts: ThirdHandFacts) -> str | None:
    """Why nothing is shown in the first round at no trumps, where a card is played that does not try to win."""
    if facts.trumps is not None or not facts.why_no_attempt or not facts.is_first_round:
        return "this is not the first round at no trumps, with no attempt to win"
    return None


first_round = Section[ThirdHandFacts](KEY, given=no_first_round_without_trumps)


@first_round.rule(
    "fos-third-echo-scope",
    "The echo from two cards is only for declared trumps; without them do not begin with the higher of two.",
    page=138,
    lines=(4703, 4705),
    why="The echo exists to show that you can trump the third round. Without trumps there is nothing to show.",
    why_page=137,
    why_lines=(4667, 4705),
)
def no_echo_without_trumps(facts: ThirdHandFacts) -> Finding:
    if len(facts.holding.ranks) != 2 or facts.holding.ranks[0] in HONOURS:
        return no("there are not exactly two cards, neither an honour")
    return yes("there are two small cards, and no trumps to ruff with", facts.lowest)


@first_round.rule(
    "fos-third-nt-second-best",
    "Against no trumps, if you do not try to win, play your second-best, whatever it is.",
    page=138,
    lines=(4707, 4722),
    row="first round",
    why="Your two cards let partner count the suit. With two or three you play up, and with four you play down.",
)
def second_best(facts: ThirdHandFacts) -> Finding:
    if len(facts.holding.ranks) < 2:
        return no("there is only one card")
    card = Card(facts.suit, facts.holding.ranks[1])
    return facts.without_attempt(lambda: f"the {card.name} is the second-best", card)


later = Section[ThirdHandFacts](KEY)


@later.rule(
    "fos-third-nt-second-best",
    "Against no trumps, on the next round, play the card above your lowest, if you had more than two.",
    page=138,
    lines=(4710, 4722),
    row="next round",
)
def keep_the_lowest(facts: ThirdHandFacts) -> Finding:
    if facts.trumps is not None or not facts.why_no_attempt or facts.is_first_round:
        return no("this is not a later round at no trumps, with no attempt to win")
    if len(facts.original) < 3 or len(facts.holding) < 2:
        return no("there were not more than two, or only one is left")
    card = Card(facts.suit, facts.holding.ranks[-2])
    return facts.without_attempt(lambda: f"the {card.name} is the one above the lowest, which is kept", card)


# ---- the ruff that was shown -------------------------------------------------------------------------------------

ruff = Section[PlayFacts](KEY)


@ruff.rule(
    "fos-lead-show-tricks",
    "Trump the third round of the suit in which you have shown that you can.",
    page=129,
    lines=(4389, 4402),
    row="trumped",
)
def take_the_ruff(facts: PlayFacts) -> Finding:
    suit, trumps = facts.suit_led, facts.trumps
    if suit is None or trumps is None or facts.trick.leader is not facts.partner:
        return no("partner has not led this suit against a declared trump")
    if not facts.has_echoed(facts.seat, suit):
        return no("this hand has not echoed in the suit led")
    winning = [card for card in facts.winners if card.suit is trumps]
    if not winning:
        return no("no trump here would win the trick")
    return yes("this hand has echoed, and partner leads the third round", winning[0])


# ---- the chapters ------------------------------------------------------------------------------------------------


def _silent_on_followers(view: View) -> str | None:
    facts = PlayFacts(view)
    if not facts.holding or facts.place != 3:
        return "only third hand follows with a message"
    return not_an_adversary(view)


def _silent_on_discards(view: View) -> str | None:
    return "the hand must follow to the suit led" if PlayFacts(view).holding else not_an_adversary(view)


SIGNALS = (*echo, *first_round, *later)

THIRD_HAND = Chapter(Question.THIRD, (*third, *SIGNALS), ThirdHandFacts, silent_on=not_an_adversary)
SIGNALLING = Chapter(Question.SIGNAL, SIGNALS, ThirdHandFacts, silent_on=_silent_on_followers)
SIGNALLING_BY_DISCARDS = Chapter(
    Question.SIGNAL, (agreed_weakness, suit_wanted), DiscardFacts, silent_on=_silent_on_discards
)
FOURTH_HAND = Chapter(Question.FOURTH, played, PlayFacts, silent_on=not_an_adversary)
TRUMPING = Chapter(Question.TRUMP, ruff, PlayFacts, silent_on=not_an_adversary)
