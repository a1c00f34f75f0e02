"""What lessons are measured by: counted by hand on small lessons, and on texts of known reading ease."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tutor.__main__ import tutor
from tutor.library.catalogue import load
from tutor.library.lesson_blocks import NamedQuestion, Surroundings
from tutor.library.lesson_files import LessonText, read_lesson
from tutor.library.lesson_measures import (
    Act,
    ActKind,
    Measures,
    legibility,
    measured,
    plain,
    syllables,
    together,
)
from tutor.library.lesson_questions import ItemQuestion
from tutor.library.lessons import Lesson

FRONT = """---
title: A title of five words
aim: To count.
sources:
  - {source: caelebs, page: 2, lines: [546, 548]}
teaches: []
drill: {on: [term-knave]}
---
"""


def chosen(name: str, ask: str, right: str, wrong: str) -> str:
    return f"""```question
name: {name}
on: [term-knave]
ask: {ask}
choices:
  - {{says: "{right}", right: yes}}
  - {{says: "{wrong}", why: "It is low."}}
because: It is so.
```
"""


CHOSEN = chosen("high", "Which is higher?", "The jack", "The ten")
SENTENCES = chosen("long", "What now?", "They play on and nothing happens", "Nothing")
TYPED = """```question
name: count
on: [term-knave]
ask: How many?
number: 13
because: There are so many.
```
"""
PLAYED = """```question
name: lead
on: [cae-art-025]
authority: caelebs
asks: lead
view: {seat: A, leader: A, hand: "S:AKQ32 H:432 D:432 C:43", trumps: H}
```
"""
DEAL = """```deal
name: four
on: [cae-term-trick]
ask: Win three of the four tricks.
hands: {A: "S:A6 H:K4", Y: "S:K3 H:Q9", B: "S:95 H:J2", Z: "S:J7 H:T8"}
trumps: none
leader: A
goal: 3
moments:
  - {trick: 1, best: [SA], because: "It wins."}
  - {trick: 2, says: "Two are left."}
  - {trick: 3, best: [HK], because: "It wins."}
won: You won.
lost: You lost.
```
"""


def lesson_of(text: str) -> Lesson:
    around = Surroundings(library=load(), lessons={"whist-score"})
    return read_lesson(LessonText("a-lesson", "whist", "a-lesson.md", FRONT + text), around)


def counted(text: str) -> Measures:
    def of_item(question: NamedQuestion) -> Act:
        assert isinstance(question, ItemQuestion)
        return {"cae-art-025": Act(ActKind.PLAYED), "term-pack": Act(ActKind.CHOSEN, ("A b c d e",))}[question.item]

    return measured(lesson_of(text), of_item)


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        (CHOSEN, ActKind.CHOSEN, 1),
        (TYPED, ActKind.TYPED, 1),
        (DEAL, ActKind.PLAYED, 2),
        (CHOSEN + TYPED + SENTENCES, ActKind.CHOSEN, 2),
        ("```question\nname: made\nitem: cae-art-025\n```\n", ActKind.PLAYED, 1),
        ("```question\nname: made\nitem: term-pack\n```\n", ActKind.CHOSEN, 1),
    ],
)
def test_acts_count_by_what_is_done(text: str, kind: ActKind, number: int) -> None:
    assert counted(text).number(kind) == number


def test_a_deal_that_only_speaks_is_played_once() -> None:
    silent = "\n".join(line for line in DEAL.splitlines() if "best" not in line) + "\n"
    assert counted(silent).number(ActKind.PLAYED) == 1
    assert counted(silent + DEAL.replace("name: four", "name: more")).deals == 2


def test_a_sentence_is_an_option_of_more_than_four_words_on_average() -> None:
    assert counted(CHOSEN).sentences == 0
    assert counted(SENTENCES).sentences == 0, "six words and one are three and a half each"
    assert counted(SENTENCES.replace('says: "Nothing"', 'says: "Nothing at all now"')).sentences == 1
    assert counted("```question\nname: made\nitem: term-pack\n```\n").sentences == 1


def test_words_before_the_first_act_are_those_of_the_text_captions_and_tables() -> None:
    text = "One two {HK} three [four](lesson:whist-score).\n\n"
    assert counted(text + CHOSEN).words_before_first_act == 7, "the king of hearts are three words"
    caption = '```hand\nhand: "S:AK H:2"\ncaption: "Three more words."\n```\n'
    assert counted(text + caption + CHOSEN + "And these come after.\n").words_before_first_act == 10
    assert counted(CHOSEN).words_before_first_act == 0


def test_some_lessons_are_measured_as_one() -> None:
    both = together([counted("One two three.\n" + CHOSEN), counted("One.\n" + DEAL)])
    assert (both.lessons, both.number_of_acts, both.deals) == (2, 3, 1)
    assert both.share_at_the_table == pytest.approx(2 / 3)
    assert both.words_before_first_act == 3
    assert together([]).share_of_sentences == 0


def test_reading_ease_is_that_of_flesch() -> None:
    """206.835 − 1.015 × words a sentence − 84.6 × syllables a word."""
    found = legibility(["Lead the king. It wins the trick (p. 43) for partner."])
    assert (found.words, found.sentences, found.syllables) == (9, 2, 10)
    assert found.ease == pytest.approx(206.835 - 1.015 * 4.5 - 84.6 * 10 / 9)
    assert (legibility(["Lead {HK}, won’t you? **Yes.**"]).words, legibility(["Yes. No\n\n- So"]).sentences) == (7, 3)


def test_what_is_no_sentence_of_ours_has_no_part_in_the_reading_ease() -> None:
    plainly = counted("Lead the king.\n" + CHOSEN).legibility
    assert counted("## Considerations concerning illustrations\n\nLead the king.\n" + CHOSEN).legibility == plainly
    assert plainly.words == len(
        ["To", "count", "Lead", "the", "king", "Which", "is", "higher", "It", "is", "so", "It", "is", "low"]
    )


@pytest.mark.parametrize(
    ("word", "number"), [("king", 1), ("partner", 2), ("diamond", 3), ("left-hand", 2), ("partner’s", 2), ("13", 1)]
)
def test_syllables(word: str, number: int) -> None:
    assert syllables(word) == number


def test_a_text_is_measured_as_it_is_read() -> None:
    assert plain("*Lead* the {HK}: see [the cards](lesson:some).") == "Lead the king of hearts: see the cards."


def told(*arguments: str) -> str:
    result = CliRunner().invoke(tutor, ["lessons", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_the_command_tells_the_measures() -> None:
    lines = [json.loads(line) for line in told("--json").splitlines()]
    assert {"course", "acts", "deals", "words_before_first_act", "reading_ease"} <= lines[0].keys()
    assert all(set(line["acts"]) == {"played", "called", "chosen", "typed"} for line in lines)
    whist = [line for line in lines if line["course"] == "whist"]
    table = told("--measures", "--course", "whist")
    assert whist[0]["id"] in table
    acts = sum(sum(line["acts"].values()) for line in whist)
    at_the_table = sum(line["acts"]["played"] + line["acts"]["called"] for line in whist)
    assert f"{at_the_table / acts:.0%} played or called" in table
