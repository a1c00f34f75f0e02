"""An illustrative game: the deal, the calls, every card with its provenance, the notes, the decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial

from tutor.analysis.claims import Claim, PlaysCard, Subject
from tutor.analysis.facts import Clause, Tally
from tutor.analysis.reconstruction import Puzzle, may_be_borne_out
from tutor.auction import Calling, Declaration
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Answer, Question
from tutor.cards import Card, Hand, Suit
from tutor.citations import Citation
from tutor.codes import Code
from tutor.codes.scoring import DealScore
from tutor.deal import Deal
from tutor.library.rulebook import NamedRule
from tutor.play import Play, Played
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.view import Standing, View


class Provenance(Enum):
    """How a card of a replay is known."""

    STATED = "stated"
    IMPLIED = "implied"
    FORCED = "forced"
    RECONSTRUCTED = "reconstructed"

    @property
    def says(self) -> str:
        return _PROVENANCE_SAYS[self]

    __hash__ = object.__hash__


_PROVENANCE_SAYS = {
    Provenance.STATED: "the book names this card",
    Provenance.IMPLIED: "it follows plainly from what the book says",
    Provenance.FORCED: "it is the same in every play that meets what the book says",
    Provenance.RECONSTRUCTED: "the book does not say; a card that fits all that it says",
}


@dataclass(frozen=True, slots=True)
class Emendation:
    """A reading of the source corrected: as printed, as read, why."""

    seat: Seat
    suit: Suit
    line: int
    printed: str
    read: str
    because: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that stays open, with its alternative and what hangs on it."""

    what: str
    alternative: str
    because: str
    hangs_on_it: str

    @property
    def is_serious(self) -> bool:
        """Whether anything hangs on it, as nothing does on most of the fives that may be sixes."""
        return not self.hangs_on_it.lower().startswith("nothing")


@dataclass(frozen=True, slots=True)
class Fact:
    """What the book says of the play, of one trick or without `trick` of the whole, or plainly implies."""

    trick: int | None
    clause: Clause
    lines: tuple[int, int]
    is_implied: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A word or a number of the text corrected."""

    line: int
    printed: str
    read: str
    because: str


@dataclass(frozen=True, slots=True)
class Stated:
    """What the book says, in our words, and in which lines."""

    says: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Slip(Stated):
    """A card or a name that the author gives and that the hands contradict: recorded, not obeyed."""

    because: str


@dataclass(frozen=True, slots=True)
class Remark:
    """The author’s comment in our words, with its place in the book."""

    text: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Note:
    """A comment on a trick, to be shown once the card numbered `after` (from 1) has been played.

    One on the declaration, trick 0, is shown before the first card. `tells` are the seats of whose hidden cards it
    speaks: whoever has still to decide, and does not see them, is not to read it.
    """

    trick: int
    after: int
    remark: Remark
    tells: frozenset[Seat]


class Asks(Enum):
    """The kinds of decision, by what a player can see: whether to lead, to follow suit, or to renounce."""

    DECLARE = "declare"
    DOUBLE = "double"
    LEAD = "lead"
    SECOND_HAND = "second hand"
    THIRD_HAND = "third hand"
    FOURTH_HAND = "fourth hand"
    RENOUNCE = "renounce"


@dataclass(frozen=True, slots=True)
class Instead:
    """Answers that the author does not give, and why not."""

    answers: tuple[Answer, ...]
    because: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A point where the learner is asked before the author tells.

    `step` is that of the call or card decided (see `Game`). `answer` is what the author would do and `played` what was
    done in the game, which he may blame.
    """

    id: str
    step: int
    seat: Seat
    asks: Asks
    situation: str
    answer: Answer
    played: Answer
    also: tuple[Answer, ...]
    because: str
    rule: NamedRule
    quotation: Remark
    instead: tuple[Instead, ...]

    def why_not(self, answer: Answer) -> str:
        """Why the author does not give an answer."""
        return next(reason.because for reason in self.instead if answer in reason.answers)


Score = int | tuple[int, int] | None
"""Points towards the game: known, one of two, or lost."""


def known(score: BySide[Score] | None) -> tuple[int, int] | None:
    """The score of AB and of YZ, where both are known."""
    points = () if score is None else tuple(one for one in score if isinstance(one, int))
    return (points[0], points[1]) if len(points) == 2 else None


def score_words(score: BySide[Score]) -> str:
    """The score towards the game: `AB 22 or 24, YZ 14 or 16`; `love-all`."""
    if score.ns == score.ew == 0:
        return "The score is love-all."
    if score.ns is None and score.ew is None:
        return "The score is not known."
    return "The score: " + ", ".join(f"{side.label} {_points(points)}" for side, points in score.items()) + "."


def _points(points: Score) -> str:
    if points is None:
        return "not known"
    return str(points) if isinstance(points, int) else f"{points[0]} or {points[1]}"


def puzzle(
    source: str,
    code: Code,
    deal: Deal,
    calling: Calling,
    clauses: Iterable[Clause],
    tricks: int,
    claims: Iterable[Claim],
) -> Puzzle:
    """A play to be rebuilt in which AB take so many tricks; it opens as the author would."""
    assert calling.declaration is not None, "nothing is played before a declaration"  # noqa: S101
    start = Play.of(deal, calling.declaration.trumps, code.leader(calling))
    author = AUTHORITIES.get(source)
    view = View(start.to_play, deal.dealer, deal.hands[start.to_play], calling)
    advice = author.advise(view, Question.LEAD, widely=True) if author else None
    opening = (*advice.answers, *advice.acceptable) if isinstance(advice, Advice) else ()
    leads = tuple(answer for answer in opening if isinstance(answer, Card))
    supposed = tuple(claim.statement for claim in claims if isinstance(claim.statement, PlaysCard))
    result = Tally(Side.NS, tricks, 13)
    return Puzzle(start, code.dummy(calling), (*clauses, result), leads, supposed)


@dataclass(frozen=True, eq=False)
class Game:
    """One game of a book; each is loaded once, and is equal to itself alone.

    `forced` are the cards that every play that meets the facts has in the same place.

    Its steps are its calls and then its cards: step 0 is the deal, step `len(calls)` the table ready for the lead, and
    the last, 52 cards later, the end.
    """

    id: str
    number: str | None
    title: str
    source: str
    pages: tuple[int, int]
    lines: tuple[int, int]
    illustrates: tuple[str, ...]
    code: Code
    deal: Deal
    score: BySide[Score]
    score_because: str
    calls: Calling
    calling: Calling
    calls_implied: str | None
    plays: tuple[Play, ...]
    facts: tuple[Fact, ...]
    forced: frozenset[Played]
    lost: tuple[Seat, ...]
    emendations: tuple[Emendation, ...]
    doubts: tuple[Doubt, ...]
    notes: tuple[Note, ...]
    after: tuple[Remark, ...]
    decisions: tuple[Decision, ...]
    result_because: str | None
    claims: tuple[Claim, ...]
    readings: tuple[Reading, ...]
    slips: tuple[Slip, ...]
    unexpressed: tuple[Stated, ...]
    confidence: str

    @cached_property
    def provenance(self) -> tuple[Provenance, ...]:
        """How each card of the play is known."""
        return tuple(self._provenances())

    def _provenances(self) -> Iterator[Provenance]:
        for played in self.play.played():
            named = [fact for fact in self.facts if fact.clause.names(played.seat, played.trick) == played.card]
            if any(not fact.is_implied for fact in named):
                yield Provenance.STATED
            elif named:
                yield Provenance.IMPLIED
            elif played in self.forced:
                yield Provenance.FORCED
            else:
                yield Provenance.RECONSTRUCTED

    @property
    def puzzle(self) -> Puzzle:
        """What is known of the play, for it to be rebuilt: the deal, the facts, the result, the book’s opening lead."""
        clauses = [fact.clause for fact in self.facts]
        return puzzle(self.source, self.code, self.deal, self.calling, clauses, self.tricks.ns, self.claims)

    @property
    def subject(self) -> Subject:
        """What the author’s claims are made of."""
        hands: BySeat[Hand | None] = BySeat(*self.deal.hands)
        leader = self.plays[0].to_play
        return Subject(
            self.source,
            self.code.key,
            hands,
            self.deal.dealer,
            leader,
            self.calling,
            self.plays,
            known(self.score),
            elsewhere=partial(may_be_borne_out, self.puzzle),
        )

    @property
    def name(self) -> str:
        """What it may be called before anything has been decided."""
        return f"Game {self.number}" if self.number else f"The deal of page {self.citation.page}"

    @property
    def citation(self) -> Citation:
        return Citation(self.source, self.pages[0], self.lines)

    @property
    def declaration(self) -> Declaration:
        declaration = self.calling.declaration
        assert declaration is not None, "a game is built only with a declaration"  # noqa: S101
        return declaration

    @property
    def play(self) -> Play:
        """The play when it is over; `plays[n]` is the play once n cards have been played."""
        return self.plays[-1]

    @property
    def dummy(self) -> Seat | None:
        return self.code.dummy(self.calling)

    @property
    def player(self) -> Seat:
        """Who plays dummy’s cards with his own; the dealer where no hand is exposed."""
        return self.dummy.partner if self.dummy else self.deal.dealer

    @property
    def tricks(self) -> BySide[int]:
        return self.play.won

    @property
    def deal_score(self) -> DealScore:
        """What the deal scores under the code."""
        return self.code.reckon(self.deal, self.calling, self.play, self.code.rubber)

    @property
    def last_step(self) -> int:
        return len(self.calls) + 52

    def cards_at(self, step: int) -> int:
        """How many cards have been played at a step."""
        return max(0, step - len(self.calls))

    def step_of_card(self, number: int) -> int:
        """The step at which so many cards have been played."""
        return len(self.calls) + number

    def played(self) -> Iterator[tuple[Played, Provenance]]:
        return zip(self.play.played(), self.provenance, strict=True)

    def decision_at(self, step: int) -> Decision | None:
        """The decision that a step takes, if it is one."""
        return next((decision for decision in self.decisions if decision.step == step), None)

    def view_before(self, step: int, at: tuple[int, int] | None = None) -> View:
        """What is seen by who takes a step: at a score of AB and of YZ, else that of the game, else love-all."""
        scores = dict(zip(Side, at or known(self.score) or (0, 0), strict=True))
        if step <= len(self.calls):
            seat = self.calls.said[step - 1].seat
            calling = Calling(self.deal.dealer, self.calls.said[: step - 1])
            standing = Standing(scores[seat.side], scores[seat.side.opponents])
            return View(seat, self.deal.dealer, self.deal.hands[seat], calling, standing)
        play = self.plays[self.cards_at(step) - 1]
        seat = self.player if play.to_play is self.dummy else play.to_play
        standing = Standing(scores[seat.side], scores[seat.side.opponents])
        return View.of(seat, self.calling, play, standing, self.dummy)

    def is_blamed(self, decision: Decision) -> bool:
        """Whether the author says what was done, and blames it; a card that we chose is blamed on nobody."""
        if decision.played == decision.answer:
            return False
        cards = self.cards_at(decision.step)
        return cards == 0 or self.provenance[cards - 1] in (Provenance.STATED, Provenance.IMPLIED)
