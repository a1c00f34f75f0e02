"""Everything that is taught cites a place that a reader can find: page, law, maxim, table, heading or line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.cli.test_commands import advise
from tutor.authorities import AUTHORITIES
from tutor.citations import Citation
from tutor.library.catalogue import Library, load
from tutor.library.concordance import Provision
from tutor.library.laws import laws
from tutor.library.lesson_blocks import BookPassage
from tutor.library.lesson_files import load_courses
from tutor.library.lessons import Courses
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.kinds.legal_points import LegalPointExercise
from tutor.quizzes.kinds.lessons import lesson_exercise

PLACE = re.compile(
    r"^[^,]+(\. [^,]+)*, .*("
    r"pp?\. [0-9xvi]+|law \S+|maxim \d+|hint \d|table of \w+|under ‘.+’|Laws of Bridge, \d{4}|line \d+"
    r"|title page|[Ii]ntroduction|[Pp]reface)"
)
"""The author, and a place: never the author alone."""


@cache
def library() -> Library:
    return load()


@cache
def courses() -> Courses:
    return load_courses(library())


def cited() -> Iterator[tuple[str, object]]:
    """Everything that cites, by a name that tells what it is."""
    for author in AUTHORITIES.values():
        yield from ((f"rule {rule.id} {rule.row}", rule.citation) for rule in author.rules)
        yield from ((f"message {message.id}", message.citation) for message in author.messages)
    content = library()
    yield from ((f"rule told {rule.id}", rule.citation) for rule in content.rulebook.told())
    yield from ((f"maxim {maxim.id}", maxim.cited) for maxim in content.maxims.values())
    yield from ((f"law {law.id}", law.citation) for law in laws().values())
    for term in content.glossary.terms:
        yield from ((f"term {usage.item}", usage.citation) for usage in term.usages)
    for where, _, subject, claims in content.claimed():
        yield from ((f"claim {one.id} of {where}", Citation(subject.source, one.page, one.lines)) for one in claims)
    for lesson in courses().lessons.values():
        yield from ((f"source of {lesson.id}", source) for source in lesson.sources)


def test_every_rule_message_law_maxim_term_claim_and_source_cites_a_place() -> None:
    seen = list(cited())
    assert len(seen) > 2000
    assert not [(what, str(place)) for what, place in seen if not PLACE.match(str(place))]


def test_every_question_of_a_lesson_cites_a_place() -> None:
    """It is cited when the answer is told; but a code that has no law on a point has none to cite."""
    makers = exercise_bank(library(), courses())
    unplaced = []
    for lesson in courses().lessons.values():
        for question in lesson.questions:
            exercise = lesson_exercise(lesson, question, makers)
            verdict = exercise.mark(exercise.answer)
            is_of_silence = isinstance(exercise, LegalPointExercise) and not isinstance(exercise.cell, Provision)
            if not is_of_silence and not PLACE.match(str(verdict.citation)):
                unplaced.append((lesson.id, question.name, str(verdict.citation)))
    assert not unplaced


# ---- the books without pages -------------------------------------------------------------------------------------

TABLES = {
    "table-declaration": "table of declarations",
    "decl-nt": "table of declarations",
    "decl-red": "table of declarations",
    "decl-weak-diamond": "table of declarations",
    "decl-clubs-score": "table of declarations",
    "decl-spades-score": "table of declarations",
    "decl-passed": "table of passed makes",
    "lead-trump": "table of leads against a trump",
    "lead-nt": "table of leads at no-trump",
    "unblock": "table of unblocking",
    "csc": "under ‘The Change the Suit Call’",
}


def test_every_rule_of_elwell_names_its_maxim_or_its_table() -> None:
    elwell = AUTHORITIES["elwell"]
    said = [(rule.id, str(rule.citation)) for rule in elwell.rules]
    said += [(message.id, str(message.citation)) for message in elwell.messages]
    assert len(said) > 80
    for id_, place in said:
        name = id_.removeprefix("axi-")
        maxim = re.fullmatch(r"maxim-0*(\d+)", name)
        named = next((table for prefix, table in TABLES.items() if name.startswith(prefix)), "no table")
        assert place == f"J. B. Elwell, {f'maxim {maxim[1]}' if maxim else named}", id_


def test_every_rule_of_hoffmann_names_its_hint() -> None:
    for rule in AUTHORITIES["hoffmann"].rules:
        assert str(rule.citation) == f"Professor Hoffmann, hint {rule.id[-1]}"


def test_the_maxims_are_numbered_as_they_stand_in_the_book() -> None:
    maxims = [maxim for maxim in library().maxims.values() if maxim.source == "elwell"]
    assert len(maxims) == 150
    for number, maxim in enumerate(maxims, 1):
        first, last = maxim.citation.lines or (0, 0)
        assert [Citation("elwell", None, (line, line)).place for line in (first, last)] == [f"maxim {number}"] * 2
        assert maxim.cited == f"J. B. Elwell, maxim {number}"


@pytest.mark.parametrize(
    ("citation", "written"),
    [
        (Citation("hellespont", 79, (1, 2)), "Hellespont, p. 79"),
        (Citation("hellespont", 10, (1, 2), "54"), "Hellespont, law 54, p. 10"),
        (Citation("elwell", None, (546, 547)), "J. B. Elwell, maxim 121"),
        (Citation("elwell", None, (1502, 1503)), "J. B. Elwell, table of passed makes"),
        (Citation("hoffmann", None, (53, 53)), "Professor Hoffmann, hint 3"),
        (Citation("hoffmann", None, (90, 92), "6"), "Professor Hoffmann, law 6"),
        (Citation("foster", None, (12, 13)), "R. F. Foster, line 12 of the text"),
        (Citation("caelebs", None, (162, 163)), "Cælebs, title page"),
    ],
    ids=str,
)
def test_a_place_reads_as_a_reader_would_look_for_it(citation: Citation, written: str) -> None:
    assert str(citation) == written


def test_a_passage_of_a_lesson_names_its_place_too() -> None:
    unblocking = BookPassage.model_validate({"source": "elwell", "lines": (1617, 1621)})
    assert str(unblocking) == "J. B. Elwell, table of unblocking"
    pages = BookPassage.model_validate({"source": "hellespont", "page": "12-15", "lines": (1, 2)})
    assert str(pages) == "Hellespont, pp. 12–15"


def test_advice_by_command_cites_a_place_with_the_rule_and_with_each_rule_tried() -> None:
    hand = "S:K2 H:5432 C:QJ32 D:432"
    given = advise(authority="elwell", question="declare", hand=hand, role="partner")
    assert given["cited"] == "J. B. Elwell, table of passed makes"
    assert all(PLACE.match(tried["cited"]) for tried in given["trace"])
