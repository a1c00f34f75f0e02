"""Which questions fit a view, and which views cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tutor.auction import Bid, Calling, Content, Declare, Double, Insufficient, Leave, Pass
from tutor.authorities.rules import Question
from tutor.cards import Card, Hand
from tutor.codes import CODES
from tutor.errors import Impossible
from tutor.notation import counted, have
from tutor.seats import Seat
from tutor.view import View

FOLLOWING = (Question.SECOND, Question.THIRD, Question.FOURTH)
RENOUNCING = (Question.TRUMP, Question.DISCARD)


def fitting(view: View) -> tuple[Question, ...]:
    """The questions that fit a view, in the order in which a player meets them.

    The opening lead can be asked for as soon as something is declared, but is met only when the calls are over.
    """
    met = (question for question in Question if question is not Question.LEAD or view.trick is not None)
    return tuple(question for question in met if why_unfit(view, question) is None)


def why_unfit(view: View, question: Question) -> str | None:
    """Why a question cannot be asked of a view; None where it fits.

    The calls are asked of the view’s own seat; a card of the hand that is to play, its own or one that it sees.
    """
    match question:
        case Question.DECLARE:
            return _unfit_to_declare(view)
        case Question.DOUBLE:
            return _unfit_to_double(view)
        case Question.BID:
            return _unfit_to_bid(view)
        case Question.LEAD:
            return _unfit_to_open(view)
        case _:
            return _unfit_to_play(view, question)


def require_asked(view: View, question: Question) -> None:
    """Raises `Impossible` where a view that somebody wrote does not put a question to the one who looks.

    Unlike `why_unfit` this knows whose turn it is, at straight bridge and at auction as four play them; of the other
    games no view is written.
    """
    why = why_unfit(view, question) or _out_of_turn(view, question)
    if why is None:
        return
    others = [f"‘{other.value}’" for other in fitting(view) if _out_of_turn(view, other) is None]
    mend = f"Ask {' or '.join(others)}" if others else "Correct the view, or ask from another seat"
    raise Impossible(f"‘{question.value}’ cannot be asked here: {why}", mend)


def _out_of_turn(view: View, question: Question) -> str | None:
    """Why it is not for the one who looks to answer; None where it is."""
    if not question.is_of_calls:
        return _not_ours_to_play(view, question)
    calling = view.calling
    is_auction = question is Question.BID or _is_auction(calling)
    code = CODES["auction-1910" if is_auction else "bridge-english-1901"]
    turn = code.turn(calling)
    while turn and turn.seat is not view.seat and Content() in turn.calls:
        calling = calling.after(turn.seat, Content())  # who is content need not be written
        turn = code.turn(calling)
    if turn is None:
        return "the calls are over"
    if turn.seat is not view.seat:
        return f"it is for {turn.seat.label} to speak, and {view.seat.label} looks"
    return None


def _not_ours_to_play(view: View, question: Question) -> str | None:
    if question is Question.LEAD and view.trick is None:
        return _before_the_bidding_is_over(view.calling)
    if view.trick is None:
        return None
    seat = view.trick.to_play
    if view.seat is seat or (view.seat is seat.partner and any(seat is other for other, _ in view.exposed)):
        return None
    return f"{seat.label} is to play, and {view.seat.label} looks"


def _before_the_bidding_is_over(calling: Calling) -> str | None:
    """Why nobody leads yet at auction, where every call is said; at bridge the content need not say that they are."""
    if not _is_auction(calling):
        return None
    turn = CODES["auction-1910"].turn(calling)
    return f"the bidding is not over: it is for {turn.seat.label} to speak" if turn else None


def _is_auction(calling: Calling) -> bool:
    return any(isinstance(said.call, Bid | Pass | Insufficient) for said in calling)


def _unfit_to_declare(view: View) -> str | None:
    if any(isinstance(said.call, Bid | Pass) for said in view.calling):
        return "at auction one bids, and does not declare"
    if view.declaration:
        return "trumps have been declared already"
    if view.trick is not None:
        return "the cards are being played"
    return None


def _unfit_to_double(view: View) -> str | None:
    if view.declaration is None:
        return "nothing has been declared yet"
    return "the cards are being played" if view.trick is not None else None


def _unfit_to_bid(view: View) -> str | None:
    if any(isinstance(said.call, Declare | Leave) for said in view.calling):
        return "at straight bridge one declares, and does not bid"
    if not all(isinstance(said.call, Bid | Pass | Double | Insufficient) for said in view.calling):
        return "in this variety it is not tricks in a suit that are bid"
    return "the cards are being played" if view.trick is not None else None


def _unfit_to_open(view: View) -> str | None:
    if view.trick is None and view.declaration is None:
        return "nothing has been declared yet"
    if not view.is_leader:
        return "only the dealer’s left-hand opponent has the opening lead"
    return "the first card has been led" if view.played() else None


def _unfit_to_play(view: View, question: Question) -> str | None:
    trick = view.trick
    if trick is None:
        return "no card is being played"
    seat = trick.to_play
    hand = view.seen.get(seat)
    if not hand:
        return f"{seat.label} is to play, whose cards are not seen"
    declarer = view.dummy_seat.partner if view.dummy_seat else None
    is_declarers = declarer is not None and seat.side is declarer.side
    led = trick.suit_led
    if led is None:
        if not view.tricks:
            return "it is the opening lead"
        if question is (Question.MANAGE if is_declarers else Question.RETURN):
            return None
        return "a card is to be led, by the declarer" if is_declarers else "a card is to be led, not by the declarer"
    follows = bool(hand[led])
    if question is Question.SIGNAL:
        return "the declarer has nobody to signal to" if is_declarers else None
    if question in RENOUNCING:
        return f"there are {led.plural} to follow with" if follows else _without_trumps(view, hand, question)
    if question not in FOLLOWING:
        return "a card has been led"
    if not follows:
        return f"there is no {led.singular} to follow with"
    place = FOLLOWING.index(question) + 1
    number = len(trick.cards)
    return None if number == place else f"{counted(number, 'card')} {have(number)} been played to the trick"


def _without_trumps(view: View, hand: Hand, question: Question) -> str | None:
    if question is Question.TRUMP and (view.trumps is None or not hand[view.trumps]):
        return "there is no trump to play"
    return None


def may_ruff(view: View) -> bool:
    """Whether the hand to play has none of the suit led and could trump a trick that the opponents are winning."""
    trick, trumps = view.trick, view.trumps
    if trick is None or trick.suit_led is None or trumps is None:
        return False
    hand, winner = view.seen.get(trick.to_play), trick.winner(trumps)
    if not hand or hand[trick.suit_led] or not hand[trumps] or winner is trick.to_play.partner:
        return False
    winning = trick.card_of(winner)
    return winning is not None and (winning.suit is not trumps or hand[trumps].highest > winning.rank)


def why_impossible(view: View) -> str | None:
    """Why no table can look so: the first fault found, in words; None where there is none."""
    if not view.exposed and not view.tricks and not (view.trick and view.trick.cards):
        return _MORE_THAN_A_HAND if len(view.hand) > 13 else None
    return next(_faults(view), None)


_MORE_THAN_A_HAND = "more than thirteen cards were dealt to a hand"


def _faults(view: View) -> Iterator[str]:
    played = view.played()
    cards = Counter([*(one.card for one in played), *(card for hand in view.seen.values() for card in hand)])
    yield from (f"the {card.name} is there twice" for card, times in cards.items() if times > 1)
    if view.exposed and view.is_leader and not played and view.declaration is not None:
        yield "dummy lies open before a card has been led"
    yield from _faults_of_tricks(view)
    left = {seat: len(hand) + sum(one.seat is seat for one in played) for seat, hand in view.seen.items()}
    if len(set(left.values())) > 1:
        yield "the hands were dealt with different numbers of cards"
    if any(size > 13 for size in left.values()):
        yield _MORE_THAN_A_HAND


def _faults_of_tricks(view: View) -> Iterator[str]:
    """What is wrong with who led and who followed."""
    void: dict[Seat, set[object]] = {seat: set() for seat in Seat}
    leader: Seat | None = None
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    for number, trick in enumerate(tricks, 1):
        if number <= len(view.tricks) and not trick.is_complete:
            yield f"trick {number} is not complete"
            return
        if leader is not None and trick.leader is not leader:
            yield f"{leader.label} won trick {number - 1}, and {trick.leader.label} leads to the next"
        led = trick.suit_led
        for seat, card in trick.items():
            if card.suit in void[seat]:
                yield _against_a_void(seat, card)
            if card.suit is not led:
                void[seat].add(led)
        leader = trick.winner(view.trumps) if trick.is_complete else None
    for seat, hand in view.seen.items():
        if void[seat]:
            yield from (_against_a_void(seat, card) for card in hand if card.suit in void[seat])


def _against_a_void(seat: Seat, card: Card) -> str:
    return f"{seat.label} did not follow in {card.suit.plural}, and has the {card.name}"
