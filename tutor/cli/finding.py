"""`tutor lessons` and `tutor search`: what there is to learn, and where words stand."""

from __future__ import annotations

import json

import click

from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.library.search_index import Index, entries


@click.command()
@click.option("--course", help="Only those of one course: whist, bridge, auction, laws or odds.")
@click.option("--json", "as_json", is_flag=True, help="An object a line, with what each teaches and drills.")
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
            click.echo(json.dumps(found, ensure_ascii=False))


@click.command()
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1, 500), default=20, show_default=True, help="How many at the most.")
@click.option("--json", "as_json", is_flag=True, help="An object a line.")
def search(words: tuple[str, ...], most: int, as_json: bool) -> None:
    """Find all WORDs in everything: rules, lessons, terms, maxims, laws, deals, claims."""
    library = load()
    found = Index(entries(library, load_courses(library))).search(" ".join(words), most)
    for one in found:
        text = "".join(one.pieces)
        if as_json:
            shelf, entry = one.entry.shelf.value, one.entry
            click.echo(
                json.dumps({"in": shelf, "id": entry.id, "title": entry.title, "text": text}, ensure_ascii=False)
            )
        else:
            click.echo(f"{one.entry.shelf.value}: {one.entry.title} ({one.entry.id})\n  {text}")
    if not found and not as_json:
        click.echo("Nothing has these words. Try fewer, or the beginning of one.")
