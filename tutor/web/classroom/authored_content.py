"""The content that teachers wrote, beside the tutor’s own, as far as the current user may see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flask import g
from flask_babel import gettext

from tutor.errors import FaultyContent, Unknown
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.games import Game
from tutor.library.lesson_blocks import Playable
from tutor.library.lessons import Lesson
from tutor.study.classroom.assigned_work import QuestionCount, Work
from tutor.study.classroom.authored_content import ContentAccess, id_of, is_own, parsed
from tutor.web.services import services


def shelf() -> ContentAccess:
    """The content that the current user may see."""
    whole = services()
    room = whole.classroom
    study = whole.study
    reader = g.get("preview_by", study.learner)  # a teacher who looks at pages of pupils may see what is their own
    return ContentAccess(whole.library, whole.courses, whole.makers, room.compositions, room.assignments, reader, study)


def lesson_of(lesson_id: str) -> Lesson:
    """The lesson of an id. Raises `Unknown`, `FaultyContent`."""
    return shelf().lesson(lesson_id)


def game_of(game_id: str) -> Game:
    """The game of an id. Raises `Unknown`, `FaultyContent`."""
    return shelf().game(game_id)


def deal_of(deal_id: str) -> ExampleDeal:
    """The deal of an id. Raises `Unknown`, `FaultyContent`."""
    return shelf().hand(deal_id, ExampleDeal, "deal") if is_own(deal_id) else services().library.deal(deal_id)


def problem_of(problem_id: str) -> Problem:
    """The ending of an id. Raises `Unknown`, `FaultyContent`."""
    return shelf().hand(problem_id, Problem, "ending") if is_own(problem_id) else services().library.problem(problem_id)


def group_of(group_id: str) -> HandsGroup:
    """The group of hands of an id. Raises `Unknown`, `FaultyContent`."""
    own = is_own(group_id)
    return shelf().hand(group_id, HandsGroup, "group of hands") if own else services().library.group(group_id)


def playable_of(name: str) -> Playable:
    """The game, deal or ending of an id, from a teacher or the library. Raises `Unknown`, `FaultyContent`."""
    return shelf().playable(name)


def questions_in(work: Work) -> QuestionCount:
    """How many questions work has; 1 if it cannot be counted or no longer exists."""
    return shelf().questions_in(work)


def to_choose(says: Collection[str], chosen: str = "") -> Sequence[tuple[str, str]]:
    """What the current user has written of some kinds: the newest ids, and titles.

    The content that is `chosen` already is among them, even if it is an older version.
    """
    whole = services()
    found = whole.classroom.compositions.all_of(whole.study.learner)
    here = [composition for composition in found if composition.says in says and composition.dropped_at is None]
    listed = {
        id_of(composition.id, composition.newest): f"{composition.title} ({composition.name})" for composition in here
    }
    old = parsed(chosen)
    if old is not None and chosen not in listed:
        names = {composition.id: composition.name for composition in found if composition.says in says}
        listed |= (
            {chosen: gettext("%(name)s, version %(number)s", name=names[old[0]], number=old[1])}
            if old[0] in names
            else {}
        )
    return list(listed.items())


def title_of_lesson(lesson_id: str) -> str:
    """The title of a lesson, or its id if it no longer exists."""
    try:
        return lesson_of(lesson_id).title
    except (Unknown, FaultyContent):
        return lesson_id


def title_of_game(game_id: str) -> str:
    """The author and name of a game, or its id if it no longer exists."""
    try:
        game = game_of(game_id)
    except (Unknown, FaultyContent):
        return game_id
    return f"{game.citation.author}, {game.name}"
