"""Work as it was stored and sent before the kinds of it had a module each: it is read as it was meant then."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.clock import NOW
from tutor.exchange.homework import is_signed, read_assignment, read_result
from tutor.study.classroom.assigned_work import Work, work_of
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.homework import questions_digest, signing_key

FROZEN: dict[str, Any] = json.loads(Path("tests/data/frozen/assigned-work.json").read_text(encoding="utf-8"))
DRILL, HAND = (work_of(FROZEN["work"][number]) for number in (3, 4))


@pytest.mark.parametrize("stored", FROZEN["work"])
def test_stored_work_is_read_and_written_as_it_was(stored: str) -> None:
    assert work_of(stored).model_dump_json() == stored


@pytest.mark.parametrize("drawn", FROZEN["drawn"])
def test_questions_and_deals_are_drawn_as_they_were(drawn: dict[str, Any]) -> None:
    def assignment(number: int, key: str, work: Work) -> Assignment:
        spec = AssignmentSpec("Title", work, NOW, None, drawn["same_for_all"])
        return Assignment(number, key * 2, 1, spec, True, NOW, None, drawn["secret"])

    drill, hand = assignment(4, "0123456789abcdef", DRILL), assignment(5, "fedcba9876543210", HAND)
    assert drill.seal_for(9) == drawn["seal"]
    asked = [[ref.item, ref.number, ref.level.value] for ref in drill.questions_for(9, 2)]
    assert asked == drawn["questions"]
    assert hand.work.drawn_deals(hand.draw_for(9), 2) == (drawn["deal"],)
    assert questions_digest(drill, 9) == drawn["digest"]


def test_a_file_of_homework_is_read_as_it_was_written() -> None:
    file = FROZEN["assignment"]
    found = read_assignment(file["content"].encode(), file["name"])
    due = NOW + timedelta(days=2)
    assert found.spec(found.work) == AssignmentSpec("Two / rules", DRILL, NOW, due, False, Disclosure.AFTER_DUE, 60, 2)
    assert found.signing == signing_key(b"secret of a tutor", found.key)


def test_the_signature_of_a_result_holds() -> None:
    file = FROZEN["result"]
    found = read_result(file["content"].encode(), file["name"])
    assert is_signed(found, signing_key(b"secret of a tutor", found.key))
    assert not is_signed(found.model_copy(update={"name": "Ann"}), signing_key(b"secret of a tutor", found.key))
