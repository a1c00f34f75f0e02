"""A replay at one step for its page (in `games`): the open hands, the trick on the table, the comments to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from flask_babel import gettext

from tutor.auction import Calling
from tutor.authorities.rules import Answer as CardOrCall
from tutor.cards import Card, Hand
from tutor.library.games import Decision, DeclarationComment, Game, Provenance
from tutor.play import Play, Trick
from tutor.quizzes.exercise import AnswerForm, ExerciseVerdict, Grade
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.seats import Seat, Side
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import verdict_on


class Chair(Enum):
    """Where the learner sits, which decides the hands they see and the decisions they are asked."""

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
        """Whether the learner in this chair makes a decision. The dealer plays dummy’s cards too."""
        if self in (Chair.TURN, Chair.ALL):
            return True
        return self.seat is decider(decision, game)

    def is_offered(self, game: Game) -> bool:
        """Whether a game can be seen from this chair. Dummy’s is offered only if dummy makes a call."""
        return self.seat is None or self.seat is not game.dummy or self.seat in {said.seat for said in game.calls}

    @cache
    def asks_how_many(self, game: Game) -> int:
        """How many of a game’s decisions the learner makes in this chair."""
        return sum(self.asks(decision, game) for decision in game.decisions)


_SEATS = {
    Chair.SOUTH: Seat.SOUTH,
    Chair.WEST: Seat.WEST,
    Chair.NORTH: Seat.NORTH,
    Chair.EAST: Seat.EAST,
}


@cache
def usual_chair(game: Game) -> Chair:
    """The chair with the most decisions of a game, by preference the declarer’s, and never dummy’s."""
    chairs = sorted(
        (chair for chair in Chair if chair.seat and chair.seat is not game.dummy),
        key=lambda chair: chair.seat is not game.player,
    )
    return max(chairs, key=lambda chair: chair.asks_how_many(game))


def decider(decision: Decision, game: Game) -> Seat:
    """The player who makes a decision: the seat itself, or the declarer for dummy’s cards."""
    plays_dummy = isinstance(decision.answer, Card) and decision.seat is game.dummy
    return game.player if plays_dummy else decision.seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat at the table: its hand now, and whether it is open."""

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
    """A decision that has been made or passed, and the verdict on the answer if there is one."""

    exercise: DecisionExercise
    verdict: ExerciseVerdict | None

    @property
    def decision(self) -> Decision:
        return self.exercise.decision

    @property
    def is_held_back(self) -> bool:
        """Whether only the answer may be shown, and not its verdict."""
        return self.verdict is not None and self.verdict.grade is Grade.HELD_BACK

    @property
    def given(self) -> CardOrCall | None:
        """The answer given. None if the learner asked to be shown the answer."""
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
        """The decision made here, once it is answered."""
        if self.next_decision is None or self.pending:
            return None
        verdict = self.verdict_on(self.next_decision)
        return None if verdict is None else DecisionResult(self.exercise(self.next_decision), verdict)

    @cached_property
    def passed(self) -> DecisionResult | None:
        """The decision behind the call or card just shown. Other players’ reasons wait for the learner’s decisions."""
        decision = self.game.decision_at(self.step)
        if decision is None or (self.has_more_to_decide and not self.chair.asks(decision, self.game)):
            return None
        result = DecisionResult(self.exercise(decision), self.verdict_on(decision))
        return None if result.is_held_back else result

    @property
    def in_hindsight(self) -> DecisionResult | None:
        """The decision whose result may be shown here: the learner has made it, or it was never theirs."""
        result = self.answered or self.passed
        if result is None or self.pending or result.is_held_back:
            return None
        is_theirs = self.chair.asks(result.decision, self.game)
        return None if is_theirs and result.verdict is None else result

    @cached_property
    def has_more_to_decide(self) -> bool:
        """Whether the learner still has a decision to make in this chair."""
        return self._to_decide_after(self.step) is not None

    @property
    def following_decision(self) -> int | None:
        """The step of the learner’s next decision, after any that waits here. None if none is left."""
        decision = self._to_decide_after(self.step + 1)
        return None if decision is None else decision.step - 1

    def _to_decide_after(self, step: int) -> Decision | None:
        """The learner’s first unanswered decision in this chair after a step."""
        coming = (decision for decision in self.asked if decision.step > step)
        return next((decision for decision in coming if self.verdict_on(decision) is None), None)

    @cached_property
    def asked(self) -> tuple[Decision, ...]:
        """The decisions the learner makes in this chair, in their order."""
        decisions = (decision for decision in self.game.decisions if self.chair.asks(decision, self.game))
        return tuple(sorted(decisions, key=lambda decision: decision.step))

    def exercise(self, decision: Decision) -> DecisionExercise:
        """A decision of the game as an exercise."""
        return DecisionExercise(self.game, decision)

    def verdict_on(self, decision: Decision) -> ExerciseVerdict | None:
        """The verdict on the learner’s answer. None without an answer, or if the file no longer has that answer."""
        answer = self._answers.get(decision.id)
        verdict = verdict_on(self.exercise(decision), answer)
        if answer is None or verdict is None:
            return None
        is_held_back = answer.shade == Grade.HELD_BACK.value
        return ExerciseVerdict(verdict.given, Grade.HELD_BACK, "", ()) if is_held_back else verdict

    @property
    def may_tell_title(self) -> bool:
        """Whether the title gives nothing away: everything is decided, or this is the end."""
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
        """The calls so far. At the end they include the players who passed."""
        if self.is_declared:
            return self.game.calling
        return Calling(self.game.deal.dealer, self.game.calls.said[: self.step])

    @cached_property
    def viewer(self) -> Seat | None:
        """The player whose view of the table is shown. None with all hands open."""
        return None if self.chair is Chair.ALL else self.bottom

    @cached_property
    def bottom(self) -> Seat:
        """The seat at the bottom of the page: the learner’s, or the next player’s with a decision."""
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
        """The four seats as the learner sees them."""
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
        """The role of a seat, as far as it is known."""
        code, dealer = self.game.code, self.game.deal.dealer
        leader, dummy = code.leader(self.calling), code.dummy(self.calling)
        if seat is dealer:
            return gettext("dealer")
        if seat is dummy:
            return gettext("dummy") if self.is_declared else gettext("dealer’s partner")
        if dummy is not None and seat is dummy.partner:
            return gettext("declarer")
        if leader is not None:
            return gettext("leader") if seat is leader else gettext("leader’s partner")
        if seat is dealer.left:
            return gettext("second bidder")
        return gettext("third bidder") if seat is dealer.partner else gettext("fourth bidder")

    def name_of(self, chair: Chair) -> str:
        """A chair in words: `A, dealer`."""
        if chair.seat is None:
            return gettext("every player in turn") if chair is Chair.TURN else gettext("all hands open")
        return f"{chair.seat.label}, {self._part(chair.seat)}"

    @property
    def trick(self) -> Trick:
        """The trick on the table: the one in progress, or the last one until the next lead."""
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
        """The number of the trick on the table, from 1. 0 before the first card."""
        return self.play.number - (self.play.last_trick is not None) if self.is_dummy_exposed else 0

    # ---- words ---------------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        if self.is_end:
            return gettext("The end")
        if not self.is_declared:
            return gettext("The deal") if self.step == 0 else gettext("The declaration")
        return gettext("Trick %(number)s", number=max(self.shown_trick, 1))

    def situation(self) -> str:
        """What has just happened, in one or two sentences that give nothing away."""
        if not self.is_declared:
            if self.step == 0:
                return gettext("The cards are dealt. %(player)s is the dealer.", player=self.game.deal.dealer.label)
            said = self.game.calls.said[self.step - 1]
            return f"{said.seat.label} {said.call}."
        if not self.is_dummy_exposed:
            declaration = self.game.declaration
            who = {"player": declaration.by.label, "leader": self.play.to_play.label}
            if declaration.doubled:
                return gettext(
                    "%(player)s has declared %(trumps)s, %(doubled)s. %(leader)s is to lead.",
                    **who,
                    trumps=declaration.words,
                    doubled=str(declaration).split(", ")[1],
                )
            return gettext(
                "%(player)s has declared %(trumps)s. %(leader)s is to lead.", **who, trumps=declaration.words
            )
        return f"{self.event()} {self._lead_or_turn()}".strip()

    def event(self) -> str:
        """The last card as it is announced: `Y plays the nine of clubs.`"""
        if not self.is_dummy_exposed:
            return ""
        *_, last = self.trick.items()
        seat, card = last
        said = (
            gettext("%(player)s leads the %(card)s.", player=seat.label, card=card.name)
            if len(self.trick.cards) == 1
            else gettext("%(player)s plays the %(card)s.", player=seat.label, card=card.name)
        )
        if self.trick.is_complete:
            winner = self.trick.winner(self.play.trumps)
            won = self.trick.card_of(winner)
            assert won is not None  # noqa: S101 - the winner of a trick has played to it
            wins = gettext(
                "%(player)s wins trick %(number)s with the %(card)s.",
                player=winner.label,
                number=self.shown_trick,
                card=won.name,
            )
            said = f"{said} {wins}"
        return said

    def _lead_or_turn(self) -> str:
        if self.is_end:
            return self.result()
        if self.play.last_trick:
            won = self.play.won
            tally = ", ".join(f"{side.label} {tricks}" for side, tricks in won.items())
            return gettext("Tricks: %(tally)s. %(player)s leads.", tally=tally, player=self.play.to_play.label)
        return gettext("%(player)s is to play.", player=self.play.to_play.label)

    def result(self) -> str:
        """The result of the deal in a sentence: `YZ took 8 tricks against A’s hearts and score 16.`"""
        game = self.game
        winners = Side.NS if game.tricks.ns > 6 else Side.EW
        tricks, declarer, declared = game.deal_score.items[0], game.declaration.by, game.declaration.words
        said = {
            "winners": winners.label,
            "tricks": game.tricks[winners],
            "declared": declared,
            "scorers": tricks.party.label,
            "points": tricks.points,
        }
        if winners is not declarer.side:
            return gettext(
                "%(winners)s took %(tricks)s tricks against %(declarer)s’s %(declared)s and score %(points)s.",
                **said,
                declarer=declarer.label,
            )
        if tricks.party is not winners:
            return gettext(
                "%(winners)s took %(tricks)s tricks with %(declared)s, and %(scorers)s score %(points)s.", **said
            )
        return gettext("%(winners)s took %(tricks)s tricks with %(declared)s and score %(points)s.", **said)

    @cached_property
    def _due(self) -> list[DeclarationComment]:
        """The author’s comments on the declaration or the last card."""
        cards = self.game.cards_at(self.step)
        return [note for note in self.game.notes if note.after == cards and self.is_declared]

    def notes(self) -> list[DeclarationComment]:
        """The comments shown here, without any that would help with a decision still to come."""
        return [] if self.pending else [note for note in self._due if not self._is_kept_back(note)]

    @property
    def is_any_kept_back(self) -> bool:
        """Whether a comment waits for decisions still to come."""
        return len(self.notes()) < len(self._due)

    def kept_back(self) -> list[DeclarationComment]:
        """The comments shown to this chair only at the end, because they speak of hidden hands."""
        return [note for note in self.game.notes if self._hidden_by(note)] if self.is_end else []

    def _is_kept_back(self, note: DeclarationComment) -> bool:
        return self.has_more_to_decide and any(not self._is_open(seat) for seat in note.tells)

    def _hidden_by(self, note: DeclarationComment) -> bool:
        return self.chair.seat is not None and bool(note.tells - {self.chair.seat, self.game.dummy})


def may_tell_title(game: Game, answers: Mapping[str, Answer]) -> bool:
    """Whether every decision of a game has been made, so that its title gives nothing away."""
    return all(decision.id in answers for decision in game.decisions)
