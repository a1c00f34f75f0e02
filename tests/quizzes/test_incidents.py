"""What may be exacted for an incident of a lesson: by the tables of offences, and against what the laws print."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.support.cases import for_each
from tutor.codes.offences import FIVE_CODES, Silence
from tutor.errors import TutorError
from tutor.library.catalogue import load
from tutor.library.incidents import Incident
from tutor.library.laws import laws
from tutor.library.lesson_blocks import Surroundings
from tutor.library.lesson_files import load_courses
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.incidents import CHOICES, MOST_WORDS, IncidentExercise
from tutor.quizzes.kinds.rulings import ruling_words

LIBRARY = load()
INCIDENTS = {
    f"{lesson.id}/{question.name}": IncidentExercise(lesson.id, question)
    for lesson in load_courses(LIBRARY).lessons.values()
    for question in lesson.questions
    if isinstance(question, Incident)
}
W, E1, E4, US, AU = FIVE_CODES

# What the printed laws say of some incidents: the words that must stand in the ruling, and the number of the law.
PRINTED: Mapping[str, Mapping[str, tuple[str, str | None]]] = {
    "laws-exposed/dealer-drops": {
        W: ("may be called", "16"),
        E1: ("no penalty", "67"),
        E4: ("no penalty", None),
    },
    "laws-exposed/two-at-once-played": {
        W: ("one of the cards is named", "17"),
        E1: ("the cards played in this way may be called", "71"),
        US: ("one of the cards is named", None),
        AU: ("one of the cards is named", None),
    },
    "laws-out-of-turn/leads-for-dummy": {
        E1: ("a suit may be called", "77"),
        E4: ("a suit may be called", "80"),
        AU: ("a suit may be called", "76"),
    },
    "laws-out-of-turn/all-followed": dict.fromkeys((W, E1, E4, US, AU), ("the trick stands", None)),
    "laws-revoke/found-later": {
        W: ("three points are added", "32"),
        E1: ("three tricks are taken", "86"),
        US: ("three tricks are taken", None),
        AU: ("150 above the line", "85"),
    },
    "laws-revoke/dummys-revoke": {W: ("three points", None), E1: ("no penalty. The trick stands", "66")},
    "laws-deal/dealer-shows": {
        E1: ("either adversary", "40"),
        E4: ("either adversary", None),
        US: ("the eldest hand", None),
    },
    "laws-calls/hearts-unasked": {
        E1: ("either adversary", None),
        E4: ("the eldest hand", "49"),
        AU: ("the adversary on the offender’s left", None),
    },
    "laws-calls/asks-of-bids": {W: ("no law", None), E1: ("no law", None), AU: ("that is forbidden", "53")},
    "laws-dummy/wrong-hand-said": {E1: ("that is allowed", None), E4: ("that is forbidden", None)},
    "laws-dummy/touches-a-card": {E1: ("may go back", None), US: ("is played", None), AU: ("is played", None)},
    "laws-whist/trump-on-the-packet": {W: ("the deal is lost", None), E1: ("no law", None)},
    "laws-manners/what-went-before": {W: ("allowed", None), E1: ("allowed", None), E4: ("forbidden", None)},
    "laws-five-codes/friend-speaks": {E1: ("stakes and all bets", None), US: ("pay the stakes", None)},
}


@for_each("name", PRINTED)
def test_each_code_answers_as_its_laws_print(name: str) -> None:
    bodies = {body.offences.key: body for body in INCIDENTS[name].bodies}
    for code, (words, number) in PRINTED[name].items():
        answers = [case.answer for case in bodies[code].cases]
        assert any(words.casefold() in ruling_words(answer).casefold() for answer in answers), (
            f"{code}: {map(ruling_words, answers)}"
        )
        if number is not None:
            numbers = {law.number for answer in answers if not isinstance(answer, Silence) for law in answer.laws}
            assert number in numbers, f"{code}: {numbers}"


@for_each("name", INCIDENTS)
def test_what_may_be_exacted_is_one_of_four_short_answers(name: str) -> None:
    exercise = INCIDENTS[name]
    grades = [exercise.mark(choice.key).grade for choice in exercise.choices]
    assert len(grades) == CHOICES
    assert grades.count(Grade.BEST) == 1
    assert len({choice.label for choice in exercise.choices}) == CHOICES
    assert all(len(choice.label.split()) <= MOST_WORDS for choice in exercise.choices)


@for_each("name", INCIDENTS)
def test_the_five_bodies_of_law_answer_and_that_of_the_incident_first(name: str) -> None:
    exercise = INCIDENTS[name]
    first, *others = exercise.bodies
    assert first.is_asked
    assert first.offences.key == exercise.incident.under
    assert {first.offences.key, *(body.offences.key for body in others)} == {*FIVE_CODES}
    for body in exercise.bodies:
        assert body.cases
        for case in body.cases:
            assert isinstance(case.answer, Silence) or all(laws()[law].says for law in case.answer.laws)


@for_each("name", INCIDENTS)
def test_no_wrong_answer_is_exacted_by_the_law_of_the_incident(name: str) -> None:
    exercise = INCIDENTS[name]
    ruled = _bare(" ".join(ruling_words(case.answer) for case in exercise.bodies[0].cases))
    for choice in exercise.choices:
        if choice.key != exercise.answer:
            assert _bare(choice.label) not in ruled, choice.label


def _bare(text: str) -> str:
    """The words of a text without what joins its parts."""
    return " ".join(word for word in re.findall(r"[\w’-]+", text.casefold()) if word != "and")


@pytest.mark.parametrize("name", ["hearts-unasked", "opponent-declares", "third-hand-doubles", "whispering"])
def test_no_card_is_called_for_what_was_only_said(name: str) -> None:
    labels = [choice.label for choice in INCIDENTS[f"laws-calls/{name}"].choices]
    assert not [label for label in labels if "card may be called" in label]


@for_each("name", INCIDENTS)
def test_answers_that_say_nearly_the_same_are_not_offered_together(name: str) -> None:
    labels = [choice.label for choice in INCIDENTS[name].choices]
    for words in (("stands",), ("may go back", "may be taken back")):
        wrong = [label for label in labels if label.endswith(words) and label.startswith(("The ", "What ", "Every "))]
        assert len(wrong) <= 1, wrong


def incident(**fields: object) -> Incident:
    """An incident with some fields otherwise than right."""
    right = {"name": "a", "happens": "It happens.", "code": "bridge-english-1901", "act": "revokes", "by": "leader",
             "when": "established", "because": "So it is."}  # fmt: skip
    return Incident.model_validate({**right, **fields}, context=Surroundings())


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"act": "cheats"}, "no offence ‘cheats’"),
        ({"code": "bridge-french"}, "not a body of laws"),
        ({"by": "bystander"}, "‘by’ must be one of dealer"),
        ({"when": None}, "‘when’ must be one of corrected"),
        ({"act": "card-faced", "when": None}, "leave ‘by’ out"),
        ({"choice": 4}, "leaves 3 choices"),
    ],
)
def test_an_incident_that_no_table_knows_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises((TutorError, ValueError), match=message):
        incident(**fields)
