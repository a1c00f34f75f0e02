"""A guided deal as its page shows it. Its state is in the address, so going back takes a card back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import request
from flask_babel import gettext, ngettext

from tutor.analysis.double_dummy import tricks_by_card
from tutor.cards import Card
from tutor.errors import TutorError
from tutor.library.guided_deals import GuidedDeal
from tutor.play import Play, Trick
from tutor.quizzes.exercise import ExerciseVerdict
from tutor.quizzes.guided_play import DealAnswer, GuidedPlay, MomentVerdict
from tutor.quizzes.kinds.guided_deals import GuidedExercise, verdict_at
from tutor.seats import Seat
from tutor.view import View
from tutor.web.practise.exercises import At, TableLayout
from tutor.wording import alternatives

PLAYED, GOES_ON, DEAL = "played", "on", "deal"
"""What the address of a deal in progress holds: the learner’s cards, that a complete trick was turned, and which deal.

Of several deals on a page, the cards belong to the one named.
"""
_CARDS = "."
FULL_HAND = 13


def written(answer: DealAnswer) -> str:
    """An answer as written in an address: `SA.H4.-2`."""
    return str(answer).replace(" ", _CARDS)


def answer_asked() -> DealAnswer:
    """The cards in the address. Raises `Malformed`."""
    return DealAnswer.parse(request.args.get(PLAYED, "").replace(_CARDS, " "))


def _declared(deal: GuidedDeal, seat: Seat) -> str:
    if seat is deal.you:
        return gettext("You declared.")
    if seat is deal.you.partner:
        return gettext("Your partner declared.")
    return gettext("%(player)s declared.", player=seat.label)


def _turned_up(deal: GuidedDeal, seat: Seat, card: Card) -> str:
    if seat is deal.you:
        return gettext("You turned up the %(card)s.", card=card.name)
    if seat is deal.you.partner:
        return gettext("Your partner turned up the %(card)s.", card=card.name)
    return gettext("%(player)s turned up the %(card)s.", player=seat.label, card=card.name)


@dataclass(frozen=True, slots=True)
class DearestCard:
    """A card with the tricks it cost with all hands open, and the better cards. `before` are the cards before it."""

    trick: int
    card: Card
    cost: int
    better: tuple[Card, ...]
    before: str

    @property
    def words(self) -> str:
        """What it cost, in one or two sentences."""
        better = alternatives([f"the {card.name}" for card in self.better[:2]])
        return ngettext(
            "Trick %(trick)s: the %(card)s cost %(num)s trick. Better: %(better)s.",
            "Trick %(trick)s: the %(card)s cost %(num)s tricks. Better: %(better)s.",
            self.cost,
            trick=self.trick,
            card=self.card.name,
            better=better,
        )


@dataclass(frozen=True)
class GuidedTable:
    """A guided deal at the learner’s turn: `answer` is what they have played, `turned` the last trick gone.

    `is_told` is a deal that was played to its end and recorded. One that `is_silent` judges no card: results wait.
    """

    exercise: GuidedExercise
    answer: DealAnswer
    turned: bool = False
    is_told: bool = False
    is_silent: bool = False

    @classmethod
    def of_request(cls, exercise: GuidedExercise, code: str) -> GuidedTable:
        """The deal at the point the address names, or at its beginning if the address names nothing playable."""
        if request.args.get(DEAL, "" if "all" in request.values else code) != code:
            return cls(exercise, DealAnswer())
        try:
            answer = answer_asked()
            exercise.played(answer)
        except TutorError:
            return cls(exercise, DealAnswer())
        return cls(exercise, answer, GOES_ON in request.args)

    @property
    def deal(self) -> GuidedDeal:
        return self.exercise.deal

    @cached_property
    def guided(self) -> GuidedPlay:
        return self.exercise.played(self.answer)

    @cached_property
    def _before(self) -> GuidedPlay | None:
        """The deal before the learner’s last card."""
        cards = self.answer.cards
        return GuidedPlay.after_all(self.deal, cards[:-1]) if cards else None

    # ---- what has just happened --------------------------------------------------------------------------------------

    @cached_property
    def judged(self) -> MomentVerdict | None:
        """The verdict on the last card, until the learner goes on."""
        if self._before is None or self.turned or self.is_silent:
            return None
        return self._before.judge(self.answer.cards[-1])

    @cached_property
    def verdict(self) -> ExerciseVerdict | None:
        """The same verdict, as the page shows it."""
        if self.judged is None or self._before is None:
            return None
        return verdict_at(self.deal, self._before.play, self.judged)

    @property
    def is_missed(self) -> bool:
        return self.judged is not None and not self.judged.grade.is_right

    @cached_property
    def shown(self) -> Play:
        """The play on the page. It pauses when the trick of the learner’s last card is complete."""
        play = self.guided.play
        if self._before is None or self.turned or self.is_told:
            return play
        number = self._before.play.number
        return play.at(4 * number) if len(play.tricks) >= number else play

    @property
    def waits(self) -> bool:
        """Whether it is the learner’s turn in the play shown."""
        return not self.guided.is_over and self.shown == self.guided.play

    @property
    def goes_on(self) -> bool:
        """Whether more has been played than is shown."""
        return self.shown != self.guided.play

    @property
    def trick(self) -> Trick:
        """The trick on the table: the one in progress, or the last one until the next lead."""
        is_new = self.turned and not self.shown.trick.cards and not self.guided.is_over
        return self.shown.trick if is_new or not self.shown.last_trick else self.shown.last_trick

    @property
    def winner(self) -> Seat | None:
        """The winner of the trick on the table. None until it is complete."""
        return self.trick.winner(self.shown.trumps) if self.trick.is_complete else None

    @property
    def number(self) -> int:
        """How many cards have been played in the play shown."""
        return len(tuple(self.shown.played()))

    @property
    def event(self) -> str:
        """What has happened since the learner’s last card, or since the trick they turned, for screen readers."""
        since = len(tuple(self._before.play.played())) if self._before else 0
        if self._before is not None and self.turned:
            since = 4 * self._before.play.number
        words = []
        for place, one in enumerate(list(self.shown.played())[since:], since + 1):
            words.append(gettext("%(player)s plays the %(card)s.", player=one.seat.label, card=one.card.name))
            if place % 4 == 0:
                words.append(self._taken(self.shown.tricks[place // 4 - 1].winner(self.shown.trumps)))
        return " ".join(words)

    def _taken(self, winner: Seat) -> str:
        if winner is self.deal.you:
            return gettext("You take the trick.")
        return gettext("%(player)s takes the trick.", player=winner.label)

    @property
    def says(self) -> str:
        """What the lesson says or asks at this moment. Empty if it says nothing."""
        found = self.guided.moment if self.waits else None
        return "" if found is None else found[1].ask or found[1].says or ""

    @property
    def tally(self) -> str:
        """The tricks so far, and the number needed."""
        side = self.deal.you.side
        won = self.shown.won[side] - self.deal.start.won[side]
        lost = len(self.shown.tricks) - len(self.deal.start.tricks) - won
        if self.deal.goal:
            return ngettext(
                "%(num)s trick won, %(lost)s lost, %(needed)s needed",
                "%(num)s tricks won, %(lost)s lost, %(needed)s needed",
                won,
                lost=lost,
                needed=self.deal.goal,
            )
        return ngettext("%(num)s trick won, %(lost)s lost", "%(num)s tricks won, %(lost)s lost", won, lost=lost)

    @property
    def facts(self) -> Sequence[str]:
        """Facts the table does not show: the trumps, who declared them, and what was turned up."""
        trumps, declaration = self.deal.trumps, self.deal.calling.declaration
        by = _declared(self.deal, declaration.by) if declaration else ""
        if trumps is not None:
            said = gettext("%(suit)s are trumps.", suit=trumps.plural.capitalize())
        else:
            said = gettext("There are no trumps.") if declaration or self.deal.size == FULL_HAND else ""
        turned = (_turned_up(self.deal, seat, card) for seat, card in self.deal.shown.items())
        return [fact for fact in (f"{said} {by}".strip(), *turned) if fact]

    @property
    def is_at_start(self) -> bool:
        """Whether the first trick is still in progress, which the deal’s question is about."""
        return len(self.shown.tricks) <= len(self.deal.start.tricks) + (not self.turned) or self.is_told

    @property
    def is_single_trick(self) -> bool:
        return self.deal.tricks_to_play == 1

    # ---- the table ---------------------------------------------------------------------------------------------------

    @cached_property
    def view(self) -> View:
        return self.deal.view(self.shown)

    @property
    def laid(self) -> TableLayout:
        """The table with the learner at the bottom."""
        places = dict(zip(self.deal.you.round(), "swne", strict=True))
        to_act = self.shown.to_play
        at = {place: self._at(seat, is_to_act=seat is to_act and self.waits) for seat, place in places.items()}
        return TableLayout(self.view, at, places, places[to_act], is_hand_only=False)

    def _at(self, seat: Seat, *, is_to_act: bool) -> At:
        hand = self.shown.hands[seat]
        is_open = seat is self.deal.you or seat in self.deal.always_open or seat in self.view.seen
        sides = {
            self.deal.you.left: gettext("left"),
            self.deal.you.partner: gettext("partner"),
            self.deal.you.right: gettext("right"),
        }
        part = gettext("dummy") if seat is self.deal.dummy else sides.get(seat, "")
        return At(seat, part, hand if is_open else None, len(hand), seat is self.deal.you, is_to_act)

    @property
    def cards(self) -> Mapping[Card, str]:
        """The cards the learner may play now."""
        return {card: str(card) for card in self.shown.lawful()} if self.waits else {}

    # ---- ways from here ----------------------------------------------------------------------------------------------

    @property
    def sent(self) -> str:
        """The learner’s cards and misses, as sent along with the next card."""
        return written(replace(self.answer, missed=self.answer.missed | self._newly_missed))

    @property
    def taken_back(self) -> str:
        """The same without the last card. Its miss stays."""
        return written(DealAnswer(self.answer.cards[:-1], self.answer.missed | self._newly_missed))

    @property
    def _newly_missed(self) -> frozenset[int]:
        found = self._before.judge(self.answer.cards[-1]) if self._before and not self.is_silent else None
        return frozenset([found.number]) if found and not found.grade.is_right else frozenset()

    # ---- the end -----------------------------------------------------------------------------------------------------

    @property
    def right_at_first(self) -> tuple[int, int]:
        """How many decisions were right at the first try, and how many there were."""
        came = {verdict.number for verdict in self.guided.verdicts} | self.answer.missed
        return len(came - self.exercise.missed(self.answer)), len(came)

    @cached_property
    def mattered(self) -> MomentVerdict | None:
        """The decision that mattered: the first one missed, or else the one that decides the result."""
        missed = self.exercise.missed(self.answer)
        verdicts = [verdict for verdict in self.guided.verdicts if verdict.moment.is_asked]
        first = next((verdict for verdict in verdicts if verdict.number in missed), None)
        return first or next((verdict for verdict in verdicts if verdict.moment.matters), None)

    @cached_property
    def dearest(self) -> DearestCard | None:
        """The card that cost most, if the goal was missed and no decision explains it."""
        if self.guided.is_won or self.exercise.missed(self.answer):
            return None
        found = None
        for before, card in self.guided.steps():
            brings = tricks_by_card(before.play)
            cost = max(brings.values()) - brings[card]
            if cost > (found.cost if found else 0):
                better = tuple(one for one in brings if brings[one] == max(brings.values()))
                trick = before.play.number
                found = DearestCard(trick, card, cost, better, written(DealAnswer(before.cards)))
        return found

    @property
    def before_mattered(self) -> str:
        """The learner’s cards before that decision, to play again from there."""
        found = self.mattered
        for before, card in self.guided.steps():
            verdict = before.judge(card)
            if found is not None and verdict is not None and verdict.number == found.number:
                return written(DealAnswer(before.cards))
        return ""
