"""What files of content may hold: the models that check them, and the JSON Schema that editors read.

What spans several fields (that the hands are a pack, that the play is lawful) is checked where a game is built.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from tutor.analysis.claims import Bound
from tutor.citations import SOURCES
from tutor.errors import Malformed
from tutor.library.concordance import BEGINNING, CODES_COMPARED, Group
from tutor.library.deal_results import DealResultModel
from tutor.library.fields import (
    OF_AN_AUTHOR,
    OF_THE_SYLLABUS,
    AnswersText,
    AnswerText,
    BoundText,
    CardText,
    ClauseText,
    DenominationText,
    EndingText,
    HandText,
    HoldingsText,
    Line,
    Lines,
    Model,
    OneCardText,
    Page,
    Pages,
    Prose,
    SaidText,
    Score,
    SeatText,
    SideText,
    SuitText,
    SumText,
    SyllabusId,
    Tricks,
    TrickText,
    known_code,
    known_source,
)  # fmt: skip
from tutor.library.laws import LawsModel
from tutor.library.lesson_schema import CourseModel
from tutor.library.maxims import Topic
from tutor.library.references import mistakes, rendered


def _rendered(text: str) -> str:
    """A text with its references to cards in words; where the cards are is checked when the play is known."""
    try:
        return rendered(text)
    except Malformed:
        raise ValueError(" ".join(map(str, mistakes(text)))) from None


NoteText = Annotated[
    Prose, AfterValidator(_rendered), Field(description="cards as {HK}, {Y HK} or {Y HK, trick 3|the king}, checked")
]


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


class ReadingModel(Model):
    """A word or a number of the text corrected."""

    line: Line
    printed: str
    read: Prose
    because: Prose


class StatedModel(Model):
    """What the book says, in our words, and where."""

    says: Prose
    lines: Lines


class SlipModel(StatedModel):
    """A card or a name that the author gives and that the hands contradict; it is recorded and not obeyed."""

    because: Prose


class FactModel(Model):
    """What the book says of a trick, or of the whole without one; `implied` where it only follows from that."""

    trick: Annotated[int, Field(ge=1, le=13)] | None = None
    says: ClauseText
    lines: Lines
    implied: bool = False


class ForcedModel(Model):
    """A card that is the same in every play that meets the facts; `tutor reconstruct --check` finds them."""

    trick: Annotated[int, Field(ge=1, le=13)]
    seat: SeatText
    card: CardText


class RemarkModel(Model):
    """A comment that belongs to no trick, in our words."""

    text: NoteText
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
    because: NoteText


class DecisionModel(Model):
    """A point where the learner is asked before the author tells: a card to a trick, or a call (counted from 1)."""

    trick: Annotated[int, Field(ge=1, le=13)] | None = None
    call: Annotated[int, Field(ge=1)] | None = None
    seat: SeatText
    situation: Annotated[
        str, AfterValidator(_rendered), Field(description="what must be known and is not to be seen; it must not tell")
    ] = ""
    answer: Annotated[AnswerText, Field(description="what the author would do")]
    played: Annotated[AnswerText | None, Field(description="what was done in the game, where the author blames it")] = (
        None
    )
    also: Annotated[AnswersText, Field(description="what the author would accept")] = ()
    because: NoteText
    rule: SyllabusId
    row: Annotated[str, Field(description="which row of it, where the rule is a table")] = ""
    words: QuotationModel
    instead: tuple[InsteadModel, ...]


class TricksModel(Model):
    """A side takes so many tricks with these trumps, the leader leading."""

    trumps: DenominationText
    leader: SeatText
    side: SideText
    tricks: Tricks
    bound: BoundText


class CardModel(Model):
    """Had a seat played a card at a trick, a side would take so many tricks in all, or gain so many."""

    trick: Annotated[int, Field(ge=1, le=13)]
    seat: SeatText
    plays: Annotated[CardText | Literal["any"], Field(description="any, where it is the same with every card")]
    side: SideText | None = None
    tricks: Tricks | None = None
    gains: int | None = None
    bound: BoundText = Bound.EXACTLY
    trumps: Annotated[DenominationText | None, Field(description="where no play is told")] = None
    declarer: SeatText | None = None
    exchanged: Annotated[
        OneCardText | None,
        Field(description="supposed: the player of the first letter has this card, for the lowest of the suit there"),
    ] = None
    passing: Annotated[
        OneCardText | None, Field(description="supposed: this player does not play this card to the trick")
    ] = None


class ScoreClaimModel(Model):
    """What a side scores for so many tricks, under the headings that the author names."""

    trumps: DenominationText
    declarer: SideText
    contract: Annotated[int, Field(ge=1, le=7, description="tricks over six bid at auction")] | None = None
    tricks: Tricks
    doubled: Annotated[int, Field(ge=0)]
    side: SideText
    points: dict[Literal["tricks", "honours", "chicane", "slam", "penalty", "total"], int]


class DeclaresModel(Model):
    """What a hand ought to call by the author’s rules."""

    seat: SeatText
    role: Prose
    calls: tuple[Prose, ...]
    score: SideScores | None = None
    after: Annotated[tuple[SaidText, ...], Field(description="the calls before it")] = ()


LedText = Annotated[str, Field(pattern="^((not )?[SHCD]([AKQJT2-9x]|10)|(lowest|highest) [SHCD])$")]


class LeadsModel(Model):
    """What a hand ought to lead by the author’s rules."""

    seat: SeatText
    cards: Annotated[
        tuple[LedText, ...],
        Field(description="HK; Hx for any small heart; lowest H, highest H; with ‘not’, the cards it ought not to be"),
    ]
    doubled: Annotated[int | None, Field(ge=0, description="0 where it is supposed that nobody doubles")] = None
    after: Annotated[tuple[SaidText, ...], Field(description="the calls, where they are supposed")] = ()
    agreed: Annotated[tuple[Prose, ...], Field(description="the conventions that partners have agreed on")] = ()


class TrialModel(Model):
    """How often a dealer’s side takes so many tricks or more when the other three hands are dealt at random."""

    hand: HandText
    trumps: DenominationText
    tricks: Tricks
    deals: Annotated[int, Field(ge=50, le=2000)]
    seed: int


class FigureModel(Model):
    """A chance as the author states it: so many for and against, one in so many, or per cent."""

    for_: Annotated[str | None, Field(alias="for")] = None
    against: str | None = None
    in_: Annotated[tuple[str, str] | None, Field(alias="in", description="so many in so many")] = None
    percent: str | None = None
    at_least: Annotated[bool, Field(description="whether he says that it is so much at the least")] = False
    at_most: Annotated[bool, Field(description="whether he says that it is so much at the most")] = False


class TriedModel(TrialModel):
    """That it comes at least as often as so many to so many."""

    figure: FigureModel


class StatementModel(Model):
    """A claim in terms that can be computed: one of these."""

    tricks: TricksModel | None = None
    card: CardModel | None = None
    score: ScoreClaimModel | None = None
    declares: DeclaresModel | None = None
    leads: LeadsModel | None = None
    sum: SumText | None = None
    tried: TriedModel | None = None
    undecidable: Annotated[Prose | None, Field(description="why no computation can settle it")] = None

    @model_validator(mode="after")
    def _is_one(self) -> StatementModel:
        if len(self.model_fields_set) != 1:
            raise ValueError(f"one of {', '.join(type(self).model_fields)} is wanted here")
        return self


class ClaimModel(Model):
    """Something that the author asserts and that can be computed."""

    id: SyllabusId
    says: Prose
    page: Page
    lines: Lines
    claim: StatementModel


Confidence = Literal["high", "middling", "low"]


class GameModel(Model):
    """An illustrative game: the deal, how it was declared, every card played, and what the author says of it."""

    kind: Literal["game"]
    number: Annotated[
        str | None,
        Field(description="what the book numbers it, by which it goes before its title may be told"),
        Field(pattern="^[IVXL]+$"),
    ] = None
    title: NoteText
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    pages: Pages
    lines: Lines
    illustrates: tuple[SyllabusId, ...]
    code: Annotated[str, AfterValidator(known_code)]
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
    calls_implied: Annotated[Prose | None, Field(description="which of them the book does not print")] = None
    result: SideTricks
    result_because: Annotated[NoteText | None, Field(description="how the result is known where it is not printed")] = (
        None
    )
    play: Annotated[tuple[TrickText, ...], Field(min_length=13, max_length=13)]
    facts: tuple[FactModel, ...]
    forced: Annotated[
        tuple[ForcedModel, ...],
        Field(description="cards that no fact names, the same in every play that meets all"),
    ] = ()
    before: Annotated[BeforeModel | None, Field(description="why it was so declared; shown when it has been")] = None
    notes: tuple[NoteModel, ...]
    after: Annotated[tuple[RemarkModel, ...], Field(description="what is said of the whole; shown at the end")] = ()
    decisions: tuple[DecisionModel, ...] = ()
    claims: tuple[ClaimModel, ...] = ()
    readings: Annotated[
        tuple[ReadingModel, ...], Field(description="words and numbers corrected, beside the hands")
    ] = ()
    slips: tuple[SlipModel, ...] = ()
    unexpressed: Annotated[tuple[StatedModel, ...], Field(description="said of the play, and in no fact")] = ()
    confidence: Confidence = "high"


class DealModel(Model):
    """A deal of four hands, whose play the book does not tell card by card."""

    kind: Literal["deal"]
    title: Annotated[NoteText, Field(description="it must not tell what is to be found")]
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    brought_from: Annotated[
        Prose | None,
        Field(
            description="where a deal that stands in no book comes from; then the rest cites the rule it is set beside"
        ),
    ] = None
    pages: Pages
    lines: Lines
    illustrates: tuple[SyllabusId, ...]
    code: Prose
    dealer: SeatText
    dealer_because: Prose | None = None
    score: SideScores | None = None
    score_because: Prose | None = None
    hands: HandsModel
    lost: tuple[SeatText, ...] = ()
    reconstructed: bool = False
    from_: Annotated[tuple[StatedModel, ...], Field(alias="from", description="what it was rebuilt from")] = ()
    emendations: tuple[EmendationModel, ...] = ()
    readings: tuple[ReadingModel, ...] = ()
    doubts: tuple[DoubtModel, ...] = ()
    calls: tuple[Prose, ...] = ()
    calls_implied: Prose | None = None
    declarer: SeatText | None = None
    trumps: Prose | None = None
    leader: SeatText | None = None
    result: SideTricks | Prose | None = None
    result_because: NoteText | None = None
    says: tuple[RemarkModel, ...]
    claims: tuple[ClaimModel, ...] = ()
    confidence: Confidence
    confidence_because: Prose | None = None


class EndingModel(Model):
    """The hands of an ending."""

    A: EndingText
    Y: EndingText
    B: EndingText
    Z: EndingText


class ProblemModel(Model):
    """An ending with its stated result."""

    kind: Literal["problem"]
    title: NoteText
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    pages: Pages
    lines: Lines
    illustrates: tuple[SyllabusId, ...]
    hands: EndingModel
    unknown: Annotated[tuple[SeatText, ...], Field(description="hands that the book does not give")] = ()
    trumps: Annotated[SuitText | Literal["none"], Field()]
    leader: SeatText
    goal: NoteText
    played: Annotated[tuple[OneCardText, ...], Field(description="the cards that lie on the table")] = ()
    line: Annotated[tuple[OneCardText, ...], Field(description="the cards that he gives, those on the table first")]
    result: NoteText
    reconstructed: bool = False
    from_: Annotated[tuple[StatedModel, ...], Field(alias="from")] = ()
    readings: tuple[ReadingModel, ...] = ()
    doubts: tuple[DoubtModel, ...] = ()
    slips: tuple[SlipModel, ...] = ()
    says: tuple[RemarkModel, ...]
    claims: tuple[ClaimModel, ...] = ()


class SingleHandModel(Model):
    """A hand, or a holding of one suit, with what the author does with it."""

    id: Annotated[str, Field(pattern="^[a-z0-9-]+$")]
    title: Prose
    page: Page
    lines: Lines
    illustrates: tuple[SyllabusId, ...] = ()
    role: Prose
    hand: HoldingsText
    any_suit: Annotated[bool, Field(description="the author names no suit")] = False
    missing: Annotated[int | None, Field(description="how many cards of the thirteen are not given")] = None
    trumps: Prose | None = None
    score: Prose | None = None
    beside: Annotated[dict[str, Prose], Field(default_factory=dict, description="what is elsewhere")]
    situation: tuple[Prose, ...] = ()
    answer: Annotated[dict[str, Prose], Field(default_factory=dict, description="what the author does: leads, plays …")]
    reconstructed: bool = False
    stated: Annotated[Prose | None, Field(description="what the text gives of it")] = None
    chosen: Annotated[Prose | None, Field(description="what is ours")] = None
    from_: Annotated[tuple[StatedModel, ...], Field(alias="from")] = ()
    says: Prose
    emendations: tuple[ReadingModel, ...] = ()
    doubts: tuple[DoubtModel, ...] = ()
    claims: tuple[ClaimModel, ...] = ()


class HandsGroupModel(Model):
    """Single hands of one theme."""

    kind: Literal["hands"]
    title: Prose
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    code: Prose
    about: Prose
    hands: Annotated[tuple[SingleHandModel, ...], Field(min_length=1)]


class EventModel(Model):
    """How a chance is come by: an event of unseen cards, an arithmetic of chances, or why it cannot be had."""

    hands: Annotated[dict[str, Annotated[int, Field(ge=0)]] | None, Field(description="unseen cards in each hand")] = (
        None
    )
    kinds: Annotated[dict[str, Annotated[int, Field(ge=0)]] | None, Field(description="unseen cards of each kind")] = (
        None
    )
    favourable: Prose | None = None
    given: Prose | None = None
    fraction: Prose | None = None
    trial: TrialModel | None = None
    undecidable: Prose | None = None

    @model_validator(mode="after")
    def _is_one(self) -> EventModel:
        is_event = self.hands is not None and self.kinds is not None and self.favourable is not None
        if [is_event, *(one is not None for one in (self.fraction, self.trial, self.undecidable))].count(True) != 1:
            raise ValueError(
                "hands, kinds and favourable are needed here, or a fraction, a trial, or why it is undecidable"
            )
        return self


class AlternativeModel(Model):
    """Another reading of the author’s words."""

    reading: Prose
    event: EventModel


class OddsModel(Model):
    """A chance that an author states."""

    id: SyllabusId
    page: Page
    lines: Lines
    says: Prose
    figure: FigureModel | None = None
    printed: str
    emendation: str = ""
    event: EventModel
    how: Prose
    alternatives: tuple[AlternativeModel, ...] = ()


class OddsFileModel(Model):
    """The odds of one author."""

    kind: Literal["odds"]
    title: Prose
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    odds: Annotated[tuple[OddsModel, ...], Field(min_length=1)]
    claims: Annotated[tuple[ClaimModel, ...], Field(description="what he asserts of no one deal")] = ()


class RuleModel(Model):
    """A rule of an author that no engine carries out, in our words, and why none can."""

    id: SyllabusId
    says: Prose
    page: Page | None = None
    lines: Lines
    cannot: Annotated[Prose | None, Field(description="why no machine can decide it on what a player sees")] = None


class RulesModel(Model):
    """Rules of one author."""

    kind: Literal["rules"]
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    rules: tuple[RuleModel, ...]


class ThemeModel(Model):
    """A theme by which content can be had."""

    id: Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
    name: Prose
    about: Prose
    rules: Annotated[
        tuple[Annotated[str, Field(pattern=f"^{OF_THE_SYLLABUS}-[a-z0-9-]*\\*?$")], ...],
        Field(min_length=1, description="ids of rules; with * at the end, all that begin so"),
    ]


class ThemesModel(Model):
    """The themes, in the order in which they are shown."""

    kind: Literal["themes"]
    themes: tuple[ThemeModel, ...]


class ExplanationModel(Model):
    """Why an author’s rules do not give the answer that he gives himself at a point of his book."""

    point: Annotated[str, Field(pattern=f"^{OF_AN_AUTHOR}-[A-Za-z0-9-]+$")]
    kind: Literal["exception", "inconsistency", "not seen", "loose", "slip"]
    because: Prose


class ExplanationsModel(Model):
    """Explanations of the points at which authors part from their own rules."""

    kind: Literal["explanations"]
    explanations: tuple[ExplanationModel, ...]


class WordsReadModel(Model):
    """Words of the scanned text corrected; where none are to be read, a running head or a note in the margin goes."""

    line: Line
    printed: Annotated[str, Field(min_length=1, description="as the text has it, once in its line")]
    read: Annotated[str, Field(description="as it is read here; nothing where it is not of the sentence")]
    because: Prose


class MaximModel(Model):
    """A maxim, in the author’s own words."""

    id: SyllabusId
    number: Annotated[int, Field(ge=1, description="which of its book it is, as they follow")]
    topic: Topic
    language: Annotated[Literal["en", "fr", "la"], Field(description="if not en, say what it means")] = "en"
    text: Annotated[Prose, Field(description="word for word; an empty line parts paragraphs")]
    meaning: Annotated[Prose | Literal[""], Field(description="in English, where it is not")] = ""
    page: Page | None = None
    heading: Annotated[Prose | Literal[""], Field(description="where it stands, if no page can be named")] = ""
    lines: Lines
    see: Annotated[
        tuple[Annotated[str, Field(pattern=f"^{OF_AN_AUTHOR}-[a-z0-9-]+$")], ...],
        Field(description="rules that carry it out, content that shows it, maxims to set beside it"),
    ] = ()
    readings: tuple[WordsReadModel, ...] = ()

    @model_validator(mode="after")
    def _is_understood(self) -> MaximModel:
        if (self.language == "en") == bool(self.meaning):
            raise ValueError("a meaning is wanted of a maxim that is not in English, and of no other")
        return self


class MaximsModel(Model):
    """The maxims of one author, in the order of his book."""

    kind: Literal["maxims"]
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    maxims: Annotated[tuple[MaximModel, ...], Field(min_length=1)]


class TermExampleModel(Model):
    """Cards that show what a term means."""

    cards: HoldingsText
    says: Prose


class UsageModel(Model):
    """What an author says of a term, in our words, and where."""

    item: Annotated[str, Field(pattern=f"^{OF_AN_AUTHOR}-[a-z0-9-]+$", description="the id of it in the syllabus")]
    page: Page | None = None
    lines: Lines
    says: Prose


class TermModel(Model):
    """A term, and all the words by which it is found."""

    id: Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
    term: Prose
    also: Annotated[tuple[Prose, ...], Field(description="synonyms and other spellings")] = ()
    forms: Annotated[tuple[Prose, ...], Field(description="inflections: plurals, -ed, -ing")] = ()
    unlinked: Annotated[
        tuple[Prose, ...], Field(description="those of its words that are not to be linked where they stand in a text")
    ] = ()
    means: Prose
    examples: tuple[TermExampleModel, ...] = ()
    authors: Annotated[tuple[UsageModel, ...], Field(description="none where the term is ours")] = ()
    see: Annotated[tuple[str, ...], Field(description="ids of other terms")] = ()


class GlossaryModel(Model):
    """Terms, in any order."""

    kind: Literal["glossary"]
    terms: Annotated[tuple[TermModel, ...], Field(min_length=1)]


def known_code_compared(key: str) -> str:
    """The key of a code of the concordance. Raises `ValueError`."""
    if key not in CODES_COMPARED:
        raise ValueError(f"‘{key}’ is no code that is compared; they are {', '.join(CODES_COMPARED)}")
    return key


class CellModel(Model):
    """What a code says to a point of law; or, with `absent`, why it says nothing."""

    short: Annotated[Prose | None, Field(description="in a few words, the same wherever codes come to the same")] = None
    says: Annotated[
        Prose | None, Field(description="in a sentence, beside the words of its items; what stands for an absent law")
    ] = None
    law: Annotated[Prose | None, Field(description="its number, or its heading where the code has no numbers")] = None
    page: Page | None = None
    lines: Lines | None = None
    also: Annotated[tuple[Lines, ...], Field(description="the lines of further passages")] = ()
    items: Annotated[tuple[SyllabusId, ...], Field(description="the laws that say it")] = ()
    absent: Annotated[
        Literal["yes", "unknown"] | None, Field(description="unknown where the text is lost or not reprinted")
    ] = None

    @model_validator(mode="after")
    def _is_whole(self) -> CellModel:
        written = [self.short, self.law, self.lines]
        if self.absent is None and None in written:
            raise ValueError("short, law and lines are wanted of a law. Or say that it is absent")
        if self.absent is not None and (self.short, self.law, self.page, self.lines) != (None,) * 4:
            raise ValueError("what is absent has no words, number, page or lines. Strike them out")
        return self


CodeKey = Annotated[str, AfterValidator(known_code_compared), Field(json_schema_extra={"enum": list(CODES_COMPARED)})]


class LegalPointModel(Model):
    """A point of law, with what each code says to it; a code in whose game it does not come up is left out."""

    id: Annotated[str, Field(pattern=rf"^{BEGINNING}[a-z]+(-[a-z]+)*$")]
    asks: Annotated[Prose, Field(description="a question that fits every code and tells no answer")]
    offences: Annotated[
        tuple[str, ...], Field(description="the offences it is about, as `tutor ruling` names them")
    ] = ()
    codes: Annotated[dict[CodeKey, CellModel], Field(min_length=1)]
    wrong: Annotated[tuple[Prose, ...], Field(description="answers that no code gives")] = ()


class ConcordanceModel(Model):
    """The points of law of one group."""

    kind: Literal["concordance"]
    group: Group
    points: Annotated[tuple[LegalPointModel, ...], Field(min_length=1)]


class RubberModel(Model):
    """A rubber told deal by deal."""

    code: Annotated[str, AfterValidator(known_code)]
    deals: Annotated[tuple[DealResultModel, ...], Field(min_length=1)]


PositionText = Annotated[str, Field(min_length=1, description="a question and a view, in one line")]


class RulePositionsModel(Model):
    """Positions of a rule: `plain` where one answer is right, its equals aside, `hard` where others are acceptable."""

    plain: tuple[PositionText, ...] = ()
    hard: tuple[PositionText, ...] = ()


class PositionsModel(Model):
    """Positions on which the rules of an author decide."""

    kind: Literal["positions"]
    source: Annotated[str, AfterValidator(known_source), Field(json_schema_extra={"enum": list(SOURCES)})]
    positions: dict[SyllabusId, RulePositionsModel]


PUBLISHED: dict[str, tuple[type[Model], str]] = {
    "hand": (GameModel, "A game of Love All"),
    "deal": (DealModel, "A deal of Love All"),
    "problem": (ProblemModel, "An ending of Love All"),
    "hands": (HandsGroupModel, "Single hands of Love All"),
    "odds": (OddsFileModel, "Odds of an author, of Love All"),
    "rules": (RulesModel, "Rules of an author, of Love All"),
    "themes": (ThemesModel, "The themes of Love All"),
    "explanations": (ExplanationsModel, "Where authors part from their rules, of Love All"),
    "maxims": (MaximsModel, "Maxims of an author, of Love All"),
    "glossary": (GlossaryModel, "The glossary of Love All"),
    "positions": (PositionsModel, "Positions in which the rules of an author decide, of Love All"),
    "laws": (LawsModel, "The laws of a code, of Love All"),
    "concordance": (ConcordanceModel, "A group of points of law, of Love All"),
    "course": (CourseModel, "A course of Love All"),
    "rubber": (RubberModel, "A rubber, for Love All to score"),
}
"""The models of the kinds of file that a person writes, and the titles of their schemas."""


def published(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file, for editors: they complete and check while one types."""
    model, title = PUBLISHED[kind]
    schema = _with_numbers(model.model_json_schema(mode="validation")) | {"title": title}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _with_numbers(schema: Any) -> Any:
    """The schema with every free text also a number: an editor takes a bare `652` for one, and we read it as text."""
    if isinstance(schema, list):
        return [_with_numbers(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _with_numbers(value) for key, value in schema.items()}
    if made.get("type") == "string" and not {"pattern", "enum", "const"} & set(made):
        made["type"] = ["string", "number"]
    return made
