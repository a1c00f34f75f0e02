"""`tutor lessons`: the lessons, in order."""

from __future__ import annotations

import click

from tutor.cli import options
from tutor.cli.output import print_json_line
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses


@click.command()
@click.option("--course", help="Only those of one course: whist, bridge, auction, laws, odds or library.")
@options.json("An object a line, with what each teaches and drills.")
def lessons(course: str | None, as_json: bool) -> None:
    """List the lessons, in the order in which they are best taken."""
    courses = load_courses(load())
    chosen = [courses.course(course)] if course else courses.courses.values()
    for one in chosen:
        for number, lesson in enumerate(one.lessons, 1):
            if not as_json:
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
            }
            print_json_line(found)
