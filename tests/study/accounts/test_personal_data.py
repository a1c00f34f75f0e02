"""What is kept of one learner: all of it is given to him who asks for it, and all of it is deleted."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import Column, update

from tests.support.filled_study import Rows, everything, fill
from tutor.errors import Unknown
from tutor.study.accounts.personal_data import StillTeaching, everything_of, forget
from tutor.study.answers.answer import Answer
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.storage.tables import AssignmentRow, Base, ClassRow
from tutor.study.study import Study

pytestmark = pytest.mark.databases

SOMEBODY, TEACHER = 2, 3
NAMING: list[Column[Any]] = [
    column
    for table in Base.metadata.sorted_tables
    for column in table.columns
    if any(key.column.table.name == "learner" for key in column.foreign_keys)
]
"""Every column of any table in which a learner may stand."""


@pytest.fixture
def somebody(study: Study) -> Study:
    """One of three, of whom the third teaches; row 2 of every table is his, and row 3 the teacher’s."""
    fill(study.database)
    with study.database.writing() as connection:
        connection.execute(update(ClassRow).values(teacher_id=TEACHER))
        connection.execute(update(AssignmentRow).where(AssignmentRow.id == SOMEBODY).values(class_id=None))
    return study.of(SOMEBODY)


NOBODYS = {"hindsight", "kept_key", "attempt", "live", "pupil_group", "lti_platform", "lti_key", "lti_course"}
NOBODYS |= {"shown_traveller", "lti_ticket"}
"""The tables whose rows belong to the tutor or to a class."""
OF_AN_ASSIGNMENT = {"assigned_group", "lti_link"}
"""Those whose rows belong to an assignment, and go with it."""


def unpacked(content: bytes) -> tuple[Rows, str]:
    with ZipFile(io.BytesIO(content)) as packed:
        files = {name.partition(".")[0]: packed.read(name).decode() for name in packed.namelist()}
    about = files.pop("README")
    return {name: json.loads(text) for name, text in files.items()}, about


def keys(rows: list[dict[str, Any]], table: str) -> set[tuple[Any, ...]]:
    return {tuple(row[column.name] for column in Base.metadata.tables[table].primary_key) for row in rows}


def test_there_are_columns_that_name_learners() -> None:
    assert len(NAMING) > 12


@pytest.mark.slow
def test_every_row_that_names_the_learner_is_given_to_him(somebody: Study) -> None:
    found, _ = unpacked(everything_of(somebody))
    for column in NAMING:
        table = column.table.name
        his = [row for row in everything(somebody.database)[table] if row[column.name] == SOMEBODY]
        assert his or table == "class", f"a row of {column} should be his, or this test shows nothing"
        assert keys(his, table) <= keys(found.get(table, []), table), column


def test_what_belongs_to_what_is_his_is_given_too_and_nothing_of_another(somebody: Study) -> None:
    found, _ = unpacked(everything_of(somebody))
    assert set(found) == {table.name for table in Base.metadata.sorted_tables} - NOBODYS - OF_AN_ASSIGNMENT
    for table, rows in found.items():
        assert len(rows) == 1, table
        assert [row[next(iter(row))] for row in rows] == [SOMEBODY] or table in ("setting", "review"), table
    assert found["comment"][0]["text"].startswith("2 text")
    assert found["version"][0]["text"].startswith("2 text")
    assert found["act"][0]["text"].startswith("2 text")


def test_it_says_what_is_what_and_lets_nobody_in(somebody: Study) -> None:
    content = everything_of(somebody)
    found, about = unpacked(content)
    for name in found:
        assert f"{name}.json: one row\n" in about
        assert len(about.split(f"{name}.json: one row\n")[1].split("\n\n")[0]) > 10
    assert "passphrase" not in found["learner"][0]
    assert "digest" not in found["slip"][0]
    assert "key" not in found["assignment"][0]
    assert "code" not in found["class"][0]


def test_nothing_of_him_remains_and_everything_of_others_does(somebody: Study) -> None:
    before = everything(somebody.database)
    forget(somebody)
    after = everything(somebody.database)
    for column in NAMING:
        assert SOMEBODY not in [row[column.name] for row in after[column.table.name]], column
    for table, rows in before.items():
        others = [row for row in rows if row[next(iter(row))] not in (SOMEBODY, f"2 {next(iter(row))} ’♠\n")]
        kept = after[table]
        if table == "event":
            line = {"by": -SOMEBODY, "whom": -SOMEBODY, "address": "", "detail": ""}
            *told, last = kept
            assert told == [row | line if row["by"] == SOMEBODY else row for row in rows]
            assert (last["kind"], last["by"], last["address"]) == ("account deleted", -SOMEBODY, "")
        elif table == "report":
            assert [row["learner_id"] for row in kept] == [1, None, 3]
        elif table in NOBODYS | {"class"}:
            assert kept == rows, table
        else:
            assert kept == others, table
            assert len(kept) == 2, table


def test_work_that_others_have_to_do_with_remains(somebody: Study) -> None:
    somebody.of(TEACHER).answers.record(
        Answer("game", "one/call-1", "leave", "best", "rule", assignment=SOMEBODY, attempt=1)
    )
    forget(somebody)
    assert [row["id"] for row in everything(somebody.database)["assignment"]] == [1, 2, 3]


def test_who_learns_alone_begins_anew(study: Study) -> None:
    first = everything(study.database)["learner"]
    fill(study.database)
    with study.database.writing() as connection:
        connection.execute(update(ClassRow).values(teacher_id=TEACHER))
    forget(study)
    after = everything(study.database)
    assert after["learner"][0] == first[0] | {"epoch": 1}, "and who was logged in is so no more"
    for column in NAMING:
        assert ONLY_LEARNER not in [row[column.name] for row in after[column.table.name]], column
    study.answers.record(Answer("game", "one/call-1", "leave", "best", "hel-lead-trump-plain"))
    assert len(study.answers.log()) == 1
    assert study.reviews.rebuild().differed == ()


def test_who_has_classes_is_told_what_to_do_with_them_first(somebody: Study) -> None:
    with somebody.database.writing() as connection:
        connection.execute(update(ClassRow).values(deleted_at=None))
    before = everything(somebody.database)
    with pytest.raises(StillTeaching, match="Hand them over to another teacher"):
        forget(somebody.of(TEACHER))
    assert everything(somebody.database) == before


def test_who_is_forgotten_is_unknown(somebody: Study) -> None:
    forget(somebody)
    for ask in (forget, everything_of, lambda gone: gone.answers.record(Answer("game", "a", "b", "best", "rule"))):
        with pytest.raises(Unknown, match="there is no learner"):
            ask(somebody)
