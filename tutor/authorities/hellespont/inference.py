"""What Hellespont hears in the cards of the dealer’s adversaries; from the dealer’s nothing is to be read (p. 142).

Each message says only when it is heard. What it means follows from the rules by which such a card is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.auction import Said
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declared import is_offensive
from tutor.authorities.rules import Message
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.play import Played, Trick
from tutor.view import View

_Heard = Callable[[Situation, Played], bool]


def _of_an_adversary(heard: _Heard) -> Callable[[View, Played | Said], bool]:
    """What is heard in a card that one of the dealer’s adversaries has just played."""

    def hears(view: View, act: Played | Said) -> bool:
        situation = Situation(view)
        declarer = situation.declarer
        if not isinstance(act, Played) or declarer is None or act.seat.side is declarer.side:
            return False
        return heard(situation, act)

    return hears


def _trick(situation: Situation, act: Played) -> Trick:
    return (*situation.view.tricks, situation.trick)[act.trick - 1]


def _follows(situation: Situation, act: Played) -> bool:
    trick = _trick(situation, act)
    return trick.leader is not act.seat and trick.suit_led is act.card.suit


def _first_two(situation: Situation, act: Played) -> tuple[Rank, ...]:
    """The ranks of the two cards that the player has played of the suit, when this is the second and both followed."""
    cards = situation.played_by(act.seat, act.card.suit)
    led = situation.led_by(act.seat)
    if len(cards) != 2 or situation.rounds(act.card.suit) != 2 or any(card in led for card in cards):
        return ()
    return tuple(card.rank for card in cards)


def _is_plain(situation: Situation, suit: Suit) -> bool:
    return situation.view.trumps is not None and suit is not situation.view.trumps


def _called_for_a_ruff(situation: Situation, act: Played) -> bool:
    ranks = _first_two(situation, act)
    return _is_plain(situation, act.card.suit) and _follows(situation, act) and len(ranks) == 2 and ranks[0] > ranks[1]


def _did_not_call(situation: Situation, act: Played) -> bool:
    ranks = _first_two(situation, act)
    return _is_plain(situation, act.card.suit) and _follows(situation, act) and len(ranks) == 2 and ranks[0] < ranks[1]


def _led_king_and_ace(situation: Situation, act: Played) -> bool:
    leads = [lead for lead in situation.leads if lead.card.suit is act.card.suit]
    return (
        _is_plain(situation, act.card.suit)
        and len(leads) == 2
        and leads[-1] == act
        and leads[0].seat is act.seat
        and {leads[0].card.rank, leads[1].card.rank} == {Rank.ACE, Rank.KING}
    )


def _left_the_suit_of_the_ace(situation: Situation, act: Played) -> bool:
    led = situation.led_by(act.seat)
    return (
        _trick(situation, act).leader is act.seat
        and len(led) == 2
        and situation.leads[0].seat is act.seat
        and led[0].rank is Rank.ACE
        and led[1].suit is not led[0].suit
    )


def _echoed(situation: Situation, act: Played) -> bool:
    ranks = _first_two(situation, act)
    opened = [lead for lead in situation.leads if lead.card.suit is act.card.suit]
    return (
        situation.view.trumps is None
        and _follows(situation, act)
        and len(ranks) == 2
        and ranks[0] > ranks[1]
        and opened[0].card.rank is Rank.KING
        and opened[0].seat is act.seat.partner
    )


# ---- discards ---------------------------------------------------------------------------------------------------


def _discards(situation: Situation, act: Played) -> tuple[Card, ...]:
    """The discards of who played, when the card is one."""
    trick = _trick(situation, act)
    if trick.suit_led is act.card.suit or act.card.suit is situation.view.trumps:
        return ()
    return situation.discards_of(act.seat)


def _is_first_discard(situation: Situation, act: Played) -> bool:
    return len(_discards(situation, act)) == 1


def _repeats(situation: Situation, act: Played) -> tuple[Rank, ...]:
    """The ranks of the first two discards, when this is the second and both are of one suit."""
    discards = _discards(situation, act)
    if len(discards) != 2 or discards[0].suit is not discards[1].suit:
        return ()
    return tuple(card.rank for card in discards)


def _called_by_discards(situation: Situation, act: Played) -> bool:
    ranks = _repeats(situation, act)
    return len(ranks) == 2 and ranks[0] > ranks[1]


def _repeated_without_a_call(situation: Situation, act: Played) -> bool:
    ranks = _repeats(situation, act)
    return situation.view.trumps is None and len(ranks) == 2 and ranks[0] < ranks[1]


def _threw_a_head(situation: Situation, act: Played) -> bool:
    is_high = act.card.rank in (Rank.ACE, Rank.KING)
    return situation.view.trumps is None and is_high and _is_first_discard(situation, act)


def _threw_on_partners_lead(situation: Situation, act: Played) -> bool:
    partner_leads = _trick(situation, act).leader is act.seat.partner
    return situation.view.trumps is None and partner_leads and bool(_discards(situation, act))


def _threw_first_on_the_dealers_lead(situation: Situation, act: Played) -> bool:
    partner_leads = _trick(situation, act).leader is act.seat.partner
    return situation.view.trumps is None and not partner_leads and _is_first_discard(situation, act)


def _threw_first_against_an_attack(situation: Situation, act: Played) -> bool:
    return is_offensive(situation.view) and _is_first_discard(situation, act)


def _threw_first_against_weak_trumps(situation: Situation, act: Played) -> bool:
    return bool(situation.view.trumps) and not is_offensive(situation.view) and _is_first_discard(situation, act)


MESSAGES: Sequence[Message] = (
    Message(
        "hel-signal-echo-trumps",
        "A higher card of a suit and then a lower, with trumps: no more of it, and a ruff is asked for.",
        cite(143, 7139, 7165),
        _of_an_adversary(_called_for_a_ruff),
    ),
    Message(
        "hel-signal-echo-trumps",
        "A lower card of a suit and then a higher, with trumps: no call, and the suit is still held.",
        cite(144, 7157, 7165),
        _of_an_adversary(_did_not_call),
    ),
    Message(
        "hel-inference-king-ace",
        "King and then ace led, with trumps, or ace and then king: the first shows a third card, the second none.",
        cite(209, 10949, 10951),
        _of_an_adversary(_led_king_and_ace),
    ),
    Message(
        "hel-inference-ace-then-other",
        "An ace led, and then another suit: no suit headed by ace and king was held, and the ace need not be single.",
        cite(142, 7088, 7095),
        _of_an_adversary(_left_the_suit_of_the_ace),
    ),
    Message(
        "hel-third-echo",
        "A higher card and then a lower on partner’s king and what follows it, without trumps: the ace and four more.",
        cite(166, 8208, 8225),
        _of_an_adversary(_echoed),
    ),
    Message(
        "hel-discard-nt-call",
        "A higher card of a suit thrown and then a lower: a call for the suit.",
        cite(172, 8437, 8454),
        _of_an_adversary(_called_by_discards),
    ),
    Message(
        "hel-signal-head-sequence",
        "An ace or king thrown first, without trumps: the head of four or more in sequence.",
        cite(173, 8464, 8472),
        _of_an_adversary(_threw_a_head),
    ),
    Message(
        "hel-discard-nt-partner-leads",
        "A discard while the partner of who makes it leads, without trumps: not the suit wanted, unless it comes last.",
        cite(173, 8474, 8487),
        _of_an_adversary(_threw_on_partners_lead),
    ),
    Message(
        "hel-discard-nt-adversary-leads",
        "A first discard while the dealer’s side leads, without trumps: the suit that is wanted.",
        cite(173, 8489, 8493),
        _of_an_adversary(_threw_first_on_the_dealers_lead),
    ),
    Message(
        "hel-discard-nt-twice",
        "Two discards running from one suit, the second higher, without trumps: weakness in it.",
        cite(173, 8494, 8515),
        _of_an_adversary(_repeated_without_a_call),
    ),
    Message(
        "hel-discard-trumps-offensive",
        "A first discard against trumps declared to attack: the strongest suit.",
        cite(144, 7171, 7180),
        _of_an_adversary(_threw_first_against_an_attack),
    ),
    Message(
        "hel-discard-trumps-defensive",
        "A first discard against trumps that are doubled or defensive: the weakest suit.",
        cite(144, 7182, 7197),
        _of_an_adversary(_threw_first_against_weak_trumps),
    ),
)
