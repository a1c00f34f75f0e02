"""What the API does not tell in a classroom: answers that open work asks of anybody there. The rule is `work_secrets`.

Nobody logs in for the API, so what is secret for one learner is secret for all who ask it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from tutor.errors import FaultyContent, Unknown
from tutor.library.games import Game
from tutor.quizzes.items import ItemRef
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.work_secrets import WorkSecrets
from tutor.web.api.problems import Assigned
from tutor.web.classroom.authored_content import shelf
from tutor.web.services import services


def check_question(ref: ItemRef) -> None:
    """Refuses a question that open work asks. Raises `Assigned`.

    Drills draw theirs from a secret, with numbers that no question here has. So these are questions of lessons, and all
    on the items of a drill from before there were secrets.
    """
    secrets, items = _secrets()
    if ref.item in items or secrets.of_question(ref) is not None:
        raise Assigned("This question")


def check_game(game: Game) -> None:
    """Refuses the play of a game that open work asks. Raises `Assigned`."""
    secrets, _ = _secrets()
    if (secrets.of_decisions(game) or secrets.of_deal(game.deal)) is not None:
        raise Assigned("This game")


def check_name(name: str, what: str) -> None:
    """Refuses a game, a deal or an ending that open work asks, by its id. Raises `Assigned`, calling it `what`."""
    if all_secrets().of_name(name) is not None:
        raise Assigned(what)


def all_secrets() -> WorkSecrets:
    """What is secret for anybody."""
    return _secrets()[0]


def _secrets() -> tuple[WorkSecrets, set[str]]:
    """What is secret for anybody, and the items of drills without a secret."""
    content, items = shelf(), set[str]()
    found, room, now = WorkSecrets(content), services().classroom, services().study.now
    if not services().has_classes:
        return found, items
    for assignment in room.assignments.all_of_classes():
        if isinstance(assignment.work, DrillWork) and not assignment.secret and assignment.accepts_work(now):
            items.update(assignment.work.on)
        with suppress(Unknown, FaultyContent):  # what is no longer there has nothing to hide
            found.add_work(assignment, (), now)
    for live in room.live.all_running():
        with suppress(Unknown, FaultyContent):
            found.add_live(live, replace(content, learner=live.work.by), now)
    return found, items
