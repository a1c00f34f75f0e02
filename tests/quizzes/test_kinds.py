"""Questions on scores, tricks needed, counting, reading, offences, odds, terms and maxims."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.support.cases import for_each
from tests.support.oracles import table
from tutor.analysis.odds import spoken
from tutor.auction import Denomination
from tutor.authorities import AUTHORITIES
from tutor.cards import PACK, Rank, Suit
from tutor.codes import CODES
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.deal_result import DealResult, HonoursResult
from tutor.codes.offences import FIVE_CODES, STAGES, Ruling
from tutor.codes.scoring import Party, ScoreSum
from tutor.codes.whist_1859 import WhistShort1859
from tutor.errors import Malformed
from tutor.library.catalogue import Library, load
from tutor.library.laws import laws
from tutor.quizzes.bank import item_makers
from tutor.quizzes.exercise import AnswerForm, Exercise, Grade, Level, MultipleChoice, NumericExercise
from tutor.quizzes.items import ExerciseBank, ExerciseMaker
from tutor.quizzes.kinds.counting import ELEVEN, LENGTH, OUT, TRUMPS
from tutor.quizzes.kinds.inference import InferenceMaker
from tutor.quizzes.kinds.rulings import ruling_words
from tutor.quizzes.kinds.scoring import ScoreMaker, scored, told_of
from tutor.quizzes.kinds.terms import TermMaker, definition
from tutor.quizzes.kinds.tricks_needed import TricksNeededMaker, at_bridge, at_whist
from tutor.seats import Seat, Side

NUMBERS = range(2)


@dataclass(frozen=True)
class Made:
    """A question, with how it was asked for."""

    item: str
    number: int
    level: Level
    exercise: Exercise

    def __str__(self) -> str:
        return f"{self.item}, {self.level.value}, number {self.number}"


LIBRARY = load()
MAKERS = {name: maker for name, maker in item_makers(LIBRARY).items() if name not in ("rules", "legal points")}


def _all_of(maker: ExerciseMaker) -> Iterator[Made]:
    for item in maker.items:
        for number in NUMBERS:
            for level in Level:
                yield Made(item, number, level, maker.make(item, number, level))
        if not isinstance(maker, InferenceMaker):  # it takes longest, and its third question is as its first
            yield Made(item, 2, Level.ADVANCED, maker.make(item, 2, Level.ADVANCED))


@pytest.fixture(scope="module")
def made() -> dict[str, list[Made]]:
    """Every item asked about a few times at both levels."""
    return {name: list(_all_of(maker)) for name, maker in MAKERS.items()}


every_maker = pytest.mark.parametrize("name", MAKERS)


@pytest.mark.slow
@every_maker
def test_the_answer_is_best_and_no_other_is_right(made: dict[str, list[Made]], name: str) -> None:
    """Of a beginner’s choices just one is right; what else may do is acceptable, never best."""
    for one in made[name]:
        exercise = one.exercise
        assert exercise.item == one.item
        right = exercise.mark(exercise.answer)
        assert right.grade is Grade.BEST, one
        assert exercise.answer in {choice.key for choice in right.best}, one
        assert right.because, one
        if exercise.form is AnswerForm.NUMBER:
            assert not exercise.mark(str(int(exercise.answer) + 1000)).grade.is_right, one
            continue
        others = [exercise.mark(choice.key) for choice in exercise.choices if choice.key != exercise.answer]
        assert len(others) >= 1, one
        shades = {verdict.grade for verdict in others}
        if name == "first games":  # whatever takes the trick, or follows suit, does what is asked
            assert Grade.NOT_ADVISED in shades, one
            continue
        assert shades <= {Grade.NOT_ADVISED, Grade.ACCEPTABLE}, one
        assert Grade.ACCEPTABLE not in shades or one.level is Level.ADVANCED, one
        assert all(verdict.because for verdict in others), one


@pytest.mark.slow
@every_maker
def test_no_two_choices_read_alike(made: dict[str, list[Made]], name: str) -> None:
    for one in made[name]:
        choices = one.exercise.choices
        assert len({choice.key for choice in choices}) == len(choices), one
        assert len({choice.label.casefold() for choice in choices}) == len(choices), one


@pytest.mark.slow
@every_maker
def test_a_question_is_the_same_whoever_asks(made: dict[str, list[Made]], name: str) -> None:
    """From makers that have made nothing before, and in another order."""
    fresh = item_makers(LIBRARY)[name]
    asked = [one for one in made[name] if one.number == 1 and one.level is Level.BEGINNER]
    for one in reversed(asked[:: 6 if name == "inference" else 1]):
        again = fresh.make(one.item, one.number, one.level)
        assert again == one.exercise, one


@pytest.mark.slow
@every_maker
def test_nothing_before_the_answer_tells_it(made: dict[str, list[Made]], name: str) -> None:
    for one in made[name]:
        exercise = one.exercise
        shown = [exercise.prompt, *exercise.facts, exercise.hints[0]]
        if exercise.form is AnswerForm.CHOICE:
            label = next(choice.label for choice in exercise.choices if choice.key == exercise.answer)
            assert not any(_names(label, text) for text in shown), one
        else:
            verdict = exercise.mark(exercise.answer)
            assert not any(verdict.because in text for text in shown), one
            assert not re.search(rf"\b{re.escape(exercise.answer)}\b", exercise.hints[0]), one
        assert all(exercise.hints), one


def _names(label: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(label.casefold())}(?!\w)", text.casefold()) is not None


@pytest.mark.slow
@every_maker
def test_the_place_of_the_answer_tells_nothing(made: dict[str, list[Made]], name: str) -> None:
    places: Counter[int] = Counter()
    for one in made[name]:
        if one.exercise.choices:
            keys = [choice.key for choice in one.exercise.choices]
            places[keys.index(one.exercise.answer)] += 1
    total = sum(places.values())
    assert total < 20 or max(places.values()) < 0.6 * total


@pytest.mark.slow
@every_maker
def test_a_question_has_no_end(name: str) -> None:
    """Of most items many questions differ; of those that ask a thing said once, the choices do."""
    maker = MAKERS[name]
    for item in list(maker.items)[:: max(1, len(maker.items) // 5)]:
        different = {str(maker.make(item, number, Level.BEGINNER)) for number in range(12)}
        assert len(different) >= 4, item


def test_what_cannot_be_answered_is_refused() -> None:
    exercise = MAKERS["scores"].make("skill-score-auction-1910", 1, Level.BEGINNER)
    with pytest.raises(Malformed, match="the answer must be a whole number"):
        exercise.mark("many")


def test_every_maker_is_gathered() -> None:
    gathered = ExerciseBank(MAKERS.values())
    for maker in MAKERS.values():
        for item in maker.items:
            assert item in gathered.items
    assert gathered.make("skill-odds-split", 3).item == "skill-odds-split"


# ---- what can be asked about -----------------------------------------------------------------------------------------


def test_every_code_is_scored_and_has_its_tricks_needed() -> None:
    for key in CODES:
        assert f"skill-score-{key}" in ScoreMaker().items
        assert f"skill-tricks-needed-{key}" in TricksNeededMaker().items


@pytest.mark.slow
def test_every_law_that_gives_points_is_an_item() -> None:
    """The laws listed are those by which deals of chance are scored, and no others."""
    random, found = Random(1859), set()
    for code in CODES.values():
        for _ in range(1200 if isinstance(code, BridgeCode) else 300):
            found |= {item.law for item in code.score_result(told_of(code, random)).items}
    assert found == {law for code in CODES.values() for law in code.scoring_laws}


def test_every_term_maxim_message_and_chance_is_an_item(library: Library) -> None:
    items = {name: set(maker.items) for name, maker in MAKERS.items()}
    assert items["terms"] == {f"term-{term.id}" for term in library.glossary}
    assert items["maxims"] == set(library.maxims)
    assert items["inference"] == {message.id for author in AUTHORITIES.values() for message in author.messages}
    computed = {one.id for file in library.odds.values() for one in file.odds if one.chance is not None}
    assert {item for item in items["odds"] if not item.startswith("skill-")} == computed
    assert items["counting"] == {ELEVEN, OUT, TRUMPS, LENGTH}


def test_every_act_on_which_a_code_speaks_is_an_item() -> None:
    acts = {
        f"law-{code.key}-{question.act.slug}"
        for code in FIVE_CODES.values()
        for stage in STAGES.values()
        for question in stage
        if any(isinstance(answer, Ruling) for answer in code.answers(question))
    }
    ruled_by = {
        laws()[law].id
        for code in FIVE_CODES.values()
        for stage in STAGES.values()
        for question in stage
        for answer in code.answers(question)
        if isinstance(answer, Ruling)
        for law in answer.laws
    }
    assert set(MAKERS["rulings"].items) == acts | ruled_by


# ---- the books as oracles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", table("bridge-english-1901-tricks-to-thirty.csv"), ids=lambda row: row["score"])
def test_tricks_needed_are_those_of_hellesponts_table(row: dict[str, str]) -> None:
    code = CODES["bridge-english-1901"]
    assert isinstance(code, BridgeCode)
    for heading, printed in row.items():
        if heading != "score" and printed:
            words = heading.removesuffix(" doubled")
            denomination = next(one for one in Denomination if one.word == words)
            asked = at_bridge(code, int(row["score"]), denomination, int(heading.endswith("doubled")))
            assert (asked.answer if asked else "-") == printed, heading


@pytest.mark.parametrize(("score", "honours", "tricks"), [(0, 0, 11), (2, 3, 7), (4, 4, 7), (3, 0, 8), (0, 4, 7)])
def test_tricks_needed_at_short_whist(score: int, honours: int, tricks: int) -> None:
    """Five up, three honours counting two and four four, but nothing at four (Cælebs, pp. 67–68)."""
    code = CODES["whist-short-1859"]
    assert isinstance(code, WhistShort1859)
    asked = at_whist(code, score, honours)
    assert asked is not None
    assert asked.number == tricks


@pytest.mark.parametrize("row", table("bridge-english-1901-rubber.csv"), ids=lambda row: row["his words"][:40])
def test_hellesponts_rubber_is_asked_as_he_scores_it(row: dict[str, str]) -> None:
    code, deal = CODES["bridge-english-1901"], _told(row, Seat.labelled(row["declarer"]))
    for side in Side:
        for figure, heading in ((ScoreSum.BELOW, "below"), (ScoreSum.ABOVE, "above")):
            asked = scored("skill-score-bridge-english-1901", code, deal, figure, side)
            assert asked.answer == row[f"{side.label} {heading}"]


@for_each("row", table("auction-1910-scores.csv"), ids=lambda row: f"{row['where']} {row['bid']}")
def test_fosters_deals_are_asked_as_he_scores_them(row: dict[str, str]) -> None:
    code, deal = CODES["auction-1910"], _auction(row)
    wanted: list[tuple[ScoreSum, Party, str]] = [
        (ScoreSum.BELOW, Side.NS, "AB below"),
        (ScoreSum.ABOVE, Side.NS, "AB above"),
        (ScoreSum.ABOVE, Side.EW, "YZ above"),
    ]
    for figure, side, heading in wanted:
        assert scored("skill-score-auction-1910", code, deal, figure, side).answer == row[heading]


def _told(row: dict[str, str], declarer: Seat) -> DealResult:
    by_seat = {seat: int(row[f"honours {seat.label}"]) for seat in Seat}
    void = tuple(seat for seat in Seat if seat.label in row["chicane"])
    tricks = int(row["AB tricks"])
    return DealResult(
        denomination=Denomination(row["denomination"]),
        declarer=declarer,
        doubled=int(row["doubled"]),
        tricks={Side.NS: tricks, Side.EW: 13 - tricks},
        honours=_honours(by_seat),
        chicane=void or None,
    )


def _auction(row: dict[str, str]) -> DealResult:
    number, letter = row["bid"].split()
    by_seat = dict(zip(Seat, map(int, row["honours"].split()), strict=True))
    void = tuple(seat for seat in Seat if seat.label in row["void"].split())
    tricks = int(row["AB tricks"])
    return DealResult(
        bid=number + letter,
        declarer=Side.NS,
        doubled=int(row["doubled"]),
        tricks={Side.NS: tricks, Side.EW: 13 - tricks},
        honours=_honours(by_seat),
        chicane=void or None,
    )


def _honours(by_seat: dict[Seat, int]) -> HonoursResult:
    held: dict[Party, int] = {side: sum(by_seat[seat] for seat in side.seats) for side in Side}
    most = max(by_seat.values())
    return HonoursResult(held, most if most > 3 else None)


@for_each("row", table("odds.csv"), ids=lambda row: row["id"])
def test_the_best_odds_are_those_that_another_program_counts(row: dict[str, str]) -> None:
    maker = MAKERS["odds"]
    if row["id"] in maker.items:
        exercise = maker.make(row["id"], 0, Level.ADVANCED)
        label = next(choice.label for choice in exercise.choices if choice.key == exercise.answer)
        assert label == spoken(Fraction(row["exact"]))


# ---- what a wrong answer is told -------------------------------------------------------------------------------------


def test_the_usual_slips_are_known_by_their_numbers() -> None:
    """Hearts doubled, nine tricks, four honours in one hand: 48 below the line and 64 for honours."""
    deal = DealResult(
        denomination=Denomination.HEARTS,
        declarer=Side.NS,
        doubled=1,
        tricks={Side.NS: 9, Side.EW: 4},
        honours=HonoursResult({Side.NS: 4, Side.EW: 1}, 4),
    )
    code = CODES["bridge-english-1901"]
    below = scored("skill-score-bridge-english-1901", code, deal, ScoreSum.BELOW, Side.NS)
    honours = scored("skill-score-bridge-english-1901", code, deal, ScoreSum.HONOURS, Side.NS)
    assert (below.answer, honours.answer) == ("48", "64")
    assert below.mark("24").because.startswith("that leaves out the double")
    assert below.mark("144").because.startswith("that counts every trick")
    assert below.mark("112").because.startswith("honours never count below the line")
    assert honours.mark("128").because.startswith("a double raises the value of tricks")
    assert honours.mark("32").because.startswith("that counts the honours as if they were in both hands")
    assert below.mark("47").because == below.mark("48").because


def test_a_figure_of_another_code_is_told_as_such() -> None:
    """A hand without a trump adds to its side in 1901, and takes from the adversaries in 1907."""
    deal = DealResult(
        denomination=Denomination.HEARTS,
        declarer=Side.NS,
        tricks={Side.NS: 9, Side.EW: 4},
        honours=HonoursResult({Side.NS: 4, Side.EW: 1}),
        chicane=(Seat.WEST,),
    )
    asked = scored("skill-score-bridge-english-1901", CODES["bridge-english-1901"], deal, ScoreSum.ABOVE, Side.EW)
    assert asked.answer == "16"
    american = scored("skill-score-bridge-american-1907", CODES["bridge-american-1907"], deal, ScoreSum.ABOVE, Side.NS)
    assert american.answer == "16"
    assert (
        "American code of 1907" in asked.mark("-16").because
        or "leaves out the hand without a trump" in asked.mark("0").because
    )


@pytest.mark.slow
def test_a_ruling_of_another_code_is_told_as_such(made: dict[str, list[Made]]) -> None:
    """A wrong choice says under which code, or in which case, it would be right, and the law that rules here."""
    for one in made["rulings"]:
        exercise = one.exercise
        assert isinstance(exercise, MultipleChoice)
        for choice in exercise.choices:
            if choice.key != exercise.answer:
                assert re.match(
                    r"that is the rule (in another case|under other laws)\b", exercise.mark(choice.key).because
                ), one


def test_the_right_ruling_is_that_of_the_code() -> None:
    """Each case is asked in its turn, with all that the code says follows."""
    for code in FIVE_CODES.values():
        asked = MAKERS["rulings"].make(f"law-{code.key}-revokes", 0, Level.ADVANCED)
        label = next(choice.label for choice in asked.choices if choice.key == asked.answer)
        question = next(one for stage in STAGES.values() for one in stage if one.act.slug == "revokes")
        assert label in {ruling_words(answer) for answer in code.answers(question)}


@pytest.mark.slow
def test_what_is_read_in_an_act_is_heard_and_the_rest_is_not(made: dict[str, list[Made]]) -> None:
    says = {one.says: one for author in AUTHORITIES.values() for one in author.messages}
    for one in made["inference"]:
        exercise = one.exercise
        view = exercise.view
        assert view is not None
        act = view.played()[-1] if view.played() else view.calling.said[-1]
        for choice in exercise.choices:
            assert says[choice.label].heard(view, act) is (choice.key == exercise.answer), one


# ---- counting and terms ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_counted_agrees_with_the_hands(made: dict[str, list[Made]]) -> None:
    """By another way: what is out is the pack without the cards seen and the cards played."""
    for one in made["counting"]:
        exercise = one.exercise
        view = exercise.view
        assert view is not None
        if one.item in (OUT, TRUMPS):
            assert isinstance(exercise, NumericExercise)
            seen = {card for hand in view.seen.values() for card in hand} | {one.card for one in view.played()}
            word = re.search(r"How many (\w+) are", exercise.prompt)
            assert word is not None
            suit = next((suit for suit in Suit if suit.plural == word[1]), view.trumps)
            left = [card for card in PACK if card.suit is suit and card not in seen]
            assert exercise.number == len(left), one
        elif one.item == ELEVEN and isinstance(exercise, NumericExercise):
            card = view.played()[0].card
            seen = {held for hand in view.seen.values() for held in hand if held.suit is card.suit}
            unseen = [rank for rank in Rank if rank > card.rank and all(rank is not other.rank for other in seen)]
            assert exercise.number == len(unseen) - 3, one


def test_a_definition_is_a_sentence_that_does_not_name_its_term(library: Library) -> None:
    maker = TermMaker(library)
    for term in library.glossary:
        asked = definition(term)
        assert not any(_names(word, asked) for word in term.words if len(word) > 1), term.id
        assert not maker.names(asked, term), term.id
        assert asked.endswith("."), term.id
        assert len(asked.split()) <= 25, term.id


def test_no_question_on_a_term_has_words_blanked_out(library: Library) -> None:
    maker = TermMaker(library)
    for term, number in product(library.glossary, range(3)):
        exercise = maker.make(term.anchor, number, Level.BEGINNER)
        shown = [exercise.prompt, *exercise.facts, *(choice.label for choice in exercise.choices), *exercise.hints]
        assert not any("…" in text or "__" in text for text in shown), (term.id, number)
        assert exercise.mark(exercise.answer).grade is Grade.BEST


def test_terms_that_cards_show_are_apart() -> None:
    """No other term among the choices has the same cards, or is seen together with the one that is asked for."""
    maker = TermMaker(LIBRARY)
    for term in LIBRARY.glossary:
        if term.examples:
            exercise = maker.make(term.anchor, 2, Level.BEGINNER)
            assert exercise.prompt == "Which term do these cards show?"
            others = [LIBRARY.glossary[choice.key] for choice in exercise.choices if choice.key != term.id]
            cards = {example.cards for example in term.examples}
            assert not any(cards & {example.cards for example in other.examples} for other in others), term.id
            assert not any(other.id in term.see or term.id in other.see for other in others), term.id
