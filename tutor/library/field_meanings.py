"""What the fields of content files mean, for editors and for the reference, where a model does not say so itself.

Many models share a field, such as `lines`. Its meaning is written once here, by its name. A field that means something
else in one model stands here with the name of the model before it. A test finds fields without a meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

_BY_NAME: Mapping[str, str] = MappingProxyType(
    {
        "A": "the dealer’s hand",
        "AB": "the side of A and B",
        "B": "the hand of A’s partner",
        "Y": "the hand at A’s left",
        "YZ": "the side of Y and Z",
        "Z": "the hand at A’s right",
        "about": "what it is about, in a sentence or two",
        "acceptable": "true if the lesson accepts it too",
        "act": "what happened: an offence",
        "against": "the second figure of odds, as in 3 to 2 against",
        "ahead": "points ahead in the rubber",
        "agreed": "the conventions agreed between partners",
        "aim": "what a learner can do afterwards, in a sentence",
        "also": "other cards or calls that the lesson accepts",
        "alternative": "the other reading",
        "alternatives": "other readings of the author’s words",
        "answers": "the answers that this reason is for",
        "ask": "the question, as a learner reads it",
        "authority": "the author whose rules decide",
        "because": "the reason, in our words",
        "best": "what the lesson advises",
        "bound": "exactly, at least or at most",
        "by": "who did it",
        "call": "the number of the call, from 1",
        "calls": "the calls in order, each with its player",
        "calls_implied": "why the calls are given, if the book implies them",
        "caption": "what stands under it",
        "card": "a card, such as HK",
        "choice": "the penalty that the other side chooses, where there is a choice",
        "choices": "the options. Exactly one option is right",
        "cite": "the place in a book that says so",
        "claim": "the claim, in a form that can be computed",
        "claims": "what the author claims about it, to be computed",
        "code": "the code of laws",
        "codes": "the answer of each code, by its key",
        "confidence": "how sure the reading is",
        "confidence_because": "why it is not surer",
        "deals": "how many deals are tried",
        "dealer": "who deals",
        "dealer_because": "how the dealer is known, if the book does not say so",
        "decisions": "the places at which a learner is asked, and the author’s answer",
        "declarer": "who plays the contract",
        "declares": "a claim about what a hand should call",
        "denomination": "the suit of the contract, or N for no trumps",
        "doubled": "how often it was doubled",
        "doubts": "open questions about the reading",
        "emendation": "what was corrected in the printed figure, and why",
        "emendations": "corrections of the printed text",
        "event": "what has to happen, in a form that can be computed",
        "examples": "examples of its use",
        "exposed": "the hand that lies open: dummy",
        "facts": "what the book says of the play, trick by trick",
        "favourable": "the cases in favour",
        "figure": "the chance as the author gives it",
        "for": "the first figure of odds",
        "fraction": "the chance as a fraction",
        "from": "where its parts come from, with their lines",
        "gains": "how many tricks the side gains",
        "game": "the id of a game, deal or ending, or your own hand by name",
        "given": "the cases among which they are counted",
        "goal": "the tricks to be won",
        "hand": "the cards, as in S:AKJ762 H:765 C:4 D:A43",
        "hands": "the hands of the players",
        "hangs_on_it": "what depends on it",
        "happens": "what happens at the table, as a learner reads it",
        "head": "the headings of the columns",
        "how": "how it is computed, in words",
        "id": "its name, by which other files refer to it",
        "illustrates": "the rules that it shows, by id",
        "implied": "true if the book implies it and does not say it",
        "instead": "reasons against other answers",
        "item": "the item from which the question is made",
        "kind": "the kind of file",
        "leader": "who leads to the first trick",
        "leads": "a claim about what a hand should lead",
        "lesson": "the id of a lesson",
        "lessons": "lessons by id, in order",
        "line": "the play that the lesson advises",
        "lines": "the first and the last line of the machine-read text",
        "lost": "the hands that the book does not give",
        "matters": "true if the advised card must win more tricks, convention if it informs partner instead",
        "means": "its meaning, in our words",
        "moments": "the points at which the lesson asks or comments",
        "name": "its name, as a reader sees it",
        "needs": "ids of what must have been taught before",
        "notes": "the author’s notes on tricks, in our words",
        "now": "where it is now",
        "number": "the answer, if it is a figure",
        "of": "the id of what is shown",
        "on": "the items that the answer counts for",
        "options": "the options in their written order",
        "page": "the page of the book",
        "pages": "the first and the last page of the book",
        "percent": "the chance in per cent",
        "play": "the cards of each trick in order, each with its player",
        "point": "the rule or question that it explains",
        "positions": "positions by the id of the rule that decides",
        "printed": "as the text has it",
        "questions": "how many questions are asked",
        "read": "our reading of it",
        "reading": "the other reading",
        "readings": "corrections of words in the printed text",
        "reconstructed": "true if we chose what the book does not give",
        "result": "the tricks of each side, or what the book says of it",
        "right": "true for the one option that is right",
        "role": "what the player is: dealer, partner, leader and so on",
        "rows": "the rows, each with a text for each column",
        "rule": "the rule that decides, by id",
        "says": "what is said, in our words",
        "score": "the score before the deal",
        "score_because": "how the score is known, if the book does not give it",
        "seat": "the player",
        "seed": "the number from which the random hands are drawn",
        "shows": "cards to look at beside it",
        "side": "the side that it counts for",
        "situation": "what the player knows, beside the cards",
        "slips": "cards or names of the author’s that contradict the hands",
        "source": "the book, by the key of its author",
        "sources": "the places in the books on which it rests",
        "standing": "the score of each side before the deal",
        "suit": "the suit",
        "sum": "a sum that the author states, such as 3 + 4 = 7",
        "teaches": "what it teaches: ids of the syllabus",
        "term": "the term, as the glossary has it",
        "text": "the text",
        "them": "the points of the other side",
        "title": "its title",
        "topic": "its subject",
        "trial": "random hands that are dealt to count it",
        "trick": "the number of the trick, from 1",
        "tricks": "how many tricks are won",
        "tried": "a claim tried on random hands",
        "trumps": "the suit of trumps, or that there are none",
        "turn_up": "the card turned up",
        "undecidable": "why it cannot be computed",
        "us": "the points of the player’s side",
        "view": "what the player sees",
        "was": "where it was",
        "what": "what is in doubt",
        "when": "when it was noticed",
        "why": "why it is right or wrong",
        "won": "what a learner reads after winning",
        "words": "the author’s own words",
        "you": "the seat of the learner",
    }
)
_IN_A_MODEL: Mapping[str, str] = MappingProxyType(
    {
        "ConcordanceFile.group": "the part of the laws that its points belong to",
        "ConcordanceFile.points": "the points of law",
        "CourseFile.lessons": "the lessons of the course by id, in order",
        "Decision.trick": "the number of the trick at which a card is asked for",
        "Emendation.hand": "the player whose hand is corrected",
        "ExplanationsFile.explanations": "each place where a book’s answer differs from its author’s rules",
        "EarlierLesson.asked": "the questions that it asked",
        "GlossaryFile.terms": "the terms",
        "GuidedDeal.lost": "what a learner reads after missing the goal",
        "HandsBlock.hand": "one hand",
        "HandsBlock.hands": "several hands, by player",
        "HandsGroup.hands": "the hands",
        "LawsFile.laws": "the laws, by their number or our name for them",
        "LegalPoint.id": "the id of the point of law, which begins with code-",
        "MaximsFile.maxims": "the maxims, in the order of the book",
        "MovedFile.earlier": "questions of lessons in earlier versions",
        "MovedFile.lessons": "lessons that were removed",
        "MovedFile.questions": "questions that are no longer where they were",
        "MovedQuestion.asked": "the old question, if another one replaced it",
        "Moment.hand": "whose card it is",
        "OddsFile.odds": "the chances that the author states",
        "RubberFile.deals": "the deals of the rubber, in order",
        "RulesFile.rules": "the rules",
        "Sample.hand": "the hand that is known",
        "SampleClaim.hand": "the hand that is known",
        "ScoreClaim.declarer": "the side that plays the contract",
        "ScoreClaim.points": "the points by heading",
        "StatedClaim.card": "a claim about a card that might have been played",
        "StatedClaim.score": "a claim about a score",
        "StatedClaim.tricks": "a claim about tricks with all hands open",
        "ThemesFile.themes": "the themes",
        "ViewModel.trick": "the cards on the table, in the order of play",
        "ViewModel.tricks": "the earlier tricks",
    }
)


def with_meanings(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema in which every property of every object has its description, if that is known."""
    named = {str(schema.get("title", "")): schema, **schema.get("$defs", {})}
    described = {name: _described(name, part) for name, part in named.items()}
    whole = described.pop(str(schema.get("title", "")))
    return whole | ({"$defs": described} if described else {})


def _described(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    if "properties" not in schema:
        return schema
    properties = {}
    for field, part in schema["properties"].items():
        meaning = _IN_A_MODEL.get(f"{name}.{field}") or ("" if _says(part) else _BY_NAME.get(field, ""))
        properties[field] = {"description": meaning, **part} if meaning else part
    return schema | {"properties": properties}


def _says(part: dict[str, Any]) -> bool:
    """Whether a property, or what it may be, has a description."""
    inner = [choice for key in ("anyOf", "allOf", "oneOf") for choice in part.get(key, ())]
    inner += [part["items"]] if isinstance(part.get("items"), dict) else []
    return bool(part.get("description")) or any(map(_says, inner))
