"""How often a page asks the database, and that it is never told what was so before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import bindparam, event, select

from tutor.quizzes.exercise import Grade
from tutor.study.answers.answer import Answer
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.storage.tables import AnswerRow
from tutor.study.study import Study
from tutor.web.services import Services

ANSWER = Answer("exercise", "hel-decl-nt-a/beginner/1", "x", Grade.BEST.value, "hel-decl-nt-a", number=1)
PAGES = {"/": 9, "/review/": 5, "/review/next": 5, "/lessons/bridge-leads-compared": 3, "/games/hel-game-01/card/9": 2}
"""At most so many statements where nothing is known yet of what the database says."""


@contextmanager
def counted(study: Study) -> Iterator[list[str]]:
    """The statements that are run meanwhile."""
    engine, said = study.database._engine, list[str]()

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        said.append(statement)

    event.listen(engine, "before_cursor_execute", hear)
    yield said
    event.remove(engine, "before_cursor_execute", hear)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_little_and_by_one_connection(client: FlaskClient, app_parts: Services, path: str) -> None:
    study = app_parts.study
    study.positions.save(SavedPosition("hel-game-01", 12, "y"))
    study.answers.record(ANSWER)
    with counted(study) as said:
        assert client.get(path).status_code < 400
    asked = [statement for statement in said if statement != "BEGIN"]
    assert 0 < len(asked) <= PAGES[path], asked
    assert said.count("BEGIN") == 1
    with counted(study) as said:
        client.get(path)
    assert not said, "nobody has written since"


@pytest.mark.databases
def test_what_is_read_together_is_as_the_last_write_left_it_whoever_wrote(study: Study, where: Path | str) -> None:
    other = Study.open(where, lambda: datetime.now(UTC))
    for number in range(3):
        with study.database.reading_together():
            assert len(study.answers.log()) == 2 * number
            study.answers.record(ANSWER)
            assert len(study.answers.log()) == 2 * number + 1
        other.answers.record(ANSWER)
        assert len(study.answers.log()) == 2 * number + 2
    other.close()


def test_what_is_read_together_is_not_older_than_what_another_tutor_wrote(study: Study, where: Path) -> None:
    other = Study.open(where, lambda: datetime.now(UTC))
    with study.database.reading_together():
        assert study.answers.log() == ()
        other.answers.record(ANSWER)
        assert len(study.answers.log()) == 1
    assert len(study.answers.log()) == 1
    other.close()


def test_a_reading_that_failed_leaves_the_next_a_new_connection(study: Study) -> None:
    with study.database.reading_together():
        study.answers.log()
        with pytest.raises(Exception, match="cannot be"):
            study.answers._read(_FAULTY, big=2**70)
        assert study.answers.log() == ()


_FAULTY = select(AnswerRow.id).where(AnswerRow.id == bindparam("big"), AnswerRow.learner_id == bindparam("learner"))
