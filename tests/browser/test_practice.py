"""Questions as they are practised: they share a screen with what an answer was worth, and are answered by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import AnswerForm, Exercise
from tutor.quizzes.groups import groups
from tutor.study.study import Study
from tutor.web.services import load_exercises

pytestmark = pytest.mark.browser


SCREENS = ((1280, 800), (390, 844))
NUMBER = 3


@dataclass(frozen=True)
class Sample:
    """A question of a group: where it stands, and a right and a wrong answer."""

    group: str
    path: str
    exercise: Exercise

    @property
    def wrong(self) -> str:
        if self.exercise.form is AnswerForm.NUMBER:
            return str(int(self.exercise.answer) + 1)
        choices = (choice.key for choice in self.exercise.choices)
        return next(key for key in choices if not self.exercise.mark(key).grade.is_right)


def samples(library: Library) -> Iterator[Sample]:
    """A question of each group, from the middle of it."""
    _, makers = load_exercises(library)
    for group in groups(makers.items).values():
        item = group.items[len(group.items) // 2]
        yield Sample(group.id, f"/practice/{makers.items[item].code}/{NUMBER}", makers.make(item, NUMBER))


def lowest(page: Page) -> float:
    """How far down the page the question and its answers reach, and the way on if there is one."""
    found: float = page.evaluate(
        """() => Math.max(...["#question", ".posed", ".verdict [role=status]", "#next"].map(
            (part) => document.querySelector(part)?.getBoundingClientRect().bottom || 0))"""
    )
    return found


def test_the_question_and_the_verdict_share_one_screen(open_page: Open, library: Library) -> None:
    page = open_page("/practice/")
    too_low = {}
    for sample in samples(library):
        answers = (None, sample.exercise.answer, sample.wrong)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for given in answers:
                page.goto(sample.path if given is None else f"{sample.path}/{quote(given)}")
                if lowest(page) > height or page.evaluate("document.documentElement.scrollWidth") > width:
                    too_low[sample.group, width, given] = lowest(page)
    assert too_low == {}


def test_keys_answer_and_go_on(open_page: Open, study: Study) -> None:
    page = open_page("/practice/sets/hellespont-declare/beginner/7/1")
    label = page.locator("#decision .calls button").nth(2).text_content()
    page.keyboard.press("3")
    expect(page.locator(".answered .chosen")).to_contain_text(label or "?")
    expect(page.locator(".answered li")).to_have_count(6)
    assert sum(study.answers.tally("exercise").values()) == 1
    page.keyboard.press("Enter")
    expect(page.locator(".progress")).to_have_text("2 of 10")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "answer"


def test_a_card_that_is_played_lies_on_the_table(open_page: Open) -> None:
    page = open_page("/practice/sets/caelebs-second/beginner/7/1")
    laid, held = page.locator(".trick .card"), page.locator(".at-table .card")
    before, cards = laid.count(), held.count()
    first = page.locator("#decision button.card").first
    name = first.get_attribute("aria-label") or "?"
    page.keyboard.press("1")
    expect(laid).to_have_count(before + 1)
    expect(page.locator(".seat.s .fan .card")).to_have_count(cards - 1)
    expect(page.locator(".answered .chosen")).to_contain_text(re.compile(name, re.IGNORECASE))


def test_a_number_is_taken_in_words_and_refused_by_the_page(open_page: Open, library: Library) -> None:
    _, makers = load_exercises(library)
    item = (
        makers.items["skill-counting-honours"]
        if "skill-counting-honours" in makers.items
        else next(
            item
            for item in makers.items.values()
            if makers.make(item.id, NUMBER).form is AnswerForm.NUMBER
            and 0 < int(makers.make(item.id, NUMBER).answer) < 20
        )
    )
    page = open_page(f"/practice/{item.code}/{NUMBER}", watched=False)
    page.get_by_label("Your answer").fill("a lot")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Write it as 28 or three")
    page.get_by_label("Your answer").fill("Three")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".answered .chosen")).to_contain_text("3")


def test_without_scripts_a_set_goes_on(open_page: Open) -> None:
    page = open_page("/practice/sets/term/beginner/7/1", java_script_enabled=False)
    page.locator("#decision button[name=answer]").first.click()
    expect(page.locator(".answered .chosen")).to_be_visible()
    page.locator("#next").click()
    expect(page.locator(".progress")).to_have_text("2 of 10")
