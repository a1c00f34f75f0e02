"""A chance that is guessed: what is a guess, how near it must come, and what is said of the author’s figure."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tutor.errors import Malformed
from tutor.library.catalogue import load
from tutor.library.experiments import ExperimentQuestion
from tutor.library.lesson_files import load_courses
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.experiments import ExperimentExercise, exactly, guessed, printed

LIBRARY = load()
ODDS = {one.id: one for file in LIBRARY.odds.values() for one in file.odds}
ASKED = {
    question.of: ExperimentExercise(question)
    for lesson in load_courses(LIBRARY).lessons.values()
    for question in lesson.questions
    if isinstance(question, ExperimentQuestion)
}


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("33", Fraction(33, 100)),
        ("33.5 %", Fraction(67, 200)),
        ("33 per cent", Fraction(33, 100)),
        ("1 in 3", Fraction(1, 3)),
        ("one in three", Fraction(1, 3)),
        ("2 out of 5", Fraction(2, 5)),
        ("2 to 1 against", Fraction(1, 3)),
        ("5 to 2 on", Fraction(5, 7)),
        ("5 to 2", Fraction(5, 7)),
        ("twelve", Fraction(3, 25)),
        ("0", Fraction(0)),
        ("100%", Fraction(1)),
    ],
)
def test_a_guess_may_be_written_in_several_ways(text: str, chance: Fraction) -> None:
    assert guessed(text) == chance


@pytest.mark.parametrize("text", ["", "often", "101", "3 in 1", "1 in 0", "0 to 0", "1 in", "-5", "1e9", "9" * 99])
def test_what_is_no_chance_is_no_guess(text: str) -> None:
    assert guessed(text) is None
    with pytest.raises(Malformed, match="it is not a chance"):
        ASKED["cae-odds-one-card"].mark(text)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("cae-odds-one-card", ("28", "33", "1 in 3", "38"), ("27", "39", "50")),
        ("hel-odds-europe-thousands", ("6", "10"), ("5", "11", "0")),
    ],
)
def test_a_guess_is_right_that_comes_near(name: str, right: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    grades = {given: ASKED[name].mark(given).grade for given in (*right, *wrong)}
    assert grades == {**dict.fromkeys(right, Grade.BEST), **dict.fromkeys(wrong, Grade.NOT_ADVISED)}


def test_whoever_does_not_guess_is_told() -> None:
    told = ASKED["cae-odds-one-card"].mark("no guess")
    assert told.grade is Grade.TOLD
    assert told.best[0].key == "33"


def test_what_was_given_is_kept_so_that_it_is_marked_alike_again() -> None:
    exercise = ASKED["cae-odds-one-card"]
    for given in ("1 in 3", "no guess", "12 %"):
        kept = exercise.mark(given)
        assert exercise.mark(kept.given.key) == kept


@pytest.mark.parametrize(
    ("name", "exact", "said"),
    [
        (
            "cae-odds-one-card",
            "Exactly: 33.3 deals in 100 (1 in 3, 2 to 1 against).",
            "Cælebs prints “2 to 1 against”: right.",
        ),
        (
            "cae-odds-two-named",
            "Exactly: 10.5 deals in 100 (2 in 19, 17 to 2 against).",
            "Cælebs prints “11 to 2 [against]”, which we read as 17 to 2 against: right.",
        ),
        (
            "hel-odds-four-aces-one-adversary",
            "Exactly: 1.7 deals in 100 (110 in 6,327, about 56.5 to 1 against).",
            "Hellespont prints “57½ to one”: wrong, because “1 in so many” does not mean “so many to 1”.",
        ),
        (
            "hel-lead-nt-akj10-reentry",
            "Exactly: 61.5 deals in 100 (about 1.6 to 1 on).",
            "Hellespont gives no figure: “pretty sure to drop her on the third round”.",
        ),
        ("cae-odds-art90", "Exactly: 50 deals in 100 (1 in 2, even).", None),
    ],
)
def test_the_exact_chance_and_the_authors_figure_are_told(name: str, exact: str, said: str | None) -> None:
    assert exactly(ODDS[name]) == exact
    assert said is None or printed(ODDS[name]) == said
