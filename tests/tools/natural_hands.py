"""Makes hands natural in which an author is asked: `python -m tests.tools.natural_hands list|mend [AUTHOR …]`.

`mend` exchanges cards of the stored positions for cards that nobody sees, one by one, as long as the author gives the
same advice by the same rule. `list` counts what is left, also in the lessons. With `lessons [COURSE …]` it writes the
questions of lessons whose hands are odd, and how each could be: whoever writes the lesson takes that over, or does not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from random import Random

from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import why_impossible, why_unfit
from tutor.authorities.rules import Advice, Question
from tutor.cards import PACK, Card
from tutor.library.catalogue import load
from tutor.library.folders import folder
from tutor.library.lesson_files import load_courses
from tutor.library.lesson_questions import AuthorityQuestion
from tutor.library.positions import FOLDER, PositionQuestion, read_position, write_position
from tutor.quizzes.natural import FILLERS, STRONGEST, WEAKEST, dealt_to, dummies, fillers, oddness, points
from tutor.quizzes.sense import why_senseless
from tutor.quizzes.varying import exchanged
from tutor.view import View

TRIES = 400
"""How many exchanges are tried of a position."""


def mended(author: Authority, position: PositionQuestion, random: Random) -> PositionQuestion:
    """The position made as natural as may be: the author advises the same, by the same rule."""
    view, question = position.view, position.question
    before = _said(author, view, question)
    for _ in range(TRIES):
        if not oddness(view):
            break
        choices = list(_exchanges(view))
        if not choices:
            break
        other = exchanged(view, *random.choice(choices))
        if (
            oddness(other) <= oddness(view)
            and _said(author, other, question) == before
            and _is_fair(author, other, question)
        ):
            view = other
    return PositionQuestion(question, view)


def _exchanges(view: View) -> Iterator[tuple[Card, Card]]:
    """A card of a hand that is odd, and one of its suit that nobody sees."""
    seen = {one.card for one in view.played()} | {card for hand in view.seen.values() for card in hand}
    hidden = [card for card in PACK if card not in seen | {card for _, card in view.shown}]
    for seat, hand in view.seen.items():
        whole = dealt_to(view, seat)
        worth, is_dummy = points(whole), seat is not view.seat and len(whole) == 13
        low = {card for suit in fillers(whole) for card in suit} if len(fillers(whole)) > FILLERS else set()
        for card in hand:
            for other in (one for one in hidden if one.suit is card.suit):
                gain = points([other]) - points([card])
                is_stronger = is_dummy and worth < WEAKEST and gain > 0
                is_weaker = is_dummy and worth > STRONGEST and gain < 0
                if is_stronger or is_weaker or (card in low and not gain and other.rank > card.rank):
                    yield card, other


def _said(author: Authority, view: View, question: Question) -> object:
    """What must not change: the advice with its rule, and what other rules allow."""
    advice = author.advise(view, question, widely=True)
    if not isinstance(advice, Advice):
        return None
    allowing = [(rule.id, rule.row) for rule in author.allowing(view, question)]
    return advice.rule.id, advice.rule.row, advice.answers, advice.acceptable, advice.is_undecided, allowing


def _is_fair(author: Authority, view: View, question: Question) -> bool:
    again = read_position(write_position(question, view)).view
    advice = author.advise(again, question, widely=True)
    if why_impossible(again) or why_unfit(again, question) or not isinstance(advice, Advice):
        return False
    return why_senseless(again, question, advice, Random(0)) is None


def mend(key: str) -> tuple[int, int]:
    """Mends the stored positions of an author; how many were odd, and how many still are."""
    path = folder("lessons") / FOLDER / f"{key}.yaml"
    written, were, are = [], 0, 0
    known: dict[str, str] = {}
    for row in path.read_text(encoding="utf-8").splitlines():
        line = row.strip()[3:-1] if row.strip().startswith('- "') else ""
        if line and line not in known:
            position = read_position(line)
            other = position
            if oddness(position.view):
                were += 1
                other = mended(AUTHORITIES[key], position, Random(line))
                are += bool(oddness(other.view))
            known[line] = line if other is position else write_position(other.question, other.view)
        written.append(row.replace(line, known[line]) if line else row)
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    return were, are


def told(name: str, views: list[View]) -> str:
    """How natural some views are."""
    open_hands = [points(cards) for view in views for cards in dummies(view)]
    ordinary = sum(WEAKEST <= worth <= STRONGEST for worth in open_hands)
    low = sum(len(fillers(dealt_to(view, seat))) > FILLERS for view in views for seat in view.seen)
    share = f"{ordinary / len(open_hands):.0%}" if open_hands else "none"
    return f"{name}: {len(views)} views, {len(open_hands)} dummies, ordinary {share}; {low} hands of fillers"


def positions_of(key: str) -> list[View]:
    """The stored views of an author."""
    path = folder("lessons") / FOLDER / f"{key}.yaml"
    rows = (row.strip() for row in path.read_text(encoding="utf-8").splitlines())
    return [read_position(row[3:-1]).view for row in rows if row.startswith('- "')]


def questions_of(course: str) -> Iterator[tuple[str, AuthorityQuestion]]:
    """The questions that the lessons of a course put to an author, by lesson and name."""
    for lesson in load_courses(load()).course(course).lessons:
        for one in lesson.questions:
            if isinstance(one, AuthorityQuestion):
                yield f"{lesson.id}/{one.name}", one


def suggest(course: str) -> None:
    """Writes how the odd hands of the lessons of a course could be."""
    for name, asked in questions_of(course):
        if oddness(asked.view):
            position = PositionQuestion(asked.question, asked.view)
            other = mended(AUTHORITIES[asked.authority], position, Random(name))
            says = "still odd" if oddness(other.view) else "natural"
            print(f"{name}\n  {write_position(*_both(position))}\n  {says}: {write_position(*_both(other))}")


def _both(position: PositionQuestion) -> tuple[Question, View]:
    return position.question, position.view


def main(what: str, *keys: str) -> None:
    if what == "lessons":
        for course in keys:
            suggest(course)
        return
    for key in keys or tuple(AUTHORITIES):
        if what == "mend":
            were, are = mend(key)
            print(f"{key}: {were} were odd, {are} still are", flush=True)
        print(told(key, positions_of(key)), flush=True)
    for course in () if keys else load_courses(load()).courses:
        print(told(f"lessons of {course}", [one.view for _, one in questions_of(course)]))


if __name__ == "__main__":
    main(*islice(sys.argv, 1, None))
