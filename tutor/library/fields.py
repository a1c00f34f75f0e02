"""The fields of content files: how each text is read, and its pattern for editors.

Every scalar comes as text (see `yaml_text`) and is converted here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetPydanticSchema,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import core_schema

from tutor.analysis.claims import Bound, is_sum
from tutor.auction import Bid, Call, Content, Declare, Denomination, Double, Leave, Misere, Pass
from tutor.authorities import AUTHORITIES
from tutor.authors import AUTHORS, current
from tutor.cards import Card, Hand, Suit
from tutor.citations import OWN, SOURCES
from tutor.codes import code
from tutor.codes.scoring import Party
from tutor.deal import Deal
from tutor.errors import Malformed, TutorError
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.wording import figured

T = TypeVar("T")

CALLS: dict[str, Call] = {
    **{denomination.word: Declare(denomination) for denomination in Denomination},
    "leave": Leave(),
    "double": Double(),
    "content": Content(),
    "pass": Pass(),
    **{
        f"{number} {denomination.word}": Bid(number, denomination)
        for number in range(1, 8)
        for denomination in Denomination
    },
}
"""The words for calls in a file."""


def _as_listed(text: str) -> str:
    """A call as lists write it, always with a plural: `1 hearts` for `1 heart`."""
    return f"{text}s" if text.startswith("1 ") and not text.endswith("s") else text


def _one_is_no_plural(word: str) -> str:
    return word.removesuffix("s") if word.startswith("1 ") else word


_SAID = {"leave": "leaves it", "double": "doubles", "content": "is content", "pass": "passes"}
CALL_WORDS: dict[Call, str] = {
    call: _SAID.get(word) or f"{'declares' if isinstance(call, Declare) else 'bids'} {_one_is_no_plural(word)}"
    for word, call in CALLS.items()
}
"""The words for a call with who makes it."""


class Value(BaseModel):
    """A mapping whose keys are all known."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)

    def __getstate__(self) -> dict[Any, Any]:
        """What is pickled: only the fields, without cached values."""
        state = super().__getstate__()
        fields = type(self).model_fields
        return state | {"__dict__": {name: value for name, value in self.__dict__.items() if name in fields}}


@dataclass(frozen=True, slots=True)
class Through:
    """Reads a value of the lower layers through a model. `made` gets the model and the book of the file.

    If it raises `TutorError`, that is a fault of the field.
    """

    model: Any
    made: Callable[[Any, str], Any]

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_after_validator_function(self._convert, handler(self.model))

    def _convert(self, read: Any, info: ValidationInfo) -> Any:
        try:
            return self.made(read, getattr(info.context, "source", ""))
        except TutorError as error:
            raise ValueError(str(error)) from None


def _text(read: Callable[[str], T], pattern: str) -> GetPydanticSchema:
    """A value written as text of a pattern and read by a function that raises `TutorError`."""

    def convert(text: str) -> T:
        try:
            return read(text)
        except TutorError as error:
            raise ValueError(str(error)) from None

    return GetPydanticSchema(
        lambda _source, _handler: core_schema.no_info_after_validator_function(convert, core_schema.str_schema()),
        lambda _schema, _handler: {"type": "string", "pattern": pattern},
    )


def _call(text: str) -> Call:
    text = _as_listed(text)
    if text not in CALLS:
        known = "declares hearts, leaves it, bids 2 hearts, passes, doubles, redoubles, is content"
        raise Malformed("call", text, f"the calls are {known}", "Write one of them")
    return CALLS[text]


def read_said(text: str) -> tuple[Seat, Call]:
    """A call with who made it: `A leaves it`, `B declares clubs`, `Z bids 1 heart`. Raises `TutorError`.

    It does not check that a redouble follows a double. The reader of all the calls does.
    """
    label, _, rest = text.partition(" ")
    words = {"leaves it": "leave", "doubles": "double", "passes": "pass", "is content": "content"}
    words |= dict.fromkeys(REDOUBLES, "double")
    verb, _, said = rest.partition(" ")
    return Seat.labelled(label), _call(words.get(rest, said if verb in ("declares", "bids") else rest))


REDOUBLES = ("redoubles", "re-doubles")
"""The words for a double of a double."""


def read_answer(text: str) -> Card | Call:
    """A card or a call as files write it: `HK`, `hearts`, `1 heart`, `pass`. Raises `TutorError`."""
    return CALLS[_as_listed(text)] if _as_listed(text) in CALLS else Card.parse(text)


def _answers(text: str) -> tuple[Card | Call, ...]:
    is_listed = "," in text or _as_listed(text) in CALLS
    return tuple(read_answer(word.strip()) for word in (text.split(",") if is_listed else text.split()))


def _one_card(text: str) -> tuple[Seat, Card]:
    words = text.split()
    if len(words) != 2:
        why = f"‘{text.strip()}’ is not a player and a card"
        raise Malformed("trick", text, why, "Write it as ‘Y HK, B H2, Z H9, A H5’")
    return Seat.labelled(words[0]), Card.parse(words[1])


def _so_far(text: str) -> tuple[tuple[Seat, Card], ...]:
    return tuple(_one_card(part) for part in text.split(","))


def _played(text: str) -> tuple[tuple[Seat, Card], ...]:
    cards = _so_far(text)
    if len(cards) != 4:
        raise Malformed(
            "trick", text, f"{figured(len(cards), 'card')} where four are needed", "Write a card for each player"
        )
    return cards


def known_source(key: str) -> str:
    """The present key of a source, from a present or former one. Raises `ValueError`."""
    if key == OWN:
        return key
    if key not in SOURCES:
        raise ValueError(f"‘{key}’ is not a source; the sources are {', '.join(SOURCES)}")
    return current(key)


def known_authority(key: str) -> str:
    """The present key of an author with rules. Raises `ValueError`."""
    if key not in AUTHORITIES:
        raise ValueError(f"‘{key}’ is not an author with rules; the authors are {', '.join(AUTHORITIES)}")
    return current(key)


def known_code(key: str) -> str:
    """The key of a code that the tutor knows. Raises `ValueError`."""
    try:
        return code(key).key
    except TutorError as error:
        raise ValueError(str(error)) from None


def _sum(text: str) -> str:
    if not is_sum(text):
        raise ValueError(f"‘{text}’ is not a sum. Write it as ‘46 + 132 = 178’")
    return text


_TAG = re.compile(r"<[A-Za-z/!]")


def _plain(text: str) -> str:
    if _TAG.search(text):
        raise ValueError("this text contains HTML. Write Markdown: *emphasis*, **strong**, - lists")
    return text


def _two_in_order(pair: tuple[int, int]) -> tuple[int, int]:
    if pair[0] > pair[1]:
        raise ValueError(f"{pair[0]} to {pair[1]} is in the wrong order. Write the smaller number first")
    return pair


def _score(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    try:
        return validate(value)
    except ValidationError:
        raise ValueError(
            "a score towards the game must be an even number up to 28, two such numbers, or ‘lost’"
        ) from None


_PARTIES: dict[str, Party] = {party.value: party for kind in (Side, Seat) for party in kind}


def _party(text: str) -> Party:
    """A side or a seat by its letters: `NS`, `E`. Raises `Malformed`."""
    if text.upper() not in _PARTIES:
        raise Malformed("side", text, "the sides are NS and EW, the seats S, W, N and E", "Write one of them")
    return _PARTIES[text.upper()]


def _named(text: str) -> Denomination | Misere:
    """The declaration: the letter of a denomination, or misère in games that have it. Raises `Malformed`."""
    return Misere() if text.lower() in ("misere", "misère") else Denomination.parse(text)


_CARD = "[SHCD]([AKQJT2-9]|10)"
SeatText = Annotated[Seat, _text(Seat.labelled, "^[AYBZ]$")]
SuitText = Annotated[Suit, _text(lambda word: Suit.parse(word[:1]), "^(spades|hearts|clubs|diamonds)$")]
HandText = Annotated[Hand, _text(lambda text: Hand.parse(text, size=13), "^S:.* H:.* C:.* D:.*$")]
SaidText = Annotated[
    tuple[Seat, Call],
    _text(
        read_said,
        "^[AYBZ] (declares (spades|hearts|diamonds|clubs|no trumps)|leaves it|(re-?)?doubles|passes|is content|"
        "bids (1 (spade|heart|diamond|club|no trump)|[2-7] (spades|hearts|diamonds|clubs|no trumps)))$",
    ),
]
TrickText = Annotated[tuple[tuple[Seat, Card], ...], _text(_played, f"^[AYBZ] {_CARD}(, [AYBZ] {_CARD}){{3}}$")]
SoFarText = Annotated[tuple[tuple[Seat, Card], ...], _text(_so_far, f"^[AYBZ] {_CARD}(, [AYBZ] {_CARD}){{0,3}}$")]
ClauseText = Annotated[str, Field(pattern=r"^([AYBZ]|AB|YZ|error|[SHCD][AKQJT2-9]) .+$")]
SideText = Annotated[Side, _text(Side.labelled, "^(AB|YZ)$")]
CardText = Annotated[Card, _text(Card.parse, f"^{_CARD}$")]
DenominationText = Annotated[Denomination, _text(Denomination.parse, "^[SHDCN]$")]
NamedText = Annotated[Denomination | Misere, _text(_named, "^([SHDCN]|mis[eè]re)$")]
BoundText = Annotated[Bound, _text(Bound, "^(exactly|at least|at most)$")]
EndingText = Annotated[Hand, _text(Hand.parse, "^S:.* H:.* C:.* D:.*$")]
HoldingsText = Annotated[
    str,
    Field(pattern=r"^[SHCD]:([AKQJT2-9x]+|-)( [SHCD]:([AKQJT2-9x]+|-))*$", description="x is an unnamed small card"),
]
OneCardText = Annotated[tuple[Seat, Card], _text(_one_card, f"^[AYBZ] {_CARD}$")]
SumText = Annotated[str, AfterValidator(_sum)]
PartyText = Annotated[Party, _text(_party, "^(NS|EW|[SWNE])$")]
DealText = Annotated[Deal, _text(Deal.parse, "^[SWNE]:.*$")]
TrumpsText = Annotated[Suit, _text(Suit.parse, "^[SHCD]$")]
AnswerText = Annotated[Card | Call, _text(read_answer, f"^({_CARD}|{'|'.join(CALLS)})$")]
AnswersText = Annotated[tuple[Card | Call, ...], _text(_answers, "^.+$")]
Prose = Annotated[str, Field(min_length=1), AfterValidator(_plain)]
Page = Annotated[int, Field(ge=1, le=999)]
Pages = Annotated[tuple[Page, Page], AfterValidator(_two_in_order)]
Line = Annotated[int, Field(ge=1, le=99_999, description="a line of the machine-read text, from 1")]
Lines = Annotated[tuple[Line, Line], AfterValidator(_two_in_order)]
PREFIXES = tuple(author.prefix for author in AUTHORS.values())
"""The prefixes of the authors’ rules, maxims and terms, in the order of the books."""
OF_AN_AUTHOR = f"({'|'.join(PREFIXES)})"
OF_THE_SYLLABUS = f"({'|'.join((*PREFIXES, 'code'))})"
"""Patterns of the beginnings of ids: of one author, and also of laws that several have in common."""
SyllabusId = Annotated[str, Field(pattern=f"^{OF_THE_SYLLABUS}-[a-z0-9-]+$")]
SourceKey = Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
Tricks = Annotated[int, Field(ge=0, le=13)]
Points = Annotated[int, Field(ge=0, le=28, multiple_of=2)]
Score = Annotated[Points | tuple[Points, Points] | Literal["lost"], WrapValidator(_score)]


# ---- by side and by seat ---------------------------------------------------------------------------------------------


class SideScores(Value):
    """The points of each side towards the game: a number, two possible numbers, or `lost` if the book’s text is."""

    AB: Score
    YZ: Score


class SideTricks(Value):
    """The tricks of each side."""

    AB: Tricks
    YZ: Tricks


class SeatHands(Value):
    """The four hands, each as `S:AKJ762 H:765 C:4 D:A43`."""

    A: HandText
    Y: HandText
    B: HandText
    Z: HandText


class EndingHands(Value):
    """The hands of an ending."""

    A: EndingText
    Y: EndingText
    B: EndingText
    Z: EndingText


def _by_seat(hands: SeatHands | EndingHands, _source: str) -> BySeat[Hand]:
    return BySeat(hands.A, hands.Y, hands.B, hands.Z)


def _by_side(scores: SideScores, _source: str) -> BySide[int | tuple[int, int] | None]:
    return BySide(*(None if points == "lost" else points for points in (scores.AB, scores.YZ)))


ScoreText = Annotated[BySide[int | tuple[int, int] | None], Through(SideScores, _by_side)]
SideTricksText = Annotated[BySide[int], Through(SideTricks, lambda tricks, _source: BySide(tricks.AB, tricks.YZ))]
HandsText = Annotated[BySeat[Hand], Through(SeatHands, _by_seat)]
EndingHandsText = Annotated[BySeat[Hand], Through(EndingHands, _by_seat)]
