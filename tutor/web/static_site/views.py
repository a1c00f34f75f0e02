"""Pages that differ on the static site: nobody answers there, so every answer has its verdict on the page, folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from random import Random

from flask import Flask, render_template, url_for
from flask_babel import gettext
from jinja2 import ChoiceLoader, FileSystemLoader

from tutor import __version__
from tutor.analysis.experiments import tried
from tutor.citations import SOURCES
from tutor.codes import CODES, RULED
from tutor.codes.laws import Law
from tutor.errors import Unknown
from tutor.library.catalogue import load
from tutor.library.experiments import ExperimentQuestion
from tutor.library.folders import folder
from tutor.library.games import DeclarationComment, Game
from tutor.library.laws import laws
from tutor.library.lessons import Lesson
from tutor.play import Play
from tutor.quizzes.exercise import ExerciseVerdict
from tutor.quizzes.guided_play import DealAnswer, GuidedPlay, advised
from tutor.quizzes.kinds.guided_deals import GuidedExercise, verdict_at
from tutor.study.study import Study
from tutor.web import access, formatting
from tutor.web.application import create_app
from tutor.web.learn import games, lessons
from tutor.web.learn.games import Addresses
from tutor.web.learn.guided import GuidedTable
from tutor.web.learn.lesson_steps import steps_of
from tutor.web.learn.lessons import FIRST_SEED, LessonBlock
from tutor.web.learn.progress import course_of, following_lesson
from tutor.web.learn.replay import Chair, Replay
from tutor.web.services import Services, services

_NO_SECRET = b"for pages without a form or a session"


# ---- a replay -----------------------------------------------------------------------------------------------------


class StillReplay(Replay):
    """A game at a step, from the chair of the next player who decides. Every decision behind it has been shown."""

    def __init__(self, game: Game, step: int) -> None:
        super().__init__(game, step, Chair.TURN, {})

    def kept_back(self) -> list[DeclarationComment]:
        """The comments that no step shows, because they speak of hidden hands."""
        return [note for note in self.game.notes if self._is_never_shown(note)] if self.is_end else []

    def _is_never_shown(self, note: DeclarationComment) -> bool:
        there = StillReplay(self.game, self.game.step_of_card(note.after) if note.after else len(self.game.calls))
        return there.pending is not None or note not in there.notes()


class StillAddresses(Addresses):
    """The addresses of the steps of a game, where there is one chair and nothing more to ask."""

    def _query(self, path: str, ask: str) -> str:  # noqa: ARG002
        return path


def replay(game_id: str, number: int = 0) -> str:
    """A game before its first call."""
    return _replay_page(services().library.game(game_id), number)


def replay_call(game_id: str, number: int) -> str:
    """A game after some calls."""
    return _replay_page(services().library.game(game_id), number)


def replay_card(game_id: str, number: int) -> str:
    """A game after some cards."""
    game = services().library.game(game_id)
    return _replay_page(game, game.step_of_card(number) if number else len(game.calls))


def _replay_page(game: Game, step: int) -> str:
    return games.shown(StillReplay(game, step), StillAddresses(game, Chair.TURN), is_embedded=True)


# ---- a lesson -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StillMoment:
    """A decision of a guided deal on the line that the lesson advises, with the verdict on every lawful card."""

    table: GuidedTable
    verdicts: tuple[ExerciseVerdict, ...]

    @property
    def asks(self) -> str:
        """What the lesson asks here."""
        return self.table.says


@dataclass(frozen=True)
class StillDeal:
    """A guided deal: its decisions in turn, and the whole play."""

    exercise: GuidedExercise

    @property
    def start(self) -> GuidedTable:
        """The table at the learner’s first decision, or at the first turn if nothing is asked."""
        return self.moments[0].table if self.moments else GuidedTable(self.exercise, DealAnswer())

    @cached_property
    def moments(self) -> tuple[StillMoment, ...]:
        return tuple(self._moments())

    def _moments(self) -> Iterator[StillMoment]:
        deal = self.exercise.deal
        for before, _ in self._advised.steps():
            found = [judged for card in before.play.lawful() if (judged := before.judge(card))]
            if found:
                verdicts = tuple(verdict_at(deal, before.play, judged) for judged in found)
                yield StillMoment(GuidedTable(self.exercise, DealAnswer(before.cards), turned=True), verdicts)

    @property
    def play(self) -> Play:
        """The play to its end, as the lesson advises it."""
        return self._advised.play

    @cached_property
    def _advised(self) -> GuidedPlay:
        return advised(self.exercise.deal)

    @property
    def result(self) -> str:
        return self._advised.result


def lesson(lesson_id: str) -> str:
    """A whole lesson."""
    found = services().courses.lesson(lesson_id)
    blocks = lessons.unanswered_blocks(found)
    asked = [block.put for block in blocks if block.put]
    return render_template(
        "learn/lesson.html",
        **lessons.constant_values(found),
        course=course_of(found),
        steps=steps_of(_with_experiments(found, blocks)),
        following=following_lesson(found),
        deals={put.code: StillDeal(put.exercise) for put in asked if isinstance(put.exercise, GuidedExercise)},
    )


def _with_experiments(found: Lesson, blocks: list[LessonBlock]) -> list[LessonBlock]:
    """The blocks, each experiment with the deals of the first seed."""
    questions = {question.code: question for question in found.questions if isinstance(question, ExperimentQuestion)}

    def dealt(block: LessonBlock) -> LessonBlock:
        question = questions.get(block.put.code) if block.put else None
        if question is None or block.put is None:
            return block
        return replace(block, put=replace(block.put, tried=tried(question.odds, FIRST_SEED, question.deals)))

    return [dealt(block) for block in blocks]


# ---- the laws -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CodeOfLaws:
    """A code with its own laws, in the order of the book, and the key of the code that it follows in all else."""

    key: str
    title: str
    book: str
    laws: tuple[Law, ...]
    follows: str


def _codes() -> Mapping[str, CodeOfLaws]:
    """Every code of the tutor, and the laws that several of them share."""
    by_code = {key: tuple(of) for key, of in groupby(sorted(laws().values(), key=_code_of), _code_of)}
    return {
        key: CodeOfLaws(key, ruled.title, str(SOURCES[ruled.source].title), by_code.get(key, ()), ruled.follows)
        for key, ruled in sorted(RULED.items(), key=lambda one: SOURCES[one[1].source].year or 0)
    }


def _code_of(law: Law) -> str:
    return law.ref.code


def codes() -> str:
    """The codes of laws."""
    return render_template("explore/codes.html", codes=_codes().values())


def code(key: str) -> str:
    """The laws of a code in our words. Raises `Unknown`."""
    every = _codes()
    if key not in every:
        raise Unknown("code of laws", key, every)
    return render_template("explore/code.html", code=every[key], codes=every)


# ---- the first page and the application -----------------------------------------------------------------------------


def contents() -> str:
    """The first page: what there is, and how to get the tutor."""
    library, courses = services().library, services().courses
    kinds = Counter(lesson.id for course in courses.courses.values() for lesson in course.lessons)
    return render_template(
        "learn/contents.html",
        library=library,
        courses=courses.courses.values(),
        lessons=len(kinds),
        questions=sum(len(lesson.questions) for lesson in courses.lessons.values()),
        first=next(iter(courses.courses.values())).lessons[0],
        game=next(iter(library.games.values())),
        codes=len(CODES),
        points=len(library.concordance),
        maxims=len(library.maxims),
        terms=len(library.glossary),
        words=formatting,
    )


@dataclass(frozen=True, slots=True)
class Still:
    """What every page of the site knows: the version it is made from, and where the tutor is to be had."""

    version: str
    home: str

    @property
    def install(self) -> str:
        """The commands that install and start the tutor."""
        return f"pip install ./love_all-{self.version}-py3-none-any.whl\ntutor serve"

    @property
    def menu(self) -> list[tuple[str, tuple[str, ...], str]]:
        """The head of every page: names, the first parts of the addresses that belong to them, and addresses."""
        explore = ("laws", "glossary", "maxims", "odds", "rules", "agreement", "sources", "audit")
        return [
            (gettext("Courses"), ("courses", "lessons"), url_for("lessons.index")),
            (gettext("Games"), ("games",), url_for("games.index")),
            (gettext("Deals"), ("deals", "endings", "hands"), url_for("deals.index")),
            (gettext("Explore"), explore, url_for("home.index", _anchor="explore")),
        ]


def still_app(study: Study, home: str = "") -> Flask:
    """The tutor as the site shows it, on a study in which nothing is saved. `home` is where readers get the tutor."""
    app = create_app(Services.of(load(), study, Random(0)), _NO_SECRET)
    app.config["PROPAGATE_EXCEPTIONS"] = True
    app.before_request_funcs[None].remove(access.authorize)  # nobody logs in, and two rooms are only here
    templates = folder("templates")
    app.jinja_loader = ChoiceLoader([FileSystemLoader(templates / "site"), FileSystemLoader(templates)])
    app.jinja_env.globals.update(is_still=True, still=Still(__version__, home))
    app.add_url_rule("/laws/codes/", "still.codes", codes)
    app.add_url_rule("/laws/codes/<key>", "still.code", code)
    app.view_functions |= {
        "home.index": contents,
        "lessons.lesson": lesson,
        "games.deal": replay,
        "games.call": replay_call,
        "games.card": replay_card,
    }
    return app
