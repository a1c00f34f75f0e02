"""A position to compare the authors on: as its form and its address write it, and as it is read.

The fields are those of a line of positions (see `tutor.library.positions`). What is left empty goes by the usual
seats: A deals, and declares or bids; Y leads; B is dummy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import takewhile

from flask import request, url_for

from tutor.auction import Bid, Calling, Denomination, Pass
from tutor.authorities.fitting import fitting, require_asked
from tutor.authorities.rules import Question
from tutor.cards import Card, Suit
from tutor.errors import Impossible, Malformed, TutorError
from tutor.library.fields import CALL_WORDS, read_said
from tutor.library.positions import PositionQuestion, read_position, write_position
from tutor.library.possible import wrong_with_score
from tutor.play import Trick
from tutor.seats import Seat
from tutor.view import View
from tutor.web.formatting import QUESTIONS
from tutor.web.practise.own_hand import any_hand

WHIST, BRIDGE, AUCTION = "whist", "bridge", "auction"
LEFT = "declare after partner"
"""The dealer has left the declaration to partner, who is asked."""

_OF_PLAY = (Question.SECOND, Question.THIRD, Question.FOURTH, Question.TRUMP, Question.DISCARD, Question.SIGNAL)
_OF_GAME: Mapping[str, tuple[Question, ...]] = {
    WHIST: (Question.LEAD, Question.RETURN, *_OF_PLAY),
    BRIDGE: (Question.DECLARE, Question.DOUBLE, Question.LEAD, Question.RETURN, Question.MANAGE, *_OF_PLAY),
    AUCTION: (Question.BID, Question.LEAD, Question.RETURN, Question.MANAGE, *_OF_PLAY),
}
_LINES = ("seat", "dealer", "hand", "calls", "exposed", "shown", "agreed", "leader", "tricks", "trick", "trumps")
"""The fields that are written in a line of positions as they stand here."""


def questions() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What can be asked, by game: the value of each choice and its words."""
    for game, asked in _OF_GAME.items():
        chosen = [(f"{game} {question.value}", QUESTIONS[question]) for question in asked]
        if game == BRIDGE:
            chosen.insert(1, (f"{game} {LEFT}", "What to declare when the dealer leaves it to you"))
        yield game.capitalize(), chosen


@dataclass(frozen=True, slots=True)
class PositionForm:
    """What is written of a position, field by field, and what is asked of it."""

    asked: str = f"{BRIDGE} {Question.DECLARE.value}"
    hand: str = ""
    trumps: str = ""
    us: str = "0"
    them: str = "0"
    trick: str = ""
    tricks: str = ""
    exposed: str = ""
    calls: str = ""
    shown: str = ""
    seat: str = ""
    dealer: str = ""
    leader: str = ""
    ahead: str = "0"
    agreed: str = ""

    @classmethod
    def of_request(cls) -> PositionForm:
        """What the address of a request writes; also as addresses wrote it when four questions could be asked."""
        written = {field.name: request.args[field.name].strip() for field in fields(cls) if field.name in request.args}
        if "part" in request.args:
            written |= _of_a_part(request.args["part"], written.get("trumps", "N"), request.args.get("doubled", ""))
        return cls(**written)

    @classmethod
    def of(cls, view: View, question: Question) -> PositionForm:
        """The form that writes a position."""
        _, *parts = write_position(question, view).split(" | ")
        written = {name: text for name, _, text in (part.partition(" ") for part in parts)}
        us, them, ahead = written.pop("score", "0 0 0").split()
        return cls(f"{_game_of(view, question)} {question.value}", us=us, them=them, ahead=ahead, **written)

    @property
    def address(self) -> str:
        """Where the authors are compared on the position."""
        standard = PositionForm()
        written = {field.name: getattr(self, field.name) for field in fields(self)}
        return url_for(
            "masters.index", **{name: text for name, text in written.items() if text != getattr(standard, name)}
        )

    @property
    def is_unusual(self) -> bool:
        """Whether anything is written of what goes without saying."""
        return bool(self.seat or self.dealer or self.leader or self.shown or self.agreed or self.ahead not in ("", "0"))

    def position(self) -> PositionQuestion:
        """The position that is written. Raises `TutorError`."""
        game, _, asked = self.asked.partition(" ")
        left = asked == LEFT
        question = Question.DECLARE if left else next((one for one in Question if one.value == asked), None)
        if question is None or question not in _OF_GAME.get(game, ()):
            raise Malformed("question", self.asked, "the questions are those of the list", "Choose one")
        written = {name: getattr(self, name) for name in _LINES} | self._filled(game, question, left=left)
        written["score"] = f"{self._points(game, self.us)} {self._points(game, self.them)} {_whole(self.ahead)}"
        is_play = not question.is_of_calls
        parts = [f"{name} {text}".rstrip() for name, text in written.items() if text or (name == "trick" and is_play)]
        try:
            found = read_position(" | ".join([question.value, *parts]))
        except Malformed as error:
            raise Impossible(error.why, error.mend) if error.kind == "view" else error from None
        require_asked(found.view, question)
        return found

    def _filled(self, game: str, question: Question, *, left: bool) -> dict[str, str]:
        """What is written in any notation as a line of positions has it, and the usual where nothing is written."""
        hand = any_hand(self.hand)
        if question.is_of_calls or question is Question.LEAD:
            hand.require(13, self.hand)
        if question.is_of_calls:
            calls = self.calls or ("A leaves it" if left else _usual_calls(game, self.trumps, question))
            seat = self.seat or ("B" if left else "Y" if question is Question.DOUBLE else _next_to_speak(calls))
            nothing = dict.fromkeys(("trick", "tricks", "trumps", "exposed"), "")
            return nothing | {"hand": str(hand), "calls": calls, "seat": seat}
        calls = "" if game == WHIST else self.calls or _usual_calls(game, self.trumps, question)
        trumps = _declared(calls) if calls else _trumps(self.trumps)
        first = self.leader or self._usual_leader(question)
        tricks, leader = _tricks(self.tricks, first, trumps)
        trick, to_play = _trick(self.trick, leader)
        return {
            "hand": str(hand),
            "calls": calls,
            "exposed": _exposed(self.exposed),
            "tricks": tricks,
            "trick": trick,
            "seat": self.seat or ("A" if question is Question.MANAGE else to_play),
            "leader": "" if tricks or trick else leader,
            "trumps": "" if calls else trumps.letter if trumps else "none",
        }

    def _usual_leader(self, question: Question) -> str:
        """The leader where none is written: Y to the first trick; who makes it somebody else’s turn than dummy’s."""
        cards = len(_words(self.trick))
        is_later = self.tricks or question in (Question.LEAD, Question.RETURN)
        return "Y" if is_later or cards in (0, 2) or self.asked.startswith(WHIST) else "A"

    @staticmethod
    def _points(game: str, text: str) -> int:
        points = _whole(text or "0")
        wrong = "it is below nought" if points < 0 else None if game == WHIST else wrong_with_score(points)
        if wrong:
            raise Malformed("score", text, "each side has an even number of points from 0 to 28", "Write such a number")
        return points


def comparison_url(view: View, question: Question | None = None) -> str | None:
    """Where the authors are compared on a view; None where none can be asked, or no form can write it down.

    Where no question is named, it is what is to be decided there.
    """
    asked = question or question_at(view)
    if asked is None:
        return None
    try:
        form = PositionForm.of(view, asked)
        return form.address if _bare(form.position().view) == _bare(view) else None
    except (TutorError, KeyError):
        return None


def _bare(view: View) -> View:
    """A view without what goes without saying before the first card."""
    is_begun = bool(view.played())
    leader = None if view.leader is view.dealer.left else view.leader
    if is_begun:
        return replace(view, leader=leader)
    return replace(view, leader=leader, trick=None, trumps=None if view.declaration else view.trumps)


def question_at(view: View) -> Question | None:
    """What is to be decided on a view."""
    return next((question for question in fitting(view) if question is not Question.SIGNAL), None)


def _game_of(view: View, question: Question) -> str:
    if question is Question.BID or any(isinstance(said.call, Bid | Pass) for said in view.calling):
        return AUCTION
    return BRIDGE if question.is_of_calls or view.declaration else WHIST


def _of_a_part(part: str, trumps: str, doubled: str) -> dict[str, str]:
    """The fields for what an address once named by the part of who holds the hand."""
    asked = {"dealer": "declare", "partner": LEFT, "leader": "lead"}.get(part, part)
    if part != "leader":
        return {"asked": f"{AUCTION} bid" if part == "bidder" else f"{BRIDGE} {asked}", "trumps": ""}
    named = next((one for one in Denomination if one.letter == trumps), None)
    if named is None:
        return {"asked": f"{BRIDGE} lead", "trumps": trumps}
    said = f"A declares {named.word}"
    doubles = {"me": ", Y doubles", "partner": ", Y is content, Z doubles"}.get(doubled, "")
    return {"asked": f"{BRIDGE} lead", "calls": f"{said}{doubles}", "trumps": ""}


def _whole(text: str) -> int:
    sign, figures = (-1, text[1:]) if text[:1] in ("-", "−") else (1, text)
    if not figures.isdecimal() or len(figures) > 3:
        raise Malformed("score", text, "it is a whole number; each side has from 0 to 28", "Write a number")
    return sign * int(figures)


def _trumps(text: str) -> Suit | None:
    return None if text in ("", "none") else Denomination.parse(text).trumps


def _usual_calls(game: str, trumps: str, question: Question) -> str:
    """The calls where none are written: A names the trumps, at auction for the odd trick, and all pass."""
    if game == WHIST or question in (Question.DECLARE, Question.BID):
        return ""
    named = Denomination.of(_trumps(trumps))
    if game == BRIDGE:
        return f"A declares {named.word}"
    return f"A {CALL_WORDS[Bid(1, named)]}, Y passes, B passes, Z passes"


def _declared(calls: str) -> Suit | None:
    """The trumps that written calls end in. Raises `TutorError`."""
    calling = Calling(Seat.SOUTH)
    for said in calls.split(","):
        calling = calling.after(*read_said(said.strip()))
    return calling.declaration.trumps if calling.declaration else None


def _next_to_speak(calls: str) -> str:
    """Whose turn it is at auction, and at the beginning of bridge: on the left of who spoke last."""
    last = calls.rpartition(", ")[2][:1]
    return Seat.labelled(last).left.label if last else "A"


def _words(text: str) -> list[str]:
    """The cards of a trick, their players struck out."""
    return [word for word in text.upper().replace(",", " ").replace("10", "T").split() if len(word) > 1]


def _trick(text: str, leader: str) -> tuple[str, str]:
    """A trick as a line of positions has it, and whose turn it then is. The players may be left out."""
    named = next(takewhile(lambda word: len(word) == 1, text.upper().replace(",", " ").split()), leader)
    seat = Seat.labelled(named)
    cards = [Card.parse(word) for word in _words(text)]
    if len(cards) > 4:
        raise Malformed("trick", text, f"it has {len(cards)} cards", "Write four at most, in the order of play")
    trick = Trick(seat, tuple(cards))
    return ", ".join(f"{one.label} {card}" for one, card in trick.items()), trick.to_play.label


def _tricks(text: str, leader: str, trumps: Suit | None) -> tuple[str, str]:
    """The tricks before this one, a line or a semicolon between them, and who leads to the next."""
    read: list[str] = []
    for line in filter(None, (part.strip() for part in text.replace("\n", ";").split(";"))):
        written, _ = _trick(line, leader)
        cards = [part.split() for part in written.split(", ")]
        if len(cards) != 4:
            raise Malformed("trick", line, f"it has {len(cards)} cards where 4 are needed", "Write the whole trick")
        trick = Trick(Seat.labelled(cards[0][0]), tuple(Card.parse(card) for _, card in cards))
        leader = trick.winner(trumps).label
        read.append(written)
    return "; ".join(read), leader


def _exposed(text: str) -> str:
    """The open hands with their players, as a line of positions has them; a hand alone is dummy’s, B’s."""
    if not text or text[:2] in ("A ", "Y ", "B ", "Z "):
        return text
    return f"B {any_hand(text)}"
