"""The results of a class for its teacher: the grid, every answer, the rules most missed, and all as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response as Redirection

from tutor.errors import Malformed, Unknown
from tutor.exchange.spreadsheets import MIMETYPE, as_csv
from tutor.quizzes.exercise import Grade
from tutor.quizzes.groups import group_of_first_game
from tutor.quizzes.items import Item
from tutor.quizzes.kinds.first_games import PLAYS
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.assigned_work import PLAYED, Counts
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.classes import Class
from tutor.study.classroom.comments import LONGEST_COMMENT, Comment
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.gradebook import AnswerLine, ClassSnapshot, Gradebook, GradebookCell, MissedRuleTally
from tutor.study.classroom.progress import Progress
from tutor.web import formatting
from tutor.web.account.security_events import note
from tutor.web.classroom.attention import LIMITS, needing_attention, split_by_class
from tutor.web.classroom.authored_content import questions_in
from tutor.web.classroom.classes import class_of, member_of
from tutor.web.current_user import require_user
from tutor.web.export.sending import stream_file
from tutor.web.forms import Form, LongTextField
from tutor.web.item_links import place_of, rule_of
from tutor.web.labels import STAGES, cell_figures, cell_words
from tutor.web.practise.answer_history import AnsweredQuestion, answered_question, answered_question_brief
from tutor.web.services import services

blueprint = Blueprint("gradebook", __name__, url_prefix="/classes/<int:class_id>")

Page = str | Response | Redirection | tuple[str, int]


# ---- the grid -----------------------------------------------------------------------------------------------------


@blueprint.get("/gradebook")
def grid(class_id: int) -> Page:
    """How far each learner is with each assignment. An unchanged page is not sent twice."""
    found = class_of(class_id)
    snapshot = services().classroom.gradebooks.snapshot(found)
    if request.if_none_match.contains(snapshot.tag):
        answer = Response(status=304)
    else:
        answer = Response(_grid(found, snapshot), mimetype="text/html")
    answer.set_etag(snapshot.tag)
    return answer


def _grid(found: Class, snapshot: ClassSnapshot) -> str:
    gradebook = _gradebook(snapshot)
    of_class, needing = split_by_class(list(needing_attention(gradebook)), len(gradebook.learners))
    return render_template(
        "classroom/gradebook.html",
        room=found,
        gradebook=gradebook,
        live=snapshot.live,
        of_class=of_class,
        needing=needing,
        tag=snapshot.tag,
        cells=f"{url_for('classes.room', class_id=found.id)}/answers",
        deals=f"{url_for('classes.room', class_id=found.id)}/deals",
        rule_of=rule_of,
        place_of=place_of,
        name_of=name_of,
        cell_words=cell_words,
        cell_figures=cell_figures,
        stages=STAGES,
        attempt_notes=list(_attempt_notes(gradebook.assignments)),
        limits=LIMITS,
        words=formatting,
    )


def _attempt_notes(assignments: Sequence[Assignment]) -> Iterator[str]:
    """Which of several attempts the grid shows, in sentences: it is the one that counts."""
    yield gettext("Of several attempts, you see the one that counts: the best.")
    for counts, says in _OTHERWISE.items():
        titles = [f"‘{one.title}’" for one in assignments if one.spec.counts is counts]
        if titles:
            yield str(says) % {"titles": ", ".join(titles)}


_OTHERWISE: Mapping[Counts, LazyString] = {
    Counts.FIRST: lazy_gettext("For %(titles)s it is the first."),
    Counts.LATEST: lazy_gettext("For %(titles)s it is the latest."),
}


def _gradebook(snapshot: ClassSnapshot) -> Gradebook:
    return services().classroom.gradebooks.gradebook(snapshot, questions_in)


def name_of(person: Person) -> str:
    """What a teacher calls somebody."""
    return person.real_name or person.name


# ---- the answers of a learner -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer as the teacher sees it: its number, its question and rule, and the comments on it."""

    number: int
    given: GivenAnswer
    question: AnsweredQuestion
    item: Item | None
    comments: Sequence[Comment]

    @property
    def shade(self) -> Grade:
        return Grade(self.given.answer.shade)


@blueprint.get("/answers/<int:assignment_id>/<int:learner>")
def answers(class_id: int, assignment_id: int, learner: int) -> Page:
    """Every answer of a learner to an assignment, in order, each with its question."""
    return _answers(class_of(class_id), assignment_id, learner)


class CommentForm(Form):
    """A comment on an answer."""

    text = LongTextField("", default="", render_kw={"rows": 3, "maxlength": LONGEST_COMMENT, "required": True})


@blueprint.post("/answers/<int:assignment_id>/<int:learner>/<int:answer_id>")
def comment(class_id: int, assignment_id: int, learner: int, answer_id: int) -> Page:
    """Writes a comment on an answer."""
    found = class_of(class_id)
    assignment, who = assignment_of(found, assignment_id), member_of(found, learner).person
    if all(answer.id != answer_id for answer in services().classroom.assignments.answers(assignment, who.id)):
        raise Unknown("answer", str(answer_id), ())
    form = CommentForm()
    try:
        services().classroom.comments.add(answer_id, require_user().id, form.text.data)
    except Malformed as error:
        form.refuse("text", formatting.sentence(str(error)))
        return _answers(found, assignment_id, learner, {answer_id: form}), 400
    page = url_for("gradebook.answers", class_id=class_id, assignment_id=assignment_id, learner=learner)
    return redirect(f"{page}#answer-{answer_id}", 303)


def _answers(found: Class, assignment_id: int, learner: int, refused: Mapping[int, Form] | None = None) -> str:
    assignment, member = assignment_of(found, assignment_id), member_of(found, learner)
    classroom = services().classroom
    given = classroom.assignments.answers(assignment, learner)
    comments = classroom.comments.of_answers(assignment.id, learner)
    attempts: dict[int | None, list[AnswerView]] = {}
    for number, given_answer in enumerate(given, 1):
        answered = AnswerView(
            number,
            given_answer,
            _with_deal(found, answered_question(given_answer)),
            rule_of(given_answer.answer.rule, given_answer.answer.rule_row),
            comments.get(given_answer.id, ()),
        )
        attempts.setdefault(given_answer.answer.attempt, []).append(answered)
    return render_template(
        "practise/answers.html",
        room=found,
        assignment=assignment,
        member=member,
        name=name_of(member.person),
        cell=_cell(assignment, learner, given),
        cell_words=cell_words,
        attempts=attempts,
        refused=refused or {},
        unwritten=CommentForm(formdata=None),
        place_of=place_of,
        Shade=Grade,
        words=formatting,
    )


def _with_deal(found: Class, question: AnsweredQuestion) -> AnsweredQuestion:
    """A question, with the page of the deal where the answer is that a hand was played."""
    answer = question.answer
    if answer.topic != PLAYED or not answer.item.isdecimal():
        return question
    url = url_for("played_deals.played", class_id=found.id, key=int(answer.item), number=1)
    return replace(question, url=url)


def _cell(assignment: Assignment, learner: int, given: Sequence[GivenAnswer]) -> GradebookCell:
    assignees = services().classroom.assignments.assignees(assignment.class_id or 0)
    is_set = assignment.everyone or learner in assignees.get(assignment.id, ())
    extensions = services().classroom.assignments.extensions(assignment.class_id or 0)
    assignment = assignment.extended(extensions.get((assignment.id, learner)))
    progress = Progress.with_answers(assignment, questions_in(assignment.work), given) if is_set else None
    return GradebookCell.of(assignment, progress, services().study.now)


def assignment_of(found: Class, key: int) -> Assignment:
    """The assignment of a number, if it was assigned to the class. Raises `Unknown`."""
    assignment = services().classroom.assignments.of_teacher(found.teacher, key)
    if assignment.class_id != found.id:
        raise Unknown("assignment", str(key), ())
    return assignment


# ---- the most missed ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MissedRule:
    """A rule that a class misses: its item, its page, and the form to assign a drill on it."""

    missed: MissedRuleTally
    item: Item | None
    url: str | None
    drill: str | None


@blueprint.get("/missed")
def missed(class_id: int) -> Page:
    """The rules that a class misses most, in all its assignments or in one."""
    found = class_of(class_id)
    every = services().classroom.assignments.of_class(found.id)
    asked = request.args.get("of", "")
    chosen = next((assignment for assignment in every if str(assignment.id) == asked), None)
    rules = services().classroom.gradebooks.missed(found, chosen.id if chosen else None)
    return render_template(
        "practise/missed.html",
        room=found,
        assignments=every,
        chosen=chosen,
        rules=[_missed_rule(found, rule) for rule in rules],
        has_former=bool(services().classroom.classes.former_members(found)),
        words=formatting,
    )


def _missed_rule(found: Class, one: MissedRuleTally) -> MissedRule:
    item = rule_of(one.rule, one.row)
    drill = None
    if game := PLAYS.get(one.rule):
        drill = url_for("assignments.form", class_id=found.id, kind="drill", group=group_of_first_game(game))
    elif one.rule in services().makers.items:
        drill = url_for("assignments.form", class_id=found.id, kind="drill", ids=one.rule)
    return MissedRule(one, item, place_of(item) if item else None, drill)


# ---- export as tables ---------------------------------------------------------------------------------------------


@blueprint.get("/grid.csv")
def grid_as_csv(class_id: int) -> Response:
    """The grid as a table: for each assignment its progress, the right answers, and the questions."""
    found = class_of(class_id)
    gradebook = _gradebook(services().classroom.gradebooks.snapshot(found))
    note(EventKind.EXPORTED, detail=f"results of the class {found.name}")
    return stream_file(as_csv(_rows_of_grid(gradebook)), f"class-{found.id}-grid.csv", MIMETYPE)


def _rows_of_grid(gradebook: Gradebook) -> Iterator[Sequence[object]]:
    titles = [
        [assignment.title, f"{assignment.title}: right", f"{assignment.title}: of"]
        for assignment in gradebook.assignments
    ]
    yield ["learner", "name in class", *(title for three in titles for title in three)]
    for learner in gradebook.learners:
        cells = [gradebook.cell(learner, assignment) for assignment in gradebook.assignments]
        figures = [
            [cell_words(cell), cell.progress.right, cell.progress.of]
            if cell.progress
            else [cell_words(cell), None, None]
            for cell in cells
        ]
        yield [learner.person.real_name, learner.person.name, *(figure for three in figures for figure in three)]


@blueprint.get("/answers.csv")
def answers_as_csv(class_id: int) -> Response:
    """Every answer to the assignments of a class, as a table. It is sent while it is made."""
    found = class_of(class_id)
    lines = services().classroom.gradebooks.answers(found)
    note(EventKind.EXPORTED, detail=f"answers of the class {found.name}")
    return stream_file(as_csv(_rows_of_answers(lines)), f"class-{found.id}-answers.csv", MIMETYPE)


COLUMNS = (
    "learner", "name in class", "assignment", "item", "question", "given", "given in words", "best", "shade", "rule",
    "author", "page", "hints", "attempt", "at", "live",
)  # fmt: skip


def _rows_of_answers(lines: Iterator[AnswerLine]) -> Iterator[Sequence[object]]:
    yield COLUMNS
    known: dict[tuple[str, str], AnsweredQuestion] = {}
    for line in lines:
        answer = line.given.answer
        asked = (answer.topic, answer.item)
        if asked not in known:
            if len(known) >= QUESTIONS_KEPT:
                known.clear()
            known[asked] = answered_question_brief(line.given)
        item = rule_of(answer.rule, answer.rule_row)
        cited = item.citation if item else None
        yield (
            line.real_name,
            line.name,
            line.title,
            answer.item,
            known[asked].prompt,
            answer.given,
            known[asked].words_of(answer.given),
            "yes" if answer.shade == Grade.BEST.value else "no",
            answer.shade,
            answer.rule,
            cited.author if cited else None,
            cited.page if cited else None,
            answer.hints,
            answer.attempt,
            line.given.at.isoformat(timespec="seconds"),
            "live" if answer.live else None,
        )


QUESTIONS_KEPT = 2000
"""How many questions are remembered while answers are exported: most were asked of the whole class."""
