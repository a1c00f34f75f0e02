"""A replay at one step, as its page (in `games`) sees it: what is open, what is on the table, what may be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from tutor.auction import Calling
from tutor.authorities.rules import Answer as CardOrCall
from tutor.cards import Card, Hand
from tutor.library.games import Decision, DeclarationComment, Game, Provenance
from tutor.notation import figured, in_words
from tutor.play import Play, Trick
from tutor.quizzes.exercise import AnswerForm, ExerciseVerdict, Grade
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.seats import Seat, Side
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import verdict_on
from tutor.web.formatting import ORDINALS


class Chair(Enum):
    """Where the learner sits, and so which hands are open and which decisions are asked."""

    SOUTH = "a"
    WEST = "y"
    NORTH = "b"
    EAST = "z"
    TURN = "turn"
    ALL = "all"

    @property
    def seat(self) -> Seat | None:
        return _SEATS.get(self)

    def asks(self, decision: Decision, game: Game) -> bool:
        """Whether a decision is asked of the learner in this chair; the dealer plays dummy’s cards too."""
        if self in (Chair.TURN, Chair.ALL):
            return True
        return self.seat is decider(decision, game)

    def is_offered(self, game: Game) -> bool:
        """Whether a game is to be seen from this chair; from dummy’s only where dummy has to speak."""
        return self.seat is None or self.seat is not game.dummy or self.seat in {said.seat for said in game.calls}

    @cache
    def asks_how_many(self, game: Game) -> int:
        """How many of a game’s decisions are asked of the learner in this chair."""
        return sum(self.asks(decision, game) for decision in game.decisions)


_SEATS = {
    Chair.SOUTH: Seat.SOUTH,
    Chair.WEST: Seat.WEST,
    Chair.NORTH: Seat.NORTH,
    Chair.EAST: Seat.EAST,
}


@cache
def usual_chair(game: Game) -> Chair:
    """The chair with the most decisions of a game; of as many, that of who plays the hand, and never dummy’s."""
    chairs = sorted(
        (chair for chair in Chair if chair.seat and chair.seat is not game.dummy),
        key=lambda chair: chair.seat is not game.player,
    )
    return max(chairs, key=lambda chair: chair.asks_how_many(game))


def decider(decision: Decision, game: Game) -> Seat:
    """Who takes a decision: the seat itself, but for dummy’s cards whoever plays them."""
    plays_dummy = isinstance(decision.answer, Card) and decision.seat is game.dummy
    return game.player if plays_dummy else decision.seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat at the table: the hand as it stands, and whether it is open."""

    seat: Seat
    part: str
    hand: Hand
    is_open: bool
    to_play: bool
    may_play: frozenset[Card]


@dataclass(frozen=True, slots=True)
class OnTable:
    """A card of the trick on the table."""

    seat: Seat
    card: Card
    provenance: Provenance
    is_led: bool
    is_newest: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class DecisionResult:
    """A decision that has been taken or passed, and what the answer to it was worth, where one was given."""

    exercise: DecisionExercise
    verdict: ExerciseVerdict | None

    @property
    def decision(self) -> Decision:
        return self.exercise.decision

    @property
    def is_held_back(self) -> bool:
        """Whether only what was answered may be told."""
        return self.verdict is not None and self.verdict.grade is Grade.HELD_BACK

    @property
    def given(self) -> CardOrCall | None:
        """What was answered; None of who asked to be told."""
        return self.exercise.answer_of(self.verdict.given) if self.verdict else None


class Replay:
    """A game at a step, seen from a chair by a learner who has given some answers."""

    def __init__(
        self, game: Game, step: int, chair: Chair, answers: Mapping[str, Answer], *, ask_again: bool = False
    ) -> None:
        self.game, self.step, self.chair, self._answers = game, step, chair, answers
        self.play: Play = game.plays[game.cards_at(step)]
        self.next_decision = game.decision_at(step + 1)
        self._ask_again = ask_again

    # ---- decisions -----------------------------------------------------------------------------------------------

    @cached_property
    def pending(self) -> Decision | None:
        """The decision that waits for the learner’s answer here."""
        decision = self.next_decision
        if decision is None or not self.chair.asks(decision, self.game):
            return None
        return decision if self._ask_again or self.verdict_on(decision) is None else None

    @cached_property
    def answered(self) -> DecisionResult | None:
        """The decision that is taken here and has been answered."""
        if self.next_decision is None or self.pending:
            return None
        verdict = self.verdict_on(self.next_decision)
        return None if verdict is None else DecisionResult(self.exercise(self.next_decision), verdict)

    @cached_property
    def passed(self) -> DecisionResult | None:
        """The decision of the call or card that this step has just shown; another’s reasons wait for one’s own."""
        decision = self.game.decision_at(self.step)
        if decision is None or (self.has_more_to_decide and not self.chair.asks(decision, self.game)):
            return None
        result = DecisionResult(self.exercise(decision), self.verdict_on(decision))
        return None if result.is_held_back else result

    @property
    def in_hindsight(self) -> DecisionResult | None:
        """The decision of which all may be told here: taken by the learner, or never theirs to take."""
        result = self.answered or self.passed
        if result is None or self.pending or result.is_held_back:
            return None
        is_theirs = self.chair.asks(result.decision, self.game)
        return None if is_theirs and result.verdict is None else result

    @cached_property
    def has_more_to_decide(self) -> bool:
        """Whether a decision that is asked in this chair is still to come and not yet answered."""
        return self._to_decide_after(self.step) is not None

    @property
    def following_decision(self) -> int | None:
        """The step at which the learner is asked next, past a decision that waits here; None where none is left."""
        decision = self._to_decide_after(self.step + 1)
        return None if decision is None else decision.step - 1

    def _to_decide_after(self, step: int) -> Decision | None:
        """The first decision of a call or card after a step that is asked in this chair and not yet answered."""
        coming = (decision for decision in self.asked if decision.step > step)
        return next((decision for decision in coming if self.verdict_on(decision) is None), None)

    @cached_property
    def asked(self) -> tuple[Decision, ...]:
        """The decisions of the game that are asked of the learner in this chair, in their order."""
        decisions = (decision for decision in self.game.decisions if self.chair.asks(decision, self.game))
        return tuple(sorted(decisions, key=lambda decision: decision.step))

    def exercise(self, decision: Decision) -> DecisionExercise:
        """A decision of the game, as it is asked."""
        return DecisionExercise(self.game, decision)

    def verdict_on(self, decision: Decision) -> ExerciseVerdict | None:
        """What the learner’s answer was worth; None without one, or when it is none that the file now knows."""
        answer = self._answers.get(decision.id)
        verdict = verdict_on(self.exercise(decision), answer)
        if answer is None or verdict is None:
            return None
        is_held_back = answer.shade == Grade.HELD_BACK.value
        return ExerciseVerdict(verdict.given, Grade.HELD_BACK, "", ()) if is_held_back else verdict

    @property
    def may_tell_title(self) -> bool:
        """Whether nothing remains that the title could give away: all is decided, or the end is reached."""
        return self.is_end or may_tell_title(self.game, self._answers)

    # ---- the table -----------------------------------------------------------------------------------------------

    @property
    def is_end(self) -> bool:
        return self.step == self.game.last_step

    @property
    def is_declared(self) -> bool:
        return self.step >= len(self.game.calls)

    @property
    def calling(self) -> Calling:
        """The calls so far; once all are made, with those of the players who were content."""
        if self.is_declared:
            return self.game.calling
        return Calling(self.game.deal.dealer, self.game.calls.said[: self.step])

    @cached_property
    def viewer(self) -> Seat | None:
        """Whose eyes the table is seen with; None with all hands open."""
        return None if self.chair is Chair.ALL else self.bottom

    @cached_property
    def bottom(self) -> Seat:
        """The seat at the bottom of the page: the learner’s, or that of whoever decides next."""
        if self.chair.seat is not None:
            return self.chair.seat
        coming = [decision for decision in self.game.decisions if decision.step > self.step]
        decision = next(iter(coming or self.game.decisions[-1:]), None)
        return self.game.player if decision is None else decider(decision, self.game)

    @cached_property
    def places(self) -> Mapping[Seat, str]:
        """Where each seat is drawn: at the bottom (`s`), on the left, at the top, on the right."""
        return dict(zip(self.bottom.round(), "swne", strict=True))

    @property
    def is_dummy_exposed(self) -> bool:
        return self.game.cards_at(self.step) > 0

    def seats(self) -> list[SeatView]:
        """The four seats as they are seen."""
        pending = self.pending
        may = (
            frozenset(self.play.lawful()) if pending and self.exercise(pending).form is AnswerForm.CARD else frozenset()
        )
        return [
            SeatView(
                seat=seat,
                part=self._part(seat),
                hand=self.play.hands[seat],
                is_open=self._is_open(seat),
                to_play=self._acts_next(seat),
                may_play=may if pending and pending.seat is seat else frozenset(),
            )
            for seat in Seat
        ]

    def _is_open(self, seat: Seat) -> bool:
        viewer = self.viewer
        return viewer in (None, seat) or (seat is self.game.dummy and self.is_dummy_exposed) or self.is_end

    def _acts_next(self, seat: Seat) -> bool:
        if self.is_end:
            return False
        if self.is_declared:
            return seat is self.play.to_play
        return seat is self.game.calls.said[self.step].seat

    def _part(self, seat: Seat) -> str:
        """What a seat is, as far as it is settled."""
        code, dealer = self.game.code, self.game.deal.dealer
        leader, dummy = code.leader(self.calling), code.dummy(self.calling)
        if seat is dealer:
            return "dealer"
        if seat is dummy:
            return "dummy" if self.is_declared else "dealer’s partner"
        if dummy is not None and seat is dummy.partner:
            return "declarer"
        if leader is not None:
            return "leader" if seat is leader else "leader’s partner"
        return {dealer.left: "second bidder", dealer.partner: "third bidder"}.get(seat, "fourth bidder")

    def name_of(self, chair: Chair) -> str:
        """A chair in words: `A, dealer`."""
        if chair.seat is None:
            return "whoever decides" if chair is Chair.TURN else "all hands open"
        return f"{chair.seat.label}, {self._part(chair.seat)}"

    @property
    def trick(self) -> Trick:
        """The trick on the table: the one in progress, or the last until another is led to."""
        return self.play.last_trick or self.play.trick

    @cached_property
    def on_table(self) -> list[OnTable]:
        """The cards of the trick on the table."""
        trick, first = self.trick, 4 * (self.shown_trick - 1)
        winner = trick.winner(self.play.trumps) if trick.is_complete else None
        return [
            OnTable(
                seat=seat,
                card=card,
                provenance=self.game.provenance[first + place],
                is_led=place == 0,
                is_newest=place == len(trick.cards) - 1,
                wins=seat is winner,
            )
            for place, (seat, card) in enumerate(trick.items())
        ]

    @property
    def shown_trick(self) -> int:
        """The number of the trick on the table, from 1; nought before the first card."""
        return self.play.number - (self.play.last_trick is not None) if self.is_dummy_exposed else 0

    # ---- words ---------------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        if self.is_end:
            return "The end"
        if not self.is_declared:
            return "The deal" if self.step == 0 else "The declaration"
        return f"Trick {max(self.shown_trick, 1)}"

    def situation(self) -> str:
        """What has just happened, in a sentence or two that tell nothing more."""
        if not self.is_declared:
            if self.step == 0:
                return f"The cards are dealt; {self.game.deal.dealer.label} is the dealer."
            said = self.game.calls.said[self.step - 1]
            return f"{said.seat.label} {said.call}."
        if not self.is_dummy_exposed:
            declaration = self.game.declaration
            declared = f"{declaration.by.label} has declared {declaration.words}."
            doubled = f" It stands {str(declaration).split(', ')[1]}." if declaration.doubled else ""
            return f"{declared}{doubled} {self.play.to_play.label} is to lead."
        return f"{self.event()} {self._lead_or_turn()}".strip()

    def event(self) -> str:
        """The last card as it is announced: `Y plays the nine of clubs.`"""
        if not self.is_dummy_exposed:
            return ""
        *_, last = self.trick.items()
        seat, card = last
        verb = "leads" if len(self.trick.cards) == 1 else "plays"
        said = f"{seat.label} {verb} the {card.name}."
        if self.trick.is_complete:
            winner = self.trick.winner(self.play.trumps)
            won = self.trick.card_of(winner)
            assert won is not None, "whoever wins a trick has played to it"  # noqa: S101
            said += f" The {ORDINALS[self.shown_trick]} trick is {winner.label}’s, with the {won.name}."
        return said

    def _lead_or_turn(self) -> str:
        if self.is_end:
            return self.result()
        if self.play.last_trick:
            won = self.play.won
            tally = ", ".join(f"{in_words(tricks)} to {side.label}" for side, tricks in won.items())
            return f"{tally[0].upper()}{tally[1:]}; {self.play.to_play.label} leads."
        return f"{self.play.to_play.label} is to play."

    def result(self) -> str:
        """What came of the deal, in a sentence: `YZ took 8 tricks against A’s hearts and score 16.`"""
        game = self.game
        winners = Side.NS if game.tricks.ns > 6 else Side.EW
        tricks, declarer, declared = game.deal_score.items[0], game.declaration.by, game.declaration.words
        how = f"with {declared}" if winners is declarer.side else f"against {declarer.label}’s {declared}"
        scored = f"{'' if tricks.party is winners else f'{tricks.party.label} '}score {tricks.points}"
        return f"{winners.label} took {figured(game.tricks[winners], 'trick')} {how} and {scored}."

    @cached_property
    def _due(self) -> list[DeclarationComment]:
        """The author’s comments that the declaration or the last card has brought."""
        cards = self.game.cards_at(self.step)
        return [note for note in self.game.notes if note.after == cards and self.is_declared]

    def notes(self) -> list[DeclarationComment]:
        """The comments that may be read here: none that would help with what is still to be decided."""
        return [] if self.pending else [note for note in self._due if not self._is_kept_back(note)]

    @property
    def is_any_kept_back(self) -> bool:
        """Whether a comment waits for decisions still to be taken."""
        return len(self.notes()) < len(self._due)

    def kept_back(self) -> list[DeclarationComment]:
        """The comments that the end alone may bring to this chair: they speak of hands that were hidden from it."""
        return [note for note in self.game.notes if self._hidden_by(note)] if self.is_end else []

    def _is_kept_back(self, note: DeclarationComment) -> bool:
        return self.has_more_to_decide and any(not self._is_open(seat) for seat in note.tells)

    def _hidden_by(self, note: DeclarationComment) -> bool:
        return self.chair.seat is not None and bool(note.tells - {self.chair.seat, self.game.dummy})


def may_tell_title(game: Game, answers: Mapping[str, Answer]) -> bool:
    """Whether every decision of a game has been taken, so that its title gives nothing away."""
    return all(decision.id in answers for decision in game.decisions)
