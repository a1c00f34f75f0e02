"""An author’s advice on a hand or a position: the request, read, and the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from pydantic import Field

from tutor.auction import Calling, Content, Declare, Denomination, Double, Leave
from tutor.authorities import ask, authority
from tutor.authorities import rules as authors_rules
from tutor.authorities.authority import Authority
from tutor.authorities.rules import Answer, Question, Silent
from tutor.cards import Card, Hand
from tutor.errors import Malformed
from tutor.exchange.records.json_text import read_text
from tutor.exchange.records.record import Record
from tutor.library.possible import wrong_with_score
from tutor.library.views import read_view
from tutor.seats import Seat
from tutor.view import Standing, View

COMMON = ("authority", "question", "trace", "acceptable", "why")
SHORT = {
    Question.DECLARE: ("hand", "role", "score"),
    Question.LEAD: ("hand", "trumps", "declared_by", "doubled_by"),
}
"""The keys that may replace a whole view, where a hand and a few words are enough."""
DEALER = Seat.SOUTH


class CitedPage(Record):
    """A page of a book."""

    source: str
    page: int | None


class TriedRule(Record):
    """A rule that was tried, and why it does not apply."""

    rule: str
    says: str
    page: int | None
    cited: str
    applies: Literal[False]
    because: str


class WhyRule(Record):
    """Why a rule works, as its author explains it."""

    says: str
    cited: str


class Advice(Record):
    """What the author advises: calls or cards, and the rule that decides."""

    calls: list[str] = Field([], description="calls, such as “leave” or “H”; if the question is about calls")
    cards: list[str] = Field([], description="cards, such as “SQ”; if the question is about cards")
    rule: str = Field(description="the id of the rule")
    citation: CitedPage
    cited: str
    because: str = Field(description="the fact that decides")
    undecided: bool = Field(False, description="true where the author contradicts himself")
    acceptable: list[str] = Field([], description="what another fair reading allows; where it was asked for")
    why: WhyRule | None = Field(None, description="the author’s reason for the rule; where it was asked for")
    trace: list[TriedRule] = Field([], description="the rules that were tried before, unless left out")


class Silence(Record):
    """The author says nothing on this. Others may."""

    error: str
    silent: Literal[True]
    others: list[str] = Field(description="the authors who can be asked instead")


@dataclass(frozen=True, slots=True)
class AdviceRequest:
    """A question put to an author on a view, and what the answer should contain."""

    author: str
    question: Question
    view: View
    acceptable: bool | None
    trace: bool
    why: bool

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> AdviceRequest:
        """The request of a mapping. Raises `TutorError`."""
        question = _question(request)
        return cls(
            _text(request, "authority"),
            question,
            _view(request, question),
            _switch(request, "acceptable", default=False) if "acceptable" in request else None,
            trace=_switch(request, "trace", default=True),
            why=_switch(request, "why", default=False),
        )

    def answer(self) -> Advice | Silence:
        """The author’s answer. Raises `Unknown` for an author who is not there, and `Impossible`."""
        advice = ask(self.author, self.view, self.question, widely=bool(self.acceptable))
        if isinstance(advice, Silent):
            return Silence(error=str(advice), silent=True, others=list(advice.others))
        given: dict[str, Any] = {
            "calls" if self.question.is_of_calls else "cards": [_written(answer) for answer in advice.answers],
            "rule": advice.rule.id,
            "citation": CitedPage(source=advice.citation.source, page=advice.citation.page),
            "cited": str(advice.citation),
            "because": advice.because,
        }
        if advice.is_undecided:
            given["undecided"] = True
        if self.acceptable is not None:
            given["acceptable"] = [_written(answer) for answer in advice.acceptable]
        if self.why:
            given["why"] = _why(authority(self.author), advice.rule.id)
        if self.trace:
            given["trace"] = [_tried(tried) for tried in advice.trace]
        return Advice(**given)


def _why(author: Authority, rule_id: str) -> WhyRule | None:
    why = author.why(rule_id)
    return WhyRule(says=why.text, cited=str(why.citation)) if why is not None and why.is_given else None


def _tried(tried: authors_rules.TriedRule) -> TriedRule:
    return TriedRule(
        rule=tried.rule.id,
        says=tried.rule.says,
        page=tried.rule.citation.page,
        cited=str(tried.rule.citation),
        applies=False,
        because=tried.finding.because,
    )


def _written(answer: Answer) -> str:
    match answer:
        case Card():
            return str(answer)
        case Declare(denomination):
            return denomination.letter
        case Leave():
            return "leave"
        case _:
            return str(answer)


# ---- reading a request -------------------------------------------------------------------------------------------


def _question(request: Mapping[str, Any]) -> Question:
    asked = _text(request, "question")
    try:
        question = Question(asked)
    except ValueError:
        kinds = " or ".join(f"“{question.value}”" for question in Question)
        raise Malformed("question", asked, f"the questions are {kinds}", "Write one of them") from None
    known = (*COMMON, *(("view",) if "view" in request else SHORT.get(question, ("view",))))
    unknown = [key for key in request if key not in known]
    if unknown:
        why = f"the question {question.value} has no such key"
        raise Malformed("key", str(unknown[0]), why, f"The keys are {', '.join(known)}")
    return question


def _view(request: Mapping[str, Any], question: Question) -> View:
    if "view" in request:
        return read_view(request["view"])
    if question not in SHORT:
        text = json.dumps(dict(request), ensure_ascii=False)
        raise Malformed("question", text, f"the question {question.value} needs a view", "Add the key “view”")
    hand = Hand.parse(_text(request, "hand"), size=13)
    if question is Question.LEAD:
        return View(DEALER.left, DEALER, hand, _calling(request))
    role = request.get("role", "dealer")
    if role not in ("dealer", "partner"):
        raise Malformed("role", str(role), "the roles are “dealer” and “partner”", "Write one of them")
    if role == "dealer":
        return View.before_calling(DEALER, DEALER, hand, _standing(request))
    return View(DEALER.partner, DEALER, hand, Calling(DEALER).after(DEALER, Leave()), _standing(request))


def _standing(request: Mapping[str, Any]) -> Standing:
    score = request.get("score", {"us": 0, "them": 0})
    known = score if isinstance(score, dict) and set(score) == {"us", "them"} else {}
    us, them = known.get("us"), known.get("them")
    if not (_is_number(us) and _is_number(them)):
        why = "it must give the points of each side towards the game"
        raise Malformed("score", json.dumps(score), why, "Write it as {“us”: 0, “them”: 0}")
    for points in (us, them):
        wrong = wrong_with_score(points)
        if wrong:
            raise Malformed("score", json.dumps(score), wrong.what, wrong.mend)
    return Standing(us, them)


def _is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _calling(request: Mapping[str, Any]) -> Calling:
    """The calls up to the opening lead, as far as an authority needs them."""
    declared_by = _text(request, "declared_by")
    doubled_by = request.get("doubled_by")
    if declared_by not in ("dealer", "partner"):
        raise Malformed("declared_by", declared_by, "it must be “dealer” or “partner”", "Write one of them")
    if doubled_by not in (None, "me", "partner"):
        raise Malformed("doubled_by", str(doubled_by), "it must be null, “me” or “partner”", "Write one of them")
    calling = Calling(DEALER)
    if declared_by == "partner":
        calling = calling.after(DEALER, Leave())
    declarer = DEALER if declared_by == "dealer" else DEALER.partner
    calling = calling.after(declarer, Declare(Denomination.parse(_text(request, "trumps"))))
    if doubled_by == "me":
        return calling.after(DEALER.left, Double())
    calling = calling.after(DEALER.left, Content())
    return calling.after(DEALER.right, Double() if doubled_by == "partner" else Content())


def _switch(request: Mapping[str, Any], key: str, *, default: bool) -> bool:
    value = request.get(key, default)
    if not isinstance(value, bool):
        raise Malformed(key, json.dumps(value), "it must be true or false", "Write true or false")
    return value


def _text(request: Mapping[str, Any], key: str) -> str:
    return read_text(request, key, "question")
