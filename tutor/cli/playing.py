"""`tutor play`: a rubber at the practice table in a terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from tutor.authorities.rules import Advice, Answer
from tutor.cards import Card
from tutor.cli.asking import ask
from tutor.cli.drawing import card, compass, hand_lines
from tutor.codes import CODES, code
from tutor.errors import Malformed, Unknown
from tutor.seats import Seat, Side
from tutor.study import matches
from tutor.study.folder import data_folder, open_study
from tutor.study.store import Study
from tutor.tables.bots import bot
from tutor.tables.match import Match, Strictness
from tutor.tables.review import advised, review
from tutor.tables.table import Table

HINT = "hint"
UNDO = "undo"


@click.command()
@click.argument("code_key", metavar="CODE", required=False)
@click.option("--seat", default="", help="Your seat in the first deal: A, Y, B or Z.")
@click.option("--seed", default="", help="A number that gives everybody the same deals.")
@click.option("--strict", type=click.Choice([one.value for one in Strictness]), default="guided", show_default=True)
@click.option("--resume", type=int, help="The number of a rubber begun before, to go on with.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder in which it is kept.")
def play(code_key: str | None, seat: str, seed: str, strict: str, resume: int | None, data: Path | None) -> None:
    """Play a rubber of the game CODE; q leaves off, and every call and card is kept."""
    study = open_study(data_folder(data))
    try:
        key, match = _resumed(study, resume) if resume is not None else _begun(study, code_key, seat, seed, strict)
        click.echo(f"{match.code.title}; rubber {key}, deals of number {match.seed}. You are {match.player.label}.")
        _play(study, key, match)
    finally:
        study.close()


def _resumed(study: Study, key: int) -> tuple[int, Match]:
    match = matches.find(study, key)
    if match is None:
        raise Unknown("rubber", str(key), [str(one) for one in study.matches()])
    return key, match


def _begun(study: Study, code_key: str | None, seat: str, seed: str, strict: str) -> tuple[int, Match]:
    if code_key is None:
        raise Malformed("code", "", "a game is wanted", f"Name one of {', '.join(CODES)}")
    game = code(code_key)
    player = Seat.labelled(seat) if seat else game.players[0]
    if player not in game.players:
        who = ", ".join(one.label for one in game.players)
        raise Malformed("player", player.label, f"the players of this game are {who}", "Name one of them")
    chosen = seed or str(Random().randrange(1, 1_000_000))
    match = Match(game, chosen, player, Strictness(strict))
    return matches.begin(study, match), match


def _play(study: Study, key: int, match: Match) -> None:
    while True:
        table = match.bots_go_on(match.table, bot)
        _tell(match.table, table)
        match = match.after(table)
        matches.keep(study, key, match)
        if table.is_over:
            following = _ended(match, table)
            if following is None:
                return
            match = following
        elif match.is_learners_turn(table):
            answered = _answered(match, table)
            if answered is None:
                click.echo(f"Go on with: tutor play --resume {key}")
                return
            match = answered


def _tell(before: Table, after: Table) -> None:
    """What the others have done."""
    for act in after.acts[len(before.acts) :]:
        click.echo(f"  {act.seat.label} {card(act.what) if isinstance(act.what, Card) else act.what}")
    if after.acts != before.acts:
        _tell_trick(after)


def _answered(match: Match, table: Table) -> Match | None:
    """The match after the learner’s act; None when the learner leaves off."""
    click.echo(_drawn(match, table))
    lawful = {str(one).removeprefix("declares ").removeprefix("bids "): one for one in table.lawful()}
    more = {one: one for one in (HINT, UNDO) if match.strictness is Strictness.GUIDED}
    hand = f", from {table.hand_to_act_label}’s hand" if table.hand_to_act is not match.seat_at(table) else ""
    answers: dict[str, Answer | str] = {**lawful, **more}
    chosen = ask(f"You{hand} ({', '.join(answers)}):", answers)
    if chosen is None:
        return None
    if chosen == UNDO:
        return match.undone()
    if isinstance(chosen, str):
        advice = advised(table)
        told = f"{advice.rule.says} ({advice.citation})" if isinstance(advice, Advice) else "The author is silent here."
        click.echo(told)
        return match
    done = table.after(chosen)
    _tell_trick(done)
    return match.after(done)


def _tell_trick(table: Table) -> None:
    if table.play and table.play.last_trick:
        click.echo(f"  — to {table.play.last_trick.winner(table.play.trumps).label}")


def _ended(match: Match, table: Table) -> Match | None:
    """What came of the deal; then the next deal, or None at the end of the rubber or of the learner’s patience."""
    score = table.score()
    sheet = table.sheet.after(score)
    for item in score.items:
        click.echo(f"{item.party.label} {item.points} for {item.what}")
    for one in review(table, match.code.seat_of(match.player, len(table.sheet.deals))):
        said = "silent" if one.is_advised is None else "so he advises" if one.is_advised else "he advises otherwise"
        cost = "" if one.cost is None else f"; hindsight: {one.cost} thrown"
        click.echo(f"  {one.act.text}: the author {said}{cost}")
    click.echo("  ".join(f"{party.label} {sheet.total(party)}" for party in sheet.parties))
    if sheet.is_over:
        winner = sheet.winner
        ends = "win" if isinstance(winner, Side) else "wins"
        click.echo(f"{winner.label} {ends} the rubber." if winner else "Nobody wins: the totals are equal.")
        return None
    return match.with_next_deal() if ask("Another deal? (Enter, or q):", {"": True}) else None


def _drawn(match: Match, table: Table) -> str:
    """The table from the learner’s seat, which is below."""
    hands = table.play.hands if table.play else table.deal.hands
    learner = match.seat_at(table)
    below, left, above, right = learner.round()

    def block(seat: Seat) -> list[str]:
        return [seat.label, *hand_lines(hands[seat], is_open=seat in table.may_look(learner))]

    trick = table.play.trick.items() if table.play else ()
    middle = ["", *(f"{seat.label} {card(one)}" for seat, one in trick)]
    return "\n" + compass(block(above), block(left), middle, block(right), block(below)) + "\n"
