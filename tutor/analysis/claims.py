"""What the authors assert of a deal, computed: does it hold?

A claim is decided by double dummy, by the scoring of the code, by the author’s own rules on what the seat could see, or
by arithmetic. Where none of these can settle it, it says so.
"""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from tutor.analysis import double_dummy
from tutor.analysis.partial import SMALL, UNNAMED, PartialHand
from tutor.analysis.sampling import Trial
from tutor.auction import Bid, Calling, Content, Declaration, Declare, Denomination, Double, Leave, Pass, Said
from tutor.authorities import AUTHORITIES
from tutor.authorities.fitting import fitting
from tutor.authorities.rules import Advice, Answer, Question, Silent
from tutor.cards import Card, Hand, Suit
from tutor.codes import CODES
from tutor.deal import Deal
from tutor.notation import counted
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.view import Standing, View


class ClaimVerdict(Enum):
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
class ClaimSubject:
    """What a claim is made of: hands (unknown ones None), who leads, the calls and the play as far as there are any.

    `score` is that of AB and of YZ towards the game, None where it is not known. `partial` is a single hand of which
    not every card is given. Of a play that the book does not tell card by card, `elsewhere` says whether a claim holds
    in some play that meets all that it does tell.
    """

    source: str
    code: str
    hands: BySeat[Hand | None]
    dealer: Seat | None
    leader: Seat | None
    calling: Calling | None = None
    plays: tuple[Play, ...] = ()
    score: tuple[int, int] | None = None
    partial: PartialHand | None = None
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

    verdict: ClaimVerdict
    computed: str
    how: str


def _cannot(how: str) -> Judgement:
    return Judgement(ClaimVerdict.CANNOT, "", how)


def _found(holds: bool, computed: str, how: str) -> Judgement:
    return Judgement(ClaimVerdict.HOLDS if holds else ClaimVerdict.FAILS, computed, how)


class Statement(ABC):
    """An assertion in terms that can be computed."""

    @abstractmethod
    def judge(self, subject: ClaimSubject) -> Judgement:
        """Whether it holds of the subject."""


@dataclass(frozen=True, slots=True)
class TrickCount(Statement):
    """A side takes so many tricks with given trumps, the leader leading."""

    denomination: Denomination
    leader: Seat
    side: Side
    tricks: int
    bound: Bound

    def judge(self, subject: ClaimSubject) -> Judgement:
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
    """Had a seat played a card at a trick, a side would take so many tricks in all, or so many more than it did.

    Without a `card` it is about any card that the seat plays. Two things may be supposed: that a seat has a card
    `exchanged`, for its lowest of the suit, with the seat that has it, and that it does not play a card to the trick,
    `passing`.
    """

    trick: int
    seat: Seat
    card: Card | None
    side: Side
    tricks: int | None
    gains: int | None
    bound: Bound
    denomination: Denomination | None = None
    exchanged: tuple[Seat, Card] | None = None
    passing: tuple[Seat, Card] | None = None

    def judge(self, subject: ClaimSubject) -> Judgement:
        """See `Statement`; by double dummy from that point of the play, and of the others that it may have been."""
        stand = self._stand(subject)
        if stand is None:
            return _cannot("Not all the hands are known, or the play does not reach this point.")
        found = self._judge(subject, stand)
        if found.verdict is not ClaimVerdict.FAILS or subject.elsewhere is None or not any(stand.played()):
            return found
        elsewhere = subject.elsewhere(self)
        if elsewhere is False:
            return Judgement(found.verdict, found.computed, f"{found.how} It fails in every play that the book allows.")
        where = (
            "It holds in another play that the book allows."
            if elsewhere
            else "It is not known whether it fails in all plays that the book allows."
        )
        return _cannot(f"It fails in the rebuilt play. {where}")

    def _judge(self, subject: ClaimSubject, stand: Play) -> Judgement:
        exchanged = self._exchange(stand)
        if exchanged is None:
            return _cannot("In the rebuilt play the cards cannot be exchanged here.")
        stand, supposed = exchanged
        brings = self._brings(stand)
        if self.card is not None and self.card not in brings:
            return _cannot(f"In the rebuilt play {self.seat.label} cannot play {self.card.name} here.")
        how = f"Double dummy from trick {self.trick}, {self.seat.label} to play{supposed}."
        if self.gains is not None:
            played = self._played(subject)
            if played is None:
                return _cannot("The card played is not known.")
            gain = self._gain(brings, played)
            words = f"{counted(abs(gain), 'trick')} {'more' if gain > 0 else 'fewer' if gain < 0 else 'more or fewer'}"
            return _found(self.bound.holds(gain, self.gains), f"{self.side.label} {words} than by {played.name}", how)
        assert self.tricks is not None, "a claim about a card is about tricks or a gain"  # noqa: S101
        cards = brings if self.card is None else (self.card,)
        found = sorted({self._in_all(stand, brings[card]) for card in cards})
        words = " to ".join(dict.fromkeys((str(found[0]), counted(found[-1], "trick")))) if found[1:] else ""
        computed = f"{self.side.label} {words or counted(found[0], 'trick')} in all"
        return _found(all(self.bound.holds(one, self.tricks) for one in found), computed, how)

    def may_hold(self, play: Play, card: Card) -> bool:
        """Whether a card played at the point of which the claim speaks bears it out; of any other card, yes."""
        if play.number != self.trick or play.to_play is not self.seat:
            return True
        exchanged = self._exchange(play)
        if exchanged is None:
            return False
        brings = self._brings(exchanged[0])
        cards = tuple(brings) if self.card is None else (self.card,)
        if not all(one in brings for one in cards):
            return False
        if self.gains is not None:
            return self.bound.holds(self._gain(brings, card), self.gains)
        assert self.tricks is not None, "a claim about a card is about tricks or a gain"  # noqa: S101
        return all(self.bound.holds(self._in_all(exchanged[0], brings[one]), self.tricks) for one in cards)

    def _gain(self, brings: Mapping[Card, int], played: Card) -> int:
        """How many tricks more than with the card that was played the side whose claim it is would take."""
        assert self.card is not None, "a gain belongs to a card"  # noqa: S101
        return (brings[self.card] - brings[played]) * (1 if self.side is self.seat.side else -1)

    def _in_all(self, play: Play, brings: int) -> int:
        """The tricks of the side whose claim it is, where the card brings its own side so many from here."""
        own = play.won[self.seat.side] + brings
        return own if self.side is self.seat.side else sum(play.won) + len(play.hands[self.seat]) - own

    def _brings(self, stand: Play) -> Mapping[Card, int]:
        """What each card brings its side from here; where a card is passed, without it in the trick."""
        brings = double_dummy.tricks_by_card(stand)
        if self.passing is None:
            return brings
        seat, kept = self.passing
        return {card: self._without(stand.after(card), seat, kept) for card in brings}

    def _without(self, play: Play, seat: Seat, kept: Card) -> int:
        """What the side of the claim’s seat takes from the trick on, one seat not playing a card to it."""
        size = len(play.hands[play.to_play])
        if play.number != self.trick:
            best = max(double_dummy.tricks_by_card(play).values()) if size else 0
            won = play.tricks[-1].winner(play.trumps).side is self.seat.side
            return won + (best if play.to_play.side is self.seat.side else size - best)
        cards = [card for card in play.lawful() if play.to_play is not seat or card != kept] or list(play.lawful())
        worths = [self._without(play.after(card), seat, kept) for card in cards]
        return max(worths) if play.to_play.side is self.seat.side else min(worths)

    def _exchange(self, play: Play) -> tuple[Play, str] | None:
        """The play with a card in the hand supposed, for the lowest there of its suit, and that in words."""
        if self.exchanged is None:
            return play, ""
        taker, card = self.exchanged
        giver = next((seat for seat, hand in play.hands.items() if card in hand), None)
        lower = play.hands[taker][card.suit]
        if giver is None or giver is taker or lower.is_void:
            return None
        other = Card(card.suit, lower.lowest)
        hands = {
            **dict(play.hands.items()),
            giver: play.hands[giver].without(card).plus(other),
            taker: play.hands[taker].without(other).plus(card),
        }
        return replace(
            play, hands=BySeat.of(hands)
        ), f", {taker.label}’s {other.name} exchanged for {giver.label}’s {card.name}"

    def _stand(self, subject: ClaimSubject) -> Play | None:
        """The play as it stood when the seat had to play to the trick."""
        plays = subject.plays
        if not plays and self.denomination and self.trick == 1:
            start = subject.start(self.denomination, self.seat)
            plays = () if start is None else (start,)
        return next((one for one in plays if one.number == self.trick and one.to_play is self.seat), None)

    def _played(self, subject: ClaimSubject) -> Card | None:
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

    def judge(self, subject: ClaimSubject) -> Judgement:
        """See `Statement`; by the code of laws."""
        deal, rules = subject.deal, CODES.get(subject.code)
        if deal is None:
            return _cannot("Not all the hands are known, so neither are the honours.")
        won = BySide.each(lambda side: self.tricks if side is self.declarer else 13 - self.tricks)
        declaration = Declaration(self.denomination, self.declarer.seats[0], self.doubled, self.contract)
        score = rules.contract_score(deal, declaration, won) if rules else None
        if rules is None or score is None:
            return _cannot(f"No contract is scored under {subject.code}.")
        found = dict.fromkeys(self.points, 0)
        for item in score.items:
            for heading in {item.heading.value, "total"} & set(found):
                found[heading] += item.points if item.party is self.side else -item.points
        computed = ", ".join(
            f"{points} for {name}" if name != "total" else f"{points} in all" for name, points in found.items()
        )
        return _found(found == dict(self.points), computed, f"{rules.title}.")


@dataclass(frozen=True, slots=True)
class AnsweredPosition:
    """A question on a view that an author answers himself: any of `answers` is his, or `but` for one."""

    view: View
    question: Question
    answers: tuple[str, ...]

    def is_met_by(self, written: str) -> bool:
        """Whether an answer, in writing, is the author’s."""
        refused = [answer.removeprefix(_NOT) for answer in self.answers if answer.startswith(_NOT)]
        return written not in refused if refused else written in self.answers


_NOT = "not "
_FILLED = "the lowest and the highest small cards"
SCORES = tuple((us, them) for us in (0, 12, 24) for them in (0, 12, 24))
"""The scores at which advice is asked for if the author’s is lost."""


class Ought(Statement):
    """What a hand ought to do by the author’s rules."""

    @abstractmethod
    def asked(self, subject: ClaimSubject) -> tuple[AnsweredPosition, ...] | str:
        """The questions to the author’s rules, at several scores if the author’s is lost. Or why there are none."""

    def judge(self, subject: ClaimSubject) -> Judgement:
        """See `Statement`; by the author’s rules on what the seat could see."""
        asked = self.asked(subject)
        if isinstance(asked, str):
            return _cannot(asked)
        author = AUTHORITIES.get(subject.source)
        if author is None:
            return _cannot("The tutor does not apply this author’s rules.")
        judged = [self._judge(one, author.advise(one.view, one.question, widely=True)) for one in asked]
        if len({one.verdict for one in judged}) > 1:
            scores = {one.view.standing for one in asked}
            hangs = "The score is not known" if len(scores) > 1 else "Not every card of the hand is given"
            return _cannot(f"{hangs}, and the advice depends on it.")
        if subject.partial is None or judged[0].verdict is ClaimVerdict.CANNOT:
            return judged[0]
        hands = len({one.view.hand for one in asked})
        how = f"{judged[0].how} This is with {_FILLED if hands > 1 else 'small cards'} in place of the unknown ones."
        return Judgement(judged[0].verdict, " or ".join(dict.fromkeys(one.computed for one in judged)), how)

    @staticmethod
    def _judge(asked: AnsweredPosition, advice: Advice | Silent) -> Judgement:
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

    def asked(self, subject: ClaimSubject) -> tuple[AnsweredPosition, ...] | str:
        """See `Ought`: the dealer first, the partner when it was left to them, others after the given calls."""
        hands = _whole(subject, self.seat)
        if not hands:
            return _NOT_WHOLE
        at = self.score or subject.score
        dealer = self.after[0].seat if self.after else subject.dealer or Seat.SOUTH
        before = self._before(subject, dealer)
        if before is None:
            return "The earlier calls are not given."
        scores = [at if self.seat.side is Side.NS else at[::-1]] if at else SCORES
        views = [View(self.seat, dealer, hand, before, Standing(us, them)) for hand in hands for us, them in scores]
        question = next((one for one in fitting(views[0]) if one.is_of_calls and self._may_answer(one)), None)
        return (
            tuple(AnsweredPosition(view, question, self.calls) for view in views)
            if question
            else "None of the author’s questions fits it."
        )

    def _before(self, subject: ClaimSubject, dealer: Seat) -> Calling | None:
        """The calls before the seat’s own, as given. For the dealer’s partner at bridge: the dealer leaves it."""
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


def _whole(subject: ClaimSubject, seat: Seat) -> tuple[Hand, ...]:
    """The hand of a seat. If its small cards are not named, hands that fit. None if suits are not given."""
    hand = subject.hands[seat]
    if hand is not None and len(hand) == 13:
        return (hand,)
    partial = subject.partial
    return tuple(partial.fillings()) if partial and partial.is_whole else ()


_NOT_DECLARED = "The declaration is not given."
_NOT_OPENED = "The author’s rules do not open this suit from any hand tried."
_NOT_AN_OPENING = "It is not an opening lead, and the earlier tricks are not given."
_NOT_WHOLE = "Some suits of the hand are not given, and the author’s rules look at all of them."


@dataclass(frozen=True, slots=True)
class OughtToLead(Ought):
    """By the author’s rules a hand is opened with one of these cards.

    A card is written `HK`, as `Hx` if any small one will do, or as `lowest H`, `highest H`. `after` are the calls where
    they are supposed, without the passes at the end; `agreed` the conventions, as `View.agreed` names them.
    """

    seat: Seat
    cards: tuple[str, ...]
    is_undoubled: bool = False
    after: tuple[Said, ...] = ()
    agreed: frozenset[str] = frozenset()

    def asked(self, subject: ClaimSubject) -> tuple[AnsweredPosition, ...] | str:
        """See `Ought`; of a single suit, what is led from it in whole hands in which it is the suit to open."""
        partial = subject.partial
        if subject.calling is None and partial is None:
            return _NOT_DECLARED
        if partial is not None and partial.trumps == "either":
            return _NOT_AN_OPENING
        asked = tuple(one for case in self._cases(subject) for one in self._opened(subject, case))
        return asked or (_NOT_DECLARED if partial is None or partial.trumps is None else _NOT_OPENED)

    def _cases(self, subject: ClaimSubject) -> Iterator[tuple[AnsweredPosition, ...]]:
        """What may be asked: in each case of one of several hands, which differ only in what decides nothing."""
        own, partial = subject.hands[self.seat], subject.partial
        whole = own if own is not None and len(own) == 13 else None
        if subject.calling is not None:
            if whole is not None:
                yield (self._ask(subject, whole, self._undoubled(subject.calling)),)
            return
        assert partial is not None, "no question is asked about an empty hand"  # noqa: S101
        is_auction = subject.code.startswith("auction")
        for denomination in self._declared(partial, only_red=not is_auction):
            calling = self._calling(denomination, is_auction=is_auction)
            for hands in ((whole,),) if whole is not None else partial.cases(denomination):
                yield tuple(self._ask(subject, hand, calling) for hand in hands)

    def _ask(self, subject: ClaimSubject, hand: Hand, calling: Calling) -> AnsweredPosition:
        view = View(self.seat, calling.dealer, hand, calling, leader=subject.leader or self.seat, agreed=self.agreed)
        cards = tuple(card for text in self.cards for card in _meant(text, hand, subject.partial))
        return AnsweredPosition(view, Question.LEAD, cards)

    def _opened(self, subject: ClaimSubject, case: tuple[AnsweredPosition, ...]) -> tuple[AnsweredPosition, ...]:
        """The first hand of a case in which the author opens a suit that is given; the first, if he ought not to."""
        author = AUTHORITIES.get(subject.source)
        refuses = all(text.startswith(_NOT) for text in self.cards)
        if len(case) == 1 or refuses or author is None or subject.partial is None:
            return case[:1]
        for one in case:
            advice = author.advise(one.view, one.question, widely=True)
            cards = (*advice.answers, *advice.acceptable) if isinstance(advice, Advice) else ()
            if any(isinstance(card, Card) and card.suit in subject.partial.holdings for card in cards):
                return (one,)
        return ()

    def _declared(self, partial: PartialHand, *, only_red: bool) -> tuple[Denomination, ...]:
        """What was declared. Of other suits only the red: a dealer who names a black suit may be weak (p. 138)."""
        named = Calling(self.after[0].seat, self.after).declaration if self.after else None
        return (named.denomination,) if named else partial.denominations(only_red=only_red)

    def _calling(self, denomination: Denomination, *, is_auction: bool) -> Calling:
        """The calls supposed, or else that the player on the right, who deals, named it; everybody content with it."""
        dealer = self.after[0].seat if self.after else self.seat.right
        naming = Bid(1, denomination) if is_auction else Declare(denomination)
        calling = Calling(dealer, self.after or (Said(dealer, naming),))
        if is_auction:
            for seat in calling.said[-1].seat.left.round()[:3]:
                calling = calling.after(seat, Pass())
        return calling

    def _undoubled(self, calling: Calling) -> Calling:
        if not self.is_undoubled:
            return calling
        return Calling(calling.dealer, tuple(said for said in calling if not isinstance(said.call, Double)))


def _meant(text: str, hand: Hand, partial: PartialHand | None) -> Iterator[str]:
    """The cards of a hand that a claim means by a text: `HK`, `not HK`, `Hx`, `lowest H`, `highest H`."""
    which, _, letter = text.partition(" ")
    if which in ("lowest", "highest"):
        suit = Suit.parse(letter)
        yield str(Card(suit, hand[suit].lowest if which == "lowest" else hand[suit].highest))
        return
    refused, card = (_NOT, text.removeprefix(_NOT)) if text.startswith(_NOT) else ("", text)
    if not card.endswith(UNNAMED):
        yield f"{refused}{Card.parse(card)}"
        return
    suit = Suit.parse(card[0])
    named = partial.holdings.get(suit, "") if partial else ""
    small = (rank for rank in hand[suit] if rank.letter in SMALL and rank.letter not in named)
    yield from (f"{refused}{Card(suit, rank)}" for rank in small)


@dataclass(frozen=True, slots=True)
class Sum(Statement):
    """An arithmetic of the author’s: `46 + 132 = 178`."""

    text: str

    def judge(self, subject: ClaimSubject) -> Judgement:
        """See `Statement`; by arithmetic."""
        del subject
        left, right = self.text.split("=")
        found, claimed = _value(left), _value(right)
        return _found(found == claimed, f"{left.strip()} = {found}", "Arithmetic.")


@dataclass(frozen=True, slots=True)
class TrialStatement(Statement):
    """A hand like this brings the tricks of the trial at least as often as a chance says."""

    trial: Trial
    chance: Fraction

    def judge(self, subject: ClaimSubject) -> Judgement:
        """See `Statement`; by deals made at random, where their bounds leave no doubt."""
        del subject
        found = self.trial.run()
        enough = found.is_at_least(self.chance)
        how = (
            f"{self.trial.deals} random deals with this hand, the lead by the author’s rules, and then double dummy. "
            f"The bounds hold in 99 of 100 such trials. The author says {float(self.chance):.0%} at least. With open "
            "hands the opponents make no mistakes, so at a table it happens somewhat more often."
        )
        words = f"{self.trial.tricks} tricks or more {found}"
        return _cannot(f"{words}. This does not decide it. {how}") if enough is None else _found(enough, words, how)


@dataclass(frozen=True, slots=True)
class Undecidable(Statement):
    """What no computation can settle, and why."""

    why: str

    def judge(self, subject: ClaimSubject) -> Judgement:
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
