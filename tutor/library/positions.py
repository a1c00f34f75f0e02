"""Positions from which questions are made: for each rule, some views on which it decides, one per line.

A line is the question and then the fields of the view (see `ViewModel`), bars between them: `third hand | seat Z |
hand S:84 H:9642 C:753 D:KQ42 | trumps S | trick Y D3, B D5`. Commas separate calls and the cards of
a trick. A semicolon separates tricks. Each author has one file, which is opened when it is first needed. A line is read
when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from tutor.authorities import AUTHORITIES
from tutor.authorities.fitting import why_impossible, why_unfit
from tutor.authorities.rules import Question, Silent
from tutor.authors import AUTHORS
from tutor.citations import SOURCES
from tutor.errors import Fault, FaultyContent, Malformed
from tutor.library.fields import SourceKey, SyllabusId, Value
from tutor.library.files import document_of
from tutor.library.folders import folder_of
from tutor.library.validation import did_you_mean, validated
from tutor.library.values import Context
from tutor.library.views import read_view, write_view
from tutor.library.yaml_text import Document
from tutor.view import View

FOLDER = "positions"
"""The folder of the files in `lessons`. They are not read with the rest of the content."""


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """A question and a view to ask it on."""

    question: Question
    view: View


PositionText = Annotated[str, Field(min_length=1, description="a question and a view, in one line")]


class RulePositions(Value):
    """Positions of a rule: `plain` if only one answer and its equals are right, `hard` if others are acceptable."""

    plain: tuple[PositionText, ...] = ()
    hard: tuple[PositionText, ...] = ()


class PositionsFile(Value):
    """Positions on which the rules of an author decide."""

    kind: Literal["positions"]
    source: SourceKey
    positions: dict[SyllabusId, RulePositions]


class Positions:
    """The positions of every rule. Each author’s file is read once, when one of its rules is first needed."""

    def __init__(self, path: Path | None = None) -> None:
        self._folder = path
        self._read: dict[str, Mapping[str, RulePositions]] = {}

    def plain(self, rule_id: str) -> tuple[str, ...]:
        """The lines of a rule with one right answer; none for an unknown rule."""
        return self._of(rule_id).plain

    def hard(self, rule_id: str) -> tuple[str, ...]:
        """The lines of a rule with other acceptable answers."""
        return self._of(rule_id).hard

    def author(self, rule_id: str) -> str:
        """The key of a rule’s author. Raises `KeyError`."""
        return self._authors[rule_id]

    def _of(self, rule_id: str) -> RulePositions:
        author = self._authors.get(rule_id)
        if author is None:
            return RulePositions()
        if author not in self._read:
            path = (self._folder or folder_of(author, "lessons") / FOLDER) / f"{author}.yaml"
            self._read[author] = _positions_in(path, author) if path.is_file() else {}
        return self._read[author].get(rule_id) or RulePositions()

    @cached_property
    def _authors(self) -> Mapping[str, str]:
        return {rule.id: author.key for author in AUTHORITIES.values() for rule in author.rules}


def _positions_in(path: Path, author: str) -> Mapping[str, RulePositions]:
    """The positions in a file. Raises `FaultyContent`.

    Of an author in another package only those without faults are used, and `tutor check` names the others.
    """
    if not AUTHORS[author].is_plugin:
        return validated(document_of(path), PositionsFile).positions
    try:
        written = validated(document_of(path), PositionsFile).positions
    except FaultyContent:
        return {}
    return {
        rule: RulePositions(plain=_sound(author, rule, kept.plain), hard=_sound(author, rule, kept.hard))
        for rule, kept in written.items()
    }


def _sound(author: str, rule_id: str, lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line for line in lines if (_why_not(line) or _why_undecided(author, rule_id, line)) is None)


def check_positions(files: Sequence[tuple[Document, PositionsFile]], _: Context) -> Iterator[Fault]:
    """Checks that each author has the rules of the file, and that each line is readable and possible.

    In another package the rule must also decide there. The tutor’s own positions are gathered so.
    """
    for document, file in files:
        if file.source not in AUTHORITIES:
            continue
        rules = {rule.id for rule in AUTHORITIES[file.source].rules}
        for rule_id, kept in file.positions.items():
            if rule_id not in rules:
                what = f"{SOURCES[file.source].author} has no rule ‘{rule_id}’ in the tutor"
                mend = did_you_mean(rule_id, rules, "Correct it or delete it")
                yield document.fault(("positions", rule_id), what, mend, of_key=True)
            for name, lines in (("plain", kept.plain), ("hard", kept.hard)):
                for number, line in enumerate(lines):
                    why, mend = _why_not(line), "Collect the positions again"
                    if AUTHORS[file.source].is_plugin and rule_id in rules:
                        why = why or _why_undecided(file.source, rule_id, line)
                        mend = "Correct the position or the rule"
                    if why:
                        yield document.fault(("positions", rule_id, name, number), why, mend)


def _why_not(line: str) -> str | None:
    try:
        position = read_position(line)
    except Malformed as error:
        return str(error)
    return why_impossible(position.view) or why_unfit(position.view, position.question)


def _why_undecided(author: str, rule_id: str, line: str) -> str | None:
    """Why a rule does not decide on a position that can be; None if it does, or allows an answer there."""
    position = read_position(line)
    advice = AUTHORITIES[author].advise(position.view, position.question)
    if isinstance(advice, Silent):
        return f"the author is silent here: {advice.because}"
    allowing = AUTHORITIES[author].allowing(position.view, position.question)
    if rule_id in (advice.rule.id, *(rule.id for rule in allowing)):
        return None
    return f"the rule ‘{advice.rule.id}’ decides here, and not ‘{rule_id}’"


# ---- a line ------------------------------------------------------------------------------------------------------

_BY_SEAT = ("exposed", "shown")
_LISTS = {"calls": ", ", "tricks": "; ", "agreed": ", "}
_SCORE = ("us", "them", "ahead")


def read_position(line: str) -> PositionQuestion:
    """The position of a line. Raises `Malformed`."""
    asked, *fields = (part.strip() for part in line.split(" | "))
    try:
        question = Question(asked)
    except ValueError:
        known = ", ".join(question.value for question in Question)
        raise Malformed("position", line, f"the questions are {known}", "Begin with one of them") from None
    written: dict[str, Any] = {}
    for field in fields:
        name, _, text = field.partition(" ")
        written[name] = _field(name, text)
    return PositionQuestion(question, read_view(written))


def _field(name: str, text: str) -> Any:
    if name in _LISTS:
        return text.split(_LISTS[name])
    if name in _BY_SEAT:
        return {part[:1]: part[2:] for part in text.split(", ")}
    if name == "score":
        return dict(zip(_SCORE, text.split(), strict=False))
    return [] if (name, text) == ("trick", "") else text


def write_position(question: Question, view: View) -> str:
    """The line of a position, as `read_position` reads it, without default values."""
    written = write_view(view)
    if written["dealer"] == "A":
        del written["dealer"]
    if not any(written["score"].values()):
        del written["score"]
    if view.declaration is not None and view.declaration.trumps is view.trumps:
        written.pop("trumps", None)
    if view.played():
        written.pop("leader", None)
    fields = (f"{name} {_text(name, value)}".rstrip() for name, value in written.items() if value or name == "trick")
    return " | ".join([question.value, *fields])


def _text(name: str, value: Any) -> str:
    if name in _LISTS:
        return _LISTS[name].join(value)
    if name in _BY_SEAT:
        return ", ".join(f"{seat} {cards}" for seat, cards in value.items())
    if name == "score":
        return " ".join(str(points) for points in value.values())
    return "" if value == [] else str(value)
