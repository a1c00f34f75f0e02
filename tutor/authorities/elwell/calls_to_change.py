"""Elwell's change-the-suit call: an echo in the suit that the dealer leads, and what the leader does when he hears it.

The call is made by the partner of the original leader, who has a great suit, or by the leader, who gives the suit up.
Of the first card of an echo Elwell says only that it is the higher of two. Here it is the higher of the two lowest, and
neither may be an honour that could still win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Said
from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import KEY, cite
from tutor.authorities.elwell.interpretations import CHOSEN, Interpretation, has_re_entry
from tutor.authorities.rules import Finding, Message, Question, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted
from tutor.play import Played
from tutor.seats import Seat
from tutor.view import View

GREAT = ("AKQ", "AKJ", "AQJ", "KQJ")
"""What heads a suit that is established, or that one lead through dummy may establish."""


@dataclass(frozen=True)
class CallFacts:
    """An opponent of the declarer, who may call, or hear the call."""

    situation: Situation
    interpretation: Interpretation = CHOSEN

    @classmethod
    def of(cls, view: View) -> CallFacts:
        return cls(Situation(view))

    @cached_property
    def leader(self) -> Seat:
        """The player who had the opening lead."""
        return self.situation.leads[0].seat

    @cached_property
    def opened(self) -> Suit:
        """The suit of the opening lead."""
        return self.situation.leads[0].card.suit

    @cached_property
    def is_leader(self) -> bool:
        return self.situation.seat is self.leader

    @cached_property
    def great_suits(self) -> tuple[Suit, ...]:
        """The suits, neither opened by partner nor led by the declarer, that are worth a call."""
        situation = self.situation
        return tuple(
            suit
            for suit in Suit
            if suit not in (self.opened, situation.suit_led, situation.trumps)
            and len(situation.hand[suit]) >= 5
            and str(situation.hand[suit])[:3] in GREAT
        )

    @cached_property
    def has_begun(self) -> bool:
        """Whether this hand has played once to the suit that the declarer leads, and has a lower card now."""
        suit = self.situation.suit_led
        assert suit is not None, "a call is made to a lead"  # noqa: S101
        own = self.situation.played_by(self.situation.seat, suit)
        return len(own) == 1 and bool(self.situation.holding.ranks) and self.situation.holding.lowest < own[0].rank

    @cached_property
    def echo(self) -> Card | None:
        """The card of an echo: first the higher of the two lowest, then the lower; None where there is none to make."""
        suit, held = self.situation.suit_led, self.situation.holding
        assert suit is not None, "a call is made to a lead"  # noqa: S101
        if self.has_begun:
            return Card(suit, held.lowest)
        if self.situation.played_by(self.situation.seat, suit) or len(held) < 2 or held.ranks[-2] > Rank.TEN:
            return None
        return Card(suit, held.ranks[-2])

    def heard_from(self, seat: Seat) -> Suit | None:
        """The suit of the declarer’s in which a seat has played a higher card and then a lower."""
        declarer = self.situation.declarer
        if declarer is None:
            return None
        followed: dict[Suit, list[Card]] = {}
        for trick in self.situation.view.tricks:
            card = trick.card_of(seat)
            if trick.leader.side is declarer.side and card is not None and card.suit is trick.suit_led:
                followed.setdefault(card.suit, []).append(card)
        echoes = (suit for suit, cards in followed.items() if len(cards) > 1 and cards[1].rank < cards[0].rank)
        return next(echoes, None)


def _silent_on(view: View) -> str | None:
    situation = Situation(view)
    if not situation.is_adversarys:
        return "the call is made by one of the declarer’s opponents to the other"
    if not situation.leads:
        return "nothing has been led"
    led = situation.trick.leader
    if situation.trick.cards and led.side is situation.seat.side:
        return "the call is made in a suit that the declarer leads"
    if situation.suit_led and not situation.holding.ranks:
        return "a player who cannot follow cannot echo"
    return None


def _great_suit(*, trumps: bool) -> Callable[[CallFacts], Finding]:
    def find(call: CallFacts) -> Finding:
        if call.is_leader:
            return no("this is the original leader")
        if (call.situation.trumps is not None) is not trumps:
            return no(lambda: f"there are {'no ' if trumps else ''}trumps")
        if not call.great_suits:
            return no("there is no very strong suit besides those that have been led")
        if _takes_the_trick(call):
            return no("the hand can take the trick alone")
        if call.echo is None:
            return no("there are not two small cards to echo with")
        return yes(
            lambda: f"there is a very strong suit in {' and '.join(suit.plural for suit in call.great_suits)}",
            call.echo,
        )

    return find


def _takes_the_trick(call: CallFacts) -> bool:
    """Whether the hand needs no call: it wins the trick as the last to play, or has the master of the suit led."""
    situation = call.situation
    is_last = situation.place == len(situation.trick.round())
    return bool(situation.winners) if is_last else any(situation.is_master(card) for card in situation.winners)


def _hopeless(call: CallFacts) -> Finding:
    if not call.is_leader:
        return no("this is not the original leader")
    own = call.situation.hand[call.opened]
    if not own.ranks:
        return no("nothing is left of the suit opened")
    if any(call.situation.masters(call.opened)) or has_re_entry(call.situation.hand, call.opened, call.interpretation):
        return no("the suit still has its master, or there is a card of re-entry")
    if call.situation.view.tricks[0].winner(call.situation.trumps).side is call.leader.side:
        return no("the declarer did not win the first trick")
    if _takes_the_trick(call):
        return no("the hand can take the trick alone")
    if call.echo is None:
        return no("there are not two small cards to echo with")
    return yes(lambda: f"the {call.opened.plural} are against the leader, who has no re-entry", call.echo)


# ---- hearing it --------------------------------------------------------------------------------------------------


def _between(call: CallFacts, suit: Suit) -> int:
    dummy = call.situation.dummy
    return len(call.situation.hand[suit]) + (len(dummy[suit]) if dummy else 0)


def _has_echoed(view: View, act: Played | Said) -> bool:
    if isinstance(act, Said) or not view.tricks:
        return False
    call = CallFacts.of(view)
    return act.seat is view.seat.partner and call.heard_from(act.seat) is act.card.suit


def _is_low_lead(view: View, act: Played | Said) -> bool:
    return (
        isinstance(act, Played)
        and act.trick == 1
        and act.card.rank < Rank.TEN
        and Situation(view).leads[0].card == act.card
    )


def _is_partners_lead(view: View, act: Played | Said) -> bool:
    return isinstance(act, Played) and act.seat is view.seat.partner and Situation(view).leads[0].card == act.card


echo = Section[CallFacts](KEY)
echo.rule(
    "axi-csc-definition",
    "With a very strong suit, echo in the suit that the dealer leads at no-trump: it asks partner to change to yours.",
    lines=(1715, 1720),
    why="Otherwise partner may go on with a suit of their own while you throw your established one away. The "
    "message of a play helps the two of you greatly, and the dealer hardly at all.",
    why_lines=(1696, 1710),
)(_great_suit(trumps=False))
echo.rule(
    "axi-csc-by-leader",
    "As original leader, echo if your suit is hopeless and you have no re-entry: it asks partner not to return it.",
    lines=(1733, 1737),
    why="The dealer may win the first trick with a false card. Then partner cannot see that your suit is hopelessly "
    "against you, and the echo says so.",
)(_hopeless)
echo.rule(
    "axi-csc-other-suits",
    "Against a trump suit too, echo on the dealer’s lead if you are very strong in another suit.",
    lines=(1739, 1743),
    why="You and partner must learn each other’s hands. The message of a play helps the two of you greatly, and the "
    "dealer, who sees both hands, hardly at all.",
    why_lines=(1703, 1706),
)(_great_suit(trumps=True))
CALLS = Chapter(Question.SIGNAL, echo, CallFacts.of, silent_on=_silent_on)

FOLLOWING = tuple(
    Chapter(question, echo, CallFacts.of, silent_on=_silent_on) for question in (Question.SECOND, Question.FOURTH)
)
"""The echo is played second or fourth hand, the declarer or dummy having led."""

change = Section[CallFacts](KEY)


@change.rule(
    "axi-csc-which-suit",
    "If partner calls for a change, choose between the two other suits. Lead the one where you have no re-entry, or "
    "else the one that is shorter between dummy and you.",
    lines=(1725, 1732),
    why="If you have a re-entry in one suit, partner must be asking for the other. If you and dummy are weak in both, "
    "partner’s great suit is usually the one where you two have fewer cards.",
)
def which_suit(call: CallFacts) -> Finding:
    situation = call.situation
    if not call.is_leader:
        return no("this is not the original leader")
    heard = call.heard_from(situation.partner)
    if heard is None:
        return no("partner has not called for a change of suit")
    suits = [suit for suit in Suit if suit not in (call.opened, heard, situation.trumps) and situation.hand[suit].ranks]
    if not suits:
        return no("there is no other suit to change to")
    entered = [suit for suit in suits if Rank.ACE in situation.hand[suit] or situation.hand[suit].headed_by("KQ")]
    asked = [suit for suit in suits if suit not in entered] if len(entered) == 1 and len(suits) > 1 else suits
    fewest = min(_between(call, suit) for suit in asked)
    chosen = [suit for suit in asked if _between(call, suit) == fewest]
    cards = [card for suit in chosen for card in situation.hand.only(suit)]
    between = f"hand and dummy have {counted(fewest, 'card')} of it between them"
    why = "the other suit has the re-entry" if asked != suits else between
    return yes(lambda: f"partner has called in {heard.plural}; {' and '.join(s.plural for s in chosen)}: {why}", *cards)


@change.rule(
    "axi-csc-by-leader",
    "Do not return the leader’s suit if the leader has asked for it to be dropped.",
    lines=(1733, 1737),
    row="partner",
)
def dropped(call: CallFacts) -> Finding:
    situation = call.situation
    if call.is_leader or situation.seat.side is not call.leader.side:
        return no("this is not the partner of the original leader")
    if call.heard_from(call.leader) is None:
        return no("the leader has not asked for the suit to be dropped")
    others = [card for card in situation.hand if card.suit not in (call.opened, situation.trumps)]
    if not others:
        return no("there is nothing else to lead")
    return yes("the leader has asked partner not to return the suit", *others)


@change.rule(
    "axi-csc-continuation-sound",
    "With a card of re-entry, and no call from partner, continue the suit that you opened.",
    lines=(1700, 1702),
    why="Your re-entry can still bring the suit in, and so far you know nothing of partner’s strength elsewhere.",
)
def go_on(call: CallFacts) -> Finding:
    situation = call.situation
    if not call.is_leader:
        return no("this is not the original leader")
    if situation.trumps is not None:
        return no("there are trumps")
    if not situation.hand[call.opened].ranks:
        return no("nothing is left of the suit opened")
    if not has_re_entry(situation.hand, call.opened, call.interpretation):
        return no("there is no card of re-entry")
    return yes(
        lambda: f"there is a card of re-entry, and no call from partner, so the {call.opened.plural} are continued",
        *situation.hand.only(call.opened),
    )


CHANGING = Chapter(
    Question.RETURN,
    change,
    CallFacts.of,
    silent_on=_silent_on,
)

MESSAGES = (
    Message(
        "axi-csc-definition",
        "If partner echoes in the suit that the dealer leads, partner calls for a change to a very strong suit.",
        cite(1715, 1720),
        _has_echoed,
    ),
    Message(
        "axi-maxim-083",
        "The card that partner leads shows what partner has in the suit.",
        cite(374, 374),
        _is_partners_lead,
    ),
    Message(
        "axi-maxim-004",
        "Every card also shows what a player does not have. A low lead denies the holdings from which a high card "
        "is led.",
        cite(17, 18),
        _is_low_lead,
    ),
)
