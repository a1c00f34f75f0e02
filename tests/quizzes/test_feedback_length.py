"""What is read after a wrong answer fits a telephone: few words, whatever was asked."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

import pytest
from flask import Flask, render_template_string
from selectolax.lexbor import LexborHTMLParser

from tests.support.cases import for_each
from tests.support.wrong_answers import WrongAnswer, wrong_answers
from tutor.codes.offences import Chooser
from tutor.library.catalogue import load
from tutor.library.incidents import Incident
from tutor.library.laws import places_of
from tutor.library.lesson_files import load_courses
from tutor.quizzes.exercise import ExerciseVerdict, Grade
from tutor.quizzes.kinds.incidents import IncidentExercise

MEDIAN, MOST = 60, 120
COMPONENT = """{% import "parts/feedback.html" as answered with context %}{{ answered.feedback(told, "/ways") }}"""

LAWS = """{% import "parts/incident.html" as laws with context %}{{ laws.bodies(every, Chooser, places_of) }}"""
INCIDENTS = {
    f"{lesson.id}/{question.name}": IncidentExercise(lesson.id, question)
    for lesson in load_courses(load()).lessons.values()
    for question in lesson.questions
    if isinstance(question, Incident)
}


def visible_words(html: str) -> int:
    """How many words are read before anything is opened."""
    tree = LexborHTMLParser(html)
    for hidden in tree.css("details > :not(summary), .unseen"):
        hidden.decompose()
    assert tree.body is not None
    return sum(any(map(str.isalnum, word)) for word in tree.body.text(separator=" ").split())


def rendered(app: Flask, told: ExerciseVerdict) -> str:
    with app.test_request_context("/"):
        return render_template_string(COMPONENT, told=told)


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_a_wrong_answer_brings_few_words(app: Flask, count: int) -> None:
    lengths: dict[str, list[int]] = defaultdict(list)
    for kind, exercise, given in wrong_answers(count, seed=1910):
        words = visible_words(rendered(app, exercise.mark(given)))
        assert words <= MOST, (kind, exercise.prompt, given, words)
        lengths[kind].append(words)
    assert len(lengths) == 15, "a kind of question is not among them"
    assert median(words for each in lengths.values() for words in each) <= MEDIAN, dict(lengths)


@for_each("name", INCIDENTS)
def test_a_wrong_answer_to_an_incident_brings_few_words_and_the_laws_behind_a_link(app: Flask, name: str) -> None:
    exercise = INCIDENTS[name]
    with app.test_request_context("/"):
        laws = render_template_string(LAWS, every=exercise.bodies, Chooser=Chooser, places_of=places_of)
    assert visible_words(laws) == len(["What", "the", "five", "laws", "say"])
    for choice in exercise.choices:
        words = visible_words(rendered(app, exercise.mark(choice.key)) + laws)
        assert words <= MOST, (choice.label, words)


@pytest.mark.parametrize("seed", range(2))
def test_a_right_answer_brings_no_more(app: Flask, seed: int) -> None:
    for kind, exercise, _ in wrong_answers(30, seed):
        told = exercise.mark(exercise.answer)
        assert told.grade is Grade.BEST
        html = rendered(app, told)
        assert visible_words(html) <= MEDIAN, (kind, exercise.prompt)
        assert "Why not" not in html


def test_what_was_not_asked_for_is_not_in_the_page(app: Flask) -> None:
    """The other ways to an answer take time to find, and were up to twenty-two: a link leads to them."""
    declared: list[WrongAnswer] = [one for one in wrong_answers(140, seed=3) if one.kind == "declaring"]
    for one in declared:
        html = rendered(app, one.exercise.mark(one.given))
        assert 'href="/ways"' in html
        assert "tried in order" not in html
        assert 'class="against"' not in html
