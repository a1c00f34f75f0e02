"""What Foster hears in the cards of others (pp. 125–141, 149)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tutor.auction import Said
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.play_facts import PlayFacts
from tutor.authorities.rules import Message
from tutor.cards import Card, Rank
from tutor.codes.bridge_code import HONOURS
from tutor.play import Played, Trick
from tutor.seats import Seat
from tutor.view import View

MESSAGES: list[Message] = []


@dataclass(frozen=True)
class HeardCard:
    """The last card played, to a trick, by the partner of the player who listens."""

    facts: PlayFacts
    card: Card
    by: Seat
    trick: Trick
    is_of_first_trick: bool

    @property
    def listener(self) -> Seat:
        return self.by.partner

    @property
    def has_trumps(self) -> bool:
        return self.facts.view.trumps is not None

    @property
    def is_led(self) -> bool:
        return self.trick.leader is self.by

    @property
    def follows_listener(self) -> bool:
        """Whether it follows suit to a lead of the listener’s."""
        return self.trick.leader is self.listener and self.trick.suit_led is self.card.suit

    def is_second_lead_after(self, first: Rank) -> bool:
        """Whether it is the second lead of a suit that the same hand first led with this rank."""
        led = [card for card in self.facts.led_by(self.by) if card.suit is self.card.suit]
        return self.is_led and len(led) == 2 and led[0].rank is first

    @property
    def is_first_discard(self) -> bool:
        return self.facts.discards_of(self.by) == (self.card,)


def message(
    rule_id: str, says: str, *, page: int, lines: tuple[int, int]
) -> Callable[[Callable[[HeardCard], bool]], Callable[[HeardCard], bool]]:
    """Makes a message of the condition on which it is heard, and adds it to Foster’s messages."""

    def add(test: Callable[[HeardCard], bool]) -> Callable[[HeardCard], bool]:
        def heard(view: View, act: Played | Said) -> bool:
            if not isinstance(act, Played) or act.seat is not view.seat.partner or view.played()[-1:] != (act,):
                return False
            tricks = (*view.tricks, *([view.trick] if view.trick and view.trick.cards else []))
            return test(HeardCard(PlayFacts(view), act.card, act.seat, tricks[act.trick - 1], act.trick == 1))

        MESSAGES.append(Message(rule_id, says, cite(page, *lines), heard))
        return test

    return add


# ---- leads -------------------------------------------------------------------------------------------------------


@message(
    "fos-lead-objects",
    "By custom a high card led shows partner which honours are with it.",
    page=129,
    lines=(4381, 4387),
)
def high_lead(heard: HeardCard) -> bool:
    return heard.is_of_first_trick and heard.is_led and heard.card.rank in HONOURS


@message(
    "fos-eleven-rule",
    "Take a fourth-best lead from eleven: it shows how many higher cards the leader does not have.",
    page=139,
    lines=(4741, 4759),
)
def fourth_best_lead(heard: HeardCard) -> bool:
    return heard.is_of_first_trick and heard.is_led and heard.card.rank not in HONOURS


@message(
    "fos-lead-trump-king-ace-follow", "The card led after the king shows what is with it.", page=130, lines=(4404, 4449)
)
def after_the_king(heard: HeardCard) -> bool:
    return heard.is_second_lead_after(Rank.KING)


@message(
    "fos-lead-trump-ace-follow", ("The card led after the ace shows what is with it."), page=134, lines=(4536, 4543)
)
def after_the_ace(heard: HeardCard) -> bool:
    return heard.is_second_lead_after(Rank.ACE)


# ---- third hand --------------------------------------------------------------------------------------------------


@message(
    "fos-third-echo",
    "Third hand’s second card shows whether they can trump the next round or have another.",
    page=137,
    lines=(4683, 4695),
)
def echo(heard: HeardCard) -> bool:
    facts, suit = heard.facts, heard.card.suit
    follows = not heard.is_led and heard.trick.suit_led is suit is not facts.view.trumps
    if not heard.has_trumps or not follows or len(facts.played_by(heard.by, suit)) != 2:
        return False
    return facts.openings[suit].leader is heard.listener


@message(
    "fos-third-echo-jack",
    "If the jack falls in the first round, the player has the queen or no more.",
    page=138,
    lines=(4697, 4701),
)
def fall_of_the_knave(heard: HeardCard) -> bool:
    is_knave = heard.card.rank is Rank.KNAVE and heard.follows_listener
    return heard.has_trumps and is_knave and heard.facts.rounds(heard.card.suit) == 1


@message(
    "fos-third-nt-second-best",
    "If third hand plays under a high card without trumps, the card is their second-best.",
    page=138,
    lines=(4707, 4722),
)
def second_best(heard: HeardCard) -> bool:
    return not heard.has_trumps and heard.follows_listener and heard.trick.cards[0].rank in HONOURS


# ---- suits called, returned and thrown ---------------------------------------------------------------------------


@message(
    "fos-lead-play-down",
    "If partner opens the suit that you called with their best card, the next that they part with shows those between.",
    page=125,
    lines=(4201, 4205),
)
def played_down(heard: HeardCard) -> bool:
    facts, suit = heard.facts, heard.card.suit
    cards = facts.played_by(heard.by, suit)
    called = suit in facts.suits_called_by(heard.listener)
    return called and len(cards) > 1 and facts.opening_of(heard.by, suit) == cards[0]


@message(
    "fos-return-number",
    "The card with which partner returns your suit shows how many they have.",
    page=141,
    lines=(4823, 4828),
)
def returned(heard: HeardCard) -> bool:
    led = [card for card in heard.facts.led_by(heard.by) if card.suit is heard.card.suit]
    opened = heard.facts.suits_opened_by(heard.listener)
    return heard.is_led and led == [heard.card] and heard.card.suit in opened


@message(
    "fos-disc-trump",
    "Against trumps, lead the suit of partner’s first discard.",
    page=149,
    lines=(5109, 5118),
)
def suit_wanted(heard: HeardCard) -> bool:
    return heard.has_trumps and heard.is_first_discard


@message(
    "fos-disc-nt-unafraid",
    "Against no trumps, a discard shows what partner does not fear, and not that they are weak there.",
    page=149,
    lines=(5135, 5149),
)
def suit_not_feared(heard: HeardCard) -> bool:
    return not heard.has_trumps and heard.is_first_discard
