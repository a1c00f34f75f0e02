"""The decisions of a game, asked before they are told."""

from __future__ import annotations

from tutor.authorities.rules import Answer
from tutor.cards import Card
from tutor.library.fields import CALLS
from tutor.library.games import Asks, Decision, Game
from tutor.quizzes.marks import Grade, Mark


def choices(game: Game, decision: Decision) -> tuple[Answer, ...]:
    """The answers that can be given to a decision, those of the author’s among them."""
    given = [decision.answer, *decision.also, *(answer for reason in decision.instead for answer in reason.answers)]
    if isinstance(decision.answer, Card):
        return tuple(game.plays[game.cards_at(decision.step) - 1].lawful())
    return tuple(call for call in CALLS.values() if call in given)


def prompt(decision: Decision) -> str:
    """The question of a decision. It tells nothing but what the player can see."""
    match decision.asks:
        case Asks.DECLARE:
            return "What do you declare?"
        case Asks.DOUBLE:
            return "Do you double?"
        case Asks.LEAD:
            return "What do you lead?"
        case Asks.RENOUNCE:
            return "You have none of the suit led. What do you play?"
        case _:
            return f"What do you play, {decision.asks.value}?"


def moment(decision: Decision) -> str:
    """When a decision falls: `Trick 3, Y`; `The declaration, A`."""
    if isinstance(decision.answer, Card):
        return f"{decision.id.split('-')[0].capitalize()} {decision.id.split('-')[1]}, {decision.seat.label}"
    name = "The double" if decision.asks is Asks.DOUBLE else "The declaration"
    return f"{name}, {decision.seat.label}"


def mark(decision: Decision, answer: Answer) -> Mark:
    """The mark of an answer that can be given; of one not advised, the author’s reason against it."""
    if answer == decision.answer:
        return Mark(answer, Grade.BEST, decision.because)
    if answer in decision.also:
        return Mark(answer, Grade.ACCEPTABLE, decision.because)
    return Mark(answer, Grade.NOT_ADVISED, decision.why_not(answer))


def written(answer: Answer) -> str:
    """An answer as forms and the store write it: `HK`, `spades`, `leave`."""
    return str(answer) if isinstance(answer, Card) else next(word for word, call in CALLS.items() if call == answer)


def read(text: str, among: tuple[Answer, ...]) -> Answer | None:
    """The answer of a text, or None when it is not among those that can be given."""
    return next((answer for answer in among if written(answer) == text), None)
