"""The review: what is due today, what was got wrong, and a map of what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import islice
from statistics import fmean

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirection

from tutor.citations import SOURCES
from tutor.errors import Malformed
from tutor.exchange.spreadsheets import MIMETYPE
from tutor.quizzes.exercise import Level
from tutor.quizzes.groups import GROUP_NAMES, ItemTopic
from tutor.quizzes.items import Item, ItemKind, ItemRef
from tutor.quizzes.kinds.lessons import LessonRef
from tutor.study.answers.answer_log import as_csv, as_json
from tutor.study.review.daily import LARGEST_CAP, Settings
from tutor.study.review.memory import RecallRating, Review
from tutor.study.review.reviews import Today
from tutor.web import formatting
from tutor.web.export.sending import stream_file
from tutor.web.formatting import sentence
from tutor.web.forms import ChoiceField, Form, SelectChoice, number_field
from tutor.web.item_links import item_of, place_of
from tutor.web.page_memory import render_remembered
from tutor.web.practise.exercises import address_of
from tutor.web.practise.milestones import MILESTONES, deals_won
from tutor.web.practise.navigation import MISTAKES, REVIEW, ReviewNavigation
from tutor.web.practise.sets import SIZE
from tutor.web.practise.summary import TRY_AGAIN, Door, SessionSummary, answered_result, summary_page
from tutor.web.services import services

blueprint = Blueprint("review", __name__)

WEEKS = 12
LATER = timedelta(days=30)

KINDS = {
    ItemKind.RULE: "Rules",
    ItemKind.FIRST: "First games",
    **GROUP_NAMES,
    ItemKind.POINT: "Points",
}
"""What the items of each kind are called, as a heading."""


# ---- the day’s review --------------------------------------------------------------------------------------------


def _level(text: str) -> Level:
    """The level of a form. Raises `Malformed`."""
    for level in Level:
        if level.value == text:
            return level
    among = " or ".join(level.value for level in Level)
    raise Malformed("level", text[:40], f"the levels are {among}", "Choose one")


class SettingsForm(Form):
    """How many reviews a day has, and for whom the questions are."""

    cap = number_field("Reviews a day, at most", "number of reviews", 1, LARGEST_CAP)
    new = number_field("Of them new, at most", "number of new items", 0, LARGEST_CAP)
    level = ChoiceField(
        "Questions for",
        lambda: [
            SelectChoice(level.value, "a beginner" if level is Level.BEGINNER else "the advanced") for level in Level
        ],
        _level,
    )

    def settings(self) -> Settings | None:
        """What was chosen; None where anything was refused."""
        if not self.validate():
            return None
        try:
            return Settings(self.cap.value, self.new.value, self.level.value)
        except Malformed as error:
            self.refuse("new", sentence(str(error)))
            return None


@blueprint.get("/review/")
def index() -> str:
    """What is due today, and how the reviews are set."""
    today = services().study.reviews.today()
    shown = _shown(today)

    def values() -> dict[str, object]:
        now = today.settings
        return {**shown, "form": SettingsForm(data={"cap": now.cap, "new": now.new, "level": now.level.value})}

    return render_remembered("practise/review.html", values, *shown.values())


def _shown(today: Today) -> dict[str, Hashable]:
    """What there is to review today, and on what terms."""
    study, askable = services().study, services().makers.items
    return {
        "session": study.reviews.due(askable, today),
        "reviewed": today.day.reviewed,
        "owed": sum(item in askable for item in study.reviews.owed()),
        "is_on_holiday": today.is_on_holiday,
        "settings": today.settings,
    }


@blueprint.get("/review/next")
def next_question() -> Redirection:
    """A fresh question on the next item that is due, or (`of=mistakes`) on the next that was got wrong.

    It is one of a session, as `from` says; without that it begins one.
    """
    study, before = services().study, ReviewNavigation.parse(request.args.get("from", ""))
    of = before.of if before else MISTAKES if request.args.get("of") == MISTAKES else REVIEW
    today = study.reviews.today()
    wanted = _wanted(of, today)
    if before is None:
        here = ReviewNavigation(
            of, int(study.now.timestamp() * 1000), 1, min(len(wanted), SIZE if of == MISTAKES else LARGEST_CAP)
        )
    else:
        here = replace(before, question=before.question + 1)
    if not wanted or here.question > here.size:
        return redirect(here.end_url if before else url_for("review.index"))
    ref = ItemRef(wanted[0], study.answers.next_number(wanted[0]), today.settings.level)
    return redirect(address_of(ref, str(here)))


def _wanted(of: str, today: Today) -> Sequence[str]:
    """The items that are still to be asked."""
    reviews, askable = services().study.reviews, services().makers.items
    if of == MISTAKES:
        return [item for item in reviews.owed() if item in askable]
    return reviews.due(askable, today).asked


@blueprint.get("/review/results/<any(review, mistakes):of>/<int:began>/<int:size>")
def results(of: str, began: int, size: int) -> str | Redirection:
    """How a review went that began at a moment, in thousandths of a second, and had so many questions at the most."""
    study = services().study
    try:
        moment = datetime.fromtimestamp(began / 1000, study.now.tzinfo)
    except (ValueError, OverflowError, OSError):
        abort(404)
    named = (answer for answer in study.answers.since(moment, ItemRef.topic) if answer.number is not None)
    answers = list(islice(named, size))  # those to assigned questions have no number that learners may see
    if not answers:
        return redirect(url_for("review.index"))
    given = [answered_result(ItemRef.of_key(answer.item), answer) for answer in answers]
    left = len(_wanted(of, study.reviews.today()))
    name, more = ("Review", "left to review") if of == REVIEW else ("Mistakes", "mistakes left")
    begin = url_for("review.next_question", of=MISTAKES if of == MISTAKES else None)
    again = Door(begin if left else url_for("practice.index"), TRY_AGAIN if left else "Practise something else")
    onward = Door(begin, f"Go on: {left} {more}") if left else Door(url_for("home.index"), "Done for today: home")
    return summary_page(
        SessionSummary(name, tuple(given), again, onward),
        lambda _: begin,
        back=Door(url_for("review.show_progress"), "Your progress"),
    )


@blueprint.post("/review/settings")
def choose() -> Redirection | tuple[str, int]:
    """Keeps how many reviews a day has, and for whom the questions are."""
    form = SettingsForm()
    settings = form.settings()
    if settings is None:
        return render_template("practise/review.html", **_shown(services().study.reviews.today()), form=form), 400
    services().study.preferences.choose(settings)
    return redirect(url_for("review.index"), 303)


@blueprint.post("/review/holiday")
def holiday() -> Redirection:
    """Begins a holiday, or ends it."""
    if request.form.get("holiday") == "begin":
        services().study.preferences.begin_holiday()
    else:
        services().study.preferences.end_holiday()
    return redirect(url_for("review.index"), 303)


@blueprint.get("/review/log.<any(csv, json):form>")
def log(form: str) -> Response:
    """Every answer as it was logged: a table, or one JSON object a line."""
    write, mimetype = {"csv": (as_csv, MIMETYPE), "json": (as_json, "application/x-ndjson")}[form]
    return stream_file(write(services().study.answers.log()), f"love-all-log.{form}", mimetype)


# ---- what is known -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """One item on the map: the address of its rule if it has one, and the chance that it is recalled, if it was met.

    `is_missed` says that the last answer to it was wrong: that is shown, whatever the chance.
    """

    item: Item
    url: str | None
    recall: float | None
    is_missed: bool = False

    @property
    def band(self) -> str:
        """The shade of the cell, a class of the style sheet."""
        if self.recall is None:
            return "unmet"
        if self.is_missed:
            return "missed"
        return f"recall-{sum(self.recall >= least for least, _ in BANDS[1:])}"

    @property
    def told(self) -> str:
        """The chance in words and figures."""
        if self.recall is None:
            return "not met yet"
        if self.is_missed:
            return "missed last time"
        return f"{self.recall:.0%}".replace("%", " per cent")


BANDS = ((0.0, "under 50"), (0.5, "50 to 70"), (0.7, "70 to 80"), (0.8, "80 to 90"), (0.9, "90 and over"))
"""The bands in which recall is shown: the least chance of each, and what it is called in per cent."""


@dataclass(frozen=True, slots=True)
class TopicProgress:
    """The items of one topic."""

    heading: str
    cells: tuple[Cell, ...]

    @property
    def met(self) -> int:
        return sum(cell.recall is not None for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Week:
    """The answers of a week that counted: how many, how many of them right, and how many were expected to be.

    `known` and `expected` speak of those that had been met before; they are None where there were none.
    """

    begins: date
    answers: int
    right: int
    known: float | None
    expected: float | None

    @property
    def share(self) -> float | None:
        """The part that was right, from 0 to 1."""
        return self.right / self.answers if self.answers else None


@blueprint.get("/progress")
def show_progress() -> str:
    """A map of what is known, today or in thirty days, with the trend, and the mistakes still owed."""
    study = services().study
    known = study.reviews.knowledge()
    items = {**services().makers.items, **_met_elsewhere(known.memories)}
    met = known.memories.keys() & items.keys()
    is_later = "later" in request.args
    now = study.now
    moment = now + LATER if is_later else now
    cells = {
        name: Cell(item, place_of(item), known.recall(name, moment) if name in met else None, name in known.missed)
        for name, item in items.items()
    }
    monday = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=now.weekday())
    first = monday - timedelta(weeks=WEEKS - 1)
    reviews = study.reviews.since(first)
    return render_template(
        "practise/progress.html",
        books=_books(cells.values()),
        items=len(items),
        met=len(met),
        missed=len(met & known.missed),
        recalled=[sum(known.recall(name, at) for name in met if name not in known.missed) for at in (now, now + LATER)],
        is_later=is_later,
        bands=BANDS,
        weeks=list(_weeks(reviews, first)),
        calendar=_calendar(reviews, first.date(), study.today),
        milestones=MILESTONES,
        won=deals_won(study.matches.all().values(), study.answers.latest(LessonRef.topic)),
        owed=[cells[name] for name in study.reviews.owed() if name in cells],
        askable=services().makers.items,
    )


def _met_elsewhere(memories: Iterable[str]) -> Mapping[str, Item]:
    """The rules that were met in games and at the table, and on which no questions are made."""
    found = {name: item_of(name) for name in memories if name not in services().makers.items}
    return {name: item for name, item in found.items() if item is not None}


def _books(cells: Iterable[Cell]) -> list[tuple[str, list[TopicProgress]]]:
    """The cells by author and topic; what stands in no book comes last."""
    by_topic: dict[ItemTopic, list[Cell]] = {}
    for cell in cells:
        by_topic.setdefault(ItemTopic.of(cell.item), []).append(cell)
    groups = {topic: TopicProgress(_heading(topic), tuple(by_topic[topic])) for topic in sorted(by_topic, key=_order)}
    books = {topic.source: SOURCES[topic.source].author if topic.source else "Of no one book" for topic in groups}
    return [(name, [groups[topic] for topic in groups if topic.source == source]) for source, name in books.items()]


def _order(topic: ItemTopic) -> tuple[int, int, int]:
    sources, questions = list(SOURCES), list(formatting.QUESTIONS)
    return (
        sources.index(topic.source) if topic.source else len(sources),
        list(ItemKind).index(topic.kind),
        questions.index(topic.question) if topic.question else len(questions),
    )


def _heading(topic: ItemTopic) -> str:
    return formatting.QUESTIONS[topic.question] if topic.question else KINDS[topic.kind]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar, and how many answers that counted were given on it."""

    day: date
    answers: int

    @property
    def fullness(self) -> int:
        """How full its cell is: 0 without an answer, 1 to 3."""
        return 0 if not self.answers else 1 if self.answers < FEW else 2 if self.answers < MANY else 3


FEW, MANY = 5, 20
"""Fewer answers than the first make a day’s cell light, as many as the second full."""


def _calendar(reviews: Sequence[Review], first: date, today: date) -> Sequence[Sequence[Day]]:
    """The weeks from a Monday to today, each with its days."""
    answers = Counter(review.at.date() for review in reviews)
    days = [Day(day, answers[day]) for day in (first + timedelta(days=n) for n in range(7 * WEEKS)) if day <= today]
    return [days[number : number + 7] for number in range(0, len(days), 7)]


def _weeks(reviews: Sequence[Review], first: datetime) -> Iterator[Week]:
    """The weeks from the first, which begins on a Monday."""
    for number in range(WEEKS):
        begins, ends = first + timedelta(weeks=number), first + timedelta(weeks=number + 1)
        of_week = [review for review in reviews if begins <= review.at < ends]
        before = [(review.grade > RecallRating.AGAIN, review.recall) for review in of_week if review.recall is not None]
        yield Week(
            begins.date(),
            len(of_week),
            sum(review.grade > RecallRating.AGAIN for review in of_week),
            fmean(right for right, _ in before) if before else None,
            fmean(recall for _, recall in before) if before else None,
        )
