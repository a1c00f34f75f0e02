"""`tutor replay`: a game step by step in a terminal."""

from __future__ import annotations

import sys

import click

from tutor.cli import options
from tutor.cli.card_text import card, compass, hand_lines
from tutor.cli.prompt import ask
from tutor.library.catalogue import load
from tutor.library.games import Decision, DeclarationComment, Game
from tutor.library.values import Remark
from tutor.play import Play
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.seats import Seat
from tutor.wording import figured


@click.command()
@options.game
@click.option("--all", "whole", is_flag=True, help="Print the whole game without questions.")
def replay(game_id: str, whole: bool) -> None:
    """Step through the game ID: press Enter for the next card, and answer the questions."""
    game = load().game(game_id)
    asking = not whole and sys.stdin.isatty()
    click.echo(f"{game.name}, {game.citation}")
    click.echo(_table(game, game.plays[0], _seat_of_first(game)))
    due: list[DeclarationComment] = []  # notes to show after the next decision
    kept_back: list[DeclarationComment] = []  # notes about hidden hands, shown at the end
    for step in range(1, game.last_step + 1):
        decision = game.decision_at(step)
        if decision and asking:
            if step > len(game.calls):
                click.echo(_table(game, game.plays[game.cards_at(step) - 1], decision.seat))
            if not _decide(game, decision):
                return
        click.echo(_event(game, step))
        due += _remarks(game, step)
        if not asking or not game.decision_at(step + 1):
            for note in due:
                if asking and note.tells:
                    kept_back.append(note)
                else:
                    click.echo(_said(note))
            due = []
        if decision and not asking:
            click.echo(f"    {_reason(decision)}")
        if asking and step > len(game.calls) and not game.decision_at(step + 1) and not _goes_on():
            return
    click.echo(f"\n{game.title}: AB {figured(game.tricks.ns, 'trick')}, YZ {game.tricks.ew}.")
    for remark in [*game.after, *kept_back]:
        click.echo(_said(remark))
    click.echo(_table(game, game.plays[0], None))


def _seat_of_first(game: Game) -> Seat:
    return game.decisions[0].seat if game.decisions else game.deal.dealer


def _goes_on() -> bool:
    return ask("", {"": True}) is not None


def _decide(game: Game, decision: Decision) -> bool:
    """Asks a decision and marks the answer; False if the learner stops."""
    if decision.situation:
        click.echo(decision.situation)
    exercise = DecisionExercise(game, decision)
    keys = {choice.key: choice.key for choice in exercise.choices}
    click.echo(f"You are {decision.seat.label}. {exercise.prompt}  ({', '.join(keys)})")
    key = ask(">", keys)
    if key is None:
        return False
    verdict = exercise.mark(key)
    match verdict.grade:
        case Grade.BEST:
            click.echo(f"Right. ({decision.quotation.citation})")
        case Grade.ACCEPTABLE:
            click.echo(f"Also fine. The author’s own choice is {exercise.answer}. {_reason(decision)}")
        case _:
            click.echo(f"No. {verdict.because}\n{exercise.answer}: {_reason(decision)}")
            click.echo(f"“{decision.quotation.text}” ({decision.quotation.citation})")
    return True


def _reason(decision: Decision) -> str:
    return f"{decision.because} {decision.rule.says} ({decision.rule.citation})"


def _event(game: Game, step: int) -> str:
    """The call or the card of a step."""
    if step <= len(game.calls):
        return str(game.calls.said[step - 1])
    play = game.plays[game.cards_at(step)]
    trick = play.last_trick or play.trick
    *_, (seat, played) = trick.items()
    provenance = game.provenance[game.cards_at(step) - 1]
    line = f"{len(play.tricks) + (play.last_trick is None):>2}  {seat.label} {card(played):<4} {provenance.value}"
    if play.last_trick:
        line += f"   — to {trick.winner(play.trumps).label}; AB {play.won.ns}, YZ {play.won.ew}"
    return line


def _remarks(game: Game, step: int) -> list[DeclarationComment]:
    """The comments that a step brings."""
    cards = game.cards_at(step)
    return [note for note in game.notes if note.after == cards and step >= len(game.calls)]


def _said(remark: Remark) -> str:
    return f"    {remark.text} ({remark.citation})"


def _table(game: Game, play: Play, viewer: Seat | None) -> str:
    """The table from a seat; with no viewer every hand is open."""
    exposed = bool(play.tricks or play.trick.cards)
    eyes = game.deal.dealer if viewer is game.dummy and exposed else viewer

    def block(seat: Seat) -> list[str]:
        is_open = eyes in (None, seat) or (seat is game.dummy and exposed)
        return [seat.label, *hand_lines(play.hands[seat], is_open=is_open)]

    trick = play.last_trick or play.trick
    middle = ["", *(f"{seat.label} {card(one)}" for seat, one in trick.items())]
    return "\n" + compass(*(block(Seat.NORTH), block(Seat.WEST), middle, block(Seat.EAST), block(Seat.SOUTH))) + "\n"
