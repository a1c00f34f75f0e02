"""Prints what learners read after answers, one example of every shape of sentence that is put together.

    python -m tests.prose.examples [--seed N] [--most N]

A shape is a sentence whose cards, suits, numbers and seats are left out. The examples are for reading aloud: what
stumbles there is mended where the sentence is made.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from random import Random

from tests.test_wording import said
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.exercise import Exercise
from tutor.quizzes.feedback import Feedback, feedback_on
from tutor.quizzes.wording import sentence

_NUMBER = "no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
_VALUE = re.compile(
    rf"\{{[^}}]*\}}|[♠♥♦♣][AKQJ\d]+|\b(?:ace|king|queen|jack|{_NUMBER}|spade|heart|diamond|club|no[- ]trump)s?\b"
    r"|\b(?:[ABYZ]|AB|YZ)\b|[\d.,/%]+|“[^”]*”",
    re.IGNORECASE,
)


def shape(text: str) -> str:
    """A sentence without its values."""
    return re.sub(r"(?:· ?(?:and |or |of |to )?)+", "· ", _VALUE.sub("·", text))


def examples(random: Random) -> Iterator[str]:
    """What is read, in random order: after questions, and why authors judge a view as they do."""
    found = [*_after_answers(random), *(sentence(because) for because in said())]
    random.shuffle(found)
    yield from found


def _after_answers(random: Random) -> Iterator[str]:
    courses = load_courses(load())
    bank = exercise_bank(load(), courses)
    for item in bank.items:
        exercise = bank.make(item, random.randrange(12))
        yield exercise.prompt
        yield from exercise.facts
        yield from exercise.hints
        for given in {
            exercise.answer,
            *(choice.key for choice in random.sample(exercise.choices, min(2, len(exercise.choices)))),
        }:
            yield from _texts(_feedback(exercise, given))


def _feedback(exercise: Exercise, given: str) -> Feedback:
    return feedback_on(exercise.mark(given))


def _texts(feedback: Feedback) -> Iterator[str]:
    yield " ".join(filter(None, (feedback.verdict, feedback.better, feedback.reason)))
    if feedback.why_not:
        yield f"{feedback.why_not.asks} {feedback.why_not.says}"
    yield from (f"{note.heading}: {note.text}" for note in feedback.more)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prose.examples", description=__doc__)
    parser.add_argument("--seed", type=int, default=1910)
    parser.add_argument("--most", type=int, default=700)
    asked = parser.parse_args()
    shown: set[str] = set()
    for text in examples(Random(asked.seed)):
        if text and shape(text) not in shown and shape(text) != text and len(shown) < asked.most:
            shown.add(shape(text))
            print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
