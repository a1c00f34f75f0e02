"""What moved: every lesson and question of earlier versions is still there, leads to its place now, or is explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.support.cases import for_each
from tutor.exchange.questions import Stock
from tutor.library.catalogue import load
from tutor.library.moved import FILE, Moved, MovedFile, MovedLesson, MovedQuestion, check_moved
from tutor.library.validation import validated
from tutor.library.values import Context
from tutor.library.yaml_text import read
from tutor.quizzes.kinds.lessons import LessonRef, Retired

STOCK = Stock.load()
IDS = (Path(__file__).parents[1] / "data" / "lesson_ids_0.1.0.txt").read_text(encoding="utf-8").split()
"""The questions of version 0.1.0, as `lesson/question`. Never changed."""


@for_each("key", IDS)
def test_every_question_of_the_first_version_is_asked_or_explained(key: str) -> None:
    ref = LessonRef.of_key(key)
    try:
        here = ref.now(STOCK)
    except Retired as error:
        left = error.question
        here = LessonRef.of_key(left.now or left.was)
        if left.asked and not left.now:
            return
    assert here.found(STOCK.lesson(here.lesson))


@for_each("lesson", sorted({key.partition("/")[0] for key in IDS}))
def test_every_lesson_of_the_first_version_leads_to_a_lesson(lesson: str) -> None:
    assert STOCK.lesson(lesson).id == STOCK.moved.lesson(lesson)


def test_the_list_of_the_first_version_is_whole() -> None:
    assert len(IDS) == len(set(IDS)) == 987


MOVED = Moved.of(
    [MovedLesson(was="old", now="new")],
    [
        MovedQuestion(was="old/same", now="new/same"),
        MovedQuestion(was="old/other", now="new/better", asked="What?", options=("This", "That")),
        MovedQuestion(was="old/gone", asked="Who?"),
    ],
)


def test_a_question_that_only_moved_keeps_its_answers() -> None:
    assert MOVED.key("old/same") == "new/same"
    assert MOVED.brought({"old/same": 1, "new/kept": 2}) == {"new/same": 1, "new/kept": 2}
    assert MOVED.brought({"old/same": 1, "new/same": 2}) == {"new/same": 2}, "the answer that was given there stands"
    assert MOVED.left("old/same") is None


def test_an_answer_to_one_question_counts_for_no_other() -> None:
    assert MOVED.key("old/other") == "old/other"
    assert MOVED.brought({"old/other": 1}) == {"old/other": 1}
    left = MOVED.left("old/other")
    assert left is not None
    assert (left.words_of("1"), left.words_of("7"), left.words_of("SA")) == ("That", "7", "SA")


def test_a_lesson_knows_from_where_its_questions_came() -> None:
    assert MOVED.came_from("new") == ("old",)
    assert MOVED.came_from("old") == ()


def test_what_leads_nowhere_is_a_fault() -> None:
    assert list(MOVED.faults({"new": ["same", "better"]})) == []
    said = [fault.what for fault in MOVED.faults({"old": ["same"], "newer": []})]
    assert said == [
        "the lesson ‘old’ is still there",
        "there is no lesson ‘new’, which stands for ‘old’",
        "the question ‘old/same’ is still there",
        "there is no question ‘new/same’, which stands for ‘old/same’",
        "there is no question ‘new/better’, which stands for ‘old/other’",
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("lessons: [{was: a, now: b}, {was: b, now: c}]", "‘b’ has also moved"),
        ("lessons: [{was: a, now: b}, {was: b, now: a}]", "‘b’ has also moved"),
        ("questions: [{was: a/b, now: a/c}, {was: a/c, now: a/b}]", "‘a/c’ has also moved"),
        ("questions: [{was: a/b, now: a/c}, {was: a/b, now: a/d}]", "‘a/b’ appears twice"),
    ],
)
def test_nothing_leads_in_a_circle(text: str, what: str) -> None:
    document = read(f"kind: moved\n{text}", FILE)
    assert what in [fault.what for fault in check_moved([(document, validated(document, MovedFile))], Context())]


def test_what_is_retired_says_what_it_asked() -> None:
    with pytest.raises(ValidationError, match="asked"):
        MovedQuestion(was="old/gone")


@for_each(
    ("rule", "former", "row"),
    [
        ("cae-art-022", "trumps forthwith", "trumps at once"),
        ("cae-art-037", "of one’s own motion", "on your own initiative"),
        ("cae-art-078", "an adversary declines", "an opponent declines"),
        ("fos-tb-hand-p109", "leave him", "leave partner alone"),
        ("fos-tb-show-stopper", "nothing but his suit", "only partner’s suit"),
        ("hel-double-nt-leader-scale", "his partner", "the leader’s partner"),
    ],
)
def test_a_row_is_found_by_its_former_name(rule: str, former: str, row: str) -> None:
    rulebook = load().rulebook
    found = rulebook.find(rule, former)
    assert found == rulebook.find(rule, row)
    assert found is not None
    assert found.row == row
