"""What teachers wrote themselves, as pages show it beside what the tutor has: to who asks, as he may see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tutor.errors import FaultyContent, Unknown
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.games import Game
from tutor.library.lesson_blocks import Playable
from tutor.library.lessons import Lesson
from tutor.study.classroom.assigned_work import QuestionCount, Work
from tutor.study.classroom.authored_content import ContentAccess, id_of, is_own, parsed
from tutor.web.services import services


def shelf() -> ContentAccess:
    """What who asks may see."""
    whole = services()
    room = whole.classroom
    study = whole.study
    return ContentAccess(
        whole.library, whole.courses, whole.makers, room.compositions, room.assignments, study.learner, study
    )


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
    """The game, deal or ending of an id, one’s own or the library’s. Raises `Unknown`, `FaultyContent`."""
    library = services().library
    if not is_own(name):
        return library.games.get(name) or library.deals.get(name) or library.problem(name)
    content = shelf().any_hand(name, "deal")
    if isinstance(content, HandsGroup):
        raise Unknown("deal", name, ())
    return content


def questions_in(work: Work) -> QuestionCount:
    """How many questions work has; 1 where it cannot be counted, or is there no more."""
    return shelf().questions_in(work)


def to_choose(says: Collection[str], chosen: str = "") -> Sequence[tuple[str, str]]:
    """What who asks has written that says of itself that it is of some kinds: the newest ids, and titles.

    What is `chosen` already, an older version perhaps, is among them.
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
        listed |= {chosen: f"{names[old[0]]}, version {old[1]}"} if old[0] in names else {}
    return list(listed.items())


def title_of_lesson(lesson_id: str) -> str:
    """What a lesson is called; its id where it is there no more."""
    try:
        return lesson_of(lesson_id).title
    except (Unknown, FaultyContent):
        return lesson_id


def title_of_game(game_id: str) -> str:
    """Whose a game is, and what it is called; its id where it is there no more."""
    try:
        game = game_of(game_id)
    except (Unknown, FaultyContent):
        return game_id
    return f"{game.citation.author}, {game.name}"
