"""What Cælebs hears in the cards of others (pp. 22–24, 45): “inferences with little room for ambiguity”."""

from __future__ import annotations

from tutor.auction import Said
from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import WhistFacts
from tutor.authorities.rules import Message
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.citations import Citation
from tutor.play import Played, Trick
from tutor.view import View


def _trick_of(view: View, act: Played) -> Trick:
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return tricks[act.trick - 1]


def _is_lead(view: View, act: Played) -> bool:
    return _trick_of(view, act).leader is act.seat


def _blue_peter(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or _is_lead(view, act):
        return False
    facts = WhistFacts(view)
    plays = facts.put_to_leads(act.seat, act.card.suit)
    return len(plays) > 1 and plays[-1].rank < plays[-2].rank and facts.asked_in(act.seat, act.card.suit)


def _sequence(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played):
        return False
    if _is_lead(view, act):
        return act.card.rank > Rank.TEN
    return act.card.suit is _trick_of(view, act).suit_led


def _lead_from_two(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played):
        return False
    suit = act.card.suit
    facts = WhistFacts(view)
    played = facts.played_by(act.seat, suit)
    opened = suit is not view.trumps and suit in facts.suits_opened_by(act.seat)
    return opened and len(played) == 2 and played[1].rank < played[0].rank <= Rank.TEN


def _best_trump_and_stop(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or not _is_lead(view, act) or act.trick < 2 or act.card.suit is view.trumps:
        return False
    before = view.tricks[act.trick - 2]
    led = before.cards[0]
    return before.leader is act.seat and led.suit is view.trumps and WhistFacts(view).was_master(led)


def _cheapest(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played):
        return False
    trick = _trick_of(view, act)
    suits: set[Suit | None] = {trick.suit_led, view.trumps}
    return (
        trick.is_complete
        and trick.cards[-1] == act.card
        and act.card.suit in suits
        and (trick.winner(view.trumps) is act.seat)
    )


def _second_hand_played_the_ace(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or view.declaration is not None or act.card.rank is not Rank.ACE:
        return False
    trick = (*view.tricks, Situation(view).trick)[act.trick - 1]
    is_second = trick.round()[1] is act.seat and trick.suit_led is act.card.suit
    return is_second and not any(before.suit_led is act.card.suit for before in view.tricks[: act.trick - 1])


def _discarded(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or view.declaration is not None:
        return False
    return act.card in Situation(view).discards_of(act.seat)


def _discarded_the_best_or_second_best(view: View, act: Played | Said) -> bool:
    if not (isinstance(act, Played) and _discarded(view, act)):
        return False
    better = [Card(act.card.suit, rank) for rank in Rank if rank > act.card.rank]
    return sum(card not in Situation(view).gone for card in better) <= 1


MESSAGES = (
    Message(
        "cae-art-003a",
        "A high card played before a lower without need asks for trumps.",
        Citation(KEY, 22, (1237, 1244)),
        _blue_peter,
    ),
    Message(
        "cae-art-003b",
        "A high card led has the next below it behind it; one that follows has not the next below it.",
        Citation(KEY, 22, (1246, 1275)),
        _sequence,
    ),
    Message(
        "cae-art-003c",
        "A lead from two cards, the higher first, shows a wish to ruff.",
        Citation(KEY, 23, (1277, 1279)),
        _lead_from_two,
    ),
    Message(
        "cae-art-003d",
        "The best trump led, and then another suit, shows that there are no more.",
        Citation(KEY, 23, (1281, 1284)),
        _best_trump_and_stop,
    ),
    Message("cae-art-003g", "Fourth hand wins as cheaply as he can.", Citation(KEY, 24, (1314, 1323)), _cheapest),
    Message(
        "cae-art-044",
        "Second hand’s ace to the first lead tells of several, or of no more.",
        Citation(KEY, 45, (2164, 2169)),
        _second_hand_played_the_ace,
    ),
    Message(
        "cae-art-003e",
        "A discard comes from the suit that is not wanted: the player’s weakest, or his partner’s strongest.",
        Citation(KEY, 23, (1286, 1308)),
        _discarded,
    ),
    Message(
        "cae-art-003f",
        "The best card of a suit discarded tells of the sequence behind it, the second best of no more.",
        Citation(KEY, 24, (1310, 1313)),
        _discarded_the_best_or_second_best,
    ),
)
