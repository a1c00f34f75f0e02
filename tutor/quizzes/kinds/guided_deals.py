"""The exercise of a guided deal, whose answer is all the cards the learner played, and of one of its moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities import authority
from tutor.cards import Card
from tutor.errors import Fault, Illegal, Malformed, TutorError
from tutor.library.guided_deals import GuidedDeal, Moment
from tutor.library.lesson_blocks import BookPassage
from tutor.play import Play
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade, Level
from tutor.quizzes.guided_play import (
    DealAnswer,
    GuidedPlay,
    MomentVerdict,
    advice_at,
    advised,
    judged,
    line_of,
)
from tutor.quizzes.wording import answer_words, sentence
from tutor.view import View
from tutor.wording import counted, figured


@dataclass(frozen=True)
class GuidedExercise(Exercise):
    """A deal to play in a lesson. It is right when its goal is reached or, without a goal, when no moment is missed."""

    deal: GuidedDeal

    @property
    def item(self) -> str:
        return self.items[0]

    @cached_property
    def items(self) -> tuple[str, ...]:
        of_moments = (item for moment in self.deal.moments for item in moment.on)
        return tuple(dict.fromkeys((*self.deal.on, *of_moments)))

    @property
    def prompt(self) -> str:
        return self.deal.ask

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.DEAL

    @cached_property
    def view(self) -> View:
        """What is seen where the learner begins, with the hands that the lesson lays open."""
        return self.deal.seen(self.deal.start)

    @cached_property
    def answer(self) -> str:
        return str(DealAnswer(advised(self.deal).cards))

    def choice(self, given: str) -> Choice:
        answer = DealAnswer.parse(given)
        guided = self.played(answer)
        if not guided.is_over:
            raise Malformed("play", given[:80], "the deal is not finished", "Play it to the end on its page")
        return _played(answer)

    def played(self, answer: DealAnswer) -> GuidedPlay:
        """The deal as it was played. Raises `Malformed` for cards that may not be played."""
        try:
            return GuidedPlay.after_all(self.deal, answer.cards)
        except Illegal as error:
            raise Malformed("play", str(answer)[:80], str(error).rstrip("."), "Play it on its page") from None

    def missed(self, answer: DealAnswer) -> frozenset[int]:
        """The numbers of the moments at which the first card was wrong."""
        wrong = (verdict.number for verdict in self.played(answer).verdicts if not verdict.grade.is_right)
        return answer.missed | frozenset(wrong)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        answer = DealAnswer.parse(given.key)
        guided, missed = self.played(answer), self.missed(answer)
        grade = Grade.BEST if not missed else Grade.ACCEPTABLE
        if not guided.is_won or (missed and self.deal.goal is None):
            grade = Grade.NOT_ADVISED
        because = self.deal.won
        if not guided.is_won:  # what the lesson says about a loss is about the moment that was missed
            because = (self.deal.lost if missed else "") or f"the goal was {figured(self.deal.goal or 0, 'trick')}"
        best = _played(DealAnswer.parse(self.answer))
        slip = next((verdict.slip for verdict in guided.verdicts if verdict.slip), "")
        return ExerciseVerdict(
            given, grade, because, (best,), self._rule(missed), self.deal.place, right=because, slip=slip
        )

    def _rule(self, missed: frozenset[int]) -> str:
        """What to remember: the reason for the first missed moment, or else for the moment that decides the result."""
        moments = list(enumerate(self.deal.moments, 1))
        wanted = [moment for number, moment in moments if number in missed]
        wanted += [moment for _, moment in moments if moment.matters]
        return next(filter(None, map(self._reason, wanted)), "")

    def _reason(self, moment: Moment) -> str:
        if moment.because or moment.authority is None:
            return moment.because or ""
        plays = (play for play in line_of(self.deal)[:-1] if moment in dict(self.deal.moments_of(play)).values())
        advice = next((advice_at(self.deal, play, moment) for play in plays), None)
        return advice.rule.says if advice else ""


def _played(answer: DealAnswer) -> Choice:
    """An answer with its cards in words. A single card is an answer by itself, as at any other question."""
    label = sentence(cards_in_order(answer.cards))
    if answer.missed:
        return Choice(str(answer), f"{label}, after taking back {counted(len(answer.missed), 'card')}")
    return Choice(str(answer), label, answer.cards[0] if len(answer.cards) == 1 else None)


def cards_in_order(cards: Sequence[Card]) -> str:
    """The cards that somebody played, in words: `the ace of spades, then the king of hearts`."""
    return ", then ".join(answer_words(card) for card in cards)


@dataclass(frozen=True)
class MomentExercise(Exercise):
    """A moment whose best card the lesson states, on a play of its deal."""

    deal: GuidedDeal
    number: int
    moment: Moment
    play: Play

    @property
    def item(self) -> str:
        return self.items[0]

    @property
    def items(self) -> tuple[str, ...]:
        return self.moment.on or self.deal.on

    @property
    def prompt(self) -> str:
        return self.moment.ask or asks(self.play)

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CARD

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(_choice(card) for card in self.play.lawful())

    @property
    def answer(self) -> str:
        return str(self.moment.best[0])

    @property
    def view(self) -> View:
        return self.deal.seen(self.play)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        return stated_verdict(self.deal, judged(self.deal, self.play, self.number, self.moment, Card.parse(given.key)))


def _choice(card: Card) -> Choice:
    return Choice(str(card), sentence(card.name), card)


def asks(play: Play) -> str:
    """The question for the hand to play, where the lesson words none."""
    return "What do you play?" if play.trick.cards else "What do you lead?"


def verdict_at(deal: GuidedDeal, play: Play, found: MomentVerdict) -> ExerciseVerdict:
    """The verdict on a card at a moment, by the author’s rule or by the lesson."""
    exercise = moment_exercise(deal, found.number, play)
    return exercise.mark(str(found.card))


def stated_verdict(deal: GuidedDeal, found: MomentVerdict) -> ExerciseVerdict:
    """What the lesson says of a card."""
    because = found.moment.because or ""
    best = tuple(map(_choice, found.best))
    place: BookPassage | None = found.moment.cite or deal.place
    return ExerciseVerdict(
        _choice(found.card), found.grade, found.slip or because, best, "", place, right=because, slip=found.slip
    )


def moment_exercise(deal: GuidedDeal, number: int, play: Play) -> Exercise:
    """The exercise of a moment (its number from 1) on a play. Raises `Malformed` where its author is silent."""
    moment = deal.moments[number - 1]
    if moment.authority is None or moment.question is None:
        return MomentExercise(deal, number, moment, play)
    advice = advice_at(deal, play, moment)
    if advice is None:
        raise Malformed(
            "moment", str(number), f"{moment.authority} has no rule for it", "Name another author, or state the card"
        )
    author = authority(moment.authority)
    on = moment.on or (advice.rule.id,)
    return AuthorExercise(on[0], 0, Level.BEGINNER, author, deal.view(play), moment.question, on=on)


def moments_on_line(deal: GuidedDeal) -> Iterator[tuple[int, Exercise]]:
    """Each moment that asks a question, with its number, in the order of the line."""
    for play in line_of(deal)[:-1]:
        if play.to_play in deal.controlled:
            for number, moment in deal.moments_of(play):
                if moment.is_asked:
                    yield number, moment_exercise(deal, number, play)


def unplayable(deal: GuidedDeal, file: str) -> Iterator[Fault]:
    """A fault where the advised play does not do what the lesson says."""

    def fault(what: str, mend: str) -> Fault:
        return Fault(file, deal.line, 1, f"in the deal ‘{deal.name}’: {what}", mend)

    try:
        for number, exercise in moments_on_line(deal):
            exercise.mark(exercise.answer)
            del number
        guided = advised(deal)
    except TutorError as error:
        yield fault(str(error).rstrip("."), "Correct the moment")
        return
    asked = {number for number, moment in enumerate(deal.moments, 1) if moment.is_asked}
    come = {verdict.number for verdict in guided.verdicts}
    for number in sorted(asked - come):
        yield fault(f"moment {number} never comes up in the advised play", "Correct the line or the trick")
    for verdict in guided.verdicts:
        if not verdict.grade.is_right:
            best = " or ".join(map(str, verdict.best))
            what = f"the line plays {verdict.card} at moment {verdict.number}, where {best} is right"
            yield fault(what, "Correct one of the two")
    if not guided.is_won:
        yield fault(f"the advised play wins {guided.won}, but the goal is {deal.goal}", "Correct the line or the goal")
