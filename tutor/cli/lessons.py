"""`tutor lessons`: the lessons, in order."""

from __future__ import annotations

from collections.abc import Callable

import click

from tutor.auction import Call
from tutor.cards import Card
from tutor.cli import options
from tutor.cli.output import print_json_line
from tutor.extras import NotInstalled, has_extra
from tutor.library.catalogue import Library, load
from tutor.library.lesson_files import load_courses
from tutor.library.lesson_measures import Act, ActKind, Measures, measured, together
from tutor.library.lessons import Course, Courses, Lesson
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.exercise import AnswerForm, Exercise
from tutor.quizzes.kinds.lessons import lesson_exercise


@click.command()
@click.option("--course", help="List only one course: whist, bridge, auction, laws, odds or library.")
@options.json("Print one JSON object per line, with what each lesson teaches, drills and asks.")
@click.option("--measures", "is_measured", is_flag=True, help="Count what learners play, call, choose and type.")
def lessons(course: str | None, as_json: bool, is_measured: bool) -> None:
    """List the lessons, in the best order.

    With --measures, count for each lesson: the acts of each kind, those that choose a sentence, the deals played, the
    words before the first act, and the Flesch reading ease. For each course, print the shares.
    """
    if (as_json or is_measured) and not has_extra("print"):
        click.echo(f"Caution: {NotInstalled('The reading ease', 'print')}", err=True)
    library = load()
    courses = load_courses(library)
    chosen = [courses.course(course)] if course else list(courses.courses.values())
    if is_measured and not as_json:
        _print_table(chosen, measuring(library, courses))
        return
    measures = measuring(library, courses) if as_json else None
    for one in chosen:
        for number, lesson in enumerate(one.lessons, 1):
            if measures is None:
                click.echo(f"{one.id:8}{number:4}  {lesson.id:32}{lesson.title}")
                continue
            found = {
                "course": one.id,
                "number": number,
                "id": lesson.id,
                "title": lesson.title,
                "aim": lesson.aim,
                "sources": [str(passage) for passage in lesson.sources],
                "teaches": list(lesson.teaches),
                "questions": [question.name for question in lesson.questions],
                "drill": {"on": list(lesson.drill.on), "questions": lesson.drill.questions},
                **_entry(measures(lesson)),
            }
            print_json_line(found)


def measuring(library: Library, courses: Courses) -> Callable[[Lesson], Measures]:
    """What measures a lesson. It makes each question, to see how it is answered."""
    bank = exercise_bank(library, courses)

    def measures(lesson: Lesson) -> Measures:
        exercises = {one.name: lesson_exercise(lesson, one, bank) for one in lesson.questions}
        return measured(lesson, lambda question: act_of_exercise(exercises[question.name]))

    return measures


def act_of_exercise(exercise: Exercise) -> Act:
    """What is done to answer an exercise."""
    if exercise.form is AnswerForm.NUMBER:
        return Act(ActKind.TYPED)
    answers = [choice.answer for choice in exercise.choices]
    if exercise.form is AnswerForm.CARD or all(isinstance(answer, Card) for answer in answers):
        return Act(ActKind.PLAYED)
    if all(isinstance(answer, Call) for answer in answers):
        return Act(ActKind.CALLED)
    return Act(ActKind.CHOSEN, tuple(choice.label for choice in exercise.choices))


def _entry(measures: Measures) -> dict[str, object]:
    return {
        "acts": {kind.value: measures.number(kind) for kind in ActKind},
        "sentences": measures.sentences,
        "deals": measures.deals,
        "words_before_first_act": measures.words_before_first_act,
        "reading_ease": None if measures.legibility.ease is None else round(measures.legibility.ease, 1),
    }


_HEAD = "lesson                             acts  played  called  chosen  typed  sentences  deals  words before  ease"


def _print_table(courses: list[Course], measures: Callable[[Lesson], Measures]) -> None:
    click.echo(_HEAD)
    for course in courses:
        found = [measures(lesson) for lesson in course.lessons]
        for lesson, one in zip(course.lessons, found, strict=True):
            click.echo(_row(lesson.id, one))
        total = together(found)
        click.echo(_row(f"{course.id}: {total.lessons} lessons", total))
        click.echo(
            f"{'':35}{total.share_at_the_table:.0%} played or called, "
            f"{total.share_of_sentences:.0%} choose a sentence, {total.deals} deals in {total.lessons} lessons\n"
        )


def _ease(one: Measures) -> str:
    ease = one.legibility.ease
    return "–" if ease is None else f"{ease:.0f}"


def _row(name: str, one: Measures) -> str:
    return (
        f"{name:33}{one.number_of_acts:6}{one.number(ActKind.PLAYED):8}{one.number(ActKind.CALLED):8}"
        f"{one.number(ActKind.CHOSEN):8}{one.number(ActKind.TYPED):7}{one.sentences:11}{one.deals:7}"
        f"{one.words_before_first_act:14}{_ease(one):>6}"
    )
