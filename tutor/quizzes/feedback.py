"""What a learner reads after an answer: the verdict, the reason that decided, its page; the rest is behind one link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tutor.auction import Content, Double, Leave, Pass
from tutor.authorities.boundary import NearMiss
from tutor.authorities.rules import text_of
from tutor.cards import Card
from tutor.citations import OWN, SOURCES
from tutor.quizzes.exercise import Choice, ExerciseVerdict, Grade, quoted, the_answer
from tutor.quizzes.wording import advice_words, answer_words, any_of, sentence
from tutor.wording import in_words, sentences

REASON = 36
"""How many words of the reason are shown at once, if a sentence or clause ends there."""
MISS = 26
"""How many words of a rule are shown in a ‘why not’."""
LABEL = 24
"""How many words of an answer are repeated."""


class Tone(Enum):
    """How good an answer was, as colours and signs show it. Each value is a class of the style sheet."""

    RIGHT = "right"
    ACCEPTABLE = "acceptable"
    WRONG = "wrong"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class Note:
    """One thing behind the link: its heading, the text and its place."""

    heading: str
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The question a learner asks about their answer, and what the answer lacked."""

    asks: str
    says: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a learner reads about an answer. Texts are Markdown of one paragraph; empty ones are left out.

    `more` and `other_ways` are behind the link. `other_ways` takes time to find: the rules that could have led to the
    answer given. Rules that fail on the same fact are grouped.
    """

    tone: Tone
    verdict: str
    better: str = ""
    reason: str = ""
    place: str = ""
    why_not: WhyNot | None = None
    more: tuple[Note, ...] = ()
    other_ways: Callable[[], Sequence[NearMiss]] = tuple
    has_other_ways: bool = False


def feedback_on(told: ExerciseVerdict) -> Feedback:
    """What a learner reads about a verdict."""
    if told.grade is Grade.HELD_BACK:
        given = _named(told.given) if told.given.answer is not None else ""
        answered = f"You answered: {given}. " if given else ""
        return Feedback(Tone.TOLD, "Saved.", reason=f"{answered}Your teacher has not shown the results yet.")
    whole, place = _reason(told)
    reason = opening(whole, REASON)
    why_not = _why_not(told)
    return Feedback(
        _TONES[told.grade],
        _verdict(told),
        _better(told),
        reason,
        place,
        why_not,
        tuple(_more(told, whole, reason, why_not)),
        lambda: told.against,
        told.grade is Grade.NOT_ADVISED and told.given.answer is not None,
    )


_TONES = {
    Grade.BEST: Tone.RIGHT,
    Grade.ACCEPTABLE: Tone.ACCEPTABLE,
    Grade.UNDECIDED: Tone.ACCEPTABLE,
    Grade.NOT_ADVISED: Tone.WRONG,
    Grade.TOLD: Tone.TOLD,
}


# ---- the verdict and the better answer ------------------------------------------------------------------------------


def _verdict(told: ExerciseVerdict) -> str:
    match told.grade:
        case Grade.BEST:
            return "Right."
        case Grade.ACCEPTABLE:
            return "Also fine."
        case Grade.UNDECIDED:
            return "Not marked."
        case Grade.TOLD:
            return _advised(told.best, "The answer")
        case _:
            return _refused(told.given)


def _refused(given: Choice) -> str:
    """Says briefly that an answer is wrong."""
    match given.answer:
        case Leave():
            return "Do not leave it."
        case Double():
            return "No redouble here." if _redoubles(given) else "No double here."
        case Content():
            return "Do not stay silent."
        case Pass():
            return "Do not pass."
        case _:
            name = _named(given)
            return f"Not {name}." if name else "Not quite."


def _redoubles(given: Choice) -> bool:
    return "redouble" in given.label


def _asks(given: Choice) -> str:
    """The question a learner asks after a wrong answer."""
    match given.answer:
        case Leave():
            return "Why not leave it?"
        case Double():
            return "Why not redouble?" if _redoubles(given) else "Why not double?"
        case Content():
            return "Why not stay silent?"
        case Pass():
            return "Why not pass?"
        case _:
            name = "" if _is_number(given) else _named(given)
            return f"Why not {name}?" if name else "Why not?"


def _better(told: ExerciseVerdict) -> str:
    match told.grade:
        case Grade.BEST | Grade.TOLD:
            return ""
        case Grade.UNDECIDED:
            return "The author contradicts himself here."
        case Grade.ACCEPTABLE if told.given.key.partition(" -")[0] == told.best[0].key:
            return ""  # the right cards of a deal, after others were taken back
        case Grade.ACCEPTABLE:
            is_own = told.citation is None or told.citation.source == OWN
            author = None if told.citation is None or is_own else SOURCES[told.citation.source].author
            return (
                f"{author}’s own choice: {_either(told.best)}."
                if author
                else f"The first choice: {_either(told.best)}."
            )
        case _:
            is_said = isinstance(told.given.answer, Double) and isinstance(told.best[0].answer, Content)
            return "" if is_said else _advised(told.best, "Better")  # “No double here”


def _advised(best: tuple[Choice, ...], card_is: str) -> str:
    """The right answer as a sentence. A card has no verb of its own, so `card_is` says what it is."""
    said = _either(best)
    if best[0].answer is None:
        return the_answer(said)
    return f"{card_is}: {said}." if isinstance(best[0].answer, Card) else f"{sentence(said)}."


def _either(best: tuple[Choice, ...]) -> str:
    first = best[0].answer
    if first is not None:
        return any_of([choice.answer for choice in best[:3] if choice.answer is not None], advice_words)
    return opening(best[0].label, LABEL).rstrip(".")


def _named(choice: Choice) -> str:
    """An answer within a sentence: `the king of hearts`, `hearts`, `“A sequence”`; empty where it is long."""
    if choice.answer is not None:
        return answer_words(choice.answer)
    if _is_number(choice):
        return choice.label
    return quoted(choice.label) if len(choice.label.split()) <= _SHORT else ""


_SHORT = 6


# ---- the reason -----------------------------------------------------------------------------------------------------


def _reason(told: ExerciseVerdict) -> tuple[str, str]:
    """The whole reason for the right answer, with its place. Why the rule works comes before the facts of the hand."""
    place = str(told.citation) if told.citation else ""
    if told.grade is Grade.UNDECIDED:
        return _sentence(told.because), place
    if told.why is not None and told.why.is_given:
        return _sentence(told.why.text), str(told.why.citation)
    if told.quotation is not None:
        place = str(told.quotation.citation)
    elif told.best and told.best[0].answer is not None and told.says:
        return _sentence(told.says), place  # the author gives no reason for his rule
    right = text_of(told.right) or told.because
    is_repeated = told.grade is not Grade.BEST and _plain(right) == _plain(told.best[0].label)
    right = right.replace(f" ({place})", "")  # which follows
    if told.grade is not Grade.BEST:
        right = _after(right, told.best[0].label)
    return "" if is_repeated else _sentence(right), place


def _sentence(text: str) -> str:
    return sentences(sentence(text))


def _after(reason: str, label: str) -> str:
    """What a reason adds to an answer that is repeated just before it: a definition may be the start of its term."""
    said = f"{label.rstrip('.')}. "
    return reason.removeprefix(said) if _length(label) <= LABEL else reason


def _plain(text: str) -> str:
    return text.rstrip(".").casefold()


# ---- why not --------------------------------------------------------------------------------------------------------


def _why_not(told: ExerciseVerdict) -> WhyNot | None:
    """The nearest miss and what it lacked. None where this would only repeat the reason."""
    if told.grade is not Grade.NOT_ADVISED:
        return None
    asks = _asks(told.given)
    miss = told.nearest()
    if miss is not None:
        return WhyNot(asks, _missing(told, miss))
    right = text_of(told.right)
    if told.slip and told.slip != right:
        return WhyNot(asks, opening(_sentence(told.slip), REASON))
    return WhyNot(asks, f"Here: {_opened(right)}") if right and told.why is not None else None


def _is_number(choice: Choice) -> bool:
    return choice.label.lstrip("-").isdecimal()


def _missing(told: ExerciseVerdict, miss: NearMiss) -> str:
    """Why the nearest rule does not lead to the answer, in a sentence or two."""
    if miss.fits:
        return f"That fits a rule, but another rule comes first: {_opened(miss.fact)}"
    if miss.rule.says == told.says:  # the suit was right, and another card of it is played
        return f"Here: {_opened(text_of(told.right))}"
    return _too_few(miss) or f"{opening(_sentence(miss.rule.says), MISS)} Here: {_opened(miss.fact)}"


def _opened(fact: str) -> str:
    return opening(sentences(fact), MISS)


_NUMBERS = {in_words(number): number for number in range(14)}
_COUNT = re.compile(rf"(?:with )?({'|'.join(_NUMBERS)}) (?:or more )?(spades|hearts|diamonds|clubs)\b", re.IGNORECASE)


def _too_few(miss: NearMiss) -> str:
    """What to say where the suit is too short: `Here you need five hearts; you have three.`"""
    wanted, held = _COUNT.match(miss.rule.says), _COUNT.match(miss.fact)
    if wanted is None or held is None or wanted[2].lower() != held[2].lower():
        return ""
    has, needs = held[1].lower(), wanted[1].lower()
    if _NUMBERS[has] >= _NUMBERS[needs]:
        return ""
    return f"Here you need {needs} {held[2].lower()}; you have {'none' if has == 'no' else has}."


# ---- behind the link ------------------------------------------------------------------------------------------------


def _more(told: ExerciseVerdict, whole: str, reason: str, why_not: WhyNot | None) -> Iterator[Note]:
    """What is not shown at once, the most useful first, without repeats."""
    if whole != reason:
        yield Note("Why", whole)
    if told.slip and why_not is not None and _sentence(told.slip) != why_not.says:
        yield Note(why_not.asks.rstrip("?"), _sentence(told.slip))
    here = _sentence(text_of(told.right)) if told.given.answer is not None else ""
    if here and here != whole:
        yield Note("Here", here)
    if told.quotation is not None:
        yield Note("In the book", f"“{told.quotation.text}”", str(told.quotation.citation))
    if told.says and _sentence(told.says) not in (whole, here):
        yield Note("The rule", told.says, str(told.citation) if told.citation else "")
    if told.why is not None and not told.why.is_given:
        yield Note("Why", "The author gives no reason.", told.why.citation.place)
    if told.otherwise:
        yield Note("Otherwise", told.otherwise)
    if told.aside:
        yield Note("In the game", told.aside)


# ---- shortening -----------------------------------------------------------------------------------------------------


def opening(text: str, most: int) -> str:
    """The first sentences of a text, up to so many words. A longer first sentence is cut at a stop."""
    if _length(text) <= most:
        return text
    taken = ""
    for part in _SENTENCE_END.split(text):
        if taken and _length(f"{taken} {part}") > most:
            break
        taken = f"{taken} {part}".strip()
    return taken if _length(taken) <= most else _cut(taken, most)


_SENTENCE_END = re.compile(r"(?<=[.?!])(?<!\b[A-Z]\.)\s+(?=[A-Z“‘{*])|(?<=[.?!][”’])\s+(?=[A-Z“‘{*])")
_CLAUSE_END = re.compile(r"[;:,—]\s|\s—")


def _length(text: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _cut(text: str, most: int) -> str:
    """The start of a long sentence, to the last stop that leaves enough of it; marks of emphasis are closed."""
    cut = " ".join(text.split()[:most])
    stops = [stop.start() for stop in _CLAUSE_END.finditer(cut) if stop.start() > len(cut) // 2]
    cut = cut[: stops[-1]] if stops else cut
    if cut.count("[") > cut.count("]("):  # within a link
        cut = cut[: cut.rindex("[")]
    closing = "*" if cut.count("*") % 2 else ""
    return f"{cut.rstrip(' ,;:—')}{closing} …{'”' if cut.count('“') > cut.count('”') else ''}"
