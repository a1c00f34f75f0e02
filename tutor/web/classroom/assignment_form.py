"""Forms by which work is set, read into drafts: every refusal belongs to a field, and all are told at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from werkzeug.datastructures import MultiDict

from tutor.authors import current
from tutor.citations import SOURCES
from tutor.codes import code as code_of
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.lesson_blocks import matching
from tutor.quizzes.drills import LARGEST_NUMBER
from tutor.quizzes.exercise import Level
from tutor.study.answers.matches import deal_of as saved_deal
from tutor.study.answers.matches import line_of
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import parsed
from tutor.study.classroom.work import (
    LONGEST_TEXT,
    MOST_QUESTIONS,
    Composed,
    DrillWork,
    HandWork,
    LessonWork,
    ReplayWork,
    TextWork,
    Work,
)
from tutor.tables.match import player_of, strictness_of
from tutor.tables.pbn import deals_of
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of, lesson_of, title_of_game, title_of_lesson
from tutor.web.play.tables import deal_of
from tutor.web.practise.navigation import groups_of
from tutor.web.services import services
from tutor.wording import are, counted, figured

Read = TypeVar("Read")

MOST_ITEMS = 500
YEARS = range(2000, 2100)
_FIELDS = {
    "title": "title",
    "due date": "due",
    "choice": "shown",
    "pass mark": "pass_mark",
    "number of tries": "tries",
}
"""The field of what a draft refuses, by the kind of thing that it names."""


@dataclass
class FormData:
    """A form that was filled in, and what was refused of it, by field."""

    form: MultiDict[str, str]
    members: Collection[int] = ()
    faults: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return self.form.get(name, "").strip()

    def take(self, name: str, read: Callable[[str], Read]) -> Read | None:
        """What a field says; None where it is refused, which is noted."""
        try:
            return read(self.text(name))
        except TutorError as error:
            self.faults[name] = formatting.sentence(str(error))
            return None

    def chosen(self, name: str, read: Callable[[str], Read]) -> Read | None:
        """What was chosen of a list; where nothing was, that is noted."""
        if self.text(name):
            return self.take(name, read)
        self.faults[name] = "Nothing is chosen."
        return None

    def whole(self, name: str, what: str, least: int, most: int) -> int | None:
        """A whole number within bounds."""
        return self.take(name, lambda text: _whole(text, what, least, most))

    def whole_or_none(self, name: str, what: str, least: int, most: int) -> int | None:
        """A whole number within bounds, or nothing."""
        return self.whole(name, what, least, most) if self.text(name) else None


def _whole(text: str, what: str, least: int, most: int) -> int:
    if text.isdecimal() and len(text) < 8 and least <= int(text) <= most:
        return int(text)
    raise Malformed(what, text[:20], "it is none that can be chosen", f"Write a number from {least} to {most}")


# ---- the draft ----------------------------------------------------------------------------------------------------


def draft_of(filled: FormData, kind: str, now: datetime, fixed: AssignmentSpec | None = None) -> AssignmentSpec | None:
    """The draft of a form; None where anything was refused. What is asked by a `fixed` draft stays as it is."""
    work = fixed.work if fixed else _WORKS[kind](filled)
    opens_at = filled.take("opens", lambda text: _moment(text, "moment")) if filled.text("opens") else now
    due_at = filled.take("due", lambda text: _moment(text, "due date")) if filled.text("due") else None
    shown, same_for_all = filled.take("shown", _shown), filled.text("same") != "fresh"
    if fixed:
        same_for_all = fixed.same_for_all
        if (shown is Disclosure.AT_ONCE) is not (fixed.shown is Disclosure.AT_ONCE):
            shown = fixed.shown  # who was told what his answers were worth, and who was not, stays so
    pass_mark = filled.whole_or_none("pass_mark", "pass mark", 1, 100)
    tries = filled.whole_or_none("tries", "number of tries", 1, 20)
    if filled.faults or work is None or opens_at is None or shown is None:
        return None
    title = filled.text("title") or suggested_title(work)
    try:
        return AssignmentSpec(title, work, opens_at, due_at, same_for_all, shown, pass_mark, tries)
    except Malformed as error:
        filled.faults[_FIELDS[error.kind]] = formatting.sentence(str(error))
        return None


def addressees_of(filled: FormData) -> Collection[int] | None:
    """To whom work is set: None is the whole class."""
    if filled.text("to") != "some":
        return None
    wanted = {int(text) for text in filled.form.getlist("learner") if text.isdecimal() and len(text) < 10}
    chosen = wanted & set(filled.members)
    if not chosen:
        filled.faults["to"] = "Nobody is chosen. Tick those who shall do it, or set it to the whole class."
    return chosen


def suggested_title(work: Work) -> str:
    """What work is called that was given no title."""
    if isinstance(work, LessonWork):
        return title_of_lesson(work.lesson)
    if isinstance(work, ReplayWork):
        return title_of_game(work.game)
    if isinstance(work, DrillWork):
        return f"A drill of {figured(work.questions, 'question')}"
    if isinstance(work, HandWork):
        return f"A hand of {code_of(work.code).title}"
    heading = next((line.strip("# ").strip() for line in work.text.splitlines() if line.strip("# ").strip()), "")
    return heading[:80] or "A page to read"


def _shown(text: str) -> Disclosure:
    if not text:
        return Disclosure.AT_ONCE  # lessons, games and hands tell as they go
    found = next((one for one in Disclosure if one.value == text), None)
    if found is None:
        raise Malformed("choice", text[:40], "answers are shown at once, after the due date, or never", "Choose one")
    return found


def _moment(text: str, what: str) -> datetime:
    """A moment of a form, which is of the zone of this machine."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is not None or moment.year not in YEARS:
        raise Malformed(what, text[:40], "it is no day and hour", "Write it as 2026-01-31T14:05")
    return moment.astimezone()


# ---- what is set --------------------------------------------------------------------------------------------------


def _lesson(filled: FormData) -> LessonWork | None:
    found = filled.chosen("lesson", lesson_of)
    if found is None:
        return None
    own = parsed(found.id)
    return LessonWork(lesson=found.id, own=Composed(composition=own[0], version=own[1]) if own else None)


def _replay(filled: FormData) -> ReplayWork | None:
    found = filled.chosen("game", game_of)
    return ReplayWork(game=found.id) if found else None


def _drill(filled: FormData) -> DrillWork | None:
    source = filled.text("of")
    field = source if source in _ITEMS else "drill"
    items = filled.chosen(field, _ITEMS[field])
    author = filled.take("authority", _author)
    if items and author:
        items = tuple(item for item in items if _is_of(author, item))
        if not items:
            name = SOURCES[author].author
            filled.faults["authority"] = f"None of these is of {name}. Choose another author, or leave him out."
    if items and len(items) > MOST_ITEMS:
        filled.faults[field] = f"These are {len(items)} rules and more than {MOST_ITEMS}. Choose fewer."
    questions = filled.whole("questions", "number of questions", 1, MOST_QUESTIONS)
    seed = filled.whole("seed", "number of the drill", 0, LARGEST_NUMBER - 1)
    level = filled.take("level", _level)
    if filled.faults or not items or questions is None or seed is None or level is None:
        return None
    return DrillWork(on=items, questions=questions, seed=seed, level=level, authority=author or None)


def _items_of_drill(text: str) -> tuple[str, ...]:
    """The items of a drill of a lesson, named by the lesson and the number of the drill: `leads-1.0`."""
    lesson_id, _, number = text.rpartition(".")
    drills = services().courses.lesson(lesson_id).drills
    if not number.isdecimal() or len(number) > 3 or int(number) >= len(drills):
        raise Unknown("drill", text, ())
    return drills[int(number)].items(services().makers.items)


def _items_of_group(text: str) -> tuple[str, ...]:
    groups = groups_of(services().makers)
    if text not in groups:
        raise Unknown("kind of practice", text, groups)
    return groups[text].items


def _items_named(text: str) -> tuple[str, ...]:
    """The items of ids and patterns of ids, apart by blanks or commas."""
    known = services().makers.items
    found: dict[str, None] = {}
    for wanted in text.replace(",", " ").split():
        items = matching(wanted, known)
        if not items:
            raise Unknown("rule", wanted, known)
        found.update(dict.fromkeys(items))
    return tuple(found)


_ITEMS: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "drill": _items_of_drill,
    "group": _items_of_group,
    "ids": _items_named,
}
"""What the items of a drill are chosen by; each is a field of the form."""


def _author(text: str) -> str:
    if text and text not in SOURCES:
        raise Unknown("author", text, SOURCES)
    return current(text)


def _is_of(author: str, item: str) -> bool:
    citation = services().makers.items[item].citation
    return citation is not None and citation.source == author


def _level(text: str) -> Level:
    found = next((one for one in Level if one.value == text), None)
    if found is None:
        raise Malformed("level", text[:40], f"it is {' or '.join(one.value for one in Level)}", "Choose one")
    return found


def _hand(filled: FormData) -> HandWork | None:
    code = filled.take("code", code_of)
    if code is None:
        return None
    player = filled.take("seat", lambda text: player_of(code, text))
    strictness = filled.take("strictness", lambda text: strictness_of(code, text))
    seed = filled.whole("seed", "number of the deal", 0, LARGEST_NUMBER - 1)
    source = filled.text("deal")
    deal = filled.chosen(source, _DEALS[source]) if source in _DEALS else ""
    if filled.faults or player is None or strictness is None or seed is None or deal is None:
        return None
    name = filled.text("hand") if source == "hand" else ""
    return HandWork(code=code.key, player=player.letter, strictness=strictness.value, seed=seed, deal=deal, name=name)


def _line_of_library(text: str) -> str:
    return line_of(deal_of(text))


def _line_of_pbn(text: str) -> str:
    deals = list(deals_of(text))
    if len(deals) != 1:
        raise Malformed("deal", text[:40], f"there {are(len(deals))} {counted(len(deals), 'deal')} in it", "Write one")
    return line_of(deals[0])


_DEALS: Mapping[str, Callable[[str], str]] = {"hand": _line_of_library, "pbn": _line_of_pbn}
"""Whence the deal is, where it is not dealt by chance; each is a field of the form."""


def _text(filled: FormData) -> TextWork | None:
    found = filled.take("text", _own_text)
    return TextWork(text=found) if found else None


def _own_text(text: str) -> str:
    if not text or len(text) > LONGEST_TEXT:
        why = "it is empty" if not text else f"it has {len(text)} letters"
        raise Malformed("text", text[:40], why, f"Write 1 to {LONGEST_TEXT} letters")
    return text


_WORKS: Mapping[str, Callable[[FormData], Work | None]] = {
    "lesson": _lesson,
    "replay": _replay,
    "drill": _drill,
    "hand": _hand,
    "text": _text,
}
KINDS: Mapping[str, tuple[str, str]] = {
    "lesson": ("A lesson", "of the courses, to be read to its end, every question answered"),
    "replay": ("A game to replay", "as a book gives it, every decision taken"),
    "drill": ("A drill", "so many questions on the rules of a lesson, or on any others"),
    "hand": ("A hand to play", "card by card at the practice table"),
    "text": ("A page to read", "in your own words"),
}
"""The kinds of work, as they are chosen among."""


# ---- a form to be filled in ---------------------------------------------------------------------------------------


def blank(chosen: Mapping[str, str], seed: int, now: datetime) -> MultiDict[str, str]:
    """A form with what stands in it until something else is written; `chosen` is what the address says."""
    typed = {"opens": _written(now), "same": "same", "shown": Disclosure.AT_ONCE.value, "to": "all", "of": "drill"}
    typed |= {"questions": "10", "seed": str(seed), "level": Level.BEGINNER.value, "strictness": "guided"}
    typed |= {"code": "bridge-english-1901", "deal": "chance"}
    known = {name: chosen[name] for name in ("lesson", "game", "group", "drill", "hand", "ids") if name in chosen}
    if "lesson" in known and known["lesson"] in services().courses.lessons:
        typed["title"] = services().courses.lesson(known["lesson"]).title
    if "group" in known:
        typed["of"] = "group"
    if "ids" in known:
        typed["of"] = "ids"
    if "hand" in known:
        typed["deal"] = "hand"
    return MultiDict(typed | known)


def written(which: Assignment, assignees: Collection[int]) -> MultiDict[str, str]:
    """A form as it would have been filled in for an assignment."""
    draft, work = which.draft, which.work
    typed = MultiDict(
        {
            "title": draft.title,
            "opens": _written(draft.opens_at),
            "due": _written(draft.due_at) if draft.due_at else "",
            "same": "same" if draft.same_for_all else "fresh",
            "shown": draft.shown.value,
            "pass_mark": str(draft.pass_mark or ""),
            "tries": str(draft.tries or ""),
            "to": "all" if which.everyone else "some",
        }
        | _written_work(work)
    )
    typed.setlist("learner", [str(learner) for learner in assignees])
    return typed


def _written_work(work: Work) -> dict[str, str]:
    if isinstance(work, LessonWork):
        return {"lesson": work.lesson}
    if isinstance(work, ReplayWork):
        return {"game": work.game}
    if isinstance(work, DrillWork):
        said = {"of": "ids", "ids": " ".join(work.on), "questions": str(work.questions), "seed": str(work.seed)}
        return said | {"level": work.level.value, "authority": work.authority or ""}
    if isinstance(work, HandWork):
        source = "hand" if work.name else "pbn" if work.deal else "chance"
        seat = next(one.label for one in code_of(work.code).players if one.letter == work.player)
        said = {"code": work.code, "seat": seat, "strictness": work.strictness, "seed": str(work.seed)}
        return said | {"deal": source, "hand": work.name, "pbn": "" if work.name else _pbn(work.deal)}
    return {"text": work.text}


def _pbn(line: str) -> str:
    """A deal that was written down, as it is typed: the first hand is the dealer’s."""
    return str(saved_deal(line)) if line else ""


def _written(moment: datetime) -> str:
    """A moment as fields of a day and an hour have it, in the zone of this machine."""
    return moment.astimezone().strftime("%Y-%m-%dT%H:%M")
