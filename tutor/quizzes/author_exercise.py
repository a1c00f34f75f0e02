"""A question that one rule of an author decides: a card to be played or a call to be made, on what one seat can see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from tutor.auction import Bid, Call, Content, Declare, Denomination, Double, Leave, Pass
from tutor.authorities.authority import Authority
from tutor.authorities.boundary import OF_SUITS, Change, Neighbourhood, neighbourhood
from tutor.authorities.rules import Advice, Answer, Question, Why
from tutor.authorities.situation import Situation
from tutor.authors import AUTHORS
from tutor.cards import Card
from tutor.codes import CODES, Code
from tutor.deal import Deal
from tutor.play import Play, Trick
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade, Level, grade_of
from tutor.quizzes.wording import answer_key, any_of, call_label_at, sentence
from tutor.seats import Seat
from tutor.tables.layouts import Layout, likely
from tutor.view import View
from tutor.wording import figured

HIGHEST_OFFERED = 2
"""How many tricks above the lowest lawful bid in a suit the bids offered may go."""


@dataclass(frozen=True, slots=True)
class AuthorExercise(Exercise):
    """What does the author whose rule is practised advise here? The author always has advice on this view.

    `turns_on` is an exchange of one card of the hand after which the author would advise something else. It is None
    where no exchange that was tried changes the advice.
    """

    item: str = field()
    number: int
    level: Level
    author: Authority
    view: View = field()
    question: Question = field()
    turns_on: Change | None = None
    on: tuple[str, ...] = ()

    # ---- what is asked -------------------------------------------------------------------------------------------

    @property
    def items(self) -> tuple[str, ...]:
        return self.on or (self.item,)

    @cached_property
    def advice(self) -> Advice:
        """What the author advises, with the rule that decides, and what another reading of his words would allow."""
        advice = self.author.advise(self.view, self.question, widely=True)
        assert isinstance(advice, Advice), "a question is asked only where the author has advice"  # noqa: S101
        return advice

    @property
    def code(self) -> Code:
        """The laws under which the author is asked."""
        return code_of(self.author, self.view)

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE if self.question.is_of_calls else AnswerForm.CARD

    @property
    def prompt(self) -> str:
        return "".join((_introduction(self), _PROMPTS[self.question]))

    @property
    def facts(self) -> tuple[str, ...]:
        return tuple(_facts(self))

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(self._choice(answer) for answer in self.answers)

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """What can be called or played, in an order that gives nothing away."""
        return offered(self.view, self.question, self.code)

    def _choice(self, answer: Answer) -> Choice:
        return Choice(answer_key(answer), self._label(answer), answer)

    def _label(self, answer: Answer) -> str:
        if isinstance(answer, Card):
            return sentence(answer.name)
        return call_label_at(self.code, self.view.calling, self.view.seat, answer)

    # ---- hints and marking ---------------------------------------------------------------------------------------

    @cached_property
    def hints(self) -> tuple[str, str, str]:
        rule = self.advice.rule
        return (
            " ".join(_look_at(self)),
            f"{rule.says} ({rule.citation})",
            f"{sentence(_either(self.advice.answers))}.",
        )

    @property
    def answer(self) -> str:
        return answer_key(self.advice.answers[0])

    @property
    def best(self) -> tuple[Choice, ...]:
        """The right answers: what is advised, of equals each."""
        return tuple(self._choice(answer) for answer in self.advice.answers)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        answer = self.answer_of(given)
        return ExerciseVerdict(
            given,
            grade_of(self.advice, answer),
            lambda: self.because(answer),
            self.best,
            self.advice.rule.says,
            self.advice.citation,
            lambda: self._neighbourhood.against(answer),
            self.otherwise,
            self.why,
            lambda: self._neighbourhood.nearest(answer),
            lambda: self.advice.because,
        )

    @cached_property
    def why(self) -> Why | None:
        """Why the advice is right. Where the rule forbids something, this is why the card that remains is played."""
        return positive_why(self.author, self.view, self.question, self.advice)

    def answer_of(self, choice: Choice) -> Answer:
        """The card or the call of a choice."""
        return next(answer for answer in self.answers if answer_key(answer) == choice.key)

    def because(self, answer: Answer) -> str:
        """The fact of this view on which the grade of an answer turns."""
        if grade_of(self.advice, answer) in (Grade.BEST, Grade.UNDECIDED):
            return self.advice.because
        nearest = self._neighbourhood.nearest(answer)
        if nearest is None:
            return self.advice.because
        return f"another rule comes first: {nearest.fact}" if nearest.fits else nearest.fact

    @property
    def _neighbourhood(self) -> Neighbourhood:
        return neighbourhood(self.author, self.view, self.question)

    @property
    def otherwise(self) -> str:
        """What would be right if one card were another. Empty where no such exchange was found."""
        if self.turns_on is None:
            return ""
        out, into, advice = self.turns_on.out, self.turns_on.into, self.turns_on.advice
        other = into.rank.word if into.suit is out.suit else into.name
        return f"If the {out.name} were the {other}, {_either(advice.answers)} would be right: {advice.because}."

    def sample_layout(self) -> SampleLayout | None:
        layout = self.layout()
        if layout is None or self.view.out or (self.view.declaration and self.view.declaration.is_misere):
            return None
        return SampleLayout.of(self.view, self.question, layout)

    def layout(self) -> Layout | None:
        """The four hands as they may lie, the same for everybody. None where the view is not of a whole deal."""
        dealt = len(self.view.hand) + sum(played.seat is self.view.seat for played in self.view.played())
        if dealt != 13:
            return None
        return likely(self.view, self.code, 1, Random(f"{self.item}:{self.level.value}:{self.number}/layout"))[0]


def positive_why(author: Authority, view: View, question: Question, advice: Advice) -> Why | None:
    """Why what an author advises is right, as he explains it.

    A rule that only forbids another suit is not the reason for the card that is led instead. The reason is then the
    first other rule that leads to the card.
    """
    if advice.rule.forbids and question in OF_SUITS:
        for rule, finding in author.findings(view, question):
            why = author.why(rule.id)
            leads_there = set(advice.answers) <= set(finding.answers)
            if rule != advice.rule and not rule.forbids and leads_there and why is not None and why.is_given:
                return replace(why, text=f"{rule.says} {why.text}")
    return author.why(advice.rule.id)


def code_of(author: Authority, view: View) -> Code:
    """The laws for an author’s rules. An author may have other laws for a table with an open hand."""
    own = AUTHORS[author.key]
    return CODES[(view.exposed and own.code_with_an_open_hand) or own.code]


# ---- what can be answered ----------------------------------------------------------------------------------------


def offered(view: View, question: Question, code: Code) -> tuple[Answer, ...]:
    """The cards that may be played, or the calls to choose from.

    The dealer may leave it; the dealer’s partner may not. At auction, only the lowest bids in each suit are offered.
    Trumps are not offered as discards, unless the hand has nothing else.
    """
    match question:
        case Question.DECLARE:
            calls: tuple[Call, ...] = tuple(map(Declare, Denomination))
            return calls if view.calling.is_left else (*calls, Leave())
        case Question.DOUBLE:
            return (Double(), Content())
        case Question.BID:
            return tuple(_bids(view, code))
        case Question.DISCARD:
            lawful = Situation(view).lawful
            return tuple(card for card in lawful if card.suit is not view.trumps) or lawful
        case Question.LEAD if view.trick is None:
            return tuple(view.hand)
        case _:
            return Situation(view).lawful


def _bids(view: View, code: Code) -> Iterator[Call]:
    turn = code.turn(view.calling)
    lawful = [call for call in turn.calls if code.refusal(view.calling, view.seat, call) is None] if turn else []
    yield from (call for call in lawful if isinstance(call, Pass | Double))
    for denomination in Denomination:
        bids = [call for call in lawful if isinstance(call, Bid) and call.denomination is denomination]
        yield from sorted(bids, key=lambda bid: bid.odd_tricks)[: HIGHEST_OFFERED + 1]


# ---- words that give nothing away --------------------------------------------------------------------------------

_PROMPTS = {
    Question.DECLARE: "What do you declare?",
    Question.DOUBLE: "What do you say?",
    Question.BID: "What do you say?",
    Question.LEAD: "What do you lead?",
    Question.RETURN: "What do you lead?",
    Question.MANAGE: "What do you lead?",
    Question.SECOND: "What do you play?",
    Question.THIRD: "What do you play?",
    Question.FOURTH: "What do you play?",
    Question.TRUMP: "Do you trump? What do you play?",
    Question.DISCARD: "What do you throw away?",
    Question.SIGNAL: "Which card do you play to inform partner?",
}
_INTRODUCTIONS = {
    Question.DOUBLE: "It is your turn to double or not. ",
    Question.BID: "It is your turn to bid. ",
    Question.LEAD: "You have the opening lead. ",
    Question.RETURN: "You have the lead. ",
    Question.SECOND: "You play second to the trick. ",
    Question.THIRD: "You play third to the trick. ",
    Question.FOURTH: "You play last to the trick. ",
    Question.TRUMP: "You have none of the suit led. ",
    Question.DISCARD: "You have none of the suit led. ",
    Question.SIGNAL: "",
}


def _introduction(asked: AuthorExercise) -> str:
    view = asked.view
    if asked.question is Question.DECLARE:
        return "Your partner has left it to you. " if view.calling.is_left else "You are the dealer. "
    if view.trick is not None and view.trick.to_play is not view.seat:
        return f"You play both hands. It is {view.trick.to_play.label}’s turn. "
    if asked.question is Question.MANAGE:
        return "You play both hands. The lead is in your own hand. "
    return _INTRODUCTIONS[asked.question]


def _facts(asked: AuthorExercise) -> Iterator[str]:
    view = asked.view
    yield f"{asked.code.title}."
    yield _score(view)
    yield f"You are {view.seat.label}, and you dealt." if view.is_dealer else _who_dealt(view)
    yield from calls_and_trumps(view)
    yield from (f"{_who(view, seat)} turned up the {card.name}." for seat, card in view.shown)
    if view.agreed:
        yield f"Agreed between partners: {' and '.join(sorted(view.agreed))}."


def calls_and_trumps(view: View) -> Iterator[str]:
    """What was called, or in a play without calls which suit is trumps."""
    if view.calling.said:
        yield "; ".join(map(str, view.calling)) + "."
    elif view.trick is not None and view.trumps is not None:
        yield f"{sentence(view.trumps.plural)} are trumps."


def _score(view: View) -> str:
    us, them, ahead = view.standing.us, view.standing.them, view.standing.ahead
    score = (
        "Nobody has scored yet." if view.standing.is_love_all else f"Towards the game you have {us}, they have {them}."
    )
    if ahead:
        return f"{score} In the rubber, you are {figured(abs(ahead), 'point')} {'ahead' if ahead > 0 else 'behind'}."
    return score


def _who_dealt(view: View) -> str:
    return f"You are {view.seat.label}. {view.dealer.label} dealt."


def _who(view: View, seat: Seat) -> str:
    return "You" if seat is view.seat else seat.label


def _either(answers: tuple[Answer, ...]) -> str:
    return any_of(answers)


# ---- the first hint ----------------------------------------------------------------------------------------------

_FIRST_LOOK = {
    Question.DECLARE: "Look at the strength of the whole hand, and at the length and the top cards of each suit.",
    Question.DOUBLE: "Look at what was declared and by whom, and count the tricks you can take against it.",
    Question.BID: "Look at the bids so far, and at the length and the top cards of each suit.",
    Question.LEAD: "Look at what was declared and by whom, and at the top cards and the length of each suit.",
    Question.RETURN: "Look at what has been led and by whom, and at what is left in your suits.",
    Question.MANAGE: "Look at the two hands together, suit by suit, and at the cards your opponents still hold.",
    Question.SECOND: "Look at the card led, and at what you hold of that suit.",
    Question.THIRD: "Look at the card led, at what was played to it, and at what you hold of that suit.",
    Question.FOURTH: "Look at who is winning the trick, and at the lowest card that could win it.",
    Question.TRUMP: "Look at who is winning the trick, and at what else your trumps could do for you.",
    Question.DISCARD: "Look at which of your suits can still win tricks, and which cannot.",
    Question.SIGNAL: "Think of what partner knows about your hand, and what else they would like to know.",
}
_LOOK_AT_WHIST = "Look at the top cards and the length of each suit."
"""Before the opening lead at whist, where nothing is declared."""
_NEXT_LOOKS = (
    (r"score|love-all|game|rubber|out\b", "The score matters."),
    (r"dummy", "Look at dummy’s cards too."),
    (r"agreed|convention", "Think of what you have agreed with partner."),
    (r"partner|B’s|(?:he|they) led|(?:he|they) ha(?:s|ve) led", "Think of what partner has shown you."),
    (r"doubled", "Remember what was said after the declaration."),
    (r"honour", "Count the honours."),
    (r"\bout\b|outstanding|left|gone|played", "Count the cards that have gone."),
    (r"certain|sure|tricks", "Count the tricks."),
)
"""A second hint for what the reason turns on."""


def _look_at(asked: AuthorExercise) -> Iterator[str]:
    is_undeclared = asked.question is Question.LEAD and asked.view.declaration is None
    yield _LOOK_AT_WHIST if is_undeclared else _FIRST_LOOK[asked.question]
    because = asked.advice.because
    for pattern, look in _NEXT_LOOKS:
        if re.search(pattern, because):
            yield look
            return


# ---- hindsight -------------------------------------------------------------------------------------------------------


Brings = tuple[tuple[int, tuple[Card | Denomination, ...]], ...]
"""Numbers of tricks, each with what brings it, the most first."""


@dataclass(frozen=True, slots=True)
class SampleLayout:
    """One way the four hands may lie, and what each card brings, or each denomination for the dealer’s side.

    The tricks counted are those still to come for the side to play, if all hands were open and everybody played well.
    """

    hands: Layout
    brings: Brings

    @classmethod
    def of(cls, view: View, question: Question, hands: Layout) -> SampleLayout:
        """What each answer to a question would bring if the cards lay like this."""
        from tutor.analysis.double_dummy import tricks_by_card, tricks_by_denomination  # slow to import

        if question.is_of_calls:
            return cls(hands, _by_tricks(tricks_by_denomination(Deal(hands, view.dealer))))
        trumps = view.trumps if view.trick else view.declaration.trumps if view.declaration else None
        trick = view.trick or Trick(view.leader or view.dealer.left)
        return cls(hands, _by_tricks(tricks_by_card(Play(hands, trumps, trick, view.tricks))))


def _by_tricks(found: Mapping[Card, int] | Mapping[Denomination, int]) -> Brings:
    pairs: Iterable[tuple[Card | Denomination, int]] = found.items()
    by_tricks: dict[int, list[Card | Denomination]] = {}
    for what, tricks in pairs:
        by_tricks.setdefault(tricks, []).append(what)
    return tuple((tricks, tuple(by_tricks[tricks])) for tricks in sorted(by_tricks, reverse=True))
