"""What the authors assert of a deal, computed: does it hold?

A claim is decided by double dummy, by the scoring of the code, by the author’s own rules on what the seat could see, or
by arithmetic. Where none of these can settle it, it says so.
"""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from tutor.analysis import double_dummy
from tutor.auction import Bid, Calling, Content, Declaration, Declare, Denomination, Double, Leave, Pass, Said
from tutor.authorities import AUTHORITIES
from tutor.authorities.fitting import fitting
from tutor.authorities.rules import Advice, Answer, Question, Silent
from tutor.cards import Card, Hand
from tutor.codes import CODES
from tutor.codes.code import BridgeCode
from tutor.deal import Deal
from tutor.notation import counted
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.view import Standing, View


class Verdict(Enum):
    """Whether a claim holds."""

    HOLDS = "holds"
    FAILS = "fails"
    CANNOT = "cannot be decided"

    __hash__ = object.__hash__


class Bound(Enum):
    """How a claimed number is meant."""

    EXACTLY = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"

    def holds(self, found: int, claimed: int) -> bool:
        return _COMPARE[self](found, claimed)

    __hash__ = object.__hash__


_COMPARE: Mapping[Bound, Callable[[int, int], bool]] = {
    Bound.EXACTLY: operator.eq,
    Bound.AT_LEAST: operator.ge,
    Bound.AT_MOST: operator.le,
}


@dataclass(frozen=True, slots=True)
class Subject:
    """What a claim is made of: hands (unknown ones None), who leads, the calls and the play as far as there are any.

    `score` is that of AB and of YZ towards the game, None where it is not known. Of a play that the book does not tell
    card by card, `elsewhere` says whether a claim holds in some play that meets all that it does tell.
    """

    source: str
    code: str
    hands: BySeat[Hand | None]
    dealer: Seat | None
    leader: Seat | None
    calling: Calling | None = None
    plays: tuple[Play, ...] = ()
    score: tuple[int, int] | None = None
    elsewhere: Callable[[PlaysCard], bool | None] | None = None

    @property
    def deal(self) -> Deal | None:
        """The four hands as a deal, where all are known and whole."""
        hands = [hand for hand in self.hands if hand is not None and len(hand) == 13]
        return Deal(BySeat(*hands), self.dealer) if len(hands) == 4 and self.dealer else None

    def start(self, denomination: Denomination, leader: Seat) -> Play | None:
        """The play about to begin, where all hands are known."""
        hands = [hand for hand in self.hands if hand is not None]
        return Play.start(BySeat(*hands), denomination.trumps, leader) if len(hands) == 4 else None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a claim: what was found, and how."""

    verdict: Verdict
    computed: str
    how: str


def _cannot(how: str) -> Judgement:
    return Judgement(Verdict.CANNOT, "", how)


def _found(holds: bool, computed: str, how: str) -> Judgement:
    return Judgement(Verdict.HOLDS if holds else Verdict.FAILS, computed, how)


class Statement(ABC):
    """An assertion in terms that can be computed."""

    @abstractmethod
    def judge(self, subject: Subject) -> Judgement:
        """Whether it holds of the subject."""


@dataclass(frozen=True, slots=True)
class TakesTricks(Statement):
    """A side takes so many tricks with given trumps, the leader leading."""

    denomination: Denomination
    leader: Seat
    side: Side
    tricks: int
    bound: Bound

    def judge(self, subject: Subject) -> Judgement:
        """See `Statement`; by double dummy."""
        start = subject.start(self.denomination, self.leader)
        if start is None:
            return _cannot("Not all the hands are known.")
        best = max(double_dummy.tricks_by_card(start).values())
        found = best if self.side is self.leader.side else len(start.hands[self.leader]) - best
        how = f"Double dummy, {self.denomination.word}, {self.leader.label} to lead."
        return _found(self.bound.holds(found, self.tricks), f"{self.side.label} {counted(found, 'trick')}", how)


@dataclass(frozen=True, slots=True)
class PlaysCard(Statement):
    """Had a seat played a card at a trick, a side would take so many tricks in all, or so many more than it did."""

    trick: int
    seat: Seat
    card: Card
    side: Side
    tricks: int | None
    gains: int | None
    bound: Bound
    denomination: Denomination | None = None

    def judge(self, subject: Subject) -> Judgement:
        """See `Statement`; by double dummy from that point of the play, and of the others that it may have been."""
        stand = self._stand(subject)
        if stand is None:
            return _cannot("Not all the hands are known, or the play does not come to this point.")
        found = self._judge(subject, stand)
        if found.verdict is not Verdict.FAILS or subject.elsewhere is None or not any(stand.played()):
            return found
        elsewhere = subject.elsewhere(self)
        if elsewhere is False:
            return Judgement(found.verdict, found.computed, f"{found.how} It fails in every play that the book allows.")
        where = "it holds in another" if elsewhere else "whether it does in every one is not settled"
        return _cannot(f"It fails in the play as it is rebuilt; of the plays that the book allows {where}.")

    def _judge(self, subject: Subject, stand: Play) -> Judgement:
        brings = double_dummy.tricks_by_card(stand)
        if self.card not in brings:
            return _cannot(f"In the play as it is rebuilt {self.seat.label} cannot play {self.card.name} here.")
        how = f"Double dummy from trick {self.trick}, {self.seat.label} to play."
        if self.gains is not None:
            played = self._played(subject)
            if played is None:
                return _cannot("What was played is not known.")
            gain = self._gain(brings, played)
            words = f"{counted(abs(gain), 'trick')} {'more' if gain > 0 else 'less' if gain < 0 else 'more or less'}"
            return _found(self.bound.holds(gain, self.gains), f"{self.side.label} {words} than by {played.name}", how)
        assert self.tricks is not None, "a claim of a card is of tricks or of a gain"  # noqa: S101
        found = self._in_all(stand, brings[self.card])
        return _found(self.bound.holds(found, self.tricks), f"{self.side.label} {counted(found, 'trick')} in all", how)

    def may_hold(self, play: Play, card: Card) -> bool:
        """Whether a card played at the point of which the claim speaks bears it out; of any other card, yes."""
        if play.number != self.trick or play.to_play is not self.seat:
            return True
        brings = double_dummy.tricks_by_card(play)
        if self.card not in brings:
            return False
        if self.gains is not None:
            return self.bound.holds(self._gain(brings, card), self.gains)
        assert self.tricks is not None, "a claim of a card is of tricks or of a gain"  # noqa: S101
        return self.bound.holds(self._in_all(play, brings[self.card]), self.tricks)

    def _gain(self, brings: Mapping[Card, int], played: Card) -> int:
        """How many tricks more than with the card that was played the side whose claim it is would take."""
        return (brings[self.card] - brings[played]) * (1 if self.side is self.seat.side else -1)

    def _in_all(self, play: Play, brings: int) -> int:
        """The tricks of the side whose claim it is, where the card brings its own side so many from here."""
        own = play.won[self.seat.side] + brings
        return own if self.side is self.seat.side else sum(play.won) + len(play.hands[self.seat]) - own

    def _stand(self, subject: Subject) -> Play | None:
        """The play as it stood when the seat had to play to the trick."""
        plays = subject.plays
        if not plays and self.denomination and self.trick == 1:
            start = subject.start(self.denomination, self.seat)
            plays = () if start is None else (start,)
        return next((one for one in plays if one.number == self.trick and one.to_play is self.seat), None)

    def _played(self, subject: Subject) -> Card | None:
        if not subject.plays or len(subject.plays[-1].tricks) < self.trick:
            return None
        return subject.plays[-1].tricks[self.trick - 1].card_of(self.seat)


@dataclass(frozen=True, slots=True)
class Scores(Statement):
    """What a side scores, less what the other does, under the headings that the author names."""

    denomination: Denomination
    declarer: Side
    tricks: int
    doubled: int
    side: Side
    points: Mapping[str, int]
    contract: int | None = None

    def judge(self, subject: Subject) -> Judgement:
        """See `Statement`; by the code of laws."""
        deal, rules = subject.deal, CODES.get(subject.code)
        if not isinstance(rules, BridgeCode):
            return _cannot(f"No contract is scored under {subject.code}.")
        if deal is None:
            return _cannot("Not all the hands are known, so neither are the honours.")
        won = BySide.each(lambda side: self.tricks if side is self.declarer else 13 - self.tricks)
        declaration = Declaration(self.denomination, self.declarer.seats[0], self.doubled, self.contract)
        score = rules.score(rules.outcome(deal, declaration, won))
        found = dict.fromkeys(self.points, 0)
        for item in score.items:
            for heading in {item.heading.value, "total"} & set(found):
                found[heading] += item.points if item.party is self.side else -item.points
        computed = ", ".join(
            f"{points} for {name}" if name != "total" else f"{points} in all" for name, points in found.items()
        )
        return _found(found == dict(self.points), computed, f"{rules.title}.")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on a view that an author answers himself: any of `answers` is his, or `but` for one."""

    view: View
    question: Question
    answers: tuple[str, ...]

    def is_met_by(self, written: str) -> bool:
        """Whether an answer, as it is written, is his."""
        refused = [answer.removeprefix(_NOT) for answer in self.answers if answer.startswith(_NOT)]
        return written not in refused if refused else written in self.answers


_NOT = "not "
SCORES = tuple((us, them) for us in (0, 12, 24) for them in (0, 12, 24))
"""The scores at which advice is asked for where the author’s is lost."""


class Ought(Statement):
    """What a hand ought to do by the author’s rules."""

    @abstractmethod
    def asked(self, subject: Subject) -> tuple[Asked, ...] | str:
        """What is asked of his rules, at each of some scores where his is lost; or why it cannot be."""

    def judge(self, subject: Subject) -> Judgement:
        """See `Statement`; by the author’s rules on what the seat could see."""
        asked = self.asked(subject)
        if isinstance(asked, str):
            return _cannot(asked)
        author = AUTHORITIES.get(subject.source)
        if author is None:
            return _cannot("The author’s rules are not carried out.")
        judged = [self._judge(one, author.advise(one.view, one.question, widely=True)) for one in asked]
        if len({one.verdict for one in judged}) > 1:
            return _cannot("The score is not known, and the advice depends on it.")
        return judged[0]

    @staticmethod
    def _judge(asked: Asked, advice: Advice | Silent) -> Judgement:
        if isinstance(advice, Silent):
            return _cannot(f"{advice.because[0].upper()}{advice.because[1:]}.")
        found = (*advice.answers, *advice.acceptable)
        computed = " or ".join(map(_said, found))
        holds = any(asked.is_met_by(written(answer)) for answer in found)
        return _found(holds, computed, f"{advice.rule.says} ({advice.citation})")


@dataclass(frozen=True, slots=True)
class OughtToCall(Ought):
    """By the author’s rules a hand makes one of these calls."""

    seat: Seat
    calls: tuple[str, ...]
    score: tuple[int, int] | None
    after: tuple[Said, ...] = ()

    def asked(self, subject: Subject) -> tuple[Asked, ...] | str:
        """See `Ought`: the dealer first, his partner when it was left to him, others after the calls that are told."""
        hand = subject.hands[self.seat]
        if hand is None or len(hand) != 13:
            return "The hand is not whole."
        at = self.score or subject.score
        dealer = self.after[0].seat if self.after else subject.dealer or Seat.SOUTH
        before = self._before(subject, dealer)
        if before is None:
            return "The calls before it are not told."
        scores = [at if self.seat.side is Side.NS else at[::-1]] if at else SCORES
        views = [View(self.seat, dealer, hand, before, Standing(us, them)) for us, them in scores]
        question = next((one for one in fitting(views[0]) if one.is_of_calls and self._may_answer(one)), None)
        return tuple(Asked(view, question, self.calls) for view in views) if question else "No question of his fits it."

    def _before(self, subject: Subject, dealer: Seat) -> Calling | None:
        """The calls before the seat’s: those told up to its own; at bridge the dealer’s leave, for his partner."""
        if self.after or self.seat is dealer:
            return Calling(dealer, self.after)
        is_bridge = not any(one[:1].isdigit() or one == "pass" for one in self.calls)
        if is_bridge and self.seat is dealer.partner and not {"double", "content"} & {*self.calls}:
            return Calling(dealer).after(dealer, Leave())
        said = subject.calling.said if subject.calling else ()
        own = [place for place, one in enumerate(said) if one.seat is self.seat and written(one.call) in self.calls]
        return Calling(dealer, said[: own[-1]]) if own else None

    def _may_answer(self, question: Question) -> bool:
        bids = any(one[:1].isdigit() or one == "pass" for one in self.calls)
        doubles = bool({"double", "content"} & {*self.calls})
        return question is (Question.BID if bids else Question.DOUBLE if doubles else Question.DECLARE)


@dataclass(frozen=True, slots=True)
class OughtToLead(Ought):
    """By the author’s rules a hand is opened with one of these cards."""

    seat: Seat
    cards: tuple[str, ...]
    is_undoubled: bool = False

    def asked(self, subject: Subject) -> tuple[Asked, ...] | str:
        """See `Ought`."""
        hand, dealer = subject.hands[self.seat], subject.dealer
        if hand is None or len(hand) != 13:
            return "The hand is not whole."
        if subject.calling is None or dealer is None:
            return "What was declared is not told."
        calling = subject.calling
        if self.is_undoubled:
            calling = Calling(dealer, tuple(said for said in calling if not isinstance(said.call, Double)))
        view = View(self.seat, dealer, hand, calling, leader=subject.leader)
        return (Asked(view, Question.LEAD, self.cards),)


@dataclass(frozen=True, slots=True)
class Sum(Statement):
    """An arithmetic of the author’s: `46 + 132 = 178`."""

    text: str

    def judge(self, subject: Subject) -> Judgement:
        """See `Statement`; by arithmetic."""
        del subject
        left, right = self.text.split("=")
        found, claimed = _value(left), _value(right)
        return _found(found == claimed, f"{left.strip()} = {found}", "Arithmetic.")


@dataclass(frozen=True, slots=True)
class Undecidable(Statement):
    """What no computation can settle, and why."""

    why: str

    def judge(self, subject: Subject) -> Judgement:
        """See `Statement`."""
        del subject
        return _cannot(self.why)


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion of an author’s in our words, with its place, and in terms that can be computed."""

    id: str
    says: str
    page: int
    lines: tuple[int, int]
    statement: Statement


LONGEST_SUM = 200
"""In characters: a longer one could nest brackets deeper than they can be read."""


def is_sum(text: str) -> bool:
    """Whether a text is an arithmetic that can be read: whole numbers, `+`, `-`, `x`, brackets, and one `=`."""
    sides = text.split("=")
    try:
        return len(text) <= LONGEST_SUM and len(sides) == 2 and all(isinstance(_value(side), int) for side in sides)
    except (ValueError, IndexError):
        return False


_TOKEN = re.compile(r"\s*(\d+|[-+x*×()−])")


def _value(text: str) -> int:
    """The value of an expression. Raises `ValueError` or `IndexError` where it is none."""
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != "".join(text.split()):
        raise ValueError(text)
    place = 0

    def term() -> int:
        nonlocal place
        first = tokens[place]
        place += 1
        if first == "(":
            value = total()
            if tokens[place] != ")":
                raise ValueError(text)
            place += 1
            return value
        return -term() if first in "-−" else int(first)

    def product() -> int:
        nonlocal place
        value = term()
        while place < len(tokens) and tokens[place] in ("x", "*", "×"):
            place += 1
            value *= term()
        return value

    def total() -> int:
        nonlocal place
        value = product()
        while place < len(tokens) and tokens[place] in ("+", "-", "−"):
            sign = 1 if tokens[place] == "+" else -1
            place += 1
            value += sign * product()
        return value

    value = total()
    if place != len(tokens):
        raise ValueError(text)
    return value


def written(answer: Answer) -> str:
    """An answer as files write it in a claim: `N`, `leave`, `double`, `1 heart`, `pass`, `HK`."""
    match answer:
        case Declare(denomination):
            return denomination.letter
        case Bid():
            word = answer.denomination.word
            return f"{answer.odd_tricks} {word.removesuffix('s') if answer.odd_tricks == 1 else word}"
        case Leave() | Double() | Content() | Pass():
            return type(answer).__name__.lower()
        case _:
            return str(answer)


def _said(answer: Answer) -> str:
    match answer:
        case Card():
            return answer.name
        case Declare(denomination):
            return denomination.word
        case Leave():
            return "leaving it"
        case _:
            return written(answer)
