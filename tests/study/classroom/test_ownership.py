"""Who is of which class: asked by what lets somebody back into an account."""

from __future__ import annotations

import pytest

from tests.support.clock import NOW
from tests.support.school import WORDS
from tutor.study.answers.answer import Answer
from tutor.study.classroom.classes import is_member
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study


@pytest.mark.databases
def test_only_those_of_a_class_are_its_members(classroom: Classroom, study: Study) -> None:
    lower, upper = (classroom.classes.make(1, name) for name in ("Lower Fifth", "Upper Sixth"))
    knave, queen = (classroom.people.enrol(name, "", WORDS) for name in ("Knave", "Queen"))
    classroom.classes.join(lower.id, knave.id)
    classroom.classes.join(upper.id, queen.id)
    with study.database.reading() as connection:
        assert is_member(connection, lower.id, knave.id)
        assert is_member(connection, upper.id, queen.id)
        assert not is_member(connection, lower.id, queen.id)
        assert not is_member(connection, upper.id, knave.id)


@pytest.mark.databases
def test_who_is_dismissed_from_one_class_stays_in_another_and_others_stay(classroom: Classroom) -> None:
    lower, upper = (classroom.classes.make(1, name) for name in ("Lower Fifth", "Upper Sixth"))
    knave, queen = (classroom.people.enrol(name, "", WORDS) for name in ("Knave", "Queen"))
    for room in (lower, upper):
        for learner in (knave, queen):
            classroom.classes.join(room.id, learner.id)
    classroom.classes.dismiss(lower, knave.id)
    assert classroom.classes.all_of_learner(knave.id) == [upper]
    assert classroom.classes.all_of_learner(queen.id) == [lower, upper]
    assert [one.person.name for one in classroom.classes.members(lower)] == ["Queen"]
    assert [one.person.name for one in classroom.classes.members(upper)] == ["Knave", "Queen"]


def test_classes_are_listed_in_the_order_in_which_they_were_made(classroom: Classroom) -> None:
    names = ["Upper Sixth", "Lower Fifth", "Fourth Form"]
    for name in names:
        classroom.classes.make(1, name)
    assert [one.name for one in classroom.classes.all_of_teacher(1)] == names


def test_when_a_member_last_answered_is_told_of_the_right_one(classroom: Classroom, study: Study) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    knave, queen = (classroom.people.enrol(name, "", WORDS) for name in ("Knave", "Queen"))
    for learner in (knave, queen):
        classroom.classes.join(room.id, learner.id)
    study.of(knave.id).answers.record(Answer("declare", "AKQ.AKQ.AKQ.AKQ2", "no trumps", "best", "hel-decl-nt-a"))
    assert {one.person.name: one.seen_at for one in classroom.classes.members(room)} == {"Knave": NOW, "Queen": None}
