"""The log of answers as statements of the Experience API (xAPI 1.0.3, part two: “Statements”), one object per line.

Each says that a learner answered a question, what the answer was, whether it was right, and which rules it concerns,
with their places in the books. A learner is an account of this tutor. No e-mail address is collected or invented.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from tutor.citations import Citation
from tutor.errors import Malformed
from tutor.exchange.exporters import AnswerLog, Exporter, ExportOption, ExportRequest, ExportSource
from tutor.exchange.files import ExportedFile
from tutor.library.rulebook import Rulebook
from tutor.quizzes.exercise import Grade
from tutor.quizzes.items import Item
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.review.preferences import Holiday

LANGUAGE = "en-GB"
ANSWERED = "http://adlnet.gov/expapi/verbs/answered"
QUESTION = "http://adlnet.gov/expapi/activities/cmi.interaction"
RULE = "http://adlnet.gov/expapi/activities/objective"
HOME = "http://localhost/love-all/"
"""The default home page of accounts: that of a tutor on a learner’s own computer."""

_SCALED = {Grade.BEST: 1.0, Grade.ACCEPTABLE: 0.5, Grade.NOT_ADVISED: 0.0, Grade.TOLD: 0.0}
"""The score of a grade, between 0 and 1. There is no score where the author is undecided."""


@dataclass(frozen=True, slots=True)
class Account:
    """The learner: the name of an account, and the home page of its tutor."""

    name: str = "learner"
    home: str = HOME


@dataclass(frozen=True, slots=True)
class ItemDescription:
    """What a rule or another item of study says, and its place in the books, if any."""

    says: str
    citation: Citation | None


def subjects_of(rulebook: Rulebook, items: Mapping[str, Item]) -> Callable[[str], ItemDescription | None]:
    """What the rules of the authors and the other items say, by id."""

    def taught(name: str) -> ItemDescription | None:
        rule = next((rule for row in rulebook.rows(name) if (rule := rulebook.find(name, row))), None)
        if rule:
            return ItemDescription(rule.says, rule.citation)
        item = items.get(name)
        return ItemDescription(item.name, item.citation) if item else None

    return taught


def statements(
    log: Iterable[LogEntry | Holiday], learner: Account, taught: Callable[[str], ItemDescription | None]
) -> Iterator[str]:
    """A line for each answer, always the same. Its id comes from the learner, the moment and the answer."""
    seen: Counter[str] = Counter()
    for line in log:
        if isinstance(line, LogEntry):
            answer = line.answer
            key = json.dumps([learner.home, learner.name, line.at.isoformat(), answer.topic, answer.item, answer.given])
            seen[key] += 1
            made = {"id": str(uuid5(NAMESPACE_URL, f"{key}{seen[key]}")), **_statement(line, learner, taught)}
            yield json.dumps(made, ensure_ascii=False) + "\n"


def _statement(
    line: LogEntry, learner: Account, taught: Callable[[str], ItemDescription | None]
) -> Mapping[str, object]:
    answer = line.answer
    return {
        "actor": {"objectType": "Agent", "account": {"homePage": learner.home, "name": learner.name}},
        "verb": {"id": ANSWERED, "display": {LANGUAGE: "answered"}},
        "object": {
            "objectType": "Activity",
            "id": _iri(learner, "questions", answer.topic, answer.item),
            "definition": {
                "type": QUESTION,
                "interactionType": "other",
                "name": {LANGUAGE: f"{answer.topic.capitalize()}: {answer.item}"},
            },
        },
        "result": _result(answer, learner),
        "context": _context(answer, learner, taught),
        "timestamp": line.at.isoformat(),
    }


def _result(answer: Answer, learner: Account) -> Mapping[str, object]:
    shade = Grade(answer.shade)
    told = {
        "shade": answer.shade,
        "hints": answer.hints,
        "number": answer.number,
        "level": answer.level.value if answer.level else None,
    }
    result: dict[str, object] = {
        "response": answer.given,
        "completion": True,
        "extensions": {_iri(learner, "xapi", name): value for name, value in told.items() if value is not None},
    }
    if shade in _SCALED:
        result |= {"success": shade.is_right, "score": {"scaled": _SCALED[shade], "min": 0, "max": 1}}
    return result


def _context(answer: Answer, learner: Account, taught: Callable[[str], ItemDescription | None]) -> Mapping[str, object]:
    rules = [(name, taught(name)) for name in dict.fromkeys((answer.rule, *answer.also))]
    context: dict[str, object] = {
        "platform": "Love All",
        "language": LANGUAGE,
        "contextActivities": {"category": [_activity(name, rule, learner) for name, rule in rules]},
    }
    citations = {name: str(rule.citation) for name, rule in rules if rule and rule.citation}
    return context | ({"extensions": {_iri(learner, "xapi", "citations"): citations}} if citations else {})


def _activity(name: str, rule: ItemDescription | None, learner: Account) -> Mapping[str, object]:
    definition = {"type": RULE, "name": {LANGUAGE: rule.says if rule else name}}
    return {"objectType": "Activity", "id": _iri(learner, "rules", name), "definition": definition}


def _iri(learner: Account, *steps: str) -> str:
    return learner.home.rstrip("/") + "".join(f"/{quote(step)}" for step in steps)


def _export(source: ExportSource, request: ExportRequest) -> ExportedFile:
    home = request.options["home"]
    if not home.startswith(("http://", "https://")):
        raise Malformed("address of the tutor", home, "it is not a web address", "Begin it with http:// or https://")
    learner = Account(request.options["name"], home)
    lines = statements(source.log(), learner, subjects_of(source.library.rulebook, source.stock.makers.items))
    return EXPORTER.file("love-all-answers", "".join(lines).encode())


EXPORTER = Exporter(
    name="xapi",
    label="xAPI",
    media_type="application/x-ndjson",
    extension="jsonl",
    applies_to={AnswerLog: "xAPI statements, for a learning record store"},
    summary="Write every answer as an xAPI statement, one JSON object per line.",
    export=_export,
    options=(
        ExportOption("name", "The name of the learner’s account.", "learner", is_for_commands=True),
        ExportOption("home", "The address of the tutor with the account.", HOME, is_for_commands=True),
    ),
    argument="",
)
