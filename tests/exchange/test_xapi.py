"""Answers as statements of the Experience API: each keeps the rules of its specification, and is the same every time.

The schema is ours, field by field from xAPI 1.0.3, part two, chapter 2: what is required, of what form, and that
nothing else may stand there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from tests.support.clock import NOW
from tutor.__main__ import tutor
from tutor.citations import Citation
from tutor.cli import export
from tutor.errors import Malformed
from tutor.exchange.formats.xapi import ANSWERED, HOME, Account, ItemDescription, statements, subjects_of
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Grade, Level
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.review.preferences import Holiday
from tutor.study.study import Study

IRI = {"type": "string", "pattern": r"^[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+$"}
LANGUAGE_MAP = {
    "type": "object", "minProperties": 1, "additionalProperties": {"type": "string"},
    "propertyNames": {"pattern": "^[a-z]{2,3}(-[A-Z]{2})?$"},
}  # fmt: skip
EXTENSIONS = {"type": "object", "propertyNames": IRI}


def closed(required: tuple[str, ...], **properties: object) -> dict[str, object]:
    """An object that has these properties, some of them always, and no other."""
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


ACTIVITY = closed(
    ("id",),
    objectType={"const": "Activity"},
    id=IRI,
    definition={
        **closed(
            (), type=IRI, name=LANGUAGE_MAP, description=LANGUAGE_MAP, moreInfo=IRI, extensions=EXTENSIONS,
            interactionType={
                "enum": ["true-false", "choice", "fill-in", "long-fill-in", "matching", "performance", "sequencing",
                         "likert", "numeric", "other"]
            },
            correctResponsesPattern={"type": "array", "items": {"type": "string"}},
        ),
        # 2.4.4.1: what has one of the interaction’s properties has its type
        "dependentRequired": {"correctResponsesPattern": ["interactionType"]},
    },
)  # fmt: skip
ACTIVITIES = {"type": "array", "items": ACTIVITY, "minItems": 1}
STATEMENT: Mapping[str, Any] = closed(
    ("id", "actor", "verb", "object", "timestamp"),
    id={"type": "string", "format": "uuid"},
    # 2.4.2.1: an agent has exactly one identifier; here the account, and no address
    actor=closed(
        ("account",), objectType={"const": "Agent"}, name={"type": "string"},
        account=closed(("homePage", "name"), homePage=IRI, name={"type": "string", "minLength": 1}),
    ),
    verb=closed(("id",), id=IRI, display=LANGUAGE_MAP),
    object=ACTIVITY,
    result=closed(
        (),
        # 2.4.5.1: the scaled score is from -1 to 1; raw lies between min and max
        score=closed(
            (), scaled={"type": "number", "minimum": -1, "maximum": 1}, raw={"type": "number"}, min={"type": "number"},
            max={"type": "number"},
        ),
        success={"type": "boolean"}, completion={"type": "boolean"}, response={"type": "string"},
        duration={"type": "string"}, extensions=EXTENSIONS,
    ),
    context=closed(
        (), registration={"type": "string", "format": "uuid"}, platform={"type": "string"},
        language={"type": "string", "pattern": "^[a-z]{2,3}(-[A-Z]{2})?$"}, extensions=EXTENSIONS,
        contextActivities=closed((), parent=ACTIVITIES, grouping=ACTIVITIES, category=ACTIVITIES, other=ACTIVITIES),
    ),
    timestamp={"type": "string", "format": "date-time"},
)  # fmt: skip
VALIDATOR = Draft202012Validator(STATEMENT, format_checker=FormatChecker())

answers = st.builds(
    Answer,
    st.text(min_size=1, max_size=12),
    st.text(min_size=1, max_size=20),
    st.text(max_size=20),
    st.sampled_from([shade.value for shade in Grade]),
    st.text(min_size=1, max_size=12),
    st.lists(st.text(min_size=1, max_size=8), max_size=2).map(tuple),
    st.integers(0, 3),
    st.one_of(st.none(), st.integers(0, 99)),
    st.one_of(st.none(), st.sampled_from(Level)),
)
logged = st.builds(LogEntry, st.just(NOW), answers)


def nothing(name: str) -> ItemDescription | None:  # noqa: ARG001
    return None


def made(*log: LogEntry | Holiday, learner: Account = Account()) -> list[dict[str, Any]]:  # noqa: B008
    return [json.loads(line) for line in statements(log, learner, nothing)]


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(logged, max_size=3))
def test_every_statement_keeps_the_rules(log: list[LogEntry]) -> None:
    told = made(*log)
    assert len(told) == len(log)
    for statement in told:
        VALIDATOR.validate(statement)
        assert datetime.fromisoformat(statement["timestamp"]).tzinfo
    assert len({statement["id"] for statement in told}) == len(told)
    assert made(*log) == told


@pytest.mark.parametrize("wrong", [{"id": "7"}, {"actor": {"mbox": "mailto:a@b.c"}}, {"verb": {}}, {"score": 1}])
def test_the_schema_refuses_what_breaks_them(wrong: Mapping[str, object]) -> None:
    (statement,) = made(LogEntry(NOW, Answer("game", "a", "SK", "best", "hel-x")))
    assert not VALIDATOR.is_valid({**statement, **wrong})


@pytest.mark.parametrize(
    ("shade", "success", "scaled"),
    [("best", True, 1.0), ("acceptable", True, 0.5), ("not advised", False, 0.0), ("told", False, 0.0)],
)
def test_a_shade_is_worth_what_it_is(shade: str, success: bool, scaled: float) -> None:
    (statement,) = made(LogEntry(NOW, Answer("game", "a", "SK", shade, "hel-x")))
    assert statement["verb"]["id"] == ANSWERED
    assert (statement["result"]["success"], statement["result"]["score"]["scaled"]) == (success, scaled)
    assert statement["result"]["response"] == "SK"


def test_where_the_author_decides_nothing_there_is_no_score() -> None:
    (statement,) = made(LogEntry(NOW, Answer("game", "a", "SK", "undecided", "hel-x")))
    assert not {"success", "score"} & set(statement["result"])


def test_two_learners_have_two_statements_of_one_answer() -> None:
    one = LogEntry(NOW, Answer("game", "a", "SK", "best", "hel-x"))
    ids = {made(one, learner=Account(name))[0]["id"] for name in ("Ann", "Bob")}
    assert len(ids) == 2
    assert len(made(Holiday(NOW, True, 20), one)) == 1


def test_a_rule_is_named_and_cited(library: Library) -> None:
    taught = subjects_of(library.rulebook, {})
    answer = Answer("game", "a", "SK", "best", "hel-play-dealer-never-risk", ("unheard-of",))
    (line,) = statements([LogEntry(NOW, answer)], Account(), taught)
    context = json.loads(line)["context"]
    rules = context["contextActivities"]["category"]
    assert [rule["id"] for rule in rules] == [f"{HOME}rules/hel-play-dealer-never-risk", f"{HOME}rules/unheard-of"]
    assert "take them before anything else" in rules[0]["definition"]["name"]["en-GB"]
    assert context["extensions"] == {f"{HOME}xapi/citations": {answer.rule: str(Citation("hellespont", 145))}}


@pytest.mark.slow
def test_the_command_and_the_page_tell_the_same(
    library: Library,
    study: Study,
    client: FlaskClient,
    where: Path | str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(export, "load", lambda: library)
    study.answers.record(Answer("game", "hel-game-01/d1", "spades", "best", "hel-play-dealer-never-risk"))
    to = tmp_path / "told.jsonl"
    assert isinstance(where, Path)
    result = CliRunner().invoke(tutor, ["export", "xapi", "--data", str(where.parent), "-o", str(to)])
    assert result.exit_code == 0, result.output
    page = client.get("/exports/xapi")
    assert page.data == to.read_bytes()
    VALIDATOR.validate(json.loads(page.text))
    refused = CliRunner().invoke(tutor, ["export", "xapi", "--home", "nowhere", "--data", str(where.parent)])
    assert isinstance(refused.exception, Malformed)
