"""A position on which the authors are compared: its form, its address, and how both are read.

The fields are those of a line of positions (see `tutor.library.positions`). An empty field stands for the usual seat:
A deals, and declares or bids. Y leads. B is dummy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import takewhile

from flask import request, url_for
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

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
from tutor.wording import figured

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


GAMES = {WHIST: lazy_gettext("Whist"), BRIDGE: lazy_gettext("Bridge"), AUCTION: lazy_gettext("Auction")}


def questions() -> Iterator[tuple[LazyString, list[tuple[str, LazyString]]]]:
    """The questions that can be asked, by game: the value of each choice and its words."""
    for game, asked in _OF_GAME.items():
        chosen = [(f"{game} {question.value}", QUESTIONS[question]) for question in asked]
        if game == BRIDGE:
            chosen.insert(1, (f"{game} {LEFT}", lazy_gettext("What to declare when the dealer leaves it to you")))
        yield GAMES[game], chosen


@dataclass(frozen=True, slots=True)
class PositionForm:
    """A position as it is written, field by field, and the question about it."""

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
        """The fields in the address of a request, or in an address from when there were only four questions."""
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
        """The address of the page that compares the authors on the position."""
        standard = PositionForm()
        written = {field.name: getattr(self, field.name) for field in fields(self)}
        return url_for(
            "masters.index", **{name: text for name, text in written.items() if text != getattr(standard, name)}
        )

    @property
    def is_unusual(self) -> bool:
        """Whether any field that is usually empty is filled."""
        return bool(self.seat or self.dealer or self.leader or self.shown or self.agreed or self.ahead not in ("", "0"))

    def position(self) -> PositionQuestion:
        """The position that the fields write. Raises `TutorError`."""
        game, _, asked = self.asked.partition(" ")
        left = asked == LEFT
        question = Question.DECLARE if left else next((one for one in Question if one.value == asked), None)
        if question is None or question not in _OF_GAME.get(game, ()):
            raise Malformed("question", self.asked, "it is not in the list", "Choose a question of the list")
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
        """The fields as a line of positions writes them. Empty fields become what is usual."""
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
        """The leader if none is written: Y, unless the turn would then be dummy’s in the first trick."""
        cards = len(_words(self.trick))
        is_later = self.tricks or question in (Question.LEAD, Question.RETURN)
        return "Y" if is_later or cards in (0, 2) or self.asked.startswith(WHIST) else "A"

    @staticmethod
    def _points(game: str, text: str) -> int:
        points = _whole(text or "0")
        wrong = "it is below 0" if points < 0 else None if game == WHIST else wrong_with_score(points)
        if wrong:
            raise Malformed("score", text, "each side has an even number of points from 0 to 28", "Write such a number")
        return points


def comparison_url(view: View, question: Question | None = None) -> str | None:
    """The address that compares the authors on a view. None if no author can be asked, or no form can write it.

    Without a question, it asks for the next decision on the view.
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
    """A view without the fields that are known before the first card."""
    is_begun = bool(view.played())
    leader = None if view.leader is view.dealer.left else view.leader
    if is_begun:
        return replace(view, leader=leader)
    return replace(view, leader=leader, trick=None, trumps=None if view.declaration else view.trumps)


def question_at(view: View) -> Question | None:
    """The next decision on a view."""
    return next((question for question in fitting(view) if question is not Question.SIGNAL), None)


def _game_of(view: View, question: Question) -> str:
    if question is Question.BID or any(isinstance(said.call, Bid | Pass) for said in view.calling):
        return AUCTION
    return BRIDGE if question.is_of_calls or view.declaration else WHIST


def _of_a_part(part: str, trumps: str, doubled: str) -> dict[str, str]:
    """The fields of an old address, which named the part of the player instead."""
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
        raise Malformed("score", text, "it is not a whole number of up to 3 digits", "Write such a number")
    return sign * int(figures)


def _trumps(text: str) -> Suit | None:
    return None if text in ("", "none") else Denomination.parse(text).trumps


def _usual_calls(game: str, trumps: str, question: Question) -> str:
    """The calls if none are written: A names the trumps, at auction for the odd trick, and all pass."""
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
    """The next player to call at auction, and at the beginning of bridge: the one to the left of the last."""
    last = calls.rpartition(", ")[2][:1]
    return Seat.labelled(last).left.label if last else "A"


def _words(text: str) -> list[str]:
    """The cards of a trick, without their players."""
    return [word for word in text.upper().replace(",", " ").replace("10", "T").split() if len(word) > 1]


def _trick(text: str, leader: str) -> tuple[str, str]:
    """A trick as a line of positions writes it, and the next player. The text may leave the players out."""
    named = next(takewhile(lambda word: len(word) == 1, text.upper().replace(",", " ").split()), leader)
    seat = Seat.labelled(named)
    cards = [Card.parse(word) for word in _words(text)]
    if len(cards) > 4:
        raise Malformed("trick", text, f"it has {len(cards)} cards", "Write at most 4, in the order of play")
    trick = Trick(seat, tuple(cards))
    return ", ".join(f"{one.label} {card}" for one, card in trick.items()), trick.to_play.label


def _tricks(text: str, leader: str, trumps: Suit | None) -> tuple[str, str]:
    """The tricks before this one, separated by lines or semicolons, and the leader to the next."""
    read: list[str] = []
    for line in filter(None, (part.strip() for part in text.replace("\n", ";").split(";"))):
        written, _ = _trick(line, leader)
        cards = [part.split() for part in written.split(", ")]
        if len(cards) != 4:
            raise Malformed("trick", line, f"it has {figured(len(cards), 'card')} and needs 4", "Write the whole trick")
        trick = Trick(Seat.labelled(cards[0][0]), tuple(Card.parse(card) for _, card in cards))
        leader = trick.winner(trumps).label
        read.append(written)
    return "; ".join(read), leader


def _exposed(text: str) -> str:
    """The open hands with their players, as a line of positions writes them. A hand alone is dummy’s, B’s."""
    if not text or text[:2] in ("A ", "Y ", "B ", "Z "):
        return text
    return f"B {any_hand(text)}"
