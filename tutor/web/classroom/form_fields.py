"""The fields of the form for lessons and hands: one description, from which the form is drawn, read and written.

Each class is a mapping of the text, and each field of it a key there (see `form_parts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flask_babel import lazy_gettext as _
from wtforms import HiddenField

from tutor.auction import Bid, Call, Declare
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Question
from tutor.citations import SOURCES
from tutor.codes import CODES
from tutor.library.content_text import TextPart
from tutor.library.fields import CALLS
from tutor.library.lesson_blocks import BLOCKS
from tutor.library.lesson_files import ASKING
from tutor.library.yaml_text import Data
from tutor.web.classroom.form_parts import (
    COMMENTS,
    SEATS,
    Cards,
    Choice,
    Entries,
    Inner,
    Line,
    Lines,
    Number,
    OpenSeats,
    Paragraphs,
    Part,
    Reasons,
    Rows,
    Seats,
    Words,
)

# ---- what hands have -------------------------------------------------------------------------------------------------

_SEAT = [(seat, seat) for seat in SEATS]
_MAYBE_SEAT = [("", "–"), *_SEAT]
_SUITS = [("spades", _("spades")), ("hearts", _("hearts")), ("diamonds", _("diamonds")), ("clubs", _("clubs"))]
_LETTERS = [("S", _("spades")), ("H", _("hearts")), ("D", _("diamonds")), ("C", _("clubs")), ("none", _("no trumps"))]
_BOOKS = [("", _("Your teacher’s own")), *((key, source.author) for key, source in SOURCES.items())]
_HAND_FORM = _("Choose cards below, or write them as S:AKJ762 H:765 C:4 D:A43")
_NOTE_CARDS = _("{Y HK} is the king of hearts in Y’s hand, {Y HK, trick 3} as it is played.")


class FourHands(Part):
    """The four hands."""

    cards = tuple((seat, seat) for seat in SEATS)

    A = Cards("A", attributes={"data-seat": "A"})
    Y = Cards("Y", attributes={"data-seat": "Y"})
    B = Cards("B", attributes={"data-seat": "B"})
    Z = Cards("Z", attributes={"data-seat": "Z"})


class BothSides(Part):
    """A number for each side."""

    AB = Number(_("A and B"))
    YZ = Number(_("Y and Z"))


class Comment(Part):
    """A comment on the whole, with its place where it is from a book."""

    more = ("page", "lines")

    text = Paragraphs(_("Comment"), description=_NOTE_CARDS)
    page = Number(_("Page in the book"))
    lines = Words(_("Lines of the text"))


class TrickNote(Part):
    """A comment on a trick."""

    more = ("seat", "page", "lines")

    trick = Number(_("Trick"), attributes={"min": 1, "max": 13})
    text = Paragraphs(_("Note"), description=_NOTE_CARDS)
    tells = Seats(_("Hidden hands that the note speaks of"))
    seat = Choice(_("Shown as soon as this player has played"), _MAYBE_SEAT)
    page = Number(_("Page in the book"))
    lines = Words(_("Lines of the text"))


_OF_BOOK = ("source", "pages", "lines", "illustrates")
_ADD_COMMENT: Mapping[str, Any] = {"comment": _("Add a comment")}


class _WholeHand(Part):
    """What every hand has: its title, its comments, and its place where it is from a book."""

    title = Line(_("Title"), always=True, description=_("It must not give the answer away."))
    says = Entries(_("Comments on the whole"), {"comment": Comment}, one=_("Comment"), adds=_ADD_COMMENT)
    source = Choice(_("Book"), _BOOKS)
    pages = Words(_("First and last page"))
    lines = Words(_("First and last line of its text"))
    illustrates = Words(_("Rules that it illustrates"))


class HandForm(_WholeHand):
    """A hand of thirteen cards each: a deal, or a game with its play."""

    more = ("result", "score", "brought_from", *_OF_BOOK)
    last = ("says",)
    other_keys: ClassVar = {"after": "says", "facts": "play"}

    hand_kind = HiddenField()
    code = Choice(_("Laws"), [(key, code.title) for key, code in CODES.items()], always=True)
    dealer = Choice(_("Dealer"), _SEAT, always=True)
    hands = Inner(_("The four hands"), FourHands, always=True)
    calls = Lines(
        _("Calls"),
        description=_("One on each line: A declares hearts. B leaves it. Z bids 1 heart. Y doubles. A passes."),
        attributes={"data-calls": "", "rows": 4},
    )
    play = Lines(
        _("Play"),
        description=_("Leave it empty, or write all 13 tricks, one on each line: Y HK, B H2, Z H9, A H5."),
        attributes={"data-play": "", "rows": 6},
    )
    result = Inner(_("Tricks won, if the play is not to say it"), BothSides)
    notes = Entries(_("Notes on tricks"), {"note": TrickNote}, one=_("Note"), adds={"note": _("Add a note on a trick")})
    score = Inner(_("Score before the deal"), BothSides)
    brought_from = Line(_("Where the hand is from"))

    @classmethod
    def shown(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        rest = dict(data)
        kind = rest.pop("kind", "deal")
        if kind == "game" and "after" in rest:
            rest["says"] = rest.pop("after")
        return {**super().shown(rest), "hand_kind": kind}

    def written(self) -> dict[str, Data]:
        made = super().written()
        is_played = bool({"play", "notes"} & made.keys())
        kind = "game" if is_played or (self.hand_kind.data == "game" and self.kept_keys) else "deal"
        if kind == "game" and "says" in made:
            made["after"] = made.pop("says")
        return {"kind": kind, **made}


class EndingForm(_WholeHand):
    """An ending: some cards of each player, and what can be done with them."""

    more = _OF_BOOK
    last = ("says",)

    hands = Inner(_("The four hands"), FourHands, always=True)
    trumps = Choice(_("Trumps"), [*_SUITS, ("none", _("no trumps"))], always=True)
    leader = Choice(_("Leader"), _SEAT, always=True)
    goal = Line(_("The task"), always=True)
    line = Lines(_("The best play"), always=True, description=_("One card on each line: A SK."), attributes={"rows": 8})
    result = Line(_("The result"), always=True)

    @classmethod
    def shown(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return super().shown({key: value for key, value in data.items() if key != "kind"})

    def written(self) -> dict[str, Data]:
        return {"kind": "problem", **super().written()}


# ---- what lessons have -----------------------------------------------------------------------------------------------


class Passage(Part):
    """A place in a book."""

    source = Choice(_("Book"), [("", "–"), *_BOOKS[1:]])
    page = Line(_("Page"))
    lines = Words(_("First and last line of its text"))


class CardsShown(Part):
    """Cards to look at."""

    other_keys: ClassVar = {"hand": "single"}
    cards = (("single", _("One hand")),)

    single = Cards(_("One hand"), "hand", attributes={"data-seat": ""}, description=_HAND_FORM)
    hands = Inner(_("Or several hands"), FourHands)
    of = Line(_("Or the name of a hand of yours, or of the tutor’s"), attributes={"list": "own-hands"})
    holding = Line(_("Or cards of a suit"), "cards", description=_("H:KJ5. An x is any small card."))
    caption = Line(_("Caption"))


class _Step(Part):
    kind = HiddenField()


class TextStep(_Step):
    """Running text."""

    markdown = Paragraphs(
        _("Text"), attributes={"rows": 5}, description=_("*emphasis*, **strong**, ## heading, {HK} for a card")
    )


class CardsStep(CardsShown):
    """Cards to look at, as a step."""

    word = "hand"
    kind = HiddenField()


class OptionPart(Part):
    """An option: what it says, how good it is, and why."""

    other_keys: ClassVar = {"right": "verdict", "acceptable": "verdict"}

    says = Line(_("Option"), always=True)
    verdict = Choice(
        _("It is"), [("wrong", _("wrong")), ("acceptable", _("acceptable")), ("right", _("right"))], "right"
    )
    why = Line(_("Reason"))

    @classmethod
    def shown(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        rest = dict(data)
        verdicts = [key for key in ("right", "acceptable") if str(rest.get(key, "")).lower() in _YES]
        for key in ("right", "acceptable"):
            if str(rest.get(key, "no")).lower() in (*_YES, *_NO):
                rest.pop(key, None)
        return {**super().shown(rest), "verdict": verdicts[0] if verdicts else "wrong"}

    def written(self) -> dict[str, Data]:
        made = super().written()
        if self.verdict in self._shown():
            said = made.pop("right", "wrong")
            if said != "wrong":
                made["acceptable" if said == "acceptable" else "right"] = "yes"
        return {key: made[key] for key in sorted(made, key=lambda key: _OPTION_ORDER.get(key, 9))}


_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")
_OPTION_ORDER = {"says": 0, "right": 1, "acceptable": 1, "why": 2}


class _Asking(_Step):
    """What everything has that asks something."""

    word = "question"

    more: ClassVar[tuple[str, ...]] = ("shows", "name", "on", "needs", "cite")

    name = Line(_("Short name, in small letters and hyphens"), always=True)
    on = Words(_("What it practises"), description=_("ids of rules or terms of the tutor, if any"))
    needs = Words(_("What must be known before"))
    cite = Inner(_("Place in a book"), Passage)


class _Question(_Asking):
    """What every question has whose answer the lesson gives."""

    ask = Line(_("Question"), always=True)
    because = Paragraphs(_("Why it is right"), always=True, attributes={"rows": 2})


class ChoiceStep(_Question):
    """A question with options."""

    first = ("ask", "choices")

    choices = Entries(
        _("Options"), {"option": OptionPart}, one=_("Option"), adds={"option": _("Add an option")}, always=True
    )
    shows = Inner(_("Cards beside the question"), CardsShown)


class NumberStep(_Question):
    """A question answered by a whole number."""

    first = ("ask", "number")

    number = Number(_("Answer"), always=True)
    shows = Inner(_("Cards beside the question"), CardsShown)


class ReasonPart(Part):
    """Why an answer is wrong."""

    answer = Line(_("Answer"), description=_("a card or a call as above; * for any other"))
    why = Line(_("Reason"))


class ViewPart(Part):
    """What one player sees."""

    more = ("dealer", "exposed", "tricks", "trumps", "leader")
    cards = (("hand", _("The cards in the hand")),)

    seat = Choice(_("Player to decide"), _SEAT, always=True)
    hand = Cards(_("The cards in the hand"), always=True, description=_HAND_FORM, attributes={"data-seat": ""})
    calls = Lines(
        _("Calls so far"),
        description=_("One on each line: A declares hearts. Z bids 1 heart."),
        attributes={"data-calls": "", "rows": 3},
    )
    trick = Line(_("Cards played to this trick"), description=_("In order, as Y HK, B H2"))
    dealer = Choice(_("Dealer"), [("", "–"), *_SEAT])
    exposed = Inner(_("Hands that lie open, such as dummy’s"), FourHands)
    tricks = Lines(
        _("Tricks before"), description=_("One on each line: Y HK, B H2, Z H9, A H5"), attributes={"rows": 3}
    )
    trumps = Choice(_("Trumps, if nothing was called"), [("", "–"), *_LETTERS])
    leader = Choice(_("The leader, if nothing was called"), _MAYBE_SEAT)

    @classmethod
    def shown(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        rest = dict(data)
        if rest.get("trick") == [] and rest.get("tricks"):
            del rest["trick"]
        return super().shown(rest)

    def written(self) -> dict[str, Data]:
        made = super().written()
        return {**made, "trick": []} if made.get("tricks") and "trick" not in made else made


_KEYS = {call: word for word, call in CALLS.items()}


def _singular(word: str) -> str:
    """A call as people write it: `1 heart`."""
    return word.removesuffix("s") if word.startswith("1 ") else word


def _call_words(call: Call) -> Any:
    if isinstance(call, Declare):
        return f"declare {call.denomination.word}"
    if isinstance(call, Bid):
        return f"bid {_singular(f'{call.odd_tricks} {call.denomination.word}')}"
    return {"leave": _("leave it to partner"), "content": _("be content")}.get(_KEYS[call], _KEYS[call])


_PICKED: Mapping[str, Any] = {"data-answers": ""}


class PositionStep(_Question):
    """A card to play or a call to make in a position."""

    first = ("ask", "view", "best", "also")

    view = Inner(_("The position"), ViewPart, always=True)
    best = Line(_("Right card"), always=True, description=_("HK is the king of hearts."), attributes=_PICKED)
    also = Line(_("Also acceptable"), attributes=_PICKED)
    wrong = Reasons(_("Why not another"), {"reason": ReasonPart}, one=_("Reason"), adds={"reason": _("Add a reason")})


_CALLS = [(_singular(word), _call_words(call)) for word, call in CALLS.items()]


class CardStep(PositionStep):
    """A card to play."""


class CallStep(PositionStep):
    """A call to make."""

    best = Choice(_("Right call"), [("", "–"), *_CALLS], always=True)
    also = Line(_("Also acceptable"), description=_("Calls as above, separated by commas"))


_AUTHORS = [(key, SOURCES[key].author if key in SOURCES else key) for key in AUTHORITIES]
_ASKS = [(question.value, question.value) for question in Question]


class AuthorStep(_Asking):
    """A question that the rules of an author answer."""

    more = ("name", "needs")

    authority = Choice(_("Author whose rules answer"), _AUTHORS, always=True)
    asks = Choice(_("What to decide"), _ASKS, always=True)
    view = Inner(_("The position"), ViewPart, always=True)
    on = Words(_("Rules that it practises"), always=True, description=_("ids of rules of this author"))


class MomentPart(Part):
    """A moment of a deal: a card is asked for, or something is said."""

    more = ("hand", "authority", "asks", "matters", "on", "cite")

    trick = Number(_("Trick"), always=True, attributes={"min": 1, "max": 13})
    ask = Line(_("Question"))
    says = Paragraphs(_("Or only say"), attributes={"rows": 2})
    best = Words(_("Right cards"), description=_("HK is the king of hearts. Leave it empty to ask nothing."))
    also = Words(_("Also acceptable"))
    because = Paragraphs(_("Why it is right"), attributes={"rows": 2})
    wrong = Reasons(_("Why not another"), {"reason": ReasonPart}, one=_("Reason"), adds={"reason": _("Add a reason")})
    hand = Choice(_("From whose hand, if not the pupil’s own"), _MAYBE_SEAT)
    authority = Choice(_("Author whose rules answer, if no card is given"), [("", "–"), *_AUTHORS])
    asks = Choice(_("What to decide"), [("", "–"), *_ASKS])
    matters = Choice(
        _("A wrong card"),
        [("", _("may still win")), ("yes", _("loses a trick")), ("convention", _("misleads partner"))],
    )
    on = Words(_("What it practises"))
    cite = Inner(_("Place in a book"), Passage)


class DealStep(_Asking):
    """A deal that the pupil plays, with moments when the lesson asks or says something."""

    word = "deal"
    first = ("ask", "you", "of", "hands", "dealer", "calls", "goal")
    more = (
        *("trumps", "leader", "open", "before", "from_trick", "until", "line", "code"),
        *("name", "on", "needs", "cite"),
    )

    ask = Line(_("The task"), always=True, description=_("What the pupil is to do, as “Win four tricks.”"))
    you = Choice(_("The pupil sits at"), _MAYBE_SEAT)
    of = Line(_("Name of a hand of yours, or of the tutor’s"), attributes={"list": "own-hands"})
    hands = Inner(_("Or the four hands"), FourHands, description=_("As many cards each as tricks are played."))
    dealer = Choice(_("Dealer"), _MAYBE_SEAT)
    calls = Lines(
        _("Calls"),
        description=_("One on each line: A declares hearts. Z bids 1 heart. None at whist."),
        attributes={"data-calls": "", "rows": 3},
    )
    goal = Number(_("Tricks to win"), attributes={"min": 1, "max": 13})
    moments = Entries(_("Moments"), {"moment": MomentPart}, one=_("Moment"), adds={"moment": _("Add a moment")})
    won = Paragraphs(_("Said if the task is done"), always=True, attributes={"rows": 2})
    lost = Paragraphs(_("Said if not"), attributes={"rows": 2})
    trumps = Choice(_("Trumps, if nothing was called"), [("", "–"), *_LETTERS])
    leader = Choice(_("The leader, if nothing was called"), _MAYBE_SEAT)
    open = OpenSeats(_("Hands that lie open"))
    before = Lines(
        _("Tricks before the pupil begins"), description=_("One on each line: Y HK, B H2, Z H9, A H5"),
        attributes={"rows": 3},
    )  # fmt: skip
    from_trick = Number(_("Begins at trick"), "from")
    until = Number(_("Ends after trick"))
    line = Lines(
        _("How the others play"), description=_("The best play from there, a trick on each line"),
        attributes={"rows": 6},
    )  # fmt: skip
    code = Choice(_("Laws"), [("", "–"), *((key, code.title) for key, code in CODES.items())])


class MaximStep(_Step):
    """A maxim in the words of its author."""

    word = "maxim"

    of = Line(_("Maxim of the tutor"), always=True, description=_("its id, as on the page of maxims"))


class TableStep(_Step):
    """A table of words and figures."""

    word = "table"

    caption = Line(_("Caption"), always=True)
    head = Lines(_("Headings"), always=True, description=_("One on each line"), attributes={"rows": 3})
    rows = Rows(
        _("Rows"), always=True, description=_("One on each line, with | between the cells"), attributes={"rows": 6}
    )


class MastersStep(_Step):
    """A position on which every author is asked."""

    word = "masters"

    asks = Choice(_("What to decide"), _ASKS, always=True)
    view = Inner(_("The position"), ViewPart, always=True)
    says = Line(_("What to look at"), always=True)


class ReplayStep(_Step):
    """A game to replay."""

    word = "replay"

    game = Line(
        _("Game"), always=True, attributes={"list": "own-hands"}, description=_("its name, yours or the tutor’s")
    )
    trick = Number(_("From trick"), "from")
    says = Line(_("What to look at"), always=True)


class OtherStep(_Step):
    """A block that the form shows as it is written: an incident, an experiment, or what cannot be read."""

    block = Choice(_("Block"), [(word, word) for word in (*BLOCKS, *ASKING)])
    text = Paragraphs(
        _("As it is written"),
        attributes={"rows": 8, "class": "code"},
        description=_(
            "This block is edited as text. Incidents, experiments and drawn questions have other parts from one kind "
            "to the next, so a form would hide more than it helps. Faults name the part and stand here."
        ),
    )


STEPS: Mapping[str, type[Part]] = {
    "text": TextStep,
    "cards": CardsStep,
    "choice": ChoiceStep,
    "number": NumberStep,
    "card": CardStep,
    "call": CallStep,
    "replay": ReplayStep,
    "deal": DealStep,
    "author": AuthorStep,
    "masters": MastersStep,
    "maxim": MaximStep,
    "table": TableStep,
    "other": OtherStep,
}
ADDS: Mapping[str, Any] = {
    "text": _("Text"),
    "cards": _("Cards to look at"),
    "choice": _("Question with options"),
    "card": _("Question: play a card"),
    "call": _("Question: make a call"),
    "number": _("Question: a number"),
    "replay": _("Game to replay"),
    "deal": _("Deal to play, with questions"),
    "author": _("Question that an author’s rules answer"),
    "masters": _("Position for all authors"),
    "maxim": _("Maxim"),
    "table": _("Table"),
}
STEP_NAMES: Mapping[str, Any] = {**ADDS, "other": _("Another block")}


class DrillPart(Part):
    """New questions at the end."""

    on = Words(
        _("On rules, terms or maxims of the tutor"), description=_("ids, or term-p* for all that begin like this")
    )
    questions = Number(_("Number of questions"))


class LessonForm(Part):
    """A lesson."""

    more = ("sources", "needs", "teaches", "terms", "drill")

    title = Line(_("Title"), always=True)
    aim = Line(_("Aim"), always=True, description=_("What a learner can do afterwards, in a sentence"))
    steps = Entries(_("Steps"), STEPS, one=_("Step"), adds=ADDS)
    sources = Entries(_("Books that it is from"), {"source": Passage}, one=_("Book"), adds={"source": _("Add a book")})
    needs = Words(_("Lessons to take before"))
    teaches = Words(_("What it teaches"), description=_("ids of rules or terms of the tutor, if any"))
    terms = Words(_("Terms that it shows"))
    drill = Inner(_("New questions at the end"), DrillPart)


# ---- lessons and their steps --------------------------------------------------------------------------------------


def lesson_shown(parts: Sequence[TextPart]) -> dict[str, Any]:
    """What the form shows of the parts of a lesson."""
    front, *others = parts
    return {**LessonForm.shown(_with_comments(front)), "steps": [_step_shown(part) for part in others]}


def _with_comments(part: TextPart) -> dict[str, Any]:
    return {**(part.data or {}), **({COMMENTS: list(part.comments)} if part.comments else {})}


def _step_shown(part: TextPart) -> dict[str, Any]:
    if part.is_prose:
        return {"kind": "text", "markdown": part.text}
    kind = _kind_of(part)
    if kind == "other":
        return {"kind": kind, "block": part.word, "text": part.text}
    return {**STEPS[kind].shown(_with_comments(part)), "kind": kind}


_OF_WORD = {"hand": "cards", **{word: word for word in ("replay", "deal", "masters", "maxim", "table")}}


def _kind_of(part: TextPart) -> str:
    data = part.data
    if data is None:
        return "other"
    if part.word in _OF_WORD:
        return _OF_WORD[part.word]
    if part.word != "question" or "item" in data:
        return "other"
    if "authority" in data:
        return "author"
    if "best" in data:
        first = str(data["best"]).split(",")[0].strip()
        return "call" if f"{first}s" in CALLS or first in CALLS else "card"
    return "other" if "view" in data else "number" if "number" in data else "choice"


def lesson_written(form: LessonForm) -> list[TextPart]:
    """The parts of the lesson that the form says."""
    front = {key: value for key, value in form.written().items() if key != "steps"}
    return [TextPart("front", "", front, tuple(form.comments)), *map(_step_written, form.steps.entries)]


def _step_written(entry: Any) -> TextPart:
    step = entry.form
    if isinstance(step, TextStep):
        return TextPart("", str(step.markdown.written() or ""))
    if isinstance(step, OtherStep):
        return TextPart(step.block.data or "question", str(step.text.written() or ""))
    return TextPart(step.word, "", step.written(), tuple(step.comments))


def hand_shown(part: TextPart) -> tuple[type[Part], dict[str, Any]] | None:
    """The form for a hand and what it shows; None for a kind of hand that has no form."""
    data = _with_comments(part)
    kinds: Mapping[object, type[Part]] = {"deal": HandForm, "game": HandForm, "problem": EndingForm, None: HandForm}
    kind = data.get("kind")
    form = kinds.get(kind if isinstance(kind, str) else None)
    return (form, form.shown(data)) if form else None
