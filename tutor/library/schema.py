"""What a file of hands may hold: the models that check it, and the JSON Schema that editors read.

Every scalar comes as text (see `yaml_text`) and is converted here. What spans several fields (that the hands are a
pack, that the play is lawful) is checked where a game is built.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetPydanticSchema,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import core_schema

from tutor.auction import Call, Content, Declare, Denomination, Double, Leave
from tutor.cards import Card, Hand, Suit
from tutor.citations import SOURCES
from tutor.codes import code
from tutor.errors import Malformed, TutorError
from tutor.library.facts import Clause
from tutor.seats import Seat

T = TypeVar("T")

CALLS: dict[str, Call] = {
    **{denomination.word: Declare(denomination) for denomination in Denomination},
    "leave": Leave(),
    "double": Double(),
    "content": Content(),
}
"""The words for calls in a file."""


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
    if text not in CALLS:
        raise Malformed("call", text, f"the calls are {', '.join(CALLS)}", "Write one of them")
    return CALLS[text]


def _said(text: str) -> tuple[Seat, Call]:
    label, _, rest = text.partition(" ")
    words = {"leaves it": "leave", "doubles": "double"}
    return Seat.labelled(label), _call(words.get(rest, rest.removeprefix("declares ")))


def _answer(text: str) -> Card | Call:
    return CALLS[text] if text in CALLS else Card.parse(text)


def _answers(text: str) -> tuple[Card | Call, ...]:
    return tuple(_answer(word.strip()) for word in (text.split(",") if "," in text or text in CALLS else text.split()))


def _played(text: str) -> tuple[tuple[Seat, Card], ...]:
    cards = []
    for part in text.split(","):
        words = part.split()
        if len(words) != 2:
            why = f"‘{part.strip()}’ is not a player and a card"
            raise Malformed("trick", text, why, "Write it as ‘Y HK, B H2, Z H9, A H5’")
        cards.append((Seat.labelled(words[0]), Card.parse(words[1])))
    if len(cards) != 4:
        raise Malformed("trick", text, f"{len(cards)} cards where four are wanted", "Write a card for each player")
    return tuple(cards)


def _known_source(key: str) -> str:
    if key not in SOURCES:
        raise ValueError(f"‘{key}’ is no source; they are {', '.join(SOURCES)}")
    return key


def _known_code(key: str) -> str:
    try:
        return code(key).key
    except TutorError as error:
        raise ValueError(str(error)) from None


def _plain(text: str) -> str:
    if re.search(r"<[A-Za-z/!]", text):
        raise ValueError("there is HTML in this text. Write Markdown: *emphasis*, **strong**, - lists")
    return text


def _two_in_order(pair: tuple[int, int]) -> tuple[int, int]:
    if pair[0] > pair[1]:
        raise ValueError(f"{pair[0]} to {pair[1]} runs backwards")
    return pair


def _score(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    try:
        return validate(value)
    except ValidationError:
        raise ValueError("a score towards the game is an even number up to 28, two such numbers, or ‘lost’") from None


_CARD = "[SHCD]([AKQJT2-9]|10)"
SeatText = Annotated[Seat, _text(Seat.labelled, "^[AYBZ]$")]
SuitText = Annotated[Suit, _text(lambda word: Suit.parse(word[:1]), "^(spades|hearts|clubs|diamonds)$")]
HandText = Annotated[Hand, _text(lambda text: Hand.parse(text, size=13), "^S:.* H:.* C:.* D:.*$")]
SaidText = Annotated[
    tuple[Seat, Call], _text(_said, "^[AYBZ] (declares (spades|hearts|diamonds|clubs|no trumps)|leaves it|doubles)$")
]
TrickText = Annotated[tuple[tuple[Seat, Card], ...], _text(_played, f"^[AYBZ] {_CARD}(, [AYBZ] {_CARD}){{3}}$")]
ClauseText = Annotated[Clause, _text(Clause.parse, r"^[AYBZ] .+$")]
AnswerText = Annotated[Card | Call, _text(_answer, f"^({_CARD}|{'|'.join(CALLS)})$")]
AnswersText = Annotated[tuple[Card | Call, ...], _text(_answers, "^.+$")]
Prose = Annotated[str, Field(min_length=1), AfterValidator(_plain)]
Page = Annotated[int, Field(ge=1, le=999)]
Pages = Annotated[tuple[Page, Page], AfterValidator(_two_in_order)]
Line = Annotated[int, Field(ge=1, le=99_999, description="a line of the machine-read text, from 1")]
Lines = Annotated[tuple[Line, Line], AfterValidator(_two_in_order)]
SyllabusId = Annotated[str, Field(pattern=r"^(hel|axi|fos|cae|hof|code)-[a-z0-9-]+$")]
Tricks = Annotated[int, Field(ge=0, le=13)]
Points = Annotated[int, Field(ge=0, le=28, multiple_of=2)]
Score = Annotated[Points | tuple[Points, Points] | Literal["lost"], WrapValidator(_score)]


class Model(BaseModel):
    """A mapping whose keys are all known."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class SideScores(Model):
    """The points of each side towards the game: a number, two possible numbers, or `lost` where the book’s are."""

    AB: Score
    YZ: Score


class SideTricks(Model):
    """The tricks of each side."""

    AB: Tricks
    YZ: Tricks


class HandsModel(Model):
    """The four hands, each as `S:AKJ762 H:765 C:4 D:A43`."""

    A: HandText
    Y: HandText
    B: HandText
    Z: HandText


class EmendationModel(Model):
    """A reading of the source corrected."""

    hand: SeatText
    suit: SuitText
    line: Line
    printed: Annotated[str, Field(description="as the text has it")]
    read: Annotated[str, Field(description="as it is read here, highest first")]
    because: Prose


class DoubtModel(Model):
    """A reading that stays open, with its alternative and what hangs on it."""

    what: Prose
    alternative: Prose
    because: Prose
    hangs_on_it: Prose


class FactModel(Model):
    """A thing that the book says of a trick (`implied` where it only follows plainly from what it says)."""

    trick: Annotated[int, Field(ge=1, le=13)]
    says: ClauseText
    lines: Lines
    implied: bool = False


class RemarkModel(Model):
    """A comment that belongs to no trick, in our words."""

    text: Prose
    page: Page
    lines: Lines


Tells = Annotated[tuple[SeatText, ...], Field(description="the players of whose hidden cards the text speaks")]


class BeforeModel(RemarkModel):
    """The author’s comment on the declaration, in our words; shown when it has been made."""

    tells: Tells = ()


class NoteModel(BeforeModel):
    """The author’s comment on a trick, in our words; shown when the trick is complete, or once `seat` has played."""

    trick: Annotated[int, Field(ge=1, le=13)]
    seat: SeatText | None = None


class QuotationModel(Model):
    """The author’s own words."""

    text: Prose
    page: Page
    lines: Lines


class InsteadModel(Model):
    """Answers that the author does not give, and why not."""

    answers: AnswersText
    because: Prose


class DecisionModel(Model):
    """A point where the learner is asked before the author tells: a card to a trick, or a call (counted from 1)."""

    trick: Annotated[int, Field(ge=1, le=13)] | None = None
    call: Annotated[int, Field(ge=1)] | None = None
    seat: SeatText
    situation: Annotated[str, Field(description="what must be known and is not to be seen; it must not tell")] = ""
    answer: Annotated[AnswerText, Field(description="what the author would do")]
    played: Annotated[AnswerText | None, Field(description="what was done in the game, where the author blames it")] = (
        None
    )
    also: Annotated[AnswersText, Field(description="what the author would accept")] = ()
    because: Prose
    rule: SyllabusId
    row: Annotated[str, Field(description="which row of it, where the rule is a table")] = ""
    words: QuotationModel
    instead: tuple[InsteadModel, ...]


class GameModel(Model):
    """An illustrative game: the deal, how it was declared, every card played, and what the author says of it."""

    kind: Literal["game"]
    number: Annotated[str, Field(description="what it is called before its title may be told", pattern="^[IVXL]+$")]
    title: Prose
    source: Annotated[str, AfterValidator(_known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    pages: Pages
    lines: Lines
    illustrates: tuple[SyllabusId, ...]
    code: Annotated[str, AfterValidator(_known_code)]
    dealer: SeatText
    score: SideScores
    score_because: Prose
    hands: HandsModel
    lost: Annotated[
        tuple[SeatText, ...], Field(description="the hands not printed: what the others leave of the pack")
    ] = ()
    emendations: tuple[EmendationModel, ...] = ()
    doubts: tuple[DoubtModel, ...] = ()
    calls: Annotated[tuple[SaidText, ...], Field(min_length=1)]
    result: SideTricks
    play: Annotated[tuple[TrickText, ...], Field(min_length=13, max_length=13)]
    facts: tuple[FactModel, ...]
    before: Annotated[BeforeModel | None, Field(description="why it was so declared; shown when it has been")] = None
    notes: tuple[NoteModel, ...]
    after: Annotated[tuple[RemarkModel, ...], Field(description="what is said of the whole; shown at the end")] = ()
    decisions: tuple[DecisionModel, ...]


class RuleModel(Model):
    """A rule of an author that hands refer to and no engine carries out yet, in our words."""

    id: SyllabusId
    says: Prose
    page: Page
    lines: Lines


class RulesModel(Model):
    """Rules of one author."""

    kind: Literal["rules"]
    source: Annotated[str, AfterValidator(_known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    rules: tuple[RuleModel, ...]


PUBLISHED: dict[str, tuple[type[Model], str]] = {
    "hand": (GameModel, "A hand of Love All"),
    "rules": (RulesModel, "Rules of an author, of Love All"),
}
"""The models of the kinds of file that a person writes, and the titles of their schemas."""


def published(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file, for editors: they complete and check while one types."""
    model, title = PUBLISHED[kind]
    schema = model.model_json_schema(mode="validation") | {"title": title}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
