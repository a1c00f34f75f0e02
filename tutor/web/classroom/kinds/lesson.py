"""A lesson, as teachers assign it and learners do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup, escape

from tutor.study.classroom.assigned_work import CompositionVersion, LessonWork
from tutor.study.classroom.authored_content import parsed
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.web.classroom.assignment_form import (
    BY_QUESTION,
    AssignmentForm,
    attempts_field,
    counts_of_answers,
    pass_mark_field,
)
from tutor.web.classroom.authored_content import lesson_of, title_of_lesson, to_choose
from tutor.web.classroom.tasks import KindPages, NextAction, Task
from tutor.web.forms import ChoiceField, SelectChoice
from tutor.web.services import services


def lessons_to_choose(form: AssignmentForm[Any], field: ChoiceField) -> Sequence[SelectChoice]:
    """The teacher’s own lessons, and those of the courses."""
    del form
    own = [
        SelectChoice(name, title, optgroup=gettext("Your own"))
        for name, title in to_choose(("lesson",), field.data or "")
    ]
    courses = services().courses.courses.values()
    ours = [
        SelectChoice(lesson.id, lesson.title, optgroup=course.title) for course in courses for lesson in course.lessons
    ]
    return [SelectChoice("", gettext("Choose a lesson")), *own, *ours]


class LessonForm(AssignmentForm[LessonWork]):
    """The lesson to assign."""

    work_fields = ("lesson",)

    lesson = ChoiceField(
        lazy_gettext("The lesson"),
        lessons_to_choose,
        lesson_of,
        missing=lazy_gettext("Nothing is chosen. Choose a lesson."),
    )
    pass_mark = pass_mark_field()
    tries = attempts_field(BY_QUESTION)
    counts = counts_of_answers()

    def work(self) -> LessonWork:
        own = parsed(self.lesson.value.id)
        version = CompositionVersion(composition=own[0], version=own[1]) if own else None
        return LessonWork(lesson=self.lesson.value.id, own=version)

    @classmethod
    def typed(cls, work: LessonWork) -> Mapping[str, Any]:
        return {"lesson": services().courses.moved.lesson(work.lesson)}

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Mapping[str, Any]:
        found = services().courses.lessons.get(query.get("lesson", ""))
        return {**super().asked(query), **({"title": found.title} if found else {})}


class LessonPages(KindPages[LessonWork]):
    """A lesson, done on its own page."""

    kind = "lesson"
    name = lazy_gettext("A lesson")
    says = lazy_gettext("from the courses or your own, to read to the end, with every question answered")
    form = LessonForm

    def summary(self, work: LessonWork) -> Markup:
        return escape(gettext("A lesson: %(title)s", title=title_of_lesson(work.lesson)))

    def suggested_title(self, work: LessonWork) -> str:
        return title_of_lesson(work.lesson)

    def next_action(self, task: Task[LessonWork]) -> NextAction:
        """The lesson at its first question without an answer for this assignment."""
        lesson, moved = lesson_of(task.work.lesson), services().courses.moved
        answered = {moved.key(given.answer.item) for given in task.given}
        waits = (question.code for question in lesson.questions if f"{lesson.id}/{question.name}" not in answered)
        url = url_for("lessons.lesson", lesson_id=lesson.id, _anchor=next(waits, None))
        return NextAction(url, gettext("Continue") if task.given else gettext("Start"))

    def answer_url(self, task: Task[LessonWork], answer: GivenAnswer) -> str:
        del task
        place = services().courses.moved.key(answer.answer.item)
        lesson = lesson_of(place.partition("/")[0])
        code = next((one.code for one in lesson.questions if f"{lesson.id}/{one.name}" == place), None)
        return url_for("lessons.lesson", lesson_id=lesson.id, all=1, _anchor=code)
