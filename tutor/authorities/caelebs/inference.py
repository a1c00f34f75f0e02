"""What Cælebs hears in the cards of others (pp. 22–24, 45): “inferences with little room for ambiguity”."""

from __future__ import annotations

from collections.abc import Callable

from tutor.auction import Said
from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import WhistFacts
from tutor.authorities.rules import Message
from tutor.cards import Card, Rank
from tutor.citations import Citation
from tutor.play import Played, Trick
from tutor.view import View

Heard = Callable[[WhistFacts, Played, Trick], bool]
"""Whether something is heard in a card: by what is seen when it has been played, the card, and its trick."""

_messages: list[Message] = []


def _heard(message_id: str, says: str, page: int, lines: tuple[int, int]) -> Callable[[Heard], Heard]:
    """Makes a message of the condition on which it is heard in a card."""

    def add(test: Heard) -> Heard:
        def heard(view: View, act: Played | Said) -> bool:
            facts = WhistFacts(view)
            return isinstance(act, Played) and test(facts, act, (*view.tricks, facts.trick)[act.trick - 1])

        _messages.append(Message(message_id, says, Citation(KEY, page, lines), heard))
        return test

    return add


@_heard(
    "cae-art-003a", ("A high card played before a lower one, when it need not be, asks for trumps."), 22, (1237, 1244)
)
def _blue_peter(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    plays = facts.put_to_leads(act.seat, act.card.suit)
    is_lower = trick.leader is not act.seat and len(plays) > 1 and plays[-1].rank < plays[-2].rank
    return is_lower and facts.asked_in(act.seat, act.card.suit)


@_heard(
    "cae-art-003b",
    "A high card led has the card next below it behind it. A high card that follows a lead does not.",
    22,
    (1246, 1275),
)
def _sequence(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    del facts
    return act.card.rank > Rank.TEN if trick.leader is act.seat else act.card.suit is trick.suit_led


@_heard("cae-art-003c", "A lead from two cards, the higher first, shows a wish to ruff.", 23, (1277, 1279))
def _lead_from_two(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    del trick
    suit = act.card.suit
    played = facts.played_by(act.seat, suit)
    opened = suit is not facts.view.trumps and suit in facts.suits_opened_by(act.seat)
    return opened and len(played) == 2 and played[1].rank < played[0].rank <= Rank.TEN


@_heard("cae-art-003d", "The best trump led, and then another suit, shows that there are no more.", 23, (1281, 1284))
def _best_trump_and_stop(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    trumps = facts.view.trumps
    if trick.leader is not act.seat or act.trick < 2 or act.card.suit is trumps:
        return False
    before = facts.view.tricks[act.trick - 2]
    return before.leader is act.seat and before.suit_led is trumps and facts.was_master(before.cards[0])


@_heard("cae-art-003g", "Fourth hand wins as cheaply as it can.", 24, (1314, 1323))
def _cheapest(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    trumps = facts.view.trumps
    is_last = trick.is_complete and trick.cards[-1] == act.card
    return is_last and act.card.suit in (trick.suit_led, trumps) and trick.winner(trumps) is act.seat


@_heard(
    "cae-art-044",
    ("If second hand plays the ace to the first lead, it has several more of the suit, or none."),
    45,
    (2164, 2169),
)
def _second_hand_played_the_ace(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    if facts.view.declaration is not None or act.card.rank is not Rank.ACE or trick.suit_led is not act.card.suit:
        return False
    led_before = (before.suit_led for before in facts.view.tricks[: act.trick - 1])
    return trick.round()[1] is act.seat and act.card.suit not in led_before


@_heard(
    "cae-art-003e",
    "A discard comes from the suit that is not wanted: the player’s weakest, or their partner’s strongest.",
    23,
    (1286, 1308),
)
def _discarded(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    del trick
    return facts.view.declaration is None and act.card in facts.discards_of(act.seat)


@_heard(
    "cae-art-003f",
    "If a player discards the best card of a suit, they have the sequence behind it. If they discard the second "
    "best, they have no more of it.",
    24,
    (1310, 1313),
)
def _discarded_the_best_or_second_best(facts: WhistFacts, act: Played, trick: Trick) -> bool:
    better = (Card(act.card.suit, rank) for rank in Rank if rank > act.card.rank)
    return _discarded(facts, act, trick) and sum(card not in facts.gone for card in better) <= 1


MESSAGES = tuple(_messages)
