"""The review: the questions due today, earlier mistakes, and a map of the learner’s progress."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import islice
from statistics import fmean

from babel.dates import get_day_names
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask_babel import get_locale, gettext, lazy_gettext
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
from tutor.tables.match import Match
from tutor.tables.played_deal import PlayedDeal
from tutor.web import formatting
from tutor.web.classroom.secrecy import secrets
from tutor.web.export.sending import stream_file
from tutor.web.formatting import sentence
from tutor.web.forms import ChoiceField, Form, SelectChoice, number_field
from tutor.web.item_links import item_of, place_of
from tutor.web.labels import LEVELS
from tutor.web.page_memory import render_remembered
from tutor.web.play.played import finished_deals
from tutor.web.practise.exercises import address_of
from tutor.web.practise.milestones import MILESTONES, deals_won
from tutor.web.practise.navigation import MISTAKES, REVIEW, ReviewNavigation
from tutor.web.practise.sets import SIZE
from tutor.web.practise.summary import TRY_AGAIN, Door, SessionSummary, answered_result, summary_page
from tutor.web.services import services

blueprint = Blueprint("review", __name__)

WEEKS = 12
MOST_DEALS = 8
"""How many of the last deals are listed."""
MOST_TRIED = 20
"""How many items are tried to find a question that the learner’s work does not ask."""
LATER = timedelta(days=30)

KINDS = {
    ItemKind.RULE: lazy_gettext("Rules"),
    ItemKind.FIRST: lazy_gettext("First games"),
    **GROUP_NAMES,
    ItemKind.POINT: lazy_gettext("Points"),
}
"""The heading of each kind of items."""


# ---- the day’s review --------------------------------------------------------------------------------------------


def _level(text: str) -> Level:
    """The level of a form. Raises `Malformed`."""
    for level in Level:
        if level.value == text:
            return level
    among = " or ".join(level.value for level in Level)
    raise Malformed("level", text[:40], f"the levels are {among}", "Choose one")


class SettingsForm(Form):
    """The number of reviews a day, and the level of the questions."""

    cap = number_field(lazy_gettext("Most reviews a day"), "limit", 1, LARGEST_CAP)
    new = number_field(lazy_gettext("Most new items a day"), "limit", 0, LARGEST_CAP)
    level = ChoiceField(
        lazy_gettext("Level of the questions"),
        lambda: [SelectChoice(level.value, str(LEVELS[level])) for level in Level],
        _level,
    )

    def settings(self) -> Settings | None:
        """The settings chosen. None if any field was refused."""
        if not self.validate():
            return None
        try:
            return Settings(self.cap.value, self.new.value, self.level.value)
        except Malformed as error:
            self.refuse("new", sentence(str(error)))
            return None


@blueprint.get("/review/")
def index() -> str:
    """The questions due today, and the settings of the review."""
    today = services().study.reviews.today()
    shown = _shown(today)

    def values() -> dict[str, object]:
        now = today.settings
        return {**shown, "form": SettingsForm(data={"cap": now.cap, "new": now.new, "level": now.level.value})}

    return render_remembered("practise/review.html", values, *shown.values())


def _shown(today: Today) -> dict[str, Hashable]:
    """What there is to review today, and the settings."""
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
    """A new question on the next item that is due, or (`of=mistakes`) on the next one answered wrong.

    It belongs to the session that `from` names, or else begins a new one.
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
    return redirect(address_of(_ref_of(wanted, today.settings.level), str(here)))


def _ref_of(wanted: Sequence[str], level: Level) -> ItemRef:
    """The next question on the first of the items: not one that the learner’s work asks, if there is another."""
    answers, hidden = services().study.answers, secrets()
    first = ItemRef(wanted[0], answers.next_number(wanted[0]), level)
    if not hidden.of_question(first):
        return first
    numbers = ((item, answers.next_number(item)) for item in wanted[:MOST_TRIED])
    others = (ItemRef(item, number + more, level) for item, number in numbers for more in range(4))
    return next((ref for ref in others if not hidden.of_question(ref)), first)


def _wanted(of: str, today: Today) -> Sequence[str]:
    """The items still to ask."""
    reviews, askable = services().study.reviews, services().makers.items
    if of == MISTAKES:
        return [item for item in reviews.owed() if item in askable]
    return reviews.due(askable, today).asked


def questions_due() -> Sequence[ItemRef]:
    """A question on each item that is due today, as the review would ask them now."""
    study = services().study
    today = study.reviews.today()
    return [_ref_of([item], today.settings.level) for item in _wanted(REVIEW, today)]


@blueprint.get("/review/results/<any(review, mistakes):of>/<int:began>/<int:size>")
def results(of: str, began: int, size: int) -> str | Redirection:
    """The results of a review by the moment it began, in thousandths of a second, and its greatest size."""
    study = services().study
    try:
        moment = datetime.fromtimestamp(began / 1000, study.now.tzinfo)
    except (ValueError, OverflowError, OSError):
        abort(404)
    named = (answer for answer in study.answers.since(moment, ItemRef.topic) if answer.number is not None)
    # Answers to assigned questions have no number that learners may see.
    answers = list(islice(named, min(size, sys.maxsize)))
    if not answers:
        return redirect(url_for("review.index"))
    given = [answered_result(ItemRef.of_key(answer.item), answer) for answer in answers]
    left = len(_wanted(of, study.reviews.today()))
    if of == REVIEW:
        name, more = gettext("Review"), gettext("Continue: %(number)s left to review", number=left)
    else:
        name, more = gettext("Mistakes"), gettext("Continue: %(number)s mistakes left", number=left)
    begin = url_for("review.next_question", of=MISTAKES if of == MISTAKES else None)
    again = Door(
        begin if left else url_for("practice.index"), TRY_AGAIN if left else gettext("Practise something else")
    )
    onward = Door(begin, more) if left else Door(url_for("home.index"), gettext("Done for today: home"))
    return summary_page(
        SessionSummary(name, tuple(given), again, onward),
        lambda _: begin,
        back=Door(url_for("review.show_progress"), gettext("Your progress")),
    )


@blueprint.post("/review/settings")
def choose() -> Redirection | tuple[str, int]:
    """Saves the number of reviews a day, and the level of the questions."""
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
    """Every answer as it was logged: a table, or one JSON object per line."""
    write, mimetype = {"csv": (as_csv, MIMETYPE), "json": (as_json, "application/x-ndjson")}[form]
    return stream_file(write(services().study.answers.log()), f"love-all-log.{form}", mimetype)


# ---- progress ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """One item on the map: the address of its rule if it has one, and the chance of recall if it was met.

    `is_missed` means that the last answer to it was wrong, which is shown whatever the chance.
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
        """The chance in words."""
        if self.recall is None:
            return gettext("not met yet")
        if self.is_missed:
            return gettext("missed last time")
        return gettext("%(share)s per cent", share=f"{100 * self.recall:.0f}")


BANDS = (
    (0.0, lazy_gettext("under 50 per cent")),
    (0.5, lazy_gettext("50 to 70 per cent")),
    (0.7, lazy_gettext("70 to 80 per cent")),
    (0.8, lazy_gettext("80 to 90 per cent")),
    (0.9, lazy_gettext("90 per cent and over")),
)
"""The bands of recall: the least chance of each, and its name."""


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
    """The answers of a week that counted: how many there were, and how many were right.

    `known` and `expected` are the shares right, and expected to be right, of items met before. None without any.
    """

    begins: date
    answers: int
    right: int
    known: float | None
    expected: float | None

    @property
    def share(self) -> float | None:
        """The share that was right, from 0 to 1."""
        return self.right / self.answers if self.answers else None


@blueprint.get("/progress")
def show_progress() -> str:
    """A map of what the learner knows, today or in 30 days, with the trend, and the mistakes to practise."""
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
    matches = study.matches.all()
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
        weekdays=_weekdays(),
        milestones=MILESTONES,
        won=deals_won(matches.values(), study.answers.counted(LessonRef.topic)),
        last_deals=list(islice(_deals_played(matches), MOST_DEALS)),
        owed=[cells[name] for name in study.reviews.owed() if name in cells],
        askable=services().makers.items,
    )


def _deals_played(matches: Mapping[int, Match]) -> Iterator[tuple[int, int, PlayedDeal]]:
    """The deals played to their end, the newest first, each with the numbers of its match and in it."""
    for key, match in matches.items():
        for number, deal in sorted(finished_deals(match).items(), reverse=True):
            yield key, number, deal


def _weekdays() -> Sequence[str]:
    """The short names of the days, from Monday."""
    names = get_day_names("abbreviated", locale=get_locale())
    return [names[day] for day in range(7)]


def _met_elsewhere(memories: Iterable[str]) -> Mapping[str, Item]:
    """The rules met in games and at the table for which there are no questions."""
    found = {name: item_of(name) for name in memories if name not in services().makers.items}
    return {name: item for name, item in found.items() if item is not None}


def _books(cells: Iterable[Cell]) -> list[tuple[str, list[TopicProgress]]]:
    """The cells by author and topic. Items from no single book come last."""
    by_topic: dict[ItemTopic, list[Cell]] = {}
    for cell in cells:
        by_topic.setdefault(ItemTopic.of(cell.item), []).append(cell)
    groups = {topic: TopicProgress(_heading(topic), tuple(by_topic[topic])) for topic in sorted(by_topic, key=_order)}
    books = {
        topic.source: SOURCES[topic.source].author if topic.source else gettext("From no single book")
        for topic in groups
    }
    return [(name, [groups[topic] for topic in groups if topic.source == source]) for source, name in books.items()]


def _order(topic: ItemTopic) -> tuple[int, int, int]:
    sources, questions = list(SOURCES), list(formatting.QUESTIONS)
    return (
        sources.index(topic.source) if topic.source else len(sources),
        list(ItemKind).index(topic.kind),
        questions.index(topic.question) if topic.question else len(questions),
    )


def _heading(topic: ItemTopic) -> str:
    return str(formatting.QUESTIONS[topic.question] if topic.question else KINDS[topic.kind])


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar, and its number of answers that counted."""

    day: date
    answers: int

    @property
    def fullness(self) -> int:
        """How full its cell is: 0 without an answer, otherwise 1 to 3."""
        return 0 if not self.answers else 1 if self.answers < FEW else 2 if self.answers < MANY else 3


FEW, MANY = 5, 20
"""A day with fewer answers than the first has a light cell, and one with at least the second a full cell."""


def _calendar(reviews: Sequence[Review], first: date, today: date) -> Sequence[Sequence[Day]]:
    """The weeks from a Monday until today, each with its days."""
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
