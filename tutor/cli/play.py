"""`tutor play`: a rubber at the practice table in a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from random import Random

import click

from tutor.auction import Double
from tutor.authorities.rules import Advice, Answer
from tutor.cards import PACK, Card
from tutor.cli.card_text import card, compass, hand_lines
from tutor.cli.prompt import ask
from tutor.codes import CODES, code
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.laws import laws
from tutor.seats import Seat, Side
from tutor.settings import resolve
from tutor.study.classroom.secret_numbers import is_sealed_seed
from tutor.study.storage.data_folder import open_study
from tutor.study.study import Study
from tutor.tables import notices
from tutor.tables.bots import bot
from tutor.tables.call_text import EVERY_CALL
from tutor.tables.match import Match, Strictness, player_of, strictness_of
from tutor.tables.review import ReviewedDecision, advised, review
from tutor.tables.rigour import ExposeCard
from tutor.tables.table import Table

HINT = "hint"
UNDO = "undo"
EXPOSE = "expose"


@click.command(epilog=f"The games: {', '.join(CODES)}.")
@click.argument("code_key", metavar="CODE", required=False)
@click.option("--seat", default="", help="Your seat in the first deal: A, Y, B or Z.")
@click.option("--seed", default="", help="The same number gives everybody the same deals.")
@click.option(
    "--strict", type=click.Choice([strictness.value for strictness in Strictness]), default="guided", show_default=True
)
@click.option("--resume", type=int, help="The number of a rubber to continue.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder where it is saved.")
def play(code_key: str | None, seat: str, seed: str, strict: str, resume: int | None, data: Path | None) -> None:
    """Play a rubber of the game CODE. Type q to stop; every call and card is saved."""
    settings = resolve({"data": data}).settings
    study = open_study(settings.folder, server=settings.database_url)
    try:
        key, match = _resumed(study, resume) if resume is not None else _begun(study, code_key, seat, seed, strict)
        number = "" if is_sealed_seed(match.seed) else f", deals with number {match.seed}"
        click.echo(f"{match.code.title}; rubber {key}{number}. You are {match.player.label}.")
        _play(study, key, match, resuming(key, data))
    finally:
        study.close()


def resuming(key: int, data: Path | None) -> str:
    """The command that continues a rubber, with the same options."""
    kept = [] if data is None else ["--data", str(data)]
    return shlex.join(["tutor", "play", "--resume", str(key), *kept])


def _resumed(study: Study, key: int) -> tuple[int, Match]:
    match = study.matches.find(key)
    if match is None:
        raise Unknown("rubber", str(key), map(str, study.matches.all()))
    return key, match


def _begun(study: Study, code_key: str | None, seat: str, seed: str, strict: str) -> tuple[int, Match]:
    if code_key is None:
        raise Malformed("code", "", "the game is missing", f"Name one of {', '.join(CODES)}")
    game = code(code_key)
    player, strictness = player_of(game, seat), strictness_of(game, strict)
    if is_sealed_seed(seed):
        raise Malformed("number of the deal", seed, "assigned deals have such numbers", "Choose another")
    match = Match(game, seed or str(Random().randrange(1, 1_000_000)), player, strictness)
    return study.matches.begin(match), match


def _play(study: Study, key: int, match: Match, resume: str) -> None:
    kept = match
    while True:
        table = match.bots_go_on(match.table, bot)
        _tell(match.table, table)
        match = match.after(table)
        study.matches.save(key, match, kept)
        kept = match
        if table.is_over:
            following = _ended(match, table)
            if following is None:
                return
            match = following
        elif match.is_learners_turn(table):
            answered = _answered(match, table)
            if answered is None:
                click.echo(f"To continue: {resume}")
                return
            match = answered


def _tell(before: Table, after: Table) -> None:
    """Prints what the others have done."""
    for number in range(len(before.acts), len(after.acts)):
        act = after.acts[number]
        told = f"{act.seat.label} {card(act.what)}" if isinstance(act.what, Card) else notices.act_told(after, number)
        click.echo(f"  {told}")
    if after.acts != before.acts:
        _tell_trick(after)


def _answered(match: Match, table: Table) -> Match | None:
    """The match after the learner’s act; None if the learner stops."""
    click.echo(_drawn(match, table))
    learner = match.seat_at(table)
    called = notices.called(table, learner)
    if called:
        click.echo(called.worded(laws()))
    offered = {_typed(table, one): one for one in table.lawful()}
    more = {one: one for one in (HINT, UNDO) if match.strictness is Strictness.GUIDED}
    exposed = _to_expose(match, table, learner)
    hand = f", from {table.hand_to_act_label}’s hand" if table.hand_to_act is not learner else ""
    besides = [f"{EXPOSE} CARD"] if exposed else []
    answers: dict[str, Answer | ExposeCard | str] = {**offered, **more}
    unlisted: dict[str, Answer | ExposeCard | str] = {**_others(match, table), **exposed}
    if "redoubles" in offered:
        unlisted["re-doubles"] = offered["redoubles"]
    chosen = ask(f"You{hand} ({', '.join([*answers, *besides])}):", answers, unlisted)
    if chosen is None:
        return None
    if chosen == UNDO:
        return match.undone()
    if isinstance(chosen, str):
        advice = advised(table)
        told = (
            f"{advice.rule.says} ({advice.citation})"
            if isinstance(advice, Advice)
            else "The author has no advice here."
        )
        click.echo(told)
        return match
    try:
        if isinstance(chosen, ExposeCard):
            done = table.after_offence(learner, chosen)
            click.echo(f"  {list(notices.offences(done))[-1].worded(laws())}")
        else:
            done = match.acted(table, chosen)
    except TutorError as error:
        click.echo(laws().worded(error))
        return match
    shown = len(table.revokes())
    for revoke in list(notices.revokes(done, learner))[shown:] if not done.is_over else []:
        click.echo(revoke.worded(laws()))
    if not isinstance(chosen, ExposeCard):
        _tell_trick(done)
    return match.after(done)


def _typed(table: Table, answer: Answer) -> str:
    """What to type for a call or a card: `hearts`, `one heart`, `doubles`, `HK`."""
    if isinstance(answer, Double):
        declaration = table.calling.declaration
        return "redoubles" if declaration and declaration.doubled else "doubles"
    return str(answer).removeprefix("declares ").removeprefix("bids ")


def _others(match: Match, table: Table) -> Mapping[str, Answer]:
    """Acts that are not offered. Where the table is not guided, they can be typed, and the law answers."""
    if match.strictness is Strictness.GUIDED:
        return {}
    if table.play is None:
        typed = {_typed(table, call): call for call in EVERY_CALL.values()}
        return {**{str(card): card for card in PACK}, **typed, **{_typed(table, one): one for one in table.lawful()}}
    hand = table.play.hands[table.play.to_play]
    return {**EVERY_CALL, **{str(card): card for card in hand}}


def _to_expose(match: Match, table: Table, learner: Seat) -> Mapping[str, ExposeCard]:
    """The learner’s own cards that may be exposed, at the strictest tables."""
    if match.strictness is not Strictness.RIGOUR or table.play is None:
        return {}
    return {f"{EXPOSE} {card}": ExposeCard(card) for card in table.play.hands[learner]}


def _tell_trick(table: Table) -> None:
    if table.play and table.play.last_trick:
        click.echo(f"  — to {table.play.last_trick.winner(table.play.trumps).label}")


def _ended(match: Match, table: Table) -> Match | None:
    """Prints the result; then the next deal, or None if the rubber is over or the learner stops."""
    for revoke in notices.revokes(table, match.seat_at(table)):
        click.echo(revoke.worded(laws()))
    score = table.score()
    sheet = table.sheet.after(score)
    for item in score.items:
        click.echo(f"{item.party.label} {item.points} for {item.what}")
    for one in review(table, match.code.seat_of(match.player, len(table.sheet.deals))):
        said = "has no advice" if one.is_advised is None else "agrees" if one.is_advised else "advises otherwise"
        cost = "" if one.cost is None else f"; in hindsight it lost {one.cost}"
        click.echo(f"  {_done(table, one)}: the author {said}{cost}")
    click.echo("  ".join(f"{party.label} {sheet.total(party)}" for party in sheet.parties))
    if sheet.is_over:
        winner = sheet.winner
        ends = "win" if isinstance(winner, Side) else "wins"
        click.echo(f"{winner.label} {ends} the rubber." if winner else "Nobody wins: the totals are equal.")
        return None
    return match.with_next_deal() if ask("Another deal? (Enter, or q):", {"": True}) else None


def _done(table: Table, one: ReviewedDecision) -> str:
    """A decision as it is written in a terminal: `A HK`, `B redoubles`."""
    return one.act.text if isinstance(one.act.what, Card) else notices.act_told(table, one.number)


def _drawn(match: Match, table: Table) -> str:
    """The table with the learner’s seat at the bottom, the open hands and the cards played."""
    hands = table.play.hands if table.play else table.deal.hands
    learner = match.seat_at(table)
    below, left, above, right = learner.round()

    def block(seat: Seat) -> list[str]:
        lines = [seat.label, *hand_lines(hands[seat], is_open=seat in table.may_look(learner))]
        turned = [f"turned up {card(table.turn_up)}"] if table.turn_up and seat is table.deal.dealer else []
        exposed = [f"exposed {card(one)}" for one in table.face_up if one in hands[seat]]
        return [*lines, *turned, *exposed]

    trick = table.play.trick.items() if table.play else ()
    middle = ["", *(f"{seat.label} {card(one)}" for seat, one in trick)]
    drawn = compass(block(above), block(left), middle, block(right), block(below))
    return "\n".join(["", *_standing(table), "", drawn, ""])


def _standing(table: Table) -> list[str]:
    """The contract, the card turned up, the tricks and the score."""
    told = [notices.what_is_played(table)] if table.play or table.turn_up or table.calling.declaration else []
    if table.play:
        play = table.play
        tricks = play.won_by_seat if play.trick.out else play.won
        won = ", ".join(f"{one.label} {count}" for one, count in tricks.items() if one not in play.trick.out)
        told.append(f"trick {play.number}; tricks {won}")
    score = ", ".join(f"{party.label} {table.sheet.stands_at(party)}" for party in table.sheet.parties)
    told.append(f"score {score}")
    turned = notices.turned_up(table)
    return ["; ".join(one for one in told if one) + ".", *([turned] if turned else [])]
