"""An illustrative game: the deal, the calls, every card with its provenance, the notes, the decisions."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property, partial
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, PrivateAttr, ValidationInfo
from pydantic_core import core_schema

from tutor.analysis import facts
from tutor.analysis.claims import ClaimSubject, PlaysCard
from tutor.analysis.facts import Clause, TrickTally
from tutor.analysis.reconstruction import Puzzle, may_be_borne_out
from tutor.auction import Calling, Declaration, Denomination
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Answer, Question
from tutor.cards import Card, Hand
from tutor.citations import OWN
from tutor.codes import Code, code
from tutor.codes.scoring import DealScore
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.library.claims import ClaimText
from tutor.library.fields import (
    AnswersText,
    AnswerText,
    CardText,
    ClauseText,
    HandsText,
    Lines,
    Prose,
    SaidText,
    ScoreText,
    SeatText,
    SideTricksText,
    SyllabusId,
    Through,
    TrickText,
    Value,
    known_code,
)  # fmt: skip
from tutor.library.possible import with_contents
from tutor.library.rulebook import NamedRule
from tutor.library.themes import EntryKind
from tutor.library.values import (
    BookContent,
    CitedStatement,
    Context,
    Doubt,
    Emendation,
    Misprint,
    NoteText,
    Quotation,
    Remark,
    SituationText,
    Slip,
)
from tutor.play import Play, Played
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.view import Standing, View

TrickNumber = Annotated[int, Field(ge=1, le=13)]
Score = int | tuple[int, int] | None
"""Points towards the game: known, one of two, or lost."""


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
    Provenance.IMPLIED: "it follows clearly from what the book says",
    Provenance.FORCED: "it is the same in every play that fits what the book says",
    Provenance.RECONSTRUCTED: "the book does not say; this card fits what it says",
}


class _ClauseReader:
    """Reads a clause about the trick written before it."""

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_after_validator_function(self._read, handler(ClauseText))

    def _read(self, text: str, info: ValidationInfo) -> Clause:
        try:
            return facts.parse(text, info.data.get("trick"))
        except TutorError as error:
            raise ValueError(str(error)) from None


Confidence = Literal["high", "middling", "low"]


class Fact(Value):
    """What the book says about a trick or the whole play; `implied` if it only follows from the book."""

    trick: TrickNumber | None = None
    clause: Annotated[Clause, _ClauseReader(), Field(alias="says")]
    lines: Lines
    is_implied: Annotated[bool, Field(alias="implied")] = False


class ForcedCard(Value):
    """A card that is the same in every play that fits the facts. `tutor reconstruct --check` finds them."""

    trick: TrickNumber
    seat: SeatText
    card: CardText


ForcedText = Annotated[Played, Through(ForcedCard, lambda each, _: Played(each.trick, each.seat, each.card))]


class DeclarationComment(Remark):
    """The author’s comment on the declaration, in our words. It is shown after the declaration, before any card.

    `tells` are the seats whose hidden cards it mentions. A player who must still decide and cannot see them must not
    read it.
    """

    seats_told: Annotated[
        tuple[SeatText, ...],
        Field(alias="tells", description="the players whose hidden cards the text mentions"),
    ] = ()
    _trick: int = PrivateAttr(default=0)
    _after: int = PrivateAttr(default=0)

    @property
    def tells(self) -> frozenset[Seat]:
        return frozenset(self.seats_told)

    @property
    def trick(self) -> int:
        """Its trick; 0 is the declaration."""
        return self._trick

    @property
    def after(self) -> int:
        """The number of cards played before it is shown."""
        return self._after


class Note(DeclarationComment):
    """The author’s comment on a trick, in our words; shown when the trick is complete, or once `seat` has played."""

    of_trick: Annotated[TrickNumber, Field(alias="trick")]
    seat: SeatText | None = None

    def on(self, play: Play) -> Note:
        """The note with its place in a finished play."""
        trick = play.tricks[self.of_trick - 1]
        note = self.model_copy()
        note._trick = self.of_trick
        note._after = 4 * (self.of_trick - 1) + (4 if self.seat is None else trick.leader.round().index(self.seat) + 1)
        return note


class Asks(Enum):
    """The kinds of decision, by what a player can see: whether to lead, to follow suit, or to renounce."""

    DECLARE = "declare"
    DOUBLE = "double"
    LEAD = "lead"
    SECOND_HAND = "second hand"
    THIRD_HAND = "third hand"
    FOURTH_HAND = "fourth hand"
    RENOUNCE = "renounce"


class Instead(Value):
    """Answers that the author does not give, and why not."""

    answers: AnswersText
    because: NoteText


class Decision(Value):
    """A point where the learner decides before the author’s answer is shown: a card to a trick, or a call (from 1).

    `answer` is what the author would do, `blamed` what was done in the game if the author blames it. A decision with
    its place in a game (see `Game.decisions`) has the `step` of the call or card, and what it `asks`.
    """

    trick: TrickNumber | None = None
    call: Annotated[int, Field(ge=1)] | None = None
    seat: SeatText
    situation: SituationText = ""
    answer: Annotated[AnswerText, Field(description="what the author would do")]
    blamed: Annotated[
        AnswerText | None, Field(alias="played", description="what was done in the game, if the author blames it")
    ] = None
    also: Annotated[AnswersText, Field(description="what the author would accept")] = ()
    because: NoteText
    rule_id: Annotated[SyllabusId, Field(alias="rule")]
    row: Annotated[str, Field(description="the row, if the rule is a table")] = ""
    quotation: Annotated[Quotation, Field(alias="words")]
    instead: tuple[Instead, ...]
    _step: int = PrivateAttr(default=0)
    _asks: Asks = PrivateAttr(default=Asks.DECLARE)
    _rule: NamedRule | None = PrivateAttr(default=None)

    def model_post_init(self, context: object, /) -> None:
        if isinstance(context, Context):
            self._rule = context.rulebook.find(self.rule_id, self.row)

    @property
    def id(self) -> str:
        """Its name within the game, which gives nothing away."""
        return f"call-{self.call}" if self.call else f"trick-{self.trick}-{self.seat.label}"

    @property
    def step(self) -> int:
        return self._step

    @property
    def asks(self) -> Asks:
        return self._asks

    @property
    def rule(self) -> NamedRule:
        """The rule by which the author decides."""
        assert self._rule is not None, "a game is read only with its rules"  # noqa: S101
        return self._rule

    @property
    def names_a_rule(self) -> bool:
        """Checks that the rule exists, and its row if it is a table."""
        return self._rule is not None

    @property
    def played(self) -> Answer:
        """What was done in the game."""
        return self.answer if self.blamed is None else self.blamed

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer that the decision comments on."""
        return (self.answer, *self.also, *(answer for reason in self.instead for answer in reason.answers))

    def why_not(self, answer: Answer) -> str:
        """Why the author does not give an answer."""
        return next(reason.because for reason in self.instead if answer in reason.answers)

    def placed(self, step: int, asks: Asks) -> Decision:
        """The decision with its place in a game."""
        decision = self.model_copy()
        decision._step, decision._asks = step, asks
        return decision


def known(score: BySide[Score] | None) -> tuple[int, int] | None:
    """The score of AB and of YZ, if both are known."""
    points = () if score is None else tuple(points for points in score if isinstance(points, int))
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


class Game(BookContent):
    """An illustrative game: the deal, the calls, every card played, and what the author says about it.

    `forced` are the cards that have the same place in every play that fits the facts.

    Its steps are its calls and then its cards: step 0 is the deal, step `len(calls)` the table ready for the lead, and
    the last, 52 cards later, the end.
    """

    entry_kind: ClassVar = EntryKind.GAME

    kind: Literal["game"]
    number: Annotated[
        str | None,
        Field(description="its number in the book, which is its name until its title may be shown"),
        Field(pattern="^[IVXL]+$"),
    ] = None
    code_key: Annotated[str, AfterValidator(known_code), Field(alias="code")]
    dealer: SeatText
    score: ScoreText
    score_because: Prose
    hands: HandsText
    lost: Annotated[
        tuple[SeatText, ...], Field(description="the hands not printed, which are the rest of the pack")
    ] = ()
    emendations: tuple[Emendation, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    said: Annotated[tuple[SaidText, ...], Field(alias="calls", min_length=1)]
    calls_implied: Annotated[Prose | None, Field(description="which of the calls the book does not print")] = None
    result: SideTricksText
    result_because: Annotated[NoteText | None, Field(description="how the result is known if it is not printed")] = None
    cards: Annotated[tuple[TrickText, ...], Field(alias="play", min_length=13, max_length=13)]
    facts: tuple[Fact, ...]
    forced_cards: Annotated[
        tuple[ForcedText, ...],
        Field(
            alias="forced",
            description="cards that no fact names, but that are the same in every play that fits the facts",
        ),
    ] = ()
    before: Annotated[
        DeclarationComment | None, Field(description="the reason for the declaration, shown after it")
    ] = None
    trick_notes: Annotated[tuple[Note, ...], Field(alias="notes")]
    after: Annotated[tuple[Remark, ...], Field(description="comments on the whole, shown at the end")] = ()
    written_decisions: Annotated[tuple[Decision, ...], Field(alias="decisions")] = ()
    claims: tuple[ClaimText, ...] = ()
    readings: Annotated[
        tuple[Misprint, ...], Field(description="corrected words and numbers, except in the hands")
    ] = ()
    slips: tuple[Slip, ...] = ()
    unexpressed: Annotated[
        tuple[CitedStatement, ...], Field(description="statements about the play that no fact expresses")
    ] = ()
    confidence: Confidence = "high"

    # ---- what follows from what is written ---------------------------------------------------------------------------

    @property
    def code(self) -> Code:
        return code(self.code_key)

    @cached_property
    def deal(self) -> Deal:
        """The deal. Raises `NotAPack`."""
        return Deal(self.hands, self.dealer)

    @cached_property
    def calls(self) -> Calling:
        """The calls as the file lists them."""
        calls = Calling(self.dealer)
        for seat, call in self.said:
            calls = calls.after(seat, call)
        return calls

    @cached_property
    def calling(self) -> Calling:
        """All the calls, including those of players who were content."""
        calling = Calling(self.dealer)
        for seat, call in self.said:
            calling = with_contents(calling, self.code, seat).after(seat, call)
        return with_contents(calling, self.code)

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The play before the first card and after each."""
        plays = [Play.of(self.deal, self.declaration.trumps, self.code.leader(self.calling))]
        for trick in self.cards:
            for _, card in trick:
                plays.append(plays[-1].after(card))
        return tuple(plays)

    @cached_property
    def notes(self) -> tuple[DeclarationComment, ...]:
        """The comments in the order in which they are shown."""
        before = (self.before,) if self.before else ()
        return (*before, *(note.on(self.play) for note in self.trick_notes))

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions with their places."""
        return tuple(self._placed(decision) for decision in self.written_decisions)

    def _placed(self, decision: Decision) -> Decision:
        if decision.trick is None:
            number = decision.call or 1
            calling = Calling(self.dealer, self.calls.said[: number - 1])
            declared = with_contents(calling, self.code, self.calls.said[number - 1].seat).declaration
            return decision.placed(number, Asks.DOUBLE if declared else Asks.DECLARE)
        leader = self.play.tricks[decision.trick - 1].leader
        place = leader.round().index(decision.seat)
        cards = 4 * (decision.trick - 1) + place
        led = self.plays[cards].trick.suit_led
        asks = (Asks.LEAD, Asks.SECOND_HAND, Asks.THIRD_HAND, Asks.FOURTH_HAND)[place]
        if led is not None and all(card.suit is not led for card in self.plays[cards].lawful()):
            asks = Asks.RENOUNCE
        return decision.placed(len(self.calls) + cards + 1, asks)

    @cached_property
    def forced(self) -> frozenset[Played]:
        return frozenset(self.forced_cards)

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
        """What is known about the play, to rebuild it: the deal, the facts, the result, the book’s opening lead."""
        assert self.calling.declaration is not None, "no card is played before a declaration"  # noqa: S101
        start = Play.of(self.deal, self.calling.declaration.trumps, self.code.leader(self.calling))
        author = AUTHORITIES.get(self.source)
        view = View(start.to_play, self.dealer, self.deal.hands[start.to_play], self.calling)
        advice = author.advise(view, Question.LEAD, widely=True) if author else None
        opening = (*advice.answers, *advice.acceptable) if isinstance(advice, Advice) else ()
        leads = tuple(answer for answer in opening if isinstance(answer, Card))
        supposed = tuple(claim.statement for claim in self.claims if isinstance(claim.statement, PlaysCard))
        clauses = (*(fact.clause for fact in self.facts), TrickTally(Side.NS, self.result.ns, 13))
        return Puzzle(start, self.code.dummy(self.calling), clauses, leads, supposed)

    @property
    def subject(self) -> ClaimSubject:
        """The cards that the author’s claims are about."""
        hands: BySeat[Hand | None] = BySeat(*self.deal.hands)
        leader = self.plays[0].to_play
        return ClaimSubject(
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
        """Its name before any decision, which gives nothing away."""
        if self.source == OWN:
            return self.title
        return f"Game {self.number}" if self.number else f"The deal on page {self.citation.page}"

    @property
    def declaration(self) -> Declaration:
        declaration = self.calling.declaration
        assert declaration is not None, "a game is built only with a declaration"  # noqa: S101
        return declaration

    @property
    def declared(self) -> Denomination:
        return self.declaration.denomination

    @property
    def play(self) -> Play:
        """The finished play; `plays[n]` is the play after n cards."""
        return self.plays[-1]

    @property
    def dummy(self) -> Seat | None:
        return self.code.dummy(self.calling)

    @property
    def player(self) -> Seat:
        """The player of dummy’s cards; the dealer if no hand is exposed."""
        return self.dummy.partner if self.dummy else self.deal.dealer

    @property
    def tricks(self) -> BySide[int]:
        return self.play.won

    @property
    def deal_score(self) -> DealScore:
        """The score of the deal under the code."""
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
        """The decision at a step, if there is one."""
        return next((decision for decision in self.decisions if decision.step == step), None)

    def view_before(self, step: int, at: tuple[int, int] | None = None) -> View:
        """The view of the player at a step, at a given score, or that of the game, or love-all."""
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
        """Whether the author says what was done and blames it. A card that we chose is never blamed."""
        if decision.played == decision.answer:
            return False
        cards = self.cards_at(decision.step)
        return cards == 0 or self.provenance[cards - 1] in (Provenance.STATED, Provenance.IMPLIED)
