"""Do the authors follow their own rules? Wherever a book gives an answer, this compares the rules with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from tutor.analysis.claims import SCORES, AnsweredPosition, Ought, written
from tutor.auction import Bid, Content, Declare, Double, Leave, Pass
from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import fitting
from tutor.authorities.rules import Advice, Answer, Question, Silent
from tutor.citations import Citation
from tutor.library.catalogue import Library
from tutor.library.games import Decision, Game, Provenance, known
from tutor.library.rulebook import Explanation
from tutor.view import View


class AgreementVerdict(Enum):
    """How the rules compare with the author’s own answer."""

    AGREES = "agrees"
    ALLOWS = "allows"
    PARTS = "parts"
    SILENT = "silent"
    HANGS = "hangs on a lost score"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Point:
    """A place where an author answers a question himself. If the book’s score is lost, several scores are tried."""

    id: str
    where: str
    says: str
    citation: Citation
    asked: tuple[AnsweredPosition, ...]

    @property
    def question(self) -> Question:
        return self.asked[0].question


@dataclass(frozen=True, slots=True)
class PointComparison:
    """A point, the answer of the rules, how it compares with the author’s, and why they differ."""

    point: Point
    answer: Advice | Silent
    verdict: AgreementVerdict
    explanation: Explanation | None

    @property
    def answers(self) -> tuple[str, ...]:
        """The answer of the rules, as files write it; nothing if the author is silent."""
        return tuple(map(written, self.answer.answers)) if isinstance(self.answer, Advice) else ()

    @property
    def rule(self) -> str | None:
        """The id of the rule that decides."""
        return self.answer.rule.id if isinstance(self.answer, Advice) else None


def agreement(library: Library) -> Iterator[PointComparison]:
    """Every point of the books, compared with the rules of its author, in the order of the books."""
    for point in points(library):
        author = AUTHORITIES.get(point.citation.source)
        if author is not None:
            yield _compared(point, author, library.explanations)


def points(library: Library) -> Iterator[Point]:
    """The authors’ own answers: claims about what a hand should do, decisions, calls, and stated leads."""
    seen: set[tuple[str, View, Question]] = set()
    for point in (*_from_claims(library), *(point for game in library.games.values() for point in _from_game(game))):
        key = (point.citation.source, point.asked[0].view, point.question)
        if key not in seen:
            seen.add(key)
            yield point


def _from_claims(library: Library) -> Iterator[Point]:
    for where, _, subject, claims in library.claimed():
        for claim in claims:
            if isinstance(claim.statement, Ought):
                asked = claim.statement.asked(subject)
                if not isinstance(asked, str):
                    yield Point(claim.id, where, claim.says, Citation(subject.source, claim.page, claim.lines), asked)


def _from_game(game: Game) -> Iterator[Point]:
    for decision in game.decisions:
        yield _point(game, decision.id, decision.step, (decision.answer, *decision.also), decision)
    decided = {decision.step for decision in game.decisions}
    for step, said in enumerate(game.calls, 1):
        if step not in decided and not isinstance(said.call, Content):
            yield _point(game, f"call-{step}", step, (said.call,))
    lead = game.step_of_card(1)
    if lead not in decided and game.provenance[0] in (Provenance.STATED, Provenance.IMPLIED):
        yield _point(game, "lead", lead, (next(game.play.played()).card,))


def _point(game: Game, name: str, step: int, answers: tuple[Answer, ...], decision: Decision | None = None) -> Point:
    says = decision.because if decision else f"This was done in {game.name}."
    citation = decision.quotation.citation if decision else game.citation
    scores = [known(game.score)] if known(game.score) else SCORES
    views = [game.view_before(step, at) for at in scores]
    question = _question(views[0], answers[0])
    accepted = tuple(map(written, answers))
    return Point(
        f"{game.id}-{name}",
        game.id,
        says,
        citation,
        tuple(AnsweredPosition(view, question, accepted) for view in views),
    )


def _question(view: View, answer: Answer) -> Question:
    match answer:
        case Declare() | Leave():
            return Question.DECLARE
        case Bid() | Pass():
            return Question.BID
        case Double() if any(isinstance(said.call, Bid) for said in view.calling):
            return Question.BID
        case Double() | Content():
            return Question.DOUBLE
        case _:
            return fitting(view)[0]


def _compared(point: Point, author: Authority, explanations: Mapping[str, Explanation]) -> PointComparison:
    found = [(_ask(author, asked), asked) for asked in point.asked]
    verdicts = {_verdict(advice, asked) for advice, asked in found}
    verdict = verdicts.pop() if len(verdicts) == 1 else AgreementVerdict.HANGS
    return PointComparison(point, found[0][0], verdict, explanations.get(point.id))


def _ask(author: Authority, asked: AnsweredPosition) -> Advice | Silent:
    if asked.view.trick is None:
        return author.advise(asked.view, asked.question, widely=True)
    return author.answer(asked.view, widely=True)


def _verdict(advice: Advice | Silent, asked: AnsweredPosition) -> AgreementVerdict:
    if isinstance(advice, Silent):
        return AgreementVerdict.SILENT
    if any(asked.is_met_by(written(answer)) for answer in advice.answers):
        return AgreementVerdict.AGREES
    allowed = any(asked.is_met_by(written(answer)) for answer in advice.acceptable)
    return AgreementVerdict.ALLOWS if allowed else AgreementVerdict.PARTS
