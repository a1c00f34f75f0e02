"""Acts at a table: calls, cards, hints, offences, claims, and the next deal."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.authorities.rules import Answer
from tutor.errors import Malformed, TutorError
from tutor.library.laws import laws
from tutor.quizzes.kinds.tables import TableExercise, TableRef
from tutor.study.answers.answer import Answer as Answered
from tutor.study.answers.marking import answer_to
from tutor.study.answers.matches import PlayedOn
from tutor.tables.bots import bot
from tutor.tables.claims import claim, may_play_out
from tutor.tables.match import Match, Strictness
from tutor.tables.rigour import read as read_offence
from tutor.tables.table import Table
from tutor.web.play.assigned import assignment_of, may_hint
from tutor.web.play.keeping import keep, known, moved_on
from tutor.web.play.page import page_of
from tutor.web.play.room import blueprint
from tutor.web.services import services
from tutor.wording import sentences

HINT_OF_RULE = 2
"""The stage of a hint at a table: the rule, not the answer."""


@blueprint.get("/<int:key>")
def table(key: int) -> str:
    """The deal in progress, as the learner sees it."""
    return page_of(key, known(key))


@blueprint.post("/<int:key>/act")
def act(key: int) -> Response | tuple[str, int]:
    """Makes the learner’s call or plays their card, and then the others act."""
    match = known(key)
    table, given = match.table, request.form.get("act", "")
    answer = moved_on(key, match, given)
    if answer is not None:
        return answer
    if "hint" in request.form:
        return _hint(key, match)
    if not match.is_learners_turn(table):
        return page_of(key, match, str(PlayedOn())), 409
    try:
        what = table.read(given)
        before, table = table, match.acted(table, what)
    except TutorError as error:
        return page_of(key, match, laws().worded(error)), 400
    answered = answer_given(key, match, before, what)
    # A trick that this card completes rests on the table until the learner goes on.
    is_complete = table.play is not None and table.play.last_trick is not None
    return keep(key, match, match.after(table if is_complete else match.bots_go_on(table, bot)), answered)


def _hint(key: int, match: Match) -> Response:
    """Counts and shows a hint for the learner’s choice."""
    if may_hint(key, match) and match.is_learners_turn(match.table):
        ref = TableRef.now(key, match, match.table)
        services().study.hints.take(ref.topic, ref.key, HINT_OF_RULE)
    return redirect(f"{url_for('tables.table', key=key)}#decision", 303)


@blueprint.post("/<int:key>/offend")
def offend(key: int) -> Response | tuple[str, int]:
    """In the rigour of the game, exposes a card or leads it out of turn, and applies the law."""
    match = known(key)
    table = match.table
    answer = moved_on(key, match)
    if answer is not None:
        return answer
    try:
        if match.strictness is not Strictness.RIGOUR:
            raise Malformed(
                "offence", request.form.get("how", ""), "it is only for the rigour of the game", "Start a table with it"
            )
        offence = read_offence(f"{request.form.get('how', '')} {request.form.get('card', '')}")
        if offence is None:
            raise Malformed("offence", request.form.get("how", "")[:40], "it is unknown", "Choose one of the two")
        table = table.after_offence(match.seat_at(table), offence)
    except TutorError as error:
        return page_of(key, match, str(error)), 400
    return keep(key, match, match.after(table))


def answer_given(key: int, match: Match, before: Table, what: Answer) -> Answered | None:
    """The answer that a choice at a guided table gives to the author’s rule, if a rule decides there."""
    if match.strictness is not Strictness.GUIDED:
        return None
    ref = TableRef.now(key, match, before)
    exercise = TableExercise(ref, before)
    return answer_to(ref, exercise, exercise.mark(str(what))) if exercise.is_asked else None


@blueprint.post("/<int:key>/go-on")
def go_on(key: int) -> Response | tuple[str, int]:
    """The others act until it is the learner’s turn. Nothing is done twice."""
    match = known(key)
    return keep(key, match, match.after(match.bots_go_on(match.table, bot)))


@blueprint.post("/<int:key>/undo")
def undo(key: int) -> Response | tuple[str, int]:
    """Takes back the learner’s last act, with everything after it."""
    match = known(key)
    if match.strictness is Strictness.RIGOUR:
        return page_of(key, match, gettext("You cannot take anything back in the rigour of the game.")), 400
    if match.table.is_over and assignment_of(key):
        return page_of(key, match, gettext("You cannot take this back: the deal is over and its result is saved.")), 400
    return moved_on(key, match) or keep(key, match, match.undone())


@blueprint.post("/<int:key>/claim")
def claim_rest(key: int) -> Response | tuple[str, int]:
    """The learner claims some of the remaining tricks."""
    match, text = known(key), request.form.get("tricks", "")
    table = match.table
    try:
        if not text.isdecimal():
            raise Malformed("claim", text, "it is not a number of tricks", "Write a number")
        played_out = claim(table, match.seat_at(table), int(text))
    except TutorError as error:
        return page_of(key, match, str(error)), 400
    return moved_on(key, match) or keep(key, match, match.after(played_out))


@blueprint.post("/<int:key>/play-out")
def play_out(key: int) -> Response | tuple[str, int]:
    """Plays the rest of the deal, if the learner has nothing left to decide."""
    match = known(key)
    table = match.table
    answer = moved_on(key, match)
    if answer is not None:
        return answer
    if not may_play_out(table, match.seat_at(table)):
        return page_of(key, match, gettext("You still have cards to choose from. Play on, or claim the rest.")), 400
    while not table.is_over:
        table = table.after(table.lawful()[0]) if match.is_learners_turn(table) else match.bots_go_on(table, bot)
    return keep(key, match, match.after(table))


@blueprint.post("/<int:key>/next")
def next_deal(key: int) -> Response | tuple[str, int]:
    """The next deal of the rubber."""
    match = known(key)
    if assignment_of(key):
        return page_of(key, match, gettext("Your assignment is only this one deal.")), 400
    try:
        following = match.with_next_deal()
    except ValueError as error:
        return page_of(key, match, sentences(f"{str(error)[0].upper()}{str(error)[1:]}")), 400
    return keep(key, match, following.after(following.bots_go_on(following.table, bot)))
