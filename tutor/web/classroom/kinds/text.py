"""A page with the teacher’s own text, as teachers assign it and learners read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup, escape

from tutor.errors import Malformed
from tutor.quizzes.exercise import Grade
from tutor.study.answers.answer import Answer
from tutor.study.answers.submissions import Submission
from tutor.study.classroom.assigned_work import LONGEST_TEXT, READ, TextWork
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.web import formatting
from tutor.web.classroom.assignment_form import AssignmentForm
from tutor.web.classroom.tasks import KindPages, NextAction, Task
from tutor.web.forms import LongTextField
from tutor.web.practise.recording import submissions

READ_ACTION = "read"


def _own_text(text: str) -> str:
    if not text or len(text) > LONGEST_TEXT:
        why = "it is empty" if not text else f"it has {len(text)} characters"
        raise Malformed("text", text[:40], why, f"Write from 1 to {LONGEST_TEXT} characters")
    return text


class TextForm(AssignmentForm[TextWork]):
    """The text to assign."""

    work_fields = ("text",)

    text = LongTextField(
        lazy_gettext("The text"),
        _own_text,
        description=lazy_gettext(
            "Write Markdown: an empty line between paragraphs, *italic*, **bold**, ## heading, - list, {SK} for a "
            "card, [a link](/courses/) to a page of the tutor. Pictures and links to other sites are left out."
        ),
        render_kw={"rows": 14, "maxlength": LONGEST_TEXT},
    )

    def work(self) -> TextWork:
        return TextWork(text=self.text.value)

    @classmethod
    def typed(cls, work: TextWork) -> Mapping[str, Any]:
        return {"text": work.text}

    @property
    def preview(self) -> Markup:
        """The text as learners will see it."""
        return formatting.teachers_prose(self.text.data or "")


class TextPages(KindPages[TextWork]):
    """A page, read where it is assigned."""

    kind = "text"
    name = lazy_gettext("A page to read")
    says = lazy_gettext("your own text")
    form = TextForm
    done_word = lazy_gettext("Read")
    is_counted = False

    def summary(self, work: TextWork) -> Markup:
        del work
        return escape(gettext("A page to read"))

    def suggested_title(self, work: TextWork) -> str:
        heading = next((line.strip("# ").strip() for line in work.text.splitlines() if line.strip("# ").strip()), "")
        return heading[:80] or str(gettext("A page to read"))

    def text(self, work: TextWork) -> Markup:
        return formatting.teachers_prose(work.text)

    def next_action(self, task: Task[TextWork]) -> NextAction | None:
        if task.progress.is_done:
            return None
        return NextAction(
            url_for("assigned_work.act", number=task.assignment.id, action=READ_ACTION),
            gettext("Mark as read"),
            by_form=True,
        )

    def act(self, task: Task[TextWork], action: str) -> str:
        """Saves that the page was read."""
        if action != READ_ACTION:
            return super().act(task, action)
        number = task.assignment.id
        answer = Answer(READ, str(number), "read", Grade.BEST.value, "")
        submissions().record(answer, Submission(idempotency_key=f"{READ}/{number}", assignment=number, attempt=1))
        return url_for("assigned_work.index")

    def answer_url(self, task: Task[TextWork], answer: GivenAnswer) -> str:
        del task, answer
        return ""
