"""What can be read in the cards of the dealer’s opponents. The dealer’s cards tell nothing (p. 142).

Each message says only when it is read. What it means follows from the rules by which such a card is chosen.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.auction import Said
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.purpose_of_declaration import is_offensive
from tutor.authorities.rules import Message
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.citations import Citation
from tutor.play import Played, Trick
from tutor.view import View

MESSAGES: list[Message] = []
"""What can be read in an opponent’s card, in the order of the rules below."""

Condition = Callable[[Situation, Played], bool]


def message(message_id: str, says: str, *, page: int, lines: tuple[int, int]) -> Callable[[Condition], Condition]:
    """Makes a message of the condition on which it is read in a card just played by one of the dealer’s opponents."""

    def add(condition: Condition) -> Condition:
        def heard(view: View, act: Played | Said) -> bool:
            situation = Situation(view)
            declarer = situation.declarer
            if not isinstance(act, Played) or declarer is None or act.seat.side is declarer.side:
                return False
            return condition(situation, act)

        MESSAGES.append(Message(message_id, says, Citation(KEY, page, lines), heard))
        return condition

    return add


def _trick(situation: Situation, act: Played) -> Trick:
    return (*situation.view.tricks, situation.trick)[act.trick - 1]


# ---- cards that follow, and leads ---------------------------------------------------------------------------------


def _is_plain(situation: Situation, suit: Suit) -> bool:
    return situation.view.trumps is not None and suit is not situation.view.trumps


def _followed_twice(situation: Situation, act: Played) -> tuple[Rank, Rank] | None:
    """The ranks with which the player has followed to the first two rounds of a suit, this being the second."""
    suit, trick = act.card.suit, _trick(situation, act)
    cards, led = situation.played_by(act.seat, suit), situation.led_by(act.seat)
    if trick.leader is act.seat or trick.suit_led is not suit or situation.rounds(suit) != 2:
        return None
    if len(cards) != 2 or any(card in led for card in cards):
        return None
    return cards[0].rank, cards[1].rank


@message(
    "hel-signal-echo-trumps",
    "With trumps, a higher card of a suit and then a lower shows no more of it, and asks for a ruff.",
    page=143,
    lines=(7139, 7165),
)
def called_for_ruff(situation: Situation, act: Played) -> bool:
    ranks = _followed_twice(situation, act)
    return _is_plain(situation, act.card.suit) and ranks is not None and ranks[0] > ranks[1]


@message(
    "hel-signal-echo-trumps",
    "With trumps, a lower card of a suit and then a higher is no call, and shows more of the suit.",
    page=144,
    lines=(7157, 7165),
)
def did_not_call(situation: Situation, act: Played) -> bool:
    ranks = _followed_twice(situation, act)
    return _is_plain(situation, act.card.suit) and ranks is not None and ranks[0] < ranks[1]


@message(
    "hel-inference-king-ace",
    "With trumps, a lead of king and then ace shows a third card. A lead of ace and then king shows none.",
    page=209,
    lines=(10949, 10951),
)
def led_king_and_ace(situation: Situation, act: Played) -> bool:
    leads = [lead for lead in situation.leads if lead.card.suit is act.card.suit]
    if not _is_plain(situation, act.card.suit) or len(leads) != 2 or leads[1] != act:
        return False
    return leads[0].seat is act.seat and {lead.card.rank for lead in leads} == {Rank.ACE, Rank.KING}


@message(
    "hel-inference-ace-then-other",
    "If a player leads an ace and then another suit, their suit is not headed by ace and king, and the ace need not "
    "be single.",
    page=142,
    lines=(7088, 7095),
)
def left_suit_of_ace(situation: Situation, act: Played) -> bool:
    led = situation.led_by(act.seat)
    if _trick(situation, act).leader is not act.seat or len(led) != 2 or situation.leads[0].seat is not act.seat:
        return False
    return led[0].rank is Rank.ACE and led[1].suit is not led[0].suit


@message(
    "hel-third-echo",
    "Without trumps, a higher card and then a lower on partner’s king and the next lead shows the ace and four more.",
    page=166,
    lines=(8208, 8225),
)
def echoed(situation: Situation, act: Played) -> bool:
    ranks = _followed_twice(situation, act)
    if situation.view.trumps is not None or ranks is None or ranks[0] < ranks[1]:
        return False
    opened = next(lead for lead in situation.leads if lead.card.suit is act.card.suit)
    return opened.card.rank is Rank.KING and opened.seat is act.seat.partner


# ---- discards -----------------------------------------------------------------------------------------------------


def _discards(situation: Situation, act: Played) -> tuple[Card, ...]:
    """The discards of the player, when the card is one."""
    is_discard = act.card.suit not in (_trick(situation, act).suit_led, situation.view.trumps)
    return situation.discards_of(act.seat) if is_discard else ()


def _first_two(situation: Situation, act: Played) -> tuple[Rank, Rank] | None:
    """The ranks of the first two discards, when this is the second and both are of one suit."""
    discards = _discards(situation, act)
    if len(discards) != 2 or discards[0].suit is not discards[1].suit:
        return None
    return discards[0].rank, discards[1].rank


def _is_first_discard(situation: Situation, act: Played) -> bool:
    return len(_discards(situation, act)) == 1


def _partner_leads(situation: Situation, act: Played) -> bool:
    return _trick(situation, act).leader is act.seat.partner


@message(
    "hel-discard-nt-call",
    "If a player throws a higher card of a suit and then a lower, they call for the suit.",
    page=172,
    lines=(8437, 8454),
)
def called_by_discards(situation: Situation, act: Played) -> bool:
    ranks = _first_two(situation, act)
    return ranks is not None and ranks[0] > ranks[1]


@message(
    "hel-signal-head-sequence",
    "Without trumps, an ace or king thrown first is the head of four or more in sequence.",
    page=173,
    lines=(8464, 8472),
)
def threw_head(situation: Situation, act: Played) -> bool:
    is_high = act.card.rank in (Rank.ACE, Rank.KING)
    return situation.view.trumps is None and is_high and _is_first_discard(situation, act)


@message(
    "hel-discard-nt-partner-leads",
    "Without trumps, a player who discards while their partner leads does not want the suit thrown, unless it "
    "comes last.",
    page=173,
    lines=(8474, 8487),
)
def threw_on_partners_lead(situation: Situation, act: Played) -> bool:
    return situation.view.trumps is None and _partner_leads(situation, act) and bool(_discards(situation, act))


@message(
    "hel-discard-nt-adversary-leads",
    "Without trumps, a first discard while the dealer’s side leads is from the suit that is wanted.",
    page=173,
    lines=(8489, 8493),
)
def threw_first_on_dealers_lead(situation: Situation, act: Played) -> bool:
    return situation.view.trumps is None and not _partner_leads(situation, act) and _is_first_discard(situation, act)


@message(
    "hel-discard-nt-twice",
    "Without trumps, two discards running from one suit, the second higher, show weakness in it.",
    page=173,
    lines=(8494, 8515),
)
def threw_twice_upwards(situation: Situation, act: Played) -> bool:
    ranks = _first_two(situation, act)
    return situation.view.trumps is None and ranks is not None and ranks[0] < ranks[1]


@message(
    "hel-discard-trumps-offensive",
    "If trumps were declared to attack, a first discard is from the strongest suit.",
    page=144,
    lines=(7171, 7180),
)
def threw_first_against_attack(situation: Situation, act: Played) -> bool:
    return is_offensive(situation.view) and _is_first_discard(situation, act)


@message(
    "hel-discard-trumps-defensive",
    "If trumps are doubled or defensive, a first discard is from the weakest suit.",
    page=144,
    lines=(7182, 7197),
)
def threw_first_against_weak_trumps(situation: Situation, act: Played) -> bool:
    view = situation.view
    return view.trumps is not None and not is_offensive(view) and _is_first_discard(situation, act)


# ---- the opening --------------------------------------------------------------------------------------------------


@message(
    "hel-third-ace-led",
    "Without trumps, an ace opened shows a long suit headed by ace and queen, or a card of re-entry elsewhere.",
    page=164,
    lines=(8110, 8120),
)
def opened_ace(situation: Situation, act: Played) -> bool:
    view = situation.view
    if view.trumps is not None or view.dummy_seat is None or act.seat is not view.seat.partner:
        return False
    return view.played()[:1] == (act,) and act.card.rank is Rank.ACE
