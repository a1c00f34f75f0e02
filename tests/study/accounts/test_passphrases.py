"""Passphrases: which are too easily guessed, and what one is told then."""

from __future__ import annotations

import re
from math import perm
from random import Random
from time import process_time

import pytest
from flask import Flask

from tests.support.cases import for_each
from tests.support.paths import ROOT
from tests.support.school import WORDS
from tutor.errors import Malformed
from tutor.study.accounts.passphrase_words import PASSPHRASE_WORDS
from tutor.study.accounts.passphrases import LONGEST_PASSPHRASE, WELL_KNOWN, checked_passphrase, suggested

NAMES = ("Miss Vine", "Tom Bell")

WEAK = {
    "": "fewer than 12",
    "eleven char": "fewer than 12",
    "a b cccccccccc": "repeats the same",
    "word word word word": "repeats the same",
    "partner partner partner partner": "repeats the same",
    "abcabcabcabcabc": "repeats the same",
    "Tom Bell Tom Bell": "your name",
    "miss vine miss vine": "your name",
    "tombellmissvine": "your name",
    "correct horse battery staple": "everybody knows",
    "CorrectHorseBatteryStaple": "everybody knows",
    "Correct horse battery staple 1": "everybody knows",
    "one two three four": "everybody knows",
    "password12345": "many people choose",
    "qwertyuiop123": "",
    "123456789012345": "",
    "a" * LONGEST_PASSPHRASE: "repeats the same",
    "xK9$q" * 20: "repeats the same",
    "a" * (LONGEST_PASSPHRASE + 1): "more than 200",
}

STRONG = (
    WORDS,
    "four quite other words",
    "two words-only-here",
    "qzvkxwpjrtyb",
    "Это мой секретный пароль",
    "🂡 🂢 ♠ leading trumps early",
    "finesse finesse candle orchard plain",
    "finesse candle orchard plain " * 6,
    "a" * 100 + " finesse candle orchard plain",
)


@for_each("passphrase", WEAK)
def test_what_is_easily_guessed_is_refused_says_why_and_how_to_mend_it(passphrase: str) -> None:
    with pytest.raises(Malformed) as refused:
        checked_passphrase(passphrase, NAMES)
    assert WEAK[passphrase] in str(refused.value)
    assert "four words" in str(refused.value).lower()
    assert not passphrase or passphrase not in str(refused.value), "it is not repeated"


@pytest.mark.parametrize("passphrase", STRONG)
def test_what_is_hard_to_guess_is_taken_as_it_is_whatever_signs_are_in_it(passphrase: str) -> None:
    assert checked_passphrase(passphrase, NAMES) == passphrase


@for_each("known", WELL_KNOWN)
def test_no_sentence_that_everybody_knows_will_do(known: str) -> None:
    for form in (known, known.title(), known.replace(" ", ""), f"{known}!"):
        with pytest.raises(Malformed):
            checked_passphrase(form)


def test_the_names_of_one_person_are_nothing_to_another() -> None:
    made_of_names = "Grimaldi Ashdown Hartley"
    with pytest.raises(Malformed, match="your name"):
        checked_passphrase(made_of_names, ("Grimaldi", "Ashdown Hartley"))
    assert checked_passphrase(made_of_names, NAMES) == made_of_names


UNSUITABLE = (
    "alcohol", "arson", "assault", "beer", "bitch", "blood", "bomb", "booze", "breast", "brib", "butt", "cigar",
    "corpse", "creep", "crime", "cult", "curse", "damn", "dead", "death", "demon", "devil", "drank", "drug",
    "drunk", "dumb", "erotic", "evil", "fatal", "fetal", "fetus", "filth", "flirt", "fool", "freak", "frisk",
    "genital", "ghetto", "gore", "groin", "grope", "gun", "harm", "hate", "hell", "idiot", "islam", "jail",
    "jerk", "kill", "knife", "lash", "lewd", "mace", "mock", "mute", "naked", "nude", "obese", "ogre", "oral",
    "pagan", "pant", "pill", "pimp", "plague", "poison", "prick", "prude", "puke", "punch", "rabid", "rage",
    "rape", "satan", "scum", "seduc", "sex", "shame", "shoot", "sick", "sin", "slain", "slap", "slave", "slay",
    "sleaz", "slob", "slut", "smok", "snort", "spit", "stab", "steal", "strip", "stupid", "suck", "suicid",
    "swear", "tart", "theft", "thigh", "thong", "thug", "toxic", "tramp", "ugly", "urin", "victim", "viral",
    "virus", "vodka", "vomit", "vulgar", "weapon", "wench", "whip", "whore", "womb", "wound", "wrath",
)  # fmt: skip
"""How words begin that no child should be told to write down."""


@for_each("word", PASSPHRASE_WORDS)
def test_every_word_that_is_suggested_is_plain_and_suits_children(word: str) -> None:
    assert re.fullmatch("[a-z]{4,8}", word)
    assert not word.startswith(UNSUITABLE)


def test_four_words_are_too_many_to_guess() -> None:
    assert len(set(PASSPHRASE_WORDS)) == len(PASSPHRASE_WORDS)
    assert len(PASSPHRASE_WORDS) ** 4 > 10**11, "a guess a second would take 3,000 years"


@pytest.mark.slow
def test_the_guide_has_the_number_of_words_and_the_years_that_guesses_take() -> None:
    guide = (ROOT / "docs" / "log-in.md").read_text(encoding="utf-8")
    assert f"four of {len(PASSPHRASE_WORDS)} words" in guide
    years = int(re.findall(r"At 696 guesses a day, ([\d,]+) years", guide)[0].replace(",", ""))
    assert 696 * 365.25 * years * 1000 < perm(len(PASSPHRASE_WORDS), 4)


def test_every_passphrase_that_is_suggested_will_do() -> None:
    random = Random(1901)
    for _ in range(300):
        suggestion = suggested(PASSPHRASE_WORDS, random)
        assert len(set(suggestion.split())) == 4
        assert checked_passphrase(suggestion, NAMES) == suggestion


@pytest.mark.parametrize("part", ["a", "a4@4", "p4$$w0rd", "1l|i!", "qwerty", "12/05/1999 ", "aB3$", "word "])
def test_the_longest_passphrase_is_judged_soon(part: str) -> None:
    long = (part * LONGEST_PASSPHRASE)[:LONGEST_PASSPHRASE]
    began = process_time()
    with pytest.raises(Malformed):
        checked_passphrase(long, NAMES)
    assert process_time() - began < 2


def test_a_weak_passphrase_makes_no_account_and_the_page_says_how_to_mend_it(school: Flask) -> None:
    from tutor.web.services import EXTENSION

    classroom = school.extensions[EXTENSION].classroom
    made = classroom.classes.make(1, "Lower Fifth")
    form = {"code": made.code, "name": "Grimaldi", "real_name": "Joe Bell", "passphrase": "Grimaldi Joe Bell"}
    refused = school.test_client().post("/join", data=form)
    assert refused.status_code == 400
    assert "it is made from your name" in refused.text
    assert 'value="Grimaldi"' in refused.text, "the names are still in the form"
    assert "Grimaldi Joe Bell" not in refused.text
    assert not classroom.classes.members(made)
