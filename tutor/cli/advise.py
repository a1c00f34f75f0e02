"""`tutor advise`: questions as JSON lines in, an authority’s answers as JSON lines out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeGuard

import click

from tutor.auction import Calling, Content, Declare, Denomination, Double, Leave
from tutor.authorities import AUTHORITIES, ask, authority
from tutor.authorities.authority import Authority
from tutor.authorities.rules import Advice, Answer, Question, Silent, TriedRule
from tutor.cards import Card, Hand
from tutor.cli.json_lines import lines, read_object, read_text, write
from tutor.errors import Malformed, TutorError
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


class _NamesAuthors(click.Command):
    """A command whose help ends with the keys of the authors."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        formatter.write_paragraph()
        formatter.write_text(f"KEY is the key of an author: {', '.join(AUTHORITIES)}.")


@click.command(cls=_NamesAuthors)
def advise() -> None:
    """Answer questions, one JSON object a line, from standard input.

    \b
    {"authority": "KEY", "question": "declare", "role": "dealer",
     "hand": "S:AKJ762 H:765 C:4 D:A43", "score": {"us": 0, "them": 0}}
    {"authority": "KEY", "question": "lead", "hand": "S:T98 H:AK84 C:983 D:KQ2",
     "trumps": "S", "declared_by": "dealer", "doubled_by": null}

    \b
    Every question can be asked on a view: whose turn it is, their hand, and what was said and played.
    A deals, Y sits on A's left and B opposite A.
    {"authority": "KEY", "question": "third hand", "view":
     {"seat": "Z", "hand": "S:A74 H:Q52 C:KJ83 D:542", "calls": ["A declares no trumps", "Y is content",
      "Z is content"], "exposed": {"B": "S:Q3 H:AK76 C:542 D:AKJ"}, "trick": "Y S5, B S2"}}

    A line that cannot be answered gets {"error": …}. Where the author is silent, it also gets {"silent": true} and
    names the authors you can ask instead.

    \b
    "trace": false leaves out the rules that were tried.
    "acceptable": true adds the answers that another fair reading of the author gives.
    "why": true adds the author's reason for the rule, or null if the author gives none.
    """
    for line in lines():
        write(answer(line))


def answer(line: str) -> dict[str, Any]:
    """The answer to one line: an authority’s, or the error that says what is wrong with the line."""
    try:
        request = read_object(line, "question")
        question = _question(request)
        author = _text(request, "authority")
        view = _view(request, question)
        advice = ask(author, view, question, widely=_switch(request, "acceptable", default=False))
        with_trace = _switch(request, "trace", default=True)
        with_why = _switch(request, "why", default=False)
    except TutorError as error:
        return {"error": str(error)}
    if isinstance(advice, Silent):
        return {"error": str(advice), "silent": True, "others": list(advice.others)}
    given = _answer(advice, question)
    if "acceptable" in request:
        given["acceptable"] = [_written(answer) for answer in advice.acceptable]
    if with_why:
        given["why"] = _why(authority(author), advice.rule.id)
    if with_trace:
        given["trace"] = [_tried(tried) for tried in advice.trace]
    return given


def _answer(advice: Advice, question: Question) -> dict[str, Any]:
    key = "calls" if question.is_of_calls else "cards"
    given: dict[str, Any] = {
        key: [_written(answer) for answer in advice.answers],
        "rule": advice.rule.id,
        "citation": {"source": advice.citation.source, "page": advice.citation.page},
        "cited": str(advice.citation),
        "because": advice.because,
    }
    if advice.is_undecided:
        given["undecided"] = True
    return given


def _why(author: Authority, rule_id: str) -> dict[str, Any] | None:
    why = author.why(rule_id)
    return {"says": why.text, "cited": str(why.citation)} if why is not None and why.is_given else None


def _tried(tried: TriedRule) -> dict[str, Any]:
    return {
        "rule": tried.rule.id,
        "says": tried.rule.says,
        "page": tried.rule.citation.page,
        "cited": str(tried.rule.citation),
        "applies": False,
        "because": tried.finding.because,
    }


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
