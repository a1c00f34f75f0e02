"""Packs: what a browser keeps of one lesson, replay, set of questions or review, with the verdict on each answer.

A pack has the pages by their addresses, and the forms by theirs: which page follows each answer. The pages of a pack
are the same for everybody. What work asks of a learner is in no pack of theirs.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import render_template, url_for
from flask_babel import gettext

from tutor.errors import Malformed, Unknown
from tutor.library.games import Decision, Game
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import AnswerForm, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.reference import ExerciseRef
from tutor.study.answers.marking import answer_to
from tutor.study.classroom.authored_content import is_own
from tutor.web.classroom.secrecy import secrets
from tutor.web.learn import games, lessons
from tutor.web.learn.games import Addresses
from tutor.web.learn.lesson_steps import steps_of
from tutor.web.learn.replay import Replay, usual_chair
from tutor.web.offline.mode import rendered_for_offline, version
from tutor.web.practise import exercises, review
from tutor.web.practise.exercises import HandPlace, ItemPlace, place_of_ref
from tutor.web.practise.navigation import REVIEW, DrillNavigation, ReviewNavigation, SetNavigation, way_of
from tutor.web.practise.sets import practice_set
from tutor.web.services import services

DRILL_SEED = 1
"""The set of each drill that is kept with its lesson."""
MOST_MADE = 5
"""Of how many sets and drills one request makes the questions, only to look for what work asks."""
_MADE = ("set/", "drill/")
_LEVELS = {level.value: level for level in Level}


class AskedNow(Exception):
    """A pack that cannot be kept now: open work asks what is in it."""


@dataclass(slots=True)
class Pages:
    """The pages and the forms of a pack, as they are collected.

    A page is its text, or the address to go `to`. A form has the page after each answer, and the page after any `other`
    answer, whose verdict only the tutor can find. If it stays `at` an address, the page after the answer is shown
    there. `end` is the address after the last question.
    """

    pages: dict[str, Mapping[str, str]] = field(default_factory=dict)
    forms: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    end: str = ""

    def add(self, address: str, text: str) -> None:
        self.pages[_bare(address)] = {"text": text}

    def redirect(self, address: str, to: str) -> None:
        self.pages[_bare(address)] = {"to": _bare(to)}

    def add_form(self, action: str, answers: Mapping[str, str], other: str, at: str = "") -> None:
        after = {value: _bare(page) for value, page in answers.items()}
        self.forms[action] = {"answers": after, "other": _bare(other), "at": _bare(at)}


@dataclass(frozen=True, slots=True)
class Pack:
    """What can be kept: its id, its title, the address where it begins, and its questions."""

    id: str
    title: str
    url: str
    refs: Sequence[ExerciseRef] = ()

    def pages(self) -> Pages:
        """Its pages. Call it while pages are rendered to be kept."""
        raise NotImplementedError

    @property
    def is_same_for_all(self) -> bool:
        """Whether everybody who may keep it gets the same."""
        return True

    def packed(self) -> bytes:
        """The compressed pack. It holds no secret, so its length gives none away."""
        with rendered_for_offline():
            found = self.pages()
        whole = {
            "id": self.id,
            "title": self.title,
            "url": self.url,
            "version": version(),
            "pages": found.pages,
            "forms": found.forms,
            "end": found.end,
        }
        return gzip.compress(json.dumps(whole, ensure_ascii=False).encode(), 6, mtime=0)


def find_pack(pack_id: str) -> Pack:
    """The pack of an id. Raises `Unknown`, and `AskedNow` if the current user’s work asks what is in it."""
    kind, _, name = pack_id.partition("/")
    make = {"lesson": _lesson_pack, "game": _game_pack, "set": _set_pack, "drill": _drill_pack, "review": _review_pack}
    if kind not in make or is_own(name):
        raise Unknown("pack", pack_id[:80], ())
    return make[kind](name)


def to_remove(pack_ids: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Which of the packs that a device keeps must go, and which it has to ask about again.

    If open work asks questions, the questions of each set and drill have to be made. That takes up to half a second, so
    one request makes those of a few.
    """
    remove, later, made = [], [], 0
    for pack_id in dict.fromkeys(pack_ids):
        if secrets().has_questions and pack_id.startswith(_MADE):
            made += 1
            if made > MOST_MADE:
                later.append(pack_id)
                continue
        if _must_go(pack_id):
            remove.append(pack_id)
    return remove, later


def _must_go(pack_id: str) -> bool:
    """Whether a pack that was kept before must go: it is not there any more, or work asks what is in it."""
    kind, _, name = pack_id.partition("/")
    if kind == "review":
        return secrets().has_questions  # it was made of other questions than now
    try:
        match kind:
            case "set":
                practice_set(_set_of(name)[0])
            case "drill":
                lesson, drill, _ = _drill_of(name)
                _check_drill(lesson, drill)
            case "lesson" if not is_own(name):
                lesson = services().courses.lesson(name)
                return secrets().has_questions and _asks_of_lesson(lesson)
            case _:
                find_pack(pack_id)
                return False
        return secrets().has_questions and any(map(secrets().of_question, _all_refs(kind, name)))
    except (AskedNow, Unknown, Malformed):
        return True


def _asks_of_lesson(lesson: Lesson) -> bool:
    """Whether work asks a question of a lesson or of its drills."""
    drills = (ref for drill in range(len(lesson.drills)) for ref in _drill(lesson, drill))
    return secrets().of_lesson(lesson) is not None or any(map(secrets().of_question, drills))


# ---- questions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuestionsPack(Pack):
    """Questions in a row. `ways` say how the learner came to each, and `jumps` are addresses that lead to them."""

    ways: Sequence[str] = ()
    jumps: Mapping[str, int] = field(default_factory=dict)
    end: str = ""
    is_personal: bool = False

    @property
    def is_same_for_all(self) -> bool:
        return not self.is_personal

    def pages(self) -> Pages:
        found = Pages(end=_bare(self.end))
        add_questions(found, self)
        return found


def add_questions(found: Pages, pack: QuestionsPack) -> None:
    """Adds the pages of some questions, in a row."""
    places = [place_of_ref(ref, way) for ref, way in zip(pack.refs, pack.ways, strict=True)]
    for place in places:
        _add_question(found, place)
    for address, number in pack.jumps.items():
        found.redirect(address, places[number].url() if number < len(places) else pack.end)
    found.add(pack.end, _end_page(pack))


def _add_question(found: Pages, place: ItemPlace | HandPlace) -> None:
    exercise = place.exercise() if isinstance(place, ItemPlace) else place.ref.resolve()
    asked = place.url()
    found.add(asked, exercises.page(place, exercise))
    after = {}
    for value, verdict in exercise.verdicts().items():
        after[value] = told = place.url(verdict.given.key)
        found.add(told, exercises.page(place, exercise, told=verdict))
    saved = _with(asked, "saved=1")
    found.add(saved, exercises.page(place, exercise, is_saved=True))
    found.add_form(asked, after, saved)


def _end_page(pack: QuestionsPack) -> str:
    return render_template("offline/end.html", pack=pack)


def _all_refs(kind: str, name: str) -> Sequence[ExerciseRef]:
    if kind == "set":
        set_id, level, seed = _set_of(name)
        return practice_set(set_id).refs(seed, level)
    lesson, drill, seed = _drill_of(name)
    return _drill(lesson, drill, seed)


def _set_of(name: str) -> tuple[str, Level, int]:
    set_id, _, rest = name.partition("/")
    level, _, seed = rest.partition("/")
    if level not in _LEVELS:
        raise Unknown("pack", name[:80], ())
    return set_id, _LEVELS[level], _number(seed)


def _set_pack(name: str) -> Pack:
    set_id, level, seed = _set_of(name)
    found = practice_set(set_id)
    at: dict[str, Any] = {"set_id": set_id, "level": level.value, "seed": seed}
    return _row(
        f"set/{name}",
        found.name,
        found.refs(seed, level),
        lambda number: str(SetNavigation(set_id, level, seed, number)),
        lambda number: url_for("practice.question_of_set", **at, question=number),
        url_for("practice.results_of_set", **at),
    )


def _drill_of(name: str) -> tuple[Lesson, int, int]:
    lesson_id, _, rest = name.partition("/")
    drill, _, seed = rest.partition("/")
    return services().courses.lesson(lesson_id), _number(drill), _number(seed)


def _check_drill(lesson: Lesson, drill: int) -> None:
    if drill >= len(lesson.drills):
        raise Unknown("drill", str(drill), ())


def _drill(lesson: Lesson, drill: int, seed: int = DRILL_SEED) -> Sequence[ExerciseRef]:
    _check_drill(lesson, drill)
    wanted = lesson.drills[drill]
    return ExerciseSet(wanted.items(services().makers.items), wanted.questions, seed).refs()


def _drill_pack(name: str) -> QuestionsPack:
    lesson, drill, seed = _drill_of(name)
    at: dict[str, Any] = {"lesson_id": lesson.id, "drill": drill, "seed": seed}
    return _row(
        f"drill/{lesson.id}/{drill}/{seed}",
        gettext("Practice: %(title)s", title=lesson.title),
        _drill(lesson, drill, seed),
        lambda number: str(DrillNavigation(lesson.id, drill, seed, number)),
        lambda number: url_for("drills.question", **at, question=number),
        url_for("drills.results", **at),
    )


def _row(
    pack_id: str,
    title: str,
    every: Sequence[ExerciseRef],
    way: Callable[[int], str],
    question: Callable[[int], str],
    end: str,
) -> QuestionsPack:
    """The questions of a set that no work asks. The address of one that is left out leads to the next."""
    open_to_all = [number for number, ref in enumerate(every, 1) if not secrets().of_question(ref)]
    if not open_to_all:
        raise AskedNow
    following = {question(number): sum(other < number for other in open_to_all) for number in range(1, len(every) + 1)}
    return QuestionsPack(
        pack_id,
        title,
        question(open_to_all[0]),
        tuple(every[number - 1] for number in open_to_all),
        ways=tuple(way(number) for number in open_to_all),
        jumps=following,
        end=end,
    )


def _review_pack(_: str) -> QuestionsPack:
    """The questions that are due today, as the review would ask them. They are counted from a moment of its own."""
    refs = [ref for ref in review.questions_due() if not secrets().of_question(ref)]
    if not refs:
        raise Unknown("pack", "review", ())
    began = int(services().study.now.timestamp() * 1000)
    ways = [ReviewNavigation(REVIEW, began, number, len(refs)) for number in range(1, len(refs) + 1)]
    jumps = {url_for("review.next_question"): 0}
    jumps |= {_with(url_for("review.next_question"), f"from={way}"): number for number, way in enumerate(ways, 1)}
    return QuestionsPack(
        "review",
        gettext("Review"),
        url_for("review.next_question"),
        tuple(refs),
        ways=tuple(map(str, ways)),
        jumps=jumps,
        end=ways[0].end_url,
        is_personal=True,
    )


def pack_of_way(way: str) -> str:
    """The id of the pack to which a question belongs, by the way to it. Empty for none."""
    found = SetNavigation.parse(way)
    if found is not None:
        return f"set/{found.set_id}/{found.level.value}/{found.seed}"
    drill = DrillNavigation.parse(way)
    if drill is not None:
        return "" if is_own(drill.lesson) else f"drill/{drill.lesson}/{drill.drill}/{drill.seed}"
    here = ReviewNavigation.parse(way)
    return "review" if here is not None and here.of == REVIEW and way_of(way) else ""


# ---- lessons -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LessonPack(Pack):
    """A lesson, every step of it, with its drills."""

    lesson: Lesson = field(kw_only=True)
    drills: Sequence[QuestionsPack] = ()

    def pages(self) -> Pages:
        found, lesson = Pages(), self.lesson
        plain = [_unhinted(block) for block in lessons.unanswered_blocks(lesson)]
        steps = steps_of(plain)
        for step in steps:
            at = lessons.address(lesson, step.number)
            found.add(at, lessons.step_page(lesson, plain, step.number))
            if isinstance(step.put, lessons.LessonQuestion) and step.put.exercise.form is not AnswerForm.DEAL:
                self._add_answers(found, plain, step.number, step.put)
        found.redirect(self.url, lessons.address(lesson, 1))
        for number, drill in enumerate(self.drills):
            add_questions(found, drill)
            found.redirect(url_for("drills.begin", lesson_id=lesson.id, drill=number), drill.url)
        return found

    def _add_answers(
        self, found: Pages, plain: Sequence[lessons.LessonBlock], number: int, put: lessons.LessonQuestion
    ) -> None:
        lesson, exercise = self.lesson, put.exercise
        at = lessons.address(lesson, number)
        found.add(lessons.address(lesson, number, again=put.code), found.pages[_bare(at)]["text"])

        def after(state: lessons.LessonQuestion, value: str) -> str:
            shown = [replace(block, put=state) if block.put is put else block for block in plain]
            where = lessons.address(lesson, number, told=value)
            found.add(where, lessons.step_page(lesson, shown, number))
            return where

        answers = {value: after(replace(put, told=verdict), value) for value, verdict in exercise.verdicts().items()}
        other = after(replace(put, kept=gettext("saved on this device")), "saved")
        found.add_form(lessons.answer_url(lesson, put.code), answers, other, at)


def _unhinted(block: lessons.LessonBlock) -> lessons.LessonBlock:
    return replace(block, put=replace(block.put, may_hint=False)) if block.put else block


def _lesson_pack(name: str) -> LessonPack:
    lesson = services().courses.lesson(name)
    if secrets().of_lesson(lesson) is not None:
        raise AskedNow
    drills = []
    for number in range(len(lesson.drills)):
        try:
            drills.append(_drill_pack(f"{lesson.id}/{number}/{DRILL_SEED}"))
        except AskedNow:
            break
    refs = tuple(ref for drill in drills for ref in drill.refs)
    url = url_for("lessons.lesson", lesson_id=lesson.id)
    return LessonPack(f"lesson/{lesson.id}", lesson.title, url, refs, lesson=lesson, drills=tuple(drills))


# ---- replays -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GamePack(Pack):
    """A replay, every step of it, from its usual chair."""

    game: Game = field(kw_only=True)

    def pages(self) -> Pages:
        found, game, chair = Pages(), self.game, usual_chair(self.game)
        addresses = Addresses(game, chair)
        for step in range(game.last_step + 1):
            found.add(addresses.step(step), games.shown(Replay(game, step, chair, {}), addresses))
        for decision in game.decisions:
            if chair.asks(decision, game):
                _add_decision(found, addresses, decision)
        found.redirect(url_for("games.card", game_id=game.id, number=0), addresses.step(len(game.calls)))
        return found


def _add_decision(found: Pages, addresses: Addresses, decision: Decision) -> None:
    game, chair, step = addresses.game, addresses.chair, decision.step - 1
    exercise, at = DecisionExercise(game, decision), addresses.step(step)
    found.add(addresses.step(step, ask="again=1"), found.pages[_bare(at)]["text"])
    answers = {}
    for value, verdict in exercise.verdicts().items():
        told = answer_to(exercise.ref, exercise, verdict)
        answers[value] = where = addresses.step(step, ask=f"told={verdict.given.key.replace(' ', '-')}")
        found.add(where, games.shown(Replay(game, step, chair, {decision.id: told}), addresses))
    found.add_form(games.decision_url(game, decision, chair), answers, at, at)


def _game_pack(name: str) -> GamePack:
    game = services().library.game(name)
    if secrets().of_decisions(game) is not None or secrets().of_deal(game.deal) is not None:
        raise AskedNow
    url = Addresses(game, usual_chair(game)).step(0)
    return GamePack(f"game/{game.id}", f"{game.citation.author}, {game.name}", url, game=game)


# ---- addresses -----------------------------------------------------------------------------------------------------


def _bare(address: str) -> str:
    return address.partition("#")[0]


def _with(address: str, more: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{more}"


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 8 and int(text) < LARGEST_NUMBER:
        return int(text)
    raise Unknown("pack", text[:40], ())
