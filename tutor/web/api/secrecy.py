"""What the API does not tell in a classroom: answers that open work asks of anybody there. The rule is `work_secrets`.

Nobody logs in for the API, so what is secret for one learner is secret for all who ask it. Nothing of it is remembered:
what opens is refused from that moment on. Only work that could ask what is asked for is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace

from tutor.errors import FaultyContent, Unknown
from tutor.library.games import Game
from tutor.quizzes.items import ItemRef
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.live_work import RACE
from tutor.study.classroom.work_secrets import WorkSecrets
from tutor.web.api.problems import Assigned
from tutor.web.classroom.authored_content import shelf
from tutor.web.services import services


def check_question(ref: ItemRef) -> None:
    """Refuses a question that open work asks. Raises `Assigned`.

    Drills draw theirs from a secret, with numbers that no question here has. So these are questions of lessons, and all
    on the items of a drill from before there were secrets.
    """
    if not services().has_classes:
        return
    assignments, now = services().classroom.assignments, services().study.now
    drills = assignments.open_in_any_class(("drill",), now, only_without_secret=True)
    if any(isinstance(drill.work, DrillWork) and ref.item in drill.work.on for drill in drills):
        raise Assigned("This question")
    secrets = _secrets(assignments.open_in_any_class(("lesson",), now), ("lesson", "drill", RACE))
    if secrets.of_question(ref) is not None:
        raise Assigned("This question")


def check_game(game: Game) -> None:
    """Refuses the play of a game that open work asks. Raises `Assigned`."""
    if not services().has_classes:
        return
    found = services().classroom.assignments.open_in_any_class(_KINDS_WITH_DEALS, services().study.now)
    asking = [one for one in found if one.work.kind == "lesson" or one.work.content_id in ("", game.id)]
    secrets = _secrets(asking, _LIVE_KINDS_WITH_DEALS)
    if (secrets.of_decisions(game) or secrets.of_deal(game.deal)) is not None:
        raise Assigned("This game")


def check_name(name: str, what: str) -> None:
    """Refuses a game, a deal or an ending that open work asks, by its id. Raises `Assigned`, calling it `what`."""
    if all_secrets().of_name(name) is not None:
        raise Assigned(what)


def all_secrets() -> WorkSecrets:
    """What is secret for anybody about games, deals and endings, and about the text of lessons."""
    if not services().has_classes:
        return WorkSecrets(shelf())
    found = services().classroom.assignments.open_in_any_class(_KINDS_WITH_DEALS, services().study.now)
    return _secrets(found, _LIVE_KINDS_WITH_DEALS)


_KINDS_WITH_DEALS = ("replay", "hand", "lesson")  # a lesson may play games and deals of the books
_LIVE_KINDS_WITH_DEALS = ("replay", "deal", "lesson", RACE)


def _secrets(work: Iterable[Assignment], kinds: Collection[str]) -> WorkSecrets:
    """What is secret for anybody: what some work asks, and live lessons of some kinds."""
    content, room, now = shelf(), services().classroom, services().study.now
    found = WorkSecrets(content)
    for assignment in {one.work: one for one in work}.values():  # whoever else has the same is asked the same
        with suppress(Unknown, FaultyContent):  # what is no longer there has nothing to hide
            found.add_work(assignment, (), now)
    for live in room.live.all_running(kinds):
        with suppress(Unknown, FaultyContent):
            found.add_live(live, replace(content, learner=live.work.by), now)
    return found
