"""Passphrases: which are too easily guessed, and how to mend them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from threading import Lock
from typing import Any

from tutor.errors import Malformed
from tutor.extras import importing

SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 12, 200
WORDS_SUGGESTED = 4
LEAST_GUESSES = 10
"""How many guesses a passphrase must withstand, as a power of ten: the highest score that zxcvbn gives."""
LETTERS_JUDGED = 72
"""How many letters are judged at a time: it takes too long for more."""

WELL_KNOWN = (
    "correct horse battery staple",
    "the quick brown fox jumps over the lazy dog",
    "lorem ipsum dolor sit amet",
    "to be or not to be that is the question",
    "may the force be with you",
    "let there be light",
    "once upon a time",
    "happily ever after",
    "open sesame",
    "twinkle twinkle little star",
    "mary had a little lamb",
    "hickory dickory dock",
    "row row row your boat",
    "humpty dumpty sat on a wall",
    "i love you so much",
    "let me in please",
    "this is my password",
    "this is my passphrase",
    "my voice is my passport verify me",
    "trust no one",
    "in god we trust",
    "god save the king",
    "god save the queen",
    "the cat sat on the mat",
    "how much wood would a woodchuck chuck",
    "she sells sea shells on the sea shore",
    "one two three four five six seven eight nine ten",
    "one two three four five",
    "one two three four",
    "monday tuesday wednesday thursday friday saturday sunday",
    "january february march april may june",
    "red orange yellow green blue",
    "spades hearts diamonds clubs",
    "clubs diamonds hearts spades",
    "ace king queen jack ten",
    "ace king queen knave",
    "north south east west",
    "north east south west",
    "when in doubt win the trick",
    "second hand low third hand high",
    "lead the fourth best",
    "love all",
    "four words that do not belong together",
)
"""Sentences that everybody knows. A stranger who guesses tries those about card games first."""

_ONE_AT_A_TIME = Lock()
"""What judges keeps the names of the last person in its own module."""


def checked_passphrase(passphrase: str, names: Iterable[str] = ()) -> str:
    """A passphrase that is not too easily guessed by somebody who knows the person’s `names`; any signs may be in it.

    It takes some milliseconds: never do it within a transaction. Raises `Malformed`, which does not quote it.
    """
    mend = "Use four words that do not belong together, or one of the suggested passphrases"
    if len(passphrase) > LONGEST_PASSPHRASE:
        mend = f"Use at most {LONGEST_PASSPHRASE}. Four words that do not belong together are enough"
        raise _refused(f"it has more than {LONGEST_PASSPHRASE} characters", mend)
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise _refused(f"it has fewer than {SHORTEST_PASSPHRASE} characters", mend)
    small = passphrase.casefold()  # whoever guesses tries capitals where everybody puts them
    once = " ".join(dict.fromkeys(small.split()))
    is_repeated = len(once) < len(" ".join(small.split()))
    known = [form for phrase in (*_forms_of_names(names), *WELL_KNOWN) for form in (phrase, phrase.replace(" ", ""))]
    judged = [_judged(small, known), *([_judged(once, known)] if is_repeated else [])]
    weakest = min(judged, key=lambda found: float(found["guesses_log10"]))
    if float(weakest["guesses_log10"]) < LEAST_GUESSES:
        raise _refused(_reason(weakest, set(_forms_of_names(names)), is_repeated=is_repeated), mend)
    return passphrase


def suggested(words: Sequence[str], random: Random) -> str:
    """A passphrase of four of some words, each of them once."""
    return " ".join(random.sample(words, WORDS_SUGGESTED))


def _refused(why: str, mend: str) -> Malformed:
    return Malformed("passphrase", "…", why, mend)


def _forms_of_names(names: Iterable[str]) -> list[str]:
    """Names as somebody might write them in a passphrase: whole, and each word of them."""
    whole = [" ".join(name.casefold().split()) for name in names if name.strip()]
    return [*whole, *(word for name in whole for word in name.split() if len(word) > 1)]


def _judged(passphrase: str, known: Sequence[str]) -> dict[str, Any]:
    """How hard it is to guess; of a very long one the harder end counts, for the rest only makes it harder."""
    with importing("class", "A passphrase"):
        from zxcvbn import zxcvbn  # slow to import, and seldom wanted

    ends = {passphrase[:LETTERS_JUDGED], passphrase[-LETTERS_JUDGED:]} - {""}
    with _ONE_AT_A_TIME:
        found: list[dict[str, Any]] = [zxcvbn(end, user_inputs=list(known)) for end in sorted(ends)]
    return max(found, key=lambda one: float(one["guesses_log10"]))


def _reason(judged: dict[str, Any], names: set[str], *, is_repeated: bool) -> str:
    """Why it is guessed easily, by the parts of it that are."""
    parts = judged["sequence"]
    words = {str(part.get("matched_word", "")) for part in parts if part["pattern"] == "dictionary"}
    joined = {name.replace(" ", "") for name in names} | names
    if words & joined:
        return "it is made from your name"
    if is_repeated or any(part["pattern"] == "repeat" for part in parts):
        return "it repeats the same thing"
    if words & {form for phrase in WELL_KNOWN for form in (phrase, phrase.replace(" ", ""))}:
        return "everybody knows this sentence"
    if any(part["pattern"] in ("spatial", "sequence", "date") for part in parts):
        return "it follows the keyboard, the alphabet or the calendar"
    return "it is similar to passphrases that many people choose"
