"""A game of the books to replay, as teachers assign it and learners do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext, lazy_gettext
from markupsafe import Markup, escape

from tutor.study.classroom.assigned_work import ReplayWork
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.web.classroom.assignment_form import (
    BY_QUESTION,
    AssignmentForm,
    attempts_field,
    counts_of_answers,
    pass_mark_field,
)
from tutor.web.classroom.authored_content import game_of, title_of_game, to_choose
from tutor.web.classroom.tasks import KindPages, NextAction, Task
from tutor.web.forms import ChoiceField, SelectChoice
from tutor.web.learn.games import Addresses
from tutor.web.learn.replay import Chair
from tutor.web.services import services


def games_to_choose(form: AssignmentForm[Any], field: ChoiceField) -> Sequence[SelectChoice]:
    """The teacher’s own games, and those of the books by author."""
    del form
    own = [
        SelectChoice(name, title, optgroup=gettext("Your own"))
        for name, title in to_choose(("game",), field.data or "")
    ]
    games = sorted(services().library.games.values(), key=lambda game: game.citation.author)
    ours = [SelectChoice(game.id, f"{game.name}: {game.title}", optgroup=game.citation.author) for game in games]
    return [SelectChoice("", gettext("Choose a game")), *own, *ours]


class ReplayForm(AssignmentForm[ReplayWork]):
    """The game to assign."""

    work_fields = ("game",)

    game = ChoiceField(
        lazy_gettext("The game"),
        games_to_choose,
        game_of,
        missing=lazy_gettext("Nothing is chosen. Choose a game."),
    )
    pass_mark = pass_mark_field()
    tries = attempts_field(BY_QUESTION)
    counts = counts_of_answers()

    def work(self) -> ReplayWork:
        return ReplayWork(game=self.game.value.id)

    @classmethod
    def typed(cls, work: ReplayWork) -> Mapping[str, Any]:
        return {"game": work.game}


class ReplayPages(KindPages[ReplayWork]):
    """A game, replayed on its own page, from the seat of the player who decides."""

    kind = "replay"
    name = lazy_gettext("A game to replay")
    says = lazy_gettext("as a book gives it, with every decision to make")
    form = ReplayForm

    def summary(self, work: ReplayWork) -> Markup:
        return escape(gettext("A game to replay: %(game)s", game=title_of_game(work.game)))

    def suggested_title(self, work: ReplayWork) -> str:
        return title_of_game(work.game)

    def next_action(self, task: Task[ReplayWork]) -> NextAction:
        """The game at its first decision without an answer for this assignment."""
        game, answered = game_of(task.work.game), {given.answer.item for given in task.given}
        addresses = Addresses(game, Chair.TURN)
        waits = next((decision for decision in game.decisions if f"{game.id}/{decision.id}" not in answered), None)
        at_decision = waits is not None and bool(answered)
        url = addresses.step(waits.step - 1, part="decision") if waits and at_decision else addresses.step(0)
        return NextAction(url, gettext("Continue") if task.given else gettext("Start"))

    def answer_url(self, task: Task[ReplayWork], answer: GivenAnswer) -> str:
        game, name = game_of(task.work.game), answer.answer.item.partition("/")[2]
        step = next((decision.step - 1 for decision in game.decisions if decision.id == name), 0)
        return Addresses(game, Chair.TURN).step(step, part="decision")
