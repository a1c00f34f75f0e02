"""Nothing is acknowledged that was not saved: many at once say different things, and each is told what became of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any, TypeVar

import pytest
from flask import Flask

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.codes import code
from tutor.errors import TutorError
from tutor.library.user_content import CompositionKind
from tutor.quizzes.exercise import Grade
from tutor.seats import Seat
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.answers.matches import PlayedOn
from tutor.study.classroom.assigned_work import DrillWork, TextWork
from tutor.study.classroom.assignments import Assignment, AssignmentChanged, AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.compositions import Clash
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.databases
MANY = 8
T = TypeVar("T")


def at_once(done: Sequence[Callable[[], T]]) -> list[T | TutorError]:
    """What came of things that began at the same moment, each in a thread of its own."""
    barrier = Barrier(len(done))

    def begin(one: Callable[[], T]) -> T | TutorError:
        barrier.wait()
        try:
            return one()
        except TutorError as error:
            return error

    with ThreadPoolExecutor(len(done)) as pool:
        return list(pool.map(begin, done))


ANSWER = Answer("game", "one/call-1", "leave", Grade.BEST.value, "hel-lead-trump-plain")


@pytest.mark.slow
def test_of_many_answers_that_a_form_sends_one_is_saved_and_the_others_are_told_so(study: Study) -> None:
    for turn in range(5):
        given = [f"answer {number}" for number in range(MANY)]

        def send(one: str, turn: int = turn) -> bool:
            return study.answers.record(replace(ANSWER, given=one, item=f"{turn}/x"), f"form {turn}")

        told = at_once([partial(send, one) for one in given])
        (saved,) = (one for one in study.answers.latest("game").values() if one.item == f"{turn}/x")
        for one, what in zip(given, told, strict=True):
            if isinstance(what, AnsweredBefore):
                assert what.stands.given == saved.given
                assert saved.given in str(what)
            else:
                assert what is True
                assert one == saved.given, "it was acknowledged, and is not saved"
        assert sum(what is True for what in told) == 1
    assert len(study.answers.log()) == 5


def test_the_same_answer_sent_often_is_saved_once_and_always_acknowledged(study: Study) -> None:
    told = at_once([lambda: study.answers.record(ANSWER, "a form")] * MANY)
    assert sorted(map(bool, told)) == [False] * (MANY - 1) + [True]
    assert len(study.answers.log()) == 1
    for other in (replace(ANSWER, item="another"), replace(ANSWER, assignment=None, attempt=2)):
        with pytest.raises(AnsweredBefore):
            study.answers.record(other, "a form")


def drill(classroom: Classroom, **more: Any) -> Assignment:
    room = classroom.classes.make(1, "Lower Fifth")
    knave = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, knave.id)
    work = DrillWork(on=("hel-decl-nt-a", "skill-eleven-rule"), questions=5, seed=5)
    return classroom.assignments.give(room.id, AssignmentSpec("Work", work, NOW - timedelta(days=1), **more))


@pytest.mark.slow
def test_of_many_answers_to_an_assigned_question_every_acknowledged_one_is_the_one_that_is_saved(
    school: Flask, classroom: Classroom
) -> None:
    """Eight pages of one learner, each with another answer to one question, five questions: as it was found."""
    which = drill(classroom)
    parts: Services = school.extensions[EXTENSION]
    clients = [school.test_client() for _ in range(MANY)]
    for client in clients:
        log_in(client, "Knave")
    (member,) = classroom.classes.members(classroom.classes.all_of_teacher(1)[0])
    acknowledged = unsaved = 0
    for question, put in enumerate(which.questions_for(member.person.id, 1), 1):
        exercise = parts.makers.make(put.item, put.number, put.level)
        keys = [choice.key for choice in exercise.choices] or [str(number) for number in range(MANY)]
        address, given = f"/assignments/{which.id}/1/{question}", [keys[n % len(keys)] for n in range(MANY)]
        sent = at_once(
            [
                lambda client=client, one=one, address=address: client.post(address, data={"answer": one, "once": one})  # type: ignore[misc]
                for client, one in zip(clients, given, strict=True)
            ]
        )
        kept = [one.answer for one in classroom.assignments.answers(which) if one.answer.number == put.number]
        assert len(kept) == 1
        for one, response in zip(given, sent, strict=True):
            assert not isinstance(response, TutorError)
            if response.status_code == 303:
                acknowledged += 1
                unsaved += one != kept[0].given
            else:
                assert response.status_code == 409
                label = exercise.mark(kept[0].given).given.label
                assert f"You have already answered ‘{label}’, and that answer counts" in response.text.replace(
                    "&#39;", "'"
                )
    assert acknowledged >= 5
    assert unsaved == 0


def test_a_form_in_practice_that_sends_another_answer_says_which_stands(school: Flask, classroom: Classroom) -> None:
    classroom.people.enrol("Knave", "", WORDS)
    client = school.test_client()
    log_in(client, "Knave")
    parts: Services = school.extensions[EXTENSION]
    item = parts.makers.items["hel-decl-nt-a"].code
    address, exercise = f"/practice/{item}/3", parts.makers.make("hel-decl-nt-a", 3)
    first, second = exercise.choices[:2]
    assert client.post(address, data={"answer": first.key, "once": "a"}).status_code == 303
    assert client.post(address, data={"answer": first.key, "once": "a"}).status_code == 303
    refused = client.post(address, data={"answer": second.key, "once": "a"})
    assert refused.status_code == 409
    assert f"You have already answered ‘{first.label}’" in refused.text
    elsewhere = client.post(f"/practice/{item}/4", data={"answer": second.key, "once": "a"})
    assert elsewhere.status_code == 409
    assert "was not saved" in elsewhere.text


# ---- tables --------------------------------------------------------------------------------------------------------


def laid(study: Study, strictness: Strictness = Strictness.GUIDED) -> tuple[int, Match]:
    match = Match(code("bridge-english-1901"), "1901", Seat.SOUTH, strictness)
    return study.matches.begin(match), match


def test_of_many_calls_at_a_table_one_is_made_and_the_others_are_told_so(study: Study) -> None:
    for _ in range(5):
        key, was = laid(study)
        calls = was.table.lawful()[:6]
        before = len(study.answers.log())

        def make(call: Any, key: int = key, was: Match = was) -> bool:
            answer = Answer("table", f"{key}/1/0", str(call), Grade.BEST.value, "rule")
            study.matches.save(key, was.after(was.table.after(call)), was, [(answer, f"{key} {call}")])
            return True

        told = at_once([lambda call=call: make(call) for call in calls])  # type: ignore[misc]
        stands = study.matches.find(key)
        assert stands
        for call, what in zip(calls, told, strict=True):
            assert (what is True) is (stands == was.after(was.table.after(call)))
            assert what is True or isinstance(what, PlayedOn)
        assert len(study.answers.log()) - before == 1, "and so is its answer, and no other"


def test_a_page_of_a_table_that_has_moved_on_is_not_acknowledged(school: Flask, classroom: Classroom) -> None:
    who = classroom.people.enrol("Knave", "", WORDS)
    parts: Services = school.extensions[EXTENSION]
    client, own = school.test_client(), parts.study.of(who.id)
    log_in(client, "Knave")
    key, _ = laid(own)
    page = client.get(f"/table/{key}").text
    first, second, *_ = re.findall(r'name="act" value="([^"]+)"', page)
    shown = {"after": "0", "deal": "1"}
    assert client.post(f"/table/{key}/act", data=shown | {"act": first}).status_code == 303
    assert client.post(f"/table/{key}/act", data=shown | {"act": first}).status_code == 303, "pressed twice"
    stands = own.matches.find(key)
    for path, data in (
        ("act", {"act": second}), ("act", {"act": first, "deal": "2"}), ("claim", {"tricks": "0"}), ("undo", {}),
        ("act", {"hint": "1"}),
    ):  # fmt: skip
        refused = client.post(f"/table/{key}/{path}", data=shown | data)
        assert refused.status_code in (400, 409), path
        assert "has changed since" in refused.text or path == "claim", path
        assert own.matches.find(key) == stands
    assert len(own.answers.log()) == 1


# ---- what teachers write -------------------------------------------------------------------------------------------


def test_of_many_versions_saved_at_once_one_is_and_the_others_clash(classroom: Classroom) -> None:
    compositions = classroom.compositions
    first = compositions.start(1, CompositionKind.LESSON, "mine", "first")
    texts = [f"version of {number}" for number in range(MANY)]
    told = at_once(
        [lambda text=text: compositions.save(1, first.composition, text, first.number) for text in texts]  # type: ignore[misc]
    )
    second, _ = compositions.versions(first.composition)
    for text, what in zip(texts, told, strict=True):
        assert (what == second) if text in second.text else isinstance(what, Clash)


def test_of_many_changes_to_an_assignment_one_is_made_and_the_others_are_told_so(classroom: Classroom) -> None:
    which = drill(classroom)
    drafts = [replace(which.spec, title=f"Title {number}") for number in range(MANY)]
    told = at_once([lambda one=one: classroom.assignments.change(which, one) for one in drafts])  # type: ignore[misc]
    stands = classroom.assignments.find(which.id)
    for one, what in zip(drafts, told, strict=True):
        assert (what == stands) if one == stands.spec else isinstance(what, AssignmentChanged)


def test_a_teacher_who_changes_what_was_changed_in_another_window_is_told_so(
    school: Flask, classroom: Classroom
) -> None:
    which = classroom.assignments.give(
        classroom.classes.make(1, "Lower Fifth").id, AssignmentSpec("Old", TextWork(text="Read this."), NOW)
    )
    client = school.test_client()
    log_in(client, "Miss Vine")
    address = f"/classes/{which.class_id}/assignments/{which.id}"
    version = re.search(r'name="version" value="(\w+)"', client.get(address).text)
    assert version
    form = {"version": version[1], "text": "Read this.", "to": "all", "opens": "2025-12-30T12:00"}
    assert client.post(address, data=form | {"title": "First"}).status_code == 303
    refused = client.post(address, data=form | {"title": "Second"})
    assert refused.status_code == 409
    assert 'value="Second"' in refused.text, "nothing that was typed is lost"
    assert classroom.assignments.find(which.id).title == "First"
    again = re.search(r'name="version" value="(\w+)"', refused.text)
    assert again
    assert client.post(address, data=form | {"title": "Second", "version": again[1]}).status_code == 303
    assert classroom.assignments.find(which.id).title == "Second"


def test_of_many_remarks_every_one_is_there_and_none_twice(classroom: Classroom, study: Study) -> None:
    which = drill(classroom)
    (member,) = classroom.classes.members(classroom.classes.all_of_teacher(1)[0])
    study.of(member.person.id).answers.record(replace(ANSWER, assignment=which.id, attempt=1))
    (given,) = classroom.assignments.answers(which)
    texts = [f"Remark {number // 2}" for number in range(MANY)]
    at_once([lambda text=text: classroom.comments.add(given.id, 1, text) for text in texts])  # type: ignore[misc]
    kept = classroom.comments.of_answers(which.id, member.person.id)[given.id]
    assert sorted(one.text for one in kept) == sorted(set(texts))


# ---- hints ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_hints_are_counted_here_and_no_form_lowers_them(school: Flask, classroom: Classroom, study: Study) -> None:
    which = drill(classroom)
    client = school.test_client()
    log_in(client, "Knave")
    (member,) = classroom.classes.members(classroom.classes.all_of_teacher(1)[0])
    parts: Services = school.extensions[EXTENSION]
    for question, stages in ((1, 2), (2, 3)):
        put = which.questions_for(member.person.id, 1)[question - 1]
        exercise = parts.makers.make(put.item, put.number, put.level)
        address = f"/assignments/{which.id}/1/{question}"
        assert 'class="note hint"' not in client.get(f"{address}?hints=3").text, "none is shown that is not counted"
        for stage in range(1, stages + 1):
            for _ in range(2):
                assert client.post(address, data={"hint": str(stage)}).status_code == 303
            assert client.get(address).text.count('class="note hint"') == stage, "pressed twice, one more is shown"
        client.post(f"{address}?hints=0", data={"answer": exercise.answer, "hints": "0"})
    first, second = (one.answer for one in classroom.assignments.answers(which))
    assert (first.hints, first.shade) == (2, Grade.BEST.value)
    assert (second.hints, second.shade) == (3, Grade.TOLD.value), "the answer was shown, so it is not right"
    assert "does not count as right" in client.get(f"/assignments/{which.id}/1/2").text
    assert study.of(member.person.id).hints.shown("exercise") == {}, "asked again, it is hinted at afresh"


def test_hints_of_many_pages_are_counted_together(study: Study) -> None:
    at_once([lambda stage=stage: study.hints.take("exercise", "a/beginner/1", stage) for stage in (1, 2, 3, 2, 1)])  # type: ignore[misc]
    assert study.hints.shown("exercise") == {"a/beginner/1": 3}
    study.answers.record(Answer("exercise", "a/beginner/1", "x", Grade.BEST.value, "a", number=1))
    (line,) = study.answers.log()
    assert line.answer.shade == Grade.TOLD.value  # type: ignore[union-attr]
