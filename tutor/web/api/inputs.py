"""What the endpoints take: parts of the address, and bodies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Question
from tutor.authors import AUTHORS
from tutor.codes import CODES, RULED
from tutor.codes.offences import Act
from tutor.exchange.records.questions import LevelName
from tutor.library.deal_results import DealResultModel
from tutor.library.maxims import MaximTopic
from tutor.library.search_index import LONGEST_QUERY
from tutor.library.views import ViewModel
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.web.api.serving import Input

_SHOWN = next(author for author in AUTHORS.values() if author.examples.game)
"""The author whose examples are in the document."""
MOST_QUESTIONS, MOST_THEMES, MOST_DEALS, MOST_FOUND = 20, 20, 60, 100
"""In one call."""


def _one_of(names: Any) -> Any:
    """Lists the allowed names. An error for any other name suggests the nearest."""
    return WithJsonSchema({"type": "string", "enum": list(names)})


def _shown_with(*examples: dict[str, Any]) -> ConfigDict:
    """Examples of a body, for the document."""
    return ConfigDict(json_schema_extra={"examples": [*examples]})


Id = Annotated[str, Field(min_length=1, max_length=80)]


# ---- parts of the address ------------------------------------------------------------------------------------------


class CodeInput(Input):
    """A code of laws."""

    code: Annotated[Id, _one_of(RULED)] = Field(description="the key of the code, or of a game that follows one")


class OffenceInput(CodeInput):
    """An offence under a code of laws."""

    offence: Annotated[Id, _one_of(act.slug for act in Act)] = Field(description="the offence")
    by: str = Field("", max_length=40, description="the offender, such as dealer, dummy or leader; empty for each")
    when: str = Field("", max_length=40, description="the circumstance; empty for each")


class LawsInput(Input):
    """Points of law."""

    words: str = Field("", max_length=LONGEST_QUERY, description="words that the points contain; empty for all points")
    differing: bool = Field(False, description="whether only points are listed on which the codes differ")


class PointInput(Input):
    """A point of law."""

    point: Id = Field(description="its id", examples=["revoke-penalty"])


class MaximsInput(Input):
    """Maxims."""

    topic: Annotated[Literal[tuple(topic.value for topic in MaximTopic)] | None, Field(description="on this topic")] = (  # type: ignore[valid-type]
        None
    )


class TermInput(Input):
    """A term."""

    term: Id = Field(description="any of its names", examples=["tierce major"])


class SearchInput(Input):
    """A search."""

    words: str = Field(min_length=1, max_length=LONGEST_QUERY, description="the words", examples=["holding up"])
    most: int = Field(20, ge=1, le=MOST_FOUND, description="the most results")


class DealsInput(Input):
    """Deals."""

    kind: Literal["game", "deal", "ending"] | None = Field(None, description="of this kind")


class DealInput(Input):
    """A deal."""

    id: Id = Field(description="its id", examples=[_SHOWN.examples.game])


class ClaimsInput(Input):
    """Claims."""

    deal: Id | None = Field(None, description="about this game, deal, ending or hand", examples=[_SHOWN.examples.game])


class LessonsInput(Input):
    """Lessons."""

    course: Id | None = Field(None, description="of this course", examples=["whist"])


class QuestionsInput(Input):
    """Questions to draw."""

    on: list[Id] = Field(
        min_length=1,
        max_length=MOST_THEMES,
        description="themes, ids of rules, laws, terms or maxims, or patterns such as term-p*",
        examples=[["term"]],
    )
    seed: int = Field(ge=0, lt=LARGEST_NUMBER, description="the same number gives everybody the same questions")
    count: int = Field(6, ge=1, le=MOST_QUESTIONS, description="how many")
    level: LevelName = Field("beginner", description="whom they are for")


QUESTION, ANSWER = "8d3998bd.beginner.438900", "landmark"
"""A question about a term, for examples, and its answer."""


class QuestionInput(Input):
    """A question that was drawn."""

    question: Id = Field(description="its name, as it was drawn", examples=[QUESTION])


# ---- bodies --------------------------------------------------------------------------------------------------------


class ScoreTowardsGame(Input):
    """The points of each side towards the game."""

    us: Annotated[int, Field(strict=True)]
    them: Annotated[int, Field(strict=True)]


_Switch = Annotated[bool, Field(strict=True)]


class AdviceInput(Input):
    """A question to an author. It needs a view, or for declare and lead a hand and a few words."""

    model_config = _shown_with(*({"authority": _SHOWN.key, **asked} for asked in _SHOWN.examples.questions))

    authority: Annotated[Id, _one_of(AUTHORITIES)] = Field(description="the key of the author")
    question: Literal[tuple(question.value for question in Question)] = Field(description="what is asked")  # type: ignore[valid-type]
    view: ViewModel | None = Field(None, description="what one seat sees of the table")
    hand: str | None = Field(None, max_length=200, description="thirteen cards", examples=["S:AKJ762 H:765 C:4 D:A43"])
    role: Literal["dealer", "partner"] | None = Field(None, description="who declares")
    score: ScoreTowardsGame | None = Field(None, description="the score before the deal")
    trumps: str | None = Field(None, max_length=20, description="S, H, C, D, or N for none")
    declared_by: Literal["dealer", "partner"] | None = Field(None, description="for lead: who declared")
    doubled_by: Literal["me", "partner"] | None = Field(None, description="for lead: who doubled, if anybody")
    trace: _Switch = Field(True, description="whether to list the rules that were tried before")
    acceptable: _Switch = Field(False, description="whether to add what another fair reading of the author allows")
    why: _Switch = Field(False, description="whether to add the author’s reason for the rule")

    @property
    def mapping(self) -> dict[str, Any]:
        """What was given, for `AdviceRequest`."""
        found = {name: getattr(self, name) for name in self.model_fields_set}
        if self.score is not None:
            found["score"] = {"us": self.score.us, "them": self.score.them}
        return found


class ScoreInput(DealResultModel):
    """The result of a deal under a code. The keys needed depend on the code."""

    model_config = _shown_with(
        {
            "code": "bridge-english-1901",
            "denomination": "H",
            "declarer": "NS",
            "tricks": {"NS": 9, "EW": 4},
            "honours": {"NS": 4, "EW": 1},
        },
        {"code": "auction-suits-1910", "passed_out": True},
    )

    code: Annotated[Id, _one_of(CODES)] = Field(description="the key of the code")


class RubberInput(Input):
    """A rubber, deal by deal."""

    model_config = _shown_with(
        {
            "code": "auction-1910",
            "deals": [
                {"bid": "2N", "declarer": "NS", "tricks": {"NS": 8, "EW": 5}, "honours": {"NS": 3, "EW": 1}},
                {"bid": "3H", "declarer": "EW", "tricks": {"NS": 2, "EW": 11}, "honours": {"NS": 1, "EW": 4}},
            ],
            "unit": 10,
        }
    )

    code: Annotated[Id, _one_of(CODES)] = Field(description="the key of the code")
    deals: list[DealResultModel] = Field(min_length=1, max_length=MOST_DEALS)
    unit: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(None, description="give the balance in units too")


class AnswerInput(QuestionInput):
    """An answer to a question that was drawn."""

    model_config = _shown_with({"question": QUESTION, "answer": ANSWER})

    answer: str = Field(max_length=40, description="a key of its choices, or a whole number")
